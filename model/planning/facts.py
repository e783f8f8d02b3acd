"""Facts of a scenario that determine the shape of its tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from model.books.facts import InodeRule, TargetFacts, TierFacts
from model.books.site_facts import Drains, Memory, Sharing, SiteFacts
from model.design.economics import Economics
from model.design.equipment import SAS_CABLES
from model.design.given import GivenTier
from model.design.scenario import Scenario
from model.design.tier import Tier
from model.formulas.time_and_money.price_paths import OF_DRIVES
from model.formulas.time_and_money.requirements import REQUIREMENTS, THROUGH_BURST
from model.planning.availability import copies_on_other_targets
from model.planning.cable_lengths import fabric_cable, tier_cable
from model.planning.caches import on_lanes
from model.planning.chain import chain_of
from model.planning.checks import shares_drives
from model.planning.cords import cord_facts, fed_switches
from model.planning.demand import demand_facts
from model.planning.drives_beside import kinds_beside
from model.planning.fabrics import bought_fabric, failing_switches
from model.planning.kinds.kind import is_flash, requests_known
from model.planning.losses import losses_of, replaces_drives
from model.planning.placements import placement_rule, placing_of
from model.planning.price_paths import (
    NAMES,
    has_dated_prices,
    has_paths,
    lines_by_path,
    priced_common,
)
from model.planning.racks import DRIVES_BESIDE, IN_EACH_SERVER, has_racks, is_fed
from model.planning.services import line_of_service
from model.planning.spares import datasheet_failures, fails_as_in_field, hot_spares, stocked
from model.planning.states import possible_states, takes_over
from model.planning.supply import Supply


def tier_facts(tier: Tier, at: str, supply: Supply) -> TierFacts:
    """Return the facts that determine the books of the tier at a path of the scenario."""
    cache, target = tier.cache, tier.target
    stated = target.per_block is not None
    chain = chain_of(tier, supply)
    lustre = supply.scenario.clients is not None and tier.file_system == "lustre"
    return TierFacts(
        chain=chain,
        target=target_facts(tier),
        holds_data=tier.holds == "data",
        targets_given=target.fills_block or (stated and target.spread),
        targets_stated=stated and not target.spread,
        cables_named=chain.cabled and tier.cables is not None and tier.cables.name != SAS_CABLES,
        cable_length=chain.cabled and tier.cables is not None and tier.cables.length is not None,
        network_cable_length=tier_cable(tier, at, supply) is not None,
        hot_spares=hot_spares(tier),
        unlike_enclosures=tier.further_enclosures is not None,
        shared_drives=shares_drives(tier),
        by_block=target.failure_domain_name == "block",
        cached=cache is not None,
        cache_on_lanes=on_lanes(tier, supply),
        cache_rated=cache is not None and cache.is_rated,
        write_through=cache is not None and cache.mode == "writethrough",
        dirty_caches=tier.holds_dirty_caches,
        overlapped_hits=cache is not None and cache.combine == "overlapped",
        burst=cache is not None and cache.burst is not None,
        checkpoints=(checkpoints := _place_of_checkpoints(tier, supply)),
        raw_flash=tier.drives.raw_flash is not None,
        amplified=tier.drives.amplified,
        writes_entered=tier.daily_writes is not None
        or (tier.drives.asks_for_life and checkpoints is None),
        restored=tier.restore_bandwidth is not None,
        metadata_rates=tier.rates is not None,
        files_expected=supply.scenario.files is not None,
        memory=("oss" if tier.holds == "data" else "mds") if lustre else None,
        takes_over=takes_over(tier),
        shares_servers=tier.name in _on_same_servers(supply.scenario),
        states=tuple(possible_states(tier, chain)),
        racked=has_racks(supply),
        dated_prices=has_dated_prices(supply.scenario.economics),
        priced_beside=_priced_beside(tier, supply),
        price_paths=has_paths(supply.scenario.economics),
        capacity_grows=supply.scenario.economics.price_convention == "capacity grows",
        maintained=supply.scenario.maintains_lines,
        media=_prices_drives(supply.scenario.economics),
        replaced=replaces_drives(tier, supply.scenario.economics),
        replaced_by_year=supply.scenario.replaces_by_year,
        fed=is_fed(supply),
        growing=is_growing(supply.scenario),
        demand=demand_facts(tier.demand, f"{at}.demand", supply),
        for_site=_grows_for_site(tier, supply.scenario),
        options=supply.scenario.has_options,
        estimates=supply.scenario.has_bands,
        serviced=_serviced(tier, supply),
        spared=tier.spares is not None,
        stocked=stocked(tier, supply),
        joint_order=supply.joint_orders.get(tier.name, ""),
        outages=True,
        strips_away=tier.target.strips_away,
        strips_in_block=tier.target.strips_in_block if tier.enclosures is None else None,
        copies_apart=copies_on_other_targets(tier),
        placing=placing_of(tier, copies_on_other_targets(tier) or 1),
        buddies=tier.file_system == "beegfs",
        networked=tier.network is not None,
        spare_at_once=hot_spares(tier) is not None or tier.target.rebuilds_inside,
        field_failures=fails_as_in_field(tier, supply),
        datasheet_failures=datasheet_failures(tier, supply),
        owned=tier.is_owned,
    )


def _grows_for_site(tier: Tier, scenario: Scenario) -> Literal["alone", "beside others"] | None:
    """Return whether a tier grows with the demand of the site, alone or beside other data tiers."""
    if scenario.grows_for_site != tier.name:
        return None
    return "beside others" if len(scenario.data_tier_names) > 1 else "alone"


def _prices_drives(economics: Economics) -> bool:
    """Whether the drives of a tier have a sum of their own: they are replaced, or depreciated."""
    return economics.replaces_drives or economics.depreciation is not None


def _serviced(tier: Tier | GivenTier, supply: Supply) -> tuple[str, ...]:
    """Return the lines of the services that are purchased for this tier alone."""
    return tuple(
        line_of_service(n)
        for n, service in enumerate(supply.scenario.services)
        if service.tier == tier.name
    )


def _place_of_checkpoints(tier: Tier, supply: Supply) -> Literal["front", "behind"] | None:
    """Return the role of a tier's flash in the path of checkpoints, if any."""
    scenario = supply.scenario
    if scenario.checkpoint is None or tier.holds != "data" or not is_flash(tier, supply.catalog):
        return None
    drains = drains_of(scenario)
    if drains is None or tier.name in drains.burst:
        return "front"
    return "behind" if tier.name == drains.behind else None


