"""Pictures, captions and tables as files for lecture notes and slides."""

from __future__ import annotations

import io
import re
import warnings

from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.saving import WRITERS
from perceptron_lessons.figures.style import COLUMN, rc
from perceptron_lessons.figures.wording import Written, joined
from perceptron_lessons.tables import Phrase
from perceptron_lessons.takeaway.players import fragment, module, whole_page
from perceptron_lessons.theory import formats
from perceptron_lessons.theory.notation import notation_of, style
from perceptron_lessons.widget.player import Player

ENDINGS = {"text": "txt", "markdown": "md", "latex": "tex", "csv": "csv"}  # of tables


def add_to_caption(picture, notation, trace=None, unit_length=False):
    """Add to a picture's caption in whose symbols it is, and what was done on the way to its run.

    Parameters
    ----------
    picture : InteractiveFigure
    notation : str or None
    trace : Trace or None
    unit_length : bool

    Returns
    -------
    InteractiveFigure
        The same one.
    """
    words = picture.words
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


def picture_files(picture, name, formats, notation=None, path="", every=False):
    """Return a picture as files in several formats, with its caption and alt text beside it.

    `name.txt` holds the caption and the alt text; `name.tex` a LaTeX figure that includes the
    PDF (or PGF, or PNG, as its first line says), with the caption. `perceptron.sty` has the
    symbols of the notation, if there is one.

    Parameters
    ----------
    picture : InteractiveFigure
        In the state to be shown; a GIF runs through all states of its first slider.
    name : str
    formats : sequence of {"svg", "text.svg", "pdf", "png", "pgf", "gif", "html", "mjs"}
        HTML and the module move without a network.
    notation : str, Notation or None
        Whose symbols the picture has: the label in the LaTeX tells pictures of one name apart.
    path : str
        Written before the name of the graphic in the LaTeX, such as "pictures/".
    every : bool
        Whether each value of the slider k becomes a file too, `name-0.pdf` and so on, with
        `name-frames.tex`, which shows them one after the other on a slide of beamer.

    Returns
    -------
    files : dict of str to str or bytes
        Name to content.
    notes : list of str
        What could not be drawn, and why.
    """
    files = {}
    notes = []
    still = [format for format in formats if format in WRITERS]
    included = next((format for format in ("pdf", "pgf", "png") if format in formats), None)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for format in still:
            files[f"{name}.{format}"] = WRITERS[format](picture)
        if every and "k" in picture.values:
            files |= frames(picture, name, still, f"{path}{name}", included)
        for format in (format for format in formats if format not in WRITERS):
            if picture.values:
                files |= _living(picture, name, format)
            else:
                none = "{name} has no slider to run through, so there is no {name}.{format}"
                notes.append(Phrase(none, name=name, format=format))
    if any("missing from font" in str(warning.message) for warning in caught):
        boxes = "{name}: its font has no sign for some letters, which are boxes instead"
        notes.append(Phrase(boxes, name=name))
    description = picture.description
    caption = description.caption or description.text
    files[f"{name}.txt"] = f"Caption: {caption}\n\nAlt text: {description.alt}\n"
    if included:
        wide = picture.figure.get_figwidth() > COLUMN
        if notation:  # the same symbols for what is written around the figure
            files["perceptron.sty"] = style(notation)
        label = f"{name}-{notation_of(notation)}" if notation else name
        words = Written.of(caption).latex
        graphic = f"{path}{name}.{included}"
        files[f"{name}.tex"] = latex_figure(graphic, label, words, description.alt, wide)
    return files, notes


def _living(picture, name, format):
    """Return a picture that moves, as files."""
    if format == "gif":
        return {f"{name}.gif": animation(picture)}
    player = Player(picture)
    if format == "mjs":
        return {f"{name}.mjs": module(player)}
    title = f"{name}: {picture.description.alt}"
    page = whole_page(player, title, picture.words.language.lang)
    return {f"{name}.html": page, f"{name}.fragment.html": fragment(player)}


def frames(picture, name, formats, graphic, included=None):
    """Return a file for each value of a picture's slider k, and one that shows them in beamer.

    Parameters
    ----------
    picture : InteractiveFigure
        It is left in the state in which it was.
    name : str
    formats : sequence of str
    graphic : str
        The name of the files, as LaTeX is to find them.
    included : {"pdf", "pgf", "png"} or None
        The format of what LaTeX shows.

    Returns
    -------
    dict of str to str or bytes
    """
    files = {}
    lines = [r"% \input this in a frame of beamer: each state is an overlay.", r"\centering"]
    here = dict(picture.state)
    description = picture.description
    for i, k in enumerate(picture.values["k"], start=1):
        picture.at(k=k)
        files |= {f"{name}-{k}.{format}": WRITERS[format](picture) for format in formats}
        overlay = _graphic(f"{graphic}-{k}.{included}", FITTED, picture.description.alt)
        lines.append(rf"\only<{i}>{{{overlay}}}%")
    picture.at(**here)
    picture.description = description  # it may say more than the state does
    return files | ({f"{name}-frames.tex": "\n".join(lines) + "\n"} if included else {})


