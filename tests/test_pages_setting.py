"""People at a page with more than one hand to play: set in two, the bank going round, or split."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

from house_fixtures import dear, of_these
from pages import CHROMIUM, PHONE, WIDE, Served, Visitor, cash_out, chromium, open_table, served_anew
from pitboss.engine.hands import Hand
from pitboss.house.house import House
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.pace import Pace

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")

TABLE, TILES, ASIA = "/table/setting", "california/pai-gow-tiles", "massachusetts-2020/asia-poker"
BY_ITSELF = Pace(auto_deal=True)
ABOVE = """() => document.querySelector('.stage.own').getBoundingClientRect().bottom
  <= document.querySelector('.decide').getBoundingClientRect().top"""
ONE_CARD_MORE = """() => document.querySelectorAll('.stage.own .hand').forEach(
  (hand) => hand.append(hand.lastElementChild.cloneNode(true)))"""
NARROWEST = (1280, 800)
"""The smallest window of a computer that a page is made for."""
PAIRS = {"ann": ("split-wide", NARROWEST), "bob": ("split-phone", PHONE)}
"""Who has been dealt a pair, at which table, and who looks at it in which window."""


def deal_pairs(house: House) -> None:
    """Play blackjack until somebody is asked about a pair that does not make 21 with whatever comes."""
    for person, (table, _) in PAIRS.items():
        house.add_person(person, person.title(), "player")
        house.open_table(table, "chapter4/blackjack", {"surrender_allowed": True}, fill=10_000_000, pace=BY_ITSELF)
        live = house.table(table)
        house.do(lambda batch, live=live, person=person: live.sit(batch, person, 2), table)
        house.do(lambda batch, live=live: live.buy_in(batch, 2, 1_000_000), table)
        while not has_small_pair(live):
            if live.going_on:
                assert live.round is not None
                action = live.round.asking[0].actions[0].name
                house.do(lambda batch, live=live, action=action: live.act(batch, 2, action), table)
            else:
                live.bet(2, {"main": "25.00"})
                house.do(lambda batch, live=live: live.deal(batch), table)


SWITCHING = "switching"


def deal_to_switch(house: House) -> None:
    """Deal Blackjack Switch to a player who is asked whether two cards change places."""
    house.open_table(SWITCHING, "chapter4/blackjack", {"variant": "switch"}, fill=10_000_000, pace=BY_ITSELF)
    live = house.table(SWITCHING)
    house.add_person("cho", "Cho", "player")
    house.do(lambda batch: live.sit(batch, "cho", 3), SWITCHING)
    house.do(lambda batch: live.buy_in(batch, 3, 1_000_000), SWITCHING)
    while not may_switch(live):
        if live.going_on:
            assert live.round is not None
            name = live.round.asking[0].actions[0].name
            house.do(lambda batch, name=name: live.act(batch, 3, name), SWITCHING)
        else:
            live.bet(3, {"switch_main_1": "25.00", "switch_main_2": "25.00"})
            house.do(lambda batch: live.deal(batch), SWITCHING)


def may_switch(live: LiveTable) -> bool:
    """Whether it is asked, and would be seen."""
    if not live.going_on or live.round is None or live.round.asking[0].actions[-1].name != "switch":
        return False
    one, two = live.round.hands_of(3)
    return str(live.round.hands[one][1]) != str(live.round.hands[two][1])


PASSING = "passing"


def offer_the_bank(house: House) -> None:
    """A round against the dealer at a table of tiles, after which the bank is offered to seat 1."""
    house.open_table(PASSING, "massachusetts-2020/pai-gow-tiles", {"player_banking": True}, fill=10_000_000)
    live = house.table(PASSING)
    for seat, person in enumerate(("dee", "eve"), start=1):
        house.add_person(person, person.title(), "player")
        house.do(lambda batch, seat=seat, person=person: live.sit(batch, person, seat), PASSING)
        house.do(lambda batch, seat=seat: live.buy_in(batch, seat, 1_000_000), PASSING)
        live.bet(seat, {"pai_gow": "20.00"})
    house.do(lambda batch: live.deal(batch), PASSING)
    while live.going_on:
        assert live.round is not None
        asked = live.round.asking[0]
        house.do(lambda batch, asked=asked: live.act(batch, asked.seat, asked.actions[0].name), PASSING)


FOUR_CARDS = "four-cards"
IN_SIGHT = """() => {
  const card = document.querySelector('.decide'), edge = card.getBoundingClientRect().bottom
  return [...card.querySelectorAll('.button')].every((each) => each.getBoundingClientRect().bottom <= edge)
}"""


def deal_four_cards(house: House) -> None:
    """Deal Fast Action Hold'em to a player who may set two of four cards, split them or surrender."""
    house.open_table(FOUR_CARDS, "massachusetts-2020/fast-action-holdem", {}, fill=10_000_000, pace=BY_ITSELF)
    live = house.table(FOUR_CARDS)
    house.do(lambda batch: live.sit(batch, "cho", 2), FOUR_CARDS)
    house.do(lambda batch: live.buy_in(batch, 2, 1_000_000), FOUR_CARDS)
    while not (live.going_on and live.round is not None and len(live.round.asking[0].actions) == 3):
        if live.going_on:
            house.do(lambda batch: live.act(batch, 2, "surrender"), FOUR_CARDS)
        else:
            live.bet(2, {"wager": "20.00"})
            house.do(lambda batch: live.deal(batch), FOUR_CARDS)


