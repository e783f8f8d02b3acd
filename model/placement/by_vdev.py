"""What those who wire a block type: names of bays by `vdev_id`, and the `zpool create` lines.

Names are those of /dev/disk/by-vdev: the channel of an enclosure and the number of a bay, as A12.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from string import ascii_uppercase

from model.placement.slots import Slot, SlotMap
from model.placement.wiring import Wiring
from model.zfs.vdevs import STORING, VdevGroup, parse_layout


def channel(enclosure: int) -> str:
    """Return the channel of an enclosure.

    >>> channel(0), channel(25), channel(26)
    ('A', 'Z', 'AA')
    """
    more, last = divmod(enclosure, len(ascii_uppercase))
    return (channel(more - 1) if more else "") + ascii_uppercase[last]


def by_vdev(slot: Slot) -> str:
    """Return the name of a bay.

    >>> by_vdev(Slot(1, 11))
    'B12'
    """
    return f"{channel(slot.enclosure)}{slot.bay + 1}"


def create_lines(
    layout: str, placed: SlotMap, name: str, *, sector_size: int, record_size: int
) -> Iterator[str]:
    """Return a `zpool create` command for each target of a block."""
    targets = sorted({group.target for group in placed.groups})
    spares = iter(placed.spares)
    for target in targets:
        of_target = zip(placed.groups, placed.slots, strict=True)
        groups = iter([slots for group, slots in of_target if group.target == target])
        options = f"-o ashift={sector_size.bit_length() - 1} -O recordsize={record_size}"
        words, left = [f"zpool create {options} {name}-{target + 1}"], []
        for vdevs in parse_layout(layout):
            if vdevs.drive is not None and vdevs.role != "data":
                left.append(str(vdevs))
                continue
            for _ in range(vdevs.count):
                stores = vdevs.role in STORING
                taken = next(groups) if stores else islice(spares, vdevs.width)
                words.append(" ".join(filter(None, (_keyword(vdevs), *map(by_vdev, taken)))))
        yield from (f"# {one}: add its drives, which are in no bay of this map" for one in left)
        yield " \\\n    ".join(words)


def _keyword(vdevs: VdevGroup) -> str:
    """Return what stands before the drives of a vdev: nothing before single ones for data."""
    kind: str = "" if vdevs.kind == "disk" else vdevs.kind
    if vdevs.is_draid:
        width = f":{vdevs.width}w" if vdevs.failure_groups > 1 else ""
        kind += f":{vdevs.data}d:{vdevs.failure_domains}c{width}:{vdevs.spares}s"
    return " ".join(filter(None, ("" if vdevs.role == "data" else vdevs.role, kind)))


def vdev_id_conf(wiring: Wiring, server: int) -> str:
    """Return /etc/zfs/vdev_id.conf of a server: a channel for each enclosure.

    The addresses of its adapters are in no plan: `lspci` shows them.
    """
    cables = [cable for cable in wiring.cables if cable.server == server]
    several = len(cables) > len({cable.enclosure for cable in cables})
    lines = [
        f"# Server {server + 1} of a block. Replace ADAPTER1 ... by the PCI address (lspci).",
        f"multipath     {'yes' if several else 'no'}",
        "topology      sas_direct",
        "phys_per_port 4",
        "slot          bay",
        "#       PCI_SLOT  PORT  CHANNEL",
    ]
    lines += (
        f"channel ADAPTER{cable.adapter + 1}  {cable.port}     {channel(cable.enclosure)}"
        for cable in sorted(cables, key=lambda one: (one.adapter, one.port))
    )
    behind = range(wiring.reached, wiring.parts.enclosures)
    lines += (
        f"# {channel(n)} is behind {channel(n % wiring.reached)}: give aliases" for n in behind
    )
    if not cables:
        lines.append("# No cables of adapters are planned: write 'alias A1 DEVLINK' for each bay.")
    return "\n".join(lines) + "\n"
