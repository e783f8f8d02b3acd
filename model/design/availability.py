"""Schema of availability: how often parts fail, and how long it takes until data can be reached."""

from typing import Annotated, Literal

from model.reading.binding import gives
from model.reading.fields import (
    Factor,
    Figure,
    Fraction,
    Nines,
    PositiveSeconds,
    Seconds,
    Stated,
    Strict,
)

Level = Annotated[float, Figure("1", above=0.0, most=0.999999)]


class Availability(Strict):
    """Failures and repairs. Empty fields use the defaults of the catalog, most of them assumed."""

    support: Literal["spares on site", "four hours", "next business day", "depot"] = (
        "next business day"
    )
    """Support class, which decides on the time to repair: parts and people on site, on-site support
    within four hours or on the next business day, or return to depot.
    """
    of_site: Annotated[Stated[Nines] | None, gives("availability")] = None
    """Counts only where it isn't estimated: with tiers entered as a whole."""
    loss_of_site: Annotated[Stated[Fraction] | None, gives("loss_probability")] = None
    """Counts only where it isn't estimated, as for the availability."""
    repair_time: Annotated[Stated[PositiveSeconds] | None, gives("part_repair_time")] = None
    """Leave empty to derive it from the support class."""
    restart_time: Annotated[Stated[PositiveSeconds] | None, gives("server_restart_time")] = None
    takeover_time: Annotated[Stated[PositiveSeconds] | None, gives("takeover_time")] = None
    takeover_failure: Annotated[Stated[Fraction] | None, gives("takeover_failure")] = None
    server_failures: Annotated[Stated[Factor] | None, gives("server_failure_rate")] = None
    server_crashes: Annotated[Stated[Factor] | None, gives("server_crash_rate")] = None
    adapter_failures: Annotated[Stated[Factor] | None, gives("adapter_failure_rate")] = None
    cable_failures: Annotated[Stated[Factor] | None, gives("cable_failure_rate")] = None
    enclosure_failures: Annotated[Stated[Factor] | None, gives("enclosure_failure_rate")] = None
    enclosure_destruction: Annotated[
        Stated[Fraction] | None, gives("enclosure_destruction_share")
    ] = None
    """Counts for the loss of data, where vdevs don't survive the loss of an enclosure."""
    module_failures: Annotated[Stated[Factor] | None, gives("module_failure_rate")] = None
    controller_failures: Annotated[Stated[Factor] | None, gives("controller_failure_rate")] = None
    switch_failures: Annotated[Stated[Factor] | None, gives("switch_failure_rate")] = None
    feed_failures: Annotated[Stated[Factor] | None, gives("feed_failure_rate")] = None
    feed_repair_time: Annotated[Stated[PositiveSeconds] | None, gives("feed_repair_time")] = None
    spares_lead_time: Annotated[Stated[PositiveSeconds] | None, gives("shelf_lead_time")] = None
    """Default: 30 days. Of drives only where their tier has no `spares`."""
    spares_level: Annotated[Stated[Level] | None, gives("shelf_level")] = None
    """Default: 99 %."""
    planned_downtime: Annotated[Stated[Seconds] | None, gives("planned_downtime")] = None
    """Leave empty if only unplanned outages count."""
