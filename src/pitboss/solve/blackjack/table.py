"""The rules of a table as the terms of the mathematics, priced by the table's own settlement."""

from typing import Any

from pitboss.games.blackjack.held import DOUBLE_WAGER, SPLIT_WAGER, original_wagers
from pitboss.games.blackjack.rules import HOLE_UP, Rules
from pitboss.rulebook.setup import Setup
from pitboss.solve.blackjack.hands import ACE, TEN
from pitboss.solve.blackjack.terms import NEVER, UNLESS_ANY_OVER, UNLESS_OVER, Terms, full_shoe
from pitboss.solve.prices import Prices

UP_CARDS = {"ace": ACE, "ten": TEN}


def terms_of(setup: Setup, price: Prices) -> Terms:
    """What is in force at a table."""
    rules = Rules.of(setup)
    main = original_wagers(setup)[0]
    return Terms(
        shoe=full_shoe(setup.decks),
        stands_on=rules.stands_on,
        hits_soft=rules.hits_soft,
        push_total=rules.push_total,
        blackjack_pays=float(price(main, "blackjack").net),
        blackjack_beats_21=rules.blackjack_beats_21,
        double=rules.double,
        double_on=rules.double_on,
        hands=1 + rules.splits,
        ace_hands=1 + rules.splits if rules.resplit_aces else 2,
        surrender=rules.surrender,
        surrender_after_split=rules.surrender and rules.surrender_split,
        looks_under=tuple(UP_CARDS[name] for name in rules.looks_under),
        split_21_beats_21=rules.two_card_21_beats_21,
        **_unseen_blackjack(setup, price),
    )


def _unseen_blackjack(setup: Setup, price: Prices) -> dict[str, Any]:
    """What a blackjack takes that the dealer did not look for; nothing to say where he always looks."""
    rules = Rules.of(setup)
    main = original_wagers(setup)[0]
    if len(rules.looks_under) == len(UP_CARDS):
        return {}
    return {
        "double_lost": rules.double and price(DOUBLE_WAGER, "dealer_blackjack").net < 0,
        "split_lost": price(SPLIT_WAGER, "split_dealer_blackjack").net < 0,
        "original_lost": _original(rules) if price(main, "split_dealer_blackjack").net < 0 else NEVER,
    }


def beyond_terms(setup: Setup) -> str:
    """Which of a table's rules the terms cannot say, in words; empty where they say all of them."""
    rules = Rules.of(setup)
    found = {
        "two hands whose cards may be switched": setup.term("switch"),
        "several wagers on one hand": len(original_wagers(setup)) > 1 and not setup.term("switch"),
        "the hole card face up": rules.second_card == HOLE_UP,
        "hands that are paid better": bool(rules.bonus_hands or rules.designated),
    }
    return ", ".join(name for name, is_there in found.items() if is_there)


def _original(rules: Rules) -> str:
    """Whether a bust of any hand of a box stands for the one wager that a dealer's blackjack takes of it."""
    return UNLESS_ANY_OVER if rules.bust_counts else UNLESS_OVER
