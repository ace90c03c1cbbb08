"""The arena: mirrored deals, results that depend on the seed alone, intervals, lost workers."""

import json
import math
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
import rummy_fast as rf
from contestants import Fickle, Mortal, Mute, Passer, Plain, Raiser, leaving, no_bot, no_name
from rummy_fast.arena import figures
from rummy_fast.arena.job import Conduct, DealPlayed, RoundPlayed, seatings
from rummy_fast.bots import derive_seed

SEARCH = "search:positions=30"
KILLS = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")


@pytest.fixture(scope="module")
def threads() -> Iterator[ThreadPoolExecutor]:
    """An executor that starts without delay."""
    with ThreadPoolExecutor(2) as pool:
        yield pool


def as_json(result: rf.ArenaResult) -> str:
    return json.dumps(result.to_dict())


def outcomes(result: rf.ArenaResult) -> list[tuple[int, tuple[int, int], tuple[RoundPlayed, ...]]]:
    """The results of all rounds, without times."""
    return [(deal.deal, deal.pair, deal.rounds) for deal in result.deals]


def test_the_result_does_not_depend_on_the_workers(threads: ThreadPoolExecutor) -> None:
    bots: list[Any] = [SEARCH, "greedy", Fickle]
    arenas = [
        rf.Arena(bots, pairs=2, seed=3, workers=1),
        rf.Arena(bots, pairs=2, seed=3, workers=2),
        rf.Arena(bots, pairs=2, seed=3, executor=threads),
    ]
    first, *others = [arena.play() for arena in arenas]
    assert first.complete
    assert [arena.finished for arena in arenas] == [arena.jobs for arena in arenas] == [6] * 3
    for other in others:
        assert as_json(other) == as_json(first)
        assert outcomes(other) == outcomes(first)
    assert outcomes(rf.Arena(bots, pairs=1, seed=4, executor=threads).play()) != outcomes(first)
    assert len({one.seed for one in first.deals}) == 2


def test_a_match_repeats_a_round(threads: ThreadPoolExecutor) -> None:
    result = rf.Arena([SEARCH, "greedy"], pairs=2, seed=8, executor=threads).play()
    for deal in result.deals:
        assert deal.seed == derive_seed(8, "deal", deal.deal)
        for one, names in zip(deal.rounds, ([SEARCH, "greedy"], ["greedy", SEARCH]), strict=True):
            match = rf.Match(names, seed=deal.seed)
            assert match.names == tuple(names)
            ended = match.play().rounds[0]
            assert (ended.winners, ended.scores) == (one.winners, one.scores)


@pytest.mark.parametrize(
    ("bot", "seats"), [(SEARCH, 2), ("greedy", 2), ("careful", 3), (Fickle, 2), (Fickle, 4)]
)
def test_a_bot_against_itself(threads: ThreadPoolExecutor, bot: Any, seats: int) -> None:
    result = rf.Arena([bot, bot], pairs=4, seats=seats, executor=threads).play()
    one, other = result.bots
    assert (one.name, other.name) == (f"{result.names[0][:-2]} 1", f"{result.names[0][:-2]} 2")
    for standing in result.bots:
        win_rate, score = standing.merit.win_rate, standing.merit.mean_score
        assert win_rate is not None
        assert score is not None
        assert win_rate.value == (0.5 if seats == 2 else pytest.approx(1 / seats))
        assert score.value == 0
        assert 0 < win_rate.low < win_rate.value < win_rate.high < 1
    scores = {one.scores for deal in result.deals for one in deal.rounds}
    assert len(scores) > 2, "the rounds were not all alike"


def test_seatings() -> None:
    assert seatings((0, 1), 2, both=True) == seatings((0, 1), 2, both=False) == ((0, 1), (1, 0))
    alone = ((4, 7, 7), (7, 4, 7), (7, 7, 4))
    assert seatings((4, 7), 3, both=False) == alone
    assert seatings((4, 7), 3, both=True) == (*alone, (7, 4, 4), (4, 7, 4), (4, 4, 7))
    assert len(seatings((0, 1), 4, both=True)) == 8


