"""Supreme Pai Gow: four cards set into two and two, against the dealer's or a player's who banks; and a bonus."""

from collections.abc import Sequence
from functools import partial

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.questions import Advice
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script, carried
from pitboss.equipment.cards import Card
from pitboss.games.pai_gow import against_bank, offered_bank
from pitboss.games.pai_gow.against_bank import DEALER, DISCARD, SURRENDER, players
from pitboss.games.pai_gow.offered_bank import DEALERS_CASES, DEALERS_WAGER, banker, is_shared
from pitboss.games.pai_gow.setting import HIGH, LOW, ONE_HIGHER, Parts, setting_of
from pitboss.games.pai_gow.start import BUTTON, NUMBER, move_button, order_from, position_words, starting_position
from pitboss.games.pai_gow.supreme_house_way import advise, foul
from pitboss.games.reading import FOUL, of_size
from pitboss.hands.supreme_pai_gow import BONUS_NAMES, bonus_name, two_cards
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.setup import Setup

MAIN, BONUS = "supreme_pai_gow", "bonus"
SIZE, ROTATION = 4, "rotation"
FOULED, LOST, BANK_MISSET = "fouled_hand", "lost", "bank_hand_misset"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    yield from offered_bank.announce(t, MAIN)
    yield from t.moment("dice")
    positions = t.setup.entry.seats.max + 1
    start = starting_position(t, positions, banker(t))
    yield from t.moment("deal")
    _deal(t, positions, start)
    yield from t.moment("hands")
    parts = parts_of(t.setup)
    yield from against_bank.set_hands(t, parts, MAIN)
    yield from t.moment("house_set")
    if banker(t) and not is_shared(t) and foul(setting_of(t, against_bank.bank_hand(t))):
        yield from t.found(BANK_MISSET)
    given_up = yield from against_bank.surrender(t, players(t, MAIN))
    against_bank.dealer_against_bank(t, parts)
    _settle_players(t, parts, given_up)
    offered_bank.close(t)
    offered_bank.pass_on(t, MAIN)
    move_button(t, positions)


def _deal(t: Round, positions: int, start: int | None) -> None:
    """Four cards to every position, wager or not, clockwise from the starting position."""
    if start is not None:
        t.event("first cards", t.cite("start"), f"the first cards go to {position_words(start)}")
    order = order_from(start or 0, positions, clockwise=True)
    in_turn = order * SIZE if t.term("deal") == ROTATION else [each for each in order for _ in range(SIZE)]
    for position in in_turn:
        hand = against_bank.hand_at(t, position, MAIN)
        seen_by = OWNER if hand.owner is not None else NOBODY
        t.deal(hand, t.cite("no_wager" if hand == DISCARD else "deal"), seen_by=seen_by)


# -- setting ----------------------------------------------------------------------------------------------------------


def house_way(setup: Setup, hand: Sequence[Card]) -> Advice:
    """How the house sets four cards, and the row that sets them."""
    return advise(hand, setup.term("house_way"), setup.cite("house_way"))


def parts_of(setup: Setup) -> Parts:
    """Two cards and two; a low hand of no points wins from nothing."""
    return Parts(
        sizes=(2, 2),
        low=two_cards,
        high=two_cards,
        house_way=lambda hand: house_way(setup, hand).setting,
        foul=foul,
        never_wins=lambda low: two_cards(low).is_zero,
    )


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """Both parts of each hand that is set; one that is set foul says so."""
    told = of_size(2, two_cards, held)
    for high in [hand for hand in told if hand.endswith(f" {HIGH}")]:
        low = Hand(high.removesuffix(HIGH) + LOW)
        if low in told and (why := foul({LOW: held[low], HIGH: held[high]})):
            told[low] = f"{told[low]}, {FOUL}: {why}"
    return told


# -- settling ---------------------------------------------------------------------------------------------------------


