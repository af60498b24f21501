"""Progressive keno: the controls over the payoff indicator. One round is one event on the meter.

The rulebook describes no keno game, so nothing is wagered here. A record says what happened (``event``) with an
``amount``, a ``patron``, a ``dispute`` or an ``explanation`` where the event has one; what is not allowed is refused.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Carried, Game, Remedy, Script
from pitboss.errors import PitbossError, Refused
from pitboss.games.keno.house import examine, insist_on_approval, watch_the_reserve
from pitboss.games.keno.indicator import CARRIES, Dispute, Indicator, as_carry, base_of, indicator_of
from pitboss.money import cents, dollars, money
from pitboss.numerals import whole

HOUSE, PATRONS = "house", "patrons"
METER, EXCESS, ESCROW, HELD, OBLIGATION = "meter", "excess", "escrow", "held as ordered", "obligation"
WHILE_CLOSED = ("dispute_for_licensee", "dispute_for_patron", "satisfy", "open")


def play(t: Round) -> Script:
    """One event: an irregularity that was called, or what the record says happened."""
    meter = t.scratch["meter"] = Meter(t)
    yield from t.moment("meter")
    if not t.calls:
        yield from _event(t, meter)
    t.carry.clear()
    t.carry.update(as_carry(meter.now))
    watch_the_reserve(t, meter.now)


def _event(t: Round, meter: "Meter") -> Script:
    often = [how_often if _can_happen(name, meter.now) else 0 for name, (how_often, _) in EVENTS.items()]
    event = t.draws.pick("event", tuple(EVENTS), often)
    if meter.now.closed and event not in WHILE_CLOSED:
        raise Refused("the game has ceased; no meter is operated", t.cite("obligation"))
    happens = EVENTS[event][1]
    if isinstance(happens, str):
        yield from t.found(happens)
    else:
        happens(t, meter)


def _can_happen(event: str, now: Indicator) -> bool:
    """Whether chance may pick an event. One that a record names anyway meets the clause that refuses it."""
    match event:
        case "open":
            return now.closed and not now.obligation
        case "satisfy":
            return now.closed and now.obligation > 0
        case "dispute_for_licensee" | "dispute_for_patron":
            return bool(now.disputes)
        case "remove_limit":
            return now.limit is not None and not now.closed
        case _:
            return not now.closed


class Meter:
    """The indicator during an event. Whatever changes on it is money that moves from one account to another."""

    def __init__(self, t: Round) -> None:
        self.t = t
        self.now = indicator_of(t.setup, t.carry)

    def put_on(self, payer: str, amount: int, cite: str) -> None:
        self.t.transfer(payer, METER, amount, cite)
        self.now = replace(self.now, shown=self.now.shown + amount)

    def take_off(self, payee: str, amount: int, cite: str) -> None:
        self.t.transfer(METER, payee, amount, cite)
        self.now = replace(self.now, shown=self.now.shown - amount)

    def to_base(self, cite: str) -> None:
        """After a win or a dispute the meter starts again; what could not be shown before now finds room."""
        self.put_on(HOUSE, base_of(self.t.setup) - self.now.shown, cite)
        self.t.event("meter", cite, f"set to its base amount of {money(self.now.shown)}")
        self.show_excess()

    def show_excess(self) -> None:
        """What is owed above the limit is added back as far as there is room."""
        amount = self.now.fits(self.now.excess)
        if amount:
            self.now = replace(self.now, excess=self.now.excess - amount)
            self.put_on(EXCESS, amount, self.t.cite("excess"))
            text = f"owed from above the limit and added back: the indicator shows {money(self.now.shown)}"
            self.t.event("meter", self.t.cite("excess"), text, amount=amount)

    def decide(self, cite: str) -> Dispute:
        """Take the dispute that is decided off the list."""
        number = _decided(self.t, len(self.now.disputes), cite)
        open_disputes = list(self.now.disputes)
        dispute = open_disputes.pop(number - 1)
        self.now = replace(self.now, disputes=tuple(open_disputes))
        return dispute


# -- What happens in the course of the game ---------------------------------------------------------------------------


def _open(t: Round, meter: Meter) -> None:
    """A progressive game begins anew once nothing is owed from the one that ceased."""
    if not meter.now.closed:
        raise Refused("the game is in operation already", t.cite("controls"))
    if meter.now.obligation:
        owed = money(meter.now.obligation)
        raise Refused(f"{owed} is still owed from the game that ceased", t.cite("obligation"))
    meter.now = replace(meter.now, closed=False)
    meter.to_base(t.cite("controls"))


def _increase(t: Round, meter: Meter) -> None:
    """The payoff grows by the published rule until it reaches the limit."""
    amount = _increment(t)
    growth = meter.now.fits(amount)
    meter.put_on(PATRONS, growth, t.cite("increase"))
    at_limit = " and has reached its limit" if growth < amount else ""
    text = f"advanced: the indicator shows {money(meter.now.shown)}{at_limit}"
    t.event("meter", t.cite("increase"), text, amount=growth)


def _increment(t: Round) -> int:
    rule: int | None = t.setup.options["increment_rule"]
    if rule is None:
        amount = _amount(t, [1, 100, 25_000, 1_234_567])
    else:
        amount = _amount(t, [rule, 3 * rule]) if t.draws.gives("amount") else rule
        if amount % rule:
            text = f"{money(amount)} is not what the published rule advances the payoff by: {money(rule)} at a time"
            raise Refused(text, t.cite("published"))
    if amount == 0:
        raise Refused("an increase is more than zero", t.cite("increase"))
    return amount


def _win(t: Round, meter: Meter) -> None:
    """A player wins the amount displayed, and the meter goes back to its base amount."""
    patron, won = _patron(t), meter.now.shown
    meter.take_off(HOUSE, won, t.cite("win"))
    t.bonus(patron, "progressive", won, "", "wins the amount displayed", t.cite("win"))
    meter.to_base(t.cite("after_win"))


def _impose_limit(t: Round, meter: Meter) -> None:
    """A limit, and any later one in its place, is greater than what the indicator shows."""
    now = meter.now
    limit = _amount(t, [now.shown + more for more in (1, 50_000, 2_500_000)])
    cite = t.cite("limit") if now.limit is None else t.cite("limit_changed")
    if limit <= now.shown:
        text = f"a limit of {money(limit)} is not greater than the {money(now.shown)} that the indicator shows"
        raise Refused(text, cite)
    meter.now = replace(now, limit=limit)
    t.event("limit", cite, f"a limit of {money(limit)} is imposed")
    t.event("posted", t.cite("posted"), f"the limit of {money(limit)} is posted prominently at the game")
    meter.show_excess()


def _remove_limit(t: Round, meter: Meter) -> None:
    if meter.now.limit is None:
        raise Refused("there is no limit to remove", t.cite("limit_changed"))
    meter.now = replace(meter.now, limit=None)
    t.event("limit", t.cite("limit_changed"), "the limit is removed")
    meter.show_excess()


def _lower(t: Round, meter: Meter) -> None:
    """A house may not turn the indicator to a lesser amount for reasons of its own."""
    text = (
        f"the {money(meter.now.shown)} shown stays until a player wins it: the indicator is turned to a lesser amount"
    )
    raise Refused(f"{text} only for a win, its limit, a malfunction or a dispute", t.cite("decrease"))


def _satisfy(t: Round, meter: Meter) -> None:
    """What a closed game owes is satisfied, in a manner that the Commission has approved."""
    owed = meter.now.obligation
    if not owed:
        raise Refused("no obligation of a game that ceased is open", t.cite("obligation"))
    plan = _words(t, "plan", "an approved drawing among the patrons")
    if not plan:
        raise Refused(
            f"say in what manner, approved by the Commission, the {money(owed)} is satisfied: plan",
            t.cite("obligation"),
        )
    t.transfer(OBLIGATION, PATRONS, owed, t.cite("obligation"))
    meter.now = replace(meter.now, obligation=0)
    t.event("obligation", t.cite("obligation"), f"satisfied in a manner the Commission approved: {plan}", amount=-owed)


def _decide_for_patron(t: Round, meter: Meter) -> None:
    """The patron was right: paid from escrow, and the meter stays as it is."""
    dispute = meter.decide(t.cite("for_patron"))
    t.transfer(ESCROW if dispute.in_escrow else HELD, HOUSE, dispute.amount, t.cite("for_patron"))
    source = "is paid from escrow" if dispute.in_escrow else "is paid as the Commission ordered"
    t.bonus(dispute.patron, "progressive", dispute.amount, "", source, t.cite("for_patron"))


# -- Irregularities: what the entry calls them, and what is done ------------------------------------------------------


def correct_meter(t: Round, call: Call) -> bool:
    """After a malfunction the indicator is set to what it should show, and the records say why it went down."""
    meter, cite = _meter(t, call)
    now, base = meter.now, base_of(t.setup)
    lower = [amount for amount in (base, (base + now.shown) // 2) if amount < now.shown]
    right = _amount(t, lower or [now.shown + now.fits(100)])
    explanation = _words(t, "explanation", "a worn counter wheel")
    if right < base:
        raise Refused(f"the indicator never stood below its base amount of {money(base)}", t.cite("after_win"))
    if now.limit is not None and right > now.limit:
        raise Refused(f"the indicator may not show more than its limit of {money(now.limit)}", t.cite("increase"))
    if right < now.shown and not explanation:
        raise Refused("an amount lowered for a malfunction has its explanation in the records: explanation", cite)
    meter.take_off(HOUSE, now.shown - right, cite)
    text = f"set from {money(now.shown)} to {money(right)}"
    t.event("meter", cite, f"{text}; in the records: {explanation}" if explanation else text)
    meter.show_excess()
    return False


def escrow_payoff(t: Round, call: Call) -> bool:
    """The total payoff is deposited, unless the Commission orders otherwise."""
    meter, cite = _meter(t, call)
    amount, in_escrow = meter.now.shown, t.term("dispute_money") == "escrow"
    dispute = Dispute(amount, base_of(t.setup), _patron(t), in_escrow)
    meter.take_off(ESCROW if in_escrow else HELD, amount, cite)
    meter.now = replace(meter.now, disputes=(*meter.now.disputes, dispute))
    where = "in the escrow account the Commission approved" if in_escrow else "held as the Commission ordered"
    t.event("escrow", cite, f"{money(amount)} {where}, until the decision", seat=dispute.patron)
    return False


def meter_to_base(t: Round, call: Call) -> bool:
    """The game goes on from its base amount while the dispute is investigated."""
    meter, cite = _meter(t, call)
    meter.to_base(cite)
    return False


def return_to_meter(t: Round, call: Call) -> bool:
    """The licensee was right: the payoff goes back to the meter, less the base amount that replaced it."""
    meter, cite = _meter(t, call, while_closed=True)
    dispute = meter.decide(cite)
    account = ESCROW if dispute.in_escrow else HELD
    t.transfer(account, HOUSE, dispute.base, cite)
    back = dispute.amount - dispute.base
    if meter.now.closed:
        t.transfer(account, OBLIGATION, back, cite)
        meter.now = replace(meter.now, obligation=meter.now.obligation + back)
        t.event("obligation", cite, "goes to what the game that ceased still owes", amount=back)
        return False
    fits = meter.now.fits(back)
    meter.put_on(account, fits, cite)
    t.event("meter", cite, f"back on the meter: the indicator shows {money(meter.now.shown)}", amount=fits)
    _above_the_limit(t, meter, account, back - fits)
    return False


def _above_the_limit(t: Round, meter: Meter, account: str, excess: int) -> None:
    """What comes back and cannot be shown stays owed in the records, or is dropped where the house reads it so."""
    if not excess:
        return
    if t.term("excess") == "owed":
        t.transfer(account, EXCESS, excess, t.cite("excess"))
        meter.now = replace(meter.now, excess=meter.now.excess + excess)
        t.event("excess", t.cite("excess"), "above the limit: owed in the records until there is room", amount=excess)
    else:
        t.transfer(account, HOUSE, excess, t.cite("excess"))
        t.event("excess", t.cite("excess"), "above the limit: dropped", amount=-excess)


def owe_obligation(t: Round, call: Call) -> bool:
    """The game ceases: what the indicator shows stays owed, and the Commission approves how it is satisfied."""
    meter, cite = _meter(t, call)
    owed = meter.now.shown + meter.now.excess
    t.transfer(METER, OBLIGATION, meter.now.shown, cite)
    t.transfer(EXCESS, OBLIGATION, meter.now.excess, cite)
    meter.now = replace(meter.now, shown=0, excess=0, obligation=owed, closed=True)
    t.event(
        "obligation", cite, f"{money(owed)} remains owed; a manner approved by the Commission is needed", amount=owed
    )
    return False


def _meter(t: Round, call: Call, while_closed: bool = False) -> tuple[Meter, str]:
    meter: Meter = t.scratch["meter"]
    rule, _ = t.setup.irregularities[call.id]
    if meter.now.closed and not while_closed:
        raise Refused("the game has ceased; no meter is operated", t.cite("obligation"))
    return meter, rule.cite


# -- What a record says of an event -----------------------------------------------------------------------------------


def _amount(t: Round, examples: Sequence[int]) -> int:
    word = t.told("amount", [dollars(amount) for amount in examples])
    try:
        return cents(word)
    except PitbossError as error:
        raise Refused(f"amount: {error.sentence}", t.cite("controls")) from error


def _patron(t: Round) -> int:
    """The number of the patron who is paid or disputes; one where nobody says."""
    word = t.told("patron", ["1", "2", "3"]) if t.draws.gives("patron") else "1"
    number = whole(word)
    if number is None or not 1 <= number <= 1_000_000:
        raise Refused(f'"{word}" is not a patron; patrons are numbered from 1', t.cite("controls"))
    return number


def _decided(t: Round, count: int, cite: str) -> int:
    """Which dispute is decided, by its place in the escrow list; it need not be named when there is only one."""
    if not count:
        raise Refused("no dispute is open", cite)
    if count > 1 and not t.draws.gives("dispute"):
        raise Refused(f"{count} disputes are open; say which is decided: dispute = 1 to {count}", cite)
    word = t.told("dispute", [str(n + 1) for n in range(count)]) if t.draws.gives("dispute") else "1"
    number = whole(word)
    if number is None or not 1 <= number <= count:
        raise Refused(f'there is no dispute "{word}"; open: 1 to {count}', cite)
    return number


def _words(t: Round, name: str, example: str) -> str:
    return t.told(name, [example]).strip() if t.draws.gives(name) else ""


EVENTS: Mapping[str, tuple[int, str | Callable[[Round, Meter], None]]] = {
    "open": (4, _open),
    "increase": (8, _increase),
    "win": (2, _win),
    "impose_limit": (2, _impose_limit),
    "remove_limit": (1, _remove_limit),
    "lower": (0, _lower),
    "malfunction": (1, "indicator_malfunction"),
    "dispute": (2, "payoff_disputed"),
    "dispute_for_licensee": (2, "dispute_for_licensee"),
    "dispute_for_patron": (1, _decide_for_patron),
    "close": (1, "game_ceases"),
    "satisfy": (4, _satisfy),
}
"""What can happen on the meter: how often chance lets it, and what is done or which irregularity it is."""

OWN: Mapping[str, Remedy] = {
    "correct_meter": correct_meter,
    "escrow_payoff": escrow_payoff,
    "meter_to_base": meter_to_base,
    "return_to_meter": return_to_meter,
    "owe_obligation": owe_obligation,
}

GAME = Game(
    play=play,
    asks="",
    moments=("bets", "meter"),
    draws=("event", "amount", "patron", "dispute", "explanation", "plan"),
    carries=dict.fromkeys(CARRIES, Carried()),
    terms=(
        "controls increase published win after_win limit limit_changed posted decrease dispute_money for_patron "
        "excess obligation reserve"
    ),
    admit=insist_on_approval,
    examine=examine,
    remedies=OWN,
    settles={},
)
