"""Craps worked out a second time: the three rulebooks in plain Python, against thousands of rolls of the engine.

Nothing here comes from the entries or the script. The figures are typed in from the rulebooks, and a table kept by hand
says of every roll what each wager nets, what vigorish is taken and given back, and what is up afterwards.
"""

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from craps_dealing import Changes, roll_round
from house_fixtures import of_these
from pitboss import Call, load
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.chance import RandomChance
from pitboss.games import game_of
from pitboss.rulebook import Setup

ROLLS = 3_000
Key = tuple[int, str]
STAYS = None

POINTS = (4, 5, 6, 8, 9, 10)
TRUE_ODDS = {
    4: Fraction(2),
    5: Fraction(3, 2),
    6: Fraction(6, 5),
    8: Fraction(6, 5),
    9: Fraction(3, 2),
    10: Fraction(2),
}
PLACE = {
    4: Fraction(9, 5),
    5: Fraction(7, 5),
    6: Fraction(7, 6),
    8: Fraction(7, 6),
    9: Fraction(7, 5),
    10: Fraction(9, 5),
}
AGAINST = {
    4: Fraction(5, 11),
    5: Fraction(5, 8),
    6: Fraction(4, 5),
    8: Fraction(4, 5),
    9: Fraction(5, 8),
    10: Fraction(5, 11),
}
HARD_WAYS = {"hard_4": 7, "hard_6": 9, "hard_8": 9, "hard_10": 7}
NUMBERS = {"place_to_win", "place_to_lose", "buy", "lay", "put", "big_6", "big_8", *HARD_WAYS}
PROPOSITIONS = {
    "any_seven": ({7}, 4),
    "any_craps": ({2, 3, 12}, 7),
    "craps_2": ({2}, 30),
    "craps_3": ({3}, 15),
    "craps_12": ({12}, 30),
    "eleven": ({11}, 15),
}
HORN = ["craps_2", "craps_3", "eleven", "craps_12"]
SEVERAL_IN_ONE = {
    "horn": HORN,
    "horn_high_2": [*HORN, "craps_2"],
    "horn_high_3": [*HORN, "craps_3"],
    "horn_high_11": [*HORN, "eleven"],
    "horn_high_12": [*HORN, "craps_12"],
    "world": [*HORN, "any_seven"],
    "whirl": [*HORN, "any_seven"],
    "three_way_craps": ["craps_2", "craps_3", "craps_12"],
    "c_and_e": ["any_craps", "eleven"],
    "split_craps_eleven": ["any_craps", "eleven"],
    "split_high_low": ["craps_2", "craps_12"],
    "split_ace_deuce_any_craps": ["craps_3", "any_craps"],
}
FLATS = ["come", "come_odds", "dont_come", "dont_come_odds", "place_to_win"]
SPLITS = {"split_craps_eleven", "split_high_low", "split_ace_deuce_any_craps"}
COMBINATIONS = (
    {"1-3", "2-2"},
    {"1-4", "2-3"},
    {"1-5", "2-4", "3-3"},
    {"2-6", "3-5", "4-4"},
    {"3-6", "4-5"},
    {"4-6", "5-5"},
)
LOW, HIGH = {"2", "3", "4", "5", "6"}, {"8", "9", "10", "11", "12"}
BONUS = {"all_small": (LOW, 34), "all_tall": (HIGH, 34), "make_em_all": (LOW | HIGH, 175)}
FIRE_A = {4: 24, 5: 249, 6: 999}
HOT_ROLLER_C = {2: 5, 3: 10, 4: 20, 5: 50, 6: 300}


@dataclass(frozen=True)
class Book:
    """What the rulebooks see differently."""

    off: frozenset[str]
    """Wagers that do not work on a come-out roll unless they are called on."""
    left_up: frozenset[str]
    """Wagers that are paid and left on the layout."""
    lay_vigorish_on_win: bool = True
    come_odds_work_without_line: bool = True


