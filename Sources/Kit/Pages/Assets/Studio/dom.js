// What data says gets into the page as text only, never as markup.

/** The element of the page with that id. */
export const at = (id) => document.getElementById(id);

/** A new element; attributes that are null or false are left out, true stands without a value. */
export function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...content.filter((piece) => piece !== null && piece !== undefined));
  return made;
}

const arabic = /^[^\p{L}]*[\u0600-\u06ff][^a-zA-Z]*$/u;

/** What somebody wrote, kept apart from the direction of the text around it. */
export function written(text) {
  const isArabic = arabic.test(text);
  return element("bdi", { lang: isArabic ? "ar" : null, class: isArabic ? "arabic" : null }, text);
}

/** What the program says in English, as findings and refusals. */
export const foreign = (text) => element("bdi", { lang: "en", dir: "ltr" }, text);

/** Calls `work` once before the next picture, however often it is asked for until then. */
export function onceAFrame(work) {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      work();
    });
  };
}

/** Things that others may listen to, each by its name. */
export class Speaker {
  #listeners = new Map();

  on(name, listener) {
    if (!this.#listeners.has(name)) this.#listeners.set(name, []);
    this.#listeners.get(name).push(listener);
  }

  tell(name, value) {
    for (const listener of this.#listeners.get(name) ?? []) listener(value);
  }
}
