"""Many games at a time."""

import threading

import numpy as np
import pytest

import bastide


def test_arrays_stay_the_same_and_are_written_to_again(setting):
    game, options = setting
    env = bastide.BatchEnv(6, game, options, players=2, observe=["features", "planes"], size=16, seed=3)
    arrays = [env.features, env.planes, env.mask, env.rewards, env.points, env.done, env.to_act]
    addresses = [array.ctypes.data for array in arrays]
    before = env.planes.copy()
    for _ in range(10):
        env.step(env.sample())
    again = [env.features, env.planes, env.mask, env.rewards, env.points, env.done, env.to_act]
    assert [array.ctypes.data for array in again] == addresses
    assert all(one is other for one, other in zip(arrays, again)) and (before != env.planes).any()


def test_a_batch_tells_what_states_tell():
    """The draws of a batch are its own, but what it says of them follows from the board: compare rows with themselves."""
    env = bastide.BatchEnv(4, "base", seed=1, observe=["features"], reward="points")
    game = bastide.Game("base")
    names = game.feature_names
    total = np.zeros((4, 2))
    while env.finished < 8:
        env.step(env.sample())
        total += env.rewards
        assert (total == env.points).all()
        for row in np.flatnonzero(~env.done):
            mine = env.features[row, names.index("me points")] * 50
            assert round(float(mine)) == env.points[row, env.to_act[row]]
        total[env.done] = 0
        numbers, begins = env.legal()
        for row in range(4):
            assert np.flatnonzero(env.mask[row]).tolist() == sorted(numbers[begins[row] : begins[row + 1]].tolist())
    rows, numbers, begins = env.candidates()
    assert rows.shape == (len(numbers), len(env.candidate_names)) and begins[-1] == len(numbers)
    assert env.candidate_names == game.candidate_names and env.action_count == game.action_count


def test_seeds_and_threads():
    def course(threads, seed):
        env = bastide.BatchEnv(5, "safari", seed=seed, observe=[], threads=threads)
        told = []
        for _ in range(150):
            env.step(env.sample())
            told.append(env.points.copy())
        return np.stack(told)

    assert (course(1, 2) == course(4, 2)).all()
    assert (course(1, 2) != course(1, 3)).any()
    env = bastide.BatchEnv(3, observe=[])
    first = env.sample().copy()
    env.step(first)
    env.reset()
    assert (env.sample() == first).all() and not env.done.any()


def test_what_is_wrong_is_said_and_nothing_is_played():
    env = bastide.BatchEnv(3, observe=["features"])
    before = env.features.copy()
    actions = env.sample().copy()
    actions[2] = env.action_count - 1
    with pytest.raises(ValueError, match="in game 2"):
        env.step(actions)
    with pytest.raises(ValueError, match="want 3 actions"):
        env.step(actions[:2])
    with pytest.raises(TypeError):
        env.step(actions.astype(np.float32))
    assert (env.features == before).all()
    with pytest.raises(ValueError, match="observe"):
        bastide.BatchEnv(3, observe=["everything"])
    with pytest.raises(ValueError, match="at least one"):
        bastide.BatchEnv(0)
    with pytest.raises(ValueError, match="no reward"):
        bastide.BatchEnv(1, reward="fame")
    env.features.flags.writeable = False
    with pytest.raises(ValueError, match="array"):
        env.reset()


def test_other_threads_go_on_meanwhile():
    """Two batches in two threads end with what each alone would."""
    def course(seed, out):
        env = bastide.BatchEnv(16, seed=seed, observe=[], mask=False, threads=1)
        for _ in range(200):
            env.step(env.sample())
        out.append((seed, env.points.copy()))

    together, alone = [], []
    workers = [threading.Thread(target=course, args=(seed, together)) for seed in (1, 2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for seed in (1, 2):
        course(seed, alone)
    for seed, points in together:
        assert (dict(alone)[seed] == points).all()


def test_playing_by_lot_at_once_is_the_same_as_step_by_step():
    one, other = (bastide.BatchEnv(8, "hunters_gatherers", seed=4, observe=["features"]) for _ in range(2))
    for _ in range(60):
        one.step(one.sample())
    other.play_random(60)
    assert (one.features == other.features).all() and (one.mask == other.mask).all()
