"""Pai Gow Tiles: four tiles set into two and two, both against those of the player who banks.

Eight sets lie on the table whoever plays, and three dice say who gets the first one.
"""

from functools import partial
from itertools import cycle, islice

from pitboss.engine.backline import WORDS
from pitboss.engine.bank import PlayerDealer
from pitboss.engine.events import OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, Groups, groups_named
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, Talk
from pitboss.equipment.cards import known
from pitboss.errors import RecordError
from pitboss.games.pai_gow.dice import shake, steps_from_bank
from pitboss.games.pai_gow.setting import HIGH, LOW, SET, Parts, lay, players_set, read_as_they_rank, setting_of, show
from pitboss.games.pai_gow.tiles_house_way import Setting, advise, house_way
from pitboss.games.poker.kit import clockwise_from
from pitboss.hands.tiles import TileHand, highest_tile, two_tiles
from pitboss.rulebook.remedies import REMEDIES

DEALER, DISCARD = Hand("dealer"), Hand("discard")
BASE = "base"
HIGHER, LOWER, COPY = "higher", "lower", "copy"
EXPOSED, FORFEITED = "exposed", "forfeited"
TOO_MANY = 2
"""So many tiles exposed let the player-dealer have the deal taken back."""


class DealAgain(Exception):
    """The deal is taken back: the tiles are stacked and delivered once more."""


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    button = yield from _deal_and_set(t)
    t.event("pass", t.cite("pass"), "the player-dealer's tiles are passed to him; nobody touches tiles or wagers now")
    yield from _player_dealer_sets(t)
    yield from t.moment("compare")
    _compare_and_settle(t, button)
    if DISCARD in t.hands:
        t.reveal(DISCARD, t.cite("unused"))


def _deal_and_set(t: Round) -> Talk[int | None]:
    """Deliver the sets and let the players set them, until a deal stands; returns who has the Action button."""
    while True:
        try:
            t.scratch[EXPOSED] = []
            button = _deliver(t)
            yield from t.moment("deal")
            yield from t.moment("set")
            yield from players_set(t, parts_of(t), _places(t), t.cite("set"))
            return button
        except DealAgain:
            continue


# -- dealing ----------------------------------------------------------------------------------------------------------


def first_seat(seats: int, dealer: int, total: int, dealer_counts: list[int]) -> int:
    """The seat that gets the first set: counted counterclockwise from the player-dealer, who has these numbers.

    >>> first_seat(8, 8, 12, [1, 9, 17]), first_seat(8, 2, 12, [1, 9, 17]), first_seat(8, 5, 17, [1, 9, 17])
    (5, 7, 5)
    """
    return (dealer - 1 - steps_from_bank(total, dealer_counts)) % seats + 1


def _deliver(t: Round) -> int | None:
    """All eight sets, counterclockwise; None for the Action button where a record does not tell the dice."""
    t.event("stack", t.cite("stack"), "the player-dealer selects the stack with the Action button")
    seats, dealer = t.setup.seats, _player_dealer(t).seat
    total = shake(t)
    first = dealer if total is None else first_seat(seats, dealer, total, t.term("dealer_counts"))
    button = None if total is None else dealer % seats + 1 if first == dealer else first
    if button is not None:
        to = "the player-dealer" if first == dealer else f"seat {first}"
        t.event("first set", t.cite("dealer_counts"), f"the first set goes to {to}")
        t.event("action button", t.cite("action_button"), f"on seat {button}", seat=button)
    places = _places(t)
    for seat in islice(cycle(range(seats, 0, -1)), seats - first, 2 * seats - first):
        hand = DEALER if seat == dealer else Hand.of(seat) if seat in places else DISCARD
        for _ in range(t.term("set_size")):
            t.deal(hand, t.cite("empty_seats" if hand == DISCARD else "deliver"), seen_by=OWNER)
    return button


def _places(t: Round) -> list[int]:
    """The places with tiles, clockwise; a backline bettor's wager goes by those he stands behind."""
    return sorted({t.place(seat) for seat in t.live})


def _player_dealer(t: Round) -> PlayerDealer:
    assert t.player_dealer is not None
    return t.player_dealer


# -- setting ----------------------------------------------------------------------------------------------------------


def parts_of(t: Round) -> Parts:
    """Two tiles and two, set as this house does; they cannot be set foul."""
    return Parts(
        sizes=(2, 2),
        low=two_tiles,
        high=two_tiles,
        house_way=partial(house_way, chart=t.term("house_way")),
        foul=lambda setting: "",
        arranged=_as_they_rank,
    )


def _as_they_rank(setting: Groups) -> Groups:
    """The stronger two tiles are the high hand, wherever they were laid."""
    ranked = Setting.of(tuple(setting[LOW]), tuple(setting[HIGH]))
    return {LOW: ranked.low, HIGH: ranked.high}


def _player_dealer_sets(t: Round) -> Script:
    """The player-dealer's tiles are exposed and set in the House Way; he confirms that, or sets them otherwise."""
    parts, cite = parts_of(t), t.cite("confirm")
    tiles = t.reveal(DEALER, cite)
    known(tiles, "the player-dealer's")
    picks = parts.picks(DEALER, tiles)
    assert picks.usual is not None
    usual = ", ".join(f"{name} {' '.join(picks.usual[name])}" for name in (HIGH, LOW))
    t.event("house way", t.cite("house_way"), f"the House Way is {usual}")
    yield from t.moment("pass")
    confirm = Action(SET, text="the House Way, unless you set it otherwise", picks=picks)
    answer = yield from t.ask(_player_dealer(t).seat, [confirm], cite)
    lay(t, DEALER, parts.arranged(groups_named(answer, picks)), cite)


