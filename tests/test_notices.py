"""Notices in the check of a house: what it owes to whom, what was given, and whether that was in time."""

import json
import re
from datetime import datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import pitboss as doors
from conftest import Run
from pitboss import PitbossError
from pitboss.rulebook import entries, load
from pitboss.rulebook.check import HouseReport, TableReport
from pitboss.rulebook.notices import Answer
from pitboss.sheets.house_page import house_page

USED = "2026-11-03T12:00"
LATER = "2026-12-01T12:00"
BIG_SIX = {"name": "BS-1", "rulebook": "chapter4", "game": "big-six"}
NEW_ODDS = {"pay_tables": {"PT-1": {"twenty": "22 to 1"}}}
TIPS = {"about": "procedure tips", "how": "approved", "to": "commission", "given": "2026-01-15"}
POSTED = {"posted": "the wheel", "given": "2026-11-03T09:00"}
SPEAKS_OF_TELLING = re.compile(
    r"\bposted|\bsign\b|\bsigns\b|\bnotice\b|notified|in writing|[Ww]ritten notice|approved by|approval of|"
    r"approves the|Submission|submission|\btold\b|on the layout"
)


def checked(*notices: dict[str, Any], at: str = LATER, in_use: str | None = USED, **more: Any) -> HouseReport:
    """A house with a Big Six that pays other odds than printed."""
    table = BIG_SIX | NEW_ODDS | {"notices": list(notices)} | more
    return doors.check({"tables": [table]} | ({"in_use": in_use} if in_use else {}), at)


def answer_to(report: HouseReport, where: str, how: str = "written") -> Answer:
    [table] = report.tables
    [finding] = [finding for finding in table.owed if finding.where == where]
    [answer] = [answer for answer in table.answers[finding] if answer.duty.how == how]
    return answer


def written(given: str, **more: Any) -> dict[str, Any]:
    return {"about": "pay table PT-1", "how": "written", "to": "commission", "given": given} | more


# -- Times -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ("2026-11-01T12:00", "given"),
        ("2026-11-01T12:01", "late"),
        ("2026-10-31", "given"),
        ("2026-11-01", "late"),  # the hours of a day that is said without an hour count from its end
        ("2026-11-05T10:00", "late"),
    ],
)
def test_48_hours_are_counted_from_the_dates(given: str, status: str) -> None:
    answer = answer_to(checked(written(given)), "pay table PT-1")
    assert (answer.status, answer.open) == (status, status == "late")
    assert answer.earliest is not None and answer.in_use is not None
    assert answer.in_use == datetime.fromisoformat(USED).astimezone()
    assert (answer.earliest > answer.in_use) == (status == "late")


def test_a_notice_that_came_too_late_says_from_when_on_the_odds_may_be_used() -> None:
    late = answer_to(checked(written("2026-11-02T12:00", note="letter 114")), "pay table PT-1")
    assert str(late) == (
        "In writing to the Commission, 48 hours before it is used: too late: given 2026-11-02 12:00 (letter 114), "
        "and in use from 2026-11-03 12:00; not before 2026-11-04 12:00."
    )


def test_a_table_in_use_now_waits_until_the_hours_are_over() -> None:
    for at, status in (("2026-11-03T11:59", "waiting"), ("2026-11-03T12:00", "given")):
        answer = answer_to(checked(written("2026-11-01T12:00"), at=at, in_use=None), "pay table PT-1")
        assert answer.status == status
    assert "open until 2026-11-03 12:00" in str(
        answer_to(checked(written("2026-11-01T12:00"), at="2026-11-02T12:00", in_use=None), "pay table PT-1")
    )


def test_a_notice_that_is_yet_to_be_given_is_open() -> None:
    answer = answer_to(checked(written("2026-11-01T12:00"), at="2026-11-01T11:00"), "pay table PT-1")
    assert answer.open and str(answer).endswith(": open, to be given 2026-11-01 12:00.")


def test_a_notice_that_is_planned_too_late_says_so_before_it_is_given() -> None:
    answer = answer_to(checked(written("2026-11-02T12:00"), at="2026-11-01T11:00"), "pay table PT-1")
    assert (answer.status, answer.open) == ("open", True)
    assert str(answer).endswith(
        ": open, to be given 2026-11-02 12:00, which will be too late for use from 2026-11-03 12:00; "
        "not before 2026-11-04 12:00."
    )


