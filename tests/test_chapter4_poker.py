"""Poker of Chapter 4: its variants, the rake, and every ruling of its dispute procedure."""

import random
from typing import Any

import pytest

from pitboss import Call, PitbossError, settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.equipment.cards import cards
from pitboss.errors import Refused
from pitboss.games import game_of
from pitboss.games.pot.chinese_poker import points_between, top_hand, usual_setting
from pitboss.games.pot.contest import contest_of
from pitboss.hands.poker import best_hand
from pitboss.rulebook import Setup, load

POKER = "chapter4/poker"
ENTRY = load(POKER)
VARIANTS = [str(variant) for variant in ENTRY.options["variant"].allowed]
STUD = [variant for variant in VARIANTS if variant.endswith("stud")]
DRAW = [variant for variant in VARIANTS if variant.endswith("draw") or variant == "badugi"]
DEAD = [name for name, rule in ENTRY.irregularities.items() if rule.remedy == ["hand_dead"]]
STANDS = [name for name, rule in ENTRY.irregularities.items() if rule.remedy == ["play_on"]]
AGAIN = [name for name, rule in ENTRY.irregularities.items() if rule.remedy == ["act_again"]]


def table(seed: int = 5, button: int | None = 4, **options: Any) -> Table:
    carry = {} if button is None else {"button": button}
    return Table(Setup.of(ENTRY, {"rake": 0, **options}), game_of(ENTRY), carry=carry, seed=seed)


def deal(at: Table, seats: int = 4, stack: Any = 500, **more: Any) -> Round:
    places = range(1, seats + 1)
    return at.deal({seat: {} for seat in places}, stacks=dict.fromkeys(places, stack), **more)


def say(played: Round, *words: str) -> Round:
    for word in words:
        played.act(word)
    return played


def play_out(played: Round, *words: str) -> Round:
    """Everybody does the first of these words that may be done."""
    while played.asking:
        names = played.asking[0].names
        word = next((word for word in (*words, "check", "call", "pat") if word in names), "")
        played.act(word or played.asking[0].default_answer)
    return played


def told(played: Round, kind: str) -> list[str]:
    return [event.text for event in played.events if event.kind == kind]


def same_again(at: Table, played: Round) -> bool:
    again = settle(at.record().to_toml()).rounds[-1][1]
    return again.events == played.events and again.settlements == played.settlements


# -- variants ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_played_out_with_no_cent_lost(variant: str) -> None:
    rng = random.Random(variant)
    at = table(variant=variant, button=None, ante="1.00", rake=5)
    seen: set[str] = set()
    for _ in range(4 if variant == "chinese_poker" else 15):
        played = deal(at, rng.randint(2, at.setup.seats), stack=rng.choice([20, 90, 500]))
        while played.asking:
            ask = rng.choice(played.asking)
            cheap = next((word for word in ("check", "call", "pat") if word in ask.names), "")
            played.act(cheap if cheap and rng.random() < 0.7 else ask.random_answer(rng), ask.seat)
        assert sum(played.ledger.values()) == 0 and played.ledger["pot"] == 0
        wagered = sum(row.staked for row in played.settlements)
        assert played.ledger["box"] <= wagered / 20 and played.ledger["box"] % 25 == 0
        assert all(500_00 + net >= 0 for net in played.net.values())
        seen |= {row.reason.split(",")[0] for row in played.settlements}
    if variant == "chinese_poker":
        assert {"points won", "points lost"} <= seen
    else:
        assert {"best hand", "lower hand"} <= seen or {"high half", "low half"} <= seen


