"""The six boxes that a plan begins with, and what was typed into them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from model.errors import InputError, Problem
from model.formulas.time_and_money.checkpoint import NODE_MTTI, OF_FRACTION
from model.formulas.time_and_money.training import ACCELERATOR_MTTI, MIXED_PRECISION
from model.parts.training_reads import workloads
from model.search import wishes
from model.search.families import exchange_rates, family, names
from model.search.wishes import BOXES, Wishes
from model.units.figures import percent, show
from ui.base.elements import escaped
from ui.base.error_marks import mark
from ui.base.work import work
from ui.forms.boxes import box
from ui.forms.schema_fields import plain_field
from ui.state import drafts

LABELS = {
    "capacity": "Usable capacity",
    "write_bandwidth": "Write bandwidth",
    "budget": "Budget, with VAT",
    "racks": "Racks",
    "rack_power": "Power per rack",
    "years": "Years",
    "nodes": "Compute nodes",
    "node_memory": "Memory per node",
    "memory": "Total memory",
    "dump_time": "Maximum checkpoint time",
    "accelerators": "Accelerators",
    "parameters": "Model parameters",
    "efficiency": "Job efficiency",
    "workload": "Training reads",
}
HELP = {
    "capacity": "Space for users: used plus available in `df` of the empty file system",
    "write_bandwidth": "Write bandwidth of all servers together",
    "budget": (
        "Maximum cost of the purchase, including VAT and support. US dollars are converted by the "
        "exchange rate of the templates"
    ),
    "racks": "Maximum number of racks",
    "rack_power": "Power and cooling available per rack. Leave empty to use the template's value",
    "years": "Years of service, support and cost. Leave empty to use the template's value",
    "nodes": "Nodes that are checkpointed. A failure of any of them interrupts the job",
    "node_memory": "Memory modules are binary: 256 GiB, even if the label says 256 GB",
    "memory": "Memory of the whole machine. Use it instead of nodes x memory per node",
    "dump_time": (
        "Maximum time of a checkpoint of the whole machine. Leave empty to derive it "
        "from the write bandwidth"
    ),
    "accelerators": "Accelerators that train one model. A failure of any interrupts the job",
    "parameters": (
        "Parameters of the model, with all experts. A checkpoint holds 14 bytes of each: weights, "
        "their copy in fp32, and two moments of Adam"
    ),
    "efficiency": (
        "Share of the time that the job computes, between interrupts and checkpoints (goodput). "
        "It determines the bandwidth of checkpoints"
    ),
    "workload": (
        "Samples that each accelerator reads, by MLPerf Storage. Together they determine the read "
        "bandwidth. Leave empty to require none"
    ),
}
MACHINE, TRAINING = wishes.MEMORY, wishes.TRAINING
"""The boxes of a machine that checkpoints its memory, and of one that trains."""
OF_MACHINES = (*MACHINE, *TRAINING)
EXAMPLE = [name for name in BOXES if name not in ("memory", "dump_time", *TRAINING)]
"""The boxes that an example fills: the others say the same in another way."""
KINDS = {
    "project-space": "Disks: Lustre on ZFS",
    "lab-nas": "One NAS: ZFS on disks",
    "flash-scratch": "NVMe: Lustre on ldiskfs",
    "ai-training-store": "QLC flash: BeeGFS",
}
"""What each template is, in a few words."""
ANY = "Any storage type"
"""What is chosen where no kind is."""
HAS_CHECKPOINTS = "A machine that checkpoints"
TRAINS = "A machine that trains"
MODE, TRAINING_MODE, KIND = "wished bandwidth", "wished training", "wished kind"
MODES = {MODE: (HAS_CHECKPOINTS, MACHINE), TRAINING_MODE: (TRAINS, TRAINING)}
"""The switches of the machines, with their labels and boxes: one at most is on."""
BOX = 132
"""Pixels of a box: six stand side by side in a window of 1280."""
PAUSE = "400ms"
"""After so long without a key, what is typed counts."""


@dataclass(frozen=True)
class Entered:
    """What stands in the boxes: wishes of kinds of storage, or what is wrong with them."""

    wishes: Wishes | None
    kinds: tuple[str, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is asked for."""
        return self.wishes == Wishes()


