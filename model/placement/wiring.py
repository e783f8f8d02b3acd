"""What lies between the clients and the drives of a block: servers, adapters, cables, modules.

A component is a bit of a number, so that what failed is one number, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from functools import cached_property
from typing import Literal

from model.placement.enclosures import behind
from model.placement.slots import SlotMap
from model.records import NamedTuple, dataclass

Kind = Literal[
    "drive",
    "cache drive",
    "enclosure",
    "enclosure with its drives",
    "enclosure module",
    "server",
    "network adapter",
    "host bus adapter",
    "cable",
    "feed",
    "rack",
]


class Component(NamedTuple):
    """Something that fails as one; `fails` are the bits of what fails with it."""

    kind: Kind
    name: str
    fails: int


class Cable(NamedTuple):
    """A cable from a port of a server's adapter to a module of an enclosure, all from 0."""

    server: int
    adapter: int
    port: int
    enclosure: int
    module: int


@dataclass(frozen=True, slots=True)
class Parts:
    """Counts of a block's parts.

    Without `enclosures`, drives sit in the servers. Without adapters, servers reach each module of
    an enclosure directly. Enclosures beyond the `reached` ones hang behind those.
    """

    servers: int
    enclosures: int
    adapters: int = 0
    cables: int = 0
    modules: int = 2
    drive_ports: int = 2
    reached: int = 0
    takes_over: bool = True
    through_servers: bool = False
    """Whether drives in servers are reached through their own server by all others."""
    network_adapters: int = 2
    feeds: int = 0
    server_supplies: int = 0
    enclosure_supplies: int = 0


MOST_PATHS = 20_000
"""Ways from servers to drives in the largest block that is enumerated."""


class Path(NamedTuple):
    """A way from a server to the drives of a cell: the bits of all that it needs."""

    server: int
    cell: int
    needs: int


