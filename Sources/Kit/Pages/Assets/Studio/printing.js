// On paper there is no scrolling: the whole list is a table there, made when it is wanted and gone afterwards.
import { clock } from "./clock.js";
import { digits, label, nameOf, percent, remarks, stateWords, text } from "./describe.js";
import { at, element, foreign, written } from "./dom.js";

/** A longer list is printed with the texts that were seen. */
const mostAsked = 600;

export function preparePrinting(store, texts) {
  const fill = () => {
    const head = ["from", "to", "ayah", "words", "state", "sure", "remarks"].map((key) => element("th", { scope: "col" }, text(`studio.print.${key}`)));
    const rows = store.rows.map((row) => {
      const isDoubtful = store.isDoubtful(row);
      const known = row.ayah && texts.take(row.ayah);
      return element(
        "tr", {},
        element("td", { class: "time", dir: "ltr" }, digits(clock(row.start))), element("td", { class: "time", dir: "ltr" }, digits(clock(row.end))),
        element("th", { scope: "row" }, row.ayah ? nameOf(row.ayah) : label(row)),
        element("td", known ? { lang: known.language, dir: known.direction } : {}, known?.text ?? ""),
        element("td", { class: "state" }, stateWords(row, isDoubtful, store.disputed.has(row.id)).join(" ")), element("td", {}, row.confirmed ? "" : percent(row.confidence)),
        element("td", {}, ...remarks(row, store.findingsOf(row), isDoubtful).flatMap((one, index) => [index ? " · " : "", one.isForeign ? foreign(one.text) : written(one.text)])));
    });
    at("printed").replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
  };
  const empty = () => at("printed").replaceChildren();
  addEventListener("beforeprint", fill);
  addEventListener("afterprint", empty);
  const paper = matchMedia("print");
  paper.addEventListener("change", () => (paper.matches ? fill() : empty()));
  store.on("rows", () => {
    // Paper doesn't wait for what is still to be asked for.
    if (store.rows.length <= mostAsked) for (const row of store.rows) if (row.ayah) texts.take(row.ayah);
    if (paper.matches) fill();
  });
}
