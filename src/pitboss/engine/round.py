"""A round: what a script deals, asks, reveals and settles, and what the table sees of it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Literal, TypeVar

from pitboss.engine import called_before, fees, refusing
from pitboss.engine.accounts import BOX, Account
from pitboss.engine.backline import BEHIND, numbers_said
from pitboss.engine.bank import PlayerDealer
from pitboss.engine.books import Books
from pitboss.engine.carry import copied
from pitboss.engine.draws import Draws
from pitboss.engine.events import GATHER, NOBODY, OWNER, Audience, Event
from pitboss.engine.hands import Hand
from pitboss.engine.meters import Meters
from pitboss.engine.questions import Action, Answer, Ask, asked_of
from pitboss.engine.remedies import Call, RoundOver, by_proper_name, execute, rule_of, with_card
from pitboss.engine.script import Game, Script, Talk
from pitboss.engine.wagers import Bet, admit, admit_amount, admit_words, proper_name
from pitboss.equipment.cards import Card
from pitboss.equipment.shoe import ShoeEmpty
from pitboss.errors import PitbossError, Refused, quoted
from pitboss.money import money
from pitboss.rulebook.model import Irregularity
from pitboss.rulebook.setup import Setup
from pitboss.tabular import Row

T = TypeVar("T")
DISCARD = Hand("discard")
NO_CARDS = "not_enough_cards"
BURNED = Hand("burned")
"""Where a card lies that is burned when the discards were shuffled in the middle of a round."""


class Round(Books):
    """One round. A user calls ``act`` and ``call`` and reads the rest; a script uses the verbs below and the books.

    The round is a pure function of the set-up, what carried over, the draws and the decisions.
    """

    # Python makes an object with more than 30 attributes several times faster with these than without.
    __slots__ = (
        "_asks_anew",
        "_before",
        "_by_hand",
        "_decisions",
        "_moments",
        "_pending",
        "_script",
        "_told",
        "_when_over",
        "actions",
        "after",
        "asking",
        "behind",
        "bets",
        "broken_off",
        "calls",
        "draws",
        "game",
        "hands",
        "now",
        "out",
        "over",
        "players",
        "present",
        "racked",
        "refused",
        "ruled",
        "says",
        "scratch",
        "seats",
        "stacks",
        "staked_at_first",
        "stops",
        "taken_down",
        "void",
    )

    def __init__(
        self,
        setup: Setup,
        game: Game,
        bets: Sequence[Bet],
        draws: Draws,
        *,
        carry: Mapping[str, Any] | None = None,
        meters: Meters | None = None,
        players: Mapping[int, str] | None = None,
        bank: PlayerDealer | None = None,
        calls: Iterable[Call] = (),
        taken_down: Sequence[Bet] = (),
        says: Mapping[int, Sequence[str]] | None = None,
        present: Iterable[int] = (),
        stacks: Mapping[int, int] | None = None,
        when_over: Callable[["Round"], None] | None = None,
    ) -> None:
        super().__init__(setup, carry or {}, meters, bank)
        self.game = game
        self.draws = draws
        self.players = dict(players or {})
        self.bets = list(bets)
        self.taken_down = list(taken_down)
        self.says = {seat: list(words) for seat, words in (says or {}).items()}
        if game.arrange is not None:
            game.arrange(self)
        self.present = sorted(present)
        self.stacks = dict(stacks or {})
        self.seats = sorted({*self.present, *[bet.seat for bet in self.bets], *[bet.seat for bet in self.taken_down]})
        self._by_hand: dict[tuple[int, int], dict[str, Bet]] = {}
        for bet in self.bets:
            self._by_hand.setdefault((bet.seat, bet.hand), {}).setdefault(bet.wager, bet)
        self.out: set[int] = set()
        self.refused: list[Bet] = []
        self.racked: set[str] = set()
        self.hands: dict[str, list[Card]] = {}
        self.scratch: dict[str, Any] = {}
        self.staked_at_first = {bet.key[:3]: bet.stake for bet in self.bets}  # whichever hand each then goes with

        self.actions: dict[int, list[str]] = {}
        self.calls: list[Call] = []
        self.ruled: list[range] = []  # for each call, the events by which it was told and carried out
        self.after: set[str] = set()
        self.stops = ""
        self.asking: tuple[Ask, ...] = ()
        self.over = self.void = False
        self.broken_off: RoundOver | None = None

        self._decisions = 0
        self._asks_anew = False
        self._moments: list[str] = []
        self._told = 0  # events until the moment, or the decision, that was last
        self.now = ""
        self._pending: list[Call] = []
        self._when_over = when_over
        for call in calls:
            rule_of(self, call)
            self._pending.append(by_proper_name(self.setup, self.game, call))
        self.behind = numbers_said(BEHIND, self.says)
        if self._pending:
            called_before.judge(self, self._pending, self._admit)
        else:
            self._admit(self.players)
        self.keep()
        self._script = self._whole()

    def begin(self) -> None:
        """Start the round; until then it only has judged its wagers."""
        self._go_on(None)

    # -- for whoever runs the table ------------------------------------------------------------------------------

    def act(self, action: str, seat: int | None = None) -> None:
        """Answer a question that the round is asking; refuses an action that is not on offer, or out of turn.

        The seat need not be named where only one is asked.
        """
        if not self.asking:
            raise Refused("the round is over" if self.over else "the round asks nothing now")
        if seat is None and len(self.asking) > 1:
            raise Refused(f"several seats are asked; say which answers: {_listed(self.asking)}", self.asking[0].cite)
        ask = self.asking[0] if seat is None else asked_of(self.asking, seat)
        if ask is None:
            raise Refused(f"it is {_listed(self.asking)}'s turn, not seat {seat}'s", self.asking[0].cite)
        action, _ = ask.reply(action, partial(self.why_not, ask.seat))
        self._go_on(Answer(ask.seat, action))

    def why_not(self, seat: int, action: str) -> tuple[str, str] | None:
        """Why a seat is not asked for an action, and the clause, where the game knows that.

        It is for whoever plays the seat: the reason may name its cards. While others are asked there is none.
        """
        known = self.game.why_not_asked
        if known is None or (self.asking and asked_of(self.asking, seat) is None):
            return None
        return known(self, seat, str(action).partition(" ")[0])

    def call(self, call: Call) -> None:
        """Call an irregularity while the round waits for a decision."""
        rule = self.may_call(call)
        call = by_proper_name(self.setup, self.game, call)
        if self.now in rule.moments:
            at_question = self._moments.count(self.now) > 1 or len(self.events) > self._told
            self._go_on(replace(self._stamped(call), asked=at_question))
        else:
            self._pending.append(replace(call, after=self._decisions))

    def may_call(self, call: Call) -> Irregularity:
        """The rule of an irregularity that can be called now; nothing is changed."""
        if self.over or not self.asking:
            raise Refused("the round is over; an irregularity is called while it lasts")
        rule, remedy = rule_of(self, call)
        self.must_be_in_time(call.id)
        if "refuse" in remedy:
            refusing.must_be_free(self, call, rule)
        return rule

    def must_be_in_time(self, id: str) -> None:
        """Refuse an irregularity whose moments of the round are all over."""
        rule, _ = self.setup.irregularities[id]
        order = self.game.moments
        if all(order.index(moment) < order.index(self.now) for moment in rule.moments):
            raise Refused(f"{id}: is called at {' or '.join(rule.moments)}, and that is over", rule.cite)

    def view(self, viewer: str | int) -> list[Event]:
        """The round as a seat, a player by name, ``table``, ``dealer`` or ``surveillance`` may see it.

        A player on several positions sees the cards of all of them.
        """
        if not isinstance(viewer, str | int):
            raise PitbossError(f"{quoted(viewer)} sees nothing; name a seat, a player, table, dealer or surveillance")
        seats = [seat for seat, player in self.players.items() if player == viewer]
        return [event.seen_from(viewer, *seats) for event in self.events]

    @property
    def carried(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What carries over as the round has it now, and as it is again if the round is broken off."""
        return self.carry, self._before[0]

    def add_to_meter(self, name: str, amount: Fraction) -> None:
        """What another table of a link put on a meter, or took off it: that stays, even if the round is broken off."""
        for meters in (self.meters, self._before[1]):
            meters.set(name, meters.exact[name] + amount)

    @property
    def waiting(self) -> list[Call]:
        """Irregularities called for a moment that has not come."""
        return [call for call in self._pending if not call.automatic]

    @property
    def net(self) -> dict[int, int]:
        """What each seat, the player-dealer's included, won or lost, fees and all."""
        nets = dict.fromkeys(self.seats, 0)
        if self.player_dealer is not None:
            nets[self.player_dealer.seat] = self.player_dealer.result
        for row in self.settlements:
            nets[row.seat] = nets.get(row.seat, 0) + row.net
        for fee in self.fees:
            nets[fee.seat] -= fee.amount
        return nets

    def rows(self) -> list[Row]:
        """What became of each wager so far.

        >>> from pitboss import open_table
        >>> played = open_table("chapter4/roulette", seed=7).deal({1: {"red": 12.5}})
        >>> [(row["wager"], row["outcome"], str(row["net"])) for row in played.rows()]
        [('red', 'win', '12.50')]
        """
        return [row.as_row() for row in self.settlements]

    def caption(self) -> str:
        return f"{self.setup.entry.title}, {self.setup.entry.name}"

    def __repr__(self) -> str:
        state = "over" if self.over else f"asking {', '.join(map(str, self.asking))}"
        return f"<Round of {self.setup.entry.name}, seats {self.seats}, {state}>"

    # -- for scripts: what is in force ---------------------------------------------------------------------------

    def term(self, name: str) -> Any:
        return self.setup.term(name)

    def cite(self, term: str) -> str:
        return self.setup.cite(term)

    def on(self, option: str) -> bool:
        return self.setup.on(option)

    @property
    def live(self) -> list[int]:
        """The seats still in the round, clockwise from the dealer's left."""
        return [seat for seat in self.seats if seat not in self.out]

    def bet(self, seat: int, wager: str, hand: int = 1) -> Bet | None:
        """A seat's wager, on the hand of this number."""
        return self._by_hand.get((seat, hand), {}).get(wager)

    def named(self, seat: int, name: str) -> Bet | None:
        """A seat's wager as a person names it: with its spot, or without where that says enough."""
        name = proper_name(self.setup, self.game, name)
        offer = self.setup.offers[name.partition(" ")[0]]
        found = [bet for bet in self.bets if bet.seat == seat and name in (bet.name, bet.wager)]
        found = [bet for bet in found if bet.name == name] or found  # a Come bet has no spot until it travels
        if len(found) > 1:
            raise Refused(f"seat {seat} has several; say which: {' or '.join(bet.name for bet in found)}", offer.cite)
        return found[0] if found else None

    def place(self, seat: int) -> int:
        """The place whose cards a seat's wagers go by: its own, or the one that a backline bettor stands behind."""
        return self.behind.get(seat, seat)

    def bets_on(self, wager: str) -> list[Bet]:
        return [bet for bet in self.bets if bet.wager == wager and bet.seat not in self.out]

    def player(self, seat: int) -> str:
        return self.players.get(seat, f"seat {seat}")

    # -- for scripts: dealing and asking -------------------------------------------------------------------------

    def moment(self, name: str) -> Script:
        """A point of the round at which irregularities strike."""
        self.now = name
        self._asks_anew = False
        self._moments.append(name)
        yield from self._struck(name)
        self._told = len(self.events)

    def _struck(self, name: str) -> Script:
        for call in list(self._pending):
            if self._asks_anew:
                return  # what that one did to a hand comes first
            rule, _ = self.setup.irregularities[call.id]
            now = call.at == name or (call.at is None and name in rule.moments)
            if now and not call.asked and call.after <= self._decisions and call in self._pending:
                self._pending.remove(call)
                if not call.automatic:
                    yield from self._carry_out(self._stamped(call))

    def hand(self, seat: int, number: int = 1) -> Hand:
        """A seat's hand by its number."""
        return Hand.of(seat, number)

    def hands_of(self, seat: int) -> list[Hand]:
        """The hands that a seat holds, in the order in which it came by them."""
        return [hand for name in self.hands if (hand := Hand(name)).owner == seat]

    def deal(self, hand: str, cite: str, seen_by: Audience | Literal["owner"] = None) -> Card:
        """Deal a card to a hand: face up unless ``seen_by`` says who alone may look."""
        place = Hand(hand)
        card = self._draw(place)
        self.hands.setdefault(place, []).append(card)
        audience: Audience = (NOBODY if place.owner is None else (place.owner,)) if seen_by == OWNER else seen_by
        self.events.append(Event("deal", cite, "", place.owner, place, (card,), audience))
        return card

    def reveal(self, hand: str, cite: str, first: int | None = None, at: Sequence[int] = ()) -> tuple[Card, ...]:
        """Turn a hand face up for everybody, or only its first cards, or those at these places (the first is 1)."""
        held = self.hands.get(hand, [])
        shown = tuple(held[place - 1] for place in at) if at else tuple(held[:first])
        place = Hand(hand)
        self.events.append(Event("reveal", cite, "", place.owner, place, shown, at=tuple(at)))
        return shown

    def move(
        self, pieces: Sequence[Card], source: str, to: str, cite: str, kind: str = "move", seen_by: Audience = None
    ) -> None:
        """Bring pieces of one hand to another: set, switched, discarded."""
        held = self.hands[source]
        for piece in pieces:
            held.remove(piece)
        place = Hand(to)
        self.hands.setdefault(place, []).extend(pieces)
        self.events.append(
            Event(kind, cite, "", Hand(source).owner, place, tuple(pieces), seen_by, source=Hand(source))
        )

    def split(self, hand: Hand, cite: str, seen_by: Audience = None) -> Hand:
        """Make a hand of its own of the last card of a hand; its wagers are made by ``add_bet``."""
        assert hand.owner is not None
        numbers = [each.number for each in self.hands_of(hand.owner)]
        numbers += [bet.hand for bet in self.bets if self.place(bet.seat) == hand.owner]  # one may have got no cards
        other = Hand.of(hand.owner, max(numbers) + 1)
        self.draws.split(hand, other)
        self.move(self.hands[hand][-1:], hand, other, cite, "split", seen_by)
        return other

    def exchange(self, hand: Hand, cards: int, cite: str) -> None:
        """The first cards of a hand go to the discard rack for all to see, and the script deals others."""
        self.draws.exchange(hand, cards)
        self.move(self.hands[hand][:cards], hand, DISCARD, cite, "exchange")
        self.rack(DISCARD)

    def pick(self, name: str, choices: Sequence[T], cite: str, weights: Sequence[int] | None = None) -> T:
        """Let chance (or the record) decide something other than a card, for all to see."""
        choice = self.draws.pick(name, choices, weights)
        self.events.append(Event(name, cite, str(choice), value=choice))
        return choice

    def pick_unseen(self, name: str, choices: Sequence[T]) -> T:
        """Let chance decide something nobody at the table may know."""
        return self.draws.pick(name, choices)

    def told(self, name: str, examples: Sequence[str]) -> str:
        """What somebody says: as the record has it, or at a live table one of the examples."""
        return self.draws.told(name, examples)

    def error_card(self, call: Call) -> Card:
        """The card an irregularity is about: as called if that is still in the shoe, else the next one out of it."""
        if call.card is not None and self._noted(call.card):
            return call.card
        card = self._draw("error")
        self.draws.taken["error"].pop()
        self.calls = [with_card(made, card) if made is call else made for made in self.calls]
        return card

    def rack(self, hand: str) -> None:
        """A hand that is over: its cards are in the discard rack, though a picture of the round still shows them."""
        self.racked.add(hand)

    def shuffle_discards(self) -> None:
        """Every card that is not on the table goes back into the shoe, so that the round can be finished."""
        on_table = [card for hand, cards in self.hands.items() if hand not in {"burn", *self.racked} for card in cards]
        self.draws.shuffle_discards(on_table)
        self.after.add("reshuffle")

    def burn_after_shuffle(self, cite: str) -> None:
        """The first card of the shuffled discards is burned, unless every card is on the table."""
        try:
            card = self.draws.card(BURNED)
        except ShoeEmpty:
            return
        self.hands.setdefault(BURNED, []).append(card)
        self.events.append(Event("deal", cite, "", None, BURNED, (card,), NOBODY))

    def gather(self, text: str, cite: str) -> None:
        """All pieces come back from wherever they lie and are shuffled, so that the script deals the round again."""
        self.hands.clear()
        self.racked.clear()
        self.draws.shuffle_all()
        self.event(GATHER, cite, text)

    def ask(
        self,
        seat: int,
        actions: Sequence[Action] | Callable[[], Sequence[Action]],
        cite: str,
        *,
        hand: Hand | None = None,
        default: str = "",
        about: Bet | None = None,
    ) -> Talk[str]:
        """Ask a seat; no answer means that its hand is void now, or another (``ask_anew``), or ``about`` went back."""
        number, self._asks_anew = self._decisions, False
        yield from self._due([seat])
        while seat not in self.out and not self._asks_anew and not (about is not None and about.outcome):
            question = Ask(seat, tuple(actions() if callable(actions) else actions), cite, default, hand, number)
            reply = yield (question,)
            if isinstance(reply, Answer):
                self._decided(question, reply.words)
                return reply.words
            yield from self._carry_out(reply)
        return ""

    def ask_anew(self) -> None:
        """For a remedy that changed what the seat which is being asked may do: the script puts the question again."""
        self._asks_anew = True

    def ask_all(
        self, questions: Mapping[int, Sequence[Action]], cite: str, defaults: Mapping[int, str] | None = None
    ) -> Talk[dict[int, str]]:
        """Ask several seats at once; they answer in any order, and nobody learns an answer before all have answered.

        A seat whose hand became void in the meantime is not among the answers. The answers count as decisions once all
        are given, so that whatever is called before strikes before all of them, in a record too.
        """
        defaults = defaults or {}
        asked = {
            seat: Ask(seat, tuple(actions), cite, defaults.get(seat, ""), None, self._decisions, together=True)
            for seat, actions in questions.items()
        }
        answers: dict[int, str] = {}
        yield from self._due(asked)
        while still := tuple(ask for seat, ask in asked.items() if seat not in answers and seat not in self.out):
            reply = yield still
            if isinstance(reply, Answer):
                answers[reply.seat] = reply.words
            else:
                yield from self._carry_out(reply)
        given = {seat: answers[seat] for seat in asked if seat in answers and seat not in self.out}
        for seat, words in given.items():
            self._decided(asked[seat], words)
        return given

    def _decided(self, ask: Ask, words: str) -> None:
        """Count and tell what a seat decided; which pieces it picked is its own to know until they are shown."""
        self._decisions += 1
        self._moments.clear()
        self.actions.setdefault(ask.seat, []).append(words)
        name = words.partition(" ")[0]
        chosen = next((action for action in ask.actions if action.name == name), None)
        picking = chosen is not None and chosen.picks is not None
        costs = chosen.cost if chosen is not None and not chosen.step and chosen.cost else None
        told = name if picking else words
        self.event("decision", ask.cite, told, seat=ask.seat, value=costs, hand=ask.hand or "")
        self._told = len(self.events)

    def add_bet(
        self, seat: int, wager: str, times: int = 1, stake: int | None = None, hand: int = 1, on: str | None = None
    ) -> Bet:
        """A wager made during the round; its amount is what the rulebook ties it to, a multiple of it, or as named.

        ``on`` tells apart several of one kind: that it goes with the second of a seat's wagers.
        """
        offer = self.setup.offer(wager)
        base = self.bet(seat, offer.equals or "", hand) or self.bet(seat, offer.equals or "")
        if stake is None:
            if base is None:
                raise AssertionError(f"{wager} is tied to no wager of seat {seat}")
            stake = base.stake * times
        bet = Bet(seat, offer, stake, on, hand=hand)
        admit_amount(bet)
        self.bets.append(bet)
        self._by_hand.setdefault((seat, hand), {})[wager] = bet
        return bet

    def add_lammer(self, seat: int, wager: str, amount: int, cite: str, hand: int = 1, on: str | None = None) -> Bet:
        """The house puts a lammer down: it plays for an amount that nobody stakes."""
        bet = Bet(seat, self.setup.offer(wager), 0, on, hand=hand, lammer=amount)
        assert bet.offer.lammer
        self.bets.append(bet)
        self._by_hand.setdefault((seat, hand), {})[wager] = bet
        which = f" on hand {hand}" if hand > 1 else ""
        self.event("lammer", cite, f"{bet.offer.title}{which}: a lammer for {money(amount)}", seat=seat)
        return bet

    def put_in(self, seat: int, wager: str, amount: int) -> Bet:
        """A seat adds to its wager, the first time too; below zero, it takes back what nobody called."""
        bet = self.bet(seat, wager)
        if bet is None:
            return self.add_bet(seat, wager, stake=amount)
        bet.stake += amount
        return bet

    def withdraw(self, bet: Bet) -> None:
        """A wager was never made; of several of its kind the first is found by the name of that alone."""
        self.bets.remove(bet)
        found = [other for other in self.bets if (other.seat, other.hand) == (bet.seat, bet.hand)]
        self._by_hand[bet.seat, bet.hand] = {other.wager: other for other in reversed(found)}

    def chips_left(self, seat: int) -> int | None:
        """What a seat can still wager of its stack; None where nobody said how large that is."""
        stack = self.stacks.get(seat)
        if stack is None:
            return None
        paid = sum(fee.amount for fee in self.fees if fee.seat == seat)
        return stack - paid - sum(bet.stake for bet in self.bets if bet.seat == seat)

    def keep(self) -> None:
        """What carries over now stands, even if the round is broken off."""
        self._before: tuple[dict[str, Any], Meters] = (copied(self.carry), self.meters.copy())

    def found(self, irregularity: str) -> Script:
        """The script itself ran into an irregularity, unless somebody has called it already."""
        if any(call.id == irregularity for call in self.calls):
            return
        yield from execute(self, Call(irregularity, automatic=True, at=self.now, after=self._decisions))

    def void_hand(self, seat: int, reason: str, cite: str) -> None:
        """A seat's hand is void and its wagers go back, lost by a fold or not; the other seats play on.

        Without the hand of the player who banks there is nothing to play against, and the round is void.
        """
        if self.player_dealer is not None and seat == self.player_dealer.seat:
            raise RoundOver("void", reason, cite)
        for bet in self.bets:
            if bet.seat == seat and bet.outcome != "void":
                self._undo(bet)
                self._row(bet, "void", 0, 0, "", reason, cite)
        self.out.add(seat)

    def void_undecided(self, seat: int, reason: str, cite: str) -> None:
        """A seat is out of the round: what is not decided goes back, and what is stands."""
        for bet in self.bets:
            if bet.seat == seat and not bet.outcome:
                self.void_bet(bet, reason, cite)
        self.out.add(seat)

    # -- helpers -------------------------------------------------------------------------------------------------

    def _whole(self) -> Script:
        yield from self.moment("bets")
        for fee in fees.due(self):
            self.charge(fee)
        if self.setup.schedule is not None and fees.CREDITED in self.carry:
            fees.use_credit(self, self.setup.schedule.cite)
        for bet in [bet for bet in self.bets if not bet.outcome]:
            self.feed(bet)
        yield from self.game.play(self)

    def _go_on(self, reply: Answer | Call | None) -> None:
        self.asking = ()
        try:
            self.asking = self._script.send(reply)  # type: ignore[arg-type]
        except StopIteration:
            self._finish()
        except RoundOver as over:
            self._break_off(over)

    def _finish(self) -> None:
        unsettled = [bet.name for bet in self.bets if not bet.outcome]
        if unsettled:
            raise AssertionError(f"the script of {self.setup.entry.name} left {unsettled} unsettled")
        self.over = True
        if self._when_over is not None:
            self._when_over(self)

    def _break_off(self, over: RoundOver) -> None:
        """End the round early: whatever it paid or collected is undone and the wagers go back, or stay."""
        self.broken_off = over
        if over.decided_stands and any(bet.outcome not in ("", "void") for bet in self.bets):
            self._void_the_rest(over)
            return
        self.void = over.outcome == "void"
        self.carry, self.meters = self._before
        refused = {row.key: row for row in self.settlements if row.outcome == "void"}
        self.settlements.clear()
        self.movements.clear()
        for fee in self.fees:
            self._move(Account.of_seat(fee.seat), BOX, fee.amount, fee.cite)
        if self.player_dealer is not None:
            self.player_dealer.give_back()
        if self.void and self.setup.entry.fees is not None and self.setup.entry.fees.stand and self.fees:
            fees.stand(self)
        self.settlements += [row for row in refused.values() if any(row.key == bet.key for bet in self.refused)]
        for bet in self.bets:
            bet.stake -= bet.added
            bet.added = 0
            if bet.key in over.alive:
                bet.outcome = ""
                continue
            if bet.key in refused and not self.void:
                self.settlements.append(refused[bet.key])  # it went back already, under a clause of its own
            else:
                self._row(bet, "void" if self.void else "stays", 0, 0, "", over.reason, over.cite)
        if over.settle is not None:
            over.settle(self)
        self._finish()

    def _void_the_rest(self, over: RoundOver) -> None:
        """End the round early where what is decided stands: only wagers that are not go back."""
        for bet in [bet for bet in self.bets if not bet.outcome and bet.key not in over.alive]:
            self.void_bet(bet, over.reason, over.cite)
        if over.settle is not None:
            over.settle(self)
        self._finish()

    def _draw(self, hand: str) -> Card:
        """The next card; when there is none, the round is void, or goes on with the discards."""
        try:
            return self.draws.card(hand)
        except ShoeEmpty:
            self._out_of_cards()
        try:
            return self.draws.card(hand)
        except ShoeEmpty as empty:
            rule, _ = self.setup.irregularities[self._no_cards]
            self.event("remedy", rule.cite, "every card is on the table: the round cannot be completed and is void")
            raise RoundOver("void", rule.trigger, rule.cite) from empty

    @property
    def _no_cards(self) -> str:
        """The irregularity that a shoe is empty; some rulebooks have one of its own for the initial deal."""
        if not (named := [id for id in self.setup.irregularities if id.startswith(NO_CARDS)]):
            raise Refused(f"no card is left (ran_out), and {self.setup.entry.name} has no rule for that")
        return next((id for id in named if self.now in self.setup.irregularities[id][0].moments), NO_CARDS)

    def _out_of_cards(self) -> None:
        rule, remedy = self.setup.irregularities[self._no_cards]
        self.calls.append(Call(self._no_cards, at=self.now, after=self._decisions, automatic=True))
        self.event("irregularity", rule.cite, f"{rule.trigger}: {rule.text}", value=self._no_cards)
        first = len(self.events) - 1
        self.ruled.append(range(first, first + 1))
        if "shuffle_discards" not in remedy:
            self.after.add("reshuffle")
            raise RoundOver("void", rule.trigger, rule.cite)
        self.shuffle_discards()
        if "burn_after_shuffle" in remedy:
            self.burn_after_shuffle(rule.cite)
        self.ruled[-1] = range(first, len(self.events))

    def _noted(self, card: Card) -> bool:
        try:
            return self.draws.note(card)
        except ShoeEmpty:
            self._out_of_cards()
        return self.draws.note(card)

    def _due(self, seats: Collection[int]) -> Script:
        """Irregularities of a record that struck while these seats were awaited, as long as one of them is."""
        for call in list(self._pending):
            if self._asks_anew or self.out.issuperset(seats):
                return
            now = call.at == self.now and call.after <= self._decisions and not call.automatic
            if now and call in self._pending:  # one before it may have asked somebody, and then this one struck
                self._pending.remove(call)
                yield from self._carry_out(self._stamped(call))

    def _carry_out(self, call: Call) -> Script:
        """Execute a call; where somebody decided something for it, the moment it struck at goes on after that."""
        before = self._decisions
        yield from execute(self, call)
        if self._decisions > before:
            self._moments.append(self.now)

    def _stamped(self, call: Call) -> Call:
        return replace(call, at=self.now, after=self._decisions, automatic=False)

    def _admit(self, players: Mapping[int, str], waived: Iterable[tuple[int, str]] = ()) -> None:
        """Refuse the wagers, or the words that go with them, where the table or the game does not take them."""
        admit(self.setup, self.bets, players, waived, self.behind)
        by_numbers = range(1, self.setup.seats + 1) if self.game.without_wagers else ()
        admit_words(self.game, self.says, {*self.seats, *by_numbers})
        if self.game.admit is not None:
            self.game.admit(self)


def _listed(asking: Sequence[Ask]) -> str:
    return " or ".join(f"seat {ask.seat}" for ask in asking)
