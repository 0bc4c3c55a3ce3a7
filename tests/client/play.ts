// Plays every ruleset to its end: `node build/play.js URL OPENAPI_JSON FOLDER_OF_MAILS [SEED]`.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Bot } from "./bot.js";
import { assert, granted, Ledger, never, type Schemas } from "./client.js";
import { Luck } from "./luck.js";
import { placement } from "./place.js";

type Ruleset = Schemas["RulesetId"];
type Way = Schemas["Opponent"]["kind"] | "alone";

interface Match {
  way: Way;
  request: Schemas["GameRequest"];
}

/** Rulesets that these bots play. Others are left out. */
const PLAYED: Ruleset[] = ["classic", "voices", "solo", "satellite", "advanced"];

const MATCHES: Match[] = [
  { way: "open", request: { ruleset: "classic", options: { mode: "single", repeat_on_hit: true } } },
  { way: "invite", request: { ruleset: "classic", options: { mode: "salvo", fleet: "five_ships" } } },
  { way: "mail", request: { ruleset: "classic", clock: { days_per_turn: 3 } } },
  { way: "bot", request: { ruleset: "classic", options: { mode: "salvo" } } },
  { way: "player", request: { ruleset: "voices", clock: { days_per_turn: 3 } } },
  { way: "open", request: { ruleset: "voices", options: { aim: "choice", rounds: 6 } } },
  { way: "open", request: { ruleset: "voices", options: { axes: "after_roll", rounds: 5 } } },
  { way: "alone", request: { ruleset: "solo" } },
  { way: "alone", request: { ruleset: "solo", options: { wumpuses: true, lends: "suns" } } },
  { way: "invite", request: { ruleset: "satellite", visibility: "private" } },
  { way: "open", request: { ruleset: "satellite", options: { endgame: "desperation", rows: 8, columns: 8 } } },
  { way: "open", request: { ruleset: "satellite", options: { endgame: "self_destruct" } } },
  { way: "player", request: { ruleset: "advanced" } },
  { way: "open", request: { ruleset: "advanced", options: { resupply: 1, map: { columns: 10, rows: 10 } } } },
];

const [url, document, mails, seed] = process.argv.slice(2);
assert(url !== undefined && document !== undefined && mails !== undefined, "usage: play.js URL OPENAPI_JSON FOLDER_OF_MAILS [SEED]");
const folder = mails;
const luck = new Luck(seed === undefined ? Date.now() : Number(seed));
const ledger = new Ledger(document);
await rulesets(url);
const ada = await Bot.register(url, "Ada", ledger, luck);
const ben = await Bot.register(url, "Ben", ledger, luck);
// Only players who can receive mail themselves can have mail sent to others.
await ada.mailbox("ada@example.org", () => mailed("ada@example.org", "bra_"));
for (const match of MATCHES) await play(match);
const { operations, answers } = ledger.sums();
console.log(`${answers} answers of ${operations} operations, all of them documented`);
console.log(`actions: ${[...new Set([...ada.done, ...ben.done])].sort().join(", ")}`);

/** Checks that the document describes exactly the rulesets of the server, and that those of PLAYED are played. */
async function rulesets(url: string): Promise<void> {
  const api = ledger.client(url);
  const listed = granted(await api.GET("/v1/rulesets")).rulesets.map(({ id }) => id);
  assert(isDeepStrictEqual(listed, ledger.values("RulesetId")), `the rulesets are ${listed.join(", ")}`);
  for (const id of listed) {
    const ruleset = granted(await api.GET("/v1/rulesets/{id}", { params: { path: { id } } }));
    assert(ruleset.rules.length > 0, `${id} has no rules`);
    if (ruleset.id === "voices") assert(ruleset.default_options.seats === 2, "another number of voices");
    const played = MATCHES.some(({ request }) => request.ruleset === id);
    if (PLAYED.includes(id)) assert(played, `${id} is not played`);
    else console.log(`${id} is left out`);
  }
}

