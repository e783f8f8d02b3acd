"""What stops while a server is down is said: in the sentence and in a warning, with a remedy."""

from __future__ import annotations

from model import edited, evaluate, load_scenario
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.summary import headline
from model.answers.views.requirements import requirements

PROJECT = "scenarios/templates/project-space.yaml"


def warned(results: object) -> list[str]:
    return [one for one in results.warnings if "no failover" in one]  # type: ignore[attr-defined]


def remarks(results: Results) -> dict[str, str]:
    """Return what stands beside each requirement."""
    return {row.key: sentence_text(results, row.note) for row in requirements(results).rows}


def test_two_servers_that_share_drives_take_over() -> None:
    results = evaluate(load_scenario(PROJECT))
    assert not warned(results)
    assert "not of a server" not in headline(results)
    assert "in no target" not in headline(results)
    assert not any(
        "no failover" in one or "in no target" in one for one in remarks(results).values()
    )


def test_one_server_a_block_has_no_failover() -> None:
    base = load_scenario(PROJECT)
    results = evaluate(edited(base, {"tiers.0.servers.per_block": 1}))
    assert "not of an enclosure, not of a server" in headline(results)
    (said,) = warned(results)
    assert remarks(results)["read_bandwidth"] == "no failover while a server is down: project"
    assert "no failover" not in remarks(results)["write_bandwidth"]
    assert said.startswith("project: no failover")
    assert said.endswith("two servers per block would keep them")


def test_drives_in_servers_go_with_them() -> None:
    """So do metadata servers that have no partner."""
    results = evaluate(load_scenario("scenarios/templates/flash-scratch.yaml"))
    data, metadata = warned(results)
    assert "if the server itself is lost, so are its files" in data
    assert metadata.startswith("metadata: no failover: while one of its servers is down")


def test_spares_beyond_those_that_are_reserved_are_said() -> None:
    """A layout of few targets leaves drives idle, though some are reserved."""
    base = load_scenario(PROJECT)
    few = evaluate(edited(base, {"tiers.0.target.per_block": 2}))
    (said,) = [one for one in few.warnings if "are in no target" in one]
    assert "of a block's 204 drives are in no target, beyond 4 reserved spares" in said
    assert "would make 2 more" in said
    idle = few["site/tiers:project", "spare_drives_per_block"]
    assert idle is not None
    text = f"{6 * (idle - 4):.0f} of 1224 drives of project are in no target"
    assert text in headline(few)
    assert remarks(few)["capacity"] == text
