"""The pages in a real browser: an evening at every family, the dealer, the floor, the auditor, and who sees what."""

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import httpx
import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, expect

from pages import CHROMIUM, PHONE, Served, Visitor, chromium, money, served
from pitboss.house.store import Store
from pitboss.rulebook import load
from pitboss.rulebook.setup import Setup
from pitboss.web.cards import RANKS, SUITS, spoken
from pitboss.web.rounds import find

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")

EVENINGS = {
    "wheels": ("chapter4/Roulette", ("red", "Red"), ("black", "Black")),
    "dice": ("chapter4/Craps", ("pass_line", "Pass Line"), ("dont_pass", "Don't Pass")),
    "more dice": ("massachusetts-2020/Sic Bo", ("small", "Small"), ("big", "Big")),
    "baccarat": ("chapter4/Mini-Baccarat", ("player", "Player's Hand"), ("banker", "Banker's Hand")),
    "comparing": ("chapter4/Casino War", ("initial", "Initial Wager"), ("tie", "Tie Wager")),
    "stud": ("chapter4/Three Card Poker", ("ante", "Ante"), ("pair_plus", "Pair Plus")),
    "holdem": ("massachusetts-2020/Ultimate Texas Hold 'Em", ("ante", "Ante"), ("trips", "Trips")),
}
"""At each family's table, a wager that is placed by click and one that is placed by keyboard."""
MOST_ROUNDS = 25


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("pages")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.mark.parametrize("family", EVENINGS)
def test_an_evening_at_a_table_of_each_family(family: str, house: Served, browser: Browser) -> None:
    entry, by_click, by_keyboard = EVENINGS[family]
    ann = Visitor.enter(browser, house, "ann")
    ann.go_to_table(entry)
    ann.sit(1)
    assert ann.chips == 1000
    seen: set[str] = set()
    for _ in range(MOST_ROUNDS):
        before, number = wealth(ann), ann.round_number()
        bet_by_click(ann, *by_click)
        bet_by_keyboard(ann, *by_keyboard)
        ann.page.keyboard.press("d")
        decide(ann, number)
        seen |= check_result(ann, before)
        if {"win", "lose"} <= seen:
            break
    assert {"win", "lose"} <= seen
    assert not ann.faults
    cash_out(ann)
    ann.close()


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


def wealth(ann: Visitor) -> Decimal:
    """The chips before her, and those that stand on the felt."""
    stands = ann.page.locator(".wager-list li:has-text('(stands)') b").all_inner_texts()
    return ann.chips + sum(money(text) for text in stands)


def cash_out(ann: Visitor) -> None:
    for _ in range(MOST_ROUNDS):
        ann.page.get_by_role("button", name="Cash out and leave").click()
        trouble = ann.page.locator(".panel > .trouble:not(:empty)")
        told = ann.page.get_by_text("You cashed out $")
        expect(trouble.or_(told).first).to_be_visible()
        if told.count():
            break
        # A contract bet lies until it is decided.
        number = ann.round_number()
        ann.page.keyboard.press("d")
        decide(ann, number)
    expect(ann.page.locator(".seat.yours")).to_have_count(0)


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

    page.get_by_label("What happened", exact=True).select_option("improper_cut")
    expect(page.get_by_text("the floor confirms")).to_be_visible()
    page.get_by_role("button", name="Call it").click()
    expect(page.get_by_text("Waits for the floor")).to_be_visible()
    expect(ann.page.get_by_text("waiting for the floor")).to_be_visible()
    floor.go("/floor")
    alert = floor.page.locator(".alert", has_text="improper cut")
    expect(alert).to_contain_text("[")
    alert.get_by_role("button", name="Confirm").click()
    expect(floor.page.get_by_text("Nothing waits for you.")).to_be_visible()
    expect(page.get_by_text("Called for the coming round: improper cut")).to_be_visible()

    page.get_by_role("button", name="Deal", exact=True).click()
    expect(ann.page.get_by_role("heading", name="Your decision at seat 2")).to_be_visible()
    page.get_by_label("What happened", exact=True).select_option(label=misdeal())
    page.get_by_role("button", name="Call it").click()
    ann.until_round(1)
    expect(ann.page.locator(".result .outcomes li.void").first).to_be_visible()
    expect(ann.page.locator(".purse b")).to_have_text("$1,000.00")
    for visitor in (ann, dealer, floor):
        assert not visitor.faults
        visitor.close()


def misdeal() -> str:
    """What happened when a round is void for everybody while players decide."""
    rules = Setup.of(load("massachusetts-2020/three-card-poker")).irregularities.values()
    return next(rule.trigger for rule, remedy in rules if "void_round" in remedy and "decide" in rule.moments)[:110]


def open_table(floor: Visitor, entry: str, name: str) -> None:
    floor.go("/floor")
    floor.page.get_by_role("button", name="Open a table").click()
    floor.page.get_by_label("Game", exact=True).select_option(entry)
    floor.page.get_by_label("Table number or name").fill(name)
    floor.page.get_by_role("button", name="Open the table").click()
    floor.page.wait_for_url(f"**/table/{name}/dealer")


def test_an_auditor_finds_a_round_replays_it_and_verifies_everything(house: Served, browser: Browser) -> None:
    bob = Visitor.enter(browser, house, "bob")
    table = bob.go_to_table("chapter4/Red Dog Poker")
    bob.sit(3)
    bob.area("bet").focus()
    bob.page.keyboard.press("Enter")
    bob.lies("Bet", "$5.00")
    bob.page.keyboard.press("d")
    decide(bob, 0)
    audrey = Visitor.enter(browser, house, "auditor")
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


