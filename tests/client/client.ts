// A client with the generated types, and the checks of every answer.

import { readFileSync } from "node:fs";
import createClient, { type Client, type Middleware } from "openapi-fetch";
import type { components, paths } from "./generated/api.js";

export type Schemas = components["schemas"];
export type Api = Client<paths>;
export type Event = Schemas["EventPage"]["events"][number];

/** Compiles only if every variant of a union has been handled. */
export function never(value: never): never {
  throw new Error(`the document does not know ${JSON.stringify(value)}`);
}

export function assert(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** Returns the result, or throws an error with the problem. */
export function granted<T>(answer: { data?: T; error?: Schemas["Problem"]; response: Response }): T {
  if (answer.data !== undefined) return answer.data;
  const { status, url } = answer.response;
  throw new Error(`${status} from ${url}: ${answer.error?.detail ?? "no problem is told"}`);
}

/** Statuses that the document declares, and those that were received. */
export class Ledger {
  readonly #paths: unknown;
  readonly #schemas: unknown;
  readonly #met = new Map<string, Map<number, number>>();

  constructor(document: string) {
    const parsed: unknown = JSON.parse(readFileSync(document, "utf8"));
    this.#paths = field(parsed, "paths");
    this.#schemas = field(field(parsed, "components"), "schemas");
  }

  /** Returns the values of an enumeration in the document. */
  values(schema: string): unknown {
    return field(field(this.#schemas, schema), "enum");
  }

  /** Creates a client that records every answer. */
  client(baseUrl: string, token?: string): Api {
    const api = createClient<paths>({
      baseUrl,
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    });
    const middleware: Middleware = {
      onResponse: ({ schemaPath, request, response }) => this.#enter(schemaPath, request.method, response),
    };
    api.use(middleware);
    return api;
  }

  /** Returns the number of operations used, and the number of answers. */
  sums(): { operations: number; answers: number } {
    const counts = [...this.#met.values()].flatMap((statuses) => [...statuses.values()]);
    return { operations: this.#met.size, answers: counts.reduce((sum, count) => sum + count, 0) };
  }

  #enter(path: string, method: string, { status, headers }: Response): void {
    const promised = field(field(field(field(this.#paths, path), method.toLowerCase()), "responses"), String(status));
    const what = `${status} to ${method} ${path}`;
    assert(promised !== undefined, `${what} is not in the document`);
    assert(status < 500, what);
    const type = headers.get("content-type")?.split(";")[0];
    if (type !== undefined) {
      assert(field(field(promised, "content"), type) !== undefined, `${type} in ${what} is not in the document`);
    }
    const statuses = this.#met.get(`${method} ${path}`) ?? new Map<number, number>();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    this.#met.set(`${method} ${path}`, statuses);
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
