"""The one reader of LaTeX: nothing is lost, what is unknown is refused.

What a sign becomes is written here once more, by hand, and counted: the test shares no table with
the package.
"""

import html
import json
import random
import re
import unicodedata
from collections import Counter
from itertools import product

import pytest
from conftest import NOTEBOOKS, PROJECT
from many import TIMES
from matplotlib.mathtext import MathTextParser

from perceptron_lessons import SOURCES
from perceptron_lessons.latex import SIGNS, as_html, as_text, normal_latex, parts, with_indices
from perceptron_lessons.reading import read_toml
from perceptron_lessons.sheets.question import TEXTS
from perceptron_lessons.sheets.question import formula_symbol as of_sheet

SIGN_OF = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "Delta": "Δ",
    "eta": "η",
    "theta": "θ",
    "lambda": "λ",
    "mu": "μ",
    "rho": "ρ",
    "tau": "τ",
    "xi": "ξ",
    "sigma": "σ",
    "varphi": "φ",
    "varepsilon": "ε",
    "Sigma": "Σ",
    "ell": "ℓ",
    "nabla": "∇",
    "partial": "∂",
    "infty": "∞",
    "star": "⋆",
    "dagger": "†",
    "prime": "′",
    "top": "T",
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "ne": "≠",
    "neq": "≠",
    "approx": "≈",
    "in": "∈",
    "to": "→",
    "cdot": "·",
    "cdots": "⋯",
    "times": "×",
    "pm": "±",
    "sum": "∑",
    "sqrt": "√",
    "dots": "…",
    "ldots": "…",
    "vert": "|",
    "Vert": "‖",
    "lVert": "‖",
    "rVert": "‖",
    "langle": "⟨",
    "rangle": "⟩",
    "lfloor": "⌊",
    "rfloor": "⌋",
    "lceil": "⌈",
    "rceil": "⌉",
    "frac": "/",
    "dfrac": "/",
    "tfrac": "/",
    "hat": "\u0302",
    "tilde": "\u0303",
    "bar": "\u0304",
    "vec": "\u20d7",
    "degree": "°",
}
SHOWN_AS_WORDS = {"max", "min", "ln", "inf", "log", "cos", "arg", "exp"}
NO_SIGN = {
    "left",
    "right",
    "quad",
    "qquad",
    "text",
    "mathrm",
    "mathbf",
    "mathbb",
    "operatorname",
    "binom",
}
NO_SIGN |= {"boldsymbol", "mathcal", "displaystyle", "textstyle"}
NO_SIGN |= {f"{size}{side}" for size in ("big", "Big") for side in ("", "l", "r")}
# What a form adds: brackets around parts, and what sets an index apart.
ADDED = set("(){}_^ ")


def signs_of(latex):
    """Count what a formula shows."""
    latex = re.sub(r"\\(begin|end)\{[a-z*]+\}", "", latex)
    shown = Counter()
    for token in re.findall(r"\\[A-Za-z]+|\\.|.", latex, re.DOTALL):
        name = token.removeprefix("\\")
        if token[0] != "\\":
            shown.update("" if token in "{}_^&~" or token.isspace() else token)
        elif name in SIGN_OF:
            shown.update(SIGN_OF[name])
        elif name in SHOWN_AS_WORDS:
            shown.update(name)
        elif name == "|":
            shown.update("‖")
        elif name in "#{}":
            shown.update(name)
        else:
            assert name in NO_SIGN or name in ",;:!\\ ", f"what is {token}?"
    return plainly("".join(shown.elements()).replace("-", "−").replace("'", "′"))


def plainly(text):
    """Count the signs of a text, whether raised, lowered or in an alphabet of their own."""
    text = text.replace("⊤", "T").replace("∘", "°").replace("-", "−")
    text = re.sub("[⊺ᵀ]", "T", text).replace("′", "'")
    counts = Counter(unicodedata.normalize("NFKD", text).replace("µ", "μ"))
    return Counter({sign: n for sign, n in counts.items() if sign not in ADDED})


