"""Tables of an evaluation: ranks, margins, weights, withdrawals, other methods, prices, checks.

They consist of fixed values and texts, so that they can be drawn without the results of a plan.
They contain figures of bids and are as confidential as the bids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal

from model.answers.views.view import Column, Entry, FixedValue, Look, Row, View
from model.answers.views.view_text import paid
from model.tender.added_bid import added
from model.tender.bid_file import currency_of
from model.tender.bid_reading import Unreadable
from model.tender.comparison import MEANING, SHOWN, Compared, Comparison
from model.tender.methods import METHODS
from model.tender.normalisation import EVALUATED_PRICE, LinePrice, titles_of_lines
from model.tender.public_terms import figures_of, public, texts_of
from model.tender.robustness import (
    MOST_ORDERED,
    MOST_RISES,
    MOST_TRIED,
    SHIFT,
    Order,
    by_weight,
    if_accepted,
    margins,
    others,
    without_each,
)
from model.tender.scores import Scores, lowest_wins
from model.tender.tender_file import TenderFile
from model.units.brief import several
from model.units.figures import percent, show

WAYS = ("read", "write")
NONE = "-"
NOT_PLANNED = "can't be planned"


def of_scores(found: Scores) -> list[View]:
    """Return the tables of an evaluation that have rows: ranks first."""
    tables = (
        ranking(found),
        criteria(found),
        weights(found),
        withdrawn(found),
        with_added(found),
        by_other_methods(found),
    )
    return [table for table in tables if table.rows]


def of_comparison(found: Comparison) -> list[View]:
    """Return the tables of a comparison that have rows: prices, checks, lines, then scores."""
    tables = (prices(found), checks(found), per_unit(found), price_lines(found), questions(found))
    scored = [] if found.scores is None else of_scores(found.scores)
    return [*(table for table in tables if table.rows), *scored]


def order_text(order: Order) -> str:
    """Write an order of bids.

    >>> order_text((("A",), ("B", "C")))
    'A > B = C'
    """
    return " > ".join(" = ".join(names) for names in order)


def ranking(found: Scores) -> View:
    """Return ranks and scores, and how far each bid is ahead of the next rank."""
    evaluation = found.evaluation
    currency = evaluation.code()
    is_rounded = evaluation.round is not None
    in_money = METHODS[evaluation.method].in_money
    look: Look = "paid" if in_money else "score"
    unit = ("currency", currency) if in_money else ("1",)
    of = {one.name: one for one in margins(found)}
    columns = (
        Column("Rank", "rank", "text"),
        Column("Score", "score", look),
        *((Column("Ranked by", "rounded", look),) if is_rounded else ()),
        Column("Lead", "lead", look),
        Column("Price rise until rank is lost", "rise", "paid"),
        Column("Remark", "remark", "text"),
    )
    alone = "the only bid with a rank: nothing to compare it with" if len(of) == 1 else ""
    is_band_of_one = sum(one.in_band for one in found.bids) == 1
    within = alone or ("alone within the score band" if is_band_of_one else IN_BAND)
    rows: list[Row] = []
    for one in sorted(found.bids, key=lambda each: (each.rank is None, each.rank or 0)):
        margin = of.get(one.name)
        is_last = margin is None or not margin.following
        rise = None if margin is None else margin.price_rise
        entries: list[Entry] = [NONE if one.rank is None else f"{one.rank}"]
        entries.append(NONE if one.score is None else FixedValue(one.score, *unit))
        if is_rounded:
            entries.append(NONE if one.rounded is None else FixedValue(one.rounded, *unit))
        lead = None if margin is None else margin.lead
        entries.append(NONE if lead is None else FixedValue(lead, *unit))
        is_tried = len(rows) < MOST_RISES or len(of) <= MOST_ORDERED
        none = NONE if is_last or not (_is_priced(found) and is_tried) else "more than 100 %"
        entries.append(none if rise is None else FixedValue(rise, "currency", currency))
        entries.append(one.why or (within if one.in_band else alone))
        tone = "strong" if one.rank == 1 else "faint" if one.rank is None else ""
        rows.append(Row(one.name, tuple(entries), tone=tone, key=one.name))  # type: ignore[arg-type]
    wins = "lowest" if lowest_wins(evaluation) else "highest"
    title = f"{evaluation.title or 'Ranking'}: {METHODS[evaluation.method].title}, the {wins} wins"
    return View(title, "Bid", columns, tuple(rows))


def _is_priced(found: Scores) -> bool:
    own = found.evaluation.formula or ""
    return "price" in METHODS[found.evaluation.method].figures or "price" in own


def criteria(found: Scores) -> View:
    """Return the points of each bid by criterion."""
    names = [one.name for one in found.evaluation.criteria or ()]
    columns = (*(Column(name, name, "score") for name in names), Column("Quality", "all", "score"))
    rows = tuple(
        Row(
            one.name,
            (
                *(FixedValue(one.criteria[name], "1") for name in names),
                FixedValue(one.quality, "1"),
            ),
            key=one.name,
        )
        for one in found.bids
        if names and one.criteria
    )
    return View("Points by criterion", "Bid", columns, rows)


WEIGHTS = (
    Column("Weight", "weight", "score"),
    Column("Lowest tried", "low", "score"),
    Column("Highest tried", "high", "score"),
    Column("Order changes at", "turn", "score"),
    Column("Order beyond it", "order", "text"),
)


IN_BAND = "equal within the score band"
"""The remark on bids whose scores differ by no more than the band of a tie."""
MOST_TURNS = 8
"""Turns of a weight that are shown; of more, those at which another bid wins."""
MOST_RANKS = 5
"""Ranks that are shown at a turn."""


def weights(found: Scores) -> View:
    """Return at which weights the order changes, each moved alone by up to 20 points of 100."""
    rows = []
    for one in by_weight(found.evaluation):
        figures = [FixedValue(x, "1") for x in (one.weight, one.low, one.high)]
        is_long = len(one.turns) > MOST_TURNS
        turns = [t for t in one.turns if t.new_winner] if is_long else one.turns
        for turn in turns:
            at = FixedValue(round(turn.weight, 2), "1")
            ranks = order_text(turn.order[:MOST_RANKS])
            more = " > …" if len(turn.order) > MOST_RANKS else ""
            rows.append(Row(one.name, (*figures, at, f"{ranks}{more}"), key=one.name))
        if is_long:
            left = f"{len(one.turns) - len(turns)} changes below the first rank"
            rows.append(Row(one.name, (*figures, "more", left), tone="faint", key=one.name))
        if not one.turns:
            rows.append(Row(one.name, (*figures, "none", "unchanged"), key=one.name))
    title = f"Weights, each varied alone by up to {SHIFT} of 100 points"
    if len(found.places()) > MOST_ORDERED:
        title = f"{title}; changes of the first rank"
    return View(title, "Criterion", WEIGHTS, tuple(rows))


WITHDRAWALS = (
    Column("Winner", "winner", "text"),
    Column("Swap places", "swapped", "text"),
    Column("Largest change of a score", "moved", "share"),
)


def withdrawn(found: Scores) -> View:
    """Return what changes without each ranked bid."""
    rows = tuple(
        Row(
            one.without,
            (
                " = ".join(one.winners) or "none",
                "; ".join(f"{a} and {b}" for a, b in one.swapped) or "none",
                FixedValue(one.moved, "1", is_share=True),
            ),
            tone="bad" if one.swapped else "",
            key=one.without,
        )
        for one in without_each(found)
    )
    return View("If a bid is withdrawn", "Without", WITHDRAWALS, rows)


def with_added(found: Scores) -> View:
    """Return a plausible bid that swaps others, among them; no rows if the search found none."""
    one = added(found)
    bid = None if one is None else one.bid
    columns = (
        Column("Quality", "quality", "score"),
        Column("Price", "price", "paid"),
        Column("Quantity", "quantity", "score"),
        Column("Rank without it", "before", "text"),
        Column("Rank with it", "after", "text"),
    )
    rows = []
    if one is not None and bid is not None:
        currency = found.evaluation.code()
        for each in (bid, *found.evaluation.bids):
            ranks = [_rank(each.name, order) for order in (one.before, one.after)]
            if ranks == [NONE, NONE]:
                continue
            price = each.price
            entries: tuple[Entry, ...] = (
                NONE if each.quality is None else FixedValue(each.quality, "1"),
                NONE if price is None else FixedValue(price.amount, "currency", currency),
                NONE if each.quantity is None else FixedValue(each.quantity, "1"),
                *ranks,
            )
            tone = "strong" if each is bid else ""
            rows.append(Row(each.name, entries, tone=tone, key=each.name))  # type: ignore[arg-type]
    view = View("If a bid is added: an example found by search", "Bid", columns, tuple(rows))
    keys = [c.key for c in columns if any(entry != NONE for entry in view.entries(c.key))]
    return view.only(*keys) if rows else view


def _rank(name: str, order: Order) -> str:
    """Return the rank of a bid in an order; equal ones share the first of their ranks."""
    place = 1
    for names in order:
        if name in names:
            return f"{place}"
        place += len(names)
    return NONE


def by_other_methods(found: Scores) -> View:
    """Return the order by every other method, for information."""
    rows = tuple(
        Row(
            METHODS[one.method].title,
            (one.method, order_text(one.order) or f"not computed: {one.why}"),
            tone="" if one.order else "faint",
            key=one.method,
        )
        for one in others(found.evaluation)
    )
    columns = (Column("Key", "key", "text"), Column("Order", "order", "text"))
    return View("Other methods, for information", "Method", columns, rows)


def notes(found: Scores) -> Iterator[str]:
    """Give notes on an evaluation, to be shown beside its tables."""
    depends = "depends" if found.relative else "doesn't depend"
    one = added(found)
    none = ""
    if one is not None and one.bid is None:
        none = (
            f", but none of {one.tried} plausible bids that were added changes the order of others"
        )
    yield f"A bid's score {depends} on other bids{none}"
    for names in found.ties:
        yield f"equal: {', '.join(names)}; state the tie-breaker: 'ties: price' or 'ties: quality'"
    yield from found.warnings
    for name, order in if_accepted(found).items():
        yield f"if {name} meets its open requirements, the order is {order_text(order)}"
    if one is not None and one.bid is not None:
        pairs = several_pairs(one.swapped)
        example = f"in an example found by search, it swaps {pairs}"
        yield f"a further bid may change the order of others: {example}"
    count = len(found.places())
    if count > MOST_TRIED:
        yield (
            f"with more than {MOST_TRIED} bids, margins, weights, withdrawals and added bids are "
            "not computed"
        )
    elif count > MOST_ORDERED:
        yield (
            f"with more than {MOST_ORDERED} bids, weights are tried for changes of the first rank "
            f"alone, and {MOST_RISES} bids have a price rise until their rank is lost"
        )


MOST_PAIRS = 3
"""Pairs of bids that a note names."""


def several_pairs(pairs: Sequence[tuple[str, str]]) -> str:
    """Name pairs of bids; of many, the first ones.

    >>> several_pairs([("A", "B")]), several_pairs([("A", "B"), ("A", "C")] * 3)
    ('A and B', 'A and B, A and C, A and B and 3 more pairs')
    """
    more = len(pairs) - MOST_PAIRS
    named = ", ".join(f"{a} and {b}" for a, b in pairs[:MOST_PAIRS])
    return f"{named} and {more} more pairs" if more > 0 else named


REQUIRED = (Column("Requirement", "text", "text"), Column("Class", "class", "text"))


def requirements(tender: TenderFile) -> View:
    """Return what is required: figures first, then what bids answer, each with its class."""
    seen = public(tender)
    figures = (
        Row(one, (f"{label}: {text}", kind), key=one) for one, label, text, kind in figures_of(seen)
    )
    texts = (Row(one, (text, kind), key=one) for one, text, kind in texts_of(seen))
    return View("Requirements", "Id", REQUIRED, (*figures, *texts))


OVERVIEW = (
    Column("Stated capacity", "stated"),
    Column("By our model", "planned"),
    Column("Committed read", "read"),
    Column("Committed write", "write"),
    Column("Remark", "remark", "text"),
)


def overview(found: Comparison) -> View:
    """Return the bids in a row each: price, capacity, bandwidths, and what is to be noted."""
    price = Column(f"Price, {found.tender.price}", "price", "paid", "strong")
    currency = found.tender.currency
    rows = tuple(
        Row(
            one.name,
            (
                ("not offered" if one.normalised.not_offered else "incomplete")
                if one.price is None
                else FixedValue(float(one.price), "currency", currency),
                NONE if one.capacity.offered is None else FixedValue(one.capacity.offered, "byte"),
                _planned(one),
                *(_rate(one, way) for way in WAYS),
                _remark(one),
            ),
            key=one.name,
        )
        for one in found.bids
    )
    missing = tuple(
        Row(one.file, (_unread(one), *[NONE] * 4, one.reason), tone="bad", key=one.file)
        for one in found.unreadable
    )
    return View(found.tender.title, "Bid", (price, *OVERVIEW), (*rows, *missing))


def _unread(one: Unreadable) -> str:
    return "of another tender" if one.is_of_other else "unreadable"


def _planned(one: Compared) -> str:
    capacity = one.capacity
    if capacity.planned is None:
        return NOT_PLANNED if one.not_planned else NONE
    text = show(capacity.planned, "byte")
    if capacity.difference is None:
        return text
    return f"{text} ({percent(capacity.difference, 1, signed=True)})"


def _rate(one: Compared, way: str) -> str:
    of = one.bandwidths[way]
    return NONE if of.committed is None else f"{show(of.committed, 'byte/s')}: {SHOWN[of.verdict]}"


def _remark(one: Compared) -> str:
    if one.normalised.not_offered:
        return one.normalised.not_offered
    texts = [f"abnormally low: {', '.join(one.abnormal)}"] if one.abnormal else []
    missed = [name for name, verdict in one.musts.items() if verdict == "not met"]
    texts += [f"misses {', '.join(missed)}"] if missed else []
    unknown = [name for name, verdict in one.musts.items() if verdict == "unknown"]
    texts += [f"not decided: {', '.join(unknown)}"] if unknown else []
    texts += [several(len(one.questions), "question")] if one.questions else []
    return "; ".join(texts)


def meaning(found: Comparison) -> str:
    """Say what the verdicts on committed bandwidths mean that these bids have."""
    given = {of.verdict for one in found.bids for of in one.bandwidths.values()}
    meant = [
        f"'{SHOWN[word]}' means that {text}" for word, text in MEANING.items() if word in given
    ]
    return f"Committed bandwidths: {'; '.join(meant)}." if meant else ""


def prices(found: Comparison) -> View:
    """Return the steps to the evaluated price, with a column for each bid."""
    names = _in_order(
        list(dict.fromkeys(s.name for one in found.bids for s in one.normalised.steps))
    )
    columns = tuple(Column(one.name, one.name, "paid") for one in found.bids)
    steps = [{s.name: s.amount for s in one.normalised.steps} for one in found.bids]
    rows = tuple(
        Row(
            name,
            tuple(_money(of, name, found) for of in steps),
            comes_to=name == names[-1],
            tone="strong" if name == names[-1] else "",
            key=name,
        )
        for name in names
    )
    title = f"{EVALUATED_PRICE}, {found.tender.price}, in {found.tender.currency}"
    return View(title, "Step", columns, rows)


def _in_order(names: list[str]) -> list[str]:
    """Return the names of the steps; the evaluated price comes last."""
    others = [name for name in names if name != EVALUATED_PRICE]
    return [*others, *[EVALUATED_PRICE] * (EVALUATED_PRICE in names)]


def _money(steps: dict[str, Decimal | None], name: str, found: Comparison) -> Entry:
    if name not in steps:
        return NONE
    amount = steps[name]
    if amount is None:
        return "not decided"
    return FixedValue(float(amount), "currency", found.tender.currency)


REASONS = (Column("Amount", "amount", "paid"), Column("Reason", "reason", "text"))


def reasons(one: Compared, currency: str) -> View:
    """Return the steps of a bid to its evaluated price, each with its reason."""
    rows = tuple(
        Row(
            step.name,
            (
                "not decided"
                if step.amount is None
                else FixedValue(float(step.amount), "currency", currency),
                step.reason,
            ),
            tone="strong" if step.name == EVALUATED_PRICE else "",
            key=step.name,
        )
        for step in one.normalised.steps
    )
    return View(one.name, "Step", REASONS, rows)


CHECKS = (
    Column("Stated", "stated", "promise"),
    Column("By our model", "planned", "promise"),
    Column("Difference", "difference", "change"),
    Column("Committed read bandwidth", "read", "text"),
    Column("Committed write bandwidth", "write", "text"),
    Column("Not met or unknown", "musts", "text"),
    Column("Abnormally low", "low", "text"),
)


def checks(found: Comparison) -> View:
    """Return how each bid compares with our model."""
    return View("Checks by our model", "Bid", CHECKS, tuple(map(_checked, found.bids)))


def _checked(one: Compared) -> Row:
    capacity = one.capacity
    open_musts = [
        name if verdict == "not met" else f"{name} (unknown)"
        for name, verdict in one.musts.items()
        if verdict != "met"
    ]
    entries: tuple[Entry, ...] = (
        NONE if capacity.offered is None else FixedValue(capacity.offered, "byte"),
        (NOT_PLANNED if one.not_planned else NONE)
        if capacity.planned is None
        else FixedValue(capacity.planned, "byte"),
        NONE
        if capacity.difference is None
        else FixedValue(capacity.difference, "1", is_share=True),
        *(SHOWN[one.bandwidths[way].verdict] for way in WAYS),
        ", ".join(open_musts) or "none",
        ", ".join(one.abnormal) or "no",
    )
    return Row(one.name, entries, tone="bad" if open_musts else "", key=one.name)


PER_UNIT = {
    "usable_tb": "one usable TB",
    "usable_tb_year": "one usable TB for a year",
    "read_gbs": "one GB/s of read bandwidth",
    "write_gbs": "one GB/s of write bandwidth",
}


def per_unit(found: Comparison) -> View:
    """Return the price of a unit of what each bid offers."""
    columns = tuple(Column(one.name, one.name, "paid") for one in found.bids)
    rows = tuple(
        Row(
            words,
            tuple(
                NONE
                if (price := one.per_unit.get(key)) is None
                else FixedValue(price, "currency", found.tender.currency)
                for one in found.bids
            ),
            key=key,
        )
        for key, words in PER_UNIT.items()
    )
    return View("Unit prices", "Price of", columns, rows)


def price_lines(found: Comparison) -> View:
    """Return the price of each position in each bid, in the currency of the bid."""
    titles = titles_of_lines((one.normalised for one in found.bids), found.tender)
    by_bid = [{line.key: line for line in one.normalised.lines} for one in found.bids]
    codes = [currency_of(one.normalised.bid) or found.tender.currency for one in found.bids]
    counts = Counter(position for _, position in titles)
    rows = []
    for (lot, position), title in titles.items():
        entries: list[Entry] = [title]
        for lines, code in zip(by_bid, codes, strict=True):
            entries.append(_line(lines.get((lot, position)), code))
        named = f"{position}, lot {lot}" if lot and counts[position] > 1 else position
        rows.append(Row(named, tuple(entries), key=named))
    columns = (
        Column("Title", "title", "text"),
        *(Column(one.name, one.name, "paid") for one in found.bids),
    )
    return View("Prices line by line", "Position", columns, tuple(rows))


def _line(line: LinePrice | None, currency: str) -> Entry:
    """Return the price of a line; what doesn't count says why."""
    if line is None or line.amount is None:
        return NONE if line is None else "no price"
    if not line.counts:
        return f"{paid(float(line.amount), currency)}, {line.remark}"
    return FixedValue(float(line.amount), "currency", currency)


def questions(found: Comparison) -> View:
    """Return the questions to each bidder."""
    rows = tuple(
        Row(one.name, (text,), key=f"{one.name} {n}")
        for one in found.bids
        for n, text in enumerate(one.questions, 1)
    )
    return View("Questions to bidders", "Bid", (Column("Question", "question", "text"),), rows)
