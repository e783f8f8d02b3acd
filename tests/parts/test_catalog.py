"""The catalog that comes with the program, and what a catalog refuses."""

from __future__ import annotations

import datetime
import json
import re
from functools import cache
from pathlib import Path

import pytest

from model.books.schemas import FOLDER as SCHEMAS
from model.books.schemas import texts as schemas
from model.books.schemas import write_schemas
from model.errors import InputError, Place, Problem
from model.parts.catalog import FOLDER, Catalog, check_catalog, load_catalog

LINK = """\
key: pcie-3
kind: link
vendor: PCI-SIG
model: PCI Express 3.0
signalling: 8 Gbit/s
code_payload: 128
code_block: 130
sources:
  - title: PCI Express Base Specification
---
key: sas-3
kind: link
vendor: T10
model: SAS-3
released: 2013
signalling: 12 Gbit/s
code_payload: 8
code_block: 10
sources:
  - title: A standard
    date: 2013
"""
DISK = """\
key: disk-10tb
kind: hdd
vendor: Example
model: Disk
capacity: 10 TB
read_bandwidth: 200 MB/s
sources:
  - title: A data sheet
    url: https://example.org/sheet
    date: 2017-05
    confidence: high
"""
CARD = """\
key: card
kind: hba
vendor: Example
model: Card
ports: 2
sas_link: sas-3
sas_lanes: 8
pcie_link: pcie-3
pcie_lanes: 8
bandwidth: 6 GB/s
sources:
  - title: A data sheet
  - title: A talk
    date: 2019
    gives: [bandwidth]
"""
PRICE = """\
part: disk-10tb
price: 449 USD
date: 2018
source: {title: A shop}
---
part: disk-10tb
price_per_capacity: 20 USD/TB
date: 2026-03
source: {title: A survey}
---
part: disk-10tb
price: 180 EUR
date: 2026-03-15
source: {title: A shop}
note: Without tax.
"""


@pytest.fixture
def make(tmp_path, monkeypatch):
    """Write a catalog of the texts given, in the folder that is the working directory."""
    monkeypatch.chdir(tmp_path)

    def make(prices: str = PRICE, **parts: str) -> Path:
        for name, text in {"links": LINK, "hdds": DISK, "hbas": CARD, **parts}.items():
            path = Path("shelf/parts") / f"{name}.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        Path("shelf/prices").mkdir(exist_ok=True)
        Path("shelf/prices/2026.yaml").write_text(prices, encoding="utf-8")
        return Path("shelf")

    return make


def lines(folder: Path) -> list[str]:
    """Return what a check says, which loading the catalog must say too."""
    problems = [str(problem) for problem in check_catalog(folder)]
    with pytest.raises(InputError) as caught:
        load_catalog(folder)
    assert str(caught.value).split("\n") == problems
    return problems


@pytest.fixture(scope="module")
def catalog():
    return load_catalog()


def test_the_catalog_is_sound():
    assert check_catalog() == []


@pytest.mark.parametrize(
    ("kind", "least"),
    [
        ("hdd", 15),
        ("ssd", 15),
        ("enclosure", 8),
        ("array", 5),
        ("hba", 6),
        ("nic", 8),
        ("cpu", 10),
        ("server", 8),
        ("memory", 8),
        ("switch", 4),
        ("rack", 3),
        ("pdu", 3),
        ("cable", 3),
        ("link", 20),
    ],
)
def test_a_buyer_has_a_choice(catalog, kind, least):
    keys = catalog.keys_of_kind(kind)
    assert len(keys) >= least
    assert {catalog.part(key).kind for key in keys} == {kind}


def test_every_figure_of_every_part_has_a_source(catalog):
    keys = catalog.keys()
    for key in keys:
        for figure in catalog.figures(key):
            assert "confidence" in catalog.source(key, figure), (key, figure)


