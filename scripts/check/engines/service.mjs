/**
 * For `npm run test:engines`: a service that counts what it charges by place. A call takes a few
 * milliseconds, and a few take half a second, so that an engine finds tasks that lag.
 */
import { createServer } from 'node:http';

const charged = { lookup: new Map(), score: new Map() };

/** The same formula is in job.py. */
function valueOf(lat, lng, name) {
  return (Math.round(lat * 1e4) * 31 + Math.round(lng * 1e4) * 17 + name.length) % 9973;
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/counts') return void response.end(JSON.stringify(counts()));
    const { lat, lng, variables } = JSON.parse(Buffer.concat(chunks).toString());
    const kind = request.url.startsWith('/model/') ? 'score' : 'lookup';
    const place = `${lat},${lng}`;
    charged[kind].set(place, (charged[kind].get(place) ?? 0) + 1);
    const valueAt = (name) => [name, valueOf(lat, lng, name)];
    const reply =
      kind === 'score'
        ? { score: valueOf(lat, lng, 'score'), status: 200 }
        : { data: Object.fromEntries(variables.split(',').map(valueAt)), status: 200 };
    setTimeout(
      () => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(reply));
      },
      valueOf(lat, lng, 'slow') % 500 === 0 ? 500 : 3,
    );
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`service: ${addressOf(server)}`));

function counts() {
  const of = (kind) => {
    const calls = [...charged[kind].values()];
    const sum = calls.reduce((total, each) => total + each, 0);
    return { calls: sum, places: calls.length, repeated: sum - calls.length };
  };
  return { lookup: of('lookup'), score: of('score') };
}

function addressOf(listening) {
  return `http://127.0.0.1:${listening.address().port}`;
}
