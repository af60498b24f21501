"""The rules of no-bust blackjack as pure functions: what cards count, what a player may and must do, who wins.

The table plays by them and mathematics can count by them. What differs between entries is in ``NoBustRules``, which are
the terms of an entry under the house's options.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.equipment.cards import JOKERS, Card
from pitboss.games.blackjack.rules import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Held
from pitboss.hands.blackjack import ACE, value
from pitboss.rulebook.setup import Setup

JOKER_JOKER, ACE_JOKER, ACE_TEN, ACE_ACE = "joker_joker", "ace_joker", "ace_ten", "ace_ace"
NATURAL, BOTH_NATURAL, DEALER_NATURAL = "natural", "both_natural", "dealer_natural"
OVER, BOTH_OVER, OVER_PUSH, DEALER_OVER = "over", "both_over", "over_push", "dealer_over"
PLAYER_HIGHER, DEALER_HIGHER, TIE = "player_higher", "dealer_higher", "tie"
SURRENDERED, NO_ACTION, SECOND_JOKER = "surrendered", "no_action", "second_joker"
AGAINST_NATURAL, AGAINST_SECOND_JOKER = "dealer_natural", "second_joker"


class Total(NamedTuple):
    """What a hand counts; it is soft while an ace counts eleven, and over beyond what the rules let it count."""

    total: int
    soft: bool = False
    over: bool = False

    @property
    def in_words(self) -> str:
        if self.over:
            return f"{self.total}, over"
        return f"soft {self.total}" if self.soft else str(self.total)


@dataclass(frozen=True, slots=True)
class Saved:
    """What makes it a push when both hands are over: everything here that is asked of the two hands.

    ``dealer_cards``, ``dealer_total``, ``dealer_suited`` and ``dealer_ranks`` are of the player-dealer's hand;
    ``closer``, ``cards`` and ``totals`` of the player's.
    """

    dealer_cards: int = 0
    dealer_total: int = 0
    dealer_suited: bool = False
    dealer_ranks: tuple[int, ...] = ()
    closer: bool = False
    cards: int = 0
    totals: tuple[int, ...] = ()

    @classmethod
    def of(cls, term: dict[str, Any]) -> "Saved":
        said: dict[str, Any] = {key: tuple(each) if isinstance(each, list) else each for key, each in term.items()}
        return cls(**said)


@dataclass(frozen=True, slots=True)
class NoBustRules:
    """What is in force at a table.

    ``most`` is what a hand may count without being over, ``with_joker`` what it counts with a joker. ``naturals`` are
    the first two cards that are paid better or beat everything, ``dealer_naturals`` the player-dealer's; where they do
    not ``outrank`` the rest, they count as much as any hand of their total. Both hands over is lost but for ``saved``.
    A double or a split has no action ``added_without_action``. ``hits_to``, ``stands_hard`` and ``stands_soft`` are the
    chart that players follow. ``double_any`` is for doubling on any number of cards; ``surrender_cards`` and
    ``surrender_most`` say with how many cards and which totals a hand may be surrendered, 0 cards for any number.
    """

    most: int
    with_joker: int
    naturals: tuple[str, ...]
    dealer_naturals: tuple[str, ...]
    outrank: bool
    split_naturals: bool
    saved: Saved
    added_without_action: str
    second_joker_takes_21: bool
    hits_to: int
    stands_hard: int
    stands_soft: int
    double_any: bool
    double_for_less: bool
    splits: int
    tens_of_one_rank: bool
    resplit_aces: bool
    one_card_on_aces: bool
    surrender_cards: int
    surrender_most: int
    surrender_split: bool
    stands_on: int
    hits_soft: tuple[int, ...]
    looks_under: tuple[str, ...]
    insured_part: Fraction
    insured_exactly: bool
    even_money: str

    @classmethod
    def of(cls, setup: Setup) -> "NoBustRules":
        found: NoBustRules | None = setup.worked_out.get("no-bust rules")
        if found is None:
            found = setup.worked_out["no-bust rules"] = cls._read(setup)
        return found

    @classmethod
    def _read(cls, setup: Setup) -> "NoBustRules":
        count, natural, chart = setup.term("count"), setup.term("natural"), setup.term("chart")
        double, split, surrender = setup.term("double"), setup.term("split"), setup.term("surrender")
        dealer, insurance = setup.term("dealer"), setup.term("insurance") or {}
        return cls(
            most=count["most"],
            with_joker=count.get("joker", 0),
            naturals=tuple(natural["hands"]),
            dealer_naturals=tuple(natural["dealer"]),
            outrank=natural["outranks"],
            split_naturals=natural["after_split"],
            saved=Saved.of(setup.term("both_over")),
            added_without_action=setup.term("added"),
            second_joker_takes_21=setup.term("second_joker") == "lose",
            hits_to=chart["hit_to"],
            stands_hard=chart["stand_hard"],
            stands_soft=chart["stand_soft"],
            double_any=double["cards"] == "any",
            double_for_less=double["or_less"],
            splits=split["times"],
            tens_of_one_rank=split["tens"] == "same_rank",
            resplit_aces=split["aces_again"],
            one_card_on_aces=split["one_card_on_aces"],
            surrender_cards=surrender["cards"],
            surrender_most=surrender["at_most"],
            surrender_split=surrender["split_hands"],
            stands_on=dealer["stands_on"],
            hits_soft=tuple(dealer["hits_soft"]),
            looks_under=tuple(setup.term("peek")),
            insured_part=Fraction(insurance.get("part", 0)),
            insured_exactly=insurance.get("exactly", False),
            even_money=setup.term("even_money") or "",
        )


# -- What cards count -------------------------------------------------------------------------------------------------


def total_of(rules: NoBustRules, cards: Sequence[Card]) -> Total:
    """What a hand counts: one ace eleven, unless that takes it over; any joker makes a hand that is not over 21.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.rulebook import load
    >>> rules = NoBustRules.of(Setup.of(load("california/21st-century-blackjack")))
    >>> [total_of(rules, cards(hand)).in_words for hand in ("Ac Ad", "Ac 4d 7h", "Xr 4d", "Tc 5d 8h")]
    ['soft 12', 'soft 22', '21', '23, over']
    """
    aces = sum(card.rank == ACE for card in cards)
    total = sum(value(card) for card in cards) - 10 * aces
    if total > rules.most:
        return Total(total, over=True)
    if any(card in JOKERS for card in cards):
        return Total(rules.with_joker)
    soft = aces > 0 and total + 10 <= rules.most
    return Total(total + 10 if soft else total, soft)


def natural_of(cards: Sequence[Card], naturals: Iterable[str]) -> str:
    """Which of the naturals two cards are; empty where they are none.

    >>> from pitboss.equipment.cards import cards
    >>> natural_of(cards("Ac Kd"), [ACE_TEN]), natural_of(cards("Xr Xr"), [ACE_JOKER]), natural_of(cards("Kd"), [])
    ('ace_ten', '', '')
    """
    if len(cards) != 2:
        return ""
    jokers = sum(card in JOKERS for card in cards)
    aces = sum(card.rank == ACE for card in cards)
    tens = sum(value(card) == 10 for card in cards)
    found = {(2, 0, 0): JOKER_JOKER, (1, 1, 0): ACE_JOKER, (0, 1, 1): ACE_TEN, (0, 2, 0): ACE_ACE}
    name = found.get((jokers, aces, tens), "")
    return name if name in naturals else ""


def players_natural(rules: NoBustRules, held: Held) -> str:
    """A player's natural: of the first two cards, and of a split hand where the rules let it be one."""
    if held.split and not rules.split_naturals:
        return ""
    return natural_of(held.cards, rules.naturals)


