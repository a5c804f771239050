"""What several tests use."""

import itertools

import bastide


def settings() -> list[tuple[str, tuple[str, ...]]]:
    """Every game with every combination of its options."""
    return [
        (game, options)
        for game, known in bastide.games().items()
        for count in range(len(known["options"]) + 1)
        for options in itertools.combinations(known["options"], count)
    ]


def pytest_generate_tests(metafunc):
    if "setting" in metafunc.fixturenames:
        metafunc.parametrize("setting", settings(), ids=lambda setting: "+".join((setting[0], *setting[1])))
