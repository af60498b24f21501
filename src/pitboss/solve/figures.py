"""How the figures of an analysis are written for people: percentages, odds, names, and what they leave out."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.errors import Refused
from pitboss.money import cents, dollars
from pitboss.rulebook.options import shown
from pitboss.rulebook.resolve import pick
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import DIGITS, Analysis, Outcome, WagerAnalysis, decimal, fraction


def percent(value: Fraction, digits: int = 4, significant: int = 3) -> str:
    """A share as the trade quotes it; a small one gets more digits, so that so many of them are significant.

    >>> percent(Fraction(1, 19)), percent(Fraction(1, 2_598_960)), percent(Fraction(-1, 74))
    ('5.2632 %', '0.0000385 %', '-1.3514 %')
    """
    hundreds = abs(value) * 100
    while significant and hundreds and hundreds * 10**digits < 10 ** (significant - 1) and digits < 12:
        digits += 1
    scaled = round(hundreds * 10**digits)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{scaled // 10**digits}.{scaled % 10**digits:0{digits}d} %"


def units(value: Fraction, digits: int = 4) -> str:
    """A result in units of the wager, with its sign and no more decimals than it has.

    >>> units(Fraction(13, 2)), units(Fraction(-1)), units(Fraction(0)), units(Fraction(1, 3))
    ('+6.5', '-1', '0', '+0.3333')
    """
    scaled = round(abs(value) * 10**digits)
    if not scaled:
        return "0"
    whole, rest = divmod(scaled, 10**digits)
    tail = f".{rest:0{digits}d}".rstrip("0").rstrip(".")
    return f"{'-' if value < 0 else '+'}{whole:,}{tail}"


def count(many: int) -> str:
    """A number of combinations; one that no line has room for is rounded.

    >>> count(1_723_288_464), count(2_278_270_764_228_519_687_089_756_160)
    ('1,723,288,464', '2.2783 × 10^27')
    """
    if many < 10**18:
        return f"{many:,}"
    digits, power = f"{many:.4e}".split("e")
    return f"{digits} × 10^{int(power)}"


def one_in(share: Fraction) -> str:
    """How rare something is: ``1 in 649,740``.

    >>> one_in(Fraction(4, 2_598_960)), one_in(Fraction(18, 38))
    ('1 in 649,740', '1 in 2.11')
    """
    if not share:
        return "never"
    times = 1 / share
    if times >= 100:
        return f"1 in {round(times):,}"
    hundredths = round(times * 100)
    return f"1 in {hundredths // 100}" + (f".{hundredths % 100:02d}" if hundredths % 100 else "")


def exact_words(wager: WagerAnalysis) -> str:
    """The edge as a fraction, or to how many digits it is known, or how far an estimate may be off."""
    if not wager.house_edge and not wager.estimated:
        return "0"
    if not wager.estimated:
        return (
            f"{decimal(wager.house_edge)}, rounded to {DIGITS} digits" if wager.rounded else fraction(wager.house_edge)
        )
    assert wager.standard_error is not None
    return f"estimate, ± {percent(Fraction(wager.standard_error))}"


def about(wager: WagerAnalysis, figure: str) -> str:
    """A figure, marked where it is an estimate."""
    return f"≈ {figure}" if wager.estimated else figure


def probability(wager: WagerAnalysis, outcome: Outcome) -> Fraction:
    return Fraction(outcome.combinations, wager.total)


def contribution(wager: WagerAnalysis, outcome: Outcome) -> Fraction:
    """What an outcome adds to the player's result; over all outcomes this is the house edge with its sign turned."""
    return probability(wager, outcome) * outcome.net


def by_contribution(wager: WagerAnalysis) -> list[Outcome]:
    """The outcomes that move the result most come first."""
    return sorted(wager.outcomes, key=lambda outcome: -abs(contribution(wager, outcome)))


def wager_of(name: str) -> str:
    """The wager that an analysis is of, without what tells it from others of the same wager.

    >>> wager_of("total 4"), wager_of("cover_all, 3 players"), wager_of("red")
    ('total', 'cover_all', 'red')
    """
    return name.partition(" ")[0].removesuffix(",")


def own_name(setup: Setup, wager: str) -> str:
    """The name that the entry has for a wager that is named as in another rulebook; one it does not offer is refused.

    >>> from pitboss.rulebook import load
    >>> own_name(Setup.of(load("chapter4/roulette")), "first_five")
    'five_number'
    """
    name = wager_of(wager)
    return setup.offer(name).id + wager.removeprefix(name)


