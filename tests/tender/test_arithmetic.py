"""Prices, ranks and command lines against arithmetic of their own, on drawn bids and terms."""

from __future__ import annotations

import math
import re
import shlex
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from model.errors import InputError
from model.reading.documents import read_document, validate
from model.tender.acceptance_commands import (
    bandwidth_commands,
    block_of,
    data_of,
    few_commands,
    io500,
    ior,
    mdtest,
)
from model.tender.acceptance_terms import Terms
from model.tender.acceptance_verdicts import keeps, reaches
from model.tender.amounts import cents, read_amount, refuse_doubtful, refuse_thousands, shown
from model.tender.bid_file import read_bid
from model.tender.evaluation_file import read_evaluation
from model.tender.normalisation import energy_payments, normalise, power_phases
from model.tender.scores import lowest_wins, scores
from model.tender.tender_file import read_tender
from model.units.figures import UnitError

Said = dict[str, Any]
few = settings(max_examples=40)
D = Decimal
CENT = D("0.01")


def near(value: Decimal) -> Decimal:
    """To the cent, halves away from 0."""
    return value.quantize(CENT, ROUND_HALF_UP)


def document(said: Said, name: str = "x.yaml") -> Any:
    return read_document(yaml.safe_dump(said), name)


PRICE = st.sampled_from((None, 100.1, 0.05, 7, 0.125))
LINE = st.fixed_dictionaries(
    {
        "quantity": st.sampled_from((None, 1, 2, 3)),
        "unit_price": PRICE,
        "total": PRICE,
        "kind": st.sampled_from(("base", "base", "option")),
        "section": st.sampled_from(("goods", "software", "unit prices", "maintenance")),
        "vat": st.sampled_from((None, 0.07)),
    }
)
TENDER = st.fixed_dictionaries(
    {
        "line_rule": st.sampled_from(("unit_price", "total")),
        "options": st.sampled_from(("none", "all", "marked")),
        "term": st.sampled_from((None, 3)),
        "discount_rate": st.sampled_from((None, 0.1)),
        "price": st.sampled_from(("net", "gross")),
        "exchange": st.sampled_from(({}, {"USD": 0.9})),
    }
)
BID = st.fixed_dictionaries(
    {
        "prices": st.sampled_from((None, "net", "gross")),
        "currency": st.sampled_from((None, "EUR", "USD")),
        "warranty": st.sampled_from((None, 0, 1, 5)),
        "yearly_maintenance": st.sampled_from((None, 12)),
        "discounts": st.lists(
            st.sampled_from(
                ({"share": 0.1}, {"amount": 5.5}, {"share": 0.5, "condition": "if early"})
            ),
            max_size=3,
        ),
        "racks": st.sampled_from((None, 2)),
    }
)


