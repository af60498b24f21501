"""A player's chips at the table: buying in, choosing a chip, what lies on the felt, leaving."""

from functools import partial
from html import escape
from typing import TYPE_CHECKING

from pitboss.api import models
from pitboss.games import game_of
from pitboss.money import cents, dollars, money
from pitboss.rulebook.setup import Setup
from pitboss.web import stage
from pitboss.web.betting import CHIPS, cents_of
from pitboss.web.desk import sentence
from pitboss.web.parts import Live, amount, button, choice, cited, control, dialog, field, markup, net, tag, words
from pitboss.web.sheets import areas_of

if TYPE_CHECKING:
    from pitboss.web.table import TablePage

AMOUNTS = (10_000, 50_000, 100_000)
"""What a buy-in usually is, in cents."""
USUAL = 500


class Tray:
    """The part of the page with the player's own chips."""

    def __init__(self, setup: Setup, page: "TablePage") -> None:
        self.setup, self.page = setup, page
        self.chip, self.removing = USUAL, False
        self._buy_in = "500"
        self._by_name, self._by_amount = "", "5"
        self._word = self._about = self._cashed = ""
        self._places_shown: tuple[list[int], int | None] | None = None
        with tag("section", "card stack", aria_label="Your chips") as self._purse:
            self._chips = Live("div", "purse")
            self._hint = Live("p", "soft small")
            self._places = tag("div", "row", role="group", aria_label="The seat you play")
            with tag("div", "row") as self._seated:
                button("Buy in", self.ask_buy_in)
                button("Cash out and leave", self._leave, "quiet")
            self._bank()
        with tag("section", "card stack", aria_label="Your wagers") as self._bets:
            with tag("div", "hand-bar"):
                self._last = Live("p", "last-round")
                self._choose()
                self._deal = button(
                    f"{page.go} <kbd aria-hidden=true>D</kbd>", page.go_on, "main wide", aria_keyshortcuts="d"
                )
            self._wait = Live("p", "good")
            self._lying = Live("ul", "wager-list")
            with tag("div", "row"):
                button("Undo", self._undo)
                button("Clear", self._clear)
                self._same = button("Same again", self._rebet)
            self._name_it()
        self._dialog()

    # -- what is shown -------------------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show the chips and the wagers as they are now."""
        page = self.page
        mine, view = page.mine, page.view
        playing = page.person.role == "player"
        self._purse.set_visibility(playing)
        self._seated.set_visibility(mine is not None)
        self._chips.show("" if mine is None else f"<span>Your chips</span><b>{amount(mine['chips'])}</b>")
        free = any(seat["name"] is None for seat in view["seats"])
        hint = "Take a free seat to play." if free else "Every seat is taken."
        self._hint.show("" if mine is not None else f"{self._cashed}{hint}")
        going_on = bool(view["round"] and view["round"]["going_on"])
        self._bets.set_visibility(playing and mine is not None and not going_on and view["status"] == "open")
        self._lying.show(self._list())
        self._same.set_visibility(bool(page.draft.last) and not page.draft.changed)
        self._deal.set_visibility(page.auto)
        self._wait.set_visibility(not page.auto)
        taken = mine is not None and bool(mine["placed"])
        self._wait.show(f"{'Your wagers are placed' if taken else 'Place your wagers'}; the dealer deals.")
        self._last.show("" if mine is None else self._in_short(mine["chips"]))
        self._paint_bank()
        self._paint_places()

    def _in_short(self, chips: str) -> str:
        """The last round in a line, for a phone, where its whole story is farther down; others do not see it."""
        played, seats = self.page.view["round"], self.page.view["you"]["seats"]
        nets = [played["net"][str(seat)] for seat in seats if str(seat) in played["net"]] if played else []
        won = f"Round {played['number']}: {net(dollars(sum(map(cents_of, nets))))}" if played and nets else ""
        return f"<span>{won}</span><span>Chips <b>{amount(chips)}</b></span>"

    def _paint_places(self) -> None:
        """A player of several seats says which one the chips are for."""
        seats, now = self.page.view["you"]["seats"], self.page.seat
        if (seats, now) == self._places_shown:
            return
        self._places_shown = (list(seats), now)
        self._places.clear()
        self._places.set_visibility(len(seats) > 1)
        with self._places:
            for seat in seats if len(seats) > 1 else ():
                pressed = "true" if seat == now else "false"
                chosen = "main" if seat == now else ""
                button(f"Seat {seat}", partial(self.page.play, seat), chosen, aria_pressed=pressed)

    def _list(self) -> str:
        draft = self.page.draft
        rows = []
        for area in draft.areas:
            stands = ' <span class="soft">(stands)</span>' if draft.stands(area) else ""
            title = escape(stage.area_title(area, self.setup))
            rows.append(f"<li><span>{title}{stands}</span><b>{money(draft.amount(area))}</b></li>")
        rows += [f"<li><span>“{escape(word.replace('_', ' '))}”</span></li>" for word in draft.says]
        if len(draft.areas) > 1:
            total = sum(draft.amount(area) for area in draft.areas)
            rows.append(f'<li class="soft"><span>together</span><b>{money(total)}</b></li>')
        return "".join(rows) or '<li class="soft">No chips on the felt yet. Choose a chip, then an area.</li>'

    # -- choosing a chip -----------------------------------------------------------------------------------------

    def _choose(self) -> None:
        with tag("fieldset", "chips"):
            words("Chip to place (minus takes one off)", "legend")
            for value in CHIPS:
                with tag("label", f"chip-choice c{value}"):
                    chosen = {"checked": ""} if value == self.chip else {}
                    coin = tag("input", type="radio", name="chip", aria_label=f"{money(value)} chip", **chosen)
                    coin.on("change", lambda value=value: self._pick(value))
                    words(f"{value // 100}", "span", aria_hidden="true")
            with tag("label", "chip-choice off"):
                off = tag("input", type="radio", name="chip", aria_label="Take chips off")
                off.on("change", lambda: self._pick(None))
                words("−", "span", aria_hidden="true")

    def _pick(self, value: int | None) -> None:
        self.removing = value is None
        if value is not None:
            self.chip = value

    # -- a wager by its name -------------------------------------------------------------------------------------

    def _name_it(self) -> None:
        """For those who would rather not point: any wager by name, with an amount."""
        with tag("details"):
            words("Place a wager by name", "summary")
            with tag("div", "form"):
                areas = areas_of(self.setup)
                self._by_name = next(iter(areas))
                choice("Wager", partial(setattr, self, "_by_name"), areas)
                keep = partial(setattr, self, "_by_amount")
                field("Amount in dollars", keep, value=self._by_amount, inputmode="decimal")
                button("Place", lambda: self.page.change(self._by_name, "set", self._by_amount))
        self._say_it()

    def _say_it(self) -> None:
        known = game_of(self.setup.entry).says
        if not known:
            return
        with tag("details"):
            words("Say something to the dealer", "summary")
            with tag("div", "form"):
                self._word = known[0]
                with tag("div", "two"):
                    told = {word: word.replace("_", " ") for word in known}
                    choice("Words to the dealer", partial(setattr, self, "_word"), told)
                    self._say_about("on" in known)
                button("Say it", self._say)

    def _say_about(self, wagers: bool) -> None:
        """What the words are about: a wager, which the browser helps to find by its title, or a number."""
        keep = partial(setattr, self, "_about")
        if not wagers:
            field("About, where it needs that", keep, placeholder="2")
            return
        field("About, where it needs that", keep, placeholder="all", list="every-wager")
        titles = areas_of(self.setup)
        markup(
            "".join(f'<option value="{escape(area)}">{escape(title)}</option>' for area, title in titles.items()),
            "datalist",
            id="every-wager",
        )

    async def _say(self) -> None:
        """Say it; what the dealer cannot take is not said."""
        if self.page.seat is None:
            return
        said = f"{self._word} {self._about.strip()}".strip()
        draft = self.page.draft
        if said not in draft.says:
            draft.says.append(said)
            if not await self.page.changed() and said in draft.says:
                draft.says.remove(said)
                self.paint()

    # -- buttons -------------------------------------------------------------------------------------------------

    async def _undo(self) -> None:
        self.page.draft.undo()
        await self.page.changed()

    async def _clear(self) -> None:
        self.page.draft.clear()
        await self.page.changed()

    async def _rebet(self) -> None:
        self.page.draft.again()
        await self.page.changed()

    async def _leave(self) -> None:
        seat = self.page.seat
        done = await self.page.do(models.Leave(seat=seat)) if seat is not None else None
        if done is not None:
            self.page.telling.heard.show(f"You leave seat {seat} with {amount(done['cashed'])}.")
            self._cashed = f"You cashed out {amount(done['cashed'])}. "
            self.paint()

    # -- buying in -----------------------------------------------------------------------------------------------

    def _dialog(self) -> None:
        self._door, body = dialog("Buy in")
        with body, tag("div", "form"):
            with tag("div", "row"):
                for value in AMOUNTS:
                    button(money(value), lambda value=value: self._buy(dollars(value)))
            keep = partial(setattr, self, "_buy_in")
            field("Another amount in dollars", keep, value=self._buy_in, inputmode="decimal")
            self._problem = Live("div", "trouble", role="alert")
            button("Buy in for this amount", lambda: self._buy(self._buy_in), "main")

    def ask_buy_in(self) -> None:
        self._problem.show("")
        self._door.open()

    async def _buy(self, text: str) -> None:
        seat = self.page.seat
        if seat is None:
            return
        try:
            command = models.BuyIn(seat=seat, amount=dollars(cents(text)))
            await self.page.desk.do(self.page.person, self.page.id, command)
        except Exception as error:
            self._problem.show(cited(*sentence(error)))
            return
        self._door.close()
        await self.page.refresh()

    # -- the bank, where a player holds it -----------------------------------------------------------------------

    def _bank(self) -> None:
        self._bank_with = "100"
        with tag("div", "stack") as self._banking:
            self._banker = Live("p", "small")
            with tag("div", "row") as self._take:
                keep = partial(setattr, self, "_bank_with")
                control("Bank in dollars", keep, value="100", inputmode="decimal", size="8")
                button("Take the bank", self._take_bank)
                self._pass = button("Pass", self._pass_bank, "quiet")

    def _paint_bank(self) -> None:
        bank, seat = self.page.view["bank"], self.page.seat
        self._banking.set_visibility(bank is not None)
        if bank is None:
            return
        told = "Nobody banks yet; a player must."
        if bank["seat"] is not None:
            told = f"Seat {bank['seat']} banks with {amount(bank['wager'])}."
            told += " The bank is offered on." if bank["offered_on"] else ""
        self._banker.show(cited(told, bank["cite"]))
        self._take.set_visibility(seat is not None and (bank["offered_on"] or bank["seat"] == seat))

    async def _take_bank(self) -> None:
        if self.page.seat is not None:
            try:
                wager = dollars(cents(self._bank_with))
            except Exception as error:
                self.page.say(*sentence(error))
                return
            await self.page.do(models.TakeBank(seat=self.page.seat, wager=wager))

    async def _pass_bank(self) -> None:
        if self.page.seat is not None:
            await self.page.do(models.PassBank(seat=self.page.seat))
