"""Targets in words: what bounds how full they get, what can't be rebuilt, unused drives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from model.design.given import GivenTier
from model.design.tier import Tier
from model.engine.tree import Address
from model.records import NamedTuple
from model.units.brief import several
from model.units.figures import show

TARGET = "pools:target"
Values = Mapping[Address, float | None]

LEFT_OVER = 0.1
"""Share of a block's drives that may be left over before it is said."""
NEAR = 1e-12


def fill_bound(values: Values, path: str, tier: Tier | GivenTier) -> str:
    """Say what bounds how full a tier is planned; empty if only its fill limit does."""
    limit = values.get((path, "fill_limit"))
    built = tier.built
    if built is None or not built.target.fill_bounds or limit is None:
        return ""
    if limit == 1:
        return built.target.full_at
    lost = _number(values, path, "recoverable_domains", built.target.failure_domain_name)
    lost = f"what the loss of {lost} takes"
    for name, words in built.target.fill_bounds:
        found = values.get((path, name))
        if found is not None and found <= limit + NEAR:
            return words.format(lost=lost)
    return ""


def _number(values: Values, path: str, name: str, domain: str, least: int = 0) -> str:
    count = max(least, int(values.get((path, name)) or 0))
    return f"{count} {domain}{'s' * (count != 1)}"


MANUAL = "Lustre Operations Manual, ch. 1, table 1"
LARGEST = {
    ("data", "zfs"): 1024 * 2.0**40,
    ("data", "ldiskfs"): 1024 * 2.0**40,
    ("metadata", "ldiskfs"): 16 * 2.0**40,
    ("metadata", "zfs"): 64 * 2.0**40,
}
"""The largest targets that Lustre's manual speaks of, by what they hold and what formats them."""


def _too_large(values: Values, path: str, tier: Tier) -> Iterator[str]:
    """Say where a target of Lustre is larger than its manual speaks of."""
    device, pool = ((f"{path}/{TARGET}", n) for n in ("target_exported", "pool_available"))
    size = values.get(pool) if tier.target.on_zfs else values.get(device)
    most = LARGEST.get((tier.holds, tier.target.served_as))
    if tier.file_system == "lustre" and size and most and size > most:
        what = "OST" if tier.holds == "data" else "MDT"
        yield (
            f"{tier.name}: an {what} of {show(size, 'byte', binary=True)} is larger than the "
            f"{show(most, 'byte', binary=True)} that Lustre documents ({MANUAL}): plan smaller "
            "targets"
        )


def _of_a_code(values: Values, path: str, tier: Tier) -> Iterator[str]:
    """Say what an erasure code doesn't count, and where a lost server takes data along."""
    if (path, "domains_survived") not in values:
        return
    if values.get((f"{path}/{TARGET}", "kept_share")) == 0 and tier.target.keeps_unknown:
        yield (
            f"{tier.name}: usable capacity is 'at most': the system's own reserve "
            "is unknown: write 'target.kept_share'"
        )
    if values.get((path, "domains_survived")) == 0 and values.get((path, "tier_parity")):
        domain = tier.target.failure_domain_name
        most = values.get((path, "strips_per_domain"))
        yield (
            f"{tier.name}: losing a {domain} loses data: it holds up to {most:.0f} strips of "
            f"'{tier.target.layout}': plan more {domain}s, or a code with more parity"
        )


class Idle(NamedTuple):
    """Drives of a block that are in no target and no reserved spares, and what they would make."""

    left: float
    drives: float
    reserved: float
    more: float
    """Further targets of the same layout."""


OF_IDLE = ("spare_drives_per_block", "drives_per_block", "reserved_spares_per_block", "blocks")
"""The figures of a tier that idle drives are counted from."""


def idle(values: Values, path: str, tier: Tier) -> Idle | None:
    """Return the drives of a block that are in no target; None where they are few or none."""
    left, drives, reserved = (values.get((path, name)) or 0.0 for name in OF_IDLE[:3])
    left -= reserved
    each = values.get((path, "all_drives_per_target"))
    more = left // each if tier.target.per_block is not None and each else 0.0
    if left <= 0 or not (more or left > LEFT_OVER * drives):
        return None
    return Idle(left, drives, reserved, more)


def idle_text(values: Values, path: str, tier: Tier) -> str:
    """Say how many of a tier's drives are in no target; empty where they are few or none."""
    found, blocks = idle(values, path, tier), values.get((path, "blocks"))
    if found is None or not blocks:
        return ""
    left, drives = found.left * blocks, found.drives * blocks
    return f"{left:.0f} of {drives:.0f} drives of {tier.name} are in no target"