@settings(max_examples=60)
@given(st.lists(LINE, min_size=1, max_size=5), TENDER, BID, st.booleans())
def test_the_evaluated_price_follows_from_the_rules(lines, rules, offered, has_racks):
    """By the rules as the documentation states them; None where anything is missing."""
    of_tender = {name: value for name, value in rules.items() if value is not None}
    of_tender |= {"vat": 0.19, "title": "T", "marked": ["p1"]}
    of_tender |= {"rack_price": 900} if has_racks else {}
    said = []
    for n, line in enumerate(lines):
        own = {name: value for name, value in line.items() if value is not None}
        own |= {"position": f"p{n}"}
        if line["section"] == "maintenance":
            own |= {"year": n + 1}
        said.append(own)
    of_bid = {name: value for name, value in offered.items() if value is not None}
    found = normalise(
        read_bid(document(of_bid | {"bidder": "A", "lines": said})),
        read_tender(document(of_tender)),
    )

    def priced(line: Said) -> Decimal | None:
        product = None
        if line.get("quantity") is not None and line.get("unit_price") is not None:
            product = near(D(str(line["quantity"])) * D(str(line["unit_price"])))
        total = None if line.get("total") is None else near(D(str(line["total"])))
        first, second = (product, total) if rules["line_rule"] == "unit_price" else (total, product)
        return first if first is not None else second

    groups: dict[float, Decimal] = {}
    later: list[tuple[int, Decimal, float]] = []
    complete = True

    def add(some: list[Said]) -> Decimal:
        nonlocal complete
        added = D(0)
        for line in some:
            amount = priced(line)
            if amount is None:
                complete = False
            else:
                rate = line.get("vat", 0.19)
                groups[rate] = groups.get(rate, D(0)) + amount
                added += amount
        return added

    steps: dict[str, Decimal | None] = {}
    base = [x for x in said if x["kind"] == "base" and x["section"] in ("goods", "software")]
    complete &= bool(base)
    steps["Offer"] = add(base)
    options = [x for x in said if x["kind"] == "option"]
    if rules["options"] == "marked":
        options = [x for x in options if x["position"] == "p1"]
        complete &= bool(options)
    if options or rules["options"] == "marked":
        steps["Options"] = D(0) if rules["options"] == "none" else add(options)
    kept = [x for x in said if x["kind"] == "base" and x["section"] == "maintenance"]
    term, covered = rules["term"], offered["warranty"] or 0
    if term is None:
        if kept:
            steps["Maintenance"] = D(0)
    else:
        counted = [x for x in kept if covered < x["year"] <= term]
        added = add(counted)
        later += [(x["year"], priced(x), x.get("vat", 0.19)) for x in counted if priced(x)]
        missing = [y for y in range(covered + 1, term + 1) if y not in {x["year"] for x in kept}]
        yearly = offered["yearly_maintenance"]
        yearly = None if yearly is None else D(yearly)
        own = {priced(x) for x in counted}
        if yearly is None and len(own) == 1:  # the same in each year
            (yearly,) = own
        if missing and yearly is None:
            complete = False
        elif missing:
            rates = {x.get("vat", 0.19) for x in counted}
            rate = 0.19 if offered["yearly_maintenance"] or len(rates) != 1 else rates.pop()
            groups[rate] = groups.get(rate, D(0)) + yearly * len(missing)
            added += yearly * len(missing)
            later += [(year, yearly, rate) for year in missing if yearly]
        steps["Maintenance"] = added
        if rules["discount_rate"] and later:
            less = [
                (near(amount / (D("1.1") ** year)) - amount, rate) for year, amount, rate in later
            ]
            for one, rate in less:
                groups[rate] = groups.get(rate, D(0)) + one
            steps["Discounting"] = sum(one for one, _ in less)
    before = sum(groups.values(), D(0))
    for one in offered["discounts"]:
        if "condition" in one:
            continue
        if "share" in one:
            groups = {rate: x - near(x * D(str(one["share"]))) for rate, x in groups.items()}
        elif sum(groups.values(), D(0)) <= 0:
            groups[0.19] = groups.get(0.19, D(0)) - D(str(one["amount"]))
        else:  # in proportion to what each rate has; the largest takes what rounding leaves
            amount, whole = D(str(one["amount"])), sum(groups.values(), D(0))
            shares = {rate: near(amount * x / whole) for rate, x in groups.items() if x > 0}
            largest = max(shares, key=lambda rate: groups[rate])
            shares[largest] += amount - sum(shares.values())
            groups = {rate: x - shares.get(rate, D(0)) for rate, x in groups.items()}
    if offered["discounts"]:
        steps["Discounts"] = sum(groups.values(), D(0)) - before
    if offered["currency"] == "USD":
        if rules["exchange"]:
            groups = {rate: near(x * D("0.9")) for rate, x in groups.items()}
            steps["Currency"] = sum(groups.values(), D(0))
        else:
            complete = False
            steps["Currency"] = None
    before = sum(groups.values(), D(0))
    stated, wanted = offered["prices"] or rules["price"], rules["price"]
    if stated != wanted:
        for rate, amount in groups.items():
            factor = 1 + D(str(rate))
            groups[rate] = near(amount / factor if wanted == "net" else amount * factor)
    steps["Value added tax"] = sum(groups.values(), D(0)) - before
    if has_racks:
        steps["Space"] = None if offered["racks"] is None else D(900) * offered["racks"]
        complete &= offered["racks"] is not None
    price = None
    if complete:
        price = sum(groups.values(), D(0)) + (steps.get("Space") or D(0))
    steps["Evaluated price"] = price
    assert {one.name: one.amount for one in found.steps} == steps
    assert [one.name for one in found.steps] == [*steps]
    assert found.price == price
    assert bool(found.undecided) == (not complete)
    for line, one in zip(said, found.lines, strict=True):
        is_option = line["kind"] == "option" and line["section"] != "unit prices"
        left_out = line["section"] == "unit prices"
        if is_option:
            left_out = rules["options"] == "none" or (
                rules["options"] == "marked" and line["position"] != "p1"
            )
        elif line["section"] == "maintenance":
            left_out = term is None or not covered < line["year"] <= term
        assert (one.counts, one.amount) == (not left_out, priced(line))
        assert bool(one.remark) == left_out
    texts = " ".join(found.questions)
    for line in said:
        product = line.get("quantity") is not None and line.get("unit_price") is not None
        both = product and line.get("total") is not None
        differs = both and near(D(str(line["quantity"])) * D(str(line["unit_price"]))) != near(
            D(str(line["total"]))
        )
        asked = f"Position {line['position']}: unit price times quantity is"
        assert (asked in texts) == bool(differs)


