"""Statistics of simulations add up exactly, in whatever order."""

from __future__ import annotations

import math
import statistics
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from open18xx.sim import Record, Summary, Tally


def record(index: int, scores: tuple[int, ...], bots: tuple[str, ...], reason: str | None = "bank") -> Record:
    best = max(scores)
    return Record(
        index=index,
        seed=index,
        players=tuple(range(1, len(scores) + 1)),
        bots=bots,
        scores=scores,
        winners=() if reason is None else tuple(seat for seat, score in enumerate(scores) if score == best),
        actions=100 + index,
        turn=5,
        reason=reason,
        truncated=reason is None,
    )


@given(st.lists(st.integers(-(10**6), 10**6), min_size=2), st.integers(0, 50))
def test_a_tally_is_the_numbers_in_any_parts(values: list[int], cut: int) -> None:
    first, second = Tally(), Tally()
    for value in values[:cut]:
        first.add(value)
    for value in values[cut:]:
        second.add(value)
    first.merge(second)
    assert first.count == len(values)
    assert (first.low, first.high) == (min(values), max(values))
    assert math.isclose(first.mean, statistics.fmean(values), abs_tol=1e-6)
    assert math.isclose(first.deviation, statistics.stdev(values), rel_tol=1e-9, abs_tol=1e-6)


def test_no_values_have_no_mean() -> None:
    assert math.isnan(Tally().mean)
    assert math.isnan(Tally(1, 5, 25, 5, 5).deviation)


SCORES = st.tuples(*[st.integers(0, 3)] * 3)


@given(st.lists(st.tuples(SCORES, st.sampled_from(["bank", "bankrupt", None])), max_size=8), st.randoms())
def test_summaries_merge_in_any_order(games: list[tuple[tuple[int, ...], str | None]], rng: object) -> None:
    records = [record(index, scores, ("a", "b", "a"), reason) for index, (scores, reason) in enumerate(games)]
    whole = Summary.of(records)
    parts = [Summary.of([one]) for one in records]
    getattr(rng, "shuffle")(parts)  # noqa: B009
    merged = Summary()
    for part in parts:
        merged = merged + part
    assert merged == whole


def test_a_shared_win_is_shared() -> None:
    summary = Summary.of([record(0, (30, 30, 10), ("a", "b", "c")), record(1, (5, 7, 1), ("a", "b", "c"))])
    assert summary.bots["a"].wins == Fraction(1, 2)
    assert summary.bots["b"].wins == Fraction(3, 2)
    assert summary.bots["c"].win_rate == 0
    assert summary.bots["b"].win_rate == 0.75
    assert summary.seats[0].wins == Fraction(1, 2)


def test_a_winner_is_one_who_wins_alone() -> None:
    assert record(0, (30, 30, 10), ("a", "b", "c")).winner is None
    assert record(0, (3, 30, 10), ("a", "b", "c")).winner == 2
