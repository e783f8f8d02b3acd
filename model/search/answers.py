"""Analyses of a search: alternatives, Pareto front, reasons for exclusion, requirement costs."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, TypeVar

import yaml

from model.answers.ranges import BANDWIDTHS, range_of
from model.design.choices import Objective
from model.design.scenario import Scenario
from model.errors import InputError, Problem, shortened
from model.records import dataclass
from model.search.options import names_of
from model.search.parallel import Where
from model.search.probes import Combination
from model.search.progress import Progress, Watch
from model.search.search import CLOSE, Design, SearchResult, run_search
from model.search.spaces import Limit, Space, limits_of
from model.search.structures import Group, Structure
from model.units.figures import show

SEARCH_SCHEMA = "ostimate.search/1"
STEP = 0.05
"""Share by which a requirement is raised to compute its cost."""
NEAR = 0.05
"""Default share by which an alternative may be worse, if the objective has none."""
PATIENCE = 30.0
"""Default time limit of the search for alternatives, in seconds."""
T = TypeVar("T")


@dataclass(frozen=True)
class Alternative:
    """The best design with an option that the best design lacks; `gap`: how much worse it is."""

    path: str
    option: str
    design: Design
    gap: float


@dataclass(frozen=True, slots=True)
class Price:
    """Cost of a 5 % higher requirement, as a share of the best figure; None: no design meets it."""

    what: str
    change: float | None


@dataclass(frozen=True, slots=True)
class Reason:
    """Reason for exclusion of a design: the requirement, the design's figure, and the limit."""

    what: str
    figure: float | None
    needed: float
    unit: str
    currency: str = ""

    def __str__(self) -> str:
        if self.unit == "1" and self.needed == 0.5:
            return self.what
        figure, needed = (
            show(one, self.unit, currency=self.currency) for one in (self.figure, self.needed)
        )
        return f"{self.what}: {figure} instead of {needed}"


def with_option(structure: Structure, choice: int, option: int) -> Structure | None:
    """Return the designs of a structure that have an option; None if there are none."""
    groups = []
    for group in structure.groups:
        if choice in group.choices:
            at = group.choices.index(choice)
            keep = [n for n, picks in enumerate(group.options) if picks[at] == option]
            figures = {key: [x[n] for n in keep] for key, x in group.figures.items()}
            group = Group(group.choices, [group.options[n] for n in keep], figures)
        groups.append(group)
    with_group = replace(structure, groups=groups)
    return with_group if with_group.designs else None


class Answers(list[T]):
    """Results within the time limit: `looked_at` of all questions were answered."""

    def __init__(self, items: Iterable[T], looked_at: int, of: int) -> None:
        super().__init__(items)
        self.looked_at, self.of = looked_at, of

    @property
    def stopped(self) -> bool:
        """Whether some questions were not answered, or only in part."""
        return self.looked_at < self.of