PHASES = st.lists(
    st.tuples(st.integers(1, 9), st.integers(1, 99)), max_size=3, unique_by=lambda x: x[0]
)


@few
@given(PHASES.map(sorted), st.sampled_from((None, 50)), st.sampled_from((1, 2.5, 4, 7.25)))
def test_power_by_years_adds_up_to_the_term(phases, typical, years):
    power = {"years": [{"until": until, "typical": f"{watts} W"} for until, watts in phases]}
    power |= {} if typical is None else {"typical": f"{typical} W"}
    said = {"bidder": "A", "lines": [], "total": 1, "power": power}
    if not phases and typical is None:
        return
    found = [*power_phases(read_bid(document(said)).power, years)]
    assert found[0][1] == 0
    assert found[-1][2] == years
    assert all(one[2] == other[1] for one, other in pairwise(found))

    def at(year: float) -> float | None:
        return next((watts for until, watts in phases if year < until), typical)

    steps = 4 * 8
    for n in range(steps):
        year = (n + 0.5) / 4
        if year < years:
            assert [watts for watts, first, last in found if first <= year < last] == [at(year)]


@few
@given(st.sampled_from((0.0, 0.5, 1.0, 2.75)), st.sampled_from((3.0, 3.5, 7.25)))
def test_energy_is_paid_at_the_end_of_each_year(first, last):
    rules = {"title": "T", "term": 9, "discount_rate": 0.1}
    found = [*energy_payments(read_tender(document(rules)), first, last)]
    assert sum(years for years, _ in found) == pytest.approx(last - first)
    assert [year for _, year in found] == [*range(math.floor(first) + 1, math.ceil(last) + 1)]
    assert all(0 < years <= 1 for years, _ in found)
    assert [*energy_payments(read_tender(document({"title": "T"})), first, last)] == [
        (last - first, None)
    ]


AMOUNTS = [
    (850000, (850000.0, "")),
    ("850000 EUR", (850000.0, "EUR")),
    (1234.56, (1234.56, "")),
    (-5, (-5.0, "")),
    ("1234.56", "write the ISO code of the currency, as in '1200 EUR'"),
    (1e15, (1e15, "")),
    (-1e15, (-1e15, "")),
    ("0.5 EUR", (0.5, "EUR")),
    ("1.2345 EUR", (1.2345, "EUR")),
    ("1234.567 EUR", (1234.567, "EUR")),
    ("0.850 EUR", (0.85, "EUR")),
    (2e15, "is too large: at most 1e+15"),
    ("-2000000000000000 EUR", "is too large: at most 1e+15"),
    ("850.000 EUR", "'850.000 EUR' could be 850000 or 850.000: write 850000, or 850.00, without"),
    ("850.125 EUR", "could be 850125 or 850.125: write 850125, or 850.1250, without a mark"),
    ("1,234 EUR", "could be 1234 or 1.234"),
    (True, "isn't an amount: write 850000 or '850000 EUR'"),
    ([], "isn't an amount: write 850000 or '850000 EUR'"),
    ("free", "isn't an amount: write a number such as 1234.56, or '1234.56 EUR', with one mark"),
    ("12 per cent", "isn't an amount"),
]


@pytest.mark.parametrize(("written", "read"), AMOUNTS)
def test_amounts_and_what_is_none(written, read):
    if isinstance(read, tuple):
        assert read_amount(written) == read
        return
    with pytest.raises(UnitError) as wrong:
        read_amount(written)
    assert read in str(wrong.value)


@few
@given(st.integers(-(10**12), 10**12))
def test_amounts_are_shown_to_the_cent(thousandths):
    amount = D(thousandths) / 1000
    assert cents(amount) == near(amount)
    text = shown(amount, "EUR")
    assert text.endswith(" EUR")
    assert D(re.sub(r"[^\d.-]", "", text)) == near(amount)
    whole = text.removesuffix(" EUR").lstrip("-").partition(".")[0].split("\u202f")
    assert [len(part) for part in whole[1:]] == [3] * (len(whole) - 1)
    assert 1 <= len(whole[0]) <= 3


