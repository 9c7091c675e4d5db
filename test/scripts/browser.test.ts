import { launchOptions } from '../../scripts/browser.cjs';

const { HEADED } = process.env;
afterEach(() => {
  if (HEADED === undefined) delete process.env.HEADED;
  else process.env.HEADED = HEADED;
});

test('a browser has a window only where HEADED=1 asks for one, and no argument says otherwise', () => {
  delete process.env.HEADED;
  expect(launchOptions().headless).toBe(true);
  process.env.HEADED = '1';
  expect(launchOptions().headless).toBe(false);
  expect(launchOptions().args.filter((argument) => argument.includes('headless'))).toEqual([]);
});