def alternatives(
    result: SearchResult,
    objective: Objective | None = None,
    *,
    most: int = 5,
    of: Sequence[str] = (),
    seconds: float = PATIENCE,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answers[Alternative]:
    """Return the best design with each option that the best design lacks.

    Only designs within the objective's share are returned, best first, each design once. `of`
    limits the analysis to the choices with these paths, if it is not empty. The result includes the
    number of options examined, if the time of `seconds` was exceeded, or `progress` returned False.
    With an `executor`, the rest of each search is computed by its workers, with bit-identical
    results.
    """
    if result.best is None:
        return Answers([], 0, 0)
    objective = objective or result.choosing.scenario.objective
    near = NEAR if objective is None else objective.near
    worst = math.nextafter(result.cost + near * abs(result.cost), math.inf)
    watch, where = Watch(time.monotonic() + seconds, progress), Where(executor)
    others: dict[Combination, Alternative] = {}
    pairs = list(_others(result, of))
    looked_at = 0
    for n, (choice, option) in enumerate(pairs):
        some = [with_option(one, choice, option) for one in result.choosing.structures]
        here = [one for one in some if one is not None]
        watch.at(n, len(pairs))
        one = run_search(result.choosing, result.aim, here, watch.within(), worst, where)
        looked_at += not one.stopped
        is_known = not one.stopped or one.cost < result.cost
        if one.best is not None and is_known and one.best.picks not in others:
            open_choice = result.choosing.choices[choice]
            gap = (one.cost - result.cost) / abs(result.cost) if result.cost else 0.0
            label = open_choice.options[option].label
            others[one.best.picks] = Alternative(open_choice.path, label, one.best, gap)
        if one.stopped:
            break
    nearest = sorted(others.values(), key=lambda one: one.gap)[:most]
    return Answers(nearest, looked_at, len(pairs))


def with_alternatives(
    result: SearchResult, objective: Objective | None = None, *, most: int = 5, **options: Any
) -> tuple[SearchResult, Answers[Alternative]]:
    """Return the result and its alternatives; `options` are those of `alternatives`.

    The search for alternatives of a result that isn't proven may find a better design. It is then
    the best design of the result, and the former one remains as an alternative.
    """
    found = alternatives(result, objective, most=max(most, 1), **options)
    better = [one for one in found if one.gap < -CLOSE]
    as_good = [one for one in found if one not in better]
    meet = [one for one in better if _is_as_computed(result, one)]
    if result.best is None or not meet:
        return result, Answers(as_good[:most], found.looked_at, found.of)
    best, improved = meet[0].design, copy.copy(result)
    improved.best, improved.cost, improved.proven = best, _cost_of(result, meet[0]), False
    objective = objective or result.choosing.scenario.objective
    near = NEAR if objective is None else objective.near
    others = []
    for one in (*meet[1:], *as_good, Alternative(meet[0].path, "", result.best, 0.0)):
        paths = (one.path, *(options.get("of") or ()), *best.choices)
        path = next(path for path in paths if one.design.choices[path] != best.choices[path])
        worse = _cost_of(result, one) - improved.cost
        gap = worse / abs(improved.cost) if improved.cost else 0.0
        if gap <= near or one.design is result.best:
            others.append(Alternative(path, one.design.choices[path], one.design, gap))
    ranked = sorted(others, key=lambda one: one.gap)[:most]
    return improved, Answers(ranked, found.looked_at, found.of)


def _cost_of(result: SearchResult, one: Alternative) -> float:
    """Return the figure of the objective times its sense."""
    return result.cost + one.gap * abs(result.cost)


def _is_as_computed(result: SearchResult, one: Alternative) -> bool:
    """Whether an alternative, planned in full, meets all limits and has the computed figure."""
    planned = one.design.results["site", result.aim.name]
    if planned is None or lacking(result, one.design):
        return False
    return math.isclose(planned, _cost_of(result, one) * result.aim.sense, rel_tol=CLOSE)


def _others(result: SearchResult, of: Sequence[str]) -> Iterator[tuple[int, int]]:
    assert result.best is not None
    for choice, options in enumerate(result.choosing.choices):
        if options.path in of or not of:
            for option in range(len(options.options)):
                if option != result.best.picks[choice]:
                    yield choice, option


def front(
    result: SearchResult,
    figure: str,
    *,
    sense: int = -1,
    most: int = 8,
    step: float = STEP,
    seconds: float = math.inf,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answers[Design]:
    """Return the Pareto front of the objective and another figure.

    Starts at the best design, and tightens the limit of the figure step by step: upwards, or
    downwards if less is better (`sense` 1). When the time is exceeded, the designs proven so far
    are returned.

    Raises
    ------
    InputError
        If the figure is not one of the site.
    """
    designs: list[Design] = []
    watch, where = Watch(time.monotonic() + seconds, progress), Where(executor)
    last = result
    while last.best is not None and len(designs) < most:
        watch.at(len(designs), most)
        cost = last.best.results["site", result.aim.name]
        assert cost is not None
        limit = Limit(result.aim.address, result.aim.name, *_no_worse(cost, result.aim.sense))
        both = replace(result.aim, name=figure, sense=sense, further=(*result.aim.further, limit))
        top = run_search(
            result.choosing, both, result.choosing.structures, watch.within(), where=where
        )
        if top.stopped:
            return Answers(designs, len(designs), most)
        best = top.best or last.best
        designs.append(best)
        reached = best.results["site", figure]
        if not reached:
            break
        more = Limit(("site", figure), figure, *_better(reached, sense, step))
        aim = replace(result.aim, further=(*result.aim.further, more))
        last = run_search(
            result.choosing, aim, result.choosing.structures, watch.within(), where=where
        )
        if last.stopped:
            return Answers(designs, len(designs), most)
    return Answers(designs, len(designs), len(designs))


def _better(figure: float, sense: int, step: float) -> tuple[float, float]:
    """Return the limits that require an improvement of a figure by a share."""
    return (-math.inf, figure * (1 - step)) if sense > 0 else (figure * (1 + step), math.inf)


def _no_worse(figure: float, sense: int) -> tuple[float, float]:
    slack = abs(figure) * 1e-12
    return (-math.inf, figure + slack) if sense > 0 else (figure - slack, math.inf)


def prices(
    result: SearchResult,
    step: float = STEP,
    *,
    seconds: float = math.inf,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answers[Price]:
    """Return the cost of a 5 % increase of each requirement, relative to the best figure."""
    if result.best is None:
        return Answers([], 0, 0)
    structure = result.choosing.structures[0]
    limits = [
        one
        for one in limits_of(structure, result.aim)
        if one.address[0] == "site" and one.low > 1 and math.isinf(one.high)
    ]
    marginal_prices: list[Price] = []
    watch, where = Watch(time.monotonic() + seconds, progress), Where(executor)
    for n, limit in enumerate(limits):
        watch.at(n, len(limits))
        aim = replace(result.aim, scaled=((limit.address, 1 + step),))
        one = run_search(
            result.choosing, aim, result.choosing.structures, watch.within(), where=where
        )
        if one.stopped:
            break
        change = None if one.best is None else (one.cost - result.cost) / abs(result.cost)
        marginal_prices.append(Price(limit.what, change))
    return Answers(marginal_prices, len(marginal_prices), len(limits))


def design_with(result: SearchResult, choices: Mapping[str, str]) -> Design:
    """Return the best design with some options replaced, given as labels by choice path.

    Raises
    ------
    InputError
        If there is no such choice or option, or if the design can't be planned.
    """
    if not result.choosing.structures:
        what = "the search was stopped before it knew the options: allow more time"
        raise InputError([Problem(result.choosing.scenario.place(), "choices", what)])
    picks = list(result.best.picks if result.best else result.choosing.structures[0].base)
    for path, label in choices.items():
        choice, option = _named(result, path, label)
        picks[choice] = option
    return result.choosing.design(tuple(picks))


def why_not(result: SearchResult, choices: Mapping[str, str]) -> list[Reason]:
    """Return the reasons that exclude the best design with some options replaced, if any.

    `choices` are labels of options by choice path; all other choices are those of the best design.

    Raises
    ------
    InputError
        If there is no such choice or option, or if the design can't be planned.
    """
    return lacking(result, design_with(result, choices))


def lacking(result: SearchResult, design: Design) -> list[Reason]:
    """Return the limits that a design violates."""
    reasons, currency = [], result.choosing.scenario.economics.currency
    for limit in limits_of(result.choosing.structures[0], result.aim):
        figure = design.results.values.get(limit.address)
        broken = not limit.unknown if figure is None else not limit.low <= figure <= limit.high
        if broken:
            needed = limit.low if limit.low > -math.inf else limit.high
            unit = design.results.item(*limit.address).unit
            reasons.append(Reason(limit.what, figure, needed, unit, currency))
    return reasons


def _named(result: SearchResult, path: str, label: str) -> tuple[int, int]:
    """Return the indices of a choice and its option, given by name."""
    place = result.choosing.scenario.place(("choices",))
    names = [choice.path for choice in result.choosing.choices]
    if path not in names:
        what = f"'{shortened(path)}' is not a variable: {_instead(path, names)}"
        raise InputError([Problem(place, "choices", what)])
    choice = names.index(path)
    options = result.choosing.choices[choice].options
    labels, names = [option.label for option in options], list(names_of(options).values())
    if label not in labels and label in names:
        return choice, names.index(label)
    if label not in labels:
        what = f"'{shortened(label)}' is not one of its options: {_instead(label, names)}"
        raise InputError([Problem(place, f"choices.{path}", what)])
    return choice, labels.index(label)


def _instead(wrong: str, names: Sequence[str]) -> str:
    near = get_close_matches(wrong, names, 3, 0.3) or names[:3]
    has_commas = any("," in name for name in near)
    said = ", ".join(f"'{shortened(name)}'" if has_commas else shortened(name) for name in near)
    return f"write {said}{' …' * (len(names) > 3)}"


def most_of(result: SearchResult, choice: str, option: str) -> list[Reason]:
    """Return the limits that exclude all designs with an option, with bounds of their figures."""
    named = _named(result, choice, option)
    reasons: dict[str, Reason] = {}
    currency = result.choosing.scenario.economics.currency
    for structure in result.choosing.structures:
        some = with_option(structure, *named)
        if some is None:
            continue
        space = Space(some, result.aim)
        root = some.probe.root
        for limit in space.limits:
            node = space.graph.at[limit.address]
            reach = space.tables.range(node)
            if reach.unknown or (reach.high >= limit.low and reach.low <= limit.high):
                continue
            most, needed = (
                (reach.high, limit.low) if limit.low > -math.inf else (reach.low, limit.high)
            )
            unit = dict(root.walk())[limit.address[0]].book[limit.address[1]].unit
            reasons[limit.what] = Reason(limit.what, most, needed, unit, currency)
    return list(reasons.values())


def text_of(design: Design) -> str:
    """Return a design as the text of a scenario."""
    return yaml_of(design.scenario)


def yaml_of(scenario: Scenario) -> str:
    """Return a generated scenario as text."""
    return yaml.safe_dump(scenario.data, allow_unicode=True, sort_keys=False)


def search_json(
    result: SearchResult,
    others: Sequence[Alternative] = (),
    *,
    front: Sequence[Design] | None = None,
    prices: Sequence[Price] | None = None,
    why_not: Sequence[Reason] | None = None,
    obstacles: Sequence[Reason] = (),
) -> dict[str, Any]:
    """Return the results as a document; analyses that were not requested are None."""

    def design_json(design: Design | None) -> dict[str, Any] | None:
        if design is None:
            return None
        ranges = {
            f"{name}_{end}": value
            for name in BANDWIDTHS
            if name in design.figures and (ends := range_of(design.results, "site", name))
            for end, value in ends._asdict().items()
        }
        return {"choices": design.choices, "figures": design.figures, "ranges": ranges}

    def reason(one: Reason) -> dict[str, Any]:
        return {"what": one.what, "figure": one.figure, "needed": one.needed, "unit": one.unit}

    way = "minimise" if result.aim.sense > 0 else "maximise"
    return {
        "schema": SEARCH_SCHEMA,
        "scenario": result.choosing.scenario.name,
        "objective": {way: result.aim.name, "budget": result.aim.budget},
        "best": design_json(result.best),
        "figure": result.figure,
        "proven": result.proven,
        "assumed": result.assumed,
        "gap": result.gap,
        "stopped": result.stopped,
        "designs": result.choosing.designs,
        "computed": result.computed,
        "planned": result.choosing.prober.planned,
        "excluded": [
            {"by": one.by, "count": one.designs, "estimated": one.estimated}
            for one in result.excluded
        ],
        "refused": [
            {
                "choices": {
                    result.choosing.choices[choice].path: result.choosing.choices[choice]
                    .options[option]
                    .label
                    for choice, option in zip(one.choices, one.options, strict=True)
                },
                "why": one.why,
            }
            for one in result.choosing.refused
        ],
        "alternatives": [
            {
                "choice": one.path,
                "option": one.option,
                "gap": one.gap,
                **(design_json(one.design) or {}),
            }
            for one in others
        ],
        "front": None if front is None else [design_json(one) for one in front],
        "shadow_prices": None
        if prices is None
        else [{"what": one.what, "change": one.change} for one in prices],
        "why_not": None if why_not is None else [reason(one) for one in why_not],
        "obstacles": [reason(one) for one in obstacles],
        "not_whole": [
            name
            for name, answers in (
                ("alternatives", others),
                ("front", front),
                ("prices", prices),
                ("obstacles", obstacles),
            )
            if isinstance(answers, Answers) and answers.stopped
        ],
    }
