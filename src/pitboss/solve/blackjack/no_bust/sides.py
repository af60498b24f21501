"""The wagers beside a hand of no-bust blackjack: counted, and priced as the table settles them.

The bonus bet goes on while the player draws, so it is worked out for whoever plays the hand by the chart.
"""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pitboss.games.blackjack.held import INSURANCE
from pitboss.games.blackjack.no_bust.no_bust_rules import (
    BONUS_RANKS,
    MATCHES,
    NO_BONUS,
    SIX_CARDS,
    NoBustRules,
    bonus_names,
    buster_names,
    dealer_draws,
    pair_names,
)
from pitboss.games.blackjack.no_bust.no_bust_settlement import BONUS, BUSTER, PAIRS
from pitboss.rulebook.setup import Setup
from pitboss.solve.blackjack.hands import TEN
from pitboss.solve.blackjack.no_bust.machine import Against, Choices
from pitboss.solve.blackjack.no_bust.rounds import passing
from pitboss.solve.blackjack.no_bust.table import JOKER, NATURAL, share_of_color, share_of_suit
from pitboss.solve.blackjack.pieces import Pack, dealers_hands, two_cards
from pitboss.solve.blackjack.splits import HalfHands, first_hand, most_removed
from pitboss.solve.model import WagerAnalysis, simple
from pitboss.solve.prices import Prices

PER = "unit of the wager, from a fresh shoe"
_SCALE = 10**15
SHOWN = "shown"
BY_THE_CHART = "the hand is played by the chart"
Drawn = Callable[[], Mapping[str, float]]
"""How likely each hand of the bonus bet is by the chart; asked for only where a wager needs it."""


def insurance(setup: Setup, price: Prices) -> WagerAnalysis:
    """By itself: a player who knows no card but the player-dealer's ace."""
    pack = Pack.of(setup)
    tens, unseen = pack.shoe[TEN], pack.cards - 1
    rows = [(tens, price(INSURANCE, "second_card_ten")), (unseen - tens, price(INSURANCE, "second_card_not_ten"))]
    return WagerAnalysis(simple(rows), per="unit of the wager, against an ace from a fresh shoe")


def side_wager(setup: Setup, price: Prices, wager: str, drawn: Drawn) -> WagerAnalysis:
    rules, pack = NoBustRules.of(setup), Pack.of(setup)
    match wager:
        case "buster":
            counts = dealers_hands(pack.shoe, rules, partial(buster_names, rules), dealer_draws)
        case "perfect_pairs":
            counts = two_cards(pack, pair_names)
        case _:
            return _bonus(setup, price, drawn)
    return WagerAnalysis(simple((count, price(wager, SHOWN, names)) for names, count in counts.items()), per=PER)


SIDES = (BONUS, BUSTER, PAIRS)


# -- While the player draws -------------------------------------------------------------------------------------------


def _bonus(setup: Setup, price: Prices, drawn: Drawn) -> WagerAnalysis:
    """Blackjacks are counted; the other lines are come to by drawing, by the ranks and then by the suits."""
    rules, pack = NoBustRules.of(setup), Pack.of(setup)
    dealt = two_cards(pack, lambda two: bonus_names(rules, two))
    chances: dict[str, float] = {names[0]: count / sum(dealt.values()) for names, count in dealt.items()}
    chances.pop(NO_BONUS)
    likely = drawn()
    for name, ranks in BONUS_RANKS.items():
        counts = _counts(ranks)
        suited, color = share_of_suit(counts, setup.decks), share_of_color(counts, setup.decks)
        for match, share in zip(MATCHES, (suited, color - suited, 1 - color), strict=True):
            chances[f"{match}_{name}"] = likely[name] * share
    chances[SIX_CARDS] = likely[SIX_CARDS]
    rows = [(round(chance * _SCALE), price(BONUS, SHOWN, (name,))) for name, chance in chances.items()]
    rows.append((_SCALE - sum(count for count, _ in rows), price(BONUS, SHOWN, (NO_BONUS,))))
    return WagerAnalysis(simple(rows), per=PER, note=BY_THE_CHART, rounded=True)


def _counts(ranks: list[int]) -> tuple[int, ...]:
    """Ranks of cards, the ace the highest, as how many there are of each of the ten."""
    return tuple(sum(rank % 13 == (at + 1) % 13 for rank in ranks) for at in range(JOKER))


def drawn_to(against: Against, choices: Choices) -> dict[str, float]:
    """How likely a hand that is played so comes to hold just the cards of each line, and six cards."""
    found = {name: _against(against, choices, _counts(ranks)) for name, ranks in BONUS_RANKS.items()}
    return found | {SIX_CARDS: _against(against, choices, None)}


def _against(against: Against, choices: Choices, counts: tuple[int, ...] | None) -> float:
    """Of a split the first hand counts. Against a natural that is looked for nobody draws."""
    found = float(_weights(against, counts) @ passing(against, choices, _stops(against)))
    for chance, one, two in against.deals():
        if one != two or one == JOKER or not choices.splits[one] or not against.splittable(one):
            continue
        most = against.table.most_hands(one)
        removed = range(max(min(most_removed(most), against.table.shoe[one] - 2), 0) + 1)
        any_card, pair_card = (
            np.array([*(_half(against, choices, counts, one, more, begin) for more in removed), 0.0])
            for begin in ((one,), (one, one))
        )
        half = HalfHands(any_card, pair_card, int(against.left[one]) - 2, int(against.left.sum()) - 2)
        found += chance * against.alike(one) * first_hand(half, most)
    return found


def _half(
    against: Against, choices: Choices, counts: tuple[int, ...] | None, pair: int, more: int, begin: tuple[int, ...]
) -> float:
    reached = passing(against, choices, _stops(against), pair, more, begin)
    return float(_weights(against, counts, pair, more) @ reached)


def _stops(against: Against) -> NDArray[np.bool_]:
    """Whoever has an ace to four has the better award: six cards after them are not asked for."""
    return np.asarray((against.hands.counts == _counts(BONUS_RANKS["ace_to_four"])).all(axis=1))


def _weights(against: Against, counts: tuple[int, ...] | None, pair: int = -1, more: int = 0) -> NDArray[np.float64]:
    """For the hands that are asked for: how likely the player-dealer has no natural that is looked for."""
    hands, held = against.hands, against.held(pair, more)
    wanted = hands.sizes == 6 if counts is None else (hands.counts == counts).all(axis=1)
    wanted &= held.rows >= 0
    found = np.zeros(len(hands.totals))
    seen = held.chances[more, held.rows[wanted], NATURAL] if against.table.looked(against.up) else 0.0
    found[wanted] = 1.0 - seen
    return found
