"""Cards, shoes and chance: complete, unbiased, and gone when they are dealt."""

import random
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import TypeVar

import pytest

from pitboss import PitbossError
from pitboss.equipment.cards import DECK, Card, cards, one_deck
from pitboss.equipment.chance import RandomChance
from pitboss.equipment.shoe import Shoe, ShoeEmpty
from pitboss.house.fairness.commitments import SealedChance

T = TypeVar("T")


def test_a_card_is_read_as_people_write_it() -> None:
    assert cards("ah 10♦ Td, xr") == (Card("Ah"), Card("Td"), Card("Td"), Card("Xr"))
    for text in ("1h", "Ax", "", "Ahh", "A"):
        with pytest.raises(PitbossError, match="is not a card"):
            Card(text)


def test_a_shoe_holds_every_card_as_often_as_it_has_decks() -> None:
    shoe = Shoe(RandomChance(2), decks=8, deck=one_deck(jokers=1))
    dealt = Counter(shoe.draw() for _ in range(len(shoe)))
    assert dealt == Counter(dict.fromkeys((*DECK, Card("Xr")), 8))
    with pytest.raises(ShoeEmpty):
        shoe.draw()


def test_the_cut_card_comes_out_once_before_the_last_cards() -> None:
    shoe = Shoe(RandomChance(2), decks=1, cut_card_from_back=14)
    seen = []
    for number in range(1, 53):
        if shoe.cut_card_next():
            seen.append(number)
        shoe.draw()
    assert seen == [39]
    shoe.shuffle()
    assert shoe.cut_card_in


def test_a_card_put_back_is_the_next_one_dealt() -> None:
    shoe = Shoe(RandomChance(2))
    card = shoe.draw()
    shoe.put_back(card)
    assert shoe.draw() is card


def test_a_card_named_at_the_table_is_not_dealt_again() -> None:
    shoe = Shoe(RandomChance(2))
    shoe.take_out(Card("Ah"))
    assert len(shoe) == 51 and Card("Ah") not in shoe
    assert Card("Ah") not in {shoe.draw() for _ in range(51)}


@pytest.mark.parametrize("seed", [1, None])
def test_every_pocket_is_equally_likely(seed: int | None) -> None:
    chance, pockets, spins = RandomChance(seed), 38, 38_000
    counts = Counter(chance.below(pockets) for _ in range(spins))
    expected = spins / pockets
    chi_square = sum((counts[pocket] - expected) ** 2 / expected for pocket in range(pockets))
    # 37 degrees of freedom: mean 37, standard deviation sqrt(74); six of them are never seen by honest chance.
    assert chi_square < 37 + 6 * sqrt(74)


def test_every_card_comes_first_equally_often() -> None:
    shoe = Shoe(RandomChance(3))
    counts: Counter[Card] = Counter()
    for _ in range(10_400):
        shoe.shuffle()
        counts[shoe.draw()] += 1
    chi_square = sum((counts[card] - 200) ** 2 / 200 for card in DECK)
    assert chi_square < 51 + 6 * sqrt(102)


class AllAtOnce:
    """A source of chance that shuffles everything before the first card is dealt."""

    def __init__(self, chance: SealedChance) -> None:
        self._chance = chance

    def below(self, n: int) -> int:
        return self._chance.below(n)

    def shuffle(self, items: list[T]) -> None:
        self._chance.shuffle(items)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("continuous", [False, True])
def test_a_shoe_that_is_shuffled_as_it_is_dealt_deals_what_it_would_if_shuffled_first(
    seed: int, continuous: bool
) -> None:
    """Whatever comes in between: cards put back or taken out, other draws, a new shuffle."""
    chosen, decks = random.Random(seed), 1 + seed % 3
    by_and_by = SealedChance(str(seed))
    first = AllAtOnce(SealedChance(str(seed)))
    shoes = [Shoe(first, decks, continuous=continuous), Shoe(by_and_by, decks, continuous=continuous)]
    out: list[Card] = []

    def take_out(shoe: Shoe) -> Card | None:
        if card not in shoe:
            return None
        shoe.take_out(card)
        return card

    for _ in range(100):
        card = chosen.choice(out or DECK)
        do = chosen.choice(("draw",) * 12 + ("put back", "take out", "other", "shuffle", "discards", "look"))
        if do == "draw" and len(shoes[0]):
            one, other = (shoe.draw() for shoe in shoes)
            assert one is other
            out.append(one)
        elif do == "put back" and out:
            out.remove(card)
            for shoe in shoes:
                shoe.put_back(card)
        elif do == "take out":
            card = chosen.choice(DECK)
            one, other = (take_out(shoe) for shoe in shoes)
            assert one is other
            out += [] if one is None else [one]
        elif do == "other":
            assert first.below(38) == by_and_by.below(38)
        elif do == "shuffle":
            out = []
            for shoe in shoes:
                shoe.shuffle()
        elif do == "discards":
            for shoe in shoes:
                shoe.shuffle_discards(out)
        elif do == "look":
            assert shoes[0].state() == shoes[1].state()
    assert shoes[0].state() == shoes[1].state() and first.below(38) == by_and_by.below(38)


def test_nothing_is_drawn_for_cards_that_nobody_deals() -> None:
    sizes: list[int] = []

    class Watched(SealedChance):
        def _below(self, of: Sequence[int]) -> list[int]:
            sizes.extend(of)
            return super()._below(of)

    shoe = Shoe(Watched("00"))
    for _ in range(6):
        shoe.draw()
    assert sizes == [52, 51, 50, 49, 48, 47]
    assert shoe.chance.at == 51, "which is where the words go on, as if all had been drawn"  # type: ignore[attr-defined]
