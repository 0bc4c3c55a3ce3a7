// Battleship for two: ten by ten, one shot per turn. Fleets are placed at random when a match is created.
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');

const SIDE = 10;
const SHIPS = [5, 4, 3, 3, 2];

function placeFleet(random) {
  const taken = new Set();
  return SHIPS.map((length) => {
    for (;;) {
      const across = random.Die(2) === 1;
      const along = random.Die(SIDE - length + 1) - 1;
      const beside = random.Die(SIDE) - 1;
      const cells = Array.from({ length }, (_, n) =>
        across ? beside * SIDE + along + n : (along + n) * SIDE + beside,
      );
      if (cells.every((cell) => !taken.has(cell))) {
        cells.forEach((cell) => taken.add(cell));
        return cells;
      }
    }
  });
}

function fire({ G, playerID }, cell) {
  const shots = G.shots[playerID];
  if (shots[cell] !== null) return INVALID_MOVE;
  const { fleet } = G.players[playerID === '0' ? '1' : '0'];
  shots[cell] = fleet.some((ship) => ship.includes(cell)) ? 'hit' : 'miss';
}

exports.Battleship = {
  name: 'battleship',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,

  setup: ({ random }) => ({
    players: { 0: { fleet: placeFleet(random) }, 1: { fleet: placeFleet(random) } },
    shots: { 0: Array(SIDE * SIDE).fill(null), 1: Array(SIDE * SIDE).fill(null) },
  }),

  playerView: PlayerView.STRIP_SECRETS,

  // The client cannot evaluate a shot, because it does not know the opponent's fleet.
  moves: { fire: { move: fire, client: false } },
  turn: { minMoves: 1, maxMoves: 1 },

  endIf: ({ G, ctx }) => {
    const hits = G.shots[ctx.currentPlayer].filter((shot) => shot === 'hit').length;
    if (hits === SHIPS.reduce((sum, length) => sum + length)) {
      return { winner: ctx.currentPlayer };
    }
  },
};
