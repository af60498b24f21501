"""Shuffle machines: the two decks and the machine in order, and the same rules in every card game that may use one."""

from pathlib import Path
from typing import Any

import pytest

from pitboss import Call, PitbossError, load, open_table, settle
from pitboss.engine.replay import Settled
from pitboss.games import game_of
from pitboss.games.procedures.shuffle_machine import STEPS
from pitboss.rulebook import entry_names
from pitboss.rulebook.check import check_house
from pitboss.rulebook.loader import BUILT_IN
from riverboat import riverboat

MACHINES = "chapter4/shuffle-machines"
OPENING = ["inspect red", "wash red", "load red", "press button"]
READY = ["inspect blue", "wash blue", "take out red", "load blue", "press button"]
CARD_GAMES = [name for name in entry_names() if MACHINES in load(name).uses]
ONLY_BY_MACHINE = ("chapter4/let-it-ride",)
MACHINE_LISTS = {"shuffle_machine_installation", "shuffle_machine", "shuffle_machine_malfunction"}
SHARED = ("shuffle_machine_malfunction", "shuffle_machine_long_malfunction", "shuffle_machine_deviation")


def done(*steps: Any, carry: dict[str, Any] | None = None, **options: Any) -> Settled:
    """What a record of these steps comes to; a list is done in one step."""
    parts = [step if isinstance(step, dict) else {"done": step} for step in steps]
    raw = {"rulebook": "chapter4", "game": "shuffle-machines", "options": options, "steps": parts}
    return settle(raw | ({"carry": carry} if carry else {}))


