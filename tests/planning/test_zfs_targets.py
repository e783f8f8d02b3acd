"""Targets of ZFS as a scenario says them: partitions, encryption, and the files to be kept."""

from __future__ import annotations

import pytest

from model import evaluate, load_scenario, zfs_files, zfs_pool
from model.answers.levers import Levers, edits, tried
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.summary import headline
from model.answers.survival import survival
from model.design.scenario import edited
from model.errors import InputError
from model.zfs.partitions import PARTITIONINGS

TIER, POOL = "site/tiers:t", "site/tiers:t/pools:target"
FILES = {"4 KiB": 0.75, "3 GB": 0.25}
MIX = ", ".join(f"{{size: {size}, share: {share}}}" for size, share in FILES.items())


def scenario(target: str, *, file_system: str = "lustre", capacity: str = "10 TB") -> str:
    return f"""
schema: ostimate.scenario/1
name: s
tiers:
  - name: t
    file_system: {file_system}
    blocks: 3
    servers: {{name: a server, per_block: 2}}
    drives: {{name: a drive, per_server: 60, capacity: {capacity}}}
    target: {{{target}}}
"""


def planned(target: str, **more: str) -> Results:
    return evaluate(load_scenario("s.yaml", scenario(target, **more)))


def problem(target: str, **more: str) -> str:
    with pytest.raises(InputError) as error:
        planned(target, **more)
    return str(error.value)


@pytest.mark.parametrize("scheme", PARTITIONINGS)
@pytest.mark.parametrize("layout", ["raidz2:10", "2 x draid2:8d:30c:2s"])
def test_a_target_on_partitions_is_the_pool_on_partitions(scheme: str, layout: str) -> None:
    """Each scheme leaves a target what it leaves the pool by itself, under LUKS too."""
    results = planned(f"layout: '{layout}', partitioning: {scheme}, luks: 16 MiB")
    pool = zfs_pool(layout, "10 TB", partitioning=scheme, luks="16 MiB")
    assert results[POOL, "pool_available"] == pool.available
    assert results[POOL, "pool_size"] == pool.size
    assert results[POOL, "target_capacity"] == pool.lustre
    raw = results[TIER, "raw_capacity"]
    assert raw == 3 * 2 * 60 * 10e12


def test_a_header_alone_is_cut_off_each_drive() -> None:
    """A header of LUKS goes off the leaf; drives are still bought whole."""
    results = planned("layout: 'raidz2:10', luks: 16 MiB")
    group = f"{POOL}/groups:group 1"
    assert results[group, "partition_capacity"] == 10e12
    assert results[group, "leaf_capacity"] == 10e12 - 2**24
    assert results[TIER, "raw_capacity"] == 3 * 2 * 60 * 10e12
    at = f"{group}", "encryption_header"
    assert results.plan.provenance[at].field == "tiers.0.target.luks"


@pytest.mark.parametrize("layout", ["raidz2:10", "draid2:8d:30c:2s", "2 x mirror:3"])
@pytest.mark.parametrize("file_system", ["lustre", "zfs"])
def test_files_are_those_of_the_pool(layout: str, file_system: str) -> None:
    """What a target holds of such files is what the pool holds, less Lustre's reserve."""
    target = f"layout: '{layout}', record_size: 1 MiB, files: [{MIX}]"
    results = planned(target, file_system=file_system)
    alone = zfs_files(layout, FILES, "10 TB", recordsize="1 MiB")
    assert int(results[POOL, "pool_files_capacity"] or 0) == alone.stored
    share = (results[TIER, "files_capacity"] or 0) / (results[TIER, "usable_capacity"] or 0)
    assert share == pytest.approx(alone.stored / alone.available, rel=1e-9)
    assert (results[TIER, "files_capacity"] or 0) < (results[TIER, "stored_capacity"] or 0)


def test_files_on_pools_of_raid_groups() -> None:
    """ZFS on RAID groups pads nothing: a small file takes its sectors, pointers and entry."""
    target = "redundancy: raid, layout: 'raid6:10', format: zfs, files: [{size: 4 KiB}]"
    results = planned(target, file_system="zfs")
    alone = zfs_files("disk", {"4 KiB": 1}, 8 * 10**13)
    share = (results[TIER, "files_capacity"] or 0) / (results[TIER, "usable_capacity"] or 0)
    assert share == pytest.approx(alone.stored / alone.available, rel=1e-9)


