// What is left until the recording can be handed on: rows to check, segments, findings, sending.
import { number, text } from "./describe.js";
import { at, element, foreign } from "./dom.js";

/** Shows the steps, with what can be done for each. */
export function prepareFinish(store, { rest, segment, reopen }) {
  const dialog = at("finish");
  const button = (key, work, kind = "plain") => {
    const made = element("button", { type: "button", class: kind }, text(key));
    made.addEventListener("click", work);
    return made;
  };
  const step = (isDone, title, ...more) => element("li", { class: isDone ? "done" : null }, element("div", {}, title), ...more);

  const show = () => {
    if (!store.facts) return;
    const { rows, facts, findings } = store;
    const open = rows.filter((row) => !row.confirmed).length;
    const doubtful = rows.filter((row) => store.isDoubtful(row)).length;
    const isSegmented = rows.length > 0 && rows.every((row) => row.kind === "segments");
    const errors = findings.filter((one) => one.severity === "error").length;
    const path = /\s/.test(facts.bundle.path) ? `'${facts.bundle.path}'` : facts.bundle.path;
    at("finish-steps").replaceChildren(
      step(rows.length > 0 && !open, open ? text("studio.finishOpen", { n: open }) : text(rows.length ? "studio.finishChecked" : "studio.emptyRecording"),
        doubtful ? element("div", { class: "set" }, button("studio.finishHear", () => (dialog.close(), rest(true)))) : null),
      step(isSegmented, text(isSegmented ? "studio.finishSegmented" : "studio.finishSegment"),
        facts.settled.segment || isSegmented || !facts.settled.why ? null : element("p", { class: "soft" }, foreign(facts.settled.why)),
        element("div", { class: "set" },
          facts.settled.segment && !facts.readOnly ? button("studio.makeSegments", segment, open ? "plain" : "go") : null,
          isSegmented && !facts.readOnly ? button("studio.editAgain", reopen) : null)),
      step(isSegmented && !findings.length, findings.length ? text("studio.finishFindings", { n: findings.length, errors: number(errors) }) : text("studio.finishClean"),
        findings.length ? element("div", { class: "set" }, button("studio.showFindings", () => {
          dialog.close();
          at("findings").open = true;
          at("findings").querySelector("summary").focus();
        })) : null),
      step(false, text("studio.finishSend"), element("p", {}, element("code", { dir: "ltr" }, `tilawa pack ${path}`))));
  };
  for (const what of ["facts", "rows", "findings", "language"]) store.on(what, () => dialog.open && show());
  return () => {
    show();
    dialog.showModal();
  };
}
