"""Wagers: reading them, and judging whether this table takes them. Nothing is changed when one is refused."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.engine.backline import admit_behind
from pitboss.engine.events import VIEWERS
from pitboss.engine.script import Game
from pitboss.errors import PitbossError, Refused, Unreadable, quoted, suggest
from pitboss.money import Money, cents, money
from pitboss.rulebook.model import BetRule
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.resolve import fill
from pitboss.rulebook.setup import Setup


@dataclass(slots=True)
class Bet:
    """Money on one spot of the layout.

    ``added`` is what the round itself put on top (a parlay); ``outcome`` is empty until the wager is settled.
    ``stood`` is what lay there from rounds before: that amount is not judged again. ``goes_to`` is the spot a wager
    that stays moves to; ``left_up`` marks one that was decided and lies there again, as if it were made anew. ``hand``
    is the number of the seat's hand that it belongs to. ``lammer`` is the amount that a lammer stands for where
    one lies there instead of chips. ``case`` is the entry's case that decided it last.
    """

    seat: int
    offer: Offer
    stake: int
    on: str | None = None
    added: int = 0
    outcome: str = ""
    stood: int = 0
    goes_to: str | None = None
    left_up: bool = False
    hand: int = 1
    lammer: int = 0
    case: str = ""

    @property
    def wager(self) -> str:
        return self.offer.id

    @property
    def plays_for(self) -> int:
        """What odds are paid on: the chips, or what a lammer stands for."""
        return self.stake or self.lammer

    @property
    def key(self) -> tuple[int, str, str | None, int]:
        return (self.seat, self.offer.id, self.on, self.hand)

    @property
    def name(self) -> str:
        return f"{self.offer.id} {self.on}" if self.on else self.offer.id

    def fresh(self) -> "Bet":
        """The same chips before anything happened to them."""
        return Bet(self.seat, self.offer, self.stake - self.added, self.on, stood=self.stood)

    @property
    def standing(self) -> "Bet | None":
        """What is on the layout when the round is over; None when the wager is gone."""
        if self.outcome != "stays" and not self.left_up:
            return None
        stake = self.stake - self.added
        return Bet(self.seat, self.offer, stake, self.goes_to or self.on, stood=0 if self.left_up else stake)


def read_bets(setup: Setup, game: Game, seat: int, wagers: Mapping[str, Money]) -> list[Bet]:
    """Read a seat's wagers: ``{"ante": 10, "split 8-11": "2.50"}``."""
    bets: dict[tuple[int, str, str | None, int], Bet] = {}
    for name, amount in wagers.items():
        wager, _, spot = str(name).strip().partition(" ")
        offer = _offer(setup, game, wager, spot.strip())
        try:
            stake = cents(amount)
        except PitbossError as error:
            raise Unreadable(f"seat {seat}, {wager}: {error.sentence}") from error
        bet = Bet(seat, offer, stake, _spot(setup, game, offer, spot.strip()))
        if bet.key in bets:
            raise Refused(f"seat {seat} placed {bet.name} twice; put it down once with the whole amount")
        bets[bet.key] = bet
    return list(bets.values())


def proper_name(setup: Setup, game: Game, name: str) -> str:
    """A wager's name as the entry has it, whatever rulebook it was named by, and its spot as the layout writes it.

    >>> from pitboss.games import game_of
    >>> from pitboss.rulebook import load
    >>> setup = Setup.of(load("chapter4/roulette"))
    >>> proper_name(setup, game_of(setup.entry), "corner 5-4-2-1"), proper_name(setup, game_of(setup.entry), "straight")
    ('four_number 1-2-4-5', 'straight_up')
    """
    wager, _, spot = str(name).strip().partition(" ")
    if not spot.strip():
        return setup.offer(wager).id
    return read_bets(setup, game, 0, {name: 0})[0].name


def by_proper_names(setup: Setup, game: Game, seat: int, wagers: Mapping[str, str]) -> dict[str, str]:
    """A seat's wagers under the names of the entry: so a journal has them."""
    bets = read_bets(setup, game, seat, wagers)
    return {bet.name: amount for bet, amount in zip(bets, wagers.values(), strict=True)}


def _offer(setup: Setup, game: Game, wager: str, spot: str) -> Offer:
    """The wager that a name means; where it means several, the one that has the spot."""
    meant = () if wager in setup.offers else setup.meant(wager)
    if len(meant) > 1:
        for offer in [setup.offers[name] for name in meant if name in setup.offers]:
            try:
                _spot(setup, game, offer, spot)
            except Refused:
                continue
            return offer
    return setup.offer(wager, spot)