def dealers_natural(rules: NoBustRules, dealer: Sequence[Card]) -> str:
    return natural_of(dealer, rules.dealer_naturals)


# -- The player's turn ------------------------------------------------------------------------------------------------


def moves(rules: NoBustRules, held: Held) -> tuple[str, ...]:
    """What may be done with a hand by the chart; nothing where it can only stand.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.rulebook import load
    >>> rules = NoBustRules.of(Setup.of(load("california/pure-21-5-blackjack")))
    >>> moves(rules, Held(cards("6c 5d"))), moves(rules, Held(cards("Tc 9d"))), moves(rules, Held(cards("Ac Kd")))
    (('hit', 'double', 'surrender'), ('stand', 'surrender'), ())
    """
    if held.doubled or len(held.cards) < 2 or total_of(rules, held.cards).over:
        return ()
    if players_natural(rules, held) and not held.split:
        return ()
    may = {
        STAND: may_stand(rules, held),
        HIT: may_hit(rules, held),
        DOUBLE: may_double(rules, held),
        SPLIT: may_split(rules, held),
        SURRENDER: may_surrender(rules, held),
    }
    found = tuple(move for move, allowed in may.items() if allowed)
    return found if found != (STAND,) else ()


def may_stand(rules: NoBustRules, held: Held) -> bool:
    """On more than must be hit; a split ace that takes one card stands on anything."""
    return total_of(rules, held.cards).total > rules.hits_to or is_done_with_ace(rules, held)


