"""Benchmarks that others measured: tables in `scenarios/data`, shown as they are, never computed.

The columns before the first system say what was measured; each further column is a system, its
figures with their units. An empty cell is one that nobody could read. Lines that begin with `#` say
where the table comes from.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from model.answers.views.chart import Axis, Chart, Series
from model.answers.views.view import FixedValue
from model.units.figures import parse
from report.charts import texts


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One line of a table: what was measured, and what each system did."""

    what: tuple[str, ...]
    values: Mapping[str, float | None]
    unit: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of benchmarks, and what it says of itself."""

    about: str
    heads: tuple[str, ...]
    lines: tuple[Benchmark, ...]


def read_benchmarks(path: Path, labels: int, unit: str) -> Table:
    """Read a table whose first `labels` columns say what was measured."""
    lines = path.read_text(encoding="utf-8").splitlines()
    about = " ".join(text.lstrip("# ") for text in lines if text.startswith("#"))
    head, *rows = csv.reader([text for text in lines if text and not text.startswith("#")])
    measured = tuple(_line(head, row, labels, unit) for row in rows)
    return Table(about, tuple(head[:labels]), measured)


def _line(head: Sequence[str], row: Sequence[str], labels: int, unit: str) -> Benchmark:
    values = {
        system: parse(cell, unit) if cell else None
        for system, cell in zip(head[labels:], row[labels:], strict=True)
    }
    return Benchmark(tuple(row[:labels]), values, unit)


def benchmark_bars(lines: Sequence[Benchmark], title: str) -> Chart:
    """Show what a benchmark measured on several systems, on a logarithmic axis."""
    unit = lines[0].unit
    series = tuple(
        Series(system, tuple(FixedValue(line.values[system], unit) for line in lines), colour=n)
        for n, system in enumerate(lines[0].values)
    )
    names = tuple(", ".join(line.what) for line in lines)
    return Chart(
        texts.AS_MEASURED.format(title), Axis(title, unit, log=True), series, names, high=400
    )
