"use strict";
// What pages say, in the person's language. Every string is in the catalogue (one JSON file a language), by a key
// such as `studio.right`; a value is a text with `{name}` for what is put in, or one text for each plural category
// (one, two, few, many, other) of the number `n`.
globalThis.tilawaLanguages = ((catalogue) => {
  const names = { ar: "العربية", en: "English", fr: "Français", id: "Indonesia", tr: "Türkçe", ur: "اردو" };
  const rightToLeft = ["ar", "ur"];
  const offered = Object.keys(names).filter((code) => catalogue[code]);
  const kept = () => { try { return localStorage.getItem("tilawa-language"); } catch { return null; } };
  const wanted = [kept(), ...(navigator.languages ?? [])].map((tag) => tag?.toLowerCase().split("-")[0]);
  let language = wanted.map((code) => (code === "in" ? "id" : code)).find((code) => offered.includes(code)) ?? "en";
  // With its region, as Arabic is written with other digits in Morocco than in Egypt.
  const numbering = () => {
    const tag = navigator.languages?.find((tag) => tag.toLowerCase().split("-")[0] === language) ?? language;
    return tag === "ar" ? "ar-EG" : tag;
  };
  const listeners = [];

  const number = (value, options) => new Intl.NumberFormat(numbering(), options).format(value);
  /** `1:2` or `0:14.3` in the language's digits. Its element needs `dir="ltr"`, as it is read from left to right in Arabic, too. */
  const digits = (text) => {
    const ten = Array.from({ length: 10 }, (_, digit) => number(digit, { useGrouping: false }));
    return String(text).replace(/[0-9]/g, (digit) => ten[Number(digit)]);
  };
  /** The text of a key, with `values` put in; a number among them is written in the language's digits. */
  const text = (key, values = {}) => {
    let found = catalogue[language]?.[key] ?? catalogue.en?.[key] ?? key;
    if (typeof found !== "string") {
      found = found[new Intl.PluralRules(language).select(Number(values.n))] ?? found.other;
    }
    return found.replace(/\{(\w+)\}/g, (whole, name) =>
      name in values ? (typeof values[name] === "number" ? number(values[name]) : String(values[name])) : whole);
  };
  /** Says all of `root` whose elements have a key: `data-text` for the content, `data-text-ATTRIBUTE` for an attribute,
   * `data-values` (JSON) for what is put in. */
  const say = (root = document) => {
    const attributes = ["aria-label", "title", "placeholder"];
    for (const element of root.querySelectorAll("[data-text], " + attributes.map((name) => `[data-text-${name}]`).join(", "))) {
      const values = element.dataset.values ? JSON.parse(element.dataset.values) : {};
      if (element.dataset.text) element.textContent = text(element.dataset.text, values);
      for (const name of attributes) {
        const key = element.getAttribute(`data-text-${name}`);
        if (key) element.setAttribute(name, text(key, values));
      }
    }
  };
  const show = () => {
    document.documentElement.lang = language;
    document.documentElement.dir = rightToLeft.includes(language) ? "rtl" : "ltr";
    say();
    for (const listener of listeners) listener(language);
  };
  const choose = (code) => {
    language = code;
    try { localStorage.setItem("tilawa-language", code); } catch { /* A page from a file may have no storage. */ }
    for (const select of document.querySelectorAll("select[data-languages]")) select.value = code;
    show();
  };
  /** Fills a `<select>` with the languages there are. */
  const offer = (select) => {
    select.replaceChildren(...offered.map((code) => {
      const option = new Option(names[code], code, false, code === language);
      option.lang = code;
      return option;
    }));
    select.addEventListener("change", () => choose(select.value));
  };
  document.documentElement.lang = language;
  document.documentElement.dir = rightToLeft.includes(language) ? "rtl" : "ltr";
  addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("select[data-languages]").forEach(offer);
    show();
  });
  return { text, number, digits, say, choose, get language() { return language; }, onChange: (listener) => listeners.push(listener) };
})(globalThis.tilawaCatalogue);
