"""A table to play at: the felt, one's own seat, the decisions, and what became of the wagers with its clause."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from html import escape
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from pitboss.api import models
from pitboss.api.models import AtTable
from pitboss.api.views import View
from pitboss.engine.hands import Hand
from pitboss.engine.picture import hands_seen, set_so
from pitboss.errors import PitbossError
from pitboss.games import game_of
from pitboss.house.people import Person
from pitboss.money import cents, money
from pitboss.web import table_html
from pitboss.web.betting import Chips, Past, wagered
from pitboss.web.desk import Desk, Look, TooLate, new_key, sentence
from pitboss.web.edges import edges, known_edges
from pitboss.web.felt import SIDEWAYS, Felt, drawings, has_picture, kind_of_table
from pitboss.web.history import History
from pitboss.web.parts import GO_KEY, Live, amount, capital, cited, frame, markup, pill, practice_badge, tag, words
from pitboss.web.places import Place
from pitboss.web.question import Decisions
from pitboss.web.roads import Roads
from pitboss.web.sheets import Sheets
from pitboss.web.telling import Telling, settled
from pitboss.web.tray import Tray

GO = {"wheels": "Spin", "dice": "Roll", "draws": "Draw"}
"""What a table without a dealer is told when the wagers are down."""


class TablePage:
    """One player's page of one table."""

    def __init__(self, desk: Desk, person: Person, table: str, look: Look) -> None:
        self.desk, self.person, self.id = desk, person, table
        self.setup, self.view = look.setup, look.view
        self.closed = look.closed
        self.seat: int | None = None
        self.past = Past()
        self._heard = self._answered = 0
        self._returned: Any = None
        self.notes = known_edges(look.setup) or {}
        self._again = False
        self._looking = asyncio.Lock()
        self.roads = Roads.of(desk, person, table, look.setup)

    # -- building ------------------------------------------------------------------------------------------------

    async def build(self) -> None:
        entry = self.setup.entry
        wide, narrow = await drawings(self.setup)
        with frame(self.person, "Lobby", f"{entry.title}, table {self.id}"):
            with tag("div", "head"):
                words(entry.title, "h1")
                words(f"table {self.id} · {entry.rulebook}", "span", "soft")
                practice_badge(self.view)
                self.status = Live("span")
                with tag("div", "tools"):
                    Sheets(self.setup).buttons()
                    self.history = History(self.desk, self.person, self.id, self.setup)
                    self.history.button()
            self.meters = Live("div", "meters", aria_label="Progressive meters")
            with tag("div", kind_of_table(self.setup)):
                with tag("section", "cloth" if has_picture(self.setup) else "cloth moon", aria_label="The table"):
                    markup("Skip the felt", "a", "skip", href="#hand")
                    self.stage = Live("div", "stage")
                    # Where nothing is laid down before the deal, cards and seats have the room for it.
                    kind = "no-felt" if self._by_turns else "scrolls-sideways" if entry.script in SIDEWAYS else ""
                    with tag("div", kind):
                        self.felt = Felt(wide, narrow, entry.script if has_picture(self.setup) else "circles")
                    self.felt.on("place", self._place)
                    self.felt.on("look", self._look)
                    self.felt.on("key", self._key)
                    self.own = Live("div", "stage own")
                    self.about = Live("div", "about")
                    self.seats = tag("ul", "seats", aria_label="Seats")
                    self.places: dict[int, Place] = {}
                with tag("aside", "panel", id="panel", aria_label="Your seat"):
                    self._panel()
            # What moves money stays where it is, whatever else the page has to tell.
            with tag("section", "hand-bar", id="hand", aria_label="Your chips"):
                with tag("div", "above"):
                    self.trouble = Live("div", "trouble", role="alert")
                    self.decisions = Decisions(self._act, self._comes_to)
                self.tray.build_bar()
        ui.timer(1.0, self._tick)
        await self._look_at_the_shoe()
        self.paint()
        stop = self.desk.listen(self.person, self.id, self.refresh)
        ui.context.client.on_delete(stop)
        if not self.notes:
            ui.timer(0.1, self._find_edges, once=True)

    def _panel(self) -> None:
        self.telling = Telling(self.setup, self._add_word)
        self.tray = Tray(self.setup, self)
        self.telling.build_result()
        if self.roads is not None:
            self.roads.build()
        self.tray.build_rest()
        self.telling.build_rest()

    # -- looking -------------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Look again; what changes while looking is looked at after that. The page is up to date when this returns."""
        self._again = True
        async with self._looking:
            while self._again:
                self._again = False
                look = await self.desk.table(self.person, self.id, self.seat)
                self.view, self.closed = look.view, look.closed
                await self._look_at_the_shoe()
                if self.felt.is_deleted:
                    return
                with self.felt:
                    self.paint()

    async def _look_at_the_shoe(self) -> None:
        if self.roads is not None:
            await self.roads.look(self.view["round"])

    @property
    def mine(self) -> View | None:
        """The seat that is being played on this page."""
        return next((seat for seat in self.view["seats"] if seat["seat"] == self.seat), None)

    @property
    def auto(self) -> bool:
        return bool(self.view["betting"]["auto_deal"])

    @property
    def go(self) -> str:
        if not any(offer.placed == "before_deal" for offer in self.setup.offers.values()):
            return "Deal me in"
        return GO.get(self.setup.entry.family, "Deal")

    def paint(self) -> None:
        """Show everything as it is now."""
        self._find_seat()
        self.past.keep(wagered(self.setup, settled(self.view)))
        view = self.view
        played = view["round"]
        events = played["events"] if played else []
        self.status.tell("data-entry", str(view["number"]))
        self.status.show(self._status())
        self.meters.show(table_html.meters(view["meters"]))
        self.stage.show(
            table_html.stage(events, self.setup, self.setup.entry.bank.kind == "player_dealer") + self._shown()
        )
        held = hands_seen(events)
        self.own.show(self._own(held))
        self._paint_seats(held)
        self._paint_felt()
        self.tray.paint()
        asking = view["asking"]
        about = table_html.asked_about(asking, held, self.setup)
        viewed = table_html.viewed(asking, events)
        exchanged = table_html.exchanged(asking, held)
        self.decisions.show(asking if asking and asking["yours"] else None, self._lying(), about, viewed, exchanged)
        self.telling.paint(view, self.notes)
        self.telling.ask(asking)
        if self.roads is not None:
            self.roads.paint()
        self._tell_what_came_back()

    def _find_seat(self) -> None:
        seats = self.view["you"]["seats"]
        asking = self.view["asking"]
        if asking and asking["yours"]:
            self.seat = asking["seat"]
        elif self.seat not in seats:
            self.seat = seats[0] if seats else None

    @property
    def chips(self) -> Chips:
        """The chips on the felt of the seat that is being played, as the table has them."""
        return Chips(self.setup) if self.mine is None else Chips.seen(self.setup, self.mine)

    def _lying(self) -> str:
        """What the seat that is played has on the felt, in a line beside what it is asked."""
        lying = self.chips
        if self._by_turns:
            put_in = sum(lying.amount(area) for area in lying.areas)
            return " · ".join([*self.view["shown"], *([f"you have put in {money(put_in)}"] if put_in else [])])
        told = [f"{table_html.area_title(area, self.setup)} {money(lying.amount(area))}" for area in lying.areas]
        lammers = self.own_lammers.items()
        return ", ".join(
            [*told, *(f"{table_html.area_title(area, self.setup)} lammer {each}" for area, each in lammers)]
        )

    def _tell_what_came_back(self) -> None:
        """Wagers that the table gave back, and why; said once."""
        back = self.mine["returned"] if self.mine else None
        if back and back != self._returned:
            self.say(f"your wagers for round {back['round']} came back to you: {back['why']}", back["cite"])
        self._returned = back

    @property
    def going_on(self) -> bool:
        return bool(self.view["round"] and self.view["round"]["going_on"])

    def _status(self) -> str:
        if self.view["status"] != "open":
            return pill("closed", "closed")
        if self.view["pending"]:
            return pill("waiting for the floor", "busy")
        if self.view["stopped"]:
            return pill("stopped until repaired", "busy")
        if self.going_on:
            asking = self.view["asking"]
            if asking is None:
                return pill("round going on", "busy")
            whose = "your decision" if asking["yours"] else f"seat {asking['seat']} decides"
            return pill(f"{whose}{self._left(asking['seconds_left'])}", "busy")
        if game_of(self.setup.entry).takes_part:
            return pill("waiting for the next hand", "open")
        betting = self.view["betting"]
        return pill(f"bets open{self._left(betting['seconds_left'])}" if betting["open"] else "no more bets", "open")

    @staticmethod
    def _left(seconds: float | None) -> str:
        return "" if seconds is None else f" · {seconds:.0f} s"

    def _tick(self) -> None:
        """Count down what is running out."""
        for timed in (self.view["betting"], self.view["asking"]):
            if timed and timed["seconds_left"] is not None:
                timed["seconds_left"] = max(0.0, timed["seconds_left"] - 1)
        self.status.show(self._status())

    def _own(self, held: dict[Hand, list[str]]) -> str:
        """The player's own cards, large."""
        own = {hand: pieces for hand, pieces in held.items() if hand.owner in self.view["you"]["seats"]}
        several = len({hand.owner for hand in own}) > 1
        asked = self.view["asking"]["hand"] if self.view["asking"] else None
        called = self.setup.entry.cards.pieces if self.setup.entry.cards is not None else "cards"
        shown = []
        comes_to = table_html.read(held, self.setup)
        numbered = any(hand.number > 1 for hand in own)
        for hand, pieces in own.items():
            name = hand.name or ("hand 1" if numbered else called)
            told = f"Your {name}" + (f" at seat {hand.owner}" if several else "")
            told += f": {comes_to[hand]}" if hand in comes_to else ""
            lammers = [amount(worth) for worth in self._lammers(hand).values()]
            active = hand == asked and len(own) > 1
            shown.append(table_html.figure(pieces, told, active, lammers=lammers, one_of_several=numbered))
        return "".join(shown)

    def _lammers(self, hand: Hand) -> dict[str, str]:
        """What lammers on one of the player's own hands play for."""
        seat = next((seat for seat in self.view["seats"] if seat["seat"] == hand.owner), None)
        return table_html.lammers_up(seat, hand.number) if seat is not None else {}

    def _comes_to(self, hand: str, groups: Mapping[str, Sequence[str]]) -> str:
        """What a hand comes to when it is set so: ``Low: ace high. High: pair of queens.``"""
        return set_so(game_of(self.setup.entry), self.setup, Hand(hand), groups)

    def _shown(self) -> str:
        lines = self.view["shown"]
        return "".join(f'<p class="said">{escape(line)}</p>' for line in lines)

    def _paint_seats(self, hands: dict[Hand, list[str]]) -> None:
        """Each seat is told again where it changed; what has the focus keeps it."""
        view = self.view
        asked = view["asking"]["seats"] if view["asking"] else ()
        bank = view["bank"]["seat"] if view["bank"] else None
        may_sit = self.person.role == "player" and view["status"] == "open"
        for seat in view["seats"]:
            number, free = seat["seat"], seat["name"] is None
            place = self.places.get(number) or self._add_place(number, len(view["seats"]))
            kind = f"seat{' yours' * seat['yours']}{' asked' * (number in asked)}{' free' * free}"
            marks = table_html.marks(view["round"]["events"], number) if view["round"] and self._by_turns else []
            if self._by_turns and seat["up"] and seat["chips"] == "0.00" and "all_in" not in marks:
                marks.append("all in")
            inside = table_html.seat_inside(seat, self.setup, hands, number == bank, marks)
            place.show(kind, inside, free and may_sit)

    @property
    def _by_turns(self) -> bool:
        """True where players go by what the others before them have done."""
        return game_of(self.setup.entry).stacks

    def _add_place(self, number: int, seats: int) -> Place:
        with self.seats:
            self.places[number] = Place(number, seats, lambda: self._sit(number))
        return self.places[number]

    def _paint_felt(self) -> None:
        chips: dict[str, dict[str, Any]] = {}
        lying, between = self.chips, not self.going_on
        for area in lying.areas:
            chips[area] = {"mine": money(lying.amount(area)), "stands": between and lying.stands(area)}
        for area, worth in self.own_lammers.items():
            chips.setdefault(area, {})["lammer"] = worth
        if has_picture(self.setup):
            for area, total in self._others().items():
                chips.setdefault(area, {})["others"] = money(total)
        played = self.view["round"]
        won = [
            f"{row['wager']} {row.get('on') or ''}".strip()
            for row in (played["settlements"] if played and not played["going_on"] else ())
            if row["outcome"] == "win" and row["seat"] in played["seats"]
        ]
        self.felt.show(
            round=self.view["betting"]["round"],
            chips=chips,
            notes=self.notes,
            hits=won,
            shut=self._shut(),
            closed=self.closed,
            answered=self._answered,
        )

    @property
    def own_lammers(self) -> dict[str, str]:
        """What lammers before the seat that is played stand for, by area."""
        mine = {} if self.mine is None else table_html.lammers_up(self.mine)
        return {area: amount(worth) for area, worth in mine.items()}

    def _shut(self) -> str:
        """Why no chip can be laid now at all."""
        if self.seat is None:
            return "Take a seat first."
        if self.going_on:
            return "No more bets: the round is going on."
        return "" if self.view["betting"]["open"] else "No more bets now."

    def _others(self) -> dict[str, int]:
        """What everybody else has on each area."""
        found: dict[str, int] = {}
        for seat in self.view["seats"]:
            if seat["seat"] == self.seat:
                continue
            up = table_html.wagers_up(seat)
            for area, staked in up.items():
                found[area] = found.get(area, 0) + cents(staked)
        return {area: total for area, total in found.items() if total}

    async def _find_edges(self) -> None:
        self.notes = await edges(self.setup)
        if self.felt.is_deleted:
            return
        with self.felt:
            self._paint_felt()
            self.telling.paint(self.view, self.notes)

    # -- acting --------------------------------------------------------------------------------------------------

    async def do(self, command: AtTable, key: str = "") -> dict[str, Any] | None:
        """Do something, once for its key, or say why not."""
        self.say("")  # before it is done: what comes of it may be told while this waits
        try:
            done = await self.desk.do(self.person, self.id, command, key)
        except Exception as error:
            self.say(*sentence(error))
            return None
        await self.refresh()
        return done

    def say(self, text: str, cite: str = "") -> None:
        """Tell the player what stands in the way."""
        self.trouble.show(cited(capital(text), cite) if text else "")

    async def _sit(self, seat: int) -> None:
        """Sit down with chips, in one step; without any where the cage sells them, or where one has some here."""
        cage_sells = await self.desk.ask(self.person, None, lambda house: house.settings.cage_buy_ins)
        if self.mine is None and not cage_sells:
            self.tray.ask_buy_in(seat)
        elif await self.do(models.Sit(seat=seat)) is not None:
            self.seat = seat
            self.paint()
            self.tray.ask_buy_in()

    async def _add_word(self, word: str) -> None:
        try:
            command = models.AddWord(word=word)
        except ValueError:
            self.say("a word has at least one and at most 64 characters that can be printed")
            return
        await self.do(command)

    async def _act(self, action: str, key: str) -> None:
        asking, played = self.view["asking"], self.view["round"]
        if asking is None or not asking["yours"] or played is None:
            return
        try:
            command = models.Act(
                seat=asking["seat"], action=action, round=played["number"], decision=asking["decision"]
            )
        except ValueError as error:
            self.say(*sentence(error))
            return
        await self.do(command, key)

    async def _place(self, event: GenericEventArguments) -> None:
        """A chip was put on an area, or taken off it; it is for the round that the browser showed.

        The browser numbers its clicks, so one that is sent again is known. Chips are in memory until a round is dealt,
        as this page is; a key that is written down would outlive both.
        """
        sent = event.args
        area, kind, click = str(sent["area"]), str(sent["kind"]), int(sent["click"])
        if click <= self._heard:
            return
        self._heard = click
        await self.change(area, kind, str(sent["amount"]), int(sent["round"]))
        self._answered = max(self._answered, click)
        self._paint_felt()

    async def change(self, area: str, kind: str, typed: str = "", number: int | None = None) -> None:
        """Change what lies on an area: it is wagered at once, or refused with the reason beside it."""
        chip = self.tray.chip
        try:
            amount = cents(typed) if kind == "set" else chip
        except PitbossError as error:
            self._refuse(area, *sentence(error))
            return
        taking = kind == "remove" or (kind == "add" and self.tray.removing)

        def change(chips: Chips) -> None:
            if kind == "set":
                chips.put(area, amount)
            elif taking:
                chips.remove(area, chip)
            else:
                chips.add(area, chip)

        await self.lay(change, number, area)

    async def lay(
        self, change: Callable[[Chips], None], number: int | None = None, area: str = "", undoing: bool = False
    ) -> bool:
        """Lay chips otherwise than they lie now; False, with the reason, where the table does not take that."""
        if self.seat is None:
            self._refuse(area, "take a seat first")
            return False
        seat, number = self.seat, self.view["betting"]["round"] if number is None else number
        self.say("")
        try:
            before = await self.desk.lay(self.person, self.id, seat, number, change)
        except TooLate as late:
            title = f"{table_html.area_title(area, self.setup)}: " if area else ""
            await self.refresh()
            self._refuse(area, f"{title}{late.sentence}")
            return False
        except Exception as error:
            with suppress(Exception):  # somebody who was sent away sees nothing more
                await self.refresh()
            self._refuse(area, *sentence(error))
            return False
        if not undoing:
            self.past.note(seat, number, before)
        await self.refresh()
        return True

    def _refuse(self, area: str, text: str, cite: str = "") -> None:
        """A chip is not taken: it is not left lying there, and the reason stands beside the place and in words."""
        self.say(text, cite)
        if area:
            self.felt.tell(area, capital(text))

    async def go_on(self) -> None:
        """The wagers are down: each of the seats is ready, and the table deals when everybody is."""
        number, key = self.view["betting"]["round"], self.tray.go_key
        for seat in self.view["you"]["seats"]:
            bank = self.view["bank"]
            if bank is not None and bank["seat"] == seat and not bank["alternates"]:
                continue
            if self.view["seats"][seat - 1]["away"]:
                continue
            self._returned = None  # what comes back again, for the same reason, is told again
            if await self.do(models.Ready(seat=seat, round=number), f"{key}-{seat}") is None:
                return
        if self.view["betting"]["round"] == number and not self.going_on:
            self.tray.go_key = new_key()  # nothing was dealt: who asks again means it

    def play(self, seat: int) -> None:
        """Play another of one's seats."""
        self.seat = seat
        self.paint()

    # -- the keyboard and the pointer ----------------------------------------------------------------------------

    async def _key(self, event: GenericEventArguments) -> None:
        key = str(event.args["key"])
        if (action := self.decisions.shortcut(key)) is not None:
            await self._act(action, self.decisions.key)
        elif key == GO_KEY:
            await self.tray.go()

    def _look(self, event: GenericEventArguments) -> None:
        """Tell about the area under the pointer, or the one that has the focus."""
        area = str(event.args["area"])
        offer = self.setup.offers.get(area.partition(" ")[0])
        if offer is None:
            return
        text = self.setup.entry.wagers[offer.id].text
        edge = self.notes.get(area) or self.notes.get(offer.id)
        told = [table_html.area_title(area, self.setup)] + ([f"house edge {edge}"] if edge else [])
        self.about.show(f"<b>{escape(' · '.join(told))}</b> {cited(text, offer.cite)}")
