"""DJ Wild Poker: five cards each, deuces and the joker wild; stay in for twice the Ante, with a Blind beside it."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.progressive import pay_envy
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.engine.weighing import Against, Weighed
from pitboss.equipment.cards import RANKS, Card
from pitboss.games.poker import kit, settling
from pitboss.games.poker.sides import OWN, Seen, Side
from pitboss.games.reading import of_size, played
from pitboss.hands.poker import ALL_NAMES, THREE_OF_A_KIND, best_hand
from pitboss.hands.wild import FIVE_OF_A_KIND, SIZE, WILD_NAMES, WildHand, WildRules, wild_hand
from pitboss.money import Pay, To
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

REPLACEMENTS = "replacements"
"""Cards that take the place of wild ones for the Multi Game Link, in the order in which they are drawn."""
TRIPS, BAD_BEAT, LINK = "trips", "two_way_bad_beat", "multi_game_link"
NATURAL, WILD = "natural_", "wild_"
TRIPS_NAMES = (*WILD_NAMES, *(f"{kind}{name}" for name in WILD_NAMES for kind in (NATURAL, WILD)))


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    yield from t.moment("deal")
    yield from t.moment("decide")
    folded = yield from kit.stay_or_fold(t, "play", "decide", t.live, word="play")
    kit.forfeit(t, folded)
    yield from kit.turn_up_the_dealer(t)
    order = settling.order_of_payment(t)
    dues = settling.results(t, order, sides_of(t.setup), partial(_against_the_dealer, t))
    settling.turn_up_and_settle(t, order, dues, lambda seat: bool(seat not in folded or kit.open_bets(t, seat)))
    hands, of = [*map(t.hand, t.live), kit.DEALER], partial(kit.worth, t, of=partial(worth, t.setup))
    highest = partial(settling.highest_of, t, hands, of, names_on_the_table)
    settling.settle_cover_all(t, order, len(t.seats), highest)
    _settle_link(t, order)


def _against_the_dealer(t: Round, bet: Bet) -> Due:
    of = partial(worth, t.setup)
    return Due(bet, kit.showdown(t, bet.seat, of), (kit.worth(t, t.hand(bet.seat), of).name,))


def _settle_link(t: Round, order: list[int]) -> None:
    """After all else each wild card of a hand is replaced by one that is not, and the hand has its natural worth."""
    natural = {}
    for bet in kit.bets_in_order(t, LINK, order):
        hand = t.hands[t.hand(bet.seat)]
        drawn = [_replacement(t) if is_wild(t.setup, card) else card for card in hand]
        natural[bet.seat] = best_hand(drawn, f"seat {bet.seat}'s").names
        t.settle(bet, kit.case_of(t, bet), natural[bet.seat])
    pay_envy(t, [bet for seat in order for bet in t.bets_on(LINK) if bet.seat == seat], natural, natural.__getitem__)


def _replacement(t: Round) -> Card:
    while is_wild(t.setup, card := t.deal(REPLACEMENTS, t.cite("replacements"))):
        pass
    return card


# -- Hands -------------------------------------------------------------------------------------------------------------


def is_wild(setup: Setup, card: Card) -> bool:
    """The joker, and the cards of the rank that the rulebook makes wild."""
    wild: str = setup.term("wild")
    return card.rank == 0 or RANKS[card.rank - 2] == wild


def rules_of(setup: Setup) -> WildRules:
    return WildRules(setup.term("ace_low_straight"), setup.term("wild_in_flush") == "always_ace")


def worth(setup: Setup, cards: Sequence[Card], whose: str = "the") -> WildHand:
    return wild_hand(cards, partial(is_wild, setup), rules_of(setup), whose)


def sides_of(setup: Setup) -> dict[str, Side]:
    """The bonuses on one's own cards, and on both hands."""
    return {
        TRIPS: Side((Seen(OWN, SIZE),), partial(_trips_of, setup), TRIPS_NAMES),
        BAD_BEAT: Side((Seen(OWN, SIZE), Seen(kit.DEALER, SIZE)), partial(_beaten_of, setup), WILD_NAMES),
    }


