"""Detection of two peaks in a distribution, whose median may then be an unlikely value."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from model.records import dataclass

FEWEST = 256
"""Minimum number of samples."""
LEAST_SHARE = 0.1
"""Minimum share of the samples in each peak."""
DEEPEST = 0.5
"""Maximum height of the valley relative to the lower peak."""
BINS = 256
RULE = (
    "a Gaussian kernel of half of Silverman's width smooths the samples; between two peaks the "
    "density falls below half of the lower one, and each holds at least a tenth of the samples"
)


@dataclass(frozen=True, slots=True)
class Peaks:
    """Two peaks: the position of the valley between them, and the share of samples below it."""

    valley: float
    below: float
    lower: float
    """Position of the lower peak."""
    upper: float
    """Position of the upper peak."""


def two_peaks(values: NDArray[np.float64]) -> Peaks | None:
    """Return two peaks of a distribution, or None."""
    count = len(values)
    low, high = (float(values.min()), float(values.max())) if count else (0.0, 0.0)
    if count < FEWEST or not low < high:
        return None
    quarter, three = np.quantile(values, (0.25, 0.75))
    spreads = [s for s in (float(values.std()), float(three - quarter) / 1.34) if s > 0]
    width = 0.45 * min(spreads) * count**-0.2  # half of Silverman's rule, which assumes one peak
    gaps = np.diff(np.unique(values))
    width = max(width, float(np.median(gaps)) if len(gaps) > 1 else 0.0)  # e.g. for integers
    step = max((high - low) / BINS, width / 8)
    bins = min(int((high - low) / step) + 1, BINS)
    counts, edges = np.histogram(values, bins)
    reach = int(4 * width / step) + 1
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) * step / width) ** 2)
    density = np.convolve(counts, kernel)
    left, right = np.maximum.accumulate(density), np.maximum.accumulate(density[::-1])[::-1]
    held = np.cumsum(np.pad(counts, reach)) / count
    inside = (held >= LEAST_SHARE) & (held <= 1 - LEAST_SHARE)
    depth = np.where(inside, density / np.minimum(left, right), 1.0)
    at = int(depth.argmin())
    if depth[at] > DEEPEST:
        return None
    middles = low + (np.arange(len(density)) - reach + 0.5) * (edges[1] - edges[0])
    peaks = int(density[:at].argmax()), at + int(density[at:].argmax())
    lower, upper = (float(np.clip(middles[peak], low, high)) for peak in peaks)
    valley = float(middles[at])
    return Peaks(valley, float((values < valley).mean()), lower, upper)
