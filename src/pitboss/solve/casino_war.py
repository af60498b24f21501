"""Casino War: every order of four cards out of the finite shoe, and the better choice on a tie.

Burned cards are as unknown as those that stay in the shoe, so they change nothing. All ranks are alike on a tie: after
one of any rank the same chances wait, so one choice is best for all of them.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from pitboss.equipment.cards import DECK, SUITS, Card
from pitboss.games.comparing.casino_war import (
    PROGRESSIVE,
    SURRENDER,
    TIE,
    TIE_WAR,
    WAR,
    base_case,
    base_wager,
    progressive_names,
    result_of,
    tie_case,
)
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, decimal, simple, tally
from pitboss.solve.prices import Prices, stake_of

CHOICES = (WAR, SURRENDER)
RULES = {WAR: "go to war on every tie", SURRENDER: "surrender on every tie"}


class Deal(NamedTuple):
    """What four cards come to: the original deal, the war deal after a tie, and what both are for the progressive."""

    original: str
    war: str = ""
    names: tuple[str, ...] = ()


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    choices = {choice: by_choice(setup, price, choice) for choice in CHOICES}
    best = best_choice(setup, price)
    wagers = {}
    for name, offer in setup.offers.items():
        if name == base_wager(setup):
            wagers[name] = choices[best]
        elif name == PROGRESSIVE:
            wagers[name] = _progressive(setup, price)
        elif name == TIE_WAR:
            wagers[name] = _on_the_war_deal(setup, price)
        elif offer.placed == "before_deal":
            wagers[name] = _on_the_original_deal(setup, price, name)
    return Analysis(setup, wagers, _strategy(best, choices))


@cache
def deals(decks: int) -> Mapping[Deal, int]:
    """All orders of player's card, dealer's card and the two cards of a war, dealt or not.

    >>> sum(deals(1).values()) == 52 * 51 * 50 * 49
    True
    """
    cards = len(DECK) * decks
    found: Counter[Deal] = Counter()
    for player in DECK:
        if player.suit != SUITS[0]:
            continue  # its ways stand for all four suits
        for dealer in DECK:
            original = (player, dealer)
            ways = len(SUITS) * decks * (decks - (dealer == player))
            result = result_of(original)
            if result != TIE:
                found[Deal(result)] += ways * (cards - 2) * (cards - 3)
            elif ways:
                for deal, more in _wars(original, decks).items():
                    found[deal] += ways * more
    return found


def _wars(original: tuple[Card, Card], decks: int) -> Counter[Deal]:
    """All orders of two more cards after a tie."""
    found: Counter[Deal] = Counter()
    left = {card: decks - original.count(card) for card in DECK}
    for player, ways in left.items():
        for dealer, more in left.items():
            war = (player, dealer)
            names = progressive_names(original, war)
            found[Deal(TIE, result_of(war), names)] += ways * (more - (dealer == player))
    return found


# -- The first wager, and the choice -----------------------------------------------------------------------------------


def by_choice(setup: Setup, price: Prices, choice: str) -> WagerAnalysis:
    """The first wager and the war wager together, when every tie is met with one choice."""
    base = base_wager(setup)
    rows: list[tuple[str, int, Fraction, Fraction, str]] = []
    for deal, ways in deals(setup.decks).items():
        if deal.original != TIE:
            first = price(base, deal.original)
            rows.append((first.reason, ways, first.net, Fraction(1), first.pays))
        elif choice == SURRENDER:
            rows.append((SURRENDER, ways, price(base, SURRENDER).net, Fraction(1), ""))
        else:
            net = price(base, base_case(setup, deal.war)).net + price(WAR, deal.war).net
            rows.append((f"war: {deal.war.replace('_', ' ')}", ways, net, Fraction(2), ""))
    return WagerAnalysis(tally(rows), per=f"unit of the {setup.offers[base].title}, from a fresh shoe")


def best_choice(setup: Setup, price: Prices) -> str:
    """War or surrender, whichever costs less; war where they cost the same."""
    return min(CHOICES, key=lambda choice: by_choice(setup, price, choice).house_edge)


def _strategy(best: str, choices: Mapping[str, WagerAnalysis]) -> dict[str, Any]:
    edges = {f"house_edge_with_{choice}": decimal(found.house_edge) for choice, found in choices.items()}
    return {"rule": RULES[best], **edges}


# -- Wagers on ties ---------------------------------------------------------------------------------------------------


def _on_the_original_deal(setup: Setup, price: Prices, wager: str) -> WagerAnalysis:
    rows = [(ways, price(wager, tie_case(deal.original))) for deal, ways in deals(setup.decks).items()]
    return WagerAnalysis(simple(rows), per="unit of the wager, from a fresh shoe")


def _on_the_war_deal(setup: Setup, price: Prices) -> WagerAnalysis:
    rows = [(ways, price(TIE_WAR, tie_case(deal.war))) for deal, ways in deals(setup.decks).items() if deal.war]
    note = "made only by a player at war; the chances are those after a tie"
    return WagerAnalysis(simple(rows), per="unit of the wager, from a fresh shoe", note=note)


def _progressive(setup: Setup, price: Prices) -> WagerAnalysis:
    """Every tie goes to war: the award is never less for it."""
    rows = [
        (ways, price(PROGRESSIVE, tie_case(deal.original), deal.names)) for deal, ways in deals(setup.decks).items()
    ]
    offer = setup.offers[PROGRESSIVE]
    each = envy_of_another(setup)
    note = (
        f"every tie goes to war; the meter as it stands, priced at ${dollars(stake_of(offer))}; envy not counted: "
        f"every other player who goes to war on ties lowers the house edge by {each} ({float(each):.6%})"
    )
    return WagerAnalysis(simple(rows), per="unit of the wager, from a fresh shoe", note=note)


def envy_of_another(setup: Setup) -> Fraction:
    """What the envy of one other player's hand is worth to a progressive wager, per unit of it."""
    pays = setup.offers[PROGRESSIVE].pays
    assert pays is not None
    dealt = deals(setup.decks)
    due = Fraction(0)
    for deal, ways in dealt.items():
        line = pays.first(deal.names)
        if line is not None:
            due += Fraction(ways * pays.envy.get(line[0], 0), 100)
    return due / sum(dealt.values())
