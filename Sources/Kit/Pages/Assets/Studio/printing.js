// On paper there is no scrolling: the whole list is a table there, made when it is wanted and gone afterwards.
import { clock } from "./clock.js";
import { label, percent, remarks, stateWords } from "./describe.js";
import { at, element, written } from "./dom.js";

export function preparePrinting(store) {
  const fill = () => {
    const head = ["Start", "End", "Ayah", "", "State", "Sure", "Remarks"];
    const rows = store.rows.map((row) => {
      const said = remarks(row, store.findingsOf(row));
      return element(
        "tr", {},
        element("td", { class: "time" }, clock(row.start)), element("td", { class: "time" }, clock(row.end)),
        element("th", { scope: "row" }, label(row), row.name ? " " : null, row.name ? written(row.name) : null),
        element("td", {}, row.arabic ? element("bdi", { lang: "ar", dir: "rtl", class: "arabic" }, row.arabic) : null),
        element("td", {}, stateWords(row, store.disputed.has(row.id)).join(" ")), element("td", {}, row.confirmed ? "" : percent(row.confidence)),
        element("td", {}, ...said.flatMap((one, index) => [index ? " · " : "", written(one.text)])));
    });
    at("printed").replaceChildren(
      element("table", {}, element("thead", {}, element("tr", {}, ...head.map((text) => element(text ? "th" : "td", text ? { scope: "col" } : {}, text)))), element("tbody", {}, ...rows)));
  };
  const empty = () => at("printed").replaceChildren();
  addEventListener("beforeprint", fill);
  addEventListener("afterprint", empty);
  const paper = matchMedia("print");
  paper.addEventListener("change", () => (paper.matches ? fill() : empty()));
  store.on("rows", () => paper.matches && fill());
}
