"""Pictures, captions and tables as files for lecture notes and slides."""

from __future__ import annotations

import io
import warnings

from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.saving import WRITERS
from perceptron_lessons.figures.style import COLUMN, rc
from perceptron_lessons.figures.wording import ENGLISH, Wording, Written, joined
from perceptron_lessons.theory import formats
from perceptron_lessons.theory.notation import notation_of

ENDINGS = {"text": "txt", "markdown": "md", "latex": "tex", "csv": "csv"}  # of tables


def add_to_caption(picture, notation, trace=None, unit_length=False, language=ENGLISH):
    """Add to a picture's caption in whose symbols it is, and what was done on the way to its run.

    Parameters
    ----------
    picture : InteractiveFigure
    notation : str or None
    trace : Trace or None
    unit_length : bool
    language : str or path

    Returns
    -------
    InteractiveFigure
        The same one.
    """
    words = Wording(notation, language=language)
    sentences = [picture.description.caption]
    if unit_length:
        sentences.append(words.write("Samples scaled to length 1."))
    if trace is not None and trace.bias != "none":
        step = "$y$" if trace.bias == "one" else "$y{R}²$"
        sentences.append(words.write("Each mistake adds {step} to the offset $b$.", step=step))
    if title := notation and notation_of(notation).title:
        sentences.append(words.write("Symbols: {title}.", title=title))
    picture.description = picture.description._replace(caption=joined(" ", sentences))
    return picture


def picture_files(picture, name, formats, notation=None, path="", label=None):
    """Return a picture as files in several formats, with its caption and alt text beside it.

    `name.txt` holds the caption and the alt text; `name.tex` a LaTeX figure that includes the
    PDF (or PGF, or PNG, as its first line says), with the caption.

    Parameters
    ----------
    picture : InteractiveFigure
        In the state to be shown; a GIF runs through all states of its first slider.
    name : str
    formats : sequence of {"svg", "pdf", "png", "pgf", "gif"}
    notation : str or None
        Whose symbols the picture has: the label in the LaTeX tells pictures of one name apart.
    path : str
        Written before the name of the graphic in the LaTeX, such as "pictures/".
    label : str, optional
        In the LaTeX; by default the name and the notation.

    Returns
    -------
    files : dict of str to str or bytes
        Name to content.
    notes : list of str
        What could not be drawn, and why.
    """
    files = {}
    notes = []
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
    caption = description.caption or description.text
    alt = description.alt
    files[f"{name}.txt"] = f"Caption: {caption}\n\nAlt text: {alt}\n"
    included = next((f for f in ("pdf", "pgf", "png") if f in formats), None)
    if included:
        wide = picture.figure.get_figwidth() > COLUMN
        label = label or "-".join(filter(None, (name, notation)))
        words = Written.of(caption).latex
        files[f"{name}.tex"] = latex_figure(f"{path}{name}.{included}", label, words, alt, wide)
    return files, notes


def latex_figure(graphic, label, caption, alt, wide=False):
    """Return a LaTeX figure with \\includegraphics (or \\input of a PGF) and the caption.

    Parameters
    ----------
    graphic : str
        The file, as LaTeX is to find it.
    label : str
        Referred to as fig:label.
    caption : str
        As LaTeX.
    alt : str
        What the picture shows, which becomes a comment.
    wide : bool
        Whether it is wider than a column.

    Returns
    -------
    str

    Notes
    -----
    A figure made for a column keeps its size, a wide one spans the page (`figure*`), so that
    letters are not smaller than 7 points where the text is 6.2 inches wide or more.
    """
    span = "*" if wide else ""
    if graphic.endswith(".pgf"):
        needs = r"\usepackage{pgf}"
        body = rf"  \input{{{graphic}}}"
        if wide:
            needs += r" and \usepackage{graphicx}"
            body = rf"  \resizebox{{\textwidth}}{{!}}{{\input{{{graphic}}}}}"
    else:
        needs = r"\usepackage{graphicx}"
        width = r"[width=\textwidth]" if wide else ""
        body = rf"  \includegraphics{width}{{{graphic}}}"
    needed = f"{graphic}; the preamble needs {needs}"
    if "/" not in graphic:
        needed += ". From another folder: draw it again with --path FOLDER/"
    # One line of comment, whatever the text: a line break would end the comment.
    described = " ".join(alt.split())
    return (
        f"% Takes {needed}.\n% {described}\n"
        f"\\begin{{figure{span}}}\n  \\centering\n"
        f"{body}\n"
        f"  \\caption{{{caption}}}\n"
        f"  \\label{{fig:{label}}}\n"
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
    description = picture.description
    images = []
    for stop in thinned(stops, frames):
        buffer = io.BytesIO()
        with rc(picture.figure):
            figure = picture.at(**{slider: stop}).figure
            figure.savefig(buffer, format="png", dpi=width / figure.get_figwidth())
        images.append(Image.open(buffer).convert("RGB"))
    picture.at(**here)
    picture.description = description  # it may say more than the state does
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


def table_files(table, name):
    """Return a table as text, Markdown, LaTeX and CSV: a dict of file names to texts."""
    return {
        f"{name}.{ending}": formats.FORMATS[format](table).rstrip("\n") + "\n"
        for format, ending in ENDINGS.items()
    }
