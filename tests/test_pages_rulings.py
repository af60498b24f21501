"""The ruling of a round in a real browser: for the auditor and the floor, at an address of its own, ready to print."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from house_fixtures import dear

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

from pages import CHROMIUM, CONTRAST, PHONE, Served, Visitor, chromium, served_anew
from pitboss import Call
from pitboss.house.house import House
from pitboss.house.live import calls
from pitboss.house.live.pace import CLOCK

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")

ENTRY, TABLE = "massachusetts-2020/dj-wild-poker", "cards"
TURNS = "turns"
WRONG, PLAYED = 1, 2
RULING = "/table/{}/rounds/{}/ruling"


def deal_rounds(house: House) -> None:
    """A table at which Ann told others of her hand in the first round, and played it out in the second."""
    house.add_person("ann", "Ann", "player")
    house.open_table(TABLE, ENTRY, fill=100_000_000)
    live = house.table(TABLE)
    house.do(lambda batch: live.sit(batch, "ann", 1), TABLE)
    house.do(lambda batch: live.buy_in(batch, 1, 1_000_000), TABLE)
    for number in (WRONG, PLAYED):
        live.bet(1, {"ante": "10.00", "blind": "10.00"})
        house.do(lambda batch: live.deal(batch), TABLE)
        if number == WRONG:
            told = Call("information_exchanged", 1)
            house.do(lambda batch, call=told: calls.make(live, batch, call, "dealer1", note="showed them"), TABLE)
            for number in [waiting.number for waiting in live.pending]:
                house.do(lambda batch, number=number: calls.confirm(live, batch, number, "floor"), TABLE)
        while live.going_on:
            house.do(lambda batch: live.act(batch, 1, "play"), TABLE)


def end_turns(house: House) -> None:
    """A table at which the floor decided for Ann in the first round, and the clock in the second."""
    house.open_table(TURNS, "chapter4/three-card-poker", fill=100_000_000)
    live = house.table(TURNS)
    house.do(lambda batch: live.sit(batch, "ann", 1), TURNS)
    house.do(lambda batch: live.buy_in(batch, 1, 1_000_000), TURNS)
    for by, why in (("floor", "the player left the table"), (CLOCK, "the time to decide is over")):
        live.bet(1, {"ante": "10.00"})
        house.do(lambda batch: live.deal(batch), TURNS)
        house.do(lambda batch, by=by, why=why: live.end_turn(batch, 1, by, why), TURNS)


def play(house: House) -> None:
    deal_rounds(house)
    end_turns(house)


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Served]]:
    sources = tmp_path_factory.mktemp("sources")
    lines = [f"{number}. Line {number} of the official text." for number in range(1, 12_500)]
    (sources / "massachusetts-2020.txt").write_text("\n".join(lines))
    with served_anew(
        tmp_path_factory,
        "--sources",
        str(sources),
        games=["chapter4/big-six"],
        set_up=play,
    ) as running:
        yield running


@pytest.fixture
def house(houses: Callable[[int], Served], attempt: int) -> Served:
    return houses(attempt)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def test_an_auditor_reads_why_a_round_was_paid_and_takes_its_address_away(house: Served, browser: Browser) -> None:
    audrey = Visitor.enter_by_the_door(browser, house, "auditor")
    page = audrey.page
    page.get_by_label("Table", exact=True).fill(TABLE)
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name=f"Replay round {PLAYED} of table {TABLE}").click()
    expect(page.get_by_text("it settles as it was settled")).to_be_visible()
    page.get_by_role("button", name="Last step").click()
    expect(page.locator("figcaption", has_text="Seat 1: ")).to_be_visible()  # the hand by its name
    page.locator("summary", has_text="The ruling").click()
    told = page.locator("details .sheet-text")
    expect(told).to_contain_text("Seat 1, Ante, $10.00")
    page.get_by_role("link", name=f"The ruling of round {PLAYED} of table {TABLE}").click()
    page.wait_for_url(f"**{RULING.format(TABLE, PLAYED)}")
    expect(page.locator("h1")).to_have_text(f"Ruling: table {TABLE}, round {PLAYED}")
    expect(page.locator("dl.seats")).to_contain_text("Ann")
    expect(page.get_by_role("link", name=f"Table {TABLE}", exact=True)).to_have_attribute("href", f"/table/{TABLE}")
    expect(page.get_by_role("link", name="Rounds of the house")).to_have_attribute("href", "/audit")
    assert page.locator(".top svg").bounding_box()["height"] < 40  # type: ignore[index]
    body = page.locator("article")
    for words in ("What happened", "The hands", "The wagers", "How hands rank", "The words of the clauses"):
        expect(body).to_contain_text(words)
    expect(body).to_contain_text("of the official text.")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    assert not page.evaluate(CONTRAST)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert not audrey.faults
    audrey.close()


@dear
def test_the_floor_comes_to_the_ruling_from_the_tables_from_a_call_and_by_number(
    house: Served, browser: Browser
) -> None:
    fred = Visitor.enter_by_the_door(browser, house, "floor")
    page = fred.page
    last = page.locator("section[aria-label=Tables]").get_by_role("link", name=f"of table {TABLE}")
    expect(last).to_have_attribute("href", RULING.format(TABLE, PLAYED))
    page.get_by_role("button", name="Look them up").click()
    page.locator("section[aria-label=Calls]").get_by_role("link", name=f"The ruling of round {WRONG}").click()
    page.wait_for_url(f"**{RULING.format(TABLE, WRONG)}")
    body = page.locator("article")
    expect(body).to_contain_text("What went wrong")
    expect(body).to_contain_text("Here: Seat 1: ante, $10.00, is lost; Seat 1: blind, $10.00, is lost.")
    fred.go("/floor")
    found = page.locator("section[aria-label='A ruling']")
    found.get_by_label("Table").fill(TABLE)
    found.get_by_label("Round").fill(str(PLAYED))
    found.get_by_role("button", name="Show the ruling").click()
    page.wait_for_url(f"**{RULING.format(TABLE, PLAYED)}")
    expect(page.locator("h1")).to_have_text(f"Ruling: table {TABLE}, round {PLAYED}")
    assert not fred.faults
    fred.close()


def test_a_ruling_tells_who_decided_for_a_seat_and_who_called_and_confirmed_what(
    house: Served, browser: Browser
) -> None:
    audrey = Visitor.enter(browser, house, "auditor")
    page, how = audrey.page, audrey.page.locator("section.how")
    for table, number, told in (
        (TURNS, 1, "Seat 1: fold, decided by Flo: the player left the table."),
        (TURNS, 2, "Seat 1: fold, decided by the clock: the time to decide is over."),
        (TABLE, WRONG, "called by Dee, confirmed by Flo. Noted: “showed them”"),
    ):
        page.goto(f"{house.address}{RULING.format(table, number)}")
        expect(how).to_contain_text(told)
        assert not page.evaluate(CONTRAST)
    page.goto(f"{house.address}{RULING.format(TABLE, PLAYED)}")
    expect(page.locator("article")).to_be_visible()
    expect(how).to_have_count(0)  # Ann decided for herself
    audrey.close()


def test_a_ruling_prints_without_what_only_a_screen_needs(house: Served, browser: Browser, tmp_path: Path) -> None:
    audrey = Visitor.enter(browser, house, "auditor")
    page = audrey.page
    page.goto(f"{house.address}{RULING.format(TABLE, PLAYED)}")
    expect(page.locator("header.top")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("header.top")).to_be_hidden()
    expect(page.locator("article")).to_contain_text("Seat 1, Ante, $10.00")
    printed = tmp_path / "ruling.pdf"
    page.pdf(path=str(printed), format="A4")
    assert printed.read_bytes().startswith(b"%PDF") and printed.stat().st_size > 10_000
    audrey.close()


def test_nobody_else_gets_a_ruling_and_there_is_none_of_a_round_that_never_was(house: Served, browser: Browser) -> None:
    bob = Visitor.enter(browser, house, "bob")
    for number in (WRONG, PLAYED):
        answer = bob.page.goto(f"{house.address}{RULING.format(TABLE, number)}")
        assert answer is not None and answer.status == 403
        expect(bob.page.locator("main")).to_contain_text("Rulings are for the floor and auditors")
        assert "Dee" not in bob.page.content() and "Ann" not in bob.page.content()
    bob.close()
    audrey = Visitor.enter(browser, house, "auditor")
    answer = audrey.page.goto(f"{house.address}{RULING.format(TABLE, 99)}")
    assert answer is not None and answer.status == 404
    audrey.close()
