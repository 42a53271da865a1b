// The list of a folder's bundles: searched, by reciter and by what is to be done next.
const { text, language, onChange } = globalThis.tilawaLanguages;
const at = (id) => document.getElementById(id);
const items = [...document.querySelectorAll(".bundles li")].map((item) => ({
  item, next: item.dataset.next, reciter: item.querySelector(".reciter")?.textContent ?? "", words: item.textContent.toLowerCase(),
}));

function show() {
  const looked = at("search").value.trim().toLowerCase();
  const [reciter, next] = [at("reciter").value, at("show").value];
  let count = 0;
  for (const one of items) {
    const isShown = (next === "all" || one.next === next) && (reciter === " " || one.reciter === reciter) && (!looked || one.words.includes(looked));
    one.item.hidden = !isShown;
    if (isShown) count++;
  }
  at("count").textContent = text("studio.library.count", { n: count });
  at("none").hidden = count > 0;
}

function sayDays() {
  const days = new Intl.DateTimeFormat(globalThis.tilawaLanguages.language, { dateStyle: "medium", timeZone: "UTC" });
  for (const time of document.querySelectorAll(".bundles time")) {
    const day = new Date(time.dateTime);
    if (!Number.isNaN(day.getTime())) time.textContent = /^\d{4}-\d\d-\d\d$/.test(time.dateTime) ? days.format(day) : time.dateTime;
  }
}

if (items.length) {
  const reciters = [...new Set(items.map((one) => one.reciter).filter(Boolean))].sort((one, other) => one.localeCompare(other, language));
  at("reciter").append(...reciters.map((name) => new Option(name, name)));
  at("reciter").hidden = reciters.length < 2;
  for (const id of ["search", "reciter", "show"]) at(id).addEventListener("input", show);
  onChange(() => {
    sayDays();
    show();
  });
  sayDays();
  show();
}
document.body.dataset.ready = "true";
// Tells the server that the list is still open, so that it doesn't end.
new EventSource(new URL("./events", location.href));