def test_surveillance_and_the_commission_get_30_minutes() -> None:
    table = {"rulebook": "massachusetts-2020", "game": "baccarat", "in_use": "2026-11-03T12:00"}
    report = doors.check({"tables": [table | {"options": {"reshuffle_after_lacing": True}}]}, LATER)
    open_table = report.tables[0]
    due = [
        (finding.where, answer.duty.to)
        for finding in open_table.notices
        for answer in open_table.answers[finding]
        if answer.duty.before == "30 minutes"
    ]
    assert {to for _, to in due} == {"surveillance", "commission"}
    notices = [
        {"about": where, "how": "written", "to": to, "given": given}
        for (where, to), given in zip(due, ("2026-11-03T11:30", "2026-11-03T11:31"), strict=True)
    ]
    options = {"options": {"reshuffle_after_lacing": True}, "notices": notices}
    [told] = doors.check({"tables": [table | options]}, LATER).tables
    status = {
        answer.duty.to: answer.status
        for finding in told.notices
        for answer in told.answers[finding]
        if answer.duty.before == "30 minutes"
    }
    assert sorted(status.values()) == ["given", "late"]


def test_times_with_an_offset_are_reckoned_with_it() -> None:
    for given, status in (("2026-11-01T13:00+01:00", "given"), ("2026-11-01T12:30+00:00", "late")):
        notice = written(given, in_use="2026-11-03T12:00+00:00")
        assert answer_to(checked(notice, in_use=None), "pay table PT-1").status == status


# -- What is owed ------------------------------------------------------------------------------------------------------


def test_a_house_that_gave_every_notice_has_none_open() -> None:
    report = checked(written("2026-10-30"), POSTED, TIPS)
    assert report.legal and report.open == 0
    assert checked(written("2026-10-30"), POSTED).open == 1
    assert checked().open == 3


def test_a_posting_after_the_use_is_too_late() -> None:
    late = answer_to(checked({**POSTED, "given": "2026-11-03T12:30"}), "pay table PT-1", "posted")
    assert late.status == "late"


def test_a_notice_answers_what_it_is_about_and_nothing_else() -> None:
    report = checked({**POSTED, "about": "pay table PT-1"}, written("2026-10-30", about="option max_1_to_1"))
    assert answer_to(report, "pay table PT-1", "posted").status == "given"
    assert answer_to(report, "procedure posting, step 1", "posted").status == "open"
    assert answer_to(report, "pay table PT-1").status == "open"
    assert [given.about for given in report.tables[0].unused] == [("option max_1_to_1",)]


def test_a_notice_of_the_house_holds_for_all_its_tables() -> None:
    house = {"notices": [TIPS], "tables": [BIG_SIX, BIG_SIX | {"name": "BS-2"}]}
    report = doors.check(house, LATER)
    assert [[finding.where for finding in table.open] for table in report.tables] == [["procedure posting, step 1"]] * 2


def test_a_table_that_is_not_legal_owes_what_is_always_owed() -> None:
    [report] = doors.check({"tables": [BIG_SIX | {"options": {"no_such_option": 1}}]}, LATER).tables
    assert not report.legal
    assert [finding.where for finding in report.open] == ["procedure posting, step 1", "procedure tips, step 1"]


def test_what_is_owed_only_if_something_happens_may_not_apply() -> None:
    def limited(*notices: dict[str, Any]) -> TableReport:
        table = {"rulebook": "oneida-2003", "game": "let-it-ride", "options": {"payout_limit": 75000}}
        return doors.check({"tables": [table | {"notices": list(notices)}]}, LATER).tables[0]

    never = {"about": "option payout_limit", "how": "noticed", "does_not_apply": "it was never decreased"}
    where = [finding.where for finding in limited().open]
    assert "option payout_limit" in where
    assert "option payout_limit" not in [finding.where for finding in limited(never).open]
    # What is owed whatever happens is not argued away.
    refused = checked({"about": "procedure tips", "how": "approved", "to": "commission", "does_not_apply": "no tips"})
    assert answer_to(refused, "procedure tips, step 1", "approved").open


def test_what_hangs_on_an_option_is_owed_under_that_option() -> None:
    def duties(second_card: str) -> list[str]:
        table = {"rulebook": "massachusetts-2020", "game": "spanish-21", "options": {"second_card": second_card}}
        [report] = doors.check({"tables": [table]}, LATER).tables
        return [duty.how for finding in report.notices for duty in finding.owed]

    assert duties("hole_down") == ["noticed"]
    assert duties("hole_down_reader") == ["noticed", "approved"]


