// Plays games with two live clients, and prints the requests and bytes for each move: bodies of requests and answers,
// messages of streams, frames of socket.io. Both clients draw the game after each move, their own and the opponent's.
import { parseArgs } from 'node:util';

import WebSocket from 'ws';

const USAGE = `Usage: node live.mjs --broadside URL --boardgame URL [--games N]

Plays Battleship, ten by ten with one shot a turn, to the end, and prints one line of JSON for each server.

  --broadside URL  Broadside
  --boardgame URL  the server of server.js
  --games N        how many games [default: 4]
  --help           print this`;

const { values } = parseArgs({
  options: {
    broadside: { type: 'string' },
    boardgame: { type: 'string' },
    games: { type: 'string', default: '4' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || !values.broadside || !values.boardgame) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

class Tally {
  constructor(name) {
    Object.assign(this, { name, moves: 0, requests: 0, sent: 0, received: 0 });
  }

  print() {
    const each = (count, digits) => Number((count / this.moves).toFixed(digits));
    const { name, moves } = this;
    const bytes = { sent: each(this.sent, 0), received: each(this.received, 0) };
    console.log(JSON.stringify({ name, moves, requests_per_move: each(this.requests, 2), bytes_per_move: bytes }));
  }
}

function shuffled(cells) {
  const mixed = [...cells];
  for (let n = mixed.length - 1; n > 0; n -= 1) {
    const other = Math.floor(Math.random() * (n + 1));
    [mixed[n], mixed[other]] = [mixed[other], mixed[n]];
  }
  return mixed;
}

// Incoming messages, in order.
class Inbox {
  constructor() {
    this.all = [];
    this.wake = () => {};
    this.error = null;
  }

  fail(error) {
    this.error = error;
    this.wake();
  }

  put(message) {
    this.all.push(message);
    this.wake();
  }

  async take(wanted) {
    for (;;) {
      const found = this.all.findIndex(wanted);
      if (found >= 0) return this.all.splice(0, found + 1).pop();
      if (this.error) throw this.error;
      await new Promise((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

async function json(url, method, body, headers = {}) {
  const answer = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'identity', ...headers },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return { value: text && JSON.parse(text), bytes: Buffer.byteLength(text) };
}

// Broadside: a stream of the game with each state, and a request for each move.
async function follow(url, authorization, inbox, tally) {
  const answer = await fetch(url, { headers: { Accept: 'text/event-stream', ...authorization } });
  if (!answer.ok) throw new Error(`GET ${url}: ${answer.status}`);
  let rest = '';
  const text = new TextDecoder();
  for await (const chunk of answer.body) {
    tally.received += tally.counting ? chunk.length : 0;
    rest += text.decode(chunk, { stream: true });
    const messages = rest.split('\n\n');
    rest = messages.pop();
    for (const message of messages) {
      const data = message.split('\n').find((line) => line.startsWith('data:'));
      if (data) inbox.put(JSON.parse(data.slice(5)));
    }
  }
}

async function playBroadside(base, tally) {
  const players = [];
  for (const name of ['Ada', 'Ben']) {
    const { value } = await json(`${base}/v1/players`, 'POST', { name });
    players.push({ authorization: { Authorization: `Bearer ${value.token}` }, inbox: new Inbox() });
  }
  const request = { ruleset: 'classic', options: { mode: 'single', fleet: 'five_ships', first: 'creator' } };
  const { value: game } = await json(`${base}/v1/games`, 'POST', request, players[0].authorization);
  const path = `${base}/v1/games/${game.id}`;
  await json(`${path}/seats`, 'POST', {}, players[1].authorization);
  for (const { authorization } of players) {
    await json(`${path}/seats/me/placement`, 'PUT', { ruleset: 'classic', random: true }, authorization);
  }
  const letters = [...'ABCDEFGHIJ'];
  for (const player of players) {
    player.cells = shuffled(letters.flatMap((letter) => letters.map((_, row) => `${letter}${row + 1}`)));
    follow(`${path}/events?include=game`, player.authorization, player.inbox, tally).then(
      () => player.inbox.fail(new Error('the stream has ended')),
      (error) => player.inbox.fail(error),
    );
    player.version = (await player.inbox.take(() => true)).version;
  }
  tally.counting = true;
  for (let move = 0, goesOn = true; goesOn; move += 1) {
    const { authorization, cells } = players[move % 2];
    const body = { ruleset: 'classic', actions: [{ type: 'fire', cells: [cells.pop()] }] };
    const headers = { ...authorization, Prefer: 'return=minimal' };
    const { bytes } = await json(`${path}/actions`, 'POST', body, headers);
    tally.moves += 1;
    tally.requests += 1;
    tally.sent += Buffer.byteLength(JSON.stringify(body));
    tally.received += bytes;
    for (const player of players) {
      const { snapshot } = await player.inbox.take((step) => step.snapshot?.version > player.version);
      player.version = snapshot.version;
      goesOn = snapshot.status === 'playing';
    }
  }
  tally.counting = false;
}

// boardgame.io: a socket for each client, and the state in each update.
const NAMESPACE = '/battleship,';
const EVENT = `42${NAMESPACE}`;

function connect(base, inbox, tally) {
  return new Promise((resolve, reject) => {
    const url = `${base.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on('error', reject);
    socket.on('close', () => inbox.fail(new Error('the socket was closed')));
    socket.on('message', (data) => {
      const frame = data.toString();
      if (frame.startsWith('0')) socket.send(`40${NAMESPACE}`);
      if (frame.startsWith(`40${NAMESPACE}`)) resolve(socket);
      if (frame.startsWith(`44${NAMESPACE}`)) reject(new Error(frame));
      if (frame === '2') socket.send('3');
      if (frame.startsWith(EVENT)) {
        tally.received += tally.counting ? data.length : 0;
        inbox.put(JSON.parse(frame.slice(EVENT.length)));
      }
    });
  });
}

async function playBoardgame(base, tally) {
  const lobby = `${base}/games/battleship`;
  const { value: match } = await json(`${lobby}/create`, 'POST', { numPlayers: 2 });
  const matchID = match.matchID;
  const players = [];
  for (const playerID of ['0', '1']) {
    const { value } = await json(`${lobby}/${matchID}/join`, 'POST', { playerID, playerName: `player ${playerID}` });
    const inbox = new Inbox();
    const socket = await connect(base, inbox, tally);
    const player = { playerID, credentials: value.playerCredentials, inbox, socket };
    socket.send(EVENT + JSON.stringify(['sync', matchID, playerID, player.credentials, 2]));
    const [, , { state }] = await inbox.take(([type]) => type === 'sync');
    player.state = state;
    player.cells = shuffled(Array.from({ length: 100 }, (_, cell) => cell));
    players.push(player);
  }
  tally.counting = true;
  for (let goesOn = true; goesOn; ) {
    const { playerID, credentials, cells, socket, state } = players[players[0].state.ctx.currentPlayer];
    const payload = { type: 'fire', args: [cells.pop()], playerID, credentials };
    const frame = EVENT + JSON.stringify(['update', { type: 'MAKE_MOVE', payload }, state._stateID, matchID, playerID]);
    socket.send(frame);
    tally.moves += 1;
    tally.requests += 1;
    tally.sent += frame.length;
    for (const player of players) {
      const wanted = ([type, , update]) => type === 'update' && update._stateID > player.state._stateID;
      player.state = (await player.inbox.take(wanted))[2];
      goesOn = player.state.ctx.gameover === undefined;
    }
  }
  tally.counting = false;
  for (const { socket } of players) socket.close();
}

for (const [name, base, play] of [
  ['Broadside', values.broadside, playBroadside],
  ['boardgame.io', values.boardgame, playBoardgame],
]) {
  const tally = new Tally(name);
  for (let game = 0; game < Number(values.games); game += 1) await play(base, tally);
  tally.print();
}
process.exit(0);
