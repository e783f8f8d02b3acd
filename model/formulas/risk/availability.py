"""How much of the time all data can be reached, and how much of the data on average.

Each cause has a number of outages in progress, on average: outages a year x their length. Outages
begin at random and independently of each other, so none is in progress for a share of the time of
exp(-number): the queue with unlimited servers, M/G/inf, whatever the lengths are distributed like.
A piece of the data is reached while no outage of its own is in progress.

Failures of paths and modules that take turns count where all of them fail within one repair.
"""

from functools import cache

import numpy as np

from model.engine.ops import Num, otherwise, power, where_less
from model.engine.quantity import Book

MGINF = (
    "document: Takacs, Introduction to the Theory of Queues, 1962: M/G/inf: of outages that begin "
    "at random and independently, none is in progress with probability exp(-load)"
)
LOAD = "arithmetic: outages a year x their length"
ALL_AT_ONCE = "arithmetic: all of them fail within one repair; independent failures"
WHOLE_BLOCK = "assumption: all data of its block are out of reach"

RATES = Book("failures of parts, and repairs", topic="risk")
RATES.input(
    "server_failure_rate",
    "1",
    r"\lambda_\mathrm{srv}",
    "Hardware failures of a server per year",
)
RATES.input(
    "server_crash_rate",
    "1",
    r"\lambda_\mathrm{crash}",
    "Software crashes of a server per year",
)
RATES.input(
    "adapter_failure_rate",
    "1",
    r"\lambda_\mathrm{card}",
    "Failures of an adapter per year",
)
RATES.input(
    "cable_failure_rate",
    "1",
    r"\lambda_\mathrm{cable}",
    "Failures of a cable per year",
)
RATES.input(
    "enclosure_failure_rate",
    "1",
    r"\lambda_\mathrm{enc}",
    "Failures of an enclosure per year",
)
RATES.input(
    "enclosure_destruction_share",
    "1",
    r"p_\mathrm{enc}",
    "Share of enclosure failures that destroy the drives in it",
    high=1.0,
    shown="percent",
)
RATES.input(
    "module_failure_rate",
    "1",
    r"\lambda_\mathrm{mod}",
    "Failures of an enclosure module per year",
)
RATES.input(
    "controller_failure_rate",
    "1",
    r"\lambda_\mathrm{ctl}",
    "Failures of an array controller per year",
)
RATES.input(
    "switch_failure_rate",
    "1",
    r"\lambda_\mathrm{sw}",
    "Failures of a switch per year",
)
RATES.input(
    "feed_failure_rate",
    "1",
    r"\lambda_\mathrm{feed}",
    "Outages of a power feed per year",
)
RATES.input(
    "part_repair_time",
    "second",
    r"t_\mathrm{rep}",
    "Time from a failure until the part is replaced",
    low=1.0,
)
RATES.input(
    "feed_repair_time",
    "second",
    r"t_\mathrm{feed}",
    "Length of an outage of a power feed",
    low=1.0,
)
RATES.input(
    "server_restart_time",
    "second",
    r"t_\mathrm{boot}",
    "Time for a server to restart",
    low=1.0,
)
RATES.input(
    "takeover_time",
    "second",
    r"t_\mathrm{take}",
    "Time until another server has taken over",
    low=1.0,
)
RATES.input(
    "takeover_failure",
    "1",
    r"p_\mathrm{take}",
    "Probability that a takeover fails",
    high=1.0,
    shown="percent",
)
RATES.input(
    "planned_downtime",
    "second",
    r"t_\mathrm{plan}",
    "Planned downtime per year",
    0.0,
    source="assumption: planned work counts only if it is entered",
)


SERVERS = Book("outages of servers", topic="risk")
SERVERS.sum_of_parts(
    "server_stops",
    "1",
    r"\lambda_\mathrm{stop}",
    "Failures per year that stop a server: its own, and those of its last path",
)
SERVERS.alias(
    "own_server_stops",
    "1",
    r"\lambda_\mathrm{own}",
    "Failures of its own hardware per year that stop a server.",
    of="server_failure_rate",
    source="definition: its own",
    part_of="server_stops",
)


@SERVERS.quantity("1", r"u_\mathrm{srv}", "arithmetic: failures x time until it serves again")
def server_down_share(
    server_stops: Num,
    server_crash_rate: Num,
    part_repair_time: Num,
    server_restart_time: Num,
    year_length: Num,
) -> Num:
    """Number of times that a server is down, on average."""
    repaired = server_stops * (part_repair_time + server_restart_time)
    return (repaired + server_crash_rate * server_restart_time) / year_length


