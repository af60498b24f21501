"""Casino War: one card each, the higher wins; on a tie the player gives up half or goes to war with a second card."""

from collections.abc import Iterator, Sequence

from pitboss.engine.backline import WORDS
from pitboss.engine.events import Settlement
from pitboss.engine.fees import admit_promotional_chips
from pitboss.engine.hands import Hand
from pitboss.engine.progressive import pay_envy
from pitboss.engine.questions import Action, amount_named
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script, carried
from pitboss.engine.wagers import Bet
from pitboss.engine.weighing import Against, Weighed
from pitboss.equipment.cards import Card, known
from pitboss.games.misdealt import card_moves_forward, player_may_leave
from pitboss.games.shoe import burn, burn_first_card, reshuffle_after_cut_card
from pitboss.hands.poker import RANKS_IN_WORDS
from pitboss.money import MOST_CENTS, money
from pitboss.rulebook.setup import Setup

PLAYER_HIGHER, DEALER_HIGHER, TIE, NO_TIE = "player_higher", "dealer_higher", "tie", "no_tie"
WAR, SURRENDER = "war", "surrender"
TIE_WAR, PROGRESSIVE = "tie_war", "progressive"
CHOOSE = "choose"
ORIGINAL_DEAL, WAR_DEAL = 0, 1
Cards = tuple[Card, Card]
"""The player's card and the dealer's of one deal."""


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    burn_first_card(t)
    yield from t.moment("deal")
    _deal(t)
    yield from t.moment("compare")
    yield from _settle_original_deal(t)
    if t.bets_on(WAR):
        yield from _go_to_war(t)
    _pay_envy(t)
    reshuffle_after_cut_card(t)


def result_of(cards: Cards) -> str:
    """Who has the higher card; the suit has no effect.

    >>> result_of((Card("Ac"), Card("Kd"))), result_of((Card("7h"), Card("7s")))
    ('player_higher', 'tie')
    """
    player, dealer = cards
    if player.rank == dealer.rank:
        return TIE
    return PLAYER_HIGHER if player.rank > dealer.rank else DEALER_HIGHER


def tie_case(result: str) -> str:
    """What a result is for a wager on a tie."""
    return TIE if result == TIE else NO_TIE


def base_case(setup: Setup, war: str) -> str:
    """What becomes of the first wager of a player at war: collected beforehand, or at stake like the war wager."""
    return "collected_for_war" if setup.term("war_base") == "collected" else f"war_{war}"


def base_wager(setup: Setup) -> str:
    """The wager that every player makes, whatever the rulebook calls it: the one that a war wager equals."""
    return setup.offer(WAR).equals or ""


PROGRESSIVE_NAMES = (TIE, "suited_tie", "double_tie", "four_of_a_kind", "suited_double_tie", "suited_four_of_a_kind")


def progressive_names(original: Cards, war: Cards | None = None) -> tuple[str, ...]:
    """What a tie on the original deal is for the progressive, finest first; ``war`` are the cards of a war.

    >>> progressive_names((Card("Kd"), Card("Kd")), (Card("5h"), Card("5h")))
    ('suited_double_tie', 'double_tie', 'suited_tie', 'tie')
    >>> progressive_names((Card("6c"), Card("6d")), (Card("Ts"), Card("3h")))
    ('tie',)
    """
    names = [TIE]
    if _suited(original):
        names.append("suited_tie")
    if war is not None and result_of(war) == TIE:
        names.append("double_tie")
        of_a_kind = original[0].rank == war[0].rank
        if of_a_kind:
            names.append("four_of_a_kind")
        if _suited(original) and _suited(war):
            names.append("suited_double_tie")
        if of_a_kind and _suited((*original, *war)):
            names.append("suited_four_of_a_kind")
    return tuple(reversed(names))


