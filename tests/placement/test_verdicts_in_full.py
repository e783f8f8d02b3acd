"""Verdicts of small blocks in full, each loss with the first example of it."""

from __future__ import annotations

from typing import Any

import pytest

from model.placement.slots import Group, SlotMap, groups_of_block, packed, spread
from model.placement.verdicts import Block, Coded, Tier
from model.placement.wiring import Parts, Wiring

GROUP = Group("g", 8, 2, 0)
NARROW = Group("g", 4, 1, 0)
WITHIN = "enclosure with its drives"
MODULE, HBA, NIC = "enclosure module", "host bus adapter", "network adapter"


def tier(placed: SlotMap | None, parts: Parts, **more: Any) -> Tier:
    assert placed is not None
    beside = more.pop("beside", ())
    return Tier(Block(placed, Wiring(parts), beside), **more)


def lost(found: tuple[Any, ...]) -> dict[str, tuple[str, str]]:
    """What is lost, by kinds; nothing else has an example."""
    assert all(not one.example for one in found if one.loss == "survives")
    return {
        " + ".join(one.kinds): (one.loss, one.example) for one in found if one.loss != "survives"
    }


def of(kinds: str, example: str, loss: str = "access") -> dict[str, tuple[str, str]]:
    return {kinds: (loss, example)}