SERVERS.alias(
    "server_network_paths",
    "1",
    r"n_\mathrm{path/srv}",
    "Switches that a server is connected to.",
    of="nics_per_server",
    source="assumption: each network adapter is connected to a switch of its own",
)

OWNERS = Book("outages of servers that own targets", topic="risk")


@OWNERS.quantity("1", r"a_\mathrm{srv}", LOAD, part_of="outage_load")
def repair_outages(
    servers: Num, server_stops: Num, repair_outage_time: Num, year_length: Num
) -> Num:
    """Outages by failed servers and their last paths in progress, on average."""
    return servers * server_stops * repair_outage_time / year_length


@OWNERS.quantity("1", r"a_\mathrm{crash}", LOAD, part_of="outage_load")
def crash_outages(
    servers: Num, server_crash_rate: Num, crash_outage_time: Num, year_length: Num
) -> Num:
    """Outages by crashes of servers in progress, on average."""
    return servers * server_crash_rate * crash_outage_time / year_length


@OWNERS.quantity(
    "1",
    r"a_\mathrm{srv}^\mathrm{data}",
    "assumption: each server serves as much data as the others",
    part_of="data_outage_load",
)
def server_data_outages(repair_outages: Num, crash_outages: Num, servers: Num) -> Num:
    """Outages of servers that a piece of the data has in progress, on average."""
    return (repair_outages + crash_outages) / servers


DRIVE_PATHS = Book("outages of adapters to drives", topic="risk")
NETWORK_PATHS = Book("outages of network adapters", topic="risk")


@DRIVE_PATHS.quantity("1", r"\lambda_\mathrm{path,drv}", ALL_AT_ONCE, part_of="server_stops")
def drive_path_stops(
    hbas_per_server: Num,
    adapter_failure_rate: Num,
    cable_failure_rate: Num,
    part_repair_time: Num,
    year_length: Num,
) -> Num:
    """Failures per year of the last adapter or cable of a server to its drives."""
    down = (adapter_failure_rate + cable_failure_rate) * part_repair_time / year_length
    return hbas_per_server * power(down, hbas_per_server) * year_length / part_repair_time


@NETWORK_PATHS.quantity("1", r"\lambda_\mathrm{path,net}", ALL_AT_ONCE, part_of="server_stops")
def network_path_stops(
    nics_per_server: Num,
    adapter_failure_rate: Num,
    cable_failure_rate: Num,
    part_repair_time: Num,
    year_length: Num,
) -> Num:
    """Failures per year of the last network adapter or cable of a server."""
    down = (adapter_failure_rate + cable_failure_rate) * part_repair_time / year_length
    return nics_per_server * power(down, nics_per_server) * year_length / part_repair_time


INSIDE_PATHS = Book("outages of adapters in servers with drives", topic="risk")


@INSIDE_PATHS.quantity(
    "1",
    r"\lambda_\mathrm{path,drv}",
    "assumption: each adapter has drives of its own, and targets lie over all of them",
    name="drive_path_stops",
    part_of="server_stops",
)
def drive_path_stops_inside(
    hbas_per_server: Num, adapter_failure_rate: Num, cable_failure_rate: Num
) -> Num:
    """Failures per year of any adapter or cable of a server to its drives."""
    return hbas_per_server * (adapter_failure_rate + cable_failure_rate)


TAKEN_OVER = Book("outages until another server or copy has taken over", topic="risk")


@TAKEN_OVER.quantity("second", r"\bar t_\mathrm{rep}", "arithmetic: takeover, or else the repair")
def repair_outage_time(
    takeover_time: Num, takeover_failure: Num, part_repair_time: Num, server_restart_time: Num
) -> Num:
    """Mean time that the targets of a failed server are out of reach."""
    return takeover_time + takeover_failure * (part_repair_time + server_restart_time)


@TAKEN_OVER.quantity(
    "second", r"\bar t_\mathrm{crash}", "arithmetic: takeover, or else the restart"
)
def crash_outage_time(takeover_time: Num, takeover_failure: Num, server_restart_time: Num) -> Num:
    """Mean time that the targets of a crashed server are out of reach."""
    return takeover_time + takeover_failure * server_restart_time


PAIRED = Book("outages of servers that take over", topic="risk")


@PAIRED.quantity("1", r"a_\mathrm{blk}", ALL_AT_ONCE, part_of="outage_load")
def block_outages(blocks: Num, server_down_share: Num, servers_per_block: Num) -> Num:
    """Outages by all servers of a block at once in progress, on average."""
    return blocks * power(server_down_share, servers_per_block)


