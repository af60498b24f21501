"""Sic bo: three dice in a shaker decide every wager, each by the area of the layout it lies on."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from pitboss.engine.events import Settlement
from pitboss.engine.payoff import LOSERS_FIRST, Due, settle_all
from pitboss.engine.round import Round
from pitboss.engine.script import ANY, Game, Held, Judged, Script
from pitboss.engine.weighing import Weighed
from pitboss.errors import Refused, RulebookError, suggest
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

FACES = (1, 2, 3, 4, 5, 6)
TOTAL = "total_"  # a line of the pay table for each total that can be wagered on
DEVICE_FAILURE = "device_failure"

Throw = tuple[int, ...]
Case = tuple[str, tuple[str, ...]]
"""A case of the entry and, where a pay table has several lines for the wager, the line."""


def play(t: Round) -> Script:
    """The round of play."""
    t.event("call", t.cite("no_more_bets"), t.term("no_more_bets"))
    yield from t.moment("shake")
    dice = _toss(t)
    yield from t.moment("uncovered")
    device_works = all(call.id != DEVICE_FAILURE for call in t.calls)
    if device_works:
        t.event("lit", t.cite("lit"), lit(t.setup, dice))
    decided = [Due(bet, *case_of(t.setup, bet.wager, bet.on or "", dice)) for bet in t.bets if not bet.outcome]
    settle_all(t, decided, LOSERS_FIRST)
    if device_works:
        t.event("clear", t.cite("clear"), t.term("clear"))


def _toss(t: Round) -> Throw:
    """The dealer shakes the dice, uncovers them and announces each."""
    dice = tuple(t.draws.pick("dice", FACES) for _ in range(t.term("dice")))
    t.event("dice", t.cite("dice"), f"{' '.join(map(str, dice))}, total {sum(dice)}", value=dice)
    return dice


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """What the dice showed."""
    thrown = next((event.text for event in t.events_before(row) if event.kind == "dice"), "")
    return Weighed(fact=f"the dice show {thrown}") if thrown and row.case else None


# -- What the dice do to a wager -------------------------------------------------------------------------------------


def case_of(setup: Setup, wager: str, spot: str, dice: Throw) -> Case:
    """What a throw is for a wager on a spot.

    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("massachusetts-2020/sic-bo"))
    >>> case_of(setup, "two_of_a_kind", "5", (5, 3, 5)), case_of(setup, "total", "13", (5, 3, 5))
    (('two', ()), ('hit', ('total_13',)))
    """
    triple = len(set(dice)) == 1
    match wager:
        case "three_of_a_kind":
            return _hit(triple and dice[0] == int(spot))
        case "two_of_a_kind":
            return _showing(setup.offers[wager], dice.count(int(spot))), ()
        case "one_of_a_kind":
            case = _showing(setup.offers[wager], dice.count(int(spot)))
            return case, (case,)
        case "any_three_of_a_kind":
            return _hit(triple)
        case "total":
            return ("hit", (f"{TOTAL}{spot}",)) if sum(dice) == int(spot) else ("miss", ())
        case "two_dice_combination":
            return _hit({int(face) for face in spot.split("-")} <= set(dice))
        case "small" | "big":
            if triple:
                return "three_of_a_kind", ()
            return _hit(sum(dice) in setup.term(f"{wager}_totals"))
    raise RulebookError(f'{setup.entry.name}: wagers.{wager}: sic bo has no such wager; it has "total" and others')


def _hit(won: bool) -> Case:
    return ("hit" if won else "miss"), ()


def _showing(offer: Offer, dice: int) -> str:
    """The case by how many dice show the number; those that the entry has no case for are too few."""
    case = ("miss", "one", "two", "three")[dice]
    return case if case in offer.rulings else "miss"


def lit(setup: Setup, dice: Throw) -> str:
    """The winning areas of the layout, as the device lights them.

    >>> from pitboss.rulebook import load
    >>> lit(Setup.of(load("massachusetts-2020/sic-bo")), (2, 2, 6))
    'small; two of a kind 2; total 10; two dice combination 2-6; one of a kind 2, 6'
    """
    seen: dict[Throw, str] = setup.worked_out.setdefault("lit", {})
    faces = tuple(sorted(dice))
    if faces not in seen:
        seen[faces] = "; ".join(_winning_areas(setup, faces)) or "nothing"
    return seen[faces]


def _winning_areas(setup: Setup, dice: Throw) -> Iterator[str]:
    for wager, offer in setup.offers.items():
        places = GAME.places(setup, offer)
        won = [place for place in places if offer.rulings[case_of(setup, wager, place, dice)[0]][0].kind != "lose"]
        if won:
            yield f"{wager.replace('_', ' ')} {', '.join(won)}".strip()


def throws(setup: Setup) -> list[Throw]:
    """Every way the dice can fall; all are equally likely."""
    return list(product(FACES, repeat=setup.term("dice")))


# -- The layout ------------------------------------------------------------------------------------------------------


def spots(setup: Setup, offer: Offer) -> Sequence[str]:
    """Every area of a wager. Totals without odds have none."""
    match offer.spots:
        case ("number",):
            return [str(face) for face in FACES]
        case ("total",):
            assert offer.pays is not None
            return [line.removeprefix(TOTAL) for line in offer.pays.lines if line.startswith(TOTAL)]
        case ("combination",):
            return [f"{low}-{high}" for low, high in combinations(FACES, 2)]
        case ():
            return ()
    raise RulebookError(f"{setup.entry.name}: wagers.{offer.id}.spots: write number, total or combination")


def spot(setup: Setup, offer: Offer, text: str) -> str:
    """Read a spot as a person writes it: ``4``, ``6-2`` for a combination, ``5-5`` for two of a kind."""
    places = spots(setup, offer)
    if text in places:
        return text
    if not text:
        raise Refused(f'{offer.title}: say on which, like "{offer.id} {places[0]}"', offer.cite)
    numbers: list[str] = sorted(re.findall(r"\d+", text))
    one_number = numbers[0] if len(set(numbers)) == 1 else ""
    for written in ("-".join(numbers), one_number):
        if written in places:
            return written
    near = suggest(text, places)
    if offer.id == "total" and text in ("3", "18") and "three_of_a_kind" in setup.offers:
        title = setup.offers["three_of_a_kind"].title
        near = f'three dice come to {text} as "three_of_a_kind {int(text) // 3}" alone ({title})'
    raise Refused(f'{offer.title}: there is no "{text}" on this layout; {near}', offer.cite)


GAME = Game(
    play=play,
    asks="",
    weighs=weighs,
    tells={"one": "one die shows it", "two": "two dice show it", "three": "all three dice show it"},
    moments=("bets", "shake", "uncovered"),
    draws=("dice",),
    terms="no_more_bets dice lit clear small_totals big_totals",
    spots=spots,
    spot=spot,
    settles={
        ANY: Judged("hit miss"),
        **dict.fromkeys(("small", "big"), Judged("hit miss three_of_a_kind")),
        "two_of_a_kind": Judged("two three miss"),
        "one_of_a_kind": Judged("one two three miss"),
    },
)
