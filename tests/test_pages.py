"""The pages in a real browser: an evening at every family, the dealer, the floor, the auditor, and who sees what."""

import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import httpx
import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, expect

from house_fixtures import dear, of_these
from pages import (
    CHROMIUM,
    CONTRAST,
    MOST_ROUNDS,
    PHONE,
    ZOOMED,
    Served,
    Visitor,
    amount_on,
    cash_out,
    chromium,
    decide,
    money,
    open_table,
    served,
    served_anew,
    wealth,
)
from pitboss.house.fairness.deal_check import check_deal
from pitboss.web import mount

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")

STUD, ROULETTE = "chapter4/three-card-poker", "chapter4/roulette"
EVENINGS = {
    "wheels": ("chapter4/roulette", ("red", "Red"), ("black", "Black")),
    "more wheels": ("chapter4/big-six", ("one", "$1 insignia"), ("two", "$2 insignia")),
    "dice": ("chapter4/craps", ("pass_line", "Pass Line"), ("dont_pass", "Don't Pass")),
    "more dice": ("massachusetts-2020/sic-bo", ("small", "Small"), ("big", "Big")),
    "baccarat": ("chapter4/mini-baccarat", ("player", "Player's Hand"), ("banker", "Banker's Hand")),
    "comparing": ("chapter4/casino-war", ("initial", "Initial Wager"), ("tie", "Tie Wager")),
    "red dog": ("massachusetts-2020/red-dog", ("original", "Original wager"), None),
    "stud": ("chapter4/three-card-poker", ("ante", "Ante"), ("pair_plus", "Pair Plus")),
    "holdem": ("massachusetts-2020/ultimate-texas-holdem", ("ante", "Ante"), ("trips", "Trips")),
}
"""At each family's table, a wager that is placed by click and, where there is another, one by keyboard."""
GAMES = (
    "california/casino-war",  # the first table, at which nobody plays
    ROULETTE,
    STUD,
    "chapter4/big-six",
    "chapter4/craps",
    "massachusetts-2020/sic-bo",
    "chapter4/mini-baccarat",
    "chapter4/casino-war",
    "chapter4/red-dog",
    "massachusetts-2020/red-dog",
    "massachusetts-2020/mississippi-stud",
    "massachusetts-2020/ultimate-texas-holdem",
)
"""Entries at whose tables somebody sits down."""


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Served]]:
    with served_anew(tmp_path_factory, games=GAMES, edges_of=(ROULETTE, STUD)) as running:
        yield running


@pytest.fixture
def house(houses: Callable[[int], Served], attempt: int) -> Served:
    return houses(attempt)


@pytest.fixture
def every_game(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.mark.parametrize("family", of_these(EVENINGS, "wheels"))
def test_an_evening_at_a_table_of_each_family(family: str, house: Served, browser: Browser) -> None:
    entry, by_click, by_keyboard = EVENINGS[family]
    if family == "wheels":
        ann = Visitor.enter_by_the_door(browser, house, "ann")
        ann.pick_in_the_lobby(entry)
    else:
        ann = Visitor.enter(browser, house, "ann")
        ann.go_to_table(entry)
    ann.sit(1)
    assert ann.chips == 1000
    seen: set[str] = set()
    for played in range(MOST_ROUNDS):
        before, number = wealth(ann), ann.round_number()
        bet_by_click(ann, *by_click)
        if by_keyboard is not None:
            bet_by_keyboard(ann, *by_keyboard)
        ann.page.keyboard.press("d")
        decide(ann, number)
        seen |= check_result(ann, before)
        if {"win", "lose"} <= seen and (played or family != "stud"):
            break
    assert {"win", "lose"} <= seen
    assert not ann.faults
    if family == "stud":  # the second shuffle has revealed the seed of the first
        check_the_first_deal(ann)
    cash_out(ann)
    ann.close()


def check_the_first_deal(ann: Visitor) -> None:
    """Take the first round away and deal it again."""
    ann.page.get_by_role("button", name="History").click()
    ann.page.locator(".sheet:visible").get_by_role("button", name=re.compile(r"Round 1\b")).click()
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="The deal of this round").click()
    checked = check_deal(json.loads(Path(download.value.path()).read_text()))
    assert checked.fair and checked.round == 1
    ann.page.get_by_role("button", name="Close").click()
    ann.page.locator(".sheet:visible").wait_for(state="hidden")