# -- comparing and settling -------------------------------------------------------------------------------------------


def case_of(hand: Groups, bank: Groups) -> str:
    """What a hand is against the player-dealer's, high with high and low with low."""
    results = sorted(compare(two_tiles(hand[part]), two_tiles(bank[part])) for part in (HIGH, LOW))
    match results:
        case ["higher", "higher"]:
            return "both_higher"
        case ["copy", "copy"]:
            return "both_identical"
        case ["copy", "lower"]:
            return "copy_and_lower"
        case ["lower", "lower"]:
            return "both_lower"
    return "one_higher"


def compare(ours: TileHand, theirs: TileHand) -> str:
    """One hand against the player-dealer's; equal zeros are his.

    >>> compare(TileHand(0, 0), TileHand(0, 0)), compare(TileHand(9, 16), TileHand(9, 16))
    ('lower', 'copy')
    """
    if ours == theirs:
        return COPY if ours.points else LOWER
    return HIGHER if ours > theirs else LOWER


def _compare_and_settle(t: Round, button: int | None) -> None:
    """Clockwise from the Action button, place by place, each player and whoever stands behind."""
    bank = setting_of(t, DEALER)
    places = clockwise_from(_places(t), button or 1)
    for place in places:
        case = case_of(show(t, Hand.of(place), t.cite("compare")), bank)
        for seat in sorted(seat for seat in t.live if t.place(seat) == place):
            _settle(t, seat, case)
    if button is None and len(places) > 1 and _player_dealer(t).order_matters:
        raise RecordError("the player-dealer's wager does not cover everything, and the record does not give the dice")


def _settle(t: Round, seat: int, case: str) -> None:
    bet = t.bet(seat, BASE)
    assert bet is not None
    call = t.scratch.get(FORFEITED, {}).get(seat)
    if call is None:
        t.settle(bet, case)
    else:
        rule, _ = t.setup.irregularities[call]
        t.forfeit(bet, rule.trigger, rule.cite)


# -- irregularities ---------------------------------------------------------------------------------------------------


def _deal_again(t: Round, call: Call) -> bool:
    """The tiles are shuffled; what was delivered already comes back."""
    rule, _ = t.setup.irregularities[call.id]
    delivered = bool(t.hands)
    t.gather(REMEDIES["deal_again"].sentence, rule.cite)
    if delivered:
        raise DealAgain
    return False


def _show_tile(t: Round, call: Call) -> Script:
    """One tile lies open; where it is not the first of this deal, the player-dealer may have the deal taken back."""
    _expose(t, call, 1)
    if len(t.scratch[EXPOSED]) >= TOO_MANY:
        yield from _ask_player_dealer(t, call)


def _play_or_deal_again(t: Round, call: Call) -> Script:
    _expose(t, call, TOO_MANY)
    yield from _ask_player_dealer(t, call)


def _expose(t: Round, call: Call, count: int) -> None:
    """Turn up so many more of the player-dealer's tiles, the one that is named first."""
    rule, _ = t.setup.irregularities[call.id]
    exposed, tiles = t.scratch[EXPOSED], t.hands[DEALER]
    down = [place for place in range(1, len(tiles) + 1) if place not in exposed]
    down.sort(key=lambda place: tiles[place - 1] != call.card)
    exposed += down[:count]
    if down:
        t.reveal(DEALER, rule.cite, at=down[:count])


def _ask_player_dealer(t: Round, call: Call) -> Script:
    rule, _ = t.setup.irregularities[call.id]
    stand = Action("play_as_dealt", text="the hand is played out")
    again = Action("shuffle_again", text="all tiles are shuffled and dealt again")
    answer = yield from t.ask(_player_dealer(t).seat, (stand, again), rule.cite, default=stand.name)
    if answer == again.name:
        _deal_again(t, call)


def _forfeit_wagers(t: Round, call: Call) -> bool:
    """The wager is the player-dealer's, when its seat's turn comes."""
    rule, _ = t.setup.irregularities[call.id]
    t.scratch.setdefault(FORFEITED, {})[call.seat] = call.id
    t.event("remedy", rule.cite, REMEDIES["forfeit_wagers"].sentence, seat=call.seat)
    return False


GAME = Game(
    play=play,
    asks="set play_as_dealt shuffle_again",
    moments=("bets", "shuffle", "deal", "set", "pass", "compare"),
    hands=(DEALER, DISCARD),
    tells={
        "one_higher": "one hand is higher, the other is not",
        "both_identical": "both hands are the same",
        "copy_and_lower": "one hand is the same, the other is lower",
    },
    reads=lambda setup, held: read_as_they_rank(two_tiles, highest_tile, held),
    advise=lambda setup, tiles: advise(tiles, setup.term("house_way")),
    draws=("dice",),
    terms=(
        "stack dice dealer_counts action_button set_size deliver empty_seats set house_way pass confirm compare unused"
    ),
    says=WORDS,
    settles={BASE: Judged("both_higher one_higher both_lower both_identical copy_and_lower")},
    remedies={
        "deal_again": _deal_again,
        "show_tile": _show_tile,
        "play_or_deal_again": _play_or_deal_again,
        "forfeit_wagers": _forfeit_wagers,
    },
)
