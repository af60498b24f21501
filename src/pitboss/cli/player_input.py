"""What a player types: wagers, actions and calls, read word by word. Unique beginnings of names are enough."""

import re
from collections.abc import Iterable, Mapping

from pitboss.engine.remedies import Call
from pitboss.equipment.cards import Card
from pitboss.errors import PitbossError, Refused, suggest
from pitboss.numerals import whole
from pitboss.rulebook.model import Irregularity
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup
from pitboss.rulebook.synonyms import other_names

PARTS_OF_A_CALL = ("seat", "wager", "amount", "card", "count", "on_table")
_AMOUNT = re.compile(r"\$?[0-9][0-9,]*(\.[0-9]*)?")


def resolve(word: str, known: Iterable[str], what: str) -> str:
    """The one name that a word begins.

    >>> resolve("pa", ["ante", "pair_plus"], "wager")
    'pair_plus'
    """
    names = list(known)
    tidy = _tidy(word)
    if tidy in names:
        return tidy
    begun = [name for name in names if name.lower().startswith(tidy)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise Refused(f'"{word}" could be {" or ".join(begun)}')
    raise Refused(f'there is no {what} "{word}"; {suggest(tidy, names)}')


def _tidy(word: str) -> str:
    """A name as rulebook files spell it: ``Don't-Pass`` is ``dont_pass``."""
    return word.lower().replace("-", "_").replace("'", "")


def is_amount(word: str) -> bool:
    """True for an amount of money as a player types it."""
    return _AMOUNT.fullmatch(word) is not None


def is_piece(word: str) -> bool:
    """True for a card as a player types it."""
    try:
        Card(word)
    except PitbossError:
        return False
    return True


def read_wagers(line: str, setup: Setup) -> dict[str, str]:
    """Read wagers as a player says them: ``ante 10 pair_plus 5``, ``split 8-11 5, red 10``.

    The result is what a table takes: the wager, with its spot if it has one, and the amount.
    """
    offers = {name: offer for name, offer in setup.offers.items() if offer.placed == "before_deal"}
    if not offers:
        raise Refused("nothing is wagered here before the deal; type deal to be dealt in")
    wagers: dict[str, str] = {}
    # A comma between wagers separates them; one before a digit belongs to an amount or a spot.
    for part in re.split(r"[,;](?!\d)", line.replace("=", " ")):
        words = part.split()
        while words:
            name, amount = _take_wager(words, setup, offers)
            if name in wagers:
                raise Refused(f"{name} is named twice; name it once with the whole amount")
            wagers[name] = amount
    return wagers


def _take_wager(words: list[str], setup: Setup, offers: Mapping[str, Offer]) -> tuple[str, str]:
    """Take one wager off the front: its name, its spot if it has any, its amount."""
    name, offer = _take_name(words, setup, offers)
    rest: list[str] = []
    while words and not (_is_name(words[0], setup, offers) and (rest or not offer.spots)):
        rest.append(words.pop(0))
        if not offer.spots:
            break
    if not rest or not _AMOUNT.fullmatch(rest[-1]):
        spot = " SPOT" if offer.spots else ""
        raise Refused(f'how much on {offer.title}? Write it like "{offer.id}{spot} 10"')
    return " ".join([name, *rest[:-1]]), rest[-1]


def _take_name(words: list[str], setup: Setup, offers: Mapping[str, Offer]) -> tuple[str, Offer]:
    """The name at the front, in one word or several: ``pair_plus``, ``pair plus``, ``pair``; and what it means.

    A name of another rulebook stays as it is where it means several wagers here, which the spot tells apart.
    """
    foreign = other_names(setup.entry.script, offers)
    for count in (4, 3, 2, 1):
        joined = _tidy("_".join(words[:count]))
        if len(words) >= count and (joined in offers or joined in foreign):
            del words[:count]
            own = foreign.get(joined, (joined,))
            return own[0] if len(own) == 1 else joined, offers[own[0]]
    word = words.pop(0)
    tidy = _tidy(word)
    if tidy in setup.entry.wagers and tidy not in offers:
        offer = setup.offer(tidy)
        raise Refused(f"{offer.title} is not made before the deal", offer.cite)
    name = resolve(word, offers, "wager")
    return name, offers[name]


def _is_name(word: str, setup: Setup, offers: Mapping[str, Offer]) -> bool:
    tidy = _tidy(word)
    if tidy in offers or tidy in other_names(setup.entry.script, offers):
        return True
    return not word[0].isdigit() and any(name.startswith(tidy) for name in offers)


def read_call(words: list[str], setup: Setup, seat: int) -> Call:
    """Read a call: ``ID [seat N] [wager W] [amount A] [card Ah] [count N] [on_table N]``, its parts in any order.

    A seat left out is the player's own.
    """
    if not words:
        raise Refused('which irregularity? "irregularities" lists them')
    rules = setup.irregularities
    name = resolve(words[0], rules, "irregularity")
    rule = rules[name][0]
    given = _named(words[1:])
    return Call(
        id=name,
        seat=_seat(given["seat"]) if "seat" in given else seat if rule.seat or rule.wager else None,
        card=Card(given["card"]) if "card" in given else None,
        wager=_wager(given.get("wager"), setup, rule),
        amount=given.get("amount"),
        count=_number(given, "count"),
        on_table=_number(given, "on_table"),
    )


def _named(words: list[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    while words:
        key = resolve(words[0], PARTS_OF_A_CALL, "part of a call")
        # The name of a wager may have several words, and a spot behind it; the next part begins with its own name.
        ends = (at for at, word in enumerate(words) if at > 1 and word.lower() in PARTS_OF_A_CALL)
        taken = words[1:2] if key != "wager" else words[1 : next(ends, len(words))]
        if not taken:
            raise Refused(f"say which {key}")
        if key in given:
            raise Refused(f"say once which {key}")
        given[key] = " ".join(taken)
        words = words[1 + len(taken) :]
    return given


def _number(given: dict[str, str], key: str) -> int | None:
    if key not in given:
        return None
    number = whole(given[key])
    if number is None:
        raise Refused(f'"{given[key]}" is not a number of cards')
    return number


def _seat(word: str) -> int:
    seat = whole(word)
    if seat is None:
        raise Refused(f'"{word}" is not a seat; seats are numbered from 1')
    return seat


def _wager(text: str | None, setup: Setup, rule: Irregularity) -> str | None:
    if text is None:
        if rule.wager:
            raise Refused("say which wager it concerns: wager NAME", rule.cite)
        return None
    name, _, spot = text.partition(" ")
    if setup.meant(name):
        return text
    placed = [wager for wager, offer in setup.offers.items() if offer.placed != "automatic"]
    words = text.split()
    for count in range(len(words), 1, -1):
        if (joined := _tidy("_".join(words[:count]))) in placed:
            return " ".join([joined, *words[count:]])
    return " ".join(filter(None, (resolve(name, placed, "wager"), spot)))
