// What a reader has typed, kept in this browser for each page, and written as a notebook.

const place = `perceptron: typed on ${document.documentElement.dataset.page}`;

// By the cell's own text, so that it finds its cell in a later edition of the page.
export function typedBefore() {
  try {
    return new Map(JSON.parse(localStorage.getItem(place)) ?? []);
  } catch {
    return new Map();
  }
}

// Keep all cells; return what to tell the reader if that cannot be done, or "".
export function keep(cells) {
  const typed = cells.filter(({ original, source }) => source !== original);
  try {
    if (typed.length) {
      const entries = typed.map(({ original, source }) => [original, source]);
      localStorage.setItem(place, JSON.stringify(entries));
    } else localStorage.removeItem(place);
    return "";
  } catch {
    return "This browser has no room left, or keeps nothing: what you type is lost when you leave. Download it as a notebook.";
  }
}

// The lesson as a notebook, with what was typed in place of its own code.
export async function download(cells) {
  const name = `${document.documentElement.dataset.page}.ipynb`;
  const found = await fetch(`files/${name}`).catch(() => null);
  if (!found?.ok) throw new Error(`${name} cannot be fetched from the site`);
  const notebook = await found.json();
  const left = [...cells];
  for (const cell of notebook.cells) {
    if (cell.cell_type !== "code") continue;
    const own = left.findIndex(({ original }) => original === [cell.source].flat().join(""));
    if (own < 0) continue;
    const [{ original, source }] = left.splice(own, 1);
    if (source !== original) Object.assign(cell, { source, outputs: [], execution_count: null });
  }
  const content = new Blob([JSON.stringify(notebook, null, 1)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
