"""The dealer's view of a table: deal, the procedures as a checklist, and the irregularities that can be called."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from html import escape
from typing import Any

from nicegui import ui
from nicegui.element import Element

from pitboss.api import models
from pitboss.api.commands import MINDS_TABLES
from pitboss.api.models import AtTable
from pitboss.api.views import View, irregularities_view, procedures_view
from pitboss.engine.hands import Hand
from pitboss.engine.picture import hands_seen
from pitboss.errors import PitbossError
from pitboss.games import game_of
from pitboss.house.house import House
from pitboss.house.people import Person
from pitboss.money import cents, dollars, money
from pitboss.rulebook.remedies import remedied
from pitboss.web import table_html
from pitboss.web.desk import Desk, Look, new_key, sentence
from pitboss.web.felt import SIDEWAYS, Felt, drawings, has_picture, kind_of_table
from pitboss.web.parts import (
    Live,
    Rows,
    able,
    button,
    capital,
    choice,
    cited,
    field,
    frame,
    markup,
    pill,
    practice_badge,
    tag,
    words,
)
from pitboss.web.roads import Roads
from pitboss.web.sheets import Sheets
from pitboss.web.table import GO


class DealerPage:
    """One dealer's page of one table."""

    def __init__(self, desk: Desk, person: Person, table: str, look: Look) -> None:
        self.desk, self.person, self.id = desk, person, table
        self.setup, self.view = look.setup, look.view
        self.wanted: dict[str, str] = {}
        self.key = self._call_key = self._sale_key = new_key()
        self.irregularities: dict[str, View] = {}
        self._asking: Any = None
        self._amount = "500"
        self._busy = self._again = False
        self.roads = Roads.of(desk, person, table, look.setup)

    async def build(self) -> None:
        entry = self.setup.entry
        await self._look_up()
        await self._look_at_the_shoe()
        self._sells = self._minds and await self.desk.ask(self.person, None, lambda house: house.settings.cage_buy_ins)
        wide, narrow = await drawings(self.setup)
        with frame(self.person, "Lobby", f"Dealing {entry.title}, table {self.id}"):
            with tag("div", "head"):
                words(entry.title, "h1")
                words(f"table {self.id} · {entry.rulebook} · dealer's view · {self._times()}", "span", "soft")
                practice_badge(self.view)
                self.status = Live("span")
                with tag("div", "tools"):
                    Sheets(self.setup).buttons()
            with tag("div", kind_of_table(self.setup)):
                with tag("section", "cloth", aria_label="The table"):
                    self.stage = Live("div", "stage")
                    with tag("div", "scrolls-sideways" if entry.script in SIDEWAYS else ""):
                        self.felt = Felt(wide, narrow, entry.script if has_picture(self.setup) else "circles")
                    self.felt.set_visibility(has_picture(self.setup))
                    self.seats = Live("ul", "seats", aria_label="Seats")
                with tag("aside", "panel", aria_label="Dealing"):
                    self._panel()
        self.paint()
        ui.context.client.on_delete(self.desk.listen(self.person, self.id, self.refresh))

    def _times(self) -> str:
        """The table's time limits in words."""
        pace = self.view["pace"]
        told = {"bet": pace["betting"], "decide": pace["decision"]}
        return ", ".join(f"{f'{limit:g} seconds' if limit else 'no limit'} to {what}" for what, limit in told.items())

    def _panel(self) -> None:
        with tag("section", "card stack", aria_label="The round"):
            verb = GO.get(self.setup.entry.family, "Deal")
            self.deal = button(verb, self._deal, "main")
            self.bets = Live("div", aria_live="polite")
            self.next = Live("p", "next", role="status")
            self.asked = tag("div", "stack")
            self.bank = Rows(tag("div", "stack"))
        self.trouble = Live("div", "trouble", role="alert")
        self.waiting = Rows(tag("div", "stack"))
        with tag("section", "card stack", aria_label="Call an irregularity"):
            words("Call an irregularity", "h2")
            self._call_form()
        with tag("section", "card stack", aria_label="Procedures"):
            words("Procedures", "h2")
            if not self.procedures:
                words("This entry names none.", classes="soft")
            self.checklist = Rows(tag("div", "stack"))
        if self.setup.schedule is not None and self.setup.schedule.half_hour:
            with tag("section", "card stack", aria_label="Fees by the half hour"):
                words("Fees by the half hour", "h2")
                self._collecting()
        self.result = Live("section", "card result", aria_label="The last round")
        if self.roads is not None:
            self.roads.build()
        with tag("details", "card"):
            words("What happened in this round", "summary")
            self.log = Live("div")
        with tag("section", "card", aria_label="The table itself"), tag("div", "row"):
            self.close = button("Close the table", lambda: self.do(models.Close()), "warn")
            self.reopen = button("Open it again", lambda: self.do(models.Reopen()))
            self.repaired = button("It is repaired", lambda: self.do(models.Repaired()))
        if self._minds:
            with tag("section", "card stack", aria_label="Players"):
                self._players()

    def _collecting(self) -> None:
        """Collect from everybody who sits there; for a new game, with the time when it started."""
        told = {"time": "", "started": ""}
        with tag("div", "form"):
            field("On the hour or the half hour", partial(told.__setitem__, "time"), placeholder="8:00")
            field("A new game started at", partial(told.__setitem__, "started"), placeholder="7:10")

            async def collect() -> None:
                try:
                    command = models.Collect(time=told["time"].strip(), started=told["started"].strip() or None)
                except ValueError as error:
                    self.say(*sentence(error))
                    return
                await self.do(command)

            button("Collect", collect)

    # -- irregularities ------------------------------------------------------------------------------------------

    def _call_form(self) -> None:
        if not self.irregularities:
            words("This entry names none.", classes="soft")
            return
        self.wanted = dict.fromkeys(("seat", "wager", "amount", "count", "on_table", "card", "at", "note"), "")
        order = sorted(self.irregularities, key=lambda name: bool(self.irregularities[name]["disproved"]))
        self.wanted["id"] = order[0]  # what the deal itself disproves is never what happened
        with tag("div", "form"):
            triggers = {name: capital(self.irregularities[name]["trigger"]) for name in order}
            choice("What happened", self._chosen, triggers)
            self.ruling = Live("div", "small")
            with tag("div", "two"):
                self.seat_field = self._field("seat", "Seat", inputmode="numeric")
                self.wager_field = self._field("wager", "Wager, as the felt names it", placeholder="split 8-11")
                self.amount_field = self._field("amount", "Amount, if not all of it", inputmode="decimal")
                self.count_field = self._field("count", "Cards left", inputmode="numeric")
                self.on_table_field = self._field("on_table", "Cards on the table, if counted", inputmode="numeric")
                self.card_field = self._field("card", "Card", placeholder="Ah")
                self.moments = {name: self._moments(row["moments"]) for name, row in self.irregularities.items()}
            self.note_field = self._field("note", "What happened, for the floor", maxlength="200")
            self.call = button("Call it", self._call, "main", aria_describedby="why-not")
            self.why_not = Live("p", "soft small", id="why-not")
        self._chosen(self.wanted["id"])

    def _field(self, name: str, label: str, **attributes: str) -> Any:
        def typed(text: str) -> None:
            self.wanted[name], self._call_key = text.strip(), new_key()
            self._paint_call()

        return field(label, typed, **attributes)

    def _moments(self, moments: list[str]) -> Element:
        """The moments at which an irregularity may happen, to choose from."""

        def chosen(moment: str) -> None:
            self.wanted["at"], self._call_key = moment, new_key()

        told = {"": "the first that comes"} | {moment: moment.replace("_", " ") for moment in moments}
        return choice("Moment", chosen, told)

    def _chosen(self, name: str) -> None:
        """Show what the rule says, and ask for what it needs."""
        row = self.irregularities[name]
        self.wanted["id"], self._call_key = name, new_key()
        remedy = remedied(row["remedy"], row["names_wager"])
        floor = pill("the floor confirms", "busy") if row["floor"] else ""
        moments = " or ".join(moment.replace("_", " ") for moment in row["moments"])
        told = f"Not called here: {row['disproved']}." if row["disproved"] else f"Called at {moments}."
        self.ruling.show(
            f"<p>{cited(capital(row['text']), row['cite'])}</p><p class=soft>Then: {escape(remedy)}.</p>"
            f"<p class=soft>{escape(told)} {floor}</p>"
        )
        self.note_field.set_visibility(row["note"])
        self.seat_field.set_visibility(row["names_seat"] or row["names_wager"])
        self.wager_field.set_visibility(row["names_wager"])
        self.amount_field.set_visibility(row["names_amount"])
        self.count_field.set_visibility(row["names_count"])
        self.on_table_field.set_visibility(row["names_count"])
        self.card_field.set_visibility(row["names_card"])
        for other, choosing in self.moments.items():
            choosing.set_visibility(other == name and len(row["moments"]) > 1)
        self._paint_call()

    def _missing(self) -> str:
        """Why what is chosen and typed cannot be called now; empty where it can."""
        row, sent = self.irregularities[self.wanted["id"]], self.wanted
        if self.view["pending"]:
            return "the floor decides first on what was called"
        if row["why_not"]:
            return str(row["why_not"])
        if (row["names_seat"] or row["names_wager"]) and not sent["seat"]:
            return "say which seat it concerns"
        if row["names_wager"] and not sent["wager"]:
            return "say which wager it concerns"
        if row["names_count"] and not sent["count"]:
            return "say how many cards are left"
        return "say what happened, for the floor" if row["note"] and not sent["note"] else ""

    def _paint_call(self) -> None:
        """Show whether what is chosen can be called, and why not."""
        if self.irregularities:
            why = self._missing()
            able(self.call, not why)
            self.why_not.show(escape(f"{capital(why)}.") if why else "")

    async def _call(self) -> None:
        if self._missing():
            return
        row, sent = self.irregularities[self.wanted["id"]], self.wanted
        try:
            command = models.CallIrregularity(
                irregularity=sent["id"],
                seat=int(sent["seat"]) if sent["seat"] and (row["names_seat"] or row["names_wager"]) else None,
                wager=sent["wager"] or None if row["names_wager"] else None,
                amount=sent["amount"] or None if row["names_amount"] else None,
                count=int(sent["count"]) if row["names_count"] else None,
                on_table=int(sent["on_table"]) if row["names_count"] and sent["on_table"] else None,
                card=sent["card"] or None if row["names_card"] else None,
                at=sent["at"] or None if sent["at"] in row["moments"] else None,
                note=sent["note"],
            )
        except ValueError:
            self.say("a seat or count is a number, an amount is like 12.50, a card like Ah, a note has 200 characters")
            return
        await self.do(command, self._call_key)

    # -- doing ---------------------------------------------------------------------------------------------------

    async def do(self, command: AtTable, key: str = "") -> None:
        """Do something, once for its key, or say why not."""
        try:
            done = await self.desk.do(self.person, self.id, command, key)
            again = done.get("replayed") and command.do in ("call", "buy_in")
            self.say("that is done already; choose or type it anew to do it once more" if again else "")
        except Exception as error:
            self.say(*sentence(error))
        await self.refresh()

    async def _answer(self, command: models.Confirm | models.Reject) -> None:
        await self.do(command, f"{self.key}-{command.do}-{command.number}")

    async def _deal(self) -> None:
        number = self.view["betting"]["round"]
        await self.do(models.Deal(round=number), f"{self.key}-deal-{number}")

    def say(self, text: str, cite: str = "") -> None:
        name, colon, rest = text.partition(": ")
        if colon and name in self.irregularities:
            text = f"{self.irregularities[name]['trigger']}: {rest}"
        self.trouble.show(cited(capital(text), cite) if text else "")

    # -- looking -------------------------------------------------------------------------------------------------

    async def _look_up(self) -> None:
        """What can be called now, and what of the procedures is done."""

        def look(house: House) -> tuple[Sequence[View], Sequence[View]]:
            live = house.table(self.id)
            return irregularities_view(live), procedures_view(live)

        can, self.procedures = await self.desk.ask(self.person, self.id, look)
        self.irregularities = {row["irregularity"]: row for row in can}

    async def _look_at_the_shoe(self) -> None:
        if self.roads is not None:
            await self.roads.look(self.view["round"])

    async def refresh(self) -> None:
        self._again = True
        if self._busy:
            return
        self._busy = True
        try:
            while self._again:
                self._again = False
                self.view = (await self.desk.table(self.person, self.id)).view
                await self._look_up()
                await self._look_at_the_shoe()
                if self.felt.is_deleted:
                    return
                with self.felt:
                    self.paint()
        finally:
            self._busy = False

    def paint(self) -> None:
        view, played = self.view, self.view["round"]
        events = played["events"] if played else []
        going_on = bool(played and played["going_on"])
        self.status.tell("data-entry", str(view["number"]))
        self.status.show(self._status(going_on))
        self.stage.show(
            table_html.stage(events, self.setup, self.setup.entry.bank.kind == "player_dealer") + self._shown()
        )
        self._paint_seats(hands_seen(events))
        self._paint_felt()
        placed = [seat for seat in view["seats"] if seat["placed"] or seat["up"]]
        told = ", ".join(f"seat {seat['seat']}" for seat in placed)
        number = view["betting"]["round"]
        self.bets.show(
            f"<h2>Round {number}</h2><p>{'Wagers of ' + escape(told) if placed else 'No wager is placed yet.'}</p>"
        )
        deals = view["status"] == "open" and view["stopped"] is None and not view["pending"]
        able(self.deal, deals and not going_on)
        self.next.show(escape(self._next(going_on, bool(placed))))
        self._paint_asked()
        self._paint_bank(going_on)
        self._paint_people()
        self._paint_waiting()
        self._paint_call()
        self.checklist.show({(row["procedure"], str(row)): partial(self._procedure, row) for row in self.procedures})
        self._paint_result(played)
        if self.roads is not None:
            self.roads.paint()
        self.log.show(table_html.log(events) if events else '<p class="soft">Nothing yet.</p>')
        self.close.set_visibility(view["status"] == "open")
        self.reopen.set_visibility(view["status"] != "open")
        self.repaired.set_visibility(view["stopped"] is not None)

    def _next(self, going_on: bool, placed: bool) -> str:
        """What the dealer does next, or waits for."""
        view = self.view
        if view["status"] != "open":
            return "The table is closed: open it again to deal."
        if view["pending"]:
            return "Wait for the floor, which decides on what was called."
        if view["stopped"]:
            return "Nothing is dealt until it is repaired."
        if going_on:
            return ""
        ready = sum(seat["ready"] for seat in view["seats"])
        if game_of(self.setup.entry).takes_part:
            return f"{ready} asked to be dealt in: deal." if ready else "Wait until players ask to be dealt in."
        verb = GO.get(self.setup.entry.family, "Deal").lower()
        return f"Wagers are placed: call no more bets, and {verb}." if placed else "Wait for wagers."

    def _status(self, going_on: bool) -> str:
        if self.view["status"] != "open":
            return pill("closed", "closed")
        if self.view["pending"]:
            return pill("waiting for the floor", "busy")
        if self.view["stopped"]:
            return pill("stopped until repaired", "busy")
        waits = "waiting for the next hand" if game_of(self.setup.entry).takes_part else "bets open"
        return pill("round going on", "busy") if going_on else pill(waits, "open")

    def _shown(self) -> str:
        return "".join(f'<p class="said">{escape(line)}</p>' for line in self.view["shown"])

    def _paint_seats(self, hands: dict[Hand, list[str]]) -> None:
        asked = self.view["asking"]["seats"] if self.view["asking"] else ()
        bank = self.view["bank"]["seat"] if self.view["bank"] else None
        self.seats.show(
            "".join(
                f'<li class="seat{" asked" if seat["seat"] in asked else ""}">'
                f"{table_html.seat_inside(seat, self.setup, hands, seat['seat'] == bank)}</li>"
                for seat in self.view["seats"]
            )
        )

    def _paint_felt(self) -> None:
        on: dict[str, int] = {}
        for seat in self.view["seats"]:
            up = table_html.wagers_up(seat)
            for area, staked in up.items():
                on[area] = on.get(area, 0) + cents(staked)
        chips = {area: {"others": money(total)} for area, total in on.items() if total}
        self.felt.show(round=self.view["betting"]["round"], chips=chips, notes={}, hits=[], shut="The players bet.")

    @property
    def _minds(self) -> bool:
        """True for the floor, which ends turns, cashes people out and buys in for them."""
        return self.person.role in MINDS_TABLES

    def _paint_asked(self) -> None:
        """Who decides; the floor can end the turn of somebody who does not."""
        asking = self.view["asking"]
        now = asking and (self.view["betting"]["round"], asking["seat"], asking["decision"], asking["seats"])
        if now == self._asking:
            return
        self._asking = now
        self.asked.clear()
        if not asking:
            return
        seat = asking["seat"]
        with self.asked:
            several = sum(Hand(name).owner == seat for name in hands_seen(self.view["round"]["events"])) > 1
            which = f" on hand {Hand(asking['hand']).number}" if several and asking["hand"] else ""
            others = f" Asked with it: {', '.join(f'seat {each}' for each in asking['seats'] if each != seat)}."
            words(f"Seat {seat} decides{which}.{others if len(asking['seats']) > 1 else ''}", "p", "next")
            if self._minds:
                does = (
                    f"If its turn is ended, the seat does what risks no more: {asking['if_ended'].replace('_', ' ')}."
                )
                markup(cited(does, asking["cite"]), "p", "soft small")
                command = models.EndTurn(seat=seat, round=self.view["betting"]["round"], decision=asking["decision"])
                button(
                    f"End the turn of seat {seat}",
                    lambda: self.do(command, f"{self.key}-end-{now}".replace(" ", "")),
                    "warn",
                )

    def _paint_bank(self, going_on: bool) -> None:
        """To whom the bank is offered; for somebody who says nothing the dealer passes it on."""
        bank = self.view["bank"]
        seat = bank and not going_on and bank["offered_first"]
        self.bank.show(
            {(self.view["betting"]["round"], seat): partial(self._offered, seat, bank["cite"])} if seat else {}
        )

    def _offered(self, seat: int, cite: str) -> Element:
        with tag("div", "row") as line:
            markup(cited(f"The bank is offered to seat {seat}.", cite), "div", "grow")
            key = f"{self.key}-pass-{self.view['betting']['round']}-{seat}"
            button(f"Seat {seat} passes", partial(self.do, models.PassBank(seat=seat), key))
        return line

    def _players(self) -> None:
        """For the floor: those who sit here, to be cashed out when they are gone."""

        def sold(text: str) -> None:
            self._amount, self._sale_key = text, new_key()

        words("Players", "h2")
        self.nobody = words("Nobody sits here.", classes="soft")
        self.sale = field("Amount in dollars that the cage has", sold, value=self._amount, inputmode="decimal")
        self.people = Rows(tag("div", "stack"))

    def _paint_people(self) -> None:
        if not self._minds:
            return
        taken = [(seat["seat"], seat["name"], _absent(seat["away"])) for seat in self.view["seats"] if seat["name"]]
        self.nobody.set_visibility(not taken)
        self.sale.set_visibility(bool(taken and self._sells))
        self.people.show({each: partial(self._player, *each) for each in taken})

    def _player(self, seat: int, name: str, absent: str) -> Element:
        with tag("div", "row") as line:
            words(f"Seat {seat}, {name}{absent}", "div", "grow")
            if game_of(self.setup.entry).stacks:
                command = models.ComeBack(seat=seat) if absent else models.SitOut(seat=seat)
                button(f"Seat {seat} {'is back' if absent else 'sits out'}", partial(self.do, command, new_key()))
            if self._sells:
                button(f"Buy in for seat {seat}", partial(self._buy_in, seat))
            button(f"Cash out seat {seat}", partial(self.do, models.Leave(seat=seat), new_key()))
        return line

    async def _buy_in(self, seat: int) -> None:
        """Chips for somebody whose money the cage has."""
        try:
            command = models.BuyIn(seat=seat, amount=dollars(cents(self._amount)))
        except (PitbossError, ValueError) as error:
            self.say(*sentence(error))
            return
        await self.do(command, f"{self._sale_key}-{seat}")

    def _paint_waiting(self) -> None:
        """Calls for the coming round, and those that wait for the floor."""
        rows: dict[Hashable, Callable[[], Element]] = {
            ("waits", str(row)): partial(self._waits, row) for row in self.view["pending"]
        }
        if self.view["called"]:
            rows["called", str(self.view["called"])] = self._called
        self.waiting.show(rows)

    def _waits(self, row: View) -> Element:
        with tag("div", "alert low", role="status") as line:
            who = f"seat {row['seat']}, " if row["seat"] else ""
            said = f"{who}{row['trigger']}. {capital(row['text'])}"
            note = f" <span class=soft>Noted: {escape(row['note'])}.</span>" if row["note"] else ""
            markup(f"Waits for the floor: {cited(said, row['cite'])}{note}", "div", "grow")
            if self.person.role == "floor":
                button("Confirm", lambda n=row["number"]: self._answer(models.Confirm(number=n)), "main")
                button("Reject", lambda n=row["number"]: self._answer(models.Reject(number=n)))
        return line

    def _called(self) -> Element:
        with tag("div", "alert low") as line:
            names = "; ".join(row["trigger"] for row in self.view["called"])
            words(f"Called for the coming round: {names}", "div", "grow")
            button("Withdraw", lambda: self.do(models.Withdraw()))
        return line

    def _procedure(self, row: View) -> Element:
        done = sum(step["done"] for step in row["steps"])
        with tag("details", **({"open": ""} if 0 < done < len(row["steps"]) else {})) as whole:
            words(f"{row['title']} ({done} of {len(row['steps'])})", "summary")
            with tag("ul", "checklist"):
                for step in row["steps"]:
                    with tag("li"), tag("label", "done" if step["done"] else ""):
                        ticked = {"checked": "", "disabled": ""} if step["done"] else {}
                        box = tag("input", type="checkbox", **ticked)
                        box.on("change", lambda row=row, step=step: self._tick(row["procedure"], step["step"]))
                        markup(cited(step["text"], step["cite"]), "span")
            if done:
                button("Begin anew", lambda: self._tick(row["procedure"], 0), "quiet")
        return whole

    async def _tick(self, procedure: str, step: int) -> None:
        await self.do(models.StepDone(procedure=procedure, step=step))

    def _paint_result(self, played: View | None) -> None:
        over = played is not None and not played["going_on"]
        self.result.set_visibility(over)
        if played is not None and over:
            void = '<p class="trouble">The round is void; wagers are returned.</p>' if played["void"] else ""
            self.result.show(
                f"<h2>Round {played['number']}</h2>{void}"
                f"{table_html.outcomes(played['settlements'], self.setup, with_seat=True)}"
                f"{table_html.fees(played)}"
            )


def _absent(away: View | None) -> str:
    """Since when somebody sits out, and until when the place is held."""
    if away is None:
        return ""
    held = f", place held until {away['until'][11:16]}" if away["until"] else ""
    return f", absent since {away['since'][11:16]}{held}"
