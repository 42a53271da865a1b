// Which key does what; those of `tilawa review --listen` do here what they do there. The footer, the page of keys and what buttons say
// of themselves are all made from this list.
import { at, element } from "./dom.js";
import { keep, kept } from "./session.js";

/** Keys, what they do, in words; `short` is what the footer says. */
const groups = [
  ["Deciding", [
    [["Enter", "y"], "confirm", "right, and on to the next worth hearing; for a row without a name: take the ayah that is offered", "right"],
    [["x"], "reject", "wrong, and on", "wrong"],
    [["Y"], "unconfirm", "not confirmed any more"],
    [["c"], "confirmAll", "confirm all rows that the list shows"],
    [["u", "Control+z"], "undo", "undo", "undo"],
    [["U", "Control+y", "Control+Z"], "redo", "redo"],
  ]],
  ["What it is", [
    [["a"], "ayah", "type which ayah it is", "ayah"],
    [["A"], "fill", "fill in ayat in order from here"],
    [["s"], "skip", "it holds no ayah", "no ayah"],
    [["n"], "note", "write a note", "note"],
    [["/"], "split", "split at the playhead", "split"],
    [["j"], "join", "join with the next row", "join next"],
    [["Delete"], "remove", "delete", "delete"],
    [["M", "Insert"], "marker", "set a marker at the playhead; with Alt exactly there", "marker"],
  ]],
  ["Boundaries", [
    [[",", "."], null, "20 ms earlier, later", "20 ms"],
    [[","], "earlier"], [["."], "later"],
    [["<", ">"], null, "200 ms earlier, later", "200 ms"],
    [["<"], "muchEarlier"], [[">"], "muchLater"],
    [["z"], "quietest", "to the quietest moment near it", "quietest"],
    [["h"], "here", "to the playhead", "move here"],
    [["e"], "edge", "from the start to the end, and back", "start/end"],
    [["l"], "hearEdge", "hear what is around it"],
  ]],
  ["Listening", [
    [[" "], "play", "play, stop", "play"],
    [["w"], "loop", "play the whole row, again and again", "whole row"],
    [["[", "]"], null, "slower, faster", "speed"],
    [["["], "slower"], [["]"], "faster"],
    [["ArrowLeft", "ArrowRight"], null, "a second back, forward; with Shift a tenth"],
    [["ArrowLeft"], "left"], [["ArrowRight"], "right"],
    [["Home", "End"], null, "to the beginning, the end; in the list to the first and last row"],
    [["Home"], "home"], [["End"], "end"],
  ]],
  ["Going about", [
    [["b", "Backspace"], "back", "back to the row before", "back"],
    [["f"], "forward", "forward to the next row", "forward"],
    [["ArrowUp", "ArrowDown"], null, "row before, next row"],
    [["ArrowUp"], "back"], [["ArrowDown"], "forward"],
    [["PageUp", "PageDown"], null, "many rows up, down"],
    [["PageUp"], "pageUp"], [["PageDown"], "pageDown"],
    [["r"], "rest", "show the rest of the rows, or only what is worth hearing", "the rest"],
    [["g"], "find", "find a row"],
    [["Escape"], null, "from a field back to the list of rows"],
    [["+", "-"], null, "zoom", "zoom"],
    [["+", "="], "zoomIn"], [["-"], "zoomOut"],
    [["0"], "showAll", "the whole recording"],
    [["1"], "showRow", "the selected row"],
    [["v"], "spectrogram", "spectrogram"],
  ]],
  ["The bundle", [
    [["m"], "markAgain", "mark again between what is confirmed", "mark again"],
    [["S"], "segment", "make segments of the markers"],
    [["R"], "reopen", "make markers of the segments"],
    [["?"], "keys", "this page", "keys"],
    [["q"], "quit", "leave; everything is saved", "quit"],
  ]],
];

const shown = { " ": "space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Control: "Ctrl", Backspace: "backspace", Delete: "delete", Escape: "esc", Enter: "enter", Insert: "insert", Home: "home", End: "end", PageUp: "page up", PageDown: "page down" };
const spoken = { " ": "Space" };
const showKey = (key) => key.split(/\+(?=.)/).map((part) => shown[part] ?? part).join("+");
const byKey = new Map(groups.flatMap(([, keys]) => keys.filter(([, act]) => act).flatMap(([names, act]) => names.map((name) => [name, act]))));

export class Keys {
  constructor(actions) {
    this.actions = actions;
    this.isOn = kept("keys", true);
    this.#showLegend();
    this.#showPage();
    this.#showOnButtons();
    document.addEventListener("keydown", (event) => this.#press(event));
    const box = at("keys-on");
    box.checked = this.isOn;
    box.addEventListener("change", () => {
      this.isOn = box.checked;
      keep("keys", this.isOn);
      this.#showLegend();
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

  #showLegend() {
    const told = groups.flatMap(([, keys]) => keys).filter(([, , , short]) => short);
    at("legend").replaceChildren(
      ...told.map(([names, , , short]) =>
        element("li", {}, ...(names.length > 1 && /^.$/.test(names[0]) && short !== "right" && /^.$/.test(names[1]) ? names : names.slice(0, 1))
          .map((name) => element("kbd", {}, showKey(name))), " " + short)));
    at("legend").hidden = !this.isOn;
    // What scrolls can be scrolled by keys.
    new ResizeObserver(([{ target }]) => {
      if (target.scrollWidth > target.clientWidth + 1) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }).observe(at("legend"));
  }

  #showPage() {
    for (const [title, keys] of groups) {
      const list = element("dl", {});
      for (const [names, , words] of keys) {
        if (!words) continue;
        list.append(element("dt", {}, ...names.flatMap((name) => [element("kbd", {}, showKey(name)), " "])), element("dd", {}, words));
      }
      at("keys-list").append(element("section", {}, element("h3", {}, title), list));
    }
  }

  #showOnButtons() {
    for (const button of document.querySelectorAll("[data-act]")) {
      const names = [...byKey].filter(([, act]) => act === button.dataset.act).map(([name]) => name);
      if (!names.length) continue;
      button.setAttribute("aria-keyshortcuts", names.map(spell).join(" "));
      button.title = names.map(showKey).join(" or ");
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