def check_all_forms(latex):
    """Assert that no form of a formula has lost or invented a sign."""
    wanted = signs_of(latex)
    text, page, again = as_text(latex), as_html(latex), normal_latex(latex)
    read_out = wanted + Counter("choose" * latex.count("\\binom"))  # 5 choose 2, on one line
    assert plainly(text) == read_out, (latex, text)
    assert plainly(html.unescape(re.sub(r"<[^>]*>", "", page))) == read_out, (latex, page)
    assert signs_of(again.replace(r"^\circ", "°")) == wanted, (latex, again)
    assert as_text(again).replace(" ", "") == text.replace(" ", ""), (latex, again)
    assert normal_latex(again) == again, (latex, again)
    for left, right in ("()", "{}", "[]"):
        assert text.count(left) - text.count(right) == latex.count(left) - latex.count(right) or (
            left + right != "()"
        )
    return text


def formulas():
    """Return every formula that the project writes, with where it stands."""
    between = re.compile(r"(?<!\\)\$\$(.+?)\$\$|(?<!\\)\$(.+?)(?<!\\)\$", re.DOTALL)
    texts = {}
    for path in NOTEBOOKS:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        markdown = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        texts[path.name] = "\n\n".join(markdown)
    for path in [*PROJECT.glob("slides/*.md"), *PROJECT.glob("examples/**/*.md")]:
        texts[path.name] = path.read_text(encoding="utf-8")
    found = {}
    for name, text in texts.items():
        found |= {one or two: name for one, two in between.findall(text)}
    for file in PROJECT.glob("perceptron_lessons/theory/notations/*.toml"):
        rows = read_toml(file)
        found |= {
            latex: f"{file.name} {key}"
            for key, latex in rows.items()
            if key != "title" and isinstance(latex, str) and not re.search(r"<|\\Per", latex)
        }
    for key, row in read_toml(PROJECT / "perceptron_lessons/theory/theorems.toml").items():
        found[row["statement"]] = f"theorems.toml {key}"
    templates = re.findall(r"\$([^$]+)\$", TEXTS.read_text(encoding="utf-8"))
    for template, source in product(templates, SOURCES):
        latex = of_sheet(re.sub(r"<\w+>", "7", template), source).latex
        found[latex] = f"{TEXTS.name}, {source}: {template}"
    return found


def test_no_formula_of_the_project_loses_a_sign_in_any_form():
    every = formulas()
    assert len(every) > 700
    for latex, place in every.items():
        try:
            check_all_forms(latex)
        except ValueError as error:
            pytest.fail(f"{place}: {error}")


