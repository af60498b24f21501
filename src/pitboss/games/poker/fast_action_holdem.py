"""Fast Action Hold 'Em: four cards of several decks, two of them kept, and a shared board; or split, or surrendered."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.engine.carry import position_carried
from pitboss.engine.events import OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action, Advice, Groups, Picks, groups_named
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script, Talk, carried
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card, known
from pitboss.errors import Refused
from pitboss.games.poker import kit, settling
from pitboss.games.poker.house_ways import keep_two, set_by, told_by
from pitboss.games.reading import COMMUNITY, played
from pitboss.games.shoe import burn, burn_first_card, reshuffle_after_cut_card
from pitboss.hands.several_decks import SeveralDecksHand, best_of_several_decks
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.setup import Setup

WAGER, SPLIT_WAGER = "wager", "split_wager"
SIZE, KEPT, BOARD = 4, 2, 5
NATURAL, SET, SPLIT, SURRENDER = "natural", "set", "split", "surrender"
DEALER_NATURAL, COPY = "dealer_natural", "copy_hand"
KEEP, REST, FIRST, SECOND = "hand", "discards", "first_hand", "second_hand"
DEALER, DISCARD = Hand(kit.DEALER), Hand("discard")
DEALER_POSITION, MARKER = 0, "marker"
ONE_HAND = "one hand only"
SHOW_BURN_CARD, BOARD_BURN = "show_burn_card", "board_burn"
RESULTS = {kit.TIE: COPY}


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    burn_first_card(t)
    if "burn" in t.hands and any(SHOW_BURN_CARD in words for words in t.says.values()):
        t.reveal("burn", t.cite("burn"))
    yield from t.moment("deal")
    _deal(t)
    yield from t.moment("dealt")
    yield from t.moment("set")
    playing = yield from _set_hands(t)
    yield from t.moment("reveal")
    if playing:
        yield from _meet_the_dealer(t, playing)
    t.carry[MARKER] = (_marker(t) + 1) % (t.setup.seats + 1)
    reshuffle_after_cut_card(t)


def _meet_the_dealer(t: Round, playing: Sequence[int]) -> Script:
    """A natural of the dealer's ends it; otherwise two cards are kept by the house ways and the board is dealt."""
    if is_natural(t.reveal(DEALER, t.cite("reveal"))):
        for seat in playing:
            for bet in kit.open_bets(t, seat):
                t.settle(bet, DEALER_NATURAL)
        return
    _house_sets(t)
    yield from t.moment("house_set")
    burn(t, t.term(BOARD_BURN), BOARD_BURN)
    for _ in range(BOARD):
        t.deal(kit.COMMUNITY, t.cite("board"))
    yield from t.moment("settle")
    _settle(t, [seat for seat in playing if seat not in t.out])


# -- dealing ----------------------------------------------------------------------------------------------------------


def _marker(t: Round) -> int:
    return position_carried(t.carry, MARKER, t.setup.seats, DEALER_POSITION)


def deal_order(seats: Sequence[int], marker: int) -> list[int]:
    """The positions clockwise from the marker, or the next that has a wager; 0 is the dealer, after the last seat.

    >>> deal_order([1, 3, 6], 0), deal_order([1, 3, 6], 2), deal_order([1, 3], 5)
    ([0, 1, 3, 6], [3, 6, 0, 1], [0, 1, 3])
    """
    around = [*seats, DEALER_POSITION]
    first = next((at for at, seat in enumerate(seats) if marker and seat >= marker), len(seats))
    return around[first:] + around[:first]


def _deal(t: Round) -> None:
    """One card at a time, face down, four times round."""
    order = deal_order(t.live, _marker(t))
    for position in order * SIZE:
        t.deal(t.hand(position) if position else DEALER, t.cite("deal"), seen_by=OWNER)


def is_natural(cards: Sequence[Card]) -> bool:
    """Four cards of one rank, whatever their suits."""
    return len(cards) == SIZE and all(card.known for card in cards) and len({card.rank for card in cards}) == 1


# -- setting ----------------------------------------------------------------------------------------------------------


