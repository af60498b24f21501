"""The PAR sheet: whole, self-contained and escaped; and the sessions it plots, checked by adding rounds up."""

import re
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pitboss.catalogue import scripts
from pitboss.cli.app import run
from pitboss.rulebook import Setup, entry_names, load
from pitboss.solve import analyze
from pitboss.solve.figures import alike
from pitboss.solve.model import Outcome, WagerAnalysis
from pitboss.solve.report import par_sheet
from pitboss.solve.report_html import el
from pitboss.solve.sessions import session_of
from riverboat import riverboat

SOLVED = [name for name in entry_names() if load(name).script in scripts("solve")]

# -- Sessions ---------------------------------------------------------------------------------------------------------


def wager_of(*outcomes: tuple[int, Fraction | int]) -> WagerAnalysis:
    return WagerAnalysis(tuple(Outcome(str(net), count, Fraction(net)) for count, net in outcomes), per="unit")


def added_up(wager: WagerAnalysis, rounds: int) -> dict[Fraction, Fraction]:
    sums = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        longer: dict[Fraction, Fraction] = {}
        for so_far, chance in sums.items():
            for outcome in wager.outcomes:
                share = chance * Fraction(outcome.combinations, wager.total)
                longer[so_far + outcome.net] = longer.get(so_far + outcome.net, Fraction(0)) + share
        sums = longer
    return sums


def test_a_session_is_the_sum_of_its_rounds() -> None:
    wager = wager_of((3, Fraction(19, 20)), (1, 0), (4, -1), (1, Fraction(17, 2)))
    session, sums = session_of(wager, 7), added_up(wager, 7)
    for place, chance in enumerate(session.chances):
        assert abs(chance - float(sums.get(session.lowest + place * session.step, 0))) < 1e-12
    assert session.ahead == pytest.approx(float(sum(chance for net, chance in sums.items() if net > 0)))
    assert session.even == pytest.approx(float(sums[Fraction(0)]))
    assert session.mean == 7 * wager.expectation and not session.normal


def test_no_bar_mixes_gains_and_losses() -> None:
    session = session_of(wager_of((18, 1), (20, -1)), 1_000)
    bars = session.bars()
    assert all(bar.low >= 0 or bar.high < 0 for bar in bars)
    assert 0.99 <= sum(bar.chance for bar in bars) <= 1


def test_an_award_too_rare_for_the_grid_is_told_apart() -> None:
    session = session_of(wager_of((1, 1_000_000), (400_000, 1), (599_999, -1)), 1_000)
    assert session.rare_from == 1_000_000 and session.beyond == pytest.approx(1 - (1 - 1e-6) ** 1_000)
    assert float(session.chances.sum()) + session.beyond == pytest.approx(1)


def test_a_grid_too_fine_is_approximated_and_says_so() -> None:
    wager = wager_of((1, Fraction(123_457, 10_007)), (9, Fraction(-1, 3)), (90, Fraction(-98_765, 65_537)))
    session = session_of(wager, 1_000)
    assert session.normal and session.ahead + session.behind == pytest.approx(1, abs=1e-6)


# -- The PAR sheet ----------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """A page read strictly: every element closed in order; gathers ids, links and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.texts: list[str] = []
        self.loads: list[str] = []
        self.counted: dict[str, int] = {}
        self.feed(text)
        self.close()
        assert self.open == []
        self.text = " ".join(" ".join(self.texts).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.counted[tag] = self.counted.get(tag, 0) + 1
        named = dict(attrs)
        assert len(named) == len(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [value for name, value in attrs if name == "href" and value]
        self.loads += [tag for name in named if name in ("src", "srcset", "data", "action")]
        if tag not in ("meta", "wbr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def cells_of(text: str) -> Iterator[str]:
    for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", text):
        yield re.sub(r"<[^>]*>", "", cell)


@pytest.mark.parametrize("name", SOLVED)
def test_a_par_sheet_is_whole_and_needs_nothing_else(name: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    assert run(["analyze", name, "--report", str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    page = Page(text)
    assert "http:" not in text and "https:" not in text and "@import" not in text and "url(" not in text
    assert page.loads == [] and "script" not in page.counted and "link" not in page.counted
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    # Every picture either has a title and a description, or stands beside the figure it shows.
    assert page.counted["h1"] == 1 and page.counted["desc"] == text.count('<svg viewBox="0 0 420 230" role="img"')
    assert page.counted["svg"] == page.counted["desc"] + text.count('<td class="bar" aria-hidden="true"><svg ')
    assert page.counted["caption"] == page.counted["table"]
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", SOLVED)
def test_a_par_sheet_lists_every_outcome(name: str) -> None:
    entry = load(name)
    required = {option: rule.allowed[0] for option, rule in entry.options.items() if rule.required}
    analysis = analyze(Setup.of(entry, required))
    text = par_sheet(analysis)
    cells = set(cells_of(text))
    for names, wager in alike(analysis.wagers):
        assert f"{wager.total:,}" in cells, names
        for outcome in wager.outcomes:
            assert outcome.result in cells and f"{outcome.combinations:,}" in cells
    for offer in analysis.setup.offers.values():
        for _, cite in offer.rulings.values():
            assert el("span", cite, class_="cite") in text
    for option in entry.options.values():
        assert el("span", option.cite, class_="cite") in text


def test_a_par_sheet_is_the_same_every_time() -> None:
    setup = Setup.of(load("chapter4/roulette"))
    assert par_sheet(analyze(setup)) == par_sheet(analyze(setup))


def test_the_rule_of_three_card_poker_is_a_chart() -> None:
    text = par_sheet(analyze(Setup.of(load("chapter4/three-card-poker"), {"play_on_win": "1 to 1"})))
    assert "Play Q-6-4 or better, fold the rest." in text
    six = re.search(r'<th scope="row">Q-6</th>(.*?)</tr>', text)
    assert six is not None
    assert re.findall(r">(play|fold)<", six[1]) == ["play", "play", "fold", "fold"]


def test_starting_hands_are_a_grid_of_169() -> None:
    text = par_sheet(analyze(Setup.of(load("massachusetts-2020/ultimate-texas-holdem"))))
    found = dict(re.findall(r'title="([2-9TJQKA]{2}[so]?): (raise|check)"', text))
    assert len(found) == 169
    assert (found["33"], found["22"], found["K5o"], found["K4o"], found["J8s"], found["J7s"]) == ("raise", "check") * 3


def test_choices_are_part_of_the_sheet_when_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    assert run(["analyze", "massachusetts-2020/roulette", "--all-pay-tables", "--report", str(file), "--json"]) == 0
    page = Page(file.read_text(encoding="utf-8"))
    assert "Every permitted choice" in page.text and "needs color_sections" in page.text


def test_text_of_a_rulebook_is_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    riverboat(
        tmp_path,
        monkeypatch,
        ('title = "Three Card Poker"', "title = '<script>alert(1)</script> & \"Poker\"'"),
        ('title = "Pair Plus"', "title = '<b>Pair</b> Plus'"),
    )
    text = par_sheet(analyze(Setup.of(load("riverboat/three-card-poker"))))
    page = Page(text)
    assert "script" not in page.counted and "b" not in page.counted
    assert '<script>alert(1)</script> & "Poker"' in page.text and "<b>Pair</b> Plus" in page.text
