"""A house's set-up: one entry with its options chosen, examined against the rulebook and resolved for play."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, TypedDict

from pitboss.errors import Refused, Unreadable, suggest
from pitboss.money import Rounding, cents
from pitboss.rulebook.findings import (
    Finding,
    examine_exclusions,
    examine_notices,
    examine_options,
    examine_pay_tables,
    examine_schedule,
    examine_wagers,
    on_layout,
)
from pitboss.rulebook.loader import load
from pitboss.rulebook.model import (
    BetRule,
    By,
    Entry,
    Irregularity,
    Meter,
    Procedure,
    RoundingRule,
    Schedule,
    Wager,
    every_value,
)
from pitboss.rulebook.offers import Offer, offer_in_force, payable, tied
from pitboss.rulebook.options import as_json, key_of
from pitboss.rulebook.payout_limits import LimitRule, examine_limits, limits_in_force
from pitboss.rulebook.resolve import OFF, matches, money_of, percent_of, pick, term_of
from pitboss.rulebook.rewritten import edition_of, in_todays_words
from pitboss.rulebook.synonyms import meant_by, own_names
from pitboss.rulebook.vocabulary import is_option

NEAR = 0.7
"""How alike a name must be to be taken for one that was meant."""


@dataclass(frozen=True, slots=True)
class MeterRule:
    """A meter in force."""

    id: str
    title: str
    cite: str
    wager: str
    seed: int
    contribution: Fraction
    step: int
    must_hit_max: int | None
    also_fed_by: tuple[str, ...] = ()
    refilled_from: str = ""

    @property
    def fed_by(self) -> tuple[str, ...]:
        return (self.wager, *self.also_fed_by)


@dataclass(frozen=True, slots=True)
class CommissionRule:
    rate: Fraction
    rounding: Rounding
    deferred: bool
    cite: str
    collected_cite: str


@dataclass(frozen=True)
class Setup:
    """One table's rules in force.

    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("chapter4/three-card-poker"), {"play_on_win": "1 to 1"})
    >>> setup.offers["pair_plus"].pays.first(["straight"])
    ('straight', To(wins=6, per=1))
    """

    entry: Entry
    chosen: Mapping[str, Any]
    changed_tables: Mapping[str, Mapping[str, Any]]
    listed: tuple[str, ...] | None
    options: Mapping[str, Any]
    offers: Mapping[str, Offer]
    bet_rules: tuple[BetRule, ...]
    payout_limits: tuple[LimitRule, ...]
    meters: Mapping[str, MeterRule]
    terms: Mapping[str, Any]
    rounding: Mapping[str, Rounding]
    commission: CommissionRule | None
    irregularities: Mapping[str, tuple[Irregularity, tuple[str, ...]]]
    procedures: Mapping[str, Procedure]
    schedule: Schedule | None
    seats: int
    notices: tuple[Finding, ...] = field(default=(), compare=False)
    worked_out: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What a game script works out from this set-up once and keeps."""

    @classmethod
    def of(
        cls,
        entry: Entry,
        options: Mapping[str, Any] | None = None,
        pay_tables: Mapping[str, Mapping[str, Any]] | None = None,
        wagers: Iterable[str] | None = None,
    ) -> "Setup":
        """The set-up, or the first reason the rulebook refuses it."""
        setup, findings = examine(entry, options, pay_tables, wagers)
        for finding in findings:
            if finding.level == "refused":
                kind = Unreadable if finding.unreadable else Refused
                raise kind(f"{finding.where}: {finding.text}", finding.cite)
        assert setup is not None
        return setup

    @classmethod
    def as_opened(cls, entry: str, written: Mapping[str, Any]) -> "Setup":
        """The set-up of a table as a journal has it, whose choices may be of an earlier edition."""
        rules = load(entry)
        options = in_todays_words(rules, written["options"], edition_of(written))
        return cls.of(rules, options, written["pay_tables"], written["wagers"])

    def __repr__(self) -> str:
        return f"<Setup of {self.entry.name}: {dict(self.chosen)}>"

    @property
    def in_force(self) -> dict[str, Any]:
        """The value of every option, chosen or by default, as JSON has it.

        >>> from pitboss.rulebook import load
        >>> Setup.of(load("chapter4/casino-war")).in_force["decks"]
        6
        """
        return {name: as_json(option, self.options.get(name)) for name, option in self.entry.options.items()}

    @property
    def notices_of_choices(self) -> tuple[Finding, ...]:
        """The notices that come of what the house chose, without those of what the entry assumes.

        >>> from pitboss.rulebook import load
        >>> house = Setup.of(load("chapter4/craps"), {"pass_odds_multiple": 3})
        >>> len(house.notices), [notice.where for notice in house.notices_of_choices]
        (5, ['option pass_odds_multiple'])
        """
        assumed = {f"option {name}" for name in self.entry.options if name not in self.chosen}
        return tuple(notice for notice in self.notices if notice.where not in assumed)

    @property
    def decks(self) -> int:
        """How many decks are in play at once; none in a game without cards."""
        cards = self.entry.cards
        decks: int = 0 if cards is None else term_of(cards.decks, self.options)
        return decks

    @property
    def batches(self) -> int:
        """How many times as many decks lie at the table, in batches that are in play by turns.

        A device that shuffles continuously holds all the cards, and nothing takes turns with it.
        """
        cards = self.entry.cards
        if cards is None or pick(cards.continuous, self.options):
            return 1
        batches: int = pick(cards.batches, self.options)
        return batches

    def schedule_for(self, players: int) -> Schedule | None:
        """The collection schedule in force for so many players, where each is for some number of them.

        Where the house has posted none for that number, it is the first of the group that takes the same fees besides.
        """
        main, fees = self.schedule, self.entry.fees
        if main is None or fees is None or main.players is None or players in main.players:
            return main
        posted = [fees.schedules[key_of(row)] for name in fees.fewer if (row := self.options.get(name)) is not None]
        alike = [rule for rule in fees.schedules.values() if rule.group == main.group]
        alike = [rule for rule in alike if rule.pot.keys() == main.pot.keys()] or alike
        return next((rule for rule in (*posted, *alike) if rule.players is not None and players in rule.players), main)

    def term(self, name: str) -> Any:
        """A figure of the rulebook that the script works with; None where the rulebook has none."""
        return self.terms.get(name)

    def cite(self, term: str) -> str:
        """The clause of a term, for the game that is played where several share it."""
        found = self.entry.terms[term]
        return found.cite if found.cited is None else pick(found.cited, self.options) or found.cite

    def on(self, option: str) -> bool:
        """True when the entry has this option and the house chose something other than off."""
        return self.options.get(option) not in OFF

    def must_have_wagers(self, purpose: str) -> None:
        """Refuse what makes no sense for a section of a rulebook that describes no wagers."""
        if not self.entry.wagers:
            name = self.entry.name
            raise Refused(
                f"{name} has no wagers, so there is nothing to {purpose}; pitboss rules {name} prints what it says, "
                "pitboss settle takes a record of what happens under it",
                self.entry.source,
            )

    def meant(self, name: str) -> tuple[str, ...]:
        """The entry's wagers that a name means: its own, or what other rulebooks call so; none where nobody does."""
        return meant_by(name, self.entry.script, self.entry.wagers)

    def offer(self, wager: str, spot: str = "") -> Offer:
        """The wager on offer, or the reason there is none; a spot that was named helps to find what was meant.

        A name that another rulebook has for a bet of this game is understood.
        """
        offer = self.offers.get(wager)
        if offer is not None:
            return offer
        meant = self.meant(wager)
        if len(meant) > 1:
            raise Refused(f'"{wager}" is {" or ".join(meant)} at this table; say which', self.entry.wagers_cite)
        wager = meant[0] if meant else wager
        if wager in self.offers:
            return self.offers[wager]
        rule = self.entry.wagers.get(wager)
        if rule is None:
            near = suggest_wager(wager, spot, self.offers, f"pitboss rules {self.entry.name} --section wagers")
            raise Unreadable(f'there is no wager "{wager}"; {near}', self.entry.wagers_cite)
        for exclusion in self.entry.exclusions:
            if wager in exclusion.wagers and matches(exclusion.when, self.options):
                raise Refused(f"{rule.title} may not be offered at this table: {exclusion.text}", exclusion.cite)
        why = _why_not_offered(rule, self.options)
        raise Refused(f"{rule.title} is not offered at this table{why and ': '}{why}", rule.cite)


