"""Longer visits in a real browser: players who bank, words to a craps dealer, a round without a mouse."""

import os
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

from house_fixtures import dear
from pages import (
    CHROMIUM,
    Served,
    Visitor,
    amount_on,
    cash_out,
    chromium,
    decide,
    money,
    open_table,
    served_anew,
    wealth,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")

BANKED = {
    "california/three-card-poker": ("2", "ante", "Ante", True),
    "california/ultimate-texas-holdem": ("2", "ante", "Ante", False),
    "california/casino-war": ("5", "base", "Base Wager", True),
}
"""By entry: the schedule of fees, the wager that is made, and whether the bank must be offered on after two rounds."""


GAMES = (
    "chapter4/roulette",
    "massachusetts-2020/roulette",
    "chapter4/big-six",
    "chapter4/craps",
    "massachusetts-2020/craps",
    "oneida-2003/craps",
    "massachusetts-2020/sic-bo",
    "chapter4/mini-baccarat",
    "chapter4/casino-war",
    "chapter4/red-dog",
    "chapter4/three-card-poker",
    "massachusetts-2020/ultimate-texas-holdem",
)
"""Entries at whose tables somebody sits down."""
People = tuple[Visitor, Visitor, Visitor]


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Served]]:
    with served_anew(tmp_path_factory, games=GAMES) as running:
        yield running


@pytest.fixture
def house(houses: Callable[[int], Served], attempt: int) -> Served:
    return houses(attempt)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def people_of(houses: Callable[[int], Served], browser: Browser) -> Callable[[int], People]:
    @cache
    def enter(attempt: int) -> People:
        floor, ann, cho = (Visitor.enter(browser, houses(attempt), name) for name in ("floor", "ann", "cho"))
        return floor, ann, cho

    return enter


@pytest.fixture
def people(people_of: Callable[[int], People], attempt: int) -> People:
    """A supervisor and two players."""
    return people_of(attempt)


# -- players who bank -------------------------------------------------------------------------------------------------


@dear
@pytest.mark.parametrize("entry", BANKED)
def test_a_player_takes_the_bank_another_bets_against_it_and_both_pay_the_collection(
    entry: str, people: People
) -> None:
    schedule, area, title, moves_on = BANKED[entry]
    table = f"the-{entry.partition('/')[2]}"
    floor, ann, cho = people
    open_table(floor, entry, table, f"schedule_option={schedule}", "auto")
    for visitor, seat in ((ann, 1), (cho, 2)):
        visitor.go(f"/table/{table}")
        visitor.sit(seat)
        expect(visitor.page.get_by_text("Nobody banks yet; a player must.")).to_be_visible()
    take_bank(ann, "500", "Seat 1 banks with $500.00.")
    expect(cho.page.get_by_text("Seat 1 banks with $500.00.")).to_be_visible()
    expect(cho.page.get_by_role("button", name="Take the bank")).to_be_hidden()

    paid = Decimal(0)
    for number in (1, 2) if moves_on else (1,):
        paid += one_round(ann, cho, area, title, number)
    offered = ann.page.get_by_text("The bank is offered to seat 2.")
    expect(offered).to_have_count(int(moves_on))
    ann.page.get_by_role("button", name="Pass", exact=True).click()
    expect(cho.page.get_by_text("Nobody banks yet; a player must.")).to_be_visible()
    if moves_on:
        take_bank(cho, "400", "Seat 2 banks with $400.00.")
        paid += one_round(cho, ann, area, title, 3)

    left = Decimal(0)
    for visitor in (ann, cho):
        left += visitor.chips
        cash_out(visitor)
    assert left == 2000 - paid and paid > 0
    floor.go("/floor")
    row = floor.page.locator("tr", has=floor.page.get_by_role("link", name=table, exact=True))
    expect(row.locator("td").nth(9)).to_have_text(f"${paid:,.2f}")
    assert not floor.faults and not ann.faults and not cho.faults


