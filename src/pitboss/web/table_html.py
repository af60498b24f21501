"""A view of a table as HTML: what lies before the dealer, the seats, what became of the wagers, what happened.

Everything here comes from the view of one person; nothing else is known to it.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from html import escape
from typing import Any

from pitboss.engine.events import came_to
from pitboss.engine.hands import Hand
from pitboss.engine.picture import ASIDE, hands_seen, read_hands
from pitboss.games import game_of
from pitboss.games.baccarat.viewing import TURN_UP
from pitboss.games.blackjack.turns import SWITCH
from pitboss.money import cents, dollars
from pitboss.rulebook.setup import Setup
from pitboss.sheets.decided import qualifying
from pitboss.web import cards
from pitboss.web.parts import amount, capital, cited, net

View = Mapping[str, Any]
QUIET = ("deal", "reveal", "settle", "decision", "meter", "fee", "pot", "award")
FIGURES = re.compile(r"(?<![$.\d])\d+\.\d\d")
"""An amount as an answer has it, without a sign."""
DICE = re.compile(r"[1-6](?:[- ][1-6])+")
OUTCOMES = {
    "win": "wins",
    "part back": "gets back a part",
    "money back": "gets back what was put in",
    "lose": "loses",
    "push": "pushes",
    "void": "is returned",
    "stays": "stays",
}


def stage(events: Sequence[View], setup: Setup, banked: bool = False) -> str:
    """What lies before the dealer: cards, dice, the number, and the last thing that was said."""
    shown = []
    hands = hands_seen(events)
    counts = _counts(events) | read(hands, setup)
    lies = game_of(setup.entry).lies
    for name, held in hands.items():
        if name in ASIDE or name.owner is not None:
            continue
        title = _words(name).capitalize()
        if banked and name.split()[0] == "dealer":
            title = f"Player-{title.lower()}"
        count = counts.get(name, "")
        told = f"{title} {count}" if count.isdecimal() else f"{title}: {count}" if count else title
        shown.append(figure(held, told, places=lies.get(name, ())))
    for event in events:
        if (drawn := _drawn(event, setup)) is not None:
            shown.append(f"<figure>{drawn}</figure>")
    said = [event["text"] for event in events if _is_said(event)]
    if any(event["kind"] in ("spin", "dice", "settle") for event in events):
        said = [text for text in said if not text.lower().startswith("no more bets")]
    result = [event["text"] for event in events if event["kind"] == "result"]
    awarded = [event["text"] for event in events if event["kind"] == "award"]
    # What follows a result does not take its place.
    for text in dict.fromkeys((*result[-1:], *awarded, *said[-1:])):
        shown.append(f'<p class="said">{escape(capital(text))}</p>')
    if shown or events:  # a round that has begun may have nothing before the dealer yet
        return "".join(shown)
    before = any(offer.placed == "before_deal" for offer in setup.offers.values())
    return f'<p class="empty">{"Place your bets." if before else "The next hand has not begun."}</p>'


def read(held: Mapping[Hand, Sequence[str]], setup: Setup) -> dict[str, str]:
    """What the hands that are wholly seen come to, in words."""
    return {str(hand): told for hand, told in read_hands(game_of(setup.entry), setup, held).items()}


def asked_about(asking: View | None, held: Mapping[Hand, Sequence[str]], setup: Setup) -> str:
    """Which of a seat's hands is asked about, where it has several, and what it comes to; all of them if none is."""
    if not asking:
        return ""
    own = [hand for hand in held if hand.owner == asking["seat"]]
    hand = Hand(asking["hand"]) if asking["hand"] else None
    which = f", hand {hand.number}" if hand is not None and len(own) > 1 else ""
    about = [each for each in own if each.name in ("", f"hand {each.number}")] if hand is None else [hand]
    comes_to = read(held, setup)
    told = " and ".join(comes_to[each] for each in about if each in comes_to)
    return f"{which}: {told}" if told else which