def title_of(setup: Setup, wager: str) -> str:
    """A wager's title; ``total 4`` is the wager on a spot, ``cover_all, 3 players`` the wager at a table of three."""
    name = wager_of(wager)
    rule = setup.entry.wagers.get(name)
    return (rule.title if rule is not None else name.replace("_", " ")) + wager.removeprefix(name)


def not_by_itself(setup: Setup, wager: str, analysed: Iterable[str]) -> Refused:
    """Why a wager that is settled as part of another has no analysis of its own."""
    return Refused(f"{title_of(setup, wager)} is not analysed by itself; these are: {', '.join(analysed)}")


def option_words(setup: Setup, name: str) -> str:
    """The value of an option in force, data of the house included."""
    value = setup.options.get(name)
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_plain(part)}" for key, part in value.items())
    return _plain(value) if isinstance(value, tuple | frozenset) else shown(setup.entry.options[name], value)


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return " ".join(sorted(map(str, value))) if isinstance(value, frozenset) else str(value)


def joined(names: Sequence[str]) -> str:
    """Names in one line; such as hold commas themselves are kept apart.

    >>> joined(["Red", "Black", "Odd"]), joined(["Pot, 2 players", "Pot, 3 players"])
    ('Red, Black and Odd', 'Pot, 2 players; Pot, 3 players')
    """
    if any("," in name for name in names):
        return "; ".join(names)
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def alike(wagers: Mapping[str, WagerAnalysis]) -> list[tuple[list[str], WagerAnalysis]]:
    """Wagers gathered by their mathematics: red, black, odd and even differ only in what a win is called."""
    found: dict[tuple[object, ...], list[str]] = {}
    for name, wager in wagers.items():
        chances = tuple((outcome.combinations, outcome.net, outcome.staked, outcome.pays) for outcome in wager.outcomes)
        found.setdefault((chances, wager.per, wager.sampled, wager.note), []).append(name)
    return [(names, _together([wagers[name] for name in names])) for names in found.values()]


def by_spots_alike(wagers: Mapping[str, WagerAnalysis]) -> list[tuple[list[str], WagerAnalysis]]:
    """Wagers in their order, the spots of one wager gathered where they have the same mathematics."""
    found: dict[tuple[object, ...], list[str]] = {}
    for name, wager in wagers.items():
        spot = name.removeprefix(wager_of(name))
        chances = tuple((outcome.combinations, outcome.net, outcome.staked) for outcome in wager.outcomes)
        key = (wager_of(name), chances, wager.sampled, wager.per) if spot.startswith(" ") else (name,)
        found.setdefault(key, []).append(name)
    return [(names, wagers[names[0]]) for names in found.values()]


def _together(wagers: Sequence[WagerAnalysis]) -> WagerAnalysis:
    """One analysis for several that are alike, its outcomes called by all their names."""
    outcomes = [
        replace(same[0], result=", ".join(dict.fromkeys(outcome.result for outcome in same)))
        for same in zip(*(wager.outcomes for wager in wagers), strict=True)
    ]
    return replace(wagers[0], outcomes=tuple(outcomes))


OPENINGS = {
    "raise_4x": "raise four times the Ante",
    "raise_3x": "raise three times the Ante",
    "flop": "bet the Flop",
}
"""What may be done with two cards before the flop, in words."""


class Opening(NamedTuple):
    """What to do before the flop: with the hands listed, in words, and with the others."""

    does: str
    hands: frozenset[str]
    otherwise: str


def opening_of(strategy: Mapping[str, Any]) -> Opening | None:
    """The decision before the flop, where there is one by kinds of starting hands.

    >>> opening_of({"before_the_flop": {"raise_4x": ["AA"], "otherwise": "check"}}).does
    'raise four times the Ante'
    """
    told = strategy.get("before_the_flop")
    if not isinstance(told, Mapping):
        return None
    name = next((name for name in OPENINGS if name in told), "")
    return Opening(OPENINGS[name], frozenset(told[name]), told["otherwise"]) if name else None


LONG_LIST = 100
"""So many hands listed by what to do with them are more than anybody reads."""
CHART_HEADS = ("Hand", "Decision", "Bet is best", "Share")


