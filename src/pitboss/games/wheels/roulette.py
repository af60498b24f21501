"""Roulette: the ball decides every wager by the spot it lies on; the wheel may be single or double zero."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from pitboss.engine.events import Settlement
from pitboss.engine.refusing import on_the_layout, refuse
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import ANY, Game, Held, Judged, Script, carried
from pitboss.engine.wagers import Bet, admit_amount
from pitboss.engine.weighing import Weighed
from pitboss.equipment.wheel import ZEROS, Spots, Wheel, read_spot
from pitboss.errors import RecordError, Refused, RulebookError, suggest
from pitboss.games.laid_out import must_be_outside_limits, valid_as_placed
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

BACK_TO_BACK = "back_to_back"  # the player picks the winning number on consecutive spins
B2B = "b2b"  # the wheel repeats its number, paid by a multiplier
WITH_ZEROS = {"color": (), "color_with_zero": ("0",), "color_with_zeros": ZEROS}
NO_SPOT = ""
OUTSIDE_LIMITS = "wager_outside_limits"


def play(t: Round) -> Script:
    """The round of play."""
    board = board_of(t.setup)
    t.event("call", t.cite("no_more_bets"), t.term("no_more_bets"))
    yield from t.moment("spin")
    multiplier = _show_multiplier(t)
    pocket = t.pick("spin", board.wheel.order, t.cite("spin"))
    if pocket == t.term("void_pocket"):
        yield from t.found("ball_in_double_zero")
    _collect_then_pay(t, board, pocket, multiplier)
    _climb_the_ladder(t, pocket)
    t.carry["prior"] = pocket


def _show_multiplier(t: Round) -> int:
    """The reader board shows the multiplier during the spin, before the ball lands.

    It is there for everyone to see; a record may leave it out where no wager rests on it.
    """
    rests_on_it = any(not bet.outcome for bet in t.bets_on(B2B))
    if B2B not in t.setup.offers or not (rests_on_it or t.draws.gives("multiplier")):
        return 1
    weights: Mapping[int, int] = t.term("multipliers")
    return t.pick("multiplier", tuple(weights), t.cite("multipliers"), tuple(weights.values()))


def _collect_then_pay(t: Round, board: "Board", pocket: str, multiplier: int) -> None:
    """Every losing wager is collected first, then every winning wager is paid."""
    winners = []
    for bet in t.bets:
        if bet.outcome:
            continue
        if bet.wager == B2B:
            if pocket == t.carry["prior"]:
                winners.append(bet)
            else:
                t.settle(bet, "different_number")
        elif pocket in board.places[bet.wager][bet.on or NO_SPOT]:
            winners.append(bet)
        else:
            t.settle(bet, "zero" if pocket in ZEROS and "zero" in bet.offer.rulings else "miss")
    for bet in winners:
        if bet.wager == B2B:
            t.settle(bet, "same_number", multiplier=multiplier)
        elif bet.wager == BACK_TO_BACK:
            t.settle(bet, "hit", (_rung(t, bet, pocket),))
        else:
            t.settle(bet, "hit")


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """The number, and of what color it is."""
    pocket = next((event.value for event in reversed(t.events_before(row)) if event.kind == "spin"), None)
    if pocket is None or not row.case:
        return None
    colors = [name for name in ("red", "black") if pocket in board_of(t.setup).wheel.groups[name]]
    return Weighed(fact=", ".join([f"the ball came to rest at {pocket}", *colors]))


# -- Back-to-Back: the streaks ---------------------------------------------------------------------------------------


def _rung(t: Round, bet: Bet, pocket: str) -> str:
    """The line of the ladder that this win is paid by; past its end, the last."""
    ladder = _ladder(bet.offer)
    return ladder[min(_wins_in_a_row(t, bet, pocket), len(ladder)) - 1]


def _wins_in_a_row(t: Round, bet: Bet, pocket: str) -> int:
    """How often in a row the player has picked the winning number, this spin included."""
    before: int = t.carry.get("streak", {}).get(_player(t, bet.seat), 0)
    if t.on("btb_same_number_required") and t.carry.get("prior") != pocket:
        before = 0
    return before + 1


def _climb_the_ladder(t: Round, pocket: str) -> None:
    """Winners' streaks grow; a losing spin, or one without the wager, ends a streak."""
    if BACK_TO_BACK not in t.setup.offers:
        return
    streak = {}
    for bet in t.bets_on(BACK_TO_BACK):
        if bet.outcome == "win":
            wins = _wins_in_a_row(t, bet, pocket)
            if wins < len(_ladder(bet.offer)) or not t.on("btb_reset_after_third"):
                streak[_player(t, bet.seat)] = wins
    t.carry["streak"] = streak


