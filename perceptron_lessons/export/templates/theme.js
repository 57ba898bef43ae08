// Before anything is drawn: the theme that this reader chose here, if any.
try {
  const chosen = localStorage.getItem("perceptron.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // A browser may forbid pages to keep anything; then the system's theme holds.
}