def _spot(setup: Setup, game: Game, offer: Offer, spot: str) -> str | None:
    if not offer.spots:
        if spot:
            raise Refused(f'{offer.title} is placed on no particular spot, but "{spot}" was named', offer.cite)
        return None
    if game.spot is None:
        raise AssertionError(f"{offer.id} has spots, and the script does not read them")
    return game.spot(setup, offer, spot) or None


def admit(
    setup: Setup,
    bets: Sequence[Bet],
    players: Mapping[int, str],
    waived: Iterable[tuple[int, str]] = (),
    behind: Mapping[int, int] | None = None,
) -> None:
    """Refuse, with its clause, the first thing about these bets that the rulebook does not allow.

    ``waived`` names wagers whose amount is not judged: an irregularity deals with it. ``behind`` says behind which
    place a backline bettor stands.
    """
    waived = set(waived)
    for player in players.values():
        if not isinstance(player, str):
            raise Refused(f"{quoted(player)} is not a player's name")
        if player in VIEWERS:
            raise Refused(f'"{player}" is not a player\'s name: it stands for a view of the table')
    if len({bet.key for bet in bets}) < len(bets):
        key = next(key for key, times in Counter(bet.key for bet in bets).items() if times > 1)
        raise Refused(f"seat {key[0]} placed {key[1]} twice; put it down once with the whole amount")
    by_seat: dict[int, list[Bet]] = {}
    for bet in bets:
        by_seat.setdefault(bet.seat, []).append(bet)
    for seat, placed in by_seat.items():
        if behind and seat in behind:
            admit_behind(setup, seat, behind[seat], by_seat)
        elif not 1 <= seat <= setup.seats:
            raise Refused(f"there is no seat {seat}; this table has {setup.seats}", setup.entry.seats.cite)
        for bet in placed:
            if bet.offer.placed != "before_deal":
                names = {other.wager for other in placed}
                raise Refused(f"seat {seat}: {_made_later(setup, bet.offer, seat, names)}", bet.offer.cite)
            judged = (seat, bet.wager) not in waived and (seat, bet.name) not in waived
            if bet.stake <= 0 or (judged and bet.stake != bet.stood):
                admit_amount(bet)
            # One that stands as it was is tied still, to a wager that may have changed.
            if judged and (fault := comes_apart(bet, placed)):
                raise fault
            if fault := needs_more(setup, bet, placed):
                raise fault
        for rule in setup.bet_rules:
            if fault := broken_by(setup, rule, seat, placed):
                raise fault
    _admit_positions(setup, players, sorted(by_seat))


def admit_words(game: Game, says: Mapping[int, Sequence[str]], seats: Container[int]) -> None:
    """Refuse words that go with the wagers, where the game knows none such or they are nobody's."""
    for seat, words in says.items():
        if seat not in seats:
            raise Refused(f"seat {seat} has no wager in this round")
        for word in words:
            if word.partition(" ")[0] not in game.says:
                known = f"; {suggest(word, game.says)}" if game.says else ""
                raise Refused(f'seat {seat}: "{word}" means nothing at this table{known}')


def _made_later(setup: Setup, offer: Offer, seat: int, names: Container[str]) -> str:
    """Why a wager is not placed before the deal, and what it goes with that the seat has not made."""
    base = setup.offers.get(offer.equals or "")
    how = "is paid of itself" if offer.placed == "automatic" else "is made in the round"
    if base is not None and base.id not in names:
        how += f", and goes with {base.title}, which seat {seat} has not made"
    return f"{offer.title} is not made before the deal: it {how}"


def admit_amount(bet: Bet) -> None:
    offer, stake = bet.offer, bet.stake
    where = f"seat {bet.seat}, {offer.title}"
    if stake <= 0:
        raise Refused(f"{where}: a wager is more than zero", offer.amount_cite)
    if offer.exactly is not None and stake != offer.exactly:
        raise Refused(f"{where}: the wager is exactly {money(offer.exactly)}", offer.amount_cite)
    if offer.one_of and stake not in offer.one_of:
        raise Refused(f"{where}: the wager is {' or '.join(map(money, offer.one_of))}", offer.amount_cite)
    if offer.min is not None and stake < offer.min:
        raise Refused(f"{where}: {money(stake)} is under the minimum of {money(offer.min)}", offer.amount_cite)
    if offer.max is not None and stake > offer.max:
        raise Refused(f"{where}: {money(stake)} is over the maximum of {money(offer.max)}", offer.amount_cite)
    admit_unit(bet, offer.unit_on(bet.on))


