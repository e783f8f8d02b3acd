"""The schema of the files that a site holds, and of the clients that open them."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import model_validator

from model.design.targets import Histogram
from model.reading.fields import Count, Figure, PositiveCount, PositiveFactor, Stated, Strict


class Files(Strict):
    """The files that the metadata tiers must hold the inodes of."""

    mean_size: Stated[Annotated[float, Figure("byte", least=1.0)]] | None = None
    """Mean size of a file."""
    sizes: Histogram = ()
    """In place of it the sizes of the files, with shares by their number."""
    count: Stated[PositiveFactor] | None = None
    """Files that are expected; as many as fill the data tiers, unless said otherwise."""

    @model_validator(mode="after")
    def _has_a_mean(self) -> Files:
        if self.mean_size is not None and self.sizes:
            raise ValueError("write either 'mean_size' or 'sizes', not both")
        if self.mean_size is None and not self.sizes and self.count is None:
            raise ValueError("write the 'mean_size' of the files, their 'sizes', or their 'count'")
        mean = math.fsum(one.share.value * one.size.value for one in self.sizes)
        if self.sizes and mean < 1:
            raise ValueError("files of these 'sizes' hold less than a byte on average: write more")
        return self


class Clients(Strict):
    """Who opens the files: what Lustre's servers need memory for."""

    nodes: Stated[PositiveCount] | None = None
    """Compute nodes that mount the file systems; those of the machine, unless said otherwise."""
    cores: Stated[PositiveCount] | None = None
    """Cores of one compute node."""
    login_nodes: Stated[Count] | None = None
    """Nodes that people work on."""
    working_set: Stated[PositiveFactor] | None = None
    """Files that are in use again and again, and should stay in the servers' memory."""
