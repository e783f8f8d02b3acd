"""`pool`: what OpenZFS reports of a pool."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from model.pool import zfs_pool
from model.releases import NEWEST
from model.terminal import table, write_json, wrong_option
from model.units import show_both


def run(options: argparse.Namespace) -> int:
    """Compute a pool."""
    release = options.release or NEWEST
    try:
        pool = zfs_pool(
            options.layout,
            options.drive,
            ashift=options.ashift,
            recordsize=options.recordsize,
            release=release,
        )
    except ValueError as error:
        raise wrong_option("pool", str(error)) from None
    if options.json:
        write_json({"schema": "ostimate.pool/1", **asdict(pool)}, options.json)
        return 0
    print(f"{options.layout} of {options.drive}, ashift {options.ashift}, OpenZFS {release}")
    rows = [
        ("drives as sold", pool.raw),
        ("zpool list: SIZE", pool.size),
        ("kept back (slop)", pool.slop),
        ("zfs list: USED + AVAIL", pool.available),
        ("lfs df, under Lustre", pool.lustre),
        *((f"full records of {text}", held) for text, held in pool.stored.items()),
    ]
    table(("what", "capacity", "bytes"), [(w, show_both(n), f"{n}") for w, n in rows])
    return 0