def examine(
    entry: Entry,
    options: Mapping[str, Any] | None = None,
    pay_tables: Mapping[str, Mapping[str, Any]] | None = None,
    wagers: Iterable[str] | None = None,
) -> tuple[Setup | None, list[Finding]]:
    """Examine a house's choices; the set-up comes back unless something is refused."""
    given = _as_named(options or {}, "options", "value")
    # A program's "nothing" is no choice: what is not chosen is as the entry has it.
    chosen = {name: value for name, value in given.items() if value is not None or name not in entry.options}
    changed = {
        name: dict(_as_named(lines, f"pay table {name}", "pay-off"))
        for name, lines in _as_named(pay_tables or {}, "pay tables", "lines").items()
    }
    listed = None if wagers is None else [own for name in wagers for own in own_names(name, entry.script, entry.wagers)]
    values, findings = examine_options(entry, chosen)
    values |= _fixed_decks(entry, values)
    findings += examine_notices(entry, values, listed)
    findings += examine_exclusions(entry, values, listed)
    tables, table_findings = examine_pay_tables(entry, changed, values)
    findings += table_findings
    findings += examine_wagers(entry, values, listed)
    schedule = entry.fees.schedules.get(key_of(values.get(entry.fees.option))) if entry.fees else None
    findings += examine_schedule(entry, schedule, values)
    if any(finding.level == "refused" for finding in findings):
        return None, findings
    offered = {name: wager for name, wager in entry.wagers.items() if on_layout(entry, name, values, listed)}
    rounding = {name: _rounding(pick(rule, values), values) for name, rule in entry.rounding.items()}
    offers = tied(
        {
            name: offer_in_force(name, wager, values, tables, schedule, "half" in rounding)
            for name, wager in offered.items()
        }
    )
    if "award" in rounding:
        offers = payable(offers, offered, values, pick(entry.rounding["award"], values).wagers)
    if too_low := examine_limits(entry.payout_limits, offers, values):
        return None, [*findings, *too_low]
    setup = Setup(
        entry=entry,
        chosen=chosen,
        changed_tables=changed,
        listed=None if listed is None else tuple(listed),
        options=values,
        offers=offers,
        bet_rules=tuple(rule for rule in entry.bet_rules if matches(rule.when, values)),
        payout_limits=limits_in_force(entry.payout_limits, offers, values),
        meters=_meters(entry, values, offered),
        terms={name: term_of(term.value, values) for name, term in entry.terms.items()},
        rounding=rounding,
        commission=_commission(entry, values, rounding),
        irregularities={
            name: (_at_its_moments(rule, values), tuple(pick(rule.remedy, values)))
            for name, rule in entry.irregularities.items()
            if matches(rule.when, values)
        },
        procedures={name: rule for name, rule in entry.procedures.items() if matches(rule.when, values)},
        schedule=schedule,
        seats=min([entry.seats.max, *(pick(limit, values) for limit in entry.seats.limits)]),
        notices=tuple(findings),
    )
    return setup, findings


