"""Types of the native part."""

from collections.abc import Sequence
from typing import Any, SupportsIndex, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Action", "BatchEnv", "Bot", "Game", "Record", "State", "games"]

def games() -> dict[str, Any]:
    """The games and what can be added to each, with the numbers of players."""

@final
class Action:
    """One step of a game, in the notation of records."""

    def __new__(cls, text: str) -> Action: ...
    @property
    def type(self) -> str:
        """What kind of action it is, as in the engine protocol."""

    def to_dict(self) -> dict[str, Any]:
        """The action as the engine protocol and data sets write it."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Game:
    """A game with its options and number of players."""

    def __new__(
        cls,
        game: str = "base",
        options: Sequence[str] = ...,
        players: int = 2,
        *,
        first: int | None = None,
        size: int = ...,
    ) -> Game: ...
    @property
    def name(self) -> str: ...
    @property
    def options(self) -> list[str]: ...
    @property
    def players(self) -> int: ...
    @property
    def size(self) -> int:
        """The side of the grid on which cells are numbered."""

    @property
    def action_count(self) -> int:
        """How many numbers of actions there are."""

    @property
    def action_planes(self) -> list[str]:
        """The planes of cells with which the numbers of actions begin."""

    @property
    def action_words(self) -> list[str]:
        """The actions without a cell that follow the planes."""

    @property
    def plane_names(self) -> list[str]: ...
    @property
    def feature_names(self) -> list[str]: ...
    @property
    def candidate_names(self) -> list[str]: ...
    @property
    def outcome_names(self) -> list[str]:
        """Everything that chance can ever bring, in notation."""

    def action_meaning(self, number: int) -> str:
        """What the number of an action means."""

    def new_state(self, seed: int | None = None) -> State:
        """A new game; the same seed gives the same draws."""

    def chance_state(self) -> State:
        """A new game in which chance is an action like any other."""

@final
class State:
    """A game in progress: what everybody may know of it, and the way back."""

    @property
    def to_act(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def is_chance(self) -> bool: ...
    @property
    def phase(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def tile(self) -> str | None: ...
    @property
    def tiles_left(self) -> int: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def winners(self) -> list[int]: ...
    def projection(self) -> list[int]:
        """What each seat would have if the game ended now."""

    def rewards(self, reward: str, before: Sequence[int]) -> list[float]:
        """What each seat is paid for what happened since it had these points."""

    def actions(self) -> list[Action]:
        """The possible actions of whoever decides."""

    def action_numbers(self) -> NDArray[np.int64]:
        """Their numbers, in the same order."""

    def action_mask(self) -> NDArray[np.int8]:
        """Which numbers are possible."""

    def action(self, number: Action | str | SupportsIndex) -> Action: ...
    def number(self, action: Action | str | SupportsIndex) -> int: ...
    def outcomes(self) -> list[tuple[Action, float]]:
        """Everything that chance can bring now, with its probability."""

    def play(self, action: Action | str | SupportsIndex) -> list[dict[str, Any]]:
        """Plays an action and says what happened."""

    def undo(self) -> bool:
        """Takes the last decision back; says whether there was one."""

    def history(self) -> list[dict[str, Any]]:
        """Everything that was played, with its events."""

    def record(self) -> Record: ...
    def to_dict(self) -> dict[str, Any]:
        """The state as the engine protocol tells it."""

    def copy(self) -> State: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any) -> State: ...
    def planes(self, seat: int | None = None) -> NDArray[np.uint8]:
        """The board as planes, as a seat sees it."""

    def features(self, seat: int | None = None) -> NDArray[np.float32]:
        """The position as a list of features, as a seat sees it."""

    def candidates(self) -> NDArray[np.float32]:
        """What each possible action would lead to, a row of features each."""

    def svg(self, *, tile: float = 64.0) -> str:
        """The board as an SVG picture."""

    def _repr_svg_(self) -> str: ...

@final
class Record:
    """A game as text that every program of the project reads and writes."""

    def __new__(cls, text: str) -> Record: ...
    @property
    def game(self) -> str: ...
    @property
    def options(self) -> list[str]: ...
    @property
    def players(self) -> int: ...
    @property
    def names(self) -> list[str | None]: ...
    @property
    def actions(self) -> list[Action]: ...
    @property
    def result(self) -> list[int] | None: ...
    def with_names(self, names: Sequence[str]) -> Record: ...
    def state(self, *, size: int = ...) -> State:
        """The game where the record ends; it can be played on."""

@final
class Bot:
    """A computer player."""

    def __new__(
        cls, level: str = "greedy", *, seed: int | None = None, ms: int | None = None, playouts: int | None = None
    ) -> Bot: ...
    @property
    def level(self) -> str: ...
    def choose(self, state: State) -> Action:
        """What it would play for whoever decides."""

    def think(self, state: State) -> dict[str, Any]:
        """The same with what it thinks."""

@final
class BatchEnv:
    """Games played side by side on all cores, for training."""

    def __new__(
        cls,
        n: int,
        game: str = "base",
        options: Sequence[str] = ...,
        players: int = 2,
        *,
        seed: int = 0,
        observe: Sequence[str] = ...,
        mask: bool = True,
        reward: str = "outcome",
        threads: int = 0,
        size: int = ...,
    ) -> BatchEnv: ...
    def reset(self, seed: int = 0) -> None: ...
    def step(self, actions: NDArray[np.int64]) -> None: ...
    def play_random(self, decisions: int = 1) -> None:
        """Plays so many decisions in each game by lot, without Python in between."""

    def sample(self) -> NDArray[np.int64]: ...
    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
    def candidates(self) -> tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.int64]]: ...
    @property
    def n(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def finished(self) -> int: ...
    @property
    def action_count(self) -> int: ...
    @property
    def candidate_names(self) -> list[str]: ...
    @property
    def planes(self) -> NDArray[np.uint8] | None: ...
    @property
    def features(self) -> NDArray[np.float32] | None: ...
    @property
    def mask(self) -> NDArray[np.bool_] | None: ...
    @property
    def rewards(self) -> NDArray[np.float32]: ...
    @property
    def points(self) -> NDArray[np.uint16]: ...
    @property
    def done(self) -> NDArray[np.bool_]: ...
    @property
    def to_act(self) -> NDArray[np.uint8]: ...
    def __len__(self, /) -> int: ...
