"""How drives become targets: building blocks, servers, drives, targets, spares.

A tier is a number of equal building blocks. The drives of a block sit in enclosures, or in the
servers themselves; what is left over when whole targets are formed is spare, and named.
"""

import numpy as np

from model.engine.ops import Num, otherwise, where_less, whole_down, whole_up
from model.engine.quantity import ANY_SIGN, Book
from model.engine.spelling import spell

SOURCE = "arithmetic of the building block"

BLOCKS = Book("blocks", topic="capacity")
BLOCKS.input("blocks", "1", r"n_\mathrm{block}", "Equal building blocks in the tier", whole=True)
BLOCKS.input(
    "servers_per_block", "1", r"n_\mathrm{srv/blk}", "Servers in one building block", whole=True
)


BLOCKS.input("cpus_per_server", "1", r"n_\mathrm{cpu}", "Processors of one server", whole=True)
BLOCKS.input(
    "memory_modules_per_server", "1", r"n_\mathrm{dimm}", "Memory modules of one server", whole=True
)


BLOCKS.input(
    "nodes_per_chassis",
    "1",
    r"n_\mathrm{node/chs}",
    "Servers per chassis",
    1.0,
    source="assumption: one, unless the datasheet says that a chassis holds more",
    low=1.0,
    whole=True,
)


@BLOCKS.quantity("1", r"n_\mathrm{srv}", SOURCE)
def servers(blocks: Num, servers_per_block: Num) -> Num:
    """Servers of the tier."""
    return blocks * servers_per_block


@BLOCKS.quantity("1", r"n_\mathrm{chs}", SOURCE)
def server_chassis(servers: Num, nodes_per_chassis: Num) -> Num:
    """Server chassis to buy; one may hold several servers."""
    return whole_up(servers / nodes_per_chassis)


@BLOCKS.quantity("1", r"n_\mathrm{drv}", SOURCE)
def drives(blocks: Num, drives_per_block: Num) -> Num:
    """Drives of the tier, spares included."""
    return blocks * drives_per_block


IN_ENCLOSURES = Book("drives in enclosures", topic="capacity")
IN_ENCLOSURES.input(
    "drives_per_enclosure", "1", r"n_\mathrm{drv/enc}", "Drives in one enclosure", whole=True
)


@IN_ENCLOSURES.quantity("1", r"n_\mathrm{enc}", SOURCE)
def enclosures(blocks: Num, enclosures_per_block: Num) -> Num:
    """Enclosures of the tier."""
    return blocks * enclosures_per_block


@IN_ENCLOSURES.quantity("1", r"n_\mathrm{enc}^\mathrm{ctl}", SOURCE)
def reached_enclosures(blocks: Num, reached_enclosures_per_block: Num) -> Num:
    """Enclosures of the tier that servers are cabled to, without daisy-chained ones."""
    return blocks * reached_enclosures_per_block


ALIKE_ENCLOSURES = Book("enclosures that are alike", topic="capacity")
ALIKE_ENCLOSURES.input(
    "enclosures_per_block",
    "1",
    r"n_\mathrm{enc/blk}",
    "Enclosures in one building block",
    whole=True,
)


@ALIKE_ENCLOSURES.quantity("1", r"n_\mathrm{drv/blk}", SOURCE)
def drives_per_block(enclosures_per_block: Num, drives_per_enclosure: Num) -> Num:
    """Drives in one building block, spares included."""
    return enclosures_per_block * drives_per_enclosure


@ALIKE_ENCLOSURES.quantity("1", r"s_\mathrm{full}", SOURCE, shown="percent")
def fullest_enclosure_share(enclosures_per_block: Num) -> Num:
    """Share of a block's drives that sit in the enclosure with the most of them."""
    return 1 / enclosures_per_block


ALIKE_ENCLOSURES.alias(
    "spread_share",
    "1",
    r"s_\mathrm{spread}",
    "Least share of a group that the fullest enclosure holds, if all groups are spread.",
    of="fullest_enclosure_share",
    source=SOURCE,
    shown="percent",
)
ALIKE_ENCLOSURES.alias(
    "reached_enclosures_per_block",
    "1",
    r"n_\mathrm{enc/blk}^\mathrm{ctl}",
    "Enclosures of a block that servers are cabled to, without daisy-chained ones.",
    of="enclosures_per_block",
    source=SOURCE,
)


