"""What one user works on: the chosen scenario, the edits, and the plan that follows from them.

The edits of each scenario are kept as long as the session. What is wrong with a file or an edit is
said, and the plan from before stays. The address carries the choice and the edits, but never money;
a link carries the whole scenario. What isn't saved is kept by `ui.drafts`, all the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import streamlit as st

from model.answers.results import Results, evaluate
from model.answers.views import effects
from model.design.binding import bindings
from model.design.scenario import Scenario, with_new_parts
from model.errors import InputError, Place, Problem
from model.parts.catalog import Catalog, load_catalog
from model.planning.loading import edited, load_scenario
from model.reading.documents import LARGEST_SOURCE, scalar
from model.reading.rewritten import rewritten
from store.errors import StoreError
from store.link import Published, is_private, published_of, text_of
from ui import choices as choices_of
from ui import drafts, history, sections
from ui.fields import Reader, Value
from ui.worded import named

FOLDER = Path(__file__).resolve().parents[1] / "scenarios"
FILES = Path(os.path.relpath(FOLDER))
"""The same as seen from here: where files that a scenario names are, an uploaded one's too."""
KINDS = {"": "", "templates": " (template)", "tenders": " (tender)"}
"""Folders of scenarios that can be chosen, and what is said beside the name of one from there."""
FIRST = "astra"
LARGEST_MB = LARGEST_SOURCE // 1_000_000
BY_HAND = "entered by hand, in place of what the catalog says"
"""Why a figure differs from that of its part, where nobody says another reason."""
AS_TEXT = ("text", "release", "figure")
"""The kinds of fields that hold a text even where it looks like a number: release 2.1."""
ALONE = ("calculator", "explorer")
"""The addresses of pages that need no scenario."""
BEGUN = "Start"
"""Where a scenario came from that was put together on the first page."""
SAVED, LINKED = " (saved)", "from a link"
"""How a choice ends that was opened from the store, and where one came from that a link held."""


@dataclass(frozen=True)
class Origin:
    """A scenario as it came: its text, and what was read from it."""

    text: bytes
    scenario: Scenario


Offered = Mapping[str, Mapping[str, bytes]]
"""Files of quotes and price books, by the field of the economics that names them."""
BESIDE = "beside"
"""In place of such a field: files that other fields of the scenario name, as past usage."""


@st.cache_resource(max_entries=1)
def catalog() -> Catalog:
    """Give the catalog; parts are read when a plan first needs them."""
    return load_catalog(needs=())


@st.cache_resource(max_entries=64, show_spinner=False)
def shipped(name: str) -> Origin:
    """Read a scenario that comes with the program."""
    text = (FOLDER / f"{name}.yaml").read_bytes()
    return Origin(text, load_scenario(f"scenarios/{name}.yaml", text, FILES))


@st.cache_resource(show_spinner=False)
def _published() -> Published:
    return published_of(shipped(name).scenario.data for name in _shipped_names())


def published(choice: str) -> Published:
    """Give what is no secret of a choice: what says why and comes with the program, as it does."""
    own = [shipped(choice).scenario.data] if is_shipped(choice) else []
    return _published() | published_of(own, bare=True)


def read(name: str, text: bytes, files: Mapping[str, bytes] | None = None) -> Origin:
    """Read a scenario that a user brings with its files, and see that it can be planned."""
    scenario = load_scenario(name, text, FILES, files or {}, catalog())
    planned(scenario, {})
    return Origin(text, scenario)


def planned(
    scenario: Scenario, changes: Mapping[str, Any], offered: Offered | None = None
) -> Results:
    """Plan a scenario with some figures changed, and with the quotes and price books of a user.

    What is the same in the plan that the pages show is taken over from it.

    Raises
    ------
    InputError
        With everything that is wrong.
    """
    before: Results | None = st.session_state.get("results")
    if not changes and not offered:
        return evaluate(scenario, catalog(), before=before)
    whole = with_new_parts(scenario, changes)
    files: dict[str, bytes] = {}
    for field, brought in (offered or {}).items():
        if field != BESIDE:
            whole[f"economics.{field}"] = [*getattr(scenario.economics, field), *brought]
        files |= brought
    return evaluate(edited(scenario, whole, catalog(), files), catalog(), before=before)


