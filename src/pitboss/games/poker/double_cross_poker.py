"""Double Cross Poker: two cards of a cross are seen; fold, or play one axis against a dealer who has the better."""

from functools import partial

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import LOSERS_FIRST, Due, settle_all
from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.engine.weighing import Against, Weighed
from pitboss.games.poker import kit, settling
from pitboss.games.poker.cross import axis
from pitboss.games.reading import COMMUNITY, played
from pitboss.hands.poker import ALL_NAMES, HIGH_CARD, PokerHand, best_hand
from pitboss.hands.three_card import THREE_CARD_NAMES, three_card_names
from pitboss.rulebook.setup import Setup

OWN = 2
CROSS = ((2, 1), (2, 2), (2, 3), (1, 2), (3, 2))
"""Row and column of each community card as dealt: the row from the dealer's left to the right, then top and bottom."""
AXES = {"vertical": (4, 2, 5), "horizontal": (1, 2, 3)}
TOP, FIRST_SHOWN, THEN_SHOWN = 4, (4, 3), (2, 1, 5)
RAISES = ("raise_1", "raise_2")
AGAINST_THE_DEALER = ("ante", *RAISES)
EXPOSE = Action("expose", text="show your cards for the three-card wager")
HIDE = Action("keep_hidden")


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, OWN)
    kit.lay_community(t, len(CROSS), "cross")
    yield from t.moment("deal")
    t.reveal(kit.COMMUNITY, t.cite("first_cards"), at=FIRST_SHOWN)
    yield from t.moment("three_card")
    t.scratch["exposed"] = yield from kit.show_or_hide(t, "three_card", t.cite("three_card"), EXPOSE, HIDE)
    _settle_three_card(t)
    yield from t.moment("decide")
    for seat in t.live:
        yield from _fold_or_play(t, seat)
    yield from t.moment("reveal")
    if kit.in_play(t):
        t.reveal(kit.COMMUNITY, t.cite("reveal"), at=THEN_SHOWN)
        t.reveal(kit.DEALER, t.cite("dealer"))
    yield from t.moment("settle")
    _settle(t)


def _settle_three_card(t: Round) -> None:
    """Losers are collected, then winners paid."""
    bets = kit.bets_in_order(t, "three_card", t.live)
    settle_all(t, [_three_card_due(t, bet) for bet in bets], LOSERS_FIRST)


def _three_card_due(t: Round, bet: Bet) -> Due:
    if bet.seat not in t.scratch["exposed"]:
        return Due(bet, "hidden")
    top = kit.community(t)[TOP - 1]
    return Due(bet, "shown", three_card_names((*kit.cards_of(t, bet.seat), top), f"seat {bet.seat}'s and the top"))


def _fold_or_play(t: Round, seat: int) -> Script:
    """A player folds, or names an axis and raises twice the Ante in two equal wagers."""
    ante = t.bet(seat, "ante")
    if ante is None or seat in t.out:
        return
    plays = {f"play_{name}": name for name in AXES}
    actions = [*(Action(name, len(RAISES) * ante.stake) for name in plays), Action(kit.FOLD)]
    choice = yield from t.ask(seat, actions, t.cite("decide"))
    if choice == kit.FOLD:
        kit.folded(t)[seat] = choice
        kit.forfeit(t, [seat])
    elif choice in plays:
        t.scratch.setdefault("axes", {})[seat] = plays[choice]
        t.event("alignment", t.cite("decide"), f"seat {seat} plays the {plays[choice]} cards", seat=seat)
        for wager in RAISES:
            t.add_bet(seat, wager)


def _settle(t: Round) -> None:
    """From the dealer's right each hand that was played against the dealer's better one."""
    order = [seat for seat in settling.order_of_payment(t) if seat in kit.in_play(t)]
    dues = settling.results(t, order, {}, partial(_against_the_dealer, t), AGAINST_THE_DEALER)
    for seat in order:
        t.reveal(t.hand(seat), t.cite("players"))
        for due in [due for due in dues if due.bet.seat == seat]:
            due.settle(t)


def _against_the_dealer(t: Round, bet: Bet) -> Due:
    ours = _hand(t, t.hand(bet.seat), t.scratch["axes"][bet.seat])
    dealer = max((_hand(t, kit.DEALER, name) for name in AXES), key=partial(value, t.setup))
    return Due(bet, kit.compare(value(t.setup, ours), value(t.setup, dealer)), ours.names)


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """The hand along the player's axis against the dealer's better one; of the three-card wager, its cards."""
    if row.wager == "three_card":
        return Weighed(on=(*kit.cards_of(t, row.seat), kit.community(t)[TOP - 1])) if row.line else None
    if row.case not in kit.COMPARED:
        return None
    ours = _hand(t, t.hand(row.seat), t.scratch["axes"][row.seat])
    theirs = max((_hand(t, kit.DEALER, name) for name in AXES), key=partial(value, t.setup))
    if t.setup.term("kicker_rule") == "full":
        return Weighed((Against.of(ours.in_words, theirs.in_words),), made=ours.in_words)
    return Weighed((Against(ours.in_words, theirs.in_words),), made=ours.in_words)


def _hand(t: Round, hand: str, name: str) -> PokerHand:
    """Two cards with the three of an axis."""
    return best_hand((*t.hands[hand], *axis(kit.community(t), AXES[name])), f"the community and {hand}'s")


def value(setup: Setup, hand: PokerHand) -> tuple[object, ...]:
    """What hands are compared by: all of it, or the class alone and, of high cards, the highest."""
    if setup.term("kicker_rule") == "full":
        return (hand.category, hand.ranks)
    highest = hand.ranks[0] if hand.category == HIGH_CARD else 0
    return (hand.category, hand.names[0] == "royal_flush", highest)


def _void_but_three_card(t: Round, call: Call) -> RoundOver:
    """A three-card wager that was settled before is not reopened."""
    settled = [bet for bet in t.bets_on("three_card") if bet.outcome in ("win", "lose")]
    return kit.void_but(t, call, settled, _settle_three_card)


def _reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """What each hand comes to on both axes, once all cards are seen."""
    cross = held.get(COMMUNITY, ())
    if len(cross) != len(CROSS):
        return {}
    return {
        hand: "; ".join(f"{name} {best_hand((*cards, *axis(cross, AXES[name]))).in_words}" for name in AXES)
        for hand, cards in played(held).items()
        if len(cards) == OWN
    }


GAME = Game(
    play=play,
    asks="expose keep_hidden play_vertical play_horizontal fold",
    moments=("bets", "shuffle", "deal", "three_card", "decide", "reveal", "settle"),
    hands=(kit.DEALER, kit.COMMUNITY),
    lies={kit.COMMUNITY: CROSS},
    reads=_reads,
    weighs=weighs,
    terms="deal cross first_cards three_card decide reveal dealer players settle_from kicker_rule",
    remedies={"void_but_three_card": _void_but_three_card},
    settles={
        "ante": Judged(f"fold {kit.COMPARED_CASES}"),
        **dict.fromkeys(RAISES, Judged(kit.COMPARED_CASES, ALL_NAMES)),
        "three_card": Judged("shown hidden", THREE_CARD_NAMES),
    },
)