def owed_at(entry: str, **table: Any) -> dict[str, list[str]]:
    """What is owed for the options in force at a table, and how."""
    rulebook, game = entry.split("/")
    [report] = doors.check({"tables": [{"rulebook": rulebook, "game": game} | table]}, LATER).tables
    return {finding.where: [duty.how for duty in finding.owed] for finding in report.notices if finding.owed}


@pytest.mark.parametrize(
    ("entry", "option", "hows"),
    [
        ("chapter4/craps", "pass_odds_multiple", ["written", "posted"]),
        ("chapter4/craps", "put_odds_multiple", ["written", "posted"]),
        ("chapter4/poker", "raises_per_round", ["posted"]),
        ("chapter4/poker", "rake", ["posted"]),
        ("california/texas-holdem", "schedule_option", ["posted", "told"]),
        ("california/seven-card-stud", "schedule_option", ["posted", "told"]),
        ("massachusetts-2020/crazy-4-poker", "queens_up_table", ["filed"]),
        ("massachusetts-2020/free-bet-blackjack", "push_22", ["filed"]),
        ("massachusetts-2020/free-bet-blackjack", "push_22_table", ["filed"]),
        ("massachusetts-2020/free-bet-blackjack", "settlement", ["filed"]),
        ("massachusetts-2020/zappit-blackjack", "boxes_per_player", ["filed"]),
        ("massachusetts-2020/mini-baccarat", "vigorish_collection", ["filed"]),
        ("massachusetts-2020/baccarat", "disclosed_third_card", ["filed"]),
        ("massachusetts-2020/baccarat-chemin-de-fer", "burned_with_a_ten", ["filed"]),
        ("massachusetts-2020/blackjack", "double_card", ["filed"]),
        ("massachusetts-2020/pai-gow-tiles", "house_way", ["filed"]),
        ("massachusetts-2020/three-card-poker", "dealing_device", ["approved"]),
    ],
)
def test_a_choice_that_takes_notice_owes_it_whether_or_not_the_house_wrote_it(
    entry: str, option: str, hows: list[str]
) -> None:
    assert owed_at(entry)[f"option {option}"] == hows
    default = load(entry).options[option].default
    assert owed_at(entry, options={option: default})[f"option {option}"] == hows


@pytest.mark.parametrize(
    ("entry", "option", "other"),
    [
        ("chapter4/big-six", "max_1_to_1", 500),
        ("chapter4/let-it-ride", "max_aggregate_payout", 30000),
        ("chapter4/three-card-poker", "play_on_win", "1 to 1"),
        ("massachusetts-2020/blackjack", "splits", 2),
        ("massachusetts-2020/pai-gow-poker", "wheel_rank", "lowest"),
        ("massachusetts-2020/baccarat", "card_reveal", "highest_wager"),
    ],
)
def test_what_the_source_makes_the_rule_holds_without_notice(entry: str, option: str, other: Any) -> None:
    default = load(entry).options[option].default
    assert f"option {option}" not in owed_at(entry) | owed_at(entry, options={option: default})
    assert f"option {option}" in owed_at(entry, options={option: other})


def test_where_the_source_states_no_default_the_entry_says_which_values_take_notice() -> None:
    silent = re.compile(r"states no default|no preference|prefers neither")
    for entry in entries():
        for name, option in entry.options.items():
            if option.owed and option.default not in (None, False, "off") and silent.search(option.note):
                assert option.notice_for or option.notice_when, (entry.name, name)


def test_what_concerns_a_wager_is_owed_while_that_wager_is_on_the_layout() -> None:
    for wagers, owed in ((["ante", "super_bonus"], False), (["ante", "super_bonus", "queens_up"], True)):
        found = owed_at("massachusetts-2020/crazy-4-poker", wagers=wagers, options={"queens_up_table": "B"})
        assert ("option queens_up_table" in found) is owed
    found = owed_at("chapter4/craps", wagers=["pass_line", "pass_odds"])
    assert [where for where in found if "odds" in where] == ["option pass_odds_multiple"]
    off = owed_at("massachusetts-2020/free-bet-blackjack", options={"push_22": False})
    assert not {"option push_22", "option push_22_table"} & off.keys()
    pai_gow = "massachusetts-2020/pai-gow-poker"
    assert "option s14_seed" not in owed_at(pai_gow)
    assert owed_at(pai_gow, options={"progressive_s14": "1.00"})["option s14_seed"] == ["approved"]


