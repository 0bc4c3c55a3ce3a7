// Two bots play every ruleset to its end: `node bot.js URL`. The modules in `client` are generated.

import * as api from "./client/index.js";
import { choose, game, placement } from "./rulesets.js";
import { messages } from "./stream.js";

const [basePath = ""] = process.argv.slice(2);

class Bot {
  readonly configuration: api.Configuration;
  readonly games: api.GamesApi;
  readonly seats: api.SeatsApi;
  readonly play: api.PlayApi;

  constructor(readonly token: string) {
    this.configuration = new api.Configuration({ basePath, accessToken: token });
    this.games = new api.GamesApi(this.configuration);
    this.seats = new api.SeatsApi(this.configuration);
    this.play = new api.PlayApi(this.configuration);
  }

  static async register(name: string): Promise<Bot> {
    const players = new api.PlayersApi(new api.Configuration({ basePath }));
    return new Bot((await players.createPlayer({ playerRequest: { name } })).token);
  }

  /** Makes a move if the game waits for this player; returns true if it did. */
  async turn(id: string): Promise<boolean> {
    if ((await this.games.getGame({ id })).nextAction !== "act") return false;
    const actionsRequest = choose(await this.play.listLegalActions({ id }));
    await this.play.submitActions({ id, actionsRequest, prefer: "return=minimal" });
    return true;
  }
}

async function play(ruleset: api.RulesetId): Promise<void> {
  const [ada, ben] = [await Bot.register("Ada"), await Bot.register("Ben")];
  const { id } = await ada.games.createGame({ gameRequest: game(ruleset) });
  const bots = ruleset === "solo" ? [ada] : [ada, ben];
  if (ruleset !== "solo") await ben.seats.takeSeat({ id, seatRequest: {} });
  for (const bot of bots) await bot.seats.submitPlacement({ id, placementRequest: placement(ruleset) });
  let turns = 0;
  for (let before = -1; before !== turns; ) {
    before = turns;
    for (const bot of bots) turns += Number(await bot.turn(id));
  }
  const fairPlay = new api.FairPlayApi(ada.configuration);
  const gameRecord = await fairPlay.getRecord({ id });
  const { valid, faults } = await fairPlay.verifyRecord({ gameRecord });
  if (!valid) throw new Error(`the record is not valid: ${JSON.stringify(faults)}`);
  let events = 0;
  for await (const message of messages(basePath, id, ada.token)) {
    if (message.event === "snapshot") break;
    events += message.data.events.length;
  }
  const { kind, reason } = gameRecord.outcome;
  console.log(`${ruleset}: ${kind}, ${reason} after ${turns} turns; ${events} events in the stream`);
}

for (const ruleset of Object.values(api.RulesetId)) await play(ruleset);
