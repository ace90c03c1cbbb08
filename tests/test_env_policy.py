"""The environment: listed plays, encoding, bots in it, policies as bots, the guide."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rummy_fast as rf
from players import Puppet
from rummy_fast.env import Observation, PolicyBot, choices, encode, encoding, env
from test_env import Env, any_of, equal, legal, played

ROOT = Path(__file__).parent.parent
LONG = rf.Round.set_up(
    ["r6 r7 y6 y7 g6 g7 b6 b7 r13 J", "b1"],
    "r3 r4 r5 | y3 y4 y5 | g3 g4 g5 | b3 b4 b5 | r9 J y9",
    "b2",
)
"""A round in which seat 0 has very many plays."""


def texts(plays: tuple[rf.Play, ...]) -> list[str]:
    return [" ".join(map(str, play.tiles)) for play in plays]


# Listed plays


def test_all_plays_are_listed_if_there_are_few() -> None:
    view = rf.Round.set_up(["r9 r5 y1", "g1"], "r6 r7 r8", "b1").view(0)
    listed = choices(view)
    assert texts(listed.plays) == ["r5 r9", "r9", "r5"]
    assert listed.complete
    assert list(listed.plays) == list(rf.candidates(view.table, view.hand))
    assert choices(view, 3).complete
    assert texts(choices(view, 2).plays) == ["r5 r9", "r5"]
    assert not choices(view, 2).complete


@pytest.mark.parametrize("most", [1, 2, 3, 8, 32, 64])
def test_some_plays_hold_back_a_tile_if_there_are_many(most: int) -> None:
    view = LONG.view(0)
    listed = choices(view, most)
    assert not listed.complete
    assert len(listed.plays) == most
    best = rf.solve(view.table, view.hand)
    known = {play.tiles for play in listed.plays}
    assert len(known) == most
    # The best come first, and the play of `solve` is among them.
    ranks = [(-len(play.tiles), -play.points) for play in listed.plays]
    assert ranks == sorted(ranks)
    assert best.tiles in known
    assert ranks[0] == (-len(best.tiles), -best.points)
    top = [play.tiles for play in rf.candidates(view.table, view.hand, most=most)]
    assert len(set(top) & known) >= most - most // 2
    for play in listed.plays:
        assert rf.check_turn(view.table, view.hand, play.table).legal
    if most >= 32:
        for kind in set(best.tiles):
            without = [tile for tile in view.hand if tile != kind]
            assert rf.solve(view.table, without).tiles in known, kind


def test_a_joker_can_be_held_back() -> None:
    table = "r3 r4 r5 | y3 y4 y5 | g3 g4 g5 | b3 b4 b5"
    view = rf.Round.set_up(["r6 y6 g6 b6 r13 b13 J y1", "g1"], table, "b2").view(0)
    # The joker makes a meld, so keeping it costs three tiles: none of the best eight plays does.
    assert all(rf.Tile("J") in play.tiles for play in rf.candidates(table, view.hand, most=8))
    listed = choices(view, 8)
    assert texts(listed.plays)[0] == "r6 r13 y6 g6 b6 b13 J"
    assert texts(listed.plays)[-1] == "r6 y6 g6 b6"


def test_not_all_plays_of_a_huge_hand_are_searched() -> None:
    rules = rf.Rules(copies=4)
    hand = [f"{color}{value}" for color in "rygb" for value in range(1, 14)] + ["r1", "y2"] * 3
    hand += ["b7"] * 3
    assert len(hand) > 60
    for opened in (True, False):
        start = rf.Round.set_up([hand, "b1"], "", "b2", opened=opened, rules=rules)
        listed = choices(start.view(0), 8)
        assert not listed.complete
        assert len(listed.plays) == 8
        best = rf.solve("", hand, opened=opened, rules=rules)
        assert len(listed.plays[0].tiles) == len(best.tiles)
    stuck = [f"{color}{value}" for color in "ry" for value in range(1, 26, 2)] * 3
    rules = rf.Rules(copies=4, colors=2, values=26)
    start = rf.Round.set_up([stuck, "r2"], "", "y2", rules=rules)
    assert len(stuck) == 78
    assert choices(start.view(0)).complete
    assert choices(start.view(0)).plays == ()


def test_actions_and_turns() -> None:
    view = rf.Round.set_up(["r9 r5 y1", "g1"], "r6 r7 r8", "b1").view(0)
    listed = choices(view, 8)
    for action in (0, 1, 2, 8):
        assert listed.action(listed.turn(action)) == action
    # The same tiles can be played in several ways.
    other = choices(rf.Round.set_up(["r8", "g1"], "r5 r6 r7 | y8 g8 b8").view(0))
    for table in ("r5 r6 r7 r8 | y8 g8 b8", "r5 r6 r7 | r8 y8 g8 b8"):
        assert other.action(rf.Turn.play(table)) == 0
    for bad, message in [
        (rf.Turn.pass_(), "seat_0 cannot pass: it can only play or draw"),
        (
            rf.Turn.play("r5 r6 r7 r8 | y1 y2 y3"),
            "playing r5 y1 y2 y3 is not among the 3 listed plays",
        ),
        (rf.Turn.play("r6 r7 r8"), "seat_0: playing nothing is not among"),
    ]:
        with pytest.raises(rf.RummyError, match=re.escape(message)):
            listed.action(bad)
    idle = choices(LONG.view(1))
    assert idle.plays == ()
    assert idle.draw_or_pass is None
    with pytest.raises(rf.RummyError, match="seat_1 has nothing to decide: it is not its turn"):
        idle.action(rf.Turn.draw())
    for wrong in (0, 10_001):
        with pytest.raises(rf.RummyError, match=f"candidates = {wrong}"):
            choices(LONG.view(0), wrong)
    with pytest.raises(TypeError, match="candidates"):
        encode(LONG.view(0), "many")  # type: ignore[arg-type]


# Encoding


def tiles(row: Any, kinds: tuple[rf.Tile, ...]) -> str:
    return " ".join(str(kind) for kind, count in zip(kinds, row, strict=True) for _ in range(count))


def test_every_array() -> None:
    table = "r3 J r5 | y8 g8 J | b1 b2 b3 b4"
    start = rf.Round.set_up(
        ["r4 b5 b5 y13", "g1 g2", "g3"], table, "b1 b2 r2", opened=[True, False, True], to_move=1
    )
    start.draw(1)
    start.draw(2)
    seen = encode(start.view(0), 4)
    kinds = encoding(start.rules, 3, 4).kinds
    assert " ".join(map(str, (*kinds[:14], *kinds[-2:]))) == (
        "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 y1 b13 J"
    )
    arrays = seen["observation"]
    shapes = {name: (array.shape, array.dtype.name) for name, array in arrays.items()}  # type: ignore[attr-defined]
    assert shapes == {
        "hand": ((53,), "int8"),
        "table": ((53,), "int8"),
        "melds": ((35, 53), "int8"),
        "stands_for": ((35, 53), "int8"),
        "seats": ((3, 3), "int16"),
        "pool": ((1,), "int16"),
        "play_tiles": ((4, 53), "int8"),
        "play_features": ((4, 5), "int32"),
    }
    assert tiles(arrays["hand"], kinds) == "r4 y13 b5 b5"
    assert tiles(arrays["table"], kinds) == "r3 r5 y8 g8 b1 b2 b3 b4 J J"
    melds = [tiles(row, kinds) for row in arrays["melds"]]
    stands_for = [tiles(row, kinds) for row in arrays["stands_for"]]
    for meld, stands in (("r3 r5 J", "r4"), ("y8 g8 J", "r8 b8"), ("b1 b2 b3 b4", "")):
        assert stands_for[melds.index(meld)] == stands
    assert melds[3:] == [""] * 32
    assert arrays["seats"].tolist() == [[4, 1, 0], [3, 0, 1], [2, 1, 1]]
    others = encode(start.view(2), 4)["observation"]["seats"].tolist()
    assert others == [[2, 1, 1], [4, 1, 0], [3, 0, 1]]
    assert arrays["pool"].tolist() == [1]
    # r4 frees the joker of the run, which can then stand for anything elsewhere.
    plays = rf.candidates(start.table, start.hands[0], most=4)
    assert [tiles(row, kinds) for row in arrays["play_tiles"]] == texts(tuple(plays)) + [""] * (
        4 - len(plays)
    )
    assert seen["action_mask"].tolist() == [int(n < len(plays)) for n in range(4)] + [1]
    for row, play in zip(arrays["play_features"].tolist(), plays, strict=False):
        changed = sum((Counter(start.table) - Counter(play.table)).values())
        left = 4 - len(play.tiles)
        assert row == [len(play.tiles), play.points, left, len(play.table), changed]
    assert (arrays["play_features"].any(axis=1) == (arrays["play_tiles"].any(axis=1))).all()


def test_turns_without_a_play_are_counted() -> None:
    round_ = rf.Round.set_up(["r9 r13 y1", "y13"], "r6 r7 r8", "b1 b3 b5 b7 b9", to_move=1)
    ours, theirs = [], []
    for turn in ("draw", "draw", "draw", "r6 r7 r8 r9", "draw", "draw"):
        ours.append(encode(round_.view(0))["observation"]["seats"][:, 2].tolist())
        theirs.append(encode(round_.view(1))["observation"]["seats"][:, 2].tolist())
        act = rf.Turn.draw() if turn == "draw" else rf.Turn.play(turn)
        round_.take(round_.to_move, act)
    assert ours == [[0, 0], [0, 1], [1, 1], [1, 2], [0, 2], [0, 3]]
    assert theirs == [pair[::-1] for pair in ours]
    # The count stops at 100.
    pool = [f"{color}{value}" for color in "rygb" for value in range(1, 14)] * 4
    rules = rf.Rules(copies=4)
    long = rf.Round.set_up([pool[:1], pool[1:2]], "", pool[2:], rules=rules)
    for _ in range(202):
        long.draw(long.to_move)
    assert encode(long.view(0), 1)["observation"]["seats"][:, 2].tolist() == [100, 100]


def test_out_of_turn_nothing_is_legal() -> None:
    seen = encode(LONG.view(1))
    assert not seen["action_mask"].any()
    assert not seen["observation"]["play_tiles"].any()
    assert tiles(seen["observation"]["hand"], encoding(LONG.rules, 2).kinds) == "b1"


# Bots in the environment, and policies as bots


@pytest.mark.parametrize("seats", [2, 3])
def test_built_in_bots_play_in_the_environment(seats: int) -> None:
    bots = [rf.Greedy(), rf.Search(seed=1, positions=100), rf.Careful()][:seats]
    game: Env = env(seats=seats)
    game.reset(seed=3)
    plays = 0
    while not game.round.over:
        agent = game.agent_selection
        turn = bots[game.round.to_move].choose(game.view(agent))
        action = game.action_of(turn)
        if turn.kind == "play":
            held = game.round.hands[game.round.to_move]
            game.step(action)
            assert turn.table is not None
            event = game.round.events[-1]
            assert Counter(tile for meld in turn.table for tile in meld.tiles) == Counter(
                tile for meld in event.table for tile in meld.tiles
            )
            assert len(held) == event.hand_size + len(event.tiles)
            plays += 1
        else:
            game.step(action)
    assert plays > 5


def test_the_first_legal_action_is_greedy() -> None:
    bot = PolicyBot(lambda observation: observation["action_mask"].argmax(), name="first")
    for seed in range(3):
        round_ = rf.Round.deal(2, seed=seed)
        while not round_.over:
            view = round_.view(round_.to_move)
            best = rf.solve(view.table, view.hand, opened=view.opened[view.seat])
            event = round_.take(view.seat, bot.choose(view, 1.0))
            assert len(event.tiles) == len(best.tiles)
    assert bot.name == "first"


def test_a_policy_plays_a_match() -> None:
    asked: list[Observation] = []

    def policy(observation: Observation) -> int:
        asked.append(observation)
        return any_of(len(asked))(observation)

    match = rf.Match([PolicyBot(policy, 8), "greedy", PolicyBot(policy, 8, name="twin")], seed=2)
    result = match.play()
    assert not result.faults
    assert len(asked) > 10
    space = encoding(match.rules, 3, 8).space()
    assert all(space.contains(observation) for observation in asked)
    # In the environment, the same policy gets the same observations and makes the same turns.
    events = match.round.events
    game: Env = env(seats=3, candidates=8)
    assert match.round.seed is not None
    start = rf.Round.deal(3, seed=match.round.seed, starter=events[0].seat)
    game.reset(options={"round": start})
    met = []
    for event in events:
        if event.seat != 1:
            met.append(game.last()[0])
            assert equal(met[-1], asked[len(met) - 1])
        turn = rf.Turn.play(event.table) if event.tiles else rf.Turn(event.kind)
        try:
            game.step(game.action_of(turn))
        except rf.RummyError:
            assert event.seat == 1
            break
    assert len(met) > 5


def test_a_bad_policy_loses_its_turns() -> None:
    bot = PolicyBot(lambda _: 5)
    view = rf.Round.set_up(["r9 r5 y1", "g1"], "r6 r7 r8", "b1").view(0)
    message = "seat_0: action 5 is not legal this turn: plays 0 to 2 are listed, and 32 is to draw"
    with pytest.raises(rf.RummyError, match=re.escape(message)):
        bot.choose(view)
    with pytest.raises(TypeError, match="seat_0: action 'draw' is not a whole number"):
        PolicyBot(lambda _: "draw").choose(view)  # type: ignore[arg-type, return-value]
    with pytest.raises(rf.RummyError, match="it is not this seat's turn"):
        PolicyBot(lambda _: 0).choose(LONG.view(1))
    with pytest.raises(rf.RummyError, match="candidates = 0"):
        PolicyBot(lambda _: 0, 0)
    result = rf.Match([bot, Puppet(rf.Greedy().choose)], seed=1).play()
    assert {(fault.seat, fault.code) for fault in result.faults} == {(0, "raised")}
    assert "seat_0: action 5 is not legal" in result.faults[0].message


# The guide, and imports


def test_the_guide() -> None:
    guide = (ROOT / "docs" / "env.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    assert len(blocks) >= 6
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "docs/env.md", "exec"), names)  # noqa: S102 - our own examples
    assert names["result"].rounds
    # The guide gives the right shape and type of every array.
    K, M, C, S = 32, 35, 53, 2  # noqa: N806, as the guide calls them
    rows = dict(re.findall(r"^\| `(\w+)` \| (\(.*?\)) \| (?:int\d+) \|", guide, re.MULTILINE))
    types = dict(re.findall(r"^\| `(\w+)` \| \(.*?\) \| (int\d+) \|", guide, re.MULTILINE))
    seen = encode(rf.Round.deal(seed=1).view(0))
    arrays: dict[str, Any] = {**seen["observation"], "action_mask": seen["action_mask"]}
    assert rows.keys() == types.keys() == arrays.keys()
    scope = {"K": K, "M": M, "C": C, "S": S}
    for name, array in arrays.items():
        assert eval(rows[name], scope) == array.shape  # noqa: S307 - our own guide
        assert types[name] == array.dtype.name


def run(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_the_library_does_not_need_the_extra() -> None:
    script = (
        "import sys, rummy_fast; print('numpy' in sys.modules, 'rummy_fast.env' in sys.modules)"
    )
    assert run(script).split() == ["False", "False"]
    script = "import sys; sys.modules['pettingzoo'] = None; import rummy_fast.env"
    assert "rummy_fast.env needs pettingzoo: pip install 'rummy_fast[env]'" in run(script)


def test_every_action_of_a_hard_position_is_legal() -> None:
    game: Env = env(candidates=64)
    game.reset(options={"round": LONG})
    observation = game.last()[0]
    assert legal(observation) == list(range(65))
    for action in range(65):
        game.round.copy().take(0, game.choices("seat_0").turn(action))
    rewards = {agent: reward for agent, _, reward in played(game, any_of(1))}
    assert sum(rewards.values()) == 0
    assert np.isfinite(list(rewards.values())).all()
