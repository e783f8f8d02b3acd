"""Everything that is wrong with a scenario is said at once, though wrong fields end the reading."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from model import InputError, edited, evaluate, load_catalog, load_scenario
from model.__main__ import main
from model.planning.scenario_checks import wrong_beside
from model.reading.documents import Document

BELUGA = Path("scenarios/beluga.yaml").read_text(encoding="utf-8")


def lines_of(text: str, name: str = "my.yaml") -> list[str]:
    """Load and plan a text; give what is wrong with it, line by line."""
    with pytest.raises(InputError) as caught:
        evaluate(load_scenario(name, text, Path("scenarios")))
    return str(caught.value).splitlines()


def written(data: Any) -> str:
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False)


def with_four() -> str:
    """Béluga with a misspelt field, a wrong type, an unknown part, and too many spares."""
    text = BELUGA.replace("part: dell-r740\n", "part: dell-r74\n", 1)
    text = text.replace("layout: raidz3:11\n", "layout: raidz3:11\n      reserved_spares: 213\n", 1)
    text = text.replace("    cables:\n", "    cabels: 3\n    cables:\n", 1)
    return text.replace(
        "per_server: {value: 4, source: talk, status: published}", "per_server: x", 1
    )


def test_fields_parts_and_layouts_are_said_at_once() -> None:
    """Four lines, in the order of the file, each once."""
    found = lines_of(with_four())
    numbers = [int(line.split(":")[1]) for line in found]
    assert numbers == sorted(numbers)
    said = [line.split(": ", 1)[1] for line in found]
    assert len(said) == 4
    assert said[0] == (
        "tiers.0.servers.part: no part 'dell-r74' is in the catalog (did you mean 'dell-r740'?)"
    )
    assert said[1].startswith("tiers.0.adapters.per_server: found 'x'")
    assert said[2] == "tiers.0.cabels: unknown field (did you mean 'cables'?)"
    assert said[3].startswith("tiers.0.target.reserved_spares: 213 reserved spares are more than")


def test_a_missing_reason_is_said_beside_wrong_fields() -> None:
    """What contradicts its part is told though another field can't be read; a reason stays one."""
    text = Path("tests/report/priced.yaml").read_text(encoding="utf-8")
    text = text.replace("power: 9 W", "capacity: 48 TB").replace("ports: 1", "ports: x")
    text = text.replace("apc-ar3300, count: 1", "apc-ar3300, count: 1, weight: 1 kg")
    found = [line.split(": ", 1)[1] for line in lines_of(text)]
    assert [line.split(":")[0] for line in found] == [
        "tiers.0.network.ports",
        "tiers.0.drives.capacity",
        "common.0.weight",
    ]
    assert "'seagate-exos-x24-24tb' has 24 TB, not 48 TB" in found[1]
    reason = "capacity: {value: 48 TB, because: an offer}"
    assert len(lines_of(text.replace("capacity: 48 TB", reason))) == 2


def test_they_are_said_on_the_command_line(tmp_path, capsys) -> None:
    """By each command that reads a scenario, whatever it shall print."""
    file = tmp_path / "my.yaml"
    file.write_text(with_four(), encoding="utf-8")
    for command in (["plan"], ["plan", "--json", "-"], ["explain", "raw_capacity"], ["validate"]):
        first, *rest = command
        assert main([first, str(file), *rest]) == 1
        out, err = capsys.readouterr()
        assert (out, len(err.splitlines())) == ("", 4)


def test_an_edit_tells_all_too() -> None:
    """A wrong figure doesn't hide an unknown part."""
    changes = {"tiers.0.blocks": "many", "tiers.0.servers.part": "dell-r74"}
    with pytest.raises(InputError) as caught:
        edited(load_scenario("scenarios/beluga.yaml"), changes)
    fields = [problem.field for problem in caught.value.problems]
    assert fields == ["tiers.0.blocks.value", "tiers.0.servers.part"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": "a\u202eb"}, "title"),
        ({"tiers.0.drives.name": "\a"}, "tiers.0.drives.name"),
        ({"economics.years": {"value": 5, "because": "\u2066"}}, "economics.years.because"),
        ({"sources": {"a": {"title": "\u202e"}}}, "sources.a.title"),
        ({"sources": {"a\u202e": {"title": "a"}}}, "sources"),
        ({"economics.price_books": ["a\u202e.yaml"]}, "economics.price_books.0"),
    ],
)
def test_an_edit_says_nothing_that_a_file_cant_hold(changes: dict[str, Any], field: str) -> None:
    """Else what is saved couldn't be read again."""
    with pytest.raises(InputError) as caught:
        edited(load_scenario("scenarios/beluga.yaml"), changes)
    [problem] = caught.value.problems
    assert problem.field == field
    assert re.fullmatch(r"the character U\+.* is not allowed in a text: remove it", problem.what)


