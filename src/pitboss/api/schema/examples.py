"""Examples of answers, taken from a house; the tests hold them against what they are examples of."""

from typing import Any

TABLE_SHOWN: dict[str, Any] = {
    "table": "7",
    "entry": "chapter4/three-card-poker",
    "title": "Three Card Poker",
    "status": "open",
    "stopped": None,
    "number": 5,
    "you": {"person": "ann", "role": "player", "seats": [1]},
    "seats": [
        {
            "seat": 1,
            "name": "Ann",
            "yours": True,
            "chips": "490.00",
            "placed": {},
            "says": [],
            "ready": False,
            "away": None,
            "returned": None,
            "up": [{"wager": "ante", "amount": "10.00"}],
        },
        {
            "seat": 2,
            "name": None,
            "yours": False,
            "chips": None,
            "placed": {},
            "says": [],
            "ready": False,
            "away": None,
            "returned": None,
            "up": [],
        },
    ],
    "pace": {"betting": 20, "decision": 30, "auto_deal": True},
    "betting": {"open": False, "round": 1, "seconds_left": None, "auto_deal": True},
    "round": {
        "number": 1,
        "practice": False,
        "going_on": True,
        "seats": [1],
        "events": [
            {"kind": "deal", "cite": "§13(B)(3)-(4) L1456-1457", "seat": 1, "hand": "seat 1", "cards": ["4s"]},
            {"kind": "deal", "cite": "§13(B)(3)-(4) L1456-1457", "hand": "dealer", "cards": ["??"]},
        ],
        "settlements": [],
        "net": {},
        "fees": [],
        "void": False,
    },
    "asking": {
        "seat": 1,
        "hand": None,
        "seats": [1],
        "yours": True,
        "decision": 1,
        "actions": [{"action": "play", "text": "", "cost": "10.00"}, {"action": "fold", "text": "", "cost": "0.00"}],
        "cite": "§13(C)(2), (6) L1472, L1476-1478",
        "seconds_left": 30.0,
        "if_ended": None,
    },
    "shown": [],
    "carry": {},
    "bank": None,
    "meters": [],
    "fairness": {"deal": 1, "commitment": "5317efbaf1b10da4…", "words": []},
    "practice": False,
    "called": [],
    "pending": [],
}
ROUND_SUMMARY: dict[str, Any] = {
    "table": "7",
    "round": 1,
    "at": "2026-11-17T15:34:53.636+00:00",
    "entry": 6,
    "deal": 1,
    "commitment": "5317efbaf1b10da4…",
    "practice": False,
    "void": False,
    "settlements": [
        {
            "cite": "§13(C)(7) L1479; Reading 3",
            "net": "-10.00",
            "odds": "",
            "outcome": "lose",
            "pays": "0.00",
            "reason": "dealer higher",
            "seat": 1,
            "staked": "10.00",
            "wager": "ante",
        },
        {
            "cite": "§13(C)(7) L1479; Reading 3",
            "net": "-10.00",
            "odds": "",
            "outcome": "lose",
            "pays": "0.00",
            "reason": "dealer higher",
            "seat": 1,
            "staked": "10.00",
            "wager": "play",
        },
    ],
    "fees": [],
    "net": {"1": "-20.00"},
}
ROUND_TOLD: dict[str, Any] = {
    **ROUND_SUMMARY,
    "events": [
        {"kind": "deal", "cite": "§13(B)(3)-(4) L1456-1457", "seat": 1, "hand": "seat 1", "cards": ["4s"]},
        {"kind": "deal", "cite": "§13(B)(3)-(4) L1456-1457", "hand": "dealer", "cards": ["5c"]},
    ],
    "record": {
        "game": "three-card-poker",
        "rulebook": "chapter4",
        "steps": [
            {
                "dealer": "5c Qd Qh",
                "seats": {
                    "1": {"actions": ["play"], "cards": "4s Ac Ts", "player": "ann", "wagers": {"ante": "10.00"}}
                },
            }
        ],
    },
    "ended": [{"seat": 1, "action": "play", "by": "floor", "reason": "the player left the table"}],
    "calls": [],
}
OFFER_SHOWN: dict[str, Any] = {
    "open": False,
    "why": "no more bets",
    "with": {"ante": "1.00"},
    "wager": "ante",
    "title": "Ante",
    "placed": "before_deal",
    "minimum": "1.00",
    "maximum": "500.00",
    "unit": "0.01",
    "equals": None,
    "or_less": False,
    "times": {},
    "any_between": False,
    "one_of": [],
    "needs": [],
    "spots": [],
    "pays": [
        {"case": "fold", "result": "lose", "cite": "§13(C)(6) L1476-1477"},
        {"case": "dealer_does_not_qualify", "result": "win", "cite": "§13(C)(10) L1486", "odds": "1 to 1"},
    ],
    "pay_table": None,
    "cite": "§13(C)(1), (6), (10) L1471, L1476-1489",
}
IRREGULARITY_SHOWN: dict[str, Any] = {
    "irregularity": "wrong_number_of_cards_player",
    "trigger": "a player is dealt the wrong number of cards",
    "text": "misdeal for that player: the hand is void and its wagers are returned; the other hands stand",
    "moments": ["deal", "decide"],
    "names_seat": True,
    "names_card": False,
    "names_wager": False,
    "names_amount": False,
    "names_count": False,
    "floor": True,
    "note": True,
    "disproved": "every hand has the number of cards that the rules deal",
    "why_not": "that did not happen at this table, where every hand has the number of cards that the rules deal",
    "effects": ["wagers"],
    "remedy": ["void_hand", "return_wagers"],
    "cite": "§13(B)(12) L1465; §13(D)(2) L1510",
}
PROCEDURE_SHOWN: dict[str, Any] = {
    "procedure": "opening",
    "title": "Opening and shuffle",
    "steps": [
        {"step": 1, "text": "The dealer inspects the cards.", "cite": "§13(A)(2) L1449", "done": False},
        {
            "step": 2,
            "text": "On the supervisor's word: face down, wash, stack, shuffle, cut.",
            "cite": "§13(A)(2)-(3) L1449-1450",
            "done": False,
        },
    ],
}
DEAL_TO_CHECK: dict[str, Any] = {
    "table": "7",
    "round": 1,
    "entry": "chapter4/three-card-poker",
    "options": {},
    "deal": 1,
    "commitment": "5317efbaf1b10da4…",
    "committed_at": "2026-11-17T15:34:40.080+00:00",
    "seed": "5bf9a2d90514a4ba…",
    "rounds": [
        {
            "round": 1,
            "record": {
                "game": "three-card-poker",
                "rulebook": "chapter4",
                "steps": [
                    {
                        "dealer": "5c Qd Qh",
                        "seats": {
                            "1": {
                                "actions": ["play"],
                                "cards": "4s Ac Ts",
                                "player": "ann",
                                "wagers": {"ante": "10.00"},
                            }
                        },
                    }
                ],
            },
        }
    ],
    "version": 2,
    "setup": {
        "meters": {},
        "options": {},
        "pace": {"auto_deal": True, "betting": 20, "decision": 30},
        "pay_tables": {},
        "wagers": None,
    },
    "decks": 1,
}
POSTING: dict[str, Any] = {
    "chain": "7",
    "number": 2,
    "line": 2,
    "account": "bank:7",
    "amount": "10000.00",
    "what": "fill",
    "at": "2026-11-17T15:34:40.080+00:00",
}
FIGURES: dict[str, Any] = {
    "table": "7",
    "drop": "500.00",
    "bought_in": "500.00",
    "fills": "10000.00",
    "credits": "0.00",
    "cashed": "0.00",
    "bank": "10020.00",
    "fees": "0.00",
    "won": "20.00",
    "hold": "0.0400",
}
METER_OF_TABLES: dict[str, Any] = {
    "meter": "9.progressive",
    "title": "Progressive",
    "wager": "progressive",
    "amount": "10000.00",
    "must_hit_by": None,
    "cite": "§5(F)(1) L752-754; §5(E)(3)-(5) L745-750; Reading 7",
    "tables": ["9"],
}
CHAIN_END: dict[str, Any] = {
    "chain": "7",
    "number": 7,
    "hash": "9e43a6ed52df2660…",
    "at": "2026-11-17T15:34:53.670+00:00",
}
JOURNAL_ENTRY: dict[str, Any] = {
    "chain": "7",
    "number": 1,
    "kind": "open",
    "round": None,
    "at": "2026-11-17T15:34:40.080+00:00",
    "body": '{"by":"floor","commitment":"5f1c…"}',
    "before": "0000000000000000…",
    "hash": "646d6e11cff71032…",
}
CALLS_REPORT: dict[str, Any] = {"calls": [], "dealers": [], "winners": []}
AUDIT_REPORT: dict[str, Any] = {
    "clean": True,
    "chains": 3,
    "entries": 20,
    "rounds": 1,
    "replayed": 1,
    "waiting": 0,
    "accounts": 6,
    "meters": 1,
    "people": 7,
    "findings": [],
    "findings_left_out": 0,
    "ends": {"7": [7, "9e43a6ed52df2660…"], "9": [2, "033371fcf7436bc7…"], "house": [11, "ff170e46de9dbac4…"]},
    "checkpoints": {"read": 0, "newest": None, "entries_newer": 20, "public_key": "37b4d0cbdd040432…"},
    "sealed": True,
    "calls": {"calls": [], "dealers": [], "winners": []},
    "seconds": 0.214,
    "rounds_per_second": 4.7,
}
RULING_TOLD: dict[str, Any] = {
    "entry": "chapter4/roulette",
    "title": "Roulette",
    "rulebook": {
        "title": "Chapter 4, Licensed Games Rules of Play",
        "issuer": "a gaming commission",
        "date": "",
        "lines": "lines of the text of the chapter, the first is 1",
        "where": "the gaming commission that issued the chapter",
        "file": "chapter4.txt",
    },
    "steps": [
        {
            "step": 1,
            "story": [
                {
                    "text": "Call: No More Bets, while the ball is in the track",
                    "kind": "call",
                    "cite": "§2.C.1.a L296",
                    "seat": None,
                },
                {"text": "Spin: 0", "kind": "spin", "cite": "§2.C.1 L295; §2.C.1.b L297", "seat": None, "value": "0"},
            ],
            "hands": [],
            "wagers": [
                {
                    "seat": 1,
                    "wager": "red",
                    "staked": "12.50",
                    "outcome": "lose",
                    "pays": "0.00",
                    "net": "-12.50",
                    "odds": "",
                    "reason": "zero",
                    "cite": "§2.B.2 L290",
                    "case": "zero",
                    "weighed": {"fact": "the ball came to rest at 0"},
                    "title": "Red",
                    "decided_by": "zero: the ball came to rest at 0",
                    "computation": ["the $12.50 is lost"],
                }
            ],
            "fees": [],
            "fees_from_the_pot": [],
            "irregularities": [],
            "not_reached": [],
            "bank": "",
        }
    ],
    "net": {"1": "-12.50"},
    "meters": {},
    "rankings": [],
    "readings": [],
    "words": {},
}
DONE: dict[str, Any] = {"done": "bet", "table": "7", "round": 1, "seat": 1} | {"view": TABLE_SHOWN}
