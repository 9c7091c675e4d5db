import { connect, type Socket } from 'node:net';
import { Backlog } from '../../src/gateway/backlog';
import { openStage, type GatewayStage } from './gateway-stage';

let stage: GatewayStage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** Begins a score whose body says that more of it is to come; the beginning of what is replied. */
function begun(headers: string, bytes: number): { socket: Socket; status: Promise<string> } {
  const { hostname, port } = new URL(stage.gateway.people);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const status = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString().slice(9, 12)));
    socket.once('close', () => resolve('closed'));
  });
  const head = `POST /model/v1.0/m HTTP/1.1\r\nhost: here\r\n${headers}`;
  socket.write(`${head}content-length: 65000\r\n\r\n${' '.repeat(bytes)}`);
  return { socket, status };
}

it('bodies of strangers that do not end take next to nothing', async () => {
  const bodies = Array.from({ length: 6 }, () => begun('', 60_000));
  // Four are within 256 kB; whoever comes next is refused, while those still wait.
  const first = await Promise.all(
    [4, 5].map((beyond) => refusalsOf(bodies.map(({ status }) => status)).take(beyond - 3)),
  );
  expect(first).toEqual([['429'], ['429', '429']]);
  // From the same address: whoever sends a token first, or all at once, is no stranger’s victim.
  const { token } = await stage.person('Asha');
  const place = { lat: 1, lng: 2 };
  expect((await stage.score(token, place)).status).toBe(200);
  const body = JSON.stringify({ key: token, lat: 3, lng: 4 });
  expect((await stage.send('/model/v1.0/m', { method: 'POST', body })).status).toBe(200);
  for (const { socket } of bodies) socket.destroy();
});

it('of one person with a token they take no room of another', async () => {
  const { token } = await stage.person('Binod');
  const bodies = Array.from({ length: 20 }, () => begun(`x-api-key: ${token}\r\n`, 60_000));
  const { token: other } = await stage.person('Chetan');
  expect((await stage.ask(other, { lat: 5, lng: 6, variables: 'a' })).status).toBe(200);
  for (const { socket } of bodies) socket.destroy();
});

it('a few people whose requests wait leave room for the next, however much they send', () => {
  const backlog = new Backlog({ mostOfPerson: 50_000, most: 250_000 }, () => {});
  for (let person = 0; person < 20; person += 1) {
    while (backlog.enter(`Greedy ${person}`, 1000) === undefined);
    while (backlog.enterBulk(`Greedy ${person}`) === undefined);
  }
  expect(backlog.waitingOf('Greedy 0').values).toBe(50_000);
  expect([backlog.enter('Modest', 50), backlog.enterBulk('Modest')]).toEqual([
    undefined,
    undefined,
  ]);
});

function refusalsOf(statuses: readonly Promise<string>[]) {
  const come: string[] = [];
  let onCome = (): void => {};
  for (const status of statuses) void status.then((each) => come.push(each) && onCome());
  return {
    async take(count: number): Promise<readonly string[]> {
      while (come.length < count) await new Promise<void>((resolve) => (onCome = resolve));
      return come.slice(0, count);
    },
  };
}
