"""Pai Gow Poker that a player banks: seven cards set into five and two, both against those of the player-dealer.

Seven piles lie on the table whoever plays, and three dice say who gets the first one and the Action button, with which
collecting and paying begins. Where the player-dealer's hand is played face up, it is set before the players set theirs,
and an ace-high one ends the base wagers.
"""

from dataclasses import replace
from functools import partial

from pitboss.engine.backline import WORDS
from pitboss.engine.bank import PlayerDealer
from pitboss.engine.events import OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, groups_named
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card, known
from pitboss.errors import RecordError, Refused
from pitboss.games.pai_gow import bonus_wagers, cards_in_two
from pitboss.games.pai_gow.bonuses import JUDGES, Seen, best_paid, is_ace_high
from pitboss.games.pai_gow.cards_in_two import parts_of
from pitboss.games.pai_gow.dice import shake, steps_from_bank
from pitboss.games.pai_gow.setting import HIGH, LOW, ONE_HIGHER, SET, compare, lay, players_set, setting_of, show
from pitboss.games.pai_gow.start import in_order_of_the_deal
from pitboss.games.poker.kit import clockwise_from
from pitboss.rulebook.remedies import REMEDIES

DEALER, DISCARD = Hand("dealer"), Hand("discard")
BASE, FORTUNE, ACE_HIGH, ENVY = "base", "fortune", "ace_high", "envy"
FOULED, DEALER_ACE_HIGH, LOST = "fouled_hand", "dealer_ace_high", "lost"
FACE_UP = "before_the_players"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    button = _deliver(t)
    yield from t.moment("deal")
    if t.term("dealer_exposed") == FACE_UP:
        yield from _dealer_sets(t)
    if not _ace_high(t):
        yield from t.moment("set")
        yield from players_set(t, parts_of(t.setup), _places(t), t.cite("set"))
    if t.term("dealer_exposed") != FACE_UP:
        yield from _dealer_sets(t)
    yield from t.moment("compare")
    _settle(t, button)


# -- dealing ----------------------------------------------------------------------------------------------------------


def first_seat(seats: int, dealer: int, total: int, dealer_counts: list[int]) -> int:
    """The seat that gets the first pile: counted clockwise from the player-dealer, who has these numbers.

    >>> first_seat(7, 7, 12, [1, 8, 15]), first_seat(7, 2, 12, [1, 8, 15]), first_seat(7, 5, 15, [1, 8, 15])
    (4, 6, 5)
    """
    return (dealer - 1 + steps_from_bank(total, dealer_counts)) % seats + 1


def _deliver(t: Round) -> int | None:
    """All seven piles, clockwise; None for the Action button where a record does not tell the dice."""
    t.event("pile", t.cite("pile"), "the player-dealer picks the pile that goes first")
    seats, dealer = t.setup.seats, _player_dealer(t).seat
    total = shake(t)
    first = dealer if total is None else first_seat(seats, dealer, total, t.term("dealer_counts"))
    button = None if total is None else dealer % seats + 1 if first == dealer else first
    if button is not None:
        to = "the player-dealer" if first == dealer else f"seat {first}"
        t.event("first pile", t.cite("dealer_counts"), f"the first pile goes to {to}")
        t.event("action button", t.cite("action_button"), f"on seat {button}", seat=button)
    order = [(first - 1 + number) % seats + 1 for number in range(seats)]
    for seat in in_order_of_the_deal(t.term("deal"), order, cards_in_two.SIZE):
        hand = DEALER if seat == dealer else Hand.of(seat) if seat in _places(t) else DISCARD
        t.deal(hand, t.cite("empty_seats" if hand == DISCARD else "deal"), seen_by=OWNER)
    return button


def _places(t: Round) -> list[int]:
    """The places with cards, clockwise; a backline bettor's wager goes by those he stands behind."""
    return sorted({t.place(seat) for seat in t.live})


def _player_dealer(t: Round) -> PlayerDealer:
    assert t.player_dealer is not None
    return t.player_dealer


def admit(t: Round) -> None:
    """Refuse a backline bettor a wager that only seated players make."""
    for bet in t.bets:
        if bet.seat in t.behind and bet.wager not in t.term("backline_wagers"):
            raise Refused(
                f"seat {bet.seat}: {bet.offer.title} is for seated players, and not behind them",
                t.cite("backline_wagers"),
            )


# -- setting ----------------------------------------------------------------------------------------------------------


