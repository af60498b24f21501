"""Royal 9: a progressive wager on a nine and a face card as the first two cards of a hand."""

from collections.abc import Mapping, Sequence

from pitboss.equipment.cards import Card
from pitboss.games.baccarat.results import Case
from pitboss.hands.baccarat import is_royal_9, is_suited
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.setup import Setup

WAGER = "royal_9_progressive"
CHAIRS = "personal_king_nines"


def examine_chairs(setup: Setup) -> Sequence[Finding]:
    """Every chair has its Personal King-9, and there are as many decks as the wager may be played with."""
    if WAGER not in setup.offers:
        return []
    chairs: Mapping[int, frozenset[Card]] = setup.options[CHAIRS]
    found = []
    if set(chairs) != set(range(1, setup.seats + 1)):
        text = f"give one combination to each of the chairs 1 to {setup.seats}"
        found.append(Finding("refused", f"option {CHAIRS}", text, setup.entry.options[CHAIRS].cite))
    decks: list[int] | None = setup.term("royal_9_decks")
    if decks is not None and setup.decks not in decks:
        text = f"Royal 9 is played with {' or '.join(map(str, decks))} decks, and not with {setup.decks}"
        found.append(Finding("refused", "option decks", text, setup.entry.terms["royal_9_decks"].cite))
    return found


ROYAL_9_NAMES = (
    "personal_king_9_vs_personal_king_9",
    "banker_personal_king_9",
    "player_personal_king_9",
    "other_personal_king_9_vs_identical_king_9",
    "suited_royal_9_vs_suited_royal_9",
    "royal_9_vs_royal_9",
    "any_suited_royal_9",
    "any_royal_9",
)


def royal_9_names(setup: Setup, seat: int, player: Sequence[Card], banker: Sequence[Card]) -> tuple[str, ...]:
    """What the first two cards of both hands may be called for a chair on the pay table, best first."""
    chairs: Mapping[int, frozenset[Card]] = setup.options[CHAIRS]
    player, banker = player[:2], banker[:2]
    ours = chairs[seat]
    others = [pair for chair, pair in chairs.items() if chair != seat]
    royal = [is_royal_9(hand) for hand in (player, banker)]
    suited = [is_royal_9(hand) and is_suited(hand) for hand in (player, banker)]
    found = (
        set(player) == set(banker) == ours,
        set(banker) == ours,
        set(player) == ours,
        set(player) == set(banker) and set(player) in others,
        all(suited),
        all(royal),
        any(suited),
        any(royal),
    )
    return tuple(name for name, is_there in zip(ROYAL_9_NAMES, found, strict=True) if is_there)


def royal_9_case(setup: Setup, seat: int, player: Sequence[Card], banker: Sequence[Card]) -> Case:
    """A chair's hand is listed on the pay table, or it is one of all the others."""
    names = royal_9_names(setup, seat, player, banker)
    return "listed" if names else "all_other_hands", names
