"""Trees of another shape, compiled from an earlier one: where a name means something else now."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from model.engine.incremental import IncrementalProgram
from model.engine.on_demand import OnDemand
from model.engine.quantity import Book
from model.engine.tree import Instance, Program, TreeError


def book(*names: str, **formulas: str) -> Book:
    """Declare inputs, and quantities by what each adds."""
    made = Book("book")
    for name in names:
        made.input(name, "1", "x", "Title")
    for name, needs in formulas.items():
        source = f"lambda {', '.join(needs.split('+'))}: {needs}"
        made.quantity("1", "x", "test", name=name)(eval(source))
    return made


ROOT, TIER, YEAR = book("base"), book("own"), book(total="base")
SERVERS, DISKS = book("count"), book(sum_of_all="base+count")


def site(
    root: Book = ROOT, tier: Book = TIER, *, base: float = 10.0, disks: Book = DISKS, years: int = 1
) -> Instance:
    """Build a site of two tiers; one has servers with disks, both have years."""
    below = Instance("disks", "disks", disks)
    servers = Instance("servers", "all", SERVERS, {"count": 3.0}, {"disks": [below]})
    year = [Instance("years", f"{n}", YEAR) for n in range(years)]
    children = {"servers": [servers], "years": year}
    first = Instance("tiers", "first", tier, {"own": 1.0, "base": 5.0, "more": 7.0}, children)
    second = Instance("tiers", "second", TIER, {"own": 2.0}, {"years": year[:1]})
    return Instance("site", "site", root, {"base": base}, {"tiers": [first, second]})


def with_years(named: Book, of_site: Book = ROOT) -> Instance:
    """Build the site with a year of its own, which years of tiers are aligned with."""
    root = site(of_site)
    year = Instance("years", "0", named, {"base": 100.0, "own": 0.0})
    root.children = {**root.children, "years": [year]}
    return root


def values(root: Instance) -> dict[tuple[str, str], str]:
    program = Program(root)
    return {
        at: repr(n)
        for at, n in zip(program.addresses, program.figures(program.instances), strict=True)
    }


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (site, lambda: site(tier=book("own", "base"))),  # nearer than the site's, for all below
        (lambda: site(tier=book("own", "base")), site),  # no longer
        (lambda: with_years(book("own")), lambda: with_years(book("own", "base"))),  # aligned
        (lambda: with_years(book("own", "base")), site),  # the year itself is gone
        (site, lambda: with_years(book("base"))),  # it is new
        (site, lambda: site(disks=book(sum_of_all="base+own", own="twice", twice="count"))),
        (site, lambda: site(disks=book(other="count"))),  # another name in its place
        (site, lambda: site(years=3, base=11.0)),  # more children, another figure
        (lambda: site(years=3), lambda: site(base=11.0)),
    ],
)
def test_names_mean_what_they_mean_in_a_tree_of_its_own(
    before: Callable[[], Instance], after: Callable[[], Instance]
) -> None:
    earlier, root = Program(before()), after()
    program = IncrementalProgram(dict(root.walk()), earlier, earlier.instances)
    outdated = program.outdated_from(earlier.figures(earlier.instances))
    figures = OnDemand(program, *outdated).figures()
    assert {at: repr(figures[slot]) for at, slot in program.slots.items()} == values(root)


def test_values_are_computed_when_they_are_read_with_what_they_need_alone() -> None:
    disks = book(first="base", second="first", other="base")
    program, changed = Program(site(disks=disks)), dict(site(disks=disks, base=11.0).walk())
    figures, outdated = program.outdated(program.figures(program.instances), changed)
    found, left = OnDemand(program, figures, outdated), outdated.count(1)
    at = "site/tiers:first/servers:all/disks:disks"
    expected = dict(zip(program.addresses, program.figures(changed), strict=True))
    assert found[at, "second"] == expected[at, "second"]
    assert outdated.count(1) == left - 2
    assert dict(found) == expected
    assert not outdated.count(1)
    assert (at, "nothing") not in found


def test_what_stays_is_not_resolved_again() -> None:
    earlier, root = Program(site()), site(disks=book(sum_of_all="base"))
    program = IncrementalProgram(dict(root.walk()), earlier, earlier.instances)
    kept = {id(step) for step in program.steps} & {id(step) for step in earlier.steps}
    assert len(kept) == len(program.steps) - 1


def test_a_cycle_is_refused() -> None:
    earlier = Program(site())
    root = site(disks=book(sum_of_all="other", other="sum_of_all"))
    with pytest.raises(TreeError, match="a cycle"):
        IncrementalProgram(dict(root.walk()), earlier, earlier.instances)


def test_a_total_of_what_is_gone_is_refused() -> None:
    """A year of the site that totals the same year of each tier, of which one has none now."""
    of_year = book("base")
    of_year.over("total", "of_tiers", "1", "s", "Sum", roles=("tiers",), of="total", aligned=True)
    earlier = Program(with_years(of_year))
    root = with_years(of_year)
    root.children["tiers"][1].children = {}
    with pytest.raises((TreeError, KeyError)):
        Program(root)
    with pytest.raises(TreeError):
        IncrementalProgram(dict(root.walk()), earlier, earlier.instances)
