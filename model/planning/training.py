"""Inputs of a machine that trains: what a checkpoint holds, what it reads, and guides to both."""

from __future__ import annotations

from model.books.site_facts import SiteFacts
from model.books.training import GUIDE, GuideFacts
from model.design.training import TRAINING_STATES, Training
from model.engine.tree import Instance
from model.parts.training_reads import Guide, Workload, guides, workloads
from model.planning.supply import Draft, Supply
from model.provenance import Provenance


def put_training(draft: Draft, facts: SiteFacts) -> dict[str, list[Instance]]:
    """Set what a training gives to the site; return the guides, if accelerators are counted."""
    training = draft.supply.scenario.training
    if training is None:
        return {}
    if facts.rule and facts.dump == "model":
        for name, size in training.sizes.items():
            draft.put(name, size, Provenance("constant", TRAINING_STATES))
    if training.workload:
        _put_workload(draft, training)
    if not facts.accelerated:
        return {}
    of_benchmarks = [one for one in workloads().values() if one.benchmark]
    supply, at = draft.supply, draft.path
    found = [_guide(one, at, facts, supply) for one in guides()]
    found += [_benchmark(one, at, facts, supply) for one in of_benchmarks]
    return {"guides": found}


def _put_workload(draft: Draft, training: Training) -> None:
    """Set what an accelerator reads in the workload of the catalog."""
    workload = workloads()[training.workload]
    stated = {"sample_size": training.sample_size, "accelerator_utilisation": training.utilisation}
    for name, value in reads_of(workload).items():
        if stated.get(name) is None:
            draft.put(name, value, _known(workload))


def reads_of(workload: Workload) -> dict[str, float]:
    """Return what an accelerator reads in a workload, by input."""
    return {
        "sample_size": workload.sample_size,
        "batch_samples": workload.batch_samples,
        "batch_time": workload.batch_time,
        "accelerator_utilisation": workload.passes,
    }


def _known(of: Workload | Guide) -> Provenance:
    """Return the provenance of what the catalog says."""
    return Provenance("published", str(of.source), of.what)


def _guide(guide: Guide, at: str, facts: SiteFacts, supply: Supply) -> Instance:
    draft = Draft(f"{at}/guides:{guide.what}", supply)
    inputs = {
        "guide_unit": guide.unit,
        "guide_accelerators": guide.accelerators,
        "guide_read_rate": guide.read,
        "guide_write_rate": guide.write,
    }
    for name, value in inputs.items():
        draft.put(name, value, _known(guide))
    of = GuideFacts(reads=facts.reads is not None, checkpoints=facts.rule is not None)
    return Instance("guides", guide.what, GUIDE.book(of), draft.inputs)


def _benchmark(workload: Workload, at: str, facts: SiteFacts, supply: Supply) -> Instance:
    name = f"MLPerf Storage, {workload.what}"
    draft = Draft(f"{at}/guides:{name}", supply)
    inputs = {
        "benchmark_sample": workload.sample_size,
        "benchmark_samples": workload.batch_samples,
        "benchmark_time": workload.batch_time,
        "benchmark_utilisation": workload.passes,
    }
    for item, value in inputs.items():
        draft.put(item, value, _known(workload))
    of = GuideFacts(benchmark=True, reads=facts.reads is not None)
    return Instance("guides", name, GUIDE.book(of), draft.inputs)
