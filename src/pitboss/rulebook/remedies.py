"""The remedies a rulebook may order, each declared once: what it means, and what may follow from it.

The engine executes those that every game shares, a game script its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remedy:
    """A remedy: its word in the entries, and the sentence for the rule sheet.

    ``cards``: it changes which cards are dealt, now or later. ``alone``: it changes no card, and returns or forfeits no
    wager that the table cannot judge by itself; one that is neither decides wagers otherwise than what was drawn does.
    ``short``: a hand may be left short of its cards. ``anew``: a card may be dealt once more. ``loose``: a hand
    may be over by it though its seat is not out, so that a record may give cards and decisions that were never come to.
    ``amount``: it goes by how many chips were put in. ``of_a_wager`` is the sentence of a rule that names a wager,
    where it is another one.
    """

    word: str
    sentence: str
    cards: bool = False
    alone: bool = False
    short: bool = False
    anew: bool = False
    loose: bool = False
    amount: bool = False
    of_a_wager: str = ""

    def __str__(self) -> str:
        return self.sentence


def _each_once(*remedies: Remedy) -> tuple[Remedy, ...]:
    """Remedies of different words: two of one word would both mean the later one."""
    words = [remedy.word for remedy in remedies]
    twice = sorted({word for word in words if words.count(word) > 1})
    if twice:
        raise ValueError(f"declared twice: {', '.join(twice)}")
    return remedies


REMEDIES = {
    remedy.word: remedy
    for remedy in _each_once(
        Remedy("void_round", "the round is void", short=True),
        Remedy("void_hand", "the seat's hand is void", short=True),
        Remedy(
            "void_undecided_of_hand",
            "the seat's hand is void and its wagers that are not yet decided are returned",
            short=True,
        ),
        Remedy("return_wagers", "wagers are returned"),
        Remedy("by_the_count", "what is done goes by the count", cards=True, short=True),
        Remedy("discard_card", "the card goes to the discard rack unused", cards=True),
        Remedy("discard_unseen_card", "the card goes to the discard rack unseen", cards=True),
        Remedy("use_as_next_card", "the card is used as the next card", alone=True),
        Remedy("reshuffle", "the cards are reshuffled", cards=True),
        Remedy("redeal", "the round is dealt again", cards=True),
        Remedy(
            "deal_again",
            "the tiles are shuffled and stacked again, and the round is dealt anew to the same wagers",
            cards=True,
            anew=True,
        ),
        Remedy(
            "play_or_deal_again",
            "the player-dealer plays the hand as dealt, or has the tiles shuffled and dealt again",
            cards=True,
            anew=True,
        ),
        Remedy(
            "show_tile",
            "the tile lies open and the hand stands; at a second one the player-dealer may have it dealt again",
            cards=True,
            anew=True,
        ),
        Remedy("recut", "the cards are cut again", cards=True),
        Remedy("remove_deck", "the deck is taken out of play", cards=True),
        Remedy("new_cards", "new cards are brought in", cards=True),
        Remedy("no_spin", "no spin: the spin is void and the wagers stand for the next one"),
        Remedy("no_roll", "no roll: nothing is decided and the dice are thrown again"),
        Remedy("pass_dice", "the dice pass to the next player", alone=True),
        Remedy("stands_as_placed", "the wager stands as it lay when bets were closed", alone=True),
        Remedy("forfeit_wagers", "the player forfeits every wager of the round"),
        Remedy(
            "refuse",
            "it is not allowed and changes nothing",
            of_a_wager="it is not allowed: what was wagered so goes back",
        ),
        Remedy("refuse_all", "what the seat has newly wagered goes back, or the wager that is named"),
        Remedy("previous_wins", "the section that went by last wins"),
        Remedy("play_on", "the round is completed and settled as usual", alone=True),
        Remedy("stop_game", "the game stops until it is repaired", alone=True),
        Remedy("cap_at_maximum", "the wager counts up to the maximum and the excess is returned", alone=True),
        Remedy("valid_as_placed", "the wager is valid as placed", alone=True),
        Remedy("players_choice", "the player chooses"),
        Remedy("play_or_void", "each player plays the round out or voids it"),
        Remedy("bankers_third_card", "the card becomes the Banker's third card if the Banker must draw", cards=True),
        Remedy("first_card_of_next_hand", "the card is the first card of the next hand", cards=True),
        Remedy("phantom_hand", "a hand is dealt without wagers, the card first", cards=True),
        Remedy("burn_with_one_more", "the card and one unseen card go to the discard rack", cards=True),
        Remedy(
            "banker_counts_nothing",
            "the Banker's cards of the initial deal count nothing, and play goes on",
            cards=True,
        ),
        Remedy(
            "banker_stands_on_nothing",
            "the Banker's cards of the initial deal count nothing, and the Banker draws no more",
            cards=True,
        ),
        Remedy(
            "best_of_three", "the Player's Hand counts the most that two or all three of the cards make", cards=True
        ),
        Remedy("lowest_of_two", "the Banker's Hand counts the least that two of the cards make", cards=True),
        Remedy(
            "bankers_card_or_may", "the card becomes the Banker's third card if the Banker must or may draw", cards=True
        ),
        Remedy("players_card", "the card goes to the Dominant Player", cards=True),
        Remedy("burn_by_number", "the card goes to the discards with as many more, face up, as its number", cards=True),
        Remedy(
            "burn_by_value",
            "the card goes to the discards with as many more, face up, as its value; a last hand of the shoe is void",
            cards=True,
            short=True,
        ),
        Remedy("burn_exposed_card", "the exposed card is burned and the other two are the community cards", cards=True),
        Remedy("pass_the_bank", "the Banker passes the Bank", alone=True),
        Remedy("move_the_bank", "the Bank moves on counterclockwise", alone=True),
        Remedy("pass_the_shoe", "the curator passes the dealing shoe", alone=True),
        Remedy("pass_viewing_right", "the right to view the cards passes on", alone=True),
        Remedy("move_button", "the action button moves to the next active player", alone=True),
        Remedy(
            "shuffle_discards", "the discards are shuffled and the round is finished with them", cards=True, anew=True
        ),
        Remedy("burn_after_shuffle", "the first card is then burned face down", cards=True),
        Remedy("last_hand", "the hand is finished, one more is dealt, then the cards are reshuffled", cards=True),
        Remedy("complete_hand", "the dealer completes the hand with the next cards in sequence", cards=True),
        Remedy(
            "dealer_cards_last",
            "the players' first two cards are finished, then the dealer gets the right number",
            cards=True,
        ),
        Remedy(
            "dead_hand",
            "the hand is dead and its wager returned; another hand of the player is played by itself",
            short=True,
            loose=True,
        ),
        Remedy("second_card_last", "the second card is dealt when all others have theirs", cards=True),
        Remedy(
            "offer_exposed_card",
            "the card goes to the player whose turn it is or, refused, to the dealer, or is burned",
            cards=True,
        ),
        Remedy(
            "late_second_card",
            "the player takes the second card when all others have theirs, or the hand is dead and the wager returned",
            cards=True,
            short=True,
            loose=True,
        ),
        Remedy(
            "late_draw_card",
            "the player draws after the others and before the dealer, or the hand is dead and the wager returned",
            cards=True,
            loose=True,
        ),
        Remedy(
            "no_action",
            "the position has no action: its wagers go back, with a free collection button",
            short=True,
        ),
        Remedy("second_card_in_turn", "the second card is dealt when its turn to draw comes", cards=True),
        Remedy("kill_and_burn", "the card is dead and the next one is burned", cards=True),
        Remedy("burn_at_end", "the cards are burned when the hand is finished", cards=True),
        Remedy("acts_last", "the player acts after the last position, before the Banker's second card", cards=True),
        Remedy(
            "skipped_until_second_card",
            "no action and a free collection; on a total that must be hit, the Banker's second card and one more are "
            "burned, the player hits or surrenders, and the Banker gets a second card",
            cards=True,
            anew=True,
            loose=True,
        ),
        Remedy("bankers_rule", "the hand is played by the Banker's drawing rule", loose=True),
        Remedy("hit_after_all", "the player may still hit, unless a card is dealt off or two positions have acted"),
        Remedy("without_card_reader", "the hand goes on by the procedures without a card reader"),
        Remedy("return_unlit_wagers", "wagers that need the light go back"),
        Remedy("bonus_by_fixed_odds", "the wager is paid at the odds that stand in for the amount"),
        Remedy("streak_abandoned", "the wager on consecutive wins is abandoned and lost"),
        Remedy("void_undecided", "all hands are void and wagers not yet decided are returned"),
        Remedy(
            "card_moves_forward",
            "the card never moves backwards: it goes forward, is the dealer's next card, or is burned",
            cards=True,
        ),
        Remedy("player_may_leave", "the player may leave the hand and take back what is not decided"),
        Remedy(
            "settle_trips_only",
            "all hands are void and wagers are returned, except that the board is dealt and Trips settled",
            short=True,
        ),
        Remedy(
            "void_but_hole_cards",
            "all hands are void and wagers are returned, except that the bonus on a player's two cards is settled",
            short=True,
        ),
        Remedy(
            "pay_three_card_hands",
            "all hands are void and wagers are returned, except that bonuses won by three cards are paid",
            short=True,
        ),
        Remedy(
            "void_but_three_card",
            "all hands are void and wagers are returned, except that a three-card wager settled before stands",
            short=True,
        ),
        Remedy(
            "award_pot_only",
            "all wagers against the house are void and returned; the pot is awarded to the highest hand",
        ),
        Remedy(
            "forfeit_initial_wager",
            "the hand is void and the player loses the initial wager; any other goes back",
        ),
        Remedy("third_card_down", "the third card of that hand is dealt face down", cards=True),
        Remedy(
            "dead_but_bonus",
            "the hand is dead and its wagers are void; a bonus that its cards have won is paid",
            short=True,
            loose=True,
        ),
        Remedy("burn_two_later", "two successive cards are burned before the next card", cards=True),
        Remedy("stand_once_decided", "the hands stand once every player has folded or made Play"),
        Remedy("deal_by_hand", "the cards are dealt by hand, face down", cards=True),
        Remedy("shuffle_by_hand", "the cards are shuffled by hand and cut", alone=True),
        Remedy(
            "community_card",
            "the cards left and those burned are shuffled, one is burned, and one is laid out as everybody's card",
            cards=True,
            anew=True,
        ),
        Remedy("hand_dead", "the hand is dead and cannot win any part of the pot; its chips stay there"),
        Remedy("refund_hand", "the player gets back all that he put into the pot, and is out of the hand"),
        Remedy(
            "misdeal",
            "all cards and wagers go back and it is dealt again, unless there was substantial action",
            cards=True,
            anew=True,
        ),
        Remedy("refund_all_but_one", "all chips go back but those of one who knew, which stay for the next pot"),
        Remedy("act_again", "the player corrects his wager or takes it back, if the next player has not acted"),
        Remedy(
            "illegal_bet", "play goes back to the bet, unless three have called it, one has raised or all have acted"
        ),
        Remedy(
            "over_call",
            "the player says whether he raises; once the next player has acted, the amount decides what it is",
            amount=True,
        ),
        Remedy("fouled_bet", "the bet goes back if the next player has not acted, and the hand is dead"),
        Remedy("time_expires", "the player checks, or if there was a bet to him his hand is dead"),
        Remedy("exposed_card", "the card is dead, and is replaced once all have their cards", cards=True),
        Remedy("one_card_short", "the hand is played if it can be made of fewer cards; else it is dead", cards=True),
        Remedy("faced_card", "the card is dead, and the next one below takes its place", cards=True),
        Remedy(
            "out_of_cards", "the cards that are left are made to do, as the house has designated", cards=True, anew=True
        ),
        Remedy("report_to_commission", "it is reported to the Commission at once", alone=True),
        Remedy("correct_meter", "the indicator is set right, with an explanation in the records"),
        Remedy("escrow_payoff", "the total progressive payoff goes into escrow"),
        Remedy("meter_to_base", "the meter is set to its base amount and the game goes on"),
        Remedy("return_to_meter", "the payout goes back to the meter, less the base amount"),
        Remedy("shake_again", "the dice are shaken again", alone=True),
        Remedy("remove_joker", "the joker that is one too many goes back to the box", alone=True),
        Remedy("hand_loses", "the hand loses, whatever the others hold"),
        Remedy("bank_pays_all", "the hand of the player who banks is not set again, and he pays the whole table"),
        Remedy("discard_to_one_hand", "the player discards down to one hand of two cards", cards=True),
        Remedy("reset_house_hand", "the house's hand is set again by the house way, as long as it may be"),
        Remedy(
            "reset_bank_hand", "the dealer sets the hand of the player who banks again, and it does not lose by that"
        ),
        Remedy(
            "play_or_void_hand",
            "the player plays the hand, or voids it, and what is not decided is returned",
            short=True,
        ),
        Remedy("reverse_contributions", "wagers that go back have added nothing to a meter", alone=True),
        Remedy(
            "settle_bonus_only",
            "all hands are void and wagers are returned, except that bonus wagers are settled",
            short=True,
        ),
        Remedy("owe_obligation", "the amount shown stays owed until it is satisfied in an approved manner"),
    )
}


def remedied(words: Iterable[str], names_wager: bool = False) -> str:
    """What is done by some remedies, each told once.

    >>> remedied(["refuse"]), remedied(["refuse", "refuse"], names_wager=True)
    ('it is not allowed and changes nothing', 'it is not allowed: what was wagered so goes back')
    """
    found = [REMEDIES[word] for word in words if word in REMEDIES]
    return "; ".join(dict.fromkeys((names_wager and each.of_a_wager) or each.sentence for each in found))
