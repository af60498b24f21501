"""A round of wagering: check, bet, call, raise, fold, each in turn until everybody has called or folded."""

from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.engine.questions import Action, amount_named
from pitboss.engine.script import Script
from pitboss.games.pot.contest import POT, Contest, leave
from pitboss.games.pot.stakes import EITHER, LIMIT, PARTS_OF_POT, SPREAD_LIMIT, UPPER
from pitboss.money import MOST_CENTS, money

BET_UPPER = "bet_upper"
"""To bet the upper limit where the player may choose between both."""
BETTING = "check bet call raise fold all_in"
"""What players are asked in every game for a pot."""
SIZES = {"half_pot": Fraction(1, 2), "pot": Fraction(1)}


@dataclass
class Wagering:
    """One round of wagering at a ``limit``, which matters where the betting has limits.

    ``level`` is the wager to be called, or where somebody went all in for less than a full raise, the last full one;
    ``least`` is the least that it is raised by. ``raises`` counts full raises: a bet, a blind, a bring in and an all-in
    for less are none. Whoever has ``acted`` since the last full raise raises again only when all-ins for less have come
    to one together. ``has_option`` is the blind who may still raise when everybody has called.
    """

    contest: Contest
    limit: str
    level: int = 0
    has_option: int | None = None
    size: int = field(init=False)
    capped: bool = field(init=False)
    high: int = field(init=False)
    least: int = field(init=False)
    raises: int = 0
    acted: set[int] = field(default_factory=set)
    checked: set[int] = field(default_factory=set)
    waiting: list[int] = field(default_factory=list)
    aggressor: int | None = None
    """Who bet or raised last."""
    first: int | None = None
    """Who acted first."""
    past: list["Before"] = field(default_factory=list)

    def __post_init__(self) -> None:
        contest, self.size = self.contest, self.contest.stakes.size(self.limit)
        self.high, self.least = self.level, self.size
        cap = contest.t.term("raise_cap")
        applies = contest.stakes.form == LIMIT or cap["applies_without_limits"]
        self.capped = applies and len(contest.active) > cap["unless_players"]
        contest.wagering = self

    def run(self, first: list[int], term: str) -> Script:
        """Ask the seats in this order, and again after every raise."""
        contest, t = self.contest, self.contest.t
        self.waiting = list(first)
        yield from t.moment(t.now)  # what is called from now on strikes after the cards of the street
        while self.waiting and len(contest.active) > 1:
            seat = self.waiting.pop(0)
            if seat not in contest.active or not contest.chips(seat):
                continue
            actions = self.actions(seat)
            if not actions:
                continue
            before = Before(self, seat)
            cite = t.cite("raise_cap") if self.is_capped else t.cite(term)
            behind, contest.turn = self.waiting, seat
            choice = yield from t.ask(seat, actions, cite)
            contest.turn = None
            if choice:
                self.do(before, choice)
            elif self.waiting is behind:  # a ruling has not backed play up, so that the question is put again
                self.waiting.insert(0, seat)

    def do(self, before: "Before", choice: str) -> None:
        """A seat has decided, or a ruling says that it has; after a raise the others are asked again."""
        seat = before.seat
        before.choice = choice
        self.past.append(before)
        self.first = seat if self.first is None else self.first
        self.waiting = list(self.waiting)
        raised = self.act(seat, choice)
        self.contest.note(seat, choice.split()[0])
        if raised:
            self.waiting = [other for other in self.contest.after(seat) if other != seat]

    def back_up(self, decisions: int) -> None:
        """The last decisions of this round are void, and the player who made the first of them is asked again.

        For a remedy; the question that is being put is put anew by ``Round.ask_anew``.
        """
        before = self.past[-decisions]
        del self.past[-decisions:]
        before.restore(self)

    @property
    def is_capped(self) -> bool:
        return self.capped and self.raises >= self.contest.t.term("raise_cap")["raises"]

    def actions(self, seat: int) -> list[Action]:
        """What a seat may do; nothing where it has nothing to decide."""
        contest, t = self.contest, self.contest.t
        mine, chips = contest.here.get(seat, 0), contest.chips(seat)
        to_call = self.high - mine
        against = [other for other in contest.active if other != seat]
        others = any(contest.chips(other) for other in against)
        others_have_more = any(contest.here.get(other, 0) + contest.chips(other) > self.high for other in against)
        if not others and (to_call <= 0 or mine >= max(contest.here.get(other, 0) for other in against)):
            return []
        found = []
        if to_call > 0:
            found.append(Action("call", min(to_call, chips), _all_in(to_call, chips)))
        elif t.term("bet_or_check") is not False or self.high:
            found.append(Action("check"))
        may_raise = seat not in self.acted or to_call >= self.least
        may_raise = may_raise and (t.term("check_raise") is not False or seat not in self.checked)
        if others_have_more and chips > to_call and not self.is_capped and may_raise:
            found += self._more(seat, mine, chips, to_call)
        if to_call > 0 or seat != self.has_option:
            found.append(Action("fold"))
        return found

    def act(self, seat: int, choice: str) -> bool:
        """Do what a seat decided; True when it put in more than was to be called, so that others are asked again."""
        contest = self.contest
        mine, chips = contest.here.get(seat, 0), contest.chips(seat)
        self.acted.add(seat)
        match choice.split()[0]:
            case "fold":
                contest.fold(seat)
                return False
            case "check":
                self.checked.add(seat)
                return False
            case "call":
                contest.put(seat, min(self.high - mine, chips))
                return False
            case "all_in":
                contest.put(seat, chips)
            case word:
                if word == BET_UPPER:
                    self.size = self.least = contest.stakes.size(UPPER)
                to = amount_named(choice) if " " in choice else self._full
                contest.put(seat, to - mine)
        self._note_raise(seat)
        return True

    @property
    def _full(self) -> int:
        """What a full raise brings the wager to."""
        limit = self.contest.stakes.form == LIMIT
        return (self.level if limit else self.high) + self.least

    def _more(self, seat: int, mine: int, chips: int, to_call: int) -> list[Action]:
        """To bet or raise: by the limit, or any amount in chips, as far as those of the player or the pot go."""
        stakes, name = self.contest.stakes, "raise" if self.high else "bet"
        everything = mine + chips
        all_in = Action("all_in", chips, f"raise to {money(everything)}" if self.high else "bet everything")
        ceiling = self._ceiling(seat, mine)
        if stakes.form == LIMIT:
            if self._full > ceiling:
                return []
            if everything < self._full:
                return [all_in]
            found = [Action(name, self._full - mine, f"to {money(self._full)}" if self.high else "")]
            upper = stakes.size(UPPER)
            if self.limit == EITHER and not self.high and not self.checked and everything >= upper > self.size:
                found.append(Action(BET_UPPER, upper - mine, "at the upper limit, for all of this round"))
            return found
        most = min(everything, MOST_CENTS, ceiling)
        if stakes.form == SPREAD_LIMIT:
            most = min(most, self.high + stakes.upper)
        if part := PARTS_OF_POT.get(stakes.form):
            most = min(most, self.high + int((self.contest.pot + to_call) * part))
        least = -(-self._full // stakes.chip) * stakes.chip
        top = most // stakes.chip * stakes.chip
        told = "your whole wager of this round"
        sizes = self._sizes(to_call, least, top)
        named = Action(name, top, told, stakes.chip, least, usual=least, already=mine, sizes=sizes, in_chips=True)
        found = [named] if top >= least else []
        return found if everything > most or chips == MOST_CENTS else [*found, all_in]

    def _sizes(self, to_call: int, least: int, top: int) -> tuple[tuple[str, int], ...]:
        """The parts of the pot, as it is after the call, by which players like to raise; those that are permitted."""
        pot, chip = self.contest.pot + to_call, self.contest.stakes.chip
        found = ((name, (self.high + int(pot * part)) // chip * chip) for name, part in SIZES.items())
        return tuple((name, to) for name, to in found if least <= to <= top)

    def _ceiling(self, seat: int, mine: int) -> int:
        """The most that a seat's wager of this round may come to."""
        stakes = self.contest.stakes
        if stakes.ceiling is None:
            return MOST_CENTS
        before = self.contest.put_in.get(seat, 0) - mine if stakes.ceiling_per_hand else 0
        return stakes.ceiling - before

    def _note_raise(self, seat: int) -> None:
        now, full = self.contest.here[seat], self._full
        self.aggressor = seat
        if now >= full:
            if self.high:
                self.raises += 1
            if self.contest.stakes.form == LIMIT:
                self.level = full
            else:
                self.least = max(self.least, now - self.high)
            self.acted = {seat}
        elif self.contest.t.term("short_all_in") == "reopens":
            self.acted = {seat}
        self.high = max(self.high, now)


class Before:
    """How a round of wagering stood before a seat decided, and what it then decided."""

    def __init__(self, wagering: Wagering, seat: int) -> None:
        contest = wagering.contest
        self.seat, self.choice = seat, ""
        self.state = {name: copy(value) for name, value in vars(wagering).items() if name not in ("contest", "past")}
        self.state["waiting"] = [seat, *wagering.waiting]
        self.here, self.folded, self.put_in = dict(contest.here), set(contest.folded), contest.put_in
        self.acted = len(contest.acted)

    def restore(self, wagering: Wagering) -> None:
        contest = wagering.contest
        for name, value in self.state.items():
            setattr(wagering, name, copy(value))
        for seat in contest.folded - self.folded:
            contest.unfold(seat)
        for seat, amount in contest.put_in.items():
            if more := amount - self.put_in.get(seat, 0):
                contest.t.put_in(seat, POT, -more)
            if seat not in self.put_in:
                leave(contest.t, seat)
        contest.here = dict(self.here)
        del contest.acted[self.acted :]


def _all_in(to_call: int, chips: int) -> str:
    return "all in" if chips <= to_call else ""
