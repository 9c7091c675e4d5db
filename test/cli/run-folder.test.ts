import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRunFolder } from '../../src/cli/output-file';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'locus-run-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('leaves alone what the next run has begun in its place', async () => {
  const output = join(folder, 'out.csv');
  const first = await openRunFolder(output);
  first?.remove();
  const next = await openRunFolder(output);
  writeFileSync(next?.part ?? '', 'begun');
  first?.release();
  expect(existsSync(next?.part ?? '')).toBe(true);
  next?.release();
  expect(existsSync(`${output}.locus`)).toBe(false);
});
