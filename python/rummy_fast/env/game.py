"""One round as a PettingZoo environment: each step is a seat's turn."""

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
"""A whole number; None for an agent that is done."""

RENDER_MODES: Final = ("human", "ansi")
MOST_CYCLES: Final = 1_000_000


class RummyEnv(AECEnv[str, Observation, Action]):
    """One round, without the wrappers of `env`.

    The agents are `seat_0`, `seat_1` and so on; the starter is random (rule 3).

    An action `i` below `candidates` makes play `i` of those `choices` lists, best first. The
    action `candidates` draws a tile, or passes if the pool is empty. The mask is in the observation
    (`action_mask`) and in the `infos` of the agent to move.

    All rewards are 0 until the round ends; then each is the score of the round (rules 16 to 18)
    times `scale`. Scores sum to 0. There is no clock (rule 13).

    Args:
        rules: The rules; `schmidt` if None.
        seats: The number of seats.
        candidates: The most plays to list, 1 to 10,000.
        scale: The reward for one point of the score; more than 0.
        max_cycles: Turns per seat after which the round is truncated, with reward 0 for all; if
            None, it is played to its end.
        render_mode: `"ansi"` makes `render` return text; `"human"` prints every position.

    Raises:
        RummyError: If the rules do not allow that many seats, the deck is too small, or an argument
            is out of range.
        TypeError: If an argument is of the wrong type.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012, as PettingZoo declares it
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
        """Create the spaces; `reset` deals."""
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
        """Return the space of the observations; `Arrays` describes them."""
        return self._spaces[self._seat(agent)][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of the actions: one for each candidate, and one to draw or pass."""
        return self._spaces[self._seat(agent)][1]

    @property
    def round(self) -> Round:
        """The round, with all hidden tiles and the seed; agents must not see it.

        Raises:
            RummyError: If there is no round yet.
        """
        if self._round is None:
            raise RummyError("there is no round yet: call reset first")
        return self._round

    def view(self, agent: str) -> View:
        """Return what an agent's seat may see, as a bot receives it.

        Raises:
            RummyError: If there is no such agent, or no round yet.
        """
        return self.round.view(self._seat(agent))

    def choices(self, agent: str) -> Choices:
        """Return what an agent may do; nothing if it is not its turn."""
        view = self.view(agent)
        if view.seat != view.to_move:
            return choices_of(view, self.encoding.candidates)
        if self._listed is None:
            self._listed = choices_of(view, self.encoding.candidates)
        return self._listed

    def refusal(self, action: Action) -> str | None:
        """Explain why an action of the agent to move is not legal.

        Args:
            action: The action.

        Returns:
            The reason; None if the action is legal.
        """
        try:
            self._turn(action)
        except (RummyError, TypeError) as error:
            return str(error)
        return None

    def _mover(self) -> str:
        """The agent to move, or the agent that is done and must step with None."""
        if not self.agents:
            state = "there is no round yet" if self._round is None else "the round is over"
            raise RummyError(f"{state}: call reset first")
        return self.agent_selection

    def _turn(self, action: Action) -> Turn:
        agent = self._mover()
        if action is None:
            raise TypeError(f"{agent}: action None is only for agents that are done")
        return self.choices(agent).turn(action)

    def action_of(self, turn: Turn) -> int:
        """Convert a bot's turn to an action of the agent to move.

        Args:
            turn: The turn.

        Returns:
            The action that plays the same tiles.

        Raises:
            RummyError: If the turn is not among the choices, or there is no round.
            TypeError: If it is not a turn.
        """
        return self.choices(self._mover()).action(turn)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new round.

        Args:
            seed: With a seed, the deal is `Round.deal(seats, seed=seed, rules=rules)`, and it also
                determines the deals after it. Without one, the deals continue from the last seed;
                if there was none, they are random.
            options: `"starter"` is the seat that plays first. `"round"` is a `Round` to continue
                from, such as one from `Round.set_up`; the environment copies it. Other keys are
                ignored.

        Raises:
            RummyError: If the seed or the starter is out of range, or the given round is over or
                has other rules or seats.
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
            # Raw output of a bit generator is the same in every version and on every platform.
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
        vars(self).pop("_skip_agent_selection", None)  # left over from an unfinished round
        self._update()

    def _check_round(self, given: object, starter: object) -> None:
        """Check that a given round fits this environment."""
        if not isinstance(given, Round):
            raise wrong_type("options['round']", "a Round", given)
        if starter is not None:
            raise RummyError(
                "options: 'starter' is for a new deal and cannot be combined with 'round'"
            )
        if given.over:
            raise RummyError("options['round']: the round is over")
        if given.seats != self.seats:
            raise RummyError(f"options['round'] has {given.seats} seats, not {self.seats}")
        if given.rules != self.rules:
            raise RummyError("options['round'] has different rules from the environment")

    def _update(self) -> None:
        """Update infos and masks after a turn."""
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
        """Encode an agent's view as an observation, in new arrays."""
        return self.encoding.encode(self.choices(agent))

    def step(self, action: Action) -> None:
        """Take the turn of the agent to move.

        Args:
            action: An action that the mask allows, from 0 to `candidates`; None if the agent is
                done.

        Raises:
            RummyError: If the action is not legal (the message names the seat and the action, and
                nothing changes), if there is no round yet, or if it is over.
            TypeError: If it is not a whole number.
            ValueError: If the agent is done and the action is not None.
        """
        agent = self._mover()
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        turn = self._turn(action)
        self.round.take(self.round.to_move, turn)
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
        self._update()

    def render(self) -> str | None:
        """Show the position with all hands, for people who watch.

        Returns:
            The text if `render_mode` is `"ansi"`, else None; `"human"` prints it.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode, such as 'ansi'")
            return None
        text = text_of(self.round)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n")
        return None

    def close(self) -> None:
        """Do nothing: there is no window to close."""


raw_env = RummyEnv


class _TerminateIllegal(TerminateIllegalWrapper[str, Observation, Action]):
    """Ends the round at an illegal action, and records whose and which it was."""

    def __init__(self, game: RummyEnv, illegal_reward: float) -> None:
        super().__init__(game, illegal_reward)
        self._game = game

    def step(self, action: Action) -> None:
        """Take the turn, or end the round if it is illegal."""
        agent = self.agent_selection
        done = self.terminations[agent] or self.truncations[agent]
        reason = None if done else self._game.refusal(action)
        # PettingZoo indexes a numpy mask with it, where True would mean something else.
        super().step(action if action is None else index(action))
        if reason is not None:
            logger.warning(reason)
            self._game.infos[agent] = {"illegal_action": reason}


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
    """Create the environment with PettingZoo's usual wrappers.

    An action outside the space raises an AssertionError. An action that the mask does not allow
    ends the round: its agent gets `illegal_reward` and the others 0, its info has the reason under
    `"illegal_action"`, and a warning is logged that names the seat and the action.

    Args:
        rules: As for `RummyEnv`.
        seats: As for `RummyEnv`.
        candidates: As for `RummyEnv`.
        scale: As for `RummyEnv`.
        max_cycles: As for `RummyEnv`.
        render_mode: As for `RummyEnv`.
        illegal_reward: The reward for an illegal action. If None, minus the points of all tiles of
            the deck, times `scale` (doubled under `closing_hand`): worse than losing any round.

    Returns:
        The environment.

    Raises:
        RummyError: As for `RummyEnv`, or if `illegal_reward` is not finite.
        TypeError: As for `RummyEnv`.
    """
    game = RummyEnv(
        rules, seats, candidates, scale=scale, max_cycles=max_cycles, render_mode=render_mode
    )
    if illegal_reward is None:
        illegal_reward = -game.encoding.points * game.scale * (2 if game.rules.closing_hand else 1)
    wrapped = _TerminateIllegal(game, _check_number("illegal_reward", illegal_reward))
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))


def _check_number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise wrong_type(name, "a number", value)
    # A whole number too large for a float counts as not finite.
    number = float(value) if abs(value) <= sys.float_info.max else nan
    if not isfinite(number):
        raise RummyError(f"{name} = {value}: must be finite")
    return number


def _check_scale(scale: object) -> float:
    value = _check_number("scale", scale)
    if value <= 0:
        raise RummyError(f"scale = {value}: must be more than 0")
    return value