def test_without_files_nothing_is_said_of_them() -> None:
    assert (TIER, "files_capacity") not in planned("layout: 'raidz2:10'").values


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("kept_back: 1 GB, partitioning: linux", "either 'kept_back', or 'partitioning' and"),
        ("kept_back: 1 GB, luks: 16 MiB", "either 'kept_back', or 'partitioning' and"),
        ("partitioning: dos", "target.partitioning: no partitioning 'dos' is known: write one of"),
        ("luks: 16 Mb", "bits or bytes"),
        ("luks: 9.99999 TB", "target.luks: this leaves ZFS less than 64 MiB"),
        ("files: [{size: 4 KiB, share: 0.5}]", "make 0.5: write shares that make 1"),
    ],
)
def test_what_no_target_can_be_is_refused(target: str, words: str) -> None:
    """One line with its place says what to write instead."""
    assert words in problem(f"layout: 'raidz2:10', {target}")


def test_partitions_that_leave_nothing() -> None:
    """TrueNAS's swap doesn't fit a drive of 2 GB."""
    words = problem("layout: 'raidz2:10', partitioning: truenas-22.12", capacity="2 GB")
    assert "target.partitioning: this leaves ZFS less than 64 MiB" in words


SPECIAL = """
schema: ostimate.scenario/1
name: s
tiers:
  - name: t
    file_system: lustre
    blocks: 2
    servers: {{name: a server, per_block: 1}}
    drives: {{name: a drive, per_server: 30, capacity: 10 TB}}
    target: {{layout: "{layout}", record_size: 1 MiB{more}}}
"""
STEPS_OF_SPECIAL = (
    "spare_capacity",
    "special_capacity",
    "redundancy_capacity",
    "formatting_capacity",
    "slop_capacity",
    "file_system_reserve",
    "headroom_capacity",
    "planned_capacity",
)


@pytest.mark.parametrize(
    ("layout", "special", "spares"),
    [
        ("raidz2:10 + special mirror:2", 2, 6),
        ("raidz2:10 + special mirror:2 of 1.6 TB", 0, 0),
        ("2 x raidz2:10 + special mirror:3 + 2 x log + cache + 2 spares", 8, 2),
        ("raidz2:10 + dedup mirror:2 of 960 GB + spare", 1, 8),
        ("raidz3:11 + mirror:2", 0, 4),
    ],
)
def test_special_vdevs_of_a_tier_are_those_of_a_pool(
    layout: str, special: int, spares: int
) -> None:
    """What `pool` says of the same text; drives without data are a step of their own."""
    results = evaluate(load_scenario("s.yaml", SPECIAL.format(layout=layout, more="")))
    path, pool = "site/tiers:t", zfs_pool(layout, "10 TB")
    targets = results[path, "targets"]
    assert targets
    assert results[path, "usable_capacity"] == targets * pool.lustre
    assert results[f"{path}/pools:target", "pool_size"] == pool.size
    assert results[path, "special_drives_per_target"] == special
    assert results[path, "special_capacity"] == targets * special * 10**13
    assert results[path, "spare_drives_per_block"] == spares
    assert sum(results[path, step] or 0 for step in STEPS_OF_SPECIAL) == pytest.approx(600e12)
    beside = [warning for warning in results.warnings if "stand beside the tier's" in warning]
    assert bool(beside) is (" of " in layout)


def test_special_vdevs_below_partitions() -> None:
    """What is cut off each drive is cut off those of another size, too."""
    layout, more = "raidz2:10 + special mirror:2 of 1.6 TB", ", partitioning: linux, luks: 16 MiB"
    results = evaluate(load_scenario("s.yaml", SPECIAL.format(layout=layout, more=more)))
    pool = zfs_pool(layout, "10 TB", partitioning="linux", luks="16 MiB")
    assert (
        results["site/tiers:t", "usable_capacity"]
        == results["site/tiers:t", "targets"] * pool.lustre
    )
    assert results["site/tiers:t/pools:target", "pool_size"] == pool.size


