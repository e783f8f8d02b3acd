"""`new`: writes a scenario: a few lines, a template, or the design that meets requirements.

If no design meets the requirements, that is no error: the nearest design is written, with the unmet
ones.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path

from model.commands.options import called
from model.commands.outputs import see_place
from model.commands.terminal import as_options, paragraph, write_or_print, wrong_option
from model.errors import InputError, Place, Problem
from model.planning.loading import load_scenario
from model.reading.yaml_edits import HINT, to_take_away
from model.search import start, wishes
from model.search.families import begun_empty, begun_from, exchange_rates, names

OPTIONS = {
    "capacity": "capacity",
    "write_bandwidth": "write",
    "nodes": "nodes",
    "node_memory": "node_memory",
    "memory": "memory",
    "dump_time": "checkpoint_time",
    "accelerators": "accelerators",
    "parameters": "parameters",
    "efficiency": "efficiency",
    "workload": "workload",
    "budget": "budget",
    "racks": "racks",
    "rack_power": "rack_power",
    "years": "years",
}
"""The field of the request for each option."""
SCHEMA = Path(__file__).parents[2] / "docs/schemas/scenario.schema.json"
BEST = {"cheapest": start.CHEAPEST, "fewest-racks": start.FEWEST, "fastest": start.FASTEST}


def run(options: argparse.Namespace) -> int:
    """Write a scenario."""
    if not options.file:
        raise wrong_option("FILE.yaml", "no file name: write one, e.g. mine.yaml")
    if options.file != "-" and Path(options.file).exists():
        what = "the file exists and is not overwritten: choose another name"
        raise InputError([Problem(Place(options.file), "", what)])
    see_place(options.file)
    template = options.template
    if template is not None and template not in names():
        raise wrong_option("--template", f"there is no '{template}': write {', '.join(names())}")
    texts = {box: getattr(options, option) or "" for box, option in OPTIONS.items()}
    for option in (one for one in OPTIONS.values() if getattr(options, one) == ""):
        raise wrong_option(
            f"--{option.replace('_', '-')}", "the value is empty: leave the option out"
        )
    if any(texts.values()):
        text = _design(options, texts)
    elif template is not None:
        text = begun_from(template).decode()
    else:
        text = begun_empty().decode()
    write_or_print(_placed(text, options.file), options.file)
    if options.file != "-":
        _say(options.file)
    return 0


def _placed(text: str, file: str) -> str:
    """Adapt the editor's schema comment to the location of the file, if the schema is here."""
    rest = to_take_away(text)
    if rest == text or file == "-" or not SCHEMA.is_file():
        return rest
    path = os.path.relpath(SCHEMA, Path(file).resolve().parent)
    return f"{HINT}{Path(path).as_posix()}\n{rest}"


def _say(file: str) -> None:
    """Print the written file, and the next commands."""
    scenario = load_scenario(file)
    paragraph(f"Written to {file}: {scenario.name}. Next steps:")
    for does, command in (
        ("show the results", f"plan {shlex.quote(file)}"),
        ("find the best design", f"search {shlex.quote(file)}"),
        ("open it in the app, under Start > A file", "app"),
    ):
        if scenario.choices or not command.startswith("search"):
            print(f"  {called()} {command}  # {does}")


def _design(options: argparse.Namespace, texts: dict[str, str]) -> str:
    """Find the best design for the requirements, and print how it meets them."""
    with as_options(**{box: f"--{option.replace('_', '-')}" for box, option in OPTIONS.items()}):
        request = wishes.read(texts, rates=exchange_rates())
    *_, found = start.begin(request, [options.template] if options.template else ())
    if not found.cards:  # nothing fits into such racks: not even a nearest design
        raise wrong_option("--rack-power", found.too_weak or "no design can be built so")
    wanted = BEST[options.best]
    card = next(
        (one for one in found.cards if any(why.startswith(wanted) for why in one.why)),
        found.cards[0],
    )
    if options.file != "-":
        for line in start.description(found, card):
            paragraph(line)
    elif found.too_weak or not found.is_possible:
        print("\n".join(start.description(found, card)), file=sys.stderr)
    return card.text
