"""The sizes of the files on a target."""

import math
from typing import Annotated

from pydantic import AfterValidator

from model.reading.binding import gives
from model.reading.fields import (
    Bytes,
    Fraction,
    Stated,
    Strict,
)


class SizedFiles(Strict):
    """Files of one size: a class of a histogram, or the mean."""

    size: Annotated[Stated[Bytes], gives("file_size")]
    share: Annotated[Stated[Fraction], gives("file_share")] = Stated[Fraction].model_construct(
        value=1.0
    )


def _sum_to_one(files: tuple[SizedFiles, ...]) -> tuple[SizedFiles, ...]:
    total = math.fsum(one.share.value for one in files)
    if files and not math.isclose(total, 1, rel_tol=1e-6):
        raise ValueError(f"the shares of the files make {total:g}: write shares that make 1")
    return files


Histogram = Annotated[tuple[SizedFiles, ...], AfterValidator(_sum_to_one)]
