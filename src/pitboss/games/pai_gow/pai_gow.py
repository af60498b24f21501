"""Pai Gow: four tiles set into two and two, against the dealer's or those of a player who takes the bank.

Eight stacks lie before the dealer, one of them for nobody. A player who banks may cut them and say in which style they
are delivered. They lie face down until then, so it is told first whose each tile is.
"""

from collections.abc import Sequence
from functools import partial

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.questions import Action, Advice
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, Talk
from pitboss.equipment.cards import Card
from pitboss.games.pai_gow import against_bank, offered_bank
from pitboss.games.pai_gow.against_bank import DEALER, DISCARD, SURRENDER, players
from pitboss.games.pai_gow.delivery import STACKS, STYLES, USUAL, cut, goes_to
from pitboss.games.pai_gow.dice import shake
from pitboss.games.pai_gow.four_rules import advise, arranged, is_zero, worth
from pitboss.games.pai_gow.offered_bank import DEALERS_CASES, DEALERS_WAGER, banker
from pitboss.games.pai_gow.setting import BOTH_HIGHER, ONE_HIGHER, Parts, read_as_they_rank
from pitboss.games.pai_gow.start import counted, order_from, position_words
from pitboss.hands.tiles import highest_tile_apart
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.setup import Setup

MAIN = "pai_gow"
NO_CUT, CUT_AT, STACKS_MOVED, TO_THE_RIGHT = "no_cut", "cut_at_", "stacks_", "to_the_right_"
NUMBERED = [f"{name}{stacks}" for name in (CUT_AT, STACKS_MOVED, TO_THE_RIGHT) for stacks in range(STACKS + 1)]


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    yield from offered_bank.announce(t, MAIN)
    stacks, style = yield from _cut_and_style(t)
    yield from t.moment("dice")
    _deliver(t, stacks, style, shake(t))
    yield from t.moment("hands")
    parts = parts_of(t.setup)
    yield from against_bank.set_hands(t, parts, MAIN)
    yield from t.moment("house_set")
    given_up = yield from against_bank.surrender(t, players(t, MAIN))
    against_bank.dealer_against_bank(t, parts)
    winners = _expose(t, parts, given_up)
    for seat in winners:
        _settle(t, seat, BOTH_HIGHER)
    offered_bank.close(t)
    offered_bank.pass_on(t, MAIN)


# -- dealing ----------------------------------------------------------------------------------------------------------


def _cut_and_style(t: Round) -> Talk[tuple[list[int], str]]:
    """A player who banks may cut the stacks once, and say how they are delivered."""
    uncut = list(range(STACKS))
    if not banker(t):
        return uncut, USUAL
    first = yield from _ask_bank(t, "cut", [NO_CUT, *(f"{CUT_AT}{stack}" for stack in range(1, STACKS + 1))])
    if first != NO_CUT:
        at = int(first.removeprefix(CUT_AT))
        count = yield from _ask_number(t, STACKS_MOVED, range(1, STACKS + 2 - at))
        right = yield from _ask_number(t, TO_THE_RIGHT, range(count + 1))
        uncut = cut(at, count, right)
        t.event("cut", t.cite("cut"), f"{count} from stack {at} on are moved, {right} of them to the right end")
    offered = [style for style in STYLES if style == USUAL or t.term("styles")[style]]
    style = yield from _ask_bank(t, "styles", offered)
    t.event("style", t.cite("styles"), style.replace("_", " "))
    return uncut, style


def _ask_bank(t: Round, term: str, names: Sequence[str]) -> Talk[str]:
    if len(names) == 1:
        return names[0]
    return (yield from t.ask(banker(t), [Action(name) for name in names], t.cite(term), default=names[0]))


def _ask_number(t: Round, name: str, numbers: range) -> Talk[int]:
    answer = yield from _ask_bank(t, "cut", [f"{name}{number}" for number in numbers])
    return int(answer.removeprefix(name))


def _deliver(t: Round, stacks: list[int], style: str, total: int | None) -> None:
    """All stacks, to every position and one for nobody, counterclockwise from where the count of the dice ends."""
    positions = t.setup.entry.seats.max + 2
    start = 0 if total is None else counted(total, positions, banker(t))
    if total is not None:
        to = "the dead hand" if start == positions - 1 else position_words(start)
        t.event("first stack", t.cite("count"), f"the first tiles go to {to}")
    order = order_from(start, positions)
    for turn in goes_to(style, stacks):
        position = order[turn]
        hand = DISCARD if position == positions - 1 else against_bank.hand_at(t, position, MAIN)
        seen_by = NOBODY if hand in (DEALER, DISCARD) else OWNER
        t.deal(hand, t.cite("no_wager" if hand == DISCARD else "deliver"), seen_by=seen_by)


# -- setting and settling ---------------------------------------------------------------------------------------------


def house_way(setup: Setup, tiles: Sequence[Card]) -> Advice:
    """How the dealer sets four tiles, and the rule that sets them."""
    return advise(tiles, setup.term("house_way"), setup.term("several_settings"))


def parts_of(setup: Setup) -> Parts:
    """Two tiles and two; they cannot be set foul, and a low hand of zero wins from nothing."""
    return Parts(
        sizes=(2, 2),
        low=worth,
        high=worth,
        house_way=lambda tiles: house_way(setup, tiles).setting,
        foul=lambda setting: "",
        arranged=arranged,
        never_wins=is_zero,
    )


def _expose(t: Round, parts: Parts, given_up: list[int]) -> list[int]:
    """Hands are exposed from the dealer's right; losers and pushes are seen to at once. Returns who has won."""
    winners = []
    for seat in given_up:
        _settle(t, seat, SURRENDER)
    for seat in [seat for seat in players(t, MAIN) if seat not in given_up]:
        _, case = against_bank.shown_case(t, parts, seat)
        if case == BOTH_HIGHER:
            winners.append(seat)
        else:
            _settle(t, seat, case)
    return winners


def _settle(t: Round, seat: int, case: str) -> None:
    bet = t.bet(seat, MAIN)
    assert bet is not None
    t.settle(bet, case)


def _shuffle_again(t: Round, call: Call) -> bool:
    """The tiles are shuffled and stacked again before any is delivered."""
    rule, _ = t.setup.irregularities[call.id]
    t.gather(REMEDIES["deal_again"].sentence, rule.cite)
    return False


def _reset_house_hand(t: Round, call: Call) -> bool:
    return against_bank.reset_house_hand(t, call, parts_of(t.setup))


GAME = Game(
    play=play,
    asks=" ".join(("bank_alone co_bank set stand surrender", NO_CUT, *STYLES, *NUMBERED)),
    moments=("bets", "shuffle", "dice", "hands", "house_set"),
    hands=(DEALER, DISCARD),
    tells=ONE_HIGHER,
    reads=lambda setup, held: read_as_they_rank(worth, highest_tile_apart, held),
    advise=house_way,
    draws=("dice", "house_set"),
    carries=offered_bank.CARRIED,
    terms=(
        f"{offered_bank.TERMS} {against_bank.TERMS} cut styles dice count deliver no_wager house_way several_settings"
    ),
    settles={
        MAIN: Judged("both_higher high_only low_only copy both_lower surrender"),
        DEALERS_WAGER: Judged(DEALERS_CASES),
    },
    left=offered_bank.left,
    shown=offered_bank.shown,
    admit=partial(offered_bank.admit, main=MAIN),
    may_bank=offered_bank.may_bank,
    bank_order=offered_bank.bank_order,
    remedies={"deal_again": _shuffle_again, "reset_house_hand": _reset_house_hand},
)
