"""The wagers beside a hand of blackjack: what each sees of a round is counted, and priced as the table settles it.

Three of them look at more than the first cards: sevens and aces go on while the player draws, so they are counted for
whoever plays the hand by the chart, and quoted for whoever draws for them alone; a streak goes by how hands come out.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from math import perm

from pitboss.equipment.cards import Card
from pitboss.games.blackjack.held import DOUBLE_WAGER, INSURANCE, SPLIT_WAGER, original_wagers
from pitboss.games.blackjack.rules import HOLE_UP, Rules, dealer_draws
from pitboss.games.blackjack.side_wagers import (
    bonus_button,
    bonus_spin,
    dealers_hand,
    first_cards,
    fixed_payouts,
    settling,
    sevens_and_aces,
    streak,
)
from pitboss.games.blackjack.side_wagers import four_cards as four
from pitboss.games.blackjack.side_wagers.first_cards import Names
from pitboss.games.must_hit import MUST_HIT
from pitboss.money import Award, MeterShare, cents, money
from pitboss.rulebook.setup import Setup
from pitboss.solve.blackjack.hands import ACE, TEN
from pitboss.solve.blackjack.machine import Machine, Strategy
from pitboss.solve.blackjack.pieces import (
    Draws,
    Pack,
    Two,
    dealers_hands,
    four_cards,
    leading_cards,
    suited_hands,
    two_and_blackjack,
    two_and_one,
    two_and_two,
    two_cards,
)
from pitboss.solve.blackjack.streaks import shares_of_rounds
from pitboss.solve.model import WagerAnalysis, simple
from pitboss.solve.prices import Prices, stake_of

SEVEN = 6
_SCALE = 10**15
PER = "unit of the wager, from a fresh shoe"
BY_CHART, FOR_ITSELF = "hand played by the chart", "drawing for this wager alone"
AS_IT_STANDS, LONG_RUN = "with the meter as it stands", "in the long run, by what goes on the meter"
WITH_FREE_BONUS = f"{settling.BUSTER}, with the free bonus"
IN_A_ROW = (
    "hands are played by the chart; rounds that are split are worked out as if their hands hung together by the "
    "dealer's total alone"
)
Played = Callable[[], tuple[Machine, Strategy]]
"""The best chart of the table; asked for only where a wager needs it."""


def is_side(setup: Setup, wager: str) -> bool:
    """Whether a wager is made before the deal and is none that a hand is dealt for."""
    if wager in (*original_wagers(setup), SPLIT_WAGER, DOUBLE_WAGER, INSURANCE):
        return False
    return setup.offers[wager].placed == "before_deal"


def side_wager(setup: Setup, price: Prices, wager: str, played: Played) -> Iterator[tuple[str, WagerAnalysis]]:
    """A wager by its name, and whatever else there is to tell of it."""
    pack = Pack.of(setup)
    priced = partial(_priced, setup, price, wager)
    match wager:
        case settling.SEVENS:
            yield wager, _drawn_on(setup, price, wager, SEVEN, 3, sevens_and_aces.sevens, played)
        case settling.ACES:
            yield wager, _drawn_on(setup, price, wager, ACE, 4, sevens_and_aces.aces, played)
        case settling.TWENTY_POINT:
            note = "the limit on what a round pays is taken not to be reached" if setup.term("twenty_point_cap") else ""
            yield wager, replace(priced(two_and_blackjack(pack, first_cards.twenty_point)), note=note)
        case settling.KINGS_BOUNTY:
            yield wager, priced(two_and_blackjack(pack, first_cards.kings_bounty))
        case settling.FOR_THE_DEALER:
            counts = two_and_blackjack(pack, first_cards.kings_bounty)
            yield wager, replace(priced(counts), note="what it wins, and the wager itself, are the dealer's")
        case settling.SUPER_4:
            suit = setup.term("super_4")["suit"]
            counts = two_and_two(pack, lambda two, dealer: dealers_hand.super_4(two, dealer, suit))
            yield wager, replace(priced(counts), note=_beside_super_4(setup, counts))
        case settling.OPTIONAL_BONUS:
            yield wager, priced(two_and_one(pack, _third_card_of(replace(Rules.of(setup), hits_soft=()))))
        case settling.BUSTER:
            yield from _buster(setup, price, pack)
        case bonus_button.WAGER:
            yield wager, _bonus(setup, price, pack)
        case bonus_spin.WAGER:
            yield wager, _spin(setup, price, pack)
        case settling.PUSH_22:
            yield wager, priced(suited_hands(pack.shoe, Rules.of(setup), dealers_hand.push_22))
        case four.WAGER:
            yield wager, priced(four_cards(pack, four.match))
        case settling.BLAZING:
            counts = two_and_one(pack, sevens_and_aces.blazing_sevens)
            standing = priced(counts)
            quotes = {AS_IT_STANDS: standing.house_edge, LONG_RUN: _in_the_long_run(setup, wager, counts)}
            yield wager, replace(standing, quotes=quotes)
        case _ if wager in streak.WINS:
            yield wager, _streak(price, wager, played)
        case _ if wager in settling.BY_THREE_CARDS:
            counts = two_and_one(pack, settling.BY_THREE_CARDS[wager])
            yield wager, replace(priced(counts), note=_beside_trilux(setup, price, wager, counts))


def _priced(setup: Setup, price: Prices, wager: str, counts: Mapping[Names, int]) -> WagerAnalysis:
    column = str(setup.term(wager)) if wager == settling.SAME_SUIT else None
    rows = (
        (count, price(wager, settling.WON if names else settling.LOST, names, column))
        for names, count in counts.items()
        if count
    )
    return WagerAnalysis(simple(rows), per=PER)


# -- On the dealer's hand ---------------------------------------------------------------------------------------------


def _third_card_of(rules: Rules) -> Callable[[Two, Card], Names]:
    """By the third card, which the dealer draws to less than 17 whatever else is open."""
    return lambda two, third: dealers_hand.optional_bonus((*two, third)) if dealer_draws(rules, two) else ()


def _buster(setup: Setup, price: Prices, pack: Pack) -> Iterator[tuple[str, WagerAnalysis]]:
    """The dealer completes the hand, soft 17 too; the free bonus asks for a blackjack beside it."""
    rules = replace(Rules.of(setup), hits_soft=tuple(setup.term("buster")["hits_soft"]))
    counts = dealers_hands(pack.shoe, rules, dealers_hand.buster)
    yield settling.BUSTER, _priced(setup, price, settling.BUSTER, counts)
    offer = setup.offers.get(settling.FREE_BONUS)
    if offer is None or offer.pays is None:
        return
    least = cents(setup.term("buster")["free_bonus_from"])
    without = tuple(many - (rank in (ACE, TEN)) for rank, many in enumerate(pack.shoe))
    beside = dealers_hands(without, rules, dealers_hand.buster)
    two, naturals = pack.cards * (pack.cards - 1), 2 * pack.shoe[ACE] * pack.shoe[TEN]
    all_, all_beside = sum(counts.values()), sum(beside.values())
    rows = []
    for names in counts:
        found = offer.pays.first(names)
        more = Fraction(found[1].amount, least) if found is not None and isinstance(found[1], Award) else Fraction(0)
        paid = price(settling.BUSTER, settling.WON if names else settling.LOST, names)
        with_blackjack = beside[names] * naturals * all_
        rows.append(
            (
                with_blackjack,
                replace(paid, net=paid.net + more, reason=paid.reason + (" and blackjack" if more else "")),
            )
        )
        rows.append((counts[names] * two * all_beside - with_blackjack, paid))
    yield WITH_FREE_BONUS, WagerAnalysis(simple(rows), per=f"unit of a wager of {money(least)}, from a fresh shoe")


# -- A device, and meters ---------------------------------------------------------------------------------------------


def _bonus(setup: Setup, price: Prices, pack: Pack) -> WagerAnalysis:
    """A blackjack, times what the button shows and how often."""
    wager = bonus_button.WAGER
    naturals, stake = pack.shoe[ACE] * pack.shoe[TEN], stake_of(setup.offers[wager])
    awards = bonus_button.awards_of(setup)
    whole = sum(awards.values())
    rows = [((pack.cards * (pack.cards - 1) // 2 - naturals) * whole, price(wager, "no_blackjack"))]
    for amount, weight in awards.items():
        paid = price(wager, "blackjack", multiplier=amount // stake)
        rows.append((naturals * weight, replace(paid, reason=f"blackjack, {money(amount)}")))
    return WagerAnalysis(simple(rows), per=PER)


def _spin(setup: Setup, price: Prices, pack: Pack) -> WagerAnalysis:
    """An ace among the first two cards, and with a blackjack what the house's wheel shows and how often."""
    wager = bonus_spin.WAGER
    cases = two_cards(pack, lambda two: (bonus_spin.case_of(two),))
    sections: Mapping[int, int] = setup.options[bonus_spin.SECTIONS]
    whole = sum(sections.values())
    rows = [(count * whole, price(wager, case)) for (case,), count in cases.items() if case != "blackjack"]
    for prize, many in sections.items():
        paid = price(wager, "blackjack", multiplier=int(prize))
        rows.append((cases["blackjack",] * many, replace(paid, reason=f"blackjack, {prize} on the wheel")))
    return WagerAnalysis(simple(rows), per=PER)


