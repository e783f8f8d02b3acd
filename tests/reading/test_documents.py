"""Reading YAML: what is read, what is refused, and where it stands."""

from __future__ import annotations

import json
import subprocess
import sys
from textwrap import dedent
from typing import Annotated, Any, Literal

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Discriminator, Field, Tag, TypeAdapter, ValidationError
from typing_extensions import TypeAliasType

import model.reading.documents
from model.errors import InputError, Place
from model.reading.documents import Document, problems_of, read_document, read_documents, validate
from model.reading.fields import Bytes, Count, Flag, Fraction, PositiveCount, Stated, Strict, Watts


def refusal(source: bytes | str) -> str:
    """Read what must be refused, and return the one line that says why."""
    with pytest.raises(InputError) as caught:
        read_document(source, "s.yaml")
    assert len(caught.value.problems) == 1
    line = str(caught.value)
    assert "\n" not in line
    assert len(line) < 200
    return line


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def _loader(request, monkeypatch):
    monkeypatch.setattr(model.reading.documents, "_LOADER", getattr(yaml, request.param))


@pytest.mark.usefixtures("_loader")
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("'null'", "null"),
        ("1e3", 1000.0),
        ("1.", 1.0),
        (".5", 0.5),
        ("-0x1F", "-0x1F"),
        ("0x1F", 31),
        ("0o17", 15),
        ("017", 17),
        ("10:30", "10:30"),
        ("1_000", "1_000"),
        ("2026-08-04", "2026-08-04"),
        ("'12'", "12"),
        ("10 TB", "10 TB"),
        ("-7", -7),
        ("-.inf", float("-inf")),
        ("9" * 5000, "9" * 5000),
    ],
)
def test_scalars_are_those_of_yaml_1_2(text, value):
    read = read_document(f"a: {text}\n", "s.yaml").data["a"]
    assert read == value
    assert type(read) is type(value)


def test_keys_are_texts_or_whole_numbers():
    data = read_document("no: 1\n2027: 2\n'3': 3\n1e3: 4\n", "s.yaml").data
    assert data == {"no": 1, 2027: 2, "3": 3, "1e3": 4}


WORDS = st.text(st.characters(categories=("L", "N", "P", "Zs")), max_size=8)


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | WORDS,
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4).filter(bool)
        ),
        max_leaves=12,
    ).map(lambda data: {"root": data})
)
def test_json_is_yaml(data):
    """JSON is a part of YAML 1.2: what its writer writes is read back."""
    text = json.dumps(data, ensure_ascii=False)
    assert read_document(text, "s.yaml").data == data


def test_a_byte_order_mark_and_windows_line_ends_are_harmless():
    document = read_document(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n", "s.yaml")
    assert document.data == {"a": 1, "b": 2}
    assert document.place(("b",)) == Place("s.yaml", 2, 1)


def test_documents_are_separated_by_three_dashes():
    documents = read_documents("# first\na: 1\n---\nb: {c: 2}\n", "s.yaml", first_line=10)
    assert [document.data for document in documents] == [{"a": 1}, {"b": {"c": 2}}]
    assert documents[0].place(("a",)) == Place("s.yaml", 11, 1)
    assert documents[1].place(("b", "c")) == Place("s.yaml", 13, 5)


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        ((), 1, 1),
        (("pools",), 2, 1),
        (("pools", 0), 3, 5),
        (("pools", 1, "width"), 6, 5),
        (("pools", 1, "absent", "deeper"), 5, 5),
        (("pools", 7), 2, 1),
        (("flow", "b", 1), 7, 15),
        ((2027,), 8, 1),
        (("absent",), 1, 1),
    ],
)
def test_places(path, line, column):
    text = (
        "name: x\n"
        "pools:\n"
        "  - drive: a\n"
        "    width: 1\n"
        "  - drive: b\n"
        "    width: 2\n"
        "flow: {b: [1, 2]}\n"
        "2027: y\n"
    )
    assert read_document(text, "s.yaml").place(path) == Place("s.yaml", line, column)