@pytest.mark.parametrize(
    ("variant", "cards", "rounds"),
    [
        ("texas_holdem", 2, 4),
        ("omaha", 4, 4),
        ("crazy_pineapple", 2, 4),
        ("five_card_high_draw", 5, 2),
        ("badugi", 4, 4),
        ("five_card_stud", 5, 4),
        ("seven_card_high_stud", 7, 5),
    ],
)
def test_as_many_cards_and_rounds_of_betting_as_the_section_says(variant: str, cards: int, rounds: int) -> None:
    played = play_out(deal(table(variant=variant, ante="1.00", button=None)))
    assert all(len(played.hands[f"seat {seat}"]) == cards for seat in range(1, 5))
    checks = [event for event in played.events if event.kind == "decision" and event.seat == 1 and event.text != "pat"]
    assert len([event for event in checks if event.text in ("check", "call")]) == rounds
    assert len(played.hands.get("burn", ())) == rounds - 1


def test_the_seats_of_each_variant() -> None:
    seats = {variant: table(variant=variant).setup.seats for variant in VARIANTS}
    ten = {"texas_holdem", "omaha", "five_card_stud"}
    assert {variant for variant, most in seats.items() if most == 10} == ten
    assert seats["badugi"] == 7 and seats["chinese_poker"] == 4 and seats["crazy_pineapple"] == 8
    assert table(variant="omaha", omaha_hole_cards=5).setup.seats == 8
    with pytest.raises(PitbossError, match="A joker is used in draw games only"):
        table(variant="omaha", joker=True)


def test_of_seven_at_badugi_the_player_in_front_of_the_big_blind_gets_no_cards() -> None:
    played = deal(table(variant="badugi", button=7), 7)
    assert "seat 3" not in played.hands and len(played.hands) == 6
    assert played.asking[0].seat == 4
    assert play_out(played).net[3] == 0