@pytest.mark.parametrize(("seats", "gauntlet"), [(2, False), (3, False), (4, False), (4, True)])
def test_wins_and_scores_add_up(threads: ThreadPoolExecutor, *, seats: int, gauntlet: bool) -> None:
    bots: list[Any] = ["greedy", Fickle, Passer()]
    arena = rf.Arena(bots, pairs=2, seats=seats, gauntlet=gauntlet, executor=threads)
    result = arena.play()
    assert len(result.pairings) == (2 if gauntlet else 3)
    rounds = sum(one.merit.rounds for one in result.bots)
    assert rounds == sum(len(deal.rounds) * seats for deal in result.deals)
    won = score = 0.0
    for one in result.bots:
        assert one.merit.win_rate is not None
        assert one.merit.mean_score is not None
        won += one.merit.rounds * one.merit.win_rate.value
        score += one.merit.rounds * one.merit.mean_score.value
    assert won == pytest.approx(rounds / seats)
    assert score == pytest.approx(0)
    assert result.ranking[-1].name == "passer"
    alone = {row.count(0) for deal in result.deals for row in (one.seating for one in deal.rounds)}
    assert (0 in alone) is not gauntlet


def test_merits_follow_from_the_rounds(threads: ThreadPoolExecutor) -> None:
    result = rf.Arena(["greedy", Fickle, "careful"], pairs=5, seed=2, executor=threads).play()
    won, scored = [], []
    for number in range(1, 6):
        seats = [
            (seat in one.winners, one.scores[seat])
            for deal in result.deals
            if deal.deal == number
            for one in deal.rounds
            for seat, bot in enumerate(one.seating)
            if bot == 1
        ]
        assert len(seats) == 4
        won.append(sum(win for win, _ in seats) / 4)
        scored.append(sum(score for _, score in seats) / 4)
    merit = result.bots[1].merit
    assert (merit.deals, merit.rounds) == (5, 20)
    assert merit.win_rate is not None
    assert merit.mean_score is not None
    assert merit.win_rate.value == pytest.approx(fmean(won))
    # Student's t for four degrees of freedom, from a printed table.
    half = 2.776445 * stdev(scored) / math.sqrt(5)
    assert merit.mean_score.value == pytest.approx(fmean(scored))
    assert merit.mean_score.low == pytest.approx(fmean(scored) - half)
    assert merit.mean_score.high == pytest.approx(fmean(scored) + half)


def test_the_interval_of_a_win_rate_by_hand() -> None:
    # Mean 0.7; squared differences 4 x 0.09 + 6 x 0.04 = 0.6; variance of zeros and ones 0.21.
    # Design effect (0.6 / 0.21 + 1) / 10; t is 2.262157 for nine degrees of freedom.
    rates = [1.0] * 4 + [0.5] * 6
    found = figures.win_rate(rates)
    assert found.value == pytest.approx(0.7)
    deals = 10 / ((0.6 / 0.21 + 1) / 10)
    t2 = 2.262157**2
    middle = (0.7 + t2 / (2 * deals)) / (1 + t2 / deals)
    half = math.sqrt(t2) / (1 + t2 / deals) * math.sqrt(0.21 / deals + t2 / (4 * deals**2))
    assert found.low == pytest.approx(middle - half, abs=1e-6)
    assert found.high == pytest.approx(middle + half, abs=1e-6)


