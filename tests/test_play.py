"""Playing in the terminal: what a player types, sees and owns afterwards."""

import io
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from conftest import EXAMPLES
from dealing import seat_wagers, setups
from house_fixtures import of_each_script
from pitboss import PitbossError, open_table, settle
from pitboss.cli import table_text
from pitboss.cli.play import Play, bankroll_of, choose_entry
from pitboss.cli.player_input import read_call, read_wagers, resolve
from pitboss.cli.visit import Visit
from pitboss.engine.picture import hands_seen
from pitboss.engine.table import Table
from pitboss.equipment.chance import Chance
from pitboss.games import game_of
from pitboss.rulebook import Setup, entry_names, load
from pitboss.sheets.choices import assume_required, read_options
from pitboss.sheets.offers import limits_of
from pitboss.sheets.paper import Paper

TCP = "chapter4/three-card-poker"
ROULETTE = "chapter4/roulette"
CALIFORNIA = "california/three-card-poker"
PLAYED = [name for name in entry_names() if load(name).wagers]


class Sitting:
    """A player who types the given lines, and what the terminal then showed."""

    def __init__(
        self,
        name: str,
        *lines: str,
        options: dict[str, Any] | None = None,
        seed: int = 4,
        bankroll: int = 50_000,
        seat: int = 1,
        bank_wager: int = 50_000,
        meters: dict[str, int] | None = None,
        chance: Chance | None = None,
    ) -> None:
        entry = load(name)
        chosen, assumed = assume_required(entry, options or {})
        self.table = Table(Setup.of(entry, chosen), game_of(entry), seed=seed, chance=chance, meters=meters)
        self.visit = Visit(self.table, seat, bankroll, bank_wager)
        self._lines: Iterator[str] = iter(lines)
        paper = Paper(Console(file=io.StringIO(), width=200, highlight=False, markup=False))
        self.code = Play(paper, self._read, self.visit, assumed).run()
        self.screen: str = paper.console.file.getvalue()  # type: ignore[attr-defined]

    def _read(self, prompt: str) -> str:
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        if line == "^C":
            raise KeyboardInterrupt
        return line

    @property
    def net(self) -> int:
        return self.visit.balance - self.visit.bankroll


# -- what a player types ----------------------------------------------------------------------------------------------


def setup_of(name: str, **options: Any) -> Setup:
    return Setup.of(load(name), options)


@pytest.mark.parametrize(
    ("line", "wagers"),
    [
        ("ante 10", {"ante": "10"}),
        ("ante 10 pair_plus 5", {"ante": "10", "pair_plus": "5"}),
        ("ANTE 10, Pair Plus 5", {"ante": "10", "pair_plus": "5"}),
        ("a 10 p $5.50", {"ante": "10", "pair_plus": "$5.50"}),
        ("ante=10; pair-plus=5", {"ante": "10", "pair_plus": "5"}),
        ("ante 1,000", {"ante": "1,000"}),
    ],
)
def test_wagers_are_read_in_one_line(line: str, wagers: dict[str, str]) -> None:
    assert read_wagers(line, setup_of(TCP)) == wagers


@pytest.mark.parametrize(
    ("line", "wagers"),
    [
        ("split 8-11 5, red 10", {"split 8-11": "5", "red": "10"}),
        ("split 8-11 5 red 10 odd 5", {"split 8-11": "5", "red": "10", "odd": "5"}),
        ("straight 17 5 straight 20 5", {"straight_up 17": "5", "straight_up 20": "5"}),
        ("split 8 11 5", {"split 8 11": "5"}),
        ("dozen 2 10, black 5", {"dozen 2": "10", "black": "5"}),
        ("red 0", {"red": "0"}),
    ],
)
def test_a_wager_on_a_spot_names_the_spot(line: str, wagers: dict[str, str]) -> None:
    assert read_wagers(line, setup_of(ROULETTE)) == wagers


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("ante", "how much on Ante?"),
        ("ante ten", "how much on Ante?"),
        ("anti 5", 'did you mean "ante"?'),
        ("ante 5 ante 10", "ante is named twice"),
        ("play 10", "Play is not made before the deal"),
        ("10 ante", 'there is no wager "10"'),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(PitbossError) as error:
        read_wagers(line, setup_of(TCP))
    assert sentence in error.value.sentence


