"""The rules of blackjack as pure functions: what a player may do, when the dealer draws, how a hand comes out.

The table plays by them and the mathematics counts by them. What differs between entries is in ``Rules``, which are the
terms of an entry under the house's options.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pitboss.equipment.cards import Card
from pitboss.hands.blackjack import ACE, BEST, count, is_blackjack, is_pair, value
from pitboss.rulebook.setup import Setup

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "stand", "hit", "double", "split", "surrender"
RESCUE = "rescue"
NO_HOLE, HOLE_DOWN, HOLE_UP = "no_hole", "hole_down", "hole_up"
"""How the dealer's second card is dealt: after the players are done, or before, face down or face up."""
PLAYED_OUT = "player_higher dealer_higher tie over_21 dealer_over_21 dealer_push_total?"
"""How any hand may come out that is played when it is known that the dealer has no blackjack."""
RESULTS = f"{PLAYED_OUT} split_dealer_blackjack bust_before_dealer_blackjack"
"""How any hand may come out, one that was split too."""
BONUS_HANDS = ("suited_6_7_8", "three_sevens", "five_card_21")
"""Hands that a house may pay better than 1 to 1 when they win."""
DESIGNATED = "designated_blackjack"
BONUS_21 = "bonus_21"
"""What a winning hand comes to where a pay table names the 21s that are paid better."""
BONUS_21_NAMES = (
    "6_7_8_of_spades",
    "suited_6_7_8",
    "mixed_6_7_8",
    "sevens_of_spades",
    "suited_sevens",
    "mixed_sevens",
    "five_card_21",
    "six_card_21",
    "seven_card_21",
)


@dataclass(frozen=True, slots=True)
class Rules:
    """What is in force at a table.

    ``chip`` is the least amount in which insurance can be made and paid exactly.
    ``double_on`` are the totals that may be doubled, all where there are none; ``hits_soft`` the soft totals that the
    dealer hits besides all below ``stands_on``; a dealer's ``push_total`` is no win for anybody who is not over, 0
    where there is no such total. ``second_card`` is how the dealer's is dealt. ``two_card_21_beats_21``: so does an
    ace and a ten that a split brought together. ``bust_counts``: what a bust has lost counts toward the one wager that
    a dealer's blackjack takes of a box; ``bust_waits``: a bust is lost only once it is known that the dealer has none,
    and against a blackjack it comes out as any other hand. ``bonus_hands`` are those that are paid better,
    ``designated`` the blackjack that is; ``bonus_21``: a pay table names them, and none is paid so that was doubled.

    ``double_any_size``: a hand of more than two cards may be doubled as well. ``rescue``: who doubled may take the
    double back and give up the hand. ``aces_play_on``: split aces are played as any other hand. ``surrender_any_time``:
    a hand may be surrendered until it stands, with more cards, doubled or split too. ``any_21_beats_21``: so does every
    21 against a dealer's of more than two cards. ``paid_by_dealers_21``: 21 in two cards is paid by whether it met one.

    ``blackjack_beats_push``: a player's blackjack wins against the dealer's ``push_total`` too.
    ``two_card_21_ties_blackjack``: 21 in two cards that a switch or a split brought together ties with a dealer's
    blackjack, where every hand of the box has it. ``free_doubles`` are the hard totals that are doubled and
    ``free_splits`` the values of cards that are split for a lammer; ``tucked_bust_pushes``: a bust whose cards are
    tucked under its wager pushes against the ``push_total``. ``zaps`` are the hard totals whose two cards may be
    exchanged.
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
    bonus_21: bool = False
    bust_waits: bool = False
    double_any_size: bool = False
    rescue: bool = False
    aces_play_on: bool = False
    surrender_any_time: bool = False
    any_21_beats_21: bool = False
    paid_by_dealers_21: bool = False
    blackjack_beats_push: bool = False
    two_card_21_ties_blackjack: bool = False
    free_doubles: tuple[int, ...] = ()
    free_splits: tuple[int, ...] = ()
    tucked_bust_pushes: bool = False
    zaps: tuple[int, ...] = ()

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
        free_bets = setup.term("free_bets") or {}
        insured = setup.offers.get("insurance")
        return cls(
            hit_21=setup.term("hit")["on_21"],
            double=double["allowed"],
            double_on=tuple(double["totals"]),
            splits=min(split["times"], split.get("times_at_most", split["times"])),
            resplit_aces=split["aces_again"],
            surrender=surrender["allowed"],
            stands_on=dealer["stands_on"],
            hits_soft=tuple(dealer["hits_soft"]),
            push_total=dealer["push_total"],
            blackjack_beats_21=blackjack["beats"] == BEST,
            switched_blackjack=blackjack["switched"],
            insured_part=Fraction(insurance["at_most"]),
            chip=lcm(insurance["chip"], insured.unit if insured is not None else 1),
            looks_under=tuple(setup.term("peek")),
            surrender_split=surrender["split_hands"],
            second_card=setup.term("second_card"),
            two_card_21_beats_21=blackjack["two_cards"] and setup.term("second_card") != HOLE_UP,
            bust_counts=setup.term("bust_then_dealer_blackjack") == "counts_as_original",
            bonus_hands=tuple(name for name in BONUS_HANDS if bonus_hands.get(name)),
            designated=bonus_hands["designated"] if bonus_hands.get(DESIGNATED) else frozenset(),
            even_money=bool(setup.term("even_money")),
            bonus_21=bool(bonus_hands.get("by_table")),
            bust_waits=setup.term("bust_then_dealer_blackjack") == "original_only",
            double_any_size=double.get("any_size", False),
            rescue=double.get("rescue", False),
            aces_play_on=split.get("aces_play_on", False),
            surrender_any_time=surrender.get("any_time", False),
            any_21_beats_21=blackjack.get("any_21", False),
            paid_by_dealers_21=blackjack.get("paid_by_dealers_21", False),
            blackjack_beats_push=blackjack.get("beats_push_total", False),
            two_card_21_ties_blackjack=blackjack.get("two_cards_tie_blackjack", False),
            free_doubles=tuple(free_bets.get("doubles", ())),
            free_splits=tuple(free_bets.get("splits", ())),
            tucked_bust_pushes=(setup.term("tuck") or {}).get("returned", False),
            zaps=tuple(setup.term("zap") or ()),
        )


@dataclass(frozen=True, slots=True)
class Held:
    """A player's hand and what was done with it.

    ``began_as`` is the number of the hand that it was dealt as or split from, ``splits`` how often that was split, and
    ``others_lost``: another hand of those was lost or given up before the dealer's second card is known;
    ``others_21_in_two``: every other hand of those is an ace and a ten. ``closed``: it takes no more cards, whatever it
    counts. ``face_down``: its last card lies so, and nobody knows what it counts. ``tucked``: it went over and lies
    under its wager until the others are settled. ``zapped``: its two cards were exchanged for others.
    """

    cards: tuple[Card, ...] = ()
    began_as: int = 1
    splits: int = 0
    split: bool = False
    switched: bool = False
    doubled: bool = False
    surrendered: bool = False
    closed: bool = False
    others_lost: bool = False
    face_down: bool = False
    others_21_in_two: bool = True
    tucked: bool = False
    zapped: bool = False


def has_blackjack(rules: Rules, held: Held) -> bool:
    """Whether a player's ace and ten are a blackjack: those that were dealt are, those that came otherwise are not."""
    as_dealt = not held.split and not held.zapped and (rules.switched_blackjack or not held.switched)
    return is_blackjack(held.cards) and as_dealt