async function play({ way, request }: Match): Promise<void> {
  const begun = Date.now();
  const { ruleset } = request;
  const { game, bots } = await seat(way, request);
  const { id } = game;
  assert(game.seats.length === players(game), `there are ${game.seats.length} seats`);
  const placed = await ada.place(id, { ruleset, random: true, seed: "herring" });
  // A placement can be replaced until the last player has placed, and in a game for one until the prediction. The
  // computer may have placed already.
  if (way !== "bot") await ada.place(id, placement(placed));
  for (const bot of bots.slice(1)) await bot.place(id, { ruleset, random: true });
  const turns = await toTheEnd(id, bots);
  const first = await ada.look(id);
  const { outcome, version } = first;
  assert(outcome !== undefined, `${ruleset} is finished without an outcome`);
  judge(outcome, first);
  for (const bot of bots) await follow(bot, id);
  await prove(id, first);
  const ended = `${describe(outcome)} after ${turns} requests to act and ${version} events`;
  console.log(`${ruleset} ${JSON.stringify(request.options ?? {})}: ${ended}, ${Date.now() - begun} ms`);
}

/** The number of players for these settings. */
function players(game: Schemas["GameSummary"]): number {
  switch (game.ruleset) {
    case "voices":
      return game.options.seats;
    case "solo":
      assert(game.options.order.includes(game.options.lends), "no suit lends");
      return 1;
    case "classic":
    case "satellite":
    case "advanced":
      return 2;
    default:
      throw new Error("the ruleset is left out");
  }
}

/** Calls a function until it returns something, and returns that. Fails after a minute. */
async function waitFor<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(30)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  throw new Error(`waited a minute for ${what}`);
}

/** Returns the code with this prefix in the mail to an address. */
function mailed(address: string, beginning: string): Promise<string> {
  return waitFor(`a mail to ${address}`, async () => {
    // A mail that is still being written has another name.
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
    for (const name of names) {
      const mail = await readFile(join(folder, name), "utf8");
      // On its own line, because lines with links may be broken.
      const code = new RegExp(`^ *(${beginning}[a-z0-9]+)\\s*$`, "m").exec(mail)?.[1];
      if (mail.includes(`To: ${address}`) && code !== undefined) return code;
    }
    return undefined;
  });
}

/** Creates a game with all seats taken, one in each way that the document describes. */
async function seat(way: Way, request: Schemas["GameRequest"]): Promise<{ game: Schemas["Game"]; bots: Bot[] }> {
  switch (way) {
    case "alone":
      return { game: await ada.create(request), bots: [ada] };
    case "open": {
      const game = await ada.create({ ...request, opponents: [{ kind: "open" }] });
      await ben.join((await ben.find(game.id)).id);
      return { game, bots: [ada, ben] };
    }
    case "invite": {
      const game = await ada.create({ ...request, opponents: [{ kind: "invite" }] });
      const code = game.invitations?.find(({ seat }) => seat === 2)?.code;
      assert(code !== undefined, "an invitation has no code");
      await ben.join(game.id, code);
      return { game, bots: [ada, ben] };
    }
    case "player": {
      const game = await ada.create({ ...request, opponents: [{ kind: "player", id: ben.player.id }] });
      await ben.join(game.id);
      return { game, bots: [ada, ben] };
    }
    case "bot": {
      const { bots: known } = granted(await ledger.client(url as string).GET("/v1/bots"));
      const strongest = known.findLast(({ rulesets }) => rulesets.includes(request.ruleset));
      assert(strongest !== undefined, `there is no bot for ${request.ruleset}`);
      const game = await ada.create({ ...request, opponents: [{ kind: "bot", level: strongest.level }] });
      const taken = game.seats[1];
      assert(taken?.access === "bot" && taken.bot?.level === strongest.level && taken.player?.bot === true, "no bot has the seat");
      return { game, bots: [ada] };
    }
    case "mail": {
      const address = "ben@example.org";
      const game = await ada.create({ ...request, opponents: [{ kind: "mail", address }] });
      await ben.join(game.id, await mailed(address, "bri_"));
      return { game, bots: [ada, ben] };
    }
    default:
      return never(way);
  }
}

