"""The report of an acceptance, block by block."""

from __future__ import annotations

from typing import Any

import pytest

from model.tender.acceptance import AcceptanceTest, Threshold
from model.tender.acceptance_report import acceptance_report
from model.tender.acceptance_terms import Terms
from model.tender.tender_document import Block, Bullets, Grid, Heading, Paragraph

TERMS = {"clients": 8, "processes_per_client": 4, "client_memory": "256 GB", "direct": True}
CAPACITY = Threshold(
    "Usable capacity", 4e15, "byte", "requirement", measured=4.5e15, verdict="pass"
)
WRITE = Threshold("Write", 2e9, "byte/s", "bid", verdict="fail", measured=1e9, least=9e8)
RACKS = Threshold("Racks", 2, "1", "bid", at_most=True)
PASSED = AcceptanceTest("T1", "Capacity", (CAPACITY,), "Run it.", "it holds")
FAILED = AcceptanceTest(
    "T2",
    "Bandwidth",
    (WRITE, RACKS),
    "Run that.",
    "that holds",
    ("ior -w",),
    missing="clients are missing",
    duration=3600.0,
)
LEFT = AcceptanceTest("T3", "Log", (), "Watch.", "it is quiet")
SIGNED = "A signed record of the measurement, with its source. The supplier runs the test, the "
OUTPUTS = "Outputs of the programs, with their SHA-256. The supplier runs the test, the buyer "
HEADS = ("Figure", "Threshold", "From", "Measured", "Verdict")


def blocks(tests: list[AcceptanceTest], hashes: dict[str, str], **terms: Any) -> list[Any]:
    """Give what each block of the report says."""
    stated = Terms.model_validate({**TERMS, **terms})
    return [_said(one) for one in acceptance_report("Beluga", tests, stated, hashes).blocks]


def _said(block: Block) -> Any:
    if isinstance(block, Heading):
        return f"# {block.text}"
    if isinstance(block, Paragraph):
        return block.text
    if isinstance(block, Bullets):
        return list(block.texts)
    assert isinstance(block, Grid)
    return (block.heads, *block.rows)


def test_all_that_is_signed() -> None:
    assert blocks([PASSED, FAILED, LEFT], {"a.txt": "ff"}) == [
        "# Terms",
        (
            (),
            ("Clients", "8, 4 processes each"),
            ("Memory per client", "256 GB"),
            ("Data of a test", "direct I/O"),
            ("Transfers", "16 MiB"),
            ("Repeats", "5"),
        ),
        "# Verdicts",
        (
            ("Test", "Title", "Verdict"),
            ("T1", "Capacity", "pass"),
            ("T2", "Bandwidth", "fail"),
            ("T3", "Log", "not decided"),
        ),
        "# T1 Capacity: pass",
        (HEADS, ("Usable capacity", "≥ 4 PB", "requirement", "4.5 PB", "pass")),
        "Run it.",
        "Passes: it holds",
        f"Site integration. {SIGNED}buyer attends.",
        "# T2 Bandwidth: fail",
        (
            HEADS,
            ("Write", "≥ 2 GB/s", "bid", "1 GB/s, lowest 900 MB/s", "fail"),
            ("Racks", "≤ 2", "bid", "", "not decided"),
        ),
        "Clients are missing.",
        "Run that.",
        ["ior -w"],
        "Passes: that holds",
        f"Post-delivery test, up to 1 h of runs. {OUTPUTS}attends.",
        "# T3 Log: not decided",
        "Watch.",
        "Passes: it is quiet",
        f"Post-delivery test. {SIGNED}buyer attends.",
        "# Files of results",
        (("File", "SHA-256"), ("a.txt", "ff")),
        "# If a test fails",
        "No remedy is agreed: choose 'remedy'.",
        "# Signatures",
        (
            ("", "Name", "Date", "Signature"),
            ("For the supplier", "", "", ""),
            ("For the buyer", "", "", ""),
        ),
    ]


def test_without_files_there_is_no_list_of_them() -> None:
    assert "# Files of results" not in blocks([PASSED], {})


@pytest.mark.parametrize(
    ("terms", "row"),
    [
        (
            {"direct": False, "server_memory": "2 TB"},
            ("Data of a test", "twice the memory of servers and clients"),
        ),
        ({"stability": "24 h"}, ("Stability test", "24 h")),
        ({"repeats": 7}, ("Repeats", "7")),
        ({"transfer_size": "4 MiB"}, ("Transfers", "4 MiB")),
    ],
)
def test_other_terms(terms: dict[str, Any], row: tuple[str, str]) -> None:
    assert row in blocks([PASSED], {}, **terms)[1]
    assert row not in blocks([PASSED], {})[1]


def test_what_passed_failed_and_is_left_is_counted() -> None:
    stated = Terms.model_validate(TERMS)
    report = acceptance_report("Beluga", [PASSED, FAILED, LEFT, LEFT], stated, {})
    assert report.title == "Acceptance: Beluga"
    assert report.subtitle == "1 passed, 1 failed, 2 not decided"