def test_intervals_stay_within_bounds() -> None:
    assert figures.win_rate([0.5]) == figures.Figure(0.5, 0.0, 1.0)
    assert figures.mean_score([7.0]).ci == [None, None]
    for rates in ([1.0] * 5, [0.0] * 5):
        found = figures.win_rate(rates)
        assert 0 <= found.low <= found.value <= found.high <= 1
        # Wilson's interval for five of five, with 2.776445 standard errors.
        assert found.high - found.low == pytest.approx(1 - 5 / (5 + 2.776445**2), abs=1e-6)
    agreeing = figures.win_rate([0.5, 0.5])
    assert agreeing.high - agreeing.low > 0.5, "two deals that agree are weak evidence"
    many = figures.win_rate([1.0, 0.5, 0.5, 0.0] * 2500)
    assert many.high - many.low == pytest.approx(2 * 1.96 * math.sqrt(0.125 / 10_000), rel=0.01)
    assert figures.quantile(2) == pytest.approx(12.706205)


def test_intervals_have_their_confidence_level() -> None:
    # Ten deals of a bot that wins 80 % of rounds: every outcome with its probability.
    chances = {1.0: 0.62, 0.5: 0.36, 0.0: 0.02}
    held = 0.0
    for ones in range(11):
        for halves in range(11 - ones):
            zeros = 10 - ones - halves
            ways = math.comb(10, ones) * math.comb(10 - ones, halves)
            chance = ways * chances[1.0] ** ones * chances[0.5] ** halves * chances[0.0] ** zeros
            found = figures.win_rate([1.0] * ones + [0.5] * halves + [0.0] * zeros)
            held += chance * (found.low <= 0.8 <= found.high)
    assert 0.94 < held < 0.99


def test_ratings_follow_the_wins() -> None:
    def deal(number: int, *winners: int) -> DealPlayed:
        rounds = (
            RoundPlayed((0, 1), (winners[0],), (9, -9)),
            RoundPlayed((1, 0), (1 - winners[1],), (9, -9)),
        )
        idle = Conduct(0, 0, "", 0.0)
        return DealPlayed(number, 0, (0, 1), rounds, (idle, idle))

    start = rf.Arena(["greedy", "careful"], pairs=4).result
    assert [one.rating for one in start.bots] == [25, 25]
    assert [one.merit.win_rate for one in start.bots] == [None, None]
    won = replace(start, deals=(deal(1, 1, 1), deal(2, 1, 1), deal(3, 0, 1)))
    first, second = won.bots
    assert second.rating > 25 > first.rating
    assert second.sigma < start.bots[1].sigma
    assert [one.name for one in won.ranking] == ["careful", "greedy"]
    assert not won.complete


def test_bots_that_fail(threads: ThreadPoolExecutor) -> None:
    result = rf.Arena(["greedy", Passer(), Raiser()], pairs=2, executor=threads).play()
    greedy, passer, raiser = result.bots
    assert (greedy.faults, greedy.fault) == (0, None)
    assert passer.faults > 20
    assert passer.fault is not None
    assert passer.fault.startswith("[illegal] ")
    assert raiser.faults > 20
    assert raiser.fault == "[raised] LookupError: the disk is gone"
    assert result.ranking[0].name == "greedy"


def test_a_bot_that_cannot_be_made(threads: ThreadPoolExecutor) -> None:
    arena = rf.Arena(["greedy", "careful", no_bot], pairs=2, executor=threads)
    with pytest.raises(rf.ArenaError, match=r"\w+ against plain: LookupError: no bot today"):
        arena.play()
    assert not arena.result.complete


def test_a_factory_cannot_end_the_process(threads: ThreadPoolExecutor) -> None:
    with pytest.raises(rf.ArenaError, match=r"\w+ against \w+: SystemExit: 3"):
        rf.Arena(["careful", leaving], pairs=1, executor=threads).play()


@KILLS
def test_a_worker_that_dies_loses_nothing(tmp_path: Path) -> None:
    bots: list[Any] = ["greedy", Mortal(str(tmp_path), 3), "careful"]
    result = rf.Arena(bots, pairs=4, seed=1, workers=2).play()
    assert len(list(tmp_path.iterdir())) == 3, "three processes have died"
    again = rf.Arena(bots, pairs=4, seed=1, workers=2).play()
    assert outcomes(result) == outcomes(again)
    assert result.complete


