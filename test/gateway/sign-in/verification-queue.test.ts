import { EventEmitter } from 'node:events';
import { VerificationTurns, type Client } from '../../../src/gateway/sign-in/verification-queue';

/** What is planned, run by hand. */
let planned: (() => void)[];
let turns: VerificationTurns;
let passed: string[];
beforeEach(() => {
  planned = [];
  passed = [];
  turns = new VerificationTurns({
    schedule: (_ms, run) => {
      planned.push(run);
      return () => undefined;
    },
  });
});

function client(): Client & EventEmitter {
  return Object.assign(new EventEmitter(), { destroyed: false });
}

function waits(name: string, address: string, from = client()): EventEmitter {
  void turns.take(address, from).then((isHere) => passed.push(isHere ? name : `${name} left`));
  return from;
}

async function next(times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) planned.shift()?.();
  await new Promise(setImmediate);
}

it('lets one pass at a time, the first of an address first', async () => {
  for (const name of ['a', 'b', 'c']) waits(name, '192.0.2.1');
  await next(0);
  expect([passed, planned.length]).toEqual([['a'], 1]);
  await next(2);
  expect([passed, planned.length]).toEqual([['a', 'b', 'c'], 1]);
  await next();
  expect(planned).toHaveLength(0);
  waits('d', '192.0.2.1');
  await next(0);
  expect(passed).toEqual(['a', 'b', 'c', 'd']);
});

it('lets addresses take turns, so that a flood from one delays another by one', async () => {
  for (let index = 0; index < 1000; index += 1) waits(`flood ${index}`, '192.0.2.1');
  waits('x', '192.0.2.2');
  waits('y', '192.0.2.2');
  await next(4);
  expect(passed).toEqual(['flood 0', 'flood 1', 'x', 'flood 2', 'y']);
});

it('spends no turn on those who have left', async () => {
  waits('first', '192.0.2.1');
  const leaving = Array.from({ length: 1000 }, (_, at) => waits(`${at}`, '192.0.2.1'));
  const staying = waits('last', '192.0.2.1');
  for (const each of leaving) each.emit('close');
  await next();
  expect(passed.filter((name) => !name.endsWith(' left'))).toEqual(['first', 'last']);
  expect(passed).toHaveLength(1002);
  expect(staying.listenerCount('close')).toBe(0);
  waits('gone', '192.0.2.1', Object.assign(client(), { destroyed: true }));
  await next();
  expect([passed.at(-1), planned.length]).toEqual(['gone left', 0]);
});
