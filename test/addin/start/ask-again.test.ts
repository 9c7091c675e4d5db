import { addressesToRetry, askAgain } from '../../../src/addin/start/ask-again';
import { createCellRegister } from '../../../src/addin/functions/cell-register';
import type { Problem, Problems } from '../../../src/addin/functions/problems';

const LATE: Problem = { code: 'timed-out', message: 'Late.', count: 1 };
const OFFLINE: Problem = { code: 'offline', message: 'Offline.', count: 1 };

function failing(...addresses: string[]): Problems {
  const problems: Problems = createCellRegister();
  for (const address of addresses) problems.report(address, [LATE]);
  return problems;
}

test('cells that are asked again leave the list, and others stay', async () => {
  const problems = failing('S!A1', 'S!A2', 'S!A3');
  const asked: string[][] = [];
  const recalculate = (addresses: readonly string[]) => {
    asked.push([...addresses]);
    return Promise.resolve({ count: addresses.length, failures: [] });
  };
  await askAgain(['S!A1', 'S!A2'], problems, { recalculate });
  expect(asked).toEqual([['S!A1', 'S!A2']]);
  expect(problems.list().map(({ address }) => address)).toEqual(['S!A3']);
});

test('a cell that cannot be asked stays on the list, and the reason is told', async () => {
  const problems = failing('S!A1', 'S!A2');
  const failures = [{ message: 'The sheet is protected.', addresses: ['S!A2', 'S!A9'] }];
  const recalculate = () => Promise.resolve({ count: 1, failures });
  const result = await askAgain(['S!A1', 'S!A2'], problems, { recalculate });
  expect(result.failures).toEqual(failures);
  expect(problems.list()).toEqual([{ ...LATE, address: 'S!A2' }]);
});

test('what a cell has reported meanwhile counts', async () => {
  const problems = failing('S!A1');
  const recalculate = () => {
    problems.report('S!A1', [OFFLINE]);
    return Promise.resolve({ count: 0, failures: [{ message: 'Late.', addresses: ['S!A1'] }] });
  };
  await askAgain(['S!A1'], problems, { recalculate });
  expect(problems.list()).toEqual([{ ...OFFLINE, address: 'S!A1' }]);
});

test('what the service rejected as wrong is not asked again with all that failed', () => {
  const problems = failing('S!A1', 'S!A2');
  problems.report('S!A3', [{ code: 'rejected', message: 'Wrong.', count: 1 }]);
  problems.report('S!A1', [LATE, { code: 'rejected', message: 'Wrong.', count: 1 }]);
  expect(addressesToRetry(problems)).toEqual(expect.arrayContaining(['S!A1', 'S!A2']));
  expect(addressesToRetry(problems)).toHaveLength(2);
});