@dear
def test_what_is_typed_and_what_has_the_focus_stays_while_others_play(house: Served, people: People) -> None:
    floor, ann, cho = people
    table = house.table("massachusetts-2020/roulette").rpartition("/")[2]
    for visitor in (ann, cho):
        visitor.go(house.table("massachusetts-2020/roulette"))
    cho.sit(2)
    floor.go("/floor")
    floor.page.get_by_role("button", name=f"Fill or credit at table {table}").focus()
    ann.page.get_by_role("button", name="Sit at seat 3", exact=True).focus()
    cho.area("red").focus()
    cho.page.keyboard.press("Enter")
    cho.lies("Red", "$5.00")
    cho.page.keyboard.press("d")
    cho.until_round(1)
    ann.page.locator(".pocket").wait_for()
    assert ann.page.evaluate("document.activeElement.ariaLabel") == "Sit at seat 3"
    ann.page.keyboard.press("Enter")
    ann.page.get_by_label("Another amount in dollars").focus()
    ann.page.keyboard.press("Control+A")
    ann.page.keyboard.type("3")
    cash_out(cho)
    expect(ann.page.locator(".seat", has_text="Cho")).to_have_count(0)
    ann.page.keyboard.type("7")
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".purse b")).to_have_text("$37.00")
    cash_out(ann)
    row = floor.page.locator("tr", has=floor.page.get_by_role("link", name=table, exact=True))
    expect(row.locator("td").nth(4)).to_have_text("1")
    assert floor.page.evaluate("document.activeElement.ariaLabel") == f"Fill or credit at table {table}"


def take_bank(visitor: Visitor, dollars: str, told: str) -> None:
    visitor.page.get_by_label("Bank in dollars").fill(dollars)
    visitor.page.get_by_role("button", name="Take the bank").click()
    expect(visitor.page.get_by_text(told)).to_be_visible()


def one_round(banker: Visitor, player: Visitor, area: str, title: str, number: int) -> Decimal:
    """A round of one against the other; what both paid to the house for it."""
    before = banker.chips, player.chips
    player.area(area).focus()
    player.page.keyboard.press("Enter")
    player.lies(title, "$5.00")
    player.page.keyboard.press("d")
    decide(player, number - 1)
    banker.page.locator(f".result:visible h2:text-is('Round {number} · you banked')").wait_for()
    result = banker.page.locator(".result")
    expect(result.locator(".outcomes li").first).to_contain_text("Seat ")
    heard = banker.page.locator("[role=status]").first.inner_text()
    assert heard.startswith(f"Round {number}: ") and "Seat " in heard
    fees = Decimal(0)
    for visitor, chips in zip((banker, player), before, strict=True):
        net = money(visitor.page.locator(".result .net").inner_text())
        expect(visitor.page.locator(".purse b")).to_have_text(f"${chips + net:,.2f}")
        told = visitor.page.locator(".result > p:not(.net)").all_inner_texts()
        for line in told:
            assert re.search(r"\$\d+\.\d\d \[.*L\d", line), line
            fees += money(re.search(r"\$[\d.]+", line)[0])  # type: ignore[index]
    assert sum(before) - banker.chips - player.chips == fees
    return fees


# -- words to the dealer ----------------------------------------------------------------------------------------------