def bet_by_click(ann: Visitor, area: str, title: str) -> None:
    """Two chips by clicking on an area."""
    ann.page.locator(".chip-choice.c500").click()
    place = ann.area(area)
    if not amount_on(ann, title):
        place.locator(".name").first.click()
        ann.lies(title, "$5.00")


def bet_by_keyboard(ann: Visitor, area: str, title: str) -> None:
    """A chip with Enter, off again with minus, then an amount that is typed."""
    place = ann.area(area)
    if amount_on(ann, title):
        return
    place.focus()
    ann.page.keyboard.press("Enter")
    ann.lies(title, "$5.00")
    ann.page.keyboard.press("-")
    expect(ann.page.locator(".wager-list li", has_text=title)).to_have_count(0)
    ann.page.keyboard.type("10")
    ann.page.keyboard.press("Enter")
    ann.lies(title, "$10.00")


def check_result(ann: Visitor, before: Decimal) -> set[str]:
    """The pay-off tells each wager's outcome and clause, and comes to what the chips say."""
    rows = ann.page.locator(".result .outcomes li")
    kinds = [row.get_attribute("class") or "" for row in rows.all()]
    assert kinds
    for row in rows.all():
        assert re.search(r"\[.*(§|L\d).*\]", row.inner_text()), row.inner_text()
    assert wealth(ann) == before + money(ann.page.locator(".result .net").inner_text())
    heard = ann.page.locator("[role=status]").first.inner_text()
    assert heard.startswith("Round ") and ("you win" in heard or "you lose" in heard or "even" in heard)
    return set(kinds)


# -- dealer, floor, auditor -------------------------------------------------------------------------------------------


def test_a_dealer_opens_a_table_deals_and_calls_and_the_floor_confirms(house: Served, browser: Browser) -> None:
    floor = Visitor.enter(browser, house, "floor")
    open_table(floor, "massachusetts-2020/three-card-poker", "pit1")
    dealer = Visitor.enter(browser, house, "dealer1")
    dealer.go("/table/pit1/dealer")
    page = dealer.page
    page.get_by_role("button", name="Close the table").click()
    expect(page.locator(".head .pill")).to_have_text("closed")
    page.get_by_role("button", name="Open it again").click()
    expect(page.locator(".head .pill")).to_have_text("bets open")
    expect(page.get_by_text("Wait for wagers.")).to_be_visible()
    page.locator("summary", has_text="Opening").first.click()
    page.locator(".checklist input").first.check()
    expect(page.locator("summary", has_text=re.compile(r"\(1 of"))).to_have_count(1)

    ann = Visitor.enter(browser, house, "ann")
    ann.go("/table/pit1")
    ann.sit(2)
    ann.area("ante").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_text("Your wagers are placed; the dealer deals.")).to_be_visible()
    expect(page.get_by_text("Wagers of seat 2")).to_be_visible()
    expect(page.get_by_text("Wagers are placed: call no more bets, and deal.")).to_be_visible()

    happened = page.get_by_label("What happened", exact=True)
    expect(page.locator("#why-not")).not_to_contain_text("did not happen")  # what is chosen first can be called
    happened.select_option("improper_cut")
    expect(page.get_by_text("the floor confirms")).to_be_visible()
    page.get_by_label("What happened, for the floor").fill("cut at the last card")
    page.get_by_role("button", name="Call it").click()
    waits = page.get_by_text("Waits for the floor: a cut was performed improperly")
    expect(waits).to_contain_text("cut at the last card")
    expect(page.get_by_text("Wait for the floor, which decides on what was called.")).to_be_visible()
    expect(ann.page.get_by_text("waiting for the floor")).to_be_visible()
    floor.go("/floor")
    alert = floor.page.locator(".alert", has_text="a cut was performed improperly")
    expect(alert).to_contain_text("[")
    expect(alert).to_contain_text("cut at the last card")
    alert.get_by_role("button", name="Confirm").click()
    expect(floor.page.get_by_text("Nothing waits for you.")).to_be_visible()
    expect(page.get_by_text("Called for the coming round: a cut was performed improperly")).to_be_visible()

    page.get_by_role("button", name="Deal", exact=True).click()
    expect(ann.page.get_by_role("heading", name="Your decision at seat 2")).to_be_visible()
    expect(page.get_by_text("Seat 2 decides.")).to_be_visible()
    page.get_by_label("What happened", exact=True).select_option("wrong_number_of_cards")
    expect(page.get_by_text("That did not happen at this table")).to_be_visible()
    expect(page.get_by_role("button", name="Call it")).to_be_disabled()
    page.get_by_label("What happened", exact=True).select_option("improper_cut")
    expect(page.get_by_text("Is called at shuffle, and that is over.")).to_be_visible()
    expect(page.get_by_role("button", name="Call it")).to_be_disabled()
    expect(ann.page.get_by_text("The round goes on.")).to_be_visible()
    page.get_by_label("What happened", exact=True).select_option("automated_shoe_jam")
    page.get_by_label("What happened, for the floor").fill("the shoe jams")
    page.get_by_role("button", name="Call it").click()
    floor.page.locator(".alert", has_text="the shoe jams").get_by_role("button", name="Confirm").click()
    decide(ann, 0)
    ann.until_round(1)
    expect(ann.page.locator(".result .outcomes li.void").first).to_be_visible()
    expect(ann.page.locator(".purse b")).to_have_text("$1,000.00")
    for visitor in (ann, dealer, floor):
        assert not visitor.faults
        visitor.close()