UNLIKE_ENCLOSURES = Book("enclosures of two kinds, or unequally filled", topic="capacity")
UNLIKE_ENCLOSURES.input(
    "first_enclosures_per_block",
    "1",
    r"n_\mathrm{enc/blk}^\mathrm{1st}",
    "Enclosures of the first kind in one building block",
    whole=True,
)
UNLIKE_ENCLOSURES.input(
    "further_enclosures_per_block",
    "1",
    r"n_\mathrm{enc/blk}^\mathrm{2nd}",
    "Further enclosures in one building block, of another kind or otherwise filled",
    whole=True,
)
UNLIKE_ENCLOSURES.input(
    "drives_per_further_enclosure",
    "1",
    r"n_\mathrm{drv/enc}^\mathrm{2nd}",
    "Drives in one further enclosure",
    whole=True,
)
UNLIKE_ENCLOSURES.input(
    "has_way_of_its_own",
    "1",
    r"\kappa_\mathrm{way}",
    "Whether servers reach further enclosures by their own modules or controllers: 1, 0",
    1.0,
    source="assumption: 0 behind the controllers of an array, as an expansion is",
)


@UNLIKE_ENCLOSURES.quantity("1", r"n_\mathrm{enc/blk}", SOURCE)
def enclosures_per_block(first_enclosures_per_block: Num, further_enclosures_per_block: Num) -> Num:
    """Enclosures in one building block."""
    return first_enclosures_per_block + further_enclosures_per_block


@UNLIKE_ENCLOSURES.quantity("1", r"n_\mathrm{drv/blk}", SOURCE, name="drives_per_block")
def drives_per_block_in_unlike_enclosures(
    first_enclosures_per_block: Num,
    drives_per_enclosure: Num,
    further_enclosures_per_block: Num,
    drives_per_further_enclosure: Num,
) -> Num:
    """Drives in one building block, spares included."""
    return (
        first_enclosures_per_block * drives_per_enclosure
        + further_enclosures_per_block * drives_per_further_enclosure
    )


@UNLIKE_ENCLOSURES.quantity(
    "1", r"s_\mathrm{full}", SOURCE, name="fullest_enclosure_share", shown="percent"
)
def fullest_enclosure_share_of_unlike(
    drives_per_enclosure: Num, drives_per_further_enclosure: Num, drives_per_block: Num
) -> Num:
    """Share of a block's drives that sit in the enclosure with the most of them."""
    return np.maximum(drives_per_enclosure, drives_per_further_enclosure) / drives_per_block


@UNLIKE_ENCLOSURES.quantity("1", r"n_\mathrm{drv/tgts}", SOURCE)
def placed_drives(targets_per_block: Num, all_drives_per_target: Num) -> Num:
    """Drives of a block's targets; one at least."""
    return np.maximum(targets_per_block * all_drives_per_target, 1.0)


@UNLIKE_ENCLOSURES.quantity("1", r"s_\mathrm{spread}", SOURCE, name="spread_share", shown="percent")
def spread_share_of_unlike(
    placed_drives: Num,
    enclosures_per_block: Num,
    first_enclosures_per_block: Num,
    drives_per_enclosure: Num,
    further_enclosures_per_block: Num,
    drives_per_further_enclosure: Num,
) -> Num:
    """Least share of a group that the fullest enclosure holds, if all groups are spread.

    Enclosures of one kind may be full; those of the other kind hold the rest.
    """
    return np.maximum(
        1 / enclosures_per_block,
        np.maximum(
            (placed_drives - further_enclosures_per_block * drives_per_further_enclosure)
            / (first_enclosures_per_block * placed_drives),
            (placed_drives - first_enclosures_per_block * drives_per_enclosure)
            / (further_enclosures_per_block * placed_drives),
        ),
    )


@UNLIKE_ENCLOSURES.quantity("1", r"n_\mathrm{enc/blk}^\mathrm{ctl}", SOURCE)
def reached_enclosures_per_block(
    first_enclosures_per_block: Num, further_enclosures_per_block: Num, has_way_of_its_own: Num
) -> Num:
    """Enclosures of a block that servers are cabled to, without daisy-chained ones."""
    return first_enclosures_per_block + further_enclosures_per_block * has_way_of_its_own


@UNLIKE_ENCLOSURES.quantity("1", r"n_\mathrm{enc}^\mathrm{1st}", SOURCE)
def first_enclosures(blocks: Num, first_enclosures_per_block: Num) -> Num:
    """Enclosures of the tier that are of the first kind."""
    return blocks * first_enclosures_per_block


