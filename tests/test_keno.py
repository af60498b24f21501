"""Progressive keno: what the payoff indicator may show, when it goes down, and where the money is."""

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import EXAMPLES
from pitboss import Call, PitbossError, open_table, settle
from pitboss.cli.app import run
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.reading import load_toml
from pitboss.engine.replay import Settled
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games.keno.house import examine
from pitboss.games.keno.progressive import EVENTS
from pitboss.money import cents
from pitboss.rulebook.check import TableReport, check_house

KENO = "chapter4/keno"
OPTIONS: dict[str, Any] = {"progressive_enabled": True, "base_amount": 10_000}


def happened(*steps: dict[str, Any], carry: dict[str, Any] | None = None, **options: Any) -> Settled:
    """What a record of these events comes to."""
    raw = {"rulebook": "chapter4", "game": "keno", "options": OPTIONS | options, "steps": list(steps)}
    return settle(raw | ({"carry": carry} if carry else {}))


def carried(*steps: dict[str, Any], carry: dict[str, Any] | None = None, **options: Any) -> dict[str, Any]:
    return happened(*steps, carry=carry, **options).table.carry


def house(**options: Any) -> TableReport:
    """A house's keno game, checked."""
    tables = [{"rulebook": "chapter4", "game": "keno", "options": OPTIONS | options}]
    [report] = check_house({"tables": tables}, examine)
    return report


def refusals(**options: Any) -> list[str]:
    return [str(finding) for finding in house(**options).refused]


# -- the meter --------------------------------------------------------------------------------------------------------


def test_a_game_opens_at_its_base_amount_without_a_limit() -> None:
    carry = carried({"event": "increase", "amount": 1})
    assert (carry["meter"], carry["limit"], carry["closed"]) == ("10001.00", "none", False)


def test_a_game_opens_at_what_is_shown_and_under_the_limit_of_the_house() -> None:
    carry = carried({"event": "increase", "amount": 5_000}, amount_shown=48_000, payoff_limit=50_000)
    assert (carry["meter"], carry["limit"]) == ("50000.00", "50000.00")


def test_a_limit_may_be_raised_and_removed_and_a_lower_one_meets_the_same_test() -> None:
    limits = [{"event": "impose_limit", "amount": amount} for amount in (50_000, 60_000, 45_000)]
    assert carried(*limits, carry={"meter": 42_000})["limit"] == "45000.00"
    assert carried(*limits, {"event": "remove_limit"}, carry={"meter": 42_000})["limit"] == "none"
    with pytest.raises(PitbossError, match=r"\$41,000.00 is not greater than the \$42,000.00 .*\[Reading 6"):
        happened(*limits, {"event": "impose_limit", "amount": 41_000}, carry={"meter": 42_000})
    with pytest.raises(PitbossError, match="there is no limit to remove"):
        happened({"event": "remove_limit"})


def test_raising_or_removing_the_limit_shows_what_was_owed_above_it() -> None:
    owed = {"meter": 52_000, "limit": 52_000, "excess": 1_000}
    raised = carried({"event": "impose_limit", "amount": "52600"}, carry=owed)
    assert (raised["meter"], raised["excess"]) == ("52600.00", "400.00")
    removed = carried({"event": "remove_limit"}, carry=owed)
    assert (removed["meter"], removed["excess"]) == ("53000.00", "0.00")


