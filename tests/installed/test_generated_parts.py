"""Servers, drives, enclosures and volumes, printed from a known system and read back whole."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from model.installed import dmidecode, lsblk, redfish, sg_ses, storcli
from model.installed.binary_sizes import usual
from model.installed.files import read_file
from model.installed.raid_volumes import Volume
from model.installed.reading import Reading

KIB, MIB, GIB, TIB = 2**10, 2**20, 2**30, 2**40
few = settings(max_examples=25)


def read(text: str) -> Reading:
    (found,) = read_file("x.txt", text)
    return found.reading


def some(elements: st.SearchStrategy[Any], least: int = 1, most: int = 5) -> Any:
    return st.lists(elements, min_size=least, max_size=most)


PROCESSOR = st.tuples(st.sampled_from(("EPYC 9354", "Xeon 6430")), st.sampled_from((32, 0)))
MODULE = st.one_of(
    st.none(),
    st.tuples(
        st.sampled_from((32, 64)), st.sampled_from(("DDR4", "DDR5")), st.sampled_from((4800, 0))
    ),
)


@few
@given(st.integers(0, 2), some(PROCESSOR, 0), some(MODULE, 1), st.integers(0, 2))
def test_parts_of_servers(systems, processors, modules, empty):
    lines = ["# dmidecode 3.3"]
    for n in range(systems):
        lines += [f"Handle 0x000{n}, DMI type 1, 27 bytes", "System Information"]
        lines += [f"\tManufacturer: M{n}", f"\tProduct Name: Server  200{n}", "\tVersion: 7", ""]
    for name, cores in processors:
        lines += ["Handle 0x0400, DMI type 4, 48 bytes", f"\tVersion: {name}  CPU"]
        lines += ["\tStatus: Populated, Enabled"]
        lines += [f"\tCore Count: {cores}"] if cores else []
    lines += ["Handle 0x0401, DMI type 4, 48 bytes", "\tStatus: Unpopulated"] * empty
    for module in modules:
        lines.append("Handle 0x1100, DMI type 17, 84 bytes")
        if module is None:
            lines += ["\tSize: No Module Installed", "\tType: Unknown"]
        else:
            size, kind, rate = module
            lines += [f"\tSize: {size} GB", f"\tType: {kind}"]
            lines += [f"\tSpeed: {rate} MT/s"] if rate else ["\tSpeed: Unknown"]
    text = "\n".join(lines) + "\n"
    there = [module for module in modules if module]
    if not processors and not there:
        return
    reading = read(text)
    of_processors = Counter((f"{name} CPU", cores) for name, cores in processors)
    of_modules = Counter((size * GIB, kind, rate) for size, kind, rate in there)
    assert reading.found == dmidecode.Server(
        max(1, systems),
        "Server 2000" if systems else "",
        tuple((*one, count) for one, count in of_processors.items()),
        tuple((*one, count) for one, count in of_modules.items()),
    )
    assert reading.reading == {
        "servers": max(1, systems),
        "manufacturer": "M0" if systems else None,
        "product": "Server 2000" if systems else None,
        "processors": [
            {"model": name, "cores": cores or None, "count": count}
            for (name, cores), count in of_processors.items()
        ],
        "memory_modules": [
            {"bytes": size, "type": kind, "rate": rate or None, "count": count}
            for (size, kind, rate), count in of_modules.items()
        ],
        "memory_bytes": sum(size * GIB for size, _, _ in there),
        "memory_slots": len(modules),
    }


CARDS = {
    "Serial Attached SCSI controller": "storage_adapters",
    "RAID bus controller": "storage_adapters",
    "Ethernet controller": "network_adapters",
    "Infiniband controller": "network_adapters",
    "Non-Volatile memory controller": "nvme_drives",
    "VGA compatible controller": "",
}
CARD = st.tuples(
    st.sampled_from(sorted(CARDS)),
    st.sampled_from(("MADEUP A", "MADEUP B")),
    st.integers(1, 3),  # its functions
    st.sampled_from(("", " (rev 05)", " [144d:a824]", " [15b3:1017] (rev 02)")),
)


@few
@given(some(CARD, 1, 6), st.sampled_from(("", "0000:")))
def test_adapters(cards, domain):
    lines = [
        f"{domain}{slot:02x}:00.{function} {kind}: {name}{noise}"
        for slot, (kind, name, functions, noise) in enumerate(cards)
        for function in range(functions)
    ]
    expected: dict[str, list[dict[str, Any]]] = {name: [] for name in CARDS.values() if name}
    slots: Counter[tuple[str, str]] = Counter()
    ports: Counter[tuple[str, str]] = Counter()
    for kind, name, functions, _ in cards:
        slots[kind, name] += 1
        ports[kind, name] += functions
    for (kind, name), count in slots.items():
        if CARDS[kind]:
            one = {"name": name, "count": count, "functions": ports[kind, name]}
            expected[CARDS[kind]].append(one)
    if not any(expected.values()):
        return
    assert read("\n".join(lines) + "\n").reading == expected


GROUP = some(
    st.tuples(
        st.integers(1, 90),
        st.sampled_from(("ST8000NM0075", "MG 09")),
        st.sampled_from((80, 160)),  # tenths of TB
        st.integers(1, 4),
    ),
    0,
    3,
)


@few
@given(some(GROUP, 1, 3))
def test_drives_of_enclosure_groups(groups):
    lines = ["Found 2 SAS hosts", f"Found {len(groups)} enclosure groups"]
    for group in groups:
        lines += ["Enclosure group: [secret-0][secret-1]", "NUM VENDOR MODEL REV SIZE PATHS"]
        lines += [
            f" {count} x SEAGATE {model} E004 {size / 10:.1f}TB {paths}"
            for count, model, size, paths in group
        ]
        lines.append(f"Total: {sum(one[0] for one in group)} block devices in enclosure group")
    if not any(groups):
        return
    reading = read("\n".join(lines) + "\n")
    drives = [drive for group in groups for drive in group]
    assert reading.reading == {
        "enclosures": len(groups),
        "drives": sum(count for count, *_ in drives),
        "drive_bytes": usual(size * 10**11 for count, _, size, _ in drives for _ in range(count)),
        "paths_to_a_drive": usual(paths for *_, paths in drives),
        "rounded_to": "0.1 of the printed unit",
        "enclosure_drives": [
            [
                {
                    "count": count,
                    "vendor": "SEAGATE",
                    "model": model,
                    "bytes": size * 10**11,
                    "paths": paths,
                }
                for count, model, size, paths in group
            ]
            for group in groups
        ],
    }


BAYS = st.lists(st.sampled_from(("empty", "sas", "nvme")), min_size=1, max_size=6)
ENCLOSURE = st.tuples(BAYS, st.integers(0, 3), st.integers(0, 8), st.integers(1, 2))


@few
@given(some(ENCLOSURE, 1, 3), st.booleans(), st.integers(0, 2))
def test_enclosures_and_their_bays(enclosures, has_status, cut):
    """Each answers once for each of its modules, with addresses of its own ports."""
    texts = []
    for n, (bays, supplies, fans, modules) in enumerate(enclosures):
        for module in range(modules):
            types = [
                ("Array device slot", len(bays)),
                ("Power supply", supplies),
                ("Cooling", fans),
            ]
            head = [
                "Configuration diagnostic page:",
                f"      number of type descriptor headers: {len(types)}",
                f"      enclosure logical identifier (hex): 5000d1701{n:07d}",
                f"      enclosure vendor: MADEUP    product: JB4U6{n}            rev: 2040",
            ]
            for kind, count in types:
                head += [f"    Element type: {kind}, subenclosure id: 0"]
                head += [f"      number of possible elements: {count}"]
            texts.append("\n".join(head) + "\n")
            if not has_status:
                continue
            body = [
                "Additional element status diagnostic page:",
                "    Element type: Array device slot, subenclosure id: 0 [ti=0]",
            ]
            listed = bays[: len(bays) - (cut if n == 0 else 0)]
            for bay, holds in enumerate(listed):
                body.append(f"      Element index: {bay + 1}  eiioe=1")
                body.append("        Transport protocol: SAS")
                if holds == "sas":
                    body.append("          attached SAS address: 0x50000d170100003f")
                    body.append(f"          SAS address: 0x5000{n}00{module}000{bay:05x}")
                elif holds == "nvme":
                    body.append("        PCIe protocol type: NVMe")
                else:
                    body.append("          SAS address: 0x0000000000000000")
            texts.append("\n".join(body) + "\n")
    found = [one.reading for one in read_file("x.txt", "".join(texts))]
    assert len(found) == len(enclosures)
    for n, (one, (bays, supplies, fans, modules)) in enumerate(zip(found, enclosures, strict=True)):
        listed = bays[: len(bays) - (cut if n == 0 else 0)] if has_status else []
        addresses = {
            f"5000{n}00{module}000{bay:05x}"
            for module in range(modules)
            for bay, holds in enumerate(listed)
            if holds == "sas"
        }
        is_known = has_status and len(listed) == len(bays)
        ways = modules if "sas" in listed else None
        assert one.found == sg_ses.Enclosure(
            "MADEUP",
            f"JB4U6{n}",
            len(bays),
            sum(holds != "empty" for holds in bays) if is_known else None,
            supplies,
            fans,
            ways,
            frozenset(addresses),
        )
        assert one.reading == {
            "vendor": "MADEUP",
            "product": f"JB4U6{n}",
            "bays": len(bays),
            "drives": one.found.drives,
            "power_supplies": supplies,
            "fans": fans,
            "paths_to_a_drive": ways,
        }
    told = [*found[0].warnings]
    assert not any(one.warnings for one in found[1:])
    if not has_status:
        assert told == ["it doesn't say which bays are in use: run 'sg_ses -p aes DEVICE', too"]
    elif cut:
        size = len(enclosures[0][0])
        assert told == [
            f"the additional element status is cut off: {max(0, size - cut)} of {size} bays are "
            "listed; save the whole output, and import it again"
        ]
    else:
        assert told == []


CONTROLLER = st.tuples(
    st.integers(1, 2),  # spans
    st.integers(3, 4),  # drives of a span
    st.integers(0, 2),  # hot spares
    st.sampled_from(("Onln", "Offln", "Failed")),  # of the first drive
    st.sampled_from((7276, 9094)),  # thousandths of TiB of the last drive
)


@few
@given(some(CONTROLLER, 1, 3), st.booleans())
def test_volumes_of_storcli(controllers, in_json):
    """A volume of RAID 6 on each controller, or of RAID 60 over its spans."""
    lines = ["CLI Version = 007.1907.0000.0000 Sep 13, 2021"]
    answers, drives, volumes = [], [], []
    for number, (spans, width, spares, state, last) in enumerate(controllers, 3):
        level = "RAID60" if spans > 1 else "RAID6"
        size = (spans * (width - 2)) * 7276
        lines += [f"Controller = {number}", "TOPOLOGY :"]
        members, listed = [], []
        for n in range(spans * width + spares):
            is_spare = n >= spans * width
            own = storcli.Drive(
                number,
                f"8:{n}",
                "GHS" if is_spare else state if n == 0 else "Onln",
                "-" if is_spare else "0",
                round((last if n == spans * width - 1 else 7276) * TIB / 1000),
                "HDD",
            )
            drives.append(own)
            listed.append(
                {
                    "EID:Slt": own.slot,
                    "State": own.state,
                    "DG": own.group if is_spare else 0,
                    "Size": f"{(last if n == spans * width - 1 else 7276) / 1000:.3f} TB",
                    "Med": "HDD",
                }
            )
            if not is_spare:
                span = n // width
                lines.append(f" 0 {span} {n % width} 8:{n} {n} DRIVE Onln N 7.276 TB dflt N")
                members.append({"Type": "DRIVE", "DG": 0, "Arr": span, "Row": n % width})
        lines += ["DG/VD TYPE State Access Consist Cache Cac sCC Size Name"]
        lines += [f"0/1 {level} Optl RW Yes RWBD - ON {size / 1000:.3f} TB secret"]
        lines += ["EID:Slt DID State DG Size Intf Med SED PI SeSz Model Sp Type"]
        lines += [
            f"{one['EID:Slt']} 5 {one['State']} {one['DG']} {one['Size']} SAS HDD N N 512B X U -"
            for one in listed
        ]
        volume = {"DG/VD": "0/1", "TYPE": level, "State": "Optl", "Size": f"{size / 1000:.3f} TB"}
        answers.append(
            {
                "Command Status": {"Controller": number},
                "Response Data": {"TOPOLOGY": members, "VD LIST": [volume], "PD LIST": listed},
            }
        )
        own_size = usual(one.size for one in drives if (one.controller, one.group) == (number, "0"))
        volumes.append(Volume(level, round(size * TIB / 1000), spans * width, spans, own_size))
    text = json.dumps({"Controllers": answers}) if in_json else "\n".join(lines) + "\n"
    reading = read(text)
    assert reading.found == (tuple(drives), tuple(volumes))
    sizes = [one.size for one in drives]
    named = Counter(
        (
            f"raid60:{spans}x{width}" if spans > 1 else f"raid6:{width}",
            volume.size,
            volume.drive,
        )
        for volume, (spans, width, *_) in zip(volumes, controllers, strict=True)
    )
    (layout, size, drive), count = max(named.items(), key=lambda one: one[0][1] * one[1])
    assert reading.reading == {
        "drives": len(drives),
        "drive_bytes": drive,
        "hot_spares": sum(spares for _, _, spares, *_ in controllers),
        "raid": f"{count} x {layout}" if count > 1 else layout,
        "volume_bytes": size,
        "rounded_to": "0.001 of the printed unit, which is one of 1,024",
    }
    told = ["its TB are TiB, rounded: run 'lsblk -J -b' for exact sizes of drives"]
    if odd := sum(one != drive for one in sizes):
        told.append(f"{odd} of {len(drives)} drives have another size than the others")
    if bad := sum(state != "Onln" for _, _, _, state, _ in controllers):
        told.append(f"{bad} of {len(drives)} drives are offline or bad")
    assert [*reading.warnings] == told


PAGE = st.tuples(
    st.sampled_from((16_000_900_661_248, 8_001_563_222_016)),
    st.sampled_from(("HDD", "SSD")),
    st.sampled_from(("None", "", "Global", "Dedicated")),
)


@few
@given(some(PAGE, 1, 6), st.integers(0, 2), st.integers(1, 2), st.booleans())
def test_pages_of_redfish(pages, links, times, has_serials):
    """Pages that were got twice count once; links without a page are told."""
    drives = [
        {
            "@odata.id": f"/redfish/v1/Drives/{n}",
            "@odata.type": "#Drive.v1_11_0.Drive",
            "Model": " HD ",
            **({"SerialNumber": f"ZX{n}"} if has_serials else {}),
            "CapacityBytes": size,
            "MediaType": media,
            "HotspareType": spare,
        }
        for n, (size, media, spare) in enumerate(pages)
    ]
    members = [{"@odata.id": f"/redfish/v1/Drives/{n}"} for n in range(len(pages) + links)]
    storage = {"@odata.type": "#Storage.v1_15_0.Storage", "Drives": members}
    volume = {
        "@odata.id": "/redfish/v1/Volumes/1",
        "@odata.type": "#Volume.v1_9_0.Volume",
        "CapacityBytes": 10**12,
        "RAIDType": "RAID6",
        "Links": {"Drives": members[: len(pages)]},
    }
    raw = {"@odata.type": "#Volume.v1_9_0.Volume", "CapacityBytes": 5, "RAIDType": "RawDevice"}
    documents = [storage, *drives * times, *[volume] * times, raw]
    reading = read("\n".join(map(json.dumps, documents)) + "\n")
    sizes = [size for size, *_ in pages]
    assert reading.found == redfish.Storage(
        tuple(
            redfish.Drive("HD", size, media == "SSD", spare in ("Global", "Dedicated"))
            for size, media, spare in pages
        ),
        (Volume("RAID6", 10**12, len(pages), None, usual(sizes)),),
        frozenset(f"ZX{n}" for n in range(len(pages))) if has_serials else frozenset(),
    )
    assert reading.reading == {
        "drives": len(pages),
        "drive_bytes": usual(sizes),
        "hot_spares": sum(spare in ("Global", "Dedicated") for *_, spare in pages),
        "raid": f"raid6:{len(pages)}",
        "volume_bytes": 10**12,
    }
    told = [f"{links} of {len(members)} drives are links only: get their pages"] if links else []
    if odd := sum(size != usual(sizes) for size in sizes):
        told.append(f"{odd} of {len(sizes)} drives have another size than the others")
    assert [*reading.warnings] == told


DISK = st.tuples(
    st.sampled_from(("sd", "nvme", "loop")),
    st.sampled_from((16_000_900_661_248, 1_920_383_410_176, 0)),
    st.sampled_from((True, False, "1", "0", None)),
    st.sampled_from(("sas", "sata", "nvme", "")),
    st.sampled_from(((), ("1", "9"), ("1", "2", "3"), ("1", "2"), ("mounted",), ("listed",))),
    st.integers(1, 2),  # paths
    st.sampled_from(("wwn", "serial")),
)


@few
@given(some(DISK, 1, 6))
def test_drives_of_lsblk(disks):
    devices, expected, lines = [], [], 0
    for n, (kind, size, rotates, transport, parts, paths, key) in enumerate(disks):
        names = []
        for path in range(paths):
            name = f"{kind}{n}{'ab'[path]}" if kind != "nvme" else f"nvme{10 * n + path}n1"
            names.append(name)
            children: list[dict[str, Any]] = []
            for part in parts:
                child = f"{name}p{part}" if part.isdigit() else f"{name}-{part}"
                inner: dict[str, Any] = {"name": child, "type": "part" if part.isdigit() else "lvm"}
                inner |= {"mountpoint": "/"} if part == "mounted" else {}
                inner |= {"mountpoints": [None, "/x"]} if part == "listed" else {}
                children.append(inner)
                names.append(child)
            device = {
                "name": f"/dev/{name}",
                "model": f" MODEL{n} ",
                key: f" ID{n} ",
                "size": size if n % 2 else str(size),
                "type": "disk",
                "phy-sec": 4096,
                "log-sec": "512",
                "tran": transport or None,
                **({} if rotates is None else {"rota": rotates}),
                **({"children": children} if children else {}),
            }
            devices.append(device)
        if kind == "loop" or not size:
            continue
        lines += paths
        is_nvme = kind == "nvme" or transport == "nvme"
        flash = f"{transport.upper()} flash" if transport else "flash"
        is_flash = rotates in (False, "0")
        expected.append(
            lsblk.Drive(
                frozenset(names),
                f"MODEL{n}",
                size,
                "NVMe" if is_nvme else flash if is_flash else "disk",
                is_exact=True,
                is_boot=parts not in ((), ("1", "9")),
                physical_sector=4096,
                logical_sector=512,
                serial=f"id{n}" if key == "serial" else "",
                wwn=f"id{n}" if key == "wwn" else "",
            )
        )
    if not expected:
        return
    reading = read(json.dumps({"blockdevices": devices}))
    assert reading.found == lsblk.Drives(tuple(expected))
    order = ("disk", "NVMe", "flash")
    counts = Counter((one.is_boot, one.media, one.bytes) for one in expected)

    def place(group: tuple[bool, str, int]) -> tuple[Any, ...]:
        boot, media, size = group
        return boot, order.index(media if media in order else "flash"), -size, media

    assert reading.reading["drives"] == [
        {"count": counts[one], "bytes": one[2], "media": f"{one[1]}, boot" if one[0] else one[1]}
        for one in sorted(counts, key=place)
    ]
    more = (
        f"{lines} disks are listed for {len(expected)} drives: one with several paths counts once"
    )
    assert [*reading.warnings] == ([more] if lines > len(expected) else [])


POOL = st.tuples(st.integers(1, 64), st.booleans(), *(st.integers(0, 10**9) for _ in range(4)))


@few
@given(some(POOL, 1, 4))
def test_pools_of_mmlspool(pools):
    lines = ["Storage pools in file system at '/gpfs/secret':", "Name Id BlkSize Data Meta"]
    lines += [
        f"p{n} {n} {block} MB {'yes' if holds_data else 'no'} no {a} {b} ( 7%) {c} {d} ( 9%)"
        for n, (block, holds_data, a, b, c, d) in enumerate(pools)
    ]
    reading = read("\n".join(lines) + "\n")
    of_pools = [
        {
            "pool": f"p{n}",
            "block_size": block * MIB,
            "data_bytes": a * KIB,
            "data_free_bytes": b * KIB,
            "metadata_bytes": c * KIB,
            "metadata_free_bytes": d * KIB,
        }
        for n, (block, _, a, b, c, d) in enumerate(pools)
    ]
    assert reading.reading == {
        "pools": of_pools,
        "data_bytes": sum(pool[2] for pool in pools) * KIB,
        "metadata_bytes": sum(pool[4] for pool in pools) * KIB,
    }
    assert reading.found == tuple(of_pools)
