"""Many figures against many: `pytest.approx` says it well, but takes longer than the model."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike


def assert_near(
    names: Iterable[object], found: ArrayLike, expected: ArrayLike, rel: ArrayLike = 1e-12
) -> None:
    """Compare to `rel`, of all or of each, unknown with unknown; what differs is named."""
    these, those = np.asarray(found, float), np.asarray(expected, float)
    assert these.shape == those.shape
    near = np.isclose(these, those, rtol=rel, atol=0, equal_nan=True)
    if not near.all():
        rows = zip(names, near, these, those, strict=True)
        assert [(name, *pair) for name, agrees, *pair in rows if not agrees] == []
