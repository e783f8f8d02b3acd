"""`explain`: derivation of a figure, back to the datasheet."""

from __future__ import annotations

import argparse

from model.answers.explain import explain, find
from model.answers.results import evaluate
from model.commands.terminal import wrong_option
from model.planning.loading import load_scenario


def run(options: argparse.Namespace) -> int:
    """Explain a quantity."""
    results = evaluate(load_scenario(options.scenario))
    try:
        found = find(results, options.quantity)
    except LookupError as error:
        raise wrong_option(options.quantity, str(error.args[0])) from None
    for n, (path, name) in enumerate(found):
        if n:
            print()
        for depth, node, repeated in explain(results, path, name).walk():
            lead = "  " * depth
            print(f"{lead}{node.label} = {node.shown}" + ("  (shown above)" if repeated else ""))
            if repeated:
                continue
            if node.formula:
                print(f"{lead}    {node.item.title.rstrip('.')}.")
                print(f"{lead}    = {node.formula}")
                print(f"{lead}    = {node.substituted}")
            known = node.provenance
            for line in (f"source: {node.source}",) if known is None else known.texts:
                print(f"{lead}    {line}")
    return 0
