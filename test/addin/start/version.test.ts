import { version } from '../../../package.json';
import { VERSION } from '../../../src/addin/start/version';

test('the version that diagnostics tell is the package’s', () => {
  expect(VERSION).toBe(version);
});
