"""Pai Gow Poker with bonus wagers: seven cards set into five and two, against a dealer or a player who takes the bank.

Seven hands are dealt whoever plays; dice, a number or a button say where the deal begins. The house banks the bonus
wagers in any case. In some variants a worthless hand of the dealer's returns every wager on the hands.
"""

from functools import partial

from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, carried
from pitboss.equipment.cards import Card
from pitboss.games.pai_gow import (
    against_bank,
    bonus_dealing,
    bonus_remedies,
    bonus_wagers,
    cards_in_two,
    offered_bank,
)
from pitboss.games.pai_gow.against_bank import DEALER, DISCARD, SURRENDER, bank_hand, players
from pitboss.games.pai_gow.bonus_dealing import POSITIONS
from pitboss.games.pai_gow.bonus_remedies import LOST
from pitboss.games.pai_gow.bonus_wagers import MAIN
from pitboss.games.pai_gow.bonuses import RETURNING
from pitboss.games.pai_gow.offered_bank import DEALERS_CASES, DEALERS_WAGER, banker
from pitboss.games.pai_gow.setting import (
    BOTH_HIGHER,
    HIGH,
    LOW,
    ONE_HIGHER,
    Parts,
    house_sets,
    players_set_in_turn,
    setting_of,
    show,
)
from pitboss.games.pai_gow.start import BUTTON, DICE, NUMBER, move_button

FOULED, RETURNED = "fouled_hand", "dealer_returns_all"
BANK_MISSET, FACE_UP = "bank_hand_misset", "first"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    yield from offered_bank.announce(t, MAIN)
    yield from bonus_dealing.deal(t)
    yield from t.moment("hands")
    yield from _set(t)
    yield from t.moment("house_set")
    yield from _reset_bank(t)
    if t.term("dealer_sets") != FACE_UP:
        _tell_if_returned(t)
    given_up = yield from against_bank.surrender(t, bonus_wagers.may_surrender(t, players(t, MAIN)))
    against_bank.dealer_against_bank(t, parts_of(t))
    _expose(t, given_up)
    yield from t.moment("bonuses")
    _settle_bonuses(t, given_up)
    offered_bank.close(t)
    offered_bank.pass_on(t, MAIN)
    move_button(t, POSITIONS)


# -- setting ----------------------------------------------------------------------------------------------------------


def parts_of(t: Round) -> Parts:
    """Five cards and two, as this rulebook ranks them and this house sets them."""
    return cards_in_two.parts_of(t.setup)


def _set(t: Round) -> Script:
    """The players set, then the bank; but where the dealer's hand is played face up, it comes first."""
    if t.term("dealer_sets") != FACE_UP:
        yield from against_bank.set_hands(t, parts_of(t), MAIN)
        return
    house_sets(t, parts_of(t), DEALER, t.cite("house_sets"))
    _tell_if_returned(t)
    yield from t.moment("hands")  # what is called from here on strikes when the dealer's hand lies open
    wagered = {bet.seat: bet.stake for bet in t.bets_on(MAIN)}
    yield from players_set_in_turn(t, parts_of(t), wagered, t.cite("set"))


def _reset_bank(t: Round) -> Script:
    """A player who banks cannot foul his hand: the dealer sets it again."""
    if banker(t) and parts_of(t).foul(setting_of(t, bank_hand(t))):
        yield from t.found(BANK_MISSET)


# -- settling ---------------------------------------------------------------------------------------------------------


def _expose(t: Round, given_up: list[int]) -> None:
    """Hands are exposed from the dealer's right, and settled with; winners at once, or when all are exposed."""
    for seat in given_up:
        _settle(t, seat, SURRENDER)
    cases = {seat: _case(t, seat) for seat in players(t, MAIN) if seat not in given_up}
    wait = banker(t) or t.term("pay_winners") == "last"
    last = [seat for seat in cases if wait and cases[seat] == BOTH_HIGHER]
    for seat in [*(seat for seat in cases if seat not in last), *last]:
        _settle(t, seat, cases[seat])


def _case(t: Round, seat: int) -> str:
    """What a hand comes to once it is turned up; what of the dealer's hand returns all wagers comes first."""
    hand, case = against_bank.shown_case(t, parts_of(t), seat)
    if _returns_all(t):
        return RETURNED
    if seat in t.scratch.get(LOST, {}):
        return str(t.scratch[LOST][seat])
    return FOULED if parts_of(t).foul(hand) else case


def _returns_all(t: Round) -> bool:
    """True where the dealer's hand is the one with which this variant returns every wager on the hands."""
    name = t.term("dealer_returns_all")
    dealer = setting_of(t, DEALER)
    return bool(name) and RETURNING[name].holds((*dealer[HIGH], *dealer[LOW]), dealer[LOW])


def _tell_if_returned(t: Round) -> None:
    if _returns_all(t):
        what = RETURNING[t.term("dealer_returns_all")].words
        t.event("push", t.cite("dealer_returns_all"), f"the dealer has {what}: wagers on the hands push")


def _settle(t: Round, seat: int, case: str) -> None:
    bet = t.bet(seat, MAIN)
    assert bet is not None
    t.settle(bet, case)


def _settle_bonuses(t: Round, given_up: list[int]) -> None:
    """The house's wagers on the cards; a hand that was given up is looked at only where one of its own hangs on it."""
    seats = players(t, MAIN)
    envied = [*seats, *([banker(t)] if banker(t) and (t.term("envy") or {}).get("of_bank") else [])]
    for seat in given_up:
        if bonus_wagers.on_own_cards(t, seat):
            show(t, Hand.of(seat), t.cite("compare"))
    holders = [seat for seat in envied if seat not in given_up or bonus_wagers.on_own_cards(t, seat)]
    bonus_wagers.settle_bonuses(t, seats, partial(_seven, t), holders)


def _seven(t: Round, seat: int) -> tuple[Card, ...]:
    setting = setting_of(t, Hand.of(seat))
    return (*setting[HIGH], *setting[LOW])


GAME = Game(
    play=play,
    asks=" ".join(("bank_alone co_bank set stand surrender keep_hand void_hand", *bonus_dealing.STACKS)),
    moments=("bets", "shuffle", "deal", "start", "second_deal", "hands", "house_set", "bonuses"),
    hands=(DEALER, DISCARD),
    tells=ONE_HIGHER,
    reads=cards_in_two.reads,
    weighs=bonus_wagers.weighs,
    advise=cards_in_two.advise,
    draws=(DICE, NUMBER, "house_set"),
    carries=offered_bank.CARRIED | carried(BUTTON, public=True),
    terms=(
        f"{offered_bank.TERMS} {against_bank.TERMS} {cards_in_two.TERMS} {bonus_wagers.TERMS} "
        f"{bonus_dealing.TERMS} pay_winners dealer_sets? dealer_returns_all?"
    ),
    settles={
        MAIN: Judged(
            "both_higher high_only low_only copy both_lower fouled_hand wrong_split surrender dealer_returns_all?"
        ),
        DEALERS_WAGER: Judged(DEALERS_CASES),
        **bonus_wagers.SETTLES,
    },
    spots=bonus_wagers.spots,
    spot=bonus_wagers.spot,
    left=offered_bank.left,
    shown=offered_bank.shown,
    admit=partial(offered_bank.admit, main=MAIN),
    may_bank=offered_bank.may_bank,
    bank_order=offered_bank.bank_order,
    remedies=bonus_remedies.OF_THE_GAME,
)