def _ladder(offer: Offer) -> tuple[str, ...]:
    assert offer.pays is not None
    return tuple(offer.pays.lines)


def _player(t: Round, seat: int) -> str:
    return t.players.get(seat, str(seat))


# -- Wheel and layout ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """What a set-up's wheel and layout come to: for each wager its spots and the numbers each covers.

    A wager that is placed on no particular spot has one, without a name. ``barred`` are spots that would be there
    but for a pocket that decides nothing at this table.
    """

    wheel: Wheel
    places: Mapping[str, Spots]
    barred: Mapping[str, Spots]


def board_of(setup: Setup) -> Board:
    """The board of a set-up, worked out once."""
    board: Board | None = setup.worked_out.get("board")
    if board is None:
        board = setup.worked_out["board"] = _board(setup)
    return board


def _board(setup: Setup) -> Board:
    wheel = Wheel(
        tuple(setup.term("given_order") or _words(setup.term("pockets"))), frozenset(_words(setup.term("red_numbers")))
    )
    shapes = _shapes(setup, wheel)
    every = {offer.id: _spots_of(setup, offer, wheel, shapes) for offer in setup.offers.values()}
    void = setup.term("void_pocket")
    return Board(
        wheel,
        places={wager: {n: g for n, g in spots.items() if void not in g} for wager, spots in every.items()},
        barred={wager: {n: g for n, g in spots.items() if void in g} for wager, spots in every.items()},
    )


def _shapes(setup: Setup, wheel: Wheel) -> dict[str, Spots]:
    """Every shape of bet: those of the layout, five pockets side by side on the wheel, and the house's colors."""
    shapes = dict(wheel.layout.spots)
    groups = setup.term("single_zero_groups")
    if groups is not None and not wheel.double_zero:
        for shape in ("trio", "first_four"):
            shapes[shape] = {name: numbers for name, numbers in shapes[shape].items() if name in _words(groups)}
    shapes["five_adjacent"] = {pocket: frozenset(wheel.neighbours(pocket, 2)) for pocket in wheel.order}
    sections: Mapping[str, Sequence[str]] = setup.term("color_sections") or {}
    for shape, zeros in WITH_ZEROS.items():
        shapes[shape] = {color: frozenset((*numbers, *zeros)) for color, numbers in sections.items()}
    return shapes


def _spots_of(setup: Setup, offer: Offer, wheel: Wheel, shapes: Mapping[str, Spots]) -> Spots:
    where = f"{setup.entry.name}: wagers.{offer.id}"
    for shape in offer.spots:
        if shape not in shapes:
            raise RulebookError(f'{where}.spots: there is no shape "{shape}"; {suggest(shape, shapes)}')
    if offer.spots:
        return {name: numbers for shape in offer.spots for name, numbers in shapes[shape].items()}
    if offer.id == B2B:
        return {}
    covered: str = setup.term("covers").get(offer.id, "")
    if covered in wheel.groups:
        return {NO_SPOT: wheel.groups[covered]}
    if covered in shapes:
        return {NO_SPOT: frozenset().union(*shapes[covered].values())}
    numbers = frozenset(_words(covered))
    if not numbers or not numbers <= set(wheel.order):
        raise RulebookError(f'{where}: terms.covers says "{covered}", which is no group and no numbers of the wheel')
    return {NO_SPOT: numbers}


def _words(value: str | Iterable[str]) -> list[str]:
    return value.split() if isinstance(value, str) else list(value)


def spots(setup: Setup, offer: Offer) -> Sequence[str]:
    """Every spot a wager can lie on."""
    return tuple(board_of(setup).places[offer.id]) if offer.spots else ()


def spot(setup: Setup, offer: Offer, text: str) -> str:
    """Read a spot as a person writes it; refuse what is not on this layout."""
    board = board_of(setup)
    places = board.places[offer.id]
    if text in places:
        return text
    if not text:
        raise Refused(f'{offer.title}: say on which spot, like "{offer.id} {next(iter(places))}"', offer.cite)
    if found := read_spot(places, text):
        return found
    if read_spot(board.barred[offer.id], text):
        void = setup.term("void_pocket")
        raise Refused(
            f'{offer.title}: "{text}" takes in {void}, and a ball in {void} decides nothing here',
            setup.cite("void_pocket"),
        )
    raise Refused(f'{offer.title}: "{text}" is not a spot on this layout; {_near(text, places)}', offer.cite)


