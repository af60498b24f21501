"""The hands that a baccarat table has dealt from its shoe, out of the journal: all of it was face up on the table."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import select

from pitboss.equipment.cards import cards
from pitboss.games.baccarat.drawing import BANKER, PLAYER
from pitboss.games.baccarat.results import Finished, finished
from pitboss.house.audit.resettle import settled_again
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from pitboss.rulebook.resolve import pick
from pitboss.rulebook.setup import Setup

MOST = 120
"""More hands than eight decks have; of a machine that shuffles all the time, the last ones."""
COUNTS = re.compile(r"Player (\d), Banker (\d)")


class ShoeHand(NamedTuple):
    """A hand of the shoe: its round, and how both hands ended."""

    round: int
    found: Finished


def hands_of_shoe(store: Store, table: str, setup: Setup) -> list[ShoeHand]:
    """The hands since the last shuffle, the oldest first; rounds that came to no result are not among them."""
    rounds = schema.journal.c
    wanted = select(rounds.round, rounds.body).where(rounds.chain == table, rounds.kind == "round")
    found, shoe = [], None
    for row in store.rows(wanted.order_by(rounds.round.desc()).limit(MOST)):
        body = json.loads(row["body"])
        shoe = body["deal"] if shoe is None else shoe
        if body["deal"] != shoe and not _never_ends(setup):
            break
        came_to = _came_to(body)
        if came_to is not None:
            found.append(ShoeHand(row["round"], came_to))
    return found[::-1]


def _never_ends(setup: Setup) -> bool:
    """Whether the cards are shuffled all the time, so that there is no shoe to tell of."""
    rule = setup.entry.cards
    assert rule is not None
    return bool(pick(rule.continuous, setup.options)) or pick(rule.reshuffle, setup.options) == "every_round"


def _came_to(body: Mapping[str, Any]) -> Finished | None:
    """How a round of the journal ended; one in which something went wrong is dealt again to know."""
    [step] = body["record"]["steps"]
    if body["void"] or PLAYER not in step or BANKER not in step:
        return None
    found = finished(cards(step[PLAYER]), cards(step[BANKER]))
    if "irregularities" not in step:
        return found
    [(_, played)] = settled_again(body).rounds
    announced = [COUNTS.search(event.text) for event in played.events if event.kind == "result"]
    if not announced or announced[-1] is None:
        return None
    found = finished(played.hands[PLAYER], played.hands[BANKER])
    points = (int(count) for count in announced[-1].groups())
    return Finished(*(score._replace(points=count) for score, count in zip(found, points, strict=True)))
