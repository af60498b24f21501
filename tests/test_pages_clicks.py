"""Two browsers at one table, both clicking in the same twentieth of a second: no bet is lost, and none is made twice.

Each browser keeps what it clicked and what its page showed. The journal's rounds are held against both: what a round
was dealt to is what lay there after some of the clicks in their order, and no fewer than the page showed to be taken.
``PITBOSS_CLICK_SECONDS`` is how long they click at each table.
"""

import json
import os
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser

from house_fixtures import dear
from pages import CHROMIUM, Served, Visitor, chromium, money, served_anew
from pitboss.house.audit.house_audit import audit
from pitboss.house.house import House
from pitboss.house.live.pace import Pace

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")

SECONDS = float(os.environ.get("PITBOSS_CLICK_SECONDS", 2))
CHIP = Decimal(5)
AREAS = ("red", "black", "odd", "even", "straight_up 17")
CLICKING = """
([areas, seconds, goes]) => {
  const holder = document.querySelector(".felt-holder");
  const clicked = [], shown = {};
  const look = () => {
    const { round, shut, answered } = holder.dataset;
    if (shut) return;
    const lying = {};
    for (const chip of holder.querySelectorAll(".chip.mine")) {
      lying[chip.closest("[data-area]").dataset.area] = chip.dataset.amount;
    }
    shown[round] = { answered: Number(answered), lying };
  };
  new MutationObserver(look).observe(holder, { attributes: true, subtree: true, childList: true });
  look();
  window.clicks = { clicked, shown, over: false };
  const end = Date.now() + 1000 * seconds;
  const next = () => {
    if (Date.now() > end) {
      window.clicks.over = true;
      return;
    }
    const area = areas[Math.floor(Math.random() * areas.length)];
    const kind = Math.random() < 0.25 ? "remove" : "add";
    const place = holder.querySelector(`[data-area='${area}']`);
    const { round } = holder.dataset, before = Number(holder.dataset.clicks);
    place.dispatchEvent(new MouseEvent(kind === "add" ? "click" : "contextmenu", { bubbles: true }));
    const click = Number(holder.dataset.clicks);
    if (click > before) clicked.push({ click, round: Number(round), area, kind });
    if (goes && Math.random() < 0.15) document.querySelector(".hand-bar .go").click();
    setTimeout(next, 100 - (Date.now() % 100));
  };
  setTimeout(next, 100 - (Date.now() % 100));
}
"""


def open_tables(house: House) -> None:
    house.open_table("itself", "chapter4/roulette", fill=10**8, pace=Pace(betting=1.5, auto_deal=True))
    house.open_table("dealt", "chapter4/roulette", fill=10**8)


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], Served]]:
    with served_anew(tmp_path_factory, "--rate", "1000", games=["chapter4/big-six"], set_up=open_tables) as running:
        yield running


@pytest.fixture
def house(houses: Callable[[int], Served], attempt: int) -> Served:
    return houses(attempt)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium(moving=True) as running:
        yield running


@pytest.mark.parametrize("table", ["itself", pytest.param("dealt", marks=dear)])
def test_two_browsers_that_click_at_once_lose_no_bet_and_make_none_twice(
    table: str, house: Served, browser: Browser
) -> None:
    players = {1: Visitor.enter(browser, house, "ann"), 2: Visitor.enter(browser, house, "bob")}
    for seat, player in players.items():
        player.go(f"/table/{table}")
        player.sit(seat, "900000")
    dealer = Visitor.enter(browser, house, "dealer1")
    dealer.go(f"/table/{table}/dealer")
    for player in players.values():
        player.page.evaluate(CLICKING, [list(AREAS), SECONDS, table == "itself"])
    while not all(player.page.evaluate("window.clicks.over") for player in players.values()):
        dealer.page.wait_for_timeout(400)
        if table == "dealt":
            dealer.page.locator(".panel .button.main", has_text="Spin").evaluate("element => element.click()")
    for player in players.values():
        answered(player)
    rounds = house.rounds(table)
    assert rounds, "something was dealt"
    for seat, player in players.items():
        told = player.page.evaluate("window.clicks")
        assert told["clicked"]
        for number in rounds:
            staked = house.staked(table, number, seat) if str(seat) in rounds[number]["net"] else {}
            held_against(told, number, staked)
        assert not player.faults
        player.close()
    dealer.close()
    assert audit(house.database, workers=1).clean


def answered(player: Visitor) -> None:
    """Wait until nothing is under way any more."""
    holder = player.page.locator(".felt-holder")
    for _ in range(300):
        if holder.get_attribute("data-answered") == holder.get_attribute("data-clicks"):
            return
        player.page.wait_for_timeout(100)
    raise AssertionError("a click was never answered")


def held_against(told: dict[str, Any], number: int, staked: dict[str, Decimal]) -> None:
    """A round holds what lay there after so many of the clicks for it, and no fewer than were shown to be taken."""
    clicks = [click for click in told["clicked"] if click["round"] == number]
    shown = told["shown"].get(str(number), {"answered": 0, "lying": {}})
    lying = {area: money(amount) for area, amount in shown["lying"].items()}
    after = [(0, dict[str, Decimal]())]
    for click in clicks:
        after.append((click["click"], changed(after[-1][1], click["area"], click["kind"])))
    seen = [at for at, (_, chips) in enumerate(after) if chips == lying]
    certain = max((at for at, (click, _) in enumerate(after) if click <= shown["answered"]), default=0)
    assert any(at >= certain for at in seen), f"round {number}: the page showed {lying}, which is after no click"
    dealt = [at for at, (_, chips) in enumerate(after) if chips == staked]
    told_by = json.dumps([click["click"] for click in clicks])
    assert any(at >= min(each for each in seen if each >= certain) for at in dealt), (
        f"round {number}: dealt to {staked}, shown {lying}, answered {shown['answered']} of {told_by}"
    )


def changed(chips: dict[str, Decimal], area: str, kind: str) -> dict[str, Decimal]:
    left = chips.get(area, Decimal(0)) + (CHIP if kind == "add" else -CHIP)
    return {name: amount for name, amount in {**chips, area: max(left, Decimal(0))}.items() if amount}
