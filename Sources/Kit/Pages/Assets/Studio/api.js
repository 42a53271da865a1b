// All that is asked of the server. It is the only place that knows addresses.

/** The server said no, and why. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}
/** The server didn't answer. */
export class Unreachable extends Error {}

const base = new URL("./", location.href);
/** What the server knows this window by: it doesn't tell it of its own edits. */
const self = `window=${Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join("")}`;
export const address = (path) => new URL(path, base).href;

async function ask(path, options) {
  try {
    return await fetch(address(path), { credentials: "same-origin", cache: "default", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable("the studio doesn't answer");
  }
}

async function json(path, options) {
  const answer = await ask(path, options);
  let said = null;
  try {
    said = await answer.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (!answer.ok) throw new Refusal(said?.error ?? `${answer.status}`, answer.status);
  if (said === null) throw new Unreachable("the studio's answer broke off");
  return said;
}

export const getState = () => json("api/state", { cache: "no-store" });
export const getWords = (row, signal) => json(`api/words?row=${encodeURIComponent(row)}`, { signal });

/** Which ayat a text names: `{ayah}`, or `{error}` with the reason why none. */
export const getAyah = (text, signal) => json(`api/ayah?text=${encodeURIComponent(text)}`, { signal, cache: "no-store" });
/** The texts of ayat by their names; null for those that no text has. */
export const getTexts = (ayat) => json(`api/texts?ayat=${ayat.map(encodeURIComponent).join(",")}`, { cache: "no-store" });

/** The quietest moment around `near`, at most `within` away. */
export const getQuietest = async (near, within) =>
  (await json(`api/quietest?near=${Math.round(near)}&within=${within}`)).at;

/** One edit; what it changed comes back. */
export const postEdit = (edit) =>
  json("api/edit?" + self, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(edit), cache: "no-store",
  });

/** Bytes of a tile, and whether they are all of it; no bytes when none are known yet, undefined when there are none. */
export async function getTile(path) {
  const answer = await ask(path, {});
  if (answer.status === 204) return { bytes: null, isWhole: false };
  // What will have more isn't to be kept.
  const isWhole = answer.headers.get("Cache-Control") !== "no-store";
  return answer.ok ? { bytes: new Uint8Array(await answer.arrayBuffer()), isWhole } : undefined;
}

/** What happens in other windows and in the files. Calls `opened` each time the line stands, `lost` when it breaks. */
export function listen(names, { heard, opened, lost }) {
  let source = null;
  const open = () => {
    source = new EventSource(address("api/events?" + self));
    source.onopen = opened;
    source.onerror = () => {
      lost();
      // After some errors a browser tries no more.
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 1500);
    };
    for (const name of names) {
      source.addEventListener(name, (event) => heard(name, JSON.parse(event.data)));
    }
  };
  open();
}
