"""What the usable capacity of a tier means: one definition for every output.

It is what `df`, `zfs list` or Ceph report on the empty system. Where each file is stored several
times, they report that many times as much: no file system divides its free space by copies that
have not been made yet. How the capacity of a tier entered as a whole was measured is unknown.
"""

from __future__ import annotations

from model.answers.results import Results
from model.answers.sentences import Choice, Figure, Sentence, sentence_text
from model.design.given import AnyTier
from model.kinds.file_systems import FILE_SYSTEMS, OF_POOLS, ON_NODE, Usable

TARGET = "pools:target"


AS_GIVEN = Usable(
    "as entered",
    "Usable: as entered",
    "Entered capacity of the empty tier.",
    "as entered; method of measurement unknown",
    "capacity of the tier as entered",
    "",
)


def _size_note(measured: Usable) -> Usable:
    """Say which answer of `df` is meant, where its Size is more."""
    return measured._replace(
        word="df: used + available",
        label="Usable: df's used + available",
        answers="Space for users in the empty file system. This figure is binding.",
        phrase="used + available in `df` for the empty file system",
    )


def usable(tier: AnyTier) -> Usable:
    """Say what the usable capacity of a tier means, before copies of files."""
    built = tier.built
    if built is None:
        return AS_GIVEN
    system = FILE_SYSTEMS[built.file_system]
    if tier.holds == "metadata" and system.usable_of_metadata:
        return system.usable_of_metadata
    if built.file_system == "none" and built.target.on_zfs:
        return OF_POOLS
    if built.file_system == "none" and built.target.spread:
        return ON_NODE
    return _size_note(system.usable) if built.target.keeps_for_root else system.usable


SIZE = "df: Size"
"""What `formatted_capacity` of a tier is measured with, in a word."""


def size_note(results: Results, path: str) -> Sentence:
    """Say what `df`'s Size is, where something of it is kept for root; empty otherwise."""
    reserve = ((f"{path}/{TARGET}", "ext_reserve"),)
    if reserve[0] not in results.values:
        return ()
    size = Figure(((path, "formatted_capacity"),), "byte", both=True)
    share = Figure(reserve, percent=True)
    return (
        Choice(
            reserve, 0.0, (), (" (its Size is ", size, ", including ", share, " reserved for root)")
        ),
    )


def nothing_left(results: Results) -> Sentence:
    """Say what takes the space of tiers with nothing left for files; empty if there are none."""
    found: list[Choice] = []
    for name, path, tier in tiers_of_data(results):
        left = ((path, "usable_capacity"),)
        if results[left[0]] != 0 or tier.built is None:
            continue
        taken = Figure(((path, "formatting_capacity"),), "byte")
        cause: Sentence = (
            f" (nothing is left of {name}: all ",
            taken,
            f" that parity and spare space leave go to {tier.built.target.takes_first}: plan "
            "larger drives, or more in a target)",
        )
        fits = ((path, "layout_fits"),)
        if fits[0] in results.values:
            too_few = (
                f" (nothing is left of {name}: a target of its layout needs ",
                Figure(((path, "all_drives_per_target"),)),
                " drives, and has ",
                Figure(((path, "drives_for_target"),)),
                ")",
            )
            cause = (Choice(fits, 0.0, too_few, cause),)
        found.append(Choice(left, 0.0, cause, ()))
    return tuple(found)


def copies(results: Results, path: str) -> float:
    """How many copies of each file a tier keeps on its targets; 1 where it isn't asked."""
    return results.values.get((f"{path}/{TARGET}", "file_copies")) or 1.0


def over_copies(results: Results, path: str) -> Sentence:
    """What is done with the measurement where each file has copies; empty without."""
    address = (f"{path}/{TARGET}", "file_copies")
    if address not in results.values:
        return ()
    divided = (", divided by the ", Figure((address,)), " copies of each file")
    return (Choice((address,), 1.0, (), divided),)


def meaning(results: Results, path: str, tier: AnyTier) -> Sentence:
    """Say in full what the usable capacity of a tier means."""
    return (usable(tier).means, *size_note(results, path), *over_copies(results, path))


def answers(results: Results, path: str, tier: AnyTier) -> str:
    """Say what the usable capacity of a tier answers, beside other answers."""
    if copies(results, path) > 1:
        return (
            f"Figure to measure{sentence_text(results, over_copies(results, path))}; this is the "
            f"guaranteed value."
        )
    return usable(tier).answers


def label(results: Results, path: str, tier: AnyTier) -> str:
    """Call the usable capacity of a tier by its measurement."""
    number = copies(results, path)
    over = f", over {number:.0f} copies" if number > 1 else ""
    return f"{usable(tier).label}{over}"


def compared(results: Results, path: str, name: str) -> str:
    """Say in a word what measures a capacity that somebody published; empty for other figures."""
    if name == "formatted_capacity":
        return SIZE
    if name != "usable_capacity":
        return ""
    if path == "site":
        return measure(results)
    return next((usable(t).word for _, at, t in _tiers(results) if at == path), "")


def _tiers(results: Results) -> list[tuple[str, str, AnyTier]]:
    """Give the name, the path and the scenario's words of each tier."""
    paths = dict(results.tiers())
    return [(tier.name, paths[tier.name], tier) for tier in results.plan.scenario.tiers]


def tiers_of_data(results: Results) -> list[tuple[str, str, AnyTier]]:
    """Give the name, the path and the scenario's words of each tier that holds data."""
    return [found for found in _tiers(results) if found[2].holds == "data"]


def measure(results: Results) -> str:
    """With what the usable capacity of the data tiers is measured, in a word for each way."""
    words: dict[str, None] = {}
    for _, path, tier in tiers_of_data(results):
        number = copies(results, path)
        words[f"{usable(tier).word}{f' / {number:.0f} copies' if number > 1 else ''}"] = None
    return "; ".join(words)


def definition(results: Results) -> Sentence:
    """Say as what the site's usable capacity is measured; of which tiers, where they differ."""
    ways: dict[tuple[str, float], list[tuple[str, str]]] = {}
    for name, path, tier in tiers_of_data(results):
        ways.setdefault((usable(tier).phrase, copies(results, path)), []).append((name, path))
    sentences: list[Sentence] = []
    for (phrase, _), tiers in ways.items():
        names = f" in {' and '.join(name for name, _ in tiers)}" if len(ways) > 1 else ""
        first = tiers[0][1]
        size = size_note(results, first) if len(tiers) == 1 else ()
        sentences.append((phrase, *size, *over_copies(results, first), names))
    return tuple(
        piece for n, way in enumerate(sentences) for piece in ((", and ",) * (n > 0) + way)
    )
