/** For `npm run test:cli`: a service that answers at once, and counts its calls. */
import { createServer } from 'node:http';

const counts = { calls: 0, values: 0, open: 0, different: new Set(), repeated: 0 };

/** The value of a name at a place: the same each time. */
function valueOf(place, name) {
  let value = 7;
  for (const letter of place + name) value = (value * 31 + letter.charCodeAt(0)) % 9973;
  return value;
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/counts') {
      const { different, ...others } = counts;
      response.end(JSON.stringify({ ...others, different: different.size }));
      return;
    }
    if (request.method !== 'POST') return void response.end();
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const place = `${body.lat},${body.lng}`;
    counts.calls += 1;
    if (counts.different.has(place)) counts.repeated += 1;
    counts.different.add(place);
    const data = {};
    for (const name of body.variables.split(',')) data[name] = valueOf(place, name);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data, status: 200 }));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
