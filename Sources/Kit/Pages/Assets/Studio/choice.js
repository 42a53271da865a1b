// A question with a few answers.
import { at, element } from "./dom.js";

/** Asks; `answers` are `[value, text]`. Gives the chosen value, null when nothing was. Keys 1 to 9 and first letters choose. */
export function choose(title, text, answers) {
  const dialog = at("choice");
  at("choice-title").textContent = title;
  at("choice-text").textContent = text;
  at("choice-text").hidden = !text;
  return new Promise((resolve) => {
    let chosen = null;
    const buttons = answers.map(([value, words], index) => {
      const button = element("button", { type: "button" }, index < 9 && answers.length > 2 ? element("kbd", {}, String(index + 1)) : null, " " + words);
      button.addEventListener("click", () => {
        chosen = value;
        dialog.close();
      });
      return button;
    });
    at("choice-list").replaceChildren(...buttons);
    dialog.onkeydown = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const place = buttons.indexOf(document.activeElement);
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (step && place >= 0) {
        event.preventDefault();
        return buttons[(place + step + buttons.length) % buttons.length].focus();
      }
      if (answers.length > 2 && /^[1-9]$/.test(event.key)) return buttons[Number(event.key) - 1]?.click();
      const letter = event.key.length === 1 && event.key.toLowerCase();
      const found = letter && [...answers.keys()].filter((index) => answers[index][1].toLowerCase().startsWith(letter));
      if (found?.length) buttons[found.find((index) => index > place) ?? found[0]].focus();
    };
    dialog.onclose = () => resolve(chosen);
    dialog.showModal();
    buttons[0]?.focus();
  });
}
