"""Pai Gow Poker: seven cards set into five and two, both against the bank's, which the house and players hold by turns.

Seven hands lie at the rack whoever plays, and three dice say who gets the first one. They lie face down until then, so
it is told first whose they are, and they are dealt as they will be handed out.
"""

from itertools import cycle, islice

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, Groups
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, Talk
from pitboss.games.pai_gow import banking, cards_in_two
from pitboss.games.pai_gow.banking import BANK_V_HOUSE, MAIN, banker
from pitboss.games.pai_gow.cards_in_two import SIZE
from pitboss.games.pai_gow.dice import shake, steps_from_bank
from pitboss.games.pai_gow.setting import (
    BOTH_HIGHER,
    HIGH,
    HIGH_ONLY,
    LOW,
    LOW_ONLY,
    ONE_HIGHER,
    Parts,
    compare,
    house_sets,
    lay_anew,
    players_set,
    setting_of,
    show,
)
from pitboss.rulebook.remedies import REMEDIES

DEALER, DISCARD = Hand("dealer"), Hand("discard")
SURRENDER, STAND = "surrender", "stand"
FOULED, BANK_FOULED = "fouled_hand", "bank_fouled"
LOST, HOUSE_FOUL = "lost", "house_fouled"
WINS = (BOTH_HIGHER, BANK_FOULED)


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    banking.announce(t)
    yield from t.moment("deal")
    t.event("dealt", t.cite("deal"), "seven hands of seven cards lie at the rack")
    yield from t.moment("dice")
    _hand_out(t, shake(t))
    yield from t.moment("hands")
    yield from _set(t)
    yield from t.moment("house_set")
    yield from _reset_foul(t)
    surrendered = yield from _surrender(t)
    _settle_with_the_house(t)
    winners = _collect(t, surrendered)
    yield from t.moment("pay")
    for seat, case in winners.items():
        _settle(t, seat, case)
    _charge_the_bank(t)
    banking.pass_on(t)


# -- dealing ----------------------------------------------------------------------------------------------------------


def positions_in_order(seats: int, bank: int, total: int, counts: tuple[int, ...]) -> list[int]:
    """The positions in the order in which they get the hands; 0 is the dealer.

    The bank counts as 1, 8 and 15, and the count goes counterclockwise: dealer, seat 1, seat 2.

    >>> positions_in_order(6, 0, 13, (1, 8, 15)), positions_in_order(6, 3, 10, (1, 8, 15))
    ([5, 6, 0, 1, 2, 3, 4], [5, 6, 0, 1, 2, 3, 4])
    """
    first = (bank + steps_from_bank(total, counts)) % (seats + 1)
    return list(islice(cycle(range(seats + 1)), first, first + seats + 1))


def _hand_out(t: Round, total: int | None) -> None:
    """Hand 1 lies at the right end of the rack; the cards were laid from left to right and back."""
    counts = tuple(t.term("bank_counts"))
    order = positions_in_order(t.setup.entry.seats.max, banker(t), counts[0] if total is None else total, counts)
    if total is not None:
        first = f"seat {order[0]}" if order[0] else "the dealer"
        t.event("first hand", t.cite("bank_counts"), f"the first hand goes to {first}")
    for number in range(SIZE):
        for position in reversed(order) if number % 2 == 0 else order:
            _deal(t, position)


def _deal(t: Round, position: int) -> None:
    """A card of the hand that a position gets; that of an empty position goes to the discards unseen."""
    if position == 0:
        t.deal(DEALER, t.cite("hand_out"), seen_by=NOBODY)
    elif position in t.live or position == banker(t):
        t.deal(Hand.of(position), t.cite("hand_out"), seen_by=OWNER)
    else:
        t.deal(DISCARD, t.cite("empty_positions"), seen_by=NOBODY)


# -- setting ----------------------------------------------------------------------------------------------------------


def parts_of(t: Round) -> Parts:
    """Five cards and two, as this rulebook ranks them and this house sets them."""
    return cards_in_two.parts_of(t.setup)


def _players(t: Round) -> list[int]:
    """The seats that play against the bank, from the dealer's right."""
    return [seat for seat in t.live if seat != banker(t)]


def _set(t: Round) -> Script:
    """The players set; then a player who banks; the house last."""
    parts, bank = parts_of(t), banker(t)
    yield from players_set(t, parts, _players(t), t.cite("set"))
    if bank:
        yield from players_set(t, parts, [bank], t.cite("bank_sets"))
    house_sets(t, parts, DEALER, t.cite("house_sets"))
    if bank:
        show(t, Hand.of(bank), t.cite("bank_sets"))


def _reset_foul(t: Round) -> Script:
    """The house cannot foul its hand."""
    if parts_of(t).foul(setting_of(t, DEALER)):
        yield from t.found(HOUSE_FOUL)


def _reset_house_hand(t: Round, call: Call) -> bool:
    """The house's hand is set again by the house way, unless it was not foul and a hand has been acted on."""
    rule, _ = t.setup.irregularities[call.id]
    acted_on = any(bet.outcome not in ("", "void") for bet in t.bets if bet.wager == MAIN)
    if acted_on and call.id != HOUSE_FOUL:
        t.event("remedy", rule.cite, "a hand has been acted on, and the house's hand stands")
        return False
    setting = setting_of(t, DEALER)
    if setting[LOW]:
        lay_anew(t, DEALER, parts_of(t).house_way((*setting[HIGH], *setting[LOW])), rule.cite)
    return False


