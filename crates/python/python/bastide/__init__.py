"""The tile-laying games of the Carcassonne family: rules, records, bots, pictures and environments for learning.

The parts for reinforcement learning are modules of their own: ``bastide.pettingzoo``, ``bastide.gymnasium`` and
``bastide.spiel``. docs/python.md in the project explains everything.
"""

from ._native import Action, BatchEnv, Bot, Game, Record, State, games

__all__ = ["Action", "BatchEnv", "Bot", "Game", "Record", "State", "games"]
