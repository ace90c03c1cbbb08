"""Measure the environment: its speed, and how often it lists all plays (docs/env.md)."""

import random
from collections import Counter
from collections.abc import Callable
from time import process_time

import rummy_fast as rf
from pettingzoo.test.performance_benchmark import performance_benchmark
from rummy_fast.env import choices, env

SETTINGS = [("schmidt", 2), ("schmidt", 4), ("sabra", 2), ("rummikub_xp", 3), ("free_jokers", 2)]
ROUNDS = 20
"""The rounds for each setting and kind of player."""
SHOWN = (16, 32, 64)
"""The values of `candidates` to try."""

Chooser = Callable[[rf.View], rf.Turn]


def at_random(seed: int) -> Chooser:
    """Make a player that takes a random listed turn."""
    chance = random.Random(seed)  # noqa: S311, a game keeps no secrets

    def choose(view: rf.View) -> rf.Turn:
        listed = choices(view, SHOWN[1])
        return listed.turn(chance.choice([*range(len(listed.plays)), listed.most]))

    return choose


def idle(seed: int) -> Chooser:
    """Make a player that plays one turn in seven, so that hands grow."""
    chance, play = random.Random(seed), at_random(seed)  # noqa: S311, as above
    wait = {True: rf.Turn.draw(), False: rf.Turn.pass_()}
    return lambda view: play(view) if chance.random() < 1 / 7 else wait[view.pool_size > 0]


def greedy(_: int) -> Chooser:
    """Make a player of best plays."""
    return rf.Greedy().choose


def count(preset: str, seats: int, make: Callable[[int], Chooser]) -> str:
    """Play rounds; report how often all plays were listed, and the CPU time of the lists."""
    complete: Counter[int] = Counter()
    times = []
    for seed in range(ROUNDS):
        round_, choose = rf.Round.deal(seats, seed=seed, rules=preset), make(seed)
        while not round_.over:
            view = round_.view(round_.to_move)
            began = process_time()
            choices(view)
            times.append(1000 * (process_time() - began))
            complete.update(most for most in SHOWN if choices(view, most).complete)
            round_.take(view.seat, choose(view))
    times.sort()
    shares = ", ".join(f"K = {most}: {complete[most] / len(times):.1%}" for most in SHOWN)
    middle, most = times[len(times) // 2], times[len(times) * 99 // 100]
    return (
        f"{make.__name__}: {len(times)} turns, all listed with {shares}; "
        f"ms for a list: median {middle:.2f}, 99 % {most:.0f}, slowest {times[-1]:.0f}"
    )


def main() -> None:
    """Run PettingZoo's benchmark, 5 seconds for each setting, and the counts."""
    for preset, seats in SETTINGS:
        print(f"\n{preset}, {seats} seats")
        random.seed(0)  # PettingZoo draws its actions from this generator
        performance_benchmark(env(preset, seats))  # type: ignore[no-untyped-call]
        # With three copies, four jokers and large hands some lists take many seconds.
        for make in (at_random, greedy) if preset == "rummikub_xp" else (at_random, greedy, idle):
            print(count(preset, seats, make))


if __name__ == "__main__":
    main()
