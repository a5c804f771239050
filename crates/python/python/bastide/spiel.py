"""The games in the shape of OpenSpiel's Python API, without OpenSpiel: what is written for ``pyspiel`` games and states goes on here.

Chance is explicit: while ``is_chance_node()``, apply one of ``chance_outcomes()``. Returns are 1 for winning alone, -1 for losing,
and ``2 / winners - 1`` for a shared win.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import Game, State

__all__ = ["CHANCE", "TERMINAL", "SpielGame", "SpielState", "load_game"]

#: The numbers that ``pyspiel.PlayerId`` has.
CHANCE = -1
TERMINAL = -4


def load_game(name: str = "base", parameters: dict[str, Any] | None = None) -> SpielGame:
    """A game by its name, with ``{"options": [...], "players": 3}`` as parameters; ``"base(players=3)"`` will do, too."""
    known = dict(parameters or {})
    if name.endswith(")") and "(" in name:
        name, inside = name[:-1].split("(", 1)
        for part in filter(None, inside.split(",")):
            key, _, value = part.partition("=")
            known[key.strip()] = value.strip().split("+") if key.strip() == "options" else int(value)
    return SpielGame(name, **known)


class SpielGame:
    """What ``pyspiel.Game`` says of a game."""

    def __init__(self, name: str = "base", options: list[str] | None = None, players: int = 2, size: int = 32) -> None:
        self.game = Game(name, options or [], players, first=0, size=size)
        self._outcomes = self.game.outcome_names
        self._outcome_numbers = {name: number for number, name in enumerate(self._outcomes)}

    def get_type(self) -> Any:
        """What OpenSpiel calls the kind of a game; only this needs OpenSpiel."""
        import pyspiel  # type: ignore

        kind = pyspiel.GameType
        return kind(
            short_name=self.game.name,
            long_name=str(self),
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kind.Information.PERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM if self.game.players == 2 else kind.Utility.GENERAL_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=self.game.players,
            min_num_players=self.game.players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )

    def num_players(self) -> int:
        return self.game.players

    def num_distinct_actions(self) -> int:
        return self.game.action_count

    def max_chance_outcomes(self) -> int:
        return len(self._outcomes)

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def observation_tensor_shape(self) -> list[int]:
        return [len(self.game.feature_names)]

    def observation_tensor_size(self) -> int:
        return len(self.game.feature_names)

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self.game.chance_state())

    def __str__(self) -> str:
        options = f",options={'+'.join(self.game.options)}" if self.game.options else ""
        return f"{self.game.name}(players={self.game.players}{options})"


class SpielState:
    """What ``pyspiel.State`` says of a state."""

    def __init__(self, game: SpielGame, state: State) -> None:
        self._game = game
        self.state = state
        self._history: list[int] = []

    def get_game(self) -> SpielGame:
        return self._game

    def num_players(self) -> int:
        return self._game.num_players()

    def current_player(self) -> int:
        if self.state.is_over:
            return TERMINAL
        return CHANCE if self.state.to_act is None else self.state.to_act

    def is_terminal(self) -> bool:
        return self.state.is_over

    def is_chance_node(self) -> bool:
        return self.state.is_chance

    def chance_outcomes(self) -> list[tuple[int, float]]:
        numbers = self._game._outcome_numbers
        return [(numbers[str(outcome)], chance) for outcome, chance in self.state.outcomes()]

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self.is_chance_node():
            return sorted(number for number, _ in self.chance_outcomes())
        if player is not None and player != self.state.to_act:
            return []
        return sorted(self.state.action_numbers().tolist())

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = np.zeros(self._game.num_distinct_actions(), np.int8)
        if not self.is_chance_node():
            mask[self.legal_actions(player)] = 1
        return [int(value) for value in mask]

    def apply_action(self, action: int) -> None:
        self.state.play(self._game._outcomes[action] if self.is_chance_node() else action)
        self._history.append(action)

    def undo_action(self, player: int, action: int) -> None:
        self.state.undo()
        self._history.pop()

    def child(self, action: int) -> SpielState:
        child = self.clone()
        child.apply_action(action)
        return child

    def clone(self) -> SpielState:
        other = SpielState(self._game, self.state.copy())
        other._history = list(self._history)
        return other

    def returns(self) -> list[float]:
        return self.state.rewards("outcome", self.state.scores)

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def rewards(self) -> list[float]:
        return self.returns()

    def history(self) -> list[int]:
        return list(self._history)

    def move_number(self) -> int:
        return len(self._history)

    def action_to_string(self, player: int, action: int) -> str:
        return self._game._outcomes[action] if player == CHANCE else str(self.state.action(action))

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return [float(value) for value in self.state.features(player)]

    def observation_string(self, player: int | None = None) -> str:
        return str(self.state.to_dict())

    def information_state_string(self, player: int | None = None) -> str:
        return str(self)

    def __str__(self) -> str:
        return str(self.state.record())
