"""Chinese Poker: thirteen cards set into three hands, each compared with every other player's for points."""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, Groups, Picks, groups_named
from pitboss.engine.round import Round
from pitboss.engine.script import Script
from pitboss.equipment.cards import Card, known
from pitboss.games.pot.showdown import ranking
from pitboss.hands.made import RANKINGS, Worth
from pitboss.hands.poker import HIGH_CARD, PAIR, THREE_OF_A_KIND, PokerHand, best_hand
from pitboss.money import MOST_CENTS, money

POINTS = "chinese_point"
"""The wager of a seat: what it puts up for all points that it can lose."""
CASES = "points_won points_lost even"
TOP, MIDDLE, BOTTOM = PARTS = ("top", "middle", "bottom")
SIZES = {TOP: 3, MIDDLE: 5, BOTTOM: 5}
HANDS = 4
UNUSED = Hand("unused")
SET = "set"


def play_points(t: Round) -> Script:
    """Four hands are dealt and set; then every player settles with every other."""
    put_up(t)
    yield from t.moment("deal")
    for place in [*map(t.hand, t.live), *[UNUSED] * (HANDS - len(t.live))]:
        for _ in range(t.term("deal")):
            t.deal(place, t.cite("deal"), seen_by=NOBODY if place == UNUSED else OWNER)
    yield from set_hands(t)
    yield from t.moment("showdown")
    for seat in t.live:
        for part in reversed(PARTS):
            t.reveal(t.hand(seat).part(part), t.cite("showdown"))
    settle_points(t)


def put_up(t: Round) -> None:
    """Everybody has what he can lose before him, as far as his chips go."""
    against = len(t.live) - 1
    most = against * (len(PARTS) + 1 + 2 * t.term("bonus_points")) * t.term("point_value")
    for seat in t.live:
        chips = t.chips_left(seat)
        t.put_in(seat, POINTS, min(most, MOST_CENTS if chips is None else chips))


def set_hands(t: Round) -> Script:
    """All players set their cards at the same time, and lay the three hands face down."""
    picks = {}
    for seat in t.live:
        hand = t.hand(seat)
        known(t.hands[hand], f"seat {seat}'s")
        groups = {part: (size, size) for part, size in SIZES.items()}
        picks[seat] = Picks(hand, tuple(t.hands[hand]), groups, usual=usual_setting(t.hands[hand]))
    questions = {
        seat: [Action(SET, text="three hands, the bottom the highest", picks=each)] for seat, each in picks.items()
    }
    answers = yield from t.ask_all(questions, t.cite("set"))
    for seat, answer in answers.items():
        setting = groups_named(answer, picks[seat])
        for part in reversed(PARTS):
            t.move(setting[part], t.hand(seat), t.hand(seat).part(part), t.cite("set"), SET, (seat,))


def usual_setting(cards: Sequence[Card]) -> Groups:
    """The best five on the bottom, the best five of the rest in the middle: never set wrongly but for equal hands."""
    bottom = max(combinations(cards, 5), key=best_hand)
    rest = [card for card in cards if card not in bottom]
    middle = max(combinations(rest, 5), key=best_hand)
    return {TOP: tuple(card for card in rest if card not in middle), MIDDLE: middle, BOTTOM: bottom}


# -- what hands are worth ---------------------------------------------------------------------------------------------


def top_hand(cards: Sequence[Card]) -> PokerHand:
    """Three cards, of which straights and flushes do not count.

    >>> from pitboss.equipment.cards import cards
    >>> top_hand(cards("Qs Qd 4c")) > top_hand(cards("Ac Kc Qc"))
    True
    """
    ranks = sorted((card.rank for card in cards), reverse=True)
    held = sorted(set(ranks), key=lambda rank: (-ranks.count(rank), -rank))
    return PokerHand({1: THREE_OF_A_KIND, 2: PAIR, 3: HIGH_CARD}[len(held)], tuple(held))


def worths_of(t: Round, seat: int) -> dict[str, Worth] | None:
    """What the three hands of a seat are worth; None where they are set wrongly."""
    held = {part: tuple(t.hands[t.hand(seat).part(part)]) for part in PARTS}
    low = t.term("low_part")
    found: dict[str, Worth] = {TOP: top_hand(held[TOP])}
    for part in (MIDDLE, BOTTOM):
        worth = RANKINGS[ranking(t.setup, "low_ranking" if part == low else "best_hand")](held[part], f"seat {seat}'s")
        assert worth is not None
        found[part] = worth
    in_order = [found[part] for part in PARTS if part != low]
    return found if all(above > below for below, above in pairwise(in_order)) else None


def points_between(ours: Mapping[str, Worth] | None, theirs: Mapping[str, Worth] | None) -> int:
    """What a player wins of another: a point for each hand, and one more for all three."""
    if ours is None or theirs is None:
        return (len(PARTS) + 1) * ((theirs is None) - (ours is None))
    won = [(ours[part] > theirs[part]) - (theirs[part] > ours[part]) for part in PARTS]
    total = sum(won)
    return total + total // len(PARTS) if abs(total) == len(PARTS) else total  # one more, won or lost


def bonus_points(t: Round, worths: dict[str, Worth] | None) -> int:
    """Extra points for royal flushes, from each player."""
    royal = 0 if worths is None else sum("royal_flush" in worths[part].names for part in (MIDDLE, BOTTOM))
    points: int = t.term("bonus_points")
    return points * royal


# -- points and money -------------------------------------------------------------------------------------------------


def settle_points(t: Round) -> None:
    """Every pair of players, clockwise; who cannot pay all that he owes pays what he has put up."""
    worths = {seat: worths_of(t, seat) for seat in t.live}
    for seat in [seat for seat, worth in worths.items() if worth is None]:
        t.event("mis-set", t.cite("set"), "the hands are not in order, and lose", seat=seat)
    left = {seat: bet.stake for seat in t.live if (bet := t.bet(seat, POINTS)) is not None}
    won = dict.fromkeys(t.live, 0)
    for one, other in combinations(t.live, 2):
        points = (
            points_between(worths[one], worths[other]) + bonus_points(t, worths[one]) - bonus_points(t, worths[other])
        )
        payer, payee = (other, one) if points > 0 else (one, other)
        paid = min(abs(points) * t.term("point_value"), left[payer])
        left[payer] -= paid
        won[payer] -= paid
        won[payee] += paid
        told = f"seat {payee} wins {abs(points)} from seat {payer}: {money(paid)}"
        t.event("points", t.cite("points"), told, value=(payee, payer))
    for seat, net in won.items():
        bet = t.bet(seat, POINTS)
        assert bet is not None
        if net < 0:
            t.put_in(seat, POINTS, -bet.stake - net)
        t.settle(
            bet, "points_won" if net > 0 else "points_lost" if net else "even", award=max(net and bet.stake + net, 0)
        )
