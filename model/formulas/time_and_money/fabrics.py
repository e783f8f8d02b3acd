"""Switches and cables from the ports that a design uses: one level, or a two-level fat tree.

In a fat tree each leaf has its ports split between servers and spines, and as many links to each
spine as to any other one: so a spine carries a whole number of links from each leaf.
"""

import numpy as np

from model.engine.ops import Num, at_least, where_less, whole_down, whole_up
from model.engine.quantity import Book

ARITHMETIC = "arithmetic of ports"
FAT_TREE = (
    "document: two-level fat tree (Leiserson 1985): every leaf has as many links to each spine"
)

LINKS = Book("pieces for links", topic="bill")
LINKS.input(
    "pieces_per_link",
    "1",
    r"n_\mathrm{pc/link}",
    "Pieces per link",
    1.0,
    source="assumption: one cable a link",
)

PORTS = Book("ports of a fabric", topic="bill")
PORTS.input("ports_of_switch", "1", r"n_\mathrm{port/sw}", "Ports of one switch", whole=True)
PORTS.input(
    "other_ports",
    "1",
    r"n_\mathrm{port}^\mathrm{other}",
    "Switch ports for devices other than servers of a tier",
    0.0,
    source="assumption: none until stated: compute nodes, gateways, uplinks",
    whole=True,
)


@PORTS.quantity("1", r"n_\mathrm{port}^\mathrm{used}", ARITHMETIC)
def fabric_ports(server_switch_ports: Num, other_ports: Num) -> Num:
    """Switch ports in use."""
    return server_switch_ports + other_ports


def ports_of(tiers: tuple[str, ...]) -> Book:
    """Return the chapter that counts the switch ports used by the servers of these tiers."""
    ports = Book("ports of servers", topic="bill")
    ports.over(
        "total",
        "server_switch_ports",
        "1",
        r"n_\mathrm{port}^\mathrm{srv}",
        "Switch ports used by the servers of all tiers",
        roles=("tiers", "metadata"),
        of="switch_ports",
        names=tiers,
    )
    return ports


SINGLE = Book("switches of one level", topic="bill")


@SINGLE.quantity("1", r"n_\mathrm{sw}", "arithmetic: one level: switches side by side")
def fabric_switches(fabric_ports: Num, ports_of_switch: Num) -> Num:
    """Switches of one level."""
    return whole_up(fabric_ports / ports_of_switch)


TREE = Book("switches of a fat tree", topic="bill")
TREE.input(
    "oversubscription",
    "1",
    r"\omega",
    "Server ports of a leaf switch per uplink port",
    1.0,
    source="assumption: none: a fat tree that blocks nothing",
    low=1.0,
)


@TREE.quantity("1", r"n_\mathrm{down}", FAT_TREE)
def leaf_down_ports(ports_of_switch: Num, oversubscription: Num) -> Num:
    """Ports of a leaf switch to servers."""
    return whole_down(ports_of_switch * oversubscription / (1 + oversubscription))


@TREE.quantity("1", r"n_\mathrm{up}", FAT_TREE)
def leaf_up_ports(ports_of_switch: Num, leaf_down_ports: Num) -> Num:
    """Ports of a leaf switch to spine switches."""
    return ports_of_switch - leaf_down_ports


@TREE.quantity("1", r"n_\mathrm{leaf}", FAT_TREE)
def leaf_switches(fabric_ports: Num, leaf_down_ports: Num) -> Num:
    """Leaf switches, which servers are connected to."""
    return whole_up(fabric_ports / leaf_down_ports)


@TREE.quantity("1", r"n_\mathrm{link/spine}", FAT_TREE)
def links_to_each_spine(ports_of_switch: Num, leaf_switches: Num) -> Num:
    """Links from each leaf to each spine, limited by the ports of a spine."""
    return np.maximum(whole_down(ports_of_switch / np.maximum(leaf_switches, 1)), 1)


@TREE.quantity("1", r"n_\mathrm{spine}", FAT_TREE)
def spine_switches(leaf_up_ports: Num, links_to_each_spine: Num, leaf_switches: Num) -> Num:
    """Spine switches, which leaf switches are connected to; a single leaf needs none."""
    return where_less(1, leaf_switches, whole_up(leaf_up_ports / links_to_each_spine), 0.0)


@TREE.quantity("1", r"n_\mathrm{link}^\mathrm{sw}", FAT_TREE)
def switch_links(leaf_switches: Num, leaf_up_ports: Num) -> Num:
    """Links between leaf and spine switches."""
    return where_less(1, leaf_switches, leaf_switches * leaf_up_ports, 0.0)


@TREE.quantity("1", r"\mathrm{ok}_\mathrm{tree}", FAT_TREE, part_of="design_fits")
def fabric_levels_suffice(ports_of_switch: Num, leaf_switches: Num) -> Num:
    """Whether two levels suffice: a spine has a port for each leaf."""
    return at_least(ports_of_switch, leaf_switches)
