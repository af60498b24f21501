"""Pages on a busy machine: what somebody presses counts, however late the page is told what became of it."""

import re
from collections.abc import Callable, Iterator

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, WebSocketRoute, expect

from house_fixtures import dear
from pages import CHROMIUM, Served, Visitor, chromium, served_anew
from pitboss.house.house import House
from pitboss.house.live.pace import Pace

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")

TABLES = ("first", "second")
STUD = "massachusetts-2020/three-card-poker"


class Line:
    """A visitor's line from the service, which can be slow; what the visitor sends goes through at once."""

    def __init__(self, visitor: Visitor) -> None:
        self._slow = False
        self._held: list[str | bytes] = []
        self._now: WebSocketRoute | None = None
        self._page = visitor.page
        visitor.page.route_web_socket(re.compile("socket.io"), self._opened)

    def _opened(self, line: WebSocketRoute) -> None:
        self._now = line
        line.connect_to_server().on_message(lambda message: self._hold(message) if self._slow else line.send(message))

    def _hold(self, message: str | bytes) -> None:
        self._held.append(message)

    def is_open(self) -> None:
        self._page.wait_for_function("window.socket?.connected")

    def slow(self) -> None:
        self._slow = True

    def quick(self) -> None:
        assert self._now is not None
        while self._held:
            self._now.send(self._held.pop(0))
        self._slow = False


def open_tables(house: House) -> None:
    for table in TABLES:
        house.open_table(table, "chapter4/roulette", fill=10**8, pace=Pace(auto_deal=True))
    for table in (*TABLES, "third"):
        house.open_table(f"stud-{table}", STUD, fill=10**8)


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Served]]:
    with served_anew(tmp_path_factory, games=["chapter4/big-six"], set_up=open_tables) as running:
        yield running


@pytest.fixture
def house(houses: Callable[[int], Served], attempt: int) -> Served:
    return houses(attempt)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium(moving=True) as running:
        yield running


def test_a_second_click_neither_closes_a_sheet_nor_presses_what_is_in_it(house: Served, browser: Browser) -> None:
    ann = Visitor.enter(browser, house, "ann")
    ann.go("/table/stud-third")
    if not ann.page.locator(".seat.yours").count():
        ann.sit(1)
    for name in ("Rules", "Cash out and leave"):
        opener = ann.page.get_by_role("button", name=name, exact=True)
        box = opener.bounding_box()
        assert box is not None
        opener.click()
        sheet = ann.page.locator(".sheet:visible")
        expect(sheet).to_be_visible()
        ann.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        ann.page.wait_for_timeout(700)
        expect(sheet).to_be_visible()
        if name != "Rules":
            out = sheet.locator(".button.main", has_text="Cash out $")
            out.evaluate("out => out.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }))")
            ann.page.wait_for_timeout(700)
            expect(ann.page.locator(".seat.yours")).to_have_count(1)
        sheet.locator(".bar .button").click()
        expect(sheet).to_have_count(0)
    ann.close()


def a_round_at_each_table(house: Served, browser: Browser) -> None:
    bob = Visitor.enter(browser, house, "bob")
    for table in TABLES:
        bob.go(f"/table/{table}")
        if not bob.page.locator(".seat.yours").count():
            bob.sit(2)
        number = 1 + max(house.rounds(table), default=0)
        bob.area("red").focus()
        bob.page.keyboard.press("Enter")
        bob.lies("Red", "$5.00")
        bob.page.keyboard.press("d")
        bob.until_round(number)
    bob.close()