def given_facts(tier: GivenTier, at: str, supply: Supply) -> TierFacts:
    """Return the same for a tier entered as a whole."""
    data = tier.holds == "data"
    inodes: InodeRule | None = None if data else "given"
    return TierFacts(
        target=TargetFacts(
            kind=tier.given.kind,
            given=True,
            on_zfs=False,
            spares_inside=False,
            keeps_back=False,
            sized=bool(tier.given.files),
            inodes=inodes,
        ),
        holds_data=data,
        files_expected=supply.scenario.files is not None,
        dated_prices=has_dated_prices(supply.scenario.economics),
        capacity_grows=supply.scenario.economics.price_convention == "capacity grows",
        maintained=supply.scenario.maintains_lines,
        growing=is_growing(supply.scenario),
        demand=demand_facts(tier.demand, f"{at}.demand", supply),
        options=supply.scenario.has_options,
        estimates=supply.scenario.has_bands,
        serviced=_serviced(tier, supply),
        restored=tier.restore_bandwidth is not None,
        outages=tier.given.availability is not None,
        loss_entered=tier.given.loss_probability is not None,
    )


def target_facts(tier: Tier) -> TargetFacts:
    """Return the facts that determine the book of a tier's targets."""
    target, data = tier.target, tier.holds == "data"
    rule = None if data else target.inodes(tier.file_system)
    return TargetFacts(
        kind=target.kind,
        on_zfs=target.on_zfs,
        on_raid=target.on_raid,
        coded=target.spread,
        over_domains=target.over_domains,
        spares_inside=target.spares_inside,
        keeps_back=target.keeps_back,
        keeps_for_root=target.keeps_for_root,
        limits_filling=target.limits_filling,
        in_enclosures=tier.enclosures is not None,
        placement=placement_rule(tier),
        lustre=tier.file_system == "lustre",
        requests=requests_known(tier),
        sized=bool(target.files),
        format=target.format_formulas,
        special=bool(target.special_drives),
        further_drives=tier.further_drives is not None,
        inodes_by_size=data and target.inodes_by_size,
        spare_rule=target.spare_rule(in_enclosures=tier.enclosures is not None),
        inodes=rule,
        data_on_mdt=rule is not None and tier.data_on_mdt is not None,
        losses=losses_of(tier),
        survives=target.group_survives,
        declustered=target.declustered,
        rebuilds_inside=target.rebuilds_inside,
        ages=tier.states.has_ages,
        copies_apart=copies_on_other_targets(tier) or 1,
        domain="block"
        if target.failure_domain_name == "block"
        else "server"
        if target.over_domains
        else None,
    )


