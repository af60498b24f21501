"""What the database keeps beside the journal, held against the journal before the house goes by it.

An audit finds afterwards what was changed there; by then somebody may have played a shoe that they know.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.errors import PitbossError
from pitboss.house.crypto.encryption import HIDDEN, is_shut
from pitboss.house.crypto.seals import is_sealed
from pitboss.house.crypto.secret import Secret
from pitboss.house.journal.chain import Link, canonical
from pitboss.house.live.state import blinded, digest_of
from pitboss.house.people import token_mark


def must_be_hidden(row: Mapping[str, Any], seeds: Sequence[tuple[int, str]]) -> None:
    """Refuse a table of which something is plain that only the house may know: the house did not write it."""
    if not is_shut(row["hidden"]) or not all(is_shut(seed) for _, seed in seeds):
        raise PitbossError("what the house keeps hidden is there for everybody to read")


def must_be_as_left(row: Mapping[str, Any], hidden: str, seeds: Sequence[str], entry: Mapping[str, Any] | None) -> None:
    """Refuse a table that is not as the last entry of its journal left it; ``hidden`` and ``seeds`` are plain."""
    if entry is None:
        raise PitbossError(f"its journal has no entry {row['number']}")
    link = Link.of(entry["chain"], entry["number"], entry["kind"], entry["at"], entry["body"], entry["before"])
    if not link.hash == entry["hash"] == row["hash"]:
        raise PitbossError(f"entry {row['number']} of its journal was changed")
    said, state = json.loads(link.body)["state"], json.loads(row["state"])
    if "hidden" in state:
        as_left = digest_of(row) == said and blinded(seeds, hidden) == state["hidden"]
    else:  # it was hidden when a newer pitboss opened the house
        whole = canonical(state | {name: part for name, part in json.loads(hidden).items() if name in HIDDEN})
        as_left = digest_of({**row, "state": whole, "hidden": ""}) == said
    if not as_left:
        raise PitbossError(f"it is not as entry {row['number']} of its journal left it")


def must_be_the_houses(row: Mapping[str, Any], secret: Secret, noted: tuple[int, str] | None) -> None:
    """Refuse a table whose chain ends with something that the house did not write, or before an end that was noted."""
    if not is_sealed(secret, row["id"], row):
        raise PitbossError(f"the seal of entry {row['number']} of its journal is not the house's")
    if noted is not None and (row["number"] < noted[0] or (row["number"] == noted[0] and row["hash"] != noted[1])):
        raise PitbossError(
            f"its journal ends with entry {row['number']}, and the house's chain has its entry {noted[0]}"
        )


def person_as_said(row: Mapping[str, Any], said: Mapping[str, Any] | None) -> bool:
    """True for somebody who is as the house's chain has them; whoever is not has no token that is worth anything."""
    if said is None:
        return False
    have = dict(row)
    if "token_mark" in said:
        have["token_mark"] = token_mark(have.pop("token_hash"))
    return all(said.get(name) == value for name, value in have.items())
