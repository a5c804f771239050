"""The games as a PettingZoo environment: ``bastide.pettingzoo.env(game="base", options=["river"], players=3)``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import Game, State
from ._observe import Observe, look, observation_space

__all__ = ["BastideAEC", "env", "raw_env"]


def env(
    game: str = "base",
    options: Sequence[str] = (),
    players: int = 2,
    *,
    observe: Observe = "features",
    reward: str = "outcome",
    size: int = 32,
    render_mode: str | None = None,
) -> AECEnv:
    """The environment as others expect it: whoever plays an impossible action loses, with a reward of -1."""
    raw = raw_env(game, options, players, observe=observe, reward=reward, size=size, render_mode=render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def raw_env(
    game: str = "base",
    options: Sequence[str] = (),
    players: int = 2,
    *,
    observe: Observe = "features",
    reward: str = "outcome",
    size: int = 32,
    render_mode: str | None = None,
) -> BastideAEC:
    """The environment without wrappers: an impossible action raises ``ValueError``."""
    return BastideAEC(Game(game, list(options), players, size=size), observe, reward, render_mode)


class BastideAEC(AECEnv):  # type: ignore[misc]
    """Players act one after the other; each sees the game from its own seat.

    An observation is ``{"observation": ..., "action_mask": ...}``; the mask is all zeros for those who do not decide.
    """

    metadata = {"name": "bastide_v0", "render_modes": ["svg"], "is_parallelizable": False, "render_fps": 1}

    def __init__(self, game: Game, observe: Observe, reward: str, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "svg"):
            raise ValueError(f"render_mode is None or 'svg', not {render_mode!r}")
        self.game = game
        self.render_mode = render_mode
        self._observe: Observe = observe
        self._reward = reward
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        mask = spaces.Box(0, 1, (game.action_count,), np.int8)
        self._observation_spaces = {
            agent: spaces.Dict({"observation": observation_space(game, observe), "action_mask": mask})
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(game.action_count) for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self.agents: list[str] = []
        self.state_of_game: State = game.new_state(0)
        self.state_of_game.rewards(reward, self.state_of_game.scores)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.state_of_game = self.game.new_state(int(self._random.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        state = self.state_of_game
        decides = state.to_act == seat and not self.terminations.get(agent, True)
        mask = state.action_mask() if decides else np.zeros(self.game.action_count, np.int8)
        return {"observation": look(state, self._observe, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.state_of_game
        before = state.scores
        state.play(int(action))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        for name, paid in zip(self.possible_agents, state.rewards(self._reward, before)):
            self.rewards[name] = paid
        if state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as an SVG picture."""
        return self.state_of_game.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        pass

    def _select(self) -> None:
        seat = self.state_of_game.to_act
        self.agent_selection = self.agents[0] if seat is None else self.possible_agents[seat]