def test_the_published_rule_says_by_how_much_the_payoff_grows() -> None:
    assert carried({"event": "increase"}, increment_rule="2.50")["meter"] == "10002.50"
    assert carried({"event": "increase", "amount": 25}, increment_rule="2.50")["meter"] == "10025.00"
    with pytest.raises(PitbossError, match=r"\$3.00 is not what the published rule advances the payoff by: \$2.50"):
        happened({"event": "increase", "amount": 3}, increment_rule="2.50")


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ({"event": "increase"}, 'the record does not say what "amount" was'),
        ({"event": "increase", "amount": 0}, "more than zero"),
        ({"event": "increase", "amount": "-5"}, r"amount: -5 is negative"),
        ({"event": "increase", "amount": "1.005"}, "fraction of a cent"),
        ({"event": "grow"}, 'event = "grow" is not possible'),
        ({"event": "win", "amount": 5}, "amount once more"),
        ({"event": "win", "patron": 0}, '"0" is not a patron'),
        ({"event": "malfunction", "amount": 9_000, "explanation": "x"}, r"never stood below its base amount"),
        ({"event": "dispute_for_licensee"}, r"no dispute is open \[§10\(A\)\(7\) L1185\]"),
        ({"event": "dispute_for_patron", "dispute": 2}, r"no dispute is open \[§10\(A\)\(6\)\(a\)"),
        ({"event": "satisfy"}, "no obligation of a game that ceased is open"),
        ({"event": "open"}, "in operation already"),
    ],
)
def test_what_cannot_happen_is_refused_in_a_sentence(step: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        happened(step, carry={"meter": 12_000})


def test_a_malfunction_that_showed_too_little_is_set_right_up_to_the_limit() -> None:
    assert carried({"event": "malfunction", "amount": 31_000}, carry={"meter": 30_100})["meter"] == "31000.00"
    with pytest.raises(PitbossError, match=r"not show more than its limit of \$30,500.00 \[§10\(A\)\(3\), \(4\)\(b\)"):
        happened({"event": "malfunction", "amount": 31_000}, carry={"meter": 30_100, "limit": 30_500})


def test_room_that_a_malfunction_makes_is_taken_by_what_is_owed_above_the_limit() -> None:
    owed = {"meter": 52_000, "limit": 52_000, "excess": 1_000}
    carry = carried({"event": "malfunction", "amount": 40_000, "explanation": "a stuck digit"}, carry=owed)
    assert (carry["meter"], carry["excess"]) == ("41000.00", "0.00")


@pytest.mark.parametrize(
    ("carry", "sentence"),
    [
        ({"meter": 60_000, "limit": 50_000}, "the meter stands above its limit"),
        ({"closed": True, "limit": 5_000}, "the limit is not greater than the base amount"),
        ({"meter": 9_000}, "below its base amount"),
        ({"meter": "many"}, "carry: meter: 'many' is not an amount of money"),
        ({"escrow": [50_000]}, "escrow is a list like"),
        ({"escrow": [{"amount": 50_000, "patron": 0}]}, "patron's number from 1"),
        ({"escrow": [{"amount": 5_000}]}, "less than the base amount"),
        ({"jackpot": 1}, 'unknown key "jackpot"'),
        ({"closed": "yes"}, "closed is true or false"),
        ({"closed": True, "meter": 20_000}, "a game that has ceased shows nothing"),
    ],
)
def test_a_carry_that_cannot_be_is_refused(carry: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        happened({"event": "increase", "amount": 1}, carry=carry)


def test_without_approved_controls_no_game_is_operated() -> None:
    with pytest.raises(PitbossError, match=r"no progressive keno game is operated here.*\[§10\(A\)\(1\) L1170\]"):
        settle({"rulebook": "chapter4", "game": "keno", "event": "increase", "amount": 1})


# -- disputes ---------------------------------------------------------------------------------------------------------

DISPUTE, GROW = {"event": "dispute"}, {"event": "increase", "amount": 3_000}


def test_of_several_disputes_the_record_says_which_is_decided() -> None:
    two = ({"event": "dispute", "patron": 4}, GROW, {"event": "dispute", "patron": 5})
    start = {"meter": 50_000}
    with pytest.raises(PitbossError, match="2 disputes are open; say which is decided: dispute = 1 to 2"):
        happened(*two, {"event": "dispute_for_patron"}, carry=start)
    with pytest.raises(PitbossError, match='there is no dispute "3"; open: 1 to 2'):
        happened(*two, {"event": "dispute_for_patron", "dispute": 3}, carry=start)
    settled = happened(*two, {"event": "dispute_for_patron", "dispute": 2}, carry=start)
    assert settled.net == {5: 1_300_000}
    assert settled.table.carry["escrow"] == [{"amount": "50000.00", "base": "10000.00", "patron": 4}]


def test_a_dispute_like_another_one_keeps_its_place_when_that_is_decided() -> None:
    like = {"amount": "50000.00", "base": "10000.00", "patron": 1}
    other = like | {"patron": 2}
    carry = {"meter": 12_000, "escrow": [like, other, like]}
    assert carried({"event": "dispute_for_patron", "dispute": 3}, carry=carry)["escrow"] == [like, other]
    assert carried({"event": "dispute_for_licensee", "dispute": 1}, carry=carry)["escrow"] == [other, like]


def test_an_order_of_the_commission_takes_the_place_of_escrow_and_the_reserve_must_cover_it() -> None:
    options = {"dispute_money": "as_ordered", "cash_reserve": 55_000}
    settled = happened(DISPUTE, carry={"meter": 50_000}, **options)
    [(_, played)] = settled.rounds
    assert settled.table.carry["escrow"] == [
        {"amount": "50000.00", "base": "10000.00", "patron": 1, "in_escrow": False}
    ]
    assert any("does not cover the $60,000.00 owed" in event.text for event in played.events)
    assert happened(DISPUTE, {"event": "dispute_for_patron"}, carry={"meter": 50_000}, **options).net == {1: 5_000_000}
    [(_, escrowed)] = happened(DISPUTE, carry={"meter": 50_000}, cash_reserve=55_000).rounds
    assert not any(event.kind == "reserve" for event in escrowed.events)


def test_a_base_amount_changed_during_a_dispute_does_not_change_what_comes_back() -> None:
    carry = {"meter": 20_000, "escrow": [{"amount": "50000.00", "base": "10000.00", "patron": 1}]}
    assert carried({"event": "dispute_for_licensee"}, carry=carry, base_amount=20_000)["meter"] == "60000.00"


# -- closing ----------------------------------------------------------------------------------------------------------

CLOSE, SATISFY = {"event": "close"}, {"event": "satisfy", "plan": "added to the next progressive game"}


def test_nothing_is_operated_once_the_game_has_ceased() -> None:
    for event in sorted(set(EVENTS) - {"dispute_for_licensee", "dispute_for_patron", "satisfy", "open"}):
        with pytest.raises(PitbossError, match=r"the game has ceased.*\[§10\(A\)\(5\) L1178\]"):
            happened(CLOSE, {"event": event, "amount": 20_000})
    with pytest.raises(PitbossError, match="the game has ceased"):
        happened(CLOSE, {"irregularities": ["payoff_disputed"]})


def test_a_dispute_outlives_the_game_and_what_the_licensee_wins_back_is_owed() -> None:
    start = {"meter": 50_000}
    carry = carried(DISPUTE, GROW, CLOSE, {"event": "dispute_for_licensee"}, carry=start)
    assert (carry["obligation"], carry["meter"], carry["escrow"]) == ("53000.00", "0.00", [])
    settled = happened(DISPUTE, GROW, CLOSE, {"event": "dispute_for_patron"}, carry=start)
    assert settled.net == {1: 5_000_000} and settled.table.carry["obligation"] == "13000.00"


def test_a_game_opens_again_once_nothing_is_owed_from_the_last() -> None:
    with pytest.raises(PitbossError, match=r"\$10,000.00 is still owed from the game that ceased"):
        happened(CLOSE, {"event": "open"})
    assert carried(CLOSE, SATISFY, {"event": "open"})["meter"] == "10000.00"


def test_what_is_owed_above_the_limit_is_part_of_the_obligation() -> None:
    assert carried(CLOSE, carry={"meter": 52_000, "limit": 52_000, "excess": 1_000})["obligation"] == "53000.00"


# -- the check of a house ---------------------------------------------------------------------------------------------


def test_a_house_with_a_limit_above_and_a_reserve_over_what_is_shown_is_legal() -> None:
    report = house(amount_shown=42_000, payoff_limit=50_000, cash_reserve=42_000)
    assert report.legal
    told = " ".join(notice.text for notice in report.notices)
    assert "approves the records" in told and "posted prominently" in told


def test_a_limit_not_greater_than_the_amount_shown_is_found_with_its_clause() -> None:
    found = refusals(amount_shown=42_000, payoff_limit=42_000, cash_reserve=50_000)
    [text] = found
    assert "$42,000.00 is not greater than the $42,000.00 that the indicator shows" in text
    assert text.endswith("[§10(A)(2) L1171; Reading 4]")


def test_a_cash_reserve_below_what_is_shown_is_found_with_its_clause() -> None:
    [text] = refusals(amount_shown=42_000, cash_reserve=40_000)
    assert "a cash reserve of $40,000.00 does not cover the $42,000.00" in text and "[§10(A)(9) L1187" in text
    assert [notice.where for notice in house().notices if "cover" in notice.text] == ["option cash_reserve"]


def test_an_indicator_below_its_base_amount_is_found() -> None:
    [text] = refusals(amount_shown=9_000, cash_reserve=10_000)
    assert "shows $9,000.00, less than its base amount of $10,000.00" in text


def test_video_keno_is_not_run_by_this_section_alone() -> None:
    [text] = refusals(video_keno=True)
    assert "progressive slot machine rules of Chapter 5" in text and "§10(A)(8) L1186" in text


def test_a_section_without_wagers_has_no_seats_layout_or_limits() -> None:
    table = {"rulebook": "chapter4", "game": "keno"}
    found = {"seats": 5, "wagers": ["ticket"], "limits": {"min": 5}}
    [report] = check_house({"tables": [table | found]}, examine)
    assert {finding.where for finding in report.refused} == {"seats", "wager ticket", "limits.min"}
    assert all(finding.cite == "Chapter 4, §10 L1166-1191" for finding in report.refused)
    [report] = check_house({"tables": [table | {"wagers": []}]}, examine)
    assert report.legal


def test_a_progressive_game_needs_a_base_amount() -> None:
    [report] = check_house(
        {"tables": [{"rulebook": "chapter4", "game": "keno", "options": {"progressive_enabled": True}}]}, examine
    )
    [finding] = report.refused
    assert finding.where == "option base_amount" and "cannot be used without it" in finding.text


# -- the commands -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [KENO, "chapter4/shuffle-machines"])
@pytest.mark.parametrize(
    ("words", "purpose"),
    [(("analyze",), "solve"), (("simulate", "--rounds", "10"), "simulate"), (("play",), "play")],
)
def test_an_entry_without_wagers_is_not_played_or_solved(
    capfd: pytest.CaptureFixture[str], name: str, words: tuple[str, ...], purpose: str
) -> None:
    command, *more = words
    assert run([command, name, *more]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.count("\n") == 1
    assert f"{name} has no wagers, so there is nothing to {purpose}" in err


def test_settling_shows_what_happened_and_what_carries_on(capfd: pytest.CaptureFixture[str]) -> None:
    file = EXAMPLES / KENO / "08b-what-was-owed-is-added-back.toml"
    assert run(["settle", str(file)]) == 0
    out = " ".join(capfd.readouterr().out.split())
    assert "Patron 2: progressive wins the amount displayed +$52,000.00 [§10(A)(4)(a), (5) L1174, L1178]" in out
    assert "Excess: above the limit: owed in the records until there is room +$1,000.00" in out
    assert "WHAT CARRIES ON meter 11000.00 limit 52000.00 excess 0.00 escrow none" in out
    assert run(["settle", str(file), "--json"]) == 0
    answer = json.loads(capfd.readouterr().out)
    assert answer["net"] == {"2": "52000.00"} and answer["carry"]["meter"] == "11000.00"
    assert all(event["cite"] for event in answer["events"])


def test_the_check_command_judges_a_keno_game(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        """
        [[tables]]
        name = "Keno lounge"
        rulebook = "chapter4"
        game = "keno"
        [tables.options]
        progressive_enabled = true
        base_amount = 10000
        amount_shown = 42000
        payoff_limit = 42000
        cash_reserve = 40000
        """,
        encoding="utf-8",
    )
    assert run(["check", str(file), "--json"]) == 1
    [table] = json.loads(capfd.readouterr().out)["tables"]
    assert {found["where"]: found["cite"] for found in table["refused"]} == {
        "option payoff_limit": "§10(A)(2) L1171; Reading 4",
        "option cash_reserve": "§10(A)(9) L1187; Reading 9",
    }


# -- chance, money and the record -------------------------------------------------------------------------------------


def test_chance_lets_every_event_happen_and_never_one_that_is_refused() -> None:
    seen: set[str] = set()
    for seed in range(8):
        table = open_table(KENO, OPTIONS, seed=seed)
        for _ in range(120):
            table.deal({})
        seen.update(event for step in table.record().steps for event in step.draws["event"])
    assert seen == set(EVENTS) - {"lower"}


def test_every_event_is_an_account_of_the_money() -> None:
    table = open_table(KENO, OPTIONS | {"amount_shown": 50_000, "payoff_limit": 52_000}, seed=1)
    totals: dict[str, int] = {"meter": 5_000_000}
    for _ in range(400):
        played = table.deal({})
        assert sum(played.ledger.values()) == 0
        for account, amount in played.ledger.items():
            totals[account] = totals.get(account, 0) + amount
        assert held(table) == {name: totals.get(name, 0) for name in ("meter", "excess", "escrow", "obligation")}
    assert totals["seat 1"] > 0 and totals["patrons"] < 0


def held(table: Table) -> dict[str, int]:
    carry = table.carry
    money = {name: cents(carry[name]) for name in ("meter", "excess", "obligation")}
    return money | {"escrow": sum(cents(each["amount"]) for each in carry["escrow"])}


def test_a_called_irregularity_and_the_event_of_its_name_come_to_the_same() -> None:
    carry = {"meter": 50_000}
    for event, irregularity in (("dispute", "payoff_disputed"), ("close", "game_ceases")):
        assert carried({"event": event}, carry=carry) == carried({"irregularities": [irregularity]}, carry=carry)


def test_a_table_records_its_events_for_a_replay() -> None:
    table = open_table(KENO, OPTIONS, seed=3)
    for _ in range(30):
        table.deal({})
    table.deal({}, calls=[Call("game_ceases")] if not table.carry["closed"] else [])
    written = load_toml(table.record().to_toml())
    assert settle(written).table.carry == table.carry


def test_a_refused_event_changes_nothing() -> None:
    table = open_table(KENO, OPTIONS, carry={"meter": "30000.00"})
    _deal(table, event="increase", amount="5.00")
    before = dict(table.carry)
    with pytest.raises(PitbossError):
        _deal(table, event="lower", amount="20000")
    assert table.carry == before and len(table.record().steps) == 1


def _deal(table: Table, **written: str) -> Round:
    return table.deal({}, draws=WrittenDraws({name: [value] for name, value in written.items()}))
