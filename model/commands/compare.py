"""`compare`: two to six scenarios beside each other."""

from __future__ import annotations

import argparse

from model.answers.comparison import compare, comparison_json
from model.answers.results import evaluate
from model.answers.views.comparison import views
from model.commands.drawn import draw
from model.commands.terminal import paragraph, write_json
from model.planning.loading import load_scenario


def run(options: argparse.Namespace) -> int:
    """Plan each scenario, and print the tables or JSON."""
    compared = compare([evaluate(load_scenario(name)) for name in options.scenarios])
    if options.json is not None:
        write_json(comparison_json(compared), options.json)
        return 0
    first, *others = compared.designs
    paragraph(f"{first} beside {', '.join(others)}")
    for view in views(compared):
        draw(compared.designs[first], view)
    if len(set(compared.currencies)) > 1:
        paragraph("Sums in unlike currencies stand as they are: nothing is converted.")
    return 0
