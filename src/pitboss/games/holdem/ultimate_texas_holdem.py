"""Ultimate Texas Hold'em: two cards and a shared board against the dealer; the sooner a player bets, the more."""

from collections.abc import Iterator

from pitboss.engine.events import NOBODY
from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.progressive import pay_envy
from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Script, Talk
from pitboss.equipment.cards import Card
from pitboss.hands.poker import NAMES, PokerHand, best_hand

AGAINST_THE_DEALER = ("ante", "blind", "play")
ON_CARDS_AND_FLOP = ("progressive", "multi_game_link")
FLOP, BOARD = 3, 5


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    _deal(t)
    yield from t.moment("deal")
    yield from _bet_or_pass(t, "before_flop")
    yield from t.moment("flop")
    _open_board(t, FLOP)
    yield from _bet_or_pass(t, "after_flop")
    yield from t.moment("river")
    _open_board(t, BOARD)
    folded = yield from _bet_or_pass(t, "after_river")
    yield from t.moment("reveal")
    t.reveal("dealer", t.cite("reveal"))
    yield from t.moment("settle")
    _settle(t, folded)


def _deal(t: Round) -> None:
    """Two cards each, one at a time in rotation or as stacks of two, the dealer's last."""
    hands = [*(f"seat {seat}" for seat in t.live), "dealer"]
    for hand in hands * 2 if t.term("deal") == "rotation" else [hand for hand in hands for _ in range(2)]:
        t.deal(hand, t.cite("deal"), seen_by=(int(hand[5:]),) if hand != "dealer" else NOBODY)
    if _board_lies_face_down(t):
        for _ in range(BOARD):
            t.deal("community", t.cite("board"), seen_by=NOBODY)


def _board_lies_face_down(t: Round) -> bool:
    return bool(t.term("board") == "face_down_with_the_deal")


def _open_board(t: Round, up_to: int) -> None:
    """Turn up community cards: they lie face down since the deal, or are dealt now after a burn."""
    opened = t.scratch.get("board", 0)
    if opened >= up_to:
        return
    t.scratch["board"] = up_to
    if _board_lies_face_down(t):
        t.reveal("community", t.cite("board"), first=up_to)
        return
    for _ in range(t.term("burn")):
        t.deal("burn", t.cite("burn"), seen_by=NOBODY)
    for _ in range(up_to - opened):
        t.deal("community", t.cite("board"))


def _bet_or_pass(t: Round, when: str) -> Talk[set[int]]:
    """Clockwise, who has not bet may: Play at a multiple of the Ante, or else check, in the end fold. Who folded?"""
    yield from t.moment(when)
    folded = set()
    for seat in t.live:
        ante = t.bet(seat, "ante")
        if ante is None or t.bet(seat, "play") is not None:
            continue
        raises = {f"play_{times}x": times for times in t.setup.offer("play").times[when]}
        actions = [Action(name, ante.stake * times) for name, times in raises.items()]
        choice = yield from t.ask(seat, [*actions, Action(t.term(when))], t.cite(when))
        if choice in raises:
            t.add_bet(seat, "play", raises[choice])
        elif choice == "fold":
            folded.add(seat)
            t.scratch.setdefault("folded", set()).add(seat)
            _collect_forfeits(t, seat)
    return folded


def _collect_forfeits(t: Round, seat: int) -> None:
    """Where the rulebook says so, what a fold loses is collected at once."""
    if t.term("forfeits") == "at_once":
        for bet in t.bets:
            if bet.seat == seat and bet.offer.rulings["fold"][0].kind == "lose":
                t.settle(bet, "fold")


def _settle(t: Round, folded: set[int]) -> None:
    """One player after the other, then envy; Cover All is one result for the table and comes last."""
    order = _payout_order(t)
    own = [due for seat in order for due in _dues(t, seat, seat in folded)]
    dues = within_limits(t, [*own, *_cover_all(t, order, folded)])
    for seat in order:
        if _is_shown(t, seat, folded):
            t.reveal(f"seat {seat}", t.cite("reveal"))
        for due in dues[: len(own)]:
            if due.bet.seat == seat:
                due.settle(t)
    _pay_envy(t, order, folded)
    for due in dues[len(own) :]:
        due.settle(t)


def _payout_order(t: Round) -> list[int]:
    """From the dealer's right, counterclockwise; or clockwise from the left of the player who banks."""
    if t.term("settle_from") == "player_dealer" and t.player_dealer is not None:
        bank = t.player_dealer.seat
        return [seat for seat in t.live if seat > bank] + [seat for seat in t.live if seat < bank]
    return t.live[::-1]


def _is_shown(t: Round, seat: int, folded: set[int]) -> bool:
    """A folded hand is looked at only if a wager on it is still alive."""
    on_own_cards = [bet for bet in t.bets if bet.seat == seat and bet.wager in ("trips", *ON_CARDS_AND_FLOP)]
    return seat not in folded or any(bet.offer.rulings["fold"][0].kind == "table" for bet in on_own_cards)


