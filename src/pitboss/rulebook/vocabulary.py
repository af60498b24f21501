"""The words a rulebook file may use: what a case does to a wager, and what remedies the engine executes."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from pitboss.errors import PitbossError
from pitboss.money import Pay, parse_pay

REMEDIES = {
    "void_round": "the round is void",
    "void_hand": "the seat's hand is void",
    "return_wagers": "wagers are returned",
    "discard_card": "the card goes to the discard rack unused",
    "discard_unseen_card": "the card goes to the discard rack unseen",
    "use_as_next_card": "the card is used as the next card",
    "reshuffle": "the cards are reshuffled",
    "redeal": "the round is dealt again",
    "deal_again": "the tiles are shuffled and stacked again, and the round is dealt anew to the same wagers",
    "play_or_deal_again": "the player-dealer plays the hand as dealt, or has the tiles shuffled and dealt again",
    "show_tile": "the tile lies open and the hand stands; at a second one the player-dealer may have it dealt again",
    "recut": "the cards are cut again",
    "remove_deck": "the deck is taken out of play",
    "new_cards": "new cards are brought in",
    "no_spin": "no spin: the spin is void and the wagers stand for the next one",
    "no_roll": "no roll: nothing is decided and the dice are thrown again",
    "pass_dice": "the dice pass to the next player",
    "stands_as_placed": "the wager stands as it is positioned",
    "forfeit_wagers": "the player forfeits every wager of the round",
    "refuse": "it is not allowed and changes nothing",
    "refuse_all": "what the seat has newly wagered goes back, or the wager that is named",
    "previous_wins": "the section that went by last wins",
    "play_on": "the round is completed and settled as usual",
    "stop_game": "the game stops until it is repaired",
    "cap_at_maximum": "the wager counts up to the maximum and the excess is returned",
    "valid_as_placed": "the wager is valid as placed",
    "players_choice": "the player chooses",
    "play_or_void": "each player plays the round out or voids it",
    "bankers_third_card": "the card becomes the Banker's third card if the Banker must draw",
    "first_card_of_next_hand": "the card is the first card of the next hand",
    "phantom_hand": "a hand is dealt without wagers, the card first",
    "burn_with_one_more": "the card and one unseen card go to the discard rack",
    "banker_counts_nothing": "the Banker's cards of the initial deal count nothing, and play goes on",
    "best_of_three": "the Player's Hand counts the most that two or all three of the cards make",
    "lowest_of_two": "the Banker's Hand counts the least that two of the cards make",
    "bankers_card_or_may": "the card becomes the Banker's third card if the Banker must or may draw",
    "players_card": "the card goes to the Dominant Player",
    "burn_by_number": "the card goes to the discards with as many more, face up, as its number",
    "pass_the_bank": "the Banker passes the Bank",
    "move_the_bank": "the Bank moves on counterclockwise",
    "pass_viewing_right": "the right to view the cards passes on",
    "move_button": "the action button moves to the next active player",
    "shuffle_discards": "the discards are shuffled and the round is finished with them",
    "last_hand": "the hand is finished, one more is dealt, then the cards are reshuffled",
    "complete_hand": "the dealer completes the hand with the next cards in sequence",
    "dealer_cards_last": "the players' first two cards are finished, then the dealer gets the right number",
    "second_card_last": "the second card is dealt when all others have theirs",
    "offer_exposed_card": "the card goes to the player whose turn it is or, refused, to the dealer, or is burned",
    "void_undecided": "all hands are void and wagers not yet decided are returned",
    "card_moves_forward": "the card never moves backwards: it goes forward, is the dealer's next card, or is burned",
    "player_may_leave": "the player may leave the hand and take back what is not decided",
    "settle_trips_only": "all hands are void and wagers are returned, except that the board is dealt and Trips settled",
    "stand_once_decided": "the hands stand once every player has folded or made Play",
    "deal_by_hand": "the cards are dealt by hand, face down",
    "report_to_commission": "it is reported to the Commission at once",
    "correct_meter": "the indicator is set right, with an explanation in the records",
    "escrow_payoff": "the total progressive payoff goes into escrow",
    "meter_to_base": "the meter is set to its base amount and the game goes on",
    "return_to_meter": "the payout goes back to the meter, less the base amount",
    "shake_again": "the dice are shaken again",
    "remove_joker": "the joker that is one too many goes back to the box",
    "hand_loses": "the hand loses, whatever the others hold",
    "bank_pays_all": "the hand of the player who banks is not set again, and he pays the whole table",
    "reset_house_hand": "the house's hand is set again by the house way, as long as it may be",
    "owe_obligation": "the amount shown stays owed until it is satisfied in an approved manner",
}
"""Every remedy and what it means; the engine executes those that every game shares, a game script its own."""

TOUCHES_CARDS = frozenset(
    {
        "discard_card",
        "discard_unseen_card",
        "reshuffle",
        "redeal",
        "deal_again",
        "play_or_deal_again",
        "show_tile",
        "recut",
        "remove_deck",
        "new_cards",
        "bankers_third_card",
        "first_card_of_next_hand",
        "phantom_hand",
        "burn_with_one_more",
        "banker_counts_nothing",
        "best_of_three",
        "lowest_of_two",
        "bankers_card_or_may",
        "players_card",
        "burn_by_number",
        "shuffle_discards",
        "last_hand",
        "complete_hand",
        "dealer_cards_last",
        "second_card_last",
        "offer_exposed_card",
        "card_moves_forward",
        "deal_by_hand",
    }
)
"""Remedies that change which cards are dealt, now or later."""

LEAVES_ALONE = frozenset(
    {
        "use_as_next_card",
        "pass_dice",
        "stands_as_placed",
        "play_on",
        "stop_game",
        "cap_at_maximum",
        "valid_as_placed",
        "pass_viewing_right",
        "pass_the_bank",
        "move_the_bank",
        "move_button",
        "report_to_commission",
        "shake_again",
        "remove_joker",
    }
)
"""Remedies that change no card, and return or forfeit no wager that the table cannot judge by itself; every remedy that
is neither here nor among those that touch cards decides wagers otherwise than what was drawn does."""

CaseKind = Literal[
    "win", "multiplied", "table", "parts", "pot", "lose", "lose_half", "lose_nothing", "push", "void", "stays"
]
_OPTION = re.compile(r"\{([a-z0-9_]+)\}")
LEFT_UP = " and left up"
_PART = re.compile(r"1/([2-9]|1\d)")


@dataclass(frozen=True, slots=True)
class Result:
    """What a case does to a wager.

    What was no money, like a coupon, loses nothing when it is taken. A wager that goes into a pot gets what the script
    awards it of that. ``part`` is the share of the wager that wins where
    one wager is several in one; the rest of it loses. ``otherwise`` is what becomes of a wager whose pay table does not
    list the hand; ``left_up``: the wager is paid and lies there again.
    """

    kind: CaseKind
    pays: Pay | None = None
    less_commission: bool = False
    part: Fraction | None = None
    otherwise: Literal["lose", "push"] = "lose"
    left_up: bool = False


def parse_result(text: str) -> Result:
    """Read the result of a case.

    >>> parse_result("win 1 to 1 less commission")
    Result(kind='win', pays=To(wins=1, per=1), less_commission=True, part=None, otherwise='lose', left_up=False)
    >>> parse_result("by table").kind, parse_result("lose half").kind
    ('table', 'lose_half')
    >>> parse_result("by table else push").otherwise
    'push'
    >>> parse_result("by table on 1/5").part, parse_result("win multiplier to 1").pays
    (Fraction(1, 5), To(wins=1, per=1))
    >>> parse_result("by parts and left up").left_up
    True
    """
    if text.strip().endswith(LEFT_UP):
        return replace(parse_result(text.strip().removesuffix(LEFT_UP)), left_up=True)
    words, on, part = text.strip().partition(" on ")
    if on:
        whole = parse_result(words)
        if whole.kind in ("win", "table") and _PART.fullmatch(part):
            return replace(whole, part=Fraction(part))
        raise PitbossError(f'"{text}" is not a result; a part of a wager wins as in "by table on 1/5"')
    if words in ("win multiplier to 1", "win multiplier for 1"):
        return Result("multiplied", parse_pay(words.replace("win multiplier", "1")))
    if words in ("lose", "push", "void", "stays"):
        return Result(words)  # type: ignore[arg-type]
    if words in ("by parts", "by pot"):
        return Result("parts" if words == "by parts" else "pot")
    if words in ("lose half", "lose nothing"):
        return Result("lose_half" if words == "lose half" else "lose_nothing")
    if words in ("by table", "by table less commission"):
        return Result("table", less_commission=words.endswith("commission"))
    if words == "by table else push":
        return Result("table", otherwise="push")
    if words.startswith("win "):
        odds = words.removeprefix("win ").removesuffix(" less commission")
        return Result("win", parse_pay(odds), words.endswith(" less commission"))
    raise PitbossError(
        f'"{text}" is not a result; write "win ODDS", "win ODDS less commission", "win multiplier to 1", '
        '"by table", "by table else push", "by table on 1/5", "by parts", "by pot", "lose", "lose half", '
        '"lose nothing", "push", "void" or "stays"'
    )


def options_named(text: str) -> list[str]:
    """The options that a text like ``"{table_min}"`` refers to."""
    return _OPTION.findall(text)


def is_option(text: str) -> bool:
    """True for a text that is nothing but one option's name in braces."""
    return _OPTION.fullmatch(text) is not None
