"""A house that is served to a real browser, and people who use its pages."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright
from sqlalchemy import create_engine, text

import warm
from pitboss.house.house import House
from pitboss.rulebook.loader import entries, load

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WIDE, PHONE = (1366, 900), (390, 844)
ZOOMED = {"width": WIDE[0] // 2, "height": WIDE[1] // 2}
"""A wide window in which everything is twice as large."""
CONTRAST = (Path(__file__).parent / "contrast.js").read_text()
MOST_ROUNDS = 25
expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong


@dataclass(eq=False)
class Served:
    """A running house: where it is, and where its database is."""

    address: str
    database: str
    games: Sequence[str]
    """Entries of which the house has a table to try out, in their order."""

    def table(self, entry: str) -> str:
        """The path of an entry's table."""
        return f"/table/{1 + self.games.index(entry)}"

    def rounds(self, table: str) -> dict[int, dict[str, Any]]:
        """The rounds that the journal has of a table, by number."""
        engine = create_engine(self.database)
        with engine.connect() as connection:
            asked = text("select body from journal where chain = :table and kind = 'round' order by number")
            bodies = [json.loads(body) for (body,) in connection.execute(asked, {"table": table})]
        engine.dispose()
        return {body["round"]: body for body in bodies}

    def staked(self, table: str, number: int, seat: int) -> dict[str, Decimal]:
        """What a seat had wagered in a round, by area, as the journal has it."""
        found: dict[str, Decimal] = {}
        for row in self.rounds(table)[number]["settlements"]:
            if row["seat"] == seat:
                found[f"{row['wager']} {row.get('on') or ''}".strip()] = Decimal(row["staked"])
        return found

    def api(self, token: str) -> httpx.Client:
        return httpx.Client(base_url=f"{self.address}/api", headers={"Authorization": f"Bearer {token}"}, timeout=30)


@contextmanager
def served(
    folder: Path,
    *words: str,
    games: Sequence[str] = (),
    edges_of: Sequence[str] = (),
    set_up: Callable[[House], object] = lambda house: None,
) -> Iterator[Served]:
    """A house for trying out, as ``pitboss serve`` starts it; ``set_up`` may open tables in it before that.

    It has a table of each of these games, of every game where none is named; edges are worked out for some entries.
    """
    database = f"sqlite:///{folder}/house.db"
    prepared = House(database)
    set_up(prepared)
    have = {live.setup.entry.name for live in prepared.tables.values()}
    prepared.close()
    tried_out = [entry.name for entry in entries(None) if entry.wagers and entry.name in (games or [entry.name])]
    command = ["serve", "--port", "0", "--demo", "--database", database, *words]
    environment = os.environ | {warm.EDGES_OF: " ".join(edges_of), warm.GAMES: " ".join(games)}
    process = warm.start(
        *command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    try:
        told = ""
        while not (found := re.search(r"open at\s+(http://127\.0\.0\.1:\d+)", told)):
            line = process.stdout.readline()
            assert line, f"the house did not open: {told}"
            told += line
        _until_it_answers(found.group(1))
        yield Served(found.group(1), database, [name for name in tried_out if name not in have])
    finally:
        process.terminate()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


@contextmanager
def served_anew(folders: pytest.TempPathFactory, *words: str, **given: Any) -> Iterator[Callable[[int], Served]]:
    """A house for each try of a file's tests, opened when one first asks for it.

    What a try that failed has left in its house, such as somebody on the seat, is in nobody's way in another.
    """
    with ExitStack() as running:
        yield cache(lambda attempt: running.enter_context(served(folders.mktemp("house"), *words, **given)))


def _until_it_answers(address: str) -> None:
    for _ in range(100):
        try:
            httpx.get(f"{address}/sign-in", timeout=5)
            return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise AssertionError(f"{address} does not answer")


@contextmanager
def chromium(moving: bool = False) -> Iterator[Browser]:
    """A browser of people who want nothing to move, which is quicker drawn, or of such as do not mind."""
    still = [] if moving else ["--force-prefers-reduced-motion"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *still])
        try:
            yield browser
        finally:
            _IDLE.pop(browser, None)
            browser.close()


_IDLE: dict[Browser | None, list[BrowserContext]] = {}
"""Profiles of each browser that nobody uses. What a browser has fetched once it need not fetch and compile again."""


