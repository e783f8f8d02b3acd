"""Outages of data whose strips or copies are on several servers or enclosures.

All data can be reached unless more of them are away at once than a stripe may lose, or all that
hold copies of some file.
"""

from functools import cache
from math import comb, factorial

import numpy as np

from model.engine.ops import Num, ceil_quotient, floor_quotient, power, where_less
from model.engine.quantity import Book
from model.formulas.risk.availability import LOAD, WHOLE_BLOCK

MANY_AT_ONCE = (
    "assumption: with as many objects as there are, any set of that many servers holds strips of "
    "one of them; the leading term for independent failures"
)
EVENLY = "arithmetic: strips of a stripe are spread evenly over the servers of its block"
MANY_IN_BLOCK = (
    "assumption: any set of that many servers of a block holds more strips of some stripe than it "
    "may lose; the leading term for independent failures"
)
COPIES_AT_ONCE = (
    "assumption: any set of so many servers and enclosures holds all copies of some file; each "
    "takes one copy along where there are as many blocks, and an enclosure all where there are "
    "fewer; the leading term for independent failures"
)
BUDDIES_AT_ONCE = (
    "document: doc.beegfs.io, Mirroring, 2026: each target of a group has the same files; targets "
    "fail independently of each other, and no more often than any set of servers"
)
OF_A_FILE = "arithmetic: copies fail independently of each other"
UNTIL_COPIES = "assumption: clients go on with another copy as soon as a server would take over"


@cache
def strips_of(width: int, tolerated: int) -> Book:
    """Return the outages of data in strips or copies over servers.

    Parameters
    ----------
    width, tolerated
        Strips or copies of an object, each on another server, and how many may be out of reach.
    """
    chapter = Book(f"outages of {width} strips, {tolerated} of which may be away", topic="risk")
    at_once = tolerated + 1.0
    sets = float(factorial(tolerated + 1))
    of_object = float(comb(width, tolerated + 1))

    @chapter.quantity(
        "1", r"a_\mathrm{strips}", MANY_AT_ONCE, part_of="outage_load", coefficients=(sets, at_once)
    )
    def strip_outages(servers: Num, server_down_share: Num) -> Num:
        """Outages by more servers at once than the strips allow in progress, on average."""
        return power(servers * server_down_share, at_once) / sets

    @chapter.quantity(
        "1",
        r"a_\mathrm{strips}^\mathrm{data}",
        "arithmetic: as many sets of that many servers as an object has strips to choose from",
        part_of="data_outage_load",
        coefficients=(of_object, at_once),
    )
    def strip_data_outages(server_down_share: Num) -> Num:
        """Outages of its strips that a piece of the data has in progress, on average."""
        return of_object * power(server_down_share, at_once)

    return chapter


@cache
def strips_in_block(width: int, tolerated: int) -> Book:
    """Return the outages of data in strips or copies over the servers of a block.

    Parameters
    ----------
    width, tolerated
        Strips or copies of an object, spread evenly, and how many may be out of reach.
    """
    chapter = Book(
        f"outages of {width} strips over a block, {tolerated} of which may be away", topic="risk"
    )
    most = tolerated + 1
    sets = tuple(float(factorial(n)) for n in range(1, most + 1))

    @chapter.quantity(
        "1", r"n_\mathrm{srv}^\mathrm{fatal}", EVENLY, coefficients=(width, tolerated)
    )
    def fatal_servers(servers_per_block: Num) -> Num:
        """Servers of a block that take more strips of a stripe than its parity, at the fewest."""
        return 1 + floor_quotient(tolerated, ceil_quotient(width, servers_per_block))

    @chapter.quantity(
        "1",
        r"a_\mathrm{srv}^\mathrm{grp}",
        MANY_IN_BLOCK,
        coefficients=(*sets, *map(float, range(most + 1))),
    )
    def block_strip_outages(
        servers_per_block: Num, server_down_share: Num, fatal_servers: Num
    ) -> Num:
        """Outages by more servers of a block than its strips allow in progress, on average."""
        down = servers_per_block * server_down_share
        found = power(down, float(most)) / sets[-1]
        for n in range(tolerated, 0, -1):
            found = where_less(n, fatal_servers, found, power(down, float(n)) / sets[n - 1])
        return found

    @chapter.quantity("1", r"a_\mathrm{strips}", LOAD, part_of="outage_load")
    def strip_outages(blocks: Num, block_strip_outages: Num) -> Num:
        """Outages by more servers at once than the strips allow in progress, on average."""
        return blocks * block_strip_outages

    chapter.alias(
        "strip_data_outages",
        "1",
        r"a_\mathrm{strips}^\mathrm{data}",
        "Outages of its strips that a piece of the data has in progress, on average.",
        of="block_strip_outages",
        source=WHOLE_BLOCK,
        part_of="data_outage_load",
    )
    return chapter