/** Plays until the game is finished; returns the number of actions. */
async function toTheEnd(id: string, bots: Bot[]): Promise<number> {
  for (let acted = 0; acted < 5_000; ) {
    let moved = false;
    for (const bot of bots) {
      if (!(await bot.turn(id))) continue;
      moved = true;
      acted += 1;
    }
    if (moved) continue;
    const status = await waitFor("a turn of our own, or the end", async () => {
      const { status, seats, to_move: movers } = await ada.look(id);
      const isOurs = seats.some((seat) => seat.bot === undefined && movers.includes(seat.seat));
      return isOurs || status === "finished" ? status : undefined;
    });
    if (status === "finished") return acted;
  }
  throw new Error(`the game ${id} comes to no end`);
}

/** Checks that the outcome fits the kind of game. */
function judge(outcome: Schemas["Outcome"], game: Schemas["Game"]): void {
  const alone = game.seats.length === 1;
  switch (outcome.kind) {
    case "win":
      assert(outcome.winners.length > 0, "a win without winners");
      assert(outcome.winners.every((seat) => game.seats.some((taken) => taken.seat === seat)), "nobody's win");
      return;
    case "lose":
      assert(alone, "only a game for one is lost by nobody's winning");
      return;
    case "draw":
    case "all_lose":
      assert(!alone, `a game for one cannot end as ${outcome.kind}`);
      return;
    default:
      never(outcome);
  }
}

function describe(outcome: Schemas["Outcome"]): string {
  const who = outcome.kind === "win" ? ` of ${outcome.winners.join(" and ")}` : "";
  return `${outcome.kind}${who} (${outcome.reason})`;
}

/** Checks that the events of a player are complete, and include the end. */
async function follow(bot: Bot, id: string): Promise<void> {
  const game = await bot.look(id);
  const events = await bot.events(id);
  assert(events.every(({ seq }, index) => seq === index + 1), "the numbers of the events have gaps");
  assert(events.length === game.version, `${events.length} events in version ${game.version}`);
  const streamed = await bot.stream(id);
  assert(isDeepStrictEqual(streamed, { events, game }), "the stream tells something else");
  let told = false;
  for (const event of events) {
    switch (event.type) {
      case "finished":
        told = isDeepStrictEqual(event.outcome, game.outcome);
        break;
      case "began":
        assert(isDeepStrictEqual(event.placement_commitments, game.fairness.placement_commitments), "other promises");
        break;
      case "revealed":
        assert(event.server_seed === game.fairness.server_seed, "another seed is revealed");
        assert(event.seats.every(({ ruleset }) => ruleset === game.ruleset), "another game is revealed");
        break;
      default:
        assert(event.seq > 0, "an event without a number");
    }
  }
  assert(told, "no event tells how the game ended");
}

/** Checks that the record is valid and belongs to this game, and becomes invalid if a letter is changed. */
async function prove(id: string, game: Schemas["Game"]): Promise<void> {
  const record = await ada.record(id);
  assert(isDeepStrictEqual(record.outcome, game.outcome), "the record ends otherwise");
  assert(record.seed_commitment === game.fairness.seed_commitment, "the record keeps another promise");
  const verdict = await ada.verify(record);
  assert(verdict.valid && verdict.game === id, `the record does not hold: ${JSON.stringify(verdict.faults)}`);
  const forged = await ada.verify({ ...record, seed_commitment: "0".repeat(64) });
  assert(!forged.valid && forged.faults.length > 0, "a forged record holds");
  if (game.ruleset === "voices") assert((await ada.score(id)).complete, "the score is not complete");
  if (game.ruleset === "solo") {
    const { suits } = await ada.odds(id);
    const sum = suits.reduce((sum, { chance }) => sum + chance, 0);
    assert(Math.abs(sum - 1) < 1e-6, `the chances add up to ${sum}`);
  }
}
