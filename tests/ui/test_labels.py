"""What a scenario says is shown as it is written: no label of it becomes an image or a link."""

from __future__ import annotations

from pathlib import Path

import yaml
from streamlit.testing.v1 import AppTest

from tests.ui.visits import unfolded

ROOT = Path(__file__).parents[2]
IMAGE = "![x](https://example.org/a.png)"


def hostile() -> bytes:
    """Give a scenario whose free texts are images."""
    data = yaml.safe_load((ROOT / "scenarios" / "lcpq.yaml").read_bytes())
    data.update(title=IMAGE, about=IMAGE)
    data["common"] = [{"name": f"{IMAGE} {n}", "count": n, "price": f"{n} EUR"} for n in (1, 2)]
    return yaml.safe_dump(data).encode()


def test_no_name_becomes_an_image() -> None:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.session_state["menu is open"] = True
    at.run()
    at.switch_page("ui/pages/cost.py").run()
    at.file_uploader[0].upload("hostile.yaml", hostile()).run()
    assert not at.exception
    assert not at.error
    at.switch_page("ui/pages/design.py").run()
    unfolded(at, "part table")
    assert at.dataframe[0].value["part"].str.contains("example.org").any()
    drawn = [*at.text_input, *at.number_input, *at.slider, *at.selectbox, *at.expander, *at.button]
    words = [*(element.label for element in drawn), *(one.value for one in at.markdown)]
    assert [one for one in words if "![" in one] == []
    at.session_state["risk_part"] = "Uncertainty"
    at.switch_page("ui/pages/risk.py").run()
    labels = [element.label for element in (*at.text_input, *at.number_input, *at.slider)]
    assert [one for one in labels if "![" in one] == []
