"""A hand of poker for a pot: who is still in, what everybody put in, what the fees took, and who gets what is left."""

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.engine import pot
from pitboss.engine.fees import by_players
from pitboss.engine.round import Round
from pitboss.equipment.cards import DECK, Card
from pitboss.errors import RecordError
from pitboss.games.pot.stakes import Stakes
from pitboss.money import MOST_CENTS, money

POT = "pot"
"""The wager of a seat: all that it puts into the pot."""
BUTTON, CONTEST = "button", "contest"


class Contest:
    """The seats of a hand, clockwise from the left of the button, and their money in the pot."""

    def __init__(self, t: Round, order: Sequence[int]) -> None:
        self.t = t
        self.order = list(order)
        self.stakes = Stakes.of(t.setup)
        self.folded: set[int] = set()
        self.here: dict[int, int] = {}
        """What each seat has put in during this round of wagering."""
        self.posted: dict[int, int] = {}
        """What of that it had to put in."""
        self.aggressor: int | None = None
        """Who bet or raised last in this round of wagering."""
        self.taken = 0
        self.due: list[tuple[str, int, str]] = []

    @property
    def active(self) -> list[int]:
        """The seats that can still win the pot."""
        return [seat for seat in self.order if seat not in self.folded and seat not in self.t.out]

    @property
    def put_in(self) -> dict[int, int]:
        """What each seat has in the pot, or before it."""
        return {bet.seat: bet.stake for bet in self.t.bets if bet.wager == POT and bet.outcome != "void"}

    @property
    def pot(self) -> int:
        """All that was wagered, less the fees."""
        return sum(self.put_in.values()) - self.taken

    def chips(self, seat: int) -> int:
        """What a seat can still put in."""
        left = self.t.chips_left(seat)
        return MOST_CENTS if left is None else left

    def after(self, seat: int) -> list[int]:
        """The seats clockwise from the left of this one, itself last."""
        at = self.order.index(seat) + 1
        return [*self.order[at:], *self.order[:at]]

    # -- money into the pot, and out of it -------------------------------------------------------------------------

    def put(self, seat: int, amount: int) -> None:
        self.t.put_in(seat, POT, amount)
        self.here[seat] = self.here.get(seat, 0) + amount

    def post(self, seat: int, amount: int, what: str, cite: str) -> None:
        """A wager that a seat must make, as far as its chips go."""
        amount = min(amount, self.chips(seat))
        self.put(seat, amount)
        self.posted[seat] = self.posted.get(seat, 0) + amount
        self.t.event("blind", cite, f"{what} {money(amount)}", seat=seat)

    def fold(self, seat: int) -> None:
        self.folded.add(seat)
        bet = self.t.bet(seat, POT)
        if bet is not None:
            self.t.settle(bet, "fold")

    def close_round(self, cite: str) -> None:
        """The wagers go into the pot, but for what nobody called; then fees that the pot could not pay are taken."""
        self._return_uncalled(cite)
        if any(self.here.values()):
            self.t.event("pot", cite, f"the wagers are moved into the pot: {money(self.pot)}")
            due, self.due = self.due, []
            for fee in due:
                self.take_fee(*fee)
        self.here, self.posted = {}, {}

    def take_fee(self, what: str, amount: int, cite: str) -> None:
        """A fee from the pot; what the pot cannot pay is taken when wagers are next moved into it."""
        now = min(amount, self.pot)
        if now:
            self.t.charge_pot(what, now, cite)
            self.taken += now
            self.t.event("pot", cite, f"{what}: the pot holds {money(self.pot)}")
        if amount > now:
            self.due.append((what, amount - now, cite))

    def _return_uncalled(self, cite: str) -> None:
        """What one put in beyond all others goes back; of what a player had to post, only where others are all in."""
        found = pot.uncalled(self.put_in)
        if found is None or found[0] not in self.active:
            return
        seat, over = found
        if len(self.active) == 1:
            over = min(over, self.here.get(seat, 0) - self.posted.get(seat, 0))
        over = min(over, self.pot)
        if over:
            self.t.put_in(seat, POT, -over)
            self.t.event("uncalled", cite, f"{money(over)} that nobody called goes back", seat=seat)

    @property
    def told(self) -> str:
        """What lies in the pot now, and in the side pots that those who are all in cannot win."""
        put_in = self.put_in
        apart = {seat for seat in self.active if not self.chips(seat)}
        apart.add(max(self.active, key=lambda seat: put_in.get(seat, 0)))
        found = [each.amount for each in pot.pots(put_in, apart & put_in.keys(), self.taken)]
        names = ["Pot", *(f"side pot {number}" for number in range(1, len(found)))]
        return ", ".join(f"{name} {money(amount)}" for name, amount in zip(names, found, strict=False))

    # -- who gets the pot ------------------------------------------------------------------------------------------

    def last_one_left(self, cite: str) -> None:
        """Everybody else has folded."""
        (seat,) = self.active
        bet = self.t.bet(seat, POT)
        if bet is not None:
            self.t.event("award", cite, f"the pot of {money(self.pot)} to seat {seat}", seat=seat)
            self.t.settle(bet, "last_one_left", award=self.pot)

    def award(self, worth: Callable[[int], Any], names: Callable[[int], Sequence[str]]) -> None:
        """Each pot to the best hand of those that can win it; equal hands share it, odd chips to the first of them."""
        t = self.t
        awards = dict.fromkeys(self.active, 0)
        won: set[int] = set()
        split: set[int] = set()
        for number, each in enumerate(pot.pots(self.put_in, self.active, self.taken)):
            best = max(worth(seat) for seat in each.seats)
            winners = [seat for seat in self.order if seat in each.seats and worth(seat) == best]
            shares = pot.shared(each.amount, winners, self.stakes.chip)
            for seat, share in shares.items():
                awards[seat] += share
            which = f"side pot {number}" if number else "pot"
            to = ", ".join(f"{money(share)} to seat {seat}" for seat, share in shares.items())
            t.event("award", t.cite("split" if len(winners) > 1 else "best_hand"), f"{which}: {to}")
            won.update(winners)
            if len(winners) > 1:
                split.update(winners)
                if odd := shares[winners[0]] - min(shares.values()):
                    t.event("odd chips", t.cite("odd_chips"), money(odd), seat=winners[0])
        for seat in self.active:
            bet = t.bet(seat, POT)
            assert bet is not None
            case = "split" if seat in split else "best_hand" if seat in won else "lower_hand"
            t.settle(bet, case, names(seat), award=awards[seat])