def test_whatever_a_dealer_may_call_is_asked_for_within_the_form(house: Served, browser: Browser) -> None:
    dealer = Visitor.enter(browser, house, "dealer1", (1280, 800))
    dealer.go(house.table("massachusetts-2020/mississippi-stud") + "/dealer")
    dealer.page.get_by_label("What happened", exact=True).select_option("wrong_number_of_cards_player")
    expect(dealer.page.get_by_label("Seat", exact=True)).to_be_visible()
    expect(dealer.page.get_by_role("button", name="Call it")).to_be_disabled()
    expect(dealer.page.get_by_text("That did not happen at this table")).to_be_visible()
    assert dealer.page.evaluate("document.documentElement.scrollWidth") <= 1280
    dealer.close()


def test_the_floor_ends_the_turn_of_somebody_who_vanished_and_cashes_them_out(house: Served, browser: Browser) -> None:
    floor, ann = Visitor.enter(browser, house, "floor"), Visitor.enter(browser, house, "ann")
    open_table(floor, "chapter4/three-card-poker", "pit7", times="")
    ann.go("/table/pit7")
    ann.sit(2)
    ann.area("ante").focus()
    ann.page.keyboard.press("Enter")
    page = floor.page
    expect(page.get_by_text("Wagers of seat 2")).to_be_visible()
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(ann.page.get_by_role("heading", name="Your decision at seat 2")).to_be_visible()
    ann.close()
    expect(page.get_by_text("the seat does what risks no more: fold.")).to_contain_text("[")
    page.get_by_role("button", name="Cash out seat 2").click()
    expect(page.locator(".panel > .trouble")).to_contain_text("is in the round")
    end = page.get_by_role("button", name="End the turn of seat 2")
    over = page.locator(".result:visible h2:text-is('Round 1')")
    for _ in range(10):  # a seat has a few seconds to decide
        end.click()
        page.wait_for_timeout(1000)
        if over.count():
            break
        expect(page.locator(".panel > .trouble")).to_contain_text("seconds to decide")
    expect(over).to_be_visible()
    page.get_by_role("button", name="Cash out seat 2").click()
    expect(page.get_by_text("Nobody sits here.")).to_be_visible()
    assert not floor.faults
    floor.close()


@dear
def test_a_table_opened_on_the_page_has_times(house: Served, browser: Browser) -> None:
    floor = Visitor.enter(browser, house, "floor")
    open_table(floor, "chapter4/roulette", "pit8", times="30")
    expect(floor.page.get_by_text("30 seconds to bet, 30 seconds to decide")).to_be_visible()
    floor.page.goto(f"{house.address}/floor")
    floor.page.get_by_role("button", name="Open a table").click()
    expect(floor.page.get_by_label("Seconds to decide")).to_have_value("30")  # what a form begins with has come
    floor.page.get_by_label("Table number or name").fill("pit9")
    floor.page.get_by_label("Seconds to decide").fill("0")
    floor.page.get_by_role("button", name="Open the table").click()
    expect(floor.page.get_by_text("Seconds to decide is a number above 0 and at most 3600")).to_be_visible()
    floor.page.get_by_label("Seconds to decide").fill("20")
    floor.page.get_by_label("First fill in dollars").fill("1000000.01")
    floor.page.get_by_role("button", name="Open the table").click()
    expect(floor.page.get_by_text("is more than is moved at once")).to_be_visible()
    floor.close()