def set_up(house: House) -> None:
    deal_pairs(house)
    deal_to_switch(house)
    deal_four_cards(house)
    offer_the_bank(house)


def has_small_pair(live: LiveTable) -> bool:
    asking = live.round.asking if live.going_on and live.round is not None else ()
    offered = {action.name for ask in asking for action in ask.actions}
    return "split" in offered and live.round is not None and live.round.hands[Hand.of(2)][0][0] in "2345678"


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Served]]:
    with served_anew(tmp_path_factory, games=[TILES, ASIA], set_up=set_up) as running:
        yield running


@pytest.fixture
def house(houses: Callable[[int], Served], attempt: int) -> Served:
    return houses(attempt)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def set_by_tapping(visitor: Visitor, held: int = 7) -> bool:
    """Tap the first two pieces into the low hand, whatever they are; True where the page says that it is a foul."""
    pieces = visitor.page.locator(".decide .piece")
    expect(pieces).to_have_count(held)
    for at in (0, 1):
        pieces.nth(at).click()
        expect(pieces.nth(at)).to_have_attribute("aria-pressed", "true")
    foul = is_foul(visitor)
    visitor.page.locator(".decide .button", has_text="Set").first.click()
    return foul


def set_by_dragging(visitor: Visitor, held: int) -> bool:
    """Drag the last and the first piece onto the tray of the low hand, one of them back and there again."""
    pieces, trays = visitor.page.locator(".decide .piece"), visitor.page.locator(".decide .tray")
    expect(pieces).to_have_count(held)
    for at, tray, pressed in ((held - 1, 0, "true"), (0, 0, "true"), (0, 1, "false"), (0, 0, "true")):
        pieces.nth(at).drag_to(trays.nth(tray))
        expect(pieces.nth(at)).to_have_attribute("aria-pressed", pressed)
    # A third one takes the place of the one that was put there first.
    pieces.nth(1).drag_to(trays.nth(0))
    expect(pieces.nth(held - 1)).to_have_attribute("aria-pressed", "false")
    expect(trays.nth(0)).to_contain_text("2 of 2")
    foul = is_foul(visitor)
    visitor.page.locator(".decide .button", has_text="Set").first.click()
    return foul


def is_foul(visitor: Visitor) -> bool:
    """What is picked is told with what it comes to, before it is laid down."""
    told = visitor.page.locator(".decide .comes-to")
    expect(told).to_have_text(re.compile(r"^Low: .+\. High: .+\.$"))
    return "a foul" in told.inner_text()


def stand(visitor: Visitor) -> None:
    visitor.page.locator(".decide .button", has_text="Stand").click()


def set_by_keys(visitor: Visitor, held: int = 7) -> bool:
    """Pick the last two pieces and lay the hand down without a pointer; True where that is a foul."""
    pieces = visitor.page.locator(".decide .piece")
    expect(pieces).to_have_count(held)
    pieces.nth(held - 2).focus()
    visitor.page.keyboard.press("Space")
    expect(pieces.nth(held - 2)).to_have_attribute("aria-pressed", "true")
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")
    foul = is_foul(visitor)
    visitor.page.keyboard.press("s")
    return foul