@PAIRED.quantity("1", r"a_\mathrm{blk}^\mathrm{data}", WHOLE_BLOCK, part_of="data_outage_load")
def block_data_outages(block_outages: Num, blocks: Num) -> Num:
    """Outages of whole blocks of servers that a piece of the data has in progress, on average."""
    return block_outages / blocks


UNPAIRED = Book("outages of servers without takeover", topic="risk")


@UNPAIRED.quantity(
    "second",
    r"\bar t_\mathrm{rep}",
    "arithmetic: repair and restart, as no other server takes over",
    name="repair_outage_time",
)
def repair_outage_time_alone(part_repair_time: Num, server_restart_time: Num) -> Num:
    """Mean time that the targets of a failed server are out of reach."""
    return part_repair_time + server_restart_time


UNPAIRED.alias(
    "crash_outage_time",
    "second",
    r"\bar t_\mathrm{crash}",
    "Mean time that the targets of a crashed server are out of reach.",
    of="server_restart_time",
    source="definition: as long as its restart, as no other server takes over",
)


IN_ENCLOSURES = Book("paths into enclosures", topic="risk")
IN_ENCLOSURES.input(
    "modules_of_enclosure",
    "1",
    r"n_\mathrm{mod/enc}",
    "Modules or controllers of an enclosure, each of which reaches all its drives",
    2.0,
    source="assumption: two, as in all enclosures for two servers",
    low=1.0,
    whole=True,
)

ENCLOSURES = Book("outages of enclosures", topic="risk")


@ENCLOSURES.quantity("1", r"a_\mathrm{enc}", LOAD, part_of="outage_load")
def enclosure_outages(
    blocks: Num,
    stopping_enclosures_per_block: Num,
    enclosure_failure_rate: Num,
    part_repair_time: Num,
    year_length: Num,
) -> Num:
    """Outages by failed enclosures in progress, on average; 0 where none stops access."""
    fatal = blocks * stopping_enclosures_per_block
    return fatal * enclosure_failure_rate * part_repair_time / year_length


@ENCLOSURES.quantity("1", r"a_\mathrm{mod}", ALL_AT_ONCE, part_of="outage_load")
def module_outages(
    blocks: Num,
    stopping_enclosures_per_block: Num,
    reaching_failure_rate: Num,
    part_repair_time: Num,
    year_length: Num,
    modules_of_enclosure: Num,
) -> Num:
    """Outages by all modules of an enclosure at once in progress, on average."""
    fatal = blocks * stopping_enclosures_per_block
    down = reaching_failure_rate * part_repair_time / year_length
    return fatal * power(down, modules_of_enclosure)


@ENCLOSURES.quantity("1", r"a_\mathrm{enc}^\mathrm{data}", WHOLE_BLOCK, part_of="data_outage_load")
def enclosure_data_outages(enclosure_outages: Num, module_outages: Num, blocks: Num) -> Num:
    """Outages of enclosures that a piece of the data has in progress, on average."""
    return (enclosure_outages + module_outages) / blocks


MODULES = Book("modules of enclosures", topic="risk")
MODULES.alias(
    "reaching_failure_rate",
    "1",
    r"\lambda_\mathrm{reach}",
    "Failures per year of what reaches the drives of an enclosure.",
    of="module_failure_rate",
    source="definition: modules reach them",
)
CONTROLLERS = Book("controllers of arrays", topic="risk")
CONTROLLERS.alias(
    "reaching_failure_rate",
    "1",
    r"\lambda_\mathrm{reach}",
    "Failures per year of what reaches the drives of an enclosure.",
    of="controller_failure_rate",
    source="definition: controllers reach them",
)


TIER = Book("availability of a tier", topic="risk")
TIER.sum_of_parts(
    "outage_load", "1", r"a", "Outages of any data of the tier in progress, on average"
)
TIER.sum_of_parts(
    "data_outage_load",
    "1",
    r"a^\mathrm{data}",
    "Outages that a piece of the data has in progress, on average",
)

REACHED = Book("availability", topic="risk")


@REACHED.quantity("1", r"A", MGINF, high=1.0, shown="nines")
def availability(outage_load: Num) -> Num:
    """Share of the time in which all data can be reached."""
    return np.exp(-outage_load)


@REACHED.quantity("1", r"A^\mathrm{data}", MGINF, high=1.0, shown="nines")
def data_availability(data_outage_load: Num) -> Num:
    """Share of the data that can be reached, on average."""
    return np.exp(-data_outage_load)


