"""Shares of upper bounds that measured systems delivered, pooled partially.

The logit of a share is a sum of effects: of the way, the class of the limiting stage, the software
and of ZFS below it. Each effect is shrunk towards zero (a normal prior, which is a ridge), and a
family of systems counts once for each way. A prediction is a Student's t on the logit scale, with
the variance of the effects that no system has shown (Gelman and Hill, Data Analysis Using
Regression and Multilevel/Hierarchical Models, 2007, chapters 12 and 13).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from model.records import NamedTuple, dataclass

Vector = NDArray[np.float64]
TOP = 1.04
"""What a share stays below: a measurement may pass the bound by a few per cent, by caches."""
LIKELY: Vector = np.array([-1.6448536269514722, 1.6448536269514722])
"""Normal scores of the levels 5 and 95 %."""
PRECISION = {"way": 2.0, "class": 4.0, "software": 2.0, "on ZFS": 8.0}
"""Precision of each effect's prior beside that of a family's logit: the higher, the more shrunk."""
LEAST_FREEDOM = 3.0


class Stage(NamedTuple):
    """What a stage's share depends on: who moves which way what kind of stage can carry."""

    software: str
    way: str
    kind: str
    on_zfs: bool = False

    @property
    def effects(self) -> tuple[tuple[str, ...], ...]:
        """The effects that add up to the logit of its share."""
        return (
            ("way", self.way),
            ("class", self.kind),
            ("software", self.software),
            *((("on ZFS",),) if self.on_zfs else ()),
        )


class Seen(NamedTuple):
    """The share of its upper bound that a system delivered; kin systems are one family."""

    stage: Stage
    share: float
    family: str


class Share(NamedTuple):
    """The distribution of a share: Student's t on the logit scale.

    `common` is the part of the variance that the stages of one software have in common.
    """

    logit: float
    scale: float
    freedom: float
    common: float

    @property
    def expected(self) -> float:
        """The median."""
        return float(share_of(np.array(self.logit)))

    def at(self, normal: Vector) -> Vector:
        """Return the shares at some normal scores."""
        return share_of(self.logit + self.scale * student(normal, self.freedom))

    def moved_to(self, expected: float) -> Share:
        """Return the same spread around another median."""
        return self._replace(logit=logit_of(expected))


@dataclass(frozen=True, slots=True)
class Pooled:
    """Effects fitted to what systems delivered."""

    places: dict[tuple[str, ...], int]
    effects: Vector
    spread: NDArray[np.float64]
    """Covariance of the effects, for a residual variance of 1."""
    variance: float
    """Residual variance."""
    freedom: float

    def share(self, stage: Stage) -> Share:
        """Predict what a system that hasn't been seen delivers of a stage."""
        x = np.zeros(len(self.effects))
        x[0], unseen = 1.0, 0.0
        for effect in stage.effects:
            if (place := self.places.get(effect)) is not None:
                x[place] = 1.0
            else:
                unseen += 1 / PRECISION[effect[0]]
        of_effects = float(x @ self.spread @ x) + unseen
        variance = self.variance * (1 + of_effects)
        return Share(
            float(x @ self.effects),
            math.sqrt(variance),
            self.freedom,
            of_effects / (1 + of_effects),
        )


def pool(seen: Sequence[Seen]) -> Pooled:
    """Fit the effects to what systems delivered.

    Raises
    ------
    ValueError
        Nothing was seen.
    """
    if not seen:
        raise ValueError("no system was seen")
    found = dict.fromkeys(effect for one in seen for effect in one.stage.effects)
    places = {effect: n for n, effect in enumerate(found, start=1)}
    x = np.zeros((len(seen), len(places) + 1))
    x[:, 0] = 1.0
    for row, one in zip(x, seen, strict=True):
        row[[places[effect] for effect in one.stage.effects]] = 1.0
    kin = Counter((one.family, one.stage.way) for one in seen)
    weights = np.array([1 / kin[one.family, one.stage.way] for one in seen])
    y = np.array([logit_of(one.share) for one in seen])
    gram = x.T @ (weights[:, None] * x)
    # The mean is free, but for what makes it definite where all were seen alike.
    ridge = np.diag([1e-6, *(PRECISION[effect[0]] for effect in places)])
    spread = np.linalg.inv(gram + ridge).astype(np.float64)
    effects = spread @ (x.T @ (weights * y))
    freedom = max(LEAST_FREEDOM, float(weights.sum() - np.trace(spread @ gram)))
    variance = float((weights * (y - x @ effects) ** 2).sum()) / freedom
    return Pooled(places, effects, spread, variance, freedom)


def left_out(seen: Sequence[Seen]) -> list[Share]:
    """Predict each share from all that was seen but its own family."""
    families: Iterable[str] = dict.fromkeys(one.family for one in seen)
    others = {kin: pool([one for one in seen if one.family != kin]) for kin in families}
    return [others[one.family].share(one.stage) for one in seen]


def logit_of(share: float) -> float:
    """Return the logit of a share below `TOP`; a share of more than 1 counts as 1."""
    share = min(max(share, 1e-6), 1.0)
    return math.log(share / (TOP - share))


def share_of(logit: Vector) -> Vector:
    """Return the share of a logit, at most 1."""
    return np.minimum(TOP / (1 + np.exp(-logit)), 1.0)


def student(normal: Vector, freedom: float) -> Vector:
    """Return the quantiles of Student's t at normal scores, by its expansion in 1/freedom.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5: off by less than 0.5 % for
    10 degrees of freedom and more, between the levels 0.01 and 0.99.
    """
    z, v = normal, freedom
    square = z * z
    first = square + 1
    second = (5 * square + 16) * square + 3
    third = ((3 * square + 19) * square + 17) * square - 15
    return z * (1 + first / (4 * v) + second / (96 * v**2) + third / (384 * v**3))
