"""Three Card Poker: ante and play against the dealer's three cards, pair plus and other wagers on the player's own."""

from pitboss.engine.events import NOBODY
from pitboss.engine.progressive import pay_envy, settle_progressive
from pitboss.engine.round import Round
from pitboss.engine.script import Action, Game, Script, Talk
from pitboss.equipment.cards import RANKS, Card, known
from pitboss.hands.poker import best_hand
from pitboss.hands.three_card import HIGH_CARD, ThreeCardHand, three_card_hand, three_card_names

AGAINST_THE_DEALER = ("ante", "play")
PROGRESSIVES = ("progressive", "multi_game_link")


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    _deal(t)
    yield from t.moment("deal")
    first = yield from _place_button(t)
    yield from t.moment("decide")
    choices = yield from _decide(t)
    yield from t.moment("reveal")
    dealer = t.reveal("dealer", t.cite("reveal"))
    for seat in t.live:
        if _is_shown(t, seat, choices[seat]):
            t.reveal(f"seat {seat}", t.cite("reveal"))
    yield from t.moment("settle")
    for seat in _payout_order(t, first):
        _settle_seat(t, seat, choices[seat], dealer)
    _insist_on_button(t, first)
    _settle_progressive(t, choices)
    _settle_cover_all(t, choices, dealer)
    _settle_multi_game_link(t, choices)


def _deal(t: Round) -> None:
    """Three cards each, one at a time in rotation or as stacks of three; the dealer's last."""
    hands = [f"seat {seat}" for seat in t.live] + ["dealer"]
    order = [hand for hand in hands for _ in range(3)] if t.term("deal") == "stacks" else hands * 3
    for hand in order:
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
        if t.term("fold_unexposed") and any(t.bet(seat, side) for side in ("pair_plus", "six_card_bonus")):
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


def _settle_seat(t: Round, seat: int, choice: str, dealer: tuple[Card, ...]) -> None:
    """Settle a seat's wagers in the order the rulebook pays them."""
    for wager in t.term("settle_order"):
        bet = t.bet(seat, wager)
        if wager == "ante_bonus":
            ante = t.bet(seat, "ante")
            if ante is not None and choice == "shown":
                t.bonus_by_table(ante, "ante_bonus", "shown", three_card_names(_hand(t, seat), f"seat {seat}'s"))
        elif bet is None:
            continue
        elif wager in AGAINST_THE_DEALER:
            t.settle(bet, "fold" if choice != "shown" else _compare(t, seat, dealer))
        elif bet.offer.rulings[choice][0].kind != "table":
            t.settle(bet, choice)
        elif wager == "six_card_bonus":
            t.settle(bet, choice, best_hand((*_hand(t, seat), *dealer), f"seat {seat}'s and the dealer's").names)
        else:
            t.settle(bet, choice, three_card_names(_hand(t, seat), f"seat {seat}'s"))


def _compare(t: Round, seat: int, dealer: tuple[Card, ...]) -> str:
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


def _settle_progressive(t: Round, choices: dict[int, str]) -> None:
    bets = t.bets_on("progressive")
    if not bets:
        return
    hands = {seat: three_card_names(_hand(t, seat), f"seat {seat}'s") for seat in t.live}
    split = t.term("simultaneous_meter_hits") == "split"
    settle_progressive(t, bets, choices, hands, split)
    pay_envy(t, bets, {seat: names for seat, names in hands.items() if _qualifies_for_envy(t, choices[seat])})


def _qualifies_for_envy(t: Round, choice: str) -> bool:
    return choice == "shown" or (choice == "fold" and t.on("folded_hands_win_progressive"))


def _settle_cover_all(t: Round, choices: dict[int, str], dealer: tuple[Card, ...]) -> None:
    """One result for the whole table: its highest exposed hand, by the number of players dealt in."""
    bets = t.bets_on("cover_all")
    if not bets:
        return
    hands = [_hand(t, seat) for seat in t.live if _is_shown(t, seat, choices[seat])]
    highest = max([*hands, dealer], key=lambda hand: three_card_hand(hand, "every player's and the dealer's"))
    for bet in bets:
        t.settle(bet, choices[bet.seat], three_card_names(highest), column=str(len(t.seats)))


def _settle_multi_game_link(t: Round, choices: dict[int, str]) -> None:
    """Two community cards at the end make five with each player's three."""
    bets = t.bets_on("multi_game_link")
    if not bets:
        return
    community = [t.deal("community", t.cite("multi_game_link")) for _ in range(2)]
    hands = {
        seat: best_hand((*_hand(t, seat), *community), f"seat {seat}'s and the community").names for seat in t.live
    }
    split = t.term("simultaneous_meter_hits") == "split"
    settle_progressive(t, bets, choices, hands, split)
    pay_envy(t, bets, {seat: names for seat, names in hands.items() if _qualifies_for_envy(t, choices[seat])})


def _hand(t: Round, seat: int) -> tuple[Card, ...]:
    return tuple(t.hands[f"seat {seat}"])


GAME = Game(
    play=play,
    moments=("bets", "shuffle", "deal", "decide", "reveal", "settle"),
    hands=("dealer", "community"),
    terms=("deal", "decide", "reveal", "dealer_qualifies", "settle_from", "settle_order"),
)
