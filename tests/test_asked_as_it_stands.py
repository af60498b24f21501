"""A question tells what its actions cost now, though a part of the wager went back while the seat was being asked."""

from typing import Any

import pytest

from pitboss import Call, open_table, settle
from pitboss.errors import Refused

AT_THE_QUESTION: dict[str, tuple[dict[str, Any], dict[str, int], str, str]] = {
    "massachusetts-2020/four-card-poker": ({}, {"ante": 10}, "play 30", "play 18"),
    "massachusetts-2020/high-card-flush": ({}, {"ante": 10}, "raise 10", "raise"),
    "massachusetts-2020/crazy-4-poker": ({}, {"ante": 10, "super_bonus": 10}, "play 10", "fold"),
    "massachusetts-2020/blackjack": ({}, {"main": 10}, "double 10", "double 6"),
    "massachusetts-2020/spanish-21": ({}, {"main": 10}, "double 10", "double 6"),
    "massachusetts-2020/double-attack-blackjack": ({}, {"initial": 10}, "double_attack 10", "double_attack 6"),
}


@pytest.mark.parametrize("entry", AT_THE_QUESTION)
def test_what_is_staked_goes_by_what_is_left_of_a_late_wager(entry: str) -> None:
    options, wagers, too_much, enough = AT_THE_QUESTION[entry]
    for seed in range(1, 40):
        table = open_table(entry, options, seed=seed)
        played = table.deal({1: wagers})
        words = {action.name for ask in played.asking for action in ask.actions}
        if too_much.split()[0] in words:
            break
    played.call(Call("late_wager", seat=1, wager=next(iter(wagers)), amount=4))
    with pytest.raises(Refused):
        played.act(too_much)
    played.act(enough)
    while played.asking:
        played.act(played.asking[0].default_answer)
    assert settle(table.record().to_toml()).rounds[0][1].settlements == played.settlements
