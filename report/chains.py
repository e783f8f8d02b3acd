"""The chain of each tier on the performance sheet: every stage, and which one limits."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.composition import how_combined
from model.answers.results import WAYS, Results, Stage
from report.book import Book
from report.sheets import PERFORMANCE, Cell
from report.styles import LINE
from report.widths import widths

TOP_OF_CHAINS = 3
AROUND = 4
"""The rows of a chain beside its stages: title, heads, how stages combine, and a gap."""
SAME = 1 - 1e-9
"""Stages this near to each other share a rank."""
HEADS = (
    "Stage",
    "Limits?",
    "Tier",
    "Rank",
    "One server",
    "Bytes per client byte",
    "Used",
    "Evidence",
)
LABEL, LIMITS, TIER, RANK, SERVER, AMPLIFICATION, USED, EVIDENCE = range(len(HEADS))


def chains(results: Results) -> Iterator[tuple[str, str, str, int]]:
    """Give each chain: tier's name, its path, the way, and the row of its title."""
    row = TOP_OF_CHAINS
    for name, path in results.tiers():
        for way in WAYS:
            yield name, path, way, row
            row += len(results.stages(path, way)) + AROUND


def rows_of_chains(results: Results) -> int:
    """The rows that all chains take."""
    tiers = [path for _, path in results.tiers()]
    return sum(len(results.stages(path, way)) + AROUND for path in tiers for way in WAYS)


def limiting_formula(results: Results, path: str, way: str, sheet: str) -> str:
    """Write the name of the stage that limits a chain, as it stands in the sheet."""
    row = next(row for _, tier, w, row in chains(results) if tier == path and w == way)
    first, last = row + 2, row + 1 + len(results.stages(path, way))
    labels, limits = (
        f"{Cell(PERFORMANCE, first, column).seen_from(sheet)}:"
        f"{Cell(PERFORMANCE, last, column).seen_from(PERFORMANCE)}"
        for column in (LABEL, LIMITS)
    )
    return f'IFERROR(INDEX({labels},MATCH("limits",{limits},0)),"nothing known")'


def write_chains(book: Book) -> None:
    """Write all chains, live: the stages in the order of the data's way, ranked beside it."""
    for name, path, way, row in chains(book.results):
        book.text(
            Cell(PERFORMANCE, row, 0), f"{name}: {way} chain, from drives to clients", "table"
        )
        book.height(PERFORMANCE, row + 1, 2 * LINE)
        for column, head in enumerate(HEADS):
            style = "right" if TIER <= column <= USED else "left"
            style = "indented" if column == EVIDENCE else style
            book.text(Cell(PERFORMANCE, row + 1, column), head, "head", style)
        ranked = book.results.stages(path, way)
        below = row + 2 + len(ranked)
        book.block(PERFORMANCE, row, below + 1)
        state = f"{path}/healthy:healthy"
        if combined := how_combined(book.results, state, way):
            room = sum(widths(book.layout, PERFORMANCE)[: USED + 1])
            book.note(Cell(PERFORMANCE, below, 0), USED, combined, room)
        declared = book.results.plan.instances[state].book.stages(way)
        span = (
            f"{Cell(PERFORMANCE, row + 2, TIER).seen_from(PERFORMANCE)}:"
            f"{Cell(PERFORMANCE, row + 1 + len(ranked), TIER).seen_from(PERFORMANCE)}"
        )
        for stage in ranked:
            at = row + 2 + declared.index(stage.quantity)
            rates = [s.bandwidth for s in ranked if s.bandwidth is not None]
            own = stage.bandwidth
            rank = None if own is None else 1 + sum(rate < own * SAME for rate in rates)
            _write_stage(book, state, way, stage, at)
            _write_rank(book, Cell(PERFORMANCE, at, RANK), span, rank)


def _write_rank(book: Book, cell: Cell, span: str, rank: int | None) -> None:
    tier = Cell(PERFORMANCE, cell.row, TIER).seen_from(PERFORMANCE)
    formula = f'1+COUNTIF({span},"<"&({tier}*{SAME!r}))'
    book.formula(cell, f"IF(ISNA({tier}),NA(),{formula})", rank, "1")


def _write_stage(book: Book, path: str, way: str, stage: Stage, row: int) -> None:
    def at(column: int) -> Cell:
        return Cell(PERFORMANCE, row, column)

    def refer(name: str) -> str:
        address = book.results.plan.program.address(path, name)
        return book.layout.cells[address].seen_from(PERFORMANCE)

    rate, bound = refer(stage.quantity.name), refer(f"server_{way}_bandwidth_bound")
    hardware = refer(stage.quantity.carries) if stage.quantity.carries else rate
    limits = stage.utilisation is not None and stage.utilisation >= 1
    word = "unknown" if stage.bandwidth is None else "limits" if limits else ""
    book.text(at(LABEL), stage.label)
    verdict = f'IF(ISNA({rate}),"unknown",IF({rate}<={bound},"limits",""))'
    book.formula(at(LIMITS), verdict, word, "", "bad" if limits else "faint")
    book.formula(at(TIER), f"{rate}*{refer('working_servers')}", stage.bandwidth, "byte/s")
    book.formula(at(SERVER), hardware, stage.per_server, "byte/s")
    book.formula(at(AMPLIFICATION), f"{hardware}/{rate}", stage.amplification, "1", "decimals")
    book.formula(at(USED), f"{bound}/{rate}", stage.utilisation, "1", "percent")
    book.text(at(EVIDENCE), stage.evidence, "faint", "indented")
