"""The environment: PettingZoo's own tests, hidden tiles, legal actions, whole episodes, seeds."""

import copy
import logging
import pickle
import random
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
import rummy_fast as rf
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test.api_test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test
from rummy_fast.env import Observation, encode, env, raw_env

Env = Any  # the wrappers forward unknown attributes

KNOWN = {
    # PettingZoo warns so about any game with masks that is not on its list of names.
    "Observation is not a NumPy array",
    (
        "Observation space for each agent probably should be gymnasium.spaces.box or "
        "gymnasium.spaces.discrete"
    ),
    # An agent that is done has no legal action.
    "Action mask numpy array is all zeros (no legal actions).",
}


def legal(observation: Observation) -> list[int]:
    actions: list[int] = observation["action_mask"].nonzero()[0].tolist()
    return actions


def equal(one: object, other: object) -> bool:
    return bool(data_equivalence(one, other, exact=True))


def any_of(seed: int) -> Callable[[Observation], int]:
    """A policy that takes any legal action."""
    chance = random.Random(seed)
    return lambda observation: chance.choice(legal(observation))


def played(game: Env, act: Callable[[Observation], int]) -> Iterator[tuple[str, Any, float]]:
    """Play to the end; yield each agent, what it observes, and its reward."""
    for agent in game.agent_iter():
        observation, reward, termination, truncation, _ = game.last()
        yield agent, observation, reward
        game.step(None if termination or truncation else act(observation))


# PettingZoo's own tests


