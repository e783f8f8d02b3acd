"""`--freeze` and `--against`: an evaluation is added to its protocol, or compared with it."""

from __future__ import annotations

import argparse
import getpass
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from model.clock import now
from model.commands.drawn import draw
from model.commands.terminal import paragraph, wrong_option
from model.commands.whole_files import write_whole
from model.errors import InputError, Place, Problem
from model.reading.files import given_contents
from model.records import dataclass
from model.tender.protocol import (
    LARGEST,
    SHORT,
    Change,
    Entry,
    State,
    changes,
    is_of_another,
    line_of,
    read_protocol,
)
from model.tender.protocol_tables import changed, entries
from model.version import version

PRIVATE = 0o600
"""Others may not read a protocol: it has prices of bids."""
LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Frozen:
    """An evaluation beside its protocol."""

    file: str
    entries: tuple[Entry, ...]
    changes: tuple[Change, ...]
    """What changed since the last entry before this run."""
    recorded: bool
    """Whether this run added an entry."""
    digest: str


def frozen(options: argparse.Namespace, state: State) -> Frozen | None:
    """Add the evaluation to its protocol, or compare it; None if neither is asked for.

    Nothing is added if nothing changed since the last entry.
    """
    if options.against is not None:
        content = given_contents(options.against, LARGEST, "a protocol, as '--freeze' writes it")
        found = read_protocol(content, options.against)
        if not found:
            what = "has no entry: write one by '--freeze' first"
            raise InputError([Problem(Place(options.against), "", what)])
        _refuse_another(options.against, found, state)
        differing = tuple(changes(found[-1].state, state))
        return Frozen(options.against, tuple(found), differing, recorded=False, digest=state.digest)
    if options.freeze is None:
        for option in ("by", "reason"):
            if getattr(options, option) is not None:
                raise wrong_option(f"--{option}", "needs '--freeze'")
        return None
    by = _who(options)
    try:
        with _locked(Path(options.freeze)) as path:
            return _added(path, options, state, by)
    except OSError as error:
        what = f"can't be written ({(error.strerror or str(error)).lower()}): write another path"
        raise InputError([Problem(Place(options.freeze), "", what)]) from None


def _added(path: Path, options: argparse.Namespace, state: State, by: str) -> Frozen:
    """Add an entry if something changed; the file is replaced whole, or not at all."""
    content = path.read_bytes()
    if len(content) > LARGEST:
        what = f"is too large: at most {LARGEST // 1_000_000} MB are read"
        raise InputError([Problem(Place(options.freeze), "", what)])
    before = read_protocol(content, options.freeze)
    _refuse_another(options.freeze, before, state)
    differing = tuple(changes(before[-1].state, state)) if before else ()
    if before and not differing:
        return Frozen(options.freeze, tuple(before), (), recorded=False, digest=state.digest)
    line = line_of(before, state, when=now(), by=by, reason=options.reason or "", program=version())
    write_whole(path, content + line)
    found = tuple(read_protocol(content + line, options.freeze))
    return Frozen(options.freeze, found, differing, recorded=True, digest=state.digest)


def _refuse_another(file: str, found: Sequence[Entry], state: State) -> None:
    """Refuse the protocol of another tender: two never mix."""
    if found and is_of_another(found[-1].state, state):
        what = "is the protocol of a different tender: write the name of another file"
        raise InputError([Problem(Place(file), "", what)])


def _who(options: argparse.Namespace) -> str:
    """Return who freezes: as stated, or the name of the login."""
    for option in ("by", "reason"):
        if len(getattr(options, option) or "") > LONGEST:
            raise wrong_option(f"--{option}", f"is too long: write at most {LONGEST} characters")
    if options.by:
        return str(options.by)
    with suppress(OSError, KeyError, ImportError):
        return getpass.getuser()
    raise wrong_option("--by", "is missing: write who freezes the evaluation")


@contextmanager
def _locked(path: Path) -> Iterator[Path]:
    """Give the path while no other run adds to the file, which is made if it isn't there."""
    is_new = not path.exists()
    handle = _open(path)
    try:
        yield path
    finally:
        os.close(handle)
        if is_new and path.exists() and not path.stat().st_size:
            path.unlink()  # nothing was added


def _open(path: Path) -> int:
    """Open and lock a file, again if another run replaced it while this one waited."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
        with suppress(ImportError):  # not on Windows
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        with suppress(FileNotFoundError):
            if os.fstat(handle).st_ino == path.stat().st_ino:
                return handle
        os.close(handle)


def show_frozen(found: Frozen | None) -> None:
    """Print what changed since the last entry, and the protocol."""
    if found is None:
        return
    if found.changes:
        draw(None, changed(found.changes))
    draw(None, entries(found.entries))
    print()
    last = found.entries[-1]
    of = f"entry {last.number} of {found.file}"
    if found.recorded:
        paragraph(f"Frozen as {of}: evaluation {found.digest[:SHORT]}. Keep it confidential.")
    elif found.changes:
        paragraph(f"! Evaluation {found.digest[:SHORT]} differs from {of}.")
    else:
        paragraph(f"Unchanged since {of}: evaluation {found.digest[:SHORT]}.")


def frozen_document(found: Frozen | None) -> dict[str, Any] | None:
    """Return what changed since the last entry, for other programs."""
    if found is None:
        return None
    last = found.entries[-1]
    return {
        "file": found.file,
        "entry": last.number,
        "when": last.when,
        "by": last.by,
        "reason": last.reason,
        "digest": found.digest,
        "recorded": found.recorded,
        "changes": [{"what": one.what, "old": one.old, "new": one.new} for one in found.changes],
    }
