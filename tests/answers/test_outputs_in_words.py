"""What outputs say of small plans whose figures can be worked out by hand, word for word.

Each case is one output of one plan; a line that is too long goes on after a backslash.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from model.answers.comparison import compare
from model.answers.results import Results
from model.answers.views import comparison_tables
from tests.answers.in_full import lines, output
from tests.answers.test_warnings_of_plans import plan
from tests.planned import like

UNRANGED: Any = {"bands": {"deliveries": False}}
"""Bandwidths without the ranges that the evidence of the catalog gives."""
CACHE = {"read_hit": 0.5, "write_hit": 0.5, "read_bandwidth": "1 GB/s", "write_bandwidth": "1 GB/s"}
ALL = {"name": "all", "power": "2 kW", "weight": "400 kg", "rack_units": 42}
"""All of a tier that is entered as a whole."""
ROOM: Any = {"common": [], "site": {"power": "5 kW", "racks": 3, "rack_units": 42}}


def growing(volume: str) -> Any:
    added = {"name": "all", "volume": volume, "added": "1 PB/year"}
    return {"start": "2026-03-01", "groups": [added]}


PLANS: dict[str, Callable[[], Results]] = {
    "paid": lambda: plan(
        like("given", equipment={"name": "all", "price": "300000 EUR"}),
        economics={
            "years": 2, "order_date": "2026-03-01",
            "payments": {"fiscal_year_starts": 4, "milestones": [
                {"name": "order", "share": 0.4, "after": "0 months"},
                {"name": "delivery", "share": 0.6, "after": "2 months"}]},
            "phases": [
                {"name": "first", "share": 0.75, "after": "0 months"},
                {"name": "second", "share": 0.25, "after": "14 months",
                 "usable_capacity": "4 PB"}],
        }, **UNRANGED,
    ),
    "projected": lambda: plan(
        like("given"), economics={"years": 4, "discount_rate": 0.0},
        projections={"leave_out": ["power", "staff"], "alternatives": [
            {"name": "disk", "costs": [
                {"name": "purchase", "cost": "100000 EUR", "year": 0},
                {"name": "service", "cost": "40000 EUR"}]},
            {"name": "tape", "costs": [
                {"name": "purchase", "cost": "60000 EUR", "year": 0},
                {"name": "cartridges", "cost": "20000 EUR", "year": 2}]},
        ]}, **UNRANGED,
    ),
    "trained": lambda: plan(
        like("given"), **UNRANGED,
        training={"accelerators": 512, "parameters": "70B", "workload": "resnet50-h100"},
        checkpoint={"accelerator_mtti": "50000 h", "efficiency": "98 %", "kept": 10},
    ),
    "several": lambda: plan(
        like("disks failing", "a"), like("disks inside mirrored", "c"), like("given", "d"),
        requirements={"capacity": "10 PB", "write_bandwidth": "20 GB/s", "loss": 1e-9,
                      "racks": 9, "budget": "9 MEUR"}, **UNRANGED,
    ),
    "grown": lambda: plan(
        like("given", "g", equipment={**ALL, "price": "300000 EUR"}),
        existing=["network cables", "SAS cables", "switches"], economics={"staff_cost": None},
        demand={"start": "2026-03-01", "groups": [
            {"name": "a", "volume": "2 PB", "added": "1 PB/year"}]}, **ROOM, **UNRANGED,
    ),
    "moved": lambda: plan(
        like("given", "g"), migration={"volume": "1 PB", "source_rate": "5 GB/s"}, **UNRANGED
    ),
    "owned": lambda: plan(
        like("given", "g", owned=True, equipment=ALL),
        like("given", "h", equipment={"name": "more", "price": "100000 EUR", "power": "1 kW",
                                      "weight": "100 kg", "rack_units": 10}),
        requirements={"capacity": "7.8 PB", "read_bandwidth": "50 GB/s", "racks": 2},
        **ROOM, **UNRANGED,
    ),
    "files": lambda: plan(
        like("disks", "d"),
        like("disks metadata", "m", blocks=1, enclosures={"per_block": 1},
             drives={"per_enclosure": 24}),
        like("disks metadata inside", "n", blocks=1), files={"count": "3e9"}, **UNRANGED,
    ),
    "estimated": lambda: plan(
        like("disks", memory={"price": None}, processors={"price": None}, drives={"price": None}),
        services=[{"kind": "support", "share": "4 %", "years": 3},
                  {"kind": "training", "price": "2500 EUR", "orders": 2, "option": True}],
        excluded=[{"item": "rails", "because": "with the servers"}],
        economics={"estimates": True, "price_date": "2026-11-01"}, **UNRANGED,
    ),
    "kept": lambda: plan(
        like("disks failing", spares={"buy": "shelf", "lead_time": "60 days",
                                      "failure_rate": "2 %"}), **UNRANGED,
    ),
    "inside": lambda: plan(
        like("disks inside raid", "a"), today={"usable_capacity": "1 PB", "power": "2 kW"},
        requirements={"read_bandwidth": "9 GB/s", "write_bandwidth": "9 GB/s",
                      "capacity": "1 PB"}, **UNRANGED,
    ),
    "buying": lambda: plan(
        like("disks inside raid", "a", demand=growing("1 PB")),
        like("disks inside raid", "b", demand=growing("2 PB")),
        economics={"none_of": ["migration"]}, **UNRANGED,
    ),
    "whole": lambda: plan(like("given", "g"), **UNRANGED),
    "quoted": lambda: plan(
        like("given", "g", lot="storage",
             equipment={**ALL, "price": "300000 EUR", "discount": 0.1}),
        common=[{"name": "switch", "count": 2, "price": "5000 EUR", "power": "300 W",
                 "weight": "20 kg", "rack_units": 2, "option": True, "lot": "net"}],
        services=[{"kind": "support", "share": "4 %", "years": 3},
                  {"kind": "licence", "price": "9 EUR", "per": "raw TB", "tier": "g", "lot": "l"},
                  {"kind": "training", "price": "2500 EUR", "orders": 2, "option": True}],
        existing=[], **UNRANGED,
    ),
    "replaced": lambda: plan(
        like("disks failing"), economics={"drive_replacements": True, "warranty": "1 year",
                                          "price_convention": "price falls"}, **UNRANGED,
    ),
    "misfit": lambda: plan(
        like("disks inside", servers={"bays": 20, "sockets": 1}),
        requirements={"capacity": "1 PB"}, **UNRANGED,
    ),
    "cheaper": lambda: plan(
        like("given", "g", equipment={**ALL, "price": "300000 EUR"}),
        economics={"price_decline": 0.2, "price_convention": "price falls",
                   "order_date": "2027-08-31"}, **UNRANGED,
    ),
    "special": lambda: plan(like("disks failing special", "s"), **UNRANGED),
    "draid": lambda: plan(like("disks failing draid", "d"), **UNRANGED),
    "cached": lambda: plan(
        like("disks cached", "c", cache={**CACHE, "burst": "1 TB"}),
        like("disks inside weka quick", "w"), like("disks inside failing ceph", "x"), **UNRANGED,
    ),
}  # fmt: skip


@cache
def planned(name: str) -> Results:
    return PLANS[name]()


CASES = [
    (
        "paid",
        "phases",
        """
