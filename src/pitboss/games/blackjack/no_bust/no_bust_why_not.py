"""Why something is not done with a hand at no-bust blackjack, for whoever says it all the same, and the clause."""

from pitboss.engine.round import Round
from pitboss.equipment.cards import JOKERS
from pitboss.games.blackjack.held import held
from pitboss.games.blackjack.no_bust.no_bust_rules import (
    NoBustRules,
    is_done_with_ace,
    may_double,
    may_hit,
    may_split,
    may_stand,
    may_surrender,
    total_of,
)
from pitboss.games.blackjack.rules import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Held
from pitboss.games.blackjack.why_not import hand_asked, how_often
from pitboss.hands.blackjack import value

CHART = "chart"


def why_not_asked(t: Round, seat: int, word: str) -> tuple[str, str] | None:
    """Why a seat may not do this with its hand, and the clause; nothing where the hand itself is no reason."""
    hand = hand_asked(t, seat, (STAND, HIT, DOUBLE, SPLIT, SURRENDER))
    if word not in _WHY or hand not in t.hands:
        return None
    why, term = _WHY[word](NoBustRules.of(t.setup), held(t, hand))
    return (why, t.cite(term)) if why else None


def _no_stand(rules: NoBustRules, held: Held) -> tuple[str, str]:
    if may_stand(rules, held):
        return "", ""
    return f"a hand that counts {rules.hits_to} or less takes a card", CHART


def _no_card(rules: NoBustRules, held: Held) -> tuple[str, str]:
    if may_hit(rules, held):
        return "", ""
    if is_done_with_ace(rules, held):
        return "a split ace gets one card and no more", SPLIT
    total = total_of(rules, held.cards)
    if total.over:
        return f"the hand is over {rules.most}", CHART
    least = f"soft {rules.stands_soft}" if total.soft else f"{rules.stands_hard}"
    return f"every hand stands from {least} on, and this one counts {total.in_words}", CHART


def _no_double(rules: NoBustRules, held: Held) -> tuple[str, str]:
    if may_double(rules, held):
        return "", ""
    if may_hit(rules, held):
        return f"a hand is doubled on its first two cards, and this one has {len(held.cards)}", DOUBLE
    return _no_card(rules, held)


def _no_split(rules: NoBustRules, held: Held) -> tuple[str, str]:
    if may_split(rules, held):
        return "", ""
    if len(held.cards) != 2:
        return f"a hand is split while it has two cards, and this one has {len(held.cards)}", SPLIT
    first, second = held.cards
    if {first, second} & {*JOKERS}:
        return "a joker is not split", SPLIT
    if value(first) != value(second):
        return f"only two cards of the same value are split, and not {first} {second}", SPLIT
    if rules.tens_of_one_rank and first.rank != second.rank:
        return f"only cards of the same rank are split, and not {first} {second}", SPLIT
    if held.splits >= rules.splits:
        return how_often(rules.splits), SPLIT
    return "aces that were split are not split again", SPLIT


def _no_surrender(rules: NoBustRules, held: Held) -> tuple[str, str]:
    if may_surrender(rules, held):
        return "", ""
    if {*held.cards} & {*JOKERS}:
        return "a hand with a joker is not surrendered", SURRENDER
    if held.split and not rules.surrender_split:
        return "a hand that was split is not surrendered", SURRENDER
    if rules.surrender_cards and len(held.cards) > rules.surrender_cards:
        few, has = rules.surrender_cards, len(held.cards)
        return f"a hand is surrendered while it has no more than {few} cards, and this one has {has}", SURRENDER
    total = total_of(rules, held.cards).in_words
    return f"a hand is surrendered up to {rules.surrender_most}, and this one counts {total}", SURRENDER


_WHY = {STAND: _no_stand, HIT: _no_card, DOUBLE: _no_double, SPLIT: _no_split, SURRENDER: _no_surrender}
