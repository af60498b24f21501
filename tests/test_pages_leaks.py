"""Nothing hidden reaches a page: every byte that browsers are sent while rounds are dealt, read for cards and secrets.

The rounds are driven through the API as fast as they go; the pages look on. ``PITBOSS_PAGE_ROUNDS`` is how many.
"""

import html
import json
import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page

from house_fixtures import of_these
from pages import CHROMIUM, chromium
from pitboss.api.views import Viewer
from pitboss.equipment.cards import DECK
from pitboss.house.house import House
from pitboss.web import add_pages
from pitboss.web.cards import PATHS, RANKS, SUITS, card, hand
from served import Client, Served, answer, bet_something, served, sit_down

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; make test installs it where it may")

GAMES = (
    "chapter4/three-card-poker",
    "massachusetts-2020/ultimate-texas-holdem",
    "massachusetts-2020/mini-baccarat",
    "massachusetts-2020/casino-war",
    "chapter4/roulette",
)
HIDES = GAMES[:2]
"""Those at which cards lie hidden while somebody decides."""
MANY = int(os.environ.get("PITBOSS_PAGE_ROUNDS", 0))
ROUNDS = -(-MANY // len(GAMES)) or 2
"""How many rounds are dealt at each table."""
SHOWS = re.compile(r"""data-entry[\\"':=&quot; ]+(\d+)""")
"""What tells a page up to which entry of its journal it shows the table; it comes with what is shown."""
LOOKED_AT_ANEW = 10
"""Every so many rounds a page is loaded anew in the middle of one, and the history is looked into."""


# -- reading ----------------------------------------------------------------------------------------------------------

RANK = r"10|[2-9TJQKA]"
SYMBOLS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}
SUIT_OF = {mark: suit for suit, marks in SYMBOLS.items() for mark in marks}
IN_WORDS = re.compile(rf"\b({'|'.join([*RANKS.values(), '10', *RANKS])})\s+of\s+({'|'.join(SUITS.values())})\b", re.I)
WITH_SYMBOL = re.compile(
    rf"\b({RANK})[\s\ufe0e]*([{''.join(SUIT_OF)}])|([{''.join(SUIT_OF)}])[\s\ufe0e\ufe0f]*({RANK})\b"
)
AS_CODE = re.compile(rf"(?<![A-Za-z0-9_#.-])((?:{RANK})[cdhs])(?![A-Za-z0-9_=-])")
DRAWN = re.compile(rf"<text[^>]*>\s*({RANK})\s*</text>\s*<path[^>]*\bd=\"([^\"]+)\"")
QUOTED = re.compile(r"""(?<=["'\[,>(])(A[dhs])(?=["'\],<)])""")
WORDS = {"As", "Ad", "Ah"}
"""Cards that are words too; only between marks they are cards for certain."""
EXAMPLE = '"placeholder":"Ah"'
"""How a card is written, on the dealer's page."""
BY_NAME = {name: rank for rank, name in RANKS.items()} | {"10": "T"} | {rank.lower(): rank for rank in RANKS}
BY_SUIT = {name: suit for suit, name in SUITS.items()}
BY_PATH = {path: suit for suit, path in PATHS.items()}
BLOCKS = {"s": 0x1F0A0, "h": 0x1F0B0, "d": 0x1F0C0, "c": 0x1F0D0}
BY_PICTURE = {
    chr(block + at): f"{rank}{suit}"
    for suit, block in BLOCKS.items()
    for rank, at in zip("A23456789TJQK", (*range(1, 12), 13, 14), strict=True)
}


def told(text: str) -> set[str]:
    """Every card that a text tells: in words, as it is written, with a symbol, as a character, or drawn."""
    found = {BY_NAME[rank.lower()] + BY_SUIT[suit.lower()] for rank, suit in IN_WORDS.findall(text)}
    for rank, suit, first, then in WITH_SYMBOL.findall(text):
        found.add(_rank(rank or then) + SUIT_OF[suit or first])
    codes = {_rank(code[:-1]) + code[-1] for code in AS_CODE.findall(text)}
    found |= (codes - WORDS) | set(QUOTED.findall(text))
    found |= {_rank(rank) + BY_PATH[path] for rank, path in DRAWN.findall(text) if path in BY_PATH}
    return found | {BY_PICTURE[mark] for mark in BY_PICTURE.keys() & set(text)}


