"""One seat of a game as a Gymnasium environment; the other seats are bots.

Gymnasium is used where it is installed (``gymnasium.Env``, its spaces, ``gymnasium.make("bastide/Base-v0")``). Without it the
class works all the same, with ``action_space.n`` and ``observation_space.shape`` as all that there is of spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, Union

import numpy as np

from . import Action, Bot, Game, State
from ._observe import Observe, look, observation_space, shape

try:
    import gymnasium as _gymnasium
except ImportError:
    _gymnasium = None  # type: ignore[assignment]

__all__ = ["BastideEnv"]

#: A level, a bot, or anything that chooses an action in a state.
Opponent = Union[str, Bot, Callable[[State], "Action | str | int"]]

_Env: Any = object if _gymnasium is None else _gymnasium.Env


class BastideEnv(_Env):  # type: ignore[misc]
    """One seat against others.

    ``opponent`` plays all other seats: a level such as ``"greedy"``, a ``Bot``, or a function from a state to an action. ``seat`` is the
    own one; without it every game draws one. Possible actions are in ``info["action_mask"]`` and ``action_masks()``; whoever plays
    another one loses at once, with a reward of -1 and ``info["illegal"]``.
    """

    metadata = {"render_modes": ["svg"], "render_fps": 1}

    def __init__(
        self,
        game: str = "base",
        options: Sequence[str] = (),
        players: int = 2,
        *,
        opponent: Opponent = "random",
        seat: int | None = None,
        observe: Observe = "features",
        reward: str = "outcome",
        size: int = 32,
        render_mode: str | None = None,
    ) -> None:
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat}")
        if render_mode not in (None, "svg"):
            raise ValueError(f"render_mode is None or 'svg', not {render_mode!r}")
        self.game = Game(game, list(options), players, size=size)
        self.render_mode = render_mode
        self._observe: Observe = observe
        self._reward = reward
        self._wanted_seat = seat
        self._opponent = opponent
        self._random = np.random.default_rng()
        self.seat = seat or 0
        self.state = self.game.new_state(0)
        self.state.rewards(reward, self.state.scores)
        self._choose = _chooser(opponent, 0)
        if _gymnasium is None:
            self.observation_space: Any = SimpleNamespace(shape=shape(self.game, observe))
            self.action_space: Any = SimpleNamespace(n=self.game.action_count)
        else:
            self.observation_space = observation_space(self.game, observe)
            self.action_space = _gymnasium.spaces.Discrete(self.game.action_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        """A new game up to the first own decision."""
        if _gymnasium is not None:
            super().reset(seed=seed)
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.state = self.game.new_state(int(self._random.integers(2**63)))
        drawn = int(self._random.integers(self.game.players))
        self.seat = drawn if self._wanted_seat is None else self._wanted_seat
        self._choose = _chooser(self._opponent, int(self._random.integers(2**63)))
        self._let_others_play()
        return self._look(), self._info()

    def step(self, action: int) -> tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]:
        """Plays an action, and goes on to the next own decision or to the end."""
        before = self.state.scores
        try:
            self.state.play(int(action))
        except ValueError:
            return self._look(), -1.0, True, False, {**self._info(), "illegal": True}
        self._let_others_play()
        paid = float(self.state.rewards(self._reward, before)[self.seat])
        return self._look(), paid, self.state.is_over, False, self._info()

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Which actions are possible."""
        return self.state.action_mask().astype(bool)

    def render(self) -> str | None:
        """The board as an SVG picture."""
        return self.state.svg() if self.render_mode == "svg" else None

    def close(self) -> None:
        """Nothing is left open."""

    def _let_others_play(self) -> None:
        while self.state.to_act not in (None, self.seat):
            self.state.play(self._choose(self.state))

    def _look(self) -> np.ndarray[Any, Any]:
        return look(self.state, self._observe, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.state.action_mask(), "scores": self.state.scores, "seat": self.seat}


def _chooser(opponent: Opponent, seed: int) -> Callable[[State], Action | str | int]:
    if isinstance(opponent, str):
        return Bot(opponent, seed=seed).choose
    return opponent.choose if isinstance(opponent, Bot) else opponent


if _gymnasium is not None:
    for _name, _id in [("base", "Base"), ("hunters_gatherers", "HuntersGatherers"), ("new_lands", "NewLands"), ("safari", "Safari")]:
        _gymnasium.register(f"bastide/{_id}-v0", "bastide.gymnasium:BastideEnv", kwargs={"game": _name})