AWAY = Book("enclosures that are out of reach", topic="risk")


@AWAY.quantity("1", r"n_\mathrm{enc}^\mathrm{away}", LOAD)
def enclosures_away(
    enclosures: Num,
    enclosure_failure_rate: Num,
    reaching_failure_rate: Num,
    part_repair_time: Num,
    year_length: Num,
    modules_of_enclosure: Num,
) -> Num:
    """Enclosures that are failed, or without a module that works, on average."""
    failed = enclosure_failure_rate * part_repair_time / year_length
    cut_off = reaching_failure_rate * part_repair_time / year_length
    return enclosures * (failed + power(cut_off, modules_of_enclosure))


@cache
def copies_of(copies: int, *, in_pairs: bool, in_enclosures: bool) -> Book:
    """Return the outages of files with copies on other targets.

    Parameters
    ----------
    copies
        How many there are of each file, each in another block as far as there are as many, else on
        another server.
    in_pairs
        Whether each target has its files on the same other targets, as buddy mirrors have.
    in_enclosures
        Whether the drives are in enclosures, each of which takes all targets of its block along.
    """
    title = f"{copies} copies of files{' in enclosures' * in_enclosures}"
    found = [_in_enclosures(title, copies) if in_enclosures else _on_servers(title, copies)]
    found.append(_any_in_enclosures(copies) if in_enclosures else _any_on_servers(copies))
    if in_pairs:
        found.append(_buddies_in_enclosures(copies) if in_enclosures else _buddies(copies))
    else:
        found.append(ANY_COPIES)
    return Book(f"outages of {title}{' in pairs' * in_pairs}", *found)


ANY_COPIES = Book("copies on any targets", topic="risk")
ANY_COPIES.alias(
    "copies_outages",
    "1",
    r"a_\mathrm{copies}",
    "Outages by all copies of a file at once in progress, on average.",
    of="any_copies_outages",
    source="definition: any targets",
    part_of="outage_load",
)


def _any_on_servers(copies: int) -> Book:
    """Return how many outages any set of servers with all copies of a file makes."""
    chapter = Book(f"outages of any servers with {copies} copies", topic="risk")
    fewer, many, sets = copies - 1.0, float(copies), float(factorial(copies))

    @chapter.quantity(
        "1",
        r"a_\mathrm{any}",
        COPIES_AT_ONCE,
        coefficients=(fewer, many, sets),
    )
    def any_copies_outages(servers: Num, server_down_share: Num) -> Num:
        """Outages by any servers with all copies of a file at once in progress, on average."""
        down = servers * server_down_share
        return where_less(fewer, servers, power(down, many) / sets, down)

    return chapter


def _any_in_enclosures(copies: int) -> Book:
    """Return how many outages any set of servers and enclosures with all copies makes."""
    chapter = Book(f"outages of any servers and enclosures with {copies} copies", topic="risk")
    fewer, many, sets = copies - 1.0, float(copies), float(factorial(copies))

    @chapter.quantity(
        "1",
        r"a_\mathrm{any}",
        COPIES_AT_ONCE,
        coefficients=(fewer, many, sets),
    )
    def any_copies_outages(
        servers: Num, server_down_share: Num, enclosures_away: Num, blocks: Num
    ) -> Num:
        """Outages by any parts with all copies of a file at once in progress, on average."""
        down = servers * server_down_share
        in_block = enclosures_away + where_less(fewer, servers, power(down, many) / sets, down)
        return where_less(fewer, blocks, power(down + enclosures_away, many) / sets, in_block)

    return chapter


