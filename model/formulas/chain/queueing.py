"""Waiting: how long a request takes where others come first, and what a queue depth can do.

And the latency of each level, from a processor's cache to tape: cycles over the clock.

Requests come at random (Poisson) to one queue with one or more equal stations. With one station the
mean wait is Pollaczek and Khinchine's for any spread of the service times; with several it is
Erlang's for exponential times; between these two it is Allen and Cunneen's approximation, which is
exact at both. A queue whose stations can't keep up has no mean wait: it grows without end.
"""

import numpy as np

from model.engine.ops import Num, at_least, erlang_b
from model.engine.quantity import Book

LITTLE = "document: Little, Operations Research 9(3):383-387, 1961: L = lambda W"
ERLANG = "document: Erlang 1917: C = c B / (c - a (1 - B))"
WAIT = (
    "document: Pollaczek-Khinchine for one station, Erlang C (1917) for exponential times, else "
    "Allen-Cunneen"
)
DISK_TIME = "assumption: seek + half a rotation + transfer"

QUEUE = Book("queue", topic="performance")
QUEUE.input("arrival_rate", "1/second", r"\lambda", "Requests that arrive per second")
QUEUE.input(
    "stations",
    "1",
    r"c",
    "Equal stations (drives, threads) that serve one queue",
    1.0,
    source="assumption: one unless entered",
    low=1.0,
    high=512.0,
    whole=True,
)
QUEUE.input(
    "service_variation",
    "1",
    r"c_S^2",
    "Squared coefficient of variation of the service time",
    1.0,
    source="definition: exponential service times; 0 for constant ones",
    high=100.0,
)
QUEUE.input(
    "quantile",
    "1",
    "p",
    "Share of the requests within the slow response time",
    0.99,
    source="assumption: the usual 99 %",
    high=0.999999,
)
QUEUE.input(
    "longest_wait",
    "second",
    r"t_\infty",
    "Time that represents a queue that grows without limit",
    1e12,
    source="assumption: 30,000 years",
)


@QUEUE.quantity("1", r"a", "arithmetic: arrivals x service time")
def offered_load(arrival_rate: Num, service_time: Num) -> Num:
    """Stations that would be busy on average, if there were enough."""
    return arrival_rate * service_time


@QUEUE.quantity("1", r"\rho", "arithmetic: offered load over stations", shown="percent")
def utilisation(offered_load: Num, stations: Num) -> Num:
    """Share of the time in which a station is busy."""
    return offered_load / stations


@QUEUE.quantity("1", r"\mathrm{ok}_\rho", "definition: utilisation below 1")
def queue_is_stable(utilisation: Num) -> Num:
    """Whether the stations keep up, so that a mean wait exists: 1 yes, 0 no."""
    return 1 - at_least(utilisation, 1.0)


@QUEUE.quantity(
    "1", r"B", "document: Erlang 1917: B = (a^c/c!) / sum over i of a^i/i!", shown="percent"
)
def blocking_probability(stations: Num, offered_load: Num) -> Num:
    """Share of requests that would be lost if none could wait."""
    return erlang_b(stations, offered_load)


@QUEUE.quantity("1", r"C", ERLANG, shown="percent")
def waiting_probability(stations: Num, offered_load: Num, blocking_probability: Num) -> Num:
    """Share of requests that wait because all stations are busy."""
    return (
        stations
        * blocking_probability
        / np.maximum(
            stations - offered_load * (1 - blocking_probability), stations * blocking_probability
        )
    )


@QUEUE.quantity("second", r"W_\mathrm{q}", WAIT)
def queue_time(
    waiting_probability: Num,
    service_time: Num,
    stations: Num,
    offered_load: Num,
    service_variation: Num,
    longest_wait: Num,
) -> Num:
    """Mean time that a request waits for a station."""
    return (
        waiting_probability
        * service_time
        * ((1 + service_variation) / 2)
        / np.maximum(stations - offered_load, service_time / longest_wait)
    )


