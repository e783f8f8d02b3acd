"""The table of demand and supply: what a training needs, what guides ask, what that costs."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.views.view import Column, Entry, Row, View, figure

COLUMNS = (
    Column("Read bandwidth", "read"),
    Column("Over the training's", "read_ratio", "ratio"),
    Column("Cost of the difference", "read_cost", "brief"),
    Column("Write bandwidth", "write"),
    Column("Over the checkpoints'", "write_ratio", "ratio"),
    Column("Cost of the difference, writes", "write_cost", "brief"),
)
_OF_GUIDE = (
    *("guide_read_bandwidth", "guide_read_ratio", "guide_read_cost"),
    *("guide_write_bandwidth", "guide_write_ratio", "guide_write_cost"),
)
COSTS = (
    "Costs are in proportion to this design's bandwidth and its whole purchase, net; a guide that "
    "requires less than the training needs has a negative cost."
)


def demand_and_guides(results: Results) -> View:
    """Return a row for the training, one for this design, and one for each guide."""
    guides = [path for path in results.plan.instances if path.startswith("site/guides:")]
    rows = []
    if guides:
        needs = "required_training_bandwidth", "", "", "required_checkpoint_bandwidth", "", ""
        has = "read_bandwidth", "", "", "write_bandwidth", "", ""
        rows = [_row(results, "This training", "site", needs)]
        rows.append(_row(results, "This design", "site", has))
        rows += [_row(results, path.partition(":")[2], path, _OF_GUIDE) for path in guides]
    return View("Demand and supply of training", "Source", COLUMNS, tuple(rows))


def _row(results: Results, title: str, path: str, names: tuple[str, ...]) -> Row:
    entries: tuple[Entry, ...] = tuple(
        figure(results, path, name) if name and (path, name) in results.values else ""
        for name in names
    )
    return Row(title, entries)
