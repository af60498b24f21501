"""Casino War where a player banks: money that covers, the War match, and what happens when it runs out."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from house_fixtures import dear
from pitboss import BankSeat, PitbossError, open_table, settle
from pitboss.engine.bank import PlayerDealer
from pitboss.engine.round import Round
from pitboss.equipment.cards import RANKS

GAME = "california/casino-war"
UNCOVERED, TIE_UNCOVERED = "§Type L3595; §Winners 7 L3658", "L3711-3712"
RETURNED = {"war_base_treatment": "returned_on_win"}
Row = tuple[int, str, str, int]


def seat(base: Any, cards: str, action: str = "", tie: Any = None, behind: int = 0) -> dict[str, Any]:
    row: dict[str, Any] = {"wagers": {"base": base} | ({} if tie is None else {"tie": tie})}
    if behind:
        row["says"] = [f"behind {behind}"]
    else:
        row["cards"] = cards
    return row | ({"actions": [action]} if action else {})


def settled(seats: dict[int, dict[str, Any]], dealer: str, wager: Any, **more: Any) -> Round:
    bank = {"seat": 8, "wager": wager, **more.pop("bank", {})}
    raw = {"rulebook": "california", "game": "casino-war", "bank": bank, "dealer": {"cards": dealer}, **more}
    return settle(raw | {"seats": {str(number): row for number, row in seats.items()}}).rounds[0][1]


def rows(played: Round) -> list[Row]:
    return [(row.seat, row.wager, row.outcome, row.net) for row in played.settlements]


# -- By hand ----------------------------------------------------------------------------------------------------------


def test_all_base_wagers_come_before_all_tie_wagers_and_a_surrender_in_its_seats_turn() -> None:
    """130 dollars: 40 paid, 10 and 50 collected, 10 for a lost Tie Wager; 20 are left for the 50 of the other."""
    played = settled(
        {
            1: seat(40, "Ks", tie=10),
            2: seat(20, "9h", "surrender", tie=5),
            3: seat(50, "4c"),
        },
        "9d",
        wager=130,
    )
    assert rows(played) == [
        (1, "base", "win", 40_00),
        (2, "base", "lose", -10_00),
        (3, "base", "lose", -50_00),
        (1, "tie", "lose", -10_00),
        (2, "tie", "win", 20_00),
    ]
    assert "covered in part" in played.settlements[-1].reason and TIE_UNCOVERED in played.settlements[-1].cite
    assert played.net[8] == -40_00 + 10_00 + 50_00 + 10_00 - 20_00


def test_the_war_base_is_collected_after_the_tie_wagers_from_what_is_left_then() -> None:
    """65 dollars: the Tie Wager takes 50, and 15 are left for the base wager of 40."""
    played = settled({1: seat(40, "8s Ah", "war", tie=5)}, "8d 7c", wager=65)
    assert rows(played) == [
        (1, "tie", "win", 50_00),
        (1, "base", "lose", -15_00),
        (1, "war", "win", 40_00),  # the match of 40 covers it
    ]
    assert played.net == {1: 75_00, 8: -75_00}


def test_nothing_left_for_the_war_base_returns_it_and_the_match_still_covers_the_war() -> None:
    played = settled({1: seat(40, "8s 3h", "war", tie=5)}, "8d Kc", wager=50)
    assert rows(played) == [
        (1, "tie", "win", 50_00),
        (1, "base", "void", 0),
        (1, "war", "lose", -40_00),
    ]
    assert played.settlements[1].cite == UNCOVERED


def test_a_war_tie_needs_twice_the_match_and_draws_on_the_rest_of_the_cover() -> None:
    seats = {1: seat(20, "8s 5h", "war"), 2: seat(30, "8h 2c", "war")}
    played = settled(seats, "8d 5c", wager=100)
    # 100 less both base wagers is 50, and the matches of 20 and 30 make 100: 40 for the tie, 30 collected.
    assert rows(played) == [
        (1, "base", "lose", -20_00),
        (2, "base", "lose", -30_00),
        (1, "war", "win", 40_00),
        (2, "war", "lose", -30_00),
    ]
    short = settled(seats, "8d 5c", wager=50)
    # 50 less both base wagers is nothing; the matches make 50: 40 for the tie and 10 of the 30.
    assert rows(short)[2:] == [(1, "war", "win", 40_00), (2, "war", "lose", -10_00)]
    assert short.net == {1: 20_00, 2: -40_00, 8: 20_00}


def test_where_the_base_wager_stays_up_it_is_settled_just_before_its_war_wager() -> None:
    played = settled({1: seat(20, "8s 3h", "war"), 2: seat(30, "8h 5s", "war")}, "8d 5c", wager=25, options=RETURNED)
    # 25 and the matches of 50: 20 and 20 collected of seat 1, then seat 2's tie gets 35 of its 60.
    assert rows(played) == [
        (1, "base", "lose", -20_00),
        (1, "war", "lose", -20_00),
        (2, "base", "push", 0),
        (2, "war", "win", 35_00),
    ]


def test_a_tied_seat_that_is_reached_when_nothing_is_left_has_no_surrender_and_no_war() -> None:
    played = settled({1: seat(50, "Ks"), 2: seat(20, "9h", tie=5), 3: seat(20, "9c")}, "9d", wager=50)
    assert rows(played) == [
        (1, "base", "win", 50_00),
        (2, "base", "void", 0),
        (3, "base", "void", 0),
        (2, "tie", "void", 0),
    ]
    assert played.actions == {}


def test_a_player_dealer_who_cannot_match_gives_a_war_action_only_as_far_as_the_cover_goes() -> None:
    seats = {1: seat(40, "8s Ah", "war")}
    for most, paid in ((40, 40_00), (25, 25_00), (0, 0)):
        played = settled(seats, "8d 7c", wager=40, bank={"most_added": most})
        assert rows(played) == [(1, "base", "lose", -40_00), (1, "war", "win" if paid else "void", paid)]
    assert any("cannot match the War wagers in full" in event.text for event in played.events)


def test_a_backline_bettor_comes_after_the_player_he_stands_behind() -> None:
    played = settled(
        {1: seat(20, "Ks"), 9: seat(20, "", behind=1), 2: seat(20, "Qh")},
        "9d",
        wager=30,
    )
    assert rows(played) == [(1, "base", "win", 20_00), (9, "base", "win", 10_00), (2, "base", "void", 0)]


def test_counting_the_running_result_lets_collections_refill_the_wager() -> None:
    seats = {1: seat(50, "Ks"), 2: seat(30, "4h"), 3: seat(20, "Qc"), 4: seat(20, "9h", "surrender")}
    played = settled(seats, "9d", wager=50, options={"coverage_method": "net"})
    assert rows(played) == [
        (1, "base", "win", 50_00),
        (2, "base", "lose", -30_00),
        (3, "base", "win", 20_00),
        (4, "base", "lose", -10_00),
    ]


def test_the_match_is_told_with_its_clause_and_a_table_keeps_what_could_be_added() -> None:
    table = open_table(GAME, seed=3)
    bank = BankSeat(8, 100, offer_declined=True, most_added=5)
    while not (played := table.deal({1: {"base": 20}}, bank=bank)).asking:
        pass
    played.act("war")
    told = next(event for event in played.events if event.kind == "match")
    assert (told.amount, told.cite) == (5_00, "§Winners 1(c)(ii) L3646; A4")
    again = settle(table.record().to_toml()).rounds[-1][1]
    assert again.events == played.events and again.net == played.net


def test_what_was_put_up_goes_back_with_a_void_round() -> None:
    bank = PlayerDealer(seat=8, wager=50_00, coverage="action", most_added=30_00)
    assert (bank.put_up(20_00), bank.put_up(20_00), bank.wager) == (20_00, 10_00, 80_00)
    bank.cover(80_00)
    assert bank.exhausted
    bank.give_back()
    assert (bank.wager, bank.exhausted, bank.put_up(40_00)) == (50_00, False, 30_00)


def test_after_two_rounds_the_position_is_offered_on() -> None:
    table = open_table(GAME, seed=1)
    for _ in range(2):
        played = table.deal({1: {"base": 20}}, bank=BankSeat(8, 100))
        while played.asking:
            played.act("surrender")
    with pytest.raises(PitbossError, match="seat 8 was player-dealer for 2 rounds; the position is offered on first"):
        table.deal({1: {"base": 20}}, bank=BankSeat(8, 100))


# -- Against the spec's own algorithm ---------------------------------------------------------------------------------


@dataclass
class Bettor:
    """One player with all that chance and he decide; amounts in cents."""

    number: int
    place: int
    base: int
    tie: int
    choice: str


@dataclass
class Deal:
    bettors: list[Bettor]
    first: dict[int, str]
    second: dict[int, str]
    dealer: tuple[str, str]
    wager: int
    most_added: int | None
    coverage: str
    collected: bool


class Cover:
    """The coverage algorithm as the collections document writes it, both ways."""

    def __init__(self, wager: int, coverage: str) -> None:
        self.wager, self.coverage = wager, coverage
        self.left, self.result = wager, 0

    def move(self, due: int) -> int:
        """What of a sum due to a seat (below zero: from it) is moved."""
        if self.coverage == "action":
            moved = min(abs(due), self.left)
            self.left -= moved
        else:
            moved = min(abs(due), self.wager + self.result if due > 0 else self.wager - self.result)
        moved = moved if due > 0 else -moved
        self.result -= moved
        return moved

    def add(self, amount: int) -> None:
        self.wager += amount
        self.left += amount

    @property
    def nothing_left(self) -> bool:
        return self.coverage == "action" and self.left == 0


def by_the_spec(deal: Deal) -> tuple[list[tuple[int, str, int]], set[int]]:
    """The rows of a round as the spec orders and covers them, and who has a choice."""
    cover = Cover(deal.wager, deal.coverage)
    found: list[tuple[int, str, int]] = []
    asked, at_war = set(), []
    order = sorted(deal.bettors, key=lambda bettor: (bettor.place, bettor.number))

    def sign(cards: dict[int, str], bettor: Bettor, dealer: str) -> int:
        mine, theirs = RANKS.index(cards[bettor.place]), RANKS.index(dealer)
        return (mine > theirs) - (mine < theirs)

    for bettor in order:
        won = sign(deal.first, bettor, deal.dealer[0])
        if won:
            found.append((bettor.number, "base", cover.move(won * bettor.base)))
        elif cover.nothing_left:
            found.append((bettor.number, "base", 0))
        else:
            asked.add(bettor.number)
            if bettor.choice == "war":
                at_war.append(bettor)
            else:
                found.append((bettor.number, "base", cover.move(-bettor.base // 2)))
    for bettor in order:
        if bettor.tie:
            tied = sign(deal.first, bettor, deal.dealer[0]) == 0
            found.append((bettor.number, "tie", cover.move(10 * bettor.tie if tied else -bettor.tie)))
    if deal.collected:
        found += [(bettor.number, "base", cover.move(-bettor.base)) for bettor in at_war]
    match = sum(bettor.base for bettor in at_war)
    cover.add(match if deal.most_added is None else min(match, deal.most_added))
    for bettor in at_war:
        won = sign(deal.second, bettor, deal.dealer[1])
        if not deal.collected:
            found.append((bettor.number, "base", cover.move(-bettor.base) if won < 0 else 0))
        found.append((bettor.number, "war", cover.move({1: 1, 0: 2, -1: -1}[won] * bettor.base)))
    return found, asked


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Rounds with many ties: the player-dealer's cards are of a few ranks, and so are the others'."""
    few = st.sampled_from("789")
    places = draw(st.lists(st.integers(1, 7), min_size=1, max_size=7, unique=True))
    behind = draw(st.lists(st.sampled_from(places), max_size=3))
    standing = [*((place, place) for place in places), *((9 + n, place) for n, place in enumerate(behind))]
    bettors = [
        Bettor(
            number,
            place,
            2 * draw(st.integers(1, 5_000)),
            draw(st.sampled_from([0, draw(st.integers(1, 5_000))])),
            draw(st.sampled_from(["war", "surrender"])),
        )
        for number, place in standing
    ]
    return Deal(
        bettors,
        {place: draw(few) for place in places},
        {place: draw(few) for place in places},
        (draw(few), draw(few)),
        draw(st.integers(1, 40_000)),
        draw(st.one_of(st.none(), st.integers(0, 10_000))),
        draw(st.sampled_from(["action", "net"])),
        draw(st.booleans()),
    )


