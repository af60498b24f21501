"""Poker for a pot in a real browser: three players go all in, one of them short, and two pots are awarded."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

from pages import CHROMIUM, PHONE, Served, Visitor, chromium, served
from pitboss.house.house import House
from pitboss.house.live.pace import Pace

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")
TABLE, ROULETTE = "pot", "chapter4/roulette"
NARROWEST = (1280, 800)
SHORT = 4
MOST_QUESTIONS = 400


def no_limit(house: House) -> None:
    house.open_table(TABLE, "california/texas-holdem", {"schedule_option": 26}, pace=Pace(auto_deal=True))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, games=[ROULETTE], set_up=no_limit) as running:
        yield running


@pytest.fixture
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def test_three_players_play_a_hand_for_a_pot_and_a_side_pot(house: Served, browser: Browser) -> None:
    players = {
        seat: Visitor.enter(browser, house, *who)
        for seat, who in ((2, ("ann", NARROWEST)), (4, ("bob", PHONE)), (5, ("cho", NARROWEST)))
    }
    for seat, each in players.items():
        each.go(f"/table/{TABLE}")
        if seat == SHORT:
            is_left_standing(each, seat)
        each.sit(seat, "80" if seat == SHORT else "200")
    expect(players[SHORT].page.locator(".head .pill")).to_have_text("waiting for the next hand")
    for each in players.values():
        each.page.get_by_role("button", name="Deal me in").click()
    ann = players[2]
    expect(ann.page.locator(".seat", has_text="button")).to_have_count(1)
    for _ in range(MOST_QUESTIONS):
        asking = next((each for each in players.values() if each.page.locator(".decide:visible").count()), None)
        if asking is not None:
            answer(asking)
        elif ann.page.locator(".result:visible").count():
            break
        else:
            ann.page.wait_for_timeout(100)
    for seat, each in players.items():
        each.until_round(1)
        told = each.page.locator(".stage .said")
        expect(told.filter(has_text="Pot: $")).to_have_count(1)
        expect(told.filter(has_text="Side pot 1: $")).to_have_count(1)
        expect(each.page.locator(".result")).to_contain_text("Pot $80.00" if seat == SHORT else "Pot $200.00")
        expect(each.page.locator(".result")).to_contain_text("regular fee from the pot: $3.00 [")
        width = each.page.viewport_size["width"] if each.page.viewport_size else 0
        assert each.page.evaluate("document.documentElement.scrollWidth") <= width
    assert sum(each.chips for each in players.values()) == 480 - 5, "one dollar, three and one were taken from the pot"
    assert {seat: house.staked(TABLE, 1, seat)["pot"] for seat in players} == {2: 200, 4: 80, 5: 200}
    bob = players[4]
    bob.page.get_by_role("button", name="Sit out").click()
    expect(ann.page.locator(".seat", has_text="Bob")).to_contain_text("sits out")
    expect(bob.page.get_by_role("button", name="You sit out")).to_be_disabled()
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    bob.page.get_by_role("button", name="Come back").click()
    expect(ann.page.locator(".seat", has_text="Bob")).not_to_contain_text("sits out")
    ann.page.get_by_role("button", name="History").click()
    ann.page.locator(".sheet:visible").get_by_role("button", name="Round 1").click()
    expect(ann.page.locator(".sheet:visible").get_by_role("heading", name="Round 1")).to_be_visible()
    expect(ann.page.get_by_role("link", name="The deal of this round")).to_have_count(0)  # hands not shown stay unseen
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="This hand as a PHH file").click()
    told = tomllib.loads(Path(download.value.path()).read_text())
    assert told["variant"] == "NT" and told["hand"] == 1 and sum(told["finishing_stacks"]) == 480 - 5
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="All of them as a PHH file").click()
    assert [*tomllib.loads(Path(download.value.path()).read_text())] == ["1"]
    assert not any(each.faults for each in players.values())


def is_left_standing(who: Visitor, seat: int) -> None:
    """Buying in for less than the schedule says is refused in the dialog, and the seat stays free."""
    free = who.page.get_by_role("button", name=f"Sit at seat {seat}", exact=True)
    free.click()
    who.page.get_by_label("Another amount in dollars").fill("1")
    who.page.get_by_role("button", name="Buy in for this amount").click()
    expect(who.page.locator(".sheet:visible .trouble")).to_contain_text("after buying in a player has")
    who.page.locator(".sheet:visible").get_by_role("button", name="Close").click()
    expect(who.page.locator(".seat.yours")).to_have_count(0)
    expect(free).to_be_visible()


def answer(asking: Visitor) -> None:
    """Everybody goes in with all that he has; whoever comes after the short one sees both pots."""
    decide = asking.page.locator(".decide:visible")
    number = decide.get_attribute("data-decision") or ""
    expect(decide).to_contain_text(re.compile(r"Pot \$[\d,.]+"))
    offered = decide.get_by_role("button")
    all_in = offered.filter(has_text="All in")
    done = asking.page.locator(".seat", has_text="all in")
    if done.count() == 2 and done.filter(has_text="Bob").count():
        expect(decide).to_contain_text("side pot 1 $")
    if (half := offered.filter(has_text="Half pot $")).count():
        named = decide.locator("input.plain").input_value()
        decide.locator("input.plain").press_sequentially("lots")
        expect(decide.locator("input.plain")).to_have_value(named)  # words are no amount, and do not stay in the box
        half.click()
        named = decide.locator("input.plain").input_value()
        assert f"${named}" in half.inner_text() and named == f"{float(decide.get_by_role('slider').input_value()):.2f}"
    (all_in if all_in.count() else offered.filter(has_text="Call")).first.click()
    expect(asking.page.locator(".decide")).not_to_have_attribute("data-decision", number)