def boxes() -> Entered:
    """Draw the boxes; give what is asked for."""
    known = _known()
    if MODE not in st.session_state:  # another page was here: what isn't drawn, Streamlit forgets
        _put(known)
    chosen = _chosen()
    with st.container(horizontal=True, gap="small", key="wishes"):
        for name in LABELS:
            if name not in OF_MACHINES:
                _box(name)
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        st.toggle(
            HAS_CHECKPOINTS,
            key=MODE,
            help="Enter its memory to see checkpoint time and interval",
            on_change=_switch,
            args=(MODE,),
        )
        st.toggle(
            TRAINS,
            key=TRAINING_MODE,
            help="Enter its accelerators and its model to see what checkpoints need",
            on_change=_switch,
            args=(TRAINING_MODE,),
        )
        st.pills("Storage type", [ANY, *_kinds()], format_func=kind, required=True, key=KIND)
    if chosen:
        with st.container(horizontal=True, gap="small", key="machine"):
            for name in MODES[chosen][1]:
                _box(name)
    asked = now()
    if asked.wishes is not None and asked.wishes.checkpoint_text:
        of_memory = (
            OF_FRACTION.inputs["checkpoint_fraction"].source,
            NODE_MTTI.inputs["node_mtti"].source,
        )
        of_training = (MIXED_PRECISION, ACCELERATOR_MTTI.inputs["accelerator_mtti"].source)
        sources = of_training if asked.wishes.trains else of_memory
        of_figures = escaped("; ".join(sources)) if asked.wishes.has_checkpoints else None
        st.caption(escaped(asked.wishes.checkpoint_text), help=of_figures)
    usual = ("", ANY)
    kept = {name: text for name, text in _typed().items() if len(text) <= wishes.LONGEST}
    typed = {name: text for name, text in kept.items() if text not in usual}
    if typed != known:
        work().wishes = typed
        drafts.keep_wishes(typed)
    return asked


def _known() -> dict[str, str]:
    """Give what was typed before, also by this browser in another tab."""
    state = work()
    if state.wishes is None:
        state.wishes = drafts.wishes()
    return state.wishes


def now() -> Entered:
    """Give what is asked for by what stands in the boxes at this moment, drawn or not."""
    typed = _typed()
    kinds = () if typed[KIND] == ANY else (typed[KIND],)
    hidden = _hidden()
    texts = {name: typed[name] for name in LABELS if name not in hidden}
    try:
        found = wishes.read(texts, LABELS, bare=True, rates=exchange_rates())
        return Entered(found, kinds)
    except InputError as error:
        return Entered(None, kinds, error.problems)


def _kinds() -> list[str]:
    """Name the kinds of storage: those with a word of their own first."""
    known = names()
    return sorted(known, key=lambda one: list(KINDS).index(one) if one in KINDS else len(KINDS))


def _chosen() -> str:
    """Return the switch of the machine that is on; empty if none is."""
    return next((mode for mode in MODES if st.session_state[mode]), "")


def _hidden() -> list[str]:
    """Name the boxes of machines that are switched off."""
    shown = MODES[chosen][1] if (chosen := _chosen()) else ()
    return [name for name in OF_MACHINES if name not in shown]


def _switch(mode: str) -> None:
    """Switch the other machine off, and fill the boxes of this one with what was typed before."""
    state, known = st.session_state, _known()
    state.update(dict.fromkeys((one for one in MODES if one != mode), False))
    state.update({_key(name): known.get(name, "") for name in MODES[mode][1]})


def _typed() -> dict[str, str]:
    state, known = st.session_state, _known()
    hidden = _hidden()
    shown = [name for name in LABELS if name not in hidden]
    drawn = {name: state.get(_key(name), known.get(name)) for name in shown}
    boxed = {name: str(drawn.get(name, known.get(name)) or "") for name in LABELS}
    return {**boxed, **_modes(), KIND: state[KIND]}