def choices() -> list[str]:
    """Name the scenarios that can be chosen: those that come with the program, then the user's."""
    state = st.session_state
    return list(dict.fromkeys([*_shipped_names(), *state.uploads, *state.kept]))


def _shipped_names() -> list[str]:
    files = [file for folder in KINDS for file in sorted((FOLDER / folder).glob("*.yaml"))]
    return [file.relative_to(FOLDER).with_suffix("").as_posix() for file in files]


def title(choice: str) -> str:
    """Name a choice as people do."""
    if choice in st.session_state.uploads or choice in st.session_state.kept:
        return choice
    try:
        return shipped(choice).scenario.name + KINDS[choice.rpartition("/")[0]]
    except InputError:
        return choice


def origin(choice: str) -> Origin:
    """Give the scenario of a choice as it came.

    Raises
    ------
    StoreError
        If the store can't give it.
    InputError
        If it can't be read any more.
    """
    uploads: dict[str, Origin] = st.session_state.uploads
    if choice in st.session_state.kept and choice not in uploads:
        _take_draft(choice)
        if choice not in uploads and not is_shipped(choice):
            raise InputError([Problem(Place(choice), "", "it isn't kept any more: open it again")])
    return uploads[choice] if choice in uploads else shipped(choice)


def is_shipped(choice: str) -> bool:
    """Tell whether a scenario comes with the program."""
    return (FOLDER / f"{choice}.yaml").is_file() and choice not in st.session_state.uploads


def text() -> str:
    """Write the chosen scenario with its edits, its comments kept."""
    return rewritten(origin(st.session_state.choice).text, current().plan.scenario.data)


def open_saved(name: str, number: int | None = None) -> None:
    """Open a version of a saved scenario, the newest if none is named; edits of it stay.

    Raises
    ------
    StoreError
        If the store can't give it.
    InputError
        If it can't be planned.
    """
    choice = _take_saved(name, number)
    plan_anew()
    choose(choice)


def _take_saved(name: str, number: int | None) -> str:
    """Take a version of a saved scenario over; give the choice that it is."""
    version = drafts.store().versions.get(name, number)
    text, files = version.text.encode(), version.files or None
    scenario = load_scenario(name, text, FILES, files, catalog())
    planned(scenario, {})
    choice = f"{name}{SAVED}"
    st.session_state.uploads[choice] = Origin(text, scenario)
    st.session_state.based[choice] = version.about.number
    return choice


def current() -> Results:
    """Give the results that the pages show."""
    results: Results = st.session_state.results
    return results


def edits() -> dict[str, Value]:
    """Give the edits of the chosen scenario."""
    kept: dict[str, dict[str, Value]] = st.session_state.edits
    return kept.setdefault(st.session_state.choice, {})


def changes() -> dict[str, Any]:
    """Give the edits as changes of the scenario: what was fitted, with where it comes from."""
    reasons = st.session_state.reasons.get(st.session_state.choice, {})
    entered_anew = _of_parts() if edits() else frozenset()
    found: dict[str, Any] = {
        path: reasons[path]
        if reasons.get(path, {}).get("value") == value
        else {"value": value, "status": "assumed", "because": BY_HAND}
        if path in entered_anew
        else value
        for path, value in edits().items()
    }
    choice = st.session_state.choice
    bands = st.session_state.bands
    return {**found, "bands": bands[choice]} if choice in bands else found


def _of_parts() -> frozenset[str]:
    """Name the figures that a part of the catalog has and the scenario doesn't state.

    Who enters another one is asked for a reason in a file; here, it is that somebody entered it.
    """
    scenario = base()
    return frozenset(
        path
        for at, piece in scenario.pieces()
        if piece.part is not None
        for bound in bindings(type(piece))
        if bound.input.figure not in ("", "price") and not bound.input.uses
        if scenario.said(path := f"{at}.{bound.field}") is None
    )


