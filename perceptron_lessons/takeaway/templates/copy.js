// A button beside each text that is there to be copied.
for (const text of document.querySelectorAll("pre.copied")) {
  if (text.matches(".embed"))
    text.textContent = text.textContent.replace(/src="([^"]+)"/, (_, at) => `src="${new URL(at, location)}"`);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    // A page from a file may not use the clipboard: then the text is marked, for Ctrl+C.
    getSelection().selectAllChildren(text);
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Marked: press Ctrl+C";
    }
  });
  text.before(button);
}