def _buddies(copies: int) -> Book:
    """Return how many outages all targets with the same files make: no more than any set."""
    chapter = Book(f"outages of {copies} buddies", topic="risk")
    fewer, many = copies - 1.0, float(copies)

    @chapter.quantity(
        "1",
        r"a_\mathrm{copies}",
        BUDDIES_AT_ONCE,
        name="copies_outages",
        part_of="outage_load",
        coefficients=(fewer, many),
    )
    def copies_outages_of_buddies(
        servers: Num, server_down_share: Num, targets: Num, any_copies_outages: Num
    ) -> Num:
        """Outages by all targets with the same files at once in progress, on average."""
        down = server_down_share
        of_targets = where_less(fewer, servers, targets / many * power(down, many), servers * down)
        return np.minimum(any_copies_outages, of_targets)

    return chapter


def _buddies_in_enclosures(copies: int) -> Book:
    """Return the same where drives are in enclosures."""
    chapter = Book(f"outages of {copies} buddies in enclosures", topic="risk")
    fewer, many = copies - 1.0, float(copies)

    @chapter.quantity(
        "1",
        r"a_\mathrm{copies}",
        BUDDIES_AT_ONCE,
        name="copies_outages",
        part_of="outage_load",
        coefficients=(fewer, many),
    )
    def copies_outages_of_buddies(
        server_down_share: Num,
        enclosures_away: Num,
        blocks: Num,
        targets: Num,
        any_copies_outages: Num,
    ) -> Num:
        """Outages by all targets with the same files at once in progress, on average."""
        each = server_down_share + enclosures_away / blocks
        of_targets = targets / many * power(each, many)
        apart = np.minimum(any_copies_outages, of_targets)
        return where_less(fewer, blocks, apart, any_copies_outages)

    return chapter


def _on_servers(title: str, copies: int) -> Book:
    """Return how many outages all copies of a piece of the data make."""
    chapter = Book(f"outages of a piece of data in {title}", topic="risk")
    fewer, many = copies - 1.0, float(copies)

    @chapter.quantity(
        "1",
        r"a_\mathrm{copies}^\mathrm{data}",
        OF_A_FILE,
        part_of="data_outage_load",
        coefficients=(fewer, many),
    )
    def copies_data_outages(servers: Num, server_down_share: Num) -> Num:
        """Outages of all its copies that a piece of the data has in progress, on average."""
        down = server_down_share
        return where_less(fewer, servers, power(down, many), down)

    return chapter


def _in_enclosures(title: str, copies: int) -> Book:
    """Return how many outages enclosures make until copies take over, and of a piece of data."""
    chapter = Book(f"outages of a piece of data in {title}", topic="risk")
    fewer, many = copies - 1.0, float(copies)

    @chapter.quantity("1", r"a_\mathrm{enc}", UNTIL_COPIES, part_of="outage_load")
    def enclosure_outages(
        enclosures: Num,
        enclosure_failure_rate: Num,
        takeover_time: Num,
        takeover_failure: Num,
        part_repair_time: Num,
        year_length: Num,
    ) -> Num:
        """Outages by failed enclosures until copies have taken over in progress, on average."""
        length = takeover_time + takeover_failure * part_repair_time
        return enclosures * enclosure_failure_rate * length / year_length

    @chapter.quantity("1", r"a_\mathrm{enc}^\mathrm{data}", WHOLE_BLOCK, part_of="data_outage_load")
    def enclosure_data_outages(enclosure_outages: Num, blocks: Num) -> Num:
        """Outages of enclosures that a piece of the data has in progress, on average."""
        return enclosure_outages / blocks

    @chapter.quantity(
        "1",
        r"a_\mathrm{copies}^\mathrm{data}",
        OF_A_FILE,
        part_of="data_outage_load",
        coefficients=(fewer, many),
    )
    def copies_data_outages(
        servers: Num, server_down_share: Num, enclosures_away: Num, blocks: Num
    ) -> Num:
        """Outages of all its copies that a piece of the data has in progress, on average."""
        down, away = server_down_share, enclosures_away / blocks
        in_block = away + where_less(fewer, servers, power(down, many), down)
        return where_less(fewer, blocks, power(down + away, many), in_block)

    return chapter
