"""How the amount of a wager comes about, step by step: stake times odds, commission, cap, cover, meter."""

from collections.abc import Iterator

from pitboss.engine.events import Computed, Settlement
from pitboss.engine.wagers import Bet
from pitboss.errors import PitbossError
from pitboss.money import Award, For, To, money, parse_pay
from pitboss.sheets.paper import in_words


def computation(row: Settlement, bet: Bet | None = None) -> tuple[str, ...]:
    """The steps from the stake to what the wager wins or loses, and where the chips then lie."""
    left_up = bet is not None and bet.left_up
    if row.outcome == "lose":
        return tuple(_lost(row))
    if row.outcome in ("push", "void", "stays"):
        return tuple(_kept(row, left_up, None if bet is None else bet.goes_to))
    stays = (f"the {money(row.staked)} stays up",) if left_up and row.staked else ()
    return (*(_from_pot(row) if bet is not None and bet.offer.into_pot else _won(row)), *stays)


def _lost(row: Settlement) -> Iterator[str]:
    computed = row.computed
    if computed is not None and computed.uncovered:
        yield f"{money(-row.net)} of it is covered by the player who banks, {money(computed.uncovered)} is not"
    if row.net == -row.staked:
        yield f"the {money(row.staked)} is lost" if row.staked else "nothing was staked"
    else:
        yield f"{money(-row.net)} of the {money(row.staked)} is lost, {money(row.staked + row.net)} goes back"


def _kept(row: Settlement, left_up: bool, goes_to: str | None) -> Iterator[str]:
    computed = row.computed
    if computed is not None and computed.uncovered:
        due = f"{money(computed.due)} would be due" if computed.due else f"{money(computed.uncovered)} would be lost"
        yield f"{due}, and nothing of it is covered"
    if row.staked and left_up and row.outcome != "stays":
        yield "nothing is won or lost"
    if row.staked and row.outcome == "stays" and goes_to:
        yield f"the {money(row.staked)} goes to the {goes_to}"
    elif row.staked:
        yield f"the {money(row.staked)} {'stays up' if left_up or row.outcome == 'stays' else 'goes back'}"
    elif computed is None:
        yield "nothing was staked"


def _from_pot(row: Settlement) -> Iterator[str]:
    yield f"{money(row.pays)} of the pot"
    if row.net < 0:
        yield f"{money(-row.net)} less than the {money(row.staked)} that was put in"
        return
    if row.staked:
        yield f"less the {money(row.staked)} that was put in"
    yield f"the wager wins {money(row.net)}"


def _won(row: Settlement) -> Iterator[str]:
    computed = row.computed
    if computed is not None and computed.meter:
        yield from _off_the_meter(row, computed)
        return
    base = computed.base if computed is not None else row.staked or row.lammer
    told, due = _due(row, base)
    if told:
        yield told
    if computed is not None:
        yield from _taken_off(computed)
    elif due is not None and row.net < due < row.net + 100:
        yield f"{money(due - row.net)} of it is broken off"
    elif due is None and row.net < row.pays:
        yield f"less {money(row.pays - row.net)} of the wager that does not go back"
    yield f"the wager wins {money(row.net)}" if row.net >= 0 else f"and {money(-row.net)} is not the player's"


def _off_the_meter(row: Settlement, computed: Computed) -> Iterator[str]:
    """What a meter held, what it paid, and what it holds then."""
    name = in_words(computed.meter)
    share, percent, _ = row.odds.partition("%")
    shared = ", shared," if row.odds.endswith("shared") else ""
    paid = money(computed.due)
    yield f"the meter {name} held {money(computed.meter_before)}"
    yield f"{share.split()[-1]}% of it{shared} is paid, {paid}" if percent else f"{paid} of it is paid"
    if row.pays > computed.due:
        yield f"with {money(row.pays - computed.due)} besides"
    after = computed.meter_before - computed.due
    again = "begins again with" if computed.meter_after > after else "holds"
    yield f"it then {again} {money(computed.meter_after)}"
    if row.net < row.pays:
        yield f"the {money(row.pays - row.net)} of the wager does not go back"
    yield f"the wager wins {money(row.net)}"


def _taken_off(computed: Computed) -> Iterator[str]:
    if computed.cut and computed.limit:
        won, limit = money(computed.won), money(computed.limit)
        yield f"cut by {money(computed.cut)} because {won} was won in all and the payout limit is {limit}"
    elif computed.cut:
        yield f"cut by {money(computed.cut)} to the payout limit"
    if computed.uncovered:
        covered = computed.due - computed.cut - computed.uncovered
        yield f"{money(covered)} of it is covered, {money(computed.uncovered)} is not"
    if computed.commission:
        yield f"less the commission of {money(computed.commission)}"
    if computed.marked:
        yield f"a commission of {money(computed.marked)} is marked, and collected later"


def _due(row: Settlement, base: int) -> tuple[str, int | None]:
    """What the odds come to in words, and what they win before anything is taken off where that can be said."""
    odds, pay = row.odds.split(" less ")[0], None
    try:
        pay = parse_pay(odds)
        award = pay.award(base) if isinstance(pay, To | For) and base else None
    except PitbossError:
        award = None
    if award is None:
        if isinstance(pay, Award):
            return f"a fixed {money(row.pays)}", None
        return f"{row.odds} is {money(row.pays)}" if row.odds else _without_odds(row), None
    if isinstance(pay, For):
        return f"{money(base)} at {odds} is {money(award)}, the stake included", award - base
    return f"{money(base)} at {odds} is {money(award)}", award


def _without_odds(row: Settlement) -> str:
    """An amount that a table states: for a wager of so much, or by itself."""
    if row.computed is None or not row.computed.due:
        return ""
    for_wager = f" for the wager of {money(row.computed.base)}" if row.computed.base else ""
    return f"{money(row.computed.due)}{for_wager}"
