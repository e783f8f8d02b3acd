"""Rates of foreign currencies are entered where the total stands."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.ui.visits import opened, results
from tests.ui.working import work_of

DRIVES = "site/tiers:project/lines:drives"


def test_a_rate_is_entered_for_each_currency_in_use() -> None:
    """Béluga counts in CAD, and drives of it were seen in USD: 449 USD."""
    at = opened("beluga", "cost")
    assert results(at)[DRIVES, "unit_price"] is None
    assert any("Prices in" in one.value and "USD" in one.value for one in at.warning)

    def script() -> None:
        from model.answers.prices import currencies
        from ui.forms import exchange_rates
        from ui.frame import address
        from ui.state import session

        address.prepare()
        now = session.current()
        assert currencies(now) == ["USD"]
        bad = [{"currency": "USD", "rate": "1,35", "date": "yesterday"}]
        told = exchange_rates.take(now, bad)
        assert {one.field.rpartition(".")[2] for one in told} == {"rate", "date"}
        session.bring({"usage.csv": b"date,bytes"})  # no price, so none of these files
        usd = {"currency": "usd", "rate": "1.36", "date": "2018-12-31", "assumed": True}
        assert exchange_rates.take(now, [usd, {"currency": "EUR", "rate": ""}]) == ()

    entered = AppTest.from_function(script, default_timeout=60)
    entered.query_params["scenario"] = "beluga"
    entered.run()
    assert not entered.exception
    work_of(at).patch("beluga", *work_of(entered).of("beluga").whole.values())
    at.run()
    assert not at.exception
    found = results(at)
    assert found[DRIVES, "unit_price"] == 449 * 1.36
    assert any("at 1 USD = 1.36 CAD (assumed)." in one.value for one in at.caption)
    assert any("1 USD = 1.36 CAD (assumed, 2018-12-31)" in one.help for one in at.caption)
