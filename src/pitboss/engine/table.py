"""A table: the shoe, the meters, the standing wagers and whatever else outlives a round."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pitboss.engine import fees
from pitboss.engine.backline import BEHIND
from pitboss.engine.bank import Coverage, PlayerDealer
from pitboss.engine.carry import copied
from pitboss.engine.draws import Draws, LiveDraws
from pitboss.engine.events import Fee
from pitboss.engine.meters import Meters
from pitboss.engine.record import BankSeat, Record, Step
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game
from pitboss.engine.wagers import Bet, proper_name, read_bets
from pitboss.equipment.cards import one_deck
from pitboss.equipment.chance import Chance, RandomChance
from pitboss.equipment.shoe import Shoe
from pitboss.errors import PitbossError, RecordError, Refused, Unreadable
from pitboss.money import Money, cents, dollars
from pitboss.numerals import count_words
from pitboss.rulebook.resolve import pick
from pitboss.rulebook.setup import Setup

STOPPED = "stopped"
"""What carries over when the game has stopped: the irregularity that stopped it."""

GIVEN = (dict, Mapping)
"""What is given by seat or by name; whether it is a dict is seen at once, whether it can stand for one is looked up."""
Wagers = Mapping[str, Money]
MOST_DECKS = 1_000


class Table:
    """A table of one game, dealing round after round.

    Chance comes from the operating system unless a seed (or a source of its own) is given.
    """

    def __init__(
        self,
        setup: Setup,
        game: Game,
        *,
        seed: int | str | None = None,
        chance: Chance | None = None,
        carry: Mapping[str, Any] | None = None,
        meters: Mapping[str, int | Fraction] | None = None,
        standing: Mapping[int, Wagers] | None = None,
        left_up: Mapping[int, Sequence[str]] | None = None,
    ) -> None:
        game.must_take(setup)
        self.setup = setup
        self.game = game
        self.chance = chance or RandomChance(seed)
        self.carry: dict[str, Any] = copied(dict(carry or {}))
        self.meters = Meters(setup.meters, meters)
        self.shoe = self._new_shoe()
        self.shuffles = 0
        self.standing = [
            replace(bet, stood=0 if bet.name in self._named((left_up or {}).get(seat, ())) else bet.stake)
            for seat, placed in (standing or {}).items()
            for bet in read_bets(setup, game, seat, placed)
        ]
        self.round: Round | None = None
        self._bank_seat: tuple[int, int] | None = None
        self._fees: list[Fee] = []
        self._steps: list[Step] = []
        self._opening = self._state()

    def __repr__(self) -> str:
        return f"<Table of {self.setup.entry.name}, {count_words(len(self._steps), 'round')} dealt>"

    def deal(
        self,
        wagers: Mapping[int, Wagers],
        *,
        players: Mapping[int, str] | None = None,
        bank: BankSeat | None = None,
        calls: Iterable[Call] = (),
        says: Mapping[int, Sequence[str]] | None = None,
        stacks: Mapping[int, Money] | None = None,
        draws: Draws | None = None,
    ) -> Round:
        """Take the wagers and start a round. Standing wagers stay; an amount of 0 takes one down.

        ``says`` are words that go with the wagers, where the game knows any: ``{1: ["on place_to_win 8"]}``.
        ``stacks`` are the chips that seats play for, where the game is played for those: ``{1: 200}``; a seat without
        one has enough for anything.

        >>> from pitboss import open_table
        >>> table = open_table("chapter4/three-card-poker", seed=1)
        >>> table.deal({1: {"ante": 10}}).asking[0].names
        ('play', 'fold')
        """
        opened = self._open(wagers, players, bank, calls, says, stacks, draws)
        self.must_be_enough(opened.seats)
        return self.begin(opened)

    def trial(
        self,
        wagers: Mapping[int, Wagers],
        *,
        players: Mapping[int, str] | None = None,
        bank: BankSeat | None = None,
        calls: Iterable[Call] = (),
        says: Mapping[int, Sequence[str]] | None = None,
        stacks: Mapping[int, Money] | None = None,
    ) -> Round:
        """The round that these wagers would make, not begun; refused like the wagers. Nothing is changed."""
        return self._open(wagers, players, bank, calls, says, stacks, None)

    def must_be_enough(self, seats: Collection[int]) -> None:
        """Refuse to deal to fewer players than the game takes."""
        least = self.setup.entry.seats.min
        if len(seats) < least and self.setup.entry.wagers and not self.game.without_wagers:
            raise Refused(f"the game takes at least {least} players, and not {len(seats)}", self.setup.entry.seats.cite)

    def begin(self, opened: Round) -> Round:
        """Begin a round that was tried and not refused."""
        self._fees = []
        opened.begin()
        self.round = opened
        return opened

    def refusal(
        self,
        wagers: Mapping[int, Wagers],
        *,
        players: Mapping[int, str] | None = None,
        bank: BankSeat | None = None,
        says: Mapping[int, Sequence[str]] | None = None,
    ) -> Refused | None:
        """Why the table would not take these wagers now; None when it would. Nothing is changed."""
        try:
            self.trial(wagers, players=players, bank=bank, says=says)
        except Refused as refused:
            return refused
        return None

    def reshuffle(self) -> list[Fee]:
        """Shuffle all cards; commissions marked during the shoe are collected first."""
        collected = self._collect(list(self.carry.get("owed", {})))
        self._steps.append(Step(reshuffle=True))
        self._shuffle()
        return collected

    @property
    def stopped(self) -> Refused | None:
        """Why no round is dealt until what failed is repaired; None when the game goes on."""
        if STOPPED not in self.carry:
            return None
        name = str(self.carry[STOPPED])
        if name not in self.setup.irregularities:
            raise RecordError(f'carry.{STOPPED}: there is no irregularity "{name}" here')
        rule, _ = self.setup.irregularities[name]
        return Refused(f"the game has stopped until it is repaired: {rule.trigger}", rule.cite)

    def repair(self) -> None:
        """What stopped the game is repaired, and it goes on."""
        if self.stopped is None:
            raise Refused("the game has not stopped; there is nothing to repair")
        self.carry = {key: held for key, held in self.carry.items() if key != STOPPED}
        self._steps.append(Step(repaired=True))

    def collect(self, time: str, seats: Sequence[int], started: str = "") -> list[Fee]:
        """Collect the fees that a half hour costs those who sit at the table; a new game says when it started."""
        self._must_be_seats(seats)
        carry = copied(self.carry) | ({fees.STARTED: started} if started else {})
        collected = fees.by_the_clock(self.setup, carry, time, seats)
        self.carry = carry
        self._steps.append(Step(time=time, seated=list(seats), started=started))
        return collected

    def leave(self, seat: int) -> list[Fee]:
        """A seat leaves: what it owes is collected and its standing wagers come down."""
        places = self.setup.seats
        if type(seat) is not int or seat < 1 or (seat > places and BEHIND not in self.game.says):
            raise Refused(f"there is no seat {seat}; this table has {places}", self.setup.entry.seats.cite)
        released: list[Fee] = []
        for bet in self.standing:
            if bet.seat == seat and self.game.release is not None:
                released += self.game.release(self.setup, self.carry, bet)
        collected = self._collect([str(seat)]) + released
        self.standing = [bet for bet in self.standing if bet.seat != seat]
        self.carry = copied(self.carry)
        # Whoever has no wager in a round may leave while it goes on, and then it carries over nothing of theirs.
        going_on = self.round.carried if self.round is not None and not self.round.over else ()
        for carry in (self.carry, *going_on):
            self._take_along(carry, seat)
        self._steps.append(Step(leaves=[seat]))
        return collected

    def use(self, chance: Chance) -> None:
        """Draw from another source of chance from now on, beginning with a shuffle of all cards."""
        self.chance = chance
        if self.shoe is not None:
            self.shoe.chance = chance
            self.shoe.shuffle()

    def resume(
        self,
        carry: Mapping[str, Any],
        standing: Sequence[tuple[int, str, Money, int]],
        bank_seat: tuple[int, int] | None = None,
    ) -> None:
        """Go on where a table was left: each standing wager with its seat, name, amount, and what of it had stood."""
        self.carry = copied(dict(carry))
        self.standing = [
            replace(bet, stood=stood)
            for seat, name, amount, stood in standing
            for bet in read_bets(self.setup, self.game, seat, {name: amount})
        ]
        self._bank_seat = bank_seat
        self.forget()

    @property
    def bank_seat(self) -> tuple[int, int] | None:
        """Who banked last, and for how many rounds in a row."""
        return self._bank_seat

    @property
    def reshuffles_every_round(self) -> bool:
        rule = self.setup.entry.cards
        if rule is None or self.shoe is None:
            return True
        return self.shoe.continuous or pick(rule.reshuffle, self.setup.options) == "every_round"

    def forget(self) -> None:
        """Begin a new record here; what was dealt before is no longer kept."""
        self._steps = []
        self._opening = self._state()

    def record(self) -> Record:
        """Everything that was dealt and decided at this table, to be replayed."""
        carry, meters, standing, left_up = self._opening
        return Record(
            rulebook=self.setup.entry.rulebook,
            game=self.setup.entry.game,
            options=dict(self.setup.chosen),
            pay_tables={name: dict(lines) for name, lines in self.setup.changed_tables.items()},
            offered=None if self.setup.listed is None else list(self.setup.listed),
            carry=carry,
            meters=meters,
            standing=standing,
            left_up=left_up,
            steps=list(self._steps),
        )

    @property
    def collected(self) -> list[Fee]:
        """Commissions collected since the last round began."""
        return self._fees

    # -- helpers -------------------------------------------------------------------------------------------------

    def _open(
        self,
        wagers: Mapping[int, Wagers],
        players: Mapping[int, str] | None,
        bank: BankSeat | None,
        calls: Iterable[Call],
        says: Mapping[int, Sequence[str]] | None,
        stacks: Mapping[int, Money] | None,
        draws: Draws | None,
    ) -> Round:
        """A round whose wagers are taken, and which has not begun."""
        if self.round is not None and not self.round.over:
            raise Refused("the round before is not over")
        if (stopped := self.stopped) is not None:
            raise stopped
        if not isinstance(players or {}, GIVEN):
            raise Refused("players are given by seat: {1: name}")
        if not isinstance(says or {}, GIVEN) or not all(
            isinstance(words, list | tuple) for words in (says or {}).values()
        ):
            raise Refused("what is said is given by seat: {1: [words, ...]}")
        if isinstance(calls, str | Call) or not isinstance(calls, (list, tuple, Iterable)):
            raise Refused("irregularities are given as a list of calls: [Call(name), ...]")
        bets = self._with_standing(wagers)
        keys = {bet.key for bet in bets}
        taken_down = [bet for bet in self.standing if bet.key not in keys]
        present = [seat for seat in wagers if self.game.takes_part]
        if not (bets or taken_down or present or self.game.without_wagers) and self.setup.entry.wagers:
            raise Refused("no wager is placed")
        self._must_be_seats(present)
        return Round(
            self.setup,
            self.game,
            bets,
            draws or LiveDraws(self.chance, self.shoe),
            carry=self.carry,
            meters=self.meters.copy(),
            players=players,
            bank=self._player_dealer(bank, bets, players or {}),
            calls=tuple(calls),
            taken_down=taken_down,
            says=says,
            present=present,
            stacks=self._stacks(stacks or {}, present),
            when_over=lambda over: self._absorb(over, bank),
        )

    def _must_be_seats(self, seats: Iterable[int]) -> None:
        places = self.setup.seats
        for seat in seats:
            if not 1 <= seat <= places:
                raise Refused(f"there is no seat {seat}; this table has {places}", self.setup.entry.seats.cite)

    def _stacks(self, given: Mapping[int, Money], seats: Sequence[int]) -> dict[int, int]:
        """The chips that seats play for, in cents."""
        if not isinstance(given, GIVEN):
            raise Refused("stacks are given by seat: {1: dollars}")
        if given and not self.game.stacks:
            raise Refused("this game is not played for stacks of chips")
        found: dict[int, int] = {}
        for seat, amount in given.items():
            if seat not in seats:
                raise Refused(f"seat {seat} has a stack and is not in the round")
            try:
                found[seat] = cents(amount)
            except PitbossError as error:
                raise Unreadable(f"seat {seat}, stack: {error.sentence}") from error
            if found[seat] <= 0:
                raise Refused(f"seat {seat} has no chips to play for")
        return found

    def _state(
        self,
    ) -> tuple[dict[str, Any], dict[str, Fraction], dict[int, dict[str, Any]], dict[int, list[str]]]:
        standing: dict[int, dict[str, Any]] = {}
        left_up: dict[int, list[str]] = {}
        for bet in self.standing:
            standing.setdefault(bet.seat, {})[bet.name] = dollars(bet.stake)
            if not bet.stood:
                left_up.setdefault(bet.seat, []).append(bet.name)
        return copied(self.carry), self.meters.exact, standing, left_up

    def _new_shoe(self) -> Shoe | None:
        rule = self.setup.entry.cards
        if rule is None:
            return None
        decks = self.setup.decks
        if decks > MOST_DECKS:
            raise Refused(f"a shoe of {decks:,} decks is more than a table here is dealt from; at most {MOST_DECKS:,}")
        continuous = pick(rule.continuous, self.setup.options)
        deck = one_deck(rule.pieces, pick(rule.ranks, self.setup.options), pick(rule.jokers, self.setup.options))
        cut = rule.cut_card_from_back
        if isinstance(cut, str):
            cut = int(Fraction(cut) * decks * len(deck))
        return Shoe(self.chance, decks, deck, None if continuous else cut, continuous)

    def _named(self, names: Sequence[str]) -> list[str]:
        return [proper_name(self.setup, self.game, name) for name in names]

    def _with_standing(self, wagers: Mapping[int, Wagers]) -> list[Bet]:
        bets = {bet.key: replace(bet.fresh(), offer=self.setup.offer(bet.wager)) for bet in self.standing}
        if not isinstance(wagers, GIVEN):
            raise Refused("wagers are given by seat: {1: {name: amount}}")
        for seat, placed in wagers.items():
            if type(seat) is not int or not isinstance(placed, GIVEN):
                raise Refused(f"seat {seat!r}: wagers are given by the number of the seat: {{1: {{name: amount}}}}")
            for bet in read_bets(self.setup, self.game, seat, placed):
                before = bets.get(bet.key)
                if before is not None and bet.stake == 0:
                    del bets[bet.key]
                elif before is None or bet.stake != before.stake:
                    bet.stood = before.stood if before else 0
                    bets[bet.key] = bet
        return sorted(bets.values(), key=lambda bet: bet.seat)

    def _player_dealer(self, bank: BankSeat | None, bets: list[Bet], players: Mapping[int, str]) -> PlayerDealer | None:
        rule = self.setup.entry.bank
        for bet in bets:
            if bet.offer.made_by == "banker" and (bank is None or bet.seat != bank.seat):
                raise Refused(f"seat {bet.seat}: {bet.offer.title} is made by a player who banks", bet.offer.cite)
        if not rule.named_beforehand:
            if bank is not None:
                raise Refused(rule.not_named, rule.cite)
            return None
        if bank is None and rule.kind == "alternating":
            return None
        if bank is None:
            raise Refused("a player banks this game: say which seat, and with what wager", rule.cite)
        if not isinstance(bank, BankSeat) or type(bank.seat) is not int:
            raise Refused("the bank is given as BankSeat(seat, dollars)", rule.cite)
        places = self.setup.seats
        if not 1 <= bank.seat <= places:
            raise Refused(f"there is no seat {bank.seat}; this table has {places}", self.setup.entry.seats.cite)
        if any(bet.seat == bank.seat and bet.offer.made_by != "banker" for bet in bets):
            raise Refused(f"seat {bank.seat} is the player-dealer and cannot wager against itself", rule.cite)
        for seat in sorted({bet.seat for bet in bets} - {bank.seat}):
            if bank.seat in players and players.get(seat) == players[bank.seat]:
                raise Refused(
                    f"{players[seat]} is the player-dealer and cannot wager against himself at seat {seat}", rule.cite
                )
        if bank.cents <= 0 and rule.kind != "alternating":
            raise Refused("the player-dealer puts up a wager of more than zero", rule.cite)
        if self.game.may_bank is not None:
            self.game.may_bank(self.setup, self.carry, bank.seat)
        if self._bank_seat is not None and rule.rounds_in_a_row is not None:
            seat, rounds = self._bank_seat
            if seat == bank.seat and rounds >= rule.rounds_in_a_row and not bank.offer_declined:
                raise Refused(
                    f"seat {seat} was player-dealer for {rounds} rounds; the position is offered on first", rule.cite
                )
            if seat == bank.seat and rounds >= rule.rounds_in_a_row and rule.must_pass:
                text = f"seat {seat} was player-dealer for {rounds} rounds and nobody else takes the position"
                raise Refused(f"{text}: the game is broken", rule.cite)
        coverage: Coverage = "net" if rule.coverage is None else pick(rule.coverage, self.setup.options)
        return PlayerDealer(bank.seat, bank.cents, coverage, most_added=bank.most_added_cents)

    def _absorb(self, over: Round, bank: BankSeat | None) -> None:
        """Take over what a finished round leaves behind."""
        self.carry = over.carry
        if over.stops:
            self.carry[STOPPED] = over.stops
        self.meters = over.meters
        self.standing = [left for bet in over.bets if (left := bet.standing) is not None]
        step = Step.of(over, bank)
        for bet in over.taken_down:
            step.wagers.setdefault(bet.seat, {})[bet.name] = "0.00"
        self._steps.append(step)
        if bank is not None:
            before = self._bank_seat
            stays = before is not None and before[0] == bank.seat and not bank.offer_declined
            self._bank_seat = (bank.seat, before[1] + 1 if before and stays else 1)
        rule = self.setup.entry.cards
        if rule is None or self.shoe is None:
            return
        if "reshuffle" in over.after:
            self._fees = self._collect(list(self.carry.get("owed", {})))
            self._shuffle()
        elif self.reshuffles_every_round:
            self.shoe.shuffle()
            self.shuffles += 1

    def _shuffle(self) -> None:
        if self.shoe is not None:
            self.shoe.shuffle()
        self.shuffles += 1
        for key, how in self.game.carries.items():
            if how.until_shuffle:
                self.carry.pop(key, None)

    def _take_along(self, carry: dict[str, Any], seat: int) -> None:
        """What carries over loses what belongs to a seat that leaves."""
        for key in ("owed", fees.CREDITED, *(key for key, how in self.game.carries.items() if how.personal)):
            if isinstance(held := carry.get(key), dict):
                held.pop(str(seat), None)
        if self.game.left is not None:
            self.game.left(carry, seat)

    def _collect(self, seats: list[str]) -> list[Fee]:
        owed: dict[str, int] = self.carry.get("owed", {})
        rule = self.setup.commission
        if rule is None:
            return []
        return [
            Fee(int(seat), "commission collected", owed.pop(seat), rule.collected_cite)
            for seat in seats
            if seat in owed
        ]
