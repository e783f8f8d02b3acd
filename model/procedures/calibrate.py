"""Bounded least squares, and the precision of the fitted values.

The model is a minimum of several stages: a value has no effect while another stage limits. The
search therefore starts from several points, and values without effect at the solution are reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from model.records import dataclass

Vector = NDArray[np.float64]
Residuals = Callable[[Vector], Vector]
"""Function from trial values to the relative residual of each measurement."""

CONFIDENCE = 0.95
SCATTERED, REFINED = 256, 3
"""Number of random points, and how many of the best ones are starting points besides the start."""
DECADES = 1.0
"""Search range around the start, in decades, where there is no upper bound."""
FLAT = 1e-7
"""Relative effects below this share are noise of the finite differences."""
STEP, STILL = 1e-4, 0.05
"""Step next to a value, and the share of its effect below which the effect has ended."""
HALVINGS = 50
SINGULAR = 1e-5
NEAR_BOUND = 1e-6
WORST = 1e3
"""Residual that replaces an unknown result."""


@dataclass(frozen=True)
class Fit:
    """Fitted values, in order; None where the data can't determine a value."""

    values: tuple[float, ...]
    residuals: tuple[float, ...]
    errors: tuple[float | None, ...]
    """Standard errors; None without degrees of freedom."""
    intervals: tuple[tuple[float, float] | None, ...]
    """95 % confidence intervals by Student's t, clipped to the bounds."""
    correlation: tuple[tuple[float | None, ...], ...]
    freedom: int
    """Degrees of freedom: the number of measurements minus the number of values determined."""
    on_bound: tuple[bool, ...]
    without_effect: tuple[int, ...]
    """Values without effect on the measurements."""
    tangled: tuple[tuple[int, ...], ...]
    """Groups of values whose separate effects can't be determined."""
    at_least: tuple[int, ...] = ()
    """Values that are lower limits: above them, another stage limits."""
    at_most: tuple[int, ...] = ()
    """Values that are upper limits."""


def fit(
    residuals: Residuals,
    start: Sequence[float],
    low: Sequence[float],
    high: Sequence[float],
    kept: Sequence[float] | None = None,
) -> Fit:
    """Fit values within bounds by minimizing the sum of squared residuals.

    Parameters
    ----------
    residuals
        Function that returns a residual for each measurement; NaN counts as a very large one.
    start, low, high
        Start and bounds of each value; `high` may be infinite.
    kept
        Values to use where the measurements don't depend on a value; the start by default.

    Examples
    --------
    >>> found = fit(lambda x: x[0] * np.array([1.0, 2.0]) / np.array([2.0, 4.0]) - 1, [1], [0], [9])
    >>> round(found.values[0], 6), found.freedom, found.on_bound
    (2.0, 1, (False,))
    """
    begin, least, most = (np.asarray(x, np.float64) for x in (start, low, high))
    scale = np.where(begin != 0, np.abs(begin), np.where(np.isfinite(most), most - least, 1.0))

    def scaled(tried: Vector) -> Vector:
        return np.nan_to_num(residuals(tried * scale), nan=WORST, posinf=WORST, neginf=-WORST)

    low_scaled, high_scaled = least / scale, most / scale
    values, jacobian = _search(scaled, begin / scale, low_scaled, high_scaled)
    stay = np.asarray(start if kept is None else kept, np.float64) / scale
    values, sides = _settled(scaled, values, jacobian, stay, (low_scaled, high_scaled))
    at_high = np.isfinite(most) & (high_scaled - values <= 10 * NEAR_BOUND * (most - least) / scale)
    values = np.where(at_high, high_scaled, values)  # the search stops just inside
    jacobian = np.where(sides != 0, 0.0, jacobian)
    return _judged(values, jacobian, scaled(values), low_scaled, high_scaled, scale, sides)


def _search(scaled: Residuals, start: Vector, low: Vector, high: Vector) -> tuple[Vector, Vector]:
    """Search from the start and from the best random points; the start's solution wins a tie."""
    from scipy.optimize import least_squares  # slow to import, and needed only here

    starts = [start, *_scattered(scaled, start, low, high)]
    best = None
    for begin in starts:
        inside = _inside(begin, low, high)
        found = least_squares(
            scaled, inside, "3-point", (low, high), xtol=1e-12, ftol=1e-12, gtol=1e-12
        )
        if best is None or found.cost < best.cost * (1 - 1e-6) - 1e-18:
            best = found
    assert best is not None
    return best.x, best.jac


def _settled(
    scaled: Residuals, values: Vector, jacobian: Vector, stay: Vector, ends: tuple[Vector, Vector]
) -> tuple[Vector, NDArray[np.int8]]:
    """Reset values without effect; for one-sided effects, find the end of the effect.

    Returns the values, and for each the side without effect: 1 above, -1 below.
    """
    values, sides = values.copy(), np.zeros(values.size, np.int8)
    for n, strength in enumerate(np.linalg.norm(jacobian, axis=0)):

        def at(value: float, n: int = n) -> Vector:
            return scaled(np.where(np.arange(values.size) == n, value, values))

        cost = float(np.sum(at(values[n]) ** 2)) * (1 + 1e-6) + 1e-12
        if strength > FLAT:
            sides[n] = _still(at, values[n], strength, ends[0][n], ends[1][n])
        elif np.sum(at(stay[n]) ** 2) <= cost:
            values[n] = stay[n]
        else:
            sides[n] = 1 if values[n] > stay[n] else -1
            worse = stay[n]
            for _ in range(HALVINGS):
                middle = (worse + values[n]) / 2
                if np.sum(at(middle) ** 2) <= cost:
                    values[n] = middle
                else:
                    worse = middle
    return values, sides


