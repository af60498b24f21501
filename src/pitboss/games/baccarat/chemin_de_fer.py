"""Baccarat-Chemin de Fer: a participant holds the shoe as Banker, the others wager against that wager.

The Dominant Player has the Player's Hand and is free on a count of 5, the Banker in the cells of the table that say so.
"""

from pitboss.engine.events import NOBODY
from pitboss.engine.payoff import Due, settle_all
from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Carried, Game, Judged, Script, carried
from pitboss.equipment.cards import known
from pitboss.games.baccarat import bankers_errors, holding_the_bank, irregularities, shoe_end
from pitboss.games.baccarat.bankers_errors import cell, final_counts, players_count, two_card_count
from pitboss.games.baccarat.burning import burn_by_first_card
from pitboss.games.baccarat.covering import AGAINST, dominant_player, wagers_against, withdraw_uncovered
from pitboss.games.baccarat.drawing import BANKER, CARD, DRAWS, HANDS, MAY, PLAYER, STAY
from pitboss.games.baccarat.viewing import NAMES
from pitboss.games.baccarat.weighing import weighs
from pitboss.games.shoe import reshuffle_after_cut_card
from pitboss.hands.baccarat import NATURALS, point_count
from pitboss.money import money

RESULTS = {"tie": "Stand Off"} | {f"{hand}_wins": f"{NAMES[hand]} wins" for hand in HANDS}
DRAW = "draw"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    burn_by_first_card(t)
    holding_the_bank.note_who_moved_or_left(t)
    taken = yield from holding_the_bank.take_the_bank(t)
    t.keep()
    if taken is None:
        return
    seat, stake = taken
    yield from t.moment("wagers")
    banker = t.add_bet(seat, "banker", stake=stake)
    t.event("announced", t.cite("stake"), f"seat {seat} is Banker, with {money(stake)}")
    against = yield from wagers_against(t, banker)
    if not against:
        t.void_bet(banker, "nobody covers it, and no hand is dealt", t.cite("no_takers"))
        return
    withdraw_uncovered(t, banker, against)
    dominant = t.scratch["dominant"] = dominant_player(against)
    t.event("announced", t.cite("dominant"), f"seat {dominant} is the Dominant Player")
    _deal(t, dominant)
    yield from t.moment("deal")
    if not _natural_of_the_player(t):
        yield from _players_hand(t, dominant, seat)
        yield from _bankers_hand(t, seat)
    yield from t.moment("settle")
    case = _announce(t)
    settle_all(t, [Due(bet, case) for bet in (*against, banker)], t.term("pay_off"))
    equaled_by = next((bet.seat for bet in against if bet.stake == stake), None)
    holding_the_bank.settle_the_bank(t, seat, case, stake, equaled_by)
    irregularities.deal_phantom_hand(t)
    _after_the_hand(t)


def _deal(t: Round, dominant: int) -> None:
    """Four cards face down: the first and third to the Dominant Player, who may look, the others to the Banker."""
    held = irregularities.first_cards(t)
    shoe_end.begin_hand(t)
    t.keep()
    for hand in HANDS * 2:
        seen_by = (dominant,) if hand == PLAYER else NOBODY
        irregularities.check_first_card(t.deal(hand, t.cite("deal"), seen_by=seen_by), held)
    if t.term("last_hand") is not None:
        shoe_end.note_cut_card(t)
        t.keep()
    elif t.draws.cut_card is not None:
        t.after.add("reshuffle")  # even if the hand is annulled


def _natural_of_the_player(t: Round) -> bool:
    """The Player's Hand has 8 or 9 on two cards: the hands are turned up and no card is drawn."""
    known(t.hands[PLAYER], "the Player's")
    if players_count(t) is not None or two_card_count(t, PLAYER) not in NATURALS:
        return False
    t.event("announced", t.cite("natural"), '"Natural"')
    t.reveal(BANKER, t.cite("natural"))
    return True


