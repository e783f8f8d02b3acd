"""Designs beside each other: figures, requirements, bill, years, and what scenarios differ in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, zip_longest

from model.answers.comparison import ABSENT, KNOWN, Compared, has, measured, unit_of
from model.answers.prices import why_free
from model.answers.ranges import BANDWIDTHS, LOSS, Range, range_of
from model.answers.regrets import Regret, Regrets
from model.answers.results import WAYS, BillLine, Results, Stage
from model.answers.views.bandwidth_table import HIGH, LOW
from model.answers.views.view import Column, Entry, FixedValue, Row, Value, View, figure
from model.answers.views.view_formulas import computed, rate_of_all_servers, sum_of_years
from model.engine.quantity import SHARES, Input, Quantity
from model.engine.tree import Address
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.units.brief import about
from model.units.figures import percent, show, show_both
from model.units.words import label

MOST_DIFFERENCES = 60
"""What scenarios differ in beyond it is counted: they are no variants of one design."""
LONGEST = 60
"""Letters of what a scenario says that are shown."""


def views(compared: Compared) -> Iterator[View]:
    """Give each table that has a row."""
    for of in (answers, ways, parts, grounds):
        yield from of(compared)


def answers(compared: Compared) -> Iterator[View]:
    """Give what the designs come to, and whether that is enough."""
    yield from _with_rows(compared, figures, requirements)


def ways(compared: Compared) -> Iterator[View]:
    """Give the ways there: of capacity, and of the data."""
    yield from _with_rows(compared, capacity, *(partial(chain, way=way) for way in WAYS))


def parts(compared: Compared) -> Iterator[View]:
    """Give what is bought."""
    yield from _with_rows(compared, bill)


def grounds(compared: Compared) -> Iterator[View]:
    """Give what is paid when, what the money rests on, and what the scenarios say otherwise."""
    yield from _with_rows(compared, years, bases, differences)


def _with_rows(compared: Compared, *made: Callable[[Compared], View]) -> Iterator[View]:
    yield from (view for make in made if (view := make(compared)).rows)


def _columns(
    compared: Compared, small: str = "", look: str = "", before: str = ""
) -> tuple[Column, ...]:
    """Give a column for each design, with what stands small below it; one may stand `before`."""
    columns = [Column(before, "before", "promise" if before == REQUIRED else "text")] * bool(before)
    for n, name in enumerate(compared.designs):
        columns.append(Column(name, f"{n}", "promise", against="0" if n else ""))
        if small:
            columns.append(Column(small, f"{n} {small}", look, below=f"{n}"))  # type: ignore[arg-type]
    return tuple(columns)


def _texts(compared: Compared) -> tuple[Column, ...]:
    """Give a column of texts for each design."""
    return tuple(
        Column(name, f"{n}", "text", against="0" if n else "")
        for n, name in enumerate(compared.designs)
    )


STEPS = "From raw to live capacity"
YEARS = "Known cost over the years, net; cumulative below or in parentheses"
"""The titles of tables that are charts, too."""
REQUIRED = "Required"
"""The column of what is required."""


def bases(compared: Compared) -> View:
    """Give what the money of each design rests on: currency, day of prices, years, what is left."""
    labelled: tuple[tuple[str, Callable[[Results], str]], ...] = (
        ("Currency", lambda one: one.plan.scenario.economics.currency),
        ("Prices as of", lambda one: str(one.plan.scenario.economics.price_date or "the latest")),
        ("Years of service", lambda one: str(one.plan.scenario.economics.years)),
        ("Discount rate", lambda one: _share(one, "discount_rate")),
        ("Value added tax", lambda one: _share(one, "vat_rate")),
        ("Prices unknown", lambda one: _count(one, "unknown_equipment_cost")),
        ("Not counted", lambda one: ", ".join(one.plan.scenario.economics.left_out) or "nothing"),
    )
    rows = tuple(Row(name, tuple(tell(one) for one in compared.all)) for name, tell in labelled)
    columns = _texts(compared)
    return View("Basis of the amounts", "Basis", columns, rows)


def _count(results: Results, name: str) -> str:
    value = results.values.get(("site", name))
    return "unknown" if value is None else f"{value:.0f}"


def _share(results: Results, name: str) -> str:
    value = results.values.get(("site", name))
    return "unknown" if value is None else percent(value, 1)


def figures(compared: Compared) -> View:
    """Give the site's figures, with how far each design is from the first."""
    rows: list[Row] = []
    for name in compared.measures:
        label = label_of(compared, name)
        rows.append(Row(label, tuple(_beside(compared, name)), key=name))
        if name in BANDWIDTHS:
            rows += _ends(compared, name, label)
    view = View("Figures", "Figure", _columns(compared, AGAINST, "change"), tuple(rows))
    return view.only(*(c.key for c in view.columns if c.key != f"0 {AGAINST}"))


