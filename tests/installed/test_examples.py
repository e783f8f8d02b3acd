"""Made-up outputs with what must be read of them, and what may stand nowhere afterwards."""

from __future__ import annotations

import pytest

from model.installed.files import read_file
from tests.installed.examples import DATA, expected

CASES = sorted(file.name.removesuffix(".reading.json") for file in DATA.glob("*.reading.json"))


@pytest.mark.parametrize("name", CASES)
def test_what_must_be_read_is_read(name):
    case = expected(name)
    (found,) = read_file(str(DATA / case["file"]))
    assert found.reading.kind == case["kind"]
    of_case = {key: found.reading.reading.get(key, "missing") for key in case["reading"]}
    assert of_case == case["reading"]
