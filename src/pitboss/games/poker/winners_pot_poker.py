"""Winner's Pot Poker: five-card stud for a pot that players win from one another and from a house that never folds."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.engine.accounts import HOUSE, POT
from pitboss.engine.carry import position_carried
from pitboss.engine.events import NOBODY, OWNER, Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Carried, Game, Held, Judged, Script
from pitboss.engine.weighing import Weighed
from pitboss.equipment.cards import known
from pitboss.errors import Refused
from pitboss.games.poker import kit, settling
from pitboss.games.reading import against_best, five_or_more
from pitboss.hands.poker import ALL_NAMES, best_hand, best_of_ranks
from pitboss.money import money
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.setup import Setup

STAKES = ("ante", "bet", "double")
JACKS_PLUS = "jacks_plus"
FIXED = "commission_fixed"
BUTTON, AT_THE_DEALER = "button", 0
FIRST = 3
"""How many cards are dealt before the first decision; the last of them lies face up."""
SHOWN = ("best_hand", "split", "lower_hand")
"""What a hand that was shown for the pot may come to."""
_POT, _DEAD, _HIDDEN = "pot", "dealer dead", "third card down"
_FORGOTTEN, _BURNS_OWED = "burn forgotten", "burns owed"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    order = _move_button(t)
    _burn(t, "first")
    _deal_first(t, order)
    yield from t.moment("deal")
    _turn_up_third(t, order)
    _put_in(t, _house_stake(t))
    yield from t.moment("third")
    folded = yield from kit.stay_or_fold(t, "bet", "third", _players(t, order), word="bet")
    _give_antes_to_the_house(t, folded)
    doubters: set[int] = set()
    if _players(t, order, folded):
        yield from t.moment("fourth")
        _deal_up(t, order, folded)
        yield from t.moment("fourth_decision")
        doubters = yield from kit.stay_or_fold(t, "double", "fourth", _players(t, order, folded), word="double")
    if _players(t, order, folded | doubters):
        yield from t.moment("fifth")
        _deal_up(t, order, folded | doubters)
    yield from t.moment("settle")
    staying = [seat for seat in settling.order_of_payment(t) if seat not in folded | doubters]
    if staying and not t.scratch.get(_DEAD):
        t.reveal(kit.DEALER, t.cite("reveal"))
    for seat in staying:
        t.reveal(t.hand(seat), t.cite("reveal"))
    for due in within_limits(t, list(_jacks_plus(t))):
        due.settle(t)
    _award(t, staying, doubters)


# -- The deal ----------------------------------------------------------------------------------------------------------


def _move_button(t: Round) -> list[int]:
    """The button goes clockwise to the next player, or to the dealer; who is dealt to in turn, the dealer being 0."""
    before = position_carried(t.carry, BUTTON, t.setup.seats)
    button = AT_THE_DEALER if BUTTON not in t.carry else next((seat for seat in t.live if seat > before), AT_THE_DEALER)
    t.carry[BUTTON] = button
    t.event(
        BUTTON,
        t.cite("button"),
        f"the button is at {f'seat {button}' if button else 'the dealer'}",
        seat=button or None,
    )
    after = [seat for seat in t.live if seat > button]
    return [*after, AT_THE_DEALER, *(seat for seat in t.live if seat not in after)]


def _hand(t: Round, position: int) -> Hand:
    return t.hand(position) if position else Hand(kit.DEALER)


def _deal_first(t: Round, order: list[int]) -> None:
    """Three cards each, one at a time or as stacks; nobody sees the dealer's."""
    in_turn = order * FIRST if t.term("deal") == "rotation" else [each for each in order for _ in range(FIRST)]
    for position in in_turn:
        t.deal(_hand(t, position), t.cite("deal"), seen_by=OWNER if position else NOBODY)


def _turn_up_third(t: Round, order: list[int]) -> None:
    """The third card lies face up, but not with a hand of which another was turned up by mistake."""
    for position in order:
        if position not in t.scratch.get(_HIDDEN, set()) and _is_in(t, position):
            t.reveal(_hand(t, position), t.cite("deal"), at=(FIRST,))


def _deal_up(t: Round, order: list[int], folded: set[int]) -> None:
    """After a burned card, one face up to each who is still in."""
    _burn(t, "street")
    for position in order:
        if position not in folded and _is_in(t, position):
            t.deal(_hand(t, position), t.cite("streets"))


def _burn(t: Round, when: str) -> None:
    """A card before the deal from a shoe, and before the fourth and the fifth; one more where one was forgotten."""
    owed = t.scratch.pop(_BURNS_OWED, 0)
    if t.scratch.pop(_FORGOTTEN, False):
        t.scratch[_BURNS_OWED] = 1
        return
    for _ in range(t.term("burn")[when] + owed):
        t.deal(kit.BURN, t.cite("burn"), seen_by=NOBODY)


