"""A table to play at: the felt, one's own seat, the decisions, and what became of the wagers with its clause."""

from html import escape
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from pitboss.api import models
from pitboss.api.models import AtTable
from pitboss.api.views import View
from pitboss.errors import PitbossError
from pitboss.house.people import Person
from pitboss.money import cents, money
from pitboss.web import stage
from pitboss.web.betting import Draft, Drafts
from pitboss.web.deciding import Decisions
from pitboss.web.desk import Desk, Look, sentence
from pitboss.web.edges import edges, known_edges
from pitboss.web.felt import BROAD, SIDEWAYS, Felt, drawings, has_picture
from pitboss.web.history import History
from pitboss.web.parts import (
    Live,
    amount,
    capital,
    cited,
    frame,
    markup,
    pill,
    practice_badge,
    tag,
    words,
)
from pitboss.web.places import Place
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
        self.drafts = Drafts(look.setup)
        self.seat: int | None = None
        self.notes = known_edges(look.setup) or {}
        self._busy = self._again = False

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
            with tag("div", "at-table broad" if entry.script in BROAD else "at-table"):
                with tag("section", "cloth" if has_picture(self.setup) else "cloth moon", aria_label="The table"):
                    markup("Skip the felt", "a", "skip", href="#panel")
                    self.stage = Live("div", "stage")
                    with tag("div", "scrolls-sideways" if entry.script in SIDEWAYS else ""):
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
        ui.timer(1.0, self._tick)
        self.paint()
        stop = self.desk.listen(self.person, self.id, self.refresh)
        ui.context.client.on_delete(stop)
        if not self.notes:
            ui.timer(0.1, self._find_edges, once=True)

    def _panel(self) -> None:
        self.telling = Telling(self.setup)
        self.trouble = Live("div", "trouble", role="alert")
        self.decisions = Decisions(self._act)
        self.telling.build_result()
        self.tray = Tray(self.setup, self)
        self.telling.build_rest()

    # -- looking -------------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Look again; what changes while looking is looked at after that."""
        self._again = True
        if self._busy:
            return
        self._busy = True
        try:
            while self._again:
                self._again = False
                self.view = (await self.desk.table(self.person, self.id)).view
                if self.felt.is_deleted:
                    return
                with self.felt:
                    self.paint()
        finally:
            self._busy = False

    @property
    def mine(self) -> View | None:
        """The seat that is being played on this page."""
        return next((seat for seat in self.view["seats"] if seat["seat"] == self.seat), None)

    @property
    def auto(self) -> bool:
        return bool(self.view["betting"]["auto_deal"])

    @property
    def go(self) -> str:
        return GO.get(self.setup.entry.family, "Deal")

    def paint(self) -> None:
        """Show everything as it is now."""
        self._find_seat()
        self._begin_betting()
        view = self.view
        played = view["round"]
        events = played["events"] if played else []
        self.status.tell("data-entry", str(view["number"]))
        self.status.show(self._status())
        self.meters.show(stage.meters(view["meters"]))
        self.stage.show(stage.stage(events, self.setup, view["bank"] is not None) + self._shown())
        held = stage.hands(events)
        self.own.show(self._own(held))
        self._paint_seats(held)
        self._paint_felt()
        self.tray.paint()
        asking = view["asking"]
        self.decisions.show(asking if asking and asking["yours"] else None)
        self.telling.paint(view, self.notes)
        self.telling.ask(asking)

    def _find_seat(self) -> None:
        seats = self.view["you"]["seats"]
        asking = self.view["asking"]
        if asking and asking["yours"]:
            self.seat = asking["seat"]
        elif self.seat not in seats:
            self.seat = seats[0] if seats else None

    @property
    def draft(self) -> Draft:
        """The chips on the felt of the seat that is being played."""
        return self.drafts.at(self.seat)

    def _begin_betting(self) -> None:
        if not self._going_on:
            self.drafts.keep(settled(self.view))
            mine = [seat for seat in self.view["seats"] if seat["yours"]]
            self.drafts.begin(self.view["betting"]["round"], mine)

    @property
    def _going_on(self) -> bool:
        return bool(self.view["round"] and self.view["round"]["going_on"])

    def _status(self) -> str:
        if self.view["status"] != "open":
            return pill("closed", "closed")
        if self.view["pending"]:
            return pill("waiting for the floor", "busy")
        if self.view["stopped"]:
            return pill("stopped until repaired", "busy")
        if self._going_on:
            asking = self.view["asking"]
            if asking is None:
                return pill("round going on", "busy")
            whose = "your decision" if asking["yours"] else f"seat {asking['seat']} decides"
            return pill(f"{whose}{self._left(asking['seconds_left'])}", "busy")
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

    def _own(self, held: dict[str, list[str]]) -> str:
        """The player's own cards, large."""
        seats = [seat for seat in self.view["you"]["seats"] if f"seat {seat}" in held]
        several = len(seats) > 1
        return "".join(
            stage.figure(held[f"seat {seat}"], f"Your cards at seat {seat}" if several else "Your cards")
            for seat in seats
        )

    def _shown(self) -> str:
        lines = self.view["shown"]
        return "".join(f'<p class="said">{escape(line)}</p>' for line in lines)

    def _paint_seats(self, hands: dict[str, list[str]]) -> None:
        """Each seat is told again where it changed; what has the focus keeps it."""
        view = self.view
        asked = view["asking"]["seat"] if view["asking"] else None
        bank = view["bank"]["seat"] if view["bank"] else None
        may_sit = self.person.role == "player" and view["status"] == "open"
        for seat in view["seats"]:
            number, free = seat["seat"], seat["name"] is None
            place = self.places.get(number) or self._add_place(number, len(view["seats"]))
            kind = f"seat{' yours' * seat['yours']}{' asked' * (number == asked)}{' free' * free}"
            place.show(kind, stage.seat_inside(seat, hands.get(f"seat {number}", ()), number == bank), free and may_sit)

    def _add_place(self, number: int, seats: int) -> Place:
        with self.seats:
            self.places[number] = Place(number, seats, lambda: self._sit(number))
        return self.places[number]

    def _paint_felt(self) -> None:
        chips: dict[str, dict[str, Any]] = {}
        mine = self.mine
        if self._going_on:
            for each in mine["up"] if mine else ():
                chips[each["wager"]] = {"mine": amount(each["amount"])}
        else:
            taken = mine is not None and dict(mine["placed"]) == self.draft.wagers
            for area in self.draft.areas:
                stands = self.draft.stands(area)
                chips[area] = {
                    "mine": money(self.draft.amount(area)),
                    "stands": stands,
                    "ready": stands or taken or self.auto,
                }
        if has_picture(self.setup):
            for area, total in self._others().items():
                chips.setdefault(area, {})["others"] = money(total)
        played = self.view["round"]
        won = [
            f"{row['wager']} {row.get('on') or ''}".strip()
            for row in (played["settlements"] if played and not played["going_on"] else ())
            if row["outcome"] == "win" and row["seat"] in played["seats"]
        ]
        open_ = bool(self.view["betting"]["open"]) and self.seat is not None
        self.felt.show(open=open_, chips=chips, notes=self.notes, hits=won)

    def _others(self) -> dict[str, int]:
        """What everybody else has on each area."""
        found: dict[str, int] = {}
        for seat in self.view["seats"]:
            if seat["seat"] == self.seat:
                continue
            up = {each["wager"]: each["amount"] for each in seat["up"]} | dict(seat["placed"])
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

    async def do(self, command: AtTable) -> dict[str, Any] | None:
        """Do something, or say why not."""
        try:
            done = await self.desk.do(self.person, self.id, command)
        except Exception as error:
            self.say(*sentence(error))
            return None
        self.trouble.show("")
        await self.refresh()
        return done

    def say(self, text: str, cite: str = "") -> None:
        """Tell the player what stands in the way."""
        self.trouble.show(cited(capital(text), cite) if text else "")

    async def _sit(self, seat: int) -> None:
        if await self.do(models.Sit(seat=seat)) is not None:
            self.seat = seat
            self.paint()
            self.tray.ask_buy_in()

    async def _act(self, action: str) -> None:
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
        await self.do(command)

    async def _place(self, event: GenericEventArguments) -> None:
        """A chip was put on an area, or taken off it."""
        area, kind = str(event.args["area"]), str(event.args["kind"])
        await self.change(area, kind, str(event.args.get("amount", "")))

    async def change(self, area: str, kind: str, typed: str = "") -> None:
        """Change what lies on an area, as far as the table would have it."""
        if self.seat is None:
            self.say("take a seat first")
            return
        if not self.view["betting"]["open"]:
            self.say("no more bets now")
            return
        try:
            if kind == "set":
                self.draft.type(area, typed)
            elif kind == "remove" or self.tray.removing:
                self.draft.remove(area, self.tray.chip)
            else:
                self.draft.add(area, self.tray.chip)
            have = cents(self.mine["chips"]) if self.mine else 0
            if self.draft.total > have:
                self.draft.undo()
                self.say(f"you have {money(have)} at this table; buy in for more")
                return
        except PitbossError as error:
            self.say(*sentence(error))
            return
        await self.changed()

    async def changed(self) -> bool:
        """The chips lie otherwise: tell the table, or find out whether it would take them; False where it would not."""
        wagers, seat = self.draft.wagers, self.seat
        assert seat is not None
        taken = True
        try:
            if self.auto:
                await self.desk.would_take(self.person, self.id, seat, wagers, self.draft.says)
            else:
                number = self.view["betting"]["round"]
                command = models.Bet(seat=seat, wagers=wagers, says=self.draft.says, round=number)
                await self.desk.do(self.person, self.id, command)
            self.say("")
        except Exception as error:
            taken = False
            if not self.auto:
                await self._take_back(seat)
            self.say(*sentence(error))
        self._paint_felt()
        self.tray.paint()
        return taken

    async def _take_back(self, seat: int) -> None:
        """What the table does not take as it lies there now is not left half placed."""
        try:
            await self.desk.do(self.person, self.id, models.Bet(seat=seat, wagers={}))
        except Exception as error:
            self.say(*sentence(error))

    async def go_on(self) -> None:
        """The wagers are down: deal, spin or roll where no dealer does. The table waits for each of the seats."""
        number, waits = self.view["betting"]["round"], False
        for seat in self.view["you"]["seats"]:
            draft = self.drafts.at(seat)
            if draft.wagers or draft.says:
                done = await self.do(
                    models.Bet(seat=seat, wagers=draft.wagers, says=draft.says, ready=True, round=number)
                )
            elif self.view["bank"] is None or self.view["bank"]["seat"] != seat:
                done = await self.do(models.Ready(seat=seat, round=number))
                waits = bool(draft.standing)
            else:
                continue
            if done is None:
                return
        if waits and self.view["betting"]["round"] == number:
            await self._say_what_is_missing(number)

    async def _say_what_is_missing(self, number: int) -> None:
        """Only standing wagers are up, and nothing is dealt: perhaps a rule wants something first."""
        others = [seat for seat in self.view["seats"] if seat["name"] is not None and not seat["yours"]]
        if self.seat is None or any(not seat["ready"] and not seat["placed"] for seat in others):
            return
        try:
            await self.desk.would_take(self.person, self.id, self.seat, {}, [], even_none=True)
        except PitbossError as error:
            await self.refresh()
            if not self._going_on and self.view["betting"]["round"] == number:
                self.say(*sentence(error))

    def play(self, seat: int) -> None:
        """Play another of one's seats."""
        self.seat = seat
        self.paint()

    # -- the keyboard and the pointer ----------------------------------------------------------------------------

    async def _key(self, event: GenericEventArguments) -> None:
        key = str(event.args["key"])
        if (action := self.decisions.shortcut(key)) is not None:
            await self._act(action)
        elif key == "d" and self.auto and self.view["betting"]["open"] and self.seat is not None:
            await self.go_on()

    def _look(self, event: GenericEventArguments) -> None:
        """Tell about the area under the pointer, or the one that has the focus."""
        area = str(event.args["area"])
        offer = self.setup.offers.get(area.partition(" ")[0])
        if offer is None:
            return
        text = self.setup.entry.wagers[offer.id].text
        edge = self.notes.get(area) or self.notes.get(offer.id)
        told = [stage.area_title(area, self.setup)] + ([f"house edge {edge}"] if edge else [])
        self.about.show(f"<b>{escape(' · '.join(told))}</b> {cited(text, offer.cite)}")
