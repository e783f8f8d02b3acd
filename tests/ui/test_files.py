"""The page of files and memory: what runs out, what servers need, and what to write."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from model.units.figures import show
from tests.ui.visits import ROOT, change, opened, results, tables, unfolded, went


def test_files_and_memory_say_what_to_write() -> None:
    """Each part that the scenario doesn't state has its empty state, and can be copied from it."""
    at = opened("beluga", "files")
    assert "capacity runs out first" in at.markdown[0].value
    assert at.markdown[0].value.startswith("**At most 7.16 billion inodes")
    assert "at most 7.16 billion" in tables(at)
    assert any("upper bound" in caption.value for caption in at.caption)
    assert show(results(at)["site", "inode_limited_capacity"], "byte") in tables(at)
    assert any(one.label == "Add clients" for one in at.button)
    at = opened("lcpq", "files")
    assert any(one.label == "Add files" for one in at.button)
    assert "Inodes" in tables(at)
    assert "no tier uses lustre" in at.info[0].value.lower()
    at = opened("cri", "files")
    assert any("a tier for metadata" in one.value for one in at.markdown)
    assert any(one.label == "Add this tier" for one in at.button)


def test_files_and_memory_follow_the_sidebar() -> None:
    """Small files use up the inodes: the page warns, with the numbers."""
    at = opened("beluga", "files")
    change(at, "files.mean_size", "100 kB")
    assert "inodes run out first" in at.warning[0].value
    assert "716 TB" in tables(at)


SIZED = b"""
files: {sizes: [{size: 4 KiB, share: 0.5}, {size: 1 MiB, share: 0.5}]}
clients: {nodes: 1024, cores: 32, login_nodes: 12, working_set: 20000000}
"""


def test_memory_and_data_on_mdts_are_drawn() -> None:
    text = (ROOT / "scenarios/beluga.yaml").read_bytes()
    head, _, rest = text.partition(b"\nfiles:\n")
    rest = rest[rest.index(b"\ntiers:") :]
    text = (
        head + SIZED + rest.replace(b"holds: metadata", b"holds: metadata\n    data_on_mdt: 64 KiB")
    )
    at = opened("beluga", "files", menu=True)
    at.file_uploader[0].upload("sized.yaml", text).run()
    assert not at.error
    drawn = tables(at)
    tier = "site/metadata:metadata"
    for name in ("mdt_data", "metadata_space_needed", "memory_needed", "installed_memory"):
        assert show(results(at)[tier, name], "byte", binary=True) in drawn
    assert "19 targets on one server with failover" in drawn
    assert "\u2713 met" in drawn
    assert any("57,696 MB" in caption.value for caption in at.caption)
    went(at, "contents")
    assert "20000000" in [one.value for one in at.text_input]


def test_memory_that_waits_says_for_what() -> None:
    """Astra's talk says neither its login nodes nor its working set."""
    at = opened("astra", "files")
    assert "login nodes" in at.warning[0].value
    assert "working set files" in at.warning[0].value
    assert "256 GiB" in tables(at)


HISTOGRAM = """size;count
0;25
4096;50
1048576;25"""


def test_a_table_of_file_sizes_is_pasted() -> None:
    """A quarter of the files is empty: they take an inode each, and no space."""
    at = unfolded(opened("templates/project-space", "files"), "pasted sizes")
    box = next(one for one in at.text_area if one.label == "Table of file sizes")
    box.set_value("size,count\n4096,-5")
    applies(at)
    assert any("neither a number of files nor a share" in one.value for one in at.error)
    box = next(one for one in at.text_area if one.label == "Table of file sizes")
    box.set_value(HISTOGRAM)
    applies(at)
    assert not at.exception
    sizes = results(at).plan.scenario.files.sizes
    assert [(one.size.value, one.share.value) for one in sizes] == [
        (0, 0.25),
        (4096, 0.5),
        (2**20, 0.25),
    ]
    assert results(at).plan.scenario.files.mean_size is None


def applies(at: AppTest) -> None:
    next(one for one in at.button if one.label == "Apply file sizes").click().run()
