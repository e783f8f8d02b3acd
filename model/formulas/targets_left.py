"""Targets that are served in a state: those of lost servers and adapters, and who takes over."""

from model.formulas.performance import STATES
from model.ops import Num, where_less, whole_up
from model.quantity import Book

LEFT = Book("what is left of targets")
LEFT_BEHIND = Book("what is left of targets behind adapters")


@LEFT.quantity("1", r"n_\mathrm{tgt}^\mathrm{left}", STATES)
def targets_left(targets: Num, takeover: Num, servers_lost: Num, targets_per_server: Num) -> Num:
    """Targets that are served in this state."""
    return targets - (1 - takeover) * servers_lost * targets_per_server


@LEFT_BEHIND.quantity("1", r"n_\mathrm{tgt}^\mathrm{left}", STATES, name="targets_left")
def targets_left_behind(
    targets: Num, takeover: Num, servers_lost: Num, targets_per_server: Num, hbas_left: Num
) -> Num:
    """Targets that are served in this state; those behind an adapter that a server lost are not."""
    lost = (1 - takeover) * servers_lost + 1 - hbas_left
    return targets - lost * targets_per_server


@LEFT.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{busy}", STATES)
def most_served_targets(
    takeover: Num,
    targets_per_block: Num,
    servers_left_in_block: Num,
    most_targets_per_server: Num,
) -> Num:
    """Targets of the busiest server in this state."""
    taken_over = whole_up(targets_per_block / servers_left_in_block)
    return where_less(0.0, takeover, taken_over, most_targets_per_server)


@LEFT_BEHIND.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{busy}", STATES, name="most_served_targets")
def most_served_behind(
    takeover: Num,
    targets_per_block: Num,
    servers_left_in_block: Num,
    most_targets_per_server: Num,
    hbas_left: Num,
) -> Num:
    """Targets of the busiest server in this state, without those behind a lost adapter."""
    taken_over = whole_up(targets_per_block / servers_left_in_block)
    return where_less(0.0, takeover, taken_over, most_targets_per_server * hbas_left)