def test_no_machine_path_or_broken_source_is_left():
    for path in FOLDER.glob("*/*.yaml"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("# yaml-language-server: $schema=../../docs/schemas/")
        found = re.search(r"seeds?[/)]|/work|excerpt|owners' talk|research note", text, re.I)
        assert found is None, (path.name, found)


@pytest.mark.parametrize(
    ("key", "figures"),
    [
        ("dell-r740", {"rack_units": 2, "sockets": 2}),
        (
            "intel-xeon-silver-4110",
            {"cores": 8, "base_frequency": 2.1e9, "memory_channels": 6, "memory_rate": 2.4e9},
        ),
        (
            "ddr4-2400-rdimm-16gb",
            {"capacity": 16 * 2**30, "transfer_rate": 2.4e9, "bytes_per_transfer": 8},
        ),
        (
            "seagate-exos-e-4u106",
            {"bays": 106, "rack_units": 4, "host_ports": 8, "lanes_per_port": 4, "depth": 1.143},
        ),
        ("seagate-st10000nm0096", {"capacity": 10e12, "signalling": 1.5e9, "ports": 2}),
        (
            "broadcom-9300-8e",
            {"bandwidth": 6e9, "ports": 2, "sas_lanes": 8, "pcie_lanes": 8, "pcie_signalling": 1e9},
        ),
        ("toshiba-px05svb192y", {"capacity": 1.92e12, "dwpd": 3}),
        ("mellanox-mcx555a-ecat", {"ports": 1, "lanes": 4, "signalling": 25.78125e9 / 8}),
        ("hpe-840qsfp28", {"lanes": 4, "code_payload": 64, "code_block": 66}),
        ("netapp-e5460", {"bays": 60, "rack_units": 4}),
        ("intel-xeon-e5-2690-v4", {"cores": 14, "memory_channels": 4, "memory_rate": 2.4e9}),
        ("amd-epyc-7313p", {"cores": 16, "memory_channels": 8, "pcie_lanes": 128}),
    ],
)
def test_the_reference_systems_parts(catalog, key, figures):
    found = catalog.figures(key)
    assert {name: found[name] for name in figures} == pytest.approx(figures, rel=1e-12)


@pytest.mark.parametrize(
    ("link", "lanes", "rate"),
    [
        ("pcie-1", 1, 0.250e9),
        ("pcie-2", 1, 0.500e9),
        ("pcie-3", 8, 7.877e9),
        ("pcie-4", 16, 31.508e9),
        ("pcie-5", 16, 63.015e9),
        ("pcie-6", 16, 121.0e9),
        ("sata-3", 1, 0.6e9),
        ("sas-2", 4, 2.4e9),
        ("sas-3", 4, 4.8e9),
        ("sas-4", 4, 9.6e9),
        ("ib-sdr", 4, 1e9),
        ("ib-qdr", 4, 4e9),
        ("ib-fdr", 4, 6.818e9),
        ("ib-edr", 4, 12.5e9),
        ("ib-hdr", 4, 25e9),
        ("ib-ndr", 4, 50e9),
        ("omni-path-100", 4, 12.5e9),
    ],
)
def test_links_carry_what_is_published(catalog, link, lanes, rate):
    """Data rates of the usual tables, after the line code and before packets."""
    found = catalog.figures(link)
    assert found.get("lanes", lanes) == lanes
    data = lanes * found["signalling"] * found["code_payload"] / found["code_block"]
    assert data == pytest.approx(rate, rel=1e-4)


@pytest.mark.parametrize("kind", ["nic", "hba"])
def test_slots_of_adapters_are_known(catalog, kind):
    """Lanes and generation of each card; some were read on a running card, or on a like one."""
    for key in catalog.keys_of_kind(kind):
        assert {"pcie_lanes", "pcie_signalling"} <= catalog.figures(key).keys(), key


@pytest.mark.parametrize(
    ("key", "rate"),
    [
        ("intel-x710-da2", 7.877e9),
        ("intel-e810-xxvda2", 15.754e9),
        ("broadcom-9600-24i", 15.754e9),
        ("lsi-9202-16e", 8e9),
    ],
)
def test_slots_that_were_found_last(catalog, key, rate):
    """PCIe 3.0 x8, 4.0 x8 twice, and 2.0 x16."""
    found = catalog.figures(key)
    code = found["pcie_code_payload"] / found["pcie_code_block"]
    assert found["pcie_lanes"] * found["pcie_signalling"] * code == pytest.approx(rate, rel=1e-3)


def test_an_array_without_a_rate_of_its_controllers_says_so(catalog):
    """No rate is a statement, too: a reader knows that it was looked for, and isn't published."""
    for key in catalog.keys_of_kind("array"):
        missing = {"read_bandwidth", "write_bandwidth"} - catalog.figures(key).keys()
        assert bool(missing) == ("it is unknown" in (catalog.part(key).notes or "")), key


@pytest.mark.parametrize("gigabits", [1, 10, 25, 40, 50, 100, 200, 400])
def test_ethernet_states_its_rate_after_the_line_code(catalog, gigabits):
    found = catalog.figures(f"ethernet-{gigabits}g")
    assert found["code_payload"] == found["code_block"]
    assert found["lanes"] * found["signalling"] == pytest.approx(gigabits * 1e9 / 8)


def test_the_prices_of_the_book(catalog):
    card = catalog.price("broadcom-9300-8e")
    assert (card.price.amount, card.price.currency) == (405.0, "USD")
    assert catalog.price("broadcom-9300-8e", datetime.date(2013, 12, 30)) is None
    assert catalog.price("dell-r740") is None


def test_only_what_is_needed_is_read(make):
    folder = make(hbas=CARD.replace("ports: 2", "ports: two"))
    assert load_catalog(folder, needs=["disk-10tb", "unheard-of"]).part("disk-10tb").kind == "hdd"
    with pytest.raises(InputError, match=r"hbas.yaml:5:1: ports: found 'two'"):
        load_catalog(folder, needs=["card"])


def test_figures_sources_and_places_follow_links(make):
    shelf = load_catalog(make())
    assert shelf.figures("card") == {
        "ports": 2,
        "sas_lanes": 8,
        "pcie_lanes": 8,
        "bandwidth": 6e9,
        "sas_signalling": 1.5e9,
        "sas_code_payload": 8,
        "sas_code_block": 10,
        "pcie_signalling": 1e9,
        "pcie_code_payload": 128,
        "pcie_code_block": 130,
    }
    assert shelf.source("card", "bandwidth") == "A talk (2019, medium confidence)"
    assert shelf.source("card", "ports") == "A data sheet (medium confidence)"
    assert shelf.source("card", "sas_signalling") == "A standard (2013, medium confidence)"
    assert shelf.source("disk-10tb", "capacity") == (
        "A data sheet (2017-05, high confidence, https://example.org/sheet)"
    )
    assert shelf.source("disk-10tb", "power") == ""
    assert shelf.source("card", "pcie_weight") == ""
    assert shelf.place("card") == Place("shelf/parts/hbas.yaml", 1, 1)
    assert shelf.place("sas-3") == Place("shelf/parts/links.yaml", 11, 1)
    assert shelf.place("sas-3", "signalling") == Place("shelf/parts/links.yaml", 16, 1)


def test_keys_are_found_and_suggested(make):
    shelf = Catalog(make(), "shelf")
    assert shelf.keys_of_kind("link") == ("pcie-3", "sas-3")
    assert shelf.keys_of_kind("hdd", "hba") == ("card", "disk-10tb")
    assert "card" in shelf
    assert shelf.suggest("dsk-10tb") == "disk-10tb"
    assert shelf.suggest("dsk-10tb", "link") == ""
    assert shelf.problem_with("card", "hba") == ""
    assert shelf.problem_with("card", "hdd", "ssd") == (
        "'card' is of kind 'hba': write the key of a part of kind hdd or ssd"
    )
    unknown = "no part 'dsk-10tb' is in the catalog (did you mean 'disk-10tb'?)"
    assert shelf.problem_with("dsk-10tb", "hdd") == unknown
    with pytest.raises(InputError, match=re.escape(unknown)):
        shelf.part("dsk-10tb")


def test_the_latest_price_by_a_day(make):
    shelf = load_catalog(make())
    day = datetime.date
    assert shelf.price("disk-10tb", day(2018, 12, 30)) is None
    assert shelf.price("disk-10tb", day(2018, 12, 31)).price == (449.0, "USD")
    assert shelf.price("disk-10tb", day(2026, 3, 30)).price == (180.0, "EUR")
    assert shelf.price("disk-10tb", day(2026, 3, 31)).price == (pytest.approx(200.0), "USD")
    assert shelf.price("disk-10tb").source.title == "A survey"
    assert shelf.price("card") is None


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            {"ssds": DISK},
            "shelf/parts/ssds.yaml:1:1: key: "
            "'disk-10tb' is in the catalog already, at shelf/parts/hdds.yaml:1:1: keep one of them",
        ),
        (
            {"hdds": DISK.replace("capacity", "capcity")},
            "shelf/parts/hdds.yaml:5:1: capcity: unknown field (did you mean 'capacity'?)",
        ),
        (
            {"hdds": DISK.replace("10 TB", "10 W")},
            "shelf/parts/hdds.yaml:5:1: capacity: '10 W' is of another kind (power); "
            "wanted here: capacity, such as '10 TB'",
        ),
        (
            {"hdds": DISK.replace("capacity: 10 TB\n", "")},
            "shelf/parts/hdds.yaml:1:1: missing: 'capacity' (nominal capacity, in decimal units)",
        ),
        (
            {"hdds": DISK + "    gives: [capacity]\n"},
            "shelf/parts/hdds.yaml:1:1: no source gives read_bandwidth: add one, or leave them out",
        ),
        (
            {"hbas": CARD.replace("[bandwidth]", "[bandwith]")},
            "shelf/parts/hbas.yaml:1:1: a source gives bandwith, which the part doesn't have",
        ),
        (
            {"hdds": DISK.replace("key: disk", "key: Disk")},
            "shelf/parts/hdds.yaml:1:1: key: 'Disk-10tb' is not a key: write lower-case letters "
            "and digits, separated by dashes, as in seagate-exos-x24-24tb",
        ),
        (
            {"hdds": DISK.replace("kind: hdd", "kind: hd")},
            "shelf/parts/hdds.yaml:2:1: kind: unknown kind 'hd' (did you mean 'hdd'?)",
        ),
        (
            {"hbas": CARD.replace("pcie-3", "pcie-33")},
            "shelf/parts/hbas.yaml:8:1: pcie_link: "
            "no part 'pcie-33' is in the catalog (did you mean 'pcie-3'?)",
        ),
        (
            {"hbas": CARD.replace("pcie-3", "disk-10tb")},
            "shelf/parts/hbas.yaml:8:1: pcie_link: "
            "'disk-10tb' is of kind 'hdd': write the key of a part of kind link",
        ),
        (
            {"hdds": DISK + "---\nvendor: Example\n"},
            "shelf/parts/hdds.yaml:12:1: "
            "no line 'key: …' in this document: it must have one, not indented",
        ),
        (
            {"hdds": DISK.replace("kind: hdd", '"kind": hdd')},
            "shelf/parts/hdds.yaml:1:1: "
            "write 'key: …' and 'kind: …' plainly, each at the start of a line",
        ),
        (
            {"hdds": DISK.replace("vendor", "model: Disk\nvendor")},
            "shelf/parts/hdds.yaml:5:1: model: given twice, first in line 3: keep one of them",
        ),
        (
            {"hdds": "key: [disk-10tb\n"},
            "shelf/parts/hdds.yaml:2:1: not valid YAML: did not find expected ',' or ']'",
        ),
        (
            {"hdds": "\x00"},
            "shelf/parts/hdds.yaml:1:1: the character U+0000 is not allowed in a text: remove it",
        ),
    ],
)
def test_a_bad_part_is_named_with_its_place(make, change, expected):
    assert lines(make("" if "hdds" in change else PRICE, **change)) == [expected]