@UNLIKE_ENCLOSURES.quantity("1", r"n_\mathrm{enc}^\mathrm{2nd}", SOURCE)
def further_enclosures(blocks: Num, further_enclosures_per_block: Num) -> Num:
    """Further enclosures of the tier."""
    return blocks * further_enclosures_per_block


IN_ENCLOSURES.over(
    "least",
    "targets_survive_enclosure_loss",
    "1",
    r"\mathrm{ok}_\mathrm{enc/tgt}",
    "Whether each target by itself survives the loss of an enclosure: 1 yes, 0 no",
    roles=("pools",),
    of="pool_survives_enclosure_loss",
)


@IN_ENCLOSURES.quantity(
    "1",
    r"\mathrm{ok}_\mathrm{enc}^\mathrm{acc}",
    "arithmetic: whether any enclosure stops access, with those cabled behind it",
)
def access_survives_enclosure_loss(stopping_enclosures_per_block: Num) -> Num:
    """Whether all data can be reached while an enclosure is lost: 1 yes, 0 no."""
    return where_less(0, stopping_enclosures_per_block, 0.0, 1.0)


BY_TARGETS = Book("enclosures that targets survive", topic="capacity")
BY_TARGETS.alias(
    "survives_enclosure_loss",
    "1",
    r"\mathrm{ok}_\mathrm{enc}",
    "Whether data survive the loss of an enclosure: 1 yes, 0 no.",
    of="targets_survive_enclosure_loss",
    source="definition: each target by itself, as files have no copies on others",
)
BY_COPIES = Book("enclosures that files with copies survive", topic="capacity")


@BY_COPIES.quantity(
    "1",
    r"\mathrm{ok}_\mathrm{enc}",
    "arithmetic: whether any enclosure takes all copies of some files",
    name="survives_enclosure_loss",
)
def survives_enclosure_loss_with_copies(enclosures_with_all_copies: Num) -> Num:
    """Whether data survive the loss of an enclosure: 1 yes, 0 no."""
    return where_less(0, enclosures_with_all_copies, 0.0, 1.0)


@IN_ENCLOSURES.quantity(
    "1",
    r"n_\mathrm{enc/blk}^\mathrm{cab}",
    "assumption: as many as a server has cables, the others daisy-chained behind them; all if the "
    "cables are unknown",
)
def cabled_enclosures_per_block(
    reached_enclosures_per_block: Num, hbas_per_server: Num, hba_cables: Num
) -> Num:
    """Enclosures of a block that a server has a cable to."""
    return np.minimum(
        reached_enclosures_per_block,
        otherwise(hbas_per_server * np.maximum(hba_cables, 1), reached_enclosures_per_block),
    )


IN_SERVERS = Book("drives in servers", topic="capacity")
IN_SERVERS.input(
    "drives_per_server",
    "1",
    r"n_\mathrm{drv/srv}",
    "Drives in one server",
    whole=True,
    part_of="bays_taken",
)


@IN_SERVERS.quantity("1", r"n_\mathrm{drv/blk}", SOURCE, name="drives_per_block")
def drives_per_block_in_servers(servers_per_block: Num, drives_per_server: Num) -> Num:
    """Drives in one building block, spares included."""
    return servers_per_block * drives_per_server


TARGETS = Book("targets", topic="capacity")
TARGETS.over(
    "total",
    "drives_per_target",
    "1",
    r"n_\mathrm{drv/tgt}",
    "Drives of one target, parity included",
    roles=("pools",),
    of="pool_drives",
)
TARGETS.over(
    "total",
    "distributed_spares_per_target",
    "1",
    r"n_\mathrm{dsp/tgt}",
    "Distributed spares of one target, in drives",
    roles=("pools",),
    of="pool_distributed_spares",
)
TARGETS.over(
    "total",
    "data_drives_per_target",
    "1",
    r"n_\mathrm{data/tgt}",
    "Drives of one target that hold data, in a full stripe",
    roles=("pools",),
    of="pool_data_drives",
)


TARGETS.input(
    "special_drives_per_target",
    "1",
    r"n_\mathrm{special/tgt}",
    "Drives of one target in vdevs that hold no data: special, dedup, log, cache, spare",
    0.0,
    source="assumption: none unless the layout has such vdevs",
    whole=True,
    constant=True,
)


