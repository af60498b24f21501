"""Blackjack for the kernel: the best chart, what a dealer's blackjack takes, and every result priced."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.engine.round import Round
from pitboss.games.blackjack.double_attack import ATTACK
from pitboss.games.blackjack.held import DOUBLE_WAGER, SPLIT_WAGER, original_hands, original_wagers
from pitboss.games.blackjack.turns import KEEP, SWITCH
from pitboss.games.blackjack.zappit import ZAP
from pitboss.hands.blackjack import BEST
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, NoKernel
from pitboss.simulation.plan import Plan
from pitboss.solve.blackjack.hands import ACE, BUST, FREE, LOWEST_BIN, NATURAL, PUSHES, RANKS, TEN
from pitboss.solve.blackjack.machine import Machine, Strategy
from pitboss.solve.blackjack.pieces import rank_of
from pitboss.solve.blackjack.solver import chart_strategy, exchanged
from pitboss.solve.blackjack.table import terms_of
from pitboss.solve.blackjack.terms import ALWAYS, NEVER, UNLESS_ANY_OVER, UNLESS_OVER, Terms
from pitboss.solve.prices import Prices

STRATEGIES = ("basic",)
RULE = "the best chart by totals and pairs, without insurance"
COUNTS = {"hi_lo": (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)}
"""What a card adds to the running count, by rank from the ace on."""
MOST_DECKS = 100
STAND, HIT, DOUBLE, SURRENDER, SPLIT = range(5)
SOFT, STATES = 32, 64


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    from pitboss.simulation import blackjack_kernel as kernel

    if setup.term("switch"):
        raise NoKernel("the kernel does not deal Blackjack Switch; the script engine does")
    main = original_wagers(setup)[0]
    if set(plan.wagers) != {main}:
        raise NoKernel(f"the kernel deals {setup.offers[main].title} alone; the script engine deals the other wagers")
    if plan.strategy not in STRATEGIES:
        raise NoKernel(f"the kernel plays by {', '.join(STRATEGIES)}; the script engine by {plan.strategy}")
    if setup.decks > MOST_DECKS:
        raise NoKernel(f"the kernel deals up to {MOST_DECKS} decks")
    terms = terms_of(setup, Prices(setup))
    if not _is_plain(terms):
        raise NoKernel("the kernel does not deal this table's doubles, splits and 21s; the script engine does")
    if len(original_wagers(setup)) > 1:
        raise NoKernel("the kernel deals one wager on a hand; the script engine deals several")
    machine, strategy = chart_strategy(terms)
    counted = COUNTS.get(plan.count, ())
    tables = (
        terms.cards,
        _cut(plan, setup),
        bool(setup.term("burn")["fresh_shoe"]),
        *_choices(machine, strategy),
        _added(),
        _drawing(terms),
        _results(terms),
        np.array([up in terms.looks_under for up in range(RANKS)]),
        np.array([terms.most_hands(rank) for rank in range(RANKS)], dtype=np.int64),
        terms.split_21_beats_21,
        _natural(terms, kernel),
        np.array(counted, dtype=np.int64),
    )
    ledger = _priced(plan, setup, main, kernel, len(counted) > 0)
    made = ledger.dealing("pitboss.simulation.blackjack_kernel.deal_blackjack", tables, RULE)
    groups = tuple(_true_count(number, kernel.MOST_COUNT) for number in range(kernel.COUNTS)) if len(counted) else ()
    return replace(made, groups=groups, fresh_edge=fresh_edge(terms))


NOT_DEALT = (
    "starts",
    "tie",
    "both_blackjack",
    "two_cards_against_21",
    "wins_21",
    "push_beats_blackjack",
    "bonuses",
    "designated",
    "double_any_size",
    "hit_split_aces",
    "surrender_any_size",
    "rescue",
    "free_double_on",
    "free_pairs",
    "may_raise",
    "zaps",
    "switch",
    "over_lost",
)
"""What of a table's terms must be as it is by default for the kernel to deal it."""


def _is_plain(terms: Terms) -> bool:
    told = Terms(terms.shoe)
    return all(getattr(terms, name) == getattr(told, name) for name in NOT_DEALT)