def _fixed_decks(entry: Entry, values: Mapping[str, Any]) -> dict[str, int]:
    """Where another choice fixes the decks in play, the option that otherwise says them says the same."""
    if entry.cards is None or not isinstance(entry.cards.decks, By):
        return {}
    decks = pick(entry.cards.decks, values)
    named = {str(text).strip("{}") for text in every_value(entry.cards.decks) if is_option(str(text))}
    return dict.fromkeys(named, decks) if isinstance(decks, int) else {}


def _why_not_offered(wager: Wager, options: Mapping[str, Any]) -> str:
    """The option that keeps a wager off the layout; nothing where the house simply does not list it."""
    if wager.option and options.get(wager.option) in OFF:
        return f"the option {wager.option} is {key_of(options.get(wager.option))}"
    for name, wanted in wager.when.items():
        if not matches({name: wanted}, options):
            asked = " or ".join(map(key_of, wanted if isinstance(wanted, list) else [wanted]))
            return f"it needs {name} = {asked}, and here it is {key_of(options.get(name))}"
    return ""


def suggest_wager(name: str, spot: str, offers: Mapping[str, Offer], lists_all: str = "") -> str:
    """The wager that was meant: by its name, with the spot as part of it, or by its title.

    >>> setup = Setup.of(load("chapter4/craps"))
    >>> suggest_wager("hardway", "4", setup.offers), suggest_wager("place_win", "6", setup.offers)
    ('did you mean "hard_4"?', 'did you mean "place_to_win"?')
    """
    called = {offer.title.lower().replace(" ", "_"): id for id, offer in offers.items()} | {id: id for id in offers}
    for asked in (f"{name}_{spot}".lower() if spot else "", name.lower()):
        near = get_close_matches(asked[:100], called, n=1, cutoff=NEAR) if asked else []
        if near:
            return f'did you mean "{called[near[0]]}"?'
    return suggest(name, offers, lists_all)


