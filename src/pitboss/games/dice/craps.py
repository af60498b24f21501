"""Craps: a round is one roll; the puck, the shooter and every wager that is not decided carry on to the next."""

from collections.abc import Sequence

from pitboss.engine.events import Settlement
from pitboss.engine.round import Round
from pitboss.engine.script import ANY, Game, Held, Judged, Script, carried
from pitboss.engine.wagers import Bet
from pitboss.engine.weighing import Weighed
from pitboss.errors import Refused, suggest
from pitboss.games.dice.craps_bets import (
    admit_changes,
    charge_on_win,
    charge_vigorish,
    charges,
    flat_of,
    is_off,
    note_reductions,
    odds_follow,
    puck_of,
    release,
)
from pitboss.games.dice.craps_features import forget_what_came_down, settle_feature
from pitboss.games.dice.craps_remedies import cap, pass_dice, refuse, refuse_all
from pitboss.games.dice.craps_shooter import left, obey_the_boxman, take_the_dice
from pitboss.games.dice.craps_state import check_carry, shown
from pitboss.games.dice.rolls import (
    COME,
    LINE,
    ODDS,
    POINTS,
    ROLLS,
    Puck,
    Roll,
    case_of,
    off_by_default,
    one_roll_case,
    works_with_flat,
)
from pitboss.games.laid_out import valid_as_placed
from pitboss.money import dollars
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup

CALLED_ON = "called on"


def play(t: Round) -> Script:
    """One roll."""
    for cite, text in t.scratch.get("dice", ()):
        t.event("dice", cite, text)
    _return_what_comes_down(t)
    charge_vigorish(t)
    yield from t.moment("roll")
    puck = puck_of(t.carry)
    if puck.come_out and "on" in t.carry:
        _tell_what_is_on(t)
    roll = t.draws.pick("dice", ROLLS)
    t.event("dice", t.cite("roll"), str(roll), value=(roll.first, roll.second))
    t.event("call", t.cite("roll"), call_of(puck, roll), value={"total": roll.total, "point": puck.point})
    for bet in t.bets:
        if not bet.outcome:
            _settle(t, bet, puck, roll)
    _move_the_puck(t, puck, roll)


def _return_what_comes_down(t: Round) -> None:
    for bet in t.taken_down:
        t.event(
            "returned", t.cite("locked"), f"{bet.name} is taken down: ${dollars(bet.stake)} goes back", seat=bet.seat
        )
    for bet in t.bets:
        if bet.stake < bet.stood:
            back = dollars(bet.stood - bet.stake)
            t.event("returned", t.cite("locked"), f"{bet.name} is reduced: ${back} goes back", seat=bet.seat)


def _tell_what_is_on(t: Round) -> None:
    """Wagers that work on this come-out roll because they were called on."""
    for bet in t.bets:
        if bet.name in t.carry["on"].get(str(bet.seat), ()):
            title = " ".join(filter(None, (bet.offer.title, bet.on)))
            t.event(CALLED_ON, t.cite("off_on_come_out"), title, seat=bet.seat, value=bet.name)


def call_of(puck: Puck, roll: Roll) -> str:
    """What the stickman calls."""
    if puck.point is None:
        return f"{roll.total} on the come-out roll"
    if roll.total == 7:
        return "7 out"
    return f"{roll.total}, point made" if roll.total == puck.point else f"{roll.total}, the point is {puck.point}"


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """The dice, what the stickman called, and that a wager that would be off was called on."""
    events = t.events_before(row)
    told = {event.kind: event.text for event in events if event.value is not None}
    if "call" not in told or not row.case:
        return None
    called_on = {each.value for each in events if each.kind == CALLED_ON and each.seat == row.seat}
    flat = row._replace(wager=row.wager.removesuffix("_odds"))  # odds may work with the bet that they belong to
    on = {row.on_spot, flat.on_spot} & called_on
    return Weighed(fact=f"{told['dice']}, {told['call']}{', called on' if on else ''}")


# -- Settling ---------------------------------------------------------------------------------------------------------


def _settle(t: Round, bet: Bet, puck: Puck, roll: Roll) -> None:
    if bet.wager in (t.term("collects") or ()):
        settle_feature(t, bet, puck, roll)
    elif is_one_roll(t.setup, bet.wager):
        case, lines = one_roll_case(t.setup, bet.wager, bet.on, roll)
        t.settle(bet, case, lines)
    else:
        off = is_off(t.setup, t.carry, t.bets, bet)
        case = case_of(bet.wager, bet.on, puck, roll, off, off and _flat_is_off(t, bet))
        if case == "point_set" and bet.wager in COME:
            bet.goes_to = str(roll.total)
        row = t.settle(bet, case, lines_of(bet.wager, bet.on, puck))
        if row.outcome == "win":
            charge_on_win(t, bet)


def is_one_roll(setup: Setup, wager: str) -> bool:
    known: dict[str, bool] = setup.worked_out.setdefault("one roll", {})
    if wager not in known:
        known[wager] = wager == "hop" or wager in setup.term("one_roll") or bool(setup.offers[wager].parts)
    return known[wager]