def _is_in(t: Round, position: int) -> bool:
    return position in t.live if position else not t.scratch.get(_DEAD)


def _players(t: Round, order: list[int], folded: set[int] | None = None) -> list[int]:
    """The players who are still in, from the button on."""
    return [seat for seat in order if seat in t.live and seat not in (folded or set())]


# -- The pot -----------------------------------------------------------------------------------------------------------


def _house_stake(t: Round) -> int:
    """The house antes, bets and doubles at the start."""
    ante = next((bet.stake for bet in t.bets_on("ante") if not bet.outcome), 0)
    times = sum(next(iter(t.setup.offers[wager].times.values()), (1,))[0] for wager in STAKES[1:])
    return 0 if t.scratch.get(_DEAD) else ante * (1 + times)


def _put_in(t: Round, amount: int) -> None:
    """The house's chips go into the pot, or out of it."""
    t.transfer(HOUSE, POT, amount, t.cite("house_stake"))
    t.scratch[_POT] = amount
    if amount:
        t.event("pot", t.cite("house_stake"), f"the house puts {money(amount)} into the pot")


def _give_antes_to_the_house(t: Round, folded: set[int]) -> None:
    """Who folds on three cards loses the Ante to the house: it is no part of the pot."""
    for seat in sorted(folded):
        for bet in [bet for bet in kit.open_bets(t, seat) if bet.wager in STAKES]:
            t.settle(bet, "fold")
            t.transfer(POT, HOUSE, bet.stake, bet.offer.rulings["fold"][1])


def _award(t: Round, staying: list[int], doubters: set[int]) -> None:
    """The highest hand takes the pot; equal ones share it, after a commission on what players get of it."""
    stakes = {seat: [bet for bet in kit.open_bets(t, seat) if bet.wager in STAKES] for seat in (*staying, *doubters)}
    house: int = t.scratch[_POT]
    pot = house + sum(bet.stake for bets in stakes.values() for bet in bets)
    hands = {seat: best_hand(kit.cards_of(t, seat), f"seat {seat}'s") for seat in staying}
    if house and staying:
        hands[AT_THE_DEALER] = best_hand(t.hands[kit.DEALER], "the dealer's")
    winners = kit.highest(hands) if hands else [AT_THE_DEALER]
    players = [seat for seat in winners if seat]
    each, commission = shares(t.setup, pot, len(players), len(winners))
    if commission:
        of_it = f", of which the players get {money(pot * len(players) // len(winners))}"
        what = f"on the pot of {money(pot)}{of_it if len(players) < len(winners) else ''}"
        t.event("commission", t.cite("commission"), what, amount=-commission)
    if players:
        _, cite = t.setup.offer("ante").rulings["best_hand" if len(winners) == 1 else "split"]
        told = ", ".join(f"{money(each)} to seat {seat}" for seat in players)
        t.event("award", cite, f"pot: {told}", value=pot)
    for seat, bets in stakes.items():
        case = "four_card_fold" if seat in doubters else "lower_hand"
        if seat in players:
            case = "best_hand" if len(winners) == 1 else "split"
        for bet, award in zip(bets, parts_of(each if seat in players else 0, [bet.stake for bet in bets]), strict=True):
            t.settle(bet, case, hands[seat].names if seat in hands else (), award=award)
    t.transfer(POT, HOUSE, pot - each * len(players), t.cite("commission" if players else "house_stake"))


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """For the pot, a hand against the best of the others, the dealer's among them where the house is in."""
    if row.wager not in STAKES or row.case not in SHOWN:
        return None
    seats = {other.seat for other in t.settlements if other.case in SHOWN}
    hands = {seat: best_hand(kit.cards_of(t, seat)) for seat in seats}
    others = [hand for seat, hand in hands.items() if seat != row.seat]
    if t.scratch.get(_POT):
        others.append(best_hand(t.hands[kit.DEALER]))
    return Weighed(against_best(hands[row.seat], others))


def stands(t: Round) -> list[str]:
    """What there is to win, for everybody to see, once the house has put its stake in."""
    if _POT not in t.scratch or t.over:
        return []
    pot = t.scratch[_POT] + sum(bet.stake for wager in STAKES for bet in t.bets_on(wager) if not bet.outcome)
    return [f"Pot {money(pot)}, {money(t.scratch[_POT])} of it from the house"]


def shares(setup: Setup, pot: int, players: int, winners: int) -> tuple[int, int]:
    """What each of the players among the winners gets, down to the cent, and the commission on it.

    It is a part of what the dealer does not get of the pot, or a fixed sum where that is less.
    """
    if not players:
        return 0, 0
    base = Fraction(pot * players, winners)
    rate, fixed = setup.term("commission")["rate"], setup.term("commission")["fixed"]
    commission = base * rate if fixed is None else min(base * rate, Fraction(fixed))
    return int((base - commission) / players), int(commission)


