"""Baccarat that a player banks: two hands for the whole table, no commission, paid as far as the bank's wager covers.

Wagers are settled type by type in the rulebook's order, round the table within each type.
"""

from pitboss.engine.backline import WORDS
from pitboss.engine.events import NOBODY
from pitboss.engine.fees import admit_promotional_chips
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import known
from pitboss.games.baccarat.drawing import BANKER, HANDS, PLAYER, must_draw, no_more_cards
from pitboss.games.baccarat.results import Finished, animals, case_of, finished, result_names
from pitboss.games.baccarat.viewing import NAMES
from pitboss.games.baccarat.weighing import weighs
from pitboss.games.shoe import reshuffle_after_cut_card
from pitboss.hands.baccarat import point_count

RESULTS = {"tie": "Tie"} | {f"{hand}_wins": f"{NAMES[hand]} wins" for hand in HANDS}
LEFT, RIGHT = "left_of_player_dealer", "right_of_player_dealer"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("deal")
    _deal(t)
    yield from t.moment("third_card")
    for hand in HANDS:
        if must_draw(t.setup, hand, t.hands[PLAYER], t.hands[BANKER]):
            t.deal(hand, t.cite("third_card"))
    yield from t.moment("settle")
    found = _announce(t)
    for bet in _in_order(t):
        t.settle(bet, *case_of(t.setup, bet.wager, found))
    reshuffle_after_cut_card(t)


def _deal(t: Round) -> None:
    """Four cards, in turn to the Player's and the Banker's Hand; those dealt face down are turned up hand by hand."""
    face_up = t.term("deal") == "face_up"
    for hand in HANDS * 2:
        t.deal(hand, t.cite("deal"), seen_by=None if face_up else NOBODY)
    for hand in HANDS:
        if not face_up:
            t.reveal(hand, t.cite("turn_up"))
        known(t.hands[hand], NAMES[hand].removesuffix(" Hand"))
        points = point_count(t.hands[hand])
        t.event("count", t.cite("deal"), f"{NAMES[hand]}: {points}", value={hand: points})


def _announce(t: Round) -> Finished:
    """Both hands are complete: what they count, and which is closer to nine."""
    for hand in HANDS:
        known(t.hands[hand], NAMES[hand].removesuffix(" Hand"))
    found = finished(t.hands[PLAYER], t.hands[BANKER])
    *called, result = result_names(t.setup, found)
    called += animals(t.setup, found) if t.term("animals") else ()
    counts = f"Player {found.player.points}, Banker {found.banker.points}"
    names = [RESULTS[result], *(name.replace("_", " ").capitalize() for name in called)]
    t.event("result", t.cite("result"), f"{counts}: {', '.join(names)}", value=found.as_value)
    return found


def _in_order(t: Round) -> list[Bet]:
    """All wagers of one type before the next; within a type seat by seat, whoever bets behind one after its player."""
    types: list[str] = t.term("settle_types")
    banker = t.player_dealer.seat if t.player_dealer is not None else 0

    def turn(bet: Bet) -> tuple[int, int, int]:
        away = t.place(bet.seat) - banker if t.term("settle_from") == LEFT else banker - t.place(bet.seat)
        return types.index(bet.wager), (away - 1) % t.setup.seats, bet.seat

    return sorted((bet for bet in t.bets if not bet.outcome), key=turn)


GAME = Game(
    play=play,
    asks="",
    moments=("bets", "deal", "third_card", "settle"),
    hands=HANDS,
    reads=lambda setup, held: {hand: str(point_count(held[hand])) for hand in held if hand in HANDS},
    weighs=weighs,
    no_more_cards=no_more_cards,
    terms=(
        "deal turn_up? third_card naturals player_draws banker_draws result settle_from settle_types cut_card backline "
        "named_hands? animals? killed?"
    ),
    says=WORDS,
    admit=admit_promotional_chips,
    settles={
        **dict.fromkeys(("player_line", "tie"), Judged("player_wins banker_wins tie")),
        "banker_line": Judged("player_wins banker_wins tie tiger_7?"),
        "tiger7": Judged("player_wins banker_wins tie tiger_7"),
        "ox8": Judged("player_wins banker_wins tie ox_8"),
        "gold7": Judged("player_wins banker_wins tie gold_7"),
        "jade8": Judged("player_wins banker_wins tie jade_8"),
        "rabbit": Judged("rabbit rabbit_against_zero no_rabbit"),
        "tiger": Judged("tiger tiger_against_zero no_tiger"),
        "monkey": Judged("monkey no_monkey"),
        "zoo": Judged("animal no_animal", ("rabbit_against_zero", "tiger_against_zero", "monkey", "rabbit", "tiger")),
        "kill": Judged("killed not_killed"),
    },
)