@dear
def test_a_craps_player_calls_a_wager_on_takes_one_down_and_leaves_with_wagers_standing(
    house: Served, browser: Browser
) -> None:
    ann = Visitor.enter(browser, house, "ann")
    table = ann.go_to_table("chapter4/craps")
    ann.sit(1)
    open_drawers(ann)
    keep_the_dice(ann)
    by_name(ann, "place_to_win 6", "12", "Place to Win 6")
    by_name(ann, "place_to_win 8", "12", "Place to Win 8")
    say(ann, "on", "place_to_win 4")
    expect(ann.page.locator(".hand-bar .trouble")).to_contain_text("there is no place_to_win 4")
    expect(ann.page.locator(".wager-list")).not_to_contain_text("“on")
    say(ann, "on", "place_to_win 6")
    expect(ann.page.locator(".wager-list")).to_contain_text("“on place to win 6”")
    rolled = roll(ann)
    # What is called on works on the come-out roll; what is not, does not.
    assert outcome(ann, "Place to Win 6") == {6: "win", 7: "lose"}.get(rolled, "stays")
    assert outcome(ann, "Place to Win 8") == "stays"
    audrey = Visitor.enter_by_the_door(browser, house, "auditor")
    audrey.page.get_by_role("button", name=f"Replay round 1 of table {table}").click()
    audrey.page.locator("summary", has_text="The record").click()
    expect(audrey.page.locator("pre")).to_contain_text('"on place_to_win 6",')
    audrey.close()

    before = wealth(ann)
    keep_the_dice(ann)
    by_name(ann, "place_to_win 8", "0")
    expect(ann.page.locator(".wager-list")).not_to_contain_text("Place to Win 8")
    by_name(ann, "field", "5", "Field")
    roll(ann)
    assert wealth(ann) == before + money(ann.page.locator(".result .net").inner_text())
    expect(ann.page.locator(".wager-list")).not_to_contain_text("Place to Win 8")
    keep_the_dice(ann)
    by_name(ann, "place_to_win 8", "12", "Place to Win 8")
    roll(ann)
    have = wealth(ann)
    ann.page.get_by_role("button", name="Cash out and leave").click()
    ann.page.get_by_role("button", name=f"Cash out ${have:,.2f}", exact=True).click()
    expect(ann.page.get_by_text(f"You cashed out ${have:,.2f}.")).to_be_visible()
    assert not ann.faults
    ann.close()


@dear
def test_a_come_bet_gets_odds_and_holds_its_player_until_it_is_decided(house: Served, browser: Browser) -> None:
    bob = Visitor.enter(browser, house, "bob")
    bob.go_to_table("oneida-2003/craps")
    bob.sit(2)
    open_drawers(bob)
    come = bob.page.locator(".wager-list li", has_text=re.compile(r"^Come \d+"))
    for _ in range(60):
        if come.count():
            break
        if bob.page.get_by_text("The puck is on").count():
            by_name(bob, "come", "10", "Come")
        elif not amount_on(bob, "Pass"):
            by_name(bob, "pass_line", "10", "Pass")
        roll(bob)
    number = re.search(r"\d+", come.first.inner_text())[0]  # type: ignore[index]

    def with_a_line_bet() -> None:
        """Whoever shoots has one before a come-out roll; only who made the point may do without."""
        if not bob.page.get_by_text("The puck is on").count() and not amount_on(bob, "Pass"):
            by_name(bob, "pass_line", "10", "Pass")

    with_a_line_bet()
    by_name(bob, f"come_odds {number}", "10", f"Come odds {number}")
    bob.page.get_by_role("button", name="Cash out and leave").click()
    expect(bob.page.locator(".hand-bar .trouble")).to_contain_text("[")
    cash_out(bob, with_a_line_bet)
    assert not bob.faults
    bob.close()


@dear
def test_a_shooter_who_is_refused_is_told_each_time_until_there_is_a_line_bet(house: Served, browser: Browser) -> None:
    cho = Visitor.enter(browser, house, "cho")
    cho.go_to_table("massachusetts-2020/craps")
    cho.sit(3)
    open_drawers(cho)
    refused = cho.page.locator(".hand-bar .trouble", has_text="nobody takes the dice")
    for _ in range(2):
        cho.page.get_by_role("button", name="Roll", exact=True).click()
        expect(refused).to_be_visible()
    by_name(cho, "pass_line", "10", "Pass Line")
    expect(refused).to_have_count(0)
    roll(cho)
    cash_out(cho)
    cho.close()


def open_drawers(ann: Visitor) -> None:
    ann.page.locator("summary", has_text="Place a wager by name").click()
    ann.page.locator("summary", has_text="Say something").click()


def keep_the_dice(ann: Visitor) -> None:
    """Whoever shoots has a line bet."""
    if not amount_on(ann, "Don't Pass"):
        by_name(ann, "dont_pass", "10", "Don't Pass")


def outcome(ann: Visitor, title: str) -> str:
    """What became of a wager in the last round; one that nothing happened to stays."""
    row = ann.page.locator(".result .outcomes li", has_text=title)
    return (row.first.get_attribute("class") or "") if row.count() else "stays"