def reached_without_server(path: str) -> Address:
    """Return the share of a tier's striped files that can be read while a server is down."""
    return f"{path}/states:server down", "striped_read_reached"


def no_failover(values: Values, tiers: Sequence[tuple[str, Tier | GivenTier]]) -> str:
    """Name the tiers whose files are out of reach while a server is down; empty without any."""
    found = [tier.name for path, tier in tiers if values.get(reached_without_server(path)) == 0]
    return f"no failover while a server is down: {', '.join(found)}" if found else ""


def _idle_drives(values: Values, path: str, tier: Tier) -> Iterator[str]:
    """Say which drives are in no target, and whether they would make further ones."""
    found, there = idle(values, path, tier), values.get((path, "targets_per_block"))
    if found is None:
        return
    left, drives, reserved, more = found
    beyond = f", beyond {several(reserved, 'reserved spare')}" * bool(reserved)
    what = f"{tier.name}: {left:.0f} of a block's {drives:.0f} drives are in no target{beyond}"
    if more and there:
        yield (
            f"{what}, though they would make {more:.0f} more: write 'target.per_block: "
            f"{there + more:.0f}', or 'target.reserved_spares' if they are spares"
        )
    else:
        yield (
            f"{what} ('{tier.target.layout}'): write 'target.reserved_spares' if they are spares, "
            "or a layout that uses them"
        )


def _failover(values: Values, path: str, tier: Tier) -> Iterator[str]:
    """Say what stops while a server is down, where no other one takes over."""
    if values.get((f"{path}/states:server down", "striped_read_reached")) != 0:
        return
    if tier.holds == "metadata":
        yield (
            f"{tier.name}: no failover: while one of its servers is down, the files of its targets "
            "can't be opened: plan two servers per block that share the drives"
        )
        return
    inside = tier.drives.per_server
    lost = "; if the server itself is lost, so are its files" if inside else ""
    remedy = (
        "mirrored targets or an erasure code across servers" if inside else "two servers per block"
    )
    yield (
        f"{tier.name}: no failover: while a server is down, files on its targets, and files "
        f"striped over all, can't be read{lost}: {remedy} would keep them"
    )


def _worn(values: Values, path: str, tier: Tier) -> Iterator[str]:
    """Say where flash is worn out before the end of its service."""
    life, service = values.get((path, "drive_life")), values.get(("site", "years_of_service"))
    written = values.get((path, "daily_writes"))
    if life is None or service is None or written is None or life >= service:
        return
    yield (
        f"{tier.name}: {show(written, 'byte')} a day wear its flash out in {show(life, '1')} "
        f"years, and the service is {show(service, '1')}: plan drives of a higher endurance, more "
        "of them, or replacements"
    )


def warnings_of_targets(
    values: Values, tiers: Sequence[tuple[str, Tier | GivenTier]]
) -> Iterator[str]:
    """Yield warnings on data that can't be rebuilt, uncounted space and unused drives."""
    for path, any_tier in tiers:
        tier = any_tier.built
        if tier is None:
            continue
        has_targets = values.get((path, "layout_fits")) != 0
        if values.get((path, "redundancy_capacity")) == 0 and has_targets:
            yield f"{tier.name}: no redundancy: losing a drive loses its target's data"
            if tier.cache is not None and tier.cache.mode == "writeback":
                yield f"{tier.name}: losing a cache drive loses all targets behind it"
        if values.get((path, "cache_fits")) == 0:
            yield f"{tier.name}: the caches don't fit on the cache drives"
        if values.get((path, "domains_suffice")) == 0:
            domain = tier.target.failure_domain_name
            lost = _number(values, path, "domains_lost", domain, 1)
            some = values.get((path, "recoverable_domains"))
            rebuilt = f"only the data of {some:.0f} can" if some else "no data can"
            yield (
                f"{tier.name}: after the loss of {lost}, {rebuilt} be rebuilt: "
                f"'{tier.target.layout}' needs more {domain}s than remain: plan more {domain}s, or "
                "a narrower code"
            )
        yield from _of_a_code(values, path, tier)
        yield from _too_large(values, path, tier)
        if tier.target.uncounted:
            yield (
                f"{tier.name}: usable capacity is 'at most': {tier.target.uncounted} isn't counted"
            )
        yield from _idle_drives(values, path, tier)
        yield from _failover(values, path, tier)
        yield from _worn(values, path, tier)
