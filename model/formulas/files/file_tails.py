"""The last record of a file, which zeros fill up: how long it is when it is compressed.

A compressed block is kept only if that saves an eighth, in whole allocations of the vdevs; else the
whole record is written. What the file itself compresses to isn't counted.
"""

from model.engine.ops import Num, floor_quotient, where_less
from model.engine.quantity import Book

SOURCE = "document: OpenZFS dbuf.c, dnode.c; compared with files on real kernels"
SAVED = (
    "document: OpenZFS 2.4 zio.c: zio_get_compression_max_size; 2.1 zio_compress.c: "
    "zio_compress_data"
)

TAIL = Book("last record of a file", topic="capacity")
RAIDZ_TAIL = Book("last record of a file on RAIDZ", topic="capacity")
DRAID_TAIL = Book("last record of a file on dRAID", topic="capacity")


@TAIL.quantity("byte", r"c_\mathrm{last}", SOURCE)
def compressed_tail(file_size: Num, record_size: Num, file_records: Num, zero_run: Num) -> Num:
    """Length of the last block of a file when the zeros in it are compressed."""
    return (file_size - (file_records - 1) * record_size) + (
        file_records * record_size - file_size
    ) / zero_run


@TAIL.quantity("byte", r"c_\mathrm{tail}", SAVED)
def file_tail(compressed_tail: Num, compressed_most: Num, record_size: Num) -> Num:
    """Length of the last block of a file as it is stored: compressed only if that saves enough."""
    return where_less(compressed_most, compressed_tail, record_size, compressed_tail)


def most_compressed(record_size: Num, saving_divisor: Num, allocation: Num) -> Num:
    """Largest compressed size in bytes that is stored compressed, in whole allocations."""
    return floor_quotient(record_size - record_size / saving_divisor, allocation) * allocation


@RAIDZ_TAIL.quantity("byte", r"c_\mathrm{max}", SAVED, name="compressed_most")
def compressed_most_raidz(record_size: Num, saving_divisor: Num, sector_size: Num) -> Num:
    """Length up to which a compressed block is kept: it saves an eighth, in whole sectors."""
    return most_compressed(record_size, saving_divisor, sector_size)


@DRAID_TAIL.quantity("byte", r"c_\mathrm{max}", SAVED, name="compressed_most")
def compressed_most_draid(
    record_size: Num, saving_divisor: Num, stripe_data: Num, sector_size: Num
) -> Num:
    """Length up to which a compressed block is kept: it saves an eighth, in whole stripes."""
    return most_compressed(record_size, saving_divisor, stripe_data * sector_size)
