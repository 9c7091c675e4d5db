import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { readBody, receiveBody } from '../../src/gateway/request-body';
import { HandClock } from '../engine/lookup/hand-clock';

function begin(mostBytes = 1_000_000) {
  const clock = new HandClock();
  const stream = new PassThrough();
  const incoming = Object.assign(stream, { headers: {} }) as unknown as IncomingMessage;
  return { clock, stream, body: readBody(incoming, mostBytes, clock) };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
};

it('cuts a body that never ends, however much of it has come', async () => {
  const { clock, stream, body } = begin();
  stream.write('x'.repeat(500_000));
  await settled();
  await clock.advance(2000);
  stream.write('x');
  await settled();
  await clock.advance(2000);
  expect(await body).toMatchObject({ kind: 'error', error: { status: 408 } });
});

it('waits for one that comes slowly, as long as it comes', async () => {
  const { clock, stream, body } = begin();
  for (let each = 0; each < 20; each += 1) {
    stream.write('x'.repeat(10_000));
    await settled();
    await clock.advance(2000);
  }
  stream.end();
  const read = await body;
  expect(read.kind === 'read' && read.text.length).toBe(200_000);
  await clock.advance(60_000);
});

it('refuses one that comes letter by letter, but none that comes line by line', async () => {
  const { stream, body } = begin();
  for (let letter = 0; letter < 1201; letter += 1) stream.write('x');
  expect(await body).toMatchObject({ kind: 'error', error: { status: 413 } });
  const other = begin();
  for (let line = 0; line < 1000; line += 1) other.stream.write('{"id":1,"lat":1,"lng":2}\n');
  other.stream.end();
  expect(await other.body).toMatchObject({ kind: 'read' });
});

it('has taken every piece when it ends, also of a body that was here before it was read', async () => {
  const incoming = Object.assign(new PassThrough(), { headers: {} });
  incoming.end('{"calls":[]}');
  await settled();
  let taken = '';
  const options = { mostBytes: 100, mayBePacked: false };
  const error = await receiveBody(
    incoming as unknown as IncomingMessage,
    options,
    async (piece) => {
      await settled();
      taken += piece.toString();
      return undefined;
    },
  );
  expect([error, taken]).toEqual([undefined, '{"calls":[]}']);
});