def _rank(written: str) -> str:
    return "T" if written == "10" else written


def plain(sent: str) -> str:
    """What was sent without its wrappings: JSON within a frame, entities, escapes."""
    frame = re.match(r"\d+-?(?=[\[{])", sent)
    try:
        sent = "\n".join(_strings(json.loads(sent[frame.end() :] if frame else sent)))
    except ValueError:
        sent = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), sent.replace('\\"', '"'))
    return html.unescape(html.unescape(sent))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _strings(inner)
    elif isinstance(value, list):
        if value and all(isinstance(inner, str) for inner in value):
            yield json.dumps(value, ensure_ascii=False)
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, str):
        yield value


# -- looking on -------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Onlooker:
    """Somebody whose browser shows a table, and everything it was sent."""

    house: Served
    name: str
    page: Page
    sent: list[tuple[int, str]] = field(default_factory=list)
    """Everything that was sent, with the table's last entry that it tells of."""
    shows: int = -1
    """The number of the table's last entry that the page has been told of."""
    checked: tuple[int, int] = (-1, 0)
    """The entry up to which everything was read, and the round that it was in."""
    read: int = 0
    may_know: dict[int, set[str]] = field(default_factory=dict)

    @classmethod
    def enter(cls, browser: Browser, house: Served, name: str) -> "Onlooker":
        # A small window is quicker drawn; what is sent is the same.
        page = browser.new_context(viewport={"width": 400, "height": 300}).new_page()
        ear = cls(house, name, page)
        page.on("response", ear._response)
        page.on("websocket", lambda socket: socket.on("framereceived", ear._frame))
        page.goto(f"{house.address}/sign-in")
        page.get_by_label("Your token").fill(house.tokens[name])
        page.get_by_role("button", name="Sign in with a token").click()
        page.locator(".page h1").wait_for()
        return ear

    def _response(self, response: Any) -> None:
        # Scripts and styles are files that are the same for everybody.
        if response.request.resource_type not in ("script", "stylesheet", "font", "image") and response.status == 200:
            self._take(response.text())

    def _frame(self, payload: str | bytes) -> None:
        self._take(payload if isinstance(payload, str) else payload.decode("utf-8", "replace"))

    def _take(self, text: str) -> None:
        if number := SHOWS.search(text):
            self.shows = int(number[1])
        self.sent.append((self.shows, text))

    def go(self, table: str) -> None:
        self.shows = -1
        self.page.goto(f"{self.house.address}/table/{table}{'/dealer' if self.name == 'dee' else ''}")
        self.page.locator(".page h1").wait_for()

    def begin(self) -> None:
        """Read from here on."""
        self.may_know, self.sent, self.checked, self.read = {}, [], (-1, 0), 0

    def until(self, number: int) -> None:
        """Wait until the page has been told of an entry of the table's journal."""
        for _ in range(10_000):
            if self.shows >= number:
                return
            self.page.wait_for_timeout(1)
        raise AssertionError(f"the page of {self.name} shows {self.shows}, not {number}")

    @cached_property
    def cookie(self) -> str:
        return str(self.page.context.cookies()[0]["value"])

    def check(self, truth: dict[str, Any], others: "list[Onlooker]", of_round: int | None = None) -> None:
        """Look for what must not be in anything that was sent since the last time.

        What still tells of the entry up to which was read is of the round before.
        """
        seats = [seat for seat, person in truth["players"].items() if person == self.name]
        self.may_know[truth["rounds"]] = seen(truth["events"], seats)
        before, now = self.checked, truth["rounds"] if of_round is None else of_round
        self.checked = truth["number"], truth["rounds"]
        secrets = [*truth["secrets"], *(ear.cookie for ear in others if ear is not self)]
        secrets += [token for whose, token in self.house.tokens.items()]
        sent, self.sent = self.sent, []
        for number, raw in sent:
            self.read += len(raw)
            text = plain(raw).replace(EXAMPLE, "")
            found = told(text) - self.may_know.get(
                before[1] if of_round is None and number == before[0] else now, set()
            )
            assert not found, f"{self.name} was told {found} in {raw[:4000]}"
            for secret in secrets:
                assert secret not in raw and secret not in text, f"{self.name} was told a secret in {raw[:4000]}"

    def look_into_history(self) -> int:
        """Look at the last round in the history; its number."""
        self.page.get_by_role("button", name="History").click()
        last = self.page.locator(".sheet:visible .row button").first
        last.click()
        self.page.locator(".sheet:visible .log li").first.wait_for()
        number = int(last.inner_text().split()[1])
        self.page.get_by_role("button", name="Close").click()
        self.page.locator(".sheet:visible").wait_for(state="hidden")
        return number


