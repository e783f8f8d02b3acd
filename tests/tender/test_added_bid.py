"""A bid that is added: a plausible one that swaps others is found, and is what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings

from model.__main__ import main
from model.answers.views.view_text import text_table
from model.tender import views
from model.tender.added_bid import BEYOND, NAME, added
from model.tender.robustness import swapped
from model.tender.scores import scores
from tests.tender.test_scores import bids, evaluations, scored

Said = dict[str, Any]
TIGHT: Said = {
    "method": "mean",
    "weights": {"quality": 50, "price": 50},
    "bids": bids((100, 100), (60, 55), (80, 80)),
}
"""A and B are close: the mean of a third bid's quality or price decides."""


def test_a_bid_that_swaps_others_is_found() -> None:
    """It lies between the others, or a fifth beyond; the orders are those that follow."""
    found = scored(TIGHT)
    one = added(found)
    assert one is not None
    assert one.bid is not None
    evaluation = found.evaluation
    after = scores(evaluation.model_copy(update={"bids": (*evaluation.bids, one.bid)}))
    assert (one.before, one.after) == (found.order(), after.order())
    assert one.swapped == tuple(swapped(found.places(), after.places()))
    assert one.swapped
    assert (1 - BEYOND) * 55 <= one.bid.price.amount <= (1 + BEYOND) * 100  # type: ignore[union-attr]
    assert added(found) == one, "the same example each time"
    [note] = [text for text in views.notes(found) if "found by search" in text]
    assert all(name in note for name in one.swapped[0])
    rows = text_table(None, views.with_added(found)).rows
    assert [row[0].text for row in rows] == [NAME, "A", "B", "C"]
    assert rows[0][3].text == "-"


def test_methods_that_are_not_relative_have_none() -> None:
    found = scored({"method": "ratio", "bids": TIGHT["bids"]})
    assert added(found) is None
    assert not any("search" in text or "tried" in text for text in views.notes(found))
    assert views.with_added(found).rows == ()


def test_without_an_example_it_is_said_how_many_were_tried() -> None:
    """A bid that is far ahead stays so."""
    far: Said = {"method": "weighted_low_bid", "weights": {"quality": 50, "price": 50}}
    found = scored({**far, "quality_max": 100, "bids": bids((100, 100), (10, 900))})
    one = added(found)
    assert one is not None
    assert (one.bid, one.swapped) == (None, ())
    assert one.tried > 100
    assert any(f"none of {one.tried} plausible bids" in text for text in views.notes(found))


@settings(max_examples=15)
@given(evaluations())
def test_an_example_is_what_it_says(said: Said) -> None:
    """Whatever the method; the other bids stay as they are."""
    found = scored(said)
    one = added(found)
    if one is None or one.bid is None:
        assert one is None or one.tried
        return
    assert found.relative
    assert one.bid.name not in {bid.name for bid in found.evaluation.bids}
    everybody = (*found.evaluation.bids, one.bid)
    after = scores(found.evaluation.model_copy(update={"bids": everybody}))
    assert one.after == after.order()
    assert swapped(found.places(), after.places())


def test_other_programs_get_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bids.yaml"
    file.write_text(yaml.safe_dump(TIGHT), encoding="utf-8")
    assert main(["score", str(file), "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)["if_added"]
    assert found["bid"]["name"] == NAME
    assert found["swapped"]
    assert main(["score", str(file)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "If a bid is added: an example found by search" in shown


def test_of_many_bids_it_is_said_what_is_left_out() -> None:
    rows = [one | {"name": f"{n}"} for n in range(13) for one in bids((50 + n, 1000 + 9 * n))]
    found = scored({**TIGHT, "bids": rows})
    assert any("with more than 12 bids, weights are tried for" in one for one in views.notes(found))