@KILLS
def test_a_bot_that_no_worker_survives(tmp_path: Path) -> None:
    arena = rf.Arena(["greedy", "careful", Mortal(str(tmp_path), 99)], pairs=3, workers=2)
    # Lost deals are played again one at a time and in order, so the first one with it is named.
    message = "deal 1, greedy against mortal: its worker was lost 3 times: BrokenProcessPool"
    with pytest.raises(rf.ArenaError, match=message):
        arena.play()
    assert 4 <= len(list(tmp_path.iterdir())) <= 5, "one or two died together, then three alone"
    assert (1, (0, 1)) in [(deal.deal, deal.pair) for deal in arena.result.deals]


def test_executors_that_refuse_work() -> None:
    pool = ThreadPoolExecutor(1)
    arena = rf.Arena(["greedy", "careful"], pairs=2, executor=pool)
    pool.shutdown()
    with pytest.raises(rf.ArenaError, match="the executor takes no more work: RuntimeError"):
        arena.play()


class Tired(ThreadPoolExecutor):
    """Accepts two jobs."""

    left = 2

    def submit(self, *arguments: Any, **named: Any) -> Any:
        if not self.left:
            raise RuntimeError("too tired")
        self.left -= 1
        return super().submit(*arguments, **named)


def test_deals_that_were_submitted_are_finished() -> None:
    with Tired(2) as pool:
        arena = rf.Arena(["careful", "greedy"], pairs=9, executor=pool)
        with pytest.raises(rf.ArenaError, match="takes no more work: RuntimeError: too tired"):
            arena.play()
    assert [deal.deal for deal in arena.result.deals] == [1, 2]


@KILLS
def test_a_broken_executor_keeps_what_is_finished(tmp_path: Path) -> None:
    bots: list[Any] = ["greedy", "careful", Mortal(str(tmp_path), 1)]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        arena = rf.Arena(bots, pairs=2, executor=pool)
        with pytest.raises(rf.ArenaError, match="takes no more work: BrokenProcessPool"):
            arena.play()
    assert arena.finished == 1
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert rf.Arena(bots, pairs=2, executor=pool).play().complete


def test_resuming_from_a_file(tmp_path: Path, threads: ThreadPoolExecutor) -> None:
    path = tmp_path / "deals.jsonl"
    finished: list[DealPlayed] = []
    options: dict[str, Any] = {"seed": 5, "executor": threads, "on_deal": finished.append}
    bots: list[Any] = ["greedy", Fickle, "careful"]
    rf.Arena(bots, pairs=2, save=path, **options).play()
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) == 1 + 6 == 1 + len(finished)
    path.write_text(text + '{"deal": 3, "se', encoding="utf-8")
    arena = rf.Arena(bots, pairs=4, save=path, **options)
    assert (arena.finished, arena.jobs) == (6, 12)
    result = arena.play()
    assert path.read_text(encoding="utf-8").startswith(text)
    assert len(finished) == 12
    assert result.deals == rf.Arena(bots, pairs=4, save=path, **options).play().deals
    assert len(finished) == 12, "nothing is played twice"
    assert as_json(result) == as_json(rf.Arena(bots, pairs=4, **options).play())
    less = rf.Arena(bots, pairs=2, save=path, **options)
    assert less.result.complete
    assert len(path.read_text(encoding="utf-8").splitlines()) == 13


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
def test_one_arena_at_a_time_writes_to_a_file(tmp_path: Path, threads: ThreadPoolExecutor) -> None:
    path = tmp_path / "deals.jsonl"

    def arena(**options: Any) -> rf.Arena:
        return rf.Arena(["greedy", Fickle], pairs=2, save=path, executor=threads, **options)

    early, found = arena(), []

    def meddle(_: DealPlayed) -> None:
        for other in (arena, early.play):
            with pytest.raises(rf.RummyError, match="another arena is writing to it"):
                other()
            found.append(other)

    result = arena(on_deal=meddle).play()
    assert len(found) == 4
    assert early.play().deals == result.deals, "it takes over the deals written meanwhile"
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3