def exchanged(asking: View | None, held: Mapping[Hand, Sequence[str]]) -> list[str]:
    """The second cards of a seat's two hands, where it is asked whether to switch them."""
    if asking is None or all(action["action"] != SWITCH for action in asking["actions"]):
        return []
    return [pieces[1] for hand, pieces in held.items() if hand.owner == asking["seat"] and len(pieces) > 1]


def viewed(asking: View | None, events: Sequence[View]) -> list[str]:
    """The cards that a seat was handed face down, where it is asked to turn them up."""
    if not asking or not asking["yours"] or asking["actions"][0]["action"] != TURN_UP:
        return []
    handed = [event["cards"] for event in events if event["kind"] == "view" and event.get("seat") == asking["seat"]]
    return list(handed[-1]) if handed else []


def seat_hands(held: Mapping[Hand, Sequence[str]], seat: int) -> dict[Hand, Sequence[str]]:
    """A seat's hands, as far as they are seen."""
    return {hand: pieces for hand, pieces in held.items() if hand.owner == seat}


def figure(
    held: Sequence[str],
    told: str,
    active: bool = False,
    places: Sequence[tuple[int, int]] = (),
    lammers: Sequence[str] = (),
    one_of_several: bool = False,
) -> str:
    """A hand with what it is, each piece in its place; the one that is asked about is plain to see.

    Lammers lie under its name, and on a phone the cards of ``one_of_several`` over each other, so that they have room
    side by side.
    """
    kind = (' class="active"' if active else "") + (" data-one-of-several" if one_of_several else "")
    spoken = "".join((told, *(f", lammer {worth}" for worth in lammers)))
    lying = "".join(f' <span class="lammer">lammer {escape(worth)}</span>' for worth in lammers)
    return f"<figure{kind}>{cards.hand(held, spoken, places)}<figcaption>{escape(told)}{lying}</figcaption></figure>"


def _counts(events: Sequence[View]) -> dict[str, str]:
    """What hands count, where the game says it: ``the Player's Hand: 9``; a card that is drawn after that undoes it."""
    found: dict[str, str] = {}
    for event in events:
        if event["kind"] == "count":
            whose, _, points = event.get("text", "").rpartition(": ")
            found["player" if "Player" in whose else "banker"] = points
        elif event["kind"] == "deal":
            found.pop(event["hand"], None)
    return found


def _is_said(event: View) -> bool:
    plain = "seat" not in event and "cards" not in event and "hand" not in event
    return event["kind"] not in (*QUIET, "spin", "clear", "count") and plain and bool(event.get("text"))


def _drawn(event: View, setup: Setup) -> str | None:
    """Dice or a number of the wheel, as a picture."""
    text = event.get("text", "")
    if event["kind"] == "dice" and (found := DICE.match(text)):
        faces = [int(face) for face in re.findall(r"\d", found.group())]
        return cards.dice(faces, "craps" if setup.entry.script == "craps" else "")
    if event["kind"] in ("spin", "multiplier"):
        return cards.number(text, colour_of(text, setup))
    return None


def colour_of(number: str, setup: Setup) -> str:
    """The colour of a number on the table's wheel; green where it has none."""
    red = setup.term("red_numbers")
    if red is None or not number.isdecimal() or number in ("0", "00"):
        return "green"
    return "red" if number in (red.split() if isinstance(red, str) else red) else "black"


# -- Seats ------------------------------------------------------------------------------------------------------------


def marks(events: Sequence[View], seat: int) -> list[str]:
    """What lies at a seat besides its chips: the button, and what it did last."""
    mine = [event for event in events if event.get("seat") == seat]
    found = ["button" for event in mine if event["kind"] == "button"]
    done = [event["text"] for event in mine if event["kind"] in ("blind", "decision")]
    return found + [FIGURES.sub(lambda at: amount(at.group()), text) for text in done[-1:]]