def may_hit(rules: NoBustRules, held: Held) -> bool:
    total, soft, over = total_of(rules, held.cards)
    must_stand = total >= (rules.stands_soft if soft else rules.stands_hard)
    return not (over or must_stand or is_done_with_ace(rules, held))


def may_double(rules: NoBustRules, held: Held) -> bool:
    """On two cards or on any number, never where the chart says stand; a joker always stands."""
    return may_hit(rules, held) and (len(held.cards) == 2 or rules.double_any)


def may_split(rules: NoBustRules, held: Held) -> bool:
    """Two cards of equal value; jokers have none."""
    if len(held.cards) != 2 or held.splits >= rules.splits or has_joker(held.cards):
        return False
    first, second = held.cards
    if value(first) != value(second) or (rules.tens_of_one_rank and first.rank != second.rank):
        return False
    return not (held.split and first.rank == ACE) or rules.resplit_aces


def may_surrender(rules: NoBustRules, held: Held) -> bool:
    """With so many cards and no joker, as long as the hand does not count too much."""
    if has_joker(held.cards) or (held.split and not rules.surrender_split):
        return False
    few = not rules.surrender_cards or len(held.cards) <= rules.surrender_cards
    return few and total_of(rules, held.cards).total <= rules.surrender_most


def has_joker(cards: Iterable[Card]) -> bool:
    return any(card in JOKERS for card in cards)


def is_done_with_ace(rules: NoBustRules, held: Held) -> bool:
    return held.split and rules.one_card_on_aces and held.cards[0].rank == ACE


def most_added(rules: NoBustRules, stake: int) -> int:
    """The most that a hand may ask for besides: every split, every hand doubled, and insurance."""
    hands = 1 + rules.splits
    return (2 * hands - 1) * stake + most_insurance(rules, stake)


# -- The player-dealer ------------------------------------------------------------------------------------------------


def dealer_draws(rules: NoBustRules, dealer: Sequence[Card]) -> bool:
    """Whether the player-dealer's hand takes one more card; the chart leaves no choice."""
    if dealers_natural(rules, dealer):
        return False
    total, soft, _ = total_of(rules, dealer)
    return total < rules.stands_on or (soft and total in rules.hits_soft)


def draw_matters(rules: NoBustRules, hands: Iterable[Held], dealer: Sequence[Card]) -> bool:
    """Whether what the player-dealer draws can change how any of these hands comes out; over is not lost yet."""
    return any(not _is_decided(rules, held, dealer) for held in hands)


def _is_decided(rules: NoBustRules, held: Held, dealer: Sequence[Card]) -> bool:
    """Two cards of the player-dealer's decide a natural that beats everything else, and a surrender anyhow."""
    natural = players_natural(rules, held)
    return held.surrendered or natural == JOKER_JOKER or (bool(natural) and rules.outrank)


# -- Settlement -------------------------------------------------------------------------------------------------------


def case_of(rules: NoBustRules, held: Held, dealer: Sequence[Card]) -> str:
    """How a hand comes out against the player-dealer's; the entry says what that does to each wager on it.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.rulebook import load
    >>> rules = NoBustRules.of(Setup.of(load("california/pure-21-5-blackjack")))
    >>> [case_of(rules, Held(cards("Th 6c 9d")), cards(dealer)) for dealer in ("5h Kh Th", "5h Kc Th", "Th 7c")]
    ['over_push', 'both_over', 'over']
    """
    if held.surrendered:
        return SURRENDERED
    natural, theirs_natural = players_natural(rules, held), dealers_natural(rules, dealer)
    if rules.outrank and theirs_natural:
        return BOTH_NATURAL if natural else DEALER_NATURAL
    if natural == JOKER_JOKER:
        return BOTH_NATURAL if theirs_natural else JOKER_JOKER
    ours, theirs = total_of(rules, held.cards), total_of(rules, dealer)
    if natural and (rules.outrank or theirs.total != ours.total):
        return NATURAL
    if ours.over:
        if not theirs.over:
            return OVER
        return OVER_PUSH if is_saved(rules.saved, held.cards, ours, dealer, theirs) else BOTH_OVER
    if theirs.over:
        return DEALER_OVER
    if ours.total == theirs.total:
        beaten = rules.second_joker_takes_21 and not natural and dealer[1] in JOKERS
        return SECOND_JOKER if beaten else TIE
    return PLAYER_HIGHER if ours.total > theirs.total else DEALER_HIGHER