def test_parts_are_looked_up_in_the_catalog_that_is_given(tmp_path) -> None:
    """Not in the one that comes with the program, if there is one of one's own."""
    (tmp_path / "parts").mkdir()
    data = {"name": "x", "tiers": [], "common": [{"part": "dell-r740", "count": 1}]}
    with pytest.raises(InputError) as caught:
        load_scenario("my.yaml", written(data), catalog=load_catalog(tmp_path))
    assert [problem.field for problem in caught.value.problems] == ["tiers", "common.0.part"]
    with pytest.raises(InputError) as caught:
        load_scenario("my.yaml", written(data))
    assert [problem.field for problem in caught.value.problems] == ["tiers"]


LAYOUTS: list[tuple[str, dict[str, Any]]] = [
    ("beluga", {"tiers.0.target.layout": "raidz3:300"}),
    ("beluga", {"tiers.0.target.reserved_spares": 213}),
    ("beluga", {"tiers.0.target.luks": "11 TB"}),
    ("beluga", {"tiers.0.target.copies": 100, "tiers.0.file_system": "beegfs"}),
    ("sequoia", {"tiers.0.target.kept_back": "100 TB"}),
    ("lcpq", {"tiers.0.target.layout": "raid6:100"}),
    ("lcpq", {"tiers.0.target.inode_size": "64 KiB", "tiers.0.target.format": "ext4"}),
    (
        "astra",
        {
            "tiers.0.file_system": "ceph",
            "tiers.0.target": {"redundancy": "ceph", "layout": "100+3"},
            "clients": None,
        },
    ),
    (
        "astra",
        {
            "tiers.0.file_system": "scale",
            "tiers.0.target": {"redundancy": "declustered", "layout": "8+2p", "spare_drives": 500},
            "clients": None,
        },
    ),
]


@pytest.mark.parametrize(("name", "changes"), LAYOUTS)
def test_a_wrong_field_elsewhere_changes_nothing_of_what_is_said(name, changes) -> None:
    """A layout that doesn't fit is told of in the same words with a wrong field beside it."""
    scenario = load_scenario(f"scenarios/{name}.yaml")
    with pytest.raises(InputError) as alone:
        evaluate(edited(scenario, changes))
    with pytest.raises(InputError) as beside:
        edited(scenario, {**changes, "cooling": "water"})
    assert {p for p in beside.value.problems if p.field != "cooling"} == set(alone.value.problems)
    assert len(beside.value.problems) == len(alone.value.problems) + 1


def paths_in(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Give the path of each entry of what was read."""
    entries = data.items() if isinstance(data, dict) else enumerate(data)
    return [
        deeper
        for key, value in entries
        for deeper in (
            (*path, key),
            *(paths_in(value, (*path, key)) if value and isinstance(value, dict | list) else ()),
        )
    ]


def broken(data: Any, path: tuple[Any, ...], how: str) -> Any:
    """Give data with one field of a wrong type, misspelt, or taken away."""
    data = copy.deepcopy(data)
    *above, last = path
    inside = data
    for key in above:
        inside = inside[key]
    value = inside[last]
    if how == "wrong":
        inside[last] = ["x"] if isinstance(value, str | int | float) else "x"
    else:
        del inside[last]
        if how == "misspelt" and isinstance(inside, dict):
            inside[f"{last[:-2]}{last[-1]}"] = value
    return data


@pytest.mark.long
@pytest.mark.parametrize("how", ["wrong", "misspelt", "lacking"])
@pytest.mark.parametrize("name", ["astra", "beluga", "lcpq", "sequoia"])
def test_no_wrong_field_makes_a_right_design_wrong(name, how) -> None:
    """Whatever field of a tier is broken: no complaint of parts or layouts that are right."""
    catalog = load_catalog(needs=())
    data = load_scenario(f"scenarios/{name}.yaml").data
    for path in paths_in({"tiers": data["tiers"][:1]}):
        document = Document(broken(data, path, how), "x.yaml")
        assert list(wrong_beside(document, catalog)) == [], path


def test_alternatives_are_parts_of_the_same_kind() -> None:
    """Of the plan, and of a file that has other mistakes, too."""
    changes = {
        "tiers.0.drives.alternatives": ["seagate-st10000nm0097", "broadcom-9300-8e"],
        "common": [{"name": "rack", "count": 1, "alternatives": ["apc-ar3301"]}],
    }
    for more in ({}, {"tiers.0.blocks": "many"}):
        with pytest.raises(InputError) as caught:
            evaluate(edited(load_scenario("scenarios/beluga.yaml"), changes | more))
        said = {problem.field: problem.what for problem in caught.value.problems}
        wrong, other = (f"tiers.0.drives.alternatives.{n}" for n in (0, 1))
        assert "did you mean 'seagate-st10000nm0096'?" in said[wrong]
        assert "write the key of a part of kind hdd or ssd" in said[other]
        assert "no part 'apc-ar3301'" in said["common.0.alternatives.0"]


def test_a_scenario_that_is_not_there_is_said_in_words(tmp_path: Path) -> None:
    """In those of the system, without its numbers."""
    with pytest.raises(InputError, match=r"can't be read \(no such file or directory\): give"):
        load_scenario(tmp_path / "none.yaml")