def is_growing(scenario: Scenario) -> bool:
    """Whether there is any demand, so that years differ from each other."""
    return scenario.is_growing


def drains_of(scenario: Scenario) -> Drains | None:
    """Return the front data tiers, those that drain, and the one they drain into."""
    return Drains(*scenario.drains) if scenario.drains is not None else None


def _on_same_servers(scenario: Scenario) -> tuple[str, ...]:
    """Return the tiers on the same servers, that with the servers first; or empty."""
    return scenario.on_same_servers


def _sharing(tiers: tuple[TierFacts, ...], scenario: Scenario) -> Sharing | None:
    names, drains = _on_same_servers(scenario), drains_of(scenario)
    if not names:
        return None
    known = {tier.name: facts for tier, facts in zip(scenario.tiers, tiers, strict=True)}
    behind = drains.behind if drains else ""
    return Sharing(
        names[0],
        names[1:],
        tuple(n for n in names if known[n].holds_data and n != behind),
        tuple(n for n in names if known[n].drives_in_servers or known[n].cached),
        tuple(n for n in names if known[n].memory),
    )


def _priced_beside(tier: Tier, supply: Supply) -> tuple[tuple[str, ...], ...] | None:
    """Return the lines on each price path that are further drives or in servers, if any."""
    if not has_dated_prices(supply.scenario.economics):
        return None
    apart, inside = enumerate(kinds_beside(tier, supply), 1), enumerate(tier.in_servers, 1)
    lines = [(f"{DRIVES_BESIDE} {n}", kind) for n, kind in apart]
    lines += [(f"{IN_EACH_SERVER} {n}", supply.kind(one)) for n, one in inside if not one.option]
    if tier.further_drives is not None:
        lines.append(("further_drives", supply.kind(tier.further_drives)))
    return lines_by_path(lines)


def _priced_at_site(
    tiers: tuple[TierFacts, ...], supply: Supply
) -> tuple[tuple[str, ...], ...] | None:
    """Return the tiers and lists of common items with such lines on each price path, if any."""
    scenario = supply.scenario
    if not has_dated_prices(scenario.economics):
        return None
    places = {tier.name: of.priced_beside for tier, of in zip(scenario.tiers, tiers, strict=True)}
    places |= {"common": priced_common("", supply), "racking": priced_common("rack", supply)}
    known = {name: of for name, of in places.items() if of}
    if not known:
        return None
    return tuple(
        tuple(name for name, of in known.items() if of[n] or n < len(OF_DRIVES))
        for n in range(len(NAMES))
    )


