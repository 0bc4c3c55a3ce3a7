// Streams of server-sent events, read with `fetch`, which can send a token. They survive sleep and server restarts.
/** @import { Schemas } from "../types.js" */
import { pause } from "./api.js";
import { account, server } from "./session.js";

/** @typedef {Schemas["GameMessage"] | Schemas["FeedMessage"]} Message */

/** A heartbeat comes every 15 seconds, so a connection that is silent for longer is dead. */
const SILENCE = 40_000;

/**
 * Opens a stream, and opens it again after each failure, until the signal aborts. `report` gets each message.
 * `connected` learns whether the stream is open.
 * @param {string} path
 * @param {(message: Message) => void} report
 * @param {(isOpen: boolean) => void} connected
 * @param {AbortSignal} signal
 */
export async function follow(path, report, connected, signal) {
  let last = "";
  let failures = 0;
  while (!signal.aborted) {
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    signal.addEventListener("abort", stop);
    // A page that comes back from sleep has a connection that may be dead without a sign.
    const wake = () => document.visibilityState === "visible" && performance.now() - heard > SILENCE && attempt.abort();
    let heard = performance.now();
    const watch = setInterval(wake, 5_000);
    document.addEventListener("visibilitychange", wake);
    addEventListener("offline", stop);
    try {
      /** @type {Record<string, string>} */
      const headers = { accept: "text/event-stream", ...(last && { "last-event-id": last }) };
      const token = account()?.token;
      if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
      const answer = await fetch(server + path, { headers, signal: attempt.signal, cache: "no-store" });
      if (answer.status === 401 || answer.status === 404) return connected(false);
      if (!answer.ok || answer.body === null) throw new TypeError(`status ${answer.status}`);
      failures = 0;
      connected(true);
      for await (const message of messages(answer.body, () => (heard = performance.now()))) {
        last = message.id;
        report(message);
      }
    } catch (error) {
      if (!(error instanceof TypeError || (error instanceof DOMException && error.name === "AbortError"))) throw error;
    } finally {
      clearInterval(watch);
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("offline", stop);
      signal.removeEventListener("abort", stop);
    }
    if (signal.aborted) return;
    connected(false);
    failures += 1;
    await pause(Math.min(1_000 * 2 ** failures, 30_000) * (0.5 + Math.random() / 2));
  }
}

/**
 * Yields the messages of a stream. `hear` is called whenever bytes arrive, also those of a heartbeat.
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} hear
 * @returns {AsyncGenerator<Message>}
 */
async function* messages(body, hear) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    hear();
    const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      /** @type {Record<string, string>} */
      const fields = {};
      for (const line of block.split("\n")) {
        const colon = line.indexOf(":");
        if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).trim();
      }
      if (fields["data"] !== undefined) {
        yield /** @type {Message} */ (/** @type {unknown} */ ({ ...fields, data: JSON.parse(fields["data"]) }));
      }
    }
  }
}
