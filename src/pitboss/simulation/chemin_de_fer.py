"""Chemin de Fer for the simulator: one side stakes, the other takes all of it, and both play by a strategy.

A plan is of one of the two wagers: ``against_banker`` for the Dominant Player's side, ``banker`` for the Banker's. The
strategy is that side's; the other one plays its best.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pitboss.engine.round import Round
from pitboss.engine.wagers import Bet, admit_amount
from pitboss.errors import Refused
from pitboss.games.baccarat.covering import AGAINST, BANCO, NO_BANCO, NO_WAGER
from pitboss.games.baccarat.drawing import BANKER, CARD, DRAWS, MAY, STAY, bankers_cell
from pitboss.hands.baccarat import NATURALS
from pitboss.money import Money, cents, dollars
from pitboss.rulebook.setup import Setup
from pitboss.simulation.baccarat import dealt_by
from pitboss.simulation.dealing import Dealing, NoKernel
from pitboss.simulation.plan import SEAT, TEN_DOLLARS, Plan
from pitboss.solve.chemin_de_fer import counted_of, rule_of
from pitboss.solve.matrix_game import solve_points

CARD_ON_FIVE, STAY_ON_FIVE, BANKER_DRAWS, BANKER_STAYS = "card_on_five", "stay_on_five", "banker_draws", "banker_stays"
STRATEGIES = ("best", CARD_ON_FIVE, STAY_ON_FIVE, BANKER_DRAWS, BANKER_STAYS)
OTHER = 2
"""The seat across: the Banker, or whoever takes the Banker's whole wager."""


class Choices(NamedTuple):
    """What both sides do where they are free, whatever their cards: the Player draws, the Banker draws."""

    card: bool
    draw: bool
    rule: str


def choices(setup: Setup, strategy: str) -> Choices:
    """The best choices of both sides, but for the one that a strategy names."""
    found = counted_of(setup)
    best = solve_points(found.payoffs)
    if len({*best.first}) > 1 or len({*best.second}) > 1 or not best.pure:
        raise Refused("both sides would have to mix their choices, or go by their cards, which is not simulated")
    card, draw, rule = bool(best.first[0]), bool(best.second and best.second[0]), rule_of(found, best)
    if strategy in (CARD_ON_FIVE, STAY_ON_FIVE):
        return Choices(strategy == CARD_ON_FIVE, draw, f'on 5 always say "{strategy.partition("_")[0].title()}"')
    if strategy in (BANKER_DRAWS, BANKER_STAYS):
        return Choices(card, strategy == BANKER_DRAWS, f"as Banker {strategy.partition('_')[2]} where free")
    return Choices(card, draw, rule)


def read_wagers(setup: Setup, wagers: Mapping[str, Money] | None) -> dict[str, int]:
    """The one wager of a plan; ten dollars against the Banker unless another is named."""
    named = dict(wagers or {AGAINST: dollars(TEN_DOLLARS)})
    if len(named) != 1 or not {*named} <= {AGAINST, BANKER}:
        raise Refused(f"name one wager: {AGAINST} or {BANKER}", setup.entry.bank.cite)
    [(name, amount)] = named.items()
    offer = setup.offer(name)
    bet = Bet(SEAT, offer, max(cents(amount), (offer.min or 0) if wagers is None else 0))
    admit_amount(bet)
    return {name: bet.stake}


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    if plan.strategy not in STRATEGIES:
        raise NoKernel(f"the kernel plays by {', '.join(STRATEGIES)}; the script engine by {plan.strategy}")
    chosen = choices(setup, plan.strategy)
    said: dict[str, list[int]] = setup.term("player_draws")

    def player(count: int, banker: int) -> bool:
        if count in NATURALS or banker in NATURALS or count not in said[CARD]:
            return False
        return chosen.card if count in said[STAY] else True

    def banker(player: int, count: int, third: int | None) -> bool:
        if player in NATURALS or count in NATURALS:
            return False
        cell = bankers_cell(setup, count, third)
        return chosen.draw if cell == MAY else cell == DRAWS

    return dealt_by(plan, setup, player, banker, chosen.rule)


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """Both sides at a real table: stakes, covers and choices by the strategy."""
    chosen = choices(setup, name)

    def decide(t: Round) -> str:
        names = t.asking[0].names
        if "draw" in names:
            return "draw" if chosen.draw else "stay"
        return names[0] if len(names) == 1 else CARD if chosen.card else STAY

    return decide


def seats_of(plan: Plan) -> tuple[int, int]:
    """The Banker's seat and the one that takes the whole wager."""
    return (SEAT, OTHER) if BANKER in plan.wagers else (OTHER, SEAT)


def staked(plan: Plan, played: Round) -> str | None:
    """What is said of the stake and of covering it; None where it is a choice of the hands."""
    amount = dollars(next(iter(plan.wagers.values())))
    names = played.asking[0].names
    if "stake" in names:
        return f"stake {amount}"
    if BANCO in names:
        return BANCO
    return NO_BANCO if NO_BANCO in names else NO_WAGER if NO_WAGER in names else None