# What a deck says → what it is in plain text (a sentence of it was false once).
READ = {
    r"\left(\dfrac{2R}{\gamma}\right)^2": "(2R/γ)²",
    r"\dfrac{(R^2+c^2)(1+b^2/c^2)}{\gamma^2}": "(R² + c²)(1 + b²/c²)/γ²",
    r"\bigl(c - R|b|/c\bigr)^2": "(c − R|b|/c)²",
    r"2w\cdot z - 2\lambda\,u\cdot z + \|z\|^2": "2w·z − 2λu·z + ‖z‖²",
    r"\left(\dfrac{D+\Delta}{\gamma}\right)^2": "((D + Δ)/γ)²",
    r"\xi_i = \max(0,\ \gamma - y_i\,u\cdot x_i)": "ξ_i = max(0, γ − y_i u·x_i)",
    r"\frac{\mathbb E[k]}{m+1}": "𝔼[k]/(m + 1)",
    r"\|\hat w_{\mathrm{opt}}\|^2 \le 2": "‖ŵ_opt‖² ≤ 2",
    r"\gamma = \min_{1\le i\le n} w_*^\top x_i > 0": "γ = min_{1≤i≤n} w_*ᵀx_i > 0",
    r"\max_i K(x_i,x_i)/\gamma^2": "max_i K(x_i, x_i)/γ²",
    r"2/\sqrt5 \approx 0.894": "2/√5 ≈ 0.894",
    # What lecturers write.
    r"\theta^*": "θ*",
    r"\theta^\star": "θ⋆",
    r"\theta^\ast": "θ∗",
    r"\theta^{\star}": "θ⋆",
    r"v^\dagger": "v†",
    r"v^\ddagger": "v‡",
    "θ⋆": "θ⋆",
    "w^∗_t": "w∗_t",
    r"\hat\theta": "θ̂",
    r"\bar\gamma": "γ̄",
    r"\bar{\theta}": "θ̄",
    r"\tilde w": "w̃",
    r"\tilde w_t": "w̃_t",
    r"\vec w": "w⃗",
    r"\widehat{w}": "ŵ",
    r"\overline{w}": "w̅",
    r"\dot x": "ẋ",
    r"\boldsymbol\theta": "θ",
    r"\boldsymbol{\theta}_{t+1}": "θ_{t+1}",
    r"\bm w": "w",
    r"\mathbf w": "w",
    r"\mathbf{w}^{(t)}": "w^(t)",
    r"\mathrm{opt}": "opt",
    r"w_{\text{new}}": "w_new",
    r"\mathbb{R}^d": "ℝ^d",
    r"\mathcal{H}": "ℋ",
    r"\mathcal L": "ℒ",
    r"\mathfrak{R}": "ℜ",
    r"\ell": "ℓ",
    r"\ell_2": "ℓ_2",
    r"\vartheta": "ϑ",
    r"\varphi\phi": "φϕ",
    r"\varepsilon\epsilon": "εϵ",
    "ϑϕϵεℓ": "ϑϕϵεℓ",
    r"\varrho\varsigma\varpi\varkappa": "ϱςϖϰ",
    r"\Gamma\Delta\Theta\Lambda\Xi\Pi\Sigma\Upsilon\Phi\Psi\Omega": "ΓΔΘΛΞΠΣΥΦΨΩ",
    r"\Alpha\Beta\omicron": "ΑΒο",
    r"\lVert w\rVert_2": "‖w‖_2",
    r"\left\lVert w \right\rVert^2": "‖w‖²",
    r"\Vert w\Vert": "‖w‖",
    r"\langle w, x\rangle": "⟨w, x⟩",
    r"\lfloor R^2/\gamma^2\rfloor": "⌊R²/γ²⌋",
    r"\lceil m\rceil": "⌈m⌉",
    r"\frac12\gamma": "(1/2)γ",
    r"2\frac13": "2(1/3)",
    r"\tfrac{1}{2\gamma}": "1/(2γ)",
    r"\frac{a}{b}\cdot c": "a/b·c",
    r"a/\frac bc": "a/(b/c)",
    r"\frac{\frac ab}{c}": "(a/b)/c",
    r"\frac{a-b}{c}": "(a − b)/c",
    r"\sqrt k\,R": "√k R",
    r"\sqrt{2R}": "√(2R)",
    r"\sqrt{R^2}": "√(R²)",
    r"\sqrt[3]{x}": "³√x",
    "w'": "w′",
    "w''_t": "w′′_t",
    r"w^\prime": "w′",
    "w'^2": "w′²",
    r"w^\top x": "wᵀx",
    r"w^T x": "wᵀx",
    r"w^{*\top}x": "w*ᵀx",
    r"\nabla_w \ell": "∇_w ℓ",
    r"\partial f": "∂f",
    r"a \leq b \geq c \neq d \approx e": "a ≤ b ≥ c ≠ d ≈ e",
    r"a \times b \pm c": "a × b ± c",
    r"\sum_{i=1}^n x_i": "∑_{i=1}^n x_i",
    r"\arg\min_w \ell(w)": "arg min_w ℓ(w)",
    r"\operatorname*{argmax}_i a_i": "argmax_i a_i",
    r"\operatorname{sign}(w\cdot x)": "sign(w·x)",
    r"x \in \mathbb R": "x ∈ ℝ",
    r"k \to \infty": "k → ∞",
    r"\forall i\ \exists j": "∀i ∃j",
    r"x\notin A \not\in B": "x ∉ A ∉ B",
    r"x_iy_i": "x_i y_i",
    r"x^{(i)}_j": "x^(i)_j",
    r"kx_i + 2y_i + \eta y_t + w^\top x_i": "k x_i + 2y_i + ηy_t + wᵀx_i",
    r"w_{i_j}": "w_{i_j}",
    r"2^{2^n}": "2^{2^n}",
    r"x^{10}y^{-1}": "x¹⁰y⁻¹",
    r"{w^*}^2": "w*²",
    r"{x^2}^3": "(x²)³",
    r"{a+b}^2": "(a + b)²",
    r"{{}\vec{v}^\star}^2": "v⃗⋆²",
    r"10{,}000 + 10\,000 + 1.5": "10,000 + 10 000 + 1.5",
    r"1,\dots,n": "1, …, n",
    r"(-1)\,(0,-2)": "(−1)(0, −2)",
    r"w := w + yx": "w := w + yx",
    r"P(A\mid B)": "P(A ∣ B)",
    r"\#\mathrm{mistakes}": "#mistakes",
    r"67.5^\circ": "67.5°",
    r"y_j w_k^\top x_j^2": "y_j w_kᵀx_j²",
    r"n!": "n!",
    r"R²/γ² ≤ k₀": "R²/γ² ≤ k_0",
    r"\text{if } x>0": "if x > 0",
    r"\begin{cases}1 & x>0\\ 0\end{cases}": "{1, x > 0; 0",
    r"\big|x\big|": "|x|",
    r"\left. f \right|_{x=0}": "f|_{x=0}",
    r"\bigl. x \bigr)": "x)",
    r"\bar{\bar w}": "w̄̄",
    r"\hat{\bar w}": "w̄̂",
    "w̄ + v⃗": "w̄ + v⃗",
    r"\displaystyle\sum\limits_i x": "∑_i x",
}