@dataclass(frozen=True)
class Wiring:
    """The components of a block, the ways to its drives, and the cables."""

    parts: Parts

    @property
    def is_too_large(self) -> bool:
        """Whether to enumerate its failures would take seconds."""
        parts = self.parts
        ways = max(parts.network_adapters, 1) * max(parts.adapters * parts.cables, 1)
        modules = 1 if parts.adapters else parts.modules
        cells = self.holders * self.cells_per_holder
        return parts.servers * cells * ways * modules > MOST_PATHS

    @property
    def inside(self) -> bool:
        """Whether drives sit in servers."""
        return not self.parts.enclosures

    @property
    def reached(self) -> int:
        """Enclosures with cables; with fewer cables than enclosures, the others hang behind."""
        parts = self.parts
        reached = parts.reached or parts.enclosures
        return min(reached, parts.adapters * max(parts.cables, 1)) if parts.adapters else reached

    @property
    def holders(self) -> int:
        """What holds drives: enclosures, or servers."""
        return self.parts.enclosures or self.parts.servers

    @property
    def cells_per_holder(self) -> int:
        """Cells of an enclosure or server: drives that are reached by the same ways."""
        return max(self.parts.adapters, 1) if self.inside else 1

    def cell(self, holder: int, bay: int) -> int:
        """Return the cell of a bay: drives inside are dealt over the adapters of their server."""
        return holder * self.cells_per_holder + bay % self.cells_per_holder

    @cached_property
    def bits(self) -> dict[tuple[str, int, int], int]:
        """The bit of each component, by its kind and two numbers."""
        parts, found = self.parts, [("server", n, 0) for n in range(self.parts.servers)]
        found += [("enclosure", n, 0) for n in range(parts.enclosures)]
        found += [("module", n, m) for n in range(parts.enclosures) for m in range(parts.modules)]
        found += [("adapter", n, a) for n in range(parts.servers) for a in range(parts.adapters)]
        found += [("network", n, a) for n in range(parts.servers) for a in self._network]
        found += [("cable", n, 0) for n in range(len(self.cables))]
        return {key: 1 << n for n, key in enumerate(found)}

    @property
    def _network(self) -> range:
        """Network adapters of a server."""
        return range(self.parts.network_adapters)

    def _ups(self, server: int) -> tuple[int, ...]:
        """Return what a server needs to serve clients: by each of its network adapters."""
        up = self.bits["server", server, 0]
        return tuple(up | self.bits["network", server, n] for n in self._network) or (up,)

    @cached_property
    def cables(self) -> tuple[Cable, ...]:
        """The cables: over enclosures in turn, to the adapter and module that have the fewest.

        The second cable to an enclosure so comes from another adapter, and goes to another module.
        """
        parts, reached = self.parts, self.reached
        found: list[Cable] = []
        if self.inside or not parts.adapters:
            return ()
        modules = min(parts.modules, parts.drive_ports)
        on_module = Counter[tuple[int, int]]()
        for server in range(parts.servers):
            ports, here = Counter[int](), Counter[tuple[int, str, int]]()
            for n in range(parts.adapters * parts.cables):
                enclosure = n % reached
                open_ = [a for a in range(parts.adapters) if ports[a] < parts.cables]
                adapter = min(open_, key=lambda a: (here[enclosure, "a", a], ports[a], a))
                module = min(
                    range(modules),
                    key=lambda m: (here[enclosure, "m", m], on_module[enclosure, m], m),
                )
                found.append(Cable(server, adapter, ports[adapter], enclosure, module))
                ports[adapter] += 1
                here[enclosure, "a", adapter] += 1
                here[enclosure, "m", module] += 1
                on_module[enclosure, module] += 1
        return tuple(found)

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """All ways from servers to cells."""
        return self._inside() if self.inside else self._to_enclosures()

    def _inside(self) -> tuple[Path, ...]:
        parts, bits = self.parts, self.bits
        found: list[Path] = []
        for server in range(parts.servers):
            for holder in range(parts.servers):
                for part in range(self.cells_per_holder):
                    through = holder if parts.through_servers else server
                    way = bits["adapter", through, part] if parts.adapters else 0
                    way |= bits["server", through, 0]
                    cell = holder * self.cells_per_holder + part
                    if server == holder or parts.takes_over:
                        found += (Path(server, cell, way | up) for up in self._ups(server))
        return tuple(found)

    def _to_enclosures(self) -> tuple[Path, ...]:
        parts, bits, reached = self.parts, self.bits, self.reached
        found: list[Path] = []
        ends = [
            (
                cable.server,
                cable.enclosure,
                cable.module,
                bits["adapter", cable.server, cable.adapter] | bits["cable", n, 0],
            )
            for n, cable in enumerate(self.cables)
        ]
        if not parts.adapters:
            modules = range(min(parts.modules, parts.drive_ports))
            ends = [
                (server, enclosure, module, 0)
                for server in range(parts.servers)
                for enclosure in range(reached)
                for module in modules
            ]
        for server, first, module, way in ends:
            for enclosure in behind(first, parts.enclosures, reached):
                needs = way
                for one in {first, enclosure}:
                    needs |= bits["enclosure", one, 0] | bits["module", one, module]
                found += (Path(server, enclosure, needs | up) for up in self._ups(server))
        return tuple(found)

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """What may fail as one, except drives and racks."""
        parts, bits, found = self.parts, self.bits, []
        for n in range(parts.enclosures):
            found.append(Component("enclosure", f"enclosure {n + 1}", bits["enclosure", n, 0]))
            found += (
                Component(
                    "enclosure module",
                    f"module {m + 1} of enclosure {n + 1}",
                    bits["module", n, m],
                )
                for m in range(parts.modules)
            )
        for n in range(parts.servers):
            server = bits["server", n, 0]
            found.append(Component("server", f"server {n + 1}", server))
            found += (
                Component(
                    "network adapter",
                    f"network adapter {a + 1} of server {n + 1}",
                    bits["network", n, a],
                )
                for a in self._network
            )
            found += (
                Component(
                    "host bus adapter",
                    f"host bus adapter {a + 1} of server {n + 1}",
                    bits["adapter", n, a],
                )
                for a in range(parts.adapters)
            )
        for n, cable in enumerate(self.cables):
            name = (
                f"cable {cable.port + 1} of adapter {cable.adapter + 1}, server {cable.server + 1}"
            )
            found.append(Component("cable", name, bits["cable", n, 0]))
        found += (
            Component("feed", f"feed {n + 1}", self.without_feeds({n})) for n in range(parts.feeds)
        )
        return tuple(found)

    def without_feeds(self, lost: Set[int]) -> int:
        """Return the bits of servers and enclosures all of whose supplies are on lost feeds.

        Supplies go to the feeds in turn, from another one for each device; unknown are two.
        """
        parts, found = self.parts, 0
        for kind, count, supplies in (
            ("server", parts.servers, parts.server_supplies),
            ("enclosure", parts.enclosures, parts.enclosure_supplies),
        ):
            for n in range(count):
                if {(n + each) % parts.feeds for each in range(supplies or 2)} <= lost:
                    found |= self.bits[kind, n, 0]
        return found

    def owner(self, target: int, placed: SlotMap) -> int:
        """Return the server of a target: in turn, or the one that holds its drives."""
        if not self.inside:
            return target % self.parts.servers
        groups = zip(placed.groups, placed.slots, strict=True)
        return next((s[0].enclosure for g, s in groups if g.target == target), 0)
