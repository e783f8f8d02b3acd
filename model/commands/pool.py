"""`pool`: capacity of a ZFS pool, or every pool of a CSV file; of RAID groups; of server codes."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from model.commands.terminal import paragraph, table, write_file, write_json, wrong_option
from model.kinds.layouts import parse_server_code
from model.pools.answers import PoolAnswers, answers_of
from model.pools.groups import is_raid, raid_groups
from model.pools.layouts import before_and_after
from model.pools.listed import DEFAULTS, PoolLine, read_options, read_pools
from model.pools.mixes import read_files
from model.pools.pool import zfs_pool
from model.pools.use import POLICY, pool_use
from model.units.figures import show_both
from model.zfs.vdevs import parse_layout

SCHEMA = "ostimate.pool/1"
GROUPS_SCHEMA = "ostimate.groups/1"
LAYOUT_SCHEMA = "ostimate.layout/1"
STATED = ("layout", "servers", "drives_per_server", "copies")
FIGURES = ("raw", "size", "available", "slop", "lustre")


class PoolOptions:
    """Options for every pool: fill limit, snapshots, compression, file sizes."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.policy = {name: text for name in POLICY if (text := getattr(options, name))}
        try:
            pool_use(0, **self.policy)
        except ValueError as error:
            raise wrong_option("pool", str(error)) from None
        self.mix = read_files(options.files, _ask) if options.files else None

    def of(self, line: PoolLine) -> PoolAnswers:
        """Compute the capacity figures of a pool."""
        return answers_of(line.figures, line.options, policy=self.policy, mix=self.mix)


def _ask(question: str) -> None:
    print(f"pool: {question}: is this correct?", file=sys.stderr)


def run(options: argparse.Namespace) -> int:
    """Compute a pool, or those of a file."""
    if (options.layout is None) == (options.file is None):
        options.refuse("write either a layout or --from FILE.csv")
    if options.file is not None and options.copies is not None:
        options.refuse("--copies applies to a single layout, not to a list of pools")
    code = options.layout is not None and parse_server_code(options.layout) is not None
    if code or (options.layout is not None and (options.copies or 1) > 1):
        return _show_over_servers(options, code=code)
    for name in ("servers", "drives_per_server"):
        if getattr(options, name) is not None:
            option = name.replace("_", "-")
            options.refuse(
                f"--{option} needs an erasure code across servers, as 'ceph:8+3', or --copies 2"
            )
    if options.layout is not None and is_raid(options.layout):
        return _show_groups(options)
    pool_options = PoolOptions(options)
    defaults = _defaults(options)
    if options.file is not None:
        _show_all(options, pool_options, read_pools(options.file, defaults, _ask))
        return 0
    line = _pool({**defaults, "layout": options.layout})
    if options.json:
        write_json(_document(line, pool_options), options.json)
    if options.csv:
        _write_csv([(line, pool_options.of(line))], options.csv)
    if not options.json and not options.csv:
        print(_heading(options, line.options))
        _show(pool_options.of(line))
    return 0


def _show_groups(options: argparse.Namespace) -> int:
    """Print the exported capacity of RAID groups, and that of file systems on them."""
    if not options.drive:
        options.refuse(f"'{options.layout}' names no drives: write --drive, such as '10 TB'")
    for name in ("csv", "files", "fill_limit", "snapshot_reserve", "compression_ratio"):
        if getattr(options, name):
            option = name.replace("_", "-")
            options.refuse(f"--{option} applies to ZFS pools only: remove it, or write a scenario")
    try:
        found = raid_groups(options.layout, options.drive)
    except ValueError as error:
        raise wrong_option("pool", str(error)) from None
    if options.json:
        write_json({"schema": GROUPS_SCHEMA, **asdict(found)}, options.json)
        return 0
    print(f"{options.layout} of {options.drive}: RAID groups, without servers")
    rows = [(a.what, show_both(a.size), f"{a.size}", a.meaning) for a in found.answers]
    table(("what", "capacity", "bytes", "meaning"), rows)
    return 0


