"""Progressive meters that several tables share: whether the links that a table is opened with fit."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.errors import Refused, suggest
from pitboss.house.ledger import MOST_AT_ONCE
from pitboss.money import money
from pitboss.rulebook.setup import MeterRule, Setup

if TYPE_CHECKING:
    from pitboss.house.live.live_table import LiveTable


def own_meter(table: str, name: str) -> str:
    """What a meter of one table alone is called."""
    return f"{table}.{name}"


def must_be_paid_for(setup: Setup) -> None:
    """Refuse meters that make money: a seed larger than any fill, or more of a wager put on meters than it is."""
    fed: dict[str, list[MeterRule]] = {}
    for rule in setup.meters.values():
        if rule.seed > MOST_AT_ONCE:
            raise Refused(f"{rule.title}: a seed of {money(rule.seed)} is more than is moved at once", rule.cite)
        for wager in rule.fed_by:
            if wager in setup.offers:
                fed.setdefault(wager, []).append(rule)
    for wager, rules in fed.items():
        offer = setup.offers[wager]
        least = offer.exactly or offer.min or offer.unit
        if sum(least * rule.contribution + rule.step for rule in rules) > least:
            raise Refused(f"{offer.title}: more than the whole wager of {money(least)} goes to meters", rules[0].cite)


def must_fit(id: str, setup: Setup, links: Mapping[str, str], tables: Mapping[str, "LiveTable"]) -> None:
    """Refuse links that a table cannot have: every table of a link feeds and pays the same meter by the same figures.

    ``tables`` are those of the house, which are all those of its links.
    """
    for name, shared in links.items():
        if name not in setup.meters:
            has = suggest(name, setup.meters) if setup.meters else "it has none"
            raise Refused(f'{setup.entry.name} has no meter "{name}" as it is set up; {has}')
        if list(links.values()).count(shared) > 1:
            raise Refused(f"two meters of one table cannot be the one meter {shared}")
        rule = setup.meters[name]
        if rule.must_hit_max is not None:
            why = "each table draws where it must hit, and the first wager after others filled it could win it at once"
            raise Refused(f"{rule.title} cannot be linked: {why}", rule.cite)
    for name in setup.meters:
        shared = links.get(name, own_meter(id, name))
        for other, live in tables.items():
            for theirs, meter in live.meters.items():
                if meter.id == shared:
                    _must_be_alike(id, setup, name, links, other, live.setup, theirs)


def _must_be_alike(
    id: str, setup: Setup, name: str, links: Mapping[str, str], other: str, others: Setup, theirs: str
) -> None:
    shared = links.get(name, own_meter(id, name))
    if name not in links:
        raise Refused(f"the meter {shared} of this table alone is a link already, of table {other}; name it otherwise")
    if shared == own_meter(other, theirs):
        raise Refused(f"the meter {shared} is that of table {other} alone, and not a link")
    if (setup.entry.name, name) != (others.entry.name, theirs):
        there = f"the {theirs} of {others.entry.name} at table {other}"
        raise Refused(f"the link {shared} is {there}, and not the {name} of {setup.entry.name}")
    mine, have = setup.meters[name], others.meters[theirs]
    differing = []
    if mine.seed != have.seed:
        differing.append(f"a seed of {money(mine.seed)} instead of {money(have.seed)}")
    if mine.contribution != have.contribution:
        differing.append(f"an increment of {_percent(mine)} instead of {_percent(have)}")
    if mine.step != have.step:
        differing.append(f"an increment of {money(mine.step)} a wager instead of {money(have.step)}")
    if _price(setup, mine) != _price(others, have):
        differing.append(f"a wager of {_price(setup, mine)} instead of {_price(others, have)}")
    if _prizes(setup, mine) != _prizes(others, have):
        differing.append("other prizes for the same wager")
    if differing:
        raise Refused(f"the link {shared} does not fit table {other}: {', '.join(differing)}", mine.cite)


def _price(setup: Setup, rule: MeterRule) -> str:
    """What it takes to play for a meter."""
    offer = setup.offer(rule.wager)
    least, most = (offer.exactly, offer.exactly) if offer.exactly is not None else (offer.min, offer.max)
    if least is not None and least == most:
        return money(least)
    return " to ".join("any amount" if bound is None else money(bound) for bound in (least, most))


def _prizes(setup: Setup, rule: MeterRule) -> object:
    """What is paid for that, and which cases decide it."""
    offer = setup.offer(rule.wager)
    paid = None if offer.pays is None else (dict(offer.pays.lines), dict(offer.pays.envy))
    return paid, {case: result for case, (result, _) in offer.rulings.items()}


def _percent(rule: MeterRule) -> str:
    return f"{float(100 * rule.contribution):g} %"