@pytest.mark.parametrize("line", ["don't pass 10", "Don't-Pass 10", "dont_pass 10", "dont pass 10"])
def test_a_wager_is_read_with_its_apostrophe_and_without(line: str) -> None:
    assert read_wagers(line, setup_of("chapter4/craps")) == {"dont_pass": "10"}


def test_a_beginning_must_be_unique() -> None:
    assert resolve("pl", ("play", "fold"), "action") == "play"
    assert resolve("fold", ("fold", "fold_unexposed"), "action") == "fold"
    with pytest.raises(PitbossError, match="could be split or straight"):
        resolve("s", ("split", "straight", "red"), "wager")


def test_a_call_names_seat_card_and_wager() -> None:
    setup = setup_of(TCP)
    call = read_call(["wrong_number_of_cards_p", "seat", "3", "card", "Ah", "wager", "an"], setup, seat=1)
    assert (call.id, call.seat, call.card, call.wager) == ("wrong_number_of_cards_player", 3, "Ah", "ante")
    assert read_call(["wrong_number_of_cards_player"], setup, seat=2).seat == 2
    assert read_call(["wrong_number_of_cards_dealer"], setup, seat=2).seat is None
    for words in ("", "rain", "cards_worn seat x", "cards_worn card", "cards_worn card 1x", "cards_worn colour red"):
        with pytest.raises(PitbossError):
            read_call(words.split(), setup, seat=1)


def test_options_come_from_a_file_and_from_words(tmp_path: Path) -> None:
    file = tmp_path / "options.toml"
    file.write_text('[options]\nwheel = "single_zero"\nb2b = true\nb2b_multipliers = { 10 = 3, 25 = 1 }\n')
    chosen = read_options(["wheel=double_zero", "b2b_multipliers={ 5 = 1 }"], file)
    assert chosen == {"wheel": "double_zero", "b2b": True, "b2b_multipliers": {"5": 1}}


# -- rounds -----------------------------------------------------------------------------------------------------------


def test_a_round_is_dealt_decided_and_settled_with_its_clauses() -> None:
    played = Sitting(TCP, "ante 10 pair 5", "play", "quit")
    for part in ("You     4♦ 8♣ A♦", "Dealer  8♦ 9♠ 6♥", "[§13(C)(10) L1486]", "win at 1 to 1"):
        assert part in played.screen
    assert "dealer does not qualify: with 8♦ 9♠ 6♥, the dealer has nine-eight high" in played.screen
    assert "You may play ($10.00); fold [§13(C)(2), (6)" in played.screen
    assert "This round +$5.00, balance $505.00." in played.screen
    assert played.screen.endswith("You leave with $505.00 after 1 round: +$5.00.\n")
    assert (played.code, played.net) == (0, 500)


def test_a_hand_is_told_with_what_it_comes_to() -> None:
    played = Sitting("chapter4/blackjack", "main 25", "stand", "quit", seed=4)
    told = re.findall(r"^  (You|Dealer) +([^(\n]+?)(?:  \((.+)\))?$", played.screen, flags=re.MULTILINE)
    whose = [(name, bool(count)) for name, _, count in told]
    assert whose == [("You", True), ("Dealer", False), ("Dealer", True)], "a hole card counts when it is seen"
    stud = Sitting("massachusetts-2020/mississippi-stud", "ante 10", *["bet_1x"] * 3, "quit").screen
    assert "You        4♦ 8♦  (pair of eights)" in stud, "one's own cards are shown again with the last that all share"


