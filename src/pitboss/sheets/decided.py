"""What decided a wager, in words: the hands that were compared, the cards that a pay table was read for, the dice."""

import re
from collections.abc import Mapping

from pitboss.engine.events import SURVEILLANCE, Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.picture import hands_seen, read_hands
from pitboss.engine.round import Round
from pitboss.engine.script import Held
from pitboss.engine.weighing import OVER, TIE, UNDER, Against, Weighed
from pitboss.equipment.cards import UNKNOWN, Card
from pitboss.errors import PitbossError
from pitboss.hands.naming import Name, told_apart
from pitboss.money import Award, For, FromMeter, MeterShare, Pay, Plus, To
from pitboss.numerals import count_words
from pitboss.rulebook.offers import Pays
from pitboss.sheets.paper import in_words, told_cards

DEALERS = (Hand("dealer_3"), Hand("dealer_2"), Hand("dealer"))
"""The dealer's hands; the last one that is there is the one that is played."""
PARTS = ("high", "medium", "low")
COVER_ALL, HIGHEST = "cover_all", "highest hand"
PLAYER_HIGHER, LOWER, UNQUALIFIED = "player_higher", ("dealer_higher", "beaten", "lower"), "not_qualify"
COMPARED = ("player_higher", "dealer_higher", "tie")
BEST = ("best_hand", "highest_hand", "high_half", "low_half", "both_halves", "both_higher")
GIVEN_UP = ("fold", "surrender", "withdrawn", "hidden", "abandoned", "no_action")
BUST, OF_DEALER, EVEN_MONEY = "over_21", "dealer_", "even_money"
UNPAID, OR_LESS = " is not paid", " or less"
NOTHING = ("no ", "not ")
"""How the name of a line begins that is for hands which win nothing."""
NOTED = (", covered in part", ", cut to the payout limit")
"""What a reason says that the computation tells."""
_ENVIED = re.compile(r"envy of seat (\d+)'s ")
"""How the reason begins of what is paid for the hand of another."""


def weigh(played: Round, row: Settlement, viewer: str | int = SURVEILLANCE) -> Weighed:
    """What decided a settled wager, as values: by the game's own account, or by the hands as they lay then.

    A ``viewer`` at the table learns nothing by it of cards that lie face down.
    """
    seen = hands_seen(event.seen_from(viewer) for event in played.events_before(row))
    held = {hand: tuple(map(Card, cards)) for hand, cards in seen.items()}
    if (envied := _ENVIED.match(row.reason)) is not None:
        holder = Hand.of(played.place(int(envied[1])))
        return Weighed(on=_all_of(holder, held))
    if (found := _by_game(played, row, held)) is not None:
        return found
    if row.wager == COVER_ALL and row.line:
        return _highest_at_table(played, row, held, read_hands(played.game, played.setup, seen))
    return _by_hands(played, row, held, read_hands(played.game, played.setup, seen))


def decided_by(played: Round, row: Settlement, weighed: Weighed) -> str:
    """The case in words, and what made it so."""
    reason, case = _unpaid(row), in_words(row.case)
    for note in NOTED:
        reason = reason.removesuffix(note)
    reason = reason.removesuffix(".")
    told_as = {in_words(name): told for name, told in played.game.tells.items() if name in (row.case, row.line)}
    if reason in told_as:
        reason = case = told_as[reason]
    if weighed.against and not (row.line and weighed.made):
        told = "; ".join(_compared(row, pair, weighed) for pair in weighed.against)
        if weighed.against[0].pot:
            return told
        return f"{_qualifying(played, case if case and reason.startswith(case) else reason)}: {told}"
    told = weighed.made if weighed.made and not weighed.made.startswith(reason) else ""
    if weighed.made and not told:
        reason = weighed.made
    if reason and weighed.fact.endswith(f", {reason}"):
        return weighed.fact
    reason = _qualifying(played, reason)
    on = f"with {told_cards(weighed.on)}" if weighed.on else ""
    behind = ", ".join(part for part in (told, on, weighed.fact) if part)
    unpaid = _least_paid(played, row)
    return "; ".join(part for part in (f"{reason}: {behind}" if behind else reason, unpaid) if part)


def alike(played: Round, row: Settlement) -> bool:
    """Whether the hand of a settled wager, or a part of it, was the same as the dealer's or the bank's."""
    seen = hands_seen(played.events_before(row))
    reads = read_hands(played.game, played.setup, seen)
    hand = Hand.of(played.place(row.seat), row.hand)
    bank = _bank(played, row, {each: tuple(map(Card, cards)) for each, cards in seen.items()})
    pairs = [(hand, bank), *((hand.part(part), bank.part(part)) for part in PARTS)]
    names = [told_apart(reads[ours], reads[theirs]) for ours, theirs in pairs if ours in reads and theirs in reads]
    return any(ours == theirs for ours, theirs in names)