def _true_count(number: int, most: int) -> str:
    """A true count as a name; the outermost hold all beyond."""
    true = number - most
    return f"{true:+d}" + (" and less" if true == -most else " and more" if true == most else "")


@lru_cache(maxsize=8)
def fresh_edge(terms: Terms) -> Fraction:
    """The exact house edge of the chart off a fresh shoe."""
    machine, strategy = chart_strategy(terms)
    return Fraction(round(-machine.follow(strategy) * 10**13), 10**13)


def _cut(plan: Plan, setup: Setup) -> int:
    """How many cards lie behind the cut card."""
    cards = 52 * setup.decks
    if plan.penetration is not None:
        return round(cards * (1 - Fraction(plan.penetration)))
    rule = setup.entry.cards
    part = rule.cut_card_from_back if rule is not None else None
    return cards if part is None else int(Fraction(part) * cards) if isinstance(part, str) else part


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same chart at a real table; what may be raised or exchanged is where the mathematics says so."""
    terms = terms_of(setup, Prices(setup))
    machine, strategy = chart_strategy(terms)

    def decide(t: Round) -> str:
        assert t.asking
        names = t.asking[0].names
        by_word = {name.partition(" ")[0]: name for name in names}
        hand = t.asking[0].hand
        open_ = tuple(sorted(rank_of(card) for card in t.hands["dealer"][: len(terms.starts[0])]))
        if ATTACK in by_word:
            return by_word[ATTACK] if terms.starts.index(open_) in machine.terms.raised else names[0]
        if ZAP in by_word and hand is not None:
            two = sorted(rank_of(card) for card in t.hands[hand])
            return ZAP if (terms.starts.index(open_), *two) in exchanged(terms, by_chart=True).chosen else KEEP
        if SWITCH in by_word:
            seat = t.asking[0].seat
            four = [rank_of(card) for each in original_hands(t, seat) for card in t.hands[each]]
            return SWITCH if (terms.starts.index(open_), *four) in exchanged(terms, by_chart=True).chosen else KEEP
        if hand is None or "stand" not in names:
            return names[0]
        ranks = [rank_of(card) for card in t.hands[hand]]
        return _choose(machine, strategy, ranks, terms.starts.index(open_), names)

    return decide


def _choose(machine: Machine, strategy: Strategy, ranks: list[int], up: int, names: Any) -> str:
    by_word = {name.partition(" ")[0].removeprefix("free_"): name for name in names}
    if "rescue" in by_word:
        return "rescue" if strategy.rescues[machine.hands.of(*ranks), up] else "stand"
    if "split" in by_word and strategy.splits[ranks[0], up]:
        return str(by_word["split"])
    hand = machine.hands.of(*ranks)
    if "surrender" in by_word and strategy.surrenders[hand, up]:
        return str(by_word["surrender"])
    if "double" in by_word and strategy.doubles[hand, up]:
        return str(by_word["double"])
    return "hit" if "hit" in by_word and strategy.hits[hand, up] else "stand"


# -- Tables -----------------------------------------------------------------------------------------------------------


def _choices(machine: Machine, strategy: Strategy) -> tuple[NDArray[np.uint8], ...]:
    """What is done with two cards, with two of a split hand, with a pair at the limit, and with more cards by state."""
    hands = machine.hands
    first = np.zeros((RANKS, RANKS, RANKS), dtype=np.uint8)
    second, at_limit = first.copy(), np.zeros((RANKS, RANKS), dtype=np.uint8)
    later = np.zeros((STATES, RANKS), dtype=np.uint8)
    for up in range(RANKS):
        for one in range(RANKS):
            for two in range(RANKS):
                hand = hands.of(one, two)
                pair = one == two and machine.splits(strategy, one, up)
                first[one, two, up] = SPLIT if pair else _choice(machine, strategy, hand, up, -1)
                second[one, two, up] = SPLIT if pair else _choice(machine, strategy, hand, up, one)
            at_limit[one, up] = _choice(machine, strategy, hands.of(one, one), up, one)
        for each in np.flatnonzero(hands.sizes >= 2):
            hand = int(each)
            state = hands.totals[hand] + (SOFT if hands.soft[hand] else 0)
            later[state, up] = HIT if strategy.hits[hand, up] and hands.totals[hand] < BEST else STAND
    return first, second, at_limit, later


def _choice(machine: Machine, strategy: Strategy, hand: int, up: int, pair: int) -> int:
    may_hit, may_double, may_surrender = (bool(may[hand]) for may in machine.may(pair))
    if may_surrender and strategy.surrenders[hand, up]:
        return SURRENDER
    if may_double and strategy.doubles[hand, up]:
        return DOUBLE
    return HIT if may_hit and strategy.hits[hand, up] else STAND


def _added() -> NDArray[np.uint8]:
    """The state after one more card; a state is a total, with 32 more when it is soft."""
    found = np.zeros((STATES, RANKS), dtype=np.uint8)
    for state in range(STATES):
        for rank in range(RANKS):
            total, soft = state % SOFT + rank + 1, state >= SOFT
            if rank == ACE and not soft and total + 10 <= BEST:
                total, soft = total + 10, True
            if soft and total > BEST:
                total, soft = total - 10, False
            found[state, rank] = min(total, SOFT - 1) + (SOFT if soft else 0)
    return found


def _drawing(terms: Terms) -> NDArray[np.bool_]:
    return np.array(
        [
            state % SOFT < terms.stands_on or (state >= SOFT and state % SOFT in terms.hits_soft)
            for state in range(STATES)
        ]
    )


def _results(terms: Terms) -> NDArray[np.int8]:
    """Half units that a total wins against a dealer's."""
    prices = terms.prices(1)[0]
    found = np.zeros((SOFT, SOFT), dtype=np.int8)
    for ours in range(BEST + 1):
        for theirs in range(LOWEST_BIN, SOFT):
            over = PUSHES if theirs == terms.push_total else BUST
            found[ours, theirs] = 2 * prices[ours, theirs - LOWEST_BIN if theirs <= BEST else over]
    return found