def _near(text: str, places: Spots) -> str:
    """The nearest spot; where none is near, all of them, or a few where there are many."""
    some = list(places)[:: max(1, len(places) // 6)]
    return suggest(text, places) if get_close_matches(text, places, n=1) else f"it is written like {', '.join(some)}"


# -- What only the game can judge ------------------------------------------------------------------------------------


def examine(setup: Setup) -> list[Finding]:
    """Find fault with the house's wheel and colors."""
    findings = []
    order = setup.term("given_order")
    pockets = _words(setup.term("pockets"))
    if order and set(order) != set(pockets):
        text = f"it has {len(order)} pockets, and this wheel has {len(pockets)}"
        return [Finding("refused", "wheel order", text, setup.cite("given_order"))]
    sections: Mapping[str, Sequence[str]] = setup.term("color_sections") or {}
    if sections and set(sections) != set(setup.term("colors")):
        text = f"the colors are {', '.join(setup.term('colors'))}"
        findings.append(Finding("refused", "color sections", text, setup.cite("colors")))
    if any({"color_with_zero", "color_with_zeros"} & set(offer.spots) for offer in setup.offers.values()):
        for color, numbers in sections.items():
            if not board_of(setup).wheel.side_by_side(frozenset(numbers)):
                text = f"the {color} numbers are not side by side on the wheel, so they make no section of it"
                findings.append(Finding("notice", "color sections", text, setup.cite("color_sections")))
    return findings


def admit(t: Round) -> None:
    """Refuse what carried over and cannot be, and bonus wagers that need more than their amount."""
    _check_carry(t)
    if t.bets_on(B2B) and "prior" not in t.carry:
        raise Refused("B2B is not accepted before a valid spin has been seen at the table", t.cite("b2b"))
    held: dict[str, int] = {}
    for bet in t.bets_on(BACK_TO_BACK):
        admit_amount(bet)  # no procedure for high limits changes this one
        if _player(t, bet.seat) in held:
            where = f"seat {bet.seat}: {bet.offer.title}"
            raise Refused(f"{where} is one wager on one number per player and spin", t.cite("back_to_back"))
        held[_player(t, bet.seat)] = bet.seat


def _check_carry(t: Round) -> None:
    pockets = board_of(t.setup).wheel.order
    prior = t.carry.get("prior")
    if prior is not None:
        prior = t.carry["prior"] = str(prior)
        if prior not in pockets or prior == t.term("void_pocket"):
            raise RecordError(f'carry.prior: "{prior}" is not a number of this wheel; write it like "17"')
    streak = t.carry.get("streak", {})
    if not isinstance(streak, dict) or not all(type(wins) is int and wins >= 0 for wins in streak.values()):
        raise RecordError('carry.streak: write how often each seat won in a row, like { "1" = 2 }')
    if BACK_TO_BACK in t.setup.offers:
        _check_streak(t, max(streak.values(), default=0))


def _check_streak(t: Round, longest: int) -> None:
    """Refuse a streak that this table's ladder cannot have led to."""
    rungs = len(_ladder(t.setup.offers[BACK_TO_BACK]))
    if t.on("btb_reset_after_third") and longest >= rungs:
        raise RecordError(f"carry.streak: {longest} is too long; the ladder begins again after {rungs} wins in a row")
    if t.on("btb_same_number_required") and longest and "prior" not in t.carry:
        raise RecordError("carry.streak: it goes on with the same number only; give that number as carry.prior")


# -- Remedies --------------------------------------------------------------------------------------------------------


def _refuse(t: Round, call: Call) -> bool:
    """A wager that is not allowed goes back; one that is rejected for its amount must be outside the limits."""
    rule, _ = t.setup.irregularities[call.id]
    if call.id == OUTSIDE_LIMITS and call.wager:
        must_be_outside_limits(on_the_layout(t, call, rule.cite), call, rule.cite)
    refuse(t, call, rule)
    return False


GAME = Game(
    play=play,
    asks="",
    weighs=weighs,
    moments=("bets", "spin"),
    draws=("spin", "multiplier"),
    only_with={"multiplier": "multipliers", "streak": "back_to_back"},
    carries={**carried("prior", public=True), **carried("streak", public=True, personal=True)},
    terms=(
        "pockets red_numbers covers no_more_bets spin b2b? back_to_back? color_sections? colors? given_order? "
        "single_zero_groups? multipliers? void_pocket?"
    ),
    spots=spots,
    spot=spot,
    admit=admit,
    examine=examine,
    remedies={"refuse": _refuse, "valid_as_placed": valid_as_placed},
    settles={ANY: Judged("hit miss zero?"), "b2b": Judged("same_number different_number")},
)
