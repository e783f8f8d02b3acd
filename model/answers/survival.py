"""What a tier can lose without losing data, or access to them: one phrase for every output."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.sentences import Choice, Figure, Sentence, counted
from model.answers.usable import TARGET, tiers_of_data
from model.design.given import AnyTier
from model.engine.tree import Address
from model.planning.states import DOWN, MODULE

UNPLACED = "not counted: which enclosure or server holds {}"
NOTHING = "each lost drive loses its target's files"
SPREAD = "each lost drive loses parts of nearly all large files"
"""Where file systems lay parts of each file on all drives."""
DATA, ACCESS = "survives_enclosure_loss", "access_survives_enclosure_loss"
CHAINED = " (without access, as others are cabled behind it)"
DOMAINS = "vdev_failure_domains"
"""A figure of dRAID with failure domains, whose drives share no stripe."""


def drives_that_may_go(
    results: Results, path: str, tier: AnyTier, *, some: str = "", none: str = "no drive"
) -> Sentence:
    """Say how many drives a tier can lose of what, without losing data; not what caches take along.

    `some` and `none` begin the sentence where drives may go, and where none may.
    """
    built = tier.built
    if built is None:
        return (f"{some}an unknown number of drives",)
    figure, of = built.target.loses
    return _lost(results, path, tier, _parity(results, path, figure), of, some, none)


def _parity(results: Results, path: str, figure: str) -> tuple[Address, ...]:
    """Return how many drives each target of a tier can lose."""
    return tuple((at, figure) for at in _targets(results, path) if (at, figure) in results.values)


def _targets(results: Results, path: str) -> list[str]:
    """Return the paths of the targets of a tier, and of what these consist of."""
    return [at for at in results.plan.instances if at.startswith(f"{path}/{TARGET}")]


def if_none_may_go(
    results: Results, path: str, tier: AnyTier, none: Sentence, some: Sentence
) -> Sentence:
    """Choose between two sentences: a tier keeps its data without no drive, or without some."""
    if tier.built is None:
        return some
    parity = _parity(results, path, tier.built.target.loses[0])
    copies = ((f"{path}/{TARGET}", "file_copies"),)
    if copies[0] in results.values and tier.has_copies_apart:
        none = (Choice(copies, 1.0, none, some),)
    return (Choice(parity, 0.0, none, some),)


def _lost(
    results: Results,
    path: str,
    tier: AnyTier,
    parity: tuple[Address, ...],
    of: str,
    some: str,
    none: str,
) -> Sentence:
    drives: Sentence = (*filter(None, (some,)), *counted(parity, "drive"), f" in each {of}")
    if any((at, DOMAINS) in results.values for at in _targets(results, path)):
        whole = counted(parity, "failure domain")
        drives = (*drives, " (or all drives of ", *whole, ")")
    nothing = (f"{none} ({SPREAD if tier.spreads_files else NOTHING})",)
    copies = ((f"{path}/{TARGET}", "file_copies"),)
    if copies[0] not in results.values or not tier.has_copies_apart:
        return (Choice(parity, 0.0, nothing, drives),)
    targets: Sentence = (Figure(copies, less=1), " of the ", Figure(copies))
    targets = (*targets, " targets that hold a file")
    without = Choice(copies, 1.0, nothing, (*filter(None, (some,)), *targets))
    further = Choice(copies, 1.0, (), (", and ", *targets))
    return (Choice(parity, 0.0, (without,), (*drives, further)),)


def caches_lost(results: Results, path: str, tier: AnyTier) -> Sentence:
    """Say what a lost cache drive takes along, where it holds what the drives don't; or nothing."""
    address = (path, "drives_per_cache_drive")
    if address not in results.values or not tier.holds_dirty_caches:
        return ()
    return ("; each lost cache drive also loses the ", Figure((address,)), " drives behind it")


def enclosure_lost(path: str, *, joined: str = " and", but: str = ", not of") -> Choice:
    """Say whether data survive the loss of an enclosure, and whether they can be reached."""
    kept = Choice(((path, ACCESS),), 0.0, (CHAINED,), ())
    return Choice(((path, DATA),), 0.0, (f"{but} an enclosure",), (f"{joined} an enclosure", kept))


def special_vdevs_beside(results: Results, path: str) -> str:
    """Name the special and dedup vdevs of drives that are in no bay of the plan; empty if none."""
    built = next(tier for at, tier in results.designs if at == path).built
    groups = built.target.groups_beside if built is not None else ()
    return " and ".join(dict.fromkeys(group.name for group in groups))


def _further_lost(results: Results, path: str, but: str) -> Sentence:
    """Say whether a tier survives the loss of an enclosure, and of what is fatal to access."""
    lost: Sentence = ()
    if results.values.get((path, DATA)) is not None:
        beside = special_vdevs_beside(results, path)
        unplaced = (f" ({UNPLACED.format(beside)})",) * bool(beside)
        lost = (enclosure_lost(path, but=but), *unplaced)
    for state, part in ((MODULE, "an enclosure module"), (DOWN, "a server")):
        reached = (f"{path}/states:{state}", "striped_read_reached")
        if results.values.get(reached) is not None:
            lost = (*lost, Choice((reached,), 0.0, (f"{but} {part}",), ()))
    return lost


def survival(results: Results) -> Sentence:
    """Say what each data tier can lose without losing data, or access to it."""
    data = tiers_of_data(results)
    sentences: list[Sentence] = []
    for name, path, tier in data:
        none = "doesn't survive the loss of a drive"
        lost = drives_that_may_go(results, path, tier, some="survives the loss of ", none=none)
        nor, but = (_further_lost(results, path, but) for but in (", nor of", ", not of"))
        if nor:
            lost = (*lost, *if_none_may_go(results, path, tier, nor, but))
        lost = (*lost, f" in {name}") if len(data) > 1 else lost
        sentences.append((*lost, *caches_lost(results, path, tier)))
    return tuple(piece for n, lost in enumerate(sentences) for piece in (("; ",) * (n > 0) + lost))
