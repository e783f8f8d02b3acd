"""Charts taken away as pictures: beside plotly's button for a sharp SVG, one for a PNG."""

from __future__ import annotations

import streamlit as st

# Plotly's bar has one button, whose format is read when it is clicked. A pointer or the keyboard
# reaches a chart before its bar, which plotly makes anew now and then: so the button is added then.
_BUTTON = st.components.v2.component(
    "ostimate_pictures",
    js="""
export default function () {
  const called = (button, words) => {
    button.dataset.title = words;
    button.setAttribute("aria-label", words);
  };
  const add = (event) => {
    const chart = event.target.closest?.(".js-plotly-plot");
    const svg = chart?.querySelector('.modebar-btn[data-title="Download plot"]');
    if (!svg || !chart._context) return;
    const png = svg.cloneNode(true);
    called(svg, "Download as SVG");
    called(png, "Download as PNG");
    png.addEventListener("click", () => {
      const usual = chart._context.toImageButtonOptions;
      chart._context.toImageButtonOptions = { ...usual, format: "png", scale: 2 };
      svg.click();
      chart._context.toImageButtonOptions = usual;
    });
    svg.after(png);
  };
  document.addEventListener("pointerover", add);
  document.addEventListener("focusin", add);
  return () => {
    document.removeEventListener("pointerover", add);
    document.removeEventListener("focusin", add);
  };
}
""",
)


def offer() -> None:
    """Let each chart of the page be taken away in both formats."""
    _BUTTON(key="pictures")