Phases of delivery, net
Phase | Ordered | Share | Price | Available by this date | Usable | Reads, GB/s | Writes, GB/s
first | 2026-03-01 | 75 % | 236 250 EUR | 75 % | 2.925 PB (2.598 PiB) | 18.00 | 10.50
second | 2027-05-01 | 25 % | 78 750 EUR | 100 % | 4 PB (3.553 PiB) | unknown~ | unknown
Payments by fiscal year, net
Paid for | 2025/26 | 2026/27 | 2027/28
Purchase | 94 500 EUR | 141 750 EUR | 78 750 EUR
Other | 0 EUR | unknown~ | unknown
All* | 94 500 EUR* | unknown~ | unknown
""",
    ),
    (
        "paid",
        "costs",
        """
Cost by year
Net, unless marked otherwise | Year 0 | Year 1 | Year 2 | All years
Capital (Purchase of the phases that are ordered in the year, net.) | 236 250 EUR | 78 750 EUR | \
0 EUR | 315 000 EUR
Energy (Electricity cost of the year; the PUE covers cooling.) | 0 EUR | unknown~ | unknown~ | \
unknown
Maintenance (Maintenance of the year; 0 without a contract.) | 0 EUR | 11 813 EUR | 15 094 EUR | \
26 906 EUR
Staff (Staff of the year.) | 0 EUR | 100 000 EUR | 100 000 EUR | 200 000 EUR
Cost* (All costs of the year, net.) | 236 250 EUR* | unknown~ | unknown~ | unknown
Tax* (Value added tax on all costs of the year.) | 47 250 EUR* | unknown~ | unknown~ | unknown
Gross cost* (All costs of the year with value added tax.) | 283 500 EUR* | unknown~ | unknown~ | \
unknown
Discounted cost* (All costs of the year, discounted to the purchase.) | 236 250 EUR* | unknown~ \
| unknown~ | unknown
Discounted gross cost* (All costs of the year with value added tax, discounted to the purchase.) \
| 283 500 EUR* | unknown~ | unknown~ | unknown
Cumulative cost* (All costs up to the year, discounted.) | 236 250 EUR* | unknown~ | unknown
Cost in the year, known part (All costs of the year that are known, net.) | 236 250 EUR | 190 \
563 EUR | 115 094 EUR | 541 906 EUR
Unknown cost categories (Cost categories of the year that are unknown; the known part excludes \
them.) | 0 | 1 | 1 | 2
Not included, because no value was entered: space, media replacement, migration, decommissioning \
and residual value.
""",
    ),
    (
        "projected",
        "projections",
        """
Costs projected by others, net
Cost | disk | tape
purchase | 100 000 EUR | 60 000 EUR
service | 40 000 EUR
cartridges |  | 20 000 EUR
Over all years* | 140 000 EUR* | 80 000 EUR
Discounted* | 140 000 EUR* | 80 000 EUR
Saving compared with the first* |  | 60 000 EUR
Break-even price, discounted* |  | 60 000 EUR
Both exclude power and staff, so ratios are not ratios of total cost. At the break-even price, \
paid immediately, an alternative costs as much as disk over 4 years. Costs without a year are \
spread equally over all years. These projections are not part of the plan's own cost.
title = Projected costs: example
figures = <title Over 4 years, net, unit currency>
categories = (disk, tape)
together = stacked
lying = True
high = 280
series: name = purchase; figures = (1e+05, 60000); colour = 0
series: name = service; figures = (40000, None); colour = 1
series: name = cartridges; figures = (None, 20000); colour = 2
""",
    ),
    (
        "trained",
        "guides",
        """
Demand and supply of training
Source | Read bandwidth | Over the training's | Cost of the difference | Write bandwidth | Over \
the checkpoints' | Cost of the difference, writes
This training | 94.35 GB/s |  |  | 13.75 GB/s
This design | 24 GB/s |  |  | 14 GB/s
DGX SuperPOD, good | 30 GB/s | 0.318 | unknown~ | 15 GB/s | 1.091 | unknown
DGX SuperPOD, better | 80 GB/s | 0.848 | unknown~ | 40 GB/s | 2.909 | unknown
DGX SuperPOD, best | 250 GB/s | 2.650 | unknown~ | 125 GB/s | 9.090 | unknown
...
""",
    ),
    (
        "trained",
        "of checkpoints",
        """
What checkpoints require
Requirement | Required | Planned or expected | Met? | Margin
Write bandwidth for checkpoints | 13.75 GB/s | 14 GB/s* | ✓ met+ | +1.8 %
Capacity for retained checkpoints | 9.8 TB (8.913 TiB) | 3.9 PB (3.464 PiB)* | ✓ met+ | 398 \
times required
Checkpoints that fit | 2, so that one survives while the next one is written | 3980* | ✓ met+ | \
1990 times required
""",
    ),
    (
        "trained",
        "checkpoints",
        """
with a checkpoint of 980 GB in 71.26 s after each 1.953 h of computing, a job with an MTTI of \
4.069 days computes 98.0 % of the time; checkpoints write 11.92 TB a day; at the expected \
bandwidth a checkpoint takes 70 s, and a job computes 98.0 %
""",
    ),
    (
        "several",
        "definition",
        """
as reported by `df` for the empty file system in a, and as reported by `df` for the empty file \
system, divided by the 2 copies of each file in c, and as entered; method of measurement unknown \
in d; 1 TB = 10^12 byte, 1 TiB = 2^40 byte
df; df / 2 copies; as entered
""",
    ),
    (
        "several",
        "headline",
        """
Usable 10.4 PB (9.233 PiB), as reported by `df` for the empty file system in a, and as reported \
by `df` for the empty file system, divided by the 2 copies of each file in c, and as entered; \
method of measurement unknown in d; 1 TB = 10^12 byte, 1 TiB = 2^40 byte. Expected write \
bandwidth 55.47 GB/s; at most 72.73 GB/s, limited by CPU and memory in a (next: NIC, 100 % \
higher) and drives in c (next: NIC, 479 % higher) and the measured bandwidth in d. Survives the \
loss of 3 drives in each vdev, not of an enclosure in a; survives the loss of 1 drive in each \
RAID group, and 1 of the 2 targets that hold a file in c; survives the loss of an unknown number \
of drives in d. Purchase cost unknown (at least 6 555 000 EUR net; 1 price missing). Cost over 3 \
years unknown (at least 6 835 164 EUR net; energy of 3 years unknown; maintenance of 3 years \
unknown). Requirements met: 2 of 5 at expected values (2 verdicts unknown); all met in 0 % of \
sampled cases.
""",
    ),
    (
        "several",
        "requirements",
        """
Requirements
Requirement | Required | Planned or expected | Met? | Margin | At upper bound | Chance
Usable capacity (8.316 PB (7.386 PiB) fillable; a, c and d together) | 10 PB (8.882 PiB) | 10.4 \
PB (9.233 PiB)* | ✓ met+ (mandatory) | +4.0 %
Write bandwidth (unknown stages: SAS, HBA, HBA PCIe, Drive PCIe; a, c and d together) | 20 GB/s \
| 55.47 GB/s* | ✓ met+ (mandatory) | +177.4 % | ✓ met+ (at most 72.73 GB/s; +263.6 %)
Budget, with VAT (needs the price of D, whole tier) | at most 9 000 000 EUR | unknown~ | \
unknown~ (mandatory) | unknown
Number of racks (needs the usable rack units of one rack of the site; the rack units of D, whole \
tier) | at most 9 | unknown~ | unknown~ (mandatory) | unknown
Probability of data loss in the service life (99.9 % of it rests on an assumption; a alone \
misses it) | at most 1 in 1 billion | unknown~ | ✗ not met! (mandatory) | unknown~ |  | 0 %
""",
    ),
    (
        "several",
        "weakest",
        """
