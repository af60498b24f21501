"""How a table looks in the terminal: wagers on offer, cards, decisions, the reveal and the settlement."""

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from pitboss.cli.visit import ANOTHER_SHOOTS, Visit
from pitboss.engine.events import Event
from pitboss.engine.hands import Hand
from pitboss.engine.picture import ASIDE, hands_seen, in_rows, read_hands
from pitboss.engine.questions import Action, Ask
from pitboss.engine.round import Round
from pitboss.equipment.cards import UNKNOWN
from pitboss.money import MOST_CENTS, cents, money, signed
from pitboss.rulebook.offers import Offer
from pitboss.rulebook.setup import Setup
from pitboss.sheets.offers import limits_of, pays_of
from pitboss.sheets.paper import CITE, Paper, cited, in_words, pretty_cards
from pitboss.sheets.settlement import show_settlements

QUIET = ("settle", "decision", "meter")
"""Events that the settlement, the player's own words and the meters show."""
PARTS = (
    "what it needs, in any order: seat N, wager NAME, amount A, card Ah, count N, on_table N (irregularities tells "
    "which): call ID wager NAME amount 5"
)

BETTING_HELP = {
    "rebet": "the same wagers again",
    "deal": "go on with the wagers that stand; NAME 0 takes one down",
    "wagers": "what is on offer, with limits and odds",
    "rules": "the whole rule sheet",
    "irregularities": "what can be called, and what is then done",
    "call ID": f"call an irregularity for the coming round, with {PARTS}; call none withdraws",
    "leave, quit": "get up from the table",
}
STOPPED_HELP = {"repaired": "what stopped the game is repaired, and it goes on"}
ROLLING_HELP = {
    "pass_line 10, field 5": "your wagers, and the dice are rolled; beginnings of names are enough",
    "place_to_win 6 12": "a wager on a number names the number first; a new amount changes a wager that is up",
    "roll": "roll again with what is up",
    "take down hard_8": "it comes down before the next roll; take down all takes down whatever may come down",
    "on place 6, off all": "call wagers on, or off again, before a come-out roll; on alone means all of them",
    "pass": "let another player take the dice; then you need no line bet",
    "no line bet, roll": "after making the point, roll on for the Come bets alone, where the rulebook lets a shooter",
    "undo": "forget what you noted since the last roll",
    "rebet": "the wagers you named last, again",
}
TAKING_PART_HELP = {"deal": "be dealt in, for the chips that you have"}
DECISION_HELP = {
    "an action": "one of those on offer; its beginning is enough, with an amount or cards where it takes them: raise 5",
    "call ID": f"call an irregularity now, with {PARTS}",
    "wagers, rules": "what is on offer, the whole rule sheet",
    "irregularities": "what can be called, and what is then done",
    "leave, quit": "walk away from the round and the table",
}


OF_ALL = ("action button", "opening", "button", "blind", "uncalled", "odd chips")
"""What happens at one seat and concerns everybody."""


def show_opening(paper: Paper, visit: Visit, assumed: Mapping[str, str]) -> None:
    setup = visit.table.setup
    paper.title(setup.entry.title, setup.entry.name)
    paper.clause(setup.entry.summary, indent=0)
    if assumed or setup.notices_of_choices or visit.banker is not None:
        paper.line()
    for name, value in assumed.items():
        text = f"The house must choose {name} and nobody did: {value} is taken (-o {name}=... chooses another)."
        paper.clause(text, setup.entry.options[name].cite, indent=0, style="yellow")
    for notice in setup.notices_of_choices:
        paper.clause(f"Notice: {notice.where}: {notice.text}", notice.cite, indent=0, style="yellow")
    if visit.banker is not None:
        seat, wager = visit.banker
        text = f"A player banks this game: seat {seat} is the player-dealer with {money(wager)}."
        paper.clause(text, setup.entry.bank.cite, indent=0)
    show_wagers(paper, visit)
    show_meters(paper, visit)
    paper.line()
    paper.line(f"You have seat {visit.seat} and {money(visit.balance)}. Type help for what you can type.")


