"""The decks of an entry are those in play at once, in every entry; a batch that is being shuffled is told apart."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from pitboss import PitbossError, load, open_table
from pitboss.rulebook import Setup, entry_names
from pitboss.rulebook.check import check_house
from pitboss.rulebook.loader import EDITION
from pitboss.rulebook.model import By, Entry
from pitboss.rulebook.rewritten import in_todays_words
from pitboss.sheets.choices import assume_required
from pitboss.solve.compare import permitted

ONE_DECK = {
    "chapter4/pai-gow-poker": 53,
    "oneida-2003/pai-gow-poker": 53,
    "massachusetts-2020/pai-gow-poker": 53,
    "massachusetts-2020/asia-poker": 53,
    "massachusetts-2020/dj-wild-poker": 53,
    "massachusetts-2020/supreme-pai-gow": 54,
    "massachusetts-2020/two-card-joker-poker": 54,
    "massachusetts-2020/spanish-21": 48,
    "massachusetts-2020/double-attack-blackjack": 48,
    "massachusetts-2020/pai-gow-tiles": 32,
    "california/pai-gow-tiles": 32,
    "california/pai-gow-poker": 53,
    "california/face-up-pai-gow-poker": 53,
    "california/fortune-pai-gow-poker-1-0": 53,
    "california/short-deck-holdem": 36,
    "california/21st-century-blackjack": 53,
    "california/blackjack-1-5-to-1": 53,
}
"""The cards of one deck, where they are not 52."""
WITH_CARDS = [name for name in entry_names() if load(name).cards is not None]
THREE_CARD = "massachusetts-2020/three-card-poker"
MINI_BACCARAT = "massachusetts-2020/mini-baccarat"
RED_DOG = "massachusetts-2020/red-dog"
FAST_ACTION = "massachusetts-2020/fast-action-holdem"
WAR = "california/casino-war"


def numbers_of_decks(entry: Entry) -> list[int]:
    """Every number of decks that a house may choose; of those without a bound the first eight."""
    option = entry.options.get("decks")
    if option is not None:
        return permitted("decks", option, None)
    assert entry.cards is not None and isinstance(entry.cards.decks, int)
    return [entry.cards.decks]


def set_ups(entry: Entry) -> Iterator[tuple[int, dict[str, Any], Any]]:
    """Every number of decks with every choice that batches hang on."""
    assert entry.cards is not None
    batches = entry.cards.batches
    chosen, _ = assume_required(entry, {})
    ways = permitted(batches.by, entry.options[batches.by], None) if isinstance(batches, By) else [None]
    for decks, way in product(numbers_of_decks(entry), ways):
        own = {"decks": decks} if "decks" in entry.options else {}
        by = {} if way is None else {batches.by: way}  # type: ignore[union-attr]
        # A second deck takes a device that shuffles.
        device = {"shuffle": "automated"} if way is True and "shuffle" in entry.options else {}
        device |= {"use_shuffler": True} if way is True and "use_shuffler" in entry.options else {}
        yield decks, chosen | device | own | by, way


@pytest.mark.parametrize("name", WITH_CARDS)
def test_a_round_begins_with_as_many_cards_in_the_shoe_as_the_decks_have(name: str) -> None:
    entry = load(name)
    for decks, options, way in set_ups(entry):
        table = open_table(name, options, seed=1)
        assert table.shoe is not None
        one = 52 if (name, decks) == ("california/21st-century-blackjack", 1) else ONE_DECK.get(name, 52)
        assert len(table.shoe) == decks * one, (options, way)
        assert table.setup.decks == decks
        assert table.setup.options.get("decks", decks) == decks
        assert table.setup.batches in (1, 2)


def test_a_game_of_one_deck_has_a_second_one_where_the_rulebook_lets_a_house_use_it() -> None:
    found = [name for name in entry_names() if "second_deck" in load(name).options]
    assert sum(name.startswith("massachusetts-2020/") for name in found) == 23
    for name in found:
        entry = load(name)
        assert "decks" not in entry.options
        with_it = [options for _, options, way in set_ups(entry) if way is True]
        assert [Setup.of(entry, options).batches for options in with_it] == [2]
        shuffled_by_hand = {"manual_shuffle": True} if "manual_shuffle" in entry.options else {}
        with pytest.raises(PitbossError, match="(?i)a second deck"):
            Setup.of(entry, shuffled_by_hand | {"second_deck": True})


def test_single_deck_blackjack_has_one_deck_whoever_asks() -> None:
    setup = Setup.of(load("chapter4/blackjack"), {"variant": "single_deck"})
    assert setup.options["decks"] == setup.decks == 1
    with pytest.raises(PitbossError, match="played with 1 deck, and not with 6"):
        open_table("chapter4/blackjack", {"variant": "single_deck", "decks": 6}).deal({1: {"main": 10}})


# -- The decks that lie at a table ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "right", "wrong", "told"),
    [
        (MINI_BACCARAT, {"shuffle_method": "automated"}, 16, 14, "8 in play and in 2 batches, 16 in all"),
        (MINI_BACCARAT, {"shuffle_method": "automated", "decks": 7}, 14, 7, "7 in play and in 2 batches, 14 in all"),
        (MINI_BACCARAT, {}, 8, 16, "8 in play"),
        (WAR, {"schedule_option": 1}, 12, 6, "6 in play and in 2 batches, 12 in all"),
        (RED_DOG, {"shuffle_method": "automated", "decks": 1}, 2, 1, "1 in play and in 2 batches, 2 in all"),
        (THREE_CARD, {}, 2, 1, "1 in play and in 2 batches, 2 in all"),
        (THREE_CARD, {"second_deck": False}, 1, 2, "1 in play"),
        (FAST_ACTION, {}, 12, 6, "6 in play and in 2 batches, 12 in all"),
        (FAST_ACTION, {"continuous_shuffler": True}, 6, 12, "6 in play"),
        ("california/three-card-poker", {"schedule_option": 1}, 2, 1, "1 in play and in 2 batches, 2 in all"),
    ],
)
def test_the_check_of_a_house_counts_the_decks_at_a_table(
    name: str, options: dict[str, Any], right: int, wrong: int, told: str
) -> None:
    rulebook, _, game = name.partition("/")
    table = {"rulebook": rulebook, "game": game, "options": options}
    for decks in (None, right):
        counted = {} if decks is None else {"decks_at_table": decks}
        [report] = check_house({"tables": [table | counted]})
        assert "decks_at_table" not in [finding.where for finding in report.refused]
    [report] = check_house({"tables": [table | {"decks_at_table": wrong}]})
    [found] = [finding for finding in report.refused if finding.where == "decks_at_table"]
    assert found.text == f"the table has {wrong} decks of cards, and with these options there are {told}"
    cards = load(name).cards
    assert cards is not None and found.cite == cards.cite


# -- As houses wrote it before ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "before", "since", "decks", "batches"),
    [
        (THREE_CARD, {"decks": 2}, {"second_deck": True}, 1, 2),
        (THREE_CARD, {"decks": "1", "manual_shuffle": True}, {"manual_shuffle": True, "second_deck": False}, 1, 1),
        (MINI_BACCARAT, {"decks": 6}, {"decks": 6}, 6, 1),
        (
            MINI_BACCARAT,
            {"shuffle_method": "automated", "decks": 14},
            {"shuffle_method": "automated", "decks": 7},
            7,
            2,
        ),
        (RED_DOG, {"decks": 6}, {"decks": 6}, 6, 1),
        (RED_DOG, {"shuffle_method": "automated"}, {"shuffle_method": "automated", "decks": 4}, 4, 2),
        (RED_DOG, {"shuffle_method": "automated", "decks": 2}, {"shuffle_method": "automated", "decks": 1}, 1, 2),
        (WAR, {"schedule_option": 1}, {"schedule_option": 1}, 6, 2),
        (WAR, {"schedule_option": 1, "decks": 14}, {"schedule_option": 1, "decks": 7}, 7, 2),
        ("massachusetts-2020/fast-action-holdem", {"decks_in_shoe": 8}, {"decks": 8}, 8, 2),
    ],
)
def test_what_a_house_chose_before_is_read_as_what_it_chose(
    name: str, before: dict[str, Any], since: dict[str, Any], decks: int, batches: int
) -> None:
    written = {"options": before, "pay_tables": {}, "wagers": None}
    for edition in ({}, {"edition": 3}):
        setup = Setup.as_opened(name, written | edition)
        assert setup.chosen == since
        assert (setup.decks, setup.batches) == (decks, batches)
    assert in_todays_words(load(name), since, EDITION) == since
    assert Setup.as_opened(name, written | {"options": since, "edition": EDITION}).chosen == since


def test_a_choice_of_before_is_refused_with_what_to_write_since() -> None:
    with pytest.raises(PitbossError, match="no such option; what was decks = 2 is second_deck = true"):
        Setup.of(load(THREE_CARD), {"decks": 2})
    with pytest.raises(PitbossError, match="what was decks_in_shoe = 8 is decks = 8"):
        Setup.of(load("massachusetts-2020/fast-action-holdem"), {"decks_in_shoe": 8})