Weakest: probability of data loss in the service life, met in 0 %
2 of 5 at expected values (2 verdicts unknown); all met in 0 % of sampled cases
('site', 'loss_probability')
""",
    ),
    (
        "several",
        "causes of loss",
        """
Data loss by cause
Cause | Probability | Share
a: destroyed enclosures (assumed) | 1 in 4170 | 99.94 %
a: failed drives | 1 in 6.73 million | 0.06 %
Data loss by cause
Cause | Share
a: failed drives | 0.06 %
a: unreadable sectors | 0.00 %
a: destroyed enclosures (assumed) | 99.94 %
""",
    ),
    (
        "grown",
        "needs",
        """
site: groups, 100 years, known True
full after 1.12 years, on 2027-04-14
6.25 PB (5.551 PiB) usable capacity required by 2029-03-01 (year 3)
growth not included: full in April 2027
site: latest orders
Parts | Lead time | Order by | Basis
site: demand by year
Year until | Demand, PB | Usable capacity required, PB | Usable, PB | Live, PB | Sufficient
2026-03-01 (year 0) | 2.000 (1.776 PiB) | 2.500* (2.22 PiB) | 3.900 (3.464 PiB) | 3.120 (2.771 \
PiB) | ✓ met+
2027-03-01 (year 1) | 3.000 (2.665 PiB) | 3.750* (3.331 PiB) | 3.900 (3.464 PiB) | 3.120 (2.771 \
PiB) | ✓ met+
2028-03-01 (year 2) | 4.000 (3.553 PiB) | 5.000* (4.441 PiB) | 3.900 (3.464 PiB) | 3.120 (2.771 \
PiB) | ✗ not met!
2029-03-01 (year 3) | 5.000 (4.441 PiB) | 6.250* (5.551 PiB) | 3.900 (3.464 PiB) | 3.120 (2.771 \
PiB) | ✗ not met!
title = Demand and capacity: example
figures = <title Demand, unit byte>
places = <span (0, 3.12), ticks ((0, 2026-03-01), (1, 2027-03-01), (2, 2028-03-01), (3, \
2029-03-01))>
lines = (<at 1.12, colour limit, text the purchase is full: 2027-04-14, is_place True>)
high = 440
legend = below
series: name = a; figures = (2e+15, 3e+15, 4e+15, 5e+15); mark = area; colour = group 0; at = \
(0, 1, 2, 3)
series: name = Live capacity (fill limit and snapshots deducted); figures = (3.12e+15, 3.12e+15, \
3.12e+15, 3.12e+15); mark = steps; colour = live_capacity; at = (0, 1, 2, 3); dashed = True
series: name = Usable capacity; figures = (3.9e+15, 3.9e+15, 3.9e+15, 3.9e+15); mark = steps; \
colour = usable_capacity; at = (0, 1, 2, 3)
""",
    ),
    (
        "grown",
        "unit costs",
        """
Unit costs, net, per unit of the mean over the years
Unit | Cost
Total cost of ownership per usable TB, discounted | 91.48 EUR/TB
Yearly cost per usable TB, not discounted | 30.84 EUR/TB
Total cost of ownership per GB/s of write bandwidth, discounted | 25 483 EUR
Total cost of ownership per GB/s of read bandwidth, discounted | 14 865 EUR
Total cost of ownership per rack with contents, discounted | 356 760 EUR
VAT on all years, not discounted | 72 156 EUR
All years with VAT, not discounted | 432 935 EUR
""",
    ),
    (
        "grown",
        "costs",
        """
Cost by year
Net, unless marked otherwise | Year 0 | Year 1 | Year 2 | Year 3 | All years
Until | 2026-03-01 | 2027-03-01 | 2028-03-01 | 2029-03-01
Capital (Purchase, in year 0.) | 300 000 EUR | 0 EUR | 0 EUR | 0 EUR | 300 000 EUR
Expansion (Price of the expansion of the year, net.) | 0 EUR | 0 EUR | 0 EUR | 0 EUR | 0 EUR
Energy (Electricity cost of the year; the PUE covers cooling.) | 0 EUR | 5260 EUR | 5260 EUR | \
5260 EUR | 15 779 EUR
Maintenance (Maintenance of the year; 0 without a contract.) | 0 EUR | 15 000 EUR | 15 000 EUR | \
15 000 EUR | 45 000 EUR
Cost* (All costs of the year, net.) | 300 000 EUR* | 20 260 EUR* | 20 260 EUR* | 20 260 EUR* | \
360 779 EUR
Tax* (Value added tax on all costs of the year.) | 60 000 EUR* | 4052 EUR* | 4052 EUR* | 4052 \
EUR* | 72 156 EUR
Gross cost* (All costs of the year with value added tax.) | 360 000 EUR* | 24 312 EUR* | 24 312 \
EUR* | 24 312 EUR* | 432 935 EUR
Discounted cost* (All costs of the year, discounted to the purchase.) | 300 000 EUR* | 19 574 \
EUR* | 18 913 EUR* | 18 273 EUR* | 356 760 EUR
Discounted gross cost* (All costs of the year with value added tax, discounted to the purchase.) \
| 360 000 EUR* | 23 489 EUR* | 22 695 EUR* | 21 928 EUR* | 428 112 EUR
Cumulative cost* (All costs up to the year, discounted.) | 300 000 EUR* | 319 574 EUR* | 338 487 \
EUR* | 356 760 EUR
Not included, because no value was entered: staff, space, media replacement, migration, \
decommissioning and residual value. Growth not included: full in April 2027.
""",
    ),
    (
        "grown",
        "headline",
        """
Usable 3.9 PB (3.464 PiB), as entered; method of measurement unknown; 1 TB = 10^12 byte, 1 TiB = \
2^40 byte. Expected write bandwidth 14 GB/s; upper bound 14 GB/s, limited by the measured \
bandwidth. Survives the loss of an unknown number of drives. Purchase 300 000 EUR net, 360 000 \
EUR gross. Over 3 years 356 760 EUR net and 428 112 EUR gross, discounted, growth not included: \
full in April 2027.
""",
    ),
    (
        "moved",
        "migration",
        """
1 PB at 5 GB/s takes at least 55.56 h, limited by the source; whether more gateways help is \
unknown: gateways not known
""",
    ),
    (
        "owned",
        "today",
        """
Today and after
Site | Today | After | Added
Usable capacity | 3.9 PB | 7.8 PB | 3.9 PB
Read bandwidth | 24 GB/s | 48 GB/s | 24 GB/s
Write bandwidth | 14 GB/s | 28 GB/s | 14 GB/s
Equipment power | 2 kW | 3 kW | 1 kW
Racks | 1 | 2 | 1
Left in the room
Room | Room | Others | Left today | Left after the plan
Power | 5 kW | 0 W | 3 kW | 2 kW
Racks | 3 | 0 | 2 | 1
""",
    ),
    (
        "owned",
        "requirements",
        """