def _set_hands(t: Round) -> Talk[list[int]]:
    """All at the same time: a natural is announced; others keep two cards, split the four, or surrender half."""
    picks = {seat: _picks(t, seat) for seat in t.live}
    natural = [seat for seat in t.live if is_natural(kit.cards_of(t, seat)) and not _one_hand_only(t, seat)]
    questions = {seat: _actions(t, seat, picks[seat], seat in natural) for seat in t.live}
    silent = {seat: f"{SET} {each[SET].words(each[SET].default())}" for seat, each in picks.items()}
    answers = yield from t.ask_all(questions, t.cite(SET), silent | dict.fromkeys(natural, NATURAL))
    for seat, answer in answers.items():
        if answer == NATURAL:
            t.reveal(t.hand(seat), t.cite(NATURAL))
            _settle_bets(t, seat, NATURAL)
    playing = []
    for seat in (each for each in settling.order_of_payment(t) if each in answers):
        name = answers[seat].partition(" ")[0]
        if name == SURRENDER:
            _settle_bets(t, seat, SURRENDER)
            _discard(t, seat, kit.cards_of(t, seat))
        elif name != NATURAL:
            playing.append(seat)
            _lay(t, seat, name, groups_named(answers[seat], picks[seat][name]))
    return playing


def _actions(t: Round, seat: int, picks: dict[str, Picks], natural: bool) -> list[Action]:
    """What a player may do with the cards dealt; with more than four there is one hand to set."""
    bet = t.bet(seat, WAGER)
    assert bet is not None
    actions = [Action(NATURAL, text="announce four of a kind")] if natural else []
    actions.append(Action(SET, text=f"keep {KEPT} cards", picks=picks[SET]))
    if not _one_hand_only(t, seat):
        actions.append(Action(SPLIT, bet.stake, "two hands, with a second wager", picks=picks[SPLIT]))
    return [*actions, Action(SURRENDER, text="give up half of the wager")]


def _picks(t: Round, seat: int) -> dict[str, Picks]:
    """How the cards may be parted; a record need not tell those that are discarded."""
    cards, hand = kit.cards_of(t, seat), t.hand(seat)
    usual: Groups | None = None
    if all(card.known for card in cards):
        kept = keep_two(cards, ways(t.setup))
        usual = {KEEP: kept, REST: _without(cards, kept)}
    set_one = Picks(hand, cards, {KEEP: (KEPT, KEPT), REST: (len(cards) - KEPT, len(cards) - KEPT)}, usual)
    return {SET: set_one, SPLIT: Picks(hand, cards, {FIRST: (KEPT, KEPT), SECOND: (KEPT, KEPT)})}


def _lay(t: Round, seat: int, name: str, groups: Groups) -> None:
    """Lay a set hand down: the cards not kept are discarded unseen, or make a second hand with its own wager."""
    if name == SPLIT:
        t.add_bet(seat, SPLIT_WAGER, hand=2)
        t.move(groups[SECOND], t.hand(seat), t.hand(seat, 2), t.cite(SPLIT), SPLIT, (seat,))
    else:
        _discard(t, seat, groups[REST])


def _discard(t: Round, seat: int, cards: Sequence[Card]) -> None:
    t.move(cards, t.hand(seat), DISCARD, t.cite("discards"), "discard", (seat,))
    t.rack(DISCARD)


def _without(cards: Sequence[Card], taken: Sequence[Card]) -> kit.Cards:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def ways(setup: Setup) -> list[str]:
    """The house ways, in the order of preference."""
    return [*setup.term("house_ways"), *setup.term("last_house_ways")]


def advise(setup: Setup, cards: Sequence[Card]) -> Advice:
    """Which two of four cards the house keeps, and by which of its ways."""
    if len(cards) != SIZE:
        raise Refused(f"four cards are set, and not {len(cards)}", setup.cite("house_ways"))
    if is_natural(cards):
        raise Refused("four of a kind is a natural, and is not set", setup.cite(NATURAL))
    kept, number = set_by(cards, ways(setup))
    told = "; ".join(told_by(cards, ways(setup)))
    return Advice({REST: _without(cards, kept), KEEP: kept}, f"way {number}: {told}", _cite_of(setup, number))


def _cite_of(setup: Setup, number: int) -> str:
    return setup.cite("house_ways" if number <= len(setup.term("house_ways")) else "last_house_ways")


def _house_sets(t: Round) -> None:
    """The dealer keeps two cards by the house ways; a record may tell that others were kept."""
    cards = tuple(t.hands[DEALER])
    known(cards, "the dealer's")
    kept, number = set_by(cards, ways(t.setup))
    if t.draws.tells("house_set"):
        picks = Picks(DEALER, cards, {KEEP: (KEPT, KEPT)})
        kept = picks.must_read(t.told("house_set", ()))[KEEP]
    else:
        _tell_way(t, cards, _cite_of(t.setup, number))
    t.move(_without(cards, kept), DEALER, DEALER.part("discards"), t.cite("house_ways"), "discard")
    t.rack(DEALER.part("discards"))