def seat_inside(
    seat: View, setup: Setup, held: Mapping[Hand, Sequence[str]], bank: bool = False, marked: Sequence[str] = ()
) -> str:
    """What is told of somebody at a seat: the name, the chips, the cards and what they come to, the wagers.

    ``held`` is all that is seen on the table, because some hands are read together with the cards that all share.
    """
    if seat["name"] is None:
        return f'<span class="soft">Seat {seat["seat"]}</span><span class="soft is-free">free</span>'
    you = " · you" if seat["yours"] else ""
    chips = amount(seat["chips"]).replace(",", ",<wbr>")
    parts = [
        f'<span class="soft">Seat {seat["seat"]}{you}{" · player-dealer" if bank else ""}</span>',
        f'<span class="name">{escape(seat["name"])}</span>',
        f'<span class="stack-of">{chips}</span>',
    ]
    parts += [f'<span class="soft">{escape(_words(mark))}</span>' for mark in marked]
    if not seat["yours"]:  # one's own cards lie larger before one
        told = read(held, setup)
        for hand, pieces in seat_hands(held, seat["seat"]).items():
            parts.append(cards.hand(pieces, f"{hand.name.capitalize() or 'Cards'} of seat {seat['seat']}"))
            parts += [f'<span class="soft">{escape(told[hand])}</span>'] if hand in told else []
    up = [f"{area_title(area, setup)} {amount(staked)}" for area, staked in wagers_up(seat).items()]
    up += [f"{area_title(area, setup)} lammer {amount(worth)}" for area, worth in lammers_up(seat).items()]
    if up and not seat["yours"]:
        lying = ", ".join(up)
        parts.append(f'<span class="bets">{escape(lying)}</span>')
    if seat.get("away"):
        parts.append('<span class="soft">sits out</span>')
    elif seat["ready"] or seat["placed"]:
        parts.append('<span class="soft">ready</span>' if seat["ready"] else '<span class="soft">wagers placed</span>')
    return "".join(parts)


def wagers_up(seat: View) -> dict[str, str]:
    """What a seat has on each area of the felt; a wager that lies on several of its hands is told once, together."""
    found: dict[str, int] = {}
    for each in (each for each in seat["up"] if "lammer" not in each):
        found[each["wager"]] = found.get(each["wager"], 0) + cents(each["amount"])
    return {area: dollars(total) for area, total in found.items()} | dict(seat["placed"])


def lammers_up(seat: View, hand: int | None = None) -> dict[str, str]:
    """What the house's lammers at a seat play for, on each area of the felt; or those on one of its hands."""
    found: dict[str, int] = {}
    for each in seat["up"]:
        if "lammer" in each and hand in (None, each["hand"]):
            found[each["wager"]] = found.get(each["wager"], 0) + cents(each["lammer"])
    return {area: dollars(total) for area, total in found.items()}


# -- What became of the wagers ----------------------------------------------------------------------------------------


def outcomes(rows: Sequence[View], setup: Setup, with_seat: bool = False) -> str:
    """Each wager: what became of it, at which odds, why, and by which clause."""
    lines = []
    for row in rows:
        title = _title(row, setup, rows)
        who = _whose(row, with_seat)
        odds = f" at {row['odds']}" if row["odds"] and row["odds"] != row["outcome"] else ""
        verdict = f"{_became(row)}{odds}: {_why(row)}"
        staked = f" {amount(row['staked'])}" if row["staked"] != "0.00" else ""
        staked = f" lammer {amount(row['lammer'])}" if "lammer" in row else staked
        lines.append(
            f'<li class="{row["outcome"]}">'
            f'<div class="line"><b>{escape(who + title)}{staked}</b>{net(row["net"])}</div>'
            f"<div>{cited(verdict, row['cite'])}</div></li>"
        )
    return f'<ul class="outcomes">{"".join(lines)}</ul>' if lines else ""


def _became(row: View) -> str:
    """What became of a wager, in words."""
    return OUTCOMES[came_to(row["outcome"], Decimal(row["net"]), Decimal(row["pays"]))]