CHAPTER4 = Book(frozenset({"place_to_win", "buy", "come_odds", "put_odds"}), frozenset(SPLITS))
ONEIDA = Book(
    frozenset({"place_to_win", "buy", "come", *HARD_WAYS}), frozenset({"place_to_win", "buy", "lay", *HARD_WAYS})
)
MASSACHUSETTS = Book(frozenset({"place_to_win", "buy", "come_odds", *HARD_WAYS}), frozenset(), False, False)
LINES = ["pass_line", "dont_pass"]
TABLES: dict[str, tuple[str, dict[str, Any], Book, list[str] | None]] = {
    "chapter 4": ("chapter4/craps", {}, CHAPTER4, None),
    "chapter 4, bets left up": (
        "chapter4/craps",
        {"auto_rebet": True},
        Book(CHAPTER4.off, frozenset(SPLITS | NUMBERS)),
        None,
    ),
    "Oneida": ("oneida-2003/craps", {}, ONEIDA, None),
    "Oneida, Come bets": ("oneida-2003/craps", {}, ONEIDA, [*LINES, *FLATS]),
    "Massachusetts": ("massachusetts-2020/craps", {"six_seven_eight": True}, MASSACHUSETTS, None),
    "Massachusetts, Come bets": ("massachusetts-2020/craps", {}, MASSACHUSETTS, [*LINES, *FLATS]),
    "Massachusetts, Fire Bet and coupons": (
        "massachusetts-2020/craps",
        {"fire": "table_a", "match_play": True},
        MASSACHUSETTS,
        [*LINES, "fire", "pass_coupon", "dont_pass_coupon"],
    ),
    "Massachusetts, Hot Roller and Bonus Craps": (
        "massachusetts-2020/craps",
        {"hot_roller": "paytable_c", "bonus_craps": "paytable_1"},
        MASSACHUSETTS,
        [*LINES, "hot_roller", *BONUS],
    ),
}


class Lucky(RandomChance):
    """Dice that are thrown again when they show 7, once, so that hands are long and much is up."""

    def below(self, n: int) -> int:
        thrown = super().below(n)
        return super().below(n) if thrown // 6 + thrown % 6 == 5 else thrown


