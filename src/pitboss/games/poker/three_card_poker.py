"""Three Card Poker: ante and play against the dealer's three cards, pair plus and other wagers on the player's own."""

from functools import partial

from pitboss.engine.payoff import Due
from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, Talk
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card, known
from pitboss.games.action_button import button_on
from pitboss.games.poker import kit, settling, sides
from pitboss.games.poker.sides import OWN, Seen, Side, five_card_names, judged
from pitboss.games.reading import three_cards
from pitboss.hands.poker import ALL_NAMES
from pitboss.hands.three_card import THREE_CARD_NAMES, three_card_hand, three_card_names
from pitboss.rulebook.remedies import REMEDIES

AGAINST_THE_DEALER = ("ante", "play")
MOVED = "action button moved"
SIZE = 3
ON_THREE_CARDS = Side((Seen(OWN, SIZE),), three_card_names, THREE_CARD_NAMES)
ON_SIX_CARDS = Side((Seen(OWN, SIZE), Seen(kit.DEALER, SIZE)), five_card_names)
SIDES = {
    "ante_bonus": ON_THREE_CARDS,
    "pair_plus": ON_THREE_CARDS,
    "progressive": ON_THREE_CARDS,
    "six_card_bonus": ON_SIX_CARDS,
    "six_card": ON_SIX_CARDS,
    "multi_game_link": Side((Seen(OWN, SIZE), Seen(kit.COMMUNITY, 2)), five_card_names),
}
PROGRESSIVES = ("progressive", "multi_game_link")
UNEXPOSED = "fold_unexposed"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    _deal(t)
    yield from t.moment("deal")
    first = yield from _place_button(t)
    yield from t.moment("decide")
    for seat in _deciding_order(t):
        yield from _play_or_fold(t, seat)
    if t.term("forfeits") == "before_reveal":
        kit.forfeit(t, sorted(kit.folded(t)))
    if _dealers_stack_waits(t):
        kit.deal_stack(t, kit.DEALER, SIZE)
    yield from kit.turn_up_the_dealer(t)
    order = kit.payout_order(t, t.term("settle_from"), first)
    dues = settling.dues(t, order, SIDES, partial(_against_the_dealer, t))
    settling.turn_up_and_settle(t, order, settling.shared(t, list(dues)), partial(_is_shown, t))
    _insist_on_button(t, first)
    settling.settle_cover_all(t, order, len(t.seats), lambda: _highest(t))
    _settle_multi_game_link(t, order)
    settling.envy(t, PROGRESSIVES, order, SIDES, partial(_is_shown, t))


def _deal(t: Round) -> None:
    """Three cards each, one at a time in rotation or as stacks of three; the dealer's last."""
    kit.deal_hands(t, SIZE, dealer=not _dealers_stack_waits(t))


def _dealers_stack_waits(t: Round) -> bool:
    return (t.term("deal"), t.term("dealer_stack")) == ("stacks", "after_players")


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


def _play_or_fold(t: Round, seat: int) -> Script:
    """A seat with an ante plays or folds; a seat with side wagers only has nothing to decide."""
    ante = t.bet(seat, "ante")
    if ante is None or seat in t.out:
        return
    actions = [Action(kit.FOLD)]
    if t.term(UNEXPOSED) and any(kit.survives_fold(bet) for bet in _side_bets(t, seat)):
        actions.append(Action(UNEXPOSED, text="fold, and ask that the hand not be exposed"))
    choice = yield from t.ask(seat, lambda: [Action("play", ante.stake), *actions], t.cite("decide"))
    if choice == "play":
        t.add_bet(seat, "play")
    elif choice:
        kit.folded(t)[seat] = choice


def _deciding_order(t: Round) -> list[int]:
    """Clockwise, from the dealer's left or, where a player banks, from the player-dealer's."""
    if t.term("decide") != "from_player_dealer" or t.player_dealer is None:
        return t.seats
    return kit.clockwise_from(t.seats, t.player_dealer.seat)


def _is_shown(t: Round, seat: int) -> bool:
    """A folded hand is turned up only if a wager on it is still alive."""
    if seat not in kit.folded(t):
        return True
    return kit.folded(t)[seat] == kit.FOLD and any(kit.survives_fold(bet) for bet in _side_bets(t, seat))


def _side_bets(t: Round, seat: int) -> list[Bet]:
    return [bet for bet in t.bets if bet.seat == seat and bet.wager not in AGAINST_THE_DEALER]


def _against_the_dealer(t: Round, bet: Bet) -> Due:
    return Due(bet, kit.showdown(t, bet.seat, three_card_hand, partial(kit.qualifies, t.setup)))


def _highest(t: Round) -> kit.Names:
    """The highest exposed hand, the dealer's among them."""
    hands = (*(t.hand(seat) for seat in t.live if _is_shown(t, seat)), kit.DEALER)
    return three_card_names(t.hands[settling.highest_at_table(t, hands, partial(kit.worth, t, of=three_card_hand))])


def _settle_multi_game_link(t: Round, order: list[int]) -> None:
    """Community cards turned up at the end make five with each player's three."""
    if not t.bets_on("multi_game_link"):
        return
    for _ in range(t.term("community_cards")):
        t.deal(kit.COMMUNITY, t.cite("community_cards"))
    for due in settling.shared(t, list(settling.dues(t, order, SIDES, wagers=["multi_game_link"]))):
        due.settle(t)


GAME = Game(
    play=play,
    asks="play fold fold_unexposed",
    moments=kit.DECIDED_ONCE,
    hands=(kit.DEALER, kit.COMMUNITY),
    only_with={kit.COMMUNITY: "community_cards", UNEXPOSED: UNEXPOSED},
    reads=three_cards,
    qualifies_with=kit.qualifies_with,
    remedies={"move_button": _move_button},
    weighs=sides.weighs(SIDES),
    tells={UNEXPOSED: "folded without showing the cards"},
    terms=(
        "deal decide reveal dealer_qualifies settle_from settle_order community_cards? dealer_stack? "
        "fold_unexposed? forfeits? settlement? simultaneous_meter_hits? up_card?"
    ),
    settles={
        "ante": Judged(f"fold {kit.SHOWDOWN_CASES}"),
        "play": Judged(kit.SHOWDOWN_CASES),
        **judged(SIDES, "shown fold fold_unexposed?"),
        "cover_all": Judged("shown fold fold_unexposed?", THREE_CARD_NAMES),
        "ante_bonus": Judged("shown", THREE_CARD_NAMES),
        "six_card": Judged("shown fold", ALL_NAMES),
    },
)
