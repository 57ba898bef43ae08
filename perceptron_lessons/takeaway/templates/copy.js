// A button beside each text that is there to be copied; a page says its words in another language.
/** @type {HTMLElement} */
const translated = document.querySelector("[data-copy]");
const [COPY, COPIED, MARKED] = translated?.dataset.copy.split("|") ?? ["Copy", "Copied", "Marked: press Ctrl+C"];
for (const text of document.querySelectorAll("pre.copied")) {
  if (text.matches(".embed"))
    text.textContent = text.textContent.replace(/src="([^"]+)"/, (_, at) => `src="${new URL(at, location.href)}"`);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = COPY;
  button.addEventListener("click", async () => {
    // A page from a file may not use the clipboard: then the text is marked, for Ctrl+C.
    getSelection().selectAllChildren(text);
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = COPIED;
    } catch {
      button.textContent = MARKED;
    }
  });
  text.before(button);
}