# -- comparing and settling -------------------------------------------------------------------------------------------


def _bank_hand(t: Round) -> Hand:
    return Hand.of(banker(t)) if banker(t) else DEALER


def _bank_is_foul(t: Round) -> bool:
    """True where the player who banks has a hand that loses of itself; the house's is never left so."""
    return bool(banker(t)) and (banker(t) in _lost(t) or _bank_set_a_foul(t))


def _bank_set_a_foul(t: Round) -> bool:
    return bool(banker(t) and parts_of(t).foul(setting_of(t, _bank_hand(t))))


def _lost(t: Round) -> dict[int, str]:
    """Hands that were called to lose of themselves, and why."""
    lost: dict[int, str] = t.scratch.setdefault(LOST, {})
    return lost


def _settle_with_the_house(t: Round) -> None:
    """The wager of the player who banks against the house comes first; copies are the bank's."""
    bet = t.bet(banker(t), BANK_V_HOUSE)
    if bet is None:
        return
    if _bank_is_foul(t):
        t.settle(bet, BANK_FOULED)
        return
    house = compare(parts_of(t), setting_of(t, DEALER), setting_of(t, _bank_hand(t)))
    case = {BOTH_HIGHER: "house_higher", HIGH_ONLY: "one_each", LOW_ONLY: "one_each"}.get(house, "bank_higher")
    t.settle(bet, case)


def _surrender(t: Round) -> Talk[set[int]]:
    """Once the bank's hand lies open, and before their own do, players may give up their wagers.

    When it can be seen to pay them, nobody is asked; what is called in the meantime takes no question back.
    """
    if _bank_set_a_foul(t):
        return set()
    stand = Action(STAND, text="the hand is compared")
    surrender = Action(SURRENDER, text="the whole wager is lost, and the hand is not shown")
    players = _players(t)
    answers = yield from t.ask_all(
        dict.fromkeys(players, (stand, surrender)), t.cite(SURRENDER), dict.fromkeys(players, STAND)
    )
    return {seat for seat, answer in answers.items() if answer == SURRENDER}


def _collect(t: Round, surrendered: set[int]) -> dict[int, str]:
    """Hands are shown from the dealer's right; losers and pushes are seen to at once. Returns who has won, and how."""
    for seat in sorted(surrendered):
        _settle(t, seat, SURRENDER)
    winners = {}
    bank = setting_of(t, _bank_hand(t))
    for seat in _players(t):
        if seat in surrendered:
            continue
        hand = show(t, Hand.of(seat), t.cite("compare"))
        case = _case(t, seat, hand, bank)
        if case in WINS:
            winners[seat] = case
        else:
            _settle(t, seat, case)
    return winners


def _case(t: Round, seat: int, hand: Groups, bank: Groups) -> str:
    parts = parts_of(t)
    if _bank_is_foul(t):
        return BANK_FOULED
    if seat in _lost(t):
        return _lost(t)[seat]
    return FOULED if parts.foul(hand) else compare(parts, hand, bank)


def _settle(t: Round, seat: int, case: str) -> None:
    bet = t.bet(seat, MAIN)
    if bet is not None and not bet.outcome:
        t.settle(bet, case)


def _charge_the_bank(t: Round) -> None:
    """What a player has won over all as the bank is charged like any other win."""
    bank = t.player_dealer
    if bank is not None and bank.result > 0:
        t.charge_commission(bank.seat, bank.result, "commission on the bank's net win", t.cite("bank_commission"))


# -- irregularities ---------------------------------------------------------------------------------------------------


def _hand_loses(t: Round, call: Call) -> bool:
    """The hand was set so that it loses of itself; if it is the bank's, the bank pays the table."""
    rule, _ = t.setup.irregularities[call.id]
    _lost(t)[call.seat or 0] = call.id
    t.event("remedy", rule.cite, REMEDIES["hand_loses"].sentence, seat=call.seat)
    return False


def _bank_pays_all(t: Round, call: Call) -> bool:
    """The player who banks set a hand that loses of itself; the house's own would be set again."""
    rule, _ = t.setup.irregularities[call.id]
    if banker(t):
        _lost(t)[banker(t)] = call.id
        t.event("remedy", rule.cite, REMEDIES["bank_pays_all"].sentence, seat=banker(t))
    else:
        t.event("remedy", rule.cite, "the house banks, and its hand is set by the house way")
    return False


GAME = Game(
    play=play,
    asks="set stand surrender",
    moments=("bets", "shuffle", "deal", "dice", "hands", "house_set", "pay"),
    hands=(DEALER, DISCARD),
    tells=ONE_HIGHER,
    reads=cards_in_two.reads,
    advise=cards_in_two.advise,
    draws=("dice", "house_set"),
    carries=banking.CARRIED,
    terms=(
        "offer cover bank deal dice bank_counts hand_out empty_positions set bank_sets surrender compare "
        f"bank_commission {cards_in_two.TERMS}"
    ),
    settles={
        MAIN: Judged("both_higher high_only low_only copy both_lower fouled_hand wrong_split surrender bank_fouled"),
        BANK_V_HOUSE: Judged("bank_higher one_each house_higher bank_fouled"),
    },
    left=banking.left,
    shown=banking.shown,
    admit=banking.admit,
    may_bank=banking.may_bank,
    remedies={
        "hand_loses": _hand_loses,
        "bank_pays_all": _bank_pays_all,
        "reset_house_hand": _reset_house_hand,
    },
)
