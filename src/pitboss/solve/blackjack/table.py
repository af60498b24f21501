"""The rules of a table as the terms of the mathematics, priced by the table's own settlement."""

from pitboss.games.blackjack.held import DOUBLE_WAGER, INSURANCE, SPLIT_WAGER, original_wagers
from pitboss.games.blackjack.rules import Rules
from pitboss.rulebook.setup import Setup
from pitboss.solve.blackjack.hands import ACE, TEN
from pitboss.solve.blackjack.terms import NEVER, UNLESS_OVER, Terms, full_shoe
from pitboss.solve.prices import Prices

UP_CARDS = {"ace": ACE, "ten": TEN}


def terms_of(setup: Setup, price: Prices) -> Terms:
    """What is in force at a table."""
    rules = Rules.of(setup)
    main = original_wagers(setup)[0]
    doubled = price(DOUBLE_WAGER, "dealer_blackjack").net if rules.double else 0
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
        surrender_after_split=rules.surrender,
        looks_under=tuple(UP_CARDS[name] for name in rules.looks_under),
        double_lost=doubled < 0,
        split_lost=price(SPLIT_WAGER, "split_dealer_blackjack").net < 0,
        original_lost=UNLESS_OVER if price(main, "split_dealer_blackjack").net < 0 else NEVER,
        insurance_pays=float(price(INSURANCE, "hole_card_ten").net),
    )