def seen(events: list[Any], seats: list[int]) -> set[str]:
    """The cards that lie open, and those that these seats may look at."""
    return {
        str(card)
        for event in events
        if event.seen_by is None or any(seat in event.seen_by for seat in seats)
        for card in event.cards
    }


def truth_of(house: House, table: str) -> dict[str, Any]:
    """What the house itself knows."""
    live = house.table(table)
    return {
        "number": live.head.number,
        "rounds": live.rounds,
        "asking": None if live.round is None or not live.round.asking else live.round.asking[0].seat,
        "events": [] if live.round is None else list(live.round.events),
        "players": {} if live.round is None else dict(live.round.players),
        "secrets": [
            *(seed for seed in (live.seeds.current, *(seed for _, seed in live.seeds.withheld)) if seed),
            *house.by_token,
            "must_hit_trigger",
            "token_hash",
        ],
    }


# -- the tables -------------------------------------------------------------------------------------------------------


def open_tables(house: House) -> None:
    for number, entry in enumerate(GAMES, start=1):
        house.open_table(str(number), entry, fill=10**8)


async def no_edges(setup: object) -> dict[str, str]:
    return {}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    url = f"sqlite:///{tmp_path_factory.mktemp('leaks')}/house.db"
    with pytest.MonkeyPatch.context() as patched, served(url, open_tables, also=add_pages) as running:
        # What the edges are is no secret, and working them out would slow everything down.
        patched.setattr("pitboss.web.table.edges", no_edges)
        for table in range(1, len(GAMES) + 1):
            for seat, name in enumerate(("ann", "bob"), start=1):
                sit_down(running.client(name), str(table), seat, "900000.00")
        yield running


@pytest.fixture(scope="module")
def onlookers(house: Served) -> Iterator[list[Onlooker]]:
    """One who plays, one who only looks, and the dealer."""
    with chromium() as browser:
        yield [Onlooker.enter(browser, house, name) for name in ("ann", "cho", "dee")]


class Table:
    """A table at which rounds are dealt while pages look on."""

    def __init__(self, house: Served, id: str, onlookers: list[Onlooker]) -> None:
        self.house, self.id, self.onlookers = house, id, onlookers
        self.players: dict[int, Client] = {1: house.client("ann"), 2: house.client("bob")}
        self.dealer = house.client("dee")
        self.hidden = self.shown = 0

    def listen(self) -> dict[str, Any]:
        """Let every page come to where the table is, and read what it was sent on the way."""
        truth: dict[str, Any] = self.house.look(lambda house: truth_of(house, self.id))
        for ear in self.onlookers:
            ear.until(truth["number"])
        for ear in self.onlookers:
            ear.check(truth, self.onlookers)
        self.shown += len(self.onlookers[0].may_know[truth["rounds"]])
        return truth

    def play(self, rng: random.Random, look_anew: Onlooker | None = None) -> None:
        """One round, to its end; somebody may load the page anew in the middle of it."""
        for seat, player in self.players.items():
            bet_something(player, self.id, seat, rng)
        self.dealer.do(self.id, "deal")
        truth = self.listen()
        while (seat := truth["asking"]) is not None:
            self.hidden += len(DECK) - len(seen(truth["events"], [1]))
            if look_anew is not None:
                look_anew.go(self.id)
                self.listen()
                look_anew = None
            player = self.players[seat]
            player.do(self.id, "act", **answer(player.get(f"/tables/{self.id}"), rng))
            truth = self.listen()
        self.house.heard.clear()

    def begin(self) -> None:
        """Everybody comes to look."""
        for ear in self.onlookers:
            ear.begin()
            ear.go(self.id)
        self.listen()

    def look_into_history(self) -> None:
        truth = self.house.look(lambda house: truth_of(house, self.id))
        player = self.onlookers[0]
        player.check(truth, self.onlookers, player.look_into_history())