def show_wagers(paper: Paper, visit: Visit) -> None:
    """Every wager on offer, with how to name it, its limits and what it pays."""
    setup = visit.table.setup
    rows = [
        (
            Text.assemble((name, "bold"), f" {_spot(visit, offer)}" if offer.spots else ""),
            limits_of(offer, setup),
            cited(pays_of(offer), offer.cite),
        )
        for name, offer in setup.offers.items()
        if offer.placed != "automatic"
    ]
    paper.line()
    paper.table(("Wager", "Limits", "Pays"), rows, indent=0)
    for offer in setup.offers.values():
        if offer.placed == "automatic":
            paper.clause(f"{offer.title}: {pays_of(offer)}", offer.cite, indent=0)


def is_wagered_on(visit: Visit) -> bool:
    """True in a game with wagers that are made before the deal."""
    return any(offer.placed == "before_deal" for offer in visit.table.setup.offers.values())


def example_wager(visit: Visit) -> str:
    """How the first wager on offer is typed, spot and all, with those that go with it."""
    offers = [offer for offer in visit.table.setup.offers.values() if offer.placed == "before_deal"]
    spots = _spots(visit, offers[0])[:1]
    if spots:
        return " ".join([offers[0].id, *spots, "10"])
    return ", ".join(f"{name} {amount}" for name, amount in _with_tied(offers[0], _without_spot(offers)).items())


def wager_help(visit: Visit) -> dict[str, str]:
    """How wagers are typed at this table: the first with those that go with it, or the first two, and one on a spot."""
    offers = [offer for offer in visit.table.setup.offers.values() if offer.placed == "before_deal"]
    alone = _without_spot(offers)
    amounts = _with_tied(alone[0], alone) if alone else {}
    if len(amounts) == 1:
        amounts |= {offer.id: 5 for offer in alone[1:2]}
    plain = [f"{name} {amount}" for name, amount in amounts.items()]
    named = [f"{offer.id} {spots[0]} 5" for offer in offers if (spots := _spots(visit, offer))][:1]
    first = {", ".join(plain): "your wagers, in one line; beginnings of names are enough"} if plain else {}
    return first | dict.fromkeys(named, "a wager on a spot of the layout names the spot")


def _with_tied(first: Offer, offers: Iterable[Offer]) -> dict[str, int]:
    """An amount for a wager, and for each whose amount hangs on it."""
    amounts = {first.id: 10}
    for offer in offers:
        if offer.equals in amounts and not offer.or_less:
            amounts[offer.id] = amounts[offer.equals] * offer.tied_times
    return amounts


def _without_spot(offers: Iterable[Offer]) -> list[Offer]:
    return [offer for offer in offers if not offer.spots and offer.exactly is None]


def _spots(visit: Visit, offer: Offer) -> Sequence[str]:
    return visit.table.game.spots(visit.table.setup, offer) if visit.table.game.spots and offer.spots else ()


def _spot(visit: Visit, offer: Offer) -> str:
    spots = _spots(visit, offer)
    if "" in spots:  # it begins where it needs no name
        return ""
    return spots[0] if len(spots) == 1 else f"{spots[0]}…{spots[-1]}" if spots else ""


def show_meters(paper: Paper, visit: Visit) -> None:
    for name, held in visit.table.meters.held.items():
        rule = visit.table.setup.meters[name]
        paper.clause(f"{rule.title} stands at {money(held)}.", rule.cite, indent=0)


def show_irregularities(paper: Paper, setup: Setup) -> None:
    """What can be called, and the words a call needs."""
    for name, (rule, remedy) in setup.irregularities.items():
        part = rule.wager and "refuse" in remedy
        words = {"seat N": rule.seat, "card Ah": rule.card, "[amount A]": part, "wager W": rule.wager}
        words |= {"count N [on_table N]": rule.counted is not None}
        named = [word for word, wanted in words.items() if wanted]
        head = Text.assemble((" ".join([name, *named]), "bold"), f"  (at {' or '.join(map(in_words, rule.moments))})")
        paper.line(head, indent=2)
        paper.clause(f"{rule.trigger}: {rule.text}", rule.cite, indent=4)
    if not setup.irregularities:
        paper.line("This entry names none.", indent=2)


def show_offer_of_bank(paper: Paper, visit: Visit) -> None:
    """Say it when the player-dealer's position goes round, which it does every so many rounds."""
    rule = visit.table.setup.entry.bank
    if not visit.offer_is_due or visit.banker is None or visit.rounds % (rule.rounds_in_a_row or 1):
        return
    seat = visit.banker[0]
    found = f"seat {seat} takes it" if rule.must_pass else f"nobody takes it, and seat {seat} keeps it"
    paper.clause(f"The player-dealer's position is offered round the table; {found}.", rule.cite)