def _ends(compared: Compared, name: str, label: str) -> Iterator[Row]:
    """Give the ends of the ranges of a bandwidth."""
    found = [range_of(one, "site", name) for one in compared.all]
    for n, end in enumerate((LOW, HIGH)):
        entries: list[Entry] = []
        for each in found:
            entries += [ABSENT if each is None else FixedValue(each[n], "byte/s"), ""]
        key = f"{name}_{Range._fields[n]}"
        yield Row(f"{label}: {end.lower()}", tuple(entries), tone="faint", key=key)


def alike(compared: Compared) -> str:
    """Name designs whose ranges of a bandwidth overlap, and which one; empty without any."""
    by: dict[str, list[str]] = {}
    for way in WAYS:
        pairs = compared.alike(f"{way}_bandwidth")
        every = len(compared.designs) * (len(compared.designs) - 1) // 2
        which = "; ".join(" and ".join(pair) for pair in pairs)
        if len(pairs) == every:
            which = "The two designs" if every == 1 else "The designs"
        if pairs:
            by.setdefault(which, []).append(way)
    return " ".join(
        f"{which}: the 90 % ranges of {' and '.join(of)} bandwidth overlap; either may be faster."
        for which, of in by.items()
    )


AGAINST = "Difference from the first"
"""What stands below the figures of all designs but the first."""


def label_of(compared: Compared, name: str) -> str:
    """Name a figure of the site."""
    return item_of(compared, name).label


def item_of(compared: Compared, name: str) -> Input | Quantity:
    """Give a figure of the site, as one of the designs has it."""
    known = next(one for one in compared.all if ("site", name) in one.values)
    return known.item("site", name)


def _beside(compared: Compared, name: str) -> Iterator[Entry]:
    values = [measured(one, name) for one in compared.all]
    unit, is_share = unit_of(compared, name), item_of(compared, name).shown in SHARES
    first, first_in_part = values[0]
    for n, ((value, in_part), currency) in enumerate(zip(values, compared.currencies, strict=True)):
        one = compared.all[n]
        whole = f"{KNOWN * in_part}{name}"
        is_shown = one.values.get(("site", whole)) == value  # nothing of it known, 0 isn't shown
        own = _own(compared, one, "site", whole) if is_shown else None
        shows = FixedValue(
            value,
            unit,
            currency,
            at_least=in_part,
            is_share=is_share,
            is_loss=name == LOSS,
            own=own,
        )
        yield shows if has(one, name) else ABSENT
        is_alike = _is_alike(compared, unit, n) and not (in_part or first_in_part)
        yield _change(first, value, n, is_alike=is_alike)


def _own(compared: Compared, one: Results, path: str, name: str) -> Value | None:
    """Refer to a figure of a design if it is the first one, whose numbers open their derivation."""
    is_own = one is compared.all[0] and (path, name) in one.values
    return figure(one, path, name) if is_own else None


def _is_alike(compared: Compared, unit: str, n: int) -> bool:
    """Whether a figure of a design may be compared with the first: money in one currency only."""
    return "currency" not in unit or compared.currencies[n] == compared.currencies[0]


def _change(first: float | None, value: float | None, n: int, *, is_alike: bool) -> Entry:
    if not n or not first or value is None or value == first or not is_alike:
        return ""
    return FixedValue(value / first - 1, "1")


def _required_text(required: float | None, unit: str, currency: str) -> str:
    """Write what is asked for; an amount in as many digits as other figures."""
    if unit == "currency" and required is not None:
        return about(required, currency, 4)
    return show_both(required) if unit == "byte" else show(required, unit)


