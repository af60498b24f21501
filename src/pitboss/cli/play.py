"""``pitboss play``: the game in a terminal, or by a script on standard input."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from pitboss.cli import table_text
from pitboss.cli.player_input import is_amount, is_piece, read_call, read_wagers, resolve
from pitboss.cli.talk import ALL, listen
from pitboss.cli.visit import ANOTHER_SHOOTS, Visit
from pitboss.engine.picture import set_so
from pitboss.engine.questions import Ask, asked_of, groups_named
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.cards import Card
from pitboss.errors import PitbossError, Refused, suggest
from pitboss.games import game_of
from pitboss.games.pot.stakes import nearest_buy_in
from pitboss.games.reading import FOUL
from pitboss.money import cents, money
from pitboss.numerals import whole
from pitboss.rulebook.loader import entries, load
from pitboss.rulebook.setup import Setup
from pitboss.sheets.choices import assume_required, pairs, read_options
from pitboss.sheets.paper import Paper
from pitboss.sheets.sheet import print_sheet
from pitboss.sheets.story import decision

USUAL_BANKROLL = 50_000
Reader = Callable[[str], str]
"""Asks for a line; raises EOFError when there are no more."""


class Leave(Exception):
    """The player gets up."""


def play_in_terminal(
    name: str | None,
    words: list[str] | None,
    file: Path | None,
    seed: str | None,
    bankroll: str | None,
    seat: int,
    meters: list[str] | None,
    bank_wager: str,
) -> int:
    """Sit a player down and play until they leave; returns the exit code."""
    paper = Paper()
    try:
        name = name or choose_entry(paper, read_line)
    except (EOFError, Leave):
        paper.line("No game chosen.")
        return 0
    entry = load(name)
    options, assumed = assume_required(entry, read_options(words, file))
    setup = Setup.of(entry, options)
    setup.must_have_wagers("play")
    table = Table(
        setup,
        game_of(entry),
        seed=seed if seed is None or whole(seed) is None else int(seed),
        meters=_meters(pairs(meters, "meter"), setup),
    )
    visit = Visit(table, seat, bankroll_of(bankroll, table), _amount(bank_wager, "--bank-wager"))
    return Play(paper, read_line, visit, assumed).run()


def read_line(prompt: str) -> str:
    """A line from the terminal, with editing; or from a file, echoed so that the whole reads like a session."""
    if sys.stdin is None:
        raise EOFError
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401
        return input(prompt)
    print(prompt, end="", flush=True)
    try:
        line = sys.stdin.readline()
    except UnicodeDecodeError as error:
        raise PitbossError("standard input is not text in UTF-8") from error
    print(line.rstrip("\n"))
    if not line:
        raise EOFError
    return line


def choose_entry(paper: Paper, read: Reader) -> str:
    """Show the games as a numbered menu and ask until one is chosen."""
    found = {entry.name: entry for entry in entries() if entry.wagers}
    names = list(found)
    rows = [(str(number), found[name].title, name) for number, name in enumerate(names, start=1)]
    paper.table(("", "Game", "Entry"), rows, right=(0,), indent=0)
    while True:
        word = read("Which game? ").strip()
        if word in ("quit", "leave", "q"):
            raise Leave
        number = whole(word)
        if number is not None and 1 <= number <= len(names):
            return names[number - 1]
        holding = [name for name in names if word and word in name]
        if word in names or len(holding) == 1:
            return word if word in names else holding[0]
        paper.line(f"Type a number from 1 to {len(names)}, an entry's name, or quit.")


class Play:
    """The loop: bets, decisions, settlement, again. Reading and printing are handed to it."""

    def __init__(self, paper: Paper, read: Reader, visit: Visit, assumed: Mapping[str, str]) -> None:
        self.paper = paper
        self.read = read
        self.visit = visit
        self.assumed = assumed
        self.seen = 0
        self.warned_of: dict[str, list[Card]] = {}
        self.anytime: dict[str, Callable[[], None]] = {
            "help": self._help,
            "?": self._help,
            "wagers": lambda: table_text.show_wagers(paper, visit),
            "rules": self._rules,
            "irregularities": lambda: table_text.show_irregularities(paper, visit.table.setup),
            "leave": self._leave,
            "quit": self._leave,
            "exit": self._leave,
        }

    def run(self) -> int:
        """Play until the player leaves or has no chips; 130 after Ctrl-C."""
        code = 0
        try:
            table_text.show_opening(self.paper, self.visit, self.assumed)
            while self.visit.balance > self.visit.owed:
                self._betting()
            self.paper.line("You are out of chips.")
        except (Leave, EOFError):
            pass
        except KeyboardInterrupt:
            self.paper.line()
            code = 130
        for fee in self.visit.leave():
            self.paper.clause(f"{fee.what.capitalize()}: {money(abs(fee.amount))}", fee.cite)
        table_text.show_closing(self.paper, self.visit, self.visit.abandoned)
        return code

    # -- the betting prompt -------------------------------------------------------------------------------------------

    def _betting(self) -> None:
        self.paper.line()
        table_text.show_standing(self.paper, self.visit)
        have = f"{money(self.visit.in_hand)} in hand" if self.visit.wagers_stay else money(self.visit.balance)
        ask = "Your wagers" if table_text.is_wagered_on(self.visit) else "Your chips"
        line = self.read(f"{ask} ({have}): ").strip()
        with self._complaining():
            played = self._bet(line)
            if played is not None:
                self._play_out(played)

    def _bet(self, line: str) -> Round | None:
        """Do what a line at the betting prompt says; a round when it started one."""
        word, *rest = line.split() or [""]
        word = word.lower()
        if word in self.anytime and not rest:
            self.anytime[word]()
        elif word == "call":
            self._call_ahead(rest)
        elif word == "repaired" and not rest:
            self.visit.table.repair()
            self.paper.line("It is repaired, and the game goes on.")
        elif not word:
            self._remind()
        elif self.visit.wagers_stay and word != "rebet":
            return self._talk(line)
        else:
            wagers = self._wagers(word, line)
            table_text.show_offer_of_bank(self.paper, self.visit)
            self.seen = 0
            return self.visit.deal(wagers)
        return None

    def _talk(self, line: str) -> Round | None:
        """At a table where wagers stay up: note what is called and taken down, and roll when the line asks for it."""
        if line.lower() == "undo":
            self.visit.changes, self.visit.words = {}, []
            return None
        said = listen(line, self.visit.table.setup, [bet.name for bet in self.visit.standing])
        down = said.down if ALL not in said.down else [bet.name for bet in self.visit.may_come_down()]
        if said.down and not down:
            raise Refused("you have nothing up that may come down")
        changes = {**dict.fromkeys(down, "0"), **said.wagers}
        words = [*said.words, *([ANOTHER_SHOOTS] if said.passes else [])]
        if said.rolls:
            self.seen = 0
            return self.visit.deal(changes, words)
        self.visit.note(changes, words)
        return None

    def _wagers(self, word: str, line: str) -> Mapping[str, str]:
        if word == "rebet":
            if not self.visit.last:
                raise Refused("there is nothing to repeat yet; name your wagers")
            return self.visit.last
        if word == "deal":
            if not self.visit.standing and not self.visit.table.game.takes_part:
                raise Refused("no wager of yours stands; name your wagers first")
            return {}
        return read_wagers(line, self.visit.table.setup)

    def _remind(self) -> None:
        if not table_text.is_wagered_on(self.visit):
            self.paper.line("Type deal to be dealt in. help says more.")
            return
        again = " rebet repeats the last." if self.visit.last else ""
        self.paper.line(f"Name your wagers, like {table_text.example_wager(self.visit)}.{again} help says more.")

    def _call_ahead(self, words: list[str]) -> None:
        if words == ["none"]:
            self.visit.calls.clear()
            self.paper.line("Nothing is called.")
            return
        call = read_call(words, self.visit.table.setup, self.visit.seat)
        self.visit.call(call)
        rule, _ = self.visit.table.setup.irregularities[call.id]
        self.paper.clause(f"Called for the coming round: {rule.trigger}.", rule.cite)

    # -- the round ----------------------------------------------------------------------------------------------------

    def _play_out(self, played: Round) -> None:
        self._news(played)
        while played.asking:
            ask = asked_of(played.asking, self.visit.seat)
            if ask is None:
                seat = played.asking[0].seat
                self.paper.line(f"Seat {seat}: {decision(self.visit.opponent_acts())}.", indent=2)
                self._news(played)
            else:
                self._decision(played, ask)
        table_text.show_end(self.paper, self.visit, played)

    def _decision(self, played: Round, ask: Ask) -> None:
        table_text.show_question(self.paper, self.visit, ask)
        line = self.read("Your decision: ").strip()
        with self._complaining():
            self._decide(played, ask, line)

    def _decide(self, played: Round, ask: Ask, line: str) -> None:
        word, *rest = line.split() or [""]
        word = word.lower()
        if word in self.anytime and not rest and word not in ask.names:
            self.anytime[word]()
        elif not word:
            self._help()
        elif word == "call" and rest:
            self.visit.call(read_call(rest, self.visit.table.setup, self.visit.seat))
            self._news(played)
        else:
            action = self._action(line, ask)
            if not self._is_meant(ask, action):
                return
            self.visit.act(action)
            if any(offer.step and offer.name == action for offer in ask.actions):
                self.paper.line(f"You {decision(ask.reply(action)[0])}.", indent=2)
            self._news(played)

    def _is_meant(self, ask: Ask, action: str) -> bool:
        """A hand that is set foul is told so first, and laid down when it is said again."""
        meant, _ = ask.reply(action)
        picks = next((offer.picks for offer in ask.actions if offer.picks and offer.name == meant.split()[0]), None)
        if picks is None:
            return True
        groups, table = groups_named(meant, picks), self.visit.table
        told = set_so(table.game, table.setup, picks.hand, groups)
        setting = {group: sorted(pieces) for group, pieces in groups.items()}
        if FOUL not in told or setting == self.warned_of:
            return True
        self.warned_of = setting
        self.paper.line(f"{told} To lay it down so, say it again.", indent=2)
        return False

    def _action(self, line: str, asking: Ask) -> str:
        """An action as typed; one that is written in several words may be, and one of any amount names it."""
        if line in asking.names:
            return line
        *words, last = line.split()
        picking = [action.name for action in asking.actions if action.picks is not None]
        if words and picking and any("=" in word or is_piece(word) for word in line.split()[1:]):
            return f"{resolve(words[0], picking, 'action with cards')} {line.partition(' ')[2]}"
        by_the_house = [action.name for action in asking.actions if action.picks and action.picks.usual is not None]
        if by_the_house and (said := _house_way(line)) is not None:
            return resolve(said, by_the_house, "action with cards") if said else by_the_house[0]
        with_amount = [action.name for action in asking.actions if action.step]
        if not words and is_amount(last) and len(with_amount) == 1:  # the answer to "how much?"
            return f"{with_amount[0]} {last}"
        if words and is_amount(last) and with_amount:
            return f"{resolve('_'.join(words), with_amount, 'action of an amount')} {last}"
        sizes = [size for action in asking.actions for size, _ in action.sizes]
        if words and (size := "_".join([*words[1:], last])) in sizes:
            return f"{resolve(words[0], with_amount, 'action of an amount')} {size}"
        tidy = "_".join(line.lower().split())
        if not any(name.startswith(tidy) for name in asking.names):  # what is nearest in letters may be far in money
            played = self.visit.round
            why, cite = (played and played.why_not(asking.seat, tidy)) or ("", asking.cite)
            because = f", because {why}" if why else ""
            raise Refused(f'there is no "{line}" now{because}; you may {", ".join(asking.names)}', cite)
        return resolve(tidy, asking.names, "action on offer")

    def _news(self, played: Round) -> None:
        self.seen = table_text.show_news(self.paper, self.visit, played, self.seen)

    # -- at any prompt ------------------------------------------------------------------------------------------------

    def _help(self) -> None:
        betting = table_text.BETTING_HELP
        if self.visit.wagers_stay:
            rest = ("wagers", "rules", "irregularities", "call ID", "leave, quit")
            betting = table_text.ROLLING_HELP | {words: betting[words] for words in rest}
        elif table_text.is_wagered_on(self.visit):
            betting = table_text.wager_help(self.visit) | betting
        else:
            rest = ("wagers", "rules", "irregularities", "call ID", "leave, quit")
            betting = table_text.TAKING_PART_HELP | {words: betting[words] for words in rest}
        if self.visit.table.stopped is not None:
            betting = table_text.STOPPED_HELP | betting
        self.paper.named((betting if self.visit.round is None else table_text.DECISION_HELP).items())

    def _rules(self) -> None:
        print_sheet(self.paper, self.visit.table.setup.entry, self.visit.table.setup, self.assumed)

    def _leave(self) -> None:
        raise Leave

    @contextmanager
    def _complaining(self) -> Iterator[None]:
        """A refusal becomes a sentence at the table; nothing was changed, and the player is asked again."""
        try:
            yield
        except PitbossError as error:
            self.paper.clause(error.sentence, error.cite, style="red")


def _house_way(line: str) -> str | None:
    """What to do as the house would: the word before ``house`` or ``house way``, if any; None where nobody said so.

    >>> _house_way("set house way"), _house_way("house"), _house_way("set")
    ('set', '', None)
    """
    words = line.lower().replace("_", " ").split()
    said = words[:-1] if words[-1] == "way" else words
    return " ".join(said[:-1]) if said and said[-1] == "house" else None


def bankroll_of(text: str | None, table: Table) -> int:
    """What the player sits down with; as much as a schedule lets anybody buy in for, where one does."""
    may_buy_in = table.game.may_buy_in
    if text is None:
        return nearest_buy_in(table.setup, USUAL_BANKROLL) if may_buy_in is not None else USUAL_BANKROLL
    bankroll = _amount(text, "--bankroll")
    if may_buy_in is not None:
        may_buy_in(table.setup, bankroll)
    return bankroll


def _amount(text: str, name: str) -> int:
    try:
        return cents(text)
    except PitbossError as error:
        raise PitbossError(f"{name}: {error.sentence}") from error


def _meters(given: Mapping[str, str], setup: Setup) -> dict[str, int]:
    for name in given:
        if name not in setup.meters:
            raise PitbossError(f'there is no meter "{name}" under these options; {suggest(name, setup.meters)}')
    return {name: _amount(text, f"meter {name}") for name, text in given.items()}
