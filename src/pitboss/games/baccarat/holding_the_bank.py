"""Who holds the shoe in Chemin de Fer: the Bank is bid for, kept, passed on, offered round the table.

The seats are numbered counterclockwise: the participant on somebody's right has the next higher number. What carries
over: ``banker``, the seat that has the shoe; ``bid``, the least that its first wager may be; ``last_stake``, its
preceding wager or, while the Bank is passed on, the outgoing Banker's; ``offered`` while the Bank is free, and
``offered_from``, the seat to whose right it is offered first; ``passed_by``, who passed it of their own will;
``suivi``, the seat that equaled the Banker's preceding wager and lost; ``misses_turn``, seats passed over once.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.engine.backline import numbers_said
from pitboss.engine.questions import Action, amount_named
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Talk
from pitboss.errors import PitbossError, RecordError, Refused
from pitboss.money import MOST_CENTS, cents, dollars, money
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.setup import Setup

CARRIES = ("banker", "bid", "last_stake", "offered", "offered_from", "passed_by", "suivi", "misses_turn")
MOVED_FROM = "moved_from"
MUST, PASSED = "must", "passed"
HANDED_OVER = ("banker", "bid", "last_stake", "suivi", "offered", "offered_from")
USUAL = 10_000
"""What is taken for somebody who names no amount where the rules do not say one."""


def counterclockwise(t: Round, seats: Iterable[int], start: int) -> list[int]:
    """Seats in the order in which they come to the right of one; that one itself is the last."""
    return sorted(seats, key=lambda seat: (seat - start - 1) % t.setup.seats)


def examine(setup: Setup) -> list[Finding]:
    """Find fault with posted limits between which no Banker could wager."""
    offer = setup.offer("banker")
    if offer.min is None or offer.max is None or offer.min <= offer.max:
        return []
    text = f"the minimum of {money(offer.min)} is above the maximum of {money(offer.max)}"
    return [Finding("refused", "limits", text, offer.amount_cite)]


def admit_carry(t: Round) -> None:
    """Refuse what carried over and cannot be, and words that make no sense."""
    for name in ("banker", "offered_from", "passed_by", "suivi"):
        seat = t.carry.get(name)
        if seat is not None and (type(seat) is not int or not 1 <= seat <= t.setup.seats):
            raise RecordError(f"carry: {name} is the number of a seat, 1 to {t.setup.seats}")
    for name in ("bid", "last_stake"):
        try:
            amount = cents(t.carry.get(name, 1))
        except PitbossError as error:
            raise RecordError(f"carry: {name}: {error.sentence}") from error
        if amount <= 0:
            raise RecordError(f"carry: {name} is more than zero")
    if t.carry.get("offered", MUST) not in (MUST, PASSED) or ("offered" in t.carry) != ("offered_from" in t.carry):
        raise RecordError('carry: offered is "must" or "passed", and goes with offered_from, the seat it comes from')
    if "offered" in t.carry and "banker" in t.carry:
        raise RecordError("carry: the Bank is offered only while nobody has it")
    missing = t.carry.get("misses_turn", [])
    if not isinstance(missing, list) or not all(type(seat) is int for seat in missing):
        raise RecordError("carry: misses_turn is a list of seats: [3]")
    for seat, before in numbers_said(MOVED_FROM, t.says).items():
        if not 1 <= before <= t.setup.seats or before == seat:
            raise Refused(f"seat {seat} cannot have moved from seat {before}", t.cite("seat_change"))


def note_who_moved_or_left(t: Round) -> None:
    """Whoever moved to a seat that brings the turn nearer misses one turn there; a Banker who left passes the Bank."""
    start = next((t.carry[name] for name in ("passed_by", "banker", "offered_from") if name in t.carry), None)
    for seat, before in numbers_said(MOVED_FROM, t.says).items():
        if start is not None and counterclockwise(t, (seat, before), start)[0] == seat:
            t.carry["misses_turn"] = [*t.carry.get("misses_turn", []), seat]
            t.event("bank", t.cite("seat_change"), f"seat {seat} moved nearer to the Bank, and misses a turn")
    banker: int | None = t.carry.get("banker")
    if banker is not None and banker not in t.live:
        give_up(t.carry, banker, PASSED)
        t.event("bank", t.cite("keep_or_pass"), f"seat {banker} is not there any more: the Bank is passed")


def take_the_bank(t: Round) -> Talk[tuple[int, int] | None]:
    """The Banker of the coming hand and what they put up; None when nobody takes the Bank."""
    yield from t.moment("bank")
    holder: int | None = t.carry.get("banker")
    if holder is not None:
        stake = yield from _keep_or_pass(t, holder)
        if stake:
            return holder, stake
    yield from t.moment("offers")
    taken = (yield from _offered(t)) or (yield from _bid_for(t))
    if taken is None:
        for name in HANDED_OVER:
            t.carry.pop(name, None)
        t.event("bank", t.cite("bidding"), "nobody takes the Bank, and no hand is dealt")
    return taken


def must_pass(t: Round, banker: int, cite: str, why: str) -> None:
    """The Bank is given up by rule."""
    give_up(t.carry, banker, MUST)
    t.event("bank", cite, f"{why}: seat {banker} must pass the Bank")


def give_up(carry: dict[str, Any], banker: int, how: str) -> None:
    """The Bank is free, and is offered from the right of whoever gave it up."""
    last = carry.get("last_stake")
    for name in HANDED_OVER:
        carry.pop(name, None)
    carry |= {"offered": how, "offered_from": banker}
    if how == MUST:
        carry.pop("passed_by", None)
    else:
        carry.setdefault("passed_by", banker)
        if last is not None:
            carry["last_stake"] = last


def left(carry: dict[str, Any], seat: int) -> None:
    """Somebody leaves: a Banker passes the Bank with it, and what the seat had a right to ends."""
    if carry.get("banker") == seat:
        give_up(carry, seat, PASSED)
    if carry.get("suivi") == seat:
        del carry["suivi"]
    if seat in carry.get("misses_turn", ()):
        carry["misses_turn"] = [other for other in carry["misses_turn"] if other != seat]


def order_to_pass(t: Round, call: Call) -> bool:
    """The dealer or a supervisor orders the Banker to pass: at once, or when the hand is settled."""
    rule, _ = t.setup.irregularities[call.id]
    banker: int | None = t.carry.get("banker")
    if banker is None:
        t.event("remedy", rule.cite, "nobody has the Bank, and nobody passes it")
    elif t.now == "bank":
        must_pass(t, banker, rule.cite, "by order")
        t.ask_anew()
    else:
        t.scratch["ordered"] = rule.cite
        t.event("remedy", rule.cite, REMEDIES["pass_the_bank"].sentence, seat=banker)
    return True


def move_the_bank(t: Round, call: Call) -> bool:
    """The hand is annulled and the Bank goes on counterclockwise; it is so although the hand never counted."""
    rule, _ = t.setup.irregularities[call.id]
    banker: int = t.carry["banker"]
    must_pass(t, banker, rule.cite, "the hand is annulled")
    t.keep()
    return False


# -- what is asked ----------------------------------------------------------------------------------------------------


def _keep_or_pass(t: Round, holder: int) -> Talk[int]:
    """The Banker goes on with a wager, or passes: then it is nothing."""
    stake = _amount(t, "stake", *_window(t.carry), text="stay Banker with this wager")
    actions = [*([stake] if stake else []), Action("pass", text="pass the Bank")]
    answer = yield from t.ask(holder, actions, t.cite("keep_or_pass"))
    if not answer:  # ordered to pass in the meantime
        return 0
    if answer != "pass":
        return amount_named(answer)
    give_up(t.carry, holder, PASSED)
    t.event("bank", t.cite("keep_or_pass"), f"seat {holder} passes the Bank")
    return 0


def _offered(t: Round) -> Talk[tuple[int, int] | None]:
    """Offer the Bank to each seat in turn, from the right of whoever gave it up."""
    how: str | None = t.carry.get("offered")
    if how is None or (how == PASSED and "last_stake" not in t.carry):
        return None
    giver: int = t.carry["offered_from"]
    window = _window(t.carry) if how == PASSED else (0, MOST_CENTS)
    cite = t.cite("voluntary_pass" if how == PASSED else "mandatory_pass")
    t.event("bank", cite, f"the Bank is offered from the right of seat {giver} on")
    for seat in counterclockwise(t, t.live, giver):
        if seat == giver:
            continue
        if seat in t.carry.get("misses_turn", ()):
            t.carry["misses_turn"] = [other for other in t.carry["misses_turn"] if other != seat]
            t.event("bank", t.cite("seat_change"), f"seat {seat} misses this turn")
            continue
        accept = _amount(t, "accept", *window, text="become Banker with this wager")
        answer = yield from t.ask(seat, [*([accept] if accept else []), Action("refuse")], cite)
        if answer != "refuse":
            amount = amount_named(answer)
            _becomes_banker(t, seat, amount if how == PASSED else 0, cite)
            return seat, amount
    return None


def _bid_for(t: Round) -> Talk[tuple[int, int] | None]:
    """The highest bid takes the Bank; whoever passed it has no part in the first round of bidding."""
    t.event("bank", t.cite("bidding"), "the Bank goes to the highest bid")
    passer: int | None = t.carry.get("offered_from") if t.carry.get("offered") == PASSED else None
    bidders = [seat for seat in t.live if seat != passer]
    winner = yield from _bidding(t, bidders)
    if winner is None and len(bidders) < len(t.live):
        winner = yield from _bidding(t, t.live)
    if winner is None:
        return None
    seat, bid = winner
    _becomes_banker(t, seat, bid, t.cite("bidding"))
    stake = _amount(t, "stake", *_window(t.carry), text="your first wager as Banker")
    assert stake is not None
    return seat, amount_named((yield from t.ask(seat, [stake], t.cite("stake"))))


def _bidding(t: Round, bidders: Iterable[int]) -> Talk[tuple[int, int] | None]:
    """One round of bidding; of equal bids, the one nearest to the dealer counterclockwise, seat 1 first."""
    bid = _amount(t, "bid", 0, MOST_CENTS, text="offer to wager this as Banker")
    assert bid is not None
    answers = yield from t.ask_all({seat: [bid, Action("no_bid")] for seat in bidders}, t.cite("bidding"))
    bids = {seat: amount_named(answer) for seat, answer in answers.items() if answer != "no_bid"}
    if not bids:
        return None
    seat = min(bids, key=lambda seat: (-bids[seat], seat))
    return seat, bids[seat]


def _becomes_banker(t: Round, seat: int, bid: int, cite: str) -> None:
    for name in HANDED_OVER:
        t.carry.pop(name, None)
    t.carry["banker"] = seat
    if bid:
        t.carry["bid"] = dollars(bid)
    t.event("bank", cite, f"seat {seat} becomes Banker{f' for {money(bid)}' if bid else ''}")


def _window(carry: Mapping[str, Any]) -> tuple[int, int]:
    """The least and the most that the next wager may be: once to twice the one before, or no less than the bid."""
    if "last_stake" in carry:
        last = cents(carry["last_stake"])
        return last, 2 * last
    return cents(carry.get("bid", 0)), MOST_CENTS


def _amount(t: Round, name: str, least: int, most: int, text: str) -> Action | None:
    """An action with an amount within these bounds and the posted limits; None where there is no such amount."""
    offer = t.setup.offer("banker")
    least, most = max(least, offer.min or 0), min(most, offer.max or MOST_CENTS)
    usual = min(max(least or USUAL, offer.unit), most)
    if least > most:
        return None
    cite = t.cite("stake") if name == "stake" else ""
    return Action(name, most, text, step=offer.unit, least=least, usual=usual, most_cite=cite)


def settle_the_bank(t: Round, banker: int, case: str, stake: int, equaled_by: int | None) -> None:
    """What the hand does to the Bank: a loss passes it on; otherwise it is the Banker's to keep."""
    passed_by: int | None = t.carry.get("passed_by")
    t.carry.pop("bid", None)
    t.carry["last_stake"] = dollars(stake)
    if case == "player_wins":
        must_pass(t, banker, t.cite("must_pass"), "the Banker's Hand lost")
        if passed_by is not None:
            t.carry["offered_from"] = passed_by
            t.event("bank", t.cite("passed_bank"), f"it had been passed: it goes on from the right of seat {passed_by}")
        return
    if case == "banker_wins":
        t.carry.pop("suivi", None)
        if equaled_by is not None:
            t.carry["suivi"] = equaled_by
    if "ordered" in t.scratch:
        must_pass(t, banker, t.scratch["ordered"], "by order")
