// Reads the stream of a game with the generated types of its messages.

import { GameMessageFromJSON, type GameMessage } from "./client/index.js";

/** Yields the messages from the first event on. */
export async function* messages(url: string, id: string, token: string): AsyncGenerator<GameMessage> {
  const headers = { accept: "text/event-stream", authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/v1/games/${id}/events?after=0&include=game`, { headers });
  if (!answer.ok || answer.body === null) throw new Error(`${answer.status} to a stream`);
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of answer.body) {
    const blocks = (text + decoder.decode(part, { stream: true })).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => /^(\w*): ?(.*)$/.exec(line)?.slice(1) ?? []));
      // A heartbeat has no data.
      if (fields.data !== undefined) yield GameMessageFromJSON({ ...fields, data: JSON.parse(fields.data) });
    }
  }
}
