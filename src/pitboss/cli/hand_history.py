"""``pitboss settle --phh``: hands of poker for a pot in the format of other poker programs."""

import sys

from pitboss.cli.settle import text_of
from pitboss.engine.events import SURVEILLANCE
from pitboss.errors import PitbossError, RecordError
from pitboss.sheets.hand_history import About, as_phh, as_phhs, code_of, hand_history
from pitboss.tables import settle


def print_hands(file: str, phh: bool, seat: int | None, as_json: bool, explain: bool) -> None:
    """Print the hand of a record, or all hands of one with several; whole, or as a seat saw them."""
    if not phh:
        raise PitbossError("--seat goes with --phh: it says who saw the hand")
    if as_json or explain:
        raise PitbossError("--phh goes without --json and --explain")
    settled = settle(text_of(file))
    code_of(settled.table.setup)
    if not settled.rounds:
        raise RecordError("there is no hand in this record")
    seats = {each for _, played in settled.rounds for each in played.seats}
    if seat is not None and seat not in seats:
        raise RecordError(f"seat {seat} is in no hand of this record")
    viewer = SURVEILLANCE if seat is None else seat
    many = len(settled.rounds) > 1
    hands = [
        hand_history(played, viewer, About(hand=step if many else None))
        for step, played in settled.rounds
        if seat is None or seat in played.seats
    ]
    sys.stdout.write(as_phhs(hands) if len(hands) > 1 else as_phh(hands[0]))
