"""Decks as PowerPoint: words that can be edited, pictures with alt texts, notes in the notes."""

import base64
import io
import re
import unicodedata
from pathlib import Path

from perceptron_lessons.export.decks import parse_deck, vote
from perceptron_lessons.export.films import frames_of
from perceptron_lessons.figures.interactive_figure import InteractiveFigure

STATES = "application/vnd.perceptron.states+json"
"""Under which a cell shows its pictures: for each state a PNG, its alt text, and words."""
NAMES = r"\le \leq \ge \geq \ne \cdot \| \sqrt \to \sum \dots ^2 \lambda \varphi"
SIGNS = dict(zip(NAMES.split(), "≤≤≥≥≠·‖√→∑…²λφ", strict=True))
"""TeX → the sign that one writes."""
BELOW = str.maketrans("0123456789ijkn", "₀₁₂₃₄₅₆₇₈₉ᵢⱼₖₙ")
_WRAPPED = re.compile(r"(?<!\n)(?<!<br>)\n(?!\n|- |\d+\. |[>#|])")  # a line that goes on
WIDTH, HEIGHT = 13.333, 7.5  # inches
MOST = 16  # states of a picture, each of them a slide


def export_powerpoint(deck, lessons, out_dir):
    """Write a deck as PowerPoint; each state of a picture is a slide.

    Parameters
    ----------
    deck, lessons, out_dir
        As for `perceptron_lessons.export.slides.export_slides`.

    Returns
    -------
    pathlib.Path

    Raises
    ------
    ModuleNotFoundError
        python-pptx is not there.
    ValueError
        As for `export_slides`.
    """
    from pptx import Presentation
    from pptx.util import Inches

    show = Presentation()
    show.slide_width, show.slide_height = Inches(WIDTH), Inches(HEIGHT)
    for slide in parse_deck(Path(deck).read_text(encoding="utf-8"), lessons.notation):
        title, words, pictures, answers = _content(slide, lessons)
        for picture in pictures or [None]:
            _add(show, title, words, picture, slide.notes)
        for answer in answers:
            _add(show, title, [*words, (answer, False)], None, slide.notes)
    target = Path(out_dir) / f"{Path(deck).stem}.pptx"
    target.parent.mkdir(parents=True, exist_ok=True)
    show.save(target)
    return target


def _content(slide, lessons):
    """A slide's title, its lines, each with whether it is code, states of pictures, and answers."""
    lines = []
    pictures = []
    answers = []
    for part in slide.parts:
        if part.kind == "text":
            whole = _WRAPPED.sub(" ", part.text).replace("<br>", "\n")
            lines += [(in_words(line), False) for line in whole.splitlines() if line.strip()]
        elif part.kind == "vote":
            asked = vote(part.text)
            answers.append(asked.answer)
            options = enumerate(asked.options, start=1)
            lines += [(f"{i}.  {option}", False) for i, (option, _) in options]
        elif part.kind == "code":
            lines += [(line, True) for line in lessons.cell(part.text).source.splitlines()]
        else:
            for output in lessons.cell(part.text.partition(" at ")[0]).outputs:
                data = output.get("data", {})
                printed = data.get("text/plain") or output.get("text", "")
                pictures += data.get(STATES, [])
                lines += [(line, True) for line in printed.splitlines() if STATES not in data]
    return lines[0][0], lines[1:], pictures, answers


def _add(show, title, lines, picture, notes):
    from pptx.util import Inches, Pt

    page = show.slides.add_slide(show.slide_layouts[5])  # a title alone
    head = page.shapes.title
    head.left, head.top, head.width, head.height = map(Inches, (0.5, 0.2, WIDTH - 1, 1.0))
    head.text = title
    if picture:
        lines = [*lines, (picture["words"].partition("\n")[0], False)]
    box = page.shapes.add_textbox(*map(Inches, (0.6, 1.3, WIDTH - 1.2, 1.0))).text_frame
    box.word_wrap = True
    for i, (line, is_code) in enumerate(lines):
        paragraph = box.add_paragraph() if i else box.paragraphs[0]
        paragraph.text = line
        paragraph.font.size = Pt(18 if picture else 24)
        paragraph.font.name = "Consolas" if is_code else None
    if picture:
        image = io.BytesIO(base64.b64decode(picture["png"]))
        added = page.shapes.add_picture(image, 0, Inches(2.5), height=Inches(4.8))
        if added.width > show.slide_width:
            added.height = round(added.height * show.slide_width / added.width)
            added.width = show.slide_width
        added.left = (show.slide_width - added.width) // 2
        added._element.nvPicPr.cNvPr.set("descr", picture["alt"])
    page.notes_slide.notes_text_frame.text = " ".join(notes.split())


def show_states():
    """Let every picture that is shown from now on bring the PNGs of its states along."""
    bundle = InteractiveFigure.bundle

    def with_states(self):
        data, metadata = bundle(self)
        return data | {STATES: [_state(*frame) for frame in frames_of(self, 1600, MOST)]}, metadata

    InteractiveFigure.bundle = with_states


def _state(image, description):
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    png = base64.b64encode(buffer.getvalue()).decode()
    return {"png": png, "alt": description.alt, "words": description.text}


def in_words(line):
    r"""A line of Markdown as plain text.

    >>> in_words(r"1. *Length*: $\|w_k\|^2 \le k R^2$, so $\sqrt k \le R/\gamma$.")
    '1. Length: ‖wₖ‖² ≤ k R², so √k ≤ R/γ.'
    >>> in_words('## A <b class="object wall">wall</b>')
    'A wall'
    """
    text = re.sub(r"^- ", "•  ", line)
    text = re.sub(r"^(>|#+) |[*$`]|</?br?\b[^>]*>|\\[,;!]", "", text)
    text = re.sub(r"(\\[a-z]+|\\\||\^2)( ?)", _sign, text)
    text = re.sub(r"_(\w)", lambda found: found[1].translate(BELOW), text)
    return re.sub(r" +", " ", re.sub(r"[{}\\]", "", text)).strip()


def _sign(found):
    """Return the sign of a command of TeX, or the Greek letter; nothing for any other."""
    command, space = found.groups()
    if command in SIGNS:
        return SIGNS[command] + ("" if command in (r"\cdot", r"\sqrt") else space)
    try:
        return unicodedata.lookup(f"GREEK SMALL LETTER {command[1:]}") + space
    except KeyError:
        return space