@dear
def test_where_the_cage_sells_the_chips_the_floor_buys_in_on_the_page(tmp_path: Path, browser: Browser) -> None:
    with served(tmp_path, "--cage-buy-ins", games=[ROULETTE]) as house:
        floor, ann = Visitor.enter(browser, house, "floor"), Visitor.enter(browser, house, "ann")
        table = ann.go_to_table("chapter4/roulette")
        ann.page.get_by_role("button", name="Sit at seat 1", exact=True).click()
        ann.page.get_by_role("button", name="Buy in for this amount").click()
        expect(ann.page.get_by_text("the floor buys in for you").first).to_be_visible()
        floor.go(f"/table/{table}/dealer")
        floor.page.get_by_label("Amount in dollars that the cage has").fill("750")
        floor.page.get_by_role("button", name="Buy in for seat 1").click()
        expect(ann.page.locator(".purse b")).to_have_text("$750.00")
        for visitor in (floor, ann):
            assert not visitor.faults
            visitor.close()


@dear
def test_a_practice_house_says_so_and_its_calls_are_listed(tmp_path: Path, browser: Browser) -> None:
    with served(tmp_path, "--practice", games=[ROULETTE]) as house:
        ann, floor = Visitor.enter_by_the_door(browser, house, "ann"), Visitor.enter(browser, house, "floor")
        expect(ann.page.locator(".table-card .pill", has_text="practice").first).to_be_visible()
        open_table(floor, "massachusetts-2020/three-card-poker", "pit1")
        floor.go("/table/pit1/dealer")
        expect(floor.page.locator(".head .pill", has_text="practice")).to_be_visible()
        ann.go("/table/pit1")
        expect(ann.page.locator(".head .pill", has_text="practice")).to_be_visible()
        ann.sit(2)
        ann.page.locator("summary", has_text="A deal you can check").click()
        ann.page.get_by_label("A word of your own for the next shuffle").fill("<i>rain</i>")
        ann.page.get_by_role("button", name="Add the word").click()
        expect(ann.page.get_by_text("adds the word “<i>rain</i>”")).to_be_visible()
        ann.area("ante").focus()
        ann.page.keyboard.press("Enter")
        expect(floor.page.get_by_text("Wagers of seat 2")).to_be_visible()
        floor.page.get_by_role("button", name="Deal", exact=True).click()
        expect(ann.page.get_by_role("heading", name="Your decision at seat 2")).to_be_visible()
        floor.page.get_by_label("What happened", exact=True).select_option("wrong_number_of_cards")
        floor.page.get_by_role("button", name="Call it").click()
        ann.until_round(1)
        floor.go("/floor")
        floor.page.get_by_role("button", name="Look them up").click()
        calls = floor.page.get_by_label("Calls", exact=True)
        expect(calls).to_contain_text("wrong number of cards (cards and wagers)")
        expect(calls).to_contain_text("practice")
        for visitor in (ann, floor):
            assert not visitor.faults
            visitor.close()


def test_an_auditor_finds_a_round_replays_it_and_verifies_everything(house: Served, browser: Browser) -> None:
    bob = Visitor.enter(browser, house, "bob")
    table = bob.go_to_table("chapter4/red-dog")
    bob.sit(3)
    bob.area("bet").focus()
    bob.page.keyboard.press("Enter")
    bob.lies("Bet", "$5.00")
    bob.page.keyboard.press("d")
    decide(bob, 0)
    audrey = Visitor.enter_by_the_door(browser, house, "auditor")
    page = audrey.page
    page.get_by_label("Table", exact=True).fill(table)
    page.get_by_label("Player", exact=True).fill("bob")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name=f"Replay round 1 of table {table}").click()
    expect(page.get_by_text("it settles as it was settled")).to_be_visible()
    expect(page.locator("[aria-current=step]")).to_have_count(1)
    page.get_by_role("button", name="One step on").click()
    expect(page.get_by_text("step 2 of")).to_be_visible()
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".outcomes li").first).to_contain_text("[§")
    page.get_by_role("button", name="Verify everything").click()
    expect(page.get_by_text("All is as it must be")).to_be_visible(timeout=30_000)
    with page.expect_download() as download:
        page.get_by_role("link", name="Ledger (CSV)").click()
    text = Path(download.value.path()).read_text()
    assert text.startswith("chain,entry,line") and "buy-in" in text
    bob.page.get_by_role("button", name="History").click()
    bob.page.locator(".sheet:visible").get_by_role("button", name=re.compile("Round 1")).click()
    expect(bob.page.locator(".sheet:visible .log li").first).to_be_visible()
    assert not bob.faults and not audrey.faults
    bob.close()
    audrey.close()


