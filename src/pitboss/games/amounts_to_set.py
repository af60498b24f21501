"""Pay tables whose amounts the rulebook leaves to the licensee: until it has set them the wager is not taken."""

from pitboss.engine.round import Round
from pitboss.errors import Refused
from pitboss.rulebook.findings import Finding
from pitboss.rulebook.offers import Offer, Pays
from pitboss.rulebook.setup import Setup

AMOUNTS_TO_SET = "the licensee sets the amounts of this table; until it has, the wager is not taken"


def examine(setup: Setup) -> list[Finding]:
    """Warn of a table whose amounts nobody has set."""
    unset = [pays for offer in setup.offers.values() if (pays := _not_set(offer)) is not None]
    return [Finding("notice", f"pay table {pays.id}", AMOUNTS_TO_SET, pays.cite) for pays in unset]


def admit(t: Round) -> None:
    """Refuse a wager on such a table."""
    for bet in t.bets:
        if (pays := _not_set(bet.offer)) is not None:
            told = f"the licensee has set no amounts for the {bet.offer.title}: it is not taken"
            raise Refused(told, pays.cite)


def _not_set(offer: Offer) -> Pays | None:
    return offer.pays if offer.pays is not None and not offer.pays.lines else None