def lines_of(wager: str, on: str | None, puck: Puck) -> tuple[str, ...]:
    """The pay table line of a wager that is paid by its number or by the point; a Come bet is paid alike on each."""
    if wager in ODDS and on is None:
        return (str(puck.point),)
    return (on,) if on and wager not in COME else ()


def _flat_is_off(t: Round, bet: Bet) -> bool:
    flat = flat_of(t.bets, bet) if bet.wager in ODDS else None
    return flat is not None and is_off(t.setup, t.carry, t.bets, flat)


def _move_the_puck(t: Round, puck: Puck, roll: Roll) -> None:
    after = puck.after(roll)
    t.carry["made"] = puck.point == roll.total
    t.carry["come_outs"] = t.carry.get("come_outs", 0) + (1 if puck.come_out and puck.line else 0)
    t.carry["rolls"] = 0 if roll.total == 7 else t.carry.get("rolls", 0) + 1
    if after.point is None:
        t.carry.pop("point", None)
    else:
        t.carry["point"] = after.point
    if after.point is None or not t.term("dont_replace"):
        t.carry.pop("reduced", None)  # decided or on their way, Don't bets are made anew or not increased at all
    if after.point is not None and puck.come_out:
        t.carry.pop("on", None)  # with a point on, every wager works; at the next come-out roll it is called anew
    elif "on" in t.carry:
        up = {(str(bet.seat), bet.name) for bet in t.bets if bet.standing}
        t.carry["on"] = {seat: [name for name in names if (seat, name) in up] for seat, names in t.carry["on"].items()}
    if puck.point is not None and roll.total == 7:
        t.carry["passing"] = True
        t.event("dice", t.cite("seven_out"), "the shooter gives up the dice")
    if not any(bet.wager in COME and bet.outcome == "stays" for bet in t.bets):
        t.carry.pop("no_line", None)


# -- Wagers, and what is said with them -------------------------------------------------------------------------------


def admit(t: Round) -> None:
    """Refuse what the state of the table does not allow."""
    check_carry(t.setup, t.carry)
    take_the_dice(t)
    obey_the_boxman(t)
    admit_changes(t)
    note_reductions(t)
    forget_what_came_down(t)
    _listen(t)


def _listen(t: Round) -> None:
    """Wagers called on or off before a come-out roll; an on button goes with the wager it lies on."""
    if not t.says and "on" not in t.carry:
        return
    up = {(str(bet.seat), bet.name) for bet in t.bets}
    called = {seat: [name for name in names if (seat, name) in up] for seat, names in t.carry.get("on", {}).items()}
    for seat, words in t.says.items():
        for words_said in words:
            word, _, name = words_said.partition(" ")
            if word in ("on", "off"):
                _call_on_or_off(t, seat, word, name.strip(), called)
    t.carry.pop("on", None)
    if any(called.values()):
        t.carry["on"] = {seat: names for seat, names in called.items() if names}


def _call_on_or_off(t: Round, seat: int, word: str, name: str, called: dict[str, list[str]]) -> None:
    cite = t.cite("off_on_come_out")
    if "point" in t.carry:
        raise Refused(f'seat {seat}: wagers are called "{word}" for a come-out roll only', cite)
    bets = [bet for bet in t.bets if bet.seat == seat and off_by_default(t.setup, bet.wager, puck_of(t.carry))]
    bets = [bet for bet in bets if not works_with_flat(t.setup, bet.wager)]
    if name not in ("", "all"):
        named = t.named(seat, name)
        if named is not None and works_with_flat(t.setup, named.wager):
            raise Refused(f'seat {seat}: {named.name} works whenever its bet does; call that "{word}"', cite)
        if named is None or named not in bets:
            raise Refused(
                f'seat {seat}: there is no {name} to call "{word}"; it is up and off on a come-out roll', cite
            )
        bets = [named]
    if not bets:
        raise Refused(f'seat {seat}: there is nothing to call "{word}"', cite)
    mine = called.setdefault(str(seat), [])
    for bet in bets:
        if word == "on" and bet.name not in mine:
            mine.append(bet.name)
        elif word == "off" and bet.name in mine:
            mine.remove(bet.name)


# -- The layout -------------------------------------------------------------------------------------------------------


def spots(setup: Setup, offer: Offer) -> Sequence[str]:
    """Every spot a wager can lie on; a Come bet begins in its box, which has no name."""
    if not offer.spots:
        return ()
    if offer.id == "hop":
        return tuple(setup.term("hops").split())
    numbers = tuple(str(point) for point in POINTS)
    return ("", *numbers) if offer.id in COME else numbers


def spot(setup: Setup, offer: Offer, text: str) -> str:
    """Read a spot as a person writes it."""
    places = spots(setup, offer)
    tidy = text.strip().replace(" ", "-")
    if offer.id == "hop" and "-" in tidy:
        tidy = "-".join(sorted(tidy.split("-")))
    if tidy in places:
        return tidy
    if not tidy:
        raise Refused(f'{offer.title}: say on which number, like "{offer.id} {places[0]}"', offer.cite)
    near = _instead_of_hop(setup, tidy) if offer.id == "hop" else ""
    raise Refused(
        f'{offer.title}: "{text}" is not a spot on this layout; {near or suggest(tidy, filter(None, places))}',
        offer.cite,
    )


