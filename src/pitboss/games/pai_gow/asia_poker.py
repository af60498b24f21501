"""Asia Poker: seven cards set in four, two and one; two of the three must beat the dealer's."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Advice, Groups, Picks
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script, carried
from pitboss.equipment.cards import Card
from pitboss.games.pai_gow.against_bank import DEALER, DISCARD, SURRENDER, surrender
from pitboss.games.pai_gow.asia_house_way import HIGH, LOW, MEDIUM, advise, foul
from pitboss.games.pai_gow.setting import house_sets, lay_anew, players_set_in_turn, setting_of, show
from pitboss.games.pai_gow.start import BUTTON, NUMBER, move_button, order_from, position_words, starting_position
from pitboss.games.reading import FOUL, of_size
from pitboss.hands.asia_poker import AceLow, asia_hand
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.setup import Setup

MAIN, LOST = "asia_poker", "lost"
SIZES = {LOW: 1, MEDIUM: 2, HIGH: 4}
NAMES = tuple(SIZES)
STACK, NEEDED = 7, 2
TWO_HIGHER, FEWER_HIGHER, FOULED = "two_higher", "fewer_higher", "fouled_hand"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    yield from t.moment("dice")
    positions = t.setup.entry.seats.max + 1
    start = starting_position(t, positions, 0)
    yield from t.moment("deal")
    _deal(t, positions, start)
    yield from t.moment("hands")
    wagered = {bet.seat: bet.stake for bet in t.bets_on(MAIN)}
    parts = parts_of(t.setup)
    yield from players_set_in_turn(t, parts, wagered, t.cite("set"))
    house_sets(t, parts, DEALER, t.cite("house_sets"))
    yield from t.moment("house_set")
    given_up = yield from surrender(t, t.live)
    for seat in given_up:
        _settle(t, seat, SURRENDER)
    for seat in [seat for seat in t.live if seat not in given_up]:
        hand = show(t, Hand.of(seat), t.cite("compare"), NAMES)
        _settle(t, seat, _case(t, seat, hand))
    move_button(t, positions)


def _deal(t: Round, positions: int, start: int | None) -> None:
    """A stack of seven to every position, wager or not, clockwise from the starting position; four cards are left."""
    if start is not None:
        t.event("first stack", t.cite("start"), f"the first stack goes to {position_words(start)}")
    for position in order_from(start or 0, positions, clockwise=True):
        hand = DEALER if position == 0 else Hand.of(position) if position in t.live else DISCARD
        for _ in range(STACK):
            seen_by = OWNER if hand.owner is not None else NOBODY
            t.deal(hand, t.cite("no_wager" if hand == DISCARD else "deal"), seen_by=seen_by)


# -- setting ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class InThree:
    """Seven cards in four, two and one, as this house sets them."""

    setup: Setup

    def house_way(self, hand: Sequence[Card]) -> Groups:
        return house_way(self.setup, hand).setting

    def arranged(self, setting: Groups) -> Groups:
        return setting

    @property
    def how(self) -> str:
        return "name one for the low and two for the medium hand, or none, and it is set as the house would"

    def picks(self, hand: Hand, pieces: Sequence[Card]) -> Picks:
        return Picks(hand, tuple(pieces), {name: (size, size) for name, size in SIZES.items()}, self.house_way(pieces))


def parts_of(setup: Setup) -> InThree:
    return InThree(setup)


def house_way(setup: Setup, hand: Sequence[Card]) -> Advice:
    """How the house sets seven cards, and the row that sets them."""
    return advise(hand, setup.term("ace_low"), setup.cite("house_sets"))


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """All parts of each hand that is set; one that is set foul says so."""
    ace_low = setup.term("ace_low")
    told: dict[Hand, str] = {}
    for size in SIZES.values():
        told |= of_size(size, partial(asia_hand, ace_low=ace_low), held)
    for high in [hand for hand in told if hand.endswith(f" {HIGH}")]:
        parts = {name: Hand(high.removesuffix(HIGH) + name) for name in NAMES}
        whole = all(part in told for part in parts.values())
        if whole and (why := foul({name: held[part] for name, part in parts.items()}, ace_low)):
            told[high] = f"{told[high]}, {FOUL}: {why}"
    return told


# -- comparing --------------------------------------------------------------------------------------------------------


def hands_won(hand: Groups, dealer: Groups, ace_low: AceLow) -> int:
    """How many of the three rank above the dealer's; a copy does not."""
    return sum(asia_hand(hand[name], ace_low) > asia_hand(dealer[name], ace_low) for name in NAMES)


def _case(t: Round, seat: int, hand: Groups) -> str:
    ace_low = t.term("ace_low")
    if seat in t.scratch.get(LOST, {}):
        return str(t.scratch[LOST][seat])
    if foul(hand, ace_low):
        return FOULED
    return TWO_HIGHER if hands_won(hand, setting_of(t, DEALER, NAMES), ace_low) >= NEEDED else FEWER_HIGHER


def _settle(t: Round, seat: int, case: str) -> None:
    bet = t.bet(seat, MAIN)
    assert bet is not None
    t.settle(bet, case)


# -- irregularities ---------------------------------------------------------------------------------------------------


def _hand_loses(t: Round, call: Call) -> bool:
    """The hand was set so that it loses of itself."""
    rule, _ = t.setup.irregularities[call.id]
    t.scratch.setdefault(LOST, {})[call.seat] = call.id
    t.event("remedy", rule.cite, REMEDIES["hand_loses"].sentence, seat=call.seat)
    return False


def _reset_house_hand(t: Round, call: Call) -> bool:
    """The dealer's hand is set again as filed."""
    rule, _ = t.setup.irregularities[call.id]
    cards = [card for part in setting_of(t, DEALER, NAMES).values() for card in part]
    if cards:
        lay_anew(t, DEALER, house_way(t.setup, cards).setting, rule.cite)
    return False


GAME = Game(
    play=play,
    asks="set stand surrender",
    moments=("bets", "shuffle", "dice", "deal", "hands", "house_set"),
    hands=(DEALER, DISCARD),
    reads=_reads,
    tells={TWO_HIGHER: "two hands or more are higher", FEWER_HIGHER: "fewer than two hands are higher"},
    advise=house_way,
    draws=("dice", NUMBER, "house_set"),
    carries=carried(BUTTON, public=True),
    terms="start dice ace_low deal no_wager set house_sets surrender compare",
    settles={MAIN: Judged("two_higher fewer_higher fouled_hand wrong_counts surrender")},
    remedies={"hand_loses": _hand_loses, "reset_house_hand": _reset_house_hand},
)