def _context(browser: Browser) -> BrowserContext:
    idle = _IDLE.get(browser)
    return idle.pop() if idle else browser.new_context(reduced_motion="null")  # as it was started


@dataclass(eq=False)
class Visitor:
    """Somebody at a browser. Everything the browser is sent, and everywhere it goes for it, is kept."""

    served: Served
    page: Page
    heard: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @classmethod
    def enter(cls, browser: Browser, served: Served, person: str, size: tuple[int, int] = WIDE) -> "Visitor":
        """Sign in as one of the people to pick, and go nowhere yet: every page that is drawn takes a second."""
        visitor = cls._arrive(browser, served, size)
        answer = visitor.page.request.post(f"{served.address}/sign-in", form={"person": person}, max_redirects=0)
        assert answer.status == 303, f"{person} cannot sign in: {answer.status}"
        return visitor

    @classmethod
    def enter_by_the_door(cls, browser: Browser, served: Served, person: str) -> "Visitor":
        """Pick a person on the sign-in page, as people do, and be shown in."""
        visitor = cls._arrive(browser, served, WIDE)
        visitor.page.goto(f"{served.address}/sign-in")
        visitor.page.locator(f"form:has(input[value='{person}']) button").click()
        visitor.page.locator(".page h1").wait_for()
        return visitor

    @classmethod
    def _arrive(cls, browser: Browser, served: Served, size: tuple[int, int]) -> "Visitor":
        page = _context(browser).new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.set_default_timeout(20_000)
        visitor = cls(served, page)
        visitor._listen()
        return visitor

    def _listen(self) -> None:
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("response", self._response)
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._frame))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _response(self, response: Any) -> None:
        if response.request.resource_type in ("document", "xhr", "fetch") and response.status == 200:
            self.heard.append(response.text())

    def _frame(self, payload: str | bytes) -> None:
        self.heard.append(payload if isinstance(payload, str) else payload.decode("utf-8", "ignore"))

    def go(self, path: str) -> None:
        self.page.goto(f"{self.served.address}{path}")
        self.page.locator(".page h1").wait_for()

    def close(self) -> None:
        """Go away; somebody else may sit down at the browser, which forgets who was there."""
        context = self.page.context
        for page in context.pages:
            page.close()
        context.clear_cookies()
        _IDLE.setdefault(context.browser, []).append(context)

    # -- at a table ----------------------------------------------------------------------------------------------

    def go_to_table(self, entry: str) -> str:
        """Go to the table of an entry; returns its name."""
        self.go(self.served.table(entry))
        self.page.locator(".felt-holder svg").first.wait_for()
        return self._table()

    def pick_in_the_lobby(self, entry: str) -> str:
        """Go from the lobby to the table of an entry, as people do; returns its name."""
        found = load(entry)
        title = self.page.locator(f'h3:text-is("{found.title}")')
        card = self.page.locator(f".table-card:has-text('{found.rulebook}')", has=title)
        card.first.click()
        self.page.locator(".felt-holder svg").first.wait_for()
        return self._table()

    def _table(self) -> str:
        return self.page.url.split("/table/")[1].split("/")[0]

    def sit(self, seat: int, buy_in: str = "1000") -> None:
        self.page.get_by_role("button", name=f"Sit at seat {seat}", exact=True).click()
        self.page.get_by_label("Another amount in dollars").fill(buy_in)
        self.page.get_by_role("button", name="Buy in for this amount").click()
        self.page.locator(".seat.yours").wait_for()
        expect(self.page.locator(".purse b")).to_have_text(f"${Decimal(buy_in):,.2f}")  # seated first, bought in next
        self.page.locator(".sheet:visible").wait_for(state="hidden")

    @property
    def chips(self) -> Decimal:
        return money(self.page.locator(".purse b").inner_text())

    def area(self, name: str) -> Locator:
        """An area of the felt, once chips can be put on it."""
        self.page.locator(f"[data-area='{name}'][aria-disabled='false']").wait_for()
        return self.page.locator(f"[data-area='{name}']")

    def lies(self, title: str, amount: str) -> None:
        """Wait until so much lies on a wager."""
        self.page.locator(".wager-list li", has_text=title).filter(has_text=amount).first.wait_for()

    def round_number(self) -> int:
        """The number of the last round that is over and told of here."""
        head = self.page.locator(".result:visible h2")
        return int(head.inner_text().split()[1]) if head.count() else 0

    def until_round(self, number: int) -> None:
        self.page.locator(f".result h2:text-is('Round {number}')").wait_for()


