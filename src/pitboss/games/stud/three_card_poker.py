"""Three Card Poker: ante and play against the dealer's three cards, pair plus and other wagers on the player's own."""

from collections.abc import Callable, Iterator

from pitboss.engine.events import NOBODY
from pitboss.engine.payoff import BY_PLAYER, Due, settle_all
from pitboss.engine.progressive import pay_envy, share_meters
from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Script, Talk
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import RANKS, Card, known
from pitboss.hands.poker import best_hand
from pitboss.hands.three_card import HIGH_CARD, MINI_ROYALS, NAMES, ThreeCardHand, three_card_hand, three_card_names
from pitboss.rulebook.findings import Finding, examine_new_lines
from pitboss.rulebook.setup import Setup

AGAINST_THE_DEALER = ("ante", "play")
Cards = tuple[Card, ...]


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
    dealer = t.reveal("dealer", t.cite("reveal"))
    yield from t.moment("settle")
    order = _payout_order(t, first)
    _settle_players(t, order, choices, dealer)
    _insist_on_button(t, first)
    _settle_cover_all(t, order, choices, dealer)
    _settle_multi_game_link(t, order, choices)
    _pay_envy(t, order, choices)


def _deal(t: Round) -> None:
    """Three cards each, one at a time in rotation or as stacks of three; the dealer's last."""
    players = [f"seat {seat}" for seat in t.live]
    if t.term("deal") == "rotation":
        for hand in [*players, "dealer"] * 3:
            _deal_card(t, hand)
        return
    for hand in players if _dealers_stack_waits(t) else [*players, "dealer"]:
        _deal_stack(t, hand)


def _dealers_stack_waits(t: Round) -> bool:
    return (t.term("deal"), t.term("dealer_stack")) == ("stacks", "after_players")


def _deliver_dealers_stack(t: Round) -> None:
    if _dealers_stack_waits(t):
        _deal_stack(t, "dealer")


def _deal_stack(t: Round, hand: str) -> None:
    for _ in range(3):
        _deal_card(t, hand)


def _deal_card(t: Round, hand: str) -> None:
    t.deal(hand, t.cite("deal"), seen_by=(int(hand[5:]),) if hand != "dealer" else NOBODY)


def _place_button(t: Round) -> Talk[int | None]:
    """Where a player banks: his bottom card is turned up and says at which seat settlement begins."""
    if t.term("settle_from") != "action_button" or t.player_dealer is None:
        return None
    up = t.hands["dealer"][-1]
    t.event("up card", t.cite("up_card"), "the player-dealer's bottom card", cards=(up,))
    if not up.known:
        return None
    places = [seat for seat in range(1, t.setup.seats + 1) if seat != t.player_dealer.seat]
    at = (_button_value(up) - 1) % len(places)
    if places[at] not in t.seats:
        yield from t.found("button_seat_empty")
    while places[at] not in t.seats:
        at = (at + 1) % len(places)
    t.event("action button", t.cite("settle_from"), f"on seat {places[at]}", seat=places[at])
    return places[at]


def _button_value(card: Card) -> int:
    return 1 if card.rank == 14 else card.rank


def _insist_on_button(t: Round, first: int | None) -> None:
    """Without the card that places the button, money too short for everybody cannot be settled."""
    if first is None and t.player_dealer and t.player_dealer.order_matters and len(t.live) > 1:
        known(t.hands["dealer"][-1:], "the player-dealer's turned-up")


def _decide(t: Round) -> Talk[dict[int, str]]:
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
    bank = t.player_dealer.seat
    return [seat for seat in t.seats if seat > bank] + [seat for seat in t.seats if seat < bank]


def _is_shown(t: Round, seat: int, choice: str) -> bool:
    """A folded hand is turned up only if a wager on it is still alive."""
    if choice != "fold":
        return choice == "shown"
    side = [bet for bet in t.bets if bet.seat == seat and bet.wager not in AGAINST_THE_DEALER]
    return any(bet.offer.rulings["fold"][0].kind == "table" for bet in side)


def _payout_order(t: Round, first: int | None) -> list[int]:
    match t.term("settle_from"):
        case "right":
            return t.live[::-1]
        case "action_button" if first is not None:
            return [seat for seat in t.live if seat >= first] + [seat for seat in t.live if seat < first]
        case _:
            return t.live


def _collect_forfeits(t: Round, choices: dict[int, str]) -> None:
    """Where the rulebook says so, what a fold loses is collected before the dealer's cards are turned up."""
    if t.term("forfeits") != "before_reveal":
        return
    for bet in _open_bets(t):
        case = _case_without_cards(bet, choices[bet.seat])
        if case and bet.offer.rulings[case][0].kind == "lose":
            t.settle(bet, case)


def _case_without_cards(bet: Bet, choice: str) -> str:
    """The case of a wager that a fold decides; empty for one that the cards decide."""
    if bet.wager in AGAINST_THE_DEALER:
        return "fold" if choice != "shown" else ""
    return choice if bet.offer.rulings[choice][0].kind != "table" else ""


def _settle_players(t: Round, order: list[int], choices: dict[int, str], dealer: Cards) -> None:
    """Turn up and settle the players' hands: one player after the other, or the whole table in rounds."""
    mode = t.term("settlement") or BY_PLAYER
    dues = _shared(t, [due for seat in order for due in _dues(t, seat, choices[seat], dealer)])
    for seats in [[seat] for seat in order] if mode == BY_PLAYER else [order]:
        for seat in seats:
            if _is_shown(t, seat, choices[seat]):
                t.reveal(f"seat {seat}", t.cite("reveal"))
        settle_all(t, [due for due in dues if due.bet.seat in seats], mode)


