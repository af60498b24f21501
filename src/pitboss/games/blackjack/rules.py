"""The rules of blackjack as pure functions: what a player may do, when the dealer draws, how a hand comes out.

The table plays by them and the mathematics counts by them. What differs between entries is in ``Rules``, which are the
terms of an entry under the house's options.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.equipment.cards import Card
from pitboss.hands.blackjack import ACE, BEST, count, is_blackjack, is_pair, value
from pitboss.rulebook.setup import Setup

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"
NO_HOLE, HOLE_DOWN, HOLE_UP = "no_hole", "hole_down", "hole_up"
"""How the dealer's second card is dealt: after the players are done, or before, face down or face up."""
BONUS_HANDS = ("suited_6_7_8", "three_sevens", "five_card_21")
"""Hands that a house may pay better than 1 to 1 when they win."""
DESIGNATED = "designated_blackjack"


@dataclass(frozen=True, slots=True)
class Rules:
    """What is in force at a table.

    ``double_on`` are the totals that may be doubled, all where there are none; ``hits_soft`` the soft totals that the
    dealer hits besides all below ``stands_on``; a dealer's ``push_total`` is no win for anybody who is not over, 0
    where there is no such total. ``second_card`` is how the dealer's is dealt. ``two_card_21_beats_21``: so does an
    ace and a ten that a split brought together. ``bust_counts``: what a bust has lost counts toward the one wager that
    a dealer's blackjack takes of a box. ``bonus_hands`` are those that are paid better, ``designated`` the blackjack
    that is.
    """

    hit_21: bool
    double: bool
    double_on: tuple[int, ...]
    splits: int
    resplit_aces: bool
    surrender: bool
    stands_on: int
    hits_soft: tuple[int, ...]
    push_total: int
    blackjack_beats_21: bool
    switched_blackjack: bool
    insured_part: Fraction
    chip: int
    looks_under: tuple[str, ...]
    surrender_split: bool = True
    second_card: str = HOLE_DOWN
    two_card_21_beats_21: bool = False
    bust_counts: bool = False
    bonus_hands: tuple[str, ...] = ()
    designated: frozenset[Card] = frozenset()
    even_money: bool = False

    @classmethod
    def of(cls, setup: Setup) -> "Rules":
        found: Rules | None = setup.worked_out.get("blackjack rules")
        if found is None:
            found = setup.worked_out["blackjack rules"] = cls._read(setup)
        return found

    @classmethod
    def _read(cls, setup: Setup) -> "Rules":
        double, split, dealer = setup.term("double"), setup.term("split"), setup.term("dealer")
        blackjack, insurance = setup.term("blackjack"), setup.term("insurance")
        surrender, bonus_hands = setup.term("surrender"), setup.term("bonus_hands") or {}
        return cls(
            hit_21=setup.term("hit")["on_21"],
            double=double["allowed"],
            double_on=tuple(double["totals"]),
            splits=split["times"],
            resplit_aces=split["aces_again"],
            surrender=surrender["allowed"],
            stands_on=dealer["stands_on"],
            hits_soft=tuple(dealer["hits_soft"]),
            push_total=dealer["push_total"],
            blackjack_beats_21=blackjack["beats"] == BEST,
            switched_blackjack=blackjack["switched"],
            insured_part=Fraction(insurance["at_most"]),
            chip=insurance["chip"],
            looks_under=tuple(setup.term("peek")),
            surrender_split=surrender["split_hands"],
            second_card=setup.term("second_card"),
            two_card_21_beats_21=blackjack["two_cards"] and setup.term("second_card") != HOLE_UP,
            bust_counts=setup.term("bust_then_dealer_blackjack") == "counts_as_original",
            bonus_hands=tuple(name for name in BONUS_HANDS if bonus_hands.get(name)),
            designated=bonus_hands["designated"] if bonus_hands.get(DESIGNATED) else frozenset(),
            even_money=bool(setup.term("even_money")),
        )


