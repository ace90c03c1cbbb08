"""Random positions of extreme decks with a small limit, in a process with little memory.

python tests/extremes.py [POSITIONS] [FIRST_SEED]

Overruns are measured in CPU time, so other load on the machine hardly matters.
"""

import random
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import rummy_fast as rf

POSITIONS = 400
LIMIT = 0.05
MAX_OVERRUN = 0.02
"""Seconds by which a call may exceed its limit."""
MAX_ADDRESS_SPACE = 1 << 30
MAX_GROWTH = 256 << 20
"""Bytes that a call may take."""
MAX_KEPT = 64 << 20
"""Bytes that the process may keep after all calls."""
COLORS = "rygbkopw"


def draw_rules(chance: random.Random) -> rf.Rules:
    """Draw rules, many of them at the ends of what is allowed."""
    while True:
        try:
            return rf.Rules(
                colors=chance.choice([2, 3, 4, 4, 6, 8, 8]),
                values=chance.choice([2, 5, 13, 13, 20, 26]),
                copies=chance.randint(1, 4),
                jokers=chance.choice([0, 2, 4, 6, 8, 8, 8]),
                shortest_meld=chance.randint(2, 6),
                players=(2, 2),
                hand_size=1,
                opening_min=chance.choice([0, 1, 30, 60, 200, 878]),
                opening_table=chance.choice(["next_turn", "same_turn"]),
                closing_hand=chance.choice([False, False, True]),
                locked_meld=chance.choice(["free", "keep_three", "frozen", "identity"]),
                exchange_from=chance.choice(["anywhere", "hand"]),
                freed_joker=chance.choice(["any_meld", "new_meld"]),
            )
        except rf.InvalidRulesError:
            continue


def draw_meld(chance: random.Random, rules: rf.Rules) -> list[str] | None:
    """Draw a meld, with a joker in place of one tile in five."""
    colors = COLORS[: rules.colors]
    shortest = rules.shortest_meld
    is_group = chance.choice([False, True])
    if shortest > (rules.colors if is_group else rules.values):
        return None
    if is_group:
        chosen = sorted(chance.sample(colors, chance.randint(shortest, rules.colors)))
        value = chance.randint(1, rules.values)
        meld = [f"{color}{value}" for color in chosen]
    else:
        size = chance.randint(shortest, min(rules.values, shortest + 4))
        first = chance.randint(1, rules.values - size + 1)
        color = chance.choice(colors)
        meld = [f"{color}{value}" for value in range(first, first + size)]
    meld = [chance.choices(["J", tile], [1, 4])[0] for tile in meld]
    if len(meld) - meld.count("J") <= 1:
        return None
    return sorted(meld, key="J".__eq__) if is_group else meld


def draw_position(seed: int) -> tuple[rf.Rules, list[str], list[str]]:
    """Draw rules, a table and a hand."""
    chance = random.Random(seed)
    rules = draw_rules(chance)
    numbers = range(1, rules.values + 1)
    tiles = [f"{color}{value}" for color in COLORS[: rules.colors] for value in numbers]
    tiles = tiles * rules.copies + ["J"] * rules.jokers
    chance.shuffle(tiles)
    table: list[str] = []
    for _ in range(chance.choice([0, 3, 10, 40])):
        meld = draw_meld(chance, rules)
        if meld and all(meld.count(tile) <= tiles.count(tile) for tile in meld):
            table.append(" ".join(meld))
            for tile in meld:
                tiles.remove(tile)
    size = chance.choice([3, 14, 24, 40, 100, len(tiles)])
    jokers = [tile for tile in tiles[size:] if tile == "J"]
    return rules, table, tiles[:size] + jokers[: chance.choice([0, 8])]


def memory(field: str) -> int:
    """Bytes of this process: `VmRSS` are in use, `VmHWM` is the most that was."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(field))


def check(seed: int) -> Iterator[str]:
    """Solve a position in every way; yield what goes beyond the bounds."""
    rules, table, hand = draw_position(seed)
    for opened in (True, False):
        for name in ("solve", "tidy", "candidates"):
            # Forgets the most that was in use.
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
            before = memory("VmRSS")
            began = time.process_time()
            if name == "candidates":
                listed = rf.candidates(table, hand, rules=rules, opened=opened, limit=LIMIT)
                plays = list(listed)
            else:
                tidy = name == "tidy"
                play = rf.solve(table, hand, rules=rules, opened=opened, tidy=tidy, limit=LIMIT)
                plays = [play] if play else []
            seconds = time.process_time() - began
            growth = memory("VmHWM") - before
            case = f"{seed} {name} opened={opened}"
            if seconds > LIMIT + MAX_OVERRUN:
                yield f"{case}: {seconds:.3f} s"
            if growth > MAX_GROWTH:
                yield f"{case}: {growth >> 20} MiB"
            if not opened and rules.opening_table == "same_turn":
                # The referee's search for an opening in the same turn has no limit.
                continue
            for play in plays:
                verdict = rf.check_turn(table, hand, play.table, rules=rules, opened=opened)
                if not verdict.legal:
                    yield f"{case}: {verdict}"


def main(positions: int = POSITIONS, first_seed: int = 0) -> int:
    """Print every case beyond the bounds; return how many there were."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_ADDRESS_SPACE, MAX_ADDRESS_SPACE))
    rf.solve("", "r1 r2 r3")
    before = memory("VmRSS")
    wrong = 0
    for seed in range(first_seed, first_seed + positions):
        for line in check(seed):
            wrong += 1
            print(line, flush=True)
    kept = memory("VmRSS") - before
    if kept > MAX_KEPT:
        wrong += 1
    print(f"{positions} positions, {wrong} beyond the bounds, {kept >> 20} MiB kept", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
