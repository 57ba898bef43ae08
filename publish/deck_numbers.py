"""The numbers of the worked example in the text of a deck: computed, not typed.

In a deck ``{{ updates }}`` is the number of updates, and what stands between ``{% if ends_on_u %}``
and ``{% endif %}`` is there only where it holds. The names are those of `facts_of`:

>>> from perceptron_core import worked_example
>>> from perceptron_lessons.takeaway.worked_run import facts_of
>>> text = "{{ updates }} of {{ most }}{% if is_tight %}, the bound{% endif %}"
>>> with_numbers(text, facts_of(worked_example()))
'4 of 10'
>>> with_numbers("{{ bound }} {{ bound|decimal }}", {"bound": Fraction(37, 3)})
'37/3 ≈12.33'
>>> with_numbers("{{ products|join(', ') }}", {"products": [0, -2]})
'0, −2'
"""

from fractions import Fraction

from jinja2 import Environment, StrictUndefined, TemplateError, UndefinedError

from perceptron_lessons.tables import format_number, is_rounded


def with_numbers(text, facts, rewrite=str):
    """Return the text of a deck with what it says of the worked example.

    Parameters
    ----------
    text : str
    facts : dict
        Name to number, list of numbers, or whether something holds.
    rewrite : callable
        Of a number as English has it: the number in the language of the deck.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        It asks for what there is not, or cannot be read; the message has the names there are.
    """

    def write(value):
        return value if isinstance(value, str) else rewrite(format_number(value))

    environment = Environment(
        undefined=StrictUndefined,
        finalize=write,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # it is Markdown
    )
    environment.filters["join"] = lambda values, between: between.join(map(write, values))
    environment.filters["decimal"] = lambda value: rewrite(_decimal(value))
    try:
        return environment.from_string(text).render(facts)
    except UndefinedError as error:
        raise ValueError(f"{error.message}; there are {', '.join(facts)}") from None
    except TemplateError as error:
        line = f"line {error.lineno}: " if getattr(error, "lineno", None) else ""
        remedy = "write {% raw %}…{% endraw %} around braces that are meant as they stand"
        raise ValueError(f"{line}{error.message}; {remedy}") from None


def _decimal(value):
    """Return a rational as a decimal number of four digits, after ≈ where that is rounded."""
    number = float(Fraction(value))
    return f"{'≈' if is_rounded(number) else ''}{format_number(number)}"