@pytest.mark.parametrize(
    ("prices", "expected"),
    [
        (
            PRICE.replace("part: disk-10tb", "part: disk-01tb", 1),
            "1:1: part: no part 'disk-01tb' is in the catalog (did you mean 'disk-10tb'?)",
        ),
        (
            PRICE + "---\n" + PRICE.split("---\n")[0],
            "17:1: part: the same price of 'disk-10tb' as at shelf/prices/2026.yaml:1:1: "
            "keep one of them",
        ),
        (
            PRICE.replace("449 USD", "449"),
            "2:1: price: 449 has no unit; write a unit, such as '1200 EUR'",
        ),
        (
            PRICE.replace("price: 449 USD\n", ""),
            "1:1: write either 'price' or 'price_per_capacity'",
        ),
        (
            PRICE.replace("date: 2018", "date: May 2018"),
            "3:1: date: found 'May 2018': write a date, such as 2026-08-04 or 2026-08",
        ),
        (
            PRICE.replace("note: Without", "notes: Without"),
            "15:1: notes: unknown field (did you mean 'note'?)",
        ),
        (
            PRICE + "---\nprice: 1 USD\n",
            "16:1: no line 'part: …' in this document: it must have one, not indented",
        ),
        # Three letters may be a publisher (IBM), two say nothing.
        (
            PRICE.replace("A survey", "AB"),
            "9:10: source.title: must have at least 3 characters, has 2",
        ),
    ],
)
def test_a_bad_price_is_named_with_its_place(make, prices, expected):
    assert lines(make(prices)) == [f"shelf/prices/2026.yaml:{expected}"]


