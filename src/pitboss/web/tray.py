"""A player's chips at the table: buying in, choosing a chip, what lies on the felt, being ready, leaving."""

from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from pitboss.api import models
from pitboss.errors import PitbossError
from pitboss.games import game_of
from pitboss.games.pot.stakes import buy_in, nearest_buy_in
from pitboss.money import cents, dollars, money
from pitboss.rulebook.setup import Setup
from pitboss.web import table_html
from pitboss.web.betting import CHIPS, Chips, cents_of
from pitboss.web.desk import new_key, sentence
from pitboss.web.parts import (
    GO_KEY,
    Live,
    able,
    amount,
    button,
    choice,
    cited,
    control,
    dialog,
    field,
    markup,
    net,
    tag,
    tell,
    words,
)
from pitboss.web.sheets import areas_of

if TYPE_CHECKING:
    from pitboss.web.table import TablePage

AMOUNTS = (10_000, 50_000, 100_000)
"""What a buy-in usually is, in cents."""
USUAL_BUY_IN = 50_000
USUAL = 500


class Tray:
    """The parts of the page with the player's own chips: the bar that stays where it is, and what lies on the felt."""

    def __init__(self, setup: Setup, page: "TablePage") -> None:
        self.setup, self.page = setup, page
        self._placed_on = any(offer.placed == "before_deal" for offer in setup.offers.values())
        """False where nothing is wagered before the deal: a player says that he wants to be dealt in."""
        self.chip, self.removing = USUAL, False
        self.go_key = new_key()
        self._drawn: Any = None
        self._buy_at: int | None = None
        """The seat that one sits down at when chips are bought; none where one sits already."""
        self._buy_key = self._leave_key = self._bank_key = ""
        self._by_name, self._by_amount = "", "5"
        self._word = self._about = self._cashed = ""
        self._places_shown: tuple[list[int], int | None] | None = None
        self._asks_leave = False
        with tag("section", "card stack", aria_label="Your wagers") as self._bets:
            self._hint = Live("p", "soft small")
            self._places = tag("div", "row", role="group", aria_label="The seat you play")
            self._lying = Live("ul", "wager-list")

    def build_bar(self) -> None:
        """What moves money, in a bar that keeps its place and its size."""
        with tag("div", "bar") as self._bar:
            if self.setup.entry.bank.named_beforehand:
                self._bank()
            by_turns = game_of(self.setup.entry).stacks
            kind = "" if self._placed_on else " unplaced stays" if by_turns else " unplaced"
            with tag("div", f"bar-row{kind}"):
                with tag("div", "bar-purse"):
                    self._chips = Live("div", "purse")
                    self._buy_button = button("Buy in", self.ask_buy_in, aria_haspopup="dialog")
                    self._leave_button = button(
                        "Cash out", self._ask_leave, "quiet", aria_label="Cash out and leave", aria_haspopup="dialog"
                    )
                self._away_button = button("Sit out", self._sit_out, "leaves")
                self._away_button.set_visibility(by_turns)
                self._choose()
                with tag("div", "bar-bets") as bets:
                    bets.set_visibility(self._placed_on)
                    self._undo_button = button("Undo", self._undo)
                    self._clear_button = button("Clear", self._clear)
                    self._same = button("Same again", self._rebet)
                label = f"{self.page.go} <kbd aria-hidden=true>D</kbd>"
                self._deal = button(label, self.go, "main go", aria_keyshortcuts=GO_KEY, aria_label=self.page.go)
                self._wait = Live("p", "good wait")
        self._dialog()
        self._door_out()

    def build_rest(self) -> None:
        """Other ways to wager, for those who would rather not point."""
        with tag("section", "card stack", aria_label="Other ways to wager") as self._rest:
            if self._placed_on:
                self._name_it()

    # -- what is shown -------------------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show the chips and the wagers as they are now."""
        page = self.page
        mine, view = page.mine, page.view
        playing = page.person.role == "player"
        seated = playing and mine is not None
        self._bar.set_visibility(seated)
        self._bets.set_visibility(playing)
        self._rest.set_visibility(seated and self._placed_on)
        self._chips.show("" if mine is None else f"<span>{self._in_short()}</span><b>{amount(mine['chips'])}</b>")
        free = any(seat["name"] is None for seat in view["seats"])
        hint = "Take a free seat to play." if free else "Every seat is taken."
        self._hint.show(_absence(mine["away"]) if mine is not None else f"{self._cashed}{hint}")
        self._lying.set_visibility(mine is not None)
        self._lying.show(self._list())
        self._paint_buttons()
        self._paint_bank()
        self._paint_places()

    def _paint_buttons(self) -> None:
        """Each is always there; one that can do nothing now looks so."""
        page, view = self.page, self.page.view
        mine, number = page.mine, view["betting"]["round"]
        open_ = mine is not None and bool(view["betting"]["open"])
        able(self._undo_button, open_ and page.past.can_undo(page.seat, number))
        able(self._clear_button, open_ and mine is not None and bool(mine["placed"] or mine["says"]))
        last = page.past.last.get(page.seat or 0, {})
        again = mine is not None and not mine["placed"] and any(area not in page.chips.standing for area in last)
        able(self._same, open_ and again)
        says_ready = page.auto or not self._placed_on
        self._deal.set_visibility(says_ready)
        self._wait.set_visibility(not says_ready)
        ready = [seat["ready"] for seat in view["seats"] if seat["yours"] and not seat["away"]]
        away = mine is not None and mine["away"] is not None
        able(self._deal, open_ and not all(ready) and not away)
        self._away_button.set_content("Come back" if away else "Sit out")
        waits = mine is not None and mine["ready"]
        label = "You sit out" if away else "Ready: waiting for the others" if waits else page.go
        told = "You sit out" if away else "Ready" if waits else f"{page.go} <kbd aria-hidden=true>D</kbd>"
        self._deal.set_content(told) if told != self._deal.content else None
        tell(self._deal, "aria-label", label)
        # For a moment after a round begins or ends, a second click on what began or ended it does nothing.
        for parity in (0, 1):
            self._deal.classes(**{"add" if parity == (number + page.going_on) % 2 else "remove": f"arming-{parity}"})
        placed = mine is not None and bool(mine["placed"])
        told = "Your wagers are placed; the dealer deals." if placed else "Place your wagers; the dealer deals."
        self._wait.show("The round goes on." if page.going_on else told)
        drawn = (
            number,
            view["you"]["seats"],
            [(seat["placed"], seat["says"], seat["ready"]) for seat in view["seats"]],
        )
        if drawn != self._drawn:
            self._drawn, self.go_key = drawn, new_key()

    async def go(self) -> None:
        """Say that the wagers are down, where no dealer deals and there is still something to say."""
        seats = [seat for seat in self.page.view["seats"] if seat["yours"] and not seat["away"]]
        says_ready = self.page.auto or not self._placed_on
        if says_ready and self.page.view["betting"]["open"] and not all(seat["ready"] for seat in seats):
            await self.page.go_on()

    def _in_short(self) -> str:
        """The last round in a few words, where its whole story is farther off; others do not see it."""
        played, seats = self.page.view["round"], self.page.view["you"]["seats"]
        nets = [played["net"][str(seat)] for seat in seats if str(seat) in played["net"]] if played else []
        return f"Round {played['number']}: {net(dollars(sum(map(cents_of, nets))))}" if nets else "Your chips"

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
        lying, between = self.page.chips, not self.page.going_on
        rows = []
        for area in lying.areas:
            stands = ' <span class="soft">(stands)</span>' if between and lying.stands(area) else ""
            stacks = game_of(self.setup.entry).stacks
            title = "In the pot from you" if stacks else escape(table_html.area_title(area, self.setup))
            rows.append(f"<li><span>{title}{stands}</span><b>{money(lying.amount(area))}</b></li>")
        rows += [f"<li><span>“{escape(word.replace('_', ' '))}”</span></li>" for word in lying.says]
        if len(lying.areas) > 1:
            total = sum(lying.amount(area) for area in lying.areas)
            rows.append(f'<li class="soft"><span>together</span><b>{money(total)}</b></li>')
        for area, lammer in self.page.own_lammers.items():
            title = escape(table_html.area_title(area, self.setup))
            rows.append(f'<li class="soft"><span>{title}, lammer</span><b>{lammer}</b></li>')
        if self.page.mine is not None and self.page.mine["away"]:
            return "".join(rows)
        nothing = "Choose a chip, then an area." if self._placed_on else f"Press {self.page.go} to play."
        told = f"No chips on the felt yet. {nothing}" if between else "No chips of yours on the felt."
        return "".join(rows) or f'<li class="soft">{told}</li>'

    # -- choosing a chip -----------------------------------------------------------------------------------------

    def _choose(self) -> None:
        with tag("fieldset", "chips") as choice:
            choice.set_visibility(self._placed_on)
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
        said = f"{self._word} {self._about.strip()}".strip()

        def change(chips: Chips) -> None:
            if said not in chips.says:
                chips.says.append(said)

        await self.page.lay(change)

    # -- buttons -------------------------------------------------------------------------------------------------

    async def _undo(self) -> None:
        page, number = self.page, self.page.view["betting"]["round"]
        if page.seat is not None and page.past.can_undo(page.seat, number):
            before = page.past.undone(page.seat, number)
            await page.lay(lambda chips: setattr(chips, "placed", dict(before)), undoing=True)

    async def _clear(self) -> None:
        await self.page.lay(Chips.clear)

    async def _rebet(self) -> None:
        last = self.page.past.last.get(self.page.seat or 0)
        if last:
            await self.page.lay(lambda chips: chips.again(last))

    # -- leaving -------------------------------------------------------------------------------------------------

    def _door_out(self) -> None:
        self._way_out, body = dialog("Cash out and leave", "Stay")
        with body, tag("div", "form"):
            self._cash = Live("p")
            self._kept_in = Live("div", "trouble", role="alert")
            self._out = button("", self._leave, "main")

    async def _ask_leave(self) -> None:
        """Ask once, and say what is cashed; what holds the player back is said instead."""
        page, seat = self.page, self.page.seat
        if seat is None or self._asks_leave or self._way_out.value:
            return
        self._asks_leave = True
        try:
            cash = await page.desk.ask(page.person, page.id, lambda house: house.table(page.id).cash_of(seat))
        except PitbossError as error:
            self.page.say(*sentence(error))
            return
        finally:
            self._asks_leave = False
        self._leave_key = new_key()
        self._kept_in.show("")
        self._cash.show(f"You leave seat {seat}, and <b>{money(cash)}</b> is cashed. Wagers that lie there come back.")
        self._out.set_content(f"Cash out {money(cash)}")
        self._way_out.open()

    async def _leave(self) -> None:
        seat, key = self.page.seat, self._leave_key
        if seat is None or not key:
            return
        try:
            done = await self.page.desk.do(self.page.person, self.page.id, models.Leave(seat=seat), key)
        except Exception as error:
            self._kept_in.show(cited(*sentence(error)))
            return
        self._leave_key = ""
        self._way_out.close()
        self.page.telling.heard.show(f"You leave seat {seat} with {amount(done['cashed'])}.")
        self._cashed = f"You cashed out {amount(done['cashed'])}. "
        self.page.say("")
        await self.page.refresh()

    # -- sitting out -----------------------------------------------------------------------------------------------

    async def _sit_out(self) -> None:
        """Sit out from the next hand on, or come back."""
        page = self.page
        if page.seat is None or page.mine is None:
            return
        if page.mine["away"] is not None:
            await page.do(models.ComeBack(seat=page.seat), new_key())
            return
        await page.do(models.SitOut(seat=page.seat), new_key())

    # -- buying in -----------------------------------------------------------------------------------------------

    def _dialog(self) -> None:
        self._door, body = dialog("Buy in")
        with body, tag("div", "form"):
            bounds = buy_in(self.setup) if game_of(self.setup.entry).may_buy_in is not None else None
            self._buy_in = dollars(USUAL_BUY_IN if bounds is None else nearest_buy_in(self.setup, USUAL_BUY_IN))
            self._sits = Live("p", "soft small")
            if bounds is not None:
                told = " to ".join(dict.fromkeys(map(money, bounds)))
                words(f"After buying in you have {told} here.", "p", "soft small")
            with tag("div", "row"):
                for value in sorted(set(bounds or AMOUNTS)):
                    button(money(value), lambda value=value: self._buy(dollars(value)))
            keep = partial(setattr, self, "_buy_in")
            field("Another amount in dollars", keep, value=self._buy_in, inputmode="decimal")
            self._problem = Live("div", "trouble", role="alert")
            button("Buy in for this amount", lambda: self._buy(self._buy_in), "main")

    def ask_buy_in(self, seat: int | None = None) -> None:
        """Ask for how much; at a free seat, to sit down there with it."""
        self._buy_key, self._buy_at = new_key(), seat
        self._sits.show("" if seat is None else f"You sit down at seat {seat} with the chips that you buy.")
        self._problem.show("")
        self._door.open()

    async def _buy(self, text: str) -> None:
        seat = self.page.seat if self._buy_at is None else self._buy_at
        if seat is None:
            return
        try:
            bought = dollars(cents(text))
            sits = models.Sit(seat=seat, buy_in=bought) if self._buy_at is not None else None
            command = sits or models.BuyIn(seat=seat, amount=bought)
            await self.page.desk.do(self.page.person, self.page.id, command, self._buy_key)
        except Exception as error:
            self._problem.show(cited(*sentence(error)))
            return
        self.page.seat = seat
        self._door.close()
        await self.page.refresh()

    # -- the bank, where a player holds it -----------------------------------------------------------------------

    def _bank(self) -> None:
        self._bank_with = "100"
        self._banking: Any = None
        with tag("div", "bar-bank"):
            with tag("div", "row") as self._take:
                keep = partial(setattr, self, "_bank_with")
                control("Bank in dollars", keep, value="100", inputmode="decimal", size="8")
                button("Take the bank", self._take_bank)
                button("Pass", self._pass_bank, "quiet")
            self._banker = Live("p", "small")

    def _paint_bank(self) -> None:
        bank, seat = self.page.view["bank"], self.page.seat
        if bank is None:
            return
        told = "The house banks." if bank["alternates"] else "Nobody banks yet; a player must."
        first = bank["offered_first"] or next(iter(bank["offered_to"]), None)
        if bank["alternates"] and bank["seat"] is None and first:
            told = f"The bank is offered to seat {first}; otherwise the house banks."
        if bank["seat"] is not None:
            told = f"Seat {bank['seat']} banks with {amount(bank['wager'])}."
            told += " The bank is offered on." if bank["offered_on"] and not bank["offered_first"] else ""
        if not bank["alternates"] and bank["offered_first"]:
            told += f" The bank is offered to seat {first}."
        self._banker.show(cited(told, bank["cite"]))
        played = self.page.view["round"]
        may = seat is not None and seat in bank["offered_to"] and not (played and played["going_on"])
        self._take.classes(**{"remove" if may else "add": "away"})
        if bank != self._banking:
            self._banking, self._bank_key = bank, new_key()

    async def _take_bank(self) -> None:
        if self.page.seat is not None:
            try:
                wager = dollars(cents(self._bank_with))
            except Exception as error:
                self.page.say(*sentence(error))
                return
            await self.page.do(models.TakeBank(seat=self.page.seat, wager=wager), self._bank_key)

    async def _pass_bank(self) -> None:
        if self.page.seat is not None:
            await self.page.do(models.PassBank(seat=self.page.seat), f"{self._bank_key}-pass")


def _absence(away: dict[str, Any] | None) -> str:
    """What somebody who sits out is told: how to come back, and until when the place is held."""
    if away is None:
        return ""
    told = "You sit out: no cards, no blinds. Press Come back when you are there again."
    if away["third_man"]:
        told += " Two others are away, so you are the third man walking:"
    if away["until"]:
        told += f" Your place is held until {away['until'][11:16]} UTC."
    return told.replace(": Your", ": your")
