// All that is asked of the server. It is the only place that knows addresses.

/** The server said no, and why. */
export class Refusal extends Error {}
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
  if (!answer.ok) throw new Refusal(said?.error ?? `the studio answered ${answer.status}`);
  if (said === null) throw new Unreachable("the studio's answer broke off");
  return said;
}

export const getState = () => json("api/state", { cache: "no-store" });
export const getWords = (row, signal) => json(`api/words?row=${encodeURIComponent(row)}`, { signal });

/** The quietest moment around `near`, at most `within` away. */
export const getQuietest = async (near, within) =>
  (await json(`api/quietest?near=${Math.round(near)}&within=${within}`)).at;

/** One edit; what it changed comes back. */
export const postEdit = (edit) =>
  json("api/edit?" + self, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(edit), cache: "no-store",
  });

/** Bytes of a tile; null when they aren't known yet, undefined when there are none. */
export async function getTile(path) {
  const answer = await ask(path, {});
  if (answer.status === 204) return null;
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
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