def spoken_result(number: int, total: str, rows: Sequence[View], setup: Setup, with_seat: bool = False) -> str:
    """The result of a round in sentences, to be read out."""
    said = [f"{_whose(row, with_seat)}{_title(row, setup, rows)} {_became(row)}: {_why(row)}." for row in rows]
    won = "you win " if not total.startswith("-") and total != "0.00" else "you lose " if total != "0.00" else ""
    head = f"Round {number}: {won}{amount(total.lstrip('-')) if won else 'you come out even'}."
    return " ".join([head, *said])


def _why(row: View) -> str:
    return qualifying(_words(row["reason"]))


def _whose(row: View, told: bool) -> str:
    return f"Seat {row['seat']}: " if told else ""


def _title(row: View, setup: Setup, rows: Sequence[View]) -> str:
    """A wager with the hand it was on, where its seat had several."""
    several = any(each["seat"] == row["seat"] and each.get("hand", 1) > 1 for each in rows)
    which = f" (hand {row.get('hand', 1)})" if several else ""
    return title_of(row["wager"], row.get("on"), setup) + which


def title_of(wager: str, on: str | None, setup: Setup) -> str:
    """A wager as the table calls it: ``Split 8-11``."""
    rule = setup.entry.wagers.get(wager)
    title = rule.title if rule is not None else _words(wager).capitalize()
    return f"{title} {on}" if on else title


def area_title(area: str, setup: Setup) -> str:
    wager, _, spot = area.partition(" ")
    return title_of(wager, spot or None, setup)


def fees(played: View, seats: Sequence[int] | None = None) -> str:
    """What these seats paid besides their wagers, or everybody with the number of the seat; and what the pot paid."""
    lines = [
        cited(
            f"{fee['fee']}: {amount(fee['amount'])}"
            if seats is not None
            else f"Seat {fee['seat']}: {fee['fee']} {amount(fee['amount'])}",
            fee["cite"],
        )
        for fee in played["fees"]
        if seats is None or fee["seat"] in seats
    ]
    from_pot = [event for event in played["events"] if event["kind"] == "fee" and "seat" not in event]
    lines += [
        cited(f"{event['text']}: {amount(event['amount'].removeprefix('-'))}", event["cite"])
        for event in from_pot
        if not played["void"]
    ]
    return "".join(f"<p>{line}</p>" for line in lines)


# -- What happened ----------------------------------------------------------------------------------------------------


def event_line(event: View) -> str:
    """One thing that happened, with its clause."""
    parts = [f'<span class="kind">{escape(event["kind"])}</span>']
    if "seat" in event and not event.get("text", "").startswith(f"seat {event['seat']} "):
        parts.append(f"seat {event['seat']}")
    if event.get("hand") and Hand(event["hand"]).owner is None:
        parts.append(escape(_words(event["hand"])))
    if event.get("cards"):
        parts.append(escape(cards.spoken_hand(event["cards"])))
    if event.get("text"):
        parts.append(escape(_words(event["text"])))
    if "amount" in event:
        parts.append(net(event["amount"]) if event["kind"] in ("settle", "fee") else amount(event["amount"]))
    return f'{" ".join(parts)} <span class="cite">[{escape(event["cite"])}]</span>'


def log(events: Sequence[View]) -> str:
    """Everything that happened in a round, as somebody saw it."""
    return f'<ol class="log">{"".join(f"<li>{event_line(event)}</li>" for event in events)}</ol>'


def meters(rows: Sequence[View]) -> str:
    """The progressive meters of a table."""
    lines = []
    for row in rows:
        by = f" (must hit by {amount(row['must_hit_by'])})" if row["must_hit_by"] else ""
        lines.append(f'<div class="meter"><span>{escape(row["title"] + by)}</span><b>{amount(row["amount"])}</b></div>')
    return "".join(lines)


def _words(name: str) -> str:
    return name.replace("_", " ")
