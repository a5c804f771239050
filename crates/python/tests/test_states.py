"""Games, states, actions, events, records, bots and pictures."""

import copy

import numpy as np
import pytest

import bastide


def play_out(state: bastide.State, seed: int) -> None:
    random = np.random.default_rng(seed)
    while not state.is_over:
        state.play(int(random.choice(state.action_numbers())))


def test_every_game_is_played_and_read_back(setting):
    game = bastide.Game(*setting, players=3)
    state = game.new_state(seed=5)
    play_out(state, 1)
    record = state.record()
    assert record.result == state.scores
    assert state.winners == [seat for seat in range(3) if state.scores[seat] == max(state.scores)]
    again = bastide.Record(str(record))
    assert (again.game, tuple(again.options), again.players) == (game.name, tuple(game.options), 3)
    assert [str(action) for action in again.actions] == [entry["action"] for entry in state.history()]
    assert again.state().to_dict() == state.to_dict()


def test_events_add_up_to_the_scores():
    state = bastide.Game("hunters_gatherers").new_state(seed=8)
    points = [0, 0]
    random = np.random.default_rng(2)
    while not state.is_over:
        for event in state.play(int(random.choice(state.action_numbers()))):
            if event["type"] == "scored":
                points[event["player"]] += event["points"]
    assert points == state.scores


def test_actions_have_three_forms():
    state = bastide.Game("base", first=0).new_state(seed=1)
    action = state.actions()[0]
    number = state.number(action)
    assert state.action(number) == action == bastide.Action(str(action))
    assert hash(action) == hash(bastide.Action(str(action)))
    assert action.type == action.to_dict()["type"] == "place"
    assert number in state.action_numbers() and state.action_mask()[number] == 1
    assert state.action_mask().sum() == len(state.actions())
    for form in (action, str(action), number, np.int64(number)):
        other = state.copy()
        other.play(form)
        assert other.phase == "act" and state.phase == "place"


def test_what_is_wrong_is_said():
    with pytest.raises(ValueError, match="no-game"):
        bastide.Game("no-game")
    with pytest.raises(ValueError, match="hand"):
        bastide.Game("base", ["hand"])
    with pytest.raises(ValueError, match="8 to 256"):
        bastide.Game("base", size=3)
    with pytest.raises(ValueError, match="character 1"):
        bastide.Action("?")
    with pytest.raises(ValueError, match="line 1"):
        bastide.Record("nonsense")
    with pytest.raises(ValueError, match="no level"):
        bastide.Bot("genius")
    state = bastide.Game("base").new_state(seed=1)
    before = state.to_dict()
    with pytest.raises(ValueError, match="C3"):
        state.play(f"{state.tile}@40,40r0")
    with pytest.raises(ValueError, match="not possible now"):
        state.play(-1)
    with pytest.raises(TypeError):
        state.play(1.5)
    with pytest.raises(ValueError, match="no seat 2"):
        state.features(2)
    assert state.to_dict() == before


def test_undo_goes_back_and_the_same_tile_comes_again():
    state = bastide.Game("safari").new_state(seed=3)
    play_out(end := state.copy(), 4)
    seen = [end.to_dict()]
    while end.undo():
        seen.append(end.to_dict())
    assert seen[-1] == state.to_dict() and not end.undo()
    assert copy.deepcopy(state).to_dict() == state.to_dict()


def test_a_seed_names_a_game():
    game = bastide.Game("new_lands", ["hand"])
    first, second = game.new_state(seed=9), game.new_state(seed=9)
    play_out(first, 1)
    play_out(second, 1)
    assert str(first.record()) == str(second.record())


def test_chance_can_be_an_action(setting):
    state = bastide.Game(*setting).chance_state()
    random = np.random.default_rng(0)
    known = set(bastide.Game(*setting).outcome_names)
    chances = 0
    while not state.is_over:
        if state.is_chance:
            outcomes, chance = zip(*state.outcomes())
            assert abs(sum(chance) - 1) < 1e-9 and {str(outcome) for outcome in outcomes} <= known
            state.play(outcomes[random.choice(len(outcomes), p=chance)])
            chances += 1
        else:
            state.play(int(random.choice(state.action_numbers())))
    assert chances > 50 and state.record().result == state.scores


def test_bots_beat_chance_and_say_what_they_think():
    wins = 0
    game = bastide.Game("base")
    for seed in range(4):
        state = game.new_state(seed=seed)
        bots = [bastide.Bot("greedy", seed=seed), bastide.Bot("random", seed=seed)]
        while not state.is_over:
            state.play(bots[state.to_act].choose(state))
        wins += state.winners == [0]
    assert wins == 4
    state = game.new_state(seed=1)
    thought = bastide.Bot("strategist", seed=1, playouts=20).think(state)
    assert thought["action"] == thought["values"][0]["action"]
    assert bastide.Action(thought["action"]) in state.actions() and len(thought["expected"]) == 2
    play_out(state, 1)
    with pytest.raises(RuntimeError, match="over"):
        bastide.Bot().choose(state)


def test_pictures_show_the_board(setting):
    state = bastide.Game(*setting).new_state(seed=2)
    picture = state._repr_svg_()
    assert picture.startswith("<svg") and picture.endswith("</svg>") and "<use" in picture
    assert state.svg(tile=32) != picture
    with pytest.raises(ValueError, match="pixels"):
        state.svg(tile=0)


def test_observations_have_names_and_are_from_the_own_seat(setting):
    game = bastide.Game(*setting, players=2, size=16)
    state = game.new_state(seed=6)
    random = np.random.default_rng(6)
    mine = game.feature_names.index("me points")
    other = game.feature_names.index("next 1 points")
    tile = game.plane_names.index("tile")
    while not state.is_over:
        for seat in range(2):
            features = state.features(seat)
            assert features.shape == (len(game.feature_names),) and features.dtype == np.float32
            assert features.min() >= 0 and features.max() < 100
            assert features[[mine, other]].tolist() == pytest.approx([state.scores[seat] / 50, state.scores[1 - seat] / 50])
        planes = state.planes()
        assert planes.shape == (len(game.plane_names), 16, 16) and planes.dtype == np.uint8
        assert planes[tile].sum() <= len(state.to_dict()["board"])
        assert state.candidates().shape == (len(state.actions()), len(game.candidate_names))
        for _ in range(8):
            if not state.is_over:
                state.play(int(random.choice(state.action_numbers())))


def test_numbers_have_meanings():
    game = bastide.Game("base", ["traders_builders", "inns_cathedrals"])
    cells = game.size**2
    assert game.action_meaning(0) == "place r0 at -16,-16"
    assert game.action_meaning(len(game.action_planes) * cells) == "pass" == game.action_words[0]
    assert "large_follower 2 with builder" in game.action_words and "return farmer" in game.action_words
    assert game.action_meaning(game.action_count - 1).startswith("spare")
    with pytest.raises(ValueError, match="below"):
        game.action_meaning(game.action_count)
