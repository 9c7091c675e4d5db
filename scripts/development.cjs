'use strict';
const { once } = require('node:events');
const webpack = require('webpack');

/**
 * Builds, and rebuilds what changes. Starts the program that is built as `server`, restarts it when
 * it has changed, and tells it of every other build, so that open pages reload.
 *
 * @param start runs what was built, as a process that receives messages
 */
function develop(configurations, { start, say, colors = false }) {
  let server;
  let serverHash;
  let starting = Promise.resolve();

  async function restart() {
    if (server !== undefined && server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    }
    server = start();
  }

  function tell() {
    if (server?.connected) server.send('built');
  }

  const compiler = webpack(configurations);
  const ignored = /node_modules|\/(dist|build)\//;
  compiler.watch({ aggregateTimeout: 50, ignored }, (error, stats) => {
    if (error !== null) throw error;
    if (stats.hasErrors()) {
      say(stats.toString({ preset: 'errors-only', colors }));
      return;
    }
    const took = Math.max(...stats.stats.map((one) => one.endTime - one.startTime));
    say(`Built in ${(took / 1000).toFixed(1)} s`);
    // Only rebuilt programs have stats.
    const hash = stats.stats.find((one) => one.compilation.name === 'server')?.hash;
    const isServer = hash !== undefined && hash !== serverHash;
    if (isServer) serverHash = hash;
    // One after the other, so that a page is built before its server is back.
    starting = starting.then(isServer ? restart : tell);
  });

  return {
    /** Stops watching, and stops the server. */
    async close(signal = 'SIGTERM') {
      server?.kill(signal);
      await new Promise((resolve) => compiler.close(resolve));
    },
  };
}

module.exports = { develop };
