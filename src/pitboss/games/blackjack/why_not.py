"""Why something is not done with a hand at blackjack, for whoever says it all the same: the reason and its clause."""

from collections.abc import Collection

from pitboss.engine.hands import Hand
from pitboss.engine.questions import asked_of
from pitboss.engine.round import Round
from pitboss.games.blackjack.held import DEALER, held
from pitboss.games.blackjack.irregularities import TURN
from pitboss.games.blackjack.rules import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Held,
    Rules,
    has_blackjack,
    is_done_with_ace,
    may_double,
    may_hit,
    may_split,
    may_surrender,
    named_up,
)
from pitboss.hands.blackjack import BEST, count, is_blackjack, is_pair

INSURE = "insure"
TIMES = {1: "once", 2: "twice", 3: "three times"}
OTHERWISE_NAMED = {"double_face_down": DOUBLE, "free_double": DOUBLE, "free_split": SPLIT}


def why_not_asked(t: Round, seat: int, word: str) -> tuple[str, str] | None:
    """Why a seat may not do this with its hand, and the clause; nothing where the hand itself is no reason."""
    rules, up = Rules.of(t.setup), t.hands.get(DEALER, [])
    if word == INSURE:
        against = t.term("insurance")["against"]
        shows = f"insurance is taken against an {against}, and the dealer shows {up[0]}" if up else ""
        return (shows, t.cite("insurance")) if shows and against == "ace" != named_up(up[0]) else None
    move = OTHERWISE_NAMED.get(word, word)
    hand = hand_asked(t, seat)
    if move not in _WHY or hand not in t.hands:
        return None
    why, term = _WHY[move](rules, held(t, hand)), HIT if move == STAND else move
    if not why and TURN not in t.scratch and t.over and is_blackjack(up):
        why, term = "the dealer has blackjack, and no hand is played", "peek"
    return (why, t.cite(term)) if why else None


def hand_asked(t: Round, seat: int, playing: Collection[str] = (STAND,)) -> Hand | None:
    """The hand that a seat plays now or, when nobody is asked any more, the one that it played last."""
    if (ask := asked_of(t.asking, seat)) is not None:
        return ask.hand if not {*playing}.isdisjoint(ask.names) else None
    last: Hand | None = t.scratch.get(TURN)
    return last if last is not None and last.owner == t.place(seat) else t.hand(t.place(seat))


def why_no_card(rules: Rules, held: Held) -> str:
    """Why a hand takes no card.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.rulebook import load
    >>> from pitboss.rulebook.setup import Setup
    >>> rules = Rules.of(Setup.of(load("chapter4/blackjack")))
    >>> why_no_card(rules, Held(cards("Ac 5d"), split=True)), why_no_card(rules, Held(cards("Tc 5d")))
    ('a split ace gets one card and no more', '')
    """
    total = count(held.cards)
    if may_hit(rules, held):
        return ""
    if held.doubled:
        return "a hand that was doubled gets one card and no more"
    if is_done_with_ace(rules, held):
        return "a split ace gets one card and no more"
    if total.over:
        return f"the hand is over {BEST}"
    return f"a hand that counts {BEST} takes no card" if total.total == BEST else ""


def why_no_double(rules: Rules, held: Held) -> str:
    """Why a hand is not doubled."""
    if may_double(rules, held):
        return ""
    if not rules.double:
        return "nobody doubles at this table"
    if has_blackjack(rules, held):
        return "a blackjack is not doubled"
    if why := why_no_card(rules, held):
        return why
    if len(held.cards) != 2 and not rules.double_any_size:
        return f"a hand is doubled on its first two cards, and this one has {len(held.cards)}"
    total = count(held.cards).total
    if rules.double_on and total not in rules.double_on:
        return f"only {_either(rules.double_on)} is doubled, and the hand counts {total}"
    return ""


def why_no_split(rules: Rules, held: Held) -> str:
    """Why a hand is not split.

    >>> from pitboss.equipment.cards import cards
    >>> from pitboss.rulebook import load
    >>> from pitboss.rulebook.setup import Setup
    >>> rules = Rules.of(Setup.of(load("chapter4/blackjack")))
    >>> why_no_split(rules, Held(cards("8c 9d")))
    'only two cards of the same value are split, and not 8c 9d'
    """
    if may_split(rules, held):
        return ""
    if len(held.cards) != 2:
        return f"a hand is split while it has two cards, and this one has {len(held.cards)}"
    if not is_pair(held.cards):
        return f"only two cards of the same value are split, and not {' '.join(held.cards)}"
    if held.splits >= rules.splits:
        return how_often(rules.splits)
    if is_done_with_ace(rules, held) and not rules.resplit_aces:
        return "aces that were split are not split again"
    return ""


def why_no_surrender(rules: Rules, held: Held) -> str:
    """Why a hand is not given up."""
    if may_surrender(rules, held):
        return ""
    if not rules.surrender:
        return "nobody surrenders at this table"
    if held.split and not rules.surrender_split:
        return "a hand that was split is not surrendered"
    if len(held.cards) != 2 and not rules.surrender_any_time:
        return f"a hand is surrendered while it has two cards, and this one has {len(held.cards)}"
    if count(held.cards).total == BEST:
        return f"a hand that counts {BEST} is not surrendered"
    return why_no_card(rules, held)


def how_often(splits: int) -> str:
    """That no hand is split again.

    >>> how_often(1)
    'a hand is split at most once, and that is done'
    """
    return f"a hand is split at most {TIMES.get(splits, f'{splits} times')}, and that is done"


_WHY = {
    STAND: why_no_card,
    HIT: why_no_card,
    DOUBLE: why_no_double,
    SPLIT: why_no_split,
    SURRENDER: why_no_surrender,
}


def _either(totals: tuple[int, ...]) -> str:
    *most, last = map(str, totals)
    return f"{', '.join(most)} or {last}" if most else last
