// Plays matches as fast as the server allows, and prints the results in the format of `broadside-bench moves --json`.
// It implements the frames of socket.io itself, because the client of socket.io would use more time than the server.
import { parseArgs } from 'node:util';

import WebSocket from 'ws';

const USAGE = `Usage: node load.mjs --url URL [--connections N] [--seconds N] [--warmup N]

Plays Battleship over socket.io. Each connection has matches of its own, with the credentials of both seats: it fires,
waits for the update that has its shot in it, and fires for the other seat.

  --url URL        the server, as in http://127.0.0.1:8000
  --connections N  how many connections [default: 64]
  --seconds N      how long it is measured [default: 10]
  --warmup N       how long it runs before it is measured [default: 2]
  --help           print this`;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    connections: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '10' },
    warmup: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || !values.url) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const connections = Number(values.connections);
const [seconds, warmup] = [Number(values.seconds), Number(values.warmup)];

const NAMESPACE = '/battleship,';
const EVENT = `42${NAMESPACE}`;
const PATIENCE_MS = 30_000;
// Number of matches prepared for each connection before the measurement.
const READY = 4;

async function post(path, body) {
  const answer = await fetch(`${values.url}/games/battleship/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function newMatch() {
  const { matchID } = await post('create', { numPlayers: 2 });
  const credentials = [];
  for (const playerID of ['0', '1']) {
    const joined = await post(`${matchID}/join`, { playerID, playerName: `player ${playerID}` });
    credentials.push(joined.playerCredentials);
  }
  return { matchID, credentials };
}

function shuffledCells() {
  const cells = Array.from({ length: 100 }, (_, cell) => cell);
  for (let n = cells.length - 1; n > 0; n -= 1) {
    const other = Math.floor(Math.random() * (n + 1));
    [cells[n], cells[other]] = [cells[other], cells[n]];
  }
  return cells;
}

// A socket in the default namespace of socket.io.
function connect() {
  return new Promise((resolve, reject) => {
    const url = `${values.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const handshake = (data) => {
      const frame = data.toString();
      if (frame.startsWith('0')) socket.send(`40${NAMESPACE}`);
      if (frame.startsWith(`40${NAMESPACE}`)) {
        socket.off('message', handshake);
        resolve(socket);
      }
    };
    socket.on('message', handshake);
    socket.on('error', reject);
  });
}

class Connection {
  constructor(socket, matches, tally) {
    this.socket = socket;
    this.matches = matches;
    this.tally = tally;
    this.waiting = null;
    socket.on('message', (data) => this.heed(data.toString()));
    socket.on('close', () => this.waiting?.reject(new Error('connection closed')));
  }

  heed(frame) {
    if (frame === '2') {
      this.socket.send('3');
    } else if (frame.startsWith(EVENT)) {
      const [type, matchID, payload] = JSON.parse(frame.slice(EVENT.length));
      if (this.waiting?.type === type && this.waiting.matchID === matchID) {
        this.waiting.resolve(payload);
      }
    }
  }

  // Sends an event, and waits for an event of this type about the same match.
  ask(event, type, matchID) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${type} in time`)), PATIENCE_MS);
      const done = (settle) => (value) => {
        clearTimeout(timer);
        this.waiting = null;
        settle(value);
      };
      this.waiting = { type, matchID, resolve: done(resolve), reject: done(reject) };
      this.socket.send(EVENT + JSON.stringify(event));
    });
  }

  async take() {
    const { matchID, credentials } = this.matches.pop() ?? (await newMatch());
    const { state } = await this.ask(['sync', matchID, '0', credentials[0], 2], 'sync', matchID);
    this.match = { matchID, credentials, state, open: [shuffledCells(), shuffledCells()] };
  }

  async fire() {
    const { matchID, credentials, state, open } = this.match;
    const playerID = state.ctx.currentPlayer;
    const cell = open[playerID].pop();
    const payload = { type: 'fire', args: [cell], playerID, credentials: credentials[playerID] };
    const event = ['update', { type: 'MAKE_MOVE', payload }, state._stateID, matchID, playerID];
    const after = await this.ask(event, 'update', matchID);
    if (after.G.shots[playerID][cell] === null) {
      throw new Error('an update without the shot');
    }
    this.match.state = after;
    return after.ctx.gameover === undefined;
  }

  async play(begin, end) {
    try {
      for (;;) {
        const sent = performance.now();
        if (sent >= end) return;
        const goesOn = await this.fire();
        const now = performance.now();
        if (sent >= begin && now < end) this.tally.push(now - sent);
        if (!goesOn) await this.take();
      }
    } catch (error) {
      errors[error.message] = (errors[error.message] ?? 0) + 1;
    }
  }
}

const errors = {};
const tally = [];
const matches = [];
while (matches.length < connections * READY) matches.push(await newMatch());
const players = [];
for (let n = 0; n < connections; n += 1) {
  const player = new Connection(await connect(), matches, tally);
  await player.take();
  players.push(player);
}
const begin = performance.now() + warmup * 1000;
const end = begin + seconds * 1000;
await Promise.all(players.map((player) => player.play(begin, end)));

const sorted = Float64Array.from(tally).sort();
const at = (quantile) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0;
const [per_second, p50_ms, p99_ms] = [tally.length / seconds, at(0.5), at(0.99)];
const row = { what: 'moves', connections, per_second, p50_ms, p99_ms, errors };
console.log(JSON.stringify([row], null, 2));
process.exit(Object.keys(errors).length > 0 || tally.length === 0 ? 1 : 0);
