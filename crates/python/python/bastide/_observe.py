"""What learners see of a state, in the words of the environments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from . import Game, State

if TYPE_CHECKING:
    from gymnasium import spaces

Observe = Literal["features", "planes"]

#: Features are never negative, and divided so that they hardly ever are above one.
MOST = 100.0


def look(state: State, observe: Observe, seat: int) -> np.ndarray[Any, Any]:
    """The observation of a seat."""
    return state.planes(seat) if observe == "planes" else state.features(seat)


def shape(game: Game, observe: Observe) -> tuple[int, ...]:
    """The shape of an observation."""
    if observe == "planes":
        return (len(game.plane_names), game.size, game.size)
    if observe == "features":
        return (len(game.feature_names),)
    raise ValueError(f"observe is 'features' or 'planes', not {observe!r}")


def observation_space(game: Game, observe: Observe) -> spaces.Box:
    """The space of observations, for Gymnasium."""
    from gymnasium import spaces

    if observe == "planes":
        return spaces.Box(0, 255, shape(game, observe), np.uint8)
    return spaces.Box(0.0, MOST, shape(game, observe), np.float32)