def test_files_of_other_arenas(tmp_path: Path, threads: ThreadPoolExecutor) -> None:
    path = tmp_path / "deals.jsonl"

    def arena(bots: tuple[str, ...] = ("greedy", "careful"), **options: Any) -> rf.Arena:
        return rf.Arena(bots, pairs=1, save=path, executor=threads, **options)

    arena().play()
    text = path.read_text(encoding="utf-8")
    for options, name in (
        ({"seed": 1}, "seed is 0, here it is 1"),
        ({"bots": ("greedy", "search")}, "bots is "),
        ({"seats": 3}, "seats is 2, here it is 3"),
        ({"rules": "sabra"}, "rules is "),
        ({"limit": 0.5}, "limit is null, here it is 0.5"),
        ({"gauntlet": True}, "gauntlet is false, here it is true"),
    ):
        with pytest.raises(rf.RummyError, match=f"belongs to another arena: its {name}"):
            arena(**options)
    deal = text.splitlines()[1]
    for line, message in (
        ("7", "line 2: not a JSON object"),
        ("[" * 100_000, "line 2: not a JSON object"),
        ("{}", "line 2: not a deal of an arena"),
        (deal.replace('"deal": 1', '"deal": true'), "line 2: not a deal of an arena"),
        (deal.replace('"turns"', '"runs"'), "line 2: not a deal of an arena"),
        (deal.replace('"deal": 1', '"deal": 2'), "line 2: this deal does not belong to this arena"),
        (deal.replace('"pair": [0, 1]', '"pair": [0, 9]'), "line 2: this deal does not belong"),
        (deal.replace('"winners": [0]', '"winners": [2]'), "line 2: this deal does not belong"),
        (
            deal.replace('"seating": [0, 1]', '"seating": [1, 0]'),
            "line 2: this deal does not belong",
        ),
    ):
        assert line != deal
        path.write_text(f"{text.splitlines()[0]}\n{line}\n", encoding="utf-8")
        with pytest.raises(rf.RecordError, match=message):
            arena()
    path.write_text("{}\n", encoding="utf-8")
    with pytest.raises(rf.RecordError, match="line 1: an arena file begins with"):
        arena()


@pytest.mark.parametrize(
    ("bots", "options", "message"),
    [
        (["greedy"], {}, "an arena takes 2 to 100 bots, got 1"),
        ([], {}, "got 0"),
        (["greedy"] * 101, {}, "got 101"),
        (["greedy", "clever"], {}, 'bot 2: unknown bot "clever": the built-in bots are greedy'),
        (["greedy", "search:positions=0"], {}, "bot 2: positions = 0: must be"),
        (["greedy:seconds=1", "greedy"], {}, "bot 1: greedy has no level"),
        (["greedy", no_name], {}, "bot 2: a bot needs `choose` and a `name` of 1 to 40 characters"),
        (["greedy", int], {}, "bot 2: a bot needs `choose` and a `name`"),
        (["greedy", Mute()], {}, "bot 2: LookupError: no name today"),
        (["greedy", Mortal], {}, r"bot 2: TypeError: .*missing 1 required positional"),
        (["greedy", lambda _: Plain()], {}, "bot 2: .*pickle"),
        (["greedy", "careful"], {"pairs": 0}, "pairs = 0: must be a whole number from 1"),
        (["greedy", "careful"], {"pairs": -3}, "pairs = -3: must be"),
        (["greedy", "careful"], {"seed": -1}, "seed = -1: must be"),
        (["greedy", "careful"], {"seats": 5}, "seats = 5: these rules are for 2 to 4 players"),
        (["greedy", "careful"], {"seats": 1}, "seats = 1: these rules are for 2 to 4 players"),
        (["greedy", "careful"], {"rules": "chess"}, 'unknown preset "chess"'),
        (["greedy", "careful"], {"limit": 0}, "limit = 0: must be"),
        (["greedy", "careful"], {"workers": 0}, "workers = 0: must be a whole number from 1"),
        (["greedy", "careful"], {"workers": 9999}, "workers = 9999: must be a whole number"),
    ],
    ids=lambda value: str(value).partition(" at 0x")[0],
)
def test_refusals(bots: list[Any], options: dict[str, Any], message: str) -> None:
    with pytest.raises(rf.RummyError, match=message):
        rf.Arena(bots, **{"pairs": 1} | options)


