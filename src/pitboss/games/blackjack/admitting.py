"""What only the script can judge of wagers and of a house's set-up."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from pitboss.engine.round import Round
from pitboss.errors import Refused
from pitboss.games.blackjack.held import original_wagers
from pitboss.games.blackjack.side_wagers import bonus_button, settling, streak
from pitboss.money import money
from pitboss.numerals import whole
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.setup import Setup

SHOW_BURN_CARD = "show_burn_card"
BOTH_WAYS = ("over_13", "under_13")


def admit(t: Round) -> None:
    """Refuse wagers that do not go together."""
    shows = any(SHOW_BURN_CARD in words for words in t.says.values())
    if shows and not t.term("burn")["shown"]:
        raise Refused("burned cards are not shown at this table", t.cite("burn"))
    _admit_boxes(t)
    _admit_those_behind(t)
    _admit_sides(t)
    streak.admit_streaks(t)


def _admit_boxes(t: Round) -> None:
    """Every wager goes with one that a hand is dealt for; a streak that is given up is lost in the round."""
    needed = set(original_wagers(t.setup))
    for seat in t.seats:
        bets = [bet for bet in t.bets if bet.seat == seat]
        if any(bet.wager in needed for bet in bets) or all(bet.wager in streak.WINS and bet.stood for bet in bets):
            continue
        bet = bets[0]
        raise Refused(f"seat {seat}: {bet.offer.title} needs a wager on the hand as well", bet.offer.cite)


def _admit_those_behind(t: Round) -> None:
    if not t.behind:
        return
    at_most, cite = t.term("behind_at_most"), t.cite("behind")
    for box, behind in Counter(t.behind.values()).items():
        if behind > at_most:
            raise Refused(f"seat {box}: no more than {at_most + 1} people wager on one box", cite)
    for bet in t.bets:
        if bet.seat in t.behind and bet.wager not in (*original_wagers(t.setup), *(t.term("behind_wagers") or ())):
            raise Refused(f"seat {bet.seat}: {bet.offer.title} is for whoever decides for the box", cite)


def _admit_sides(t: Round) -> None:
    for seat in t.seats:
        if all(t.bet(seat, wager) is not None for wager in BOTH_WAYS):
            offer = t.setup.offer(BOTH_WAYS[0])
            raise Refused(f"seat {seat}: a wager is over 13 or under 13, and not both", offer.cite)
        _admit_bounty(t, seat)


def _admit_bounty(t: Round, seat: int) -> None:
    """Both King's Bounty wagers keep to the maximum; whoever is at it may add a part of it for the dealer."""
    own, dealers = t.bet(seat, settling.KINGS_BOUNTY), t.bet(seat, settling.FOR_THE_DEALER)
    if dealers is None:
        return
    most, mine = dealers.offer.max, own.stake if own is not None else 0
    if most is None:
        return
    beyond = int(most * Fraction(t.term("bounty_for_dealer"))) if mine == most else 0
    if mine + dealers.stake > most + beyond:
        text = f"seat {seat}: both wagers together are at most {money(most + beyond)}"
        raise Refused(text, t.cite("bounty_for_dealer"))


def examine(setup: Setup) -> Sequence[Finding]:
    """What the options alone do not show."""
    return [*_decks(setup), *bonus_button.examine_awards(setup), *_twenty_point_cap(setup)]


def _decks(setup: Setup) -> Iterator[Finding]:
    """A number of decks that is chosen and not the one in play."""
    chosen = whole(setup.chosen.get("decks"))
    if chosen is not None and chosen != setup.decks:
        text = f"this game is played with {setup.decks} deck, and not with {chosen}"
        yield Finding("refused", "option decks", text, setup.entry.cards.cite if setup.entry.cards else "")


def _twenty_point_cap(setup: Setup) -> Iterator[Finding]:
    """The limit on what a round pays is no less than one patron could win with the minimum wager."""
    offer, limit = setup.offers.get(settling.TWENTY_POINT), setup.term("twenty_point_cap")
    if offer is None or limit is None or offer.min is None or offer.pays is None:
        return
    found = offer.pays.first(["queens_of_hearts_and_dealer_blackjack"])
    assert found is not None
    least = offer.min * Fraction(getattr(found[1], "wins", 0), getattr(found[1], "per", 1))
    if limit < least:
        text = f"{money(limit)} is less than the {money(int(least))} that the minimum wager can win"
        yield Finding("refused", "option twenty_point_cap", text, setup.cite("twenty_point_cap"))