def test_places_survive_aliases():
    document = read_document("a: &a {b: 1}\nc: *a\n", "s.yaml")
    assert document.data == {"a": {"b": 1}, "c": {"b": 1}}
    assert document.place(("c", "b")) == Place("s.yaml", 2, 1)


@pytest.mark.usefixtures("_loader")
def test_all_keys_given_twice_are_named_with_both_lines():
    with pytest.raises(InputError) as caught:
        read_document("a: 1\nb: {c: 1, c: 2}\nd:\n  - e: 1\n    e: 2\na: 3\n", "s.yaml")
    assert str(caught.value).split("\n") == [
        "s.yaml:2:11: b.c: given twice, first in line 2: keep one of them",
        "s.yaml:5:5: d.0.e: given twice, first in line 4: keep one of them",
        "s.yaml:6:1: a: given twice, first in line 1: keep one of them",
    ]


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join(['*' + before] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


EMPTY = "1:1: the file is empty: write 'name: value' lines"
TEXT = "is not allowed in a text: remove it"
DEEP = "nested too deep: at most 100 levels are read"
NO_UTF_8 = "this is not UTF-8 text: save the file as UTF-8"
NO_TOKEN = "cannot start any token"
REFUSED = [
    ("", EMPTY),
    ("   \n", EMPTY),
    ("# a comment\n", EMPTY),
    ("---\n", EMPTY),
    ("\ufeff", EMPTY),
    ("a: 1\n---\nb: 2\n", "3:1: a second document begins here: write one in each file"),
    (BOMB, "6:8: f.0: aliases repeat too much: at most 100\u202f000 nodes are read"),
    ("a: &x [*x]", "1:8: a.0: '*x' stands inside of what it repeats"),
    ("a: {b: *u}", "1:8: a.b: '*u' repeats nothing: no '&u' stands above"),
    ("<<: {a: 1}", "1:1: merge keys ('<<') aren't read: write the fields out"),
    ("[a]: 1", "1:1: a field's name must be a plain text or number"),
    (
        "a:\n\tb: 1",
        f"2:1: not valid YAML: found character that {NO_TOKEN}: indent with spaces, not with tabs",
        f"2:1: not valid YAML: found character '\\t' that {NO_TOKEN}: indent with spaces, not with "
        "tabs",
    ),
    (
        "a: b: c",
        "1:5: not valid YAML: mapping values are not allowed in this context",
        "1:5: not valid YAML: mapping values are not allowed here",
    ),
    (
        "a: 1\nb: @x",
        f"2:4: not valid YAML: found character that {NO_TOKEN}",
        f"2:4: not valid YAML: found character '@' that {NO_TOKEN}",
    ),
    (
        "a: !!python/object:os.system x",
        "1:4: a: tags such as 'tag:yaml.org,2002:python/object:os.system' aren't read: write the "
        "plain value",
    ),
    (
        "!!binary aGk=",
        "1:1: tags such as 'tag:yaml.org,2002:binary' aren't read: write the plain value",
    ),
    ("a: x\0y", f"1:5: the character U+0000 {TEXT}"),
    ("a: 1\nb: \ud800", f"2:4: the character U+D800 {TEXT}"),
    ("a: x\u202eyp.exe", f"1:5: the character U+202E {TEXT}"),
    ('a: "x\\e[31m"', f"1:4: a: the character U+001B {TEXT}"),
    ('a: ["x\\u2067y"]', f"1:5: a.0: the character U+2067 {TEXT}"),
    ('"a\\a": 1', f"1:1: the character U+0007 {TEXT}"),
    (b"\x7fELF\x02\x01\x01\x00\x00", f"1:1: the character U+007F {TEXT}"),
    (b"a: 1\nb: \xff\xfe", f"2:1: {NO_UTF_8}"),
    (b"a: 1\nb: \xff", f"2:1: {NO_UTF_8}"),
    ("a: 1".encode("utf-16"), f"1:1: {NO_UTF_8}"),
    (
        "a: [b\n",
        "2:1: not valid YAML: did not find expected ',' or ']'",
        "2:1: not valid YAML: expected ',' or ']', but got '<stream end>'",
    ),
    ("a: 'b\n", "2:1: not valid YAML: found unexpected end of stream"),
    ("[" * 10_000, f"1:101: {DEEP}"),
    ("- " * 10_000, f"1:201: {DEEP}"),
    ("{a: " * 10_000, f"1:401: {DEEP}"),
    # The parser's own work is quadratic in the depth: reading must stop long before.
    ("[" * 1_000_000, f"1:101: {DEEP}"),
    (b"x" * 1_000_001, " the file is too large: at most 1 MB are read"),
]
"""What is no document: the source, and why, where needed also in the words of the other parser."""


@pytest.mark.usefixtures("_loader")
@pytest.mark.parametrize(
    ("source", "messages"),
    [(source, messages) for source, *messages in REFUSED],
    ids=[ascii(source)[:30] for source, *_ in REFUSED],
)
def test_what_is_refused(source, messages):
    assert refusal(source) in [f"s.yaml:{message}" for message in messages]


def test_much_data_is_no_bomb():
    data = read_document("a:\n" + "- {b: 1}\n" * 60_000, "s.yaml").data
    assert len(data["a"]) == 60_000


def test_a_parser_that_knows_no_place_gives_one_line(monkeypatch):
    def parse(*_, **__):
        raise yaml.YAMLError("unknown\nfault")
        yield

    monkeypatch.setattr(yaml, "parse", parse)
    assert refusal("a: 1") == "s.yaml: this is not YAML: unknown fault"


def test_a_document_made_by_hand_has_a_place():
    assert Document({"a": 1}, "s.yaml").place(("a",)) == Place("s.yaml", 1, 1)


class Disk(Strict):
    kind: Literal["hdd"]
    capacity: Bytes
    """What the label says. In decimal units."""
    rpm: PositiveCount | None = None


class Flash(Strict):
    kind: Literal["ssd", "nvme"]
    share: Stated[Fraction] | None = None


class Pool(Strict):
    vdev_width: Annotated[int, Field(gt=2, le=32)]
    parity: Annotated[int, Field(ge=1, le=3)] = 2


Level = TypeAliasType("Level", Annotated[int, Field(multiple_of=5)])


def _is_list(value):
    return "many" if isinstance(value, list) else "one"


class Site(Strict):
    name: Annotated[str, Field(min_length=2)] = "xx"
    parts: tuple[Annotated[Disk | Flash, Field(discriminator="kind")], ...] = ()
    pools: dict[str, Pool] = Field(default_factory=dict)
    either: PositiveCount | Pool | None = None
    power: Watts | None = None
    rounds: Stated[list[Count]] | None = None
    open: Flag = False
    mode: Literal["fast", "slow"] = "fast"
    level: Level | None = None
    pair: Annotated[list[str], Field(max_length=2)] | None = None
    many: (
        Annotated[
            Annotated[list[Pool], Tag("many")] | Annotated[Pool, Tag("one")],
            Discriminator(_is_list),
        ]
        | None
    ) = None
    raw: Any = None


def lines(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        validate(Site, read_document(text, "s.yaml"))
    return str(caught.value).split("\n")


def test_a_good_document_becomes_an_instance():
    text = "name: abc\nparts:\n- {kind: hdd, capacity: 10 TB}\n- {kind: nvme, share: 80 %}\n"
    site = validate(Site, read_document(text, "s.yaml"))
    assert site.parts[0].capacity == 10e12
    assert site.parts[1].share.value == 0.8


def test_validation_may_start_inside_of_a_document():
    document = read_document("x:\n  - vdev_width: 11\n  - vdev_width: 1\n", "s.yaml")
    assert validate(Pool, document, at=("x", 0)).vdev_width == 11
    with pytest.raises(
        InputError, match=r"^s.yaml:3:5: x.1.vdev_width: must be more than 2, is 1$"
    ):
        validate(Pool, document, at=("x", 1))


def test_validation_takes_a_type_adapter():
    adapter = TypeAdapter(list[Pool])
    with pytest.raises(InputError, match=r"^s.yaml:2:3: 1.vdev_width: must be at most 32, is 99$"):
        validate(adapter, read_document("- vdev_width: 3\n- vdev_width: 99", "s.yaml"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nmae: xy", "1:1: nmae: unknown field (did you mean 'name'?)"),
        (
            "zzz: 1",
            "1:1: zzz: unknown field "
            "(write one of: name, parts, pools, either, power, rounds, open, mode, "
            "level, pair, many, raw)",
        ),
        (
            "pools:\n  a:\n    vdev_widht: 11",
            "3:5: pools.a.vdev_widht: unknown field (did you mean 'vdev_width'?)",
        ),
        (
            "parts:\n- kind: hdd\n  capcity: 10 TB",
            "3:3: parts.0.capcity: unknown field (did you mean 'capacity'?)",
        ),
        (
            "parts:\n- kind: ssd\n  share: {valu: 1}",
            "3:11: parts.0.share.valu: unknown field (did you mean 'value'?)",
        ),
        ("parts: [{kind: hdd}]", "1:9: parts.0: missing: 'capacity' (what the label says)"),
        ("parts: [{kind: hd}]", "1:10: parts.0.kind: unknown kind 'hd' (did you mean 'hdd'?)"),
        ("parts: [{rpm: 1}]", "1:9: parts.0: missing: 'kind' (write one of: hdd, ssd, nvme)"),
        (
            "parts: [{kind: hdd, capacity: 10Tb}]",
            "1:21: parts.0.capacity: '10Tb' does not say bits or bytes; write '10 TB' or '10 Tbit'",
        ),
        (
            "parts: [{kind: hdd, capacity: }]",
            "1:21: parts.0.capacity: nothing is written here; write a figure such as '10 TB'",
        ),
        (
            "parts: [{kind: hdd, capacity: 1 TB, rpm: 7200.0}]",
            "1:37: parts.0.rpm: found 7200.0: write a whole number",
        ),
        (
            "parts: [{kind: ssd, share: 2}]",
            "1:21: parts.0.share: must be at most 1, is 2: write a share, as in '2 %'",
        ),
        ("parts: 5", "1:1: parts: found 5: write a list ('- value' lines)"),
        ("parts: [x]", "1:9: parts.0: found 'x': write a mapping ('name: value' lines)"),
        (
            "pools: {a: {vdev_width: 3, parity: -3}}",
            "1:28: pools.a.parity: must be at least 1, is -3",
        ),
        ("name: no_\nopen: no", "2:1: open: found 'no': write true or false"),
        ("name: x", "1:1: name: must have at least 2 characters, has 1"),
        ("name: [x]", "1:1: name: found a list: write a text"),
        ("mode: fats", "1:1: mode: 'fats' isn't possible here (did you mean 'fast'?)"),
        ("rounds: [1, -2]", "1:13: rounds.1: must be at least 0, is -2"),
        (
            "either: text",
            "1:1: either: found 'text': write a whole number; "
            "or found 'text': write a mapping ('name: value' lines)",
        ),
        ("name:", "1:1: name: found nothing: write a text"),
        (
            "name: 2.1",
            '1:1: name: 2.1 is a number, but a text is wanted: write it in quotes, "2.1"',
        ),
        ("name: true", "1:1: name: found true: write a text"),
        ("name: {a: 1}", "1:1: name: found a mapping: write a text"),
        ("pools: {a: {}}", "1:9: pools.a: missing: 'vdev_width'"),
        ("level: 3", "1:1: level: input should be a multiple of 5"),
        ("pair: [a, b, c]", "1:1: pair: must have at most 2 entries, has 3"),
        ("many: [{vdev_width: 1}]", "1:9: many.0.vdev_width: must be more than 2, is 1"),
        ("many: {vdev_width: 1}", "1:8: many.vdev_width: must be more than 2, is 1"),
        ("[]", "1:1: found a list: write a mapping ('name: value' lines)"),
    ],
)
def test_problems_are_said_in_our_words(text, expected):
    assert lines(text) == [f"s.yaml:{expected}"]


def test_all_problems_come_at_once_in_the_order_of_the_file():
    text = "pools: {a: {}}\npower: 3 TB\nmode: 1\nparts:\n- {kind: hdd}\n- {kind: ssd, share: -1}\n"
    places = [line.split(": ")[0] for line in lines(text)]
    assert places == ["s.yaml:1:9", "s.yaml:2:1", "s.yaml:3:1", "s.yaml:5:3", "s.yaml:6:15"]


def test_problems_of_several_documents_may_be_gathered():
    document = read_document("vdev_width: 0", "s.yaml")
    with pytest.raises(ValidationError) as caught:
        Pool.model_validate(document.data)
    found = problems_of(caught.value, Pool, document)
    assert [str(problem) for problem in found] == [
        "s.yaml:1:1: vdev_width: must be more than 2, is 0"
    ]


def test_plain_numbers_that_may_be_in_thousands() -> None:
    """YAML reads 1.450 as 1.45: the text is told, with where it stands; quotes are a choice."""
    source = """
    a: 1.450
    b: [12.000, "1.450", 1.4500, 0.925, 1.45, 1e3, -999.999]
    c: {d: 1.450 TB, e: 2.500}
    """
    document = read_document(dedent(source), "a.yaml")
    found = dict(document.maybe_thousands())
    assert found == {
        ("a",): "1.450",
        ("b", "0"): "12.000",
        ("b", "6"): "-999.999",
        ("c", "e"): "2.500",
    }
    assert str(document.place(("c", "e"))) == "a.yaml:4:18"
    assert list(read_document("a: 1.45", "a.yaml").maybe_thousands()) == []
    second = read_documents("a: 1.450\n---\nb: 2.500", "a.yaml")[1]
    assert list(second.maybe_thousands()) == [(("b",), "2.500")]


def test_places_in_reports_hold_no_folder_of_who_wrote_it() -> None:
    """Errors name the file as it was given, to be found; reports go to others."""
    text = "a: {b: 1}\n"
    home = read_document(text, "/home/jane/plans/mine.yaml")
    assert home.place_as_text("a.b") == "mine.yaml:1:5"
    assert str(home.place(("a", "b"))) == "/home/jane/plans/mine.yaml:1:5"
    assert read_document(text, "plans/mine.yaml").place_as_text("a.b") == "plans/mine.yaml:1:5"


AS_BEFORE = """
import datetime, re
import model.reading.documents
import yaml
late = type(yaml.reader.Reader.NON_PRINTABLE)
text = "{day: 2026-08-04, n: 0x1F, x: 1.5e+3, yes: no}"
found = yaml.load(text, Loader=yaml.SafeLoader)
assert found == {"day": datetime.date(2026, 8, 4), "n": 31, "x": 1500.0, True: False}, found
try:
    yaml.load("a: \\x07", Loader=yaml.SafeLoader)
except yaml.reader.ReaderError:
    print(late.__name__, type(re.compile("a")) is re.Pattern)
"""


def test_pyyaml_in_python_reads_as_before() -> None:
    """Its patterns are compiled when they are first needed: dates, numbers, words, odd signs."""
    run = subprocess.run(
        [sys.executable, "-c", AS_BEFORE], check=True, capture_output=True, text=True
    )
    assert run.stdout.split() == ["_Pattern", "True"]