def _still(
    at: Callable[[float], Vector], value: float, strength: float, low: float, high: float
) -> int:
    """Return the side of a value on which its effect ends: the search may stop at such a corner."""
    here = at(value)
    for side, end in ((1, high), (-1, low)):
        step = min(STEP * max(abs(value), STEP), abs(end - value))
        moved = float(np.linalg.norm(at(value + side * step) - here))
        if step > STEP**2 and moved < STILL * strength * step:
            return side
    return 0


def _inside(begin: Vector, low: Vector, high: Vector) -> Vector:
    width = np.where(np.isfinite(high), high - low, 1.0)
    margin = NEAR_BOUND * width
    return np.clip(begin, low + margin, np.where(np.isfinite(high), high - margin, np.inf))


def _scattered(scaled: Residuals, start: Vector, low: Vector, high: Vector) -> list[Vector]:
    rng = np.random.default_rng(0)
    shares = rng.random((SCATTERED, start.size))
    around = start * 10 ** (DECADES * (2 * shares - 1))
    boxed = np.where(np.isfinite(high), high, 0.0)
    points = np.where(np.isfinite(high), low + shares * (boxed - low), np.maximum(around, low))
    costs = np.array([float(np.sum(scaled(point) ** 2)) for point in points])
    best = np.unique(costs.round(9), return_index=True)[1]  # one point of a plateau is enough
    return [points[n] for n in best[:REFINED]]


def _judged(
    values: Vector,
    jacobian: Vector,
    missed: Vector,
    low: Vector,
    high: Vector,
    scale: Vector,
    sides: NDArray[np.int8],
) -> Fit:
    """Compute the precision of each value from the Jacobian of the residuals."""
    count = values.size
    width = np.where(np.isfinite(high), high - low, np.abs(values) + 1)
    bound = np.minimum(values - low, high - values) <= 10 * NEAR_BOUND * width
    strength = np.linalg.norm(jacobian, axis=0)
    flat = strength <= FLAT
    shape = jacobian / np.where(flat, 1.0, strength)
    felt = np.flatnonzero(~flat)
    _, _, groups = _inverse(shape[:, felt])
    tangled = tuple(tuple(int(felt[n]) for n in group) for group in groups)
    vague = {n for group in tangled for n in group}
    moving = [int(n) for n in felt if not bound[n] or n in vague]
    inverse, rank, _ = _inverse(shape[:, moving])
    freedom = missed.size - rank - int(np.count_nonzero(sides))
    variance = float(missed @ missed) / freedom if freedom > 0 else None
    errors: list[float | None] = [None] * count
    correlation: list[list[float | None]] = [[None] * count for _ in range(count)]
    for a, i in enumerate(moving):
        if i in vague:
            continue
        if variance is not None:
            errors[i] = float(np.sqrt(variance * inverse[a, a]) / strength[i] * scale[i])
        for b, j in enumerate(moving):
            if j not in vague:
                correlation[i][j] = float(inverse[a, b] / np.sqrt(inverse[a, a] * inverse[b, b]))
    fitted = [float(x) for x in values * scale]
    bounds = list(zip(low * scale, high * scale, strict=True))
    return Fit(
        tuple(fitted),
        tuple(map(float, missed)),
        tuple(errors),
        tuple(
            _interval(value, error, freedom, *within)
            for value, error, within in zip(fitted, errors, bounds, strict=True)
        ),
        tuple(map(tuple, correlation)),
        freedom,
        tuple(map(bool, bound)),
        tuple(int(n) for n in np.flatnonzero(flat & (sides == 0))),
        tangled,
        tuple(int(n) for n in np.flatnonzero(sides > 0)),
        tuple(int(n) for n in np.flatnonzero(sides < 0)),
    )


def _inverse(shape: Vector) -> tuple[Vector, int, list[tuple[int, ...]]]:
    """Invert the normal matrix; return its rank, and the groups of linearly dependent columns."""
    count = shape.shape[1]
    if not count:
        return np.zeros((0, 0)), 0, []
    _, sizes, rows = np.linalg.svd(shape, full_matrices=True)
    sizes = np.concatenate([sizes, np.zeros(count - sizes.size)])
    clear = sizes > SINGULAR * sizes[0]
    inverse = (rows[clear].T / sizes[clear] ** 2) @ rows[clear]
    empty = rows[~clear].T @ rows[~clear]
    return inverse, int(clear.sum()), _groups(np.abs(empty) > SINGULAR)


def _groups(linked: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Group columns that are linked, directly or through others."""
    groups: list[set[int]] = []
    for n in np.flatnonzero(linked.diagonal()):
        joined = {int(n), *map(int, np.flatnonzero(linked[n]))}
        apart = [group for group in groups if not group & joined]
        groups = [*apart, joined.union(*(group for group in groups if group & joined))]
    return [tuple(sorted(group)) for group in groups]


def _interval(
    value: float, error: float | None, freedom: int, low: float, high: float
) -> tuple[float, float] | None:
    if error is None:
        return None
    from scipy.special import stdtrit

    reach = float(stdtrit(freedom, (1 + CONFIDENCE) / 2)) * error
    return float(max(value - reach, low)), float(min(value + reach, high))