def _in_the_long_run(setup: Setup, wager: str, counts: Mapping[Names, int]) -> Fraction:
    """The edge when a meter pays out what was put on it: a part of each wager, and the seed whenever all of it is won.

    That is how a house reckons a progressive: a share of the meter takes from what is there, and nobody refills it.
    """
    offer = setup.offers[wager]
    meters = [meter for meter in setup.meters.values() if wager in meter.fed_by]
    empty = Prices(setup, dict.fromkeys((meter.id for meter in meters), 0))
    edge = _priced(setup, empty, wager, counts).house_edge
    for meter in meters:
        all_won = 0
        for names, count in counts.items():
            line = offer.pays.first(names) if offer.pays is not None and names else None
            share = line[1] if line is not None else None
            if isinstance(share, MeterShare) and share.meter == meter.id and share.percent == 1:
                all_won += count
        edge -= meter.contribution + Fraction(all_won * meter.seed, sum(counts.values()) * stake_of(offer))
    return edge


def _beside_super_4(setup: Setup, counts: Counter[Names]) -> str:
    """What envy adds, and the meter that chance gives away."""
    offer, told = setup.offers[settling.SUPER_4], []
    if offer.pays is not None and offer.pays.envy:
        lines = ((offer.pays.first(names), count) for names, count in counts.items() if names)
        envied = sum(offer.pays.envy.get(line[0], 0) * count for line, count in lines if line is not None)
        share = Fraction(envied, sum(counts.values()) * stake_of(offer))
        told.append(f"envy is not in it: each other player with this wager adds {float(share):.4%} of it")
    if MUST_HIT in setup.meters:
        told.append("the Must Hit meter, which chance gives away, is not in it")
    return "; ".join(told)


