"""Drives that are expected to fail after the warranty, as purchases of their years."""

from __future__ import annotations

import pytest

from model import evaluate, load_scenario
from model.answers.output import plan_json
from model.answers.results import Results
from model.answers.views.replacement_table import replacements
from model.answers.views.view import Value, number
from model.answers.views.view_text import text_table
from model.errors import InputError

TEXT = """
schema: ostimate.scenario/1
name: replacements
economics:
  {years: 5, currency: EUR, warranty: 30 months, price_decline: 0.1, drive_replacements: true}
tiers:
  - name: t
    blocks: 2
    servers: {name: server, per_block: 2}
    enclosures: {name: JBOD, per_block: 4, bays: 60}
    drives: {name: disk, per_enclosure: 55, capacity: 20 TB, price: 400 EUR}
    spares: {failure_rate: 1.4 %, buy: shelf}
    target: {layout: "raidz3:11"}
"""


def planned(*changes: tuple[str, str]) -> Results:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return evaluate(load_scenario("replacements.yaml", text))


def costs(results: Results) -> list[float | None]:
    return [results[path, "year_media"] for path in results.years()]


def test_what_fails_after_the_warranty_is_bought_at_the_price_of_the_year() -> None:
    """Of 440 drives 6.16 fail in a year; the warranty ends in the middle of the third."""
    results = planned()
    assert plan_json(results)["drive_replacements"]["t"] == pytest.approx(
        [0, 0, 0, 3.08, 6.16, 6.16]
    )
    a_year = 6.16 * 400
    expected = [0, 0, 0, a_year / 2 * 0.9**3, a_year * 0.9**4, a_year * 0.9**5]
    assert costs(results) == pytest.approx(expected)
    table = str(text_table(results, replacements(results)))
    assert "after the warranty of 2.5 years" in table
    assert "media replacement" not in results.plan.scenario.economics.left_out


def test_cold_spares_are_counted_once() -> None:
    """On a shelf they stay, as what is bought refills it; bought for all years, nothing more is."""
    shelf, none = planned(), planned((", buy: shelf", ", buy: none"))
    assert costs(shelf) == costs(none)
    stocked = planned((", buy: shelf", ", buy: replacements"))
    assert ("site/year:year 1", "year_media") not in stocked.values
    assert all("year_media" not in one for one in plan_json(stocked)["years"])
    assert "cold spares for all replacements" in str(text_table(stocked, replacements(stocked)))


def test_an_owned_tier_has_them_in_its_maintenance() -> None:
    owned = planned(("  - name: t\n", "  - name: t\n    owned: true\n"))
    assert ("site/year:year 1", "year_media") not in owned.values
    assert "part of 'installed.maintenance'" in str(text_table(owned, replacements(owned)))
    warnings = " ".join((*owned.warnings, *planned().warnings))
    assert "economics.drive_replacements" not in warnings


def test_nothing_is_bought_unless_it_is_stated() -> None:
    off = planned((", drive_replacements: true", ""))
    assert replacements(off).rows == ()
    assert "drive_replacements" not in plan_json(off)
    assert "media replacement" in off.plan.scenario.economics.left_out
    refused = planned(("drive_replacements: true", "drive_replacements: false"))
    assert replacements(refused).rows == ()
    assert "media replacement" not in refused.plan.scenario.economics.left_out


def test_without_a_failure_rate_only_the_years_after_the_warranty_are_unknown() -> None:
    results = planned(("    spares: {failure_rate: 1.4 %, buy: shelf}\n", ""))
    assert costs(results) == [0, 0, 0, None, None, None]


def test_maintenance_and_a_share_of_the_drives_are_no_second_purchase() -> None:
    paid = planned(("price_decline: 0.1", "price_decline: 0.1, maintenance_rate: 0.05"))
    assert any("paid for beside maintenance" in one for one in paid.warnings)
    assert not any("paid for beside maintenance" in one for one in planned().warnings)
    with pytest.raises(InputError, match="either 'media_replacement' or 'drive_replacements'"):
        planned(("price_decline: 0.1", "media_replacement: 0.02"))


GROWING = (
    "    target:",
    "    demand:\n      groups: [{name: a, volume: 3 PB, added: 2 PB/year}]\n    target:",
)


def test_drives_of_expansions_count_from_their_year_on() -> None:
    """As many as of the purchase for each block; their warranty ends with that of the purchase."""
    results, steady = planned(GROWING), planned()
    owned = [
        results[f"site/tiers:t/{at.rpartition('/')[2]}", "blocks_owned"] for at in results.years()
    ]
    assert owned[0] == 2
    assert owned[-1] > owned[3] > 2
    shares = [0, 0, 0, 0.5, 1, 1]
    expected = [6.16 * share * (n or 0) / 2 for share, n in zip(shares, owned, strict=True)]
    assert plan_json(results)["drive_replacements"]["t"] == pytest.approx(expected)
    assert costs(results) == pytest.approx(
        [(cost or 0) * (n or 0) / 2 for cost, n in zip(costs(steady), owned, strict=True)]
    )
    row = replacements(results).rows[0]
    [whole] = [number(results, one) for one in row.entries[-2:-1] if isinstance(one, Value)]
    assert whole == pytest.approx(sum(expected))


def test_a_tier_beside_a_growing_one_keeps_its_drives() -> None:
    second = TEXT[TEXT.index("  - name: t") :].replace("name: t\n", "name: other\n")
    text = TEXT.replace(*GROWING) + second
    results = evaluate(load_scenario("replacements.yaml", text))
    found = plan_json(results)["drive_replacements"]
    assert found["other"] == pytest.approx([0, 0, 0, 3.08, 6.16, 6.16])
    assert found["t"][-1] > found["other"][-1]
    path = results.years()[-1]
    assert results[path, "year_media"] == pytest.approx((found["t"][-1] + 6.16) * 400 * 0.9**5)


PHASE = "{{name: {}, share: 50 %, after: {}}}"


@pytest.mark.parametrize(
    ("later", "shares"),
    [
        ("42 months", [0, 0, 0, 0.25, 0.5, 0.5]),  # covered until the end
        ("12 months", [0, 0, 0, 0.25, 0.75, 1]),
        ("0 months", [0, 0, 0, 0.5, 1, 1]),
    ],
)
def test_drives_of_each_phase_are_replaced_from_the_end_of_their_own_warranty_on(
    later: str, shares: list[float]
) -> None:
    """The warranty lasts 2.5 years, from the order of each phase on."""
    phases = f"phases: [{PHASE.format('a', '0 months')}, {PHASE.format('b', later)}]"
    results = planned(("{years: 5,", f"{{{phases}, years: 5,"))
    expected = [6.16 * share for share in shares]
    assert plan_json(results)["drive_replacements"]["t"] == pytest.approx(expected)
    prices = [count * 400 * 0.9**year for year, count in enumerate(expected)]
    assert costs(results) == pytest.approx(prices)