TWO_ENCLOSURES = Parts(
    servers=2,
    enclosures=2,
    adapters=2,
    cables=1,
    modules=2,
    reached=2,
    feeds=2,
    server_supplies=2,
    enclosure_supplies=2,
)
"""Each server reaches each enclosure by one cable, of another module than the other server."""
FOUR_SIMPLE = Parts(
    servers=2,
    enclosures=4,
    modules=1,
    network_adapters=1,
    feeds=2,
    server_supplies=1,
    enclosure_supplies=2,
)
"""The first server hangs on feed 1, the second on feed 2."""
ALONE = Parts(servers=2, enclosures=0, adapters=1, takes_over=False, network_adapters=1)
FIRST = "enclosure 1 and {}"
CASES: dict[str, tuple[Tier, list[str], dict[str, Any], dict[str, Any]]] = {
    "4 of 8 drives of a RAIDZ2 in each of two enclosures": (
        tier(spread(groups_of_block([GROUP], 2), (8, 8)), TWO_ENCLOSURES),
        ["drive", "enclosure", WITHIN, MODULE, "server", NIC, HBA, "cable", "feed"],
        of("enclosure", "enclosure 1") | of(WITHIN, "enclosure 1", "data"),
        of("drive + enclosure", "enclosure 1")
        | of(f"drive + {WITHIN}", "enclosure 1 and a drive", "data")
        | of("enclosure + enclosure", FIRST.format("enclosure 2"))
        | of(f"enclosure + {MODULE}", FIRST.format("module 1 of enclosure 1"))
        | of("enclosure + server", FIRST.format("server 1"))
        | of(f"enclosure + {NIC}", FIRST.format("network adapter 1 of server 1"))
        | of(f"enclosure + {HBA}", FIRST.format("host bus adapter 1 of server 1"))
        | of("enclosure + cable", FIRST.format("cable 1 of adapter 1, server 1"))
        | of("enclosure + feed", FIRST.format("feed 1"))
        | of(f"{WITHIN} + {WITHIN}", FIRST.format("enclosure 2"), "data")
        | of(f"{MODULE} + {MODULE}", "module 1 of enclosure 1 and module 2 of enclosure 1")
        | of(f"{MODULE} + server", "module 1 of enclosure 1 and server 2")
        | of(f"{MODULE} + {HBA}", "module 1 of enclosure 1 and host bus adapter 1 of server 2")
        | of(f"{MODULE} + cable", "module 1 of enclosure 1 and cable 1 of adapter 1, server 2")
        | of("server + server", "server 1 and server 2")
        | of(f"server + {HBA}", "server 1 and host bus adapter 1 of server 2")
        | of("server + cable", "server 1 and cable 1 of adapter 1, server 2")
        | of(f"{HBA} + {HBA}", "host bus adapter 1 of server 1 and host bus adapter 1 of server 2")
        | of(f"{HBA} + cable", "host bus adapter 1 of server 1 and cable 1 of adapter 1, server 2")
        | of("cable + cable", "cable 1 of adapter 1, server 1 and cable 1 of adapter 1, server 2")
        | of("feed + feed", "feed 1 and feed 2"),
    ),
    "2 of 8 drives of a RAIDZ2 in each of four enclosures": (
        tier(spread(groups_of_block([GROUP], 1), (2, 2, 2, 2)), FOUR_SIMPLE),
        ["drive", "enclosure", WITHIN, MODULE, "server", NIC, "feed"],
        {},
        of("drive + enclosure", "a drive of target 1 g and enclosure 1")
        | of(f"drive + {WITHIN}", "enclosure 1 and a drive", "data")
        | of(f"drive + {MODULE}", "a drive of target 1 g and module 1 of enclosure 1")
        | of("enclosure + enclosure", FIRST.format("enclosure 2"))
        | of(f"enclosure + {MODULE}", FIRST.format("module 1 of enclosure 2"))
        | of(f"{WITHIN} + {WITHIN}", FIRST.format("enclosure 2"), "data")
        | of(f"{MODULE} + {MODULE}", "module 1 of enclosure 1 and module 1 of enclosure 2")
        | of("server + server", "server 1 and server 2")
        | of(f"server + {NIC}", "server 1 and network adapter 1 of server 2")
        | of("server + feed", "server 1 and feed 2")
        | of(f"{NIC} + {NIC}", "network adapter 1 of server 1 and network adapter 1 of server 2")
        | of(f"{NIC} + feed", "network adapter 1 of server 1 and feed 2")
        | of("feed + feed", "feed 1 and feed 2"),
    ),
    "two copies on targets of servers that nobody takes over": (
        tier(packed(groups_of_block([NARROW], 2), (4, 4)), ALONE, blocks=2, copies=2),
        ["drive", "server", NIC, HBA],
        {},
        of("server + server", "server 1 and server 2")
        | of(f"server + {NIC}", "server 1 and network adapter 1 of server 2")
        | of(f"server + {HBA}", "server 1 and host bus adapter 1 of server 2")
        | of(f"{NIC} + {NIC}", "network adapter 1 of server 1 and network adapter 1 of server 2")
        | of(f"{NIC} + {HBA}", "network adapter 1 of server 1 and host bus adapter 1 of server 2")
        | of(f"{HBA} + {HBA}", "host bus adapter 1 of server 1 and host bus adapter 1 of server 2"),
    ),
    "two copies in two blocks of one enclosure": (
        tier(
            spread(groups_of_block([NARROW], 1), (4,)),
            Parts(servers=2, enclosures=1, network_adapters=0),
            blocks=2,
            copies=2,
        ),
        ["drive", "enclosure", WITHIN, MODULE, "server"],
        {},
        of("enclosure + enclosure", "enclosure 1 and enclosure 1 of another block")
        | of(f"{WITHIN} + {WITHIN}", "enclosure 1 and enclosure 1 of another block", "data"),
    ),
    "a single special drive that stands beside": (
        tier(
            spread(groups_of_block([GROUP], 1), (4, 4)),
            Parts(servers=1, enclosures=2, network_adapters=0),
            beside=(Group("special disk-1", 1, 0, 0),),
        ),
        ["drive", "enclosure", WITHIN, MODULE, "server"],
        of("drive", "any drive of special disk-1", "data")
        | of("enclosure", "enclosure 1")
        | of(WITHIN, "enclosure 1", "data")
        | of("server", "server 1"),
        of("drive + drive", "any drive of special disk-1", "data")
        | of("drive + enclosure", "any drive of special disk-1", "data")
        | of(f"drive + {WITHIN}", "enclosure 1 and a drive", "data")
        | of(f"drive + {MODULE}", "any drive of special disk-1", "data")
        | of("drive + server", "any drive of special disk-1", "data")
        | of("enclosure + enclosure", FIRST.format("enclosure 2"))
        | of(f"enclosure + {MODULE}", FIRST.format("module 1 of enclosure 1"))
        | of("enclosure + server", FIRST.format("server 1"))
        | of(f"{WITHIN} + {WITHIN}", FIRST.format("enclosure 2"), "data")
        | of(f"{MODULE} + {MODULE}", "module 1 of enclosure 1 and module 2 of enclosure 1")
        | of(f"{MODULE} + server", "module 1 of enclosure 1 and server 1"),
    ),
    "a special mirror that stands beside a RAIDZ3": (
        tier(
            spread(groups_of_block([Group("g", 8, 3, 0)], 1), (2, 2, 2, 2)),
            Parts(servers=1, enclosures=4, network_adapters=0),
            beside=(Group("special mirror-1", 2, 1, 0),),
        ),
        ["drive", "enclosure", WITHIN, MODULE, "server"],
        of("server", "server 1"),
        of("drive + drive", "any two drives of special mirror-1", "data")
        | of("drive + server", "server 1")
        | of("enclosure + enclosure", FIRST.format("enclosure 2"))
        | of("enclosure + server", FIRST.format("server 1"))
        | of(f"{WITHIN} + {WITHIN}", FIRST.format("enclosure 2"), "data")
        | of(f"{MODULE} + server", "module 1 of enclosure 1 and server 1"),
    ),
    "a cache drive before two drives of a RAIDZ1": (
        tier(
            packed(groups_of_block([NARROW], 2), (4, 4)),
            Parts(servers=2, enclosures=0, takes_over=False, network_adapters=0),
            behind_cache=2,
        ),
        ["drive", "cache drive", "server"],
        of("cache drive", "the drives behind a cache drive", "data") | of("server", "server 1"),
        of("drive + drive", "any two drives of a group", "data")
        | of("drive + cache drive", "the drives behind a cache drive", "data")
        | of("drive + server", "server 1")
        | of("cache drive + cache drive", "the drives behind a cache drive", "data")
        | of("server + server", "server 1 and server 2"),
    ),
    "a cache drive before one drive, and servers in two racks": (
        tier(
            packed(groups_of_block([NARROW], 2), (4, 4)),
            Parts(servers=2, enclosures=0, network_adapters=0),
            behind_cache=1,
            racks=(("rack 1", {0: 1}), ("rack 2", {0: 3})),
        ),
        ["drive", "cache drive", "server", "rack"],
        of("rack", "rack 2"),  # with both servers
        of("drive + drive", "any two drives of a group", "data")
        | of("drive + cache drive", "the drives behind a cache drive", "data")
        | of("cache drive + cache drive", "the drives behind a cache drive", "data")
        | of("server + server", "server 1 and server 2"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_all_that_a_block_loses(name: str) -> None:
    """Each kind once, in the order of kinds; of pairs each two of them."""
    found, kinds, singles, pairs = CASES[name]
    assert [one.kinds for one in found.singles()] == [(kind,) for kind in kinds]
    assert lost(found.singles()) == singles
    assert lost(found.pairs()) == pairs
    both = [one.kinds for one in found.pairs()]
    assert both == sorted(set(both), key=lambda two: [kinds.index(one) for one in two])


def test_all_that_a_code_loses() -> None:
    """Two domains may go; a rack takes three, and two feeds four."""
    code = Coded(2, (("drive", 1), ("server", 1), ("rack", 3), ("feed", 0)), "server", 4)
    assert lost(code.singles()) == of("rack", "3 of any servers")
    assert lost(code.pairs()) == (
        of("drive + rack", "4 of any servers")
        | of("server + rack", "4 of any servers")
        | of("rack + rack", "6 of any servers")
        | of("rack + feed", "3 of any servers")
        | of("feed + feed", "4 of any servers")
    )
    single = Coded(1, (("drive", 1), ("server", 2)), "server")
    assert lost(single.pairs()) == (
        of("drive + drive", "2 of any servers", "data")
        | of("drive + server", "3 of any servers")
        | of("server + server", "4 of any servers")
    )