@pytest.mark.parametrize("latex", READ)
def test_what_a_formula_says_in_plain_text(latex):
    assert as_text(latex) == unicodedata.normalize("NFC", READ[latex])


def test_indices_and_letters_on_a_page():
    assert as_html(r"\|w_{k+1}\|^2 < 2") == ("‖<i>w</i><sub><i>k</i>+1</sub>‖<sup>2</sup> &lt; 2")
    assert as_html(r"\mathbf{w}^{(t)} \boldsymbol{\theta}_\text{a<b}") == (
        "<b>w</b><sup>(<i>t</i>)</sup> <b><i>θ</i></b><sub>a&lt;b</sub>"
    )


UNKNOWN = {
    r"\gama": r"\gama: did you mean \gamma?",
    r"x \foo y": r"\foo",
    "$x$": "$: leave the dollar signs out",
    "50%": "%: leave it out",
    "#1": "#: leave it out",
    "a & b": "&: leave it out",
    "}{": "}: write as many {",
    "{x": "its end: write as many }",
    "x}": "}: write as many {",
    "x^": "its end: write in braces",
    "x_a_b": "two indices below one sign",
    "x'^2'": "two indices above one sign",
    r"x^\star'": "two indices above one sign",
    r"\frac{1}": "its end",
    r"\hat": "its end",
    r"\left(x": r"as many \right as \left",
    r"x\right)": r"as many \left as \right",
    r"\left x y\right)": "bracket or a bar",
    r"\sqrt[3{x}": "as many ] as [",
    r"\begin{foo}x\end{foo}": "aligned",
    r"\begin{cases}x": r"write \end{cases}",
    r"\begin{cases}x\end{matrix}": r"write \end{cases}",
    r"\text{a $b$}": "$",
    r"\text{a": "as many } as {",
    r"\text a": "braces",
    r"{\bf w}": r"\mathbf",
    "ж": r"\text{ж}",
    r"\norm{w}": r"write \lVert",
    r"\abs{w}": r"write \lvert",
    r"{a \over b}": r"write \frac",
    r"{n \choose k}": r"write \binom",
    r"\(x\)": r"leave \( and \) out",
    "√2": r"write \sqrt",
    "𝐰": r"write w, or \mathbf{w}",
    "ｗ": "write w",
    r"\hspace{1cm}": "write it with commands of LaTeX",
    "x\x00": "found",
    "\\": "backslash",
    "{" * 5000: "100 braces",
    "{" * 5000 + "x" + "}" * 5000: "100 braces",
    r"\hat" * 5000 + "x": "100 braces",
    r"\frac" * 5000: "100 braces",
    r"\left(" * 5000: "100 braces",
    "x^{" * 5000: "100 braces",
    "\ud800": "found",
}


