"""Services as lines of the bill of materials, for one tier or for all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from model.books.site import COUNTED_YEAR, SERVICES
from model.books.site_facts import SiteFacts
from model.design.services import Metric, Service
from model.engine.tree import Instance
from model.planning.demand import years_of
from model.planning.lines import LineDraft, bill, by_role, counted_again, position
from model.planning.supply import Draft, Supply
from model.provenance import Provenance

GROUP = "S"
"""Prefix of the positions of services."""
OF_TIER: dict[Metric, str] = {
    "order": "orders",
    "server": "servers",
    "drive": "drives",
    "raw TB": "raw_terabytes",
    "usable TB": "usable_terabytes",
}
"""Quantity that counts a service of a tier, by its unit of sale."""
OF_SITE: dict[Metric, str] = {**OF_TIER, "server": "all_servers", "drive": "all_drives"}
"""The same for a service of all tiers."""
NO_THING = Provenance("default", "definition: a service has no power, weight or rack units")


def services_instances(facts: SiteFacts, supply: Supply) -> list[Instance]:
    """Create the instance of the services for all tiers, with its lines, if there are any."""
    path = "site/services:services"
    lines = bill(path, counted_again(services_of(None, supply), facts), supply)
    children = by_role(lines)
    if facts.growing:
        children["years"] = years_of(COUNTED_YEAR.book(facts), facts.years)
    services = Instance("services", "services", SERVICES.book(facts), {}, children)
    return [services] if lines else []


def line_of_service(n: int) -> str:
    """Return the name of the line of a service, by its index."""
    return f"service {n + 1}"


def services_of(tier: str | None, supply: Supply, *, option: bool = False) -> Iterator[LineDraft]:
    """Return the lines of the services for a tier, or for all tiers."""
    counts = OF_SITE if tier is None else OF_TIER
    for n, service in enumerate(supply.scenario.services):
        if service.tier != tier:
            continue
        yield LineDraft(
            line_of_service(n),
            service.kind,
            service,
            f"services.{n}",
            position(GROUP, n + 1),
            tier or "",
            option,
            service.lot,
            _unit(service),
            _text(service, supply),
            counted=counts[service.per],
            per="service_years",
            share=service.share is not None,
            put=partial(_put_no_thing, service),
        )


def _put_no_thing(service: Service, draft: Draft) -> None:
    for measure in ("power", "weight", "rack_units"):
        if getattr(service, measure) is None:
            draft.put(f"unit_{measure}", 0.0, NO_THING)


def _text(service: Service, supply: Supply) -> str:
    """Return the description of a service: kind, level, and term."""
    years = "" if service.years is None else f"{service.years.value:g} years"
    promised = (service.level, years) if service.level else ()
    return ", ".join(filter(None, (supply.title(service), *promised)))


def _unit(service: Service) -> str:
    """Return the unit of a service: 'server and year', 'order'."""
    years = service.years is not None
    if service.per == "order":
        return "year" if years else "order"
    return f"{service.per} and year" if years else service.per