# -- what nobody may see ----------------------------------------------------------------------------------------------


EVERYBODY = {"player", "dealer", "floor", "auditor"}
MAY_SEE = {
    "/": EVERYBODY,
    "/lobby": EVERYBODY,
    "/table/{table}": EVERYBODY,
    "/table/{table}/dealer": {"dealer", "floor"},
    "/table/{table}/rounds/{number}/deal.json": EVERYBODY,
    "/table/{table}/rounds/{number}/hand.phh": EVERYBODY,
    "/table/{table}/hands.phhs": EVERYBODY,
    "/table/{table}/rounds/{number}/ruling": {"auditor", "floor"},
    "/floor": {"floor"},
    "/audit": {"auditor", "floor"},
    "/audit/export/{what}.{kind}": {"auditor", "floor"},
}
"""Who may see which page or get which file: written down a second time, so that a slip is seen."""
SEEN_ELSEWHERE = ("/audit/export/rounds.csv", "/audit/export/rounds.parquet", "/audit/export/ledger.parquet")
"""Files that take long to write, and of which one is enough for those who may have them."""


def every_path(page: str) -> list[str]:
    found = page.replace("{table}", "1").replace("{number}", "1")
    if "{what}" not in found:
        return [found]
    return [f"/audit/export/{what}.{kind}" for what in ("rounds", "ledger") for kind in ("csv", "parquet")]


def test_every_page_and_file_says_here_who_may_have_it() -> None:
    source = Path(mount.__file__).read_text()
    assert set(re.findall(r'@(?:ui\.page|app\.get)\("([^"]+)"', source)) == {*MAY_SEE, "/sign-in"}


def test_pages_and_files_are_for_those_whose_role_they_are(house: Served) -> None:
    people = {"ann": "player", "dealer1": "dealer", "floor": "floor", "auditor": "auditor"}
    for person, role in people.items():
        with httpx.Client(base_url=house.address, timeout=60) as visitor:
            visitor.post("/sign-in", data={"person": person})
            own = visitor.get("/").headers["location"]
            for page, roles in MAY_SEE.items():
                for path in every_path(page):
                    if role not in roles:
                        sent_away = 403 if page.endswith("ruling") else 303  # a link to one is told what it is
                        assert visitor.get(path).status_code == sent_away, f"{person} gets {path}"
                    elif page != "/" and path not in SEEN_ELSEWHERE:
                        # The deal of a round that never was, or whose seed is not revealed, is refused to everybody,
                        # as are the hands of a table without any; there is no ruling of a round that never was.
                        refused = path.endswith((".json", ".phhs"))
                        expected = 409 if refused else 404 if path.endswith("/ruling") else 200
                        assert visitor.get(path).status_code == expected, f"{person} does not get {path}"
            cookie = visitor.cookies["pitboss"]
            for forged in (cookie.replace(person, "floor" if person != "floor" else "auditor", 1), cookie[:-1], "x"):
                visitor.cookies.set("pitboss", forged)
                assert visitor.get(own).headers["location"].startswith("/sign-in")


def test_a_stranger_gets_no_page_no_file_and_no_way_around_signing_in(house: Served) -> None:
    with httpx.Client(base_url=house.address) as stranger:
        for path in (path for page in MAY_SEE for path in every_path(page)):
            assert stranger.get(path).headers["location"].startswith("/sign-in"), path
        refused = stranger.post("/sign-in", data={"token": "guess"})
        assert refused.status_code == 401 and "Nobody here has that token." in refused.text
        assert stranger.post("/sign-in", data={"person": "system"}).status_code == 401
        assert stranger.post("/sign-in", data={"person": "banker"}).status_code == 401
        for next in ("//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)"):
            elsewhere = stranger.post("/sign-in", data={"person": "ann", "next": next})
            assert elsewhere.headers["location"] == "/lobby"


