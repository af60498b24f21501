"""Baccarat that the house banks: two hands, third cards by fixed tables; players only choose what to bet on.

At a small table the dealer deals, at the large one a curator among the players.
"""

from pitboss.engine.events import NOBODY
from pitboss.engine.payoff import Due, settle_all
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, carried
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import known
from pitboss.errors import RecordError
from pitboss.games.baccarat import curator, irregularities
from pitboss.games.baccarat.burning import burn_by_first_card
from pitboss.games.baccarat.drawing import BANKER, HANDS, PLAYER, must_draw, no_more_cards
from pitboss.games.baccarat.house_money import settle_house_money
from pitboss.games.baccarat.results import DRAGON_BONUS, Finished, case_of, finished, result_names
from pitboss.games.baccarat.royal_9 import ROYAL_9_NAMES, examine_chairs, royal_9_case
from pitboss.games.baccarat.royal_9 import WAGER as ROYAL_9
from pitboss.games.baccarat.viewing import NAMES, choose_viewers, third_card, turn_up
from pitboss.games.baccarat.weighing import weighs
from pitboss.games.must_hit import TRIGGER, WINNER, set_trigger, settle_must_hit
from pitboss.hands.baccarat import point_count

RESULTS = {"tie": "Tie Hand"} | {f"{hand}_wins": f"{NAMES[hand]} wins" for hand in HANDS}


def admit(t: Round) -> None:
    """Refuse what carried over and cannot be."""
    if not isinstance(t.carry.get("last_hand", False), bool):
        raise RecordError("carry: last_hand is true or false")
    curator.admit_shoe(t)


def play(t: Round) -> Script:
    """The round of play."""
    set_trigger(t, ROYAL_9)
    yield from t.moment("shuffle")
    fresh = t.draws.fresh_shoe
    burn_by_first_card(t)
    yield from curator.take_the_shoe(t, fresh)
    _deal(t)
    yield from t.moment("deal")
    choose_viewers(t)
    yield from t.moment("view")
    for hand in HANDS:
        yield from turn_up(t, hand)
    yield from t.moment("house_money")
    yield from settle_house_money(t)
    yield from t.moment("third_card")
    yield from _third_cards(t)
    yield from t.moment("settle")
    found = _announce(t)
    settle_all(t, [_due(t, bet, found) for bet in _pay_order(t)], t.term("pay_off"))
    settle_must_hit(t, ROYAL_9)
    irregularities.deal_phantom_hand(t)
    _after_the_hand(t)
    curator.settle_the_shoe(t, result_names(t.setup, found)[-1])
    irregularities.hold_first_cards(t)


def _deal(t: Round) -> None:
    """Four cards face down, in turn to the Player's and the Banker's Hand."""
    held = irregularities.first_cards(t)
    for hand in HANDS * 2:
        irregularities.check_first_card(t.deal(hand, t.cite("deal"), seen_by=NOBODY), held)


def _third_cards(t: Round) -> Script:
    """The Player's Hand first, then the Banker's; at most one card each."""
    for hand in HANDS:
        if must_draw(t.setup, hand, t.hands[PLAYER], t.hands[BANKER]):
            yield from third_card(t, hand)


def _announce(t: Round) -> Finished:
    """Call the result by its names."""
    for hand in HANDS:
        known(t.hands[hand], NAMES[hand].removesuffix(" Hand"))
    found = finished(t.hands[PLAYER], t.hands[BANKER])
    *called, result = (RESULTS.get(name) or name.replace("_", " ").title() for name in result_names(t.setup, found))
    counts = f"Player {found.player.points}, Banker {found.banker.points}"
    t.event("result", t.cite("result"), f"{counts}: {', '.join([result, *called])}", value=found.as_value)
    return found


def _pay_order(t: Round) -> list[Bet]:
    """The wagers still to be settled, in the order of the seats that the rulebook gives."""
    down = t.term("pay_from") == "highest_seat"
    return sorted((bet for bet in t.bets if not bet.outcome), key=lambda bet: -bet.seat if down else bet.seat)


def _due(t: Round, bet: Bet, found: Finished) -> Due:
    """What a wager's case is."""
    if bet.wager == ROYAL_9:
        return Due(bet, *royal_9_case(t.setup, bet.seat, t.hands[PLAYER], t.hands[BANKER]))
    return Due(bet, *case_of(t.setup, bet.wager, found))


def _after_the_hand(t: Round) -> None:
    """Once the cutting card shows, one more hand is dealt, and then the cards are reshuffled."""
    if t.carry.pop("last_hand", False):
        t.event("reshuffle", t.cite("last_hand"), "the last hand is over: the cards are reshuffled")
        t.after.add("reshuffle")
    elif t.draws.cut_card is not None or t.scratch.get("cut_card"):
        t.event("last hand", t.cite("last_hand"), 'the cutting card is set aside; "Last Hand": one more is dealt')
        t.carry["last_hand"] = True


BY_HOW_MUCH = ("natural_winner", "natural_tie", *(f"win_by_{margin}" for margin in range(1, 10)))

GAME = Game(
    play=play,
    asks="turn_up give_up deal pass accept decline let_the_dealer_deal take add_to_player add_to_banker",
    moments=("bets", "shuffle", "shoe", "deal", "view", "house_money", "third_card", "settle"),
    hands=("player", "banker", "burn", "phantom", "discard"),
    draws=(TRIGGER, WINNER),
    only_with={
        **dict.fromkeys((TRIGGER, WINNER), "must_hit"),
        **dict.fromkeys(curator.CARRIES.split(), "curator"),
        **dict.fromkeys(("deal", "pass", "accept", "decline", "let_the_dealer_deal"), "curator"),
        **dict.fromkeys(("turn_up", "give_up"), "squeeze"),
        **dict.fromkeys(("take", "add_to_player", "add_to_banker"), "parlay_share"),
    },
    reads=lambda setup, held: {hand: str(point_count(held[hand])) for hand in held if hand in HANDS},
    weighs=weighs,
    no_more_cards=no_more_cards,
    carries={
        **carried("last_hand", public=True, until_shuffle=True),
        **carried("first_cards", until_shuffle=True),
        **carried(curator.CARRIES, public=True, until_shuffle=True),
        **carried(TRIGGER, secret=True),
    },
    terms=(
        "burn burn_shown deal view third_card player_draws banker_draws result pay_off pay_from last_hand "
        "phantom_hand approved_maximum? must_hit? named_hands? parlay_share? squeeze? royal_9_decks? "
        "curator? fresh_shoe? keep_or_pass? must_pass? passed_shoe? dealer_deals?"
    ),
    admit=admit,
    left=curator.left,
    shown=curator.told,
    examine=examine_chairs,
    remedies=irregularities.OWN,
    settles={
        "banker": Judged("banker_wins player_wins tie dragon_7?"),
        **dict.fromkeys(("player", "tie"), Judged("banker_wins player_wins tie")),
        **dict.fromkeys(DRAGON_BONUS, Judged("ahead behind natural_tie natural_winner tie", BY_HOW_MUCH)),
        "dragon_7_insurance": Judged("banker_wins player_wins tie dragon_7"),
        "panda_8_insurance": Judged("banker_wins player_wins tie panda_8"),
        "house_money": Judged("pair no_pair", ("player_and_banker_pair", "player_or_banker_pair")),
        "royal_9_progressive": Judged("listed all_other_hands", ROYAL_9_NAMES),
    },
)