def qualifying(reason: str, needed: str = "") -> str:
    """A case that says first whether the dealer's hand counts, in words; where it does not, what it would need.

    >>> qualifying("qualified player higher"), qualifying("unqualified tie", "a pair")
    ('the dealer qualifies, player higher', 'the dealer does not qualify without a pair or better, tie')
    """
    without = f" without {needed} or better" if needed else ""
    unqualified = f"the dealer does not qualify{without}, "
    for word, told in (("qualified ", "the dealer qualifies, "), ("unqualified ", unqualified)):
        if reason.startswith(word):
            return told + reason.removeprefix(word)
    return reason


def _qualifying(played: Round, reason: str) -> str:
    return qualifying(reason, _needed(played))


def _short_of(has: str, needed: str) -> str:
    """What the dealer has, and what it takes to qualify.

    >>> _short_of("ace-queen high", "ace-king high")
    'the dealer has ace-queen high and needs ace-king high or better'
    >>> _short_of("flush, six high", "flush, nine high")
    'the dealer has flush, six high, and needs flush, nine high, or better'
    """
    told = [f"the dealer has {has}"] if has else []
    if needed:
        told.append(f"{'' if has else 'the dealer '}needs {needed}{',' * (',' in needed)} or better")
    return f"{',' * (',' in has)} and ".join(told)


def _needed(played: Round) -> str:
    """The least hand with which the dealer's counts, where the game has one."""
    return "" if played.game.qualifies_with is None else played.game.qualifies_with(played.setup)


# -- as values --------------------------------------------------------------------------------------------------------


def _by_game(played: Round, row: Settlement, held: Held) -> Weighed | None:
    """The game's own account; none where it depends on cards that the record does not give."""
    if played.game.weighs is None:
        return None
    try:
        return played.game.weighs(played, row, held)
    except PitbossError:
        return None


def _highest_at_table(played: Round, row: Settlement, held: Held, reads: Mapping[Hand, str]) -> Weighed:
    """The hand of the table that a wager on all of them goes by."""
    told = next((event for event in reversed(played.events_before(row)) if event.kind == HIGHEST), None)
    if told is None:
        return Weighed()
    dealt = sum(hand in (Hand.of(hand.owner or 0), DEALERS[-1]) for hand in held)
    offer = played.setup.offers.get(row.wager)
    line = None if offer is None or offer.pays is None else offer.pays.lines.get(row.line)
    among = f", at the odds for {dealt} hands" if isinstance(line, Mapping) and str(dealt) in line else ""
    best = Hand(told.value)
    return Weighed(on=held.get(best, ()), made=reads.get(best, ""), fact=told.text + among)


def _by_hands(played: Round, row: Settlement, held: Held, reads: Mapping[Hand, str]) -> Weighed:
    """The seat's hand against the dealer's or the bank's, part by part where it is set in parts, or by itself."""
    if not (row.case or row.line) or row.case.startswith(GIVEN_UP):
        return Weighed()
    hand, bank = Hand.of(played.place(row.seat), row.hand), _bank(played, row, held)
    if parts := [part for part in _parts(hand, reads) if part in _parts(bank, reads)]:
        if row.line:
            return Weighed(on=_all_of(hand, held))
        return Weighed(tuple(Against.of(reads[hand.part(part)], reads[bank.part(part)], part) for part in parts))
    ours, theirs = reads.get(hand, ""), reads.get(bank, "")
    if row.line and (_names(row.line, ours) or not (theirs and row.case.endswith(COMPARED))):
        return Weighed(made=ours) if _names(row.line, ours) else Weighed(on=_all_of(hand, held))
    if row.case == EVEN_MONEY:
        return Weighed(made=ours)
    if UNQUALIFIED in row.case:
        return Weighed(on=held.get(bank, ()), fact=_short_of(_with_next_card(theirs), _needed(played)))
    if not ours:
        return Weighed(on=_all_of(bank if row.case.startswith(OF_DEALER) else hand, held))
    if not theirs or row.case == BUST:
        return Weighed(made=ours)
    pair = Against.of(_as_counted(ours, row), _as_counted(theirs, row))
    same = pair.ours == pair.theirs and PLAYER_HIGHER in row.case
    if same and len(held[hand]) != len(held[bank]):
        in_cards = [f"{pair.ours} in {count_words(len(held[each]), 'card')}" for each in (hand, bank)]
        return Weighed((Against.of(*in_cards),))
    return Weighed((pair,), on=(*held[hand], *held[bank]) if same else ())


def _as_counted(name: str, row: Settlement) -> str:
    """An ace and a ten that came together otherwise than by the deal count 21, and no more."""
    return "21" if name == "blackjack" and "blackjack" not in row.case else name