def _beside_trilux(setup: Setup, price: Prices, wager: str, counts: Counter[Names]) -> str:
    george = setup.term("lucky_george")
    if wager != settling.TRILUX or not george["paid"]:
        return ""
    amounts = {name: cents(amount) for name, amount in george["amounts"].items()}
    paid = sum(amounts.get(names[0], 0) * count for names, count in counts.items() if names)
    dollars = float(Fraction(paid, 100 * sum(counts.values())))
    return f"Lucky George takes {dollars:.4f} dollars of the house a round besides"


def paid_besides(setup: Setup) -> str:
    """What three sevens of one suit against a seven are worth to whoever draws to two: it is not wagered on."""
    offer = setup.offers.get(fixed_payouts.WAGER)
    if offer is None or offer.pays is None:
        return ""
    decks, cards = setup.decks, Pack.of(setup).cards
    alike = 4 * perm(decks, 2) * (perm(decks - 2, 2) + 3 * decks * (decks - 2))
    chance = Fraction(alike, perm(cards, 4))
    told = []
    for name, least in setup.term("fixed_payouts")["from"].items():
        found = offer.pays.first([name])
        if found is not None and isinstance(found[1], Award):
            worth = float(chance * found[1].amount / cents(least))
            told.append(f"{money(found[1].amount)} from {money(cents(least))}, {worth:.4%} of it")
    once = round(1 / chance)
    return (
        f"three sevens of one suit against a seven are not in it: once in {once:,} rounds for whoever draws to every "
        f"two of them, they pay {' and '.join(told)}"
    )


# -- While the player draws -------------------------------------------------------------------------------------------


def _drawn_on(
    setup: Setup,
    price: Prices,
    wager: str,
    rank: int,
    most: int,
    judge: Callable[[Sequence[Card]], Names],
    played: Played,
) -> WagerAnalysis:
    """By the chart of the hand, and by whoever splits nothing and draws whatever the hand is worth."""
    pack = Pack.of(setup)
    rules = Rules.of(setup)
    by_chart = leading_cards(pack, rank, most, _draws_by_chart(rules, rank, *played()), judge)
    for_itself = leading_cards(pack, rank, most, lambda held, up, natural: True, judge)
    charted, alone = (_priced(setup, price, wager, counts) for counts in (by_chart, for_itself))
    return replace(charted, quotes={BY_CHART: charted.house_edge, FOR_ITSELF: alone.house_edge})


def _draws_by_chart(rules: Rules, rank: int, machine: Machine, strategy: Strategy) -> Draws:
    """A split leaves a hand at two cards; after a dealer's blackjack that is seen at once a third one is free."""
    looks = {"ace": ACE, "ten": TEN}
    seen = {looks[name] for name in rules.looks_under} if rules.second_card != HOLE_UP else {ACE, TEN}

    @cache
    def draws(held: int, up: int, natural: bool) -> bool:
        if natural and up in seen:
            return rank == SEVEN
        hand = machine.hands.of(*[rank] * held)
        may_hit, may_double, may_surrender = (bool(may[hand]) for may in machine.may(-1))
        if held == 2 and machine.splits(strategy, rank, up):
            return False
        if may_surrender and strategy.surrenders[hand, up]:
            return False
        return (may_double and bool(strategy.doubles[hand, up])) or (may_hit and bool(strategy.hits[hand, up]))

    return draws


# -- Hands in a row ---------------------------------------------------------------------------------------------------


def _streak(price: Prices, wager: str, played: Played) -> WagerAnalysis:
    """Rounds that are neither won nor lost change nothing."""
    lost, _, won = shares_of_rounds(*played())
    chance = (won / (won + lost)) ** streak.WINS[wager]
    wins = round(chance * _SCALE)
    rows = [(wins, price(wager, "won_in_a_row")), (_SCALE - wins, price(wager, "hand_lost"))]
    return WagerAnalysis(
        simple(rows), per="unit of the wager until it is decided, from fresh shoes", note=IN_A_ROW, rounded=True
    )