def test_plain_numbers_that_may_be_in_thousands_are_named_with_their_place():
    text = (
        "price: 1.450\nbids:\n- {price: 2.5, quantity: 3.125, weights: {price: 1.450}}\nx: 1.450\n"
    )
    with pytest.raises(InputError) as wrong:
        refuse_thousands(read_document(text, "x.yaml"), ("price", "quantity"))
    assert [str(one).partition(" could")[0] for one in wrong.value.problems] == [
        "x.yaml:1:1: price: '1.450'",
        "x.yaml:3:16: bids.0.quantity: '3.125'",
    ]
    refuse_thousands(read_document(text, "x.yaml"), ("quality",))
    for harmless in ("12.3456", "0.125", "1234.567", "1.45", "1.234.567"):
        refuse_doubtful(harmless)


SCORED = st.fixed_dictionaries(
    {
        "quality": st.sampled_from((None, 0, 60, 60, 75, 100)),
        "price": st.sampled_from((None, 0, 50, 100, 100, 120)),
        "excluded": st.sampled_from(("", "", "", "late")),
        "musts": st.sampled_from(
            (
                {},
                {},
                {"a": "met"},
                {"a": "unknown"},
                {"b": "unknown", "a": "unknown"},
                {"a": "not met"},
            )
        ),
    }
)
METHODS: dict[str, Said] = {
    "lowest_price": {},
    "ratio": {},
    "award_on_value": {"value_per_point": 1},
    "price_over_score": {"quality_max": 100},
}


@settings(max_examples=50)
@given(
    st.lists(SCORED, min_size=1, max_size=5),
    st.sampled_from(sorted(METHODS)),
    st.sampled_from((None, "price", "quality")),
)
def test_ranks_follow_from_scores(rows, method, ties):
    """Equal scores share a rank, and the next one counts them all; a rule may tell them apart."""
    said = [
        {"name": "ABCDE"[n]} | {name: x for name, x in row.items() if x not in (None, "", {})}
        for n, row in enumerate(rows)
    ]
    rules = {"method": method, "bids": said, **METHODS[method]}
    rules |= {} if ties is None else {"ties": ties}
    found = scores(read_evaluation(document(rules)))
    needed = ("price",) if method == "lowest_price" else ("quality", "price")
    expected: dict[str, tuple[float, float]] = {}
    for row, one in zip(rows, found.bids, strict=True):
        missed = sorted(name for name, x in row["musts"].items() if x == "not met")
        unknown = sorted(name for name, x in row["musts"].items() if x == "unknown")
        lacking = [name for name in needed if row[name] is None]
        why = ""
        if row["excluded"] or missed:
            why = f"excluded: {row['excluded'] or 'misses ' + ', '.join(missed)}"
        elif unknown:
            why = (
                f"not decided: {', '.join(unknown)} {'is' if len(unknown) == 1 else 'are'} unknown"
            )
        elif lacking:
            why = f"incomplete: no {' and no '.join(lacking)}"
        elif row["price"] == 0:
            why = "not decided: the price isn't above 0; ask the bidder"
        elif method == "price_over_score" and row["quality"] == 0:
            why = "not decided: the formula has no value for the figures of the bid"
        assert (one.why, one.excluded) == (why, why.startswith("excluded"))
        if why:
            assert (one.score, one.rank) == (None, None)
            continue
        quality, price = row["quality"] or 0, row["price"]
        value = {
            "lowest_price": price,
            "ratio": quality / price,
            "award_on_value": price - quality,
            "price_over_score": price / (quality or 1),
        }[method]
        if method != "price_over_score":
            assert one.score == pytest.approx(value)
        else:
            value = one.score
        of_tie = {None: 0, "price": price, "quality": -quality}[ties]
        lowest = lowest_wins(found.evaluation)
        expected[one.name] = round(value if lowest else -value, 9), of_tie
    places = {
        name: 1 + sum(other < key for other in expected.values()) for name, key in expected.items()
    }
    assert found.places() == places
    order = [
        tuple(sorted(name for name, place in places.items() if place == rank))
        for rank in sorted(set(places.values()))
    ]
    assert found.order() == tuple(order)
    assert set(found.ties) == {names for names in order if len(names) > 1}
    undecided = any(one.why and not one.excluded for one in found.bids)
    assert any("undecided bids have no rank" in text for text in found.warnings) == undecided


TERMS = st.fixed_dictionaries(
    {
        "clients": st.integers(1, 40),
        "processes_per_client": st.integers(1, 16),
        "client_memory": st.sampled_from(("64 GB", "256 GiB")),
        "server_memory": st.sampled_from(("512 GB", "1 TiB")),
        "direct": st.booleans(),
        "transfer_size": st.sampled_from(("1 MiB", "16 MiB")),
        "benchmark": st.sampled_from(("ior", "fio")),
        "repeats": st.integers(2, 9),
        "files_per_process": st.integers(1, 20_000),
        "stonewall": st.sampled_from(("300 s", "60 s")),
    }
)
MEMORY = {"64 GB": 64e9, "256 GiB": 256 * 2.0**30, "512 GB": 512e9, "1 TiB": 2.0**40}