def show_news(paper: Paper, visit: Visit, played: Round, after: int) -> int:
    """Show what happened since the last look, as the player's seat may see it; returns how far that is."""
    view = played.view(visit.seat)
    moved: set[str] = set()
    for at in range(after, len(view)):
        event = view[at]
        if event.kind in ("deal", "reveal") or event.source:
            moved |= {event.hand, *([event.source] if event.source else [])}
        elif event.kind not in QUIET and (event.seat in (None, visit.seat) or event.kind in OF_ALL):
            _show_hands(paper, visit, view[:at], moved)
            moved.clear()
            if event.kind == "irregularity":
                _show_irregularity(paper, event)
            else:
                paper.clause(_told(event), event.cite)
    _show_hands(paper, visit, view, moved)
    return len(view)


def _show_irregularity(paper: Paper, event: Event) -> None:
    where = f" (seat {event.seat})" if event.seat is not None else ""
    paper.line(Text.assemble(("Irregularity", "bold yellow"), f"{where}: ", cited(event.text, event.cite)), indent=2)


def _told(event: Event) -> str:
    # A marked commission is a debt and moves no chips yet, so it has no sign.
    show = money if event.kind == "commission marked" else signed
    amount = show(event.amount) if event.amount is not None else ""
    seat = f"seat {event.seat}" if event.kind in OF_ALL[1:] and event.kind != "button" else ""
    parts = [seat, event.text, pretty_cards(event.cards), amount]
    return f"{event.kind.capitalize()}: {' '.join(part for part in parts if part)}"


def _show_hands(paper: Paper, visit: Visit, view: Sequence[Event], moved: set[str]) -> None:
    hands = hands_seen(view) if moved else {}
    told = read_hands(visit.table.game, visit.table.setup, hands)
    if "community" in moved:  # cards that all share make something else of one's own
        moved = moved | {hand for hand in told if hand.owner == visit.seat}
    several = _several(hands, visit)
    if moved & several:
        moved = moved | several
    asking = visit.round.asking if visit.round is not None else ()
    now = asking[0].hand if asking and len(asking) == 1 else None
    paper.named(
        (
            f"{'> ' if hand == now and hand in several else ''}{_whose(hand, visit, numbered=hand in several)}",
            Text.assemble((_lying(visit, hand, cards), "bold"), f"  ({told[hand]})" if hand in told else ""),
        )
        for hand, cards in hands.items()
        if hand in moved and not (hand in ASIDE and set(cards) == {UNKNOWN})
    )


def _lying(visit: Visit, hand: Hand, cards: Sequence[str]) -> str:
    """Cards side by side, or in rows as they lie."""
    places = visit.table.game.lies.get(hand, ())
    if not places:
        return pretty_cards(cards)
    rows = [[pretty_cards([card]) if card else "" for card in row] for row in in_rows(cards, places)]
    return "\n".join(" ".join(f"{card:2}" for card in row).rstrip() for row in rows)


def _several(hands: Iterable[Hand], visit: Visit) -> set[Hand]:
    """The player's hands where there is more than one: they are told together, and which of them is asked about."""
    found = {hand for hand in hands if hand.owner == visit.seat and hand.name in ("", f"hand {hand.number}")}
    return found if len(found) > 1 else set()


def _whose(hand: str, visit: Visit, *, numbered: bool = False) -> str:
    place = Hand(hand)
    if place.owner == visit.seat:
        if numbered:
            return f"You, hand {place.number}"
        return f"You, {in_words(place.name)}" if place.name else "You"
    whose = in_words(hand).capitalize()
    return f"Player-{whose.lower()}" if hand.split()[0] == "dealer" and visit.banker is not None else whose


def _cost(action: Action) -> str:
    """What an action costs; where the player names the amount, what it may be and what it is unless named."""
    if not action.step:
        return money(action.cost)
    most = "any amount" if action.cost == MOST_CENTS else f"up to {money(action.cost)}"
    if action.least and action.cost != MOST_CENTS:
        most = money(action.cost)
        if action.least < action.cost:
            most = f"{money(action.least)} to {most}"
    most += f", of which {money(action.already)} lies there" if action.already else ""
    if action.usual:
        most += f", unless named {money(action.usual)}"
    elif action.must_be_named:
        most += ", to be named"
    elif action.lowest < action.cost:
        most += ", all of it unless named"
    return most + "".join(f", {name} {money(size)}" for name, size in action.sizes)


