"""How large a tier is: the steps down from raw capacity, and the other answers beside them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from model.answers.capacities import CapacityAnswer, beside_steps, capacity_answers, capacity_steps
from model.answers.meanings import meaning_of_usable
from model.answers.results import Results
from model.answers.sentences import Sentence
from model.answers.views.view import Column, Row, View, figure, made
from model.engine.tree import Address

DECIMAL, BINARY, SHARE = (
    Column("", "decimal", "decimal"),
    Column("", "binary", "binary"),
    Column("Share of raw", "share", "share"),
)
BYTES = Column("Bytes", "bytes", "bytes")
BESIDE = "Beside the steps: other answers, each right in its place"


def _row(results: Results, path: str, answer: CapacityAnswer) -> Row:
    found = figure(results, *answer.address)
    share = made(np.divide, "1", answer.address, (path, "raw_capacity"))
    return Row(answer.label, (found, found, share), (answer.meaning,), "strong")


def _meaning(results: Results, address: Address, meaning: str) -> Sentence:
    path, name = address
    return meaning_of_usable(results, path) if name == "usable_capacity" else (meaning,)


def steps(results: Results, path: str) -> View:
    """Give the way of a tier from raw to live capacity."""
    rows = []
    for step in capacity_steps(results, path):
        address = path, step.name
        meaning = _meaning(results, address, step.meaning)
        row = _row(results, path, CapacityAnswer(address, step.label, step.meaning, step.value))
        takes = step.kind == "loss"
        rows.append(
            Row(
                row.label,
                row.entries,
                meaning,
                "" if takes else "strong",
                takes=takes,
                comes_to=step.kind == "total",
            )
        )
    name = path.rpartition(":")[2]
    title = f"{name}: from raw to live capacity"
    return View(title, "Step", (DECIMAL, BINARY, SHARE), tuple(rows))


def _answers(results: Results, path: str, title: str, answers: Iterable[CapacityAnswer]) -> View:
    rows = []
    for answer in answers:
        row = _row(results, path, answer)
        first, *further = row.entries
        rows.append(Row(row.label, (first, *further, first), row.note, row.tone))
    return View(title, "Answer", (DECIMAL, BINARY, SHARE, BYTES), tuple(rows))


def answers(results: Results, path: str) -> View:
    """Give all right answers to how large a tier is."""
    return _answers(results, path, "More than one right answer", capacity_answers(results, path))


def beside(results: Results, path: str) -> View:
    """Give the answers that are no step of the way down."""
    return _answers(results, path, BESIDE, beside_steps(results, path))