def _dues(t: Round, seat: int, folded: bool) -> Iterator[Due]:
    """A seat's wagers with their results, in the order the rulebook settles them."""
    for wager in t.term("settle_order"):
        bet = t.bet(seat, wager)
        if bet is None or bet.outcome:
            continue
        if folded and bet.offer.rulings["fold"][0].kind != "table":
            yield Due(bet, "fold")
        elif wager in AGAINST_THE_DEALER:
            yield Due(bet, _compare(t, seat), _best(t, seat).names)
        else:
            names = _on_flop(t, seat) if wager in ON_CARDS_AND_FLOP else _best(t, seat).names
            yield Due(bet, "fold" if folded else "shown", names)


def _compare(t: Round, seat: int) -> str:
    dealer, player = _dealers_best(t), _best(t, seat)
    qualifies = dealer.category >= NAMES.index(t.term("dealer_qualifies"))
    result = "tie" if player == dealer else "player_higher" if player > dealer else "dealer_higher"
    return f"{'qualified' if qualifies else 'unqualified'}_{result}"


def _cover_all(t: Round, order: list[int], folded: set[int]) -> list[Due]:
    """The highest hand at the table, folded ones aside, by the number of hands dealt, the dealer's included."""
    bets = [bet for seat in order for bet in t.bets_on("cover_all") if bet.seat == seat]
    if not bets:
        return []
    highest = max([_dealers_best(t), *(_best(t, seat) for seat in t.live if seat not in folded)])
    column = str(len(t.seats) + 1)
    return [Due(bet, "fold" if bet.seat in folded else "shown", highest.names, column=column) for bet in bets]


def _pay_envy(t: Round, order: list[int], folded: set[int]) -> None:
    """A hand that is shown and could win the progressive pays the others who wagered on it."""
    for wager in ON_CARDS_AND_FLOP:
        offer = t.setup.offers.get(wager)
        if offer is None:
            continue
        survives = offer.rulings["fold"][0].kind == "table"
        holders = [seat for seat in order if _is_shown(t, seat, folded) and (survives or seat not in folded)]
        bets = [bet for seat in order for bet in t.bets_on(wager) if bet.seat == seat]
        pay_envy(t, bets, holders, lambda seat: _on_flop(t, seat))


def _stand_once_decided(t: Round, call: Call) -> bool:
    """A card of the dealer that shows when every player has folded or made Play voids nothing."""
    folded = t.scratch.get("folded", ())
    if any(t.bet(seat, "play") is None and seat not in folded for seat in t.live):
        return False
    rule, _ = t.setup.irregularities[call.id]
    t.event("remedy", rule.cite, "every player has folded or made Play: the hands stand")
    return True


def _settle_trips_only(t: Round, call: Call) -> RoundOver:
    rule, _ = t.setup.irregularities[call.id]
    return RoundOver("void", rule.trigger, rule.cite, alive=t.bets_on("trips"), settle=_settle_trips)


def _settle_trips(t: Round) -> None:
    """All other wagers are returned: the board is completed and every Trips wager settled."""
    bets = {bet.seat: bet for bet in t.bets_on("trips")}
    if not bets:
        return
    _open_board(t, FLOP)
    _open_board(t, BOARD)
    order = [seat for seat in _payout_order(t) if seat in bets]
    for due in within_limits(t, [Due(bets[seat], "hands_void", _best(t, seat).names) for seat in order]):
        t.reveal(f"seat {due.bet.seat}", t.cite("reveal"))
        due.settle(t)


def _best(t: Round, seat: int) -> PokerHand:
    return best_hand((*_cards(t, f"seat {seat}"), *_cards(t, "community")), f"seat {seat}'s and the community")


def _dealers_best(t: Round) -> PokerHand:
    return best_hand((*_cards(t, "dealer"), *_cards(t, "community")), "the dealer's and the community")


def _on_flop(t: Round, seat: int) -> tuple[str, ...]:
    """The names of the five cards that are a seat's two and the flop."""
    return best_hand((*_cards(t, f"seat {seat}"), *_cards(t, "community")[:FLOP]), f"seat {seat}'s and the flop").names


def _cards(t: Round, hand: str) -> list[Card]:
    return t.hands.get(hand, [])


GAME = Game(
    play=play,
    moments=(
        "bets",
        "shuffle",
        "deal",
        "before_flop",
        "flop",
        "after_flop",
        "river",
        "after_river",
        "reveal",
        "settle",
    ),
    hands=("dealer", "community", "burn"),
    terms=(
        "deal",
        "board",
        "before_flop",
        "after_flop",
        "after_river",
        "reveal",
        "dealer_qualifies",
        "settle_from",
        "settle_order",
    ),
    remedies={"settle_trips_only": _settle_trips_only, "stand_once_decided": _stand_once_decided},
)