@pytest.mark.parametrize(
    ("layout", "more", "remedy"),
    [
        ("raidz2:10 of 8 TB", "", "a separate tier for other drives"),
        ("raidz2:10 + special mirror:2", ", release: '0.7'", "0.8 is the first"),
        ("special mirror:2", "", "no vdev for data"),
        ("raidz2:10 + special mirror:2 of 60 MiB", "", "less than 64 MiB of a drive"),
    ],
)
def test_special_vdevs_that_cant_be(layout: str, more: str, remedy: str) -> None:
    with pytest.raises(InputError, match=remedy):
        evaluate(load_scenario("s.yaml", SPECIAL.format(layout=layout, more=more)))


@pytest.mark.parametrize(
    ("size", "stated", "top"),
    [("record_size", "32 MiB", "16 MiB"), ("sector_size", "128 KiB", "64 KiB")],
)
def test_sizes_beyond_those_of_openzfs_name_the_largest(size: str, stated: str, top: str) -> None:
    """Records of 16 MiB (zfs_max_recordsize) and sectors of 64 KiB (ashift 16) are the largest."""
    said = problem(f"layout: 'raidz2:10', {size}: {stated}")
    assert f"'{size}' must be a power of two from 512 B to {top}" in said
    planned(f"layout: 'raidz2:10', {size}: {top}")


@pytest.mark.parametrize(("enclosures", "survives"), [(12, 1), (6, 1), (4, 0), (5, 0), (1, 0)])
def test_failure_domains_in_enclosures(enclosures: int, survives: int) -> None:
    """12 domains over 12 or 6 enclosures: 1 or 2 drives of a failure group go with one enclosure.

    As a single failure group, 24 drives over 12 or 6 enclosures lose 2 or 4 with one.
    """
    text = scenario("layout: 'draid2:4d:12c:24w', release: next", file_system="zfs").replace(
        "drives: {name: a drive, per_server: 60,",
        f"enclosures: {{name: e, per_block: {enclosures}}}\n    "
        "drives: {name: a drive, per_enclosure: 60,",
    )
    found = evaluate(load_scenario("s.yaml", text))
    assert found["site/tiers:t", "survives_enclosure_loss"] == survives
    [group] = [path for path in found.plan.instances if path.endswith("groups:group 1")]
    assert found[group, "failure_domains_in_enclosure"] == -(-12 // enclosures)
    words = sentence_text(found, survival(found))
    survived = "survives the loss of 2 drives in each vdev (or all drives of 2 failure domains)"
    assert words.startswith(survived)
    plain = evaluate(load_scenario("s.yaml", text.replace(":12c:24w", ":24c")))
    assert "failure domain" not in sentence_text(plain, survival(plain))
    assert plain["site/tiers:t", "survives_enclosure_loss"] == (enclosures == 12)


@pytest.mark.parametrize(
    ("layout", "common", "pieces", "unit"),
    [
        ("raidz2:10 + special mirror:2", "", [], ""),
        ("raidz2:10 + special mirror:2 of 1.6 TB + 2 x log of 800 GB", "", [12, 12], ""),
        ("raidz2:10" + 2 * " + special mirror:2 of 1.6 TB", "", [24], ""),
        ("raidz2:10 + special mirror:2 of 1.6 TB", "  estimates: true\n", [12], "1.9 TB"),
        ("raidz2:10 + special mirror:2 of 7.68 TB", "  estimates: true\n", [12], "7.68 TB"),
        ("raidz2:10 + special mirror:2 of 1.6 TB", "common: [{name: SSDs, count: 2}]\n", [], ""),
        ("raidz2:10 + spare of 10 TB", "  estimates: true\n", [6], ""),
    ],
)
def test_drives_beside_the_tier_are_bought(
    layout: str, common: str, pieces: list[float], unit: str
) -> None:
    """They have a line each: unknown, or with the price of flash of their size."""
    rates = "economics:\n  price_date: 2026-11-22\n  exchange: {USD: {rate: 1, date: 2026-11-22}}\n"
    text = SPECIAL.format(layout=layout, more="") + f"\n{rates}{common}"
    results = evaluate(load_scenario("s.yaml", text))
    lines = [one for one in results.plan.lines if one.role == "drives beside"]
    assert [results[one.path, "line_count"] for one in lines] == pieces
    for one in lines:
        price = results[one.path, "unit_price"]
        assert results[one.path, "line_power"] == 25.0 * pieces[0]
        if unit:
            known = results.plan.prices[one.path].known[0].source
            assert price == pytest.approx(float(unit.split()[0]) * 286.7, rel=1e-3)
            assert ("as a drive of 1.9 TB" in known) == ("1.6" in layout)
        else:
            assert price is None


def test_vdevs_alike_are_warned_of_once() -> None:
    """Of drives of another size there is a warning of its own."""
    twice = 2 * " + special mirror:2 of 1.6 TB" + " + special mirror:2 of 3.2 TB"
    text = SPECIAL.format(layout=f"raidz2:10{twice}", more="")
    found = [
        one
        for one in evaluate(load_scenario("s.yaml", text)).warnings
        if "stand beside the tier's" in one
    ]
    assert len(found) == len(set(found)) == 2


@pytest.mark.parametrize(
    ("more", "asked"),
    [
        ("", [True, True]),
        ("    vdev_drives: [{name: x, price: 900 EUR}]", [False, True]),
        ("    vdev_drives: [{name: x}, {name: y}]", [False, False]),
        ("common: [{name: SSDs, count: 2}]", [False, False]),  # 'vdev_drives' would be refused
    ],
)
def test_part_and_price_are_asked_for_where_none_is_stated(more: str, asked: list[bool]) -> None:
    layout = "raidz2:10 + special mirror:2 of 1.6 TB + log of 800 GB"
    text = SPECIAL.format(layout=layout, more="") + f"{more}\n"
    warnings = evaluate(load_scenario("s.yaml", text)).warnings
    found = [one for one in warnings if "stand beside the tier's: no bay" in one]
    assert ["'vdev_drives'" in one for one in found] == asked


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        (
            "special mirror:2 of 1.6 TB",
            "has 3.84 TB, of which the layout counts 1.6 TB, as 'special",
        ),
        ("special mirror:2 of 3.84 TB", ""),
        ("special mirror:2 of 3.8 TB", ""),
    ],
)
def test_a_part_larger_than_its_vdev_is_said(layout: str, said: str) -> None:
    text = SPECIAL.format(layout=f"raidz2:10 + {layout}", more="")
    part = "    vdev_drives: [{part: micron-9550-pro-3840gb}]\n"
    warnings = evaluate(load_scenario("s.yaml", text + part)).warnings
    found = [one for one in warnings if one.startswith("tiers.0.vdev_drives.0.part: it")]
    assert len(found) == bool(said)
    assert all(said in one for one in found)


