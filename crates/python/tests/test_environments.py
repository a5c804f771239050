"""PettingZoo, Gymnasium and OpenSpiel's shape."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import bastide
import bastide.gymnasium
import bastide.pettingzoo
import bastide.spiel


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("observe", ["features", "planes"])
def test_pettingzoo_accepts_every_game(setting, players, observe):
    game, options = setting

    def make():
        return bastide.pettingzoo.env(game=game, options=options, players=players, observe=observe, size=16)

    with warnings.catch_warnings():
        # It would rather see plain arrays than a dictionary with a mask, though its own board games have one.
        warnings.filterwarnings("ignore", message="Observation (space for each agent probably|is not a NumPy array)")
        warnings.filterwarnings("error", category=UserWarning, message="(?!Observation)")
        api_test(make(), num_cycles=250)
        seed_test(make, num_cycles=100)


def test_a_game_in_pettingzoo_pays_the_winner():
    env = bastide.pettingzoo.env("base", players=3)
    env.reset(seed=4)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        paid[agent] += reward
        env.step(None if ended or cut else env.action_space(agent).sample(observation["action_mask"]))
    state = env.unwrapped.state_of_game
    assert state.is_over
    best = [f"player_{seat}" for seat in state.winners]
    assert paid == {agent: (2 / len(best) - 1 if agent in best else -1) for agent in paid}


def test_points_as_rewards_add_up():
    env = bastide.pettingzoo.raw_env("safari", reward="points", render_mode="svg")
    env.reset(seed=2)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, _, _ = env.last()
        paid[agent] += reward
        env.step(None if ended else env.action_space(agent).sample(observation["action_mask"]))
    assert list(paid.values()) == env.state_of_game.scores and env.render().startswith("<svg")


def test_gymnasium_accepts_it(setting):
    game, options = setting
    env = bastide.gymnasium.BastideEnv(game, options, opponent="random")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(env, skip_render_check=True)


def test_one_seat_against_a_bot():
    env = gymnasium.make("bastide/Base-v0", opponent="greedy", seat=1, reward="margin", disable_env_checker=True)
    _, info = env.reset(seed=3)
    paid, ended = 0.0, False
    while not ended:
        _, reward, ended, cut, info = env.step(env.action_space.sample(info["action_mask"]))
        paid += reward
        assert not cut and info["seat"] == 1
    own, other = info["scores"][1], info["scores"][0]
    # What the bot made before the first own decision is not paid.
    assert own - other <= paid <= own - other + 20
    _, info = env.reset(seed=3)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, _, info = env.step(wrong)
    assert reward == -1 and ended and info["illegal"]


def test_opponents_can_be_functions():
    asked = []

    def first(state):
        asked.append(state.to_act)
        return state.actions()[0]

    env = bastide.gymnasium.BastideEnv("base", players=3, opponent=first, seat=0)
    env.reset(seed=1)
    assert env.action_masks().dtype == bool
    for _ in range(6):
        env.step(int(env.state.action_numbers()[0]))
    assert set(asked) == {1, 2}


def test_gymnasium_is_not_needed():
    program = """
import sys
sys.modules["gymnasium"] = None
import bastide.gymnasium
env = bastide.gymnasium.BastideEnv("base", seat=0)
seen, info = env.reset(seed=1)
assert seen.shape == env.observation_space.shape and len(info["action_mask"]) == env.action_space.n
_, reward, ended, _, _ = env.step(int(env.state.action_numbers()[0]))
assert (reward, ended) == (0.0, False)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_games_in_the_shape_of_openspiel(setting):
    name, options = setting
    game = bastide.spiel.load_game(name, {"options": list(options), "players": 2})
    state = game.new_initial_state()
    random = np.random.default_rng(7)
    while not state.is_terminal():
        if state.is_chance_node():
            assert state.current_player() == bastide.spiel.CHANCE
            outcomes, chance = zip(*state.chance_outcomes())
            assert max(outcomes) < game.max_chance_outcomes()
            action = int(random.choice(outcomes, p=chance))
        else:
            assert len(state.observation_tensor()) == game.observation_tensor_size()
            action = int(random.choice(state.legal_actions()))
            assert state.action_to_string(state.current_player(), action) == str(state.state.action(action))
        state.apply_action(action)
    assert state.current_player() == bastide.spiel.TERMINAL
    assert sum(state.returns()) == pytest.approx(0) and state.move_number() == len(state.history())
    before = str(state)
    child = state.clone()
    child.undo_action(0, state.history()[-1])
    assert not child.is_terminal() and str(state) == before
    assert str(bastide.spiel.load_game("base(players=3,options=river)")) == "base(players=3,options=river)"


def test_openspiel_searches_in_it():
    """OpenSpiel's own tree search plays to the end; only where OpenSpiel is installed."""
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts

    lots = np.random.RandomState(3)
    game = bastide.spiel.load_game("base", {"players": 2})
    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=lots)
    searcher = mcts.MCTSBot(game, 2.0, max_simulations=2, evaluator=rollouts, random_state=lots)
    state = game.new_initial_state()
    asked = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(int(lots.choice(outcomes, p=chances)))
        elif state.current_player() == 0 and asked < 5:
            asked += 1
            action = searcher.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
        else:
            state.apply_action(int(lots.choice(state.legal_actions())))
    assert asked == 5 and sum(state.returns()) == 0