def admit_unit(bet: Bet, unit: int) -> None:
    """Refuse an amount that is no multiple of what the rulebook says, or cannot be paid exactly; name the nearest."""
    if bet.stake % unit:
        low = bet.stake - bet.stake % unit
        near = " or ".join(money(amount) for amount in (low, low + unit) if amount)
        whole, chips = bet.offer.multiple_of, bet.offer.chips
        why = f"is no multiple of {money(whole)}" if bet.stake % whole else "cannot be paid exactly"
        if chips and bet.stake % whole:
            why = f"is not {chips} chips of {money(whole // chips)} each, nor a multiple of them"
        raise Refused(
            f"seat {bet.seat}, {bet.offer.title}: {money(bet.stake)} {why}; the nearest amounts are {near}",
            bet.offer.amount_cite,
        )


def comes_apart(bet: Bet, placed: Sequence[Bet]) -> Refused | None:
    """Why a wager has not the amount that another of the seat gives it; None where it has."""
    if bet.offer.equals is None:
        return None
    base = next((other for other in placed if other.wager == bet.offer.equals), None)
    if base is not None and bet.offer.or_less and bet.stake > base.stake:
        return Refused(
            f"seat {bet.seat}: {bet.offer.title} is at most {base.offer.title}, {money(base.stake)} and not "
            f"{money(bet.stake)}",
            bet.offer.amount_cite,
        )
    times = bet.offer.tied_times
    if base is not None and base.stake * times != bet.stake and not bet.offer.or_less:
        tied = "equal" if times == 1 else f"be {times} times"
        return Refused(
            f"seat {bet.seat}: {bet.offer.title} must {tied} {base.offer.title}, {money(base.stake * times)} and not "
            f"{money(bet.stake)}",
            bet.offer.amount_cite,
        )
    return None


def needs_more(setup: Setup, bet: Bet, placed: Sequence[Bet]) -> Refused | None:
    """Why a wager cannot be made beside these of the seat; None where it can."""
    for need in bet.offer.needs:
        if not any(other.wager == need for other in placed):
            title = setup.entry.wagers[need].title
            return Refused(f"seat {bet.seat}: {bet.offer.title} needs {title} as well", bet.offer.cite)
    return None


def broken_by(setup: Setup, rule: BetRule, seat: int, placed: Sequence[Bet]) -> Refused | None:
    """Why a seat's wagers together break a rule; None where they do not."""
    names = {bet.wager for bet in placed}
    if rule.if_placed is not None and rule.if_placed not in names:
        return None
    broken = (
        (rule.any_of and not names & set(rule.any_of))
        or (rule.all_of and not set(rule.all_of) <= names)
        or _breaks_ratio(setup, rule, placed)
    )
    return Refused(f"seat {seat}: {rule.text}", rule.cite) if broken else None


def _breaks_ratio(setup: Setup, rule: BetRule, placed: Sequence[Bet]) -> bool:
    if rule.wager is None and not rule.total_of:
        return False
    counted = set(rule.total_of) | ({rule.wager} if rule.wager else set())
    amount = sum(bet.stake for bet in placed if bet.wager in counted)
    if rule.of is None:
        low, high = (_figure(setup, bound) for bound in (rule.at_least, rule.at_most))
    else:
        base = sum(bet.stake for bet in placed if bet.wager == rule.of)
        low, high = (None if bound is None else Fraction(bound) * base for bound in (rule.at_least, rule.at_most))
    return (low is not None and amount < low) or (high is not None and amount > high)


def _figure(setup: Setup, bound: str | None) -> Fraction | None:
    if bound is None:
        return None
    if bound.startswith("{"):
        text = fill(bound, setup.options)
        return None if text == "None" else Fraction(text)
    return Fraction(cents(bound))


def _admit_positions(setup: Setup, players: Mapping[int, str], seats: Sequence[int]) -> None:
    """One player on several betting areas: as many as the rulebook lets, side by side."""
    most: Any = setup.term("positions_per_player")
    if most is None:
        return
    held: dict[str, list[int]] = {}
    for seat in seats:
        held.setdefault(players.get(seat, f"seat {seat}"), []).append(seat)
    for player, places in held.items():
        if len(places) > most:
            raise Refused(
                f"{player} holds {len(places)} positions; the table allows {most}", setup.cite("positions_per_player")
            )
        if places[-1] - places[0] != len(places) - 1 and setup.term("positions_side_by_side") is not False:
            raise Refused(f"{player}'s positions are not side by side", setup.cite("positions_per_player"))
