// Reads a stream of server-sent events with the generated type of its messages.

import type { Schemas } from "./client.js";

/** Yields the messages of a stream: `GameMessage` for a game, `FeedMessage` for all games. */
export async function* read<Message extends Schemas["GameMessage"] | Schemas["FeedMessage"]>(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of body) {
    const blocks = (text + decoder.decode(part, { stream: true })).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => /^(\w*): ?(.*)$/.exec(line)?.slice(1) ?? []));
      // A heartbeat has no data.
      if (fields.data !== undefined) yield { ...fields, data: JSON.parse(fields.data) };
    }
  }
}