def test_split_hands_stand_together_and_the_one_that_is_asked_about_is_marked() -> None:
    lines: list[str] = []
    for _ in range(8):
        lines += ["main 25", "split", "stand", "stand"]
    screen = Sitting("chapter4/blackjack", *lines, "leave", seed=4).screen
    assert re.search(r"> You, hand 1  \S+ \S+  \(.*\)\n  You, hand 2    \S+  \(\d+\)\n  Hand 1: you may", screen)
    assert re.search(r"  You, hand 1    \S+ \S+  \(.*\)\n  > You, hand 2  \S+ \S+  \(.*\)\n  Hand 2: you may", screen)


def test_pieces_without_a_name_are_for_the_first_part_of_the_hand() -> None:
    played = Sitting("chapter4/pai-gow-poker", "main 10", "set Jc Ks", "stand", "quit").screen
    assert "You, low     J♣ K♠  (king high)" in played and "You, high    5♣ 8♣ 7♠ 4♣ 5♠  (pair of fives)" in played


def test_a_foul_is_told_before_it_is_laid_down() -> None:
    name, wagers = "massachusetts-2020/pai-gow-poker", "pai_gow_poker 10"
    warned = Sitting(name, wagers, "set 5d 5s", "set", "stand", "leave", seed=5)
    assert "Low: pair of fives, a foul: the low hand ranks above the high hand. High: ace high." in warned.screen
    assert warned.net > 0 and "fouled hand" not in warned.screen
    meant = Sitting(name, wagers, "set 5d 5s", "set low=5s 5d", "stand", "leave", seed=5)
    assert "fouled hand" in meant.screen and meant.net == -10_00


def test_the_wagers_that_help_shows_are_taken() -> None:
    for game, line in (
        ("boston-5-stud", "ante 10, first_wager 20"),
        ("blackjack-switch", "hand_1 10, hand_2 10"),
    ):
        sat = Sitting(f"massachusetts-2020/{game}", "help", line, "leave")
        assert line in sat.screen and sat.visit.round is not None


def test_what_a_pot_holds_is_told_with_every_question() -> None:
    sat = Sitting("massachusetts-2020/winners-pot-poker", "ante 10", "bet", "double")
    assert re.findall(r"Pot (\$[\d.]+), \$40.00 of it from the house", sat.screen) == ["$50.00", "$60.00"]


def test_the_dealers_cards_stay_hidden_until_the_reveal() -> None:
    played = Sitting(TCP, "ante 10", "help")
    dealt = played.screen[played.screen.index("Your wagers") if "Your wagers" in played.screen else 0 :]
    assert "Dealer  ?? ?? ??" in dealt
    assert played.table.round is not None
    for card in played.table.round.hands["dealer"]:
        assert card[0] + card[1].translate(str.maketrans("cdhs", "♣♦♥♠")) not in dealt


def test_the_balance_is_kept_across_rounds() -> None:
    played = Sitting(TCP, "ante 10 pair 5", "play", "rebet", "fold", "rebet", "f", "quit")
    assert played.visit.rounds == 3
    assert played.net == 500 - 1500 - 1500
    assert "balance $505.00" in played.screen and "balance $490.00" in played.screen


def test_rebet_before_any_bet_is_refused() -> None:
    played = Sitting(TCP, "rebet", "quit")
    assert "there is nothing to repeat yet" in played.screen and played.visit.rounds == 0


def test_bets_beyond_the_balance_are_refused() -> None:
    played = Sitting(TCP, "ante 21", "ante 15 pair 6", "ante 20", "fold", "quit", bankroll=2000)
    assert "wagers of $21.00 are more than your $20.00" in played.screen
    assert played.screen.count("are more than your") == 2
    assert played.visit.rounds == 1


def test_a_decision_that_costs_more_than_is_left_is_refused() -> None:
    played = Sitting(TCP, "ante 15", "play", "fold", "quit", bankroll=2000)
    assert "to play takes $15.00, and you have $5.00 left" in played.screen
    assert played.net == -1500