@dataclass(frozen=True, slots=True)
class Held:
    """A player's hand and what was done with it.

    ``began_as`` is the number of the hand that it was dealt as or split from, ``splits`` how often that was split, and
    ``others_over``: another hand of those went over 21. ``closed``: it takes no more cards, whatever it counts.
    ``face_down``: its last card lies so, and nobody knows what it counts.
    """

    cards: tuple[Card, ...] = ()
    began_as: int = 1
    splits: int = 0
    split: bool = False
    switched: bool = False
    doubled: bool = False
    surrendered: bool = False
    closed: bool = False
    others_over: bool = False
    face_down: bool = False


def has_blackjack(rules: Rules, held: Held) -> bool:
    """Whether a player's ace and ten are a blackjack: those that were dealt are, those that a split made are not."""
    return is_blackjack(held.cards) and not held.split and (rules.switched_blackjack or not held.switched)


# -- The player's turn ------------------------------------------------------------------------------------------------


def moves(rules: Rules, held: Held) -> tuple[str, ...]:
    """What may be done with a hand; nothing where it can only stand.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.rulebook import load
    >>> rules = Rules.of(Setup.of(load("chapter4/blackjack")))
    >>> moves(rules, Held(cards("8c 8d"))), moves(rules, Held(cards("8c 8d 2h"))), moves(rules, Held(cards("Ac Kd")))
    (('stand', 'hit', 'double', 'split'), ('stand', 'hit'), ())
    """
    if held.doubled or held.surrendered or len(held.cards) < 2:
        return ()
    may = {
        STAND: True,
        HIT: may_hit(rules, held),
        DOUBLE: may_double(rules, held),
        SPLIT: may_split(rules, held),
        SURRENDER: may_surrender(rules, held),
    }
    found = tuple(move for move, allowed in may.items() if allowed)
    return found if len(found) > 1 else ()


def may_hit(rules: Rules, held: Held) -> bool:
    total = count(held.cards).total
    return not held.closed and not _split_ace(held) and (total < BEST or (total == BEST and rules.hit_21))


def may_double(rules: Rules, held: Held) -> bool:
    """On the first two cards, of a split hand too, and never on a blackjack."""
    if not rules.double or len(held.cards) != 2 or has_blackjack(rules, held) or not may_hit(rules, held):
        return False
    return not rules.double_on or count(held.cards).total in rules.double_on


def may_split(rules: Rules, held: Held) -> bool:
    """Two cards of equal value, a few times for each hand that was dealt."""
    if held.closed or not is_pair(held.cards) or held.splits >= rules.splits:
        return False
    return not _split_ace(held) or rules.resplit_aces


def may_surrender(rules: Rules, held: Held) -> bool:
    """Before the hand has an additional card."""
    under_21 = count(held.cards).total < BEST
    dealt = rules.surrender_split or not held.split
    return rules.surrender and dealt and len(held.cards) == 2 and under_21 and not _split_ace(held)


def _split_ace(held: Held) -> bool:
    """A split ace gets one card and stands."""
    return held.split and held.cards[0].rank == ACE


def most_added(rules: Rules, stake: int) -> int:
    """The most that a hand may ask for besides: every split, every hand doubled, and insurance."""
    hands = 1 + rules.splits
    return (hands - 1) * stake + (hands * stake if rules.double else 0) + most_insurance(rules, stake)


# -- The dealer -------------------------------------------------------------------------------------------------------


def named_up(card: Card) -> str:
    """What an up card is called where insurance and the look at the hole card go by it."""
    return "ace" if card.rank == ACE else "ten" if value(card) == 10 else "low"


def dealer_draws(rules: Rules, dealer: Sequence[Card]) -> bool:
    """Whether the dealer draws one more card.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.rulebook import load
    >>> entry = load("chapter4/blackjack")
    >>> base, single = (Rules.of(Setup.of(entry, {"variant": name})) for name in ("base", "single_deck"))
    >>> dealer_draws(base, cards("Ah 6c")), dealer_draws(single, cards("Ah 6c")), dealer_draws(single, cards("Th 7c"))
    (False, True, False)
    """
    total, soft = count(dealer)
    return total < rules.stands_on or (soft and total in rules.hits_soft)