def band(said: dict[str, Any] | None) -> tuple[Problem, ...]:
    """Take over bands of figures, or none at all; give what is wrong with them instead."""
    try:
        planned(base(), {**changes(), "bands": said}, offered())
    except InputError as error:
        return error.problems
    st.session_state.bands[st.session_state.choice] = said
    plan_anew()
    return ()


def shapes() -> dict[str, Any]:
    """Give the sections of the chosen scenario of which things came or went, as they are now."""
    kept: dict[str, dict[str, Any]] = st.session_state.shapes
    return kept.setdefault(st.session_state.choice, {})


def base() -> Scenario:
    """Give the chosen scenario as it came, but with the tiers that it has now."""
    try:
        return _shaped()
    except InputError:
        return origin(st.session_state.choice).scenario


def _shaped() -> Scenario:
    came, said = origin(st.session_state.choice).scenario, shapes()
    if not said:
        return came
    kept = st.session_state.based_on
    if kept is None or kept[0] is not came or kept[1] != said:
        kept = st.session_state.based_on = (came, dict(said), edited(came, said, catalog()))
    made: Scenario = kept[2]
    return made


def reshape(sections: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Write whole sections anew, as with a tier more, or change nothing and give what is wrong.

    Edits of figures within are in what is written, and are no edits any more.
    """
    state, choice = st.session_state, st.session_state.choice
    told = {
        top: said for top, said in sections.items() if top != "bands" or choice not in state.bands
    }
    within = tuple(f"{top}." for top in told)
    left = {path: value for path, value in changes().items() if not path.startswith(within)}
    left |= {"bands": sections["bands"]} if "bands" in sections and "bands" not in told else {}
    shaped = {**shapes(), **told}
    try:
        planned(edited(origin(choice).scenario, shaped, catalog()), left, offered())
    except InputError as error:
        return error.problems
    state.shapes[choice] = shaped
    state.edits[choice] = {path: value for path, value in edits().items() if path in left}
    if "bands" in left:
        state.bands[choice] = left["bands"]
    history.forget_seeds(choice)
    return ()


def is_changed(choice: str) -> bool:
    """Tell whether anything of a scenario was edited here."""
    return any(st.session_state[part].get(choice) for part in ("edits", "shapes"))


def offered() -> Offered:
    """Give the quotes and price books that a user brought for the chosen scenario."""
    kept: dict[str, dict[str, dict[str, bytes]]] = st.session_state.offered
    return {field: files for field, files in kept.get(st.session_state.choice, {}).items() if files}


def offer(field: str, files: Mapping[str, bytes]) -> None:
    """Take over quotes or price books; they stay in this session, and are in no address."""
    st.session_state.offered.setdefault(st.session_state.choice, {})[field] = dict(files)
    plan_anew()


def bring(files: Mapping[str, bytes]) -> None:
    """Take over files that an edit names; without the edit nothing asks for them."""
    kept = st.session_state.offered.setdefault(st.session_state.choice, {})
    kept[BESIDE] = {**kept.get(BESIDE, {}), **files}


def explain(paths: Iterable[str], reason: str) -> bool:
    """Give edited figures a reason; tell whether that is news."""
    kept = st.session_state.reasons.setdefault(st.session_state.choice, {})
    news = False
    for path in paths:
        value = edits().get(path)
        said = {"value": value, "status": "assumed", "because": reason}
        if value is not None and reason and kept.get(path) != said:
            kept[path], news = said, True
    if news:
        plan_anew()
    return news


def take_over(fitted: Mapping[str, Mapping[str, Any]]) -> None:
    """Take over fitted values as edits that say where they come from, until somebody changes them.

    An address carries the figure alone: the file isn't in it.
    """
    edits().update({path: stated["value"] for path, stated in fitted.items()})
    st.session_state.reasons.setdefault(st.session_state.choice, {}).update(fitted)
    plan_anew()


def prepare(page: str = "") -> None:
    """Plan what is chosen; at the first run, what the address asks for.

    The address of a page that needs no scenario holds the fields of this page alone.
    """
    state = st.session_state
    if "choice" not in state:
        state.update(uploads={}, edits={}, problems=(), results=None, stamp=None)
        state.update(
            offered={}, seeds={}, reasons={}, unknown=[], brought=None, beside={}, unopened=""
        )
        state.update(bands={}, shapes={}, based_on=None, gone=[])
        state.update(synced={}, based={}, hashes={}, history={}, seen={}, asked={})
        state.update(effect="", turns=(), conflict=None, said="", unkept="", refused="", kept=[])
        state.kept = [one for one in drafts.choices() if not is_shipped(one)]
        state.unchosen = not {"scenario", "plan"} & st.query_params.keys()
        _begin(st.query_params.get("scenario", FIRST))
    _restore(state.choice)
    history.record(state.choice)
    _sync()
    _plan()
    if page in ALONE or is_example():
        for key in ("scenario", "edit"):
            st.query_params.pop(key, None)
        return
    st.query_params["scenario"] = state.choice
    shared = [f"{path}={value}" for path, value in shareable().items()]
    if shared or "edit" in st.query_params:
        st.query_params["edit"] = shared


def is_example() -> bool:
    """Tell whether nobody asked for the scenario that is shown: the pages open with one."""
    return bool(st.session_state.unchosen) and not is_changed(st.session_state.choice)


def _sync() -> None:
    """Keep what changed here, and take over what another tab changed.

    What was entered here just now is of the tiers that this tab showed: it follows them to where
    they stand by then, and is told, not kept, where its tier went.
    """
    state = st.session_state
    choice, tiers = state.choice, [tier.name for tier in base().tiers]
    known: dict[str, Any] = state.synced[choice]
    mine = {
        path: value
        for path, value in edits().items()
        if path.startswith("tiers.") and known.get(f"edit:{path}") != value
    }
    if not drafts.sync(choice):
        return
    now = [tier.name for tier in base().tiers]
    if mine and now != tiers:
        _follow(mine, dict(enumerate(tiers)), now)
        drafts.sync(choice)
    history.settle(choice)


def _follow(mine: Mapping[str, Value], before: Mapping[int, str], now: Sequence[str]) -> None:
    """Move edits of tiers, which stood at other places before, to where these stand now."""
    for path in mine:
        edits().pop(path)
    for path, value in mine.items():
        _, place, field = path.split(".", 2)
        name = before.get(int(place), "")
        if name in now:
            edits()[f"tiers.{now.index(name)}.{field}"] = value
        else:
            words = f"'{name}' isn't there any more: {field} = {value} is left out"
            st.session_state.gone.append(words)


def shareable() -> dict[str, str]:
    """Give the edits that an address may carry, as texts."""
    shaped = tuple(f"{top}." for top in shapes())  # an address doesn't say which tiers there are
    return {
        path: str(value)
        for path, value in edits().items()
        if not is_private(path) and not path.startswith(shaped)
    }


def _begin(wanted: str) -> None:
    """Choose what the address asks for, at the first run."""
    state = st.session_state
    state.choice, state.lost = FIRST, ""
    if found := st.query_params.get("plan"):
        del st.query_params["plan"]
        _open_link(found)
        return
    wanted = next((one for one in choices() if one.casefold() == wanted.casefold()), wanted)
    try:
        if wanted in choices():
            state.choice = wanted
        elif wanted.endswith(SAVED):
            open_saved(wanted.removesuffix(SAVED))
        else:
            state.lost = wanted
            return
    except (StoreError, InputError):
        state.lost = wanted
        return
    _restore(state.choice)
    if state.choice != wanted:
        return
    asked = dict(text.partition("=")[::2] for text in st.query_params.get_all("edit"))
    if not is_changed(state.choice):
        _take_edits(asked)
    elif asked and asked != shareable():
        state.asked = asked  # a draft isn't given up for an address, unless its owner says so


def worked_on(choice: str) -> Results:
    """Plan another choice as it is here: its draft, with its edits, quotes and price books.

    Raises
    ------
    StoreError
        If the store can't give it.
    InputError
        If it can't be planned.
    """
    state = st.session_state
    here, based_on = state.choice, state.based_on
    state.choice = choice
    try:
        _take_draft(choice)
        return planned(_shaped(), changes(), offered())
    finally:
        state.choice, state.based_on = here, based_on


def _restore(choice: str) -> None:
    """Take over the draft of a scenario when it is first chosen here, or choose another."""
    state = st.session_state
    try:
        _take_draft(choice)
    except (StoreError, InputError) as error:
        state.lost, state.choice = choice, FIRST
        state.refused = str(error).splitlines()[0]
        state.kept = [one for one in state.kept if one != choice]


def _take_draft(choice: str) -> None:
    """Take over the draft of a scenario, once."""
    state = st.session_state
    if choice in state.synced:
        return
    state.synced[choice] = {}
    has_edits = is_changed(choice) or choice in state.uploads
    if has_edits and choice not in state.based:
        return  # it came into this tab just now, as it is
    text, beside = drafts.restore(choice)
    try:
        if text is not None:
            name = choice.rpartition("(from ")[2].rstrip(")")
            scenario = load_scenario(name, text, FILES, beside, catalog())
            state.uploads[choice] = Origin(text, scenario)
        elif choice.endswith(SAVED) and choice not in state.uploads:
            _take_saved(choice.removesuffix(SAVED), state.based.get(choice))
    except (StoreError, InputError):
        del state.synced[choice]  # whoever asks again is told again
        raise


def _open_link(found: str) -> None:
    """Open the scenario of a link, or say why that can't be done."""
    state = st.session_state
    state.unchosen = True  # unless it can be opened
    try:
        text = text_of(found).encode()
        brought = read("link", text)
    except StoreError as error:
        state.refused = str(error)
        return
    except InputError as error:
        first = str(error.problems[0]).removeprefix("link:")
        state.refused = f"the scenario of this link can't be planned here: {first}"
        return
    name = brought.scenario.name
    others = sum(one.startswith(f"{name} ({LINKED}") for one in state.kept)
    state.choice, state.unchosen = f"{name} ({LINKED}{f' {others + 1}' if others else ''})", False
    state.uploads[state.choice] = brought


def begin(name: str, text: bytes) -> None:
    """Work on a scenario that was made for this user.

    Raises
    ------
    InputError
        If it can't be planned.
    """
    state = st.session_state
    brought = read(f"{BEGUN}.yaml", text)
    taken = {*state.uploads, *state.kept}
    choice = next(
        one for n in count(1) if (one := f"{name} (from {BEGUN}{f' {n}' * (n > 1)})") not in taken
    )
    state.uploads[choice] = brought
    history.forget(choice)
    plan_anew()
    choose(choice)


def take_asked() -> None:
    """Put the edits of the address in place of those that were kept."""
    history.record(st.session_state.choice)
    for path in shareable():
        edits().pop(path)
    _take_edits(st.session_state.asked)
    st.session_state.asked = {}


def keep_mine() -> None:
    """Leave the edits of the address out."""
    st.session_state.asked = {}


def _take_edits(asked: Mapping[str, str]) -> None:
    if not asked:
        return
    state = st.session_state
    try:
        reader = Reader(planned(base(), {}))
    except InputError:
        return
    fields = choices_of.everywhere(reader) | sections.fields(reader.scenario, asked)
    state.unknown = [path for path in asked if path not in fields]
    for path in (path for path in asked if path in fields):
        field, text = fields[path], asked[path]
        if text:
            state.seeds[state.choice, path] = field.value
            words = {str(word): word for word in field.choices}
            edit(path, words.get(text, text if field.kind in AS_TEXT else scalar(text)))


def _plan() -> None:
    state = st.session_state
    stamp = _stamp()
    if state.stamp == stamp:
        return
    before = state.results if state.get("planned_choice") == state.choice else None
    try:
        state.results = planned(_shaped(), changes(), offered())
        state.problems, state.planned_choice = (), state.choice
        state.effect, state.turns = "", ()
        if before is not None:
            state.effect = effects.said(effects.effects(before, state.results))
            state.turns = effects.turned(before, state.results)
    except InputError as error:
        state.problems = error.problems
        _fall_back()
    state.stamp = _stamp()


def _stamp() -> tuple[Any, ...]:
    return st.session_state.choice, tuple(edits().items()), tuple(shapes().items())


def _fall_back() -> None:
    """Keep the plan from before; a scenario that can't be planned at all isn't chosen.

    At the first run there is none to keep.
    """
    state = st.session_state
    if state.results is not None and state.planned_choice == state.choice:
        return
    try:
        state.results = planned(origin(state.choice).scenario, {})
        state.planned_choice = state.choice
    except InputError:
        if state.results is not None:
            state.choice = state.planned_choice


def named_fields(paths: Sequence[str], scenario: Scenario | None = None) -> str:
    """Name fields by their labels, and what they are of: in the chosen scenario, or another."""
    return named(reader(), catalog(), paths, scenario)


def choose(choice: str) -> None:
    """Choose a scenario."""
    st.session_state.choice = choice
    st.session_state.update(unchosen=False, lost="", refused="", asked={}, effect="", turns=())
    st.session_state.unknown = []
    st.session_state.problems = ()


def edit(path: str, value: Value) -> None:
    """Change a figure of the scenario; nothing, or what it was, undoes the change."""
    value = value.strip() if isinstance(value, str) else value
    if value in (None, "") or value == st.session_state.seeds.get((st.session_state.choice, path)):
        edits().pop(path, None)
    else:
        edits()[path] = value


def add(figures: Mapping[str, Value]) -> tuple[Problem, ...]:
    """Make all figures of a new section edits at once, or none if that can't be planned."""
    try:
        whole = {**changes(), **figures}
        planned(base(), whole, offered())
    except InputError as error:
        return error.problems
    edits().update(figures)
    return ()


def remove(figures: Iterable[str]) -> None:
    """Take edits back."""
    for path in figures:
        edits().pop(path, None)


def entered(path: str, planned_value: Value) -> Value:
    """Give what was entered for a figure, or else what it is without an edit.

    A plan from before, shown because of a problem, may rest on an edit that was undone since.
    """
    if path in edits():
        return edits()[path]
    seeds: dict[tuple[str, str], Value] = st.session_state.seeds
    at = (st.session_state.choice, path)
    if not st.session_state.problems:
        seeds[at] = planned_value
    return seeds.get(at, planned_value)


def plan_anew() -> None:
    """Plan again though nothing that was chosen or edited differs."""
    st.session_state.stamp = None


def reset() -> None:
    """Forget the edits of the chosen scenario."""
    edits().clear()
    shapes().clear()
    if st.session_state.bands.pop(st.session_state.choice, None) is not None:
        plan_anew()


def state_of(key: str, default: Any) -> Any:
    """Give a value of the session, or put a default there."""
    return st.session_state.setdefault(key, default)


def reader(results: Results | None = None) -> Reader:
    """Give what reads the fields of a plan: of the one that is shown, if none is given."""
    if results is not None and results is not current():
        return Reader(results)
    found: Reader = once_a_plan("reader", lambda: Reader(current()))
    return found


def once_a_plan(key: str, make: Callable[[], Any]) -> Any:
    """Give what was made of the plan that is shown; make it when the plan is another one."""
    plan = current().plan
    kept = st.session_state.get("made of the plan")
    if kept is None or kept[0] is not plan:
        kept = st.session_state["made of the plan"] = (plan, {})
    made: dict[str, Any] = kept[1]
    if key not in made:
        made[key] = make()
    return made[key]
