"""What others make of the API: a typed client out of its OpenAPI document, and its page in a browser."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Route, expect

from house_fixtures import dear
from pages import CHROMIUM, chromium
from pitboss.house.house import House
from served import Served, served

HANDS = 20
POT = "california/texas-holdem"
PACKAGE = "pitboss_typed_client"
CONFIG = f"post_hooks: []\npackage_name_override: {PACKAGE}\n"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    url = f"sqlite:///{tmp_path_factory.mktemp('client')}/house.db"
    with served(url, tables) as found:
        yield found


def tables(house: House) -> None:
    house.open_table("7", "chapter4/three-card-poker", fill=10**7)
    house.open_table("8", POT)


@pytest.fixture(scope="module")
def made(house: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A client that ``openapi-python-client`` makes of what the service says of itself."""
    pytest.importorskip("openapi_python_client")
    folder = tmp_path_factory.mktemp("made")
    (folder / "openapi.json").write_bytes(httpx.get(f"{house.address}/api/openapi.json", timeout=60).content)
    (folder / "config.yml").write_text(CONFIG)
    words = ["generate", "--path", "openapi.json", "--config", "config.yml", "--meta", "none", "--output-path", PACKAGE]
    command = [sys.executable, "-m", "openapi_python_client", *words]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert told.stdout + told.stderr == f"Generating {PACKAGE}\n"  # and no warning
    sys.path.insert(0, str(folder))
    yield PACKAGE
    sys.path.remove(str(folder))


def part(name: str) -> Any:
    return import_module(f"{PACKAGE}.{name}")


def test_a_typed_client_made_of_the_openapi_document_plays_twenty_hands(house: Served, made: str) -> None:
    models, at_table = (
        part("models"),
        {do: part(f"api.tables.{do}") for do in ("sit", "buy_in", "bet", "deal", "act", "one_round")},
    )
    ann, dee, audrey = (
        part("client").AuthenticatedClient(house.address, house.tokens[who]) for who in ("ann", "dee", "audrey")
    )

    def do(client: Any, name: str, body: Any) -> Any:
        done = at_table[name].sync("7", client=client, body=body)
        assert isinstance(done, models.Done), done
        return done

    do(ann, "sit", models.Sit(seat=1))
    do(ann, "buy_in", models.BuyIn(seat=1, amount="5000.00"))
    for number in range(1, HANDS + 1):
        wagers = models.BetWagers.from_dict({"ante": "10.00", "pair_plus": "5.00"})
        do(ann, "bet", models.Bet(seat=1, wagers=wagers, ready=True, round_=number))
        do(dee, "deal", models.Deal())
        view = part("api.tables.table_view").sync("7", client=ann)
        while isinstance(view.asking, models.Asking) and view.asking.yours:
            names = [action.action for action in view.asking.actions]
            view = do(ann, "act", models.Act(seat=1, action=names[number % 2], decision=view.asking.decision)).view
        assert view.round_.number == number and not view.round_.going_on
        assert {row.wager for row in view.round_.settlements} >= {"ante"}
        assert all(isinstance(row, models.Settlement) and row.cite for row in view.round_.settlements)
        assert all(isinstance(event, models.Event) for event in view.round_.events)
    told = at_table["one_round"].sync("7", HANDS, client=audrey)
    assert isinstance(told, models.RoundTold)
    again = part("api.machines.settle").sync(
        client=ann, body=models.SettleRecord(record=models.SettleRecordRecordType1.from_dict(told.record.to_dict()))
    )
    assert again.net.to_dict() == told.net.to_dict()
    refused = at_table["bet"].sync("7", client=ann, body=models.Bet(seat=3, wagers=models.BetWagers.from_dict({})))
    assert isinstance(refused, models.ProblemTold) and refused.detail


def test_a_typed_client_gets_the_rule_sheet_and_hands_of_poker_as_text(house: Served, made: str) -> None:
    ann = part("client").AuthenticatedClient(house.address, house.tokens["ann"])
    sheet = part("api.house.rules").sync("chapter4", "roulette", client=ann)
    assert isinstance(sheet, part("models").RuleSheet)
    assert sheet.title == "Roulette" and sheet.wagers["red"].offered and sheet.procedures["posting"].steps[0].text
    assert sheet.readings and all(reading.text and reading.cite for reading in sheet.readings)
    hands = part("api.tables.hands").sync("8", client=ann)
    assert isinstance(hands, str)


# -- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    with chromium() as found:
        yield found


@dear
def test_the_page_of_the_api_works_in_a_browser_without_network(
    house: Served, browser: Browser, tmp_path: Path
) -> None:
    asked: list[str] = []

    def only_the_house(route: Route) -> None:
        asked.append(route.request.url)
        if urlsplit(route.request.url).netloc == urlsplit(house.address).netloc:
            route.continue_()
        else:
            route.abort()

    context = browser.new_context(viewport={"width": 1366, "height": 900})
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.route("**/*", only_the_house)
    page.goto(f"{house.address}/api/docs")
    expect(page.get_by_role("heading", name="machines")).to_be_visible()
    paths = httpx.get(f"{house.address}/api/openapi.json", timeout=60).json()["paths"]
    expect(page.locator(".opblock")).to_have_count(sum(map(len, paths.values())))
    page.locator("#operations-machines-settle").get_by_role("button").first.click()
    expect(page.locator("#operations-machines-settle").get_by_text("Settle a record").first).to_be_visible()
    expect(page.locator("#operations-machines-settle textarea")).to_contain_text("three-card-poker")
    # A token, and a question that is answered.
    page.get_by_role("button", name="Authorize").first.click()
    page.get_by_role("textbox", name="auth-bearer-value").fill(house.tokens["ann"])
    page.get_by_role("button", name="Apply credentials").click()
    page.get_by_role("button", name="Close", exact=True).click()
    page.locator("#operations-machines-settle").get_by_role("button", name="Execute").click()
    expect(
        page.locator("#operations-machines-settle .live-responses-table tbody .response-col_status")
    ).to_contain_text("200")
    if folder := os.environ.get("PITBOSS_PICTURES"):
        page.screenshot(path=Path(folder) / "api-docs.png", full_page=True)
    context.close()
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(house.address).netloc}
    assert troubles == []