@TARGETS.quantity("1", r"n_\mathrm{all/tgt}", SOURCE)
def all_drives_per_target(drives_per_target: Num, special_drives_per_target: Num) -> Num:
    """Drives of one target, those in vdevs without data included."""
    return drives_per_target + special_drives_per_target


@TARGETS.quantity("1", r"n_\mathrm{tgt}", SOURCE)
def targets(blocks: Num, targets_per_block: Num) -> Num:
    """Targets of the tier (OSTs or MDTs in Lustre)."""
    return blocks * targets_per_block


@TARGETS.quantity("1", r"n_\mathrm{tgt/srv}", SOURCE)
def targets_per_server(targets: Num, servers: Num) -> Num:
    """Mean targets per server: 19 on a pair of servers are 9.5."""
    return targets / servers


@TARGETS.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{max}", SOURCE)
def most_targets_per_server(targets_per_block: Num, servers_per_block: Num) -> Num:
    """Targets of the busiest server of a block: 19 on a pair of servers are 10 and 9."""
    return whole_up(targets_per_block / servers_per_block)


@TARGETS.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{min}", SOURCE)
def fewest_targets_per_server(targets_per_block: Num, servers_per_block: Num) -> Num:
    """Targets of the other servers of a block: 19 on a pair of servers are 10 and 9."""
    return whole_down(targets_per_block / servers_per_block)


@TARGETS.quantity("1", r"n_\mathrm{busy}", SOURCE)
def busy_servers_per_block(
    targets_per_block: Num, fewest_targets_per_server: Num, servers_per_block: Num
) -> Num:
    """Servers of a block that serve one target more than the others; 0 where all serve as many."""
    return targets_per_block - fewest_targets_per_server * servers_per_block


@TARGETS.quantity("1", r"n_\mathrm{spare/blk}", SOURCE, low=ANY_SIGN)
def spare_drives_per_block(
    drives_per_block: Num, targets_per_block: Num, all_drives_per_target: Num
) -> Num:
    """Spare drives of a block, in no target."""
    return drives_per_block - targets_per_block * all_drives_per_target


HOT_SPARES = Book("hot spares", topic="bill")


@HOT_SPARES.quantity("1", r"n_\mathrm{hot}", "arithmetic: spares of each block")
def hot_spares(blocks: Num, spare_drives_per_block: Num) -> Num:
    """Hot spares of the tier."""
    return blocks * np.maximum(spare_drives_per_block, 0.0)


HOT_SPARES_IN_TARGETS = Book("hot spares of targets", topic="bill")
HOT_SPARES_IN_TARGETS.input(
    "hot_spares_per_target",
    "1",
    r"n_\mathrm{hot/tgt}",
    "Hot spares in each target, by its layout",
    0.0,
    source="assumption: none unless the layout has such vdevs",
    whole=True,
    constant=True,
)


@HOT_SPARES_IN_TARGETS.quantity(
    "1",
    r"n_\mathrm{hot}",
    "arithmetic: spares of each block, and those of targets",
    name="hot_spares",
)
def hot_spares_of_targets(
    blocks: Num, spare_drives_per_block: Num, targets: Num, hot_spares_per_target: Num
) -> Num:
    """Hot spares of the tier."""
    return blocks * np.maximum(spare_drives_per_block, 0.0) + targets * hot_spares_per_target


_DRIVES_IN_USE = Book("drives without hot spares", topic="bill")


@_DRIVES_IN_USE.quantity("1", r"n_\mathrm{use}", SOURCE)
def drives_in_use(bought_drives: Num, hot_spares: Num) -> Num:
    """Drives of the tier without hot spares: spare space inside targets is on drives in use."""
    return bought_drives - hot_spares


DRIVES_IN_USE = spell(_DRIVES_IN_USE, {"bought": ""})
FIRST_DRIVES_IN_USE = spell(_DRIVES_IN_USE, {"bought": "first"})


@TARGETS.quantity("1", r"n_\mathrm{dsp}", SOURCE)
def distributed_spares(targets: Num, distributed_spares_per_target: Num) -> Num:
    """Spare space inside the tier's targets, as of dRAID, in drives; excludes spare drives."""
    return targets * distributed_spares_per_target


FULL_STRIPES = Book("writes of full stripes", topic="capacity")


@FULL_STRIPES.quantity(
    "1", r"a_\mathrm{w}", "arithmetic: bytes on drives per byte of the client, full stripes"
)
def write_amplification(
    drives_per_target: Num, distributed_spares_per_target: Num, data_drives_per_target: Num
) -> Num:
    """Bytes written to drives per client byte, in full stripes."""
    return (drives_per_target - distributed_spares_per_target) / data_drives_per_target


