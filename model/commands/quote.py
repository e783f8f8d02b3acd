"""`quote`: a vendor's table as a quote; how it is read is proposed, and can be chosen."""

from __future__ import annotations

import argparse
import json
from typing import Any

from model.commands.terminal import paragraph, table, write_file, wrong_option
from model.errors import InputError, OptionError, Place, Problem
from model.parts.quote_tables import (
    FURTHER_HEADS,
    TableForm,
    TableQuote,
    check_columns,
    read_by_form,
    read_quote_table,
)
from model.parts.quotes import read_quote
from model.reading.documents import LARGEST_SOURCE, Document, read_document, validate
from model.reading.files import contents
from model.reading.price_lists import TableDocument
from model.reading.yaml_edits import plain
from model.units.brief import several

MOST_SHOWN = 20
SHOWN = ("part", "number", "name", "from", "price", "price_per_capacity", "currency", "discount")
OF_QUOTE = ("vendor", "number", "date", "valid_until")
NEEDED = ("vendor", "number", "date")
CHOSEN = (
    *("head_row", "decimal_mark", "taxes", "vat_rate", "currency", "sheet", "encoding"),
    "without_quantity",
)


def run(options: argparse.Namespace) -> int:
    """Show how a table is read, or write it as a quote."""
    content, form = content_of(options.table), form_of(options)
    found = read_quote_table(content, options.table, form)
    if found.problems:
        raise InputError(found.problems)
    if not options.out:
        if options.save_form:
            write_file(options.save_form, plain(stated(found.form)).encode())
        _show(found)
        return 0
    if found.questions:
        raise InputError(Problem(Place(options.table), "", what) for what in found.questions)
    facts = {name: getattr(options, name) for name in OF_QUOTE}
    quote = found.quote(**facts)
    for name in NEEDED:
        if name not in quote:
            raise wrong_option(f"--{name}", f"missing: write the {name} of the quote")
    if options.keep and not options.vendor:
        raise wrong_option("--keep", "write the --vendor whose form is kept")
    text = plain(quote).encode()
    _check(text, found, options)
    write_file(options.out, text, anew=True)
    if options.save_form:
        write_file(options.save_form, plain(stated(found.form)).encode())
    if options.keep:
        keep(options, found.form)
    print(f"{options.out}: {several(len(found.lines), 'price')}")
    for row, why in found.skipped:
        print(f"{options.table}:{row}: not a price: {why}")
    return 0


def _check(text: bytes, found: TableQuote, options: argparse.Namespace) -> None:
    """Refuse a quote that couldn't be read again, by the rows of the table and the options."""
    try:
        data = read_document(text, options.out).data
        read_quote("quote", TableDocument(data, options.table, rows=found.rows))
    except InputError as error:
        problems = [_in_table(one, found, options.table) for one in error.problems]
        by_option = all(one.place.file.startswith("--") for one in problems)
        raise (OptionError if by_option else InputError)(problems) from None


def _in_table(problem: Problem, found: TableQuote, table: str) -> Problem:
    """Return a problem of the quote where the user can solve it: in a row, or in an option."""
    name, _, inside = problem.field.partition(".")
    if name in OF_QUOTE:
        return Problem(Place(f"--{name.replace('_', '-')}"), "", problem.what)
    number, _, field = inside.partition(".")
    if name == "lines" and number.isdecimal() and int(number) < len(found.rows):
        return Problem(Place(table, found.rows[int(number)], 1), field, problem.what)
    return Problem(Place(table), problem.field, problem.what)


def content_of(file: str) -> bytes:
    """Return the contents of a table."""
    try:
        return contents(file, LARGEST_SOURCE)
    except OSError as error:
        what = f"can't be read ({(error.strerror or str(error)).lower()}): give another path"
        raise InputError([Problem(Place(file), "", what)]) from None


def stated(form: TableForm) -> dict[str, Any]:
    """Return what a form states."""
    data = form.model_dump(by_alias=True, mode="json")
    return {name: value for name, value in data.items() if value not in (None, "", {})}


