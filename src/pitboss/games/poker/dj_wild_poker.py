"""DJ Wild Poker: five cards each, deuces and the joker wild; stay in for twice the Ante, with a Blind beside it."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.weighing import Against, Weighed
from pitboss.equipment.cards import RANKS, Card
from pitboss.games.poker import kit
from pitboss.games.reading import played
from pitboss.hands.poker import ALL_NAMES, THREE_OF_A_KIND, best_hand
from pitboss.hands.wild import FIVE_OF_A_KIND, SIZE, WILD_NAMES, WildHand, WildRules, wild_hand
from pitboss.money import Pay, To
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

REPLACEMENTS = "replacements"
"""Cards that take the place of wild ones for the Multi Game Link, in the order in which they are drawn."""
TRIPS, BAD_BEAT, LINK = "trips", "two_way_bad_beat", "multi_game_link"
RESULTS = " ".join(kit.COMPARED)
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
    yield from t.moment("reveal")
    t.reveal(kit.DEALER, t.cite("reveal"))
    yield from t.moment("settle")
    order = kit.payout_order(t, t.term("settle_from"))
    for seat in order:
        if seat not in folded or kit.open_bets(t, seat):
            t.reveal(t.hand(seat), t.cite("reveal"))
        kit.settle_in_turn(t, list(_dues(t, seat, seat in folded)))
    kit.settle_cover_all(t, order, folded, len(t.seats), lambda: names_on_the_table(_highest(t)))
    _settle_link(t, order, folded)


def _dues(t: Round, seat: int, folded: bool) -> Iterator[Due]:
    """A seat's open wagers with their results, in the order in which they are paid."""
    for wager in t.term("settle_order"):
        bet = t.bet(seat, wager)
        if bet is None or bet.outcome:
            continue
        ours, theirs = worth(t, t.hand(seat)), worth(t, Hand(kit.DEALER))
        if wager == TRIPS:
            reading = reading_of(t.setup, kit.cards_of(t, seat))
            yield kit.by_hand(bet, folded, partial(trips_names, t.setup, bet.offer, reading))
        elif wager == BAD_BEAT:
            yield kit.by_hand(bet, folded, partial(beaten_names, ours, theirs))
        else:
            yield Due(bet, kit.compare(ours, theirs), (ours.name,))


def _highest(t: Round) -> WildHand:
    """The highest hand at the table; one that is folded lies there too."""
    hands = {hand: worth(t, hand) for hand in (*(t.hand(seat) for seat in t.live), Hand(kit.DEALER))}
    return hands[kit.highest_at_table(t, hands)]


def _settle_link(t: Round, order: list[int], folded: set[int]) -> None:
    """After all else each wild card of a hand is replaced by one that is not, and the hand has its natural worth."""
    natural = {}
    for bet in kit.bets_in_order(t, LINK, order):
        hand = t.hands[t.hand(bet.seat)]
        drawn = [_replacement(t) if is_wild(t.setup, card) else card for card in hand]
        natural[bet.seat] = best_hand(drawn, f"seat {bet.seat}'s").names
        t.settle(bet, "fold" if bet.seat in folded else "shown", natural[bet.seat])
    kit.envy(t, [LINK], order, [seat for seat in order if seat in natural], natural.__getitem__)


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


def worth(t: Round, hand: Hand) -> WildHand:
    whose = "the dealer's" if hand.owner is None else f"seat {hand.owner}'s"
    return wild_hand(t.hands[hand], partial(is_wild, t.setup), rules_of(t.setup), whose)


class Reading(NamedTuple):
    """A hand as the Trips wager may read it: with its wild cards, and with every deuce as a plain two.

    ``natural`` is nothing where a joker is among the cards; where no card is wild both are the same.
    """

    best: str
    natural: str | None
    uses_wild: bool


def reading_of(setup: Setup, cards: tuple[Card, ...]) -> Reading:
    """How the Trips wager may read five cards."""
    rules, wild = rules_of(setup), partial(is_wild, setup)
    best = wild_hand(cards, wild, rules, "the")
    natural = None if any(card.rank == 0 for card in cards) else wild_hand(cards, lambda card: False, rules).name
    return Reading(best.name, natural, any(map(wild, cards)))


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
    return Weighed((Against.of(worth(t, t.hand(row.seat)).in_words, worth(t, Hand(kit.DEALER)).in_words),))


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    wild, rules = partial(is_wild, setup), rules_of(setup)
    return {hand: wild_hand(cards, wild, rules).in_words for hand, cards in played(held).items() if len(cards) == SIZE}


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "decide", "reveal", "settle"),
    hands=(kit.DEALER, REPLACEMENTS),
    reads=_reads,
    weighs=weighs,
    terms="deal decide reveal settle_from settle_order wild ace_low_straight wild_in_flush trips_natural replacements",
    remedies={"forfeit_wagers": kit.forfeit_wagers},
    settles={
        "ante": Judged(f"fold {RESULTS}"),
        "blind": Judged(f"fold {RESULTS}", WILD_NAMES),
        "play": Judged(RESULTS),
        TRIPS: Judged("shown fold", TRIPS_NAMES),
        BAD_BEAT: Judged("shown fold", WILD_NAMES),
        "cover_all": Judged("shown fold", WILD_NAMES),
        LINK: Judged("shown fold", ALL_NAMES),
    },
)
