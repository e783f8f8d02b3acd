"""What all tests share: Hypothesis profiles, LibreOffice, Chromium, golden files."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from xdist.scheduler import LoadScopeScheduling

import tests.environment  # noqa: F401  # before anything of the model is imported
from tests.office import (
    Sheets,
    computed,
    convert,
    find_office,
    find_writer,
    kept_open,
    make_profile,
)
from tests.postgresql import find_postgresql
from tests.serving import served

# Plans are kept from test to test: looking through them for garbage again and again took an eighth
# of all time.
gc.set_threshold(200_000, 20, 20)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IN_CI = os.environ.get("CI", "").lower() in ("true", "1")

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
# Each run here draws other examples, so fewer of them do; CI draws the same hundred every time.
hypothesis.settings.register_profile("local", deadline=None, max_examples=40)
hypothesis.settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if IN_CI else "local"),
)


def find_chromium() -> str | None:
    """Find a Chromium, or nothing."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""Options that Chromium is started with."""
BRIEFLY = "--js-flags=--no-opt --no-maglev"
"""Pages of tests live too briefly for optimized scripts to pay."""
NEEDS = {
    "browser": (find_chromium, "Chromium is not installed: apt-get install chromium"),
    "office": (find_office, "LibreOffice is not installed: apt-get install libreoffice-calc"),
    "writer": (
        find_writer,
        "LibreOffice Writer is not installed: apt-get install libreoffice-writer",
    ),
    "postgresql": (find_postgresql, "PostgreSQL is not installed: apt-get install postgresql"),
}
PATIENCE = 120_000
"""How long a page may take for anything, in ms: much else may run beside it."""
OF_BROWSER = tuple(
    f"tests/test_{name}_browser.py"
    for name in ("app", "look", "pages", "print", "safe", "start", "store", "tender")
)
"""Files whose tests start the app and Chromium."""
OF_PAGES = ("tests/ui/",)
"""Folders whose tests draw pages: the first run of each costs more than all others."""
OF_EXAMPLES = "tests/laws/", "tests/engine/"
"""Folders whose tests try all examples of `tests.trees`."""
OF_BOOKS = tuple(
    f"tests/report/test_{name}.py"
    for name in (
        *("anew", "excel_limits", "looks", "paper", "path_sheet", "sheet_structure", "typing"),
        "workbook",
    )
)
"""Files whose tests read the workbooks of all reference systems."""
TOGETHER = {
    "browser": OF_BROWSER,
    "books": OF_BOOKS,
    "pages": OF_PAGES,
    "examples": OF_EXAMPLES,
}
LONG = (
    *("test_app_browser", *OF_PAGES, "tests/report/", *OF_EXAMPLES),
    *("_browser", "test_installed", ""),
)
"""Files of tests by what they take, the longest first."""
FIXTURES = {"chromium": "browser", "golden": "golden", "printed": "writer"} | dict.fromkeys(
    ("compute", "recalculate", "recalculate_all"), "office"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-golden", action="store_true", help="rewrite the golden files")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what a test needs; one that drives a browser takes long, whatever it looks at."""
    for fixture, marker in FIXTURES.items():
        if fixture in getattr(item, "fixturenames", ()):
            item.add_marker(marker)
    if item.get_closest_marker("browser"):
        item.add_marker("long")


class ByFile(LoadScopeScheduling):
    """A file stays in one process; so do all that draw pages, try examples or read every workbook.

    What they share is made once there. Marks of groups would do, but of pytest 9.2 and xdist 3.8
    nobody heeds them (pytest-dev/pytest-xdist, issue 1386), and each process made everything.
    """

    def _split_scope(self, nodeid: str) -> str:
        groups = (name for name, of in TOGETHER.items() if any(part in nodeid for part in of))
        return next(groups, nodeid.partition("::")[0])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Use a process more than there are cores: one often waits for a browser or for LibreOffice."""
    return len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    return ByFile(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that no process is left with it at the end."""
    items.sort(key=lambda item: [name not in str(item.path) for name in LONG].index(False))


def pytest_collection_finish() -> None:
    gc.freeze()  # what is collected stays


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End a process of xdist when all is told: to take apart what it holds takes seconds."""
    if hasattr(config, "workerinput"):
        os._exit(0)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, (find, reason) in NEEDS.items():
        if item.get_closest_marker(marker) and not find():
            # A test that silently never runs in CI would be worse than none.
            (pytest.fail if IN_CI else pytest.skip)(reason)


@pytest.fixture(scope="session", autouse=True)
def _store_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep nothing where whoever runs the tests keeps his own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OSTIMATE_STORE", str(tmp_path_factory.mktemp("store") / "store.db"))
        yield


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of Chromium, for Playwright's `executable_path`."""
    return find_chromium() or ""


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Start Chromium once, where a test needs it; what it loads stays apart by its contexts."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=[*CHROMIUM, BRIEFLY])
        yield started
        started.close()


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the app once for all tests that look at its pages, and give its address."""
    with served(tmp_path_factory.mktemp("app") / "log") as address:
        yield address


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Page]:
    """One for all tests: a new one reads and compiles all scripts anew, for 1.5 s of a core."""
    from playwright.sync_api import expect

    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    yield page
    context.close()


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """Give it as that of a browser that nobody knows: drafts of others aren't its own."""
    tab.set_viewport_size({"width": 1400, "height": 1000})
    yield tab
    for other in tab.context.pages:
        if other != tab:
            other.close()
    tab.goto("about:blank")
    tab.unroute_all()
    tab.emulate_media(media="null", color_scheme="null")
    tab.context.clear_permissions()
    tab.context.clear_cookies()


@pytest.fixture(scope="session")
def office_profile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the profile of a LibreOffice that stays open."""
    with kept_open(make_profile(tmp_path_factory.mktemp("office") / "profile")) as profile:
        yield profile


@pytest.fixture(scope="session")
def compute(
    office_profile: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Mapping[str, bytes]], dict[str, Sheets]]:
    """Let LibreOffice compute many workbooks anew at once, and read what their cells show."""
    return lambda workbooks: computed(workbooks, office_profile, tmp_path_factory.mktemp("sheets"))


@pytest.fixture(scope="session")
def recalculate_all(
    office_profile: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Sequence[Path]], list[Path]]:
    """Let LibreOffice recalculate many workbooks at once; their names must differ."""
    into = tmp_path_factory.mktemp
    return lambda workbooks: convert(workbooks, office_profile, into("recalculated"))


@pytest.fixture(scope="session")
def recalculate(
    recalculate_all: Callable[[Sequence[Path]], list[Path]],
) -> Callable[[Path], Path]:
    """Let LibreOffice recalculate one workbook."""
    return lambda workbook: recalculate_all([workbook])[0]


@pytest.fixture(scope="session")
def printed(
    office_profile: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Path], str]:
    """Let LibreOffice Writer open a file of a word processor, and give its text."""

    def text_of(file: Path) -> str:
        into = tmp_path_factory.mktemp("printed")
        [text] = convert([file], office_profile, into, "txt:Text (encoded):UTF8")
        return text.read_text(encoding="utf-8-sig")

    return text_of


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with a golden file, or rewrite the file under `make golden`."""

    def compare(file: Path, text: str) -> None:
        if request.config.getoption("--rewrite-golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"{file.name} is missing: make golden writes it"
        assert text == file.read_text(encoding="utf-8"), "if it is meant so: make golden"

    return compare
