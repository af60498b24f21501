"""The blackjack bonus: whoever is dealt a blackjack presses a button, and a device shows what is paid."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.engine.round import Round
from pitboss.engine.script import Script
from pitboss.money import dollars, money
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.setup import Setup

WAGER, AMOUNT = "blackjack_bonus", "bonus_amount"
NOT_SHOWN = "bonus not shown"
AWARDS = "blackjack_bonus_awards"


def press_buttons(t: Round) -> Script:
    """After everything else, from the dealer's left."""
    yield from t.moment("bonus")
    for bet in t.bets_on(WAGER):
        if bet.outcome:
            continue
        if bet.seat in t.scratch.get(NOT_SHOWN, ()):
            t.settle(bet, "not_shown")
            continue
        awards = awards_of(t.setup)
        shown = t.pick(AMOUNT, [dollars(amount) for amount in awards], t.cite("bonus"), list(awards.values()))
        amount = next(each for each in awards if dollars(each) == shown)
        t.settle(bet, "blackjack", multiplier=amount // bet.stake)


def awards_of(setup: Setup) -> Mapping[int, int]:
    """What the device may show, in cents, and how often: the house's own schedule, or the one assumed."""
    chosen: Mapping[int, int] | None = setup.options.get(AWARDS)
    assumed: Mapping[str, int] = setup.term("bonus")["awards"]
    return chosen or {int(Fraction(amount) * 100): weight for amount, weight in assumed.items()}


def house_advantage(setup: Setup) -> Fraction:
    """The house's advantage on the wager: what is left of it on average after an ace and a ten from full decks."""
    cards = 52 * setup.decks
    blackjack = Fraction(2 * 4 * setup.decks * 16 * setup.decks, cards * (cards - 1))
    awards = awards_of(setup)
    average = Fraction(sum(amount * weight for amount, weight in awards.items()), sum(awards.values()))
    return 1 - blackjack * average / _stake(setup)


def examine_awards(setup: Setup) -> Iterator[Finding]:
    """Amounts within the clause's, in whole wagers, and an advantage that it lets the house have."""
    if WAGER not in setup.offers:
        return
    rule, cite = setup.term("bonus"), setup.cite("bonus")
    low, high = (int(Fraction(bound) * 100) for bound in rule["bounds"])
    where = f"option {AWARDS}"
    for amount in awards_of(setup):
        if not low <= amount <= high:
            text = f"{money(amount)} is not from {money(low)} to {money(high)}"
            yield Finding("refused", where, text, cite)
        elif amount % _stake(setup):
            yield Finding("refused", where, f"{money(amount)} is not a multiple of the wager", cite)
    advantage = house_advantage(setup)
    if not 0 <= advantage <= Fraction(rule["most_advantage"]):
        yield Finding("refused", where, f"the house's advantage would be {float(advantage):.2%}", cite)


def _stake(setup: Setup) -> int:
    stake = setup.offers[WAGER].exactly
    assert stake is not None
    return stake