@pytest.mark.parametrize(
    ("make", "options"),
    [
        (env, {}),
        (raw_env, {}),
        (env, {"rules": "sabra", "seats": 4, "candidates": 3}),
        (env, {"rules": "rummikub_xp", "seats": 3, "max_cycles": 20}),
    ],
)
def test_api(make: Callable[..., Env], options: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(make(**options), num_cycles=250)  # type: ignore[no-untyped-call]
    assert {str(warning.message) for warning in caught} <= KNOWN


def test_pettingzoos_seed_test_passes() -> None:
    seed_test(env, num_cycles=150)  # type: ignore[no-untyped-call]
    other = partial(env, "free_jokers", 3, 8, scale=0.01)
    seed_test(other, num_cycles=100)  # type: ignore[no-untyped-call]


def test_pettingzoos_render_test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    def shows_all(text: str) -> bool:
        return "Table  " in text and "seat_0 (" in text and "seat_1 (" in text

    render_test(env, {"ansi": shows_all})  # type: ignore[arg-type]
    assert "Table  " in capsys.readouterr().out


def test_max_cycles_counts_turns_per_seat() -> None:
    # The half of PettingZoo's max_cycles_test for environments in which agents take turns.
    game: Env = env(seats=3, max_cycles=4)
    game.reset(seed=1)
    turns: Counter[str] = Counter()
    for agent, _, reward in played(game, any_of(1)):
        turns[agent] += 1
        assert reward == 0.0
        if turns[agent] == 5:
            assert game.truncations[agent]
            assert not game.terminations[agent]
            assert game.unwrapped.round.outcome is None
    assert list(turns.values()) == [5, 5, 5]


# Hidden tiles


Seen = list[tuple[Any, dict[str, Any], float]]


def trajectory(start: rf.Round, turns: int, seed: int) -> tuple[Seen, list[int]]:
    """Play on from a round: seat 0 makes random moves, the others draw.

    Returns what seat 0 sees at every turn, and which tiles of the pool it draws.
    """
    game: Env = env(start.rules, start.seats)
    game.reset(options={"round": start})
    act, seen, drawn = any_of(seed), [], []
    for _ in range(turns):
        observation = game.observe("seat_0")
        seen.append((observation, game.infos["seat_0"], game.rewards["seat_0"]))
        mine = game.agent_selection == "seat_0"
        action = act(observation) if mine else 32
        if mine and action == 32:
            drawn.append(len(start.pool) - len(game.round.pool))
        game.step(action)
        if game.round.over:
            break
    return seen, drawn


@pytest.mark.parametrize(("rules", "seats"), [("schmidt", 2), ("sabra", 3), ("free_jokers", 4)])
def test_hidden_tiles_do_not_leak(rules: str, seats: int) -> None:
    chose = differed = 0
    for seed in range(6):
        chance = random.Random(seed)
        middle = rf.Round.deal(seats, seed=seed, rules=rules)
        while len(middle.events) < 7 * seats and min(map(len, middle.hands)) > 6:
            middle.take(middle.to_move, rf.Greedy().choose(middle.view(middle.to_move)))
        assert not middle.over

        def round_of(hidden: list[rf.Tile], middle: rf.Round = middle) -> rf.Round:
            tiles = iter(hidden)
            hands = [[next(tiles) for _ in hand] for hand in middle.hands[1:]]
            return rf.Round.set_up(
                [middle.hands[0], *hands],
                middle.table,
                list(tiles),
                opened=middle.opened,
                to_move=middle.to_move,
                rules=middle.rules,
            )

        held = [tile for hand in middle.hands[1:] for tile in hand]
        hidden = [*held, *middle.pool]
        ours, drawn = trajectory(round_of(hidden), 10 * seats, seed)
        kept = {len(held) + place for place in drawn}
        places = [place for place in range(len(hidden)) if place not in kept]
        swapped = list(hidden)
        for place, source in zip(places, chance.sample(places, len(places)), strict=True):
            swapped[place] = hidden[source]
        theirs, _ = trajectory(round_of(swapped), 10 * seats, seed)
        assert equal(ours, theirs)
        # There were choices on the way, and another seat would have seen the difference.
        chose += any(len(legal(observation)) > 1 for observation, _, _ in ours)
        differed += not equal(*(encode(round_of(tiles).view(1)) for tiles in (hidden, swapped)))
    assert chose > 2
    assert differed > 4


def test_an_observation_follows_from_the_view() -> None:
    game: Env = env("rummikub", 3, 16)
    game.reset(seed=3)
    for turn, _ in enumerate(played(game, any_of(3))):
        for seat, agent in enumerate(game.possible_agents):
            view = rf.View.from_dict(game.round.view(seat).to_dict())
            assert equal(game.observe(agent), encode(view, 16))
        if turn == 12:
            break
    # Infos hold only the mask, and the outcome once all tiles are public.
    assert {key for info in game.infos.values() for key in info} == {"action_mask"}
    with pytest.raises(NotImplementedError):
        game.state()


# Whole episodes


@pytest.mark.parametrize(
    ("rules", "seats", "candidates", "rounds"),
    [
        ("schmidt", 2, 32, 4),
        ("schmidt", 3, 8, 3),
        ("rummikub", 4, 32, 2),
        ("rummikub_eu", 2, 1, 2),
        ("sabra", 2, 5, 2),
        ("rummikub_xp", 5, 4, 1),
        ("free_jokers", 3, 16, 2),
        ({"preset": "schmidt", "jokers": 0, "stalemate": "void"}, 2, 32, 2),
        ({"colors": 6, "values": 9, "copies": 1, "jokers": 3, "closing_hand": True}, 2, 32, 3),
        ({"colors": 2, "values": 5, "hand_size": 5, "shortest_meld": 2, "opening_min": 3}, 2, 9, 3),
    ],
)
def test_whole_episodes(rules: Any, seats: int, candidates: int, rounds: int) -> None:
    game: Env = env(rules, seats, candidates, scale=0.5)
    spaces = {agent: game.observation_space(agent) for agent in game.possible_agents}
    for seed in range(rounds):
        game.reset(seed=seed)
        act, chance = any_of(seed), random.Random(seed)
        final: dict[str, float] = {}
        for agent, observation, reward in played(game, act):
            assert spaces[agent].contains(observation)
            final[agent] = reward
            if game.terminations[agent]:
                continue
            assert reward == 0
            assert equal(game.infos[agent], {"action_mask": observation["action_mask"]})
            if chance.random() < 0.1:
                allowed = legal(observation)
                assert allowed[-1] == candidates
                for action in range(candidates + 1):
                    assert (game.unwrapped.refusal(action) is None) == (action in allowed)
                    if action in allowed:
                        game.round.copy().take(game.round.to_move, game.choices(agent).turn(action))
                others = set(game.agents) - {agent}
                assert not any(game.observe(other)["action_mask"].any() for other in others)
        outcome = game.round.outcome
        assert outcome is not None
        assert final == {f"seat_{seat}": score / 2 for seat, score in enumerate(outcome.scores)}
        assert sum(final.values()) == 0
        assert not game.agents


def test_an_opening_is_listed() -> None:
    game: Env = env()
    opening = rf.Round.set_up(["r10 y10 b10 g1", "g2"], "r9 y9 g9", "b1 b2", opened=False)
    game.reset(options={"round": opening})
    observation, *_ = game.last()
    assert legal(observation) == [0, 32]
    game.step(0)
    assert str(game.view("seat_1").table) == "r9 y9 g9 | r10 y10 b10"
    assert game.observe("seat_1")["observation"]["seats"].tolist() == [[1, 0, 0], [1, 1, 0]]
    small = rf.Round.set_up(["r9 y9 b9 g1", "g2"], "", "b1 b2", opened=False)
    game.reset(options={"round": small})
    assert legal(game.last()[0]) == [32]
    # With `closing_hand` the whole hand needs no 30 points, and everything counts double.
    rules = rf.Rules(closing_hand=True)
    whole = rf.Round.set_up(["r1 r2 r3 b1 b2 b3", "g2 J"], opened=False, rules=rules)
    game = env(rules)
    game.reset(options={"round": whole})
    game.step(0)
    assert game.last()[1:4] == (54.0, True, False)
    assert game.infos["seat_1"]["outcome"]["ending"] == "closed"


def test_with_an_empty_pool_the_last_action_passes() -> None:
    game: Env = env(candidates=2)
    game.reset(options={"round": rf.Round.set_up(["r9 r13", "y1"], "r6 r7 r8")})
    assert game.choices("seat_0").draw_or_pass == rf.Turn.pass_()
    assert legal(game.last()[0]) == [0, 2]
    game.step(2)
    assert game.choices("seat_0").draw_or_pass is None
    game.step(2)
    rewards = {agent: reward for agent, _, reward in played(game, any_of(0))}
    assert rewards == {"seat_0": -21.0, "seat_1": 21.0}


# Illegal actions


def test_an_illegal_action_ends_the_round(caplog: pytest.LogCaptureFixture) -> None:
    game: Env = env(scale=0.1, candidates=4)
    for seed in (1, 2):
        caplog.clear()
        game.reset(seed=seed)
        game.step(4)
        agent, other = game.agent_selection, game.round.to_move ^ 1
        message = (
            f"{agent}: action 3 is not legal this turn: there is nothing to play, and 4 is to draw"
        )
        with caplog.at_level(logging.WARNING):
            game.step(3)
        assert message in caplog.messages
        assert game.infos[agent] == {"illegal_action": message}
        assert all(game.terminations.values())
        # All tiles of the deck are worth 4 * 2 * 91 + 2 * 25 points.
        rewards = {who: reward for who, _, reward in played(game, any_of(0))}
        assert rewards == {agent: pytest.approx(-77.8), f"seat_{other}": 0.0}
        assert not game.agents


def test_without_wrappers_an_illegal_action_raises() -> None:
    game = raw_env(candidates=4)
    game.reset(options={"round": rf.Round.set_up(["r9 r5 y1", "g1"], "r6 r7 r8", "b1")})
    before = game.observe("seat_0"), game.round.copy()
    for action, message in [
        (3, "seat_0: action 3 is not legal this turn: plays 0 to 2 are listed, and 4 is to draw"),
        (5, "seat_0: action 5 is out of range: must be from 0 to 4"),
        (-1, "seat_0: action -1 is out of range: must be from 0 to 4"),
    ]:
        with pytest.raises(rf.RummyError, match=re.escape(message)):
            game.step(action)
        assert game.refusal(action) == message
    for wrong in (None, 1.0, "draw"):
        with pytest.raises(TypeError, match="seat_0: action "):
            game.step(wrong)  # type: ignore[arg-type]
    assert equal(game.observe("seat_0"), before[0])
    assert game.round == before[1]
    with pytest.raises(
        rf.RummyError, match="seat_1: action 4 is not legal: it is not this seat's turn"
    ):
        game.choices("seat_1").turn(4)
    game.step(np.int32(4))
    assert game.agent_selection == "seat_1"
    wrapped: Env = env(candidates=4)
    wrapped.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        wrapped.step(5)
    # True is a whole number, 1.
    wrapped.reset(options={"round": before[1]})
    wrapped.step(True)  # noqa: FBT003
    assert wrapped.agent_selection == "seat_1"


def test_unknown_agents_and_wrong_types_raise() -> None:
    game = raw_env()
    game.reset(seed=1)
    for ask in (game.observe, game.view, game.choices, game.observation_space, game.action_space):
        with pytest.raises(rf.RummyError, match="agent 'seat_2': must be one of seat_0, seat_1"):
            ask("seat_2")
    nothing: Any = 5
    with pytest.raises(TypeError, match="argument 'turn': expected a Turn, got int"):
        game.action_of(nothing)
    with pytest.raises(TypeError, match="argument 'options': expected a dict or None, got int"):
        game.reset(options=nothing)


def test_order_is_enforced() -> None:
    game: Env = env()
    with pytest.raises(AssertionError, match="reset"):
        game.step(32)
    raw = raw_env(max_cycles=1)
    for early in (lambda: raw.observe("seat_0"), lambda: raw.step(32)):
        with pytest.raises(rf.RummyError, match="there is no round yet: call reset first"):
            early()
    game.reset(seed=1)
    for _ in played(game, any_of(1)):
        pass
    raw.reset(seed=1)
    raw.step(32)
    raw.step(32)
    with pytest.raises(ValueError, match="the only valid action is None"):
        raw.step(32)
    raw.step(None)
    raw.step(None)
    with pytest.raises(rf.RummyError, match="the round is over: call reset first"):
        raw.step(None)
    # Leaving a round half-way through its end has no effect on the next.
    raw.reset(seed=1)
    assert raw.agents == ["seat_0", "seat_1"]
    assert "_skip_agent_selection" not in vars(raw)


@pytest.mark.filterwarnings("ignore:.*render_mode")
def test_without_a_render_mode_nothing_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    game: Env = env()
    game.reset(seed=1)
    assert game.render() is None
    assert not capsys.readouterr().out


def test_the_text_of_a_round() -> None:
    game: Env = env(render_mode="ansi", candidates=2)
    game.reset(options={"round": rf.Round.set_up(["r9 r13", "y1"], "r6 r7 r8", "b1")})
    assert game.render() == (
        "Table  r6 r7 r8\nPool   1 tile\n"
        "> seat_0 (opened, 2 tiles)  r9 r13\n  seat_1 (opened, 1 tile)  y1\n"
    )
    game.step(0)
    assert game.render().startswith("Last   seat_0 plays r9\nTable  r6 r7 r8 r9\n")
    for action in (2, 2, 2):
        game.step(action)
    assert game.render() == (
        "Last   seat_1 passes\nTable  r6 r7 r8 r9\nPool   0 tiles\n"
        "  seat_0 (opened, 1 tile)  r13\n  seat_1 (opened, 2 tiles)  y1 b1\n"
        "End    stalemate, scores -11 11\n"
    )


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"rules": "bridge"}, rf.InvalidRulesError, "bridge"),
        ({"rules": 7}, TypeError, "rules"),
        ({"seats": 1}, rf.RummyError, "1"),
        ({"seats": 5}, rf.RummyError, "5"),
        ({"seats": "two"}, TypeError, "seats"),
        (
            {"candidates": 0},
            rf.RummyError,
            "candidates = 0: must be a whole number from 1 to 10000",
        ),
        ({"candidates": 10_001}, rf.RummyError, "candidates = 10001"),
        ({"candidates": 2.0}, TypeError, "candidates"),
        ({"candidates": True}, TypeError, "candidates"),
        ({"scale": 0}, rf.RummyError, "scale = 0.0: must be more than 0"),
        ({"scale": float("nan")}, rf.RummyError, "scale = nan: must be finite"),
        ({"scale": "big"}, TypeError, "scale"),
        ({"scale": 10**400}, rf.RummyError, "must be finite"),
        ({"max_cycles": 0}, rf.RummyError, "max_cycles = 0"),
        ({"max_cycles": 1.5}, TypeError, "max_cycles"),
        ({"render_mode": "rgb_array"}, rf.RummyError, "render_mode = 'rgb_array'"),
        ({"illegal_reward": float("inf")}, rf.RummyError, "illegal_reward = inf"),
        ({"illegal_reward": "-1"}, TypeError, "illegal_reward"),
    ],
)
def test_bad_arguments(options: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=re.escape(message)):
        env(**options)


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"seed": -1}, rf.RummyError, "seed = -1"),
        ({"seed": 2**64}, rf.RummyError, "seed = "),
        ({"seed": "7"}, TypeError, "seed"),
        ({"options": {"starter": 2}}, rf.RummyError, "2"),
        ({"options": {"starter": "me"}}, TypeError, "starter"),
        ({"options": {"round": "r1"}}, TypeError, "options['round']"),
        ({"options": {"round": rf.Round.deal(3, seed=1)}}, rf.RummyError, "has 3 seats, not 2"),
        (
            {"options": {"round": rf.Round.deal(seed=1, rules="sabra")}},
            rf.RummyError,
            "different rules",
        ),
        (
            {"options": {"round": rf.Round.deal(seed=1), "starter": 1}},
            rf.RummyError,
            "'starter' is for a new deal",
        ),
    ],
)
def test_bad_resets(arguments: dict[str, Any], kind: type[Exception], message: str) -> None:
    game: Env = env()
    game.reset(seed=5)
    before = game.round.copy()
    with pytest.raises(kind, match=re.escape(message)):
        game.reset(**arguments)
    assert game.round == before
    ended = rf.Round.set_up(["r9", "g1"], "r6 r7 r8")
    ended.play(0, "r6 r7 r8 r9")
    with pytest.raises(rf.RummyError, match="the round is over"):
        game.reset(options={"round": ended})