def _instead_of_hop(setup: Setup, dice: str) -> str:
    """The wager that decides by the next roll's total, where dice come to it in one way only and no hop is offered.

    >>> from pitboss.rulebook import load
    >>> _instead_of_hop(Setup.of(load("massachusetts-2020/craps")), "1-1")
    'did you mean "craps_2"? (Craps 2)'
    """
    faces = dice.split("-")
    total = sum(map(int, faces)) if len(faces) == 2 and all(face.isdecimal() for face in faces) else 0
    offer = setup.offers.get({2: "craps_2", 3: "craps_3", 11: "eleven", 12: "craps_12"}.get(total, ""))
    return "" if offer is None else f'did you mean "{offer.id}"? ({offer.title})'


def examine(setup: Setup) -> list[Finding]:
    """Find fault with a layout that lacks what the rulebook has the house offer, or that somebody is to be told of."""
    findings = [
        Finding("refused", f"wager {wager}", f"is offered only with {other}", setup.cite("offered_together"))
        for wager, other in (setup.term("offered_together") or {}).items()
        if wager in setup.offers and other not in setup.offers
    ]
    if not any(wager in setup.offers for wager in LINE):
        text = "a shooter must be able to make a Pass or a Don't Pass bet"
        findings.append(Finding("refused", "wagers", text, setup.cite("shooter")))
    if setup.listed is not None and setup.term("list_of_wagers"):
        findings.append(Finding("notice", "wagers", setup.term("list_of_wagers"), setup.cite("list_of_wagers")))
    return findings


ON_LINE = "natural craps point_set point_made seven_out waits"
ON_ODDS = "point_made seven_out waits"
SETTLES = {
    ANY: Judged("hit miss"),
    **dict.fromkeys(("pass_line", "pass_coupon"), Judged(ON_LINE)),
    **dict.fromkeys(("dont_pass", "dont_pass_coupon", "dont_come"), Judged(f"{ON_LINE} barred")),
    "come": Judged(f"{ON_LINE} off?"),
    **dict.fromkeys(("pass_odds", "dont_pass_odds", "dont_come_odds"), Judged(ON_ODDS)),
    **dict.fromkeys(("come_odds", "put_odds"), Judged(f"{ON_ODDS} off returned?")),
    **dict.fromkeys(("big_6", "big_8", "lay", "put"), Judged("number seven waits")),
    **dict.fromkeys(("buy", "place_to_win", "place_to_lose"), Judged("number seven waits off?")),
    **dict.fromkeys(("hard_4", "hard_6", "hard_8", "hard_10"), Judged("hard easy seven off waits")),
    "fire": Judged("seven waits"),
    **dict.fromkeys(("all_small", "all_tall", "make_em_all", "hot_roller"), Judged("complete seven waits")),
}
"""Bets on one roll are hit or missed; the others wait."""

TELLS = {
    "barred": "this number is barred",
    "complete": "every number that it needs is thrown",
    "easy": "the easy way",
    "hard": "the hard way",
    "number": "its number is thrown",
    "off": "the wager is off",
    "returned": "odds are off on the come-out roll",
    "seven_out": "a seven comes first",
    "seven": "a seven is thrown",
    "waits": "nothing is decided yet",
    **{many: f"{many} points" for many in ("two", "three", "four", "five", "six")},
}
"""Cases, and lines of the wagers on points, in words."""

GAME = Game(
    play=play,
    asks="",
    weighs=weighs,
    tells=TELLS,
    moments=("bets", "roll"),
    draws=("dice",),
    in_parts=("dice",),
    only_with={**dict.fromkeys(("no_line", "no_line_bet"), "roll_without_line"), "collected": "collects"},
    carries={
        **carried("point shooter passing come_outs rolls made no_line", public=True),
        **carried("on collected", public=True, personal=True),
        **carried("reduced", personal=True),
    },
    terms=(
        "roll shooter offer_dice seven_out locked off_on_come_out one_roll hops odds_multiples vigorish "
        "vigorish_refund big_totals? broken_up? casino_maximum? collects? come_on_come_out? dont_odds_limit? "
        "dont_replace? late_pass? list_of_wagers? markers? odds_by_point? odds_exactly_payable? odds_excess? "
        "odds_maximum? off_without_line? offered_together? roll_without_line? small_totals? tell_surveillance? "
        "windows? covers?"
    ),
    without_wagers=True,
    says=("on", "off", "pass_dice", "another_shoots", "no_line_bet"),
    spots=spots,
    spot=spot,
    arrange=odds_follow,
    release=release,
    left=left,
    charges=charges,
    shown=shown,
    admit=admit,
    examine=examine,
    remedies={
        "pass_dice": pass_dice,
        "refuse": refuse,
        "refuse_all": refuse_all,
        "cap_at_maximum": cap,
        "valid_as_placed": valid_as_placed,
    },
    settles=SETTLES,
)