def test_a_collection_fee_counts_against_the_balance() -> None:
    played = Sitting(CALIFORNIA, "ante 10", "quit", options={"schedule_option": 2}, bankroll=1000)
    assert "wagers of $10.00 and a fee of $1.00 are more than your $10.00" in played.screen
    assert played.visit.rounds == 0


def test_a_marked_commission_is_owed_until_the_player_leaves() -> None:
    options = {"commission_timing": "deferred"}
    lines = [line for _ in range(8) for line in ("banker 20", "wagers")]
    played = Sitting("chapter4/mini-baccarat", *lines, "quit", options=options)
    marked = played.screen.count("Commission marked: $1.00")
    assert marked > 0
    assert f"Commission collected: ${marked}.00" in played.screen
    assert settle(played.table.record().to_toml()).net[1] == played.net


def test_what_is_owed_cannot_be_wagered() -> None:
    visit = Sitting("chapter4/mini-baccarat", options={"commission_timing": "deferred"}).visit
    visit.table.carry["owed"] = {"1": 500}
    with pytest.raises(PitbossError, match=r"more than your \$500.00, of which you owe \$5.00"):
        visit.deal({"banker": "496"})
    assert visit.in_hand == 49_500


def test_a_refused_bet_changes_nothing() -> None:
    lines = ("ante 0.5", "ante 501", "ante -5", "ante 0.001", "ante 1e5", "foo 5", "ante 99999999999999999999", "")
    played = Sitting(TCP, *lines, "quit", bankroll=10**9)
    assert played.visit.rounds == 0 and played.net == 0
    for part in ("under the minimum of $1.00", "over the maximum of $500.00", "fraction of a cent"):
        assert part in played.screen


def test_a_wager_that_is_always_twice_another_says_so_once() -> None:
    setup = Setup.of(load("chapter4/caribbean-stud"), {})
    assert limits_of(setup.offer("double_bet"), setup) == "2 × ante"


def test_a_raise_is_named_by_the_pot_and_a_wrong_word_brings_up_nothing_dearer() -> None:
    options = {"schedule_option": 1}
    played = Sitting("california/short-deck-holdem", "raise", "deal", "raise pot", "call", "quit", options=options)
    assert "type deal to be dealt in" in played.screen
    assert "did you mean" not in played.screen
    assert any(bet.stake > 1000 for bet in played.visit.round.bets if bet.seat == 1)  # type: ignore[union-attr]


def test_an_action_that_is_not_on_offer_is_asked_again() -> None:
    played = Sitting(TCP, "ante 10", "double", "", "wagers", "irregularities", "rules", "fold", "quit")
    assert 'there is no "double" now; you may ' in played.screen
    assert "READINGS OF WHAT THE SOURCE LEAVES OPEN" in played.screen
    assert played.net == -1000


def test_a_player_without_chips_is_out() -> None:
    played = Sitting(TCP, "ante 10", "fold", "ante 10", bankroll=1000)
    assert "You are out of chips." in played.screen
    assert played.screen.endswith("You leave with $0.00 after 1 round: -$10.00.\n")


@pytest.mark.parametrize("leave", ["leave", "quit", "exit", "QUIT"])
def test_leaving_between_rounds_keeps_the_chips(leave: str) -> None:
    assert Sitting(TCP, leave).screen.endswith("You leave with $500.00 after 0 rounds: $0.00.\n")


def test_leaving_in_the_middle_of_a_round_leaves_the_wagers_on_the_table() -> None:
    for lines in (("ante 10 pair 5", "quit"), ("ante 10 pair 5",)):
        played = Sitting(TCP, *lines)
        assert "in the middle of a round; $15.00 stays on the layout" in played.screen
        assert played.net == -1500