# -- the button ------------------------------------------------------------------------------------------------------


def begin(t: Round) -> Contest:
    """The button is where it came to lie, or at the next player; when a game opens, the highest card gets it."""
    if BUTTON not in t.carry:
        t.carry[BUTTON] = _high_card(t)
    at = t.carry[BUTTON]
    if type(at) is not int:
        raise RecordError(f"carry.{BUTTON}: {at!r} is not the number of a seat")
    button = next((seat for seat in t.live if seat >= at), t.live[0])
    t.event(BUTTON, t.cite(BUTTON), f"seat {button} has the button", seat=button)
    place = t.live.index(button) + 1
    contest = t.scratch[CONTEST] = Contest(t, [*t.live[place:], *t.live[:place]])
    return contest


def stands(t: Round) -> list[str]:
    """What there is to win, for everybody to see."""
    contest: Contest | None = t.scratch.get(CONTEST)
    return [] if contest is None or not contest.active or t.over else [contest.told]


def move_button(t: Round, contest: Contest) -> None:
    """After each round the button goes to the next player, clockwise."""
    t.carry[BUTTON] = contest.order[0]


def _high_card(t: Round) -> int:
    """One card face up to each player; suits decide between equal ranks, in the order that the entry gives."""
    suits = t.term("opening_suits")
    left = list(DECK)
    dealt: dict[int, Card] = {}
    for seat in t.live:
        dealt[seat] = t.draws.pick("opening", left)
        left.remove(dealt[seat])
        t.event("opening", t.cite("opening"), seat=seat, cards=(dealt[seat],))
    return max(dealt, key=lambda seat: (dealt[seat].rank, -suits.index(dealt[seat].suit)))


# -- fees from the pot -----------------------------------------------------------------------------------------------


def take_fee(t: Round, contest: Contest, at: str) -> None:
    """The fee that the schedule takes at this point of the round, by the number of players dealt in."""
    schedule = t.setup.schedule
    if schedule is None or at not in schedule.pot:
        return
    contest.take_fee(t.term("fees")[at], by_players(schedule.pot[at], len(contest.order)), schedule.cite)