def site_facts(tiers: tuple[TierFacts, ...], supply: Supply) -> SiteFacts:
    """Return the facts that determine the books of the site, from those of its tiers."""
    scenario = supply.scenario
    required, demand = _required(scenario), demand_facts(scenario.demand, "demand", supply)
    curves = [
        (f"{'tiers' if facts.holds_data else 'metadata'}:{tier.name}", facts.demand)
        for tier, facts in zip(scenario.tiers, tiers, strict=True)
    ]
    training, checkpoint = scenario.training, scenario.checkpoint
    move, files, fabric = scenario.migration, scenario.files, bought_fabric(supply)
    built = [tier for tier in scenario.tiers if tier.built]
    for field in ("media_replacement", "drive_replacements"):
        if getattr(scenario.economics, field) is not None and not built:
            supply.complain(f"economics.{field}", "no tier is built of drives: leave it out")
    maintenance = scenario.economics.maintenance_rate
    if scenario.economics.replaces_as_expected and maintenance and maintenance.value:
        supply.warn(
            "drives that fail are paid for beside maintenance: leave economics.drive_replacements "
            "out if the contract replaces them"
        )
    return SiteFacts(
        rule=scenario.checkpoint.rule if scenario.checkpoint else None,
        memory=_memory(scenario),
        mtti=scenario.mtti,
        dump=scenario.dump,
        states_given=training is not None and training.bytes_per_parameter is not None,
        accelerated=training is not None and training.accelerators is not None,
        writers=training.writers if training else None,
        reads=training.reads if training else None,
        node_local=checkpoint is not None and checkpoint.node_local,
        dumps_kept=checkpoint is not None and checkpoint.kept is not None,
        racks=has_racks(supply),
        fed=is_fed(supply),
        cords=cord_facts(supply, fabric),
        fed_switches=fed_switches(fabric, fed=is_fed(supply)),
        room_power=scenario.site.power is not None,
        room_racks=scenario.site.racks is not None,
        today=scenario.today is not None,
        floor=scenario.site.floor_load is not None,
        lift=scenario.site.lift is not None,
        way=scenario.site.path is not None,
        doors=scenario.site.door_depth is not None,
        required=required,
        drains=drains_of(scenario),
        sharing=_sharing(tiers, scenario),
        growing=is_growing(scenario),
        demand=demand,
        migration=("given" if move.target_rate else "planned") if move else None,
        files=("sizes" if files.sizes else "mean") if files else None,
        files_counted=files is not None and files.count is not None,
        clients=scenario.clients is not None,
        curves=tuple((at, one) for at, one in (*curves, ("", demand)) if one is not None),
        years=scenario.economics.years,
        costs=_costs(scenario.economics, replaced=any(facts.replaced for facts in tiers)),
        owned=tuple(t.name for t in built if t.is_owned),
        maintained=scenario.maintains_lines,
        dated_prices=has_dated_prices(scenario.economics),
        priced_beside=_priced_at_site(tiers, supply),
        price_paths=has_paths(scenario.economics),
        capacity_grows=scenario.economics.price_convention == "capacity grows",
        phased=scenario.economics.is_phased,
        paid=scenario.economics.payments is not None,
        options=scenario.has_options,
        estimates=scenario.has_bands,
        services=bool(scenario.services),
        serviced=tuple(
            tier.name for tier, facts in zip(scenario.tiers, tiers, strict=True) if facts.serviced
        ),
        fabric=fabric.topology if fabric else None,
        failing_switches=failing_switches(fabric),
        fabric_cable_length=fabric_cable(fabric, supply) is not None,
        on_fabric=tuple(t.name for t in built if t.network and not t.shares_servers_of),
        owners=tuple(t.name for t in built if not t.shares_servers_of),
        built=tuple(t.name for t in built),
        replaced=tuple(
            tier.name for tier, of in zip(scenario.tiers, tiers, strict=True) if of.replaced
        ),
        replaced_by_year=scenario.replaces_by_year,
        joint_orders=tuple(
            tuple(name for name, its in supply.joint_orders.items() if its == order)
            for order in dict.fromkeys(supply.joint_orders.values())
        ),
        grown_beside=tuple(
            name
            for name in scenario.data_tier_names
            if scenario.grows_for_site and name != scenario.grows_for_site
        ),
        outages=_counted([facts.outages for facts in tiers]),
        outages_of=_names(scenario, [facts.outages for facts in tiers]),
        takes_over=all(facts.takes_over for facts in tiers if not facts.given),
        losses=_counted([_knows_losses(facts) for facts in tiers]),
        losses_of=_names(scenario, [_knows_losses(facts) for facts in tiers]),
        baseline=scenario.projections.alternatives[0].name if scenario.projections else "",
    )


