"""The books of a round: wagers settled, bonuses paid, fees charged, meters awarded, each with its clause."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss.engine.accounts import BANK, BOX, HOUSE, POT, Account, Movement
from pitboss.engine.bank import Bank, House, PlayerDealer
from pitboss.engine.carry import copied
from pitboss.engine.events import TAKEN_BACK, Audience, Basis, Computed, Event, Fee, Outcome, Settlement
from pitboss.engine.meters import NOTHING, Meters, Reseed
from pitboss.engine.verdict import UNCUT, Cap, Cut, Verdict, capped, judge
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card
from pitboss.money import FromMeter, MeterShare, percent
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup
from pitboss.tabular import Tabular

WHOLE = Fraction(1)
NOT_COVERED = "not covered by the player-dealer"


class Books(Tabular):
    """What a round pays and collects, and the row that it writes for each wager."""

    __slots__ = (
        "bank",
        "carry",
        "events",
        "fees",
        "meters",
        "movements",
        "player_dealer",
        "settlements",
        "setup",
    )

    def __init__(
        self, setup: Setup, carry: Mapping[str, Any], meters: Meters | None, bank: PlayerDealer | None
    ) -> None:
        self.setup = setup
        self.bank: Bank = bank or House()
        self.player_dealer = bank
        self.carry: dict[str, Any] = copied(dict(carry))
        self.meters = meters or Meters(setup.meters)
        self.events: list[Event] = []
        self.settlements: list[Settlement] = []
        self.fees: list[Fee] = []
        self.movements: list[Movement] = []

    def event(
        self,
        kind: str,
        cite: str,
        text: str = "",
        *,
        seat: int | None = None,
        cards: tuple[Card, ...] = (),
        seen_by: Audience = None,
        amount: int | None = None,
        value: Any = None,
        hand: str = "",
    ) -> None:
        self.events.append(Event(kind, cite, text, seat, hand, cards, seen_by, amount, value=value))

    def charge(self, fee: Fee) -> None:
        """Take a fee from a seat, or, below zero, give it back."""
        self.fees.append(fee)
        self._move(Account.of_seat(fee.seat), BOX, fee.amount, fee.cite)
        self.event("fee", fee.cite, fee.what, seat=fee.seat, amount=-fee.amount, value=fee.basis)

    def charge_commission(self, seat: int, won: int, what: str, cite: str) -> None:
        """The commission on what a seat won over all, as the player who banks does."""
        rule = self.setup.commission
        assert rule is not None
        charge = min(rule.rounding(won * rule.rate), won)
        if rule.deferred:
            self._mark_commission(seat, charge)
        else:
            self.charge(Fee(seat, what, charge, cite, Basis("what the bank won", of=won, rate=percent(rule.rate))))

    def share_bank(self, part: Fraction, what: str, cite: str) -> None:
        """The house that banks with a player takes its part of what the bank has won, or bears it of what it lost."""
        assert self.player_dealer is not None
        seat, left = self.player_dealer.seat, self.player_dealer.share(part)
        self._move(Account.of_seat(seat), HOUSE, left, cite)
        self.event("shared", cite, what, seat=seat, amount=-left)

    def settle(
        self,
        bet: Bet,
        case: str,
        hand: Sequence[str] = (),
        column: str | None = None,
        share: Fraction = WHOLE,
        multiplier: int = 1,
        cap: Cap | None = None,
        award: int = 0,
        to: Account | None = None,
        cite: str = "",
    ) -> Settlement:
        """Settle a wager by its case.

        ``hand`` holds the names a pay table may know the hand by, finest first; ``share`` is this winner's part of a
        meter that several win; ``multiplier`` is what chance drew for a wager that is paid by it; ``cap`` is what a
        payout limit leaves for it; ``award`` is what a pot pays to it; ``to`` is who gets the wager and what it wins,
        where that is not whoever made it; ``cite`` is the clause of a ruling that decides, in place of the case's own.
        """
        verdict = capped(judge(self.setup, bet.offer, bet.plays_for, case, hand, column, multiplier, award), cap)
        if cite:
            verdict = verdict._replace(cite=cite)
        bet.case, bet.left_up = case, bet.offer.rulings[case][0].left_up
        if bet.offer.into_pot and verdict.outcome in ("win", "lose"):
            self._move(POT, Account.of_seat(bet.seat), verdict.gain, verdict.cite)
            return self._row(bet, verdict.outcome, award, verdict.gain, "", verdict.reason, verdict.cite, verdict)
        if verdict.meter is not None:
            return self._pay_from_meter(bet, verdict, verdict.meter, share)
        marked = commission = 0
        if verdict.charge:
            marked, commission = (verdict.charge, 0) if self._defers_commission else (0, verdict.charge)
            verdict = self._charge_commission(bet, verdict)
        if verdict.gain < 0:
            return self._collect(bet, verdict)
        if to is not None and verdict.outcome == "win":
            return self._pay_to(to, bet, verdict)
        return self._pay(bet, verdict, commission, marked)

    def take_back(self, bet: Bet, case: str) -> None:
        """A wager that the rules let its player take back: the chips go back, and nothing is at stake any more."""
        _, cite = bet.offer.rulings[case]
        self.event(TAKEN_BACK, cite, bet.name, seat=bet.seat, amount=bet.stake)
        self.settle(bet, case)

    def settle_together(self, bets: Sequence[tuple[Bet, str]], hand: Sequence[str]) -> None:
        """Settle wagers, each with its case, that win one part of a meter together: it is read once and shared alike.

        Where the line pays no part of a meter, each is settled by itself.
        """
        verdicts = [judge(self.setup, bet.offer, bet.stake, case, hand) for bet, case in bets]
        pay = verdicts[0].meter
        if len(bets) == 1 or not isinstance(pay, MeterShare):
            for bet, case in bets:
                self.settle(bet, case, hand)
            return
        rounding, before = self.setup.rounding["meter_share"], self.meters.held[pay.meter]
        award, reseed = self.meters.pay_equally(pay.meter, pay.percent, len(bets), rounding)
        for (bet, case), verdict in zip(bets, verdicts, strict=True):
            bet.case, bet.left_up = case, bet.offer.rulings[case][0].left_up
            self._row_of_meter(bet, verdict, pay, award, reseed, before, shared=True)
            reseed = NOTHING

    def transfer(self, payer: str, payee: str, amount: int, cite: str) -> None:
        """Move money that is no wager between two accounts: a meter, an escrow account, the house."""
        self._move(Account(payer), Account(payee), amount, cite)

    @property
    def events_of_pot_fees(self) -> list[Event]:
        """The fees that were taken from the pot; a void round takes none."""
        return [event for event in self.events if event.kind == "fee" and event.seat is None and self.ledger["box"]]

    def charge_pot(self, what: str, amount: int, cite: str, basis: Basis | None = None) -> None:
        """Take a fee from the pot."""
        self._move(POT, BOX, amount, cite)
        self.event("fee", cite, f"{what} from the pot", amount=-amount, value=basis)

    def award_pot(self, seat: int, wager: str, amount: int, case: str, cite: str) -> None:
        """Pay a seat a pot into which it put nothing."""
        reason = case.replace("_", " ")
        self._move(POT, Account.of_seat(seat), amount, cite)
        self._given(Settlement(seat, wager, None, 0, "win", amount, amount, "", reason, cite, case=case))

    def bonus(
        self,
        seat: int,
        wager: str,
        amount: int,
        odds: str,
        reason: str,
        cite: str,
        base: Bet | None = None,
        line: str = "",
        cut: Cut = UNCUT,
    ) -> None:
        """Pay a seat something it staked nothing on: an ante bonus, an envy bonus.

        The bank pays it, or whoever stands against the wager that it goes with. ``line`` is the line of the pay table
        that it is paid by, ``cut`` what a payout limit has taken off already.
        """
        covered = (self.bank if base is None else self._bank_of(base)).cover(amount)
        if covered < amount:
            cite = f"{cite}; {self._uncovered(base.offer if base is not None else None)}"
        outcome: Outcome = "win" if covered else "void"
        self._move(BANK if base is None else self._payer_of(base), Account.of_seat(seat), covered, cite)
        stake = 0 if base is None else base.stake
        computed = Computed(stake, amount + cut.amount, uncovered=amount - covered).with_cut(*cut)
        row = Settlement(seat, wager, None, 0, outcome, covered, covered, odds, reason, cite)
        self._given(row._replace(line=line, computed=computed))

    def events_before(self, row: Settlement) -> list[Event]:
        """What had happened in the round when a wager was settled."""
        at = next((at for at, event in enumerate(self.events) if event.value is row), len(self.events))
        return self.events[:at]

    def award_meter(self, seat: int, meter: str, reason: str, cite: str) -> None:
        """Pay a seat a whole meter that it staked nothing on, and start the meter anew."""
        before = self.meters.held[meter]
        award, reseed = self.meters.pay(meter, WHOLE)
        self._move(Account.of_meter(meter), Account.of_seat(seat), award, cite)
        self._reseed(meter, reseed, cite)
        computed = Computed(0, award, meter=meter, meter_before=before, meter_after=self.meters.held[meter])
        self._given(Settlement(seat, meter, None, 0, "win", award, award, "", reason, cite, computed=computed))

    def bonus_by_table(self, base: Bet, wager: str, case: str, hand: Sequence[str], cap: Cap | None = None) -> None:
        """Pay a bonus on the amount of another wager, if its table lists the hand; ``cap`` is as in ``settle``."""
        offer = self.setup.offers.get(wager)
        if offer is None:
            return
        verdict = capped(judge(self.setup, offer, base.stake, case, hand), cap)
        if verdict.outcome == "win":
            won = (verdict.award, verdict.odds, verdict.reason, verdict.cite)
            self.bonus(base.seat, wager, *won, base, verdict.line, verdict.cut)

    def unfeed(self, bet: Bet, cite: str) -> None:
        """Take off the meters what a wager has added to them, since it goes back."""
        for meter, amount in self.meters.feed(bet.wager, bet.stake, times=-1).items():
            self._move(HOUSE, Account.of_meter(meter), amount, cite)
            self.event("meter", cite, f"{meter} shrinks", amount=amount)

    def lower(self, bet: Bet, by: int, cite: str) -> None:
        """A part of a wager goes back; what it has added to a meter is counted anew."""
        self.unfeed(bet, cite)
        bet.stake -= by
        self.feed(bet)

    def feed(self, bet: Bet) -> None:
        """Put on the meters what a wager adds to them."""
        for meter, amount in self.meters.feed(bet.wager, bet.stake).items():
            self._move(HOUSE, Account.of_meter(meter), amount, self.setup.meters[meter].cite)
            self.event("meter", self.setup.meters[meter].cite, f"{meter} grows", amount=amount)

    def void_bet(self, bet: Bet, reason: str, cite: str) -> None:
        """One wager does not count and goes back; the seat's other wagers stand."""
        self._row(bet, "void", 0, 0, "", reason, cite)

    def not_covered(self, bet: Bet, verdict: Verdict | None = None, computed: Computed | None = None) -> Settlement:
        """The player who banks has nothing left for it: the wager has no action and goes back."""
        reason, cite = NOT_COVERED, self._uncovered(bet.offer)
        return self._row(bet, "void", 0, 0, "", reason, cite, verdict, computed)

    def forfeit(self, bet: Bet, reason: str, cite: str) -> None:
        """A wager is lost by a rule of conduct, whatever the cards are."""
        self._collect(bet, Verdict("lose", -bet.stake, reason=reason, cite=cite))

    @property
    def ledger(self) -> Counter[str]:
        """What each account has won or lost so far."""
        found: Counter[str] = Counter()
        for move in self.movements:
            found[move.payer] -= move.amount
            found[move.payee] += move.amount
        return found

    # -- helpers -------------------------------------------------------------------------------------------------

    def reopen(self, bet: Bet) -> None:
        """What became of a wager is taken back, and it is open again."""
        self._undo(bet)
        bet.outcome = ""

    def _undo(self, bet: Bet) -> None:
        """What a wager lost, before its hand became void, comes back."""
        for row in [row for row in self.settlements if row.key == bet.key]:
            self._bank_of(bet).uncover(row.net)
            self._move(self._payer_of(bet), Account.of_seat(bet.seat), -row.net, row.cite)
            self.settlements.remove(row)

    def _collect(self, bet: Bet, verdict: Verdict) -> Settlement:
        taken = -self._bank_of(bet).cover(verdict.gain)
        computed = None
        if taken < -verdict.gain:
            computed = Computed(bet.plays_for, uncovered=-verdict.gain - taken)
        if taken == 0:
            return self.not_covered(bet, verdict, computed)
        reason, cite = self._in_part(bet, verdict) if computed is not None else (verdict.reason, verdict.cite)
        self._move(Account.of_seat(bet.seat), self._payer_of(bet), taken, cite)
        return self._row(bet, verdict.outcome, verdict.award, -taken, verdict.odds, reason, cite, verdict, computed)

    def _pay(self, bet: Bet, verdict: Verdict, commission: int = 0, marked: int = 0) -> Settlement:
        covered = self._bank_of(bet).cover(verdict.gain) if verdict.gain else 0
        award, reason, cite = verdict.award, verdict.reason, verdict.cite
        computed = None
        if commission or marked or verdict.cut.amount or covered < verdict.gain:
            due = verdict.award + verdict.cut.amount + (0 if verdict.charge else commission)
            computed = Computed(bet.plays_for, due, commission, marked, uncovered=verdict.gain - covered)
            computed = computed.with_cut(*verdict.cut)
        if covered < verdict.gain:
            if covered == 0:
                return self.not_covered(bet, verdict, computed)
            award, (reason, cite) = covered, self._in_part(bet, verdict)
        self._move(self._payer_of(bet), Account.of_seat(bet.seat), covered, cite)
        if verdict.charge:
            # A player who banks pays the whole odds; the commission on them is the house's.
            charge = min(verdict.charge, covered)
            self._move(Account.of_seat(bet.seat), HOUSE, charge, cite)
            award, covered = award - charge, covered - charge
        return self._row(bet, verdict.outcome, award, covered, verdict.odds, reason, cite, verdict, computed)

    def _pay_to(self, payee: Account, bet: Bet, verdict: Verdict) -> Settlement:
        """A wager that somebody made for another: what it wins is the other's, and so is the wager."""
        self._move(self._payer_of(bet), payee, verdict.gain, verdict.cite)
        self._move(Account.of_seat(bet.seat), payee, bet.stake, verdict.cite)
        return self._row(bet, "win", verdict.award, -bet.stake, verdict.odds, verdict.reason, verdict.cite, verdict)

    def _pay_from_meter(self, bet: Bet, verdict: Verdict, pay: MeterShare | FromMeter, share: Fraction) -> Settlement:
        before = self.meters.held[pay.meter]
        if isinstance(pay, FromMeter):
            return self._pay_sum_from_meter(bet, verdict, pay, before)
        award, reseed = self.meters.pay(pay.meter, pay.percent * share, self.setup.rounding["meter_share"])
        return self._row_of_meter(bet, verdict, pay, award, reseed, before, shared=share != WHOLE)

    def _row_of_meter(
        self, bet: Bet, verdict: Verdict, pay: MeterShare, award: int, reseed: Reseed, before: int, shared: bool
    ) -> Settlement:
        self._move(Account.of_meter(pay.meter), Account.of_seat(bet.seat), award, verdict.cite)
        self._reseed(pay.meter, reseed, verdict.cite)
        # A meter alone does not return the wager; odds that are paid besides say themselves whether they do.
        besides = verdict.gain if verdict.award else -bet.stake
        self._move(self._payer_of(bet), Account.of_seat(bet.seat), besides, verdict.cite)
        computed = self._off_the_meter(bet, pay.meter, award, before)
        award += verdict.award
        outcome: Outcome = "win" if award else "lose"  # a meter may hold nothing
        odds = (verdict.odds or str(pay)) + (", shared" if shared else "")
        net = award - verdict.award + besides
        return self._row(bet, outcome, award, net, odds, verdict.reason, verdict.cite, verdict, computed)

    def _off_the_meter(self, bet: Bet, meter: str, paid: int, before: int) -> Computed:
        return Computed(bet.stake, paid, meter=meter, meter_before=before, meter_after=self.meters.held[meter])

    def _reseed(self, meter: str, reseed: Reseed, cite: str) -> None:
        payer = Account.of_meter(reseed.meter) if reseed.meter else HOUSE
        self._move(payer, Account.of_meter(meter), reseed.amount, cite)

    def _pay_sum_from_meter(self, bet: Bet, verdict: Verdict, pay: FromMeter, before: int) -> Settlement:
        """A fixed sum off a meter; where the meter does not hold so much, the bank pays the rest."""
        held = self.meters.take(pay.meter, pay.amount)
        self._move(Account.of_meter(pay.meter), Account.of_seat(bet.seat), held, verdict.cite)
        self._move(self._payer_of(bet), Account.of_seat(bet.seat), pay.amount - held - bet.stake, verdict.cite)
        computed = self._off_the_meter(bet, pay.meter, held, before)
        net = pay.amount - bet.stake
        return self._row(bet, "win", pay.amount, net, str(pay), verdict.reason, verdict.cite, verdict, computed)

    @property
    def _defers_commission(self) -> bool:
        return self.setup.commission is not None and self.setup.commission.deferred

    def _charge_commission(self, bet: Bet, verdict: Verdict) -> Verdict:
        """Take the commission off the pay-off, or mark it to be collected later."""
        rule, charge = self.setup.commission, verdict.charge
        assert rule is not None
        if rule.deferred:
            self._mark_commission(bet.seat, charge)
            return verdict._replace(charge=0)
        self.event("commission", rule.cite, seat=bet.seat, amount=-charge)
        if self._payer_of(bet) is BANK and self.player_dealer is not None:
            return verdict
        return verdict._replace(award=verdict.award - charge, gain=verdict.gain - charge, charge=0)

    def _mark_commission(self, seat: int, charge: int) -> None:
        """A commission that is collected later."""
        assert self.setup.commission is not None
        owed = self.carry.setdefault("owed", {})
        owed[str(seat)] = owed.get(str(seat), 0) + charge
        self.event("commission marked", self.setup.commission.collected_cite, seat=seat, amount=charge)

    def _bank_of(self, bet: Bet) -> Bank:
        """Who stands against a wager: the bank, or the house, which a player who banks may wager against too."""
        return House() if bet.offer.against == "house" else self.bank

    def _payer_of(self, bet: Bet) -> Account:
        if bet.offer.into_pot:
            return POT
        return HOUSE if bet.offer.against == "house" else BANK

    def _in_part(self, bet: Bet, verdict: Verdict) -> tuple[str, str]:
        return f"{verdict.reason}, covered in part", f"{verdict.cite}; {self._uncovered(bet.offer)}"

    def _uncovered(self, offer: Offer | None = None) -> str:
        """The clause by which the player who banks pays no more than his wager covers; a wager may have its own."""
        bank = self.setup.entry.bank
        return (offer.uncovered_cite if offer is not None else "") or bank.uncovered_cite or bank.cite

    def _move(self, payer: Account, payee: Account, amount: int, cite: str) -> None:
        if not amount:
            return
        if amount < 0:
            payer, payee, amount = payee, payer, -amount
        bank = Account.of_seat(self.player_dealer.seat) if self.player_dealer else HOUSE
        payer, payee = bank if payer is BANK else payer, bank if payee is BANK else payee
        self.movements.append(Movement(payer, payee, amount, cite))

    def _given(self, row: Settlement) -> None:
        """The row of something that nothing was staked on."""
        self.settlements.append(row)
        self.event("settle", row.cite, f"{row.wager} {row.reason}", seat=row.seat, amount=row.net, value=row)

    def _row(
        self,
        bet: Bet,
        outcome: Outcome,
        pays: int,
        net: int,
        odds: str,
        reason: str,
        cite: str,
        verdict: Verdict | None = None,
        computed: Computed | None = None,
    ) -> Settlement:
        case, line = ("", "") if verdict is None else (bet.case, verdict.line)
        row = Settlement(
            bet.seat,
            bet.wager,
            bet.on,
            bet.stake,
            outcome,
            pays,
            net,
            odds,
            reason,
            cite,
            bet.hand,
            bet.lammer,
            case,
            line,
            computed,
        )
        bet.outcome = outcome
        self.settlements.append(row)
        which = f" (hand {bet.hand})" if bet.hand > 1 else ""
        text = f"{bet.name}{which} {outcome}: {reason}"
        self.events.append(Event("settle", cite, text, bet.seat, amount=net, value=row))
        return row