def _modes() -> dict[str, str]:
    """Give the label of each switch that is on; empty for the other."""
    return {mode: label if st.session_state[mode] else "" for mode, (label, _) in MODES.items()}


def _key(name: str) -> str:
    return f"wish {name}"


def _put(typed: Mapping[str, str]) -> None:
    """Put texts into the boxes; what isn't named is empty."""
    state = st.session_state
    state.update({_key(name): typed.get(name, "") for name in LABELS})
    state.update({mode: typed.get(mode) == label for mode, (label, _) in MODES.items()})
    state[KIND] = typed[KIND] if typed.get(KIND) in names() else ANY


def example() -> None:
    """Draw what fills the boxes with an example."""
    texts = {name: BOXES[name].example for name in EXAMPLE}
    st.button(
        "Try an example",
        key="example",
        icon=":material/play_arrow:",
        type="primary",
        on_click=_fill,
        args=(texts,),
    )


def clear() -> None:
    """Draw what empties the boxes."""
    st.button("Clear all", key="empty", type="tertiary", on_click=_fill, args=({},))


def _fill(texts: Mapping[str, str]) -> None:
    """Put texts into all boxes; what is chosen beside them stays."""
    _put({**texts, **_modes(), KIND: st.session_state[KIND]})


def kind(key: str) -> str:
    """Name the kind of a template's designs."""
    return KINDS.get(key, key.replace("-", " "))


def _box(name: str) -> None:
    """Draw one box; what was typed comes back with the page, whatever the browser remembers."""
    key = _key(name)
    st.session_state.setdefault(key, _known().get(name, ""))
    with st.container(width=BOX, gap=None):
        if name == "workload":
            _workloads(key)
            return
        field = plain_field(name, LABELS[name], example=f"e.g. {BOXES[name].example}")
        # Of any length: the browser would drop a longer text without a word.
        entered = box(field, key, help=HELP[name], width="stretch", live=PAUSE)
        if name == "budget" and (rate := wishes.converted(entered, exchange_rates())):
            st.caption(escaped(f"Read as {rate}"))
        elif taken_for := wishes.understood(name, entered):
            st.caption(escaped(f"Read as {taken_for}"))
        elif not entered and (held := _held(name)):
            st.caption(escaped(f"Default: {held}"))


def _workloads(key: str) -> None:
    """Draw the choice of what accelerators read."""
    known = workloads()
    if st.session_state[key] not in known:
        st.session_state[key] = ""
    st.selectbox(
        LABELS["workload"],
        ["", *known],
        key=key,
        format_func=lambda one: known[one].what if one else "none",
        help=HELP["workload"],
    )


def _held(name: str) -> str:
    """Say what holds where a box is empty: what the templates have, of the kinds that count."""
    chosen = st.session_state.get(KIND, ANY)
    rooms = [family(key).room for key in names() if chosen in (ANY, key)]
    if name == "rack_power":
        powers = sorted({room.rack_power for room in rooms if room.rack_power is not None})
        return " or ".join(show(power, "watt") for power in powers)
    if name == "efficiency":
        return percent(wishes.USUAL_EFFICIENCY)
    if name == "years":
        years = sorted({room.years for room in rooms if room.years is not None})
        return " or ".join(f"{each} years" for each in years)
    return ""


def complain(problems: tuple[Problem, ...]) -> None:
    """Say what is wrong, a line a box, and mark the box; one that is empty yet is no error."""
    typed = _typed()
    empty = {label for name, label in LABELS.items() if not typed[name].strip()}
    wrong = [one for one in problems if one.place.file not in empty]
    missing = [one for one in problems if one.place.file in empty]
    at_fault = {one.place.file for one in wrong}
    mark({_key(name): "" for name, label in LABELS.items() if label in at_fault})
    if wrong:
        st.error(_listed(wrong), icon=":material/error:")
    if missing:
        st.info(_listed(missing), icon=":material/edit:")


def _listed(problems: Sequence[Problem]) -> str:
    return "\n".join(f"- {escaped(str(one))}" for one in problems)
