"""What is wrong with a design where a check isn't met."""

from model.formulas.space import racks

MISFITS = {
    "drives_fit": "there are more drives than bays",
    "further_drives_fit": "there are more drives than bays in the further enclosures",
    "layout_fits": "the layout asks for more drives than a target can have",
    "targets_fit": "the drives of a block make fewer targets",
    "cache_drives_fit": "there are more drives and cache drives in the servers than bays",
    "drive_shape_fits": "the drives have another form factor than the bays",
    "drive_interface_fits": "the drives have another interface than what they hang on",
    "further_bay_shape_fits": "the drives have another form factor than the bays of the further "
    "enclosures",
    "further_bay_interface_fits": "the drives have another interface than the further enclosures",
    "further_drive_shape_fits": "the further drives have another form factor than the bays",
    "drive_recording_fits": "the drives are host-managed SMR: no layout here writes such",
    "further_drive_interface_fits": "the further drives have another interface than what they hang "
    "on",
    "further_drive_recording_fits": "the further drives are host-managed SMR: no layout here "
    "writes such",
    "cpu_family_fits": "the processors are for other sockets than the servers have",
    "memory_generation_fits": "the memory is of another generation than the processors take",
    "wide_cards_fit": "there are more x16 cards than x16 slots",
    "tall_cards_fit": "there are more cards of full height than slots for them",
    "server_supplies_suffice": "the servers draw more than their power supplies give when one "
    "fails",
    "enclosure_supplies_suffice": "the enclosures draw more than their power supplies give when "
    "one fails",
    "server_depth_fits": "the servers are deeper than the rack",
    "enclosure_depth_fits": "the enclosures are deeper than the rack",
    "cpus_fit": "there are more processors than sockets",
    "memory_fits": "there are more memory modules than slots",
    "channels_fit": "the processors don't have so many memory channels",
    "modules_fill_channels": "there are fewer memory modules than populated channels",
    "links_fit": "the network adapters don't have so many ports",
    "cards_fit": "there are more cards than slots",
    "pcie_lanes_fit": "drives, caches and cards take more PCIe lanes than the processors have: a "
    "PCIe switch would share lanes between them, which no stage counts",
    "fabric_levels_suffice": "the fabric has more leaf switches than a spine has ports: two levels "
    "don't do",
    "shared_cards_fit": "the tiers on the same servers have more cards than slots",
    "shared_lanes_fit": "the tiers on the same servers take more PCIe lanes than there are",
    "shared_bays_fit": "the tiers on the same servers have more drives in them than bays",
    "cables_fit": "the host bus adapters don't have ports for so many cables",
    "plugs_fit": "the cables have other plugs than the host bus adapters take",
    "cable_length_fits": "there are no cables of that kind of such a length",
    "enclosure_cables_fit": "the enclosures don't have ports for so many cables",
    "outlets_suffice": "a rack would have more power cords than outlets",
    "server_outlets_suffice": "the servers have more power supplies than a rack has outlets for "
    "their plugs",
    "enclosure_outlets_suffice": "the enclosures have more power supplies than a rack has outlets "
    "for their plugs",
    "further_enclosure_outlets_suffice": "the further enclosures have more power supplies than a "
    "rack has outlets for their plugs",
    "switch_outlets_suffice": "the switches have more power supplies than a rack has outlets for "
    "their plugs",
    **racks.MISFITS,
}
"""Each check of fit, and what is wrong where it isn't met."""
TOO_FEW_WRITES = "the drives are rated for fewer writes a day than the purge foretells"
UNSUITED = {
    "drive_recording_suits": "the drives are SMR: they rewrite, and resilver or rebuild, slowly: "
    "not for RAIDZ or RAID",
    "further_drive_recording_suits": "the further drives are SMR: they rewrite, and resilver or "
    "rebuild, slowly: not for RAIDZ or RAID",
}
"""What can be built and shouldn't be, and why."""
WRONG = {
    **MISFITS,
    **UNSUITED,
    "endurance_suffices": TOO_FEW_WRITES,
    "checkpoint_endurance_suffices": "checkpoints exceed the rated drive writes per day",
}
"""What may be wrong with a tier, by what is judged."""