def draw_matters(rules: Rules, hands: Iterable[Held]) -> bool:
    """Whether what the dealer draws can change how any of these hands comes out."""
    return any(not _is_decided(rules, held) for held in hands)


def _is_decided(rules: Rules, held: Held) -> bool:
    """The hole card alone decides a blackjack, unless there is a total with which the dealer pushes it."""
    if held.surrendered or (count(held.cards).over and not held.face_down):
        return True
    return has_blackjack(rules, held) and rules.blackjack_beats_21 and not rules.push_total


# -- Settlement -------------------------------------------------------------------------------------------------------


def case_of(rules: Rules, held: Held, dealer: Sequence[Card]) -> str:
    """How a hand comes out against the dealer's; the entry says what that does to each wager on it.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.rulebook import load
    >>> rules = Rules.of(Setup.of(load("chapter4/blackjack")))
    >>> [case_of(rules, Held(cards(hand)), cards("Th 6c 5d")) for hand in ("Ac Kd", "Tc 7d 4h", "Tc 9d")]
    ['blackjack', 'tie', 'dealer_higher']
    """
    ours, theirs = count(held.cards), count(dealer)
    if ours.over and not (held.face_down and is_blackjack(dealer)):
        return "over_21"
    blackjack = has_blackjack(rules, held)
    if is_blackjack(dealer):
        if held.split:
            counts = rules.bust_counts and held.others_over
            return "bust_before_dealer_blackjack" if counts else "split_dealer_blackjack"
        return "both_blackjack" if blackjack else "dealer_blackjack"
    if held.surrendered:
        return "surrendered"
    if theirs.total == rules.push_total:
        return "dealer_push_total"
    if blackjack and (theirs.total != BEST or rules.blackjack_beats_21):
        return "blackjack"
    if theirs.over:
        return "dealer_over_21"
    if ours.total == theirs.total:
        two_cards = ours.total == BEST and len(held.cards) == 2 and rules.two_card_21_beats_21
        return "player_higher" if two_cards else "tie"
    return "player_higher" if ours.total > theirs.total else "dealer_higher"


def bonus_hand(rules: Rules, held: Held, case: str) -> str:
    """What a winning hand is called where the house pays it better; empty where it is paid as any other.

    A wager that doubled the hand is not part of it.
    """
    if case == "blackjack" or (case == "both_blackjack" and rules.second_card == HOLE_UP):
        return DESIGNATED if rules.designated and set(held.cards) == rules.designated else ""
    if case not in ("player_higher", "dealer_over_21"):
        return ""
    names = (name for name, is_one in _BONUS_HANDS.items() if name in rules.bonus_hands and is_one(held.cards))
    return next(names, "")


def _is_suited_6_7_8(cards: Sequence[Card]) -> bool:
    return sorted(card.rank for card in cards) == [6, 7, 8] and len({card.suit for card in cards}) == 1


def _is_three_sevens(cards: Sequence[Card]) -> bool:
    return [card.rank for card in cards] == [7, 7, 7]


def _is_five_card_21(cards: Sequence[Card]) -> bool:
    return len(cards) == 5 and count(cards).total == BEST


_BONUS_HANDS = dict(zip(BONUS_HANDS, (_is_suited_6_7_8, _is_three_sevens, _is_five_card_21), strict=True))


def insurance_case(dealer: Sequence[Card]) -> str:
    """Insurance is on the hole card alone."""
    return "hole_card_ten" if value(dealer[1]) == 10 else "hole_card_not_ten"


def most_insurance(rules: Rules, stake: int) -> int:
    """The most that may be staked on insurance: half of the wager, brought up to what chips can make.

    >>> from pitboss.rulebook import load
    >>> most_insurance(Rules.of(Setup.of(load("chapter4/blackjack"))), 1500)
    800
    """
    chips = -(-stake * rules.insured_part // rules.chip)
    return int(chips) * rules.chip