def requirements(compared: Compared) -> View:
    """Give what is planned for each requirement, and whether it is met."""
    rows = []
    for name in compared.requirements:
        checks, unit = compared.checks(name), REQUIREMENTS[name].unit
        limits = [
            FixedValue(check.required, unit, currency, is_share=REQUIREMENTS[name].is_share)
            for check, currency in zip(checks, compared.currencies, strict=True)
            if check is not None
        ]
        texts = [_required_text(one.value, unit, one.currency) for one in limits]
        entries: list[Entry] = [limits[0] if len(set(texts)) == 1 else "; ".join(texts)]
        for check, currency, one in zip(checks, compared.currencies, compared.all, strict=True):
            if check is None:
                entries += ["not required", ""]
            else:
                met, planned = one.judged("site", f"{name}_is_met"), REQUIREMENTS[name].planned
                own, own_met = (
                    _own(compared, one, "site", at) for at in (planned, f"{name}_is_met")
                )
                entries += [
                    FixedValue(
                        check.planned,
                        unit,
                        currency,
                        is_share=REQUIREMENTS[name].is_share,
                        own=own,
                    ),
                    FixedValue(None if met is None else float(met), "1", own=own_met),
                ]
        rows.append(Row(REQUIREMENTS[name].subject, tuple(entries)))
    said = (FITS[one.truth("site", "design_fits")] for one in compared.all)
    verdicts = (entry for fits in said for entry in (fits, ""))
    rows.append(Row("Parts are compatible", ("", *verdicts)))
    columns = _columns(compared, "Met?", "met", before=REQUIRED)
    return View("Requirements", "Requirement", columns, tuple(rows))


FITS = {True: "yes", False: "no", None: "unknown"}
"""How it is said whether a design fits."""


def capacity(compared: Compared) -> View:
    """Give the way of each tier of data from raw to live capacity, step by step."""
    rows = []
    for name, steps in compared.steps.items():
        kind = next(step.kind for step in steps if step is not None)
        if any(step is not None and (step.value or kind != "loss") for step in steps):
            entries = tuple(
                ABSENT
                if step is None
                else FixedValue(step.value, "byte", own=_own(compared, *of, step.name))
                for step, of in zip(steps, compared.tiers.values(), strict=True)
            )
            rows.append(Row(name, entries, takes=kind == "loss", comes_to=kind == "total"))
    columns = tuple(
        Column(name, f"{n}", "promise", against="0" if n else "")
        for n, name in enumerate(compared.tiers)
    )
    return View(STEPS, "Step", columns, tuple(rows))


def chain(compared: Compared, way: str) -> View:
    """Give what each stage of each chain could carry, and which one limits."""
    columns: list[Column] = []
    for n, name in enumerate(compared.tiers):
        columns.append(Column(name, f"{n}", against="0" if n else ""))
        columns.append(Column("Limits?", f"{n} limits", "limits", below=f"{n}"))
    rows = []
    for name, stages in compared.stages(way).items():
        entries: list[Entry] = []
        for stage, (one, path) in zip(stages, compared.tiers.values(), strict=True):
            if stage is None:
                entries += [ABSENT, ""]
            else:
                own = _rate(one, path, stage) if one is compared.all[0] else None
                rate = FixedValue(stage.bandwidth, "byte/s", own=own)
                entries += [rate, FixedValue(float(stage.limits), "1")]
        rows.append(Row(name, tuple(entries)))
    return View(chain_title(way), "Stage", tuple(columns), tuple(rows))


def chain_title(way: str) -> str:
    """Name the table of the chains one way."""
    return f"{way.capitalize()} path: bandwidth of each stage, from drives to clients"


def _rate(results: Results, path: str, stage: Stage) -> Value:
    """Refer to what all working servers of a healthy tier carry at a stage."""
    servers = results.carrying(f"{path}/healthy:healthy", stage.quantity)
    return computed(results, rate_of_all_servers, (stage.path, stage.quantity.name), servers)


def bill(compared: Compared) -> View:
    """Give what each design buys: pieces, and what they cost."""
    rows = []
    for (tier, role, name), lines in compared.lines.items():
        place = f"{tier}: {label(role).lower()}" if tier else label(role).lower()
        entries: list[Entry] = [place]
        for line, one in zip(lines, compared.all, strict=True):
            if line is None:
                entries += [ABSENT, ""]
            else:
                own = _own(compared, one, line.line.path, "line_count")
                entries += [FixedValue(line.count, "1", own=own), _cost(compared, one, line)]
        rows.append(Row(name, tuple(entries)))
    columns = _columns(compared, "Cost", before="For")
    return View("Bill of materials, pieces and cost", "Line", columns, tuple(rows))


def _cost(compared: Compared, results: Results, line: BillLine) -> Entry:
    own = _own(compared, results, line.line.path, "line_cost")
    cost = FixedValue(line.cost, "currency", results.plan.scenario.economics.currency, own=own)
    return why_free(results, line.line) or cost