def test_odds_between_the_bounds_of_the_source_are_owed_whatever_they_are() -> None:
    for odds in ({}, {"additional_odds": "6 to 1"}):
        options = {"additional_wager": True, "start_method": "rng_1_to_7"} | odds
        assert owed_at("oneida-2003/pai-gow-poker", options=options)["option additional_odds"] == ["posted"]
    assert "option additional_odds" not in owed_at("oneida-2003/pai-gow-poker")


def test_a_choice_that_another_one_makes_idle_owes_nothing() -> None:
    ez = owed_at("massachusetts-2020/mini-baccarat", options={"designation": "ez"})
    assert "option vigorish_collection" not in ez and ez["option designation"] == ["posted"]
    blackjack = "massachusetts-2020/blackjack"
    assert "option resplit_aces" not in owed_at(blackjack, options={"resplit_aces": False})
    assert "option resplit_aces" in owed_at(blackjack, options={"resplit_aces": False, "splits": 2, "boxes": 6})
    shown = owed_at(blackjack, options={"double_card": "face_down"})
    assert shown["option double_card"] == ["filed", "posted"]


def test_every_notice_of_a_rulebook_says_as_a_duty_who_is_owed_what() -> None:
    for entry in entries():
        for name, told in (*entry.options.items(), *entry.pay_tables.items()):
            if told.owed:
                assert told.notice or name in entry.pay_tables
            elif SPEAKS_OF_TELLING.search(told.notice):
                # A supervisor's approval of a single wager is nothing to give notice of.
                assert "supervisor" in told.notice or "noted in writing" in told.notice, (entry.name, name)
        for table in entry.pay_tables.values():
            if table.change == "notice" and "discretion" not in table.notice:
                assert {duty.how for duty in table.owed} == {"written", "posted"}


# -- What a notice is about --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("about", "part"),
    [
        ("option nonsense", "owed here: procedure posting, step 1; procedure tips, step 1"),
        ("option max_1_to_2", 'did you mean "option max_1_to_1"?'),
        ("max_1_to_1", 'did you mean "option max_1_to_1"?'),
        ("procedure postings", 'did you mean "procedure posting"?'),
        ("limits.one.mox", 'did you mean "limits.one.max"?'),
    ],
)
def test_a_notice_about_something_that_no_table_has_is_refused_with_what_was_meant(about: str, part: str) -> None:
    notice = written("2026-10-30", about=["pay table PT-1", about])
    table, house = {"tables": [BIG_SIX | {"notices": [notice]}]}, {"notices": [notice], "tables": [BIG_SIX]}
    for raw, where in ((table, "BS-1, notice 1"), (house, "the house file, notice 1")):
        with pytest.raises(PitbossError) as error:
            doors.check(raw, LATER)
        assert error.value.sentence.startswith(f'{where}: there is nothing called "{about}"')
        assert part in error.value.sentence


def test_a_notice_of_the_house_may_be_about_what_one_of_its_tables_has() -> None:
    craps = {"name": "C-1", "rulebook": "chapter4", "game": "craps"}
    notice = written("2026-10-30", about="option pass_odds_multiple")
    report = doors.check({"notices": [notice], "tables": [BIG_SIX, craps]}, LATER)
    assert "option pass_odds_multiple" in [finding.where for finding in report.tables[1].notices]


def test_a_notice_that_a_table_does_not_owe_is_told_in_every_report() -> None:
    report = checked(written("2026-10-30", about="option max_1_to_1"))
    told = "Nothing is owed here of this kind: in writing to the Commission, about option max_1_to_1."
    [unused] = report.as_json()["tables"][0]["unused"]
    assert unused == {"about": ["option max_1_to_1"], "how": "written", "to": "commission", "text": told}
    assert told in house_page(report)