def test_ctrl_c_ends_with_the_result_and_130() -> None:
    for lines in (("^C",), ("ante 10", "^C")):
        played = Sitting(TCP, *lines)
        assert played.code == 130 and "You leave with" in played.screen


# -- irregularities, standing wagers, meters, banks -------------------------------------------------------------------


def test_an_irregularity_is_called_for_the_coming_round() -> None:
    played = Sitting(TCP, "call wrong_number_of_cards_d", "ante 10", "quit")
    assert "Called for the coming round: the dealer is dealt the wrong number of cards." in played.screen
    assert "Irregularity: the dealer is dealt the wrong number of cards: total misdeal" in played.screen
    assert "void" in played.screen and played.net == 0


def test_an_irregularity_is_called_at_a_decision() -> None:
    played = Sitting(TCP, "ante 10", "call wrong_number_of_cards_player", "quit")
    assert "Irregularity (seat 1): a player is dealt the wrong number of cards" in played.screen
    assert played.net == 0 and played.visit.rounds == 1


def test_a_call_can_be_withdrawn_and_a_senseless_one_is_refused() -> None:
    lines = ("call wrong_number_of_cards_dealer", "call none", "call rain", "call", "ante 10", "call cards_worn")
    played = Sitting(TCP, *lines, "fold", "quit")
    assert "Nothing is called." in played.screen
    assert 'there is no irregularity "rain"' in played.screen
    assert "cards_worn: is called at bets, and that is over" in played.screen
    assert played.net == -1000


def test_irregularities_are_listed_with_what_is_then_done() -> None:
    played = Sitting(TCP, "irregularities", "quit")
    assert "wrong_number_of_cards_player seat N" in played.screen
    assert "the hand is void and its wagers are returned" in played.screen


def test_after_no_spin_the_wagers_stand_for_the_next_one() -> None:
    no_spin = next(
        name for name, rule in load(ROULETTE).irregularities.items() if "no_spin" in rule.remedy and not rule.seat
    )
    played = Sitting(ROULETTE, f"call {no_spin}", "red 10 odd 5", "deal", "quit")
    assert "Your wagers stand: red $10.00, odd $5.00. Type deal to go on" in played.screen
    assert played.visit.rounds == 2
    record = settle(played.table.record().to_toml())
    assert record.net[1] == played.net


def test_a_standing_wager_counts_against_the_balance_and_can_be_taken_down() -> None:
    no_spin = next(name for name, rule in load(ROULETTE).irregularities.items() if "no_spin" in rule.remedy)
    lines = (f"call {no_spin}", "red 10", "odd 15", "red 0 odd 15", "quit")
    played = Sitting(ROULETTE, *lines, bankroll=2000)
    assert "wagers of $25.00 are more than your $20.00" in played.screen
    assert played.visit.rounds == 2 and played.net in (-1500, 1500)


def test_deal_without_standing_wagers_is_refused() -> None:
    assert "no wager of yours stands" in Sitting(ROULETTE, "deal", "quit").screen


def test_meters_are_shown_and_grow() -> None:
    name, options = "massachusetts-2020/three-card-poker", {"progressive": "table_1", "progressive_contribution": "20"}
    played = Sitting(name, "ante 10 progressive 1", "fold", "quit", options=options, meters={"progressive": 825_000})
    assert "Progressive meter stands at $8,250.00." in played.screen
    assert "Progressive meter stands at $8,250.20." in played.screen


def test_a_house_that_must_choose_takes_the_first_and_says_so() -> None:
    played = Sitting(CALIFORNIA, "quit")
    assert "The house must choose schedule_option and nobody did: 1 is taken" in played.screen


def test_an_opponent_banks_where_a_player_does_and_keeps_the_position_when_it_is_declined() -> None:
    played = Sitting(CALIFORNIA, "ante 10", "play", *("rebet", "play") * 4, "quit")
    assert "seat 7 is the player-dealer with $500.00" in played.screen
    assert played.screen.count("position is offered round the table; nobody takes it, and seat 7 keeps it") == 2
    assert played.visit.rounds == 5
    declined = [step.bank.offer_declined for step in played.table.record().steps if step.bank]
    assert declined == [False, False, True, True, True]


