"""Text for people: a log line for each event, and the tables of a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .model import events as happened
from .model.state import MARKET, PREFERRED_BOX
from .model.verbs import BANK

#: Payments that another event tells of.
TOLD_ELSEWHERE = frozenset(("dividend", "withheld", "half", "private", "token", "track", "train", "minor's treasury"))
#: What becomes of a revenue, in words.
DIVIDENDS = {"payout": "pays it out", "half": "pays half of it", "withhold": "withholds it"}


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of texts; columns with a name in `right` hold numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[str] = frozenset()


def dollars(amount: int) -> str:
    """An amount of money: $40, -$40, $1,234."""
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"


def log(events: Iterable[happened.Event], names: Sequence[str]) -> Iterator[str]:
    """A line for each event that is not told by another; `names` are the players' by seat."""
    for event in events:
        line = tell(event, names)
        if line is not None:
            yield line


def tell(event: happened.Event, names: Sequence[str]) -> str | None:  # noqa: C901, PLR0915  # a case for each event
    """The log line of an event; None if another event tells of it."""

    def who(party: int | str | None) -> str:
        if party is None:
            return "nobody"
        if isinstance(party, int):
            return names[party]
        return "the bank" if party == BANK else party

    line: str | None
    match event:
        case happened.Paid(payer, payee, amount, reason):
            told = f"{who(payer)} pays {who(payee)} {dollars(amount)} ({reason})"
            line = None if reason in TOLD_ELSEWHERE else told
        case happened.DebtGrew(seat, amount, reason):
            line = f"{names[seat]} owes the bank {dollars(amount)} more ({reason})"
        case happened.SharesMoved(corporation, source, target, percent):
            line = f"{percent}% of {corporation} go from {holder(source, names)} to {holder(target, names)}"
        case happened.PresidencyChanged(corporation, president):
            line = f"{who(president)} is president of {corporation}"
        case happened.Launched(corporation, par):
            line = f"{corporation} is launched at {dollars(par)}"
        case happened.Floated(corporation):
            line = f"{corporation} floats"
        case happened.PriceMoved(corporation, before, after, reason):
            line = f"{corporation} goes from {dollars(before)} to {dollars(after)} ({reason})"
        case happened.Closed(company):
            line = f"{company} closes"
        case happened.PrivateSold(private, owner, price):
            line = f"{who(owner)} gets {private} for {dollars(price)}"
        case happened.TileLaid(company, hex_id, tile, rotation, cost):
            line = f"{company} lays {tile} in {hex_id}, rotation {rotation}, for {dollars(cost)}"
        case happened.TokenPlaced(company, hex_id, city, cost):
            line = f"{company} places a token in {hex_id}, city {city}, for {dollars(cost)}"
        case happened.MarkerMoved(private, company, hex_id):
            line = f"the marker of {private} is in {hex_id or 'no hex'} for {who(company)}"
        case happened.Ran(company, revenue):
            line = f"{company} runs for {dollars(revenue)}"
        case happened.DividendPaid(company, kind, paid, kept):
            line = f"{company} {DIVIDENDS.get(kind, kind)}: {dollars(paid)} paid, {dollars(kept)} kept"
        case happened.TrainBought(company, source, train, face, price):
            line = f"{company} buys a {face} ({train}) from {who(source)} for {dollars(price)}"
        case happened.TrainGone(company, train, reason):
            line = f"train {train} of {company} is {reason}" if company else f"train {train} is {reason}"
        case happened.PhaseBegan(phase):
            line = f"phase {phase} begins"
        case happened.RoundBegan(kind, turn, number):
            line = f"-- {round_name(kind, turn, number)}"
        case happened.WentBankrupt(seat):
            line = f"{names[seat]} is bankrupt"
        case happened.BankBroke():
            line = "the bank is broken"
        case happened.GameEnded(reason):
            line = f"the game is over: {reason}"
        case _:
            line = f"{event}"
    return line


def holder(place: int, names: Sequence[str]) -> str:
    """Who holds a certificate: a seat, or a place where unsold ones lie."""
    if place >= 0:
        return names[place]
    if place == PREFERRED_BOX:
        return "the preferred shares"
    return "the market" if place == MARKET else "the treasury"