Requirements
Requirement | Required | Planned or expected | Met? | Margin | At upper bound | Chance
Usable capacity (6.24 PB (5.542 PiB) fillable; g and h together) | 7.8 PB (6.928 PiB) | 7.8 PB \
(6.928 PiB)* | ✓ met+ (mandatory) | +0.0 %
Read bandwidth (g and h together) | 50 GB/s | 48 GB/s* | ✗ not met! (mandatory) | -4.0 % | ✗ not \
met! (48 GB/s; -4.0 %)
Number of racks | at most 2 | 2* | ✓ met+ (mandatory) | +0.0 %
""",
    ),
    (
        "owned",
        "sums by tier",
        """
Bill of materials, net
For | Lines | Cost | Power | Weight
g | 1 | 0 EUR | 2 kW | 400 kg
h | 1 | 100 000 EUR | 1 kW | 100 kg
Total* | 2* | 100 000 EUR* | 3 kW* | 500 kg
""",
    ),
    (
        "owned",
        "headline",
        """
Usable 7.8 PB (6.928 PiB), as entered; method of measurement unknown; 1 TB = 10^12 byte, 1 TiB = \
2^40 byte. Expected write bandwidth 28 GB/s; upper bound 28 GB/s, limited by the measured \
bandwidth in g and the measured bandwidth in h. Survives the loss of an unknown number of drives \
in g; survives the loss of an unknown number of drives in h. Purchase 100 000 EUR net, 120 000 \
EUR gross. Over 3 years 416 275 EUR net and 443 497 EUR gross, discounted. Requirements met: 2 \
of 3 at expected values.
""",
    ),
    (
        "files",
        "inodes",
        """
at most 86.59 billion inodes for 3 billion files that are expected
Files and inodes
Metadata tier | Inodes | Expected files | Margin | Inodes exhausted at | Capacity of the tier | \
Required by the vendor's rule | Data on MDTs
m | at most 28.86 billion | 1 billion |  | unknown~ | 107.5 TiB | 7.451 TiB
n | at most 57.73 billion | 2 billion |  | unknown~ | 215.1 TiB | 14.9 TiB
All* | at most 86.59 billion* | 3 billion* | 28.9 times required* | unknown~ | 322.6 TiB
""",
    ),
    (
        "estimated",
        "usual items",
        """
Items often forgotten
Item | Status | Included in, or reason
Boot drives | missing | no reason is stated
Power supplies | included in another price | servers, enclosures and switches are sold with them
Rails | not bought | with the servers
Management switch | missing | no reason is stated
Spare adapters | missing | no reason is stated
Spare power supplies | missing | no reason is stated
Spare modules | missing | no reason is stated
Hardware support | in the bill | S.01
Training | in the bill | S.02 (option)
Drive retention | missing | no reason is stated
Operating system | missing | no reason is stated
File system | included in another price | free of charge, without support
Not in the bill, and no reason stated in 'excluded': boot drives, management switch, spare \
adapters, spare power supplies, spare modules, drive retention and operating system.
""",
    ),
    (
        "estimated",
        "missing prices",
        """
Prices to request first, 4 of 4
Description | Pieces | Likely total | Basis
Drive | 848 | unknown | not in the catalog
Generic DDR4-2400 RDIMM 16 GB | 96 | unknown | no budget class with a price
Intel Xeon Silver 4110 | 16 | unknown | no budget class with a price
Support | 3 | unknown | not in the catalog
""",
    ),
    (
        "kept",
        "shelf",
        """
Spare parts for a lead time
Part | Installed | Failures per year | Cost of failures per year | Spares to hold
t: drives | 848 | 16.96 | 84 800 EUR | 7
t: servers | 8 | 0.64 | 48 000 EUR | 1
t: host bus adapters | unknown~ | unknown~ |  | unknown
t: enclosures | 8 | 0.08 | 400 EUR | 0
t: enclosure modules | 16 | 0.16 |  | 1
.0.tier: t
.0.part: drive
.0.pieces: 848
.0.shelf: 7
.1.tier: t
.1.part: server
.1.pieces: 8
.1.shelf: 1
.2.tier: t
.2.part: adapter
.2.pieces: None
.2.shelf: None
.3.tier: t
.3.part: enclosure
.3.pieces: 8
.3.shelf: 0
.4.tier: t
.4.part: module
.4.pieces: 16
.4.shelf: 1
""",
    ),
    (
        "kept",
        "losses",
        """
Data loss within 3 years
Tier | Probability | Mean time to data loss | Rebuild time | Average data loss | Based on
t | 1 in 4160 (likely 1 in 24 600 to 1 in 600; 99.7 % of it rests on an assumption) | 12 500 \
years (likely 1800 to 73 800 years) | 4.715 days (raidz3:11, client I/O takes 70 %) | 288.7 GB \
(likely 48.2 GB to 2.01 TB) | 2.00 % of the drives fail per year; a rebuild starts after 72 h \
and uses 30 % of a drive's bandwidth; failures are independent; unreadable sectors are not \
counted; 1.00 % of the enclosures fail per year, and 0.10 % of these failures destroy the drives \
(assumed)
""",
    ),
    (
        "kept",
        "t: states",
        """
t: expected bandwidth in each state
State | Read, GB/s | Read, striped files, GB/s | Read limited by | Write, GB/s | Write, striped \
files, GB/s | Write limited by
healthy | 44.37 | 42.15 | CPU and memory | 34.87 | 33.13 | CPU and memory
server down (one server is down: the one whose failure reduces bandwidth most; other servers of \
its block serve its targets, if they can) | 38.82! (-12.5 %) | 22.18! (-47.4 %) | CPU and memory \
| 30.51! (-12.5 %) | 17.44! (-47.4 %) | CPU and memory
drive rebuilding (one target is rebuilding a drive, which uses a share of its bandwidth) | 44.37 \
| 42.15 | CPU and memory | 34.87 | 33.13 | CPU and memory
nearly full (drives are filled to the fill limit: HDDs write to inner zones; fragmentation \
counts only if the scenario states its effect) | 44.37 | 42.15 | CPU and memory | 34.87 | 33.13 \
| CPU and memory
""",
    ),
    (
        "kept",
        "availability",
        """
Availability
Tier | Availability | Outage per year | Reachable data, average | Based on
t | unknown* | unknown | unknown | unknown: HBAs per server
Site | unknown* | unknown | unknown | unknown: HBAs per server
Outages by cause
Cause | Outage per year | Share
t: enclosures | 2.88 h | unknown
t: servers that crash | 46 min | unknown
Not counted: switches, as the plan has none, human error, software faults other than server \
crashes, the data centre, restores after data loss, and failures that spread between components.
""",
    ),
    (
        "cached",
        "survival",
        """
survives the loss of 3 drives in each vdev, not of an enclosure in c; each lost cache drive also \
loses the 21.2 drives behind it; survives the loss of 2 drives in each stripe in w; survives the \
loss of 2 drives in each stripe in x
""",
    ),
    (
        "cached",
        "c: survival",
        """
