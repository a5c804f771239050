"""The programs in the documents and the examples run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
DOCUMENTS = [ROOT / "docs/python.md", ROOT / "crates/python/README.md"]


def programs():
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for number, match in enumerate(re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)):
            yield pytest.param(match[1], id=f"{document.name}-{number}")


@pytest.mark.parametrize("program", list(programs()))
def test_programs_in_documents_run(program, tmp_path):
    subprocess.run([sys.executable, "-c", program], check=True, cwd=tmp_path)


def test_there_are_programs():
    assert len(list(programs())) > 5


def test_a_random_game_is_drawn(tmp_path):
    picture = tmp_path / "board.svg"
    run("random_play.py", picture, "safari", 3)
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_a_match_is_plotted(tmp_path):
    plot = tmp_path / "match.png"
    told = run("match_plot.py", plot, 4)
    assert "greedy against random: 4 of 4 games" in told
    assert plot.read_bytes().startswith(b"\x89PNG")


def run(name, *arguments) -> str:
    words = [sys.executable, str(ROOT / "examples/python" / name), *map(str, arguments)]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout
