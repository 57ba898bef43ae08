"""Pictures, captions and tables as files for lecture notes and slides."""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path

from perceptron_core.tables import latex_escape
from perceptron_lessons.figures.run_panels import thinned
from perceptron_lessons.figures.style import COLUMN, rc

FORMATS = ("svg", "pdf", "png", "pgf", "gif")
TABLE_FORMATS = {"text": "txt", "markdown": "md", "latex": "tex", "csv": "csv"}


class Folder:
    """A folder that gets all of its new files, or none of them.

    Use as a context: files are written to `path(name)`, and are moved into place at the end, each
    complete or not at all.

    Parameters
    ----------
    out : path-like
        Made if it does not exist.
    force : bool
        Whether existing files may be replaced.

    Raises
    ------
    FileExistsError
        A file of that name is there and `force` is not set. Nothing has been written.
    NotADirectoryError
        `out` is a file.
    """

    def __init__(self, out, force=False):
        self.out = Path(out)
        self.force = force

    def __enter__(self):
        # On the same disk as the folder, so that moving a file is one step.
        near = next(place for place in (self.out, *self.out.absolute().parents) if place.exists())
        if not near.is_dir():
            raise NotADirectoryError(f"{near} is a file: --out must be a folder")
        self._staging = Path(tempfile.mkdtemp(prefix=".perceptron-", dir=near))
        return self

    def path(self, name):
        """Return where to write the file that will be called `name`."""
        self.refuse([name])
        return self._staging / name

    def refuse(self, names):
        """Raise FileExistsError where a file of these names exists and may not be replaced."""
        found = [name for name in names if (self.out / name).exists()]
        if found and not self.force:
            raise FileExistsError(f"{self.out / found[0]} exists: use --force to replace it")

    def write(self, name, text):
        self.path(name).write_text(text, encoding="utf-8")

    def __exit__(self, failed, *_):
        try:
            if failed is None:
                self.out.mkdir(parents=True, exist_ok=True)
                for file in sorted(self._staging.iterdir()):
                    file.replace(self.out / file.name)
        finally:
            shutil.rmtree(self._staging)


def file_names(name, formats):
    """Return the names of the files that `save_picture` may write.

    >>> file_names("flip", ("svg", "pdf"))
    ['flip.svg', 'flip.pdf', 'flip.txt', 'flip.tex']
    """
    return [f"{name}.{ending}" for ending in (*formats, "txt", "tex")]


def save_picture(picture, folder, name, formats):
    """Write a picture in several formats, with its caption and alt text beside it.

    `name.txt` holds the caption and the alt text; `name.tex` a LaTeX figure that includes the
    PDF (or PGF, or PNG), with the caption.

    Parameters
    ----------
    picture : InteractiveFigure
        In the state to be shown; a GIF runs through all states of its first slider.
    folder : Folder
    name : str
    formats : sequence of {"svg", "pdf", "png", "pgf", "gif"}

    Returns
    -------
    str
        What could not be written, and why; empty where all was.
    """
    note = ""
    for format in formats:
        path = folder.path(f"{name}.{format}")
        if format != "gif":
            picture.save(path, format)
        elif picture.values:
            path.write_bytes(animation(picture))
        else:
            note = f"{name} has no slider to run through, so there is no {name}.gif"
    caption, alt = picture.description.caption or picture.description.text, picture.description.alt
    folder.write(f"{name}.txt", f"Caption: {caption}\n\nAlt text: {alt}\n")
    included = next((f for f in ("pdf", "pgf", "png") if f in formats), None)
    if included:
        wide = picture.figure.get_figwidth() > COLUMN
        folder.write(f"{name}.tex", latex_figure(name, caption, alt, included, wide))
    return note


def latex_figure(name, caption, alt, format="pdf", wide=False):
    """Return a LaTeX figure with \\includegraphics (or \\input of a PGF) and the caption.

    A figure made for a column keeps its size, a wide one spans the page (`figure*`), so that
    letters are not smaller than 7 points where the text is 6.2 inches wide or more.
    """
    span = "*" if wide else ""
    if format == "pgf":
        body = rf"  \input{{{name}.pgf}}"
        if wide:
            body = rf"  \resizebox{{\textwidth}}{{!}}{{\input{{{name}.pgf}}}}"
    else:
        width = r"[width=\textwidth]" if wide else ""
        body = rf"  \includegraphics{width}{{{name}.{format}}}"
    # One line of comment, whatever the text: a line break would end the comment.
    described = " ".join(alt.split())
    return (
        f"% {described}\n"
        f"\\begin{{figure{span}}}\n  \\centering\n"
        f"{body}\n"
        f"  \\caption{{{latex_escape(' '.join(caption.split()))}}}\n"
        f"  \\label{{fig:{name}}}\n"
        f"\\end{{figure{span}}}\n"
    )


def animation(picture, seconds=1.0, width=900, frames=40):
    """Return a GIF that runs through the stops of a picture's first slider.

    Parameters
    ----------
    picture : InteractiveFigure
        With at least one slider; it is left in the state in which it was.
    seconds : float
        How long each state stands; the last stands three times as long.
    width : int
        Pixels.
    frames : int
        The most pictures; of more stops, evenly spread ones are shown.

    Returns
    -------
    bytes

    Raises
    ------
    ValueError
        The picture has no slider.
    """
    from PIL import Image

    if not picture.values:
        raise ValueError(f"{picture.name}: a picture without a slider has nothing to run through")
    slider, stops = next(iter(picture.values.items()))
    here = dict(picture.state)
    images = []
    for stop in thinned(stops, frames):
        buffer = io.BytesIO()
        with rc():
            figure = picture.at(**{slider: stop}).figure
            figure.savefig(buffer, format="png", dpi=width / figure.get_figwidth())
        images.append(Image.open(buffer).convert("RGB"))
    picture.at(**here)
    # One palette for all, so that no colour changes on the way; it covers the rare ones too.
    strip = Image.new("RGB", (images[0].width, sum(image.height for image in images)))
    for i, image in enumerate(images):
        strip.paste(image, (0, i * image.height))
    palette = strip.quantize(128, method=Image.Quantize.MAXCOVERAGE)
    images = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    duration = [round(1000 * seconds)] * len(images)
    duration[-1] *= 3
    out = io.BytesIO()
    images[0].save(
        out, "GIF", save_all=True, append_images=images[1:], duration=duration, loop=0, disposal=1
    )
    return out.getvalue()


def save_table(table, folder, name, formats=tuple(TABLE_FORMATS)):
    """Write a table as text, Markdown, LaTeX and CSV."""
    for format in formats:
        text = getattr(table, format)().rstrip("\n")
        folder.write(f"{name}.{TABLE_FORMATS[format]}", text + "\n")
