"""Pieces of a drawing in SVG that is legible on light and dark pages, and on paper."""

from __future__ import annotations

import html

INK = "currentColor"
"""The colour of the text around a drawing."""
FONT = "font-family: Arial, sans-serif"


def paint(what: str, light: str, dark: str) -> str:
    """Set a colour for light pages, and another one for dark pages, where that is understood."""
    return f'{what}="{light}" style="{what}: light-dark({light}, {dark})"'


def text(x: float, y: float, said: str, size: float, more: str = f'fill="{INK}"') -> str:
    """Write a text; what it says is never markup."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" {more}>{html.escape(said)}</text>'


def number_of(door: str, about: str) -> str:
    """Say of a text which number it is, and what is to be known of it: a page opens that."""
    why, said = (html.escape(one) for one in (door, about))
    return f'data-why="{why}" data-about="{said}"'


def document(width: float, height: float, title: str, about: str, parts: list[str]) -> str:
    """Give a drawing that shrinks with its place, and says for readers what it shows."""
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    told = f"<title>{html.escape(title)}</title><desc>{html.escape(about)}</desc>"
    look = f"{FONT}; max-width: 100%; height: auto"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" '
        f'aria-label="{html.escape(title)}" style="{look}">{told}{"".join(parts)}</svg>'
    )


def on_its_own(drawing: str, *, dark: bool) -> str:
    """Give a drawing the colours of the page around it, which hands down none to pictures."""
    look = "color-scheme: dark; color: #e6eaee" if dark else "color-scheme: light; color: #1c2530"
    return drawing.replace('style="', f'style="{look}; ', 1)