@pytest.mark.parametrize("latex", UNKNOWN, ids=lambda latex: ascii(latex)[:20])
@pytest.mark.parametrize("write", [as_text, as_html, normal_latex])
def test_what_is_not_known_is_refused_with_a_remedy(write, latex):
    with pytest.raises(ValueError, match="must be LaTeX that is known here; found") as refused:
        write(latex)
    assert UNKNOWN[latex] in str(refused.value) and len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "latex", [r"\left. f \right|_{x=0}", r"\left( x \right.", r"\left.\frac12\right]"]
)
def test_a_bracket_that_is_not_drawn_keeps_its_place(latex):
    again = normal_latex(latex)
    assert again.count(r"\left") == again.count(r"\right") == 1
    assert as_text(again) == as_text(latex) and normal_latex(again) == again


def test_deep_formulas_are_read_and_end():
    for deep in (25, 40):
        nested = r"\frac{1}{1+" * deep + "x" + "}" * deep
        assert as_text(nested).count("/") == deep
        accents = r"\mathrm{\hat{" * (deep // 2) + "x" + "}}" * (deep // 2)
        assert as_html(accents) and normal_latex(accents)
    assert len(as_text("x + " * 20_000 + "x")) == 80_001


def test_every_sign_is_drawn_by_matplotlib():
    draw = MathTextParser("path")
    for command in SIGNS:
        assert draw.parse(f"${normal_latex(f'x {command} y')}$").width > 0, command
    for latex in READ:
        if "begin" not in latex:
            assert draw.parse(f"${normal_latex(latex)}$").width > 0, latex


def test_a_sign_has_one_name_and_is_read_in_unicode_too():
    for command, sign in SIGNS.items():
        assert as_text(f"x {command} y").replace(" ", "") == f"x{sign}y".replace(" ", "")
        if not sign.isascii() and sign not in "⋆∗†‡′":
            assert normal_latex(sign) == normal_latex(command), command


LEAVES = ["x", "w_k", "7", "12", r"\gamma", r"\theta^\star", r"\hat w", r"\ell_2", "R^2", "x'"]
LEAVES += [r"\mathbf{w}_i", r"\mathbb{R}", "n", r"\tilde{\theta}_{t+1}", r"\sigma"]
AROUND = [
    r"\frac{{{}}}{{{}}}",
    r"\dfrac{{{}}}{{{}}}",
    "{} + {}",
    r"{} \cdot {}",
    "{} {}",
    r"\left({} - {}\right)^2",
    r"\sqrt{{{}}} {}",
    r"\|{}\|^2 \le {}",
    r"\sum_{{{}}} {}",
    r"\max({}, {})",
    r"{{{}}}^{{{}}}",
    r"{{{}}}_{{{}}}",
    r"{} / {}",
    r"\lfloor {} \rfloor \in {}",
]


def grown(choice, depth):
    """Return a random formula."""
    if depth == 0 or choice.random() < 0.2:
        return choice.choice(LEAVES)
    return choice.choice(AROUND).format(grown(choice, depth - 1), grown(choice, depth - 1))


def test_no_random_formula_loses_a_sign():
    for seed in range(min(1000, 40 * TIMES) if TIMES == 1 else 1000 * TIMES):
        choice = random.Random(seed)
        check_all_forms(grown(choice, choice.randrange(1, 5)))


def value(text, x):
    """Return the value of a text with fractions and powers, by Python's own reading."""
    text = text.replace("·", "*").replace("²", "**2").replace("−", "-")
    text = re.sub(r"(?<=[\w)])(?=[(a-z])|(?<=\))(?=\d)", "*", text.replace(" ", "*"))
    text = re.sub(r"\*(?=[-+])|(?<=[-+])\*", "", text)
    return eval(text, {"__builtins__": {}}, x)


def arithmetic(choice, depth):
    """Return a random formula and what it is worth."""
    if depth == 0:
        name = choice.choice("abc")
        return name, {"a": 2.0, "b": 3.0, "c": 5.0}[name]
    (left, one), (right, two) = (arithmetic(choice, depth - 1) for _ in range(2))
    both = [
        (rf"\frac{{{left}}}{{{right}}}", one / two),
        (rf"\left({left} + {right}\right)", one + two),
        (rf"{{\frac{{{left}}}{{{right}}}}}^2", (one / two) ** 2),
        (rf"\tfrac{{{left}}}{{{right}}}{right}", one),
        (rf"\frac{{{left}{right}}}{{{right}{left}}}", 1.0),
    ]
    return choice.choice(both)


def test_a_fraction_is_worth_in_plain_text_what_its_bar_says():
    for seed in range(300):
        latex, worth = arithmetic(random.Random(seed), 1 + seed % 4)
        text = as_text(latex)
        assert value(text, {"a": 2.0, "b": 3.0, "c": 5.0}) == pytest.approx(worth), (latex, text)


INDEXED = {
    "z_0 < w_k/k, but my_w": "z<sub>0</sub> &lt; w<sub>k</sub>/k, but my_w",
    "‖w_opt‖ ≤ w_{k+1} & x^(i), n_samples": (
        "‖w<sub>opt</sub>‖ ≤ w<sub>k+1</sub> &amp; x<sup>(i)</sup>, n_samples"
    ),
    "ŵ_{k−1}, θ̂_k, w*_k, w_*": "ŵ<sub>k−1</sub>, θ̂<sub>k</sub>, w*<sub>k</sub>, w<sub>*</sub>",
    "‖x‖_2, max_i x_i": "‖x‖<sub>2</sub>, max<sub>i</sub> x<sub>i</sub>",
    "x^(i)_j": "x<sup>(i)</sup><sub>j</sub>",
    "a_file_name.csv, __init__, x_y_z": "a_file_name.csv, __init__, x_y_z",
}


@pytest.mark.parametrize("text", INDEXED)
def test_indices_of_plain_text(text):
    assert with_indices(text) == INDEXED[text]
    assert "".join(part.source for part in parts(text)) == text


def lowered(page):
    """Count what stands below the line on a page, outside of other indices."""
    page = re.sub("</?[ib]>|<sup>|</sup>", "", page)
    found = re.findall(r"<sub>((?:(?!</?sub>).)*)</sub>", page)
    return Counter(unicodedata.normalize("NFKC", text) for text in found if text.isalnum())


def test_the_indices_of_plain_text_are_those_of_the_formula():
    for latex in (*READ, *formulas()):
        text = as_text(latex)
        line = "".join(part.text for part in parts(text) if not part.tag)
        assert "_" not in line and "^" not in line, (latex, text)
        assert lowered(with_indices(text)) == lowered(as_html(latex)), (latex, text)
