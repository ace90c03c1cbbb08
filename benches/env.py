"""How fast the environment is, and how often it lists all the plays there are (docs/env.md)."""

import random
from collections import Counter
from collections.abc import Callable

import rummy_fast as rf
from pettingzoo.test.performance_benchmark import performance_benchmark
from rummy_fast.env import choices, env

SETTINGS = [("schmidt", 2), ("schmidt", 4), ("sabra", 2), ("rummikub_xp", 3), ("free_jokers", 2)]
ROUNDS = 20
"""Rounds for each setting and kind of player."""
SHOWN = (16, 32, 64)
"""Values of `candidates`."""

Chooser = Callable[[rf.View], rf.Turn]


def at_random(seed: int) -> Chooser:
    """One who takes any listed turn."""
    chance = random.Random(seed)  # noqa: S311, a game keeps no secrets

    def choose(view: rf.View) -> rf.Turn:
        listed = choices(view, SHOWN[1])
        return listed.turn(chance.choice([*range(len(listed.plays)), listed.most]))

    return choose


def greedy(_: int) -> Chooser:
    """One who makes the best play."""
    return rf.Greedy().choose


def count(preset: str, seats: int, make: Callable[[int], Chooser]) -> Counter[int]:
    """Count turns (under 0), and for each number those in which it lists all plays."""
    counts: Counter[int] = Counter()
    for seed in range(ROUNDS):
        round_, choose = rf.Round.deal(seats, seed=seed, rules=preset), make(seed)
        while not round_.over:
            view = round_.view(round_.to_move)
            counts[0] += 1
            counts.update(most for most in SHOWN if choices(view, most).complete)
            round_.turn(view.seat, choose(view))
    return counts


def main() -> None:
    """Run PettingZoo's benchmark, 5 seconds for each setting, and count."""
    for preset, seats in SETTINGS:
        print(f"\n{preset}, {seats} seats")
        random.seed(0)  # PettingZoo draws its actions from there
        performance_benchmark(env(preset, seats))  # type: ignore[no-untyped-call]
        for make in (at_random, greedy):
            counts = count(preset, seats, make)
            told = ", ".join(f"K = {most}: {counts[most] / counts[0]:.2%}" for most in SHOWN)
            print(f"{make.__name__}: of {counts[0]} turns all plays listed with {told}")


if __name__ == "__main__":
    main()
