"""Calibration: what was read of benchmarks, and the shares that are taken over."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.visits import (
    ROOT,
    change,
    opened,
    results,
    tables,
)
from tests.ui.working import work_of

SURVEY = (ROOT / "tests/calibration/measurements/data/obdfilter_survey.summary").read_bytes()


def calibrating(scenario: str, *files: tuple[str, bytes]) -> AppTest:
    at = opened(scenario, "calibration")
    uploader = next(one for one in at.file_uploader if one.key == "outputs")
    for name, text in files:
        uploader.upload(name, text)
    return at.run()


def test_calibration_without_files_says_what_to_bring() -> None:
    at = opened("astra", "calibration")
    assert "Upload the output of IOR, mdtest" in at.info[0].value


def test_calibration_lists_what_was_read_and_says_what_can_not_be() -> None:
    at = calibrating("astra", ("survey.txt", SURVEY), ("notes.txt", b"coffee, milk"))
    assert not at.exception
    assert "notes.txt: this is not the output of a supported benchmark" in at.error[0].value
    assert "5912.78 MiB/s" in tables(at)
    assert "survey.txt, line 3" in tables(at)
    assert "Choose at least one" in at.info[0].value


def test_what_the_data_cant_tell_apart_is_named_as_people_do() -> None:
    at = calibrating("astra", ("survey.txt", SURVEY))
    names = [option for option in at.multiselect(key="explained").options if "best write" in option]
    at.multiselect(key="explained").select(names[0]).run()
    free = at.multiselect(key="free in astra")
    for share in ("Efficiency of all stages of scratch", "NIC port efficiency of scratch"):
        free.select(next(option for option in free.options if share in option))
    warning = at.run().warning[0].value.replace("\\", "")
    assert (
        "Efficiency of all stages (scratch: policy) and NIC port efficiency (scratch: network)"
        in warning
    )
    assert "tiers.0" not in warning


def test_a_fitted_share_is_taken_over_with_its_file() -> None:
    """Astra's servers are bound to 12.5 GB/s; 5912.78 MiB/s are 0.496 of it."""
    at = calibrating("astra", ("survey.txt", SURVEY))
    names = [option for option in at.multiselect(key="explained").options if "best write" in option]
    at.multiselect(key="explained").select(names[0]).run()
    free = at.multiselect(key="free in astra")
    free.select(next(o for o in free.options if "Efficiency of all stages of scratch" in o)).run()
    assert not at.exception
    factor = 5912.78 * 2**20 / 12.5e9
    assert "too few" in at.warning[0].value
    assert f"{factor:.4g}" in tables(at)
    next(b for b in at.button if b.label == "Apply to the scenario").click().run()
    path = "tiers.0.policy.delivery_factor"
    assert work_of(at).of("astra").figures[path] == pytest.approx(factor, rel=1e-5)
    known = results(at).plan.provenance["site/tiers:scratch", "delivery_factor"]
    assert known.status == "calibrated"
    assert known.source == "survey.txt:3"
    assert results(at)["site/tiers:scratch", "server_write_bandwidth"] == pytest.approx(
        5912.78 * 2**20, rel=1e-5
    )
    data = results(at).plan.scenario.data
    assert data["tiers"][0]["policy"]["delivery_factor"]["source"] == "survey.txt:3"
    change(at, path, 0.6)
    assert (
        results(at).plan.provenance["site/tiers:scratch", "delivery_factor"].status != "calibrated"
    )


def test_a_share_without_effect_is_not_taken_over() -> None:
    """Béluga has a calibration of its own, which limits its servers already: no value is told."""
    at = calibrating("beluga", ("survey.txt", SURVEY))
    names = [option for option in at.multiselect(key="explained").options if "best read" in option]
    at.multiselect(key="explained").select(names[0]).run()
    free = at.multiselect(key="free in beluga")
    free.select(next(o for o in free.options if "Efficiency of all stages of project" in o)).run()
    assert "only a limit is known: at least 0.76" in at.warning[0].value.replace("\\", "")


