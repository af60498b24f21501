"""Two people at a page where one of them banks, and everything that is staked is asked for in the round."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

from pages import CHROMIUM, PHONE, WIDE, Served, Visitor, chromium, served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")

ENTRY = "chapter4/baccarat-chemin-de-fer"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, games=[ENTRY]) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def say(visitor: Visitor, word: str, amount: str = "", told: str = "") -> None:
    """Answer a question, with an amount where it takes one, once the page says what it is about."""
    asked = visitor.page.locator(".decide:visible")
    if told:
        expect(asked).to_contain_text(told, ignore_case=True)
    if amount:
        asked.locator("input:not([type=range])").fill(amount)
    question = visitor.page.locator(".decide")
    number = question.get_attribute("data-decision") or ""
    asked.locator(".button", has_text=word).first.click()
    expect(question).not_to_have_attribute("data-decision", number)


def test_the_bank_is_bid_for_covered_and_settled_between_two_players(house: Served, browser: Browser) -> None:
    ann = Visitor.enter(browser, house, "ann", WIDE)
    bob = Visitor.enter(browser, house, "bob", PHONE)
    for seat, visitor in enumerate((ann, bob), start=1):
        visitor.go(house.table(ENTRY))
        visitor.sit(seat)
    for visitor in (ann, bob):
        visitor.page.get_by_role("button", name="Deal me in").click()
    say(ann, "Bid", "120", told="offer to wager this as Banker: $0.01 or more")
    say(bob, "No bid")
    say(ann, "Stake", "150", told="your first wager as Banker: $120.00 or more")
    say(bob, "No banco")
    say(bob, "Cover", "100", told="$150.00 of which is open: $0.01 to $150.00")
    for _ in range(200):
        if bob.page.locator(".result:visible h2:text-is('Round 1')").count():
            break
        for visitor in (ann, bob):  # the Dominant Player on any count, the Banker where the table leaves it open
            if visitor.page.locator(".decide:visible .button").count():
                say(visitor, "")
        bob.page.wait_for_timeout(200)
    ann.until_round(1)
    rows = {row["wager"]: row for row in house.rounds(house.table(ENTRY).rpartition("/")[2])[1]["settlements"]}
    assert rows["banker"]["staked"] == rows["against_banker"]["staked"] == "100.00"
    for visitor, wager in ((ann, "banker"), (bob, "against_banker")):
        assert visitor.chips == 1000 + Decimal(rows[wager]["net"])
        assert not visitor.faults
        visitor.close()
