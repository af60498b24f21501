"""Two people at a page where hands are set in two and the bank goes round."""

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

from pages import CHROMIUM, PHONE, WIDE, Served, Visitor, cash_out, chromium, demo_table, open_table, served

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")

TABLE = "/table/setting"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("setting")
    with served(folder) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def set_by_tapping(visitor: Visitor, held: int = 7) -> None:
    """Tap the first two pieces into the low hand, whatever they are."""
    pieces = visitor.page.locator(".decide .piece")
    expect(pieces).to_have_count(held)
    for at in (0, 1):
        pieces.nth(at).click()
        expect(pieces.nth(at)).to_have_attribute("aria-pressed", "true")
    visitor.page.locator(".decide .button", has_text="Set").first.click()


def set_as_the_house_would(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="House way").click()


def stand(visitor: Visitor) -> None:
    visitor.page.locator(".decide .button", has_text="Stand").click()


def put_down(visitor: Visitor, area: str, title: str) -> None:
    visitor.area(area).click()
    visitor.lies(title, "$5.00")
    visitor.page.keyboard.press("d")


def test_hands_are_set_by_tapping_and_a_player_banks_when_it_is_his_turn(house: Served, browser: Browser) -> None:
    floor = Visitor.enter(browser, house, "floor")
    open_table(floor, "chapter4/pai-gow-poker", "setting", deals="auto")
    ann, cho = Visitor.enter(browser, house, "ann", WIDE), Visitor.enter(browser, house, "cho", PHONE)
    for visitor, seat in ((ann, 1), (cho, 2)):
        visitor.go(TABLE)
        visitor.sit(seat)
    expect(ann.page.get_by_text("The house banks this hand")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Take the bank")).to_be_hidden()

    for visitor in (ann, cho):
        put_down(visitor, "main", "Wager")
    set_by_tapping(ann)
    expect(cho.page.locator(".decide .piece")).to_have_count(7)
    set_as_the_house_would(cho)
    for visitor in (cho, ann):
        stand(visitor)
    for visitor in (ann, cho):
        visitor.until_round(1)

    expect(cho.page.get_by_role("button", name="Take the bank")).to_be_hidden()
    ann.page.get_by_role("button", name="Take the bank").click()
    for visitor in (ann, cho):
        expect(visitor.page.get_by_text("Seat 1 banks with $100.00.")).to_be_visible()
    put_down(ann, "bank_v_house", "Bank against the house")
    put_down(cho, "main", "Wager")
    set_by_tapping(cho)
    set_as_the_house_would(ann)
    stand(cho)
    for visitor in (ann, cho):
        visitor.until_round(2)
    expect(ann.page.get_by_text("The house banks this hand")).to_be_visible()

    nets = [
        sum(Decimal(played["net"].get(seat, "0")) for played in house.rounds("setting").values()) for seat in ("1", "2")
    ]
    assert [visitor.chips for visitor in (ann, cho)] == [1000 + net for net in nets]
    assert not ann.faults and not cho.faults


@pytest.mark.parametrize(("person", "size"), [("ann", WIDE), ("bob", PHONE)])
def test_somebody_who_comes_alone_sets_tiles_against_a_banker_whom_nobody_plays(
    person: str, size: tuple[int, int], house: Served, browser: Browser
) -> None:
    visitor = Visitor.enter(browser, house, person, size)
    path = demo_table("california/pai-gow-tiles")
    visitor.go(path)
    visitor.sit(1 if size == WIDE else 2)
    first = len(house.rounds(path.rpartition("/")[2])) + 1
    put_down(visitor, "base", "Base Wager")
    tiles = visitor.page.locator(".decide .piece")
    expect(tiles).to_have_count(4)
    expect(tiles.first).to_have_attribute("aria-label", re.compile(r"^.+ tile, \d and \d dots$"))
    set_by_tapping(visitor, 4)
    visitor.until_round(first)
    for told in ("Player-dealer high", "Player-dealer low", "Your high", "Your low"):
        expect(visitor.page.get_by_text(told, exact=True)).to_be_visible()
    cash_out(visitor)
    assert not visitor.faults
    visitor.close()
