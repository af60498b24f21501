"""Poker for a pot in a real browser: two players are dealt in, bet and call, and the pot goes to one of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

from pages import CHROMIUM, PHONE, WIDE, Served, Visitor, chromium, served
from pitboss.house.house import House
from pitboss.house.live.pace import Pace

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")
TABLE = "pot"
MOST_QUESTIONS = 12


def no_limit(house: House) -> None:
    house.open_table(TABLE, "california/texas-holdem", {"schedule_option": 26}, pace=Pace(auto_deal=True))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, set_up=no_limit) as running:
        yield running


@pytest.fixture
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def test_two_players_play_a_hand_for_the_pot(house: Served, browser: Browser) -> None:
    ann, bob = (Visitor.enter(browser, house, *who) for who in (("ann", WIDE), ("bob", PHONE)))
    for seat, each in ((2, ann), (4, bob)):
        each.go(f"/table/{TABLE}")
        each.sit(seat, "200")
    ann.page.get_by_role("button", name="Deal me in").click()
    expect(ann.page.get_by_role("button", name="Ready: waiting for the others")).to_be_visible()
    bob.page.get_by_role("button", name="Deal me in").click()
    asked = {each: each.page.locator(".decide:visible") for each in (ann, bob)}
    expect(ann.page.locator(".seat", has_text="button")).to_have_count(1)
    raised = False
    for _ in range(MOST_QUESTIONS):
        over = ann.page.locator(".result:visible h2:text-is('Round 1')")
        expect(
            over.or_(asked[ann]).first.or_(ann.page.locator(".pill", has_text="seat 4 decides")).first
        ).to_be_visible()
        if over.count():
            break
        each = ann if asked[ann].count() else bob
        expect(asked[each]).to_be_visible()
        told = asked[each].get_attribute("data-decision") or ""
        if not raised:
            asked[each].get_by_label("Amount to raise").fill("10")
            asked[each].get_by_role("button", name="Raise", exact=True).click()
            raised = True
        else:
            asked[each].get_by_role("button").first.click()
        expect(each.page.locator(".decide")).not_to_have_attribute("data-decision", told)
    ann.until_round(1)
    bob.until_round(1)
    assert ann.chips + bob.chips == 400 - 5, "one dollar, three and one were taken from the pot"
    assert house.staked(TABLE, 1, 2) == house.staked(TABLE, 1, 4) == {"pot": 10}
    ann.page.get_by_role("button", name="History").click()
    ann.page.locator(".sheet:visible").get_by_role("button", name="Round 1").click()
    expect(ann.page.locator(".sheet:visible").get_by_role("heading", name="Round 1")).to_be_visible()
    expect(ann.page.get_by_role("link", name="The deal of this round")).to_have_count(0)  # hands not shown stay unseen
    assert not ann.faults and not bob.faults