@dataclass
class Kept:
    """A table kept by hand: what is up, what its vigorish is paid for, the point, the on buttons, what is collected."""

    book: Book
    up: dict[Key, int] = field(default_factory=dict)
    paid_for: dict[Key, int] = field(default_factory=dict)
    point: int | None = None
    on: set[Key] = field(default_factory=set)
    collected: dict[Key, set[str]] = field(default_factory=dict)
    line_bet: bool = True

    def bets(self, played: Round) -> dict[int, int]:
        """Take the wagers and the words before a roll; what each seat pays in vigorish, or gets back."""
        self.up = {(bet.seat, bet.name): bet.stake for bet in played.bets}
        shooter = played.carry["shooter"]
        self.line_bet = shooter == "another" or any((shooter, line) in self.up for line in ("pass_line", "dont_pass"))
        self.on &= self.up.keys()
        self.collected = {key: found for key, found in self.collected.items() if self.paid_for.get(key)}
        for seat, words in played.says.items():
            for word, _, name in (said.partition(" ") for said in words):
                called = {key for key in self.up if key[0] == seat and name in ("", "all", key[1])}
                self.on = self.on | called if word == "on" else self.on - called if word == "off" else self.on
        fees: dict[int, int] = {}
        for key in self.up.keys() | self.paid_for.keys():
            due = self.vigorish(key, self.up.get(key, 0)) - self.vigorish(key, self.paid_for.get(key, 0))
            fees[key[0]] = fees.get(key[0], 0) + due
        self.paid_for = dict(self.up)
        return {seat: amount for seat, amount in fees.items() if amount}

    def vigorish(self, key: Key, stake: int) -> int:
        wager, _, number = key[1].partition(" ")
        if wager == "lay" and self.book.lay_vigorish_on_win:
            return int(stake / TRUE_ODDS[int(number)] / 20)
        return stake // 20 if wager in ("buy", "lay") else 0

    def roll(self, first: int, second: int) -> dict[Key, int]:
        """What every wager that the roll decides nets."""
        total, combination = first + second, f"{min(first, second)}-{max(first, second)}"
        nets = {key: net for key in self.up if (net := self.net(key, total, combination)) is not STAYS}
        up, paid_for = {}, {}
        for (seat, name), stake in self.up.items():
            wager, _, number = name.partition(" ")
            travels = wager in ("come", "dont_come") and not number and total in POINTS
            key = (seat, f"{wager} {total}") if travels else (seat, name)
            stays = (seat, name) not in nets or (wager == "dont_pass_coupon" and total == 12)
            if stays or self.is_left_up(wager, nets[seat, name], total):
                up[key], paid_for[key] = stake, stake if stays else 0
        self.collect(total, combination)
        self.up, self.paid_for = up, paid_for
        if self.point is None and total in POINTS and self.line_bet:
            self.point, self.on = total, set()
        elif total in (self.point, 7):
            self.point = None
        return nets

    def is_left_up(self, wager: str, net: int, total: int) -> bool:
        if wager == "dont_pass":
            return self.point is None and total == 12
        return wager in self.book.left_up and net > 0

    def collect(self, total: int, combination: str) -> None:
        for key in self.up:
            new = {
                "fire": str(total) if total == self.point else "",
                "hot_roller": combination,
                "all_small": str(total),
                "all_tall": str(total),
                "make_em_all": str(total),
            }.get(key[1])
            if new:
                self.collected.setdefault(key, set()).add(new)

    def is_off(self, key: Key) -> bool:
        """True when a wager does not work on the coming roll."""
        seat, name = key
        wager, _, number = name.partition(" ")
        if wager == "come_odds" and "come" in self.book.off:
            return self.is_off((seat, f"come {number}"))
        works_without_line = not self.line_bet and (
            wager == "come" or (wager == "come_odds" and self.book.come_odds_work_without_line)
        )
        off = self.point is None and wager in self.book.off and not works_without_line
        return off and (wager != "come" or bool(number)) and key not in self.on

    def net(self, key: Key, total: int, combination: str) -> int | None:
        """What a wager wins or loses on a roll; None when it stays up."""
        wager, _, spot = key[1].partition(" ")
        stake, pair = self.up[key], combination[0] == combination[2]
        found = self.collected.get(key, set())
        if wager in PROPOSITIONS:
            wins_on, odds = PROPOSITIONS[wager]
            return stake * odds if total in wins_on else -stake
        if wager in SEVERAL_IN_ONE:
            part = stake // len(SEVERAL_IN_ONE[wager])
            parts = [PROPOSITIONS[each] for each in SEVERAL_IN_ONE[wager]]
            return sum(part * odds if total in wins_on else -part for wins_on, odds in parts)
        match wager:
            case "field":
                return 2 * stake if total in (2, 12) else -stake if total in (5, 6, 7, 8) else stake
            case "hop":
                return -stake if combination != spot else 30 * stake if pair else 15 * stake
            case "six_seven_eight":
                return 2 * stake if combination in ("3-3", "4-4") else stake if total in (6, 7, 8) else -stake
            case "fire":
                out = self.point is not None and total == 7
                return stake * FIRE_A.get(len(found), -1) if out else STAYS
            case "hot_roller":
                full = sum(group <= found | {combination} for group in COMBINATIONS)
                return stake * HOT_ROLLER_C.get(full, -1) if total == 7 or full == len(COMBINATIONS) else STAYS
            case "all_small" | "all_tall" | "make_em_all":
                wanted, odds = BONUS[wager]
                return -stake if total == 7 else stake * odds if wanted <= found | {str(total)} else STAYS
            case "pass_line" | "come" | "pass_coupon" | "dont_pass" | "dont_come" | "dont_pass_coupon":
                return self.flat(key, total)
        if wager.endswith("_odds") and self.is_off(key):
            flat_works = not self.is_off((key[0], key[1].replace("_odds", "")))
            return 0 if total in (int(spot), 7) and flat_works else STAYS
        return STAYS if self.is_off(key) else self.number_bet(wager, spot, stake, total, pair)

    def flat(self, key: Key, total: int) -> int | None:
        """Line and Come bets, by the come-out roll or by their point; a coupon costs nothing when it loses."""
        wager, _, spot = key[1].partition(" ")
        stake, right = self.up[key], not wager.startswith("dont")
        point = int(spot) if spot else None if "come" in wager else self.point
        lost = 0 if wager.endswith("coupon") else -stake
        if self.is_off(key):
            return STAYS
        if point is None and total in POINTS:
            return STAYS
        if point is None and total == 12 and not right:
            return 0
        if point is not None and total not in (point, 7):
            return STAYS
        made = total in (7, 11) if point is None else total == point
        return stake if made == right else lost

    def number_bet(self, wager: str, spot: str, stake: int, total: int, pair: bool) -> int | None:
        """Odds, and wagers on a number or against it: decided by that number and by 7."""
        number = int(spot) if spot else self.point if wager.endswith("odds") else int(wager.rpartition("_")[2])
        assert number is not None
        if total not in (number, 7):
            return STAYS
        if wager in ("dont_pass_odds", "dont_come_odds", "lay", "place_to_lose"):
            odds = AGAINST[number] if wager == "place_to_lose" else 1 / TRUE_ODDS[number]
            return int(stake * odds) if total == 7 else -stake
        if total == 7 or (wager in HARD_WAYS and not pair):
            return -stake
        if wager in ("put", "big_6", "big_8"):
            return stake
        odds = PLACE[number] if wager == "place_to_win" else TRUE_ODDS[number]
        return stake * HARD_WAYS[wager] if wager in HARD_WAYS else int(stake * odds)