def put_down(visitor: Visitor, area: str, title: str) -> None:
    visitor.area(area).click()
    visitor.lies(title, "$5.00")
    visitor.page.keyboard.press("d")


def test_hands_are_set_by_tapping_or_by_keys_and_a_player_banks_when_it_is_his_turn(
    house: Served, browser: Browser
) -> None:
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
    set_by_keys(cho)
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
    if not set_by_keys(ann):  # a foul of the bank ends the round
        stand(cho)
    for visitor in (ann, cho):
        visitor.until_round(2)
    expect(ann.page.get_by_text("The house banks this hand")).to_be_visible()

    nets = [
        sum(Decimal(played["net"].get(seat, "0")) for played in house.rounds("setting").values()) for seat in ("1", "2")
    ]
    assert [visitor.chips for visitor in (ann, cho)] == [1000 + net for net in nets]
    assert not ann.faults and not cho.faults


def test_for_a_seat_that_is_silent_the_dealer_passes_the_bank(house: Served, browser: Browser) -> None:
    dealer = Visitor.enter(browser, house, "dealer1", NARROWEST)
    dealer.go(f"/table/{PASSING}/dealer")
    for seat in (1, 2):
        expect(dealer.page.get_by_text(f"The bank is offered to seat {seat}.")).to_be_visible()
        dealer.page.get_by_role("button", name=f"Seat {seat} passes").click()
    expect(dealer.page.get_by_text("The bank is offered to seat")).to_be_hidden()
    assert not dealer.faults
    dealer.close()


@dear
@pytest.mark.parametrize(("person", "size"), [("ann", WIDE), ("bob", PHONE)])
def test_somebody_who_comes_alone_sets_tiles_against_a_banker_whom_nobody_plays(
    person: str, size: tuple[int, int], house: Served, browser: Browser
) -> None:
    visitor = Visitor.enter(browser, house, person, size)
    path = house.table(TILES)
    visitor.go(path)
    visitor.sit(1 if size == WIDE else 2)
    first = len(house.rounds(path.rpartition("/")[2])) + 1
    put_down(visitor, "base", "Base Wager")
    tiles = visitor.page.locator(".decide .piece")
    expect(tiles).to_have_count(4)
    expect(tiles.first).to_have_attribute("aria-label", re.compile(r"^.+ tile, \d and \d dots$"))
    (set_by_dragging if size == WIDE else set_by_tapping)(visitor, 4)
    visitor.until_round(first)
    for told in ("Player-dealer high", "Player-dealer low", "Your high", "Your low"):
        expect(visitor.page.get_by_text(re.compile(f"^{told}: "))).to_be_visible()
    cash_out(visitor)
    assert not visitor.faults
    visitor.close()


def test_pieces_fill_three_groups_one_after_the_other_and_a_foul_is_told_before(
    house: Served, browser: Browser
) -> None:
    visitor = Visitor.enter(browser, house, "ann", PHONE)
    visitor.go(house.table(ASIA))
    visitor.sit(1)
    put_down(visitor, "asia_poker", "Asia Poker")
    pieces = visitor.page.locator(".decide .piece")
    expect(pieces).to_have_count(7)
    expect(visitor.page.locator(".decide")).to_contain_text("tap 1 for the low, then 2 for the medium")
    for at, group in ((3, "low"), (0, "medium"), (6, "medium")):
        pieces.nth(at).click()
        expect(pieces.nth(at)).to_have_attribute("data-group", group)
    told = visitor.page.locator(".decide .comes-to")
    expect(told).to_have_text(re.compile(r"^Low: .+\. Medium: .+\. High: .+\.$"))
    foul = "a foul" in told.inner_text()
    visitor.page.locator(".decide .button", has_text="Set").first.click()
    stand(visitor)
    visitor.until_round(1)
    row = house.rounds(house.table(ASIA).rpartition("/")[2])[1]["settlements"][0]
    assert foul == (row["reason"] == "fouled hand")
    cash_out(visitor)
    assert not visitor.faults
    visitor.close()