def test_the_page_of_a_player_is_sent_no_hidden_card(house: Served, browser: Browser) -> None:
    """Every byte that two browsers get while hands are dealt; the truth is read from the journal afterwards."""
    ann = Visitor.enter(browser, house, "ann")
    table = ann.go_to_table("oneida-2003/Three Card Poker")
    ann.sit(1)
    dealer = Visitor.enter(browser, house, "dealer1")
    dealer.go(f"/table/{table}/dealer")
    cho = Visitor.enter(browser, house, "cho")
    cho.go(f"/table/{table}")
    cho.sit(2)
    for number in range(1, 5):
        for visitor in (ann, cho):
            visitor.area("ante").focus()
            visitor.page.keyboard.press("Enter")
            visitor.lies("Ante", "$5.00")
        for visitor in (ann, cho, dealer):
            visitor.heard.clear()
        ann.page.keyboard.press("d")
        expect(cho.page.locator(".seat", has_text="Ann").get_by_text("wagers placed")).to_be_visible()
        cho.page.keyboard.press("d")
        ann.page.get_by_role("heading", name="Your decision at seat 1").wait_for()
        cho.page.get_by_text("seat 1 decides").wait_for()
        ann.page.keyboard.press("f")
        cho.page.get_by_role("heading", name="Your decision at seat 2").wait_for()
        dealer.page.get_by_text("Seat 2 decides.").wait_for()
        sent = {visitor: "".join(visitor.heard) for visitor in (ann, cho, dealer)}
        cho.page.keyboard.press("f")
        cho.until_round(number)
        hands = cards_of_round(house, table, number)
        assert told(sent[ann]) & hands["everybody"] == hands["1"]
        assert told(sent[cho]) & hands["everybody"] == hands["2"]
        assert not told(sent[dealer]) & hands["everybody"]
        # A hand that was folded is never shown, not even when the round is over.
        assert not told("".join(cho.heard)) & hands["1"]
    for visitor in (ann, cho, dealer):
        visitor.close()


def told(text: str) -> set[str]:
    """Every card that a text names, in words or as it is written."""
    cards = [f"{rank}{suit}" for rank in RANKS for suit in SUITS]
    # The outline of a suit is written in such letters and figures too, but never by themselves.
    written = set(re.findall(r"""(?<=["'\s,>(\[])[2-9TJQKA][cdhs](?=["'\s,<)\]\\])""", text))
    return {card for card in cards if spoken(card) in text or card in written}


def cards_of_round(house: Served, table: str, number: int) -> dict[str, set[str]]:
    store = Store(house.database)
    try:
        (kept,) = find(store, table, number=number)
    finally:
        store.close()
    record = kept.body["record"]["steps"][0]
    hands = {seat: set(record["seats"][seat]["cards"].split()) for seat in ("1", "2")}
    dealer = set(record["dealer"].split())
    return hands | {"everybody": hands["1"] | hands["2"] | dealer}


def test_pages_are_for_those_whose_role_they_are(house: Served) -> None:
    with httpx.Client(base_url=house.address) as stranger:
        for path in ("/lobby", "/table/1", "/table/1/dealer", "/floor", "/audit", "/audit/export/ledger.csv"):
            assert stranger.get(path).headers["location"].startswith("/sign-in?next=/")
        refused = stranger.post("/sign-in", data={"token": "guess"})
        assert refused.status_code == 401 and "Nobody here has that token." in refused.text
        assert stranger.post("/sign-in", data={"person": "system"}).status_code == 401
        elsewhere = stranger.post("/sign-in", data={"person": "ann", "next": "//evil.example"})
        assert elsewhere.headers["location"] == "/lobby"
    for person, own, others in (
        ("ann", "/lobby", ("/floor", "/audit", "/table/1/dealer", "/audit/export/ledger.csv")),
        ("dealer1", "/table/1/dealer", ("/floor", "/audit")),
        ("auditor", "/audit", ("/floor", "/table/1/dealer")),
    ):
        with httpx.Client(base_url=house.address) as visitor:
            visitor.post("/sign-in", data={"person": person})
            assert visitor.get(own).status_code == 200
            assert all(visitor.get(path).status_code == 303 for path in others)
            cookie = visitor.cookies["pitboss"]
            visitor.cookies.set("pitboss", cookie.replace(person, "floor", 1))
            assert visitor.get(own).status_code == 303


# -- for everybody ----------------------------------------------------------------------------------------------------

PAGES = {
    "ann": ("/lobby", "/table/9", "/table/10", "/table/6"),
    "dealer1": ("/table/10/dealer",),
    "floor": ("/floor",),
    "auditor": ("/audit",),
}
INTERACTIVE = ("button", "link", "textbox", "combobox", "checkbox", "radio", "spinbutton", "DisclosureTriangle")


def test_every_page_has_names_for_all_one_can_use_fits_a_phone_and_needs_no_network(
    house: Served, browser: Browser
) -> None:
    for person, paths in PAGES.items():
        visitor = Visitor.enter(browser, house, person, PHONE)
        for path in paths:
            visitor.go(path)
            visitor.page.wait_for_timeout(100)
            nameless = [node for node in used(visitor.page) if not node[1]]
            assert not nameless, f"{path}: {nameless}"
            assert visitor.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path
        assert all(url.startswith((house.address, house.address.replace("http", "ws"))) for url in visitor.asked)
        assert not visitor.faults
        visitor.close()


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


def test_the_tab_key_reaches_the_betting_areas_and_arrows_those_between(house: Served, browser: Browser) -> None:
    ann = Visitor.enter(browser, house, "ann")
    ann.go("/table/9")
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


def test_rules_pay_tables_and_edges_are_one_click_away(house: Served, browser: Browser) -> None:
    ann = Visitor.enter(browser, house, "ann")
    ann.go("/table/10")
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
