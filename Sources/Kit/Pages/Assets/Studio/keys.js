// Which key does what; those of `tilawa review --listen` do here what they do there. The page of keys and what buttons say of themselves
// are both made from this list.
import { text } from "./describe.js";
import { at, element } from "./dom.js";
import { keep, kept } from "./session.js";

/** Groups of keys: `[keys, action, key of the words in the catalogue]`. */
const groups = [
  ["deciding", [
    [["Enter", "y"], "confirm", "confirm"],
    [["x"], "reject", "reject"],
    [["Y"], "unconfirm", "unconfirm"],
    [["c"], "confirmAll", "confirmAll"],
    [["u", "Control+z"], "undo", "undo"],
    [["U", "Control+y", "Control+Z"], "redo", "redo"],
  ]],
  ["name", [
    [["a"], "ayah", "ayah"],
    [["A"], "fill", "fill"],
    [["s"], "skip", "skip"],
    [["n"], "note", "note"],
    [["/"], "split", "split"],
    [["j"], "join", "join"],
    [["Delete"], "remove", "remove"],
    [["M", "Insert"], "marker", "marker"],
  ]],
  ["boundary", [
    [[",", "."], null, "nudge"],
    [[","], "earlier"], [["."], "later"],
    [["<", ">"], null, "push"],
    [["<"], "muchEarlier"], [[">"], "muchLater"],
    [["z"], "quietest", "quietest"],
    [["h"], "here", "here"],
    [["e"], "edge", "edge"],
    [["l"], "hearEdge", "hearEdge"],
    [["L"], "loopEdge", "loopEdge"],
  ]],
  ["listening", [
    [[" "], "play", "play"],
    [["w"], "loop", "loop"],
    [["[", "]"], null, "speed"],
    [["["], "slower"], [["]"], "faster"],
    [["ArrowLeft", "ArrowRight"], null, "seek"],
    [["ArrowLeft"], "left"], [["ArrowRight"], "right"],
    [["Home", "End"], null, "ends"],
    [["Home"], "home"], [["End"], "end"],
  ]],
  ["going", [
    [["b", "Backspace"], "back", "back"],
    [["f"], "forward", "forward"],
    [["ArrowUp", "ArrowDown"], null, "upDown"],
    [["ArrowUp"], "back"], [["ArrowDown"], "forward"],
    [["PageUp", "PageDown"], null, "pages"],
    [["PageUp"], "pageUp"], [["PageDown"], "pageDown"],
    [["r"], "rest", "rest"],
    [["g"], "find", "find"],
    [["Escape"], null, "escape"],
    [["+", "-"], null, "zoom"],
    [["+", "="], "zoomIn"], [["-"], "zoomOut"],
    [["0"], "showAll", "showAll"],
    [["1"], "showRow", "showRow"],
    [["v"], "spectrogram", "spectrogram"],
  ]],
  ["recording", [
    [["m"], "markAgain", "markAgain"],
    [["F"], "finish", "finish"],
    [["S"], "segment", "segment"],
    [["R"], "reopen", "reopen"],
    [["?"], "keys", "keys"],
    [["q"], "quit", "quit"],
  ]],
];

