"""A round of wagering: check, bet, call, raise, fold, each in turn until everybody has called or folded."""

from dataclasses import dataclass, field

from pitboss.engine.questions import Action, amount_named
from pitboss.engine.script import Script
from pitboss.games.pot.contest import Contest
from pitboss.games.pot.stakes import LIMIT, POT_LIMIT
from pitboss.money import MOST_CENTS, money


@dataclass
class Wagering:
    """One round of wagering.

    ``level`` is the wager to be called, or where somebody went all in for less than a full raise, the last full one;
    ``least`` is the least that it is raised by. ``raises`` counts full raises: a bet, the big blind and an all-in for
    less are none. Whoever has ``acted`` since the last full raise raises again only when all-ins for less have come to
    one together.
    """

    contest: Contest
    size: int
    level: int = 0
    blind_may_check: int | None = None
    capped: bool = field(init=False)
    high: int = field(init=False)
    least: int = field(init=False)
    raises: int = 0
    acted: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.high, self.least = self.level, self.size
        contest = self.contest
        cap = contest.t.term("raise_cap")
        applies = contest.stakes.form == LIMIT or cap["applies_without_limits"]
        self.capped = applies and len(contest.active) > cap["unless_players"]
        contest.aggressor = None

    def run(self, first: list[int], term: str) -> Script:
        """Ask the seats in this order, and again after every raise."""
        contest, t = self.contest, self.contest.t
        waiting = list(first)
        while waiting and len(contest.active) > 1:
            seat = waiting.pop(0)
            if seat not in contest.active or not contest.chips(seat):
                continue
            actions = self.actions(seat)
            if not actions:
                continue
            cite = t.cite("raise_cap") if self.is_capped else t.cite(term)
            choice = yield from t.ask(seat, actions, cite)
            if choice and self.act(seat, choice):
                waiting = [other for other in contest.after(seat) if other != seat]

    @property
    def is_capped(self) -> bool:
        return self.capped and self.raises >= self.contest.t.term("raise_cap")["raises"]

    def actions(self, seat: int) -> list[Action]:
        """What a seat may do; nothing where it has nothing to decide."""
        contest = self.contest
        mine, chips = contest.here.get(seat, 0), contest.chips(seat)
        to_call = self.high - mine
        against = [other for other in contest.active if other != seat]
        others = any(contest.chips(other) for other in against)
        others_have_more = any(contest.here.get(other, 0) + contest.chips(other) > self.high for other in against)
        if not others and (to_call <= 0 or mine >= max(contest.here.get(other, 0) for other in against)):
            return []
        found = [Action("call", min(to_call, chips), _all_in(to_call, chips)) if to_call > 0 else Action("check")]
        may_raise = seat not in self.acted or to_call >= self.least
        if others_have_more and chips > to_call and not self.is_capped and may_raise:
            found += self._more(mine, chips, to_call)
        if to_call > 0 or seat != self.blind_may_check:
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
                return False
            case "call":
                contest.put(seat, min(self.high - mine, chips))
                return False
            case "all_in":
                contest.put(seat, chips)
            case _:
                to = amount_named(choice) if " " in choice else self._full
                contest.put(seat, to - mine)
        self._note_raise(seat)
        return True

    @property
    def _full(self) -> int:
        """What a full raise brings the wager to."""
        limit = self.contest.stakes.form == LIMIT
        return (self.level if limit else self.high) + self.least

    def _more(self, mine: int, chips: int, to_call: int) -> list[Action]:
        """To bet or raise: by the limit, or any amount in chips, as far as those of the player or the pot go."""
        stakes, name = self.contest.stakes, "raise" if self.high else "bet"
        everything = mine + chips
        all_in = Action("all_in", chips, f"raise to {money(everything)}" if self.high else "bet everything")
        if stakes.form == LIMIT:
            if everything < self._full:
                return [all_in]
            return [Action(name, self._full - mine, f"to {money(self._full)}" if self.high else "")]
        most = min(everything, MOST_CENTS)
        if stakes.form == POT_LIMIT:
            most = min(most, self.high + self.contest.pot + to_call)
        least = -(-self._full // stakes.chip) * stakes.chip
        top = most // stakes.chip * stakes.chip
        found = []
        if top >= least:
            found.append(
                Action(
                    name,
                    top,
                    "your whole wager of this round",
                    step=stakes.chip,
                    least=least,
                    usual=least,
                    already=mine,
                )
            )
        return found if everything > most or chips == MOST_CENTS else [*found, all_in]

    def _note_raise(self, seat: int) -> None:
        now, full = self.contest.here[seat], self._full
        self.contest.aggressor = seat
        if now >= full:
            if self.high:
                self.raises += 1
            if self.contest.stakes.form == LIMIT:
                self.level = full
            else:
                self.least = max(self.least, now - self.high)
            self.acted = {seat}
        self.high = max(self.high, now)


def _all_in(to_call: int, chips: int) -> str:
    return "all in" if chips <= to_call else ""