def _dues(t: Round, seat: int, choice: str, dealer: Cards) -> Iterator[Due]:
    """A seat's wagers with their results, in the order the rulebook pays them."""
    for wager in t.term("settle_order"):
        bet = t.bet(seat, "ante" if wager == "ante_bonus" else wager)
        if bet is None or bet.outcome:
            continue
        if wager == "ante_bonus":
            if choice == "shown":
                yield Due(bet, "shown", _three_cards(t, seat), bonus=wager)
        elif case := _case_without_cards(bet, choice):
            yield Due(bet, case)
        elif wager in AGAINST_THE_DEALER:
            yield Due(bet, _compare(t, seat, dealer))
        elif wager == "six_card_bonus":
            yield Due(bet, choice, best_hand((*_hand(t, seat), *dealer), f"seat {seat}'s and the dealer's").names)
        else:
            yield Due(bet, choice, _three_cards(t, seat))


def _shared(t: Round, dues: list[Due]) -> list[Due]:
    """Several meters hit in a round: each winner takes what it then holds, or they share as the house has filed."""
    return share_meters(dues) if t.term("simultaneous_meter_hits") == "split" else dues


def _compare(t: Round, seat: int, dealer: Cards) -> str:
    theirs = three_card_hand(dealer, "the dealer's")
    if not _qualifies(t, theirs):
        return "dealer_does_not_qualify"
    ours = three_card_hand(_hand(t, seat), f"seat {seat}'s")
    if ours == theirs:
        return "tie"
    return "player_higher" if ours > theirs else "dealer_higher"


def _qualifies(t: Round, dealer: ThreeCardHand) -> bool:
    lowest = RANKS.index(t.term("dealer_qualifies")) + 2
    return dealer.category > HIGH_CARD or dealer.ranks[0] >= lowest


def _settle_cover_all(t: Round, order: list[int], choices: dict[int, str], dealer: Cards) -> None:
    """One result for the whole table: its highest exposed hand, by the number of players dealt in."""
    bets = _open_bets(t, "cover_all", order)
    if not bets:
        return
    hands = [_hand(t, seat) for seat in t.live if _is_shown(t, seat, choices[seat])]
    highest = max([*hands, dealer], key=lambda hand: three_card_hand(hand, "every player's and the dealer's"))
    for bet in bets:
        t.settle(bet, choices[bet.seat], three_card_names(highest), column=str(len(t.seats)))


def _settle_multi_game_link(t: Round, order: list[int], choices: dict[int, str]) -> None:
    """Community cards turned up at the end make five with each player's three."""
    if not t.bets_on("multi_game_link"):
        return
    for _ in range(t.term("community_cards")):
        t.deal("community", t.cite("community_cards"))
    dues = []
    for bet in _open_bets(t, "multi_game_link", order):
        case = _case_without_cards(bet, choices[bet.seat])
        dues.append(Due(bet, case) if case else Due(bet, choices[bet.seat], _five_cards(t, bet.seat)))
    for due in _shared(t, dues):
        due.settle(t)


def _pay_envy(t: Round, order: list[int], choices: dict[int, str]) -> None:
    """At the end of the round: a hand that is shown and could win the progressive pays the others who wagered on it."""
    names: dict[str, Callable[[int], tuple[str, ...]]] = {
        "progressive": lambda seat: _three_cards(t, seat),
        "multi_game_link": lambda seat: _five_cards(t, seat),
    }
    for wager, names_of in names.items():
        offer = t.setup.offers.get(wager)
        if offer is not None:
            shown = [seat for seat in order if _is_shown(t, seat, choices[seat])]
            holders = [seat for seat in shown if offer.rulings[choices[seat]][0].kind == "table"]
            bets = [bet for seat in order for bet in t.bets_on(wager) if bet.seat == seat]
            pay_envy(t, bets, holders, names_of)


def _open_bets(t: Round, wager: str | None = None, order: list[int] | None = None) -> list[Bet]:
    """Wagers not settled yet, seat by seat."""
    return [
        bet
        for seat in order or t.live
        for bet in t.bets
        if bet.seat == seat and not bet.outcome and wager in (None, bet.wager)
    ]


def _three_cards(t: Round, seat: int) -> tuple[str, ...]:
    return three_card_names(_hand(t, seat), f"seat {seat}'s")


def _five_cards(t: Round, seat: int) -> tuple[str, ...]:
    return best_hand((*_hand(t, seat), *t.hands["community"]), f"seat {seat}'s and the community").names


def _hand(t: Round, seat: int) -> Cards:
    return tuple(t.hands[f"seat {seat}"])


def examine(setup: Setup) -> list[Finding]:
    """Find fault with a modified schedule that pays a hand which cannot be dealt."""
    return examine_new_lines(setup.entry, setup.changed_tables, (*NAMES, *MINI_ROYALS))


GAME = Game(
    play=play,
    examine=examine,
    moments=("bets", "shuffle", "deal", "decide", "reveal", "settle"),
    hands=("dealer", "community"),
    terms=("deal", "decide", "reveal", "dealer_qualifies", "settle_from", "settle_order"),
)