def form_of(options: argparse.Namespace) -> TableForm:
    """Return the form by the options, else that of a file, else that of the vendor."""
    data: dict[str, Any] = {}
    if options.form:
        document = read_document(content_of(options.form), options.form)
        data = stated(validate(TableForm, document))
    elif options.vendor:
        data = kept_form(options.vendor, options.store or "")
    for name in CHOSEN:
        value = getattr(options, name, None)
        if value is not None:
            data[name] = int(value) if name == "head_row" and value.isdecimal() else value
    if options.separator:
        data["separator"] = "\t" if options.separator == "tab" else options.separator
    columns = dict(_chosen(text) for text in options.column)
    if columns:
        if what := next(check_columns(columns), ""):
            raise wrong_option("--column", what)
        table = content_of(options.table)
        known = read_by_form(table, options.table, _read(data), FURTHER_HEADS).form.columns
        taken = set(columns.values())
        kept = {field: head for field, head in known.items() if head not in taken}
        data["columns"] = {field: head for field, head in {**kept, **columns}.items() if head}
    return _read(data)


def _read(data: dict[str, Any]) -> TableForm:
    document = Document({"schema": "ostimate.table/1", **data}, "options")
    try:
        return validate(TableForm, document)
    except InputError as error:
        problem = error.problems[0]
        option = problem.field.partition(".")[0].replace("_", "-")
        raise wrong_option(f"--{option}", problem.what) from None


def _chosen(text: str) -> tuple[str, str]:
    field, equals, name = text.partition("=")
    if not equals:
        raise wrong_option("--column", f"write FIELD=NAME, as in 'price=List price', not '{text}'")
    return field.strip(), " ".join(name.split())


def kept_form(vendor: str, store: str = "") -> dict[str, Any]:
    """Return the form that was kept of a vendor; an empty one if there is none."""
    from store.errors import StoreError
    from store.place import place
    from store.store import Store  # SQLAlchemy: slow to import

    try:
        where = place(store)
        if where.file and not where.file.exists():
            return {}
        opened = Store(where)
        body = opened.forms.get(vendor)
        opened.close()
    except StoreError as error:
        raise InputError([Problem(Place("store"), "", str(error))]) from None
    try:
        return stated(_read(json.loads(body))) if body else {}
    except (ValueError, TypeError, InputError):
        return {}  # of another version


def keep(options: argparse.Namespace, form: TableForm) -> None:
    """Keep the form of a vendor in the store."""
    from store.errors import StoreError
    from store.place import place
    from store.store import Store  # SQLAlchemy: slow to import

    try:
        store = Store(place(options.store or ""))
        known = stated(form.model_copy(update={"head_row": None}))  # titles differ by quote
        store.forms.keep(options.vendor, json.dumps(known))
        store.close()
    except StoreError as error:
        raise InputError([Problem(Place("store"), "", str(error))]) from None


def _show(found: TableQuote) -> None:
    """Show how a table is read."""
    form = found.form
    columns = {head: field for field, head in form.columns.items()}
    table(
        ("column", "read as"),
        [(head, "" if head in found.unread else columns[head]) for head in found.heads],
    )
    rows = [(name.replace("_", " "), str(value)) for name, value in stated(form).items()]
    rows = [(name, repr(text) if name == "separator" else text) for name, text in rows]
    table(("form", ""), [row for row in rows if row[0] not in ("schema", "columns")])
    used = [name for name in SHOWN if any(name in line for line in found.lines)]
    lines = list(zip(found.rows, found.lines, strict=True))[:MOST_SHOWN]
    if lines:
        heads = ("row", *(name.replace("_", " ") for name in used))
        table(heads, [(str(row), *(str(line.get(one, "")) for one in used)) for row, line in lines])
    if len(found.lines) > MOST_SHOWN:
        print(f"and {len(found.lines) - MOST_SHOWN} more")
    for row, why in found.skipped:
        print(f"row {row} is skipped: {why}")
    for question in found.questions:
        paragraph(f"to decide: {question}")
    for name, value in found.facts.items():
        print(f"found in the texts around it: {name.replace('_', ' ')} {value}")
    print("write the quote with --out QUOTE.yaml, --vendor, --number and --date")
