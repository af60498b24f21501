"""Hands set in two against a dealer or a player who took the bank: setting, surrendering, comparing.

The house has a hand of its own when it banks, and when the dealer wagers against a player who does.
"""

from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, Groups
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Script, Talk
from pitboss.games.pai_gow.offered_bank import DEALERS_WAGER, banker, is_shared, settle_dealers_wager
from pitboss.games.pai_gow.setting import (
    BOTH_HIGHER,
    HIGH,
    HIGH_ONLY,
    LOW,
    LOW_ONLY,
    Parts,
    compare,
    house_sets,
    lay_anew,
    players_set,
    players_set_in_turn,
    setting_of,
    show,
)

DEALER, DISCARD = Hand("dealer"), Hand("discard")
SURRENDER, STAND = "surrender", "stand"
TERMS = "set bank_sets house_sets surrender compare"
"""The terms of an entry that are needed here."""


def players(t: Round, main: str) -> list[int]:
    """The seats that play against the bank, from the dealer's right."""
    return [seat for seat in t.live if t.bet(seat, main) is not None]


def dealer_plays(t: Round) -> bool:
    """True where the dealer's hand is played."""
    return not banker(t) or t.bet(banker(t), DEALERS_WAGER) is not None


def hand_at(t: Round, position: int, main: str) -> Hand:
    """The hand that a position's pieces go to; where nobody plays they lie apart, unseen.

    A record may tell what the dealer was dealt all the same: it is collected unused.
    """
    if position == 0:
        return DEALER if dealer_plays(t) or t.draws.tells(DEALER) else DISCARD
    return Hand.of(position) if position == banker(t) or position in players(t, main) else DISCARD


def bank_hand(t: Round) -> Hand:
    return Hand.of(banker(t)) if banker(t) else DEALER


def set_hands(t: Round, parts: Parts, main: str) -> Script:
    """The players set, then whoever banks, and last the dealer; the house sets for a bank that it shares."""
    wagered = {bet.seat: bet.stake for bet in t.bets_on(main)}
    yield from players_set_in_turn(t, parts, wagered, t.cite("set"))
    if banker(t) and is_shared(t):
        house_sets(t, parts, bank_hand(t), t.cite("co_bank"))
    elif banker(t):
        yield from players_set(t, parts, [banker(t)], t.cite("bank_sets"))
    if dealer_plays(t):
        house_sets(t, parts, DEALER, t.cite("house_sets"))
    if banker(t) and not is_shared(t):
        show(t, bank_hand(t), t.cite("bank_sets"))


def reset_house_hand(t: Round, call: Call, parts: Parts) -> bool:
    """Whatever hand the house has set wrongly is set again as it should be."""
    rule, _ = t.setup.irregularities[call.id]
    for hand in [DEALER] if dealer_plays(t) else [bank_hand(t)] if is_shared(t) else []:
        set_anew(t, parts, hand, rule.cite)
    return False


def set_anew(t: Round, parts: Parts, hand: Hand, cite: str) -> None:
    """Set a hand that lies in its parts once more, the house way."""
    setting = setting_of(t, hand)
    if setting[LOW]:
        lay_anew(t, hand, parts.house_way((*setting[HIGH], *setting[LOW])), cite)


def surrender(t: Round, seats: list[int]) -> Talk[list[int]]:
    """Once the bank's hand lies open, and before their own do, players may give up their wagers."""
    stand = Action(STAND, text="the hand is compared")
    give_up = Action(SURRENDER, text="the whole wager is lost, and the hand is not shown")
    answers = yield from t.ask_all(
        dict.fromkeys(seats, (stand, give_up)), t.cite("surrender"), dict.fromkeys(seats, STAND)
    )
    return [seat for seat in seats if answers.get(seat) == SURRENDER]


def dealer_against_bank(t: Round, parts: Parts) -> None:
    """The dealer's wager comes first: he stands in a player's place, and copies are the bank's."""
    if not banker(t) or not dealer_plays(t):
        return
    found = compare(parts, setting_of(t, DEALER), setting_of(t, bank_hand(t)))
    case = {BOTH_HIGHER: "dealer_higher", HIGH_ONLY: "one_each", LOW_ONLY: "one_each"}.get(found, "bank_higher")
    settle_dealers_wager(t, case)


def shown_case(t: Round, parts: Parts, seat: int) -> tuple[Groups, str]:
    """A player's hand, turned up, and what it comes to against the bank's."""
    hand = show(t, Hand.of(seat), t.cite("compare"))
    return hand, compare(parts, hand, setting_of(t, bank_hand(t)))
