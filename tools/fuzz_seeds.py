"""Write seeds for the fuzz targets, from the positions of tests/data: `python tools/fuzz_seeds.py`.

They go to `fuzz/found`; `tools/fuzz.py --corpus` keeps those that add coverage. `fuzz/src`
defines what the bytes mean: a byte that chooses among n things is taken modulo n.
"""

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rummy_fast as rf

ROOT = Path(__file__).parent.parent
PRESETS = list(rf.Rules.presets())
DECKS = [(3, 5, 2, 1, 3), (3, 5, 2, 2, 3), (3, 5, 2, 3, 3), (4, 4, 2, 2, 3), (5, 4, 1, 2, 3)]
DECKS += [(4, 4, 1, 3, 2), (4, 6, 1, 2, 3), (5, 5, 1, 2, 4)]
"""As in `tests/common/mod.rs`: colors, numbers, copies, jokers, shortest meld."""
USUAL, XP, SMALL, SMALLEST, LARGEST = range(5)
"""As in `fuzz/src/rules.rs`: the bytes that choose a deck."""
FILES = ["rule_cases", "field_cases", "schmidt", "sabra", "free_jokers", "openings", "selfplay"]
MOST_MELDS, MOST_TILES = 3, 5
"""As in `fuzz/src/position.rs`."""
EVERY = 9
"""The step between the positions taken from a long file."""


def choices(rules: rf.Rules) -> list[int]:
    """Encode all options that are choices or flags, in the order of the rule book."""
    values: dict[str, Any] = {**rules.to_dict()}
    return [
        schema["enum"].index(values[option]) if "enum" in schema else int(values[option])
        for option, schema in rf.Rules.options().items()
        if "enum" in schema or schema["type"] == "boolean"
    ]


def rules_bytes(rules: rf.Rules, deck: int) -> bytes:
    """Encode rules for `fuzz/src/rules.rs`."""
    return bytes([deck, *choices(rules), rules.timeout_draw])


def positions() -> Iterator[tuple[str, list[str], str, bool]]:
    """Yield preset, table, hand, and whether the seat has opened."""
    for name in FILES:
        lines = (ROOT / "tests" / "data" / f"{name}.jsonl").read_text("utf-8").splitlines()
        for line in lines if "cases" in name else lines[::EVERY]:
            record: dict[str, Any] = json.loads(line)
            rules = record.get("rules")
            for preset in (
                PRESETS if "cases" in name else [rules if rules in PRESETS else "schmidt"]
            ):
                yield preset, record["table"], record["hand"], record["opened"]


def meld_bytes(meld: rf.Meld, deck: tuple[int, ...]) -> list[int] | None:
    """Encode a meld for `fuzz/src/position.rs`; None if the small deck does not have it."""
    colors, values, _, _, shortest = deck
    naturals = [tile for tile in meld.tiles if not tile.is_joker]
    places = ["rygbk".find(str(tile)[0]) for tile in naturals]
    numbers = [int(str(tile)[1:]) for tile in naturals]
    jokers = len(meld.tiles) - len(naturals)
    fits = all(0 <= place < colors for place in places) and max(numbers) <= values
    if not fits or len(meld.tiles) < shortest:
        return None
    if len(set(numbers)) == 1 and len(naturals) > 1:
        return [0, numbers[0] - 1, sum(1 << place for place in places) - 1, jokers]
    mask = sum(1 << at for at, tile in enumerate(meld.tiles) if tile.is_joker)
    first = numbers[0] - next(at for at, tile in enumerate(meld.tiles) if not tile.is_joker)
    return [1, places[0], first - 1, len(meld.tiles) - shortest, mask]


def small(table: list[str], hand: str, deck: tuple[int, ...]) -> list[int] | None:
    """Encode a position of a small deck; None if it is too large."""
    kinds = [f"{color}{value + 1}" for color in "rygbk"[: deck[0]] for value in range(deck[1])]
    kinds += ["J"]
    melds = [meld_bytes(meld, deck) for meld in rf.Table(table).melds]
    tiles = hand.split()
    if len(melds) > MOST_MELDS or None in melds or not tiles or len(tiles) > MOST_TILES:
        return None
    if not set(tiles) <= set(kinds):
        return None
    encoded = [byte for meld in melds for byte in meld or []]
    return [len(melds), *encoded, len(tiles) - 1, *map(kinds.index, tiles)]


def seeds() -> Iterator[tuple[str, bytes]]:
    """Yield targets with their inputs."""
    chance = random.Random(1)  # noqa: S311, no secrets
    for preset, table, hand, opened in positions():
        rules, before = rf.Rules(preset), " | ".join(table)
        deck = XP if rules.copies > 2 else USUAL  # noqa: PLR2004
        for text in (hand, before, *table[:2], *hand.split()[:1]):
            yield "notation", bytes([deck]) + text.encode()
        after = rf.solve(table, hand, rules=rules, opened=opened).table
        for result in (after, f"{before} | {hand}"):
            head = rules_bytes(rules, deck) + bytes([opened])
            yield "drafts", head + f"{before}\n{hand}\n{result}".encode()
        for place, small_deck in enumerate(DECKS):
            if (position := small(table, hand, small_deck)) is not None:
                numbers = [8, rules.joker_penalty]
                flags = [int(opened), chance.randrange(2), chance.randrange(2)]
                yield "solve", bytes([place, *choices(rules), *numbers, *flags, *position])
    for preset in PRESETS:
        for deck in (USUAL, XP, SMALL, SMALLEST, LARGEST):
            for turn in (5, 4, 3):
                deal = [chance.randrange(3), *chance.randbytes(8)]
                turns = [
                    turn if chance.random() < 1 / 3 else chance.randrange(10) for _ in range(60)
                ]
                yield "replay", rules_bytes(rf.Rules(preset), deck) + bytes([*deal, *turns])


def main() -> None:
    """Write the seeds, each named by the hash of its content."""
    for target, data in seeds():
        folder = ROOT / "fuzz" / "found" / target
        folder.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha1(data, usedforsecurity=False).hexdigest()  # as libFuzzer names them
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
