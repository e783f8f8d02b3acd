"""`pool`: what OpenZFS reports of a pool, or of every pool of a CSV file."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from dataclasses import asdict
from typing import Any

from model.pools.listed import PoolLine, read_pools
from model.pools.pool import PoolFigures, zfs_pool
from model.terminal import table, write_file, write_json, wrong_option
from model.units import show_both
from model.zfs.releases import NEWEST
from model.zfs.vdevs import LayoutError

SCHEMA = "ostimate.pool/1"
FIGURES = ("raw", "size", "available", "slop", "lustre")


def run(options: argparse.Namespace) -> int:
    """Compute a pool, or those of a file."""
    if (options.layout is None) == (options.file is None):
        options.refuse("write either a layout, or --from FILE.csv")
    if options.file is not None:
        _show_all(options, read_pools(options.file))
        return 0
    release = options.release or NEWEST
    pool = _pool(options, release)
    if options.json:
        write_json({"schema": SCHEMA, **asdict(pool)}, options.json)
    if options.csv:
        asked = {"layout": options.layout, "drive": options.drive or ""}
        _write_csv([PoolLine(asked, pool)], options.csv)
    if not options.json and not options.csv:
        drive = f" of {options.drive}" if options.drive else ""
        print(f"{options.layout}{drive}, ashift {options.ashift}, OpenZFS {release}")
        _show(pool)
    return 0


def _pool(options: argparse.Namespace, release: str) -> PoolFigures:
    try:
        return zfs_pool(
            options.layout,
            options.drive,
            ashift=options.ashift,
            recordsize=options.recordsize,
            release=release,
            partitioning=options.partitioning,
            luks=options.luks,
        )
    except LayoutError as error:
        if options.drive is None and "says no drives" in str(error):
            options.refuse("the following arguments are required: --drive")
        raise wrong_option("pool", str(error)) from None
    except ValueError as error:
        raise wrong_option("pool", str(error)) from None


def _show(pool: PoolFigures) -> None:
    rows = [
        ("drives as sold", pool.raw),
        ("zpool list: SIZE", pool.size),
        ("kept back (slop)", pool.slop),
        ("zfs list: USED + AVAIL", pool.available),
        ("lfs df, under Lustre", pool.lustre),
        *((f"full records of {text}", held) for text, held in pool.stored.items()),
    ]
    table(("what", "capacity", "bytes"), [(w, show_both(n), f"{n}") for w, n in rows])


def _show_all(options: argparse.Namespace, pools: list[PoolLine]) -> None:
    if options.json:
        documents = [{"schema": SCHEMA, **p.asked, **asdict(p.figures)} for p in pools]
        write_json(documents, options.json)
    if options.csv:
        _write_csv(pools, options.csv)
    if not options.json and not options.csv:
        rows = [
            (
                str(p.asked["layout"]),
                *(show_both(getattr(p.figures, name)) for name in ("raw", "available", "lustre")),
                f"{p.figures.available}",
            )
            for p in pools
        ]
        table(("layout", "raw", "available", "under Lustre", "available, bytes"), rows)


def _row(pool: PoolLine) -> dict[str, Any]:
    figures = {name: getattr(pool.figures, name) for name in FIGURES}
    stored = {f"stored {text}": held for text, held in pool.figures.stored.items()}
    first = pool.figures.vdevs[0]
    shape = {"asize": first.asize, "metaslab_shift": first.metaslab_shift}
    return {**pool.asked, **figures, **shape, **stored}


def _write_csv(pools: list[PoolLine], file: str) -> None:
    rows = [_row(pool) for pool in pools]
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    if file == "-":
        sys.stdout.write(text.getvalue())
    else:
        write_file(file, text.getvalue().encode())
