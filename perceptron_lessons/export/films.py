"""Films: a picture's states one after the other, with a title and captions, made by ffmpeg."""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
import textwrap
from pathlib import Path

from perceptron_lessons.figures.limits import thinned
from perceptron_lessons.figures.style import rc

MOVIES = {
    "mp4": ("-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart"),
    "webm": ("-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-b:v", "0", "-crf", "30"),
}
"""The end of a film's name → what ffmpeg needs to write it."""
SIZE = (1920, 1080)
SECONDS = 1.5
LAST = 3  # times as long as the others
ABOVE, BELOW = 130, 190  # pixels for the title and the caption


def frames_of(picture, width, most):
    """Yield the states of a picture's first slider as images, each with its description.

    Parameters
    ----------
    picture : InteractiveFigure
        It is left in the state in which it was.
    width : int
        Pixels.
    most : int
        Of more states, evenly spread ones are shown.

    Yields
    ------
    image : PIL.Image.Image
    description : Description
    """
    from PIL import Image

    slider, stops = next(iter(picture.values.items()), (None, [None]))
    here = dict(picture.state)
    description = picture.description
    for stop in thinned(stops, most):
        buffer = io.BytesIO()
        with rc(picture.figure):
            figure = (picture.at(**{slider: stop}) if slider else picture).figure
            dpi = width / figure.get_figwidth()
            figure.savefig(buffer, format="png", dpi=dpi, pil_kwargs={"compress_level": 1})
        yield Image.open(buffer).convert("RGB"), picture.description
    picture.at(**here)
    picture.description = description  # it may say more than the state does


def film(picture, name, ending, most=40):
    """Return a film of 1080 lines, and its captions as a file of their own.

    Parameters
    ----------
    picture : InteractiveFigure
        With at least one slider.
    name : str
    ending : {"mp4", "webm"}
    most : int
        Of more states, evenly spread ones are shown.

    Returns
    -------
    dict of str to str or bytes
        Name to content: the film, and the captions as WebVTT.

    Raises
    ------
    FileNotFoundError
        There is no ffmpeg.
    """
    ffmpeg = shutil.which("ffmpeg")
    if ffmpeg is None:
        raise FileNotFoundError(f"{name}.{ending} needs ffmpeg: install it, or use --format gif")
    title = picture.description.caption.partition(". ")[0] or name
    inches = picture.figure.get_size_inches()
    scale = min(SIZE[0] / inches[0], (SIZE[1] - ABOVE - BELOW) / inches[1])
    states = list(frames_of(picture, round(scale * inches[0]), most))
    pages = [_page(image, title, description.text) for image, description in states]
    pages += pages[-1:] * (LAST - 1)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, f"film.{ending}")
        raw = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "{}x{}".format(*SIZE))
        rate = ("-framerate", str(1 / SECONDS), "-i", "-", "-r", "30")
        named = ("-metadata", f"title={title}")
        command = (ffmpeg, "-v", "error", *raw, *rate, *named, *MOVIES[ending], str(target))
        subprocess.run(command, input=b"".join(page.tobytes() for page in pages), check=True)
        return {f"{name}.{ending}": target.read_bytes(), f"{name}.vtt": _captions(states)}


def _page(image, title, words):
    """A frame of the film."""
    from matplotlib import font_manager
    from PIL import Image, ImageDraw, ImageFont

    page = Image.new("RGB", SIZE, "white")
    page.paste(image, ((SIZE[0] - image.width) // 2, ABOVE))
    pen = ImageDraw.Draw(page)
    path = font_manager.findfont("DejaVu Sans")
    pen.text((60, 36), title, "black", ImageFont.truetype(path, 56))
    lines = textwrap.wrap(" · ".join(words.splitlines()), 100)[:3]
    below = (60, SIZE[1] - BELOW + 20)
    pen.multiline_text(below, "\n".join(lines), "black", ImageFont.truetype(path, 34), spacing=14)
    return page


def _captions(states):
    """What each state shows, as WebVTT."""
    parts = ["WEBVTT"]
    for i, (_, description) in enumerate(states):
        end = (i + (LAST if i == len(states) - 1 else 1)) * SECONDS
        parts.append(f"{_time(i * SECONDS)} --> {_time(end)}\n{description.text}")
    return "\n\n".join(parts) + "\n"


def _time(seconds):
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes):02}:{rest:06.3f}"
