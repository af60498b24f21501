"""The wagers beside a Pai Gow Poker hand, exactly: every hand that decides one, named as the table names it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb

from pitboss.equipment.cards import JOKERS
from pitboss.games.pai_gow.bonus_wagers import NUMBER, SHOWN, THREE_CARDS
from pitboss.games.pai_gow.bonuses import (
    ACE_HIGH,
    JUDGES,
    ON_THE_DEALER,
    QUEENS_DRAGON,
    Cards,
    Seen,
    best_paid,
    is_ace_high,
)
from pitboss.hands.pai_gow_seven import SIZE
from pitboss.money import MeterShare, Plus, dollars
from pitboss.rulebook.offers import Offer, Pays
from pitboss.rulebook.setup import Setup
from pitboss.solve.figures import percent
from pitboss.solve.model import WagerAnalysis, simple
from pitboss.solve.pai_gow.sevens import DECK, colors, kinds, threes, two_ace_highs
from pitboss.solve.prices import Prices, stake_of

PER_WAGER = "unit of the wager"
RED_BLACK = "red_black"
THOUSAND = 1_000_00
Hands = Iterable[tuple[Seen, int]]
Names = tuple[str, ...]


def bonus_analyses(price: Prices, wants: Callable[[str], bool]) -> dict[str, WagerAnalysis]:
    """Every wager on offer that cards decide however they are set, or the number that is drawn."""
    found = {}
    for wager, offer in price.setup.offers.items():
        if not wants(wager):
            continue
        if wager == NUMBER:
            found[wager] = _on_the_number(price, offer)
        elif (hands := hands_that_decide(wager)) is not None:
            found[wager] = on_hands(price, wager, hands)
    return found


def hands_that_decide(wager: str) -> Hands | None:
    """What decides a wager, and how often that is dealt; None where it is not the cards alone."""
    if wager == THREE_CARDS:
        return _own(threes())
    if wager == RED_BLACK:
        # The deck has as many red cards as black ones.
        return ((Seen(hand, spot="red"), count) for hand, count in colors())
    if wager == QUEENS_DRAGON:
        return ((Seen((), hand), count) for hand, count in kinds())
    if wager == ACE_HIGH:
        return _against_ace_high()
    return _own(kinds()) if wager in JUDGES and wager not in ON_THE_DEALER else None


def _own(hands: Iterable[tuple[Cards, int]]) -> Hands:
    return ((Seen(hand), count) for hand, count in hands)


def _against_ace_high() -> Iterator[tuple[Seen, int]]:
    """The dealer's seven cards and the player's: whether the dealer is ace high, with the joker, and the player too."""
    both = two_ace_highs()
    players = comb(len(DECK) - SIZE, SIZE)
    ours = next(hand for hand, _ in kinds() if is_ace_high(hand))
    other = next(hand for hand, _ in kinds() if not is_ace_high(hand))
    for dealer, count in kinds():
        if not is_ace_high(dealer):
            yield Seen(other, dealer), count * players
    for joker in (False, True):
        dealers = [(hand, count) for hand, count in kinds() if is_ace_high(hand) and _has_joker(hand) == joker]
        together = sum(count for (dealers_joker, _), count in both.items() if dealers_joker == joker)
        yield Seen(ours, dealers[0][0]), together
        yield Seen(other, dealers[0][0]), sum(count for _, count in dealers) * players - together


def _has_joker(hand: Cards) -> bool:
    return any(card in JOKERS for card in hand)


def on_hands(price: Prices, wager: str, hands: Hands) -> WagerAnalysis:
    """A wager by the hands that decide it, each called what the table calls it and paid what it pays."""
    offer = price.setup.offers[wager]
    assert offer.pays is not None
    counts = counts_by_name(price.setup, wager, offer.pays, hands)
    rows = [(count, price(wager, SHOWN, names)) for names, count in counts.items()]
    return WagerAnalysis(simple(rows), per=PER_WAGER, note=_note(offer, offer.pays, counts))


def counts_by_name(setup: Setup, wager: str, pays: Pays, hands: Hands) -> Mapping[Names, int]:
    """How often cards go by which names, what a table pays most for first."""
    judge, _ = JUDGES[wager]
    counts: Counter[Names] = Counter()
    for seen, count in hands:
        counts[best_paid(pays, judge(setup, seen))] += count
    return counts


def _on_the_number(price: Prices, offer: Offer) -> WagerAnalysis:
    """One of the numbers that the generator shows, all as likely."""
    rows = [(1, price(NUMBER, "hit")), (len(offer.spots) - 1, price(NUMBER, "miss"))]
    return WagerAnalysis(simple(rows), per=PER_WAGER)


# -- what the figures leave open --------------------------------------------------------------------------------------


def _note(offer: Offer, pays: Pays, counts: Mapping[Names, int]) -> str:
    """Where a meter must stand for what, and what the envy of others is worth."""
    told = []
    if shares := meter_shares(offer, pays, counts):
        told.append(f"the meter as it stands, priced at ${dollars(stake_of(offer))}")
        told += [f"each $1,000 on {meter} lowers the house edge by {percent(by)}" for meter, by in shares.items()]
    if pays.envy:
        wagered = pays.envy_from or stake_of(offer)
        each = percent(envy_of_another(pays, counts) / wagered)
        told.append(
            f"envy not counted: on a wager of ${dollars(wagered)} every other player who may be envied lowers the "
            f"house edge by {each}"
        )
    return "; ".join(told)


def meter_shares(offer: Offer, pays: Pays, counts: Mapping[Names, int]) -> dict[str, Fraction]:
    """By meter, how much of the wager's edge a thousand dollars on it are worth."""
    found: dict[str, Fraction] = {}
    for names, count in counts.items():
        match pays.lines.get(names[0]):
            case MeterShare(part, meter) | Plus(_, MeterShare(part, meter)):
                found[meter] = found.get(meter, Fraction(0)) + part * count * THOUSAND
    return {meter: share / sum(counts.values()) / stake_of(offer) for meter, share in found.items()}


def envy_of_another(pays: Pays, counts: Mapping[Names, int]) -> Fraction:
    """What the envy of one other player's hand is worth, in cents."""
    due = sum(count * pays.envy.get(names[0], 0) for names, count in counts.items())
    return Fraction(due, sum(counts.values()))