RATES = "{estimates: true, price_date: 2026-11-22, exchange: {USD: {rate: 1, date: 2026-11-22}}}"
BESIDE = "site/tiers:t/lines:drives beside"


def test_levers_move_the_price_of_drives_beside_the_tier() -> None:
    """They become entries with that price; what is entered for one kind stays."""
    layout = "raidz2:10 + special mirror:2 of 1.6 TB + 2 x log of 800 GB"
    text = SPECIAL.format(layout=layout, more="") + f"economics: {RATES}\n"
    one = {"tiers.0.vdev_drives": [{"name": "Optane", "price": "900 USD", "power": "9 W"}]}
    plain = evaluate(load_scenario("s.yaml", text))
    stated = evaluate(edited(plain.plan.scenario, one))
    assert stated[f"{BESIDE} 1", "unit_price"] == 900
    assert stated[f"{BESIDE} 1", "unit_power"] == 9.0
    assert stated[f"{BESIDE} 1", "unit_weight"] == 1.0
    for results in (plain, stated):
        assert not [at for at in results.plan.fields if at[0] == f"{BESIDE} 2"]
        before = [results[f"{BESIDE} {n}", "unit_price"] or 0.0 for n in (1, 2)]
        for levers, factor in ((Levers(prices=0.2), 1.2), (Levers(flash=0.5), 1.5)):
            changes = edits(results, levers)
            after = evaluate(edited(results.plan.scenario, changes))
            moved = [after[f"{BESIDE} {n}", "unit_price"] for n in (1, 2)]
            assert moved == pytest.approx([factor * price for price in before], abs=0.01)
            assert after[f"{BESIDE} 1", "line_count"] == results[f"{BESIDE} 1", "line_count"]


