"""The keno meter against a model of its own: whatever happens, in whatever order, the rules of the section hold."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss import open_table, settle
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.table import Table
from pitboss.errors import Refused
from pitboss.money import cents, dollars

BASE = 1_000_000
AMOUNTS = st.integers(1, 5_000_000)
# The only events after which the indicator may show less than before: items 4(a), (c) and (d), and the end of the game.
MAY_LOWER = {"win", "malfunction", "dispute", "close"}


class ProgressiveKeno(RuleBasedStateMachine):
    """Events as they come; the model keeps plain sums and knows nothing of how the script works."""

    table: Table

    @initialize(excess=st.sampled_from(["owed", "dropped"]), money=st.sampled_from(["escrow", "as_ordered"]))
    def open(self, excess: str, money: str) -> None:
        options = {"progressive_enabled": True, "base_amount": BASE // 100}
        self.table = open_table("chapter4/keno", options | {"excess_over_limit": excess, "dispute_money": money})
        self.owes_excess = excess == "owed"
        self.shown, self.limit, self.excess, self.obligation = BASE, None, 0, 0
        self.disputes: list[int] = []
        self.closed = False
        self.put_in = BASE  # by patrons and by the house, less what the house took back
        self.paid = 0
        self.before = BASE
        self.event = ""

    # -- events ---------------------------------------------------------------------------------------------------

    @precondition(lambda self: not self.closed)
    @rule(amount=AMOUNTS)
    def increase(self, amount: int) -> None:
        self.happen("increase", amount=dollars(amount))
        growth = amount if self.limit is None else min(amount, self.limit - self.shown)
        self.shown += growth
        self.put_in += growth

    @precondition(lambda self: not self.closed)
    @rule(patron=st.integers(1, 9))
    def win(self, patron: int) -> None:
        played = self.happen("win", patron=str(patron))
        assert played.net == {patron: self.shown}
        self.paid += self.shown
        self.start_again()

    @precondition(lambda self: not self.closed)
    @rule(above=st.integers(-300_000, 3_000_000))
    def impose_limit(self, above: int) -> None:
        limit = self.shown + above
        if above <= 0:
            self.is_refused("impose_limit", "is not greater than", amount=dollars(limit))
            return
        self.happen("impose_limit", amount=dollars(limit))
        self.limit = limit
        self.find_room()

    @precondition(lambda self: not self.closed and self.limit is not None)
    @rule()
    def remove_limit(self) -> None:
        self.happen("remove_limit")
        self.limit = None
        self.find_room()

    @precondition(lambda self: not self.closed)
    @rule(amount=AMOUNTS)
    def lower_to_cut_costs(self, amount: int) -> None:
        self.is_refused("lower", "stays until a player wins it", amount=dollars(amount))

    @precondition(lambda self: not self.closed)
    @rule(part=st.fractions(0, 1, max_denominator=50), explained=st.booleans())
    def malfunction(self, part: Any, explained: bool) -> None:
        right = BASE + int((self.shown - BASE) * part)
        if right < self.shown and not explained:
            self.is_refused("malfunction", "explanation in the records", amount=dollars(right))
            return
        self.happen("malfunction", amount=dollars(right), explanation="a stuck digit")
        self.put_in -= self.shown - right
        self.shown = right
        self.find_room()

    @precondition(lambda self: not self.closed)
    @rule()
    def dispute(self) -> None:
        self.happen("dispute")
        self.disputes.append(self.shown)
        self.start_again()

    @precondition(lambda self: bool(self.disputes))
    @rule(data=st.data())
    def decide_for_the_licensee(self, data: Any) -> None:
        back = self.decide("dispute_for_licensee", data) - BASE
        self.put_in -= BASE
        if self.closed:
            self.obligation += back
            return
        fits = back if self.limit is None else min(back, self.limit - self.shown)
        self.shown += fits
        if self.owes_excess:
            self.excess += back - fits
        else:
            self.put_in -= back - fits

    @precondition(lambda self: bool(self.disputes))
    @rule(data=st.data())
    def decide_for_the_patron(self, data: Any) -> None:
        self.paid += self.decide("dispute_for_patron", data)

    @precondition(lambda self: not self.closed)
    @rule()
    def close(self) -> None:
        self.happen("close")
        self.obligation = self.shown + self.excess
        self.shown = self.excess = 0
        self.closed = True

    @precondition(lambda self: self.closed)
    @rule()
    def satisfy_and_open(self) -> None:
        if self.obligation:
            self.is_refused("open", "still owed")
            self.is_refused("satisfy", "approved by the Commission")
            self.happen("satisfy", plan="a drawing")
            self.paid += self.obligation
            self.obligation = 0
        self.happen("open")
        self.closed = False
        self.put_in += BASE
        self.shown = BASE

    # -- what always holds ----------------------------------------------------------------------------------------

    @invariant()
    def the_state_is_what_the_model_says(self) -> None:
        if not self.event:
            return
        carry = self.table.carry
        assert cents(carry["meter"]) == self.shown
        assert carry["limit"] == ("none" if self.limit is None else dollars(self.limit))
        assert cents(carry["excess"]) == self.excess
        assert [cents(held["amount"]) for held in carry["escrow"]] == self.disputes
        assert cents(carry["obligation"]) == self.obligation
        assert carry["closed"] is self.closed

    @invariant()
    def the_display_never_passes_its_limit_nor_falls_below_its_base(self) -> None:
        if self.event and not self.closed:
            assert self.shown >= BASE
            assert self.limit is None or self.shown <= self.limit

    @invariant()
    def the_display_goes_down_only_where_the_rulebook_says(self) -> None:
        if self.event:
            now = cents(self.table.carry["meter"])
            assert now >= self.before or self.event in MAY_LOWER
            self.before = now

    @invariant()
    def money_is_conserved(self) -> None:
        if self.event:
            assert self.put_in == self.shown + self.excess + sum(self.disputes) + self.obligation + self.paid

    @invariant()
    def what_is_owed_above_the_limit_is_shown_as_soon_as_there_is_room(self) -> None:
        if self.event and self.excess:
            assert self.shown == self.limit

    def teardown(self) -> None:
        if self.event:
            again = settle(self.table.record().to_toml())
            assert again.table.carry == self.table.carry

    # -- helpers --------------------------------------------------------------------------------------------------

    def happen(self, event: str, **written: str) -> Any:
        played = self.table.deal({}, draws=WrittenDraws({"event": [event]} | {k: [v] for k, v in written.items()}))
        assert sum(played.ledger.values()) == 0 and all(each.cite for each in played.events)
        self.event = event
        return played

    def is_refused(self, event: str, sentence: str, **written: str) -> None:
        before = dict(self.table.carry)
        with pytest.raises(Refused, match=sentence) as refused:
            self.table.deal({}, draws=WrittenDraws({"event": [event]} | {k: [v] for k, v in written.items()}))
        assert refused.value.cite
        assert self.table.carry == before

    def decide(self, event: str, data: Any) -> int:
        number = data.draw(st.integers(1, len(self.disputes)))
        self.happen(event, dispute=str(number))
        return self.disputes.pop(number - 1)

    def start_again(self) -> None:
        self.put_in += BASE
        self.shown = BASE
        self.find_room()

    def find_room(self) -> None:
        fits = self.excess if self.limit is None else min(self.excess, self.limit - self.shown)
        self.excess -= fits
        self.shown += fits


ProgressiveKeno.TestCase.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
test_progressive_keno = ProgressiveKeno.TestCase
