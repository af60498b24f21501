"""A hand of poker for a pot: who is still in, what everybody put in, what the fees took, and who gets what is left."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pitboss.engine.events import Basis
from pitboss.engine.fees import by_players
from pitboss.engine.hands import Hand
from pitboss.engine.pot import Pot, pots, uncalled
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.equipment.cards import Card
from pitboss.games.pot.division import Division, Winners
from pitboss.games.pot.stakes import Stakes
from pitboss.hands.made import Worth
from pitboss.money import MOST_CENTS, money, percent
from pitboss.rulebook.model import Schedule

if TYPE_CHECKING:
    from pitboss.games.pot.wagering import Wagering

POT = "pot"
"""The wager of a seat: all that it puts into the pot."""
COMMUNITY = "community"
CONTEST = "contest"
CASES = "best_hand split lower_hand last_one_left fold high_half? low_half? both_halves?"


def leave(t: Round, seat: int) -> None:
    """Who has nothing left in the pot was never in it."""
    bet = t.bet(seat, POT)
    if bet is not None and not bet.stake:
        t.withdraw(bet)


class Acted(NamedTuple):
    """A decision about money: after how many events, in which round of wagering, whose, in which word, and what it
    brought the seat's wager of that round to."""

    after: int
    street: int
    seat: int
    word: str
    to: int


class Rake(NamedTuple):
    """What the house takes of a pot, and of how much of it."""

    amount: int
    of: int