@pytest.mark.parametrize(
    ("layout", "drives", "shares"),
    [
        (
            "special mirror:2 of 1.6 TB + log of 800 GB",
            "{price: 1000 EUR}, {price: 500 EUR}",
            (0, 1),
        ),
        ("special mirror:2 of 1.6 TB + log of 800 GB", "{price: 1000 EUR}", (0, 1)),
        (
            "log of 800 GB + spare of 20 TB",
            "{price: 1000 EUR}, {part: seagate-exos-x24-24tb, price: 500 EUR}",
            (1 / 3, 2 / 3),
        ),
    ],
)
def test_drives_beside_the_tier_are_flash_or_disks_of_a_later_order(
    layout: str, drives: str, shares: tuple[float, float]
) -> None:
    """A later order and the slider of months say the same, and media are still the tier's."""
    drives = drives.replace("{price", "{name: x, price")
    rates = RATES.replace("estimates: true", "media_replacement: 2 %")
    text = SPECIAL.format(layout=f"raidz2:10 + {layout}", more="")
    text += f"    vdev_drives: [{drives}]\neconomics: {rates}\n"
    results = evaluate(load_scenario("s.yaml", text))
    found = [results["site", f"site_{kind}_cost_share"] for kind in ("disk", "flash")]
    assert found == pytest.approx(shares)
    assert found == [results[TIER, f"{kind}_cost_share"] for kind in ("disk", "flash")]
    later = tried(results, Levers(months=24))["site", "known_capital_cost"] or 0.0
    level = later / (results["site", "known_capital_cost"] or 0.0)
    assert level == pytest.approx(results["site", "later_order_level"], rel=1e-4)
    assert results["site/years:year 1", "media_price_level"] == 0.0  # those of unknown price


@pytest.mark.parametrize(
    ("layout", "drives", "more", "said"),
    [
        ("raidz2:10 + special mirror:2", "[{name: x}]", "", "vdevs of a size of their own"),
        ("raidz2:10 + log of 800 GB", "[{name: x}, {name: y}]", "", "the layout has log"),
        ("raidz2:10 + log of 3.9 TB", "[{part: micron-9550-pro-3840gb}]", "", "a larger part"),
        ("raidz2:10 + log of 800 GB", "[{part: amd-epyc-9124}]", "", "a part of kind hdd or ssd"),
        (
            "raidz2:10 + log of 800 GB",
            "[{name: x}]",
            "common: [{name: SSDs, count: 2}]",
            "in one place",
        ),
    ],
)
def test_drives_beside_the_tier_that_cant_be(
    layout: str, drives: str, more: str, said: str
) -> None:
    text = SPECIAL.format(layout=layout, more="") + f"    vdev_drives: {drives}\n{more}\n"
    with pytest.raises(InputError, match=said):
        evaluate(load_scenario("s.yaml", text))


def test_drives_beside_the_tier_have_the_figures_of_their_part() -> None:
    part = "vdev_drives: [{part: micron-9550-pro-3840gb}]"
    text = SPECIAL.format(layout="raidz2:10 + special mirror:2 of 3.84 TB", more="")
    results = evaluate(load_scenario("s.yaml", f"{text}    {part}\n"))
    [line] = [one for one in results.plan.lines if one.role == "drives beside"]
    assert (line.part, line.kind) == ("micron-9550-pro-3840gb", "ssd")
    assert results[line.path, "unit_power"] != 25.0
    assert results[line.path, "unit_weight"] is not None  # assumed, as data sheets don't state it


COMMON = "common: [{name: two SSDs, count: 2, price: 300 EUR}]"


@pytest.mark.parametrize(
    ("layout", "common", "said"),
    [
        ("raidz2:10 + special mirror:2 + log", "", ""),
        ("raidz2:10 + special mirror:2", COMMON, ""),
        (
            "raidz2:10 + special mirror:2 of 1.6 TB + 2 x log of 800 GB",
            "",
            ", without the drives of special mirror:2 and 2 x log",
        ),
        (
            "raidz2:10 + special mirror:2 of 1.6 TB",
            COMMON,
            ", without the drives of special mirror:2 unless they are in 'common'",
        ),
    ],
)
def test_the_purchase_names_drives_that_no_tier_buys(layout: str, common: str, said: str) -> None:
    text = SPECIAL.format(layout=layout, more="") + f"\n{common}\n"
    found = headline(evaluate(load_scenario("s.yaml", text)))
    purchase = next(part for part in found.split(". ") if part.startswith("Purchase"))
    assert ("without the drives" in purchase) == bool(said)
    assert said in purchase