def _suited(cards: Sequence[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


# -- The original deal -----------------------------------------------------------------------------------------------


def _deal(t: Round) -> None:
    """One card face up to each player, and one to the dealer."""
    for hand in _hands(t, t.live):
        t.deal(hand, t.cite("deal"))


def _hands(t: Round, seats: Sequence[int]) -> list[str]:
    """The places where these seats' wagers lie, from the dealer's left, and the dealer's; none without wagers."""
    places = sorted({t.place(seat) for seat in seats})
    return [*(f"seat {place}" for place in places), "dealer"] if places else []


def _settle_original_deal(t: Round) -> Script:
    """Round by round as the rulebook orders them, seat by seat; tied players choose when their turn comes."""
    for steps in t.term("settle_original"):
        for seat in _order(t):
            for step in steps:
                if step == CHOOSE:
                    yield from _choose(t, seat)
                elif bet := _open_bet(t, seat, step):
                    _settle_by_original_deal(t, bet)


def _order(t: Round) -> list[int]:
    """The order in which hands are compared; a backline bettor comes after the player he stands behind."""
    way = -1 if t.term("compare") == "from_right" else 1
    return sorted(t.live, key=lambda seat: (way * t.place(seat), seat))


def _settle_by_original_deal(t: Round, bet: Bet) -> None:
    """On a tie, what the war may still decide is left alone."""
    result = result_of(_cards(t, bet.seat, ORIGINAL_DEAL))
    if bet.wager not in (base_wager(t.setup), PROGRESSIVE):
        t.settle(bet, tie_case(result))
    elif result != TIE:
        t.settle(bet, NO_TIE if bet.wager == PROGRESSIVE else result)


def _choose(t: Round, seat: int) -> Script:
    """A tied player surrenders half of the wager, or adds a war wager; once a bank is exhausted there is neither."""
    base = _open_bet(t, seat, base_wager(t.setup))
    if base is None:
        return
    if t.player_dealer is not None and t.player_dealer.exhausted:
        t.settle(base, SURRENDER)
        return
    yield from t.moment("choose")
    given_up = t.term("war_base") == "collected"
    war = Action(WAR, base.stake, f"{'the first wager is given up, and ' if given_up else ''}a second card decides")
    surrender = Action(SURRENDER, text=f"give up {money(base.stake // 2)}")
    match (yield from t.ask(seat, (war, surrender), t.cite("choose"))):
        case "war":
            t.add_bet(seat, WAR)
            yield from _offer_tie_wager(t, base)
        case "surrender":
            t.settle(base, SURRENDER)
            if bet := _open_bet(t, seat, PROGRESSIVE):
                t.settle(bet, TIE, progressive_names(_cards(t, seat, ORIGINAL_DEAL)))


def _offer_tie_wager(t: Round, base: Bet) -> Script:
    """Where the rulebook has it, a player at war may also bet that the war deal ties."""
    offer = t.setup.offers.get(TIE_WAR)
    if offer is None:
        return
    most = MOST_CENTS if offer.max is None else offer.max
    wager = Action(TIE_WAR, most, "that the war ties", step=offer.unit, least=offer.min or 0, usual=base.stake)
    choice = yield from t.ask(base.seat, (Action("no_tie_wager"), wager), t.cite("choose_tie_war"))
    if choice.startswith(TIE_WAR):
        t.add_bet(base.seat, TIE_WAR, stake=amount_named(choice))


def why_not_asked(t: Round, seat: int, word: str) -> tuple[str, str] | None:
    """Only a tie leaves a player something to choose."""
    dealt = f"seat {t.place(seat)}" in t.hands and "dealer" in t.hands
    if word not in (WAR, SURRENDER) or not dealt or t.bet(seat, base_wager(t.setup)) is None:
        return None
    ours, theirs = (RANKS_IN_WORDS[card.rank] for card in _cards(t, seat, ORIGINAL_DEAL))
    if ours == theirs:
        return "that is decided already", t.cite(CHOOSE)
    return f"{ours} against {theirs} is no tie, and only a tie leaves a choice", t.cite(CHOOSE)


# -- The war ---------------------------------------------------------------------------------------------------------


def _go_to_war(t: Round) -> Script:
    _collect_base_wagers(t)
    _match_war_wagers(t)
    yield from t.moment("war_deal")
    _deal_war_cards(t)
    yield from t.moment("war_compare")
    for seat in _at_war(t):
        for wager in t.term("settle_war"):
            if bet := _open_bet(t, seat, wager):
                _settle_by_war(t, bet)


def _at_war(t: Round) -> list[int]:
    return [seat for seat in _order(t) if t.bet(seat, WAR)]


def _collect_base_wagers(t: Round) -> None:
    """Where going to war gives up the first wager, it is collected before the cards are dealt."""
    if t.term("war_base") == "collected":
        for seat in _at_war(t):
            if base := _open_bet(t, seat, base_wager(t.setup)):
                t.settle(base, "collected_for_war")


def _match_war_wagers(t: Round) -> None:
    """A player who banks puts up as much as all war wagers; it joins what covers the round."""
    if t.player_dealer is None:
        return
    called_for = sum(bet.stake for bet in t.bets_on(WAR))
    put_up = t.player_dealer.put_up(called_for)
    how = "matches the War wagers" if put_up == called_for else "cannot match the War wagers in full"
    t.event("match", t.cite("war_match"), f"the player-dealer {how}", amount=put_up)


def _deal_war_cards(t: Round) -> None:
    """Cards are burned once or before each card; then one face up to each player at war, and one to the dealer."""
    for number, hand in enumerate(_hands(t, _at_war(t))):
        if number == 0 or t.term("war_burn")["before"] == "each_card":
            burn(t, t.term("war_burn")["cards"], "war_burn")
        t.deal(hand, t.cite("war_deal"))


def _settle_by_war(t: Round, bet: Bet) -> None:
    war = _cards(t, bet.seat, WAR_DEAL)
    result = result_of(war)
    if bet.wager == base_wager(t.setup):
        t.settle(bet, base_case(t.setup, result))
    elif bet.wager == WAR:
        t.settle(bet, result)
    elif bet.wager == PROGRESSIVE:
        t.settle(bet, TIE, progressive_names(_cards(t, bet.seat, ORIGINAL_DEAL), war))
    else:
        t.settle(bet, tie_case(result))


def _cards(t: Round, seat: int, deal: int) -> Cards:
    """A seat's card and the dealer's, of the original deal or of the war deal."""
    player, dealer = t.hands[f"seat {t.place(seat)}"][deal], t.hands["dealer"][deal]
    known([player], f"seat {t.place(seat)}'s")
    known([dealer], "the dealer's")
    return player, dealer


def _open_bet(t: Round, seat: int, wager: str) -> Bet | None:
    """A seat's wager that is not settled yet."""
    bet = t.bet(seat, wager)
    return bet if bet is not None and not bet.outcome and seat not in t.out else None


# -- The end of the round --------------------------------------------------------------------------------------------


def _pay_envy(t: Round) -> None:
    """Whoever made the progressive wager is paid for the best hand of every other player."""
    bets = [bet for seat in _order(t) if (bet := t.bet(seat, PROGRESSIVE))]
    if bets:
        pay_envy(t, bets, _at_war(t), lambda seat: progressive_names(*_both_deals(t, seat)))


def _both_deals(t: Round, seat: int) -> Iterator[Cards]:
    for deal in (ORIGINAL_DEAL, WAR_DEAL):
        yield _cards(t, seat, deal)


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """The card of the deal that decided against the dealer's; of the progressive all cards that came."""
    dealt = [held.get(Hand(hand), ()) for hand in (f"seat {t.place(row.seat)}", "dealer")]
    if row.wager == PROGRESSIVE:
        return Weighed(on=tuple(card for cards in dealt for card in cards))
    war = row.wager in (WAR, TIE_WAR) or row.case.startswith("war_")
    at = WAR_DEAL if war else ORIGINAL_DEAL
    if not row.case or any(len(cards) <= at or not cards[at].known for cards in dealt):
        return None
    ours, theirs = (RANKS_IN_WORDS[cards[at].rank] for cards in dealt)
    return Weighed((Against(ours, theirs),))


# -- Irregularities, and what only the script can judge --------------------------------------------------------------


GAME = Game(
    play=play,
    asks="war surrender tie_war no_tie_wager stay leave",
    only_with={
        **dict.fromkeys(("tie_war", "no_tie_wager"), "tie_war"),
        **dict.fromkeys(("stay", "leave"), "player_may_leave"),
    },
    weighs=weighs,
    why_not_asked=why_not_asked,
    moments=("bets", "shuffle", "deal", "compare", "choose", "war_deal", "war_compare"),
    hands=("dealer", "burn", "war_burn"),
    carries=carried("new_dealer"),
    terms=(
        "burn deal compare settle_original choose war_burn war_deal war_base settle_war cut_card choose_tie_war? "
        "war_match?"
    ),
    says=WORDS,
    admit=admit_promotional_chips,
    remedies={
        "card_moves_forward": card_moves_forward,
        "player_may_leave": player_may_leave,
    },
    settles={
        "base": Judged(
            "dealer_higher player_higher war_dealer_higher war_player_higher war_tie surrender collected_for_war"
        ),
        "initial": Judged("dealer_higher player_higher war_dealer_higher war_player_higher war_tie surrender"),
        "war": Judged("dealer_higher player_higher tie"),
        **dict.fromkeys(("tie", "tie_original", "tie_war"), Judged("tie no_tie")),
        PROGRESSIVE: Judged("tie no_tie", PROGRESSIVE_NAMES),
    },
)