def by_name(ann: Visitor, wager: str, dollars: str, title: str = "") -> None:
    """Place a wager by its name, and see it lie there."""
    ann.page.get_by_label("Wager", exact=True).select_option(wager)
    ann.page.get_by_label("Amount in dollars", exact=True).fill(dollars)
    ann.page.get_by_role("button", name="Place", exact=True).click()
    if title:
        ann.lies(title, f"${dollars}.00")


def say(ann: Visitor, word: str, about: str = "") -> None:
    ann.page.get_by_label("Words to the dealer").select_option(word)
    ann.page.get_by_label("About, where it needs that").fill(about)
    ann.page.get_by_role("button", name="Say it").click()


def roll(ann: Visitor) -> int:
    """Roll the dice; what they come to."""
    number = ann.round_number()
    ann.page.get_by_role("button", name="Roll", exact=True).click()
    decide(ann, number)
    fell = ann.page.locator(".stage .dice").last.get_attribute("aria-label") or ""
    return sum(int(face) for face in fell.split()[1:])


# -- without a mouse --------------------------------------------------------------------------------------------------

BY_KEYBOARD = {
    "chapter4/three-card-poker": "ante",
    "chapter4/roulette": "straight_up 17",
    "chapter4/big-six": "one",
    "oneida-2003/craps": "pass_line",
    "massachusetts-2020/sic-bo": "small",
    "chapter4/mini-baccarat": "player",
    "chapter4/casino-war": "initial",
    "chapter4/red-dog": "bet",
    "massachusetts-2020/ultimate-texas-holdem": "ante",
}
SOME = 9 if "PITBOSS_PAGE_ROUNDS" in os.environ else 1
FOCUSED = "[document.activeElement.dataset?.area, document.activeElement.ariaLabel, document.activeElement.innerText]"


@pytest.mark.parametrize("entry", [*BY_KEYBOARD][:SOME])
def test_a_whole_round_is_played_without_a_mouse_and_without_motion(
    entry: str, house: Served, browser: Browser
) -> None:
    dan = Visitor.enter(browser, house, "bob")
    page = dan.page
    page.emulate_media(reduced_motion="reduce")
    dan.go_to_table(entry)
    page.keyboard.press("Tab")
    tab_to(dan, "Sit at seat 4")
    page.keyboard.press("Enter")
    page.locator(".sheet:visible").wait_for()
    tab_to(dan, "Another amount in dollars")
    page.keyboard.press("Control+A")
    page.keyboard.type("300")
    tab_to(dan, "Buy in for this amount")
    page.keyboard.press("Enter")
    expect(page.locator(".purse b")).to_have_text("$300.00")
    page.locator(".sheet:visible").wait_for(state="hidden")
    tab_to(dan, "$25.00 chip", "$1.00 chip", "$5.00 chip")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("$25.00 chip")).to_be_checked()
    tab_to(dan, BY_KEYBOARD[entry])
    page.keyboard.press("Enter")
    expect(page.locator(".wager-list")).to_contain_text("$25.00")
    tab_to(dan, dan.page.locator(".hand-bar .go").inner_text().split()[0])
    page.keyboard.press("Enter")
    over = page.locator(".result:visible h2:text-is('Round 1')")
    asked = page.locator(".decide:visible .button")
    while True:
        expect(over.or_(asked.first).first).to_be_visible()
        if not asked.count():
            break
        told = page.locator(".decide").get_attribute("data-decision") or ""
        expect(page.locator("[role=status]").first).to_contain_text("Your decision")
        tab_to(dan, asked.first.inner_text().split()[0])
        page.keyboard.press("Enter")
        expect(page.locator(".decide")).not_to_have_attribute("data-decision", told)
    assert page.evaluate("getComputedStyle(document.querySelector('summary'), '::before').transitionDuration") == "0s"
    assert not dan.faults
    dan.close()


def tab_to(visitor: Visitor, *names: str) -> None:
    """Press Tab until something with one of these names has the focus."""
    for _ in range(300):
        told = [str(part).split("\n")[0].strip() for part in visitor.page.evaluate(FOCUSED) if part]
        if any(name in (part, part.split()[0] if part else "") for part in told for name in names):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {names}")