# -- for everybody ----------------------------------------------------------------------------------------------------

SHOWN = of_these((STUD, ROULETTE, "chapter4/craps", "chapter4/mini-baccarat"), STUD)
INTERACTIVE = ("button", "link", "textbox", "combobox", "checkbox", "radio", "spinbutton", "DisclosureTriangle")


@dear
def test_every_page_names_all_one_can_use_is_readable_fits_a_phone_or_at_200_percent_and_needs_no_network(
    every_game: Served, browser: Browser
) -> None:
    pages = {
        "ann": ("/lobby", *map(every_game.table, SHOWN)),
        "dealer1": (f"{every_game.table(STUD)}/dealer",),
        "floor": ("/floor",),
        "auditor": ("/audit",),
    }
    own = every_game.address
    for person, paths in pages.items():
        visitor = Visitor.enter(browser, every_game, person, PHONE)
        for path in paths:
            visitor.go(path)
            visitor.page.wait_for_timeout(100)
            nameless = [node for node in used(visitor.page) if not node[1]]
            assert not nameless, f"{path}: {nameless}"
            assert visitor.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path
            assert visitor.page.evaluate(EMPTY_BELOW) <= 100, f"{path}: one scrolls into nothing"
            faint = visitor.page.evaluate(CONTRAST)
            assert not faint, f"{path}: {faint}"
            visitor.page.set_viewport_size(ZOOMED)
            assert visitor.page.evaluate("document.documentElement.scrollWidth") <= ZOOMED["width"], path
            visitor.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        assert all(url.startswith((own, own.replace("http", "ws"))) for url in visitor.asked)
        assert not visitor.faults
        visitor.close()


EMPTY_BELOW = """
    Math.max(document.documentElement.scrollHeight, innerHeight) - Math.max(innerHeight - 60, ...Array.from(
    document.querySelectorAll(".page > *:not(.hand-bar)"), part => part.getBoundingClientRect().bottom + scrollY))"""
"""How much of a page lies under the last thing on it, beyond the window."""


def used(page: Page) -> list[tuple[str, str]]:
    """The role and the name of everything one can use, as a screen reader gets them."""
    client = page.context.new_cdp_session(page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    client.detach()
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"] and node["role"]["value"] in INTERACTIVE
    ]


@dear
def test_the_tab_key_reaches_the_betting_areas_and_arrows_those_between(house: Served, browser: Browser) -> None:
    ann = Visitor.enter(browser, house, "ann")
    ann.go(house.table(ROULETTE))
    ann.page.locator(".felt-holder svg").wait_for()
    reached = []
    for _ in range(30):
        ann.page.keyboard.press("Tab")
        reached.append(ann.page.evaluate("document.activeElement.dataset?.area ?? document.activeElement.innerText"))
    assert reached[0].startswith("Skip")
    assert "straight_up 17" in reached and not any(area.startswith("split") for area in reached)
    ann.page.locator("[data-area='straight_up 8']").focus()
    ann.page.keyboard.press("ArrowRight")
    focused = ann.page.evaluate("document.activeElement.dataset.area")
    assert focused == "split 8-11"
    label = ann.page.locator("[data-area='split 8-11']").get_attribute("aria-label")
    assert label == "Split 8-11, pays 17 to 1, house edge 5.26 %"
    ann.close()


@dear
def test_rules_pay_tables_and_edges_are_one_click_away(house: Served, browser: Browser) -> None:
    ann = Visitor.enter(browser, house, "ann")
    ann.go(house.table(STUD))
    ann.page.get_by_role("button", name="Rules").click()
    expect(ann.page.locator(".sheet:visible h2").last).to_contain_text("Three Card Poker")
    expect(ann.page.locator(".sheet:visible")).to_contain_text("wrong_number_of_cards_player")
    ann.page.get_by_role("button", name="Close").click()
    ann.page.get_by_role("button", name="Pay tables").click()
    expect(ann.page.locator(".sheet:visible tr", has_text="three of a kind").first).to_contain_text("30 to 1")
    ann.page.get_by_role("button", name="Close").click()
    ann.page.locator("summary", has_text="house edge").click()
    expect(ann.page.locator("tr", has_text="Pair Plus").last).to_contain_text("2.32 %", timeout=30_000)
    ann.close()
