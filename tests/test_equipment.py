"""Cards, shoes and chance: complete, unbiased, and gone when they are dealt."""

from collections import Counter
from math import sqrt

import pytest

from pitboss import PitbossError
from pitboss.equipment.cards import DECK, Card, cards, one_deck
from pitboss.equipment.chance import RandomChance
from pitboss.equipment.shoe import Shoe, ShoeEmpty


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
