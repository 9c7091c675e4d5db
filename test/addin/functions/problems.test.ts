import {
  createCellRegister,
  type Problem,
  type Problems,
} from '../../../src/addin/functions/problems';
import { HandClock } from '../../engine/lookup/hand-clock';

const OFFLINE: Problem = { code: 'offline', message: 'No network.', count: 3 };
const NO_KEY: Problem = { code: 'no-key', message: 'No key.', count: 1 };

let problems: Problems;
beforeEach(() => void (problems = createCellRegister()));

test('a report replaces what was known of its cell', () => {
  problems.report('S!A1', [OFFLINE]);
  problems.report('S!A1', [NO_KEY]);
  expect(problems.list()).toEqual([{ ...NO_KEY, address: 'S!A1' }]);
});

test('the list is the same array until something changes', () => {
  problems.report('S!A1', [OFFLINE]);
  const list = problems.list();
  problems.report('S!B1', []);
  problems.forget(['S!B1']);
  expect(problems.list()).toBe(list);
  problems.report('S!A1', [OFFLINE]);
  expect(problems.list()).not.toBe(list);
});

test('what was listed does not change afterwards', () => {
  const reported = [OFFLINE];
  problems.report('S!A1', reported);
  const list = problems.list();
  reported.push(NO_KEY);
  problems.report('S!A2', [NO_KEY]);
  expect(list).toEqual([{ ...OFFLINE, address: 'S!A1' }]);
});

test('listeners hear only of changes, until they leave', () => {
  let heard = 0;
  const leave = problems.subscribe(() => (heard += 1));
  problems.report('S!A1', []);
  problems.report('S!A1', [OFFLINE]);
  leave();
  leave();
  problems.report('S!A2', [OFFLINE]);
  expect(heard).toBe(1);
});

test('with a clock, ten thousand failing cells are told at most ten times a second', async () => {
  const clock = new HandClock();
  problems = createCellRegister(clock);
  let heard = 0;
  problems.subscribe(() => (heard += 1));
  for (let row = 1; row <= 10_000; row++) problems.report(`S!A${row}`, [OFFLINE]);
  expect(heard).toBe(0);
  await clock.advance(1_000);
  expect(heard).toBe(1);
  expect(problems.list()).toHaveLength(10_000);
});

test('a listener that throws costs the others nothing', () => {
  let heard = 0;
  problems.subscribe(() => {
    throw new Error('broken pane');
  });
  problems.subscribe(() => (heard += 1));
  problems.report('S!A1', [OFFLINE]);
  expect(heard).toBe(1);
});