NOT_INDENTED = "in this document: it must have one, not indented"


@pytest.mark.parametrize(
    ("text", "is_refused"),
    [
        ("", False),
        ("\n  \n", False),
        ("# Nothing yet.\n", False),
        ("\n# Nothing yet,\n\n  # or further in.\n", False),
        ("vendor: Example\n", True),
        ("# Of a vendor\nvendor: Example\n", True),
        ("\n\nvendor: Example\n", True),
    ],
)
def test_only_blanks_and_remarks_may_stand_without_a_key(make, text, is_refused):
    of_parts = lines(make("", hdds=f"{DISK}---\n{text}")) if is_refused else []
    assert of_parts == [f"shelf/parts/hdds.yaml:12:1: no line 'key: …' {NOT_INDENTED}"] * is_refused
    assert check_catalog(make("", hdds=f"{text}---\n{DISK}---\n{text}")) == [
        Problem(Place("shelf/parts/hdds.yaml", line, 1), "", f"no line 'key: …' {NOT_INDENTED}")
        for line in (1, 13 + text.count("\n"))
        if is_refused
    ]
    found = check_catalog(make(f"{PRICE}---\n{text}"))
    assert [one.what for one in found] == [f"no line 'part: …' {NOT_INDENTED}"] * is_refused


def test_a_source_may_be_three_initials(make):
    assert check_catalog(make(PRICE.replace("A survey", "IBM"))) == []


