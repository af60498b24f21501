"""The seeds that a table deals from: committed to before anybody bets, told when nothing of them is still to come."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.errors import Refused
from pitboss.house.fairness.commitments import (
    BOUND,
    MOST_IN_A_WORD,
    PLAIN,
    Binding,
    SealedChance,
    commitment,
    new_seed,
)
from pitboss.house.storage.batch import Batch
from pitboss.rulebook.setup import Setup

BLIND = "blind"
"""What nobody can guess in an entry whose record has a secret: its hash would tell the secret to whoever tries all."""


class Seeds:
    """The seed that a table deals from, those that cannot be told yet, and what players add to the coming shuffle.

    ``written`` is the table's set-up as the journal has it, which a commitment binds.
    """

    def __init__(self, id: str, setup: Setup, written: str, table: Table) -> None:
        self.id, self.table = id, table
        self._binding = Binding(id, setup.entry.name, json.loads(written), setup.decks)
        self.new = new_seed
        self.deals = 0
        self.current = ""
        self.version = PLAIN
        self.next_version = BOUND
        """What the commitment of the seed now in use is made of, and of those to come."""
        self.words: dict[str, str] = {}
        """What players have added to the coming shuffle, by person."""
        self.mixed: dict[str, str] = {}
        self.withheld: list[tuple[int, str]] = []
        self.secrets: dict[str, Any] = {}
        """What carried over as a secret when the current seed began."""
        self.drew: dict[str, int] = {}
        """Which deal drew each of the secrets that carry over."""
        self.shuffled: dict[str, Any] = {}
        """The shoe and its chance before the coming round, where it is dealt on from; empty for a new shuffle."""
        self._committed = ("", "")

    def add_word(self, person: str, word: str) -> None:
        """A player's word for the coming shuffle, in place of one they added before."""
        if not word.strip() or len(word) > MOST_IN_A_WORD or not word.isprintable():
            raise Refused(f"a word has at least one and at most {MOST_IN_A_WORD} characters that can be printed")
        self.words = {**self.words, person: word}

    @property
    def hidden(self) -> list[tuple[int, str]]:
        """Those that are not told: the last is the current one."""
        return [*self.withheld, (self.deals, self.current)]

    @property
    def commitment(self) -> str:
        """What is told of the seed that the next round is dealt from, while wagers can still be made."""
        if self._committed[0] != self.current:
            self._committed = (self.current, self._commitment())
        return self._committed[1]

    def _commitment(self) -> str:
        if self.version == PLAIN:
            return commitment(self.current)
        return self._binding.commitment(self.current, self.deals)

    def commit(self, batch: Batch, anew: bool = False) -> dict[str, Any]:
        """A new seed whenever nothing of what the old one shuffled is still to come; the old one is then revealed.

        So its commitment is known before anybody bets. A seed that drew something which is still a secret (where a
        meter must hit) is revealed only when that is no longer one. Returns what the journal says of it.
        """
        shoe = self.table.shoe
        if self.current and not anew and shoe is not None and (shoe.dealt or shoe.waiting):
            # A round that goes on is dealt again from where the shoe and its chance were before it.
            assert isinstance(self.table.chance, SealedChance)
            self.shuffled = {"shoe": shoe.state(), "at": self.table.chance.at}
            if self.mixed:
                self.shuffled["words"] = self.mixed
            return {}
        revealed = self._told_now()
        batch.revealed += [(self.id, deal, seed) for deal, seed in revealed]
        self.deals += 1
        self.current, self.version, self.mixed = self.new(), self.next_version, {}
        row = {"chain": self.id, "deal": self.deals, "seed": self.current, "revealed": 0, "commitment": self.commitment}
        batch.seeds.append(row)
        self.table.use(SealedChance(self.current))
        self.shuffled = {}
        version = {} if self.version == PLAIN else {"version": self.version}
        return {
            "revealed": [{"deal": deal, "seed": seed} for deal, seed in revealed],
            "sealed": {"deal": self.deals, "commitment": self.commitment, **version},
        }

    def _told_now(self) -> list[tuple[int, str]]:
        """The seeds that can be revealed when a new one begins."""
        if not self.current:
            return []
        carry = self.table.carry
        self.secrets = {key: carry[key] for key in self.table.game.secrets if key in carry}
        seeds, hidden = self.hidden, {*self.drew.values()}
        self.withheld = [(deal, seed) for deal, seed in seeds if deal in hidden]
        return [(deal, seed) for deal, seed in seeds if deal not in hidden]

    def note_secrets(self, played: Round) -> None:
        """Which deal drew what carries over as a secret; such a thing is drawn under the name it carries over by."""
        carry = self.table.carry
        drawn = {key: self.deals for key in self.table.game.secrets if played.draws.taken.get(key)}
        self.drew = {key: deal for key, deal in (self.drew | drawn).items() if key in carry}

    def blind(self) -> dict[str, str]:
        """For an entry whose record carries a secret, what nobody can guess who does not know the seed that drew it."""
        seeds = dict(self.hidden)
        drew = "".join(seeds[deal] for deal in sorted({*self.drew.values()}) if deal in seeds)
        return {BLIND: sha256(f"{BLIND} {drew}".encode()).hexdigest()} if drew else {}

    @property
    def worded(self) -> dict[str, dict[str, str]]:
        """The words that the coming deal takes: those added before the shuffle that it begins with."""
        return {"words": dict(self.words)} if self.words and not self.shuffled else {}

    def mix(self, words: Mapping[str, str]) -> None:
        """Mix players' words into a shuffle; one that was dealt from already goes on as it was mixed."""
        if not self.shuffled and words != self.mixed:
            assert isinstance(self.table.chance, SealedChance)
            self.mixed = dict(words)
            self.table.chance.mix(self.mixed)

    def restore(self, state: Mapping[str, Any], hidden: list[tuple[int, str]]) -> None:
        """The seeds as they were kept, and the table at the shuffle that it was at."""
        self.deals, self.secrets = state["deals"], state.get("secret", {})
        self.withheld, self.current = hidden[:-1], hidden[-1][1] if hidden else ""
        self.version, self.words = state.get("sealed", PLAIN), state.get("words", {})
        self.shuffled, shoe = state["chance"], self.table.shoe
        if self.current:
            self.table.use(SealedChance(self.current))
        if self.shuffled and shoe is not None:
            self.mixed = self.shuffled.get("words", {})
            self.table.chance = shoe.chance = SealedChance(self.current, self.shuffled["at"], self.mixed)
            shoe.restore(self.shuffled["shoe"])
        self.drew = state["drew"] if "drew" in state else self._drew_before()

    def _drew_before(self) -> dict[str, int]:
        """Which deal drew each secret, of a table that was kept when that was not written down."""
        carry, at_last = self.table.carry, self.withheld[-1][0] if self.withheld else self.deals
        return {
            key: at_last if self.secrets.get(key) == carry[key] else self.deals
            for key in self.table.game.secrets
            if key in carry
        }
