"""All files of a command or none of them, whatever goes wrong on the way."""

import pytest

from perceptron_lessons.takeaway.output_folder import all_or_nothing, require_room, write_files


def names(folder):
    """Everything in a folder, what is hidden too."""
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
@pytest.mark.parametrize("there", [False, True])
def test_what_fails_leaves_everything_as_it_was(tmp_path, error, there):
    out = tmp_path / "out"
    if there:
        out.mkdir()
        write_files(out, {"one.txt": "mine"})
    with pytest.raises(error), all_or_nothing(out, force=True) as folder:
        write_files(folder, {"one.txt": "new", "two.txt": "new"})
        raise error
    assert names(tmp_path) == ["out"] * there
    if there:
        assert names(out) == ["one.txt"] and (out / "one.txt").read_text() == "mine"


def test_files_come_together_and_replace_others_only_by_force(tmp_path):
    out = tmp_path / "a" / "b"
    with all_or_nothing(out) as folder:
        write_files(folder, {"one.txt": "1"})
        assert not out.exists()
    assert names(out) == ["one.txt"] and names(tmp_path) == ["a"]
    with pytest.raises(FileExistsError, match=r"one\.txt.*--force"), all_or_nothing(out) as folder:
        write_files(folder, {"two.txt": "2", "one.txt": "new"})
    assert (out / "one.txt").read_text() == "1" and names(out) == ["one.txt"]
    with all_or_nothing(out, force=True) as folder:
        write_files(folder, {"one.txt": b"new"})
    assert (out / "one.txt").read_text() == "new"


@pytest.mark.parametrize("force", [False, True])
def test_what_is_in_the_way_is_named(tmp_path, force):
    (tmp_path / "two.txt").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(IsADirectoryError, match="two"):
        require_room(tmp_path, ["one.txt", "two.txt"], force)
    with pytest.raises(IsADirectoryError, match="two"), all_or_nothing(tmp_path, force) as folder:
        write_files(folder, {"one.txt": "1", "two.txt": "2"})
    with pytest.raises(NotADirectoryError, match="file"), all_or_nothing(tmp_path / "file"):
        pass
    assert names(tmp_path) == ["file", "two.txt"]
