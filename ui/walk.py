"""How one gets from number to number on the page that explains them."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Results
from model.engine.tree import Address
from ui import session

HERE = "why"
"""The part of the address that names the number."""


def go(address: Address) -> None:
    """Show another number."""
    st.query_params[HERE] = ".".join(address)


def select(results: Results, address: Address) -> None:
    """Let the user search for a number."""
    instances = results.plan.instances
    path, name = address
    left, right = st.columns(2)
    st.session_state["why instance"] = path
    st.session_state["why quantity"] = name

    def move() -> None:
        book = instances[st.session_state["why instance"]].book
        first = next(iter(book.quantities or book.inputs))
        go((st.session_state["why instance"], name if name in book else first))

    def pick() -> None:
        go((path, st.session_state["why quantity"]))

    book = instances[path].book
    with left:
        names = [at for at, instance in instances.items() if list(instance.book)]
        st.selectbox("Of what", names, key="why instance", format_func=_place, on_change=move)
    with right:
        options = [*book.quantities, *book.inputs]
        st.selectbox(
            "Which number (type to search)",
            options,
            key="why quantity",
            format_func=lambda option: book[option].label,
            on_change=pick,
        )


def _place(path: str) -> str:
    return " / ".join(step.rpartition(":")[2] for step in path.split("/"))


def trail(results: Results, address: Address) -> None:
    """Draw the way that was taken down, to climb back."""
    way: list[Address] = session.state_of("why trail", [])
    way = way[: way.index(address) + 1] if address in way else [*way, address]
    way = [step for step in way if step in results.values][-6:]
    st.session_state["why trail"] = way
    with st.container(horizontal=True, gap="small"):
        for n, step in enumerate(way[:-1]):
            label = results.item(*step).label
            st.button(
                label,
                key=f"trail {n}",
                type="tertiary",
                icon=":material/arrow_back:",
                on_click=go,
                args=(step,),
            )
