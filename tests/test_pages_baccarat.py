"""A baccarat table in a real browser: the roads of its shoe, and cards that whoever may view them squeezes."""

from collections.abc import Callable, Iterator
from decimal import Decimal

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

from house_fixtures import dear, of_these
from pages import CHROMIUM, PHONE, Served, Visitor, cash_out, chromium, served_anew
from pitboss.api.shoe_history import hands_of_shoe
from pitboss.games.baccarat.roads import big_road, winner
from pitboss.house.house import House
from pitboss.house.live.pace import Pace

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")

MIDI = "massachusetts-2020/midi-baccarat"
NARROWEST = (1280, 800)
BANKED = {
    "california/dragon-dai-bacc": PHONE,
    "california/ruyi-baccarat": NARROWEST,
    "california/zoobac": PHONE,
}
HANDS = 24
TIMES = Pace(auto_deal=True, betting=900, decision=900)


def deal_hands(house: House) -> None:
    """A table at which a part of the shoe is dealt, and Ann and Bob sit."""
    for person in ("ann", "bob"):
        house.add_person(person, person.title(), "player")
    house.open_table("shoe", MIDI, {"squeeze": True}, fill=100_000_000, pace=TIMES)
    live = house.table("shoe")
    for person, seat in (("ann", 1), ("bob", 3)):
        house.do(lambda batch, person=person, seat=seat: live.sit(batch, person, seat), "shoe")
        house.do(lambda batch, seat=seat: live.buy_in(batch, seat, 1_000_000), "shoe")
    for _ in range(HANDS):
        live.bet(1, {"player": "25.00"})
        house.do(lambda batch: live.deal(batch), "shoe")
        while live.going_on:
            house.do(lambda batch: live.act(batch, 1, "turn_up"), "shoe")


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Served]]:
    with served_anew(tmp_path_factory, games=BANKED, set_up=deal_hands) as running:
        yield running


@pytest.fixture
def house(houses: Callable[[int], Served], attempt: int) -> Served:
    return houses(attempt)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def written(house: Served) -> list[str]:
    """How the hands of the shoe went, as the journal has it."""
    reader = House(house.database)
    try:
        return [winner(hand.found) for hand in hands_of_shoe(reader.store, "shoe", reader.table("shoe").setup)]
    finally:
        reader.close()


def place(visitor: Visitor, wager: str, title: str, amount: str) -> None:
    visitor.page.get_by_text("Place a wager by name").click()
    visitor.page.get_by_label("Wager", exact=True).select_option(wager)
    visitor.page.get_by_label("Amount in dollars", exact=True).fill(amount)
    visitor.page.get_by_role("button", name="Place", exact=True).click()
    visitor.lies(title, f"${amount}")


@dear
def test_the_roads_show_the_shoe_and_the_highest_bettor_squeezes(browser: Browser, house: Served) -> None:
    ann = Visitor.enter(browser, house, "ann", NARROWEST)
    bob = Visitor.enter(browser, house, "bob", PHONE)
    dealer = Visitor.enter(browser, house, "dealer1", NARROWEST)
    for visitor, path in ((ann, "/table/shoe"), (bob, "/table/shoe"), (dealer, "/table/shoe/dealer")):
        visitor.go(path)
        roads = visitor.page.locator(".roads")
        expect(roads.locator("svg")).to_have_count(5)
        expect(roads.locator(".tally")).to_contain_text(f"{HANDS} hands")
        expect(roads.locator(".bead-plate g")).to_have_count(HANDS)
        expect(roads.locator(".big-road g")).to_have_count(len(big_road(written(house))))
    for visitor, wager, amount in ((bob, "tie", "5"), (ann, "player", "25")):
        place(visitor, wager, wager.title(), amount)
    for visitor in (bob, ann):
        visitor.page.locator(".hand-bar .button", has_text="Deal").click()
    cards = ann.page.locator(".squeezed")
    expect(cards).to_have_count(2)
    expect(bob.page.locator(".squeezed")).to_have_count(0)
    expect(bob.page.locator(".stage .playing-card.down")).to_have_count(4)
    for at in range(2):
        box = cards.nth(at).bounding_box()
        assert box is not None
        middle = box["x"] + box["width"] / 2
        ann.page.mouse.move(middle, box["y"] + box["height"] - 4)
        ann.page.mouse.down()
        ann.page.mouse.move(middle, box["y"] + box["height"] * 0.4, steps=6)
        ann.page.mouse.up()
        assert 30 < float(cards.nth(at).locator("input").input_value()) < 90, "the card is bent back, not turned"
    expect(bob.page.locator(".stage .playing-card.down")).to_have_count(4)
    over = ann.page.locator(f".result:visible h2:text-is('Round {HANDS + 1}')")
    turn = ann.page.locator(".decide:visible .button", has_text="Turn up")
    while not over.count():
        expect(turn.or_(over).first).to_be_visible()
        if turn.count():
            told = ann.page.locator(".decide").get_attribute("data-decision") or ""
            turn.click()
            expect(ann.page.locator(".decide")).not_to_have_attribute("data-decision", told)
    for visitor in (ann, bob, dealer):
        expect(visitor.page.locator(".roads .bead-plate g")).to_have_count(HANDS + 1)
    ann.page.get_by_text("Every hand of the shoe").click()
    expect(ann.page.locator(".roads tbody tr")).to_have_count(HANDS + 1)
    assert not ann.faults and not bob.faults and not dealer.faults
    for visitor in (ann, bob, dealer):
        visitor.close()


@pytest.mark.parametrize(
    ("entry", "size"), [(entry, BANKED[entry]) for entry in of_these(BANKED, "california/dragon-dai-bacc")]
)
def test_a_card_rooms_baccarat_is_played_against_a_banker_and_has_roads(
    entry: str, size: tuple[int, int], browser: Browser, house: Served
) -> None:
    ann = Visitor.enter(browser, house, "ann", size)
    path = house.table(entry)
    ann.go(path)
    ann.sit(2)
    place(ann, "player_line", "Player Line", "10")
    ann.page.locator(".hand-bar .button", has_text="Deal").click()
    ann.until_round(1)
    expect(ann.page.locator(".roads .bead-plate g")).to_have_count(1)
    expect(ann.page.locator(".stage").first).to_contain_text("Player")
    played = house.rounds(path.rpartition("/")[2])[1]
    fees = sum(Decimal(fee["amount"]) for fee in played.get("fees", []) if fee["seat"] == 2)
    assert ann.chips == 1000 + Decimal(played["net"]["2"]) - fees
    assert ann.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    cash_out(ann)
    assert not ann.faults
    ann.close()
