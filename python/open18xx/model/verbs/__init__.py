"""The verbs of the rulebooks: the only code that replaces rows of a state, each keeping its invariants."""

from .companies import (
    close_corporation,
    close_minor,
    close_private,
    close_privates,
    float_,
    float_if_sold,
    launch,
    sell_private,
)
from .map import lay, place_token
from .money import BANK, lend, owe, pay, repay
from .prices import move_price, place_on_market
from .shares import follow_presidency, move_certificates, transfer
from .trains import (
    add_train,
    begin_phase,
    begin_phase_of,
    buy_bank_train,
    buy_company_train,
    discard_train,
    drop_obsolete,
    give_set_aside,
    mark_run,
    remove_trains,
    scrap_rank,
)

__all__ = [
    "BANK",
    "add_train",
    "begin_phase",
    "begin_phase_of",
    "buy_bank_train",
    "buy_company_train",
    "close_corporation",
    "close_minor",
    "close_private",
    "close_privates",
    "discard_train",
    "drop_obsolete",
    "float_",
    "float_if_sold",
    "follow_presidency",
    "give_set_aside",
    "launch",
    "lay",
    "lend",
    "mark_run",
    "move_certificates",
    "move_price",
    "owe",
    "pay",
    "place_on_market",
    "place_token",
    "remove_trains",
    "repay",
    "scrap_rank",
    "sell_private",
    "transfer",
]