# -- The player's turn ------------------------------------------------------------------------------------------------


def moves(rules: Rules, held: Held) -> tuple[str, ...]:
    """What may be done with a hand; nothing where it can only stand.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.rulebook import load
    >>> rules = Rules.of(Setup.of(load("chapter4/blackjack")))
    >>> moves(rules, Held(cards("8c 8d"))), moves(rules, Held(cards("8c 8d 2h"))), moves(rules, Held(cards("Ac Kd")))
    (('stand', 'hit', 'double', 'split'), ('stand', 'hit'), ())
    """
    if held.surrendered or len(held.cards) < 2:
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
    takes_more = not held.closed and not held.doubled and not is_done_with_ace(rules, held)
    return takes_more and (total < BEST or (total == BEST and rules.hit_21))


def may_double(rules: Rules, held: Held) -> bool:
    """On the first two cards, of a split hand too, or on any number of them, and never on a blackjack."""
    if not rules.double or has_blackjack(rules, held) or not may_hit(rules, held):
        return False
    if len(held.cards) != 2 and not rules.double_any_size:
        return False
    return not rules.double_on or count(held.cards).total in rules.double_on


def doubles_free(rules: Rules, held: Held) -> bool:
    """Whether a hand that may be doubled is doubled for a lammer of the house's: then no money may be added."""
    total, soft = count(held.cards)
    return not soft and total in rules.free_doubles


def splits_free(rules: Rules, held: Held) -> bool:
    """Whether a pair that may be split is split for a lammer of the house's."""
    return value(held.cards[0]) in rules.free_splits


def may_zap(rules: Rules, held: Held) -> bool:
    """Whether the two cards that a hand was dealt may be exchanged: some hard totals, once, and not on a split hand."""
    total, soft = count(held.cards)
    as_dealt = len(held.cards) == 2 and not held.split and not held.zapped
    return as_dealt and not soft and total in rules.zaps


def may_split(rules: Rules, held: Held) -> bool:
    """Two cards of equal value, a few times for each hand that was dealt."""
    if held.closed or not is_pair(held.cards) or held.splits >= rules.splits:
        return False
    return not is_done_with_ace(rules, held) or rules.resplit_aces


def may_surrender(rules: Rules, held: Held) -> bool:
    """Before the hand has an additional card or, where it may be given up at any time, until it is over."""
    if not rules.surrender:
        return False
    if rules.surrender_any_time:
        return not count(held.cards).over
    dealt = rules.surrender_split or not held.split
    return dealt and len(held.cards) == 2 and count(held.cards).total < BEST and not is_done_with_ace(rules, held)


