"""How large the metaslabs of a vdev are; the rule has a limit since release 0.8."""

import numpy as np

from model.engine.ops import Num, bit_length, floor_quotient, where_less
from model.engine.quantity import Book
from model.units.kinds import GIB, MIB

LABEL_SOURCE = "document: OpenZFS vdev.c: vdev_metaslab_set_size"

METASLABS = Book("metaslabs since 0.8", topic="capacity")
METASLABS.input(
    "slab_default",
    "byte",
    r"S_0",
    "Metaslab of a middling vdev",
    512 * MIB,
    source=LABEL_SOURCE,
    constant=True,
)
METASLABS.input(
    "slab_few",
    "1",
    r"k_\mathrm{few}",
    "Fewest metaslabs wanted",
    16.0,
    source=LABEL_SOURCE,
    constant=True,
)
METASLABS.input(
    "slab_limit",
    "byte",
    r"S_\mathrm{max}",
    "Largest metaslab",
    16 * GIB,
    source=LABEL_SOURCE,
    constant=True,
)
METASLABS.input(
    "slab_count_limit",
    "1",
    r"k_\mathrm{max}",
    "Most metaslabs",
    131072.0,
    source=LABEL_SOURCE,
    constant=True,
)


def _doubled(smallest: Num, space: Num, count: Num) -> Num:
    """The smallest metaslab, doubled until the space holds fewer than so many."""
    return smallest * np.exp2(bit_length(floor_quotient(space, smallest * count)))


@METASLABS.quantity("1", r"k_0", LABEL_SOURCE)
def default_metaslabs(vdev_space: Num, slab_default: Num) -> Num:
    """Metaslabs that the vdev would have at the default size."""
    return floor_quotient(vdev_space, slab_default)


@METASLABS.quantity("byte", r"S_\mathrm{few}", LABEL_SOURCE)
def metaslab_of_small_vdev(vdev_space: Num, slab_minimum: Num, slab_few: Num) -> Num:
    """Metaslab of a vdev that is too small for the default size."""
    return _doubled(slab_minimum, vdev_space, slab_few)


@METASLABS.quantity("byte", r"S_\mathrm{many}", LABEL_SOURCE)
def metaslab_of_large_vdev(vdev_space: Num, slab_minimum: Num, slab_target: Num) -> Num:
    """Metaslab of a vdev that has more than the wanted number at the default size."""
    return _doubled(slab_minimum, vdev_space, slab_target)


@METASLABS.quantity("byte", r"S_\mathrm{huge}", LABEL_SOURCE)
def metaslab_of_huge_vdev(vdev_space: Num, slab_minimum: Num, slab_count_limit: Num) -> Num:
    """Metaslab of a vdev that has the most metaslabs at the largest size."""
    return _doubled(slab_minimum, vdev_space, slab_count_limit)


@METASLABS.quantity("byte", r"S", LABEL_SOURCE)
def metaslab_size(
    default_metaslabs: Num,
    slab_default: Num,
    slab_few: Num,
    slab_target: Num,
    slab_limit: Num,
    slab_count_limit: Num,
    vdev_space: Num,
    metaslab_of_small_vdev: Num,
    metaslab_of_large_vdev: Num,
    metaslab_of_huge_vdev: Num,
) -> Num:
    """Bytes of one metaslab: about 200 a vdev, 16 GiB at most until there are 131,072."""
    return where_less(
        vdev_space,
        (slab_count_limit + 1) * slab_limit,
        np.minimum(
            where_less(
                default_metaslabs,
                slab_few,
                metaslab_of_small_vdev,
                where_less(slab_target, default_metaslabs, metaslab_of_large_vdev, slab_default),
            ),
            slab_limit,
        ),
        metaslab_of_huge_vdev,
    )


OLD_METASLABS = Book("metaslabs before 0.8", topic="capacity")


@OLD_METASLABS.quantity(
    "byte", r"S", "document: OpenZFS 0.7.13 vdev.c: vdev_metaslab_set_size", name="metaslab_size"
)
def metaslab_size_unlimited(vdev_space: Num, slab_minimum: Num, slab_target: Num) -> Num:
    """Bytes of one metaslab: the power of two that gives 100 to 200 a vdev, without a limit."""
    return _doubled(slab_minimum, vdev_space, slab_target)
