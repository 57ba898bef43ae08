"""Pictures, captions and tables as files for lecture notes and slides."""

from __future__ import annotations

import io
import warnings

from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.saving import WRITERS
from perceptron_lessons.figures.style import COLUMN, rc
from perceptron_lessons.theory import formats

FORMATS = ("svg", "pdf", "png", "pgf", "gif")
TABLE_FORMATS = {"text": "txt", "markdown": "md", "latex": "tex", "csv": "csv"}


def file_names(name, formats):
    """Return the names of the files that `save_picture` may write.

    >>> file_names("flip", ("svg", "pdf"))
    ['flip.svg', 'flip.pdf', 'flip.txt', 'flip.tex']
    """
    return [f"{name}.{ending}" for ending in (*formats, "txt", "tex")]


def save_picture(picture, folder, name, formats):
    """Write a picture in several formats, with its caption and alt text beside it.

    `name.txt` holds the caption and the alt text; `name.tex` a LaTeX figure that includes the
    PDF (or PGF, or PNG), with the caption. Nothing is written before all of it is drawn.

    Parameters
    ----------
    picture : InteractiveFigure
        In the state to be shown; a GIF runs through all states of its first slider.
    folder : OutputFolder
    name : str
    formats : sequence of {"svg", "pdf", "png", "pgf", "gif"}

    Returns
    -------
    list of str
        What could not be drawn, and why.
    """
    files, notes = {}, []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for format in formats:
            if format != "gif":
                files[f"{name}.{format}"] = WRITERS[format](picture)
            elif picture.values:
                files[f"{name}.gif"] = animation(picture)
            else:
                notes.append(f"{name} has no slider to run through, so there is no {name}.gif")
    if any("missing from font" in str(warning.message) for warning in caught):
        notes.append(f"{name}: its font has no sign for some letters, which are boxes instead")
    description = picture.description
    caption, alt = description.caption or description.text, description.alt
    files[f"{name}.txt"] = f"Caption: {caption}\n\nAlt text: {alt}\n"
    included = next((f for f in ("pdf", "pgf", "png") if f in formats), None)
    if included:
        wide = picture.figure.get_figwidth() > COLUMN
        files[f"{name}.tex"] = latex_figure(name, caption, alt, included, wide)
    for file, content in files.items():
        folder.write(file, content)
    return notes


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
        f"  \\caption{{{formats.latex_escape(' '.join(caption.split()))}}}\n"
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


def save_table(table, folder, name, endings=tuple(TABLE_FORMATS)):
    """Write a table as text, Markdown, LaTeX and CSV, once it has been put into all of them."""
    texts = {TABLE_FORMATS[format]: formats.FORMATS[format](table) for format in endings}
    for ending, text in texts.items():
        folder.write(f"{name}.{ending}", text.rstrip("\n") + "\n")