def round_name(kind: str, turn: int, number: int) -> str:
    """A round as people write it: Stock 2, Operating 2.1."""
    return f"{kind} {turn}.{number}" if kind == "Operating" else f"{kind} {turn}"


def headline(snapshot: Mapping[str, Any]) -> str:
    """Round, phase, bank, and who is asked."""
    more = snapshot["more"]
    names = more["names"]
    where = round_name(snapshot["round"], snapshot["turn"], snapshot["round_num"])
    if snapshot["finished"]:
        asked = f"over: {more['end_reason']}"
    else:
        asked = "to act: " + ", ".join(names.get(active, active) for active in snapshot["active"])
    return f"{where}, phase {snapshot['phase']}, bank {dollars(snapshot['bank']['cash'])}, {asked}"


def standings(snapshot: Mapping[str, Any]) -> Grid:
    """Players from best to worst: value, cash, certificates, shares, privates."""
    names = snapshot["more"]["names"]
    rows = []
    for player, row in sorted(snapshot["players"].items(), key=lambda pair: -pair[1]["value"]):
        shares = [
            f"{sym} {corporation['shares'][player]}{'*' if corporation['president'] == player else ''}"
            for sym, corporation in snapshot["corporations"].items()
            if not corporation["closed"] and corporation["shares"][player]
        ]
        mark = " (bankrupt)" if row["bankrupt"] else " (priority)" if snapshot["priority"] == player else ""
        rows.append(
            (
                names[player] + mark,
                dollars(row["value"]),
                dollars(row["cash"]),
                str(row["certificates"]),
                ", ".join(shares),
                ", ".join(row["privates"]),
            )
        )
    columns = ("player", "value", "cash", "certificates", "shares in % (* president)", "privates")
    return Grid(columns, tuple(rows), frozenset(("value", "cash", "certificates")))


def corporations(snapshot: Mapping[str, Any]) -> Grid:
    """Corporations in play by descending price, then minors: president, price, money, trains, tokens."""
    names = snapshot["more"]["names"]
    rows = []
    launched = [
        (sym, row) for sym, row in snapshot["corporations"].items() if not row["closed"] and row["price"] is not None
    ]
    for sym, row in sorted(launched, key=lambda pair: (-pair[1]["price"][2], pair[1]["stack"])):
        rows.append(
            (
                sym,
                names.get(row["president"], "-"),
                dollars(row["price"][2]),
                dollars(row["cash"]),
                " ".join(row["trains"]) or "-",
                " ".join(place.split(":")[0] for place in row["tokens"]) + f" +{row['tokens_left']}",
                f"{row['ipo']}",
                f"{row['market']}",
                ", ".join(row["privates"]),
            )
        )
    for sym, row in snapshot["minors"].items():
        if not row["closed"] and row["owner"] is not None:
            tokens = " ".join(place.split(":")[0] for place in row["tokens"])
            rows.append(
                (sym, names[row["owner"]], "", dollars(row["cash"]), " ".join(row["trains"]) or "-", tokens, "", "", "")
            )
    columns = ("company", "president", "price", "cash", "trains", "tokens", "treasury %", "market %", "privates")
    return Grid(columns, tuple(rows), frozenset(("price", "cash", "treasury %", "market %")))


def market(snapshot: Mapping[str, Any]) -> Grid:
    """The cells in which corporations stand, dearest first, with the stack in each."""
    cells: dict[tuple[int, int, int], list[tuple[int, str]]] = {}
    for sym, row in snapshot["corporations"].items():
        if not row["closed"] and row["price"] is not None:
            cells.setdefault(tuple(row["price"]), []).append((row["stack"], sym))
    rows = tuple(
        (dollars(cell[2]), " ".join(sym for _, sym in sorted(stack)))
        for cell, stack in sorted(cells.items(), key=lambda pair: -pair[0][2])
    )
    return Grid(("price", "corporations"), rows, frozenset(("price",)))


def depot(snapshot: Mapping[str, Any]) -> str:
    """The trains that the bank has: how many of each rank to come, and the discarded ones."""
    counts: dict[str, int] = {}
    for rank in snapshot["depot"]["upcoming"]:
        counts[rank] = counts.get(rank, 0) + 1
    parts = [f"{number} x {rank}" for rank, number in counts.items()]
    parts += [f"{face} (discarded)" for face in snapshot["depot"]["discarded"]]
    return ", ".join(parts) or "none"
