"""The command that publishes: what goes wrong is named in one line."""

import json

import pytest

from publish.__main__ import main

CELL = {"cell_type": "code", "source": "1/0", "metadata": {}, "outputs": [], "id": "a"}
RAISES = {"cells": [CELL | {"execution_count": None}], "metadata": {}, "nbformat": 4}


@pytest.mark.parametrize(
    ("text", "named"),
    [("{", "JSON"), (json.dumps(RAISES | {"nbformat_minor": 5}), "ZeroDivisionError")],
)
def test_a_notebook_that_cannot_be_exported_is_named_in_one_line(tmp_path, capsys, text, named):
    (tmp_path / "my.ipynb").write_text(text)
    with pytest.raises(SystemExit) as end:
        main(["html", "--out", str(tmp_path / "out"), str(tmp_path / "my.ipynb")])
    *_, last = capsys.readouterr().err.splitlines()
    assert end.value.code == 2 and named in last
