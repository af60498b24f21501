"""Nothing hidden leaks: every byte that is sent to somebody, read for cards, seeds and secrets before their time."""

import json
import os
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from house_fixtures import of_each_script
from pitboss.equipment.cards import DECK
from pitboss.house.house import House
from pitboss.house.live.live_table import LiveTable
from served import Client, Served, Watcher, answer, bet_something, served, sit_down

ROUNDS = max(4, int(os.environ.get("PITBOSS_ROUNDS", 0)) // 50)
"""How many rounds are dealt at each table; thousands in all with ``make verify``."""

ONE_DECK = {
    "chapter4/three-card-poker": {},
    "massachusetts-2020/three-card-poker": {
        "progressive": "table_1",
        "progressive_seed": "1000.00",
        "progressive_contribution": "20",
    },
    "massachusetts-2020/ultimate-texas-holdem": {},
    "oneida-2003/three-card-poker": {},
    "california/ultimate-texas-holdem": {},
    "chapter4/pai-gow-poker": {},
    "chapter4/blackjack": {"variant": "single_deck", "player_cards_face": "both_down"},
    "massachusetts-2020/blackjack": {"decks": 1, "second_card": "hole_down", "double_card": "face_down"},
    "california/texas-holdem": {},
}
CHAIRS = {"1": "Kh 9c", "2": "Ks 9d", "3": "Kc 9h", "4": "Kd 9s", "5": "Kh 9s", "6": "Ks 9c"}
MUST_HIT = {"royal_9": True, "must_hit": "3", "personal_king_nines": CHAIRS}
CARD = re.compile(r"(?<![A-Za-z0-9_-])([2-9TJQKA][cdhs])(?![A-Za-z0-9_-])")
WORDS = {"As", "Ad", "Ah"}
"""Cards that are words too; only between quotes they are cards for certain."""


REASONED = ("split", "double", "surrender", "insure", "hit", "stand")
"""What is refused with a reason, which may name cards."""


class Ear:
    """Somebody whose every byte is read."""

    def __init__(self, house: Served, name: str, stack: ExitStack) -> None:
        self.house, self.name = house, name
        self.client: Client = stack.enter_context(house.client(name))
        self.socket: Watcher = stack.enter_context(self.client.watch("7"))
        self.read = self.turn = self.entered = 0
        self.may_know: dict[int, set[str]] = {}
        """By round, the cards that this person may know of by now."""

    def listen(self) -> None:
        """Take in everything that can be had now, by the socket and by asking, and look for what must not be there."""
        live_now = self.house.look(_truth)
        self.socket.until(lambda view: view["number"] == live_now["number"])
        for path in (
            () if self.turn % 4 else ("", "/wagers", "/irregularities", "/procedures", f"/deals/{live_now['deals']}")
        ):
            self.client.get(f"/tables/7{path}")
        for path in () if self.turn % 8 else ("/tables", "/meters", "/people/me", "/people/me/postings?table=7"):
            self.client.get(path)
        if self.name == "audrey":  # the round that goes on, as the journal has it
            self.client.get(f"/audit/journal?chain=7&after={self.entered}")
        offered = {action.name for ask in live_now["asking"] for action in ask.actions}
        for seat in self.client.get("/tables/7")["you"]["seats"]:
            for word in ("nonsense", *(REASONED if self.turn % 4 == 1 else ())):
                if word not in offered:
                    self.client.refused("7", "act", seat=seat, action=word)
        self.turn += 1
        self._check(live_now)

    def read_round(self, number: int) -> None:
        """A round that is over, as its history shows it."""
        live_now = self.house.look(_truth)
        self.client.get(f"/tables/7/rounds/{number}")
        self.client.get("/tables/7/rounds?limit=3")
        self._check(live_now)

    def _check(self, truth: dict[str, Any]) -> None:
        seats = [seat for seat, person in truth["players"].items() if person == self.name]
        self.may_know[truth["rounds"]] = seen(truth["events"], seats)
        heard, self.read = self.house.heard[self.read :], len(self.house.heard)
        for person, raw in heard:
            if person != self.name:
                continue
            text = raw.decode()
            message = json.loads(text)
            is_refusal = isinstance(message, dict) and "detail" in message
            allowed = self.may_know.get(truth["rounds"] if is_refusal else _round_of(message), set())
            found = {card for card in CARD.findall(text) if card not in WORDS or f'"{card}"' in text}
            assert not found - allowed, f"{self.name} was told {found - allowed} in {text}"
            for secret in (*truth["seeds"], *truth["secrets"]):
                assert secret not in text, f"{self.name} was told a secret in {text}"
            for whose, token in self.house.tokens.items():
                assert token not in text, f"{self.name} was told the token of {whose}"


def _round_of(message: Any) -> int:
    """The round that a message is about: a view, the answer to a command, or a round of the history."""
    if not isinstance(message, dict):
        return 0
    view = message.get("view", message)
    shown = view.get("round")
    return int(shown["number"] if isinstance(shown, dict) else shown or 0)


def seen(events: list[Any], seats: list[int]) -> set[str]:
    """The cards that lie open, and those that these seats may look at."""
    return {
        str(card)
        for event in events
        if event.seen_by is None or any(seat in event.seen_by for seat in seats)
        for card in event.cards
    }


def _truth(house: House) -> dict[str, Any]:
    """What the house itself knows."""
    live: LiveTable = house.table("7")
    return {
        "number": live.head.number,
        "deals": live.seeds.deals,
        "rounds": live.rounds,
        "events": [] if live.round is None else list(live.round.events),
        "asking": [] if live.round is None else list(live.round.asking),
        "players": {} if live.round is None else dict(live.round.players),
        "seeds": [live.seeds.current, *(seed for _, seed in live.seeds.withheld)],
        "secrets": [*house.by_token, "must_hit_trigger", "token_hash", '"replies"', '"chance"'],
    }


@contextmanager
def table_of(url: str, entry: str, options: dict[str, Any]) -> Iterator[tuple[Served, list[Ear]]]:
    with ExitStack() as stack:
        house = stack.enter_context(served(url, lambda house: house.open_table("7", entry, options, fill=10**8)))
        for seat, name in enumerate(("ann", "bob"), start=1):
            sit_down(house.client(name), "7", seat, "900000.00")
        if house.look(lambda house: house.table("7").setup.entry.bank.kind) == "player_dealer":
            sit_down(house.client("cho"), "7", 3, "900000.00")
            house.client("cho").do("7", "take_bank", seat=3, wager="100000.00")
        yield house, [Ear(house, name, stack) for name in ("ann", "bob", "dee", "floor", "audrey")]


@pytest.mark.parametrize("entry", of_each_script(ONE_DECK))
def test_no_card_is_told_before_its_time(entry: str, sqlite_url: str) -> None:
    options: dict[str, Any] = ONE_DECK[entry]
    rng = random.Random(entry)
    hidden = 0
    with table_of(sqlite_url, entry, options) as (house, ears):
        players = {1: ears[0].client, 2: ears[1].client}
        dee = house.client("dee")
        for number in range(1, ROUNDS + 1):
            for ear in ears:
                ear.entered = house.look(_truth)["number"]
            for seat, player in players.items():
                bet_something(player, "7", seat, rng)
                player.do("7", "ready", seat=seat)
            dee.do("7", "deal")
            while (asking := dee.get("/tables/7")["asking"]) is not None:
                hidden += len(DECK) - len(seen(house.look(_truth)["events"], [1]))
                for ear in ears:
                    ear.listen()
                view = players[asking["seat"]].get("/tables/7")
                players[asking["seat"]].do("7", "act", **answer(view, rng))
            for ear in ears:
                ear.entered = house.look(_truth)["number"]
                ear.listen()
                if ear.name in ("ann", "bob", "dee"):  # the others see a round that is over as surveillance does
                    ear.read_round(number)
                else:
                    ear.read = len(house.heard)
            house.heard.clear()
            for ear in ears:
                ear.read = 0
    assert hidden > 100, "there was something to hide"


def test_a_wrong_eye_would_be_noticed(sqlite_url: str) -> None:
    """The reading itself: a card that is told is found."""
    with table_of(sqlite_url, "chapter4/three-card-poker", {}) as (house, ears):
        for seat, name in ((1, "ann"), (2, "bob")):
            house.client(name).do("7", "bet", seat=seat, wagers={"ante": "10.00"})
        house.client("dee").do("7", "deal")
        ears[0].listen()
        bobs = next(event for event in house.look(_truth)["events"] if event.seen_by == (2,))
        house.heard.append(("ann", f'{{"cards":["{bobs.cards[0]}"]}}'.encode()))
        with pytest.raises(AssertionError, match="ann was told"):
            ears[0].listen()


def test_a_seed_that_drew_a_secret_is_not_revealed_while_it_is_one(sqlite_url: str) -> None:
    """Where a meter must hit is drawn from the same chance as the cards, so that seed stays sealed until it has hit."""
    house = House(sqlite_url)
    live = house.open_table("7", "massachusetts-2020/mini-baccarat", MUST_HIT, fill=10**8)
    for seat in CHAIRS:
        house.do(lambda batch, seat=seat: live.sit(batch, f"player-{seat}", int(seat)))
        house.do(lambda batch, seat=seat: live.buy_in(batch, int(seat), 10**8))
    drew: dict[str, int] = {}
    sealed = 0
    for number in range(600):
        live = house.table("7")
        for seat in CHAIRS:
            live.bet(int(seat), {"player": "10.00", "royal_9_progressive": "5.00"})
        deal = live.seeds.deals
        house.do(live.deal, "7")
        if trigger := live.table.carry.get("must_hit_trigger", ""):
            drew.setdefault(trigger, deal)
        hidden = {each for each, _ in house._seeds()["7"]}
        assert not trigger or drew[trigger] in hidden
        sealed += bool(trigger) and drew[trigger] != live.seeds.deals
        if number % 100 == 50:
            house.close()
            house = House(sqlite_url)
    hits = list(drew.values())
    assert len(hits) > 2 and sealed, "it hit, and shoes were finished before it did"
    assert hits[0] not in hidden, "what is no secret any more is told"
    house.close()