Survival of failures
Failure of | One | Two | With a failed drive
drive | survives | survives
cache drive | data lost (the drives behind a cache drive) | data lost | data lost
enclosure | access lost (enclosure 1) | access lost (enclosure 1 and enclosure 2) | access lost
enclosure with its drives | data lost (enclosure 1) | data lost (enclosure 1 and enclosure 2) | \
data lost (enclosure 1 and a drive)
enclosure module | survives | access lost (module 1 of enclosure 1 and module 2 of enclosure 1) \
| survives
server | access lost (server 1) | access lost (server 1 and server 2) | access lost
network adapter | access lost (network adapter 1 of server 1) | access lost (network adapter 1 \
of server 1 and network adapter 1 of server 2) | access lost
""",
    ),
    (
        "cached",
        "c: words",
        """
while caches hold, clients can expect 42.03 GB/s read and 34.87 GB/s write; the drives keep up, \
so the caches never fill
19 targets on the 2 servers of a block: 10+9; servers with more targets limit files striped over \
all targets, which reach 42.15 GB/s read (independent files 44.37 GB/s) and 33.13 GB/s write \
(independent files 34.87 GB/s)
each server is expected to reach 5.546 GB/s reading and 4.359 GB/s writing; the highest measured \
with ZFS and redundancy in software is 9.5 GB/s reading and 6.2 GB/s writing (Béluga OSS, 2019)
Single streams are slower: 926 MB/s to 1.5 GB/s reading and 645 MB/s to 1.5 GB/s writing with \
Lustre, as measured.
""",
    ),
    (
        "cached",
        "w: writing",
        """
w: write path, slowest stage first
Stage | Limits? | Tier, GB/s | One server's hardware, GB/s | Bytes moved per byte | Use at the \
upper bound | Expected, GB/s | Evidence
Drives* | limits* | 23.0* | 4.32* | 1.500* | 100 %* | 15.0* | from its parts
CPU and memory |  | 50.1 | 6.26 | 1.000 | 46 % | 33.4 | from its parts
NIC |  | 66.7 | 12.50 | 1.500 | 35 % | 63.3 | from its parts
NIC PCIe |  | 84.0 | 15.75 | 1.500 | 27 % | 79.8 | from its parts
Fabric |  | 216.0 | 27.00 | 1.000 | 11 % | 205.2 | from its parts
Drive PCIe |  | unknown~ | unknown~ | unknown~ | unknown~ | unknown~ | unknown
Stages overlap, so the slowest known one limits. CPU and memory: processors and memory share one \
resource, so their times add up (Béluga: half the memory channels cost 20 %).
""",
    ),
    (
        "inside",
        "requirements",
        """
Requirements
Requirement | Required | Planned or expected | Met? | Margin | At upper bound | Chance
Usable capacity (964.2 TB (877 TiB) fillable; 32 of 192 drives of a are in no target) | 1 PB \
(0.8882 PiB) | 1.205 PB (1.071 PiB)* | ✓ met+ (mandatory) | +20.5 %
Read bandwidth (unknown stages: Drive PCIe; no failover while a server is down: a) | 9 GB/s | \
21.12 GB/s* | ✓ met+ (mandatory) | +134.7 % | ✓ met+ (at most 30 GB/s; +233.3 %)
Write bandwidth (unknown stages: Drive PCIe) | 9 GB/s | 16.69 GB/s* | ✓ met+ (mandatory) | +85.4 \
% | ✓ met+ (at most 23.04 GB/s; +156.0 %)
""",
    ),
    (
        "inside",
        "today",
        """
Today and after
Site | Today | After | Added
Usable capacity | 1 PB | 1.205 PB | 205.3 TB
Read bandwidth | unknown~ | 21.12 GB/s | unknown
Write bandwidth | unknown~ | 16.69 GB/s | unknown
Equipment power | 2 kW | 5.22 kW | 3.22 kW
Left in the room
Room | Room | Others | Left today | Left after the plan
""",
    ),
    (
        "inside",
        "a: steps",
        """