@pytest.mark.parametrize(("draws", "limits"), [(1, (2, 4)), (2, (2, 4, 4)), (3, (2, 2, 4, 4))])
def test_one_to_three_draws_and_the_higher_limit_in_later_rounds(draws: int, limits: tuple[int, ...]) -> None:
    played = deal(table(variant="five_card_low_draw", draws=draws, blinds=False, ante="1.00", button=2), 2)
    bets = []
    while played.asking:
        ask = played.asking[0]
        bet = next((action for action in ask.actions if action.name == "bet"), None)
        if bet is not None:
            bets.append(bet.cost // 100)
        played.act("bet" if bet is not None else "call" if "call" in ask.names else "pat")
    assert tuple(bets) == limits


def test_at_fixed_limit_every_round_is_bet_alike_and_the_cap_stops_an_all_in_too() -> None:
    played = say(deal(table(betting_structure="fixed_limit", raises_per_round=1), stack=5), "raise")
    assert played.asking[0].names == ("call", "fold")


def test_the_low_card_is_an_ace_in_low_stud_and_the_lowest_hand_showing_opens() -> None:
    record = {
        "rulebook": "chapter4",
        "game": "poker",
        "options": {"variant": "seven_card_low_stud", "ante": "1.00", "stud_opener": "low_card"},
        "seats": {
            "1": {"cards": "?? ?? 2c 9d", "actions": ["check", "fold"]},
            "2": {"cards": "?? ?? Ah 3c", "actions": ["check", "bet"]},
        },
    }
    played = settle(record).rounds[0][1]
    assert [event.seat for event in played.events if event.kind == "decision"] == [2, 1, 2, 1]


def test_an_open_pair_may_bet_either_limit_in_seven_card_high_stud_only() -> None:
    found = {}
    for variant in ("seven_card_high_stud", "seven_card_high_low_stud"):
        for seed in range(60):
            played = deal(table(seed, variant=variant, ante="1.00", button=None), 8)
            say(played, *["check"] * 8)
            first = played.asking[0]
            if len({card[0] for card in contest_of(played).up[first.seat]}) == 1:
                found[variant] = "bet_upper" in first.names
                break
    assert found == {"seven_card_high_stud": True, "seven_card_high_low_stud": False}


def test_a_straddle_where_the_house_allows_it() -> None:
    played = deal(table(straddle=True), says={3: ["straddle"]})
    assert played.asking[0].seat == 4 and told(played, "blind")[-1] == "straddle $4.00"
    with pytest.raises(Refused, match="the house allows no straddle"):
        deal(table(), says={3: ["straddle"]})


def test_where_nothing_is_put_up_and_everybody_checks_nothing_is_won() -> None:
    played = play_out(deal(table(blinds=False)))
    assert not played.settlements and not any(played.net.values())


# -- cards that do not last -------------------------------------------------------------------------------------------


def test_a_draw_goes_on_with_what_nobody_holds_and_never_with_discards_of_the_same_draw() -> None:
    for variant in ("five_card_high_draw", "badugi"):
        at = table(variant=variant, draws=3, button=6) if variant != "badugi" else table(variant=variant, button=6)
        played = deal(at, at.setup.seats if variant != "badugi" else 6)
        while played.asking:
            ask = played.asking[0]
            size = len(played.hands[f"seat {ask.seat}"])
            word = "discard " + " ".join(played.hands[f"seat {ask.seat}"][: size - 1])
            played.act(word if "discard" in ask.names else "check" if "check" in ask.names else "call")
        assert told(played, "reshuffled"), variant
        held = [card for seat in played.seats for card in played.hands.get(f"seat {seat}", ())]
        assert len(held) == len(set(held)) and same_again(at, played)


def test_seven_card_stud_is_finished_with_one_card_for_all_or_with_the_shuffled_ones() -> None:
    common: dict[str, Any] = {"variant": "seven_card_high_stud", "ante": "1.00", "button": None}
    played = play_out(deal(table(**common), 8))
    assert len(played.hands["community"]) == 1 and len(played.hands["burn"]) == 3
    played = play_out(deal(table(**common, burn=False), 8))
    assert len(played.hands["community"]) == 1 and len(played.hands["burn"]) == 1, "four are left: burn one, deal one"
    at = table(**common, seven_card_short_deck="reshuffle")
    played = deal(at, 8)
    folded = 0
    while played.asking:
        ask = played.asking[0]
        late = played.now == "fourth_round" and folded < 1
        folded += late
        played.act("fold" if late and "fold" in ask.names else "check")
    assert "community" not in played.hands and told(played, "reshuffled") and same_again(at, played)


# -- rulings ----------------------------------------------------------------------------------------------------------


def variant_of(irregularity: str) -> str:
    when = ENTRY.irregularities[irregularity].when.get("variant", ["texas_holdem"])
    return str(when[0])


@pytest.mark.parametrize("name", DEAD)
def test_a_hand_that_is_ruled_dead_cannot_win_and_its_chips_stay(name: str) -> None:
    at = table(variant=variant_of(name), ante="1.00", button=None)
    played = deal(at)
    seat = played.asking[0].seat
    played.call(Call(name, seat=seat))
    play_out(played)
    assert played.net[seat] <= (-100 if ENTRY.irregularities[name].moments[0] == "deal" else 0)
    assert "dead hand" in {row.reason for row in played.settlements if row.seat == seat}
    assert same_again(at, played)


@pytest.mark.parametrize("name", DEAD)
def test_a_dead_hand_names_the_clause_that_makes_it_so(name: str) -> None:
    played = deal(table(variant=variant_of(name), ante="1.00", button=None))
    seat = played.asking[0].seat
    played.call(Call(name, seat=seat))
    play_out(played)
    assert [row.cite for row in played.settlements if row.seat == seat] == [ENTRY.irregularities[name].cite]


def test_who_lets_his_time_pass_or_knew_of_a_defective_deck_is_told_by_which_clause_he_lost() -> None:
    late = say(deal(table(time_limit=30, ante="1.00")), "raise")
    seat = late.asking[0].seat
    late.call(Call("time_expires", seat=seat))
    assert [(row.reason, row.cite[:6]) for row in late.settlements if row.seat == seat] == [("dead hand", "§4.U.3")]
    knew = say(deal(table()), "call")
    knew.call(Call("defective_deck_known", seat=3))
    assert [(row.reason, row.cite) for row in knew.settlements if row.seat == 3] == [("forfeited", "§4.U.1 L705")]


@pytest.mark.parametrize("name", STANDS)
def test_what_changes_nothing_leaves_the_hand_as_it_would_be(name: str) -> None:
    plain = play_out(deal(table(variant=variant_of(name))))
    at = table(variant=variant_of(name))
    rule = ENTRY.irregularities[name]
    ruled = play_out(deal(at, calls=[Call(name, seat=1 if rule.seat else None)]))
    assert ruled.net == plain.net and any(rule.trigger in text for text in told(ruled, "irregularity"))
    assert same_again(at, ruled)


def test_the_last_hand_that_is_left_is_not_ruled_dead() -> None:
    at = table()
    played = deal(at, calls=[Call("unprotected_hand", seat=seat, at="deal") for seat in (1, 2, 3, 4)])
    assert played.over and played.net == {1: -100, 2: -200, 3: 0, 4: 300}


@pytest.mark.parametrize("name", AGAIN)
def test_a_wager_is_corrected_until_the_next_player_acts(name: str) -> None:
    at = table()
    played = say(deal(at), "call")
    played.call(Call(name, seat=3))
    assert played.asking[0].seat == 3 and 3 not in contest_of(played).put_in
    say(played, "fold", "call")
    played.call(Call(name, seat=3))
    assert "that hand is not in play, and nothing is changed" in told(played, "remedy")
    say(played, "call")
    played.call(Call(name, seat=4))
    assert told(played, "remedy")[-1] == "the next player has acted, and the wager stands"
    play_out(played)
    assert played.net[3] == 0 and same_again(at, played)


def test_an_illegal_bet_stands_once_it_was_raised_or_called_by_three() -> None:
    at = table(button=5)
    played = say(deal(at, 5), "raise", "call", "call")
    played.call(Call("illegal_bet", seat=3))
    assert played.asking[0].seat == 3 and contest_of(played).put_in == {1: 100, 2: 200}
    say(played, "raise", "raise")
    played.call(Call("illegal_bet", seat=3))
    assert told(played, "remedy")[-1] == "it was raised or called by three, and the bet stands"
    played = say(deal(table(button=5), 5), "raise", "call", "call", "call")
    played.call(Call("illegal_bet", seat=3))
    assert told(played, "remedy")[-1] == "it was raised or called by three, and the bet stands"


def test_an_over_call_half_way_is_a_call_and_no_raise_above_the_cap() -> None:
    for amount, raised in ((3, False), ("3.25", True)):
        played = say(deal(table()), "call", "call")
        played.call(Call("over_call", seat=3, amount=amount))
        assert (contest_of(played).put_in[3] == 400) is raised, "a call is $2, a raise $4"
    with pytest.raises(Refused, match="name no amount"):
        played.call(Call("illegal_bet", seat=3, amount=5))


def test_a_bet_on_a_fouled_hand_goes_back_and_the_hand_is_dead() -> None:
    at = table()
    played = say(deal(at), "raise")
    played.call(Call("fouled_hand_bets", seat=3))
    assert played.asking[0].seat == 4 and contest_of(played).put_in == {1: 100, 2: 200}
    assert 3 not in contest_of(played).active and play_out(played).net[3] == 0 and same_again(at, played)
    played = say(deal(table()), "raise", "call")
    played.call(Call("fouled_hand_bets", seat=3))
    assert play_out(played).net[3] == -400, "the next player has acted, and it stays"


def test_time_expires_only_for_who_is_asked_and_a_draw_is_stood_pat() -> None:
    at = table(variant="five_card_high_draw", button=2)
    played = say(deal(at, 2), "call", "check")
    played.call(Call("time_expires", seat=2))
    assert told(played, "remedy")[-1] == "it is not his turn"
    played.call(Call("time_expires", seat=1))
    assert told(played, "remedy")[-1] == "he stands pat" and played.asking[0].seat == 2
    assert same_again(at, play_out(played))


def test_a_misdeal_takes_every_wager_back_and_deals_again() -> None:
    at = table()
    played = say(deal(at), "call", "fold")
    before = list(played.hands["seat 1"])
    played.call(Call("misdeal"))
    assert contest_of(played).put_in == {1: 100, 2: 200} and played.hands["seat 1"] != before
    assert contest_of(played).active == [1, 2, 3, 4] and same_again(at, play_out(played))
    played = say(deal(table()), "call", "fold", "fold")
    played.call(Call("misdeal"))
    assert told(played, "remedy")[-1].startswith("there was substantial action")


def test_an_exposed_card_is_dead_and_replaced_once_all_have_theirs() -> None:
    at = table()
    played = deal(at, calls=[Call("exposed_card", seat=1)])
    dealt = [(event.hand, event.text) for event in played.events if event.kind == "deal"]
    assert dealt[0] == ("dead", "exposed") and dealt[4] == ("seat 1", "") and len(dealt) == 9
    dead = played.hands["dead"][0]
    assert dead not in played.hands["seat 1"] and same_again(at, play_out(played))
    played = deal(table())
    held = played.hands["seat 2"][-1]
    played.call(Call("exposed_card", seat=2))
    assert played.hands["dead"] == [held] and len(played.hands["seat 2"]) == 2


def test_badugi_keeps_an_exposed_wheel_card_of_the_first_deal() -> None:
    for card, kept in (("4d", True), ("9d", False)):
        record = {
            "rulebook": "chapter4",
            "game": "poker",
            "options": {"variant": "badugi"},
            "carry": {"button": 1},
            "irregularities": [{"id": "exposed_card", "seat": 1, "card": card}],
            "seats": {"1": {"cards": "?? ?? ??" if kept else "?? ?? ?? ??"}, "2": {"actions": ["fold"]}},
        }
        played = settle(record).rounds[0][1]
        assert (card in played.hands["seat 1"]) is kept and len(played.hands["seat 1"]) == 4


def test_an_exposed_card_of_a_draw_is_replaced_after_the_draw() -> None:
    at = table(variant="five_card_high_draw", button=2)
    played = say(deal(at, 2), "call")
    played.call(Call("exposed_card", seat=1, at="second_round"))
    played.act("check")
    held = played.hands["seat 1"]
    say(played, f"discard {held[0]} {held[1]}", "pat")
    assert len(played.hands["seat 1"]) == 5 and len(played.hands["dead"]) == 1
    assert same_again(at, play_out(played))


def test_a_hand_short_of_a_card_is_played_where_a_hand_can_be_made() -> None:
    at = table()
    played = deal(at, calls=[Call("too_few_cards", seat=1)])
    assert len(played.hands["seat 1"]) == 1 and same_again(at, play_out(played))
    played = play_out(deal(table(variant="five_card_low_draw"), calls=[Call("too_few_cards", seat=1)]))
    assert "dead hand" in {row.reason for row in played.settlements}


def test_a_faced_card_is_dead() -> None:
    at = table()
    played = deal(at, calls=[Call("faced_card")])
    assert len(played.hands["dead"]) == 1 and all(len(played.hands[f"seat {seat}"]) == 2 for seat in (1, 2, 3, 4))
    assert same_again(at, play_out(played))


def test_a_protected_hand_is_refunded() -> None:
    at = table()
    played = say(deal(at), "raise", "call")
    played.call(Call("protected_hand", seat=3))
    play_out(played)
    assert played.net[3] == 0 and played.ledger["pot"] == 0 and same_again(at, played)


def test_forfeited_chips_lie_in_the_next_pot_and_pay_no_rake() -> None:
    at = table(rake=10)
    first = say(deal(at), "call", "call")
    first.call(Call("defective_deck_known", seat=3))
    assert first.over and first.net == {1: 0, 2: 0, 3: -200, 4: 0} and at.carry["forfeited"] == 200
    second = play_out(deal(at))
    assert "forfeited" not in at.carry and sum(second.net.values()) == 200 - second.ledger["box"]
    assert second.ledger["box"] == 75, "a tenth of $8 in chips of 25 cents"
    assert same_again(at, second)


def test_a_defective_deck_returns_everything_and_there_is_no_rake() -> None:
    at = table(rake=10)
    played = say(deal(at), "raise", "call")
    played.call(Call("defective_deck"))
    assert played.over and not any(played.net.values()) and not played.ledger["box"]


def test_where_a_ruling_leaves_one_who_put_in_nothing_he_takes_the_pot() -> None:
    played = say(deal(table(blinds=False, variant="five_card_high_draw", button=2), 2), "bet")
    played.call(Call("too_many_cards", seat=1))
    assert played.over and played.net == {1: -200, 2: 200}


# -- Chinese Poker ----------------------------------------------------------------------------------------------------


def chinese(*settings: str, stacks: dict[int, Any] | None = None, **options: Any) -> Round:
    seats = {}
    for seat, setting in enumerate(settings, start=1):
        top, middle, bottom = setting.split(" / ")
        seats[str(seat)] = {
            "cards": f"{top} {middle} {bottom}",
            "actions": [f"set top={top} middle={middle} bottom={bottom}"],
            **({"stack": stacks[seat]} if stacks else {}),
        }
    chosen = {"variant": "chinese_poker", **options}
    return settle({"rulebook": "chapter4", "game": "poker", "options": chosen, "seats": seats}).rounds[0][1]


GOOD = "Qs Qd 4c / 9s 9d 5s 5d Kc / Ah Jh 8h 6h 2h"
OTHER = "Ac Kd 7s / Js Jd Jc 8s 3s / Ts Td Tc 6s 6d"
WRONG = "8c 8d 2c / Kh Ks Qh Qc 3d / 7c 7d 4s 4d As"


def test_a_hand_that_is_set_wrongly_loses_four_points_to_each_that_is_not() -> None:
    assert chinese(GOOD, WRONG).net == {1: 400, 2: -400}
    assert chinese(GOOD, OTHER, WRONG).net == {1: 300, 2: 500, 3: -800}


def test_equal_hands_are_no_points_and_wrong_ones_win_nothing_of_one_another() -> None:
    worths = {part: best_hand(cards("As Ks 9d 5c 2h")) for part in ("top", "middle", "bottom")}
    lower = {part: best_hand(cards("Ad Qs 9c 5d 2s")) for part in worths}
    assert points_between(worths, worths) == points_between(None, None) == 0
    assert points_between(worths, None) == points_between(worths, lower) == 4 == -points_between(lower, worths)
    assert points_between(worths, {**worths, "top": lower["top"]}) == 1, "one hand is better, two are equal"


def test_who_cannot_pay_pays_the_others_clockwise_until_his_chips_are_used_up() -> None:
    played = chinese(GOOD, OTHER, WRONG, stacks={1: 100, 2: 100, 3: 5}, chinese_point_value="1.00")
    assert played.net[3] == -500 and sum(played.net.values()) == 0


def test_a_royal_flush_wins_bonus_points_from_each_player() -> None:
    royal = "Qd Qc 4c / 9s 9d 5s 5d Kc / Ah Kh Qh Jh Th"
    other = "Ac Kd 7s / Js Jd 8s 3s 2s / 8c 8d 6s 6d 2c"
    assert chinese(royal, other).net[1] == 400 and chinese(royal, other, chinese_bonuses=2).net[1] == 600


def test_a_low_hand_in_the_middle() -> None:
    low = "Ac Kd Js / 7s 5d 4h 3c 2c / Ts Td Tc 6s 6d"
    high = "Qs Qd 4c / 9s 9d 5s 5c Kc / Ah Jh 8h 6h 2h"
    assert chinese(low, high, chinese_low_hand="middle").net[1] == 100, "low and full house against the pair on top"


def test_the_usual_setting_is_in_order() -> None:
    rng = random.Random(3)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    for _ in range(3):
        found = usual_setting(cards(" ".join(rng.sample(deck, 13))))
        assert best_hand(found["bottom"]) > best_hand(found["middle"]) > top_hand(found["top"])