@pytest.mark.parametrize("entry", of_these(GAMES, HIDES[0]))
def test_no_page_is_sent_what_is_hidden(entry: str, house: Served, onlookers: list[Onlooker]) -> None:
    rng = random.Random(entry)
    if not MANY and entry not in HIDES:
        onlookers = onlookers[:1]
    table = Table(house, str(GAMES.index(entry) + 1), onlookers)
    table.begin()
    for number in range(ROUNDS):
        anew = number % LOOKED_AT_ANEW == 1
        table.play(rng, onlookers[number // LOOKED_AT_ANEW % len(onlookers)] if anew else None)
        if anew:
            table.look_into_history()
    assert all(ear.read > 100 * ROUNDS for ear in onlookers), "the pages were told of every round"
    assert table.shown or entry == "chapter4/roulette", "there was something to see"
    assert table.hidden > 30 * ROUNDS or entry not in HIDES, "there was something to hide"


# -- the test itself --------------------------------------------------------------------------------------------------


def test_a_wrong_eye_would_be_noticed(
    house: Served, onlookers: list[Onlooker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is shown the table through somebody else's eyes, or a seed, or a token, makes the reading fail."""
    table = Table(house, "1", onlookers)
    table.begin()
    table.play(random.Random(1))
    own = Viewer.eyes.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(Viewer, "eyes", property(lambda self: "bob" if self.person == "ann" else own(self)))
    with pytest.raises(AssertionError, match=r"ann was told \{"):
        table.play(random.Random(2))
    monkeypatch.undo()
    seed = house.look(lambda house: truth_of(house, "1"))["secrets"][0]
    for secret in (seed, house.tokens["bob"], onlookers[2].cookie):
        onlookers[0].sent = [(0, f'42["update",{{"7":{{"text":"{secret}"}}}}]')]
        with pytest.raises(AssertionError, match="ann was told a secret"):
            table.listen()


@pytest.mark.parametrize("name", ["Qh", "Td", "As", "7c"])
def test_a_card_is_found_however_it_is_told(name: str) -> None:
    rank, suit = name
    word, suits = RANKS[rank], SUITS[suit]
    figure = "10" if rank == "T" else rank
    picture = next(mark for mark, told_as in BY_PICTURE.items() if told_as == name)
    drawn = re.sub(r'aria-label="[^"]*"', "", card(name))
    for text in (
        f"{word.capitalize()} of {suits.capitalize()}",
        f"{figure} of {suits}",
        f"{figure}{SYMBOLS[suit][0]}",
        f"{SYMBOLS[suit][1]} {figure}",
        picture,
        hand([name]),
        drawn,
    ):
        for sent in (text, html.escape(text), f"42{json.dumps(['update', {'7': {'html': text}}])}", json.dumps(text)):
            assert told(plain(sent)) == {name}, sent
    assert told(plain(json.dumps({"cards": ["??", name]}))) == {name}
    assert told(plain(f'42["update",{{"cards":["{name}"]}}]')) == {name}
    assert told("As soon as 5 s are over, the queen of clubs") == {"Qc"}
