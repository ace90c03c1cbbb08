"""The round as a PettingZoo environment: seats take turns, each step is a turn."""

import logging
import sys
from math import isfinite, nan
from operator import index
from typing import Any, Final, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from rummy_fast._core import Round, Rules, RummyError, Turn, View
from rummy_fast.arguments import check_count, check_seed
from rummy_fast.env.choices import CANDIDATES, Choices
from rummy_fast.env.choices import choices as choices_of
from rummy_fast.env.encoding import Observation, encoding
from rummy_fast.env.text import text_of
from rummy_fast.match import RulesLike
from rummy_fast.words import wrong_type

logger = logging.getLogger("rummy_fast.env")

Action = SupportsIndex | None
"""A whole number, or None of an agent that is done."""

RENDER_MODES: Final = ("human", "ansi")
MOST_CYCLES: Final = 1_000_000


class RummyEnv(AECEnv[str, Observation, Action]):
    """One round, without the wrappers of `env`.

    Agents are `seat_0`, `seat_1` and so on; who begins is drawn at random (rule 3).

    Action `i` below `candidates` makes the play that `choices` lists in place `i`, best first;
    action `candidates` draws a tile, or passes where there is no pool. The mask is in the
    observation (`action_mask`), and in `infos` of the agent to move.

    Everyone's reward is 0 until the round ends; then it is the score of the round (rules 16 to 18)
    times `scale`, and scores sum to 0. There is no clock (rule 13).

    Args:
        rules: The rules; `schmidt` if None.
        seats: How many play.
        candidates: How many plays are listed at most, 1 to 10,000.
        scale: What a point of the score is worth as a reward; more than 0.
        max_cycles: Turns of each seat after which the round is truncated, with reward 0 for all; if
            None it is played to its end.
        render_mode: `"ansi"`: `render` returns text; `"human"`: every position is printed.

    Raises:
        RummyError: If the rules are for fewer or more players, the deck is too small, or an
            argument is out of range.
        TypeError: If an argument is of the wrong type.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012, so PettingZoo has it
        "name": "rummy_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: RulesLike | None = None,
        seats: int = 2,
        candidates: int = CANDIDATES,
        *,
        scale: float = 1.0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Make the spaces; `reset` deals."""
        super().__init__()  # type: ignore[no-untyped-call]
        self.rules = Rules(rules)
        self.seats = Round.deal(seats, seed=0, rules=self.rules).seats
        self.encoding = encoding(self.rules, seats, candidates)
        self.scale = _check_scale(scale)
        self.max_cycles = (
            None if max_cycles is None else check_count("max_cycles", max_cycles, 1, MOST_CYCLES)
        )
        if render_mode is not None and render_mode not in RENDER_MODES:
            known = ", ".join(map(repr, RENDER_MODES))
            raise RummyError(f"render_mode = {render_mode!r}: must be None or one of {known}")
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._spaces = [
            (self.encoding.space(), spaces.Discrete(candidates + 1)) for _ in self.possible_agents
        ]
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}
        self._deals: np.random.PCG64 | None = None
        self._round: Round | None = None
        self._listed: Choices | None = None
        self._turns = 0

    def _seat(self, agent: str) -> int:
        """The seat of an agent."""
        if agent not in self.possible_agents:
            raise RummyError(f"agent {agent!r}: must be one of {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """Give the space of the observations; the arrays are told in `Arrays`."""
        return self._spaces[self._seat(agent)][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Give the space of the actions: one for each candidate, and waiting."""
        return self._spaces[self._seat(agent)][1]

    @property
    def round(self) -> Round:
        """The referee, who knows every tile and the seed of the deal: not for agents to see.

        Raises:
            RummyError: If there is none yet.
        """
        if self._round is None:
            raise RummyError("there is no round yet: call reset first")
        return self._round

    def view(self, agent: str) -> View:
        """Show what an agent's seat may see, which is what a bot is asked with.

        Raises:
            RummyError: If there is no such agent, or no round yet.
        """
        return self.round.view(self._seat(agent))

    def choices(self, agent: str) -> Choices:
        """Tell what an agent may do; nothing if it is not its turn."""
        view = self.view(agent)
        if view.seat != view.to_move:
            return choices_of(view, self.encoding.candidates)
        if self._listed is None:
            self._listed = choices_of(view, self.encoding.candidates)
        return self._listed

    def refusal(self, action: Action) -> str | None:
        """Tell why the agent to move may not do something.

        Args:
            action: The action.

        Returns:
            The reason; None if it is legal.
        """
        try:
            self._turn(action)
        except (RummyError, TypeError) as error:
            return str(error)
        return None

    def _mover(self) -> str:
        """The agent to move, or to be let go."""
        if not self.agents:
            state = "there is no round yet" if self._round is None else "the round is over"
            raise RummyError(f"{state}: call reset first")
        return self.agent_selection

    def _turn(self, action: Action) -> Turn:
        agent = self._mover()
        if action is None:
            raise TypeError(f"{agent}: action None is for agents that are done; this one is not")
        return self.choices(agent).turn(action)

    def action_of(self, turn: Turn) -> int:
        """Tell which action of the agent to move stands for a turn that a bot has decided.

        Args:
            turn: The turn.

        Returns:
            The action that plays the same tiles.

        Raises:
            RummyError: If the turn is not among the choices, or there is no round.
            TypeError: If it is no turn.
        """
        return self.choices(self._mover()).action(turn)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal.

        Args:
            seed: With a seed the deal is `Round.deal(seats, seed=seed, rules=rules)`, and those
                after it follow from it. Without one the deals go on from the last seed; if there
                never was one, they are left to chance.
            options: `"starter"`: the seat that begins; `"round"`: a `Round` to play on from, such
                as `Round.set_up` makes, of which a copy is taken. Others mean nothing.

        Raises:
            RummyError: If the seed or the starter is out of range, or the round is over, or has
                other rules or seats.
            TypeError: If an argument is of the wrong type.
        """
        if options is not None and not isinstance(options, dict):
            raise wrong_type("options", "a dict or None", options)
        options = options or {}
        given, starter = options.get("round"), options.get("starter")
        if given is not None:
            self._check_round(given, starter)
        if seed is not None:
            deal = check_seed(seed)
            deals = np.random.PCG64(deal)
        else:
            # What comes raw of a bit generator is the same in every version and on every platform.
            deals = self._deals or np.random.PCG64()
            deal = int(deals.random_raw())
        self._round = (
            Round.deal(self.seats, seed=deal, rules=self.rules, starter=starter)
            if given is None
            else given.copy()
        )
        self._deals = deals
        self._turns = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        vars(self).pop("_skip_agent_selection", None)  # of a round that was left in the middle
        self._go_on()

    def _check_round(self, given: object, starter: object) -> None:
        """See that a round can be played here."""
        if not isinstance(given, Round):
            raise wrong_type("options['round']", "a Round", given)
        if starter is not None:
            raise RummyError("options: 'starter' is for a deal, and 'round' is one already begun")
        if given.over:
            raise RummyError("options['round']: the round is over")
        if given.seats != self.seats:
            raise RummyError(f"options['round'] has {given.seats} seats, not {self.seats}")
        if given.rules != self.rules:
            raise RummyError("options['round'] has other rules than the environment")

    def _go_on(self) -> None:
        """Tell everyone what became of the turn and whose turn it is."""
        self._listed = None
        self.infos = {agent: {} for agent in self.agents}
        outcome = self.round.outcome
        if outcome is not None:
            for info in self.infos.values():
                info["outcome"] = outcome.to_dict()
        self.agent_selection = self.possible_agents[self.round.to_move]
        if outcome is None:
            mask = self.encoding.mask(self.choices(self.agent_selection))
            self.infos[self.agent_selection]["action_mask"] = mask
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Make the observation of an agent from its view, in new arrays."""
        return self.encoding.encode(self.choices(agent))

    def step(self, action: Action) -> None:
        """Take the turn of the agent to move.

        Args:
            action: From 0 to `candidates`, one that the mask allows; None if the agent is done.

        Raises:
            RummyError: If the action is not legal; the message names the seat and the action, and
                nothing has changed. If there is no round, or it is over.
            TypeError: If it is no whole number.
            ValueError: If the agent is done and the action is not None.
        """
        agent = self._mover()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        turn = self._turn(action)
        self.round.turn(self.round.to_move, turn)
        self._turns += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self.round.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            for loser, score in zip(self.possible_agents, outcome.scores, strict=True):
                self.rewards[loser] = score * self.scale
        elif self.max_cycles is not None and self._turns >= self.max_cycles * self.seats:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._go_on()

    def render(self) -> str | None:
        """Show the position with all hands: for people who watch, not for agents.

        Returns:
            The text if `render_mode` is `"ansi"`, else None; `"human"` prints it.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing without a render_mode, such as 'ansi'")
            return None
        text = text_of(self.round)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n")
        return None

    def close(self) -> None:
        """Let go of nothing: there is no window."""


raw_env = RummyEnv


class _Umpire(TerminateIllegalWrapper[str, Observation, Action]):
    """Ends the round at an action that is not legal, and says whose and which it was."""

    def __init__(self, game: RummyEnv, illegal_reward: float) -> None:
        super().__init__(game, illegal_reward)
        self._game = game

    def step(self, action: Action) -> None:
        """Take the turn, or refuse it."""
        agent = self.agent_selection
        done = self.terminations[agent] or self.truncations[agent]
        told = None if done else self._game.refusal(action)
        # A mask of numpy takes True for another kind of index.
        super().step(action if action is None else index(action))
        if told is not None:
            logger.warning(told)
            self._game.infos[agent] = {"illegal_action": told}


def env(
    rules: RulesLike | None = None,
    seats: int = 2,
    candidates: int = CANDIDATES,
    *,
    scale: float = 1.0,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    illegal_reward: float | None = None,
) -> OrderEnforcingWrapper[str, Observation, Action]:
    """Make the environment with PettingZoo's usual wrappers.

    An action outside of the space is an AssertionError. An action that the mask does not allow ends
    the round: its agent gets `illegal_reward`, the others 0, its info has the reason under
    `"illegal_action"`, and a warning is logged that names the seat and the action.

    Args:
        rules: As for `RummyEnv`.
        seats: As for `RummyEnv`.
        candidates: As for `RummyEnv`.
        scale: As for `RummyEnv`.
        max_cycles: As for `RummyEnv`.
        render_mode: As for `RummyEnv`.
        illegal_reward: The reward of an illegal action; if None what all tiles of the deck count,
            as minus, times `scale` (doubled under `closing_hand`): worse than any lost round.

    Returns:
        The environment.

    Raises:
        RummyError: As for `RummyEnv`, or if `illegal_reward` is no finite number.
        TypeError: As for `RummyEnv`.
    """
    game = RummyEnv(
        rules, seats, candidates, scale=scale, max_cycles=max_cycles, render_mode=render_mode
    )
    if illegal_reward is None:
        illegal_reward = -game.encoding.points * game.scale * (2 if game.rules.closing_hand else 1)
    umpire = _Umpire(game, _check_number("illegal_reward", illegal_reward))
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(umpire))


def _check_number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise wrong_type(name, "a number", value)
    # Whole numbers know no infinity; those beyond all floats are as bad.
    number = float(value) if abs(value) <= sys.float_info.max else nan
    if not isfinite(number):
        raise RummyError(f"{name} = {value}: must be finite")
    return number


def _check_scale(scale: object) -> float:
    value = _check_number("scale", scale)
    if value <= 0:
        raise RummyError(f"scale = {value}: must be more than 0")
    return value