def test_a_price_by_capacity_needs_a_capacity(make):
    prices = "part: card\nprice_per_capacity: 1 USD/TB\ndate: 2026\nsource: {title: A shop}\n"
    assert load_catalog(make(prices)).price("card") is None


def test_the_price_of_another_shop_is_no_duplicate(make):
    other = PRICE.split("---\n")[0].replace("A shop", "Another shop")
    assert check_catalog(make(PRICE + "---\n" + other)) == []


def test_a_folder_without_parts_is_no_catalog(tmp_path):
    with pytest.raises(InputError, match="no catalog is here: no folder 'parts'"):
        load_catalog(tmp_path)


texts = cache(schemas)


def test_golden_schemas(golden):
    """Schemas for editors are those of the types; `python -m model.books.schemas` writes them."""
    for name, text in texts().items():
        golden(SCHEMAS / name, text)


def test_the_schemas_are_written(tmp_path):
    write_schemas(tmp_path / "new")
    written = {path.name: path.read_text("utf-8") for path in (tmp_path / "new").iterdir()}
    assert written == texts()


def test_the_schemas_describe_every_field():
    for text in texts().values():
        schema = json.loads(text)
        for described in [schema, *schema.get("$defs", {}).values()]:
            for name, field in described.get("properties", {}).items():
                assert "description" in field or name == "kind", name


def test_what_was_contradicted_is_corrected() -> None:
    """The SN4600 has two rack units by its manual, which takes precedence over an old library."""
    catalog = load_catalog(needs=())
    assert catalog.figures("mellanox-sn4600")["rack_units"] == 2
    assert "older one of it" in catalog.part("mellanox-sn4600").notes


def test_prices_of_one_day_that_disagree_say_so() -> None:
    catalog = load_catalog(needs=())
    seen = catalog.price("mellanox-mcx75310aas-neat")
    assert seen is not None
    assert seen.price is not None
    assert seen.price.amount == 2188
    assert "1,599 USD" in seen.note


@pytest.mark.parametrize("words", ["10 TB", "10TB", "10 tb", "seagate 10TB"])
def test_a_size_is_that_of_the_capacity(words: str) -> None:
    """No other capacity whose model has these letters, and none called otherwise."""
    catalog = load_catalog()
    found = catalog.named_like(words)
    assert found
    assert {catalog.figures(key)["capacity"] for key in found} == {10e12}
    assert not catalog.named_like("10 TB exos 11 TB")


