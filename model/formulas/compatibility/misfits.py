"""The problem of a design behind each failed compatibility check."""

TOO_LONG = (
    "are longer than their type reaches: choose shorter ones, active optical cables, or "
    "transceivers with fibre"
)
MISFITS = {
    "drives_fit": "there are more drives than bays",
    "further_drives_fit": "there are more drives than bays in the further enclosures",
    "layout_fits": "the layout needs more drives than a target can have",
    "targets_fit": "the drives of a block suffice for fewer targets",
    "cache_drives_fit": "the servers have fewer bays than drives and cache drives",
    "drive_shape_fits": "the form factor of the drives doesn't match the bays",
    "drive_interface_fits": "the drives can't be connected: their interface doesn't match",
    "further_bay_shape_fits": "the form factor of the drives doesn't match the bays of the further "
    "enclosures",
    "further_bay_interface_fits": "the interface of the drives doesn't match the further "
    "enclosures",
    "further_drive_shape_fits": "the form factor of the further drives doesn't match the bays",
    "drive_ports_suffice": "the drives have one port, so after a loss the other server can't reach "
    "them: choose drives with two ports (SAS), or set the tier's states.failover to false",
    "drive_recording_fits": "the drives are host-managed SMR, which no supported layout can use",
    "further_drive_interface_fits": "the further drives can't be connected: their interface "
    "doesn't match",
    "further_drive_recording_fits": "the further drives are host-managed SMR, which no supported "
    "layout can use",
    "cpu_family_fits": "the processors don't match the sockets of the servers",
    "memory_generation_fits": "the processors don't support this generation of memory",
    "wide_cards_fit": "there are more x16 cards than x16 slots",
    "tall_cards_fit": "there are more full-height cards than full-height slots",
    "server_supplies_suffice": "the servers draw more than their power supplies can deliver when "
    "one fails",
    "enclosure_supplies_suffice": "the enclosures draw more than their power supplies can deliver "
    "when one fails",
    "server_depth_fits": "the servers are deeper than the rack",
    "enclosure_depth_fits": "the enclosures are deeper than the rack",
    "cpus_fit": "there are more processors than sockets",
    "memory_fits": "there are more memory modules than slots",
    "channels_fit": "more memory channels are populated than the processors have",
    "modules_fill_channels": "there are fewer memory modules than populated channels",
    "links_fit": "more ports are in use than the network adapters have",
    "cards_fit": "there are more cards than slots",
    "pcie_lanes_fit": "drives, caches and cards use more PCIe lanes than the processors have; a "
    "PCIe switch would share lanes, which the model doesn't cover",
    "fabric_levels_suffice": "the fabric has more leaf switches than a spine has ports: two levels "
    "aren't enough",
    "shared_cards_fit": "the tiers on the same servers have more cards than slots",
    "shared_lanes_fit": "the tiers on the same servers use more PCIe lanes than there are",
    "shared_bays_fit": "the tiers on the same servers have more drives than bays",
    "cables_fit": "there are more cables than ports on the host bus adapters",
    "plugs_fit": "the plugs of the cables don't match the host bus adapters",
    "cable_length_fits": "cables of this type aren't made in this length",
    "network_cable_length_fits": f"the network cables {TOO_LONG}",
    "fabric_cable_length_fits": f"the cables between switches {TOO_LONG}",
    "enclosure_cables_fit": "there are more cables than ports on the enclosures",
    "outlets_suffice": "a rack would have more power cords than outlets",
    "server_outlets_suffice": "the servers have more power supplies than a rack has outlets for "
    "their plugs",
    "enclosure_outlets_suffice": "the enclosures have more power supplies than a rack has outlets "
    "for their plugs",
    "further_enclosure_outlets_suffice": "the further enclosures have more power supplies than a "
    "rack has outlets for their plugs",
    "switch_outlets_suffice": "the switches have more power supplies than a rack has outlets for "
    "their plugs",
    "devices_have_places": "a device is too tall, too deep or too heavy for any rack, or draws too "
    "much power",
    "rack_weight_fits": "the devices of a rack would exceed its load limit",
    "rack_power_fits": "a rack would draw more than its power limit",
    "feeds_suffice": "a rack would draw more than its feeds can deliver when one is lost",
    "phases_suffice": "a phase would be overloaded when a feed is lost",
    "servers_outlive_a_feed": "the servers draw more than their power supplies can deliver when a "
    "feed is lost",
    "enclosures_outlive_a_feed": "the enclosures draw more than their power supplies can deliver "
    "when a feed is lost",
    "floor_bears": "a rack would exceed the floor load limit",
    "lift_suffices": "a device is heavier than the lift limit",
    "path_bears": "a rack would be too heavy for the delivery route",
    "room_power_suffices": "the equipment draws more power than the room has left",
    "room_racks_suffice": "the equipment needs more racks than the room has left",
}
"""The problem behind each failed check of compatibility."""
TOO_FEW_WRITES = "the forecast exceeds the rated drive writes per day"
UNSUITED = {
    "drive_recording_suits": "the drives are SMR, unsuitable for RAIDZ or RAID: rewrites, "
    "resilvers and rebuilds are slow",
    "further_drive_recording_suits": "the further drives are SMR, unsuitable for RAIDZ or RAID: "
    "rewrites, resilvers and rebuilds are slow",
}
"""What can be built but is not advisable, and why."""
WRONG = {
    **MISFITS,
    **UNSUITED,
    "endurance_suffices": TOO_FEW_WRITES,
    "checkpoint_endurance_suffices": "checkpoints exceed the rated drive writes per day",
}
"""The problem of a tier behind each failed check."""