a: from raw to live capacity
Step | PB | PiB | Share of raw
Raw capacity* (Drives times the capacity of one drive as sold, spares included.) | 1.920* | \
1.705* | 100.00 %
- Hot spares (Capacity of drives outside targets (hot spares).) | 0.320 | 0.284 | 16.67 %
- Parity and mirrors (Capacity used by parity or copies, in full stripes.) | 0.320 | 0.284 | \
16.67 %
- Format overhead (Space for inode tables, bitmaps and the journal of ldiskfs, the reserve of \
Lustre's OSD, and the reserve of the controller or md on each drive.) | 0.011 | 0.010 | 0.56 %
= Size reported by df* (Space for users and the reserve for root.) | 1.269* | 1.127* | 66.11 %
- Reserve for root (ldiskfs reserve for root, set by mke2fs (`reserve`). It is part of Size in \
`df`, but neither used nor available.) | 0.064 | 0.057 | 3.33 %
= Usable capacity* (Used + available in `df` for the empty file system (its Size is 1.269 PB \
(1.127 PiB), including 5 % reserved for root).) | 1.205* | 1.071* | 62.78 %
- Free-space headroom (Usable capacity above the fill limit, deliberately left free.) | 0.241 | \
0.214 | 12.56 %
= Planned capacity* (Usable capacity up to the fill limit.) | 0.964* | 0.856* | 50.22 %
- Snapshot capacity (Planned capacity reserved for snapshots of deleted or changed data.) | \
0.000 | 0.000 | 0.00 %
= Live capacity* (Space for live files: planned capacity less snapshots.) | 0.964* | 0.856* | \
50.22 %
""",
    ),
    (
        "inside",
        "a: states",
        """
a: expected bandwidth in each state
State | Read, GB/s | Read, striped files, GB/s | Read limited by | Write, GB/s | Write, striped \
files, GB/s | Write limited by
healthy | 21.12 | 21.12 | Drives | 16.69 | 16.69 | Drives
server down (one server is down: the one whose failure reduces bandwidth most; other servers of \
its block serve its targets, if they can; 2 of 16 targets can't be reached: files on them, and \
files striped over all targets, can't be read; new files avoid them) | 18.48! (-12.5 %) | 0.00! \
(-100.0 %) | Drives | 14.60! (-12.5 %) | 14.60! (-12.5 %) | Drives
drive rebuilding (one target is rebuilding a drive, which uses a share of its bandwidth) | \
20.72! (-1.9 %) | 14.78! (-30.0 %) | Drives | 16.38! (-1.9 %) | 11.68! (-30.0 %) | Drives
nearly full (drives are filled to the fill limit: HDDs write to inner zones; fragmentation \
counts only if the scenario states its effect) | 19.01! (-10.0 %) | 19.01! (-10.0 %) | Drives | \
12.02! (-28.0 %) | 12.02! (-28.0 %) | Drives
""",
    ),
    (
        "inside",
        "a: one file",
        """
title = One file: example
figures = <title Bandwidth of one file, upper bound, unit byte/s>
places = <title File size, unit byte, log True, ticks ((4e+09, 4 GB))>
high = 300
series: name = read; figures = (6.8431e+09 at most); mark = dotted line; colour = read; at = \
(4e+09)
series: name = write; figures = (5.2555e+09 at most); mark = dotted line; colour = write; at = \
(4e+09)
Upper bound without other load. The client's own ports are ignored, because their bandwidth is \
unknown ('fabric.clients').
""",
    ),
    (
        "inside",
        "a: pipes",
        """
healthy, write: 2.304e+10 at most, expected 1.669e+10, least of Drives
- Fabric: Fabric 2.16e+11, expected 2.052e+11
- Ports: NIC 1e+11, expected 9.5e+10
- Ports: NIC PCIe 1.2603e+11, expected 1.1973e+11
- Processors and memory: CPU and memory 5.0087e+10, expected 3.6987e+10
- Drives: Drive PCIe unknown, expected unknown
- Drives: Drives 2.304e+10, expected 1.669e+10, limits
healthy, read: 3e+10 at most, expected 2.112e+10, least of Drives
- Fabric: Fabric 2.16e+11, expected 2.052e+11
- Ports: NIC 1e+11, expected 9.5e+10
- Ports: NIC PCIe 1.2603e+11, expected 1.1973e+11
- Processors and memory: CPU and memory 6.5735e+10, expected 4.7236e+10
- Drives: Drive PCIe unknown, expected unknown
- Drives: Drives 3e+10, expected 2.112e+10, limits
...
""",
    ),
    (
        "inside",
        "a: answers",
        """
Other definitions
Definition | Capacity | Bytes | Share of raw
Usable: df's used + available (Space for users in the empty file system. This figure is \
binding.) | 1.205 PB (1.071 PiB)* | 1 205 285 322 443 328 | 62.78 %
df: Size (Size of the empty file system, including the reserve for root, which users can't \
fill.) | 1.269 PB (1.127 PiB)* | 1 269 285 322 443 328 | 66.11 %
Stored: large files (Data of the files; each occupies whole allocation units.) | 1.205 PB (1.071 \
PiB)* | 1 205 285 322 443 328 | 62.78 %
Planned: up to the fill limit (Usable capacity times the fill limit.) | 964.2 TB (877 TiB)* | \
964 228 257 954 662 | 50.22 %
Live: without snapshots (Planned capacity less the snapshot reserve.) | 964.2 TB (877 TiB)* | \
964 228 257 954 662 | 50.22 %
User data, compressed (User data that fits at the stated compression ratio; expected until \
measured.) | 964.2 TB (877 TiB)* | 964 228 257 954 662 | 50.22 %
""",
    ),
    (
        "buying",
        "costs",
        """
Cost by year
Net, unless marked otherwise | Year 0 | Year 1 | Year 2 | Year 3 | All years
Until | 2026-03-01 | 2027-03-01 | 2028-03-01 | 2029-03-01
Capital (Purchase, in year 0.) | 3 215 000 EUR | 0 EUR | 0 EUR | 0 EUR | 3 215 000 EUR
Expansion (Price of the expansion of the year, net.) | 2 400 000 EUR | 3 200 000 EUR | 3 200 000 \
EUR | 3 200 000 EUR | 12 000 000 EUR
Energy (Electricity cost of the year; the PUE covers cooling.) | 0 EUR | 64 851 EUR | 87 572 EUR \
| 110 294 EUR | 262 717 EUR
Maintenance (Maintenance of the year; 0 without a contract.) | 0 EUR | 440 750 EUR | 600 750 EUR \
| 760 750 EUR | 1 802 250 EUR
Staff (Staff of the year.) | 0 EUR | 100 000 EUR | 100 000 EUR | 100 000 EUR | 300 000 EUR
Cost* (All costs of the year, net.) | 5 615 000 EUR* | 3 805 601 EUR* | 3 988 322 EUR* | 4 171 \
044 EUR* | 17 579 967 EUR
Tax* (Value added tax on all costs of the year.) | 1 123 000 EUR* | 741 120 EUR* | 777 664 EUR* \
| 814 209 EUR* | 3 455 993 EUR
Gross cost* (All costs of the year with value added tax.) | 6 738 000 EUR* | 4 546 721 EUR* | 4 \
765 987 EUR* | 4 985 253 EUR* | 21 035 960 EUR
Discounted cost* (All costs of the year, discounted to the purchase.) | 5 615 000 EUR* | 3 676 \
909 EUR* | 3 723 142 EUR* | 3 762 043 EUR* | 16 777 093 EUR
Discounted gross cost* (All costs of the year with value added tax, discounted to the purchase.) \
| 6 738 000 EUR* | 4 392 967 EUR* | 4 449 100 EUR* | 4 496 412 EUR* | 20 076 479 EUR
Cumulative cost* (All costs up to the year, discounted.) | 5 615 000 EUR* | 9 291 909 EUR* | 13 \
015 051 EUR* | 16 777 093 EUR
Blocks bought, a | 1 | 4 | 4 | 4
Blocks bought, b | 5 | 4 | 4 | 4
Not included, because no value was entered: space, media replacement, decommissioning and \
residual value. Not in the bill, and no reason stated in 'excluded': boot drives, rails, \
management switch, spare adapters, spare power supplies, spare modules, training, drive \
retention and operating system.
""",
    ),
    (
        "whole",
        "g: steps",
        """
g: from raw to live capacity
Step | PB | PiB | Share of raw
Raw capacity* (Capacity of the drives as sold, if stated.) | 5.000* | 4.441* | 100.00 %
- Redundancy, spares and format (Not known one by one, as the tier is entered as a whole.) | \
1.100 | 0.977 | 22.00 %
= Usable capacity* (Capacity of the tier as entered.) | 3.900* | 3.464* | 78.00 %
- Free-space headroom (Usable capacity above the fill limit, deliberately left free.) | 0.780 | \
0.693 | 15.60 %
= Planned capacity* (Usable capacity up to the fill limit.) | 3.120* | 2.771* | 62.40 %
- Snapshot capacity (Planned capacity reserved for snapshots of deleted or changed data.) | \
0.000 | 0.000 | 0.00 %
= Live capacity* (Space for live files: planned capacity less snapshots.) | 3.120* | 2.771* | \
62.40 %
""",
    ),
    (
        "whole",
        "g: answers",
        """
Other definitions
Definition | Capacity | Bytes | Share of raw
Usable: as entered (Entered capacity of the empty tier.) | 3.9 PB (3.464 PiB)* | 3 900 000 000 \
000 000 | 78.00 %
Stored: large files (Data of the files; each occupies whole allocation units.) | 3.9 PB (3.464 \
PiB)* | 3 900 000 000 000 000 | 78.00 %
Planned: up to the fill limit (Usable capacity times the fill limit.) | 3.12 PB (2.771 PiB)* | 3 \
120 000 000 000 000 | 62.40 %
Live: without snapshots (Planned capacity less the snapshot reserve.) | 3.12 PB (2.771 PiB)* | 3 \
120 000 000 000 000 | 62.40 %
User data, compressed (User data that fits at the stated compression ratio; expected until \
measured.) | 3.12 PB (2.771 PiB)* | 3 120 000 000 000 000 | 62.40 %
""",
    ),
    (
        "whole",
        "capacity",
        """
Capacity
Tier | Raw | Usable (as entered) | Planned
g | 5 PB (4.441 PiB) | 3.9 PB (3.464 PiB) | 3.12 PB (2.771 PiB)
""",
    ),
    (
        "whole",
        "bandwidths",
        """
Expected bandwidth with its 90 % range
Tier | Expected, GB/s | Low, 5 % of cases, GB/s | High, 95 % of cases, GB/s | Upper bound, GB/s
g: read | 24.00* | unknown~ | unknown~ | 24.00
g: write | 14.00* | unknown~ | unknown~ | 14.00
""",
    ),
    (
        "quoted",
        "sums by tier",
        """
Bill of materials, net
For | Lines | Cost | Power | Weight
g | 2 | 315 000 EUR | 2 kW | 400 kg
in all racks | 0 | 0 EUR | 0 W | 0 kg
services | 1 | 37 800 EUR | 0 W | 0 kg
Total* | 3* | 352 800 EUR* | 2 kW* | 400 kg
""",
    ),
    (
        "quoted",
        "bill",
        """
Bill of materials, net
Description | Position | Tier | Vendor part number | Pieces | Unit | Unit price | Discount | Net \
unit price | Cost | Price source | Price age | Lot | Base or option | Part key | Role | Power \
per piece | Power | Weight per piece | Weight | Rack units per piece | Rack units
All | 1.01 | g |  | 1 (the tier is entered as a whole) | piece | 300 000 EUR | 10 % | 270 000 \
EUR | 270 000 EUR | x.yaml |  | storage | base |  | whole tier | 2 kW | 2 kW | 400 kg | \
400 kg | 42 | 42
Licence | S.02 | g |  | 5000 (5000 raw terabytes) | raw TB | 9 EUR | 0 % | 9 EUR | 45 000 EUR | \
x.yaml |  | l | base |  | licence | 0 W | 0 W | 0 kg | 0 kg | 0 | 0
Switch~ | C.01~ | all~ |  | 2~ (as entered) | piece~ | 5000 EUR~ | 0 %~ | 5000 EUR~ | 10 000 \
EUR~ | x.yaml~ |  | net~ | option~ |  | common~ | 300 W~ | 600 W~ | 20 kg~ | 40 kg~ | 2~ | \
4
Support | S.01 | all |  | 3 (3 service years x 1 order) | year | 12 600 EUR | 0 % | 12 600 EUR | \
37 800 EUR | not stated |  |  | base |  | support | 0 W | 0 W | 0 kg | 0 kg | 0 | 0
Training~ | S.03~ | all~ |  | 2~ (2 orders) | order~ | 2500 EUR~ | 0 %~ | 2500 EUR~ | 5000 EUR~ \
| x.yaml~ |  |  | option~ |  | training~ | 0 W~ | 0 W~ | 0 kg~ | 0 kg~ | 0~ | 0
Known subtotal* |  |  |  |  |  |  |  |  | 352 800 EUR* |  |  |  |  |  |  |  | 2 kW* |  | 400 kg* \
|  | 42
Total* |  |  |  |  |  |  |  |  | 352 800 EUR* |  |  |  |  |  |  |  | 2 kW* |  | 400 kg* |  | 42
Known subtotal of options* |  |  |  |  |  |  |  |  | 15 000 EUR
Total of options* |  |  |  |  |  |  |  |  | 15 000 EUR
""",
    ),
    (
        "replaced",
        "replacements",
        """
Drives to replace
Tier | Year 0 | Year 1 | Year 2 | Year 3 | All years | Counted
t | 0 | 0 | 11.87 | 11.87 | 23.74 | after the warranty of 1 year, which replaces drives
Price, net* | 0 EUR* | 0 EUR* | 59 360 EUR* | 59 360 EUR* | 118 720 EUR* | at the prices of the \
year
Expected failures of the drives, without cold spares: a drive bought takes the place of a failed \
one, or of the cold spare used for it. Drives of phases count from the end of their own warranty \
on, those of expansions from their year on: their warranty is taken to end with that of the \
purchase.
""",
    ),
    (
        "misfit",
        "misfits",
        """
Incompatible parts
Check | Needs | Has | Compatible? | Problem, or question to the vendor
Enough processor sockets | 2 | 1 | ✗ doesn't fit! | there are more processors than sockets
Enough drive bays | 24 | 20 | ✗ doesn't fit! | there are more drives than bays
= Whole design* |  |  | ✗ doesn't fit! | an incompatible design meets no requirement
""",
    ),
    (
        "misfit",
        "headline",
        """
Can't be built: there are more processors than sockets; there are more drives than bays; no \
requirement is met. Usable 1.266 PB (1.125 PiB), as reported by `df` for the empty file system; \
1 TB = 10^12 byte, 1 TiB = 2^40 byte. Expected write bandwidth 15.69 GB/s; at most 23.04 GB/s, \
limited by drives (next: CPU and memory, 117 % higher). Survives the loss of 3 drives in each \
vdev, not of a server. Purchase 1 615 000 EUR net, 1 938 000 EUR gross. Over 3 years 2 159 856 \
EUR net and 2 535 794 EUR gross, discounted. Requirements met: 0 of 1 at expected values; all \
met in 0 % of sampled cases.
""",
    ),
    (
        "misfit",
        "requirements",
        """
Requirements
Requirement | Required | Planned or expected | Met? | Margin | At upper bound | Chance
Usable capacity | 1 PB (0.8882 PiB) | 1.266 PB (1.125 PiB)* | ✗ not met! (mandatory) | +26.6 %
""",
    ),
    (
        "cheaper",
        "levers",
        """
all prices +10.0 %
tiers.0.equipment.price.value: 330000.00 EUR
tiers.0.equipment.price.status: assumed
tiers.0.equipment.price.because: all prices +10.0 %, on 300000.00 EUR (x.yaml)
common.0.price.value: 5500.00 EUR
common.0.price.status: assumed
common.0.price.because: all prices +10.0 %, on 5000.00 EUR (x.yaml)
flash -20.0 %
: {}
foreign currencies +25.0 %
: {}
energy +50.0 %
economics.energy_price.value: 0.375 EUR/kWh
economics.energy_price.status: assumed
economics.energy_price.because: energy +50.0 %, on 0.25 EUR/kWh
ordered 6 months later
tiers.0.equipment.price.value: 268328.16 EUR
tiers.0.equipment.price.status: assumed
tiers.0.equipment.price.because: ordered 6 months later, on 300000.00 EUR (x.yaml)
common.0.price.value: 4472.14 EUR
common.0.price.status: assumed
common.0.price.because: ordered 6 months later, on 5000.00 EUR (x.yaml)
economics.order_date: 2028-02-29
Prices of equipment follow the plan's own decline: fall by 20 % a year
""",
    ),
    (
        "special",
        "s: survival",
        """
Survival of failures
Failure of | One | Two | With a failed drive
drive | survives | data lost (any two drives of target 1 special mirror-1)
enclosure | access lost (enclosure 1) | access lost (enclosure 1 and enclosure 2) | access lost
enclosure with its drives | data lost (enclosure 1) | data lost (enclosure 1 and enclosure 2) | \
data lost (enclosure 1 and a drive)
enclosure module | survives | access lost (module 1 of enclosure 1 and module 2 of enclosure 1) \
| survives
server | survives | access lost (server 1 and server 2) | survives
network adapter | survives | access lost (network adapter 1 of server 1 and network adapter 1 of \
server 2) | survives
""",
    ),
    (
        "special",
        "s: loss",
        """
1.40 % of the drives fail per year; a rebuild starts after 1 h and uses 30 % of a drive's \
bandwidth; failures are independent; unreadable sectors are not counted; 1.00 % of the \
enclosures fail per year, and 0.10 % of these failures destroy the drives (assumed)
raidz2:10, client I/O takes 70 %
42.5 % of it rests on an assumption
unknown: HBAs per server
rebuild_time: 151748
assumed_loss_share: 0.425323
loss_is_upper_bound: False
""",
    ),
    (
        "draid",
        "d: survival",
        """
Survival of failures
Failure of | One | Two | With a failed drive
drive | survives | survives
enclosure | access lost (enclosure 1) | access lost (enclosure 1 and enclosure 2) | access lost
enclosure with its drives | data lost (enclosure 1) | data lost (enclosure 1 and enclosure 2) | \
data lost (enclosure 1 and a drive)
enclosure module | survives | access lost (module 1 of enclosure 1 and module 2 of enclosure 1) \
| survives
server | survives | access lost (server 1 and server 2) | survives
network adapter | survives | access lost (network adapter 1 of server 1 and network adapter 1 of \
server 2) | survives
""",
    ),
    (
        "draid",
        "d: against loss",
        """
d: what would lower the loss
Change | Probability then | Usable capacity, PB | Price
One more drive of parity, or copy, in each group: draid3:8d:53c:3s | 1 in 4170 (1.07 times \
lower) | 5.765 (-9.0 %) | no purchase
Rebuilds with 60 % of a drive's bandwidth (clients get less bandwidth while a drive is rebuilt) \
| 1 in 4080 (1.04 times lower) | 6.338 (unchanged) | no purchase
Half the data drives in each group: draid2:4d:53c:3s | 1 in 4070 (1.04 times lower) | 5.284 \
(-16.6 %) | no purchase
""",
    ),
    (
        "draid",
        "d: stripes",
        """
draid2:8d:53c:3s: 3 failed drives lose data in 0.47 % of the stripes, by OpenZFS's permutation \
map.
""",
    ),
]


@pytest.mark.parametrize(
    ("of", "what", "said"), CASES, ids=lambda one: one if len(one) < 30 else ""
)
def test_an_output_says_all_of_it(of: str, what: str, said: str) -> None:
    """Each line, with its tone: * strong, ~ faint, + good, ! bad; after "..." more may follow."""
    wanted = said.strip("\n").splitlines()
    found = [
        re.sub(r"x\.yaml:1:\d+", "x.yaml", line.rstrip()) for line in output(planned(of), what)
    ]
    if wanted[-1] == "...":
        wanted.pop()
        found = found[: len(wanted)]
    assert found == wanted


COMPARED = {
    "bases": """
Basis of the amounts
Basis | example | other
Currency | EUR | EUR
Prices as of | the latest | the latest
Years of service | 2 | 3#
Discount rate | 3.5 % | 3.5 %
Value added tax | 20.0 % | 20.0 %
Prices unknown | 0 | 1#
Not counted | staff, space, media replacement, migration, decommissioning, residual value | \
space, media replacement, migration, decommissioning, residual value#
""",
    "figures": """
Figures
Figure | example | other
Usable capacity | 3.9 PB (3.464 PiB) | 5.105 PB (4.534 PiB)# (+30.9 %)
Planned capacity | 3.12 PB (2.771 PiB) | 4.084 PB (3.628 PiB)# (+30.9 %)
Read bandwidth | 24 GB/s | 45.12 GB/s# (+88.0 %)
Read bandwidth: low, 5 % of cases~ | -~ | -
Read bandwidth: high, 95 % of cases~ | -~ | -
Write bandwidth | 14 GB/s | 30.69 GB/s# (+119.2 %)
Write bandwidth: low, 5 % of cases~ | -~ | -
Write bandwidth: high, 95 % of cases~ | -~ | -
Capital cost | 300 000 EUR | at least 1 615 000 EUR#
Total cost of ownership | 338 487 EUR | at least 1 895 164 EUR#
Equipment power | 2 kW | at least 5.22 kW#
""",
    "requirements": """
Requirements
Requirement | Required | example | other
Usable capacity | 3 PB (2.665 PiB); 9 PB (7.994 PiB) | 3.9 PB (3.464 PiB) (✓ met) | 5.105 PB \
(4.534 PiB)! (✗ not met)
Number of racks | 1 | unknown~ (unknown) | not required#
Parts are compatible |  | unknown | unknown
""",
    "capacity": """
From raw to live capacity
Step | example | other: t | other: g
Raw capacity | 5 PB (4.441 PiB) | 1.92 PB (1.705 PiB)# | 5 PB (4.441 PiB)
- Hot spares | - | 320 TB (291 TiB)# | -
- Parity and mirrors | - | 320 TB (291 TiB)# | -
- Format overhead | - | 10.71 TB (9.745 TiB)# | -
= Size reported by df | - | 1.269 PB (1.127 PiB)# | -
- Reserve for root | - | 64 TB (58.21 TiB)# | -
= Usable capacity | 3.9 PB (3.464 PiB) | 1.205 PB (1.071 PiB)# | 3.9 PB (3.464 PiB)
- Free-space headroom | 780 TB (709.4 TiB) | 241.1 TB (219.2 TiB)# | 780 TB (709.4 TiB)
= Planned capacity | 3.12 PB (2.771 PiB) | 964.2 TB (877 TiB)# | 3.12 PB (2.771 PiB)
= Live capacity | 3.12 PB (2.771 PiB) | 964.2 TB (877 TiB)# | 3.12 PB (2.771 PiB)
""",
    "differences": """
Differences between the scenarios
Field | example | other
economics.years | 2 | 3#
requirements.capacity | 3 PB | 9 PB#
requirements.racks | 1 | -#
tiers.0.given.capacity | 3.9 PB | -#
tiers.0.given.raw_capacity | 5 PB | -#
tiers.0.given.read_bandwidth | 24 GB/s | -#
tiers.0.given.write_bandwidth | 14 GB/s | -#
""",
    "years": """
Known cost over the years, net; cumulative below or in parentheses
Year | example | other
Year 0 | 300 000 EUR (300 000 EUR) | 1 615 000 EUR# (1 615 000 EUR)
Year 1 | 20 260 EUR (320 260 EUR) | 100 000 EUR# (1 715 000 EUR)
Year 2 | 20 260 EUR (340 519 EUR) | 100 000 EUR# (1 815 000 EUR)
Year 3 | - | 100 000 EUR# (1 915 000 EUR)
""",
}
"""What is said of a small design beside a larger one that asks for more, by table."""


@pytest.mark.parametrize("table", COMPARED)
def test_two_designs_stand_beside_each_other(table: str) -> None:
    """What one of them doesn't have is no zero; "#" stands where the second differs."""
    equipment = {"name": "all", "price": "300000 EUR", "power": "2 kW", "weight": "400 kg",
                 "rack_units": 40}  # fmt: skip
    small = plan(
        like("given", equipment=equipment), requirements={"capacity": "3 PB", "racks": 1},
        economics={"staff_cost": None, "years": 2}, existing=[], common=[], **UNRANGED,
    )  # fmt: skip
    large = plan(
        like("disks inside raid"), like("given", "g"), name="other",
        requirements={"capacity": "9 PB"}, **UNRANGED,
    )  # fmt: skip
    view = getattr(comparison_tables, table)(compare([small, large]))
    wanted = COMPARED[table].strip("\n").splitlines()
    assert lines(None, view)[: len(wanted)] == wanted
    assert table == "differences" or len(view.rows) == len(wanted) - 2