def is_saved(saved: Saved, cards: Sequence[Card], ours: Total, dealer: Sequence[Card], theirs: Total) -> bool:
    """Whether two hands that are both over push."""
    return (
        (not saved.dealer_cards or len(dealer) == saved.dealer_cards)
        and (not saved.dealer_total or theirs.total == saved.dealer_total)
        and (not saved.dealer_suited or len({card.suit for card in dealer}) == 1)
        and (not saved.dealer_ranks or tuple(sorted(card.rank for card in dealer)) == saved.dealer_ranks)
        and (not saved.closer or ours.total < theirs.total)
        and (not saved.cards or len(cards) == saved.cards)
        and (not saved.totals or ours.total in saved.totals)
    )


def added_has_action(rules: NoBustRules, dealer: Sequence[Card]) -> bool:
    """Whether doubles and splits are at stake: not where the player-dealer's natural or second joker comes too late.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.rulebook import load
    >>> rules = NoBustRules.of(Setup.of(load("california/blackjack-1-5-to-1")))
    >>> [added_has_action(rules, cards(dealer)) for dealer in ("8h Xr", "5h 4c Xr")]
    [False, True]
    """
    match rules.added_without_action:
        case "dealer_natural":
            return not dealers_natural(rules, dealer[:2])
        case "second_joker":
            return dealer[1] not in JOKERS
    return True


def insurance_case(dealer: Sequence[Card]) -> str:
    """Insurance is on the second card alone."""
    return "second_card_ten" if value(dealer[1]) == 10 else "second_card_not_ten"


def most_insurance(rules: NoBustRules, stake: int) -> int:
    """The most that may be staked on insurance, or all that may."""
    return int(stake * rules.insured_part)


# -- Wagers on the side -----------------------------------------------------------------------------------------------

BONUS_RANKS = {"ace_to_four": [2, 3, 4, ACE], "sevens": [7, 7, 7], "six_seven_eight": [6, 7, 8]}
MATCHES = ("suited", "same_color", "unsuited")
SIX_CARDS, NO_BONUS = "six_cards", "no_bonus_hand"
BONUS_NAMES = (*(f"{match}_{hand}" for hand in ("blackjack", *BONUS_RANKS) for match in MATCHES), SIX_CARDS)


def bonus_names(rules: NoBustRules, cards: Sequence[Card], split: bool = False) -> tuple[str, ...]:
    """What a player's hand is called on the pay table of the bonus bet, the best first.

    Each is reached by its first cards, whatever is drawn then.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.rulebook import load
    >>> rules = NoBustRules.of(Setup.of(load("california/pure-21-5-blackjack")))
    >>> [bonus_names(rules, cards(hand))[0] for hand in ("As Kc", "4s 3c 2s Ac 9d", "7h 7h 7h", "Tc 8h")]
    ['same_color_blackjack', 'same_color_ace_to_four', 'suited_sevens', 'no_bonus_hand']
    """
    found = []
    if natural_of(cards, [ACE_TEN]) and not split:
        found.append(f"{_match(cards)}_blackjack")
    for name, ranks in BONUS_RANKS.items():
        first = cards[: len(ranks)]
        if sorted(card.rank for card in first) == ranks:
            found.append(f"{_match(first)}_{name}")
    if len(cards) >= 6 and not total_of(rules, cards[:6]).over:
        found.append(SIX_CARDS)
    return (*found, NO_BONUS)


def _match(cards: Sequence[Card]) -> str:
    suits = {card.suit for card in cards}
    return "suited" if len(suits) == 1 else "same_color" if suits in ({"d", "h"}, {"c", "s"}) else "unsuited"


FEWEST, MOST = 3, 8
BUSTER_NAMES = tuple(f"over_in_{cards}" for cards in range(FEWEST, MOST + 1))
NOT_OVER = "not_over"


def buster_names(rules: NoBustRules, dealer: Sequence[Card]) -> tuple[str, ...]:
    """With how many cards the player-dealer went over."""
    return (f"over_in_{min(len(dealer), MOST)}",) if total_of(rules, dealer).over else (NOT_OVER,)


PAIR_NAMES = ("perfect_pair", "colored_pair", "mixed_pair")
NO_PAIR = "no_pair"


def pair_names(cards: Sequence[Card]) -> tuple[str, ...]:
    """Two cards of one rank: alike, of one color, or of both.

    >>> from pitboss.equipment.cards import cards
    >>> [pair_names(cards(hand))[0] for hand in ("8h 8h", "8h 8d", "8h 8c", "Kh Qh")]
    ['perfect_pair', 'colored_pair', 'mixed_pair', 'no_pair']
    """
    if cards[0].rank != cards[1].rank:
        return (NO_PAIR,)
    return (dict(zip(MATCHES, PAIR_NAMES, strict=True))[_match(cards)],)