class Contest:
    """The seats of a hand, clockwise from the left of the button, and their money in the pot."""

    def __init__(self, t: Round, order: Sequence[int]) -> None:
        self.t = t
        t.scratch[CONTEST] = self
        self.order = list(order)
        self.stakes = Stakes.of(t.setup)
        self.folded: set[int] = set()
        self.here: dict[int, int] = {}
        """What each seat has put in during this round of wagering."""
        self.posted: dict[int, int] = {}
        """What of that it had to put in."""
        self.wagering: Wagering | None = None
        """The round of wagering that goes on, or went on last."""
        self.up: dict[int, list[Card]] = {seat: [] for seat in order}
        """The cards that lie face up before each seat."""
        self.turn: int | None = None
        """The seat that is asked now."""
        self.pile: Hand | None = None
        """Where the discards of this round lie."""
        self.drawing = False
        """It is asked what it discards."""
        self.exposed: dict[int, Call] = {}
        """Whose next card face down is seen as it is dealt, and the call that says so."""
        self.short: set[int] = set()
        """Who is dealt one card too few."""
        self.begun = len(t.events)
        self.small_blind: int | None = None
        """The seat whose small blind it is, though nobody may play it."""
        self.big_blind: int | None = None
        self.entering: set[int] = set()
        """Who enters the game, and posts the big blind for it."""
        self.waiting: set[int] = set()
        """Who waits for the big blind to come to him, and enters then."""
        self.blinds: dict[int, int] = {}
        """What each seat had to post before the cards, whether or not its chips went so far."""
        self.street = 0
        """How many rounds of wagering are over."""
        self.acted: list[Acted] = []
        """All that was decided about money, less what a ruling took back."""
        self.taken = 0
        self.due: list[tuple[str, int, str, Basis]] = []
        self.shown_for: list[tuple[str, tuple[int, ...]]] = []
        """Each pot that hands were shown for, by its name, and the seats that could win it."""

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

    @property
    def schedule(self) -> Schedule | None:
        """The collection schedule for as many players as were dealt in."""
        return self.t.setup.schedule_for(len(self.order))

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards for all."""
        return tuple(self.t.hands.get(COMMUNITY, ()))

    def chips(self, seat: int) -> int:
        """What a seat can still put in."""
        left = self.t.chips_left(seat)
        return MOST_CENTS if left is None else left

    def after(self, seat: int) -> list[int]:
        """The seats clockwise from the left of this one, itself last."""
        at = self.order.index(seat) + 1
        return [*self.order[at:], *self.order[:at]]

    def starting_with(self, seat: int) -> list[int]:
        """The seats clockwise from this one."""
        return [seat, *self.after(seat)[:-1]]

    # -- money into the pot, and out of it -------------------------------------------------------------------------

    def put(self, seat: int, amount: int) -> None:
        """A wager, or below zero what is taken back of one."""
        self.t.put_in(seat, POT, amount)
        self.here[seat] = self.here.get(seat, 0) + amount

    def post(self, seat: int, amount: int, what: str, cite: str) -> None:
        """A wager that a seat must make, as far as its chips go."""
        amount = min(amount, self.chips(seat))
        self.put(seat, amount)
        self.posted[seat] = self.posted.get(seat, 0) + amount
        self.t.event("blind", cite, f"{what} {money(amount)}", seat=seat)

    def post_blind(self, seat: int, amount: int, what: str, cite: str) -> None:
        """A blind or a straddle."""
        self.blinds[seat] = amount
        self.post(seat, amount, what, cite)

    def note(self, seat: int, word: str) -> None:
        """A seat has decided about money."""
        self.acted.append(Acted(len(self.t.events), self.street, seat, word, self.here.get(seat, 0)))

    def ante(self, seat: int, amount: int, cite: str) -> None:
        """What a seat pays into the pot to be dealt in; it is no part of any wager."""
        amount = min(amount, self.chips(seat))
        self.t.put_in(seat, POT, amount)
        self.t.event("ante", cite, f"ante {money(amount)}", seat=seat)

    def fold(self, seat: int, case: str = "fold", cite: str = "") -> None:
        """The hand is over, by the player's own decision or by a ruling with its clause; what it put in stays."""
        self.folded.add(seat)
        bet = self.t.bet(seat, POT)
        if bet is not None:
            self.t.settle(bet, case, cite=cite)

    def unfold(self, seat: int) -> None:
        """A fold, or a ruling, is taken back."""
        self.folded.discard(seat)
        bet = self.t.bet(seat, POT)
        if bet is not None:
            self.t.reopen(bet)

    def close_round(self, cite: str) -> None:
        """The wagers go into the pot, but for what nobody called; then fees that the pot could not pay are taken."""
        self._return_uncalled(cite)
        if any(self.here.values()):
            self.t.event("pot", cite, f"the wagers are moved into the pot: {money(self.pot)}", value=self.pot)
            due, self.due = self.due, []
            for fee in due:
                self.take_fee(*fee)
        self.here, self.posted = {}, {}
        self.street += 1

    def take_fee(self, what: str, amount: int, cite: str, basis: Basis) -> None:
        """A fee from the pot; what the pot cannot pay is taken when wagers are next moved into it."""
        now = min(amount, self.pot)
        if now:
            self.t.charge_pot(what, now, cite, basis)
            self.taken += now
            self.t.event("pot", cite, f"{what}: the pot holds {money(self.pot)}", value=self.pot)
        if amount > now:
            self.due.append((what, amount - now, cite, basis))

    def take_fee_at(self, point: str) -> None:
        """The fee that the schedule takes at this point of the round, by the number of players dealt in or for all."""
        schedule = self.schedule
        if schedule is not None and point in schedule.pot:
            fee = schedule.pot[point]
            alike = isinstance(fee, str) and schedule.players is None
            basis = Basis("however many players" if alike else f"the fee with {len(self.order)} players dealt in")
            self.take_fee(self.t.term("fees")[point], by_players(fee, len(self.order)), schedule.cite, basis)

    def _return_uncalled(self, cite: str) -> None:
        """What one put in beyond all others goes back; of what a player had to post, only where others are all in."""
        found = uncalled(self.put_in)
        if found is None or found[0] not in self.active:
            return
        seat, over = found
        if len(self.active) == 1:
            over = min(over, self.here.get(seat, 0) - self.posted.get(seat, 0))
        over = min(over, self.pot)
        if over:
            self.t.put_in(seat, POT, -over)
            leave(self.t, seat)
            self.t.event("uncalled", cite, f"{money(over)} that nobody called goes back", seat=seat)

    @property
    def told(self) -> str:
        """What lies in the pot now, and in the side pots that those who are all in cannot win."""
        put_in = self.put_in
        apart = {seat for seat in self.active if not self.chips(seat)}
        apart.add(max(self.active, key=lambda seat: put_in.get(seat, 0)))
        found = [each.amount for each in pots(put_in, apart & put_in.keys(), self.taken)]
        names = ["Pot", *(f"side pot {number}" for number in range(1, len(found)))]
        return ", ".join(f"{name} {money(amount)}" for name, amount in zip(names, found, strict=False))

    # -- who gets the pot ------------------------------------------------------------------------------------------

    def last_one_left(self, cite: str, rake: Callable[[int], Rake] | None = None) -> None:
        """Everybody else has folded. ``rake`` is what the house takes of a pot of so much."""
        (seat,) = self.active
        if self.pot or self.t.bet(seat, POT) is not None:
            self._rake(Pot(self.pot, (seat,)), rake)
            self.t.event("award", cite, f"the pot of {money(self.pot)} to seat {seat}", seat=seat)
            self._settle(seat, "last_one_left", (), self.pot)

    def award(
        self,
        high: Mapping[int, Worth | None],
        low: Mapping[int, Worth | None] | None = None,
        rake: Callable[[int], Rake] | None = None,
    ) -> None:
        """Each pot to the best hand of those that can win it, or by halves to the best high and the best low hand."""
        t, division = self.t, Division(self)
        awards = dict.fromkeys(self.active, 0)
        won: dict[int, set[str]] = {seat: set() for seat in self.active}
        put_in = dict.fromkeys(self.active, 0) | self.put_in
        for number, each in enumerate(pots(put_in, self.active, self.taken)):
            which = f"side pot {number}" if number else "pot"
            self.shown_for.append((which, each.seats))
            amount = each.amount - self._rake(each, rake)
            for part in division.parts(amount, Winners.of(each.seats, high), Winners.of(each.seats, low or {})):
                to = ", ".join(f"{money(share)} to seat {seat}" for seat, share in part.shares.items())
                half = f", {part.half}" if part.half else ""
                cite = t.cite("split" if len(part.shares) > 1 else "halves" if half else "best_hand")
                t.event("award", cite, f"{which}{half}: {to}")
                for seat, odd in part.odd.items():
                    t.event("odd chips", t.cite("odd_chips"), money(odd), seat=seat)
                for seat, share in part.shares.items():
                    awards[seat] += share
                    won[seat].add(part.half or ("split" if len(part.shares) > 1 else "best_hand"))
        for seat in self.active:
            case = _case(won[seat])
            worth = (low or {}).get(seat) if case == "low_half" else high.get(seat)
            self._settle(seat, case, worth.names if worth is not None else (), awards[seat])

    def _settle(self, seat: int, case: str, names: Sequence[str], award: int) -> None:
        """What became of a seat; it may have put in nothing, where others did and are out by a ruling."""
        bet = self.t.bet(seat, POT)
        if bet is not None:
            self.t.settle(bet, case, names, award=award)
        elif award:
            _, cite = self.t.setup.offer(POT).rulings[case]
            self.t.award_pot(seat, POT, award, case, cite)

    def _rake(self, each: Pot, rake: Callable[[int], Rake] | None) -> int:
        """What the house takes of one pot before it is divided."""
        if rake is None:
            return 0
        taken = rake(each.amount)
        if taken.amount:
            rate = self.t.term("rake")
            down_to = self.stakes.chip if taken.amount != taken.of * rate else 0
            basis = Basis("the pot", of=taken.of, rate=percent(rate), down_to=down_to)
            self.t.charge_pot("rake", taken.amount, self.t.cite("fees"), basis)
            self.taken += taken.amount
        return taken.amount


def _case(won: set[str]) -> str:
    """What became of a seat over all pots: what it won of them together, or how it won one of them whole."""
    if {"high", "low"} <= won:
        return "both_halves"
    for word, case in (("high", "high_half"), ("low", "low_half"), ("split", "split"), ("best_hand", "best_hand")):
        if word in won:
            return case
    return "lower_hand"


def contest_of(t: Round) -> Contest:
    """The hand that is being played, for a remedy."""
    found: Contest = t.scratch[CONTEST]
    return found


def stands(t: Round) -> list[str]:
    """What there is to win, for everybody to see."""
    contest: Contest | None = t.scratch.get(CONTEST)
    return [] if contest is None or not contest.active or t.over else [contest.told]
