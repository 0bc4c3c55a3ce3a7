// boardgame.io's server as its documentation starts it: everything in memory, moves by socket.io.
// package.json keeps koa-compose at 4.1: 4.2 copies the list of handlers, to which boardgame.io adds its own later.
const { Origins, Server } = require('boardgame.io/server');

const { Battleship } = require('./game.js');

const server = Server({ games: [Battleship], origins: [Origins.LOCALHOST] });
// What is given as the port goes to node's `listen`, which takes an address with it.
server.run({ port: { port: 0, host: '127.0.0.1' } }).then(({ appServer }) => {
  console.log(`listening on http://127.0.0.1:${appServer.address().port}`);
});
