"""Services as lines of the bill: of a tier, or of all."""

from __future__ import annotations

from collections.abc import Iterator

from model.books.site import SERVICES
from model.books.site_facts import SiteFacts
from model.design.services import Metric, Service
from model.engine.tree import Instance
from model.planning.lines import by_role, line_of, line_role, position, put_line
from model.planning.supply import Draft, Supply
from model.provenance import Provenance

GROUP = "S"
"""What positions of the bill begin with, of services."""
OF_TIER: dict[Metric, str] = {
    "order": "orders",
    "server": "servers",
    "drive": "drives",
    "raw TB": "raw_terabytes",
    "usable TB": "usable_terabytes",
}
"""What counts a service by what it is sold by, in a tier."""
OF_SITE: dict[Metric, str] = {**OF_TIER, "server": "all_servers", "drive": "all_drives"}
"""The same of all tiers."""
NO_THING = Provenance("default", "a service: it draws nothing, weighs nothing, fills no rack")


def services_instances(facts: SiteFacts, supply: Supply) -> list[Instance]:
    """Make the instance of the services for all tiers, with its lines, if there are any."""
    lines = list(services_of(None, "site/services:services", supply))
    made = Instance("services", "services", SERVICES.book(facts), {}, by_role(lines))
    return [made] if lines else []


def services_of(
    tier: str | None, path: str, supply: Supply, *, option: bool = False
) -> Iterator[Instance]:
    """Make the lines of the services for a tier, or for all, below the instance at that path."""
    counts = OF_SITE if tier is None else OF_TIER
    for n, service in enumerate(supply.scenario.services):
        if service.tier != tier:
            continue
        name = f"service {n + 1}"
        draft = Draft(f"{path}/{line_role(option=option or service.option)}:{name}", supply)
        put_line(draft, service, f"services.{n}")
        for measure in ("power", "weight", "rack_units"):
            if getattr(service, measure) is None:
                draft.put(f"unit_{measure}", 0.0, NO_THING)
        supply.line(
            draft.path,
            service.kind,
            tier or "",
            service,
            position=position(GROUP, n + 1),
            lot=service.lot,
            unit=_unit(service),
            said=_said(service, supply),
        )
        share = service.share is not None
        yield line_of(draft, name, counts[service.per], "service_years", share=share)


def _said(service: Service, supply: Supply) -> str:
    """Say what it is, what it promises, and for how long."""
    years = "" if service.years is None else f"{service.years.value:g} years"
    promised = (service.level, years) if service.level else ()
    return ", ".join(filter(None, (supply.title(service), *promised)))


def _unit(service: Service) -> str:
    """Say what is counted: 'server and year', 'order'."""
    years = service.years is not None
    if service.per == "order":
        return "year" if years else "order"
    return f"{service.per} and year" if years else service.per