RECORDS = Book("writes of records", topic="capacity")
RECORDS.over(
    "total",
    "record_drives_per_target",
    "1",
    r"n_\mathrm{rec/tgt}",
    "Data of one target while it writes records, in drives",
    roles=("pools",),
    of="pool_record_drives",
)


@RECORDS.quantity(
    "1",
    r"a_\mathrm{w}",
    "arithmetic: bytes on drives per byte of a record",
    name="write_amplification",
)
def write_amplification_of_records(
    drives_per_target: Num, distributed_spares_per_target: Num, record_drives_per_target: Num
) -> Num:
    """Bytes written to drives per client byte, in records with parity."""
    return (drives_per_target - distributed_spares_per_target) / record_drives_per_target


GROUPS = Book("groups of a target", topic="capacity")
GROUPS.over(
    "total",
    "groups_per_target",
    "1",
    r"n_\mathrm{grp/tgt}",
    "Vdevs or RAID groups of one target: each rebuilds by itself",
    roles=("pools",),
    of="pool_groups",
)

GROUPS.over(
    "least",
    "copies_of_files",
    "1",
    r"n_\mathrm{copy}^\mathrm{min}",
    "Copies of each file in the tier",
    roles=("pools",),
    of="file_copies",
)

RESERVED = Book("spares on purpose", topic="capacity")
RESERVED.input(
    "reserved_spares_per_block",
    "1",
    r"n_\mathrm{res/blk}",
    "Drives of a block deliberately kept out of targets",
    default=0.0,
    source="assumption: none unless the scenario asks for some",
    whole=True,
)

_FITTED_TARGETS = Book("targets that fit", topic="capacity")


@_FITTED_TARGETS.quantity("1", r"n_\mathrm{tgt/blk}<mark>", SOURCE)
def can_targets_per_block(
    drives_per_block: Num, reserved_spares_per_block: Num, all_drives_per_target: Num
) -> Num:
    """Whole targets that fit on the drives of a block."""
    return whole_down((drives_per_block - reserved_spares_per_block) / all_drives_per_target)


_FITTED_IN_SERVERS = Book("targets that fit in servers", topic="capacity")


@_FITTED_IN_SERVERS.quantity("1", r"n_\mathrm{tgt/blk}<mark>", SOURCE, name="can_targets_per_block")
def can_targets_per_block_in_servers(
    servers_per_block: Num,
    drives_per_server: Num,
    reserved_spares_per_block: Num,
    all_drives_per_target: Num,
) -> Num:
    """Whole targets of a block: each is made of one server's drives; spares are those left over."""
    most = servers_per_block * whole_down(drives_per_server / all_drives_per_target)
    left_over = servers_per_block * drives_per_server - most * all_drives_per_target
    missing = np.maximum(reserved_spares_per_block - left_over, 0.0)
    return most - whole_up(missing / all_drives_per_target)


_AS_FIT = {"can": "", "mark": ""}
_AT_MOST = {"can": "possible", "mark": r"^\mathrm{fit}"}
"""What fits is what there is, or the most that may be asked for."""
FITTED_TARGETS = spell(_FITTED_TARGETS, _AS_FIT)
FITTED_IN_SERVERS = spell(_FITTED_IN_SERVERS, _AS_FIT)
POSSIBLE_TARGETS = spell(_FITTED_TARGETS, _AT_MOST)
POSSIBLE_IN_SERVERS = spell(_FITTED_IN_SERVERS, _AT_MOST)

STATED_TARGETS = Book("targets as entered", topic="capacity")
STATED_TARGETS.input(
    "stated_targets_per_block",
    "1",
    r"n_\mathrm{tgt/blk}^\mathrm{said}",
    "Targets in one building block",
    whole=True,
)


@STATED_TARGETS.quantity("1", r"n_\mathrm{tgt/blk}", SOURCE)
def targets_per_block(stated_targets_per_block: Num, possible_targets_per_block: Num) -> Num:
    """Targets in one building block: as many as are stated, or as its drives make."""
    return np.minimum(stated_targets_per_block, possible_targets_per_block)


GIVEN_TARGETS = Book("count of targets as entered", topic="capacity")
GIVEN_TARGETS.input(
    "targets_per_block", "1", r"n_\mathrm{tgt/blk}", "Targets in one building block", whole=True
)