def _natural(terms: Terms, kernel: Any) -> NDArray[np.int64]:
    """What a dealer's blackjack takes that was not looked for, in half units."""
    unlooked = next((up for up in (ACE, TEN) if up not in terms.looks_under), None)
    if unlooked is None:
        return np.zeros(5, dtype=np.int64)
    whole, split = (terms.prices(unlooked, split)[:FREE, BEST, NATURAL] for split in (False, True))
    original = {NEVER: kernel.NEVER, UNLESS_OVER: kernel.UNLESS_OVER, UNLESS_ANY_OVER: kernel.UNLESS_ANY_OVER}
    assert terms.original_lost != ALWAYS
    return np.array([*(2 * whole), *(2 * split), original[terms.original_lost]], dtype=np.int64)


def _priced(plan: Plan, setup: Setup, main: str, kernel: Any, counted: bool) -> Ledger:
    """Every code by what it won and staked; a class for each true count, where there is one."""
    stake = plan.wagers[main]
    price = Prices(setup)
    usual = [price(main, "player_higher"), price(SPLIT_WAGER, "player_higher")]
    usual += [price(DOUBLE_WAGER, "player_higher")] if DOUBLE_WAGER in setup.offers else []
    if any(each.net != 1 for each in usual) or price(main, "surrendered").net != Fraction(-1, 2):
        raise NoKernel("the kernel deals games in which a win is paid 1 to 1 and half is surrendered")
    if stake % 2:
        raise NoKernel("half of this wager is no whole cent; the script engine rounds it")
    many = kernel.COUNTS if counted else 1
    ledger = Ledger(plan, setup, kernel.CODES * many)
    for bucket in range(many):
        for staked in range(1, kernel.MOST_STAKED + 1):
            for net in range(-kernel.EVEN, kernel.EVEN + 1):
                at = kernel.CODES * bucket + (staked - 1) * kernel.NET_CODES + kernel.EVEN + net
                ledger.enter(at, main, stake * staked, stake * net // 2)
        ledger.settle(kernel.CODES * bucket + kernel.BLACKJACK, main, stake, "blackjack")
    return ledger