FITTED = r"width=\linewidth,height=0.8\textheight,keepaspectratio"


def _graphic(graphic, size, alt):
    """Return what shows a graphic in LaTeX: a PGF in its own size, others in the one given."""
    if graphic.endswith(".pgf"):
        return rf"\input{{{graphic}}}"
    # Plain words in braces: what is mathematics in them must not end the list of options.
    words = re.sub(r"[{}\\%#$&~^]", " ", " ".join(alt.split()))
    options = f"{size},alt={{{words}}}".lstrip(",")
    return rf"\includegraphics[{options}]{{{graphic}}}"


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
        What the picture shows.
    wide : bool
        Whether it is wider than a column.

    Returns
    -------
    str

    Notes
    -----
    A figure made for a column keeps its size, a wide one spans the page (`figure*`), so that
    letters are not smaller than 7 points where the text is 6.2 inches wide or more. On a slide of
    beamer, which has no `figure*` and no room for a caption, the graphic stands alone.
    """
    span = "*" if wide else ""
    pgf = graphic.endswith(".pgf")
    needs = r"\usepackage{pgf}" if pgf else r"\usepackage{graphicx}"
    if pgf and wide:
        needs += r" and \usepackage{graphicx}"
    preamble = f"{graphic}; the preamble needs {needs}"
    if "/" not in graphic:
        preamble += ". From another folder: draw it again with --path FOLDER/"
    body = _graphic(graphic, r"width=\textwidth" if wide else "", alt)
    if pgf and wide:
        body = rf"\resizebox{{\textwidth}}{{!}}{{{body}}}"
    return (
        f"% Takes {preamble}.\n"
        f"\\ifcsname ver@beamer.cls\\endcsname\n"
        f"  {{\\centering\n"
        f"  {_graphic(graphic, FITTED, alt)}\\par}}%\n"
        f"\\else\n"
        f"\\begin{{figure{span}}}\n  \\centering\n"
        f"  {body}\n"
        f"  \\caption{{{caption}}}\n"
        f"  \\label{{fig:{label}}}\n"
        f"\\end{{figure{span}}}\n"
        f"\\fi\n"
    )


def animation(picture):
    """Return a GIF that runs through the stops of a picture's first slider.

    Parameters
    ----------
    picture : InteractiveFigure
        With at least one slider; it is left in the state in which it was.

    Returns
    -------
    bytes
        Each state stands for a second, the last for three; of many stops, evenly spread ones are
        shown.
    """
    from PIL import Image

    images = _states(picture, width=1920, most=40)
    # One palette for all, so that no colour changes on the way; it covers the rare ones too.
    strip = Image.new("RGB", (images[0].width, sum(image.height for image in images)))
    for i, image in enumerate(images):
        strip.paste(image, (0, i * image.height))
    palette = strip.quantize(128, method=Image.Quantize.MAXCOVERAGE)
    images = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    duration = [1000] * len(images)  # milliseconds
    duration[-1] *= 3
    out = io.BytesIO()
    images[0].save(
        out, "GIF", save_all=True, append_images=images[1:], duration=duration, loop=0, disposal=1
    )
    return out.getvalue()


def _states(picture, width, most):
    """Return the states of a picture's first slider as images so many pixels wide.

    Of more than `most` states, evenly spread ones are shown. The picture is left in the state in
    which it was.
    """
    from PIL import Image

    slider, stops = next(iter(picture.values.items()))
    here = dict(picture.state)
    description = picture.description
    images = []
    for stop in thinned(stops, most):
        buffer = io.BytesIO()
        with rc(picture.figure):
            figure = picture.at(**{slider: stop}).figure
            dpi = width / figure.get_figwidth()
            figure.savefig(buffer, format="png", dpi=dpi, pil_kwargs={"compress_level": 1})
        images.append(Image.open(buffer).convert("RGB"))
    picture.at(**here)
    picture.description = description  # it may say more than the state does
    return images


def table_files(table, name):
    """Return a table as text, Markdown, LaTeX and CSV: a dict of file names to texts."""
    return {
        f"{name}.{ending}": formats.FORMATS[format](table).rstrip("\n") + "\n"
        for format, ending in ENDINGS.items()
    }
