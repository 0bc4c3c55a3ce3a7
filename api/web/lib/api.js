// Requests to the server. The compiler checks each path, body and answer against the OpenAPI document.
/** @import { Client } from "openapi-fetch" */
/** @import { Paths, Schemas } from "../types.js" */
import createClient from "../vendor/openapi-fetch.js";
import { account, server } from "./session.js";

/** Time after which a request counts as lost: the connection of a device that slept can be dead without a sign. */
const PATIENCE = 60_000;

/**
 * Sends a request, and reads the answer to its end, so that a connection that breaks within an answer is noticed here.
 * @param {Request} request
 */
async function fetchWhole(request) {
  const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  const { status, statusText, headers } = answer;
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
}

/** @type {Client<Paths>} */
export const api = createClient({ baseUrl: server, fetch: fetchWhole });
api.use({
  onRequest({ request }) {
    const token = account()?.token;
    if (token !== undefined && !request.headers.has("authorization")) request.headers.set("authorization", `Bearer ${token}`);
    return request;
  },
  onError: ({ error }) => new NetworkError(String(error)),
});

/** A request that got no answer. */
export class NetworkError extends Error {}

/** An answer of the server that says what is wrong. */
export class ProblemError extends Error {
  /** @param {number} status @param {Schemas["Problem"] | undefined} problem */
  constructor(status, problem) {
    super(problem?.detail ?? `status ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

/**
 * Returns the data of an answer, or throws its problem.
 * @template T
 * @param {Promise<{ data?: T, error?: unknown, response: Response }>} request
 * @returns {Promise<T>}
 */
export async function ok(request) {
  const { data, error, response } = await request;
  if (!response.ok) throw new ProblemError(response.status, /** @type {Schemas["Problem"] | undefined} */ (error));
  return /** @type {T} */ (data);
}

/** Statuses of answers after which the same request can be sent again. */
const TEMPORARY = [429, 500, 502, 503, 504];

/**
 * Sends a request until the server answers it. The idempotency key makes sure that it has an effect only once.
 * @template {{ response: Response }} T
 * @param {(key: string) => Promise<T>} send
 * @param {string} [key] An idempotency key from an earlier attempt.
 * @returns {Promise<T>}
 */
export async function untilAnswered(send, key = newKey()) {
  for (let wait = 500, attempt = 1; ; wait = Math.min(wait * 2, 10_000), attempt += 1) {
    let after = 0;
    try {
      const answer = await send(key);
      const { status, headers } = answer.response;
      // An error of the server that lasts is shown.
      if (!TEMPORARY.includes(status) || (status === 500 && attempt > 5)) return answer;
      after = Number(headers.get("retry-after") ?? 0) * 1_000;
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
    }
    await pause(Math.max(wait, Math.min(after, 60_000)));
  }
}

/**
 * Repeats requests that only read, until the server answers all of them, or the signal aborts.
 * @param {() => Promise<void>} load
 * @param {AbortSignal} signal
 */
async function untilLoaded(load, signal) {
  for (let wait = 500; !signal.aborted; wait = Math.min(wait * 2, 10_000)) {
    try {
      return await load();
    } catch (error) {
      const isTemporary = error instanceof ProblemError && TEMPORARY.includes(error.status);
      if (!isTemporary && !(error instanceof NetworkError)) throw error;
    }
    await pause(wait);
  }
}

/**
 * Returns a function that loads something again: one load after the other, so that the newest is the last. Calls while
 * a load waits for the one before it share that load.
 * @param {() => Promise<void>} load
 * @param {AbortSignal} signal
 * @returns {() => Promise<void>}
 */
export function refresher(load, signal) {
  let running = Promise.resolve();
  /** @type {Promise<void> | undefined} */
  let next;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        running = untilLoaded(load, signal);
        return running;
      });
    return next;
  };
}

/** Returns a new idempotency key. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}

/** Waits, but ends early when the browser is online again. @param {number} milliseconds @returns {Promise<void>} */
export function pause(milliseconds) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
  });
}