def _trips_of(setup: Setup, cards: Sequence[Card], whose: str) -> kit.Names:
    return trips_names(setup, setup.offers[TRIPS], reading_of(setup, cards, whose))


def _beaten_of(setup: Setup, cards: Sequence[Card], whose: str) -> kit.Names:
    return beaten_names(worth(setup, cards[:SIZE], whose), worth(setup, cards[SIZE:], whose))


class Reading(NamedTuple):
    """A hand as the Trips wager may read it: with its wild cards, and with every deuce as a plain two.

    ``natural`` is nothing where a joker is among the cards; where no card is wild both are the same.
    """

    best: str
    natural: str | None
    uses_wild: bool


def reading_of(setup: Setup, cards: Sequence[Card], whose: str = "the") -> Reading:
    """How the Trips wager may read five cards."""
    best, uses_wild = worth(setup, cards, whose).name, any(is_wild(setup, card) for card in cards)
    if any(card.rank == 0 for card in cards):
        return Reading(best, None, uses_wild)
    return Reading(best, wild_hand(cards, lambda card: False, rules_of(setup)).name, uses_wild)


def trips_names(setup: Setup, offer: Offer, reading: Reading) -> kit.Names:
    """The names by which a hand is paid: as what pays most, or as its best hand, natural where that stands without."""
    if not reading.uses_wild:
        return (f"{NATURAL}{reading.best}", reading.best)
    with_wild = (f"{WILD}{reading.best}", reading.best)
    if reading.natural is None:
        return with_wild
    without = (f"{NATURAL}{reading.natural}", reading.natural)
    if setup.term("trips_natural") == "best_hand_first":
        return without if reading.natural == reading.best else with_wild
    return max(with_wild, without, key=lambda names: _wins(offer, names))


def _wins(offer: Offer, names: kit.Names) -> float:
    assert offer.pays is not None
    found = offer.pays.first(names)
    pay: Pay | None = None if found is None else found[1]
    return pay.wins / pay.per if isinstance(pay, To) else -1


def beaten_names(ours: WildHand, theirs: WildHand) -> kit.Names:
    """The name of the losing hand of two that both are three of a kind or better and do not tie."""
    good = min(ours.category, theirs.category) >= THREE_OF_A_KIND
    return (min(ours, theirs).name,) if good and ours != theirs else ("no_bad_beat",)


def names_on_the_table(hand: WildHand) -> kit.Names:
    """The names by which the matrix of Cover All may know the highest hand: without a line for five of a kind, by that
    of the straight flush."""
    return (hand.name, "straight_flush") if hand.category == FIVE_OF_A_KIND else (hand.name,)


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """Of a bad beat, both hands."""
    if row.wager != BAD_BEAT or not row.line:
        return None
    ours, theirs = (worth(t.setup, tuple(t.hands[hand])).in_words for hand in (t.hand(row.seat), kit.DEALER))
    return Weighed((Against.of(ours, theirs),))


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    return of_size(SIZE, partial(worth, setup), played(held))


GAME = Game(
    play=play,
    asks="play fold",
    moments=kit.DECIDED_ONCE,
    hands=(kit.DEALER, REPLACEMENTS),
    reads=_reads,
    weighs=weighs,
    terms="deal decide reveal settle_from settle_order wild ace_low_straight wild_in_flush trips_natural replacements",
    remedies=kit.FORFEIT,
    settles={
        "ante": Judged(f"fold {kit.COMPARED_CASES}"),
        "blind": Judged(f"fold {kit.COMPARED_CASES}", WILD_NAMES),
        "play": Judged(kit.COMPARED_CASES),
        TRIPS: Judged("shown fold", TRIPS_NAMES),
        BAD_BEAT: Judged("shown fold", WILD_NAMES),
        "cover_all": Judged("shown fold", WILD_NAMES),
        LINK: Judged("shown fold", ALL_NAMES),
    },
)
