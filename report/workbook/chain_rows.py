"""Where the chains stand on the performance sheet, and what other sheets say of them."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import WAYS, Results
from model.answers.summary import NEXT, NO_STAGE, SAME_RATE
from model.answers.views.bandwidth_table import bandwidths
from model.answers.views.chain import chain
from report.workbook.sheets import PERFORMANCE, Cell

TOP = 3
"""The row of the title of the expected bandwidths, which stand above the chains."""
AROUND_EXPECTED = 3
"""Their rows beside those of tiers: title, heads, and a gap."""
AROUND = 4
"""The rows of a chain beside its stages: title, heads, how stages combine, and a gap."""
LABEL, LIMITS, TIER = range(3)
"""The columns of a stage's name, of whether it limits, and of what the tier could get of it."""


def top_of_chains(results: Results) -> int:
    """The row of the title of the first chain."""
    return TOP + len(bandwidths(results).rows) + AROUND_EXPECTED


def chains(results: Results) -> Iterator[tuple[str, str, str, int]]:
    """Give each chain: tier's name, its path, the way, and the row of its title."""
    row = top_of_chains(results)
    for name, path in results.tiers():
        for way in WAYS:
            yield name, path, way, row
            row += len(results.stages(path, way)) + AROUND


def rows_of_chains(results: Results) -> int:
    """The rows that all chains take."""
    tiers = [path for _, path in results.tiers()]
    return sum(len(results.stages(path, way)) + AROUND for path in tiers for way in WAYS)


def _rows(results: Results) -> dict[tuple[str, str], int]:
    """Give the row of the title of each chain, by the path of its tier and the way."""
    return {(path, way): row for _, path, way, row in chains(results)}


def _columns(results: Results, path: str, way: str, sheet: str, *columns: int) -> list[str]:
    """Give the ranges of a chain's stages in some columns."""
    row = results.once(("rows of chains",), lambda: _rows(results))[path, way]
    first, last = row + 2, row + 1 + len(results.stages(path, way))
    return [
        f"{Cell(PERFORMANCE, first, column).seen_from(sheet)}:"
        f"{Cell(PERFORMANCE, last, column).seen_from(PERFORMANCE)}"
        for column in columns
    ]


def limiting_formula(results: Results, path: str, way: str, sheet: str) -> str:
    """Write the name of the stage that limits a chain, as it stands in the sheet."""
    labels, limits = _columns(results, path, way, sheet, LABEL, LIMITS)
    return f'IFERROR(INDEX({labels},MATCH(1,{limits},0)),"{NO_STAGE}")'


def in_prose(cell: str) -> str:
    """Write the name in a cell as within a sentence, as `model.units.words.in_prose` does."""
    capital = f"EXACT(MID({cell},2,1),UPPER(MID({cell},2,1)))"
    return f"IF({capital},{cell},LOWER(LEFT({cell},1))&MID({cell},2,99))"


def _ranks(results: Results, path: str, way: str, sheet: str) -> tuple[str, str, str, str]:
    """Return the labels, rates and ranks of a chain, and the position of its next stage."""
    rank = len(chain(results, f"{path}/healthy:healthy", way).columns) + 1
    labels, rates, ranks = _columns(results, path, way, sheet, LABEL, TIER, rank)
    return labels, rates, ranks, f"MATCH(COUNTIF({ranks},1)+1,{ranks},0)"


def next_name(results: Results, path: str, way: str, sheet: str) -> str:
    """Write the name of the stage that would limit next; empty if there is none."""
    labels, _, _, after = _ranks(results, path, way, sheet)
    return f'IFERROR(INDEX({labels},{after}),"")'


def next_formula(results: Results, path: str, way: str, sheet: str, name: str) -> str:
    """Return the formula of the stage that would limit next, and at how much more; or nothing.

    `name` writes its name.
    """
    _, rates, ranks, after = _ranks(results, path, way, sheet)
    gain = f"INDEX({rates},{after})/INDEX({rates},MATCH(1,{ranks},0))-1"
    following = f'"{NEXT}"&{name}'
    more = f'", "&ROUND(100*({gain}),0)&" % higher)"'
    text = f'SUBSTITUTE({more},", 0 % higher",", {SAME_RATE}")'
    return f'IFERROR({following}&{text},"")'