def show_question(paper: Paper, visit: Visit, asking: Ask) -> None:
    """How the round stands, where the game tells it, and what the player may do."""
    if visit.round is not None and visit.table.game.stands is not None:
        for line in visit.table.game.stands(visit.round):
            paper.line(line, indent=2)
    offered = Text("; ").join(
        Text.assemble(
            (action.name, "bold"),
            f" ({_cost(action)})" if action.cost else "",
            f": {action.text}" if action.text else "",
            ", the house's way unless named (house)" if action.picks and action.picks.usual is not None else "",
        )
        for action in asking.actions
    )
    several = asking.hand is not None and visit.round is not None and len(visit.round.hands_of(asking.seat)) > 1
    which = f"Hand {asking.hand.number}: you" if several and asking.hand is not None else "You"
    paper.line(Text.assemble(f"{which} may ", offered, (f" [{asking.cite}]", CITE)), indent=2)


def show_end(paper: Paper, visit: Visit, played: Round) -> None:
    """The settlement of the player's wagers, what it comes to, and what stands."""
    for call in played.waiting:
        paper.line(f"{call.id} was called, and its moment did not come in this round.", "yellow", indent=2)
    paper.line()
    mine = [row for row in played.settlements if row.seat == visit.seat]
    if visit.wagers_stay:
        mine = [row for row in mine if row.outcome != "stays"]
        for bet in played.bets:
            if bet.seat == visit.seat and bet.goes_to:
                paper.line(f"{bet.offer.title} goes to {bet.goes_to}: {money(bet.stake)}.", indent=2)
    if mine:
        show_settlements(paper, played, visit.seat, mine)
    for fee in (*played.fees, *visit.table.collected):
        if fee.seat == visit.seat:
            paper.clause(f"{fee.what.capitalize()}: {signed(-fee.amount)}", fee.cite)
    for event in played.events_of_pot_fees:
        paper.clause(f"{event.text.capitalize()}: {money(-(event.amount or 0))}", event.cite)
    show_meters(paper, visit)
    net = played.net.get(visit.seat, 0) - sum(fee.amount for fee in visit.table.collected if fee.seat == visit.seat)
    what = "roll" if visit.wagers_stay else "round"
    paper.line(Text.assemble(f"This {what} ", (signed(net), _colour(net)), f", balance {money(visit.balance)}."))
    if visit.standing and not visit.wagers_stay:
        stands = ", ".join(f"{bet.name} {money(bet.stake)}" for bet in visit.standing)
        change = ", or change them" if visit.may_come_down() else ""
        paper.line(f"Your wagers stand: {stands}. Type deal to go on with them{change}.", "yellow")
    if (stopped := visit.table.stopped) is not None:
        paper.clause(f"{stopped.sentence}. Type repaired when it is.", stopped.cite, indent=0, style="yellow")


def show_standing(paper: Paper, visit: Visit) -> None:
    """How the table stands between rolls, and what the player has noted for the next one."""
    table = visit.table
    if table.game.shown is None:
        return
    for line in table.game.shown(table.setup, table.carry, table.standing, visit.seat):
        paper.clause(line, indent=0)
    noted = [f"{name} {'comes down' if cents(amount) == 0 else amount}" for name, amount in visit.changes.items()]
    noted += ["another player takes the dice" if word == ANOTHER_SHOOTS else f'"{word}"' for word in visit.words]
    if noted:
        paper.line(f"Before the next roll: {', '.join(noted)}.", "yellow")


def show_closing(paper: Paper, visit: Visit, abandoned: int) -> None:
    if abandoned and visit.round is None:
        paper.line(f"What may not come down before it is decided, {money(abandoned)}, stays on the layout.", "yellow")
    elif abandoned:
        paper.line(f"You leave in the middle of a round; {money(abandoned)} stays on the layout.", "yellow")
    net = visit.balance - visit.bankroll
    what = "roll" if visit.wagers_stay else "round"
    rounds = f"1 {what}" if visit.rounds == 1 else f"{visit.rounds} {what}s"
    text = f"You leave with {money(visit.balance)} after {rounds}: "
    paper.line(Text.assemble(text, (signed(net), _colour(net)), ".", style="bold"))


def _colour(amount: int) -> str:
    return "green" if amount > 0 else "red" if amount < 0 else ""
