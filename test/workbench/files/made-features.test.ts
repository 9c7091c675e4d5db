import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leftOutIn } from '../../../src/workbench/saved-workbook';
import features from './features/features.json';
import { readWhole, write } from './file-steps';

const FOLDER = join(__dirname, 'features');
const ROOT = join(__dirname, '../../..');

/** An environment of Python with openpyxl and XlsxWriter, made once for each list of packages. */
function python(): string {
  const list = join(FOLDER, 'requirements.txt');
  const hash = createHash('sha256').update(readFileSync(list)).digest('hex').slice(0, 12);
  const folder = join(ROOT, 'node_modules/.cache/locus', `workbooks-${hash}`);
  const own = join(folder, 'bin/python');
  if (!existsSync(join(folder, 'whole'))) {
    mkdirSync(folder, { recursive: true });
    execFileSync('python3', ['-m', 'venv', '--clear', folder]);
    execFileSync(own, ['-m', 'pip', 'install', '-q', '-r', list]);
    writeFileSync(join(folder, 'whole'), '');
  }
  return own;
}

describe('each feature of a workbook that is opened and saved untouched', () => {
  const [before, after] = ['before', 'after'].map((name) =>
    mkdtempSync(join(tmpdir(), `locus-${name}-`)),
  ) as [string, string];
  const lost = new Map<string, readonly string[]>();
  let found: Record<string, Record<string, unknown>> = {};

  beforeAll(async () => {
    const own = python();
    execFileSync(own, [join(FOLDER, 'make.py'), before]);
    for (const file of readdirSync(before)) {
      const { saved, activeSheetId } = await readWhole(readFileSync(join(before, file)), file);
      lost.set(file.replace('.xlsx', ''), leftOutIn(saved));
      writeFileSync(join(after, file), await write(saved, activeSheetId));
    }
    const told = execFileSync(own, [join(FOLDER, 'judge.py'), before, after]);
    found = JSON.parse(told.toString()) as typeof found;
  }, 300_000);

  test('is in the list of features', () => {
    expect([...lost.keys()].sort()).toEqual(Object.keys(features).sort());
  });

  test.each(Object.entries(features))('%s: %s', (feature, what) => {
    expect(lost.get(feature)).toEqual(what === 'kept' ? [] : [what]);
    if (what === 'kept') expect(found[feature]).toEqual({});
    else expect(found[feature]).not.toEqual({});
  });
});