def _players_hand(t: Round, dominant: int, banker: int) -> Script:
    """The Dominant Player says "Card" or "Stay"; on "Card" the Banker looks first, and deals it face up."""
    if players_count(t) is not None:
        return
    count, draws = two_card_count(t, PLAYER), t.term("player_draws")
    actions = [Action(CARD)] * (count in draws["card"]) + [Action(STAY)] * (count in draws["stay"])
    said = yield from t.ask(dominant, actions, t.cite("player_draws"))
    if not said:  # the count is fixed by ruling in the meantime
        return
    t.scratch["said"] = said
    t.event("announced", t.cite("repeat"), f'seat {dominant}: "{said.title()}", and the dealer repeats it')
    if said == CARD:
        looked = tuple(t.hands[BANKER])
        t.event("view", t.cite("look"), NAMES[BANKER], seat=banker, cards=looked, seen_by=(banker,))
        known(looked, "the Banker's")
        natural = two_card_count(t, BANKER) in NATURALS
        t.event("announced", t.cite("look"), 'the Banker: "Natural"' if natural else 'the Banker: "Under eight"')
        if natural:
            return
    yield from t.moment("third_card")
    if said == CARD and len(t.hands[PLAYER]) == 2:
        t.deal(PLAYER, t.cite("look"))


def _bankers_hand(t: Round, banker: int) -> Script:
    """The Banker's Hand is turned up, and draws by the table; where that leaves it open, the Banker chooses."""
    yield from t.moment("bankers_turn")
    known(t.hands[BANKER], "the Banker's")
    t.reveal(BANKER, t.cite("turn_up"))
    if t.scratch.get("said") == CARD and len(t.hands[PLAYER]) == 2:
        return  # the Banker's natural
    now = cell(t)
    if "bankers_card" in t.scratch:
        return
    if now == MAY:
        choice = yield from t.ask(banker, [Action(DRAW), Action(STAY)], t.cite("banker_draws"))
        now = DRAWS if choice == DRAW else now
    if now == DRAWS:
        t.scratch["bankers_card"] = t.deal(BANKER, t.cite("banker_draws"))
        yield from t.moment("bankers_card")


def _after_the_hand(t: Round) -> None:
    """The cutting card ends the shoe, at once or after one more hand; no unseen card is held over once it has shown."""
    if t.term("last_hand") is None:
        reshuffle_after_cut_card(t)
    else:
        shoe_end.end_hand(t)
    if t.draws.cut_card is None and not shoe_end.is_last_hand(t):
        irregularities.hold_first_cards(t)


def _announce(t: Round) -> str:
    """The Player's Hand is shown as well; the counts, and the case that they make."""
    t.reveal(PLAYER, t.cite("result"))
    player, banker = final_counts(t)
    case = "tie" if player == banker else "player_wins" if player > banker else "banker_wins"
    counts = {PLAYER: player, BANKER: banker}
    t.event("result", t.cite("result"), f"Player {player}, Banker {banker}: {RESULTS[case]}", value=counts)
    return case


GAME = Game(
    play=play,
    asks="stake pass accept refuse bid no_bid banco suivi no_banco cover no_wager card draw stay",
    moments=(
        "bets",
        "shuffle",
        "bank",
        "offers",
        "wagers",
        "deal",
        "third_card",
        "bankers_turn",
        "bankers_card",
        "settle",
    ),
    hands=("player", "banker", "burn", "discard", "phantom"),
    reads=lambda setup, held: {hand: str(point_count(held[hand])) for hand in held if hand in HANDS},
    weighs=weighs,
    carries={
        **dict.fromkeys(holding_the_bank.CARRIES, Carried(public=True)),
        **carried("first_cards", until_shuffle=True),
        **carried(shoe_end.LAST_HAND, public=True, until_shuffle=True),
    },
    terms=(
        "burn burn_shown bidding stake keep_or_pass must_pass mandatory_pass voluntary_pass passed_bank "
        "seat_change suivi banco partial no_more_bets no_takers dominant deal player_draws natural look repeat "
        "turn_up banker_draws result pay_off cut_card? last_hand? phantom_hand? error_burn?"
    ),
    takes_part=True,
    says=(holding_the_bank.MOVED_FROM,),
    admit=holding_the_bank.admit_carry,
    left=holding_the_bank.left,
    examine=holding_the_bank.examine,
    remedies=bankers_errors.OWN,
    settles=dict.fromkeys(("banker", AGAINST), Judged("banker_wins player_wins tie")),
)