def years(compared: Compared) -> View:
    """Give what each year costs, of what is known, and what all of them do so far."""
    of_each = [_costs(one) for one in compared.all]
    rows = []
    sums = zip_longest(*so_far(compared))
    for n, (costs, summed) in enumerate(zip(zip_longest(*of_each), sums, strict=True)):
        entries: list[Entry] = []
        for one, cost, total, currency in zip(
            compared.all, costs, summed, compared.currencies, strict=True
        ):
            is_past = n >= len(one.years())
            own, own_sum = _paid_until(one, n) if one is compared.all[0] else (None, None)
            entries += [
                ABSENT if is_past else FixedValue(cost, "currency", currency, own=own),
                ""
                if is_past or total is None
                else FixedValue(total, "currency", currency, own=own_sum),
            ]
        rows.append(Row(f"Year {n}", tuple(entries)))
    return View(YEARS, "Year", _columns(compared, "Cumulative"), tuple(rows))


def so_far(compared: Compared) -> list[list[float | None]]:
    """Give for each design what is known of its cost until the end of each of its years.

    It is unknown until something of it is known: a design that nobody priced isn't free.
    """
    return [list(_sums(_costs(one))) for one in compared.all]


def _sums(costs: Sequence[float | None]) -> Iterator[float | None]:
    lacks = list(accumulate(cost is None for cost in costs))
    sums = accumulate(cost or 0.0 for cost in costs)
    return (
        total if total or not lacking else None for total, lacking in zip(sums, lacks, strict=True)
    )


def _costs(results: Results) -> Sequence[float | None]:
    """Give the known cost of each year, the purchase in year 0; a part that is 0 tells nothing."""
    return [results.values.get(at) for at in _paid(results)]


def _paid(results: Results) -> list[Address]:
    """Name the cost of each year, or where it is unknown, the part that is known, if any is."""
    ways = [((path, "year_cost"), (path, f"{KNOWN}year_cost")) for path in results.years()]
    known = results.values.get
    return [part if known(whole) is None and known(part) else whole for whole, part in ways]


def _paid_until(results: Results, year: int) -> tuple[Value | None, Value | None]:
    """Refer to what a year costs, and to the sum until its end, if each of its years is known."""
    if year >= len(results.years()):
        return None, None
    paid = _paid(results)[: year + 1]
    is_known = all(results.values.get(at) is not None for at in paid)
    summed = computed(results, sum_of_years, *paid) if is_known else None
    return figure(results, *paid[year]), summed


def differences(compared: Compared) -> View:
    """Give what the scenarios say otherwise."""
    found = compared.differences
    columns = _texts(compared)
    shown = list(found.items())[:MOST_DIFFERENCES]
    rows = [Row(path, tuple(map(_shortened, texts))) for path, texts in shown]
    if len(found) > len(shown):
        more = f"and {len(found) - len(shown)} more"
        rows.append(Row(more, ("",) * len(columns), tone="faint"))
    return View("Differences between the scenarios", "Field", columns, tuple(rows))


REGRETS = (
    Column("On average", "mean", tone="strong"),
    Column("At worst", "worst"),
    Column("Cases that miss a requirement", "missed", "chance"),
    Column("Of these, another design meets all", "spared", "chance"),
)


def regrets(found: Regrets) -> View:
    """Give what is regretted of each design: more than the best one of each case takes."""
    rows = tuple(_regret(found, one) for one in found.of)
    title = f"Regret in {label(found.figure)}, over {found.n} cases"
    return View(title, "Design", REGRETS, rows)


def _regret(found: Regrets, one: Regret) -> Row:
    amounts = (FixedValue(value, found.unit, found.currency) for value in (one.mean, one.worst))
    shares = (FixedValue(value, "1") for value in (one.missed, one.spared))
    return Row(one.name, (*amounts, *shares))


def least(found: Regrets) -> str:
    """Say which design is regretted least, and by whose requirements, where these differ."""
    by = f" All are judged by the requirements of {found.judged_by}." if found.judged_by else ""
    if not found.is_known:
        return f"No design meets all requirements in any case, so none has the least regret.{by}"
    mean, worst = found.least_mean.name, found.least_worst.name
    both = mean if mean == worst else f"on average {mean}, at worst {worst}"
    counted = (
        "cases in which a design misses a requirement are counted separately"
        if found.cost_of_miss is None
        else "a missed requirement costs the stated amount"
    )
    return f"Least regret among the designs that miss least often: {both}; {counted}.{by}"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
