"""What a case does to a wager, as a pure function: the table settles by it and the mathematics prices by it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from pitboss.engine.events import Outcome
from pitboss.money import Award, For, FromMeter, MeterShare, Pay, Plus, Push, To, exact, percent
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup
from pitboss.rulebook.vocabulary import Result


class Cut(NamedTuple):
    """What a payout limit took off a wager; the limit, and all that was won under it."""

    amount: int = 0
    limit: int = 0
    won: int = 0


UNCUT = Cut()


class Verdict(NamedTuple):
    """The result of one wager, before anybody asks whether the bank can cover it.

    ``award`` is what the bank hands over and ``gain`` what the seat wins or, below zero, loses; ``charge`` is the
    commission on it, not yet taken off; ``meter`` says that the award comes off a meter instead or, where there is an
    award as well, besides. ``line`` is the line of the pay table that decides; ``cut`` is what a payout limit took off.
    """

    outcome: Outcome
    gain: int = 0
    award: int = 0
    charge: int = 0
    meter: MeterShare | FromMeter | None = None
    odds: str = ""
    reason: str = ""
    cite: str = ""
    line: str = ""
    cut: Cut = UNCUT


@dataclass(frozen=True, slots=True)
class Cap:
    """The most a wager may win because of a payout limit; its clause, the limit itself, and all that was won."""

    most: int
    cite: str
    limit: int = 0
    won: int = 0


def capped(verdict: Verdict, cap: Cap | None) -> Verdict:
    """A verdict cut down to what a payout limit leaves."""
    if cap is None or verdict.gain <= cap.most:
        return verdict
    return verdict._replace(
        gain=cap.most,
        award=verdict.award - (verdict.gain - cap.most),
        reason=f"{verdict.reason}, cut to the payout limit",
        cite=f"{verdict.cite}; {cap.cite}",
        cut=Cut(verdict.gain - cap.most, cap.limit, cap.won),
    )


def judge(
    setup: Setup,
    offer: Offer,
    stake: int,
    case: str,
    hand: Sequence[str] = (),
    column: str | None = None,
    multiplier: int = 1,
    award: int = 0,
) -> Verdict:
    """Judge a wager by its case, by the hand's names where a pay table decides, by its award where a pot pays.

    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("chapter4/three-card-poker"))
    >>> judge(setup, setup.offers["pair_plus"], 500, "shown", ["straight"]).gain
    3000
    """
    result, cite = offer.rulings[case]
    reason = case.replace("_", " ")
    match result.kind:
        case "lose":
            return Verdict("lose", -stake, reason=reason, cite=cite)
        case "lose_half":
            half = Fraction(stake, 2)
            rounding = setup.rounding.get("half")
            returned = min(rounding(half), stake) if rounding else exact(half)
            # Of a single chip the half that is brought up to a chip is all of it.
            return Verdict("lose" if returned < stake else "push", returned - stake, reason=reason, cite=cite)
        case "lose_nothing":
            return Verdict("lose", reason=reason, cite=cite)
        case "win":
            assert result.pays is not None
            return _won(setup, offer, stake, result.pays, result, reason, cite)
        case "multiplied":
            assert isinstance(result.pays, To | For)
            drawn = replace(result.pays, wins=result.pays.wins * multiplier)
            return _won(setup, offer, stake, drawn, result, reason, cite)
        case "table":
            assert offer.pays is not None
            names = hand or (offer.line or "",)
            found = offer.pays.first(names, column)
            if found is None:
                reason = f"{names[-1].replace('_', ' ')} is not paid"
                # A bonus that is paid of itself stakes nothing.
                lost = stake if result.otherwise == "lose" and offer.placed != "automatic" else 0
                return Verdict(result.otherwise, -lost, reason=reason, cite=cite, line=names[0])
            # A line of the wager's own, or of its spot, says no more than its name; the case says why it is paid.
            reason = found[0].replace("_", " ") if hand and not offer.line_units else reason
            return _won(setup, offer, stake, found[1], result, reason, cite, found[0])
        case "pot":
            reason = f"{reason}, {hand[0].replace('_', ' ')}" if hand else reason
            return Verdict("win" if award else "lose", award - stake, award, reason=reason, cite=cite)
        case "parts":
            return _by_parts(offer, stake, hand, reason, cite)
        case "push" | "void" | "stays":
            return Verdict(result.kind, reason=reason, cite=cite)


def _by_parts(offer: Offer, stake: int, winning: Sequence[str], reason: str, cite: str) -> Verdict:
    """One wager that is several: each part is paid by its own line or lost."""
    assert offer.pays is not None
    each = Fraction(stake, sum(offer.parts.values()))
    award, lost, odds = 0, 0, []
    for line, share in offer.parts.items():
        part = exact(each * share)
        pay = offer.pays.lines[line]
        if line in winning and isinstance(pay, To):
            award += pay.award(part)
            odds.append(f"{pay} on {Fraction(part, stake)}")
        else:
            lost += part
    if not odds:
        return Verdict("lose", -stake, reason=reason, cite=cite)
    return Verdict("win", award - lost, award, odds=" and ".join(odds), reason=reason, cite=cite)


def _won(
    setup: Setup, offer: Offer, stake: int, pay: Pay, result: Result, reason: str, cite: str, line: str = ""
) -> Verdict:
    match pay:
        case Push():
            return Verdict("push", odds="push", reason=reason, cite=cite, line=line)
        case MeterShare() | FromMeter():
            return Verdict("win", meter=pay, reason=reason, cite=cite, line=line)
        case Plus():
            besides = _won(setup, offer, stake, pay.odds, result, reason, cite, line)
            return besides._replace(meter=pay.share, odds=str(pay))
        case To() | For() | Award():
            wins = stake if result.part is None else exact(stake * result.part)
            rounding = setup.rounding.get("award") if offer.taken_in else None
            award = pay.award(wins, rounding)
            gain = pay.net(wins, rounding) - (stake - wins)
    odds = str(pay) if result.part is None else f"{pay} on {result.part}"
    charge = 0
    if result.less_commission and setup.commission is not None:
        rule = setup.commission
        # A charge on what was won, however it is rounded, takes no more than that.
        charge = min(rule.rounding(award * rule.rate), award)
        odds = f"{odds} less {percent(rule.rate)}" if charge else odds
    return Verdict("win", gain, award, charge, odds=odds, reason=reason, cite=cite, line=line)