# -- the procedure ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        (["wash red"], r"the red deck is boxed; front and back are inspected.*\[§15\(B\)\(2\)-\(3\)"),
        (["inspect red", "load red"], r"it is washed and stacked, then put in \[§15\(B\)\(3\), \(7\)"),
        (["inspect red", "inspect blue"], r"inspected while the machine shuffles the other \[§15\(B\)\(6\)-\(7\)"),
        (["inspect red", "inspect red"], "the red deck is inspected; it is inspected before it is shuffled"),
        (["press button"], r"the machine is idle; it is started with cards in it \[§15\(B\)\(5\), \(9\)"),
        ([*OPENING[:3], "take out red"], r"the machine has not shuffled the red deck \[§15\(B\)\(8\)"),
        ([*OPENING, "inspect blue", "wash blue", "load blue"], "the machine holds cards"),
        (
            [*OPENING, "inspect blue", "take out red", "wash blue"],
            r"washed and stacked while the machine shuffles the other \[§15\(B\)\(6\)-\(7\)",
        ),
        ([*OPENING, "deal red"], r"the red deck is in the machine; one that the machine has shuffled is dealt"),
        (["repair"], "the machine is in order"),
        (["check chip"], "no chip is on the Commission's record yet"),
        (["juggle red"], 'done = "juggle red" is not possible'),
        ([*OPENING, *READY, "deal red", "deal blue"], "done once more"),
    ],
)
def test_what_is_out_of_order_is_refused_with_its_clause(steps: list[str], sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        done(steps)


def test_a_set_of_decks_is_dealt_for_its_whole_shoe_and_the_next_shoe_is_the_other_set() -> None:
    first = [*OPENING, *READY, "deal red"]
    settled = done(first, ["deal red"], ["take out blue", "deal blue"], decks_per_set=6)
    assert settled.table.carry["decks"] == {"red": "used", "blue": "in play"}
    [(_, opened), *_] = settled.rounds
    assert any("the red set of decks is taken out" in event.text for event in opened.events)
    with pytest.raises(PitbossError, match="the sets of decks alternate: this shoe is dealt from the blue one"):
        done(first, ["take out blue", "load red", "press button", "take out red", "deal red"], decks_per_set=6)


def test_a_chip_as_recorded_is_no_deviation() -> None:
    settled = done({"done": "install", "chip": "A-1"}, {"done": "check chip", "chip": "A-1"})
    assert not any(event.kind == "irregularity" for _, played in settled.rounds for event in played.events)


def test_a_long_malfunction_lasts_until_the_machine_is_repaired() -> None:
    out = {"irregularities": ["shuffle_machine_long_malfunction"], "done": [*OPENING, "inspect blue", "wash blue"]}
    with pytest.raises(PitbossError, match="the machine is out of order"):
        done(out)
    broken = {"irregularities": ["shuffle_machine_long_malfunction"], "done": "deal red"}
    before = {"decks": {"red": "shuffled", "blue": "in the machine"}, "machine": "running"}
    settled = done(
        broken,
        ["shuffle red", "deal red"],
        ["shuffle blue", "deal blue"],
        ["repair", "load blue", "press button"],
        carry=before,
    )
    by_hand = [event.cite for _, played in settled.rounds for event in played.events if event.kind == "dealt by hand"]
    assert len(by_hand) == 3 and all(cite.startswith("§15(C)(2)(a) L1607") for cite in by_hand)
    assert settled.table.carry["machine"] == "running"


def test_a_house_may_deal_by_hand_for_one_round_only() -> None:
    broken = {"irregularities": ["shuffle_machine_long_malfunction"], "done": "deal red"}
    carry = {"decks": {"red": "shuffled", "blue": "stacked"}}
    settled = done(broken, carry=carry, hand_deal_lasts="this_round")
    assert settled.table.carry["machine"] == "idle"
    assert "dealt by hand, face down, in this round" in " ".join(event.text for event in settled.rounds[0][1].events)


@pytest.mark.parametrize("state", ["stacked", "used"])
def test_cards_dealt_by_hand_are_shuffled_first(state: str) -> None:
    carry = {"decks": {"red": state, "blue": "boxed"}, "machine": "down"}
    with pytest.raises(
        PitbossError, match=rf"the red deck is {state}; it is shuffled before it is dealt by hand \[§15"
    ):
        done("deal red", carry=carry)
    for extra in (True, False):
        settled = done(["shuffle red", "deal red"], carry=carry, extra_shuffle=extra)
        told = " ".join(event.text for event in settled.rounds[0][1].events)
        assert ("at the house's discretion" in told) == extra and settled.table.carry["last"] == "red"


def test_what_was_done_before_a_malfunction_voids_the_hand_stays_done() -> None:
    fails = {
        "irregularities": [{"id": "shuffle_machine_malfunction", "at": "deal"}],
        "done": [*OPENING, *READY, "deal red"],
    }
    settled = done(fails, ["take out blue", "load red", "press button", "deal blue"])
    [(_, voided), (_, played)] = settled.rounds
    assert voided.void and not played.void
    assert settled.table.carry["decks"] == {"red": "in the machine", "blue": "used"}


def test_a_machine_that_fails_while_it_shuffles_is_started_again() -> None:
    settled = done(OPENING, {"irregularities": ["shuffle_machine_malfunction"]}, ["press button", "take out red"])
    assert settled.table.carry["decks"]["red"] == "shuffled"
    with pytest.raises(PitbossError, match="the machine has not shuffled the red deck"):
        done(OPENING, {"irregularities": ["shuffle_machine_malfunction"]}, "take out red")


def test_a_house_that_does_not_deal_by_hand_or_reshuffle_is_refused_both() -> None:
    with pytest.raises(PitbossError, match='there is no irregularity "shuffle_machine_long_malfunction" here'):
        done({"irregularities": ["shuffle_machine_long_malfunction"]}, hand_deal_on_long_malfunction=False)
    carry = {"decks": {"red": "shuffled", "blue": "stacked"}, "machine": "down"}
    with pytest.raises(PitbossError, match="this house shuffles no more than it must"):
        done("shuffle red", carry=carry, extra_shuffle=False)


def test_without_a_machine_there_is_nothing_to_do() -> None:
    with pytest.raises(PitbossError, match=r"no shuffle machine is used at this table \[§15\(A\)\(1\) L1584\]"):
        done("inspect red", use_shuffler=False)


@pytest.mark.parametrize(
    ("carry", "sentence"),
    [
        ({"decks": "red"}, "decks are written like"),
        ({"decks": {"red": "lost"}}, 'decks: "lost" is none of boxed, inspected'),
        ({"machine": "on fire"}, 'machine: "on fire" is none of idle'),
        ({"last": "green"}, 'last: "green" is none of red, blue'),
        ({"machine": "running"}, "a machine that is loaded or running holds one deck"),
        ({"decks": {"red": "in the machine"}}, "and any other holds none"),
    ],
)
def test_a_carry_that_cannot_be_is_refused(carry: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence):
        done("inspect red", carry=carry)


def test_chance_takes_every_step_and_never_one_out_of_order() -> None:
    table = open_table(MACHINES, seed=2)
    for number in range(60):
        table.deal({}, calls=[Call("shuffle_machine_long_malfunction")] if number % 10 == 0 else [])
    every = {name for name in STEPS if name != "spread"}
    wanted = {
        f"{name} {color}" if "{deck}" in STEPS[name].text else name for name in every for color in ("red", "blue")
    }
    assert {taken for step in table.record().steps for taken in step.draws.get("done", [])} == wanted
    assert settle(table.record().to_toml()).table.carry == table.carry


# -- in the card games ------------------------------------------------------------------------------------------------


def test_the_section_applies_to_the_card_games_of_the_chapter_and_to_no_others() -> None:
    terms = load(MACHINES).terms
    applicable = {f"chapter4/{game}" for game in terms["applicable_games"].value}
    own = {f"chapter4/{game}" for game in terms["own_machine_rules"].value}
    assert set(CARD_GAMES) <= applicable and own <= applicable
    for name in applicable - own:
        if name in entry_names():
            assert name in CARD_GAMES, f'{name} is a card game of the chapter: uses = ["{MACHINES}"]'


@pytest.mark.parametrize("name", CARD_GAMES)
def test_a_card_game_has_the_machines_options_irregularities_and_procedures_without_a_copy(name: str) -> None:
    entry, lender = load(name), load(MACHINES)
    assert entry.options["use_shuffler"].default is (name in ONLY_BY_MACHINE)
    lent = lender.options["void_on_malfunction"]
    own = {"cite": entry.options["void_on_malfunction"].cite} if name in ONLY_BY_MACHINE else {}
    assert entry.options["void_on_malfunction"] == lent.model_copy(update=own)
    assert entry.procedures["shuffle_machine"] == lender.procedures["shuffle_machine"]
    for irregularity in SHARED:
        assert lender.irregularities[irregularity].cite in entry.irregularities[irregularity].cite
        assert set(entry.irregularities[irregularity].moments) <= set(game_of(entry).moments)
    assert "decks_per_set" not in entry.options
    assert lender.irregularities[SHARED[0]].text not in (BUILT_IN / f"{name}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in CARD_GAMES if name not in ONLY_BY_MACHINE])
def test_a_card_game_without_a_machine_knows_no_malfunction_and_no_checklist_of_a_machine(name: str) -> None:
    table = open_table(name, seed=1)
    assert not set(SHARED) & set(table.setup.irregularities)
    assert not MACHINE_LISTS & set(table.setup.procedures) and table.setup.procedures
    with_one = open_table(name, {"use_shuffler": True}, seed=1)
    assert set(with_one.setup.procedures) >= MACHINE_LISTS


@pytest.mark.parametrize("name", CARD_GAMES)
def test_a_machine_in_a_card_game_must_be_approved(name: str) -> None:
    rulebook, game = name.split("/")
    [report] = check_house({"tables": [{"rulebook": rulebook, "game": game, "options": {"use_shuffler": True}}]})
    assert any("the Commission has approved" in notice.text for notice in report.notices)


def test_a_deviation_in_a_card_game_is_reported_and_the_hand_goes_on() -> None:
    table = open_table("chapter4/mini-baccarat", {"use_shuffler": True}, seed=4)
    played = table.deal({1: {"player": 10}}, calls=[Call("shuffle_machine_deviation")])
    assert played.over and not played.void
    told = [event for event in played.events if "reported to the Commission at once" in event.text]
    assert told and all(event.cite.startswith("§15(A)(4) L1587") for event in told)


# -- sharing in the files ---------------------------------------------------------------------------------------------

USES = 'uses = ["chapter4/shuffle-machines"]'


def test_what_a_game_says_itself_is_laid_over_what_is_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = "[options.void_on_malfunction]\ndefault = false\n\n[options.use_shuffler]"
    riverboat(tmp_path, monkeypatch, ("[options.use_shuffler]", own))
    entry = load("riverboat/three-card-poker")
    assert entry.options["void_on_malfunction"].default is False
    assert entry.options["void_on_malfunction"].cite == "§15(C)(1) L1605"


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ('uses = ["chapter4/shuffle-machine"]', 'uses: there is no entry "chapter4/shuffle-machine"; did you mean'),
        ('uses = ["chapter4/roulette"]', "uses: chapter4/roulette is not an entry that shares what it says"),
        ('uses = "chapter4/shuffle-machines"', "uses: Input should be a valid list"),
        (f'{USES}\nshares = {{ options = ["min_wagers"] }}', 'shares.options: there is no option "min_wagers"'),
    ],
)
def test_a_faulty_use_names_file_key_and_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str, fault: str
) -> None:
    riverboat(tmp_path, monkeypatch, (USES, changed))
    with pytest.raises(PitbossError, match=fault):
        load("riverboat/three-card-poker")


def test_an_entry_with_wagers_says_its_seats_and_its_bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bank = '[bank]\nkind = "house"\ncite = "§13(B)(9) L1462"\n'
    riverboat(tmp_path, monkeypatch, (bank, ""))
    with pytest.raises(PitbossError, match="three-card-poker.toml: bank: an entry with wagers says it"):
        load("riverboat/three-card-poker")