def test_a_measured_system_is_offered_as_evidence() -> None:
    """With what it would change; the file is made here, and stored nowhere."""
    result = b"[RESULT] ior-easy-write 10.0 GiB/s : time 300 seconds\n[SCORE ] Bandwidth 1 GiB/s\n"
    at = calibrating("beluga", ("result.txt", result))
    box = at.multiselect(key="explained")
    box.select(next(one for one in box.options if "ior-easy-write" in one)).run()
    free = at.multiselect(key="free in beluga")
    free.select(next(o for o in free.options if "Efficiency of all stages of project" in o)).run()
    assert not at.exception
    told = "\n".join(one.value for one in at.markdown)
    assert "of the upper bound measured; expected of such stages" in told.replace("\\", "")
    assert any(one.label == "Evidence for other systems" for one in at.expander)


def explained(at: AppTest, *parts: str) -> AppTest:
    """Choose all figures whose line holds some words."""
    box = at.multiselect(key="explained")
    for option in [o for o in box.options if all(part in o for part in parts)]:
        box.select(option)
    return at.run()


def test_files_of_one_name_and_jobs_of_one_line_are_told_apart() -> None:
    """Each IO500 brings a result.txt; fio writes its JSON on one line where it is told to."""
    head = b"version = io500-isc20\n[ior-easy-write]\n"
    job = b'{"jobname": "a", "write": {"bw_bytes": %d}}'
    fio = b'{"fio version": "fio-3.33", "jobs": [%s, %s]}' % (job % 10**11, job % (2 * 10**11))
    at = calibrating(
        "astra",
        ("result.txt", head + b"score = 100.5\n"),
        ("result.txt", head + b"score = 140.5\n"),
        ("fio.json", fio),
    )
    at = explained(at, "write bandwidth")
    free = at.multiselect(key="free in astra")
    free.select(next(o for o in free.options if "Efficiency of all stages of scratch" in o)).run()
    assert not at.exception
    assert not at.error
    next(b for b in at.button if b.label == "Apply to the scenario").click().run()
    known = results(at).plan.provenance["site/tiers:scratch", "delivery_factor"]
    for source in ("result.txt:3", "result.txt (2):3", "fio.json:1 (a)", "fio.json:1 (a (2))"):
        assert source in known.source.split(", ")


def test_a_choice_goes_with_its_file_when_another_of_its_name_stays() -> None:
    """Of two result.txt the first is removed: the figure of the other was never chosen."""
    head = b"version = io500-isc20\n[ior-easy-write]\n"
    first, second = (("result.txt", head + text) for text in (b"score = 3.5\n", b"score = 4.5\n"))
    other = ("other.txt", head + b"score = 5.5\n")
    at = calibrating("lcpq", first, second, other)
    box = at.multiselect(key="explained")
    for words in ("3.5 GiB/s", "5.5 GiB/s"):
        box.select(next(option for option in box.options if words in option))
    assert counted(at.run()) == ["3.5 GiB/s of result.txt:3", "5.5 GiB/s of other.txt:3"]
    uploader = next(one for one in at.file_uploader if one.key == "outputs")
    uploader._files = uploader._get_files_to_register()[1:]  # as its cross does
    assert counted(at.run()) == ["5.5 GiB/s of other.txt:3"]
    at = explained(at, "4.5 GiB/s")
    assert not at.exception
    assert counted(at) == ["5.5 GiB/s of other.txt:3", "4.5 GiB/s of result.txt (2):3"]


def test_a_figure_that_its_benchmark_calls_invalid_says_so_where_it_is_chosen() -> None:
    text = b"[RESULT]  ior-easy-write  2.5 GiB/s : time 1.3 seconds [INVALID]\n"
    at = explained(calibrating("lcpq", ("result_summary.txt", text)), "the IO500 calls it invalid")
    assert counted(at) == ["2.5 GiB/s of result_summary.txt:1"]
    free = at.multiselect(key="free in lcpq")
    at = free.select(next(o for o in free.options if "Efficiency of all stages" in o)).run()
    assert "(result_summary.txt:1)" in at.warning[0].value.replace("\\", "")
    assert "the IO500 calls it invalid" in at.warning[0].value


def counted(at: AppTest) -> list[str]:
    """The figures that are asked what they measure."""
    labels = [one.label for one in at.selectbox if one.label.endswith(", measures")]
    return [label.partition(", ")[2].removesuffix(", measures") for label in labels]