def options_of(line: str) -> dict[str, str]:
    words = shlex.split(line)
    return {
        word: words[n + 1] if n + 1 < len(words) and not words[n + 1].startswith("-") else ""
        for n, word in enumerate(words)
        if word.startswith("-")
    }


@few
@given(TERMS)
def test_commands_have_the_numbers_of_the_terms(said):
    terms = validate(Terms, document(said))
    clients, each = said["clients"], said["processes_per_client"]
    transfer = {"1 MiB": 2.0**20, "16 MiB": 2.0**24}[said["transfer_size"]]
    seconds = said["stonewall"].removesuffix(" s")
    for processes, many in ((clients * each, clients), (1, 1)):
        own = many if processes > 1 or clients * each == 1 else 1
        memory = own * MEMORY[said["client_memory"]]
        memory += 0 if said["direct"] else MEMORY[said["server_memory"]]
        assert data_of(terms, processes) == 2 * memory
        block = block_of(terms, processes)
        assert block % transfer == 0
        assert block * processes >= 2 * memory - 1
        assert (block - transfer) * processes < 2 * memory
    for line, processes in (
        (ior(terms), clients * each),
        (ior(terms, shared=True), clients * each),
        (ior(terms, alone=True), 1),
    ):
        options = options_of(line)
        assert options["-np"] == str(processes)
        assert options.get("--map-by") == (
            None if line == ior(terms, alone=True) else f"ppr:{each}:node"
        )
        assert ("-F" in options) == (line == ior(terms))
        assert ("--posix.odirect" in options) == said["direct"]
        assert options["-t"] == f"{transfer:.0f}"
        assert options["-b"] == f"{block_of(terms, processes):.0f}"
        assert (options["-D"], options["-i"]) == (seconds, str(said["repeats"]))
        assert options["-o"] == "/mnt/acceptance/ior"
    for one, processes in ((False, clients * each), (True, each)):
        options = options_of(mdtest(terms, one_client=one))
        assert options["-np"] == str(processes)
        assert options["-n"] == str(said["files_per_process"])
        assert options.get("-N") == (None if one else str(each))
        assert options["-i"] == str(said["repeats"])
    lines = bandwidth_commands(terms, "T2", 3)
    if said["benchmark"] == "ior":
        assert len(lines) == 1
        assert options_of(lines[0])["-i"] == "3"
        assert bandwidth_commands(terms, "T2") == (ior(terms),)
        assert few_commands(terms) == (ior(terms, shared=True), ior(terms, alone=True))
    else:
        assert len(lines) == 6
        for way, job, run in (("write", lines[2], lines[3]), ("read", lines[4], lines[5])):
            assert f"rw={way}\\n" in job
            assert ("end_fsync=1" in job) == (way == "write")
            assert f"size={block_of(terms, clients * each):.0f}\\n" in job
            assert f"numjobs={each}\\n" in job
            assert f"direct={int(said['direct'])}\\n" in job
            assert f"runtime={seconds}\\n" in job
            assert "$(seq 3)" in run
            assert f"T2-{way}-$n.json" in run
        alone = few_commands(terms)
        assert alone[0] == ior(terms, shared=True)
        assert f"--size={block_of(terms, 1):.0f} --numjobs=1 " in alone[2]
        assert f"$(seq {said['repeats']})" in alone[2]
    head, run = io500(terms)
    assert f"blockSize = {block_of(terms, clients * each):.0f}\\n" in head
    assert f"\\nn = {said['files_per_process']}\\n" in head
    assert f"mpirun -np {clients * each} " in run


def test_memory_of_servers_is_needed_unless_caches_are_bypassed():
    said = {"clients": 2, "processes_per_client": 3, "client_memory": "1 GB"}
    with pytest.raises(ValueError, match="state 'server_memory', or 'direct: true'"):
        data_of(validate(Terms, document(said)))
    direct = validate(Terms, document(said | {"direct": True}))
    assert (data_of(direct), data_of(direct, 1)) == (4e9, 2e9)


@few
@given(st.floats(1e-3, 1e15))
def test_a_figure_at_its_limit_keeps_it(limit):
    assert reaches(limit, limit)
    assert keeps(limit, limit)
    assert not reaches(limit * 0.999, limit)
    assert not keeps(limit * 1.001, limit)
    assert reaches(limit * 1.001, limit)
    assert keeps(limit * 0.999, limit)