def _knows_losses(facts: TierFacts) -> bool:
    """Whether the losses of a tier are counted, or entered with a whole tier."""
    return bool(facts.losses) or facts.loss_entered


def _counted(counted: Sequence[bool]) -> Literal["all", "some"] | None:
    """Return whether something of all tiers is counted, or of some."""
    return ("all" if all(counted) else "some") if any(counted) else None


def _names(scenario: Scenario, counted: Sequence[bool]) -> tuple[str, ...]:
    """Return the names of the tiers of which something is counted."""
    of_each = zip(scenario.tiers, counted, strict=True)
    return tuple(tier.name for tier, is_counted in of_each if is_counted)


def _memory(scenario: Scenario) -> Memory | None:
    if scenario.machine is None:
        return "of nodes" if scenario.checkpoint and scenario.dump == "memory" else None
    return "given" if scenario.machine.memory is not None else "of nodes"


def _costs(economics: Economics, *, replaced: bool) -> frozenset[str]:
    """Return the further yearly costs that are entered."""
    space = economics.space
    stated = {
        "space": space and space.price_per_rack,
        "area": space and space.price_per_square_metre,
        "media": economics.media_replacement or replaced or None,
        "moving": economics.migration_cost,
        "depreciation": economics.depreciation,
        "removal": economics.decommissioning_cost,
        "residue": economics.residual_value,
        "charge": economics.charged_share,
        "inflation": economics.inflation,
    }
    return frozenset(name for name, one in stated.items() if one is not None)


def _required(scenario: Scenario) -> frozenset[str]:
    requirements = scenario.requirements
    required = {name for name in REQUIREMENTS if getattr(requirements, name, None) is not None}
    if scenario.checkpoint and drains_of(scenario):
        required.update(THROUGH_BURST)
    elif scenario.checkpoint and not scenario.wishes_twice:
        required.add("checkpoint_bandwidth")
    if scenario.checkpoint and scenario.checkpoint.kept is not None:
        required.add("checkpoint_capacity")
    if scenario.training and scenario.training.reads:
        required.add("training_bandwidth")
    return frozenset(required)


SHAPES = (
    "economics.years",  # one instance per year
    "tiers.*.servers.per_block",  # no failover with a single server
    "tiers.*.adapters.per_server",  # loss of the last one is a loss of the server
    "tiers.*.adapters.cables",  # loss of the last cable, too
    "tiers.*.target.copies",  # no loss of data is modelled where files have copies elsewhere
    "tiers.*.file_layout.sizes.*",  # an example file is named by its size
    "tiers.*.file_layout.extents.*.up_to",  # also one at the end of an extent
    "tiers.*.demand.groups.*.added",  # a decrease has no closed formula, only a search
    "demand.groups.*.added",
)
"""Figures of a scenario that determine the shape of its tree, as patterns of their paths.

Fields that are not figures (a layout, a part, a mode, a missing value) may affect it, too.
"""


def pattern_of(path: str) -> str:
    """Return a path without list indices: `tiers.0.blocks` → `tiers.*.blocks`."""
    return ".".join("*" if key.isdecimal() else key for key in path.split("."))


def varies_in_one_program(path: str) -> bool:
    """Whether the figure at a path affects values only, so that a sweep may vary it."""
    return pattern_of(path) not in SHAPES