def _bank(played: Round, row: Settlement, held: Held) -> Hand:
    """The hand that a seat's plays against: the dealer's, the last where he has several, or the player's who banks."""
    if played.player_dealer is not None and row.seat != played.player_dealer.seat:
        banker = Hand.of(played.player_dealer.seat)
        if banker in held or _parts(banker, held):
            return banker
    return next((each for each in DEALERS if each in held or _parts(each, held)), DEALERS[-1])


def _with_next_card(name: str) -> str:
    """A hand that is but a high card, with the next one: a dealer may need both.

    >>> from pitboss.hands.naming import high
    >>> _with_next_card(high("", ["ace", "queen", "nine"])), _with_next_card("pair of twos")
    ('ace-queen high', 'pair of twos')
    """
    if not isinstance(name, Name) or "," in name or not name.endswith(" high"):
        return name
    return name.at_length[:2][-1]


def _parts(hand: Hand, held: Mapping[Hand, object]) -> list[str]:
    """The parts in which a hand lies."""
    return [part for part in PARTS if hand.part(part) in held]


def _all_of(hand: Hand, held: Held) -> tuple[Card, ...]:
    """All pieces of a hand, set or not; none where some are not known."""
    pieces = tuple(piece for each in (hand, *(hand.part(part) for part in PARTS)) for piece in held.get(each, ()))
    return () if UNKNOWN in pieces else pieces


def _names(line: str, ours: str) -> bool:
    """Whether a hand's name says what a line of a pay table is called.

    >>> _names("straight_flush", "straight flush, nine high"), _names("pair_of_jacks_or_better", "pair of aces")
    (True, True)
    >>> _names("high_card", "king high"), _names("mini_royal", "ace high"), _names("pair", "two pair, aces and tens")
    (True, False, False)
    """
    if line == "high_card":
        return ours.endswith(" high") and "," not in ours
    kind = {"three_of_a_kind": "three ", "four_of_a_kind": "four ", "five_of_a_kind": "five "}.get(line)
    words = kind or in_words(line).partition(" of ")[0]
    return ours.replace("-", " ").startswith(words)


# -- in words ---------------------------------------------------------------------------------------------------------


def _compared(row: Settlement, pair: Against, weighed: Weighed) -> str:
    part = f"{pair.part} hand " if pair.part else ""
    part = f"in {'the ' * (pair.pot == 'pot')}{pair.pot} {part}" if pair.pot else part
    if weighed.on:
        return f"{part}{pair.ours} each, of {told_cards(weighed.on)}"
    first, word, second = pair.ours, "against", pair.theirs
    if first == second:
        if pair.result == TIE or pair.part:
            return f"{part}{first}{',' * (',' in first)} each, a {'tie' if pair.result == TIE else 'copy'}"
    elif pair.result == OVER or (not pair.result and (PLAYER_HIGHER in row.case or row.case in BEST)):
        word = "over"
    elif pair.result == UNDER or (not pair.result and any(name in row.case for name in LOWER)):
        first, word, second = pair.theirs, "over", pair.ours
    return f"{part}{first}{',' * (',' in first)} {word} {second}"


def _unpaid(row: Settlement) -> str:
    """The reason, with a hand that is not paid by its own name where a journal has one for all hands up to some other.

    A flush at Two Card Joker Poker is a "straight or less"; a straight is paid.
    """
    name = row.reason.removesuffix(UNPAID)
    if name != row.reason and name.startswith(NOTHING):
        return name
    if name == row.reason or (name and not name.endswith(OR_LESS)):
        return row.reason
    return f"{in_words(row.line) if row.line else 'the hand'}{UNPAID}"


def _least_paid(played: Round, row: Settlement) -> str:
    """Where a pay table has no line for a hand, the line that pays least: what it would have taken."""
    offer = played.setup.offers.get(row.wager)
    if not row.reason.endswith(UNPAID) or offer is None or offer.pays is None:
        return ""
    found = _least(offer.pays, row.line.rstrip("0123456789")) or _least(offer.pays)
    return "" if found is None else f"the least that is paid is {in_words(found[0])}, {found[1]}"


def _least(pays: Pays, kind: str = "") -> tuple[str, Pay] | None:
    """The line of a pay table at the lowest odds, of those of a kind; nothing where they are not all odds or sums."""
    lines = {line: pay for line, pay in pays.lines.items() if line.startswith(kind)}
    worth = {line: (_worth(pay), pay) for line, pay in lines.items() if not isinstance(pay, Mapping)}
    known = {line: (amount, pay) for line, (amount, pay) in worth.items() if amount is not None}
    if not known:
        return None
    line = min(reversed(known), key=lambda name: known[name][0])  # of equal ones the last, which takes least
    return line, known[line][1]


def _worth(pay: Pay) -> float | None:
    match pay:
        case To() | For():
            return pay.wins / pay.per
        case Plus():
            return _worth(pay.odds)
        case Award() | FromMeter():
            return float(pay.amount)
        case MeterShare():
            return float("inf")
    return None