def test_the_banker_sits_elsewhere_when_the_player_takes_the_last_seat() -> None:
    assert "seat 6 is the player-dealer" in Sitting(CALIFORNIA, "quit", seat=7).screen


@pytest.mark.parametrize("name", of_each_script(PLAYED))
def test_random_lines_never_break_a_sitting_and_the_balance_is_what_the_record_settles_to(name: str) -> None:
    rng = random.Random(name)
    for setup in list(setups(load(name), rng))[:3]:
        table = Table(setup, game_of(setup.entry), seed=rng.getrandbits(32))
        visit = Visit(table, rng.randint(1, setup.seats), 10**8, rng.choice([500, 20_000, 10**7]))
        paper = Paper(Console(file=io.StringIO(), width=80, highlight=False, markup=False))
        Play(paper, typist(table, visit, rng), visit, {}).run()
        if visit.round is None:
            net = settle(table.record().to_toml()).net.get(visit.seat, 0)
            given_back = -sum(fee.amount for bet in visit.standing for fee in visit.released(bet) or ())
            assert net == visit.balance - visit.bankroll + visit.abandoned - given_back


def typist(table: Table, visit: Visit, rng: random.Random) -> Any:
    """Somebody who types sense and nonsense until the lines run out."""
    lines = [rng.random() for _ in range(rng.randint(4, 14))]

    def read(prompt: str) -> str:
        if not lines:
            raise EOFError
        mood = lines.pop()
        rules = sorted(table.setup.irregularities)
        if mood < 0.2 and rules:
            tail = rng.choice(["", " seat 1", " card Ah", f" wager {rng.choice(sorted(table.setup.offers))}"])
            return f"call {rng.choice(rules)}{tail}"
        if mood < 0.3:
            return rng.choice(["", "help", "wagers", "irregularities", "foo", "ante -5", "call", "rebet", "deal", "5"])
        if visit.round is not None and visit.round.asking:
            return rng.choice(visit.round.asking[0].names)
        if visit.wagers_stay and mood < 0.6:
            return rng.choice(["roll", "take down all", "on all", "off", "pass", "undo", "pass_line 10", "on x, roll"])
        return ", ".join(f"{wager} {amount}" for wager, amount in seat_wagers(table, visit.seat, rng).items())

    return read


def test_a_hand_is_what_was_dealt_until_it_is_turned_up() -> None:
    played = Sitting(TCP, "ante 10", "fold", "quit")
    assert played.table.round is not None
    hidden = hands_seen(event for event in played.table.round.view(1) if event.kind == "deal")
    shown = hands_seen(played.table.round.view(1))
    assert hidden["dealer"] == ["??"] * 3 and "??" not in shown["dealer"]


# -- the menu and the process -----------------------------------------------------------------------------------------


def test_the_menu_takes_a_number_or_a_name() -> None:
    def chosen(*lines: str) -> str:
        typed = iter(lines)
        return choose_entry(Paper(Console(file=io.StringIO())), lambda prompt: next(typed))

    assert chosen("1") == PLAYED[0]
    assert chosen("0", "x", "", "chapter4/roulette") == "chapter4/roulette"
    assert chosen("california/three-card-poker") == "california/three-card-poker"


def command() -> list[str]:
    script = Path(sys.executable).with_name("pitboss")
    return [str(script)] if script.exists() else [sys.executable, "-m", "pitboss.cli"]


