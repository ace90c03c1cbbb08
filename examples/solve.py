"""Find the best play in a position, its steps, and the next best plays."""

import rummy_fast as rf

TABLE = "r3 J r5 | g2 g3 g4 g5"
HAND = "r4 y9 b9 g6 y2 b2"


def main() -> None:
    """Solve the position and print the turn."""
    play = rf.solve(TABLE, HAND)
    print(f"{len(play.tiles)} tiles, {play.points} points, proven: {play.proven}")
    for number, step in enumerate(play.steps(), 1):
        print(f"{number}. {step}")
    others = rf.candidates(TABLE, HAND, most=4)[1:]
    print("Next best:", "; ".join(" ".join(map(str, other.tiles)) for other in others))


if __name__ == "__main__":
    main()
