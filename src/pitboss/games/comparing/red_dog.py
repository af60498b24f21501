"""Red Dog: two cards face up, and a third that must fall between them; the nearer they lie, the more it pays."""

from functools import cache

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, amount_named
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script, carried
from pitboss.engine.weighing import Weighed
from pitboss.equipment.cards import known
from pitboss.games.shoe import burn_first_card, reshuffle_after_cut_card
from pitboss.rulebook.setup import Setup

BOXES = "community"
RAISE = "raise"
PAIR, CONSECUTIVE = -1, 0
SPREADS = range(1, 12)
Case = tuple[str, tuple[str, ...]]


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    burn_first_card(t, t.term("new_dealer_burns"))
    yield from t.moment("first_card")
    t.deal(BOXES, t.cite("deal"))
    yield from t.moment("second_card")
    t.deal(BOXES, t.cite("deal"))
    between = spread(*_values(t))
    if between == CONSECUTIVE:
        _announce(t, "consecutive")
        yield from t.moment("tie")
    elif between == PAIR:
        _announce(t, "pair")
        yield from _third_card(t)
        _announce(t, result(*_values(t))[0])
    else:
        _announce(t, "spread", between)
        yield from _raises(t)
        if t.live:
            _announce(t, "raises_closed")
            yield from _third_card(t)
            _announce(t, "third_card", _values(t)[-1])
    yield from t.moment("settle")
    _settle(t)
    reshuffle_after_cut_card(t)


def spread(first: int, second: int) -> int:
    """How many values lie between two cards: none between consecutive ones, and -1 for a pair.

    >>> spread(4, 7), spread(13, 9), spread(13, 14), spread(8, 8)
    (2, 3, 0, -1)
    """
    return abs(first - second) - 1


def result(first: int, second: int, third: int = 0) -> Case:
    """What the cards are for the wagers, and what a pay table may call their spread, finest first.

    >>> result(4, 7, 6)[0], result(4, 7, 7)[0], result(8, 8, 8)[0], result(13, 14)[0]
    ('between', 'not_between', 'three_of_a_kind', 'consecutive')
    """
    between = spread(first, second)
    if between == CONSECUTIVE:
        return "consecutive", ()
    if between == PAIR:
        return "three_of_a_kind" if third == first else "pair_only", ()
    inside = min(first, second) < third < max(first, second)
    return "between" if inside else "not_between", spread_names(between)


@cache
def spread_names(between: int) -> tuple[str, ...]:
    """A spread by itself, and by every range of spreads that a pay table may print as one line, narrowest first.

    >>> spread_names(10)[:4]
    ('spread_10', 'spread_9_to_10', 'spread_10_to_11', 'spread_8_to_10')
    """
    ranges = [(low, high) for low in SPREADS for high in SPREADS if low <= between <= high and low < high]
    ranges.sort(key=lambda ends: (ends[1] - ends[0], ends))
    return (f"spread_{between}", *(f"spread_{low}_to_{high}" for low, high in ranges))


def main_wager(setup: Setup) -> str:
    """The wager that the raise supports, whatever the rulebook calls it."""
    return setup.offer(RAISE).equals or ""


# -- The deal --------------------------------------------------------------------------------------------------------


def _third_card(t: Round) -> Script:
    yield from t.moment("third_card")
    t.deal(BOXES, t.cite("third_card"))


def _values(t: Round) -> tuple[int, ...]:
    """What the cards in the boxes are worth: jacks eleven, and aces fourteen."""
    known(t.hands[BOXES], "the community")
    return tuple(card.rank for card in t.hands[BOXES])


def _announce(t: Round, term: str, count: int | None = None) -> None:
    t.event("announced", t.cite(term), f"{t.term(term)}{'' if count is None else f' {count}'}", value=count)


# -- The raise -------------------------------------------------------------------------------------------------------


def _raises(t: Round) -> Script:
    """Whoever has not raised may, until raises are closed; a third card exposed too soon leaves them open."""
    t.scratch["declined"] = set()
    yield from t.moment("raise")
    yield from _ask_for_raises(t)
    yield from t.moment("close_raises")
    yield from _ask_for_raises(t)


def _ask_for_raises(t: Round) -> Script:
    declined: set[int] = t.scratch["declined"]
    offer = t.setup.offer(RAISE)
    while waiting := [seat for seat in t.live if seat not in declined and t.bet(seat, RAISE) is None]:
        seat = waiting[0]
        bet = t.bet(seat, main_wager(t.setup))
        assert bet is not None
        raise_ = Action(RAISE, bet.stake, step=offer.unit)
        choice = yield from t.ask(seat, [raise_, Action("no_raise")], t.cite("raise"))
        if choice.startswith(RAISE):
            t.add_bet(seat, RAISE, stake=amount_named(choice))
        elif choice:
            declined.add(seat)


def _play_or_void(t: Round, call: Call) -> Script:
    """The third card was exposed before raises were closed: each player plays the round out or has it void."""
    rule, _ = t.setup.irregularities[call.id]
    actions = (
        Action("play_out", text="play the round out with another third card"),
        Action("void_round", text="take back the wagers"),
    )
    for seat in t.live:
        if (yield from t.ask(seat, actions, rule.cite)) == "void_round":
            t.void_hand(seat, rule.trigger, rule.cite)
    t.scratch["declined"].clear()


def why_not_asked(t: Round, seat: int, word: str) -> tuple[str, str] | None:
    """Without a spread there is nothing to raise on."""
    dealt = len(t.hands.get(BOXES, ())) > 1
    if word not in (RAISE, "no_raise") or not dealt or t.bet(seat, main_wager(t.setup)) is None:
        return None
    between = spread(*_values(t)[:2])
    if between > CONSECUTIVE:
        return None
    return f"{'a pair has' if between == PAIR else 'consecutive cards have'} no spread to raise on", t.cite("raise")


# -- The end of the round --------------------------------------------------------------------------------------------


def _settle(t: Round) -> None:
    """All players share the cards, so all win, lose or tie together; each by what was wagered."""
    case, names = result(*_values(t))
    for bet in t.bets:
        if not bet.outcome:
            t.settle(bet, case, names)


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """The cards in the boxes, and how many values lie between the first two."""
    boxes = held.get(Hand(BOXES), ())
    if not row.case or len(boxes) < 2:
        return None
    between = spread(*_values(t)[:2])
    return Weighed(on=boxes, fact=f"a spread of {between}" if between > 0 else "")


SPREAD_NAMES = tuple(sorted({name for between in range(1, 12) for name in spread_names(between)}))

GAME = Game(
    play=play,
    asks="raise no_raise play_out void_round",
    weighs=weighs,
    why_not_asked=why_not_asked,
    moments=(
        "bets",
        "shuffle",
        "first_card",
        "second_card",
        "tie",
        "raise",
        "close_raises",
        "third_card",
        "settle",
    ),
    hands=(BOXES, "burn"),
    carries=carried("new_dealer"),
    terms=(
        "burn new_dealer_burns deal consecutive pair three_of_a_kind pair_only spread raise raises_closed "
        "third_card cut_card"
    ),
    remedies={"play_or_void": _play_or_void},
    settles={
        **dict.fromkeys(
            ("bet", "original"), Judged("between not_between consecutive pair_only three_of_a_kind", SPREAD_NAMES)
        ),
        "raise": Judged("between not_between", SPREAD_NAMES),
    },
)
