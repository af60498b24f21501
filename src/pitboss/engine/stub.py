"""The stub as somebody counted it: whether the count is right, and if not, what it then is by the rule."""

from typing import TYPE_CHECKING

from pitboss.equipment.cards import one_deck
from pitboss.errors import Refused
from pitboss.rulebook.model import Irregularity
from pitboss.rulebook.resolve import pick

if TYPE_CHECKING:
    from pitboss.engine.remedies import Call
    from pitboss.engine.round import Round


def check_count(t: "Round", call: "Call", rule: Irregularity) -> None:
    """Refuse a count where none is asked for, one that is missing, and more cards than there are."""
    if rule.counted is None:
        if call.count is not None or call.on_table is not None:
            raise Refused(f"{call.id}: name no count; nothing is counted", rule.cite)
        return
    if call.count is None:
        raise Refused(f"{call.id}: say how many cards are left, as count", rule.cite)
    for what, number in (("count", call.count), ("on_table", call.on_table)):
        if number is not None and not 0 <= number <= 2 * _in_play(t):
            raise Refused(f"{call.id}: {what} of {number} cards cannot be, out of {_in_play(t)}", rule.cite)


def what_it_means(t: "Round", call: "Call", rule: Irregularity) -> tuple[str, str]:
    """Which irregularity a count is, empty where it is right; and the sentence that says how it was judged.

    ``on_table`` is how many cards were found before the players and the dealer, where somebody counted those too; else
    it is what the round has dealt.
    """
    assert rule.counted is not None and call.count is not None
    whole = _in_play(t)
    dealt = sum(map(len, t.hands.values())) + sum(len(event.cards) for event in t.events if event.kind == "discard")
    right = whole - dealt if rule.counted.left is None else rule.counted.left
    dealt = whole - right
    found = dealt if call.on_table is None else call.on_table
    text = f"{call.count} of {whole} cards are left and {found} are on the table; {right} and {dealt} are right"
    if (call.count, found) == (right, dealt):
        return "", f"{call.count} cards are left, as many as there should be"
    ids = rule.counted.misdealt if call.count + found == whole else rule.counted.wrong
    return next(id for id in ids if id in t.setup.irregularities), text


def _in_play(t: "Round") -> int:
    cards, options = t.setup.entry.cards, t.setup.options
    assert cards is not None
    return t.setup.decks * len(one_deck(cards.pieces, pick(cards.ranks, options), pick(cards.jokers, options)))