@REACHED.quantity("second", r"t_\mathrm{out}", "arithmetic: the rest of a year")
def yearly_outage(outage_load: Num, year_length: Num) -> Num:
    """Time per year in which some data can't be reached."""
    return -np.expm1(-outage_load) * year_length


DATA_TIER = Book("availability of a data tier", topic="risk")


@DATA_TIER.quantity("byte", r"a^\mathrm{data} C", "arithmetic: weight of the tier at the site")
def unreached_capacity(data_outage_load: Num, planned_capacity: Num) -> Num:
    """Outages that a piece of the data has in progress, on average, times all data."""
    return data_outage_load * planned_capacity


AS_ENTERED = Book("outages of a tier entered as a whole", topic="risk")
AS_ENTERED.input(
    "stated_availability",
    "1",
    r"A^\mathrm{in}",
    "Share of the time in which all data of the whole tier can be reached",
    high=1.0,
    shown="nines",
)


@AS_ENTERED.quantity(
    "1",
    r"a_\mathrm{in}",
    "definition: as entered, such as in a contract; M/G/inf, solved for the load",
    part_of="outage_load",
)
def entered_outages(stated_availability: Num) -> Num:
    """Outages of the whole tier in progress, on average, by the availability that is entered."""
    return -np.log(stated_availability)


AS_ENTERED.alias(
    "entered_data_outages",
    "1",
    r"a_\mathrm{in}^\mathrm{data}",
    "Outages that a piece of the data has in progress, on average, as entered.",
    of="entered_outages",
    source="assumption: each outage of the tier takes all its data out of reach",
    part_of="data_outage_load",
)

METADATA = "assumption: without one metadata server, no file of the site can be opened"
SITE = Book("availability of the site", topic="risk")
SITE.sum_of_parts(
    "outage_load",
    "1",
    r"a_\mathrm{site}",
    "Outages of any data of the site in progress, on average",
)
SITE.over(
    "total",
    "data_tier_outages",
    "1",
    r"a_\mathrm{tiers}",
    "Outages of the data tiers in progress, on average",
    roles=("tiers",),
    of="outage_load",
    part_of="outage_load",
)
SITE.over(
    "total",
    "metadata_outages",
    "1",
    r"a_\mathrm{meta}",
    "Outages of the metadata tiers in progress, on average",
    roles=("metadata",),
    of="outage_load",
    part_of="outage_load",
)
SITE.over(
    "total",
    "all_unreached_capacity",
    "byte",
    r"\Sigma a^\mathrm{data} C",
    "Outages that a piece of the data has in progress, on average, times all data",
    roles=("tiers",),
    of="unreached_capacity",
)


@SITE.quantity("1", r"a_\mathrm{feed}", ALL_AT_ONCE, part_of="outage_load")
def feed_outages(
    feed_failure_rate: Num, feed_repair_time: Num, year_length: Num, power_feeds: Num
) -> Num:
    """Outages of all power feeds at once in progress, on average."""
    return (feed_failure_rate * feed_repair_time / year_length) ** power_feeds


@SITE.quantity("1", r"a_\mathrm{plan}", "definition: planned work stops all", part_of="outage_load")
def planned_outages(planned_downtime: Num, year_length: Num) -> Num:
    """Planned outages in progress, on average."""
    return planned_downtime / year_length


@SITE.quantity("1", r"a_\mathrm{site}^\mathrm{data}", METADATA)
def data_outage_load(
    outage_load: Num,
    data_tier_outages: Num,
    all_unreached_capacity: Num,
    planned_capacity: Num,
) -> Num:
    """Outages that a piece of the data of the site has in progress, on average."""
    of_all = outage_load - data_tier_outages
    return of_all + all_unreached_capacity / planned_capacity


ENTERED_FEEDS = Book("power feeds as entered", topic="risk")
ENTERED_FEEDS.alias(
    "power_feeds",
    "1",
    r"n_\mathrm{feed}",
    "Independent power feeds.",
    of="rack_feeds",
    source="definition: those of a rack",
)
FEEDS = Book("power feeds", topic="risk")
FEEDS.input(
    "power_feeds",
    "1",
    r"n_\mathrm{feed}",
    "Independent power feeds",
    2.0,
    source="assumption: two, unless the room says otherwise",
    low=1.0,
    whole=True,
)


@cache
def paths_of(built: tuple[str, ...]) -> Book:
    """Return the network paths of the servers of the tiers that have some."""
    book = Book("network paths of servers", topic="risk")
    book.over(
        "least",
        "network_paths",
        "1",
        r"n_\mathrm{path}",
        "Switches that each server is connected to, at least",
        roles=("tiers", "metadata"),
        of="server_network_paths",
        names=built,
    )
    return book