def charts_of(strategy: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The parts of a strategy that are charts, by the moment they are for: ``after_the_flop``."""
    return {name: part for name, part in strategy.items() if isinstance(part, Mapping) and "rows" in part}


def chart_rows(chart: Mapping[str, Any]) -> list[tuple[str, str, str, str]]:
    """A chart for people: the hand, what to do, how often betting is best, and how often there is such a hand."""
    rows = []
    for row in chart["rows"]:
        best = Fraction(row["bets"], row["situations"])
        often = "always" if best == 1 else "never" if not best else percent(best, 2)
        share = percent(Fraction(row["situations"], chart["situations"]), 2)
        rows.append((row["hand"], row["decision"].replace("_", " "), often, share))
    return rows


def chart_cost(chart: Mapping[str, Any]) -> str:
    """What it costs to go by a chart instead of deciding every situation for itself."""
    cost = Fraction(chart["cost"])
    costs = f"{percent(cost)} of {chart.get('per', 'the Ante')}" if cost else "nothing"
    return (
        f"Each row does what is better for all its situations together; there are {chart['situations']:,}. Against the "
        f"best decision in each of them, all else played best, this costs {costs}."
    )


SIMPLE_RULE_HEADS = ("Simple rule", "House edge", "Costs")


def simple_rules_of(strategy: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Rules that are easier to keep than the best play, what is lost by each, and how much more that is.

    >>> simple_rules_of({"simple_rules": {"play every hand": {"house_edge": "0.0551", "costs": "0.02"}}})
    [('play every hand', '5.5100 %', '2.0000 %')]
    """
    told: Mapping[str, Mapping[str, str]] = strategy.get("simple_rules", {})
    return [(rule, percent(Fraction(row["house_edge"])), _costs(row)) for rule, row in told.items()]


def _costs(row: Mapping[str, str]) -> str:
    costs, error = percent(Fraction(row["costs"])), row.get("standard_error")
    return costs if error is None else f"{costs} ± {percent(Fraction(error))}"


def in_rows(part: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A part of a strategy as rows of a name and what is said of it; of long lists of hands the longest is the rest.

    >>> in_rows({"bet_3x": ["AA", "KK"], "fold": ["32o"]})
    [('bet 3x', 'AA, KK'), ('fold', '32o')]
    >>> in_rows({"bet_3x": ["AA", "KK"], "bet_1x": [str(hand) for hand in range(100)]})
    [('bet 3x', 'AA, KK'), ('bet 1x', 'every other hand')]
    """
    lists = {name: len(value) for name, value in part.items() if isinstance(value, list | tuple)}
    longest = max(lists, key=lambda name: lists[name], default="") if sum(lists.values()) > LONG_LIST else ""
    ordered = [*(name for name in part if name != longest), *([longest] if longest else [])]
    return [
        (name.replace("_", " "), "every other hand" if name == longest else in_a_line(part[name])) for name in ordered
    ]


def in_a_line(value: Any) -> str:
    """Something of a strategy as a text; a share or an edge that is kept with all its digits as people read it.

    >>> in_a_line("-0.027943725833"), in_a_line("-18880657128/1525814595305"), in_a_line(["AA", "KK"])
    ('-2.7944 %', '-1.2374 %', 'AA, KK')
    """
    if isinstance(value, Mapping):
        return "; ".join(f"{str(name).replace('_', ' ')}: {in_a_line(part)}" for name, part in value.items())
    if isinstance(value, str) and WITH_ALL_DIGITS.fullmatch(value):
        return percent(Fraction(value))
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def played_words(strategy: Mapping[str, Any]) -> str:
    """How many hands are played, where that is told as a share."""
    return f"{percent(Fraction(strategy['played']))} of hands are played." if "played" in strategy else ""


def raise_words(strategy: Mapping[str, Any]) -> str:
    """Against which cards of the dealer's a second wager is made, where it is made before one's own are seen."""
    against = strategy.get("raise_against", ())
    return (
        f"Make the second wager against a dealer's {', '.join(against)}; against the others do not." if against else ""
    )


def strategy_words(strategy: Mapping[str, Any] | None) -> list[str]:
    """The best strategy in a few sentences: its rule, what is done before the flop, and where charts and lists are.

    >>> strategy_words({"rule": "play Q-6-4 or better, fold the rest", "simple_rules": {}})
    ['Best strategy: play Q-6-4 or better, fold the rest.', 'strategy has more of it: simple_rules.']
    """
    if not strategy:
        return []
    told = [f"Best strategy: {strategy['rule']}."] if "rule" in strategy else []
    told += filter(None, (raise_words(strategy), played_words(strategy)))
    if opening := opening_of(strategy):
        told.append(
            f"Best strategy: before the flop {opening.does} with {len(opening.hands)} of the 169 kinds of hands, "
            f"{opening.otherwise} the others."
        )
    more = [name for name in strategy if name not in ("rule", "lowest_hand_played", "played", "raise_against")]
    return [*told, f"strategy has {'more of it' if told else 'the best one'}: {', '.join(more)}."] if more else told


WITH_ALL_DIGITS = re.compile(rf"-?\d+(\.\d{{{DIGITS}}}|/\d{{6,}})")
TOLD_IN_WORDS = ("simple_rules", "played", "raise_against", "starting_hands")
"""Parts of a strategy that have words or a table of their own, or are too long for anything but JSON."""


def remarks(analysis: Analysis) -> list[str]:
    """What the figures rest on and what they leave out."""
    setup = analysis.setup
    notes = list(analysis.notes)
    if setup.entry.bank.kind == "player_dealer":
        notes.append("The player-dealer is taken to cover every wager in full.")
    if setup.schedule is not None and setup.entry.fees is not None:
        number, per = setup.options[setup.entry.fees.option], setup.entry.fees.per.replace("_", " ")
        fee = "nothing" if not cents(setup.schedule.player) else f"${setup.schedule.player} per {per}"
        notes.append(
            f"Collection fees are not counted: schedule {number} takes {fee} from the player, and its own fee from the "
            f"player-dealer. [{setup.schedule.cite}]"
        )
    if (rule := setup.commission) is not None and rule.rate and rule.rounding.unit > 1:
        notes.append(
            f"Commission is priced on a wager of $100, where rounding it {rule.rounding.mode} to "
            f"${dollars(rule.rounding.unit)} does not show; on smaller wagers it can. [{rule.cite}]"
        )
    if (paid := pick(setup.entry.rounding.get("award"), setup.options)) is not None:
        notes.append(f"Wagers are taken to be of amounts that the odds pay without rounding. [{paid.cite}]")
    if setup.payout_limits:
        cites = "; ".join(dict.fromkeys(limit.cite for limit in setup.payout_limits))
        notes.append(f"Wagers are taken to be too small to reach a payout limit. [{cites}]")
    if setup.meters:
        notes.append("A progressive meter is priced as it stands, without what later wagers add to it.")
    return [*notes, *_favourable(setup, analysis.wagers), *_sampled(setup, analysis.wagers)]


def favours_player(wager: WagerAnalysis) -> bool:
    """Whether a wager pays back more than is staked on it, beyond what an estimate may be off."""
    doubt = 3 * Fraction(wager.standard_error) if wager.estimated and wager.standard_error is not None else 0
    return not wager.zero_sum and wager.house_edge + doubt < 0


def _favourable(setup: Setup, wagers: Mapping[str, WagerAnalysis]) -> list[str]:
    """What pays back more than is staked, and by whose figures: nobody is to take it for a slip of the program's."""
    found: dict[str, list[str]] = {}
    for name, wager in wagers.items():
        if favours_player(wager):
            found.setdefault(_by_whose_figures(setup, wager_of(name)), []).append(
                f"{title_of(setup, name)} ({percent(-wager.house_edge)} per {wager.per})"
            )
    return [
        f"More is paid back than is staked, so that the player is ahead on average: {joined(titles)}. {whose}"
        for whose, titles in found.items()
    ]


def _by_whose_figures(setup: Setup, wager: str) -> str:
    offer = setup.offers.get(wager)
    if offer is None or offer.pays is None:
        return "That follows from the rules in force."
    if offer.pays.id in setup.changed_tables:
        return f"The odds are the house's own: {offer.pays.title}. [{offer.pays.cite}]"
    if any("%" in str(pay) for pay in offer.pays.lines.values()):
        return f"That is so with the meters as they stand. [{offer.pays.cite}]"
    return f"The odds are those that the rulebook prints: {offer.pays.title}. [{offer.pays.cite}]"


def _sampled(setup: Setup, wagers: Mapping[str, WagerAnalysis]) -> list[str]:
    """What is an estimate; wagers that the same is to be said of are named together."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, wager in wagers.items():
        if wager.sampled is None:
            continue
        assert wager.standard_error is not None
        if wager.zero_sum:
            told = f": how the outcomes divide is an estimate from {wager.sampled:,} rounds."
        else:
            error = percent(Fraction(wager.standard_error))
            told = f" is an estimate from {wager.sampled:,} rounds; the standard error of its house edge is {error}."
        found.setdefault((told, "" if wager.zero_sum else name), []).append(title_of(setup, name))
    return [f"{joined(titles)}{told}" for (told, _), titles in found.items()]


def only(wagers: Mapping[str, WagerAnalysis], wanted: Iterable[str]) -> dict[str, WagerAnalysis]:
    """The analyses of the wagers wanted; a wager counted by the number of players, or by its spots, has several."""
    names = set(wanted)
    return {name: wager for name, wager in wagers.items() if wager_of(name) in names or name in names}
