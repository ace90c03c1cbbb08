"""Is this turn legal, and if not, why? A referee in a few lines, for any edition."""

import rummy_fast as rf

BEFORE = "r3 J r5"
HAND = "r2 y5 b5"
AFTER = "r2 r3 J | r5 y5 b5"


def ruling(preset: str) -> str:
    """Check the turn under a preset, with the colors of the tiles above."""
    rules = rf.Rules(preset, colors="rygb")
    verdict = rf.check_turn(BEFORE, HAND, AFTER, rules=rules)
    return "legal" if verdict else "; ".join(map(str, verdict.reasons))


def main() -> None:
    """Check the same turn under three editions."""
    for preset in ("schmidt", "rummikub", "rummikub_eu"):
        print(f"{preset}: {ruling(preset)}")


if __name__ == "__main__":
    main()