def money(text: str) -> Decimal:
    return Decimal(text.replace("$", "").replace(",", "").replace("+", ""))


def amount_on(ann: Visitor, title: str) -> bool:
    """True when something lies on a wager already, as a pass line bet does until it is decided."""
    lying = ann.page.locator(".wager-list li span:first-child").all_inner_texts()
    return any(text.removesuffix(" (stands)") == title for text in lying)


def decide(ann: Visitor, before: int) -> None:
    """Answer every question until the round is over: the first one by key, the others by button."""
    over = ann.page.locator(f".result:visible h2:text-is('Round {before + 1}')")
    asked = ann.page.locator(".decide:visible .button")
    by_key = True
    while True:
        expect(over.or_(asked.first).first).to_be_visible()
        if not asked.count():
            return
        question = ann.page.locator(".decide")
        told = question.get_attribute("data-decision") or ""
        if by_key:
            ann.page.keyboard.press(asked.first.get_attribute("aria-keyshortcuts") or "c")
        else:
            asked.first.click()
        by_key = False
        expect(question).not_to_have_attribute("data-decision", told)


def wealth(ann: Visitor) -> Decimal:
    """The chips before her, and those that stand on the felt."""
    stands = ann.page.locator(".wager-list li:has-text('(stands)') b").all_inner_texts()
    return ann.chips + sum(money(text) for text in stands)


def cash_out(ann: Visitor, before_a_roll: Callable[[], None] = lambda: None) -> None:
    """Leave the table; a contract bet has to be decided before that."""
    for _ in range(MOST_ROUNDS):
        ann.page.get_by_role("button", name="Cash out and leave").click()
        trouble = ann.page.locator(".hand-bar .trouble:not(:empty)")
        asked = ann.page.locator(".sheet:visible .button.main", has_text="Cash out $")
        expect(trouble.or_(asked).first).to_be_visible()
        if asked.count():
            asked.click()
            expect(ann.page.get_by_text("You cashed out $")).to_be_visible()
            break
        before_a_roll()
        roll_on(ann, ann.round_number())
    expect(ann.page.locator(".seat.yours")).to_have_count(0)


def roll_on(ann: Visitor, number: int) -> None:
    """Roll with what is up; a shooter for whom Come bets alone are up has to say so before the dice are rolled.

    A key that comes while the page draws itself anew is lost, and a busy house may refuse one after the words were
    said, which takes them back: both are done again until the dice have been rolled.
    """
    refused = ann.page.locator(".hand-bar .trouble", has_text="must hold")
    said = ann.page.locator(".wager-list", has_text="“no line bet”")
    for _ in range(20):
        if refused.count() and not said.count():
            ann.page.get_by_label("Words to the dealer").select_option("no_line_bet")
            ann.page.get_by_role("button", name="Say it").click()
            with suppress(AssertionError):
                expect(said).to_be_visible(timeout=3_000)
            ann.page.locator("h1").click()
        ann.page.keyboard.press("d")
        for _ in range(20):
            if ann.round_number() > number:
                return
            if refused.count() and not said.count():
                break
            ann.page.wait_for_timeout(150)
    raise AssertionError(f"the dice are not rolled after round {number}")


def open_table(
    floor: Visitor, entry: str, name: str, options: str = "", deals: str = "dealer", times: str = "900"
) -> None:
    """Open a table on the floor's page, and come to the dealer's page of it; a slow machine needs long times."""
    floor.go("/floor")
    floor.page.get_by_role("button", name="Open a table").click()
    floor.page.get_by_label("Game", exact=True).select_option(entry)
    floor.page.get_by_label("Table number or name").fill(name)
    floor.page.get_by_label("Options, one name=value a line").fill(options)
    floor.page.get_by_label("Dealt by").select_option(deals)
    for limit in ("Seconds to bet", "Seconds to decide"):
        expect(floor.page.get_by_label(limit)).to_have_value("30")
        floor.page.get_by_label(limit).fill(times)
    floor.page.get_by_role("button", name="Open the table").click()
    floor.page.wait_for_url(f"**/table/{name}/dealer")