@QUEUE.quantity("second", r"W", "arithmetic: wait + service")
def response_time(queue_time: Num, service_time: Num) -> Num:
    """Mean time from a request to its answer."""
    return queue_time + service_time


@QUEUE.quantity("1", r"L_\mathrm{q}", LITTLE)
def requests_waiting(arrival_rate: Num, queue_time: Num) -> Num:
    """Requests that wait, on average."""
    return arrival_rate * queue_time


@QUEUE.quantity("1", r"L", LITTLE)
def requests_in_system(arrival_rate: Num, response_time: Num) -> Num:
    """Requests that wait or are served, on average."""
    return arrival_rate * response_time


@QUEUE.quantity(
    "second", r"W_p", "assumption: M/M/1: response times are exponential; else a rough guide"
)
def slow_response_time(response_time: Num, quantile: Num) -> Num:
    """Response time within which most requests are answered; 99 % by default."""
    return -response_time * np.log1p(-quantile)


GIVEN_SERVICE = Book("service time as entered", topic="performance")
GIVEN_SERVICE.input("service_time", "second", "S", "Mean time to serve a request")

DISK = Book("service of a disk", topic="performance")
DISK.input("seek_time", "second", r"t_\mathrm{seek}", "Mean seek of a disk")
DISK.input("rotation_speed", "1/second", r"f_\mathrm{rot}", "Rotations of a disk per second")
DISK.input("request_size", "byte", r"s_\mathrm{req}", "Bytes of one request", low=1.0)
DISK.input("media_bandwidth", "byte/s", r"b_\mathrm{drv}", "Transfer rate of a disk")


@DISK.quantity("second", r"t_\mathrm{rot}", "assumption: half a rotation on average")
def rotation_time(rotation_speed: Num) -> Num:
    """Mean rotational latency."""
    return 1 / (2 * rotation_speed)


@DISK.quantity("second", r"t_\mathrm{xfer}", "arithmetic: bytes over rate")
def transfer_time(request_size: Num, media_bandwidth: Num) -> Num:
    """Time to transfer one request."""
    return request_size / media_bandwidth


@DISK.quantity("second", "S", DISK_TIME)
def service_time(seek_time: Num, rotation_time: Num, transfer_time: Num) -> Num:
    """Mean time to serve a random request on a disk."""
    return seek_time + rotation_time + transfer_time


CAPABLE = Book("requests that stations serve", topic="performance")


@CAPABLE.quantity("1/second", r"\mu", "arithmetic: stations over service time")
def most_requests(stations: Num, service_time: Num) -> Num:
    """Highest rate at which the stations serve requests, with a queue that is never empty."""
    return stations / service_time


CLOSED = Book("closed queue", topic="performance")
CLOSED.input(
    "queue_depth", "1", r"n_\mathrm{QD}", "Requests in flight at a time", low=1.0, whole=True
)
CLOSED.input("request_latency", "second", r"L_\mathrm{req}", "Time from a request to its answer")


@CLOSED.quantity("1/second", r"\lambda_\mathrm{max}", LITTLE)
def queue_depth_bound(queue_depth: Num, request_latency: Num) -> Num:
    """Highest request rate at this queue depth."""
    return queue_depth / request_latency


LADDER = Book("latency ladder", topic="performance")
LADDER.input(
    "clock",
    "hertz",
    r"f_\mathrm{clk}",
    "Clock of the processor whose cycles are counted",
    3e9,
    source="document: Jarsulic and Kehinde, 2018: 240 cycles are 80 ns",
)

LEVEL = Book("latency of a level", topic="performance")
LEVEL.input("access_cycles", "1", r"n_\mathrm{cyc}", "Cycles of one access to this level")


@LEVEL.quantity("second", r"t_\mathrm{acc}", "arithmetic: cycles over clock")
def access_time(access_cycles: Num, clock: Num) -> Num:
    """Time of one access to this level."""
    return access_cycles / clock
