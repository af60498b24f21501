"""The rules of a table as the terms of the mathematics, priced by the table's own settlement."""

from typing import Any

from pitboss.games.blackjack.held import DOUBLE_WAGER, SPLIT_WAGER, original_wagers
from pitboss.games.blackjack.rules import BONUS_21, DESIGNATED, HOLE_UP, Rules
from pitboss.rulebook.setup import Setup
from pitboss.solve.blackjack.hands import ACE, BOTH_CARDS, TEN
from pitboss.solve.blackjack.hands import UP_CARDS as ONE_CARD
from pitboss.solve.blackjack.pieces import Pack
from pitboss.solve.blackjack.terms import ALWAYS, NEVER, UNLESS_ANY_OVER, UNLESS_OVER, Bonus, Terms
from pitboss.solve.prices import Prices

UP_CARDS = {"ace": ACE, "ten": TEN}
SIX_SEVEN_EIGHT, SEVENS = (5, 6, 7), (6, 6, 6)
"""By rank, the ace being 0."""


def terms_of(setup: Setup, price: Prices) -> Terms:
    """What is in force at a table."""
    rules = Rules.of(setup)
    main = original_wagers(setup)[0]
    pack = Pack.of(setup)
    return Terms(
        shoe=pack.shoe,
        starts=BOTH_CARDS if rules.second_card == HOLE_UP else ONE_CARD,
        stands_on=rules.stands_on,
        hits_soft=rules.hits_soft,
        push_total=rules.push_total,
        blackjack_pays=float(price(main, "blackjack").net),
        blackjack_beats_21=rules.blackjack_beats_21,
        both_blackjack=float(price(main, "both_blackjack").net),
        push_beats_blackjack=not rules.blackjack_beats_push,
        designated=_designated(rules, price, main),
        two_cards_against_21=_against_21(rules, price, main),
        tie=float(price(main, "tie").net),
        wins_21=rules.any_21_beats_21,
        bonuses=_bonuses_by_table(setup, price, main) if rules.bonus_21 else _bonuses(rules, price, main),
        bonus_doubled=not rules.bonus_21,
        double=rules.double,
        double_on=rules.double_on,
        double_any_size=rules.double_any_size,
        free_double_on=rules.free_doubles,
        rescue=rules.rescue or rules.surrender_any_time,
        hands=1 + rules.splits,
        ace_hands=1 + rules.splits if rules.resplit_aces else 2,
        hit_split_aces=rules.aces_play_on,
        free_pairs=tuple(value % 11 if value == 11 else value - 1 for value in rules.free_splits),
        bust_comes_back=rules.tucked_bust_pushes,
        surrender=rules.surrender,
        surrender_after_split=rules.surrender and (rules.surrender_split or rules.surrender_any_time),
        surrender_any_size=rules.surrender_any_time,
        zaps=rules.zaps,
        switch=bool(setup.term("switch")),
        brought_21_is_blackjack=rules.switched_blackjack and bool(setup.term("switch")),
        brought_21_ties_blackjack=rules.two_card_21_ties_blackjack,
        may_raise=bool(setup.term("double_attack")),
        split_raised=bool(setup.term("split").get("added_too")),
        looks_under=tuple(UP_CARDS[name] for name in rules.looks_under),
        split_21_beats_21=rules.two_card_21_beats_21,
        **_unseen_blackjack(setup, price),
    )


def _designated(rules: Rules, price: Prices, main: str) -> tuple[float, float]:
    """The odds of the one ace and the one face card that are paid by themselves, of 64 that a blackjack may be of."""
    if not rules.designated:
        return 0.0, 0.0
    return float(price(main, DESIGNATED).net), 1 / 64


def _against_21(rules: Rules, price: Prices, main: str) -> float:
    """The odds of 21 in two cards that meets a dealer's 21, where these are odds of their own."""
    return float(price(main, "two_card_21_against_21").net) if rules.paid_by_dealers_21 else 0.0


def _bonuses(rules: Rules, price: Prices, main: str) -> tuple[Bonus, ...]:
    """Hands that are paid better; of a 6, a 7 and an 8 one in sixteen is of one suit."""
    odds = {name: float(price(main, name).net) for name in rules.bonus_hands}
    known = {
        "suited_6_7_8": lambda paid: Bonus(((paid, 1 / 16), (1.0, 15 / 16)), ranks=SIX_SEVEN_EIGHT),
        "three_sevens": lambda paid: Bonus(((paid, 1.0),), ranks=SEVENS),
        "five_card_21": lambda paid: Bonus(((paid, 1.0),), cards=5),
    }
    return tuple(known[name](paid) for name, paid in odds.items())


def _bonuses_by_table(setup: Setup, price: Prices, main: str) -> tuple[Bonus, ...]:
    """The 21s that a pay table names: by their suits, of which ranks say how likely they are, or by their number."""

    def odds(name: str) -> float:
        return float(price(main, BONUS_21, (name,)).net)

    def suited(kind: str, share: float) -> tuple[tuple[float, float], ...]:
        """One suit in four is spades."""
        named = ((f"mixed_{kind}", 1 - share), (f"suited_{kind}", share * 3 / 4), (f"{kind}_of_spades", share / 4))
        return tuple((odds(name), chance) for name, chance in named)

    decks = setup.decks
    sevens = (decks - 1) * (decks - 2) / ((4 * decks - 1) * (4 * decks - 2))
    return (
        Bonus(suited("6_7_8", 1 / 16), ranks=SIX_SEVEN_EIGHT),
        Bonus(suited("sevens", sevens), ranks=SEVENS),
        Bonus(((odds("five_card_21"), 1.0),), cards=5),
        Bonus(((odds("six_card_21"), 1.0),), cards=6),
        Bonus(((odds("seven_card_21"), 1.0),), cards=7, or_more=True),
    )


def _unseen_blackjack(setup: Setup, price: Prices) -> dict[str, Any]:
    """What a blackjack takes that the dealer did not look for; nothing to say where he always looks."""
    rules = Rules.of(setup)
    main = original_wagers(setup)[0]
    if len(rules.looks_under) == len(UP_CARDS) or rules.second_card == HOLE_UP:
        return {}
    return {
        "double_lost": rules.double and price(DOUBLE_WAGER, "dealer_blackjack").net < 0,
        "split_lost": price(SPLIT_WAGER, "split_dealer_blackjack").net < 0,
        "over_lost": not rules.bust_waits,
        "original_lost": _original(rules) if price(main, "split_dealer_blackjack").net < 0 else NEVER,
    }


def _original(rules: Rules) -> str:
    """Whether a bust of any hand of a box stands for the one wager that a dealer's blackjack takes of it."""
    if rules.bust_waits:
        return ALWAYS
    return UNLESS_ANY_OVER if rules.bust_counts else UNLESS_OVER