def _as_named(given: Mapping[str, Any], what: str, part: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise Refused(f"{what}: give each {part} under its name")
    return given


def _rounding(rule: RoundingRule, options: Mapping[str, Any]) -> Rounding:
    return Rounding(rule.mode, money_of(rule.unit, options) or 1)


def _commission(entry: Entry, options: Mapping[str, Any], rounding: Mapping[str, Rounding]) -> CommissionRule | None:
    rule = entry.commission
    if rule is None:
        return None
    return CommissionRule(
        rate=percent_of(pick(rule.rate, options), options),
        rounding=rounding["commission"],
        deferred=pick(rule.deferred, options),
        cite=rule.cite,
        collected_cite=rule.collected_cite or rule.cite,
    )


def _seed(meter: Meter, options: Mapping[str, Any]) -> int:
    """A meter's seed; some are printed for a wager of one dollar and grow with the wager."""
    seed = money_of(pick(meter.seed, options), options) or 0
    if meter.seed_per_dollar_of is None:
        return seed
    wager: int = options[meter.seed_per_dollar_of] or 100
    return seed * wager // 100


class _Contribution(TypedDict):
    contribution: Fraction
    step: int


def _contribution(text: str, options: Mapping[str, Any]) -> _Contribution:
    """What each wager adds to a meter: a percentage of it, or a fixed sum like ``$0.50`` whatever its amount."""
    if text.startswith("$"):
        return {"contribution": Fraction(0), "step": cents(text)}
    return {"contribution": percent_of(text, options), "step": 0}


def _meters(entry: Entry, options: Mapping[str, Any], offered: Mapping[str, Wager]) -> dict[str, MeterRule]:
    return {
        name: MeterRule(
            id=name,
            title=meter.title,
            cite=meter.cite,
            wager=meter.wager,
            seed=_seed(meter, options),
            **_contribution(pick(meter.contribution, options), options),
            must_hit_max=money_of(pick(meter.must_hit.max, options), options) if meter.must_hit else None,
            also_fed_by=tuple(meter.also_fed_by),
            refilled_from=meter.refilled_from or "",
        )
        for name, meter in entry.meters.items()
        if {meter.wager, *meter.also_fed_by} & set(offered) and matches(meter.when, options)
    }


def _at_its_moments(rule: Irregularity, options: Mapping[str, Any]) -> Irregularity:
    """An irregularity with the moments at which it can happen under these options."""
    also = [moment for moment, when in rule.also_at.items() if matches(when, options)]
    return rule.model_copy(update={"moments": [*rule.moments, *also]}) if also else rule


def setup_of(setup: Setup, edition: int) -> Setup:
    """The same set-up by an edition of its entry."""
    if all(int(before) < edition for before in setup.entry.earlier):
        return setup
    earlier = load(setup.entry.name, edition)
    return Setup.of(earlier, setup.chosen, setup.changed_tables, setup.listed)