# -- The file ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notice", "part"),
    [
        ({"how": "shouted", "given": "2026-01-01"}, "how is one of written, told"),
        ({"how": "written", "given": "2026-01-01"}, "to is one of commission"),
        ({"how": "written", "to": "commission"}, "say when it was given"),
        ({"how": "written", "to": "commission", "given": "soon"}, '"soon" is no time'),
        ({"how": "written", "to": "commission", "given": 5}, "5 is no time"),
        ({"posted": "", "given": "2026-01-01"}, "posted is a text"),
        ({"posted": "here", "given": "2026-01-01", "abuot": "x"}, 'unknown key "abuot"; did you mean "about"'),
        ({"posted": "here", "given": "2026-01-01", "about": 5}, "about names what it is about"),
        ({"posted": "here", "given": "0001-01-01"}, "too far away"),
        ({"posted": "here", "given": "9999-12-31"}, "too far away"),
        ({"posted": "here", "given": "9999-12-31T23:00"}, "too far away"),
        ({"how": "written", "to": "commission", "given": "9999-12-30"}, "too far away"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_notice_that_cannot_be_read_gets_a_sentence(notice: dict[str, Any], part: str) -> None:
    with pytest.raises(PitbossError) as error:
        checked(notice)
    assert part in error.value.sentence and "notice 1" in error.value.sentence


def test_a_year_below_a_thousand_is_written_with_four_digits() -> None:
    written = {"how": "written", "to": "commission"}
    for when, told in (("0999-01-01", "0999-01-01"), ("0999-01-01T10:00", "0999-01-01 10:00")):
        assert f"given {told}," in str(answer_to(checked({**written, "given": when}), "pay table PT-1"))


HOUSE = """
title = "Main <floor>"
in_use = 2026-11-03T12:00:00
[[tables]]
name = "BS-1"
rulebook = "chapter4"
game = "big-six"
pay_tables.PT-1.twenty = "22 to 1"
[[tables.notices]]
how = "approved"
to = "commission"
given = 2026-01-15
[[tables.notices]]
posted = "the wheel"
given = 2026-11-03T09:00:00
[[tables.notices]]
about = "pay table PT-1"
how = "written"
to = "commission"
given = 2026-11-01T10:00:00
"""


def test_strict_ends_with_1_while_a_notice_is_open(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE, encoding="utf-8")
    for at, strict, plain in ((LATER, 0, 0), ("2026-11-01T09:00", 1, 0)):
        code, out, _ = pitboss("check", file, "--strict", "--at", at)
        assert code == strict
        assert ("are open" in out) == bool(strict)
        assert pitboss("check", file, "--at", at)[0] == plain
    code, _, err = pitboss("check", file, "--at", "yesterday")
    assert code == 2 and '"yesterday" is no time' in err


def test_the_report_is_a_page_that_prints(pitboss: Run, tmp_path: Path) -> None:
    file, page = tmp_path / "house.toml", tmp_path / "report.html"
    file.write_text(HOUSE, encoding="utf-8")
    code, out, _ = pitboss("check", file, "--html", page, "--at", LATER)
    assert code == 0 and "The report is in" in out
    text = page.read_text(encoding="utf-8")
    assert "Main &lt;floor&gt;" in text and "<floor>" not in text
    for part in (
        "all 3 given",
        "48 hours before it is used",
        "§8(A)(1) L1036",
        "@media print",
        "As it is on 2026-12-01",
    ):
        assert part in text
    assert "http" not in text.replace("http-equiv", "")
    Closed().feed(text)
    assert "of 3 open" in house_page(doors.check(file, at="2026-11-01T09:00"))


class Closed(HTMLParser):
    """Every tag that is opened is closed again."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in ("meta", "br", "!doctype"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_json_and_rows_have_what_is_open_as_values(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE, encoding="utf-8")
    code, out, _ = pitboss("check", file, "--json", "--strict", "--at", "2026-11-02T12:00")
    found = json.loads(out)
    assert code == 1 and found["legal"] and found["open"] == 2
    [notice] = found["tables"][0]["notices"]
    letter, sign = notice["owed"]
    assert (letter["status"], letter["before"], letter["open"]) == ("given", "48 hours", False)
    earliest = datetime.fromisoformat(letter["given"]) + timedelta(hours=48)
    assert datetime.fromisoformat(letter["earliest"]) == earliest
    assert (sign["status"], sign["at"], sign["posted"]) == ("open", "the wheel", "the wheel")
    rows = doors.check(file, at="2026-11-02T12:00").rows()
    assert [(row["level"], row["open"]) for row in rows] == [("notice", True), ("standing", True), ("standing", False)]