def _tell_way(t: Round, cards: Sequence[Card], cite: str) -> None:
    """Say by which of the house ways the dealer keeps two cards."""
    for words in told_by(cards, ways(t.setup)):
        t.event("house way", cite, words)


# -- settling ---------------------------------------------------------------------------------------------------------


def _settle(t: Round, order: Sequence[int]) -> None:
    """From the right, hands are turned up and losers collected; when all are compared, winners are paid."""
    winners = []
    for seat in order:
        for bet in kit.open_bets(t, seat):
            cards = t.reveal(t.hand(seat, bet.hand), t.cite("compare"))
            case = kit.compare(_best(t, cards, f"seat {seat}'s"), _best(t, t.hands[DEALER], "the dealer's"))
            if case == kit.PLAYER_HIGHER:
                winners.append(bet)
            else:
                t.settle(bet, RESULTS.get(case, case))
    for bet in winners:
        t.settle(bet, kit.PLAYER_HIGHER)


def _best(t: Round, kept: Sequence[Card], whose: str) -> SeveralDecksHand:
    return best_of_several_decks((*kept, *kit.community(t)), f"{whose} and the community")


def _settle_bets(t: Round, seat: int, case: str) -> None:
    for bet in kit.open_bets(t, seat):
        t.settle(bet, case)


# -- irregularities ---------------------------------------------------------------------------------------------------


def _one_hand_only(t: Round, seat: int) -> bool:
    return seat in t.scratch.get(ONE_HAND, ())


def _discard_to_one_hand(t: Round, call: Call) -> bool:
    """A card too many lies with the hand; the player discards down to two."""
    rule, _ = t.setup.irregularities[call.id]
    assert call.seat is not None
    t.deal(t.hand(call.seat), rule.cite, seen_by=OWNER)
    t.scratch.setdefault(ONE_HAND, set()).add(call.seat)
    t.event("remedy", rule.cite, REMEDIES["discard_to_one_hand"].sentence, seat=call.seat)
    return False


def _reset_house_hand(t: Round, call: Call) -> bool:
    """The dealer's four cards are looked at again, and two kept by the house ways."""
    rule, _ = t.setup.irregularities[call.id]
    discards = DEALER.part("discards")
    t.move(tuple(t.hands[discards]), discards, DEALER, rule.cite, "reset")
    cards = tuple(t.hands[DEALER])
    _tell_way(t, cards, rule.cite)
    t.move(_without(cards, keep_two(cards, ways(t.setup))), DEALER, discards, rule.cite, "discard")
    return False


def reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """The best five of two kept cards and the board."""
    board = held.get(COMMUNITY, ())
    hands = {hand: cards for hand, cards in played(held).items() if len(cards) == KEPT and len(board) == BOARD}
    return {hand: best_of_several_decks((*cards, *board)).in_words for hand, cards in hands.items()}


def shown(setup: Setup, carry: Mapping[str, Any], standing: Sequence[Bet], seat: int) -> list[str]:
    """Where the dealing marker lies."""
    marker = carry.get(MARKER, DEALER_POSITION)
    return [f"The dealing marker lies {f'with seat {marker}' if marker else 'before the dealer'}."]


GAME = Game(
    play=play,
    advise=advise,
    asks="natural set split surrender",
    moments=("bets", "shuffle", "deal", "dealt", "set", "reveal", "house_set", "settle"),
    hands=(DEALER, kit.COMMUNITY, kit.BURN, BOARD_BURN, DISCARD),
    draws=("house_set",),
    says=(SHOW_BURN_CARD,),
    carries=carried("new_dealer") | carried(MARKER, public=True),
    reads=reads,
    shown=shown,
    terms=(
        "burn marker deal set natural split discards surrender reveal house_ways last_house_ways board_burn board "
        "compare settle_from cut_card"
    ),
    remedies={"discard_to_one_hand": _discard_to_one_hand, "reset_house_hand": _reset_house_hand},
    settles={
        WAGER: Judged("natural surrender dealer_natural player_higher copy_hand dealer_higher"),
        SPLIT_WAGER: Judged("dealer_natural player_higher copy_hand dealer_higher"),
    },
)