def dollars(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02d}"


def played_at_the_table(deal: Deal, asked: set[int]) -> Round:
    at_war = {bettor.place for bettor in deal.bettors if bettor.choice == "war" and bettor.number in asked}
    suits = {place: "cdhs"[n % 4] for n, place in enumerate(deal.first)}
    seats = {}
    for bettor in deal.bettors:
        cards = [deal.first[bettor.place], *([deal.second[bettor.place]] if bettor.place in at_war else [])]
        seats[bettor.number] = seat(
            dollars(bettor.base),
            " ".join(rank + suits[bettor.place] for rank in cards),
            bettor.choice if bettor.number in asked else "",
            dollars(bettor.tie) if bettor.tie else None,
            bettor.place if bettor.number > 8 else 0,
        )
    return settled(
        seats,
        " ".join(rank + "s" for rank in deal.dealer[: 2 if at_war else 1]),
        dollars(deal.wager),
        bank={} if deal.most_added is None else {"most_added": dollars(deal.most_added)},
        options={
            "coverage_method": deal.coverage,
            "war_base_treatment": "collected" if deal.collected else "returned_on_win",
        },
    )


@dear
@hypothesis_settings(max_examples=400, deadline=None)
@given(deals())
def test_money_that_runs_out_is_paid_in_the_specs_order_and_to_the_cent(deal: Deal) -> None:
    expected, asked = by_the_spec(deal)
    played = played_at_the_table(deal, asked)
    assert [(row.seat, row.wager, row.net) for row in played.settlements] == expected
    bank = played.player_dealer
    assert bank is not None
    assert bank.result == -sum(net for _, _, net in expected) == played.net[8]
    assert -bank.wager <= bank.result <= bank.wager
    assert sum(played.ledger.values()) == sum(played.net.values()) == 0
    if deal.coverage == "action":
        assert sum(abs(net) for _, _, net in expected) <= bank.wager
    for row in played.settlements:
        if "covered in part" in row.reason or "not covered" in row.reason:
            assert (TIE_UNCOVERED if row.wager == "tie" else UNCOVERED) in row.cite