def _show_over_servers(options: argparse.Namespace, *, code: bool) -> int:
    """Print the capacity of an erasure code, or of targets whose files have copies."""
    from model.answers.layout_capacity import layout_capacity  # slow to import, and rarely needed

    if code and None in (options.servers, options.drives_per_server):
        options.refuse(f"'{options.layout}' needs --servers and --drives-per-server")
    if not options.drive:
        options.refuse(f"'{options.layout}' names no drives: write --drive, such as '10 TB'")
    for name in ("csv", "files"):
        if getattr(options, name):
            options.refuse(f"--{name} applies to ZFS pools only: remove it, or write a scenario")
    below = _defaults(options)
    given = {
        "release": below["release"],
        "partitioning": below["partitioning"],
        "record_size": options.recordsize,
        "sector_size": f"{1 << below['ashift']} B" if options.ashift else None,
        "luks": f"{below['luks']} B" if options.luks else None,
    }
    policy = {name: text for name in POLICY if (text := getattr(options, name))}
    try:
        found = layout_capacity(
            options.layout,
            options.drive,
            servers=options.servers,
            drives_per_server=options.drives_per_server,
            copies=options.copies or 1,
            policy=policy,
            of_zfs={name: value for name, value in given.items() if value is not None},
        )
    except ValueError as error:
        raise wrong_option("pool", str(error)) from None
    if options.json:
        stated = {name: getattr(found, name) for name in STATED}
        warnings = {"warnings": found.warnings}
        document = {"schema": LAYOUT_SCHEMA, **stated, **found.figures, **warnings}
        write_json(document, options.json)
        return 0
    copies = f", {found.copies} copies of each file" if found.copies > 1 else ""
    servers = f"{found.servers} server{'s' * (found.servers > 1)}"
    print(
        f"{options.layout} on {servers} with {found.drives_per_server} drives of "
        f"{options.drive} each{copies}"
    )
    rows = [(a.what, show_both(a.size), f"{a.size}", a.meaning) for a in found.answers]
    table(("what", "capacity", "bytes", "meaning"), rows)
    for text in found.warnings:
        print()
        paragraph(f"{text[:1].upper()}{text[1:]}.")
    return 0


def _heading(options: argparse.Namespace, figures: Mapping[str, Any]) -> str:
    """Return the heading: the pool, and the assumptions behind its figures."""
    parts = filter(None, before_and_after(options.layout))
    named = [group.drive is not None for part in parts for group in parse_layout(str(part))]
    drive = f", other drives of {options.drive}" if any(named) else f" of {options.drive}"
    below = "" if figures["partitioning"] == "none" else f", partitioning {figures['partitioning']}"
    below += f", LUKS header {options.luks}" if figures["luks"] else ""
    of = "" if all(named) else drive
    return f"{options.layout}{of}, ashift {figures['ashift']}, OpenZFS {figures['release']}{below}"


def _defaults(options: argparse.Namespace) -> dict[str, Any]:
    """Parse the options, which are defaults for the pools of a file."""
    texts = {name: getattr(options, name) for name in DEFAULTS if name != "layout"}
    try:
        return read_options(texts)
    except ValueError as error:
        raise wrong_option("pool", str(error)) from None


def _pool(figures: dict[str, Any]) -> PoolLine:
    try:
        return PoolLine(figures, zfs_pool(**figures))
    except ValueError as error:
        what = str(error).replace("give the drive, as in", "give --drive, as in")
        raise wrong_option("pool", what) from None


def _document(line: PoolLine, pool_options: PoolOptions) -> dict[str, Any]:
    return {"schema": SCHEMA, **line.options, **_figures(pool_options.of(line))}


def _figures(answers: PoolAnswers) -> dict[str, Any]:
    """Return all figures by name, those of the pool first."""
    use, files = asdict(answers.use), answers.files and asdict(answers.files)
    return {**asdict(answers.pool), **use, "files": files, "made_anew": answers.made_anew}


def _show(answers: PoolAnswers) -> None:
    rows = [
        (what.replace("`", ""), show_both(size), f"{size}", meaning.replace("`", ""))
        for what, size, meaning in answers.listed()
    ]
    table(("what", "capacity", "bytes", "meaning"), rows)
    if answers.grown:
        print()
        paragraph(answers.grown)
    for text in answers.placements:
        print()
        paragraph(text.replace("`", ""))


def _show_all(
    options: argparse.Namespace, pool_options: PoolOptions, pools: list[PoolLine]
) -> None:
    if options.json:
        write_json([_document(pool, pool_options) for pool in pools], options.json)
    if options.csv:
        _write_csv([(pool, pool_options.of(pool)) for pool in pools], options.csv)
    if not options.json and not options.csv:
        rows = [
            (
                str(p.options["layout"]),
                *(show_both(getattr(p.figures, name)) for name in ("raw", "available", "lustre")),
                show_both(pool_options.of(p).use.compressed),
                f"{p.figures.available}",
            )
            for p in pools
        ]
        heads = ("layout", "raw", "available", "under Lustre", "user data", "available, bytes")
        table(heads, rows)


def _row(pool: PoolLine, answers: PoolAnswers) -> dict[str, Any]:
    figures = {name: getattr(pool.figures, name) for name in FIGURES}
    stored = {f"stored {text}": held for text, held in pool.figures.stored.items()}
    first = pool.figures.vdevs[0]
    shape = {"asize": first.asize, "metaslab_shift": first.metaslab_shift}
    further = {**asdict(answers.use), "made_anew": answers.made_anew}
    files = {"stored files": answers.files.stored} if answers.files else {}
    return {**pool.options, **figures, **shape, **stored, **further, **files}


def _write_csv(pools: list[tuple[PoolLine, PoolAnswers]], file: str) -> None:
    rows = [_row(*pool) for pool in pools]
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    if file == "-":
        sys.stdout.write(text.getvalue())
    else:
        write_file(file, text.getvalue().encode())