SWITCHES = Book("outages of switches", topic="risk")


@SWITCHES.quantity("1", r"\lambda_\mathrm{edge}", ALL_AT_ONCE)
def switch_stops(
    edge_switches: Num,
    network_paths: Num,
    switch_failure_rate: Num,
    part_repair_time: Num,
    year_length: Num,
) -> Num:
    """Failures per year of the last switch that servers are connected to."""
    paths = np.minimum(network_paths, np.maximum(edge_switches, 1))
    down = switch_failure_rate * part_repair_time / year_length
    return edge_switches * power(down, paths) * year_length / part_repair_time


@SWITCHES.quantity("1", r"a_\mathrm{sw}", LOAD, part_of="outage_load")
def switch_outages(switch_stops: Num, switch_outage_time: Num, year_length: Num) -> Num:
    """Outages by failed switches in progress, on average."""
    return switch_stops * switch_outage_time / year_length


PAIRED_SWITCHES = Book("outages of switches where servers take over", topic="risk")


@PAIRED_SWITCHES.quantity(
    "second",
    r"\bar t_\mathrm{sw}",
    "assumption: servers that take over from each other are connected to different switches",
)
def switch_outage_time(
    edge_switches: Num, takeover_time: Num, takeover_failure: Num, part_repair_time: Num
) -> Num:
    """Mean time that data are out of reach after a switch has failed."""
    taken_over = takeover_time + takeover_failure * part_repair_time
    return where_less(1, edge_switches, taken_over, part_repair_time)


UNPAIRED_SWITCHES = Book("outages of switches without takeover", topic="risk")
UNPAIRED_SWITCHES.alias(
    "switch_outage_time",
    "second",
    r"\bar t_\mathrm{sw}",
    "Mean time that data are out of reach after a switch has failed.",
    of="part_repair_time",
    source="definition: until it is replaced, as not all servers take over",
)

SINGLE = Book("switches of one level that servers are connected to", topic="risk")
SINGLE.alias(
    "edge_switches",
    "1",
    r"n_\mathrm{edge}",
    "Switches that servers are connected to.",
    of="fabric_switches",
    source="definition: all, on one level",
)
TREE = Book("leaf switches that servers are connected to", topic="risk")
TREE.alias(
    "edge_switches",
    "1",
    r"n_\mathrm{edge}",
    "Switches that servers are connected to.",
    of="leaf_switches",
    source="definition: leaf switches; spine switches stand in for each other",
)


@cache
def known_of(tiers: tuple[str, ...]) -> Book:
    """Return the outages of the tiers whose outages are counted."""
    book = Book("availability: tiers whose outages are counted", topic="risk")
    book.over(
        "known_total",
        "known_outage_load",
        "1",
        r"a_\mathrm{known}",
        "Outages of the tiers of which they are known in progress, on average",
        roles=("tiers", "metadata"),
        of="outage_load",
        names=tiers,
    )
    return book


KNOWN = Book("availability, as far as it is known", topic="risk")


@KNOWN.quantity("1", r"A_\mathrm{most}", MGINF, high=1.0, shown="nines")
def known_availability(known_outage_load: Num) -> Num:
    """Availability if there were no other outages than those that are known of tiers."""
    return np.exp(-known_outage_load)


KNOWN_OF_SOME = Book("availability, as far as it is known of some tiers", topic="risk")


@KNOWN_OF_SOME.quantity(
    "1",
    r"A_\mathrm{most}",
    "assumption: the entered availability is that of all; without it, of the tiers that are "
    "counted",
    name="known_availability",
    high=1.0,
    shown="nines",
)
def known_availability_of_some(availability: Num, known_outage_load: Num) -> Num:
    """Availability if there were no other outages than those that are known of tiers."""
    return otherwise(availability, np.exp(-known_outage_load))


KNOWN_AS_ENTERED = Book("availability, as far as it is entered", topic="risk")


@KNOWN_AS_ENTERED.quantity(
    "1",
    r"A_\mathrm{most}",
    "definition: all of the time unless entered",
    name="known_availability",
    high=1.0,
    shown="nines",
)
def known_availability_as_entered(availability: Num) -> Num:
    """Availability, as far as it is known."""
    return otherwise(availability, 1)


STATED = Book("availability as entered", topic="risk")
STATED.input(
    "availability",
    "1",
    r"A",
    "Share of the time in which all data can be reached",
    high=1.0,
    shown="nines",
)
