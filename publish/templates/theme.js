// Before anything is drawn: that scripts run, so that what they show has its room at once, and the
// theme that this reader chose here, if any.
document.documentElement.classList.add("scripted");
try {
  const chosen = localStorage.getItem("perceptron.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // A browser may forbid pages to keep anything; then the system's theme holds.
}
