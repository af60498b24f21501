"""Three Card Poker: ante and play against the dealer's three cards, pair plus and other wagers on the player's own."""

from collections.abc import Iterator
from functools import partial

from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, Talk
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import RANKS, Card, known
from pitboss.games.action_button import button_on
from pitboss.games.poker import kit, sides
from pitboss.games.poker.sides import OWN, Seen, Side, five_card_names
from pitboss.games.reading import three_cards
from pitboss.hands.poker import ALL_NAMES
from pitboss.hands.three_card import HIGH_CARD, THREE_CARD_NAMES, ThreeCardHand, three_card_hand, three_card_names
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.setup import Setup

AGAINST_THE_DEALER = ("ante", "play")
MOVED = "action button moved"
SIZE = 3
RESULTS = " ".join(kit.SHOWDOWN)
ON_THREE_CARDS = Side((Seen(OWN, SIZE),), three_card_names)
ON_SIX_CARDS = Side((Seen(OWN, SIZE), Seen(kit.DEALER, SIZE)), five_card_names)
SIDES = {
    "ante_bonus": ON_THREE_CARDS,
    "pair_plus": ON_THREE_CARDS,
    "progressive": ON_THREE_CARDS,
    "six_card_bonus": ON_SIX_CARDS,
    "six_card": ON_SIX_CARDS,
    "multi_game_link": Side((Seen(OWN, SIZE), Seen(kit.COMMUNITY, 2)), five_card_names),
}
Choices = dict[int, str]
"""What each seat chose: ``shown`` for one that stays in or has nothing to decide, else how it folded."""


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    _deal(t)
    yield from t.moment("deal")
    first = yield from _place_button(t)
    yield from t.moment("decide")
    choices = yield from _decide(t)
    _collect_forfeits(t, choices)
    _deliver_dealers_stack(t)
    yield from t.moment("reveal")
    dealer = t.reveal(kit.DEALER, t.cite("reveal"))
    yield from t.moment("settle")
    order = kit.payout_order(t, t.term("settle_from"), first)
    _settle_players(t, order, choices, dealer)
    _insist_on_button(t, first)
    _settle_cover_all(t, order, choices, dealer)
    _settle_multi_game_link(t, order, choices)
    _pay_envy(t, order, choices)


def _deal(t: Round) -> None:
    """Three cards each, one at a time in rotation or as stacks of three; the dealer's last."""
    kit.deal_hands(t, SIZE, dealer=not _dealers_stack_waits(t))


def _dealers_stack_waits(t: Round) -> bool:
    return (t.term("deal"), t.term("dealer_stack")) == ("stacks", "after_players")


def _deliver_dealers_stack(t: Round) -> None:
    if _dealers_stack_waits(t):
        kit.deal_stack(t, kit.DEALER, SIZE)


def _place_button(t: Round) -> Talk[int | None]:
    """Where a player banks: his bottom card is turned up; where it does, it says at which seat settlement begins."""
    if not t.term("up_card") or t.player_dealer is None:
        return None
    up = t.hands[kit.DEALER][-1]
    t.event("up card", t.cite("up_card"), "the player-dealer's bottom card", cards=(up,))
    if t.term("settle_from") != "action_button" or not up.known:
        return None
    places = [seat for seat in range(1, t.setup.seats + 1) if seat != t.player_dealer.seat]
    named, button = button_on(places, t.seats, _button_value(up))
    if named != button:
        t.scratch[MOVED] = f"the action button moves from seat {named} to seat {button}"
        yield from t.found("button_seat_empty")
    t.event("action button", t.cite("settle_from"), f"on seat {button}", seat=button, value=button)
    return button


def _move_button(t: Round, call: Call) -> bool:
    """The button is placed once it is known where it has moved to."""
    rule, _ = t.setup.irregularities[call.id]
    t.event("remedy", rule.cite, t.scratch.get(MOVED) or REMEDIES["move_button"].sentence)
    return False


def _button_value(card: Card) -> int:
    return 1 if card.rank == 14 else card.rank


def _insist_on_button(t: Round, first: int | None) -> None:
    """Without the card that places the button, money too short for everybody cannot be settled."""
    short = t.player_dealer is not None and t.player_dealer.order_matters and len(t.live) > 1
    if t.term("settle_from") == "action_button" and first is None and short:
        known(t.hands[kit.DEALER][-1:], "the player-dealer's turned-up")


def _decide(t: Round) -> Talk[Choices]:
    """Each seat with an ante plays or folds; a seat with side wagers only has nothing to decide."""
    choices = {}
    for seat in _deciding_order(t):
        ante = t.bet(seat, "ante")
        if seat in t.out:
            continue
        if ante is None:
            choices[seat] = "shown"
            continue
        actions = [Action("play", ante.stake), Action("fold")]
        if t.term("fold_unexposed") and _is_shown(t, seat, "fold"):
            actions.append(Action("fold_unexposed", text="fold, and ask that the hand not be exposed"))
        choice = yield from t.ask(seat, actions, t.cite("decide"))
        if choice == "play":
            t.add_bet(seat, "play")
            choice = "shown"
        if choice:
            choices[seat] = choice
    return choices


def _deciding_order(t: Round) -> list[int]:
    """Clockwise, from the dealer's left or, where a player banks, from the player-dealer's."""
    if t.term("decide") != "from_player_dealer" or t.player_dealer is None:
        return t.seats
    return kit.clockwise_from(t.seats, t.player_dealer.seat)


def _is_shown(t: Round, seat: int, choice: str) -> bool:
    """A folded hand is turned up only if a wager on it is still alive."""
    if choice != "fold":
        return choice == "shown"
    side = [bet for bet in t.bets if bet.seat == seat and bet.wager not in AGAINST_THE_DEALER]
    return any(kit.survives_fold(bet) for bet in side)


