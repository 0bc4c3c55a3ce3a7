// A player: an account with a token of its own, and no data of other players.

import { choose } from "./choose/index.js";
import { assert, granted, type Api, type Event, type Ledger, type Schemas } from "./client.js";
import type { Luck } from "./luck.js";
import { read } from "./stream.js";

export class Bot {
  /** Types of the actions that it has made, with their rulesets. */
  readonly done = new Set<string>();
  readonly #api: Api;
  readonly #luck: Luck;
  readonly #seen = new Map<string, { tag: string; game: Schemas["Game"] }>();

  private constructor(
    readonly player: Schemas["Player"],
    api: Api,
    luck: Luck,
  ) {
    this.#api = api;
    this.#luck = luck;
  }

  static async register(baseUrl: string, name: string, ledger: Ledger, luck: Luck): Promise<Bot> {
    const { player, token } = granted(await ledger.client(baseUrl).POST("/v1/players", { body: { name } }));
    return new Bot(player, ledger.client(baseUrl, token), luck);
  }

  async create(body: Schemas["GameRequest"]): Promise<Schemas["Game"]> {
    return granted(await this.#api.POST("/v1/games", { body }));
  }

  /** Finds an open game in the list, page by page. */
  async find(id: string): Promise<Schemas["GameSummary"]> {
    let cursor: string | null = null;
    do {
      const query: { which: "open"; limit: number; cursor?: string } = { which: "open", limit: 1 };
      if (cursor !== null) query.cursor = cursor;
      const page: Schemas["Games"] = granted(await this.#api.GET("/v1/games", { params: { query } }));
      const found = page.games.find((game) => game.id === id);
      if (found !== undefined) return found;
      cursor = page.next;
    } while (cursor !== null);
    throw new Error(`the game ${id} is not among the open ones`);
  }

  /** Confirms an address with the code in a mail. */
  async mailbox(address: string, code: () => Promise<string>): Promise<void> {
    granted(await this.#api.PUT("/v1/players/me/mailbox", { body: { address } }));
    granted(await this.#api.POST("/v1/players/me/mailbox/confirm", { body: { code: await code() } }));
  }

  /** Takes a seat: with the code of an invitation, a reserved one, or an open one. */
  async join(id: string, code?: string): Promise<void> {
    const body = code === undefined ? {} : { code };
    granted(await this.#api.POST("/v1/games/{id}/seats", { params: { path: { id } }, body }));
  }

  async place(id: string, body: Schemas["PlacementRequest"]): Promise<Schemas["Game"]> {
    const path = "/v1/games/{id}/seats/me/placement";
    return granted(await this.#api.PUT(path, { params: { path: { id } }, body }));
  }

  /** Returns the game, which is sent only if it has changed since the last request. */
  async look(id: string): Promise<Schemas["Game"]> {
    const seen = this.#seen.get(id);
    const header = seen === undefined ? {} : { "If-None-Match": seen.tag };
    const answer = await this.#api.GET("/v1/games/{id}", { params: { path: { id }, header } });
    if (seen !== undefined && answer.response.status === 304) return seen.game;
    const game = granted(answer);
    const tag = answer.response.headers.get("etag");
    if (tag !== null) this.#seen.set(id, { tag, game });
    return game;
  }

  /** Makes a move if the game waits for this player; returns true if it did. */
  async turn(id: string): Promise<boolean> {
    const game = await this.look(id);
    if (game.next_action !== "act") return false;
    const params = { path: { id } };
    const legal = granted(await this.#api.GET("/v1/games/{id}/legal", { params }));
    const body = choose(legal, game, this.#luck);
    const minimal = this.#luck.next() < 0.5;
    const header = {
      "Idempotency-Key": `${id} ${game.version} ${this.#luck.next()}`,
      ...(minimal ? { Prefer: "return=minimal" } : {}),
    };
    const acted = granted(await this.#api.POST("/v1/games/{id}/actions", { params: { ...params, header }, body }));
    assert(acted.game?.id === (minimal ? undefined : id), "the answer to actions has another game");
    body.actions.forEach(({ type }) => this.done.add(`${body.ruleset} ${type}`));
    return true;
  }

  /** Returns all visible events, a few at a time. */
  async events(id: string): Promise<Event[]> {
    const all: Event[] = [];
    for (;;) {
      const query = { after: all.at(-1)?.seq ?? 0, limit: 50 };
      const answer = await this.#api.GET("/v1/games/{id}/events", { params: { path: { id }, query } });
      const page = granted(answer);
      // The same address can return a stream.
      assert("events" in page, "a page of events was requested");
      const { events } = page;
      if (events.length === 0) return all;
      all.push(...events);
    }
  }

  /** Returns the same events from the stream of the game, and the game after them. */
  async stream(id: string): Promise<{ events: Event[]; game: Schemas["Game"] }> {
    const params = { path: { id }, query: { after: 0, include: "game" } } as const;
    const headers = { accept: "text/event-stream" };
    const opened = await this.#api.GET("/v1/games/{id}/events", { params, headers, parseAs: "stream" });
    const events: Event[] = [];
    const body = granted(opened);
    assert(body !== null, "the stream has no body");
    for await (const message of read<Schemas["GameMessage"]>(body)) {
      if (message.event === "snapshot") return { events, game: message.data };
      events.push(...message.data.events);
    }
    throw new Error("the stream has ended before its snapshot");
  }

  async record(id: string): Promise<Schemas["GameRecord"]> {
    return granted(await this.#api.GET("/v1/games/{id}/record", { params: { path: { id } } }));
  }

  async verify(body: Schemas["GameRecord"]): Promise<Schemas["VerificationResult"]> {
    return granted(await this.#api.POST("/v1/verify", { body }));
  }

  async score(id: string): Promise<Schemas["Score"]> {
    const headers = { accept: "application/json" };
    const score = granted(await this.#api.GET("/v1/games/{id}/score", { params: { path: { id } }, headers }));
    assert(typeof score !== "string", "the score was asked for as data");
    return score;
  }

  async odds(id: string): Promise<Schemas["SoloOdds"]> {
    return granted(await this.#api.GET("/v1/games/{id}/odds", { params: { path: { id } } }));
  }
}