def _settle_players(t: Round, parts: Parts, given_up: list[int]) -> None:
    """From the dealer's right, a player's wager and then the bonus; a bonus beside a surrendered hand comes last."""
    for seat in given_up:
        _settle(t, seat, SURRENDER)
    bonuses = _bonuses(t)
    for seat in [seat for seat in players(t, MAIN) if seat not in given_up]:
        hand, case = against_bank.shown_case(t, parts, seat)
        called = t.scratch.get(LOST, {}).get(seat)
        _settle(t, seat, called or (FOULED if foul(hand) else case))
        if seat in bonuses:
            bonuses[seat].settle(t)
    for seat in [seat for seat in given_up if seat in bonuses]:
        for part in (HIGH, LOW):
            t.reveal(Hand.of(seat).part(part), t.cite("bonus"))
        bonuses[seat].settle(t)


def _bonuses(t: Round) -> dict[int, Due]:
    """What each bonus wager comes to, within the limits of all of them."""
    dues = [Due(bet, "shown", (bonus_name(_cards(t, bet.seat), f"seat {bet.seat}'s"),)) for bet in t.bets_on(BONUS)]
    return {due.bet.seat: due for due in within_limits(t, dues)}


def _cards(t: Round, seat: int) -> list[Card]:
    """A seat's four cards, set or not."""
    hand = Hand.of(seat)
    return [card for place in (hand, hand.part(HIGH), hand.part(LOW)) for card in t.hands.get(place, ())]


def _settle(t: Round, seat: int, case: str) -> None:
    bet = t.bet(seat, MAIN)
    assert bet is not None
    t.settle(bet, case)


# -- irregularities ---------------------------------------------------------------------------------------------------


def _settle_bonus_only(t: Round, call: Call) -> RoundOver:
    rule, _ = t.setup.irregularities[call.id]
    return RoundOver("void", rule.trigger, rule.cite, alive=t.bets_on(BONUS), settle=_show_bonuses)


def _show_bonuses(t: Round) -> None:
    for seat, due in _bonuses(t).items():
        t.reveal(Hand.of(seat), t.cite("bonus"))
        due.settle(t)


def _hand_loses(t: Round, call: Call) -> bool:
    """The hand was set so that it loses of itself."""
    rule, _ = t.setup.irregularities[call.id]
    t.scratch.setdefault(LOST, {})[call.seat] = call.id
    t.event("remedy", rule.cite, REMEDIES["hand_loses"].sentence, seat=call.seat)
    return False


def _reset_house_hand(t: Round, call: Call) -> bool:
    return against_bank.reset_house_hand(t, call, parts_of(t.setup))


def _reset_bank_hand(t: Round, call: Call) -> bool:
    """A player who banks does not lose by a setting that is wrong: the dealer sets it as filed."""
    rule, _ = t.setup.irregularities[call.id]
    if banker(t):
        against_bank.set_anew(t, parts_of(t.setup), against_bank.bank_hand(t), rule.cite)
    return False


GAME = Game(
    play=play,
    asks="bank_alone co_bank set stand surrender",
    moments=("bets", "shuffle", "dice", "deal", "hands", "house_set"),
    hands=(DEALER, DISCARD),
    tells=ONE_HIGHER,
    reads=_reads,
    advise=house_way,
    draws=("dice", NUMBER, "house_set"),
    carries={**offered_bank.CARRIED, **carried(BUTTON, public=True)},
    terms=f"{offered_bank.TERMS} {against_bank.TERMS} start dice deal no_wager house_way bonus",
    settles={
        MAIN: Judged("both_higher high_only low_only copy both_lower fouled_hand wrong_counts surrender"),
        BONUS: Judged("shown", BONUS_NAMES),
        DEALERS_WAGER: Judged(DEALERS_CASES),
    },
    left=offered_bank.left,
    shown=offered_bank.shown,
    admit=partial(offered_bank.admit, main=MAIN),
    may_bank=offered_bank.may_bank,
    bank_order=offered_bank.bank_order,
    remedies={
        "settle_bonus_only": _settle_bonus_only,
        "hand_loses": _hand_loses,
        "reset_house_hand": _reset_house_hand,
        "reset_bank_hand": _reset_bank_hand,
    },
)
