"""A turn of an extreme deck whose check takes a minute: its melds are worth 654 points, not 655."""

import rummy_fast as rf

RULES = rf.Rules.sabra().replace(
    colors=8,
    values=8,
    copies=4,
    jokers=8,
    shortest_meld=6,
    opening_min=655,
    timeout="keep_last_legal",
)

BEFORE = "g1 g2 g3 g4 g5 g6 g7"

AFTER = """
    k7 b7 o7 g7 y7 J | g1 g2 g3 g4 g5 g6 g7 g8 | y3 o3 g3 b3 k3 p3 J | w4 b4 k4 g4 r4 o4 p4 y4 |
    w1 p1 g1 y1 o1 b1 r1 k1 | J g4 g5 g6 g7 g8 | k8 w8 g8 r8 b8 J | p8 k8 y8 w8 r8 J |
    y5 r5 o5 w5 k5 p5 g5 | b5 p5 y5 k5 w5 o5 r5 J | y2 y3 J y5 y6 y7 | k1 k2 k3 k4 k5 k6 |
    r6 w6 y6 o6 p6 b6 J | y2 g2 r2 o2 k2 b2 p2 | b1 b2 b3 b4 b5 b6 b7 b8 |
    p1 p2 p3 p4 p5 p6 p7 p8 | y2 y3 y4 y5 y6 y7 y8 | r2 r3 r4 r5 r6 r7 r8 | k7 g7 o7 b7 y7 p7 |
    r1 r2 r3 r4 r5 r6 r7 r8
"""


def hand() -> str:
    """Every tile of the turn that is not on the table before it."""
    tiles = AFTER.replace("|", "").split()
    for tile in BEFORE.split():
        tiles.remove(tile)
    return " ".join(tiles)


def long_round() -> rf.Round:
    """A round in which seat 0 can make the turn."""
    return rf.Round.set_up([hand(), "r1"], BEFORE, opened=False, rules=RULES)


def check(name: str, cancel: rf.Cancellation | None = None) -> object:  # noqa: PLR0911, a case each
    """Start the check, in one of the ways in which it can be started."""
    match name:
        case "check_turn":
            return rf.check_turn(BEFORE, hand(), AFTER, rules=RULES, opened=False, cancel=cancel)
        case "play":
            return long_round().play(0, AFTER, cancel=cancel)
        case "take":
            return long_round().take(0, rf.Turn.play(AFTER, RULES), cancel=cancel)
        case "timeout":
            return long_round().timeout(0, [AFTER], cancel=cancel)
        case "steps":
            played = rf.Play(
                hand(),
                rf.Table(AFTER, RULES),
                0,
                proven=True,
                before=BEFORE,
                hand=hand(),
                opened=False,
                rules=RULES,
            )
            return played.steps(cancel=cancel)
        case _:
            event = {"seat": 0, "kind": "play", "tiles": hand().split(), "table": AFTER.split("|")}
            event |= {"drawn": 0, "hand_size": 0, "pool_size": 0}
            if name == "repeat":
                return long_round().repeat(rf.Event.from_dict(event, RULES), cancel=cancel)
            fields = {**long_round().to_dict(), "events": [event]}
            return rf.Round.from_dict(fields, cancel=cancel)


CHECKS = ("check_turn", "play", "take", "timeout", "steps", "repeat", "from_dict")