@pytest.mark.parametrize("which", of_these(TABLES, "chapter 4", "Oneida", "Massachusetts"))
def test_every_roll_nets_what_it_does_by_hand(which: str) -> None:
    name, options, book, offered = TABLES[which]
    rng, entry = random.Random(which), load(name)
    table = Table(Setup.of(entry, options, None, offered), game_of(entry), chance=Lucky(which))
    by_hand = Kept(book)

    def now_and_then_no_roll(wagers: dict[int, Changes]) -> Call | None:
        return Call("die_leaves_table") if rng.random() < 0.05 else None

    for _ in range(ROLLS):
        played = roll_round(table, rng.randint(1, 3), rng, now_and_then_no_roll)
        if played is not None:
            _compare(table, played, by_hand)


def _compare(table: Table, played: Round, by_hand: Kept) -> None:
    fees: dict[int, int] = {}
    for fee in played.fees:
        fees[fee.seat] = fees.get(fee.seat, 0) + fee.amount
    assert {seat: amount for seat, amount in fees.items() if amount} == by_hand.bets(played)
    thrown = played.draws.taken.get("dice")
    nets = by_hand.roll(*map(int, thrown[0].split("-"))) if thrown else {}
    rows = {(row.seat, f"{row.wager} {row.on}" if row.on else row.wager): row for row in played.settlements}
    decided = {key: row.net for key, row in rows.items() if row.outcome != "stays"}
    stays = {key for key, net in nets.items() if net == 0 and key not in decided}  # a coupon on a barred 12
    assert decided == {key: net for key, net in nets.items() if key not in stays}
    assert {(bet.seat, bet.name): bet.stake for bet in table.standing} == by_hand.up
    assert table.carry.get("point") == by_hand.point