def test_scripted_play_from_standard_input() -> None:
    number = PLAYED.index(TCP) + 1
    done = subprocess.run(
        [*command(), "play", "--seed", "4", "--bankroll", "200"],
        input=f"{number}\nante 10 pair 5\nplay\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Your wagers ($200.00): ante 10 pair 5\n" in done.stdout
    assert done.stdout.endswith("You leave with $205.00 after 1 round: +$5.00.\n")


def test_play_ends_cleanly_when_the_input_does() -> None:
    for arguments, last in (([], "No game chosen."), ([TCP], "You leave with $500.00 after 0 rounds: $0.00.")):
        done = subprocess.run(
            [*command(), "play", *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines()[-1] == last


def test_an_interrupt_ends_a_real_session_with_its_result() -> None:
    with subprocess.Popen(
        [*command(), "play", TCP], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as session:
        assert session.stdin is not None and session.stdout is not None
        for line in session.stdout:
            if line.startswith("You have seat 1"):
                break
        session.stdin.write("ante 10\n")
        session.stdin.flush()
        for line in session.stdout:
            if line.startswith("  You may"):
                break
        session.send_signal(signal.SIGINT)
        out, err = session.communicate(timeout=30)
    assert (session.returncode, err) == (130, "")
    assert out.endswith("You leave with $490.00 after 1 round: -$10.00.\n")


def test_data_a_choice_needs_comes_from_an_options_file(tmp_path: Path) -> None:
    house = (EXAMPLES.parent / "houses" / "color-wagers.toml").read_text().split("[tables.options.color_sections]\n")[1]
    file = tmp_path / "options.toml"
    file.write_text("six_numbers_color = true\n[color_sections]\n" + house.split("\n\n")[0])
    words = [*command(), "play", "massachusetts-2020/roulette"]
    done = subprocess.run(
        [*words, "--options", str(file)],
        input="six_numbers_color gold 6\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "after 1 round" in done.stdout
    done = subprocess.run(
        [*words, "-o", "six_numbers_color=true"], input="", capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2 and "cannot be used without it" in done.stderr


@pytest.mark.parametrize("words", ["house", "house way", "set house", "House Way"])
def test_the_house_way_may_be_named(words: str) -> None:
    played = Sitting("california/pai-gow-poker", "base 10", words, "quit")
    bare = Sitting("california/pai-gow-poker", "base 10", "set", "quit")
    assert played.screen == bare.screen.replace("Your decision: set", f"Your decision: {words}")
    assert "the house's way unless named (house)" in played.screen


def test_what_the_house_took_from_the_pot_is_told_with_what_a_hand_came_to() -> None:
    screen = Sitting("california/texas-holdem", "deal", "fold", "quit", seed=3).screen
    end = screen.rpartition("Award: ")[2]
    assert "Fee #1 from the pot: $1.00 [" in end and "Regular fee from the pot: $3.00 [" in end


def test_help_tells_how_an_irregularity_is_called() -> None:
    for lines in (("help",), ("ante 10", "help")):
        told = " ".join(Sitting(TCP, *lines, "quit").screen.split())
        assert "in any order: seat N, wager NAME, amount A, card Ah, count N, on_table N" in told


def test_a_player_begins_with_as_much_as_a_schedule_allows() -> None:
    holdem = load("california/texas-holdem")
    for option, most in ((26, 20_000), (28, 30_000)):
        table = Table(Setup.of(holdem, {"schedule_option": option}), game_of(holdem))
        assert bankroll_of(None, table) == most
        with pytest.raises(PitbossError, match="after buying in a player has"):
            bankroll_of("500", table)
    assert bankroll_of(None, Sitting(TCP).table) == 50_000


@pytest.mark.parametrize(
    "game", ["let-it-ride", "criss-cross-poker", "ultimate-texas-holdem", "dj-wild-poker", "chase-the-flush"]
)
def test_the_hint_names_every_wager_that_the_game_asks_for(game: str) -> None:
    visit = Visit(open_table(f"massachusetts-2020/{game}"), 1, 100_000, 0)
    visit.deal(read_wagers(table_text.example_wager(visit), visit.table.setup))
    assert visit.at_stake >= 2000
