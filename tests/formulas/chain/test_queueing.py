"""Waits in queues: textbooks' examples, Erlang's table, and what any queue obeys."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.engine.ops import erlang_b
from model.pools import calculators


def value(found: calculators.Answers, name: str) -> float:
    number = found[name].value
    assert number is not None
    return number


@pytest.mark.parametrize(
    ("service", "stations", "utilisation", "wait", "response"),
    [
        (20e-3, 1, 0.8, 80e-3, 100e-3),
        (10e-3, 1, 0.4, 6.7e-3, 16.7e-3),
        (20e-3, 2, 0.4, 3.8e-3, 23.8e-3),
    ],
)
def test_disks_of_hennessy_and_patterson(
    service: float, stations: float, utilisation: float, wait: float, response: float
) -> None:
    """Computer Architecture: A Quantitative Approach, storage: 40 requests a second to disks."""
    figures = {"arrival_rate": 40.0, "service_time": service, "stations": stations}
    found = calculators.queue(figures)
    assert value(found, "utilisation") == pytest.approx(utilisation)
    assert value(found, "queue_time") == pytest.approx(wait, abs=0.05e-3)
    assert value(found, "response_time") == pytest.approx(response, abs=0.05e-3)


def test_two_disks_of_hennessy_and_patterson() -> None:
    """The same example with two disks: a request waits with a probability of 0.229."""
    found = calculators.queue({"arrival_rate": 40.0, "service_time": 20e-3, "stations": 2.0})
    assert value(found, "waiting_probability") == pytest.approx(0.229, abs=0.0005)


@pytest.mark.parametrize(
    ("load", "blocking", "waiting"), [(8.0, 0.121661, 0.409180), (5.0, 0.018385, 0.036105)]
)
def test_erlang(load: float, blocking: float, waiting: float) -> None:
    """Ten lines under 8 and 5 erlang: by the recursion B = a B / (i + a B)."""
    found = calculators.queue({"arrival_rate": load, "service_time": 1.0, "stations": 10.0})
    assert value(found, "blocking_probability") == pytest.approx(blocking, abs=5e-7)
    assert value(found, "waiting_probability") == pytest.approx(waiting, abs=5e-7)


@given(st.integers(1, 30), st.floats(0.01, 40.0))
def test_erlang_is_the_poisson_quotient(stations: int, load: float) -> None:
    """The recursion gives Erlang's formula with its factorials, which the sheet computes."""
    terms = [load**n / math.factorial(n) for n in range(stations + 1)]
    assert erlang_b(float(stations), load) == pytest.approx(terms[-1] / math.fsum(terms))


def test_constant_service_halves_the_wait() -> None:
    """M/D/1 waits half as long as M/M/1: 40 ms in place of 80 ms."""
    figures = {"arrival_rate": 40.0, "service_time": 20e-3, "service_variation": 0.0}
    assert value(calculators.queue(figures), "queue_time") == pytest.approx(40e-3)


def test_a_wrong_answer_of_the_web() -> None:
    """10 a second at 80 ms: 320 ms of waiting and 400 ms in all; some print 50 and 62.5."""
    found = calculators.queue({"arrival_rate": 10.0, "service_time": 80e-3})
    assert value(found, "queue_time") == pytest.approx(320e-3)
    assert value(found, "response_time") == pytest.approx(400e-3)
    assert value(found, "waiting_probability") == pytest.approx(0.8)


def test_service_of_a_disk() -> None:
    """CS152 at Berkeley, 2004: half a turn at 7200 a minute takes 4.2 ms; 79 requests a second."""
    disk = {"seek_time": 8.5e-3, "rotation_speed": 120.0}
    transfer = {"request_size": 512.0, "media_bandwidth": 1e12}
    found = calculators.queue({"arrival_rate": 1.0} | disk | transfer, of_disks=True)
    assert value(found, "rotation_time") == pytest.approx(4.2e-3, abs=0.05e-3)
    assert value(found, "most_requests") == pytest.approx(78.9, abs=0.05)


def test_a_queue_that_cannot_keep_up_has_no_wait() -> None:
    """At and above a utilisation of 1 no mean exists."""
    for rate in (50.0, 51.0, 1e6):
        found = calculators.queue({"arrival_rate": rate, "service_time": 20e-3})
        assert found["response_time"].value is None
        assert found["utilisation"].value == pytest.approx(rate * 20e-3)
        assert found["waiting_probability"].value == pytest.approx(1.0)


loads = st.floats(0.01, 0.99)


@given(loads, st.integers(1, 64), st.floats(1e-4, 1.0))
def test_littles_law(utilisation: float, stations: int, service: float) -> None:
    """Requests in the system are those that wait and those that are served."""
    rate = utilisation * stations / service
    found = calculators.queue(
        {"arrival_rate": rate, "service_time": service, "stations": float(stations)}
    )
    both = value(found, "requests_waiting") + rate * service
    assert value(found, "requests_in_system") == pytest.approx(both)


@given(loads, st.integers(1, 32))
def test_one_queue_for_all_beats_a_queue_each(utilisation: float, stations: int) -> None:
    """More stations behind one queue wait no longer at the same utilisation."""
    alone, together = (
        value(
            calculators.queue(
                {"arrival_rate": utilisation * n, "service_time": 1.0, "stations": float(n)}
            ),
            "queue_time",
        )
        for n in (stations, stations + 1)
    )
    assert together <= alone


@given(st.floats(0.1, 0.999), loads)
def test_quantile_of_the_response(share: float, utilisation: float) -> None:
    """With one exponential station the response is exponential: p = 1 - exp(-t/W)."""
    found = calculators.queue({"arrival_rate": utilisation, "service_time": 1.0, "quantile": share})
    slow, mean = value(found, "slow_response_time"), value(found, "response_time")
    assert -math.expm1(-slow / mean) == pytest.approx(share)
