"""Instances of cost projections."""

from __future__ import annotations

from model.books.projections import ITEM, PROJECTION, ItemFacts, ProjectionFacts
from model.design.projections import ProjectedCost, Projection
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply
from model.provenance import Provenance


def put_projections(draft: Draft) -> dict[str, list[Instance]]:
    """Create the instances of the alternatives, if there are any, and set the number of years."""
    stated = draft.supply.scenario.projections
    if stated is None:
        return {}
    years = draft.supply.scenario.economics.years
    place = Provenance("stated", "", "the years of service", draft.supply.place("economics"))
    draft.put("projected_years", float(years), place)
    instances = [
        _projection(one, n, f"{draft.path}/projections:{one.name}", draft.supply)
        for n, one in enumerate(stated.alternatives)
    ]
    return {"projections": instances}


def _projection(projection: Projection, n: int, path: str, supply: Supply) -> Instance:
    at = f"projections.alternatives.{n}.costs"
    items = [
        _item(cost, f"{at}.{k}", f"{path}/items:{cost.name}", supply)
        for k, cost in enumerate(projection.costs)
    ]
    book = PROJECTION.book(ProjectionFacts(compared=n > 0))
    return Instance("projections", projection.name, book, {}, {"items": items})


def _item(cost: ProjectedCost, at: str, path: str, supply: Supply) -> Instance:
    draft = Draft(path, supply)
    put_bound(draft, cost, at)
    years = supply.scenario.economics.years
    if cost.year is not None and cost.year.value > years:
        supply.complain(f"{at}.year", f"must be at most {years}, the years of service")
    book = ITEM.book(ItemFacts(dated=cost.year is not None))
    return Instance("items", cost.name, book, draft.inputs)