def may_rescue(rules: Rules, held: Held) -> bool:
    """Once a doubled hand has its card, unless that took it over."""
    return rules.rescue and held.doubled and not count(held.cards).over


def is_done_with_ace(rules: Rules, held: Held) -> bool:
    """A split ace gets one card and stands, unless the rules let it be played on."""
    return held.split and held.cards[0].rank == ACE and not rules.aces_play_on


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
    """The hole card alone decides a blackjack, unless there is a total with which the dealer pushes it.

    Where every 21 beats a dealer's of more than two cards, it decides that one too, unless it is paid by the draw.
    """
    ours = count(held.cards)
    if held.surrendered or (ours.over and not held.face_down):
        return True
    if ours.total == BEST and rules.any_21_beats_21:
        return len(held.cards) > 2 or not rules.paid_by_dealers_21
    pushed = rules.push_total and not rules.blackjack_beats_push
    return has_blackjack(rules, held) and rules.blackjack_beats_21 and not pushed


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
    if held.tucked and rules.tucked_bust_pushes and theirs.total == rules.push_total:
        return "dealer_push_total"
    if ours.over and not ((held.face_down or rules.bust_waits) and is_blackjack(dealer)):
        return "over_21"
    blackjack = has_blackjack(rules, held)
    if is_blackjack(dealer):
        counts = held.split and (rules.bust_counts or rules.bust_waits) and held.others_lost
        if held.surrendered and rules.surrender_any_time and not counts:
            return "surrendered_to_blackjack"
        if rules.two_card_21_ties_blackjack and not blackjack and is_blackjack(held.cards) and held.others_21_in_two:
            return "tie"
        if held.split:
            return "bust_before_dealer_blackjack" if counts else "split_dealer_blackjack"
        return "both_blackjack" if blackjack else "dealer_blackjack"
    if held.surrendered:
        return "surrendered"
    if theirs.total == rules.push_total and not (blackjack and rules.blackjack_beats_push):
        return "dealer_push_total"
    two_cards = ours.total == BEST and len(held.cards) == 2
    if two_cards and theirs.total == BEST and rules.paid_by_dealers_21:
        return "two_card_21_against_21"
    if blackjack and (theirs.total != BEST or rules.blackjack_beats_21):
        return "blackjack"
    if theirs.over:
        return "dealer_over_21"
    if ours.total == theirs.total:
        beats_21 = (two_cards and rules.two_card_21_beats_21) or (ours.total == BEST and rules.any_21_beats_21)
        return "player_higher" if beats_21 else "tie"
    return "player_higher" if ours.total > theirs.total else "dealer_higher"


def result_of(rules: Rules, held: Held, dealer: Sequence[Card]) -> tuple[str, tuple[str, ...]]:
    """The case a hand comes to, and the names by which a pay table knows it; a double goes by ``case_of`` alone."""
    case = case_of(rules, held, dealer)
    bonus = bonus_hand(rules, held, case)
    if bonus and rules.bonus_21:
        return BONUS_21, (bonus,)
    return bonus or case, ()


def bonus_hand(rules: Rules, held: Held, case: str) -> str:
    """What a winning hand is called where the house pays it better; empty where it is paid as any other.

    A wager that doubled the hand is not part of it.
    """
    if case == "blackjack" or (case == "both_blackjack" and rules.second_card == HOLE_UP):
        return DESIGNATED if rules.designated and set(held.cards) == rules.designated else ""
    if case not in ("player_higher", "dealer_over_21"):
        return ""
    if rules.bonus_21:
        return "" if held.doubled else bonus_21(held.cards)
    names = (name for name, is_one in _BONUS_HANDS.items() if name in rules.bonus_hands and is_one(held.cards))
    return next(names, "")


def bonus_21(cards: Sequence[Card]) -> str:
    """What a 21 is called that a pay table pays by its cards: 6-7-8 and three sevens by suit, five and more by number.

    >>> from pitboss.equipment.cards import cards
    >>> bonus_21(cards("8s 6s 7s")), bonus_21(cards("7h 7h 7h")), bonus_21(cards("6c 8d 7c"))
    ('6_7_8_of_spades', 'suited_sevens', 'mixed_6_7_8')
    >>> bonus_21(cards("2s 3d 4c 5h 7s")), bonus_21(cards("2s 2d 2c 2h 3s 4d 3c 3d"))
    ('five_card_21', 'seven_card_21')
    """
    if count(cards).total != BEST:
        return ""
    ranks = sorted(card.rank for card in cards)
    if ranks in ([6, 7, 8], [7, 7, 7]):
        kind = "6_7_8" if ranks[0] == 6 else "sevens"
        suits = {card.suit for card in cards}
        return f"mixed_{kind}" if len(suits) > 1 else f"{kind}_of_spades" if suits == {"s"} else f"suited_{kind}"
    return f"{_CARDS[min(len(cards), 7)]}_card_21" if len(cards) >= 5 else ""


_CARDS = {5: "five", 6: "six", 7: "seven"}


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
