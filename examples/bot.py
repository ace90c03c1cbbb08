"""Your own bot, in a match against one that plays at random."""

import random

import rummy_fast as rf


class Thrifty:
    """Plays all it can, but keeps its jokers until they let it open or go out."""

    name = "thrifty"

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        """Choose a turn from what this seat may see."""
        opened = view.opened[view.seat]
        play = rf.solve(view.table, view.hand, rules=view.rules, opened=opened, limit=limit)
        if opened and len(play.tiles) < len(view.hand):
            tiles = [tile for tile in view.hand if not tile.is_joker]
            play = rf.solve(view.table, tiles, rules=view.rules, limit=limit)
        if play:
            return rf.Turn.play(play.table, view.rules)
        return rf.Turn.draw() if view.pool_size else rf.Turn.pass_()


class Random:
    """Chooses at random among the plays it finds and not playing."""

    name = "random"

    def __init__(self, seed: int) -> None:
        """Take all randomness from a seed and the view, so that a match can be repeated."""
        self.seed = seed

    def choose(self, view: rf.View, limit: float | None) -> rf.Turn:
        """Choose a turn from what this seat may see."""
        opened = view.opened[view.seat]
        plays = rf.candidates(
            view.table, view.hand, most=16, rules=view.rules, opened=opened, limit=limit
        )
        turns = [rf.Turn.play(play.table, view.rules) for play in plays]
        turns.append(rf.Turn.draw() if view.pool_size else rf.Turn.pass_())
        return random.Random(f"{self.seed} {len(view.history)} {view.hand}").choice(turns)


def main() -> None:
    """Play sixty rounds and print who won."""
    result = rf.Match([Thrifty(), Random(seed=7)], rounds=60, seed=7).play()
    for name, won, total in zip(result.names, result.won, result.totals, strict=True):
        print(f"{name}: {won} rounds, {total:+} points")


if __name__ == "__main__":
    main()