def _dealer_sets(t: Round) -> Script:
    """The player-dealer's cards are exposed and set the house way at his word, or as he sets them, but never foul."""
    parts, cite = parts_of(t.setup), t.cite("dealer_sets")
    cards = t.reveal(DEALER, t.cite("dealer_exposed"))
    known(cards, "the player-dealer's")
    if _ace_high(t):
        t.event("ace high", t.cite("ace_high"), "the player-dealer's seven cards are ace high, and base wagers push")
        return
    setting = parts.house_way(cards)
    if t.term("dealer_sets") == "own":
        picks = replace(parts.picks(DEALER, cards), legal=parts.foul)
        own = Action(SET, text="the house way, unless you set it otherwise", picks=picks)
        answer = yield from t.ask(_player_dealer(t).seat, [own], cite)
        setting = parts.arranged(groups_named(answer, picks))
    lay(t, DEALER, setting, cite)


def _ace_high(t: Round) -> bool:
    """True where the player-dealer's seven cards end the base wagers."""
    return bool(t.term("ace_high")) and is_ace_high(_seven(t, DEALER))


def _seven(t: Round, hand: Hand) -> tuple[Card, ...]:
    """A hand's cards, set or not."""
    setting = setting_of(t, hand)
    return (*t.hands[hand], *setting[HIGH], *setting[LOW])


# -- settling ---------------------------------------------------------------------------------------------------------


def _settle(t: Round, button: int | None) -> None:
    """Clockwise from the Action button, place by place; each wager of a place with whoever stands behind."""
    places = clockwise_from(_places(t), button or 1)
    for place in places:
        case = _case(t, place)
        at_place = sorted(seat for seat in t.live if t.place(seat) == place)
        for kind in t.term("seat_order"):
            if kind == ENVY:
                _pay_envy(t, place)
            for bet in (bet for seat in at_place if (bet := t.bet(seat, kind)) is not None):
                t.settle(bet, case) if kind == BASE else _settle_bonus(t, bet, place)
    if button is None and len(places) > 1 and _player_dealer(t).order_matters:
        raise RecordError("the player-dealer's wager does not cover everything, and the record does not give the dice")


def _case(t: Round, place: int) -> str:
    """What a place's hand comes to once it is turned up."""
    if _ace_high(t):
        t.reveal(Hand.of(place), t.cite("compare"))
        return DEALER_ACE_HIGH
    parts, hand = parts_of(t.setup), show(t, Hand.of(place), t.cite("compare"))
    if place in t.scratch.get(LOST, ()) or parts.foul(hand):
        return FOULED
    return compare(parts, hand, setting_of(t, DEALER))


def _settle_bonus(t: Round, bet: Bet, place: int) -> None:
    judge, _ = JUDGES[bet.wager]
    assert bet.offer.pays is not None
    seen = Seen(_seven(t, Hand.of(place)), _seven(t, DEALER))
    t.settle(bet, bonus_wagers.SHOWN, best_paid(bet.offer.pays, judge(t.setup, seen)))


def _pay_envy(t: Round, place: int) -> None:
    """A seated player with a marker is paid for the high hands of the others who made the wager."""
    holders = [seat for seat in _places(t) if t.bet(seat, FORTUNE) is not None]
    own = partial(_own_seven, t)
    bonus_wagers.pay_envy_of(t, FORTUNE, [place], holders, own)


def _own_seven(t: Round, seat: int) -> tuple[Card, ...]:
    return _seven(t, Hand.of(seat))


def _hand_loses(t: Round, call: Call) -> bool:
    """The hand was set so that it loses of itself, whoever stands behind it."""
    rule, _ = t.setup.irregularities[call.id]
    t.scratch.setdefault(LOST, []).append(t.place(call.seat or 0))
    t.event("remedy", rule.cite, REMEDIES["hand_loses"].sentence, seat=call.seat)
    return False


GAME = Game(
    play=play,
    asks="set",
    moments=("bets", "shuffle", "deal", "set", "compare"),
    hands=(DEALER, DISCARD),
    tells=ONE_HIGHER,
    reads=cards_in_two.reads,
    weighs=bonus_wagers.weighs,
    advise=cards_in_two.advise,
    draws=("dice",),
    terms=(
        "pile dice dealer_counts action_button deal empty_seats set dealer_exposed dealer_sets compare seat_order "
        f"backline_wagers ace_high? envy? royal_match? {cards_in_two.TERMS}"
    ),
    says=WORDS,
    settles={
        BASE: Judged("both_higher high_only low_only copy both_lower fouled_hand dealer_ace_high?"),
        **{wager: bonus_wagers.SETTLES[wager] for wager in (FORTUNE, ACE_HIGH)},
    },
    admit=admit,
    remedies={"hand_loses": _hand_loses},
)
