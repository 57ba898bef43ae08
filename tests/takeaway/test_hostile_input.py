"""Whatever stands in a file: an answer in words, and all files or none."""

import contextlib
import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_lessons.takeaway.command_line import main


def answer(content, *words):
    """Run a command on a file of these bytes, and check what holds for every one."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "hostile.csv"
        out = Path(place) / "out"
        path.write_bytes(content)
        given = {"run": ["run", path, "--out", out, "--format", "svg"]}
        given["table"] = ["table", "--data", path]
        err = io.StringIO()
        with contextlib.redirect_stderr(err), contextlib.redirect_stdout(io.StringIO()):
            status = main([*map(str, given[words[0]]), *words[1:], "--max-mistakes", "30"])
        assert status in (0, 2) and "defect" not in err.getvalue()
        assert out.exists() == (status == 0 and words[0] == "run")
        assert {file.name for file in Path(place).iterdir()} <= {"hostile.csv", "out"}


CELLS = ["0", "-2.5", "1e200", "-1e-200", "9" * 400, "", "nan", "1,5", '"', '"a\nb"', "\x00", "é"]
row = st.lists(st.sampled_from([*CELLS, "p", "q", "1"]), min_size=1, max_size=4)
rows = st.lists(row, max_size=6).map(lambda rows: "\n".join(map(",".join, rows)).encode())


@settings(max_examples=200)
@given(st.one_of(st.binary(max_size=60), rows), st.sampled_from(["run", "iteration", "proof"]))
def test_tables_of_anything(content, show):
    answer(content, "table", "--show", show)


@pytest.mark.parametrize("length", ["9" * 400, "1.7e308", "1e154", "1e-200", "5e-324"])
def test_numbers_of_any_size_end_in_a_page_or_in_words(length):
    text = f"a,b,y\n-{length},0,n\n0,-{length},n\n-{length},{length},y\n{length},{length},y\n"
    answer(text.encode(), "run")
    answer(text.encode(), "table", "--show", "proof", "--exact")