# Seeds


def test_the_seed_determines_the_deal() -> None:
    game: Env = env("sabra", 3)
    game.reset(seed=7)
    assert game.round == rf.Round.deal(3, seed=7, rules="sabra")
    seeds = []
    for _ in range(2):
        game.reset()
        seeds.append(game.round.seed)
    # The same on every platform and in every version of numpy.
    assert seeds == [11_530_976_094_092_348_043, 16_550_673_365_885_938_325]
    game.reset(seed=7, options={"starter": 2, "unknown": None})
    assert game.round == rf.Round.deal(3, seed=7, rules="sabra", starter=2)
    assert game.agent_selection == "seat_2"
    others: list[Env] = [env("sabra", 3) for _ in range(2)]
    for other in others:
        other.reset()
    assert len({other.round.seed for other in others}) == 2


def test_copies_are_independent() -> None:
    game: Env = env("free_jokers", 2, 8)
    game.reset(seed=4)
    for _ in range(30):
        game.step(any_of(4)(game.last()[0]))
    copies = [copy.deepcopy(game), pickle.loads(pickle.dumps(game))]  # noqa: S301 - our own
    ours = list(played(game, any_of(5)))
    for again in copies:
        assert equal(list(played(again, any_of(5))), ours)
        again.reset()
        assert again.agents == again.possible_agents