@pytest.mark.parametrize("person", of_these(PAIRS, "bob"))
def test_a_pair_is_split_and_each_hand_is_played_in_its_turn(person: str, house: Served, browser: Browser) -> None:
    table, size = PAIRS[person]
    visitor = Visitor.enter(browser, house, person, size)
    visitor.go(f"/table/{table}")
    page, before = visitor.page, visitor.chips + 25
    decide, own = page.locator(".decide"), page.locator(".stage.own figure")
    decide.locator(".button", has_text="Split").click()
    expect(own).to_have_count(2)
    expect(own.nth(0)).to_have_class("active")
    expect(own.nth(1)).not_to_have_class("active")
    expect(decide.locator("h2")).to_have_text(re.compile(r"^Your decision at seat 2, hand 1: \d+$|, hand 1: soft \d+$"))
    if size == PHONE:
        page.wait_for_function(ABOVE)  # one's own cards come up from under the question
    first, second = (each.bounding_box() for each in (own.nth(0), own.nth(1)))
    assert first and second
    assert first["x"] + first["width"] <= second["x"] and abs(first["y"] - second["y"]) < 12, "side by side"
    assert second["x"] + second["width"] <= size[0], "within the window"

    expect(decide).to_contain_text("For one more card: $0.01 to $25.00")
    decide.get_by_role("textbox", name="Amount to double").fill("10")
    double = decide.locator(".button", has_text="Double")
    expect(double).not_to_have_attribute("aria-keyshortcuts", "d")  # which deals, and may be pressed twice
    double.click()
    expect(decide.locator("h2")).to_contain_text("hand 2")
    expect(own.nth(1)).to_have_class("active")
    expect(own.nth(0)).not_to_have_class("active")
    assert visitor.chips == before - 25 - 25 - 10
    decide.locator(".button", has_text="Stand").click()

    result = page.locator(".result")
    for told in ("Wager (hand 1) $25.00", "Double Down (hand 1) $10.00", "Split (hand 2) $25.00"):
        expect(result).to_contain_text(told)
    for at in (0, 1):
        expect(own.nth(at).locator("figcaption")).to_have_text(
            re.compile(rf"^Your hand {at + 1}: (soft )?\d+(, over)?$")
        )
    number, played = max(house.rounds(table).items())
    visitor.until_round(number)
    assert visitor.chips == before + Decimal(played["net"]["2"])
    page.evaluate(ONE_CARD_MORE)
    tops = [box["y"] for box in (each.bounding_box() for each in (own.nth(0), own.nth(1))) if box]
    assert len(tops) == 2 and abs(tops[0] - tops[1]) < 12, "side by side with four cards and three"
    assert not visitor.faults
    visitor.close()


def test_two_hands_switch_their_second_cards_when_both_are_tapped(house: Served, browser: Browser) -> None:
    visitor = Visitor.enter(browser, house, "cho", PHONE)
    visitor.go(f"/table/{SWITCHING}")
    own, tapped = visitor.page.locator(".stage.own figure"), visitor.page.locator(".decide .piece")
    expect(tapped).to_have_count(2)
    seconds = [own.nth(at).locator("[aria-label]").first.get_attribute("aria-label") for at in (0, 1)]
    tapped.nth(1).click()
    expect(tapped.nth(1)).to_have_attribute("aria-pressed", "true")
    tapped.nth(1).click()
    expect(tapped.nth(1)).to_have_attribute("aria-pressed", "false")
    tapped.nth(0).click()
    expect(tapped.nth(0)).to_have_attribute("aria-pressed", "true")
    tapped.nth(1).click()
    expect(tapped).to_have_count(0)
    after = [own.nth(at).locator("[aria-label]").first.get_attribute("aria-label") for at in (0, 1)]
    assert seconds != after
    assert not visitor.faults
    visitor.close()


def test_all_that_may_be_done_with_four_cards_is_in_sight_on_a_phone(house: Served, browser: Browser) -> None:
    cho = Visitor.enter(browser, house, "cho", PHONE)
    cho.go(f"/table/{FOUR_CARDS}")
    decide = cho.page.locator(".decide:visible")
    expect(decide.locator(".button", has_text="Surrender")).to_be_visible()
    assert cho.page.evaluate(IN_SIGHT)
    decide.locator(".piece").nth(5).click()  # of the four cards that may be split, the second one
    expect(decide.locator(".tray", has_text="First hand")).to_contain_text("1 of 2")
    assert cho.page.evaluate(IN_SIGHT)
    assert cho.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