def _collect_forfeits(t: Round, choices: Choices) -> None:
    """Where the rulebook says so, what a fold loses is collected before the dealer's cards are turned up."""
    if t.term("forfeits") != "before_reveal":
        return
    for bet in [bet for seat in t.live for bet in kit.open_bets(t, seat)]:
        case = _case_without_cards(bet, choices[bet.seat])
        if case and bet.offer.rulings[case][0].kind == "lose":
            t.settle(bet, case)


def _case_without_cards(bet: Bet, choice: str) -> str:
    """The case of a wager that a fold decides; empty for one that the cards decide."""
    if bet.wager in AGAINST_THE_DEALER:
        return "fold" if choice != "shown" else ""
    return "" if kit.survives_fold(bet, choice) else choice


def _settle_players(t: Round, order: list[int], choices: Choices, dealer: kit.Cards) -> None:
    dues = kit.shared(t, [due for seat in order for due in _dues(t, seat, choices[seat], dealer)])
    kit.turn_up_and_settle(t, order, dues, lambda seat: _is_shown(t, seat, choices[seat]))


def _dues(t: Round, seat: int, choice: str, dealer: kit.Cards) -> Iterator[Due]:
    """A seat's wagers with their results, in the order the rulebook pays them."""
    for wager in t.term("settle_order"):
        bet = t.bet(seat, "ante" if wager == "ante_bonus" else wager)
        if bet is None or bet.outcome:
            continue
        if wager == "ante_bonus":
            if choice == "shown":
                yield Due(bet, "shown", SIDES[wager].names(t, seat), bonus=wager)
        elif case := _case_without_cards(bet, choice):
            yield Due(bet, case)
        elif wager in AGAINST_THE_DEALER:
            yield Due(bet, _compare(t, seat, dealer))
        else:
            yield Due(bet, choice, SIDES[wager].names(t, seat))


def _compare(t: Round, seat: int, dealer: kit.Cards) -> str:
    theirs = three_card_hand(dealer, "the dealer's")
    if not qualifies(t.setup, theirs):
        return kit.UNQUALIFIED
    return kit.compare(three_card_hand(kit.cards_of(t, seat), f"seat {seat}'s"), theirs)


def qualifies(setup: Setup, dealer: ThreeCardHand) -> bool:
    """With a card of the rulebook's rank or better the dealer's hand counts."""
    lowest = RANKS.index(setup.term("dealer_qualifies")) + 2
    return dealer.category > HIGH_CARD or dealer.ranks[0] >= lowest


def _settle_cover_all(t: Round, order: list[int], choices: Choices, dealer: kit.Cards) -> None:
    """One result for the whole table: its highest exposed hand, by the number of players dealt in."""
    bets = kit.bets_in_order(t, "cover_all", order)
    if not bets:
        return
    hands = {t.hand(seat): kit.cards_of(t, seat) for seat in t.live if _is_shown(t, seat, choices[seat])}
    hands[Hand(kit.DEALER)] = dealer
    worths = {hand: three_card_hand(held, "every player's and the dealer's") for hand, held in hands.items()}
    highest = hands[kit.highest_at_table(t, worths)]
    for bet in bets:
        t.settle(bet, choices[bet.seat], three_card_names(highest), column=str(len(t.seats)))


def _settle_multi_game_link(t: Round, order: list[int], choices: Choices) -> None:
    """Community cards turned up at the end make five with each player's three."""
    if not t.bets_on("multi_game_link"):
        return
    for _ in range(t.term("community_cards")):
        t.deal(kit.COMMUNITY, t.cite("community_cards"))
    dues = []
    for bet in kit.bets_in_order(t, "multi_game_link", order):
        case = _case_without_cards(bet, choices[bet.seat])
        dues.append(Due(bet, case) if case else Due(bet, choices[bet.seat], SIDES[bet.wager].names(t, bet.seat)))
    for due in kit.shared(t, dues):
        due.settle(t)


def _pay_envy(t: Round, order: list[int], choices: Choices) -> None:
    """At the end of the round: a hand that is shown and could win the progressive pays the others who wagered on it."""
    for wager in ("progressive", "multi_game_link"):
        offer = t.setup.offers.get(wager)
        if offer is not None:
            shown = [seat for seat in order if _is_shown(t, seat, choices[seat])]
            holders = [seat for seat in shown if offer.rulings[choices[seat]][0].kind == "table"]
            kit.envy(t, [wager], order, holders, partial(SIDES[wager].names, t))


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "decide", "reveal", "settle"),
    hands=(kit.DEALER, kit.COMMUNITY),
    reads=three_cards,
    remedies={"move_button": _move_button},
    weighs=sides.weighs(SIDES),
    terms=(
        "deal decide reveal dealer_qualifies settle_from settle_order community_cards? dealer_stack? "
        "fold_unexposed? forfeits? settlement? simultaneous_meter_hits? up_card?"
    ),
    settles={
        "ante": Judged(f"fold {RESULTS}"),
        "play": Judged(RESULTS),
        "ante_bonus": Judged("shown", THREE_CARD_NAMES),
        "pair_plus": Judged("shown fold fold_unexposed?", THREE_CARD_NAMES),
        "cover_all": Judged("shown fold fold_unexposed?", THREE_CARD_NAMES),
        "progressive": Judged("shown fold fold_unexposed?", THREE_CARD_NAMES),
        "six_card_bonus": Judged("shown fold fold_unexposed?", ALL_NAMES),
        "six_card": Judged("shown fold", ALL_NAMES),
        "multi_game_link": Judged("shown fold fold_unexposed?", ALL_NAMES),
    },
)