def test_memory_is_found_by_the_size_it_is_called() -> None:
    catalog = load_catalog()
    assert catalog.named_like("64 GB ddr5") == catalog.named_like("64 GiB ddr5") != ()


ORDER_NUMBER = re.compile(r"\b(?:ST\d{4,}\w+|WUH\w+|MCX[\w-]+|MZ\w{9,}|05-\d{5}-\d\d)")
"""Order numbers of vendors who have some in the names of their parts."""


def test_a_part_is_one_order_number() -> None:
    """No two parts share one, and the name of a part holds its own alone, and once."""
    catalog = load_catalog()
    parts = [catalog.part(key) for key in sorted(catalog.keys())]
    numbers = [part.number for part in parts if part.number]
    assert len(numbers) > 207
    assert len(numbers) == len(set(numbers))
    for part in parts:
        named = ORDER_NUMBER.findall(part.model)
        assert named in ([], [part.number]), part.key
        assert not part.number or part.model.count(part.number) < 2, part.key
        if part.number:
            assert part.key in catalog.named_like(part.number)


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("3,84 TB", "micron-9550-pro-3840gb"),
        ("3.84TB NVMe", "micron-9550-pro-3840gb"),
        ("epyc9454", "amd-epyc-9454"),
        ("MCX75310AASNEAT", "mellanox-mcx75310aas-neat"),
        ("24 TB sas", "wd-hc580-24tb-sas"),
        ("CD8069504194301", "intel-xeon-gold-6248"),
    ],
)
def test_parts_are_found_as_quotes_write_them(words: str, key: str) -> None:
    assert key in load_catalog().named_like(words)


def test_a_link_is_that_of_drives() -> None:
    catalog = load_catalog()
    found = catalog.named_like("24 TB sata")
    assert found
    assert {str(getattr(catalog.part(key), "link", "")) for key in found} == {"sata-3"}


SERIES = {
    r"amd-epyc-(7\d\d2|7\d\d3|9\d\d4|9755|9965)": (r"100-\d{9}", 45),
    r"intel-xeon-(gold|platinum)-[5-8]1\d\d": (r"CD8067303\d{6}", 6),
    r"intel-xeon-(gold|platinum)-[5-8]2\d\d": (r"CD8069504\d{6}", 4),
    r"intel-xeon-(gold|platinum)-[5-8]3\d\d": (r"CD8068904\d{6}", 11),
    r"intel-xeon-(gold|platinum)-[5-8]4\d\d": (r"PK80713\d{8}", 8),
    r"samsung-": (r"MZ\w{9,}", 10),
    r"kioxia-(cm7|cd8)-": (r"KC\w{10,}", 5),
    r"seagate-exos-x2[0-4]": (r"ST\d+NM\w+", 5),
}
"""Series of parts: the form of their order numbers, and how many have one at least."""


@pytest.mark.parametrize("series", SERIES)
def test_each_part_of_a_series_has_its_order_number(series: str) -> None:
    """Quotes find parts by it, written with or without dashes."""
    catalog = load_catalog()
    form, least = SERIES[series]
    keys = [key for key in sorted(catalog.keys()) if re.match(series, key)]
    numbers = {key: catalog.part(key).number for key in keys}
    assert len(keys) >= least
    assert [key for key, number in numbers.items() if not re.fullmatch(form, number)] == []
    for key, number in numbers.items():
        assert key in catalog.named_like(number.replace("-", "").lower())


def test_a_key_of_another_kind_is_suggested_where_none_of_the_kind_is_like_it(make):
    catalog = load_catalog(make())
    unknown = "no part 'disk-10bt' is in the catalog (did you mean 'disk-10tb'?)"
    for kinds in ((), ("hdd",), ("hba",), ("hdd", "hba")):
        assert catalog.problem_with("disk-10bt", *kinds) == unknown
    assert catalog.problem_with("other", "hba").endswith(
        ": write a key such as 'card'; 'catalog list hba' shows all"
    )
    assert catalog.problem_with("other") == "no part 'other' is in the catalog"
    assert catalog.problem_with("card", "hba") == catalog.problem_with("card") == ""
    assert catalog.problem_with("card", "hdd") == (
        "'card' is of kind 'hba': write the key of a part of kind hdd"
    )
