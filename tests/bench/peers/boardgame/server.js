// The server of boardgame.io as in its documentation: everything in memory, moves over socket.io.
// package.json pins koa-compose to 4.1: 4.2 copies the list of handlers, to which boardgame.io adds its own later.
const { Origins, Server } = require('boardgame.io/server');

const { Battleship } = require('./game.js');

const server = Server({ games: [Battleship], origins: [Origins.LOCALHOST] });
// The port option is passed to `listen` of node, which also accepts an address.
server.run({ port: { port: 0, host: '127.0.0.1' } }).then(({ appServer }) => {
  console.log(`listening on http://127.0.0.1:${appServer.address().port}`);
});