@pytest.mark.parametrize(
    ("bots", "options", "named"),
    [
        ("greedy,careful", {}, "bots"),
        (["greedy", 7], {}, "bot 2: expected the name of a built-in bot"),
        (["greedy", None], {}, "bot 2: expected the name of a built-in bot"),
        (["greedy", "careful"], {"pairs": 1.5}, "pairs"),
        (["greedy", "careful"], {"workers": "2"}, "workers"),
        (["greedy", "careful"], {"save": 3}, "save"),
        (["greedy", "careful"], {"seats": "2"}, "seats"),
    ],
)
def test_wrong_types(bots: Any, options: dict[str, Any], named: str) -> None:
    with pytest.raises(TypeError, match=named):
        rf.Arena(bots, **{"pairs": 1} | options)


def test_unwritable_files(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "where"):
        with pytest.raises(OSError, match=str(path)):
            rf.Arena(["greedy", "careful"], pairs=1, save=path)


def test_levels_by_name() -> None:
    bot = rf.make_bot(" Search : positions = 20000", 7)
    assert bot == rf.Search(7, positions=20000)
    assert rf.make_bot("search:seconds=0.25:threads=2") == rf.Search(seconds=0.25, threads=2)
    assert rf.make_bot("search:seconds=1", 3) == rf.Search(3, seconds=1.0)
    match = rf.Match(["search:positions=30", "greedy"], seed=4)
    assert match.names == ("search:positions=30", "greedy")
    lines: list[str] = []
    rf.Match(["search:positions=30", "greedy"], seed=4, record=Lines(lines)).play()
    record = rf.Record.parse("".join(lines))
    assert record.bots == ("search:positions=30", "greedy")
    assert rf.Record.parse("".join(lines[:30])).resume().play() == record.result


class Lines:
    """A file that writes to a list."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def write(self, text: str, /) -> object:
        self.lines.extend(text.splitlines(keepends=True))
        return None

    def flush(self) -> object:
        """Nothing is buffered."""


@pytest.mark.parametrize(
    "level",
    ["", "positions", "positions=", "positions=x", "positions=1.5", "depth=3", "seconds=nan"],
)
def test_invalid_levels(level: str) -> None:
    with pytest.raises(rf.RummyError, match=f'invalid level "{level}"'):
        rf.make_bot(f"search:{level}")


def test_levels_out_of_range() -> None:
    with pytest.raises(rf.RummyError, match="seconds = 0: must be more than 0"):
        rf.make_bot("search:seconds=0")
    with pytest.raises(rf.RummyError, match="positions = -1: must be"):
        rf.make_bot("search:positions=-1")
    with pytest.raises(rf.RummyError, match='has "seconds" twice'):
        rf.make_bot("search:seconds=1:seconds=2")


def test_reprs(threads: ThreadPoolExecutor) -> None:
    arena = rf.Arena(["greedy", Passer()], pairs=2, executor=threads)
    assert repr(arena) == "<Arena of greedy, passer; deals: 0 of 2>"
    assert repr(arena.result) == "<ArenaResult greedy, passer; deals: 0 of 2>"
    assert repr(arena.play()) == "<ArenaResult greedy 1.000, passer 0.000; deals: 2 of 2>"