@dear
def test_a_round_that_is_still_listed_is_replayed_though_the_list_was_being_told_anew(
    house: Served, browser: Browser
) -> None:
    a_round_at_each_table(house, browser)
    audrey = Visitor.enter(browser, house, "auditor")
    line = Line(audrey)
    audrey.go("/audit")
    line.is_open()
    line.slow()
    audrey.page.get_by_label("Table", exact=True).fill("first")
    audrey.page.get_by_role("button", name="Find").click()
    audrey.page.wait_for_timeout(1000)
    audrey.page.get_by_role("button", name="Replay round 1 of table first").click()
    audrey.page.wait_for_timeout(1000)
    line.quick()
    expect(audrey.page.get_by_text("it settles as it was settled")).to_be_visible()
    expect(audrey.page.get_by_role("button", name="Replay round 1 of table first")).to_have_count(1)
    expect(audrey.page.get_by_role("button", name="Replay round 1 of table second")).to_have_count(0)
    audrey.close()


@dear
def test_the_floor_confirms_a_call_while_another_comes_in(house: Served, browser: Browser) -> None:
    dealer, floor = Visitor.enter(browser, house, "dealer1"), Visitor.enter(browser, house, "floor")
    line = Line(floor)
    for table in TABLES:
        dealer.go(f"/table/stud-{table}/dealer")
        dealer.page.get_by_label("What happened", exact=True).select_option("improper_cut")
        dealer.page.get_by_label("What happened, for the floor").fill(f"cut at the {table} card")
        if table == "second":
            floor.go("/floor")
            expect(floor.page.locator(".alert", has_text="cut at the first card")).to_be_visible()
            line.is_open()
            line.slow()
        dealer.page.get_by_role("button", name="Call it").click()
        expect(dealer.page.get_by_text("Waits for the floor")).to_be_visible()
    floor.page.wait_for_timeout(2500)
    alert = floor.page.locator(".alert", has_text="cut at the first card")
    alert.get_by_role("button", name="Confirm").click()
    floor.page.wait_for_timeout(500)
    line.quick()
    expect(alert).to_have_count(0)
    other = floor.page.locator(".alert", has_text="cut at the second card")
    other.get_by_role("button", name="Confirm").click()
    expect(other).to_have_count(0)
    for visitor in (dealer, floor):
        assert not visitor.faults
        visitor.close()


EARLY = """
(field) => {
  field.value = "second";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const find = [...document.querySelectorAll(".button")].find((button) => button.textContent === "Find");
  setTimeout(() => find.click(), 7);
}
"""


@dear
def test_what_is_typed_and_pressed_before_the_line_is_open_is_heard_in_order(house: Served, browser: Browser) -> None:
    a_round_at_each_table(house, browser)
    audrey = Visitor.enter(browser, house, "auditor")
    line = Line(audrey)
    for _ in range(4):
        line.slow()
        audrey.go("/audit")
        audrey.page.get_by_label("Table", exact=True).evaluate(EARLY)
        audrey.page.wait_for_timeout(500)
        line.quick()
        expect(audrey.page.get_by_role("button", name="of table first")).to_have_count(0)
        expect(audrey.page.get_by_role("button", name="of table second")).not_to_have_count(0)
    audrey.close()


AWAY = """
() => {
  const line = window.socket.io;
  line.reconnectionDelay(6000);
  line.reconnectionDelayMax(6000);
  line.randomizationFactor(0);
  line.engine.close();
}
"""
"""Breaks the line of a page for six seconds."""


@dear
def test_a_page_whose_line_was_broken_for_seconds_goes_on_as_it_was(house: Served, browser: Browser) -> None:
    dealer = Visitor.enter(browser, house, "dealer1")
    dealer.go("/table/stud-third/dealer")
    dealer.page.get_by_label("What happened", exact=True).select_option("automated_shoe_jam")
    dealer.page.get_by_label("What happened, for the floor").fill("it jams")
    call = dealer.page.get_by_role("button", name="Call it")
    expect(call).to_be_enabled()
    dealer.page.evaluate(AWAY)
    call.click()
    expect(dealer.page.get_by_text("Waits for the floor")).to_contain_text("the automated shoe jams")
    expect(dealer.page.get_by_text("Waits for the floor")).to_contain_text("it jams")
    dealer.close()
