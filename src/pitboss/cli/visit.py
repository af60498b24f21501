"""A player's visit to a table: the chips, the wagers, the calls. It reads nothing and prints nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from pitboss.engine.events import Fee
from pitboss.engine.questions import asked_of
from pitboss.engine.record import BankSeat
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.engine.wagers import Bet, read_bets
from pitboss.errors import Refused
from pitboss.money import cents, dollars, money

ANOTHER_SHOOTS = "another_shoots"
"""The word with which a player lets somebody who is not in the record take the dice."""


OTHERS = 5
"""So many others sit at a table where players play against one another."""


class Visit:
    """One player at one table, with a balance that no wager may exceed.

    The balance counts every chip that is the player's, those on the layout included, until the round is settled.
    """

    def __init__(self, table: Table, seat: int, bankroll: int, bank_wager: int) -> None:
        places = table.setup.seats
        if not 1 <= seat <= places:
            raise Refused(f"there is no seat {seat}; this table has {places}", table.setup.entry.seats.cite)
        if bankroll <= 0:
            raise Refused("nobody sits down without money; give a bankroll of more than zero")
        self.table = table
        self.seat = seat
        self.bankroll = self.balance = bankroll
        self.rounds = 0
        self.last: dict[str, str] = {}
        self.calls: list[Call] = []
        self.changes: dict[str, str] = {}
        self.words: list[str] = []
        self.abandoned = 0
        self.bank_wager = bank_wager

    @property
    def round(self) -> Round | None:
        """The round that is being played, if one is."""
        return self.table.round if self.table.round is not None and not self.table.round.over else None

    @property
    def standing(self) -> list[Bet]:
        """The player's wagers that stay on the layout between rounds."""
        return [bet for bet in self.table.standing if bet.seat == self.seat]

    @property
    def at_stake(self) -> int:
        """Chips on the layout whose fate is open."""
        bets = self.round.bets if self.round is not None else self.standing
        return sum(bet.stake for bet in bets if bet.seat == self.seat and not bet.outcome)

    @property
    def owed(self) -> int:
        """Commission that was marked and is collected later."""
        marked: dict[str, int] = self.table.carry.get("owed", {})
        return marked.get(str(self.seat), 0)

    @property
    def in_hand(self) -> int:
        """Chips the player can still put down."""
        so_far = self.round.net.get(self.seat, 0) if self.round is not None else 0
        return self.balance + so_far - self.at_stake - self.owed

    @property
    def wagers_stay(self) -> bool:
        """True in a game whose wagers stay up from roll to roll, and are changed and taken down in between.

        At a table of cards some wager may stay as well, but the others are made anew for every round.
        """
        game = self.table.game
        return game.shown is not None and game.release is not None and self.table.setup.entry.cards is None

    def note(self, changes: Mapping[str, str], words: Sequence[str] = ()) -> None:
        """Note what comes down and what is called before the next round; refuses what could not be."""
        changed, said = {**self.changes, **changes}, [*self.words, *words]
        # Whether somebody may shoot is another matter, and is judged with the wagers that are still to be made.
        refused = self.table.refusal({self.seat: changed}, says={self.seat: [*said, ANOTHER_SHOOTS]})
        if refused is not None:
            raise refused
        self.changes, self.words = changed, said

    def may_come_down(self) -> list[Bet]:
        """The wagers that stand and may be taken down."""
        return [bet for bet in self.standing if self.released(bet) is not None]

    def released(self, bet: Bet) -> Sequence[Fee] | None:
        """What is given back with a wager that comes down; None when it may not."""
        if self.table.game.release is None:
            return []
        try:
            return self.table.game.release(self.table.setup, self.table.carry, bet)
        except Refused:
            return None

    def deal(self, wagers: Mapping[str, str], words: Sequence[str] = ()) -> Round:
        """Put the wagers down and start a round, with what stands, what was noted and the irregularities called."""
        wagers = {**self.changes, **wagers}
        words = [*self.words, *words]
        self._afford(wagers)
        bank = self.bank_of_next_round(wagers)
        says = {self.seat: words} if words else None
        stacks = self._stacks()
        everybody = {self.seat: wagers} | dict.fromkeys(self._others(wagers), self._of_others(wagers))
        played = self.table.deal(everybody, bank=bank, calls=self.calls, says=says, stacks=stacks)
        self.calls, self.changes, self.words = [], {}, []
        self.rounds += 1
        made = {
            bet.name: dollars(played.staked_at_first[bet.key[:3]])
            for bet in played.bets
            if bet.seat == self.seat and bet.key[:3] in played.staked_at_first and bet.stake > bet.stood
        }
        self.last = made or self.last
        self._settle_up(played)
        return played

    def act(self, action: str) -> None:
        """Make a decision that the player can pay for."""
        played = self.round
        ask = None if played is None else asked_of(played.asking, self.seat)
        if played is None or ask is None:
            raise Refused("the round asks nothing now")
        _, cost = ask.said_in_full(action, partial(played.why_not, ask.seat))
        if cost > self.in_hand:
            raise Refused(f"to {action} takes {money(cost)}, and you have {money(self.in_hand)} left")
        played.act(action, self.seat)
        self._settle_up(played)

    def opponent_acts(self) -> str:
        """Let somebody else at the table decide: as is usual, or the first thing on offer."""
        played = self.round
        assert played is not None and played.asking
        ask = next(ask for ask in played.asking if ask.seat != self.seat)
        picks = ask.actions[0].picks is not None
        action = ask.default_answer if ask.default or picks else ask.names[0]
        played.act(action, ask.seat)
        self._settle_up(played)
        return ask.actions[0].name if picks else ask.reply(action)[0]

    def call(self, call: Call) -> None:
        """Call an irregularity: in the round that is being played, or for the coming one."""
        if (played := self.round) is not None:
            played.call(call)
            self._settle_up(played)
            return
        rule, _ = self.table.setup.irregularities[call.id]
        if call.seat not in (None, self.seat):
            raise Refused(f"{call.id}: seat {call.seat} is not in the round", rule.cite)
        self.calls.append(call)

    def bank_of_next_round(self, wagers: Mapping[str, str]) -> BankSeat | None:
        """Who banks the coming round. After so many in a row the position is offered on; here nobody takes it.

        Where the bank goes round, whoever makes the wager of a bank takes it; nobody else's wagers are to be covered.
        """
        if any(self.table.setup.offer(name.partition(" ")[0]).made_by == "banker" for name in wagers):
            return BankSeat(self.seat, 0)
        if self.banker is None:
            return None
        seat, wager = self.banker
        must_pass = self.table.setup.entry.bank.must_pass
        return BankSeat.of_cents(seat, wager, offer_declined=self.offer_is_due and not must_pass)

    @property
    def offer_is_due(self) -> bool:
        turns = self.table.setup.entry.bank.rounds_in_a_row
        return self.banker is not None and turns is not None and self.rounds >= turns

    def leave(self) -> list[Fee]:
        """Leave the table: what is owed is paid, what stands comes back. A round walked out on is lost.

        So is a wager that may not come down until it is decided: it is left on the layout.
        """
        if self.round is not None:
            self.abandoned = self.at_stake
            self.balance = self.in_hand
            return []
        released = [self.released(bet) for bet in self.standing]
        if None in released:
            self.abandoned = sum(bet.stake for bet in self.standing if self.released(bet) is None)
            self.balance -= self.abandoned
            fees = [fee for given_back in released if given_back for fee in given_back]
        else:
            fees = [fee for fee in self.table.leave(self.seat) if fee.seat == self.seat]
        self.balance -= sum(fee.amount for fee in fees)
        return fees

    @property
    def banker(self) -> tuple[int, int] | None:
        """Who banks, and with what; where the position must pass, two others have it by turns."""
        rule = self.table.setup.entry.bank
        if rule.kind != "player_dealer":
            return None
        others = [seat for seat in range(1, self.table.setup.seats + 1) if seat != self.seat]
        if len(others) < 1 + rule.must_pass:
            raise Refused("there is no seat left for a player-dealer", rule.cite)
        turn = self.rounds // (rule.rounds_in_a_row or 1) % 2 if rule.must_pass else 0
        return others[-1 - turn], self.bank_wager

    # -- helpers ------------------------------------------------------------------------------------------------------

    def _stacks(self) -> dict[int, str]:
        """The chips that everybody plays for where a game takes several: the others bring what the player brought."""
        if not self.table.game.stacks:
            return {}
        return {self.seat: dollars(self.balance)} | dict.fromkeys(self._others({}), dollars(self.bankroll))

    def _others(self, wagers: Mapping[str, str]) -> list[int]:
        """The seats at which others sit, where a game takes several or players win a wager from one another."""
        several = self.table.game.takes_part or self._is_among_players(wagers)
        return [seat for seat in range(1, self.table.setup.seats + 1) if several and seat != self.seat][:OTHERS]

    def _of_others(self, wagers: Mapping[str, str]) -> Mapping[str, str]:
        """What each of them wagers: the same, where players win it from one another."""
        return wagers if self._is_among_players(wagers) else {}

    def _is_among_players(self, wagers: Mapping[str, str]) -> bool:
        return any(name.partition(" ")[0] in self.table.game.among_players for name in wagers)

    def _afford(self, wagers: Mapping[str, str]) -> None:
        setup, game = self.table.setup, self.table.game
        stood = {bet.key: bet.stood for bet in self.standing}
        made = [replace(bet, stood=stood.get(bet.key, 0)) for bet in read_bets(setup, game, self.seat, wagers)]
        bets = {bet.key: bet for bet in [*self.standing, *made]}
        total = sum(bet.stake for bet in bets.values())
        fee = self._fee([bet.wager for bet in bets.values() if bet.stake])
        if game.charges is not None:
            fee += sum(charge.amount for bet in bets.values() for charge in game.charges(setup, bet))
        if total + fee + self.owed > self.balance:
            with_fee = f" and a fee of {money(fee)}" if fee else ""
            less_owed = f", of which you owe {money(self.owed)}" if self.owed else ""
            raise Refused(f"wagers of {money(total)}{with_fee} are more than your {money(self.balance)}{less_owed}")

    def _fee(self, placed: list[str]) -> int:
        """What a card room takes from the player before the deal."""
        rules, schedule = self.table.setup.entry.fees, self.table.setup.schedule
        return cents(schedule.player) * placed.count(rules.per) if rules is not None and schedule is not None else 0

    def _settle_up(self, played: Round) -> None:
        if played.over:
            self.balance += played.net.get(self.seat, 0)
            self.balance -= sum(fee.amount for fee in self.table.collected if fee.seat == self.seat)
