"""Any number opens its derivation, down to the source."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

from model.answers.summary import headline
from model.engine.ops import TIMES
from model.units.figures import show
from tests.ui.visits import (
    as_table,
    asked,
    opened,
    plain,
    results,
    tables,
)


def test_any_number_opens_its_derivation_down_to_the_source() -> None:
    at = as_table(opened("astra", "capacity"))
    assert 'data-why="site/tiers:scratch.raw_capacity"' in tables(at)
    asked(at, "site/tiers:scratch.raw_capacity")
    text = tables(at)
    assert ">Raw capacity (scratch)</span><strong>512 TB</strong>" in text
    assert any(f"= Drives {TIMES} Drive capacity" in code.value for code in at.code)
    assert at.latex[0].value
    assert 'data-why="site/tiers:scratch.drive_capacity">1.6 TB' in text
    assert "scenarios/astra.yaml" in text
    cited = at.code[-1].value
    assert cited.startswith("Raw capacity (scratch): 512 TB = ")
    assert cited.endswith(", Astra.")
    at.run()
    assert "<strong>512 TB" not in tables(at), "another run closes it"


def test_a_link_opens_a_derivation_once() -> None:
    at = opened("astra", "overview", why="site.usable_capacity")
    assert "<strong>413.7 TB</strong>" in tables(at)
    assert "why" not in at.query_params
    at = opened("astra", "overview", why="site.nothing")
    assert not at.exception
    assert "no quantity of this scenario" in at.toast[0].value


def test_what_only_hands_a_number_on_is_passed_over() -> None:
    """The site's usable capacity is its only tier's, and that its only pool's."""
    at = asked(opened("astra"), "site.usable_capacity")
    assert not any("sum(Usable capacity)" in code.value for code in at.code)


def test_an_unknown_number_says_what_it_waits_for() -> None:
    at = asked(opened("astra"), "site.capital_cost")
    assert any("Unit price" in one.value for one in at.warning)


@pytest.mark.parametrize("scenario", ["beluga", "cri"])
def test_every_number_can_be_explained(scenario: str) -> None:
    at = opened(scenario)
    for path, name in list(results(at).values)[::150]:
        asked(at, f"{path}.{name}")
        assert not at.exception, (path, name)
        assert "ost drawer" in tables(at)


def test_numbers_of_sentences_open_their_derivations() -> None:
    """Each is a link to its figure; the words are those of the sentence."""
    at = opened("templates/project-space", "overview")
    said = next(one.value for one in at.markdown if "as reported by" in one.value)
    links = dict(re.findall(r"\[([^\]]*)\]\(#why=([^)]*)\)", said))
    found = results(at)
    for text, at_link in links.items():
        path, _, name = unquote(at_link).rpartition(".")
        assert found.values[path, name] is not None, text
    expected = show(found["site", "write_bandwidth"], "byte/s")
    assert unquote(links[expected]) == "site.write_bandwidth"
    assert plain(said) == headline(found).replace("`", "")
    at = opened("templates/project-space", "performance")
    (write, read) = (one.value for one in at.markdown if one.value.startswith("Expected"))
    for way, text in (("write", write), ("read", read)):
        doors = [unquote(one) for one in re.findall(r"#why=([^)]*)", text)]
        tier = "site/tiers:project"
        assert doors[:2] == [f"{tier}.{way}_bandwidth", f"{tier}.{way}_bandwidth_bound"]


def test_what_tables_make_of_figures_opens_as_well() -> None:
    """A share of raw, what servers do together, the known part of a sum: each says how."""
    at = as_table(opened("beluga", "capacity"))
    tier = "site/tiers:project"
    door = f"=share_of_raw|{tier}.usable_capacity|{tier}.raw_capacity"
    assert f'data-why="{door}">68.82' in tables(at)
    asked(at, door)
    assert "<strong>68.82 %</strong>" in tables(at)
    assert any("Usable capacity / Raw capacity" in code.value for code in at.code)
    assert f'data-why="{tier}.raw_capacity"' in tables(at)
    at = opened("beluga", "cost")
    assert f'data-why="{tier}.known_tier_power">≥' in tables(at)


def test_figures_of_a_part_open_its_data_sheet() -> None:
    at = opened("templates/project-space", "design")
    tier = "site/tiers:project"
    for name, text in (("drive_capacity", "24 TB"), ("nic_port_bandwidth", "25 GB/s")):
        assert f'data-why="{tier}.{name}">{text}' in tables(at)
    asked(at, f"{tier}.drive_capacity")
    assert any("HC580" in one.value for one in at.markdown if "**Source:**" in one.value)