def parts_of(award: int, stakes: list[int]) -> list[int]:
    """An award on several stakes in proportion to them, odd cents to the last.

    >>> parts_of(4700, [500, 500, 1000])
    [1175, 1175, 2350]
    """
    total = sum(stakes)
    found = [award * stake // total for stake in stakes]
    return [*found[:-1], award - sum(found[:-1])] if found else []


# -- Jacks Plus --------------------------------------------------------------------------------------------------------


def _jacks_plus(t: Round) -> Iterator[Due]:
    """On each player's own cards, those that a folded hand held too."""
    for bet in kit.bets_in_order(t, JACKS_PLUS, settling.order_of_payment(t)):
        yield Due(bet, "shown", jacks_names(kit.cards_of(t, bet.seat)))


def jacks_names(cards: kit.Cards) -> kit.Names:
    """The names of a hand; one of three or four cards can be no straight and no flush.

    >>> from pitboss.equipment.cards import cards
    >>> jacks_names(cards("Js Jd 4c")), jacks_names(cards("Kc Ks 5d 5h")), jacks_names(cards("2h 3h 4h"))
    (('pair_of_jacks_or_better', 'pair'), ('two_pair',), ('high_card',))
    """
    known(cards, "the hand")
    worth = best_hand(cards) if len(cards) >= 5 else best_of_ranks([card.rank for card in cards])
    return kit.names_with_jacks(worth)


# -- Irregularities, and what only the script can judge ----------------------------------------------------------------


def _third_card_down(t: Round, call: Call) -> bool:
    """One of the first two cards of a hand was turned up: the third stays face down."""
    rule, _ = t.setup.irregularities[call.id]
    position = call.seat or AT_THE_DEALER
    t.scratch.setdefault(_HIDDEN, set()).add(position)
    t.reveal(_hand(t, position), rule.cite, at=(1,))
    return False


def _dead_but_bonus(t: Round, call: Call) -> bool:
    """Both of the first two cards were turned up: the hand is dead, but its Jacks Plus is paid where it has won."""
    rule, _ = t.setup.irregularities[call.id]
    position = call.seat or AT_THE_DEALER
    t.reveal(_hand(t, position), rule.cite, first=2)
    if not position:
        t.scratch[_DEAD] = True
        return False
    bet = t.bet(position, JACKS_PLUS)
    if bet is not None:
        due = Due(bet, "shown", jacks_names(kit.cards_of(t, position)[:2]))
        if due.outcome == "win":
            due.settle(t)
    t.void_undecided(position, rule.trigger, rule.cite)
    return False


def _burn_two_later(t: Round, call: Call) -> bool:
    """A burn was forgotten: the round of cards goes on, and two are burned before the next."""
    rule, _ = t.setup.irregularities[call.id]
    t.scratch[_FORGOTTEN] = True
    t.event("remedy", rule.cite, "two successive cards are burned before the next card")
    return False


def admit(t: Round) -> None:
    """Refuse antes that differ: the pot is shared equally, and the house stakes as much."""
    stakes = {bet.stake for bet in t.bets_on("ante")}
    if len(stakes) > 1:
        told = " and ".join(money(stake) for stake in sorted(stakes))
        raise Refused(f"all players ante the same amount, and not {told}", t.setup.offers["ante"].amount_cite)


def examine(setup: Setup) -> list[Finding]:
    """Warn of a house that has not set the sum which a percentage of the pot is held against."""
    if setup.options.get(FIXED) is not None:
        return []
    told = (
        "the house fixes a sum beforehand, and takes it where it is less; until it has, the percentage alone is taken"
    )
    return [Finding("notice", f"option {FIXED}", told, setup.entry.options[FIXED].cite)]


GAME = Game(
    play=play,
    asks="bet double fold",
    admit=admit,
    examine=examine,
    moments=("bets", "shuffle", "deal", "third", "fourth", "fourth_decision", "fifth", "settle"),
    hands=(kit.DEALER, kit.BURN),
    reads=five_or_more,
    weighs=weighs,
    stands=stands,
    carries={BUTTON: Carried(public=True)},
    terms="deal burn button house_stake third fourth streets reveal settle_from commission",
    remedies={
        "third_card_down": _third_card_down,
        "dead_but_bonus": _dead_but_bonus,
        "burn_two_later": _burn_two_later,
    },
    tells={"four_card_fold": "fold with four cards"},
    settles={
        "ante": Judged("fold four_card_fold lower_hand best_hand split"),
        "bet": Judged("four_card_fold lower_hand best_hand split"),
        "double": Judged("lower_hand best_hand split"),
        JACKS_PLUS: Judged("shown", (*ALL_NAMES, kit.JACKS_OR_BETTER)),
    },
)