const shown = { " ": "space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Control: "Ctrl", Backspace: "backspace", Delete: "delete", Escape: "esc", Enter: "enter", Insert: "insert", Home: "home", End: "end", PageUp: "page up", PageDown: "page down" };
const spoken = { " ": "Space" };
const showKey = (key) => key.split(/\+(?=.)/).map((part) => shown[part] ?? part).join("+");
const byKey = new Map(groups.flatMap(([, keys]) => keys.filter(([, act]) => act).flatMap(([names, act]) => names.map((name) => [name, act]))));

export class Keys {
  constructor(actions, store) {
    this.actions = actions;
    this.isOn = kept("keys", true);
    this.#showPage();
    this.#showOnButtons();
    store.on("language", () => {
      this.#showPage();
      this.#showOnButtons();
    });
    document.addEventListener("keydown", (event) => this.#press(event));
    const box = at("keys-on");
    box.checked = this.isOn;
    box.addEventListener("change", () => {
      this.isOn = box.checked;
      keep("keys", this.isOn);
    });
  }

  #press(event) {
    const { target, key } = event;
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    if (isField(target)) {
      if (key === "Escape") at("rows").focus();
      return;
    }
    // A slider of the browser's own moves by these.
    if (target.matches("[type=range]") && /^(Arrow|Page|Home|End)/.test(key)) return;
    const withControl = event.ctrlKey || event.metaKey;
    // What a button, a link or an opener does with these keys stays its own.
    if ((key === "Enter" || key === " ") && target.closest("button, a, summary, [role=option]")) return;
    const name = nameOf(event);
    const act = byKey.get(withControl ? `Control+${name}` : name);
    if (!act || (event.altKey && act !== "marker")) return;
    const isSingle = !withControl && name.length === 1;
    if (isSingle && !this.isOn && name !== "?") return;
    event.preventDefault();
    // Whoever leans on a key decides nothing many times.
    if (event.repeat && !["earlier", "later", "muchEarlier", "muchLater", "left", "right", "back", "forward", "zoomIn", "zoomOut", "pageUp", "pageDown"].includes(act)) return;
    this.actions[act]({ isFree: event.altKey, isFine: event.shiftKey, target });
  }

  #showPage() {
    at("keys-list").replaceChildren(...groups.map(([title, keys]) => {
      const list = element("dl", {});
      for (const [names, , words] of keys) {
        if (!words) continue;
        list.append(element("dt", { dir: "ltr" }, ...names.flatMap((name) => [element("kbd", {}, showKey(name)), " "])), element("dd", {}, text(`studio.key.${words}`)));
      }
      return element("section", {}, element("h3", {}, text(`studio.keys.${title}`)), list);
    }));
  }

  #showOnButtons() {
    for (const button of document.querySelectorAll("[data-act]")) {
      const names = [...byKey].filter(([, act]) => act === button.dataset.act).map(([name]) => name);
      if (!names.length) continue;
      button.setAttribute("aria-keyshortcuts", names.map(spell).join(" "));
      const words = groups.flatMap(([, keys]) => keys).find(([, act, said]) => act === button.dataset.act && said)?.[2];
      button.title = [words && text(`studio.key.${words}`), `(${names.slice(0, 1).map(showKey).join()})`].filter(Boolean).join(" ");
    }
  }
}

/** What keys write without and with Shift where letters are Latin, by their places. */
const byPlace = {
  Comma: ",<", Period: ".>", Slash: "/?", BracketLeft: "[{", BracketRight: "]}", Minus: "-_", Equal: "=+", Digit0: "0)", Digit1: "1!",
};

/**
 * What the list calls a key. On an Arabic keyboard keys mean what they mean in the same place of a Latin one, and so they do with
 * Alt, which writes other signs on some; letters go by Shift and not by the lock for capitals.
 */
function nameOf({ key, code, shiftKey, altKey }) {
  const isLatin = /^[!-~]$/.test(key);
  if (key.length > 1 && key !== "Dead" && key !== "Process") return key;
  if (key === " ") return key;
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  const letter = isLatin && !altKey ? key : place ?? byPlace[code]?.[shiftKey ? 1 : 0] ?? key;
  return /^[a-zA-Z]$/.test(letter) ? (shiftKey ? letter.toUpperCase() : letter.toLowerCase()) : letter;
}

/** As `aria-keyshortcuts` wants it. */
function spell(name) {
  if (spoken[name]) return spoken[name];
  if (/^[A-Z]$/.test(name)) return "Shift+" + name;
  return name === "+" ? "Plus" : name.replace(/\+([A-Z])$/, "+Shift+$1");
}

function isField(target) {
  return target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox], [type=range], [type=button])");
}
