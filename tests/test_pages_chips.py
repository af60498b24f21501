"""Chips on the felt in a real browser: they count as soon as they lie there, or it is said why not; no button moves."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import cycle

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, Locator, WebSocketRoute, expect

from house_fixtures import EVERYWHERE, dear, of_these
from pages import CHROMIUM, PHONE, Served, Visitor, chromium, money, open_table, served_anew
from pitboss.house.house import House
from pitboss.house.live.pace import Pace

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")

WIDE = (1280, 800)
SIZES = (WIDE, PHONE) if EVERYWHERE else (PHONE,)
FAMILIES = {
    "wheels": ("chapter4/roulette", "red"),
    "more wheels": ("chapter4/big-six", "one"),
    "dice": ("chapter4/craps", "dont_pass"),
    "more dice": ("massachusetts-2020/sic-bo", "small"),
    "baccarat": ("chapter4/mini-baccarat", "player"),
    "comparing": ("california/casino-war", "base"),
    "red dog": ("massachusetts-2020/red-dog", "original"),
    "stud": ("chapter4/three-card-poker", "ante"),
    "holdem": ("massachusetts-2020/ultimate-texas-holdem", "ante"),
}
"""At a table of each family, a wager to make."""
GAMES = (
    "chapter4/roulette",
    "chapter4/big-six",
    "chapter4/craps",
    "oneida-2003/craps",
    "massachusetts-2020/sic-bo",
    "chapter4/mini-baccarat",
    "california/casino-war",
    "massachusetts-2020/red-dog",
    "chapter4/three-card-poker",
    "massachusetts-2020/ultimate-texas-holdem",
)


def open_tables(house: House) -> None:
    house.open_table("quick", "chapter4/roulette", fill=10**8, pace=Pace(betting=4, auto_deal=True))
    house.open_table("slow", "chapter4/roulette", fill=10**8, pace=Pace(auto_deal=True))
    house.open_table("dealt", "chapter4/roulette", fill=10**8)
    house.open_table("alone", "chapter4/roulette", fill=10**8, pace=Pace(auto_deal=True))
    house.open_table("filled", "chapter4/roulette", fill=10**8)
    house.open_table("stud", "chapter4/three-card-poker", fill=10**8)
    side = {"three_card_bonus": "3CS-01", "cover_all": True, "progressive": "MS-Stud-01"}
    many = "massachusetts-2020/mississippi-stud"
    for table in ("many-wide", "many-narrow"):
        house.open_table(table, many, side, fill=10**8, pace=Pace(auto_deal=True))
    house.open_table("holdem", "massachusetts-2020/ultimate-texas-holdem", fill=10**8)


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Served]]:
    with served_anew(tmp_path_factory, games=["chapter4/big-six"], set_up=open_tables) as running:
        yield running


@pytest.fixture
def house(houses: Callable[[int], Served], attempt: int) -> Served:
    return houses(attempt)


@pytest.fixture(scope="module")
def houses_of_each_family(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Served]]:
    with served_anew(tmp_path_factory, games=GAMES) as running:
        yield running


@pytest.fixture
def each_family(houses_of_each_family: Callable[[int], Served], attempt: int) -> Served:
    return houses_of_each_family(attempt)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def visit(browser: Browser, house: Served, person: str, table: str, seat: int, size: tuple[int, int] = WIDE) -> Visitor:
    visitor = Visitor.enter(browser, house, person, size)
    visitor.go(f"/table/{table}")
    visitor.sit(seat)
    return visitor


def lay(visitor: Visitor, area: str, amount: str) -> None:
    """Lay a chip, and see it lie there."""
    visitor.area(area).focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.locator(f"[data-area='{area}'] .chip.mine[data-amount='{amount}']").wait_for()


# -- chips that lie there count ---------------------------------------------------------------------------------------


def test_chips_that_lie_on_the_felt_are_in_the_round_that_somebody_else_starts(house: Served, browser: Browser) -> None:
    ann, bob = visit(browser, house, "ann", "quick", 1), visit(browser, house, "bob", "quick", 2)
    lay(ann, "red", "$5.00")
    expect(bob.page.locator("[data-area='red'] .chip.others")).to_be_visible()
    lay(bob, "black", "$5.00")
    bob.page.keyboard.press("d")
    ann.until_round(1)
    bob.until_round(1)
    assert house.staked("quick", 1, 1) == {"red": Decimal(5)} and house.staked("quick", 1, 2) == {"black": Decimal(5)}
    for visitor in (ann, bob):
        assert not visitor.faults
        visitor.close()


@dear
def test_chips_are_no_word_to_deal_and_what_was_taken_off_is_not_in_the_round(house: Served, browser: Browser) -> None:
    ann, bob = visit(browser, house, "ann", "slow", 1), visit(browser, house, "bob", "slow", 2)
    lay(ann, "red", "$5.00")
    lay(bob, "black", "$5.00")
    ann.page.keyboard.press("d")
    expect(ann.page.get_by_role("button", name="Ready: waiting for the others")).to_be_visible()
    lay(ann, "odd", "$5.00")
    expect(ann.page.get_by_role("button", name="Spin", exact=True)).to_be_enabled()
    ann.page.locator("[data-area='red']").focus()
    ann.page.keyboard.press("-")
    expect(ann.page.locator("[data-area='red'] .chip.mine")).to_have_count(0)
    bob.page.keyboard.press("d")
    expect(bob.page.get_by_role("button", name="Ready: waiting for the others")).to_be_visible()
    ann.page.get_by_role("button", name="Spin", exact=True).click()
    ann.until_round(1)
    assert house.staked("slow", 1, 1) == {"odd": Decimal(5)} and house.staked("slow", 1, 2) == {"black": Decimal(5)}
    for visitor in (ann, bob):
        visitor.close()


def test_a_chip_that_was_under_way_when_the_round_began_is_told_not_to_count(house: Served, browser: Browser) -> None:
    ann = Visitor.enter(browser, house, "ann")
    held: list[str | bytes] = []
    hold = [False]
    lines: list[WebSocketRoute] = []

    def keep_back(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)
        server.on_message(lambda message: held.append(message) if hold[0] else line.send(message))

    ann.page.route_web_socket(re.compile("socket.io"), keep_back)
    ann.go("/table/dealt")
    ann.sit(1)
    lay(ann, "red", "$5.00")
    dealer = Visitor.enter(browser, house, "dealer1")
    dealer.go("/table/dealt/dealer")
    hold[0] = True
    dealer.page.get_by_role("button", name="Spin", exact=True).click()
    expect(dealer.page.locator(".result h2")).to_have_text("Round 1")
    ann.page.locator("[data-area='black']").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("[data-area='black'] .chip.under-way")).to_be_visible()
    ann.page.wait_for_timeout(500)
    hold[0] = False
    for message in held:
        lines[-1].send(message)
    expect(ann.page.locator(".hand-bar .trouble")).to_contain_text("Black: too late for round 1, this did not count")
    expect(ann.page.locator(".felt-note")).to_contain_text("did not count")
    expect(ann.page.locator("[data-area='black'] .chip")).to_have_count(0)
    assert house.staked("dealt", 1, 1) == {"red": Decimal(5)}
    ann.close()
    dealer.close()


# -- chips that are refused -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_only_the_offending_chip_is_refused_with_the_reason_beside_it(
    size: tuple[int, int], house: Served, browser: Browser
) -> None:
    ann = visit(browser, house, "ann", "stud", 1, size)
    dealer = Visitor.enter(browser, house, "dealer1")
    dealer.go("/table/stud/dealer")
    lay(ann, "ante", "$5.00")
    lay(ann, "pair_plus", "$5.00")
    ann.page.get_by_label("$500.00 chip").check()
    ann.page.locator("[data-area='pair_plus']").click()
    note = ann.page.locator(".felt-note")
    expect(note).to_contain_text("Pair Plus: $505.00 is over the maximum of $100.00")
    inside(note, ann.page.locator("[data-area='pair_plus'] .felt"), size)
    expect(ann.page.locator(".hand-bar .trouble")).to_contain_text("over the maximum of $100.00 [§13")
    expect(ann.page.locator("[data-area='pair_plus'] .chip.mine")).to_have_attribute("data-amount", "$5.00")
    expect(ann.page.locator(".chip.under-way")).to_have_count(0)
    number = 1 + ann.round_number()
    dealer.page.get_by_role("button", name="Deal", exact=True).click()
    ann.page.locator(".decide:visible .button", has_text="Fold").click()
    ann.until_round(number)
    assert house.staked("stud", number, 1) == {"ante": Decimal(5), "pair_plus": Decimal(5)}
    leave(ann)
    ann.close()
    dealer.close()


def inside(note: Locator, place: Locator, size: tuple[int, int]) -> None:
    """The reason is seen whole, and it is at its place."""
    box, felt = note.bounding_box(), place.bounding_box()
    assert box is not None and felt is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
    assert abs(box["y"] + box["height"] / 2 - felt["y"] - felt["height"] / 2) < felt["height"] / 2 + box["height"]


@dear
@pytest.mark.parametrize("size", SIZES)
def test_a_place_that_cannot_be_bet_now_looks_so_and_says_why(
    size: tuple[int, int], house: Served, browser: Browser
) -> None:
    ann = visit(browser, house, "ann", "holdem", 2, size)
    trips = ann.page.locator("[data-area='trips']")
    expect(trips).to_have_attribute("aria-disabled", "true")
    expect(trips).to_have_class(re.compile("closed"))
    expect(trips).to_have_attribute("aria-label", re.compile("not now: seat 2: Trips needs Ante as well"))
    colour = "getComputedStyle(document.querySelector(\"[data-area='%s'] .felt\")).fill"
    assert ann.page.evaluate(colour % "trips") != ann.page.evaluate(colour % "ante")
    trips.click(force=True)
    expect(ann.page.locator(".felt-note")).to_contain_text("Trips needs Ante as well")
    expect(ann.page.locator(".chip")).to_have_count(0)
    lay(ann, "ante", "$5.00")
    expect(trips).to_have_attribute("aria-disabled", "false")
    lay(ann, "trips", "$5.00")
    leave(ann)
    ann.close()


# -- buttons that move money ------------------------------------------------------------------------------------------


BOXES = """
() => Object.fromEntries([...document.querySelectorAll(".hand-bar .bar .button")].map((button) => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return [button.classList.contains("go") ? "go" : button.textContent.trim(), [x, y, width, height]];
}))
"""
"""Where every button of the bar is, by its name."""


@pytest.mark.parametrize(
    ("family", "size"),
    list(zip(of_these(FAMILIES, "wheels"), cycle([WIDE, PHONE]), strict=False)),
)
def test_no_button_that_moves_money_moves_in_a_round(
    family: str, size: tuple[int, int], each_family: Served, browser: Browser
) -> None:
    entry, area = FAMILIES[family]
    if family == "dice" and size == PHONE:
        entry = "oneida-2003/craps"  # at the other table a point may be up
    ann = Visitor.enter(browser, each_family, "ann" if size == WIDE else "bob", size)
    ann.go_to_table(entry)
    ann.sit(1 if size == WIDE else 2)
    number = ann.page.locator(".felt-holder").get_attribute("data-round")
    before = ann.page.evaluate(BOXES)
    assert {"Buy in", "Cash out", "Undo", "Clear", "Same again", "go"} <= set(before)
    lay(ann, area, "$5.00")
    assert ann.page.evaluate(BOXES) == before
    ann.page.keyboard.press("d")
    over = ann.page.locator(f".result:visible h2:text-is('Round {number}')")
    asked = ann.page.locator(".decide:visible .button")
    while True:
        expect(over.or_(asked.first).first).to_be_visible()
        assert ann.page.evaluate(BOXES) == before
        if not asked.count():
            break
        told = ann.page.locator(".decide").get_attribute("data-decision") or ""
        where = ann.page.locator(".decide").bounding_box()
        assert where is not None
        for box in before.values():
            apart = where["y"] + where["height"] <= box[1] or where["x"] > box[0] + box[2]
            assert apart, "nothing that is asked comes up where a button was"
        asked.last.click()
        expect(ann.page.locator(".decide")).not_to_have_attribute("data-decision", told)
    assert ann.page.evaluate(BOXES) == before
    leave(ann)
    ann.close()


@pytest.mark.parametrize("size", SIZES)
def test_ones_own_cards_wagers_and_buttons_are_seen_together(
    size: tuple[int, int], house: Served, browser: Browser
) -> None:
    ann = visit(browser, house, "ann", "many-wide" if size == WIDE else "many-narrow", 1, size)
    lay(ann, "ante", "$5.00")
    ann.page.keyboard.press("d")
    expect(ann.page.locator(".decide .lying")).to_have_text("Ante $5.00")
    ann.page.evaluate("scrollTo(0, 0)")
    own, asked = (ann.page.locator(each).bounding_box() for each in (".stage.own", ".decide"))
    bar, felt = (ann.page.locator(each).bounding_box() for each in (".hand-bar .bar", ".felt-holder svg"))
    assert own is not None and asked is not None and bar is not None and felt is not None
    assert asked["y"] + asked["height"] <= bar["y"]
    assert own["y"] + own["height"] <= (bar["y"] if size == WIDE else asked["y"])
    if size == WIDE:
        assert felt["y"] + felt["height"] <= bar["y"]
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    ann.page.keyboard.press("f")
    ann.until_round(1)
    leave(ann)
    ann.close()


def test_two_clicks_on_spin_spin_once_and_cash_nobody_out(house: Served, browser: Browser) -> None:
    ann = visit(browser, house, "cho", "alone", 3)
    for number in (1, 2):
        start = max(house.rounds("alone"), default=0)
        lay(ann, "red", "$5.00")
        ann.page.get_by_role("button", name="Spin", exact=True).dblclick()
        ann.until_round(start + 1)
        expect(ann.page.locator(".seat.yours")).to_have_count(1)
        assert max(house.rounds("alone")) == start + 1, number
    leave(ann)
    ann.close()


def test_leaving_asks_once_and_says_what_is_cashed(house: Served, browser: Browser) -> None:
    ann = visit(browser, house, "ann", "alone", 4)
    lay(ann, "red", "$5.00")
    ann.page.get_by_role("button", name="Cash out and leave").dblclick()
    expect(ann.page.locator(".sheet:visible")).to_contain_text("You leave seat 4, and $1,000.00 is cashed")
    ann.page.get_by_role("button", name="Stay", exact=True).click()
    ann.page.locator(".sheet:visible").wait_for(state="hidden")
    expect(ann.page.locator(".seat.yours")).to_have_count(1)
    leave(ann)
    expect(ann.page.get_by_text("You cashed out $1,000.00.")).to_be_visible()
    ann.close()


def leave(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Cash out and leave").click()
    visitor.page.locator(".sheet:visible .button.main", has_text="Cash out $").click()
    expect(visitor.page.locator(".seat.yours")).to_have_count(0)


# -- once -------------------------------------------------------------------------------------------------------------


def test_a_double_click_fills_a_table_once_and_buys_in_once(house: Served, browser: Browser) -> None:
    floor = Visitor.enter_by_the_door(browser, house, "floor")
    row = floor.page.locator("tr", has=floor.page.get_by_role("link", name="filled", exact=True))
    before = money(row.locator("td").nth(8).inner_text())
    for times, how in ((1, "dblclick"), (2, "again")):
        floor.page.get_by_role("button", name="Fill or credit at table filled").click()
        fill = floor.page.get_by_role("button", name="Fill: cage to table")
        expect(fill).to_be_visible()
        if how == "dblclick":
            fill.dblclick()
        else:
            fill.evaluate("element => { element.click(); element.click(); setTimeout(() => element.click(), 300); }")
        expect(row.locator("td").nth(8)).to_have_text(f"${before + 5000 * times:,.2f}")
        floor.page.wait_for_timeout(1500)
        expect(row.locator("td").nth(8)).to_have_text(f"${before + 5000 * times:,.2f}")
        floor.page.locator(".sheet:visible").wait_for(state="hidden")
    ann = Visitor.enter(browser, house, "ann")
    ann.go("/table/filled")
    ann.page.get_by_role("button", name="Sit at seat 5", exact=True).click()
    ann.page.get_by_role("button", name="$500.00", exact=True).dblclick()
    expect(ann.page.locator(".purse b")).to_have_text("$500.00")
    ann.page.wait_for_timeout(500)
    expect(ann.page.locator(".purse b")).to_have_text("$500.00")
    ann.close()
    floor.close()


@dear
def test_a_double_click_on_deal_deals_once_and_opens_one_table(house: Served, browser: Browser) -> None:
    floor = Visitor.enter(browser, house, "floor")
    open_table(floor, "chapter4/roulette", "twice")
    ann = visit(browser, house, "ann", "twice", 1)
    for number in (1, 2):
        lay(ann, "red", "$5.00")
        floor.page.get_by_role("button", name="Spin", exact=True).dblclick()
        ann.until_round(number)
        assert max(house.rounds("twice")) == number
    ann.close()
    floor.close()
