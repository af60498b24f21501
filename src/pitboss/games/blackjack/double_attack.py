"""Double Attack Blackjack: the dealer's first card comes before anybody else's, and players may then raise their wager.

Without tens; every win is paid 1 to 1, and hands may be surrendered until they stand. The order of play is here; what
differs from blackjack in the rules is in ``rules``, the wager on the dealer's third card is among the ``side_wagers``.
"""

from pitboss.engine.backline import BEHIND
from pitboss.engine.questions import Action, amount_named
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Judged, Script, carried
from pitboss.equipment.cards import known
from pitboss.games.blackjack import irregularities
from pitboss.games.blackjack.admitting import SHOW_BURN_CARD, admit
from pitboss.games.blackjack.dealers_turn import play_dealers_hands
from pitboss.games.blackjack.first_deal import burn_card, counts_of, deal_first_cards, has_blackjack_early
from pitboss.games.blackjack.held import (
    DEALER,
    DOUBLE_WAGER,
    INSURANCE,
    SPLIT_WAGER,
    bettors,
    boxes,
    drop_those_behind,
)
from pitboss.games.blackjack.rules import RESULTS, Rules, most_insurance
from pitboss.games.blackjack.side_wagers import settling
from pitboss.games.blackjack.turns import ASKED_ONLY_WITH, ASKS, insure, no_more_cards, take_turns
from pitboss.games.blackjack.weighing import TELLS, weighs
from pitboss.games.blackjack.why_not import why_not_asked
from pitboss.games.shoe import reshuffle_after_cut_card
from pitboss.rulebook.setup import Setup

INITIAL, ATTACK, NO_ATTACK = "initial", "double_attack", "no_double_attack"
ON_ANY_HAND = f"{RESULTS} surrendered surrendered_to_blackjack"
ON_THE_FIRST = f"{ON_ANY_HAND} blackjack both_blackjack dealer_blackjack"


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    burn_card(t)
    yield from t.moment("deal")
    drop_those_behind(t)
    if not boxes(t):
        return
    t.deal(DEALER, t.cite("deal"))
    yield from _attack(t)
    if not boxes(t):
        return
    deal_first_cards(t)
    yield from insure(t, boxes(t))
    yield from t.moment("check")
    if not has_blackjack_early(t):
        yield from take_turns(t)
    yield from t.moment("dealer")
    yield from play_dealers_hands(t)
    reshuffle_after_cut_card(t)


def _attack(t: Round) -> Script:
    """Everybody sees the dealer's card and may add to the wager; on a shared box the others if whoever decides does."""
    known(t.hands[DEALER], "the dealer's")
    for box in boxes(t):
        for seat in bettors(t, box):
            yield from t.moment("attack")
            drop_those_behind(t)
            if seat not in t.out and (seat == box or t.bet(box, ATTACK) is not None):
                yield from _offer_attack(t, seat)


def _offer_attack(t: Round, seat: int) -> Script:
    initial = t.bet(seat, INITIAL)
    assert initial is not None
    step = 0 if t.term("double_attack")["exact"] else t.setup.offer(ATTACK).unit

    def attack() -> Action:
        return Action(ATTACK, initial.stake, "now that the dealer's card is seen", step=step)

    reply = yield from t.ask(seat, lambda: (Action(NO_ATTACK), attack()), t.cite("double_attack"))
    if reply.partition(" ")[0] == ATTACK:
        t.add_bet(seat, ATTACK, stake=amount_named(reply) if step else initial.stake)


def most_added(setup: Setup, initial: int) -> int:
    """The most that a wager may ask for besides: the attack, every split, every hand doubled, and insurance."""
    rules = Rules.of(setup)
    first = 2 * initial
    further = first if setup.term("split")["added_too"] else initial
    on_hands = first + rules.splits * further
    return 2 * on_hands - initial + most_insurance(rules, initial)


GAME = Game(
    play=play,
    asks=f"{ASKS} double_attack no_double_attack",
    only_with=ASKED_ONLY_WITH,
    moments=("bets", "shuffle", "deal", "attack", "insurance", "check", "play", "dealer", "settle"),
    hands=(DEALER, "burn", "burned"),
    reads=counts_of,
    weighs=weighs,
    tells=TELLS,
    why_not_asked=why_not_asked,
    no_more_cards=no_more_cards,
    carries=carried("new_dealer"),
    terms=(
        "original_wagers added_wagers burn deal double_attack faces show second_card insurance peek play hit double "
        "split surrender dead_hand hole_card dealer blackjack bust_then_dealer_blackjack settlement cut_card behind "
        "behind_at_most"
    ),
    says=(SHOW_BURN_CARD, BEHIND),
    admit=admit,
    most_added=lambda setup, placed: most_added(setup, placed.get(INITIAL, 0)),
    remedies=irregularities.OWN,
    settles={
        **dict.fromkeys((INITIAL, ATTACK), Judged(ON_THE_FIRST)),
        SPLIT_WAGER: Judged(ON_ANY_HAND),
        DOUBLE_WAGER: Judged(f"{ON_ANY_HAND} dealer_blackjack"),
        INSURANCE: Judged("hole_card_ten hole_card_not_ten"),
        settling.OPTIONAL_BONUS: settling.SETTLES[settling.OPTIONAL_BONUS],
    },
)
