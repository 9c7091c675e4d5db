import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultOf } from '../../src/engine/language/cell-fault';
import { LOOKUP_ERROR_CODES } from '../../src/engine/lookup';
import { CELL_MESSAGES_FILE, readCellMessages } from '../../webpack/cell-messages';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'locus-messages-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the build reads of each code what a cell shows', () => {
  const shown = LOOKUP_ERROR_CODES.map((code) => {
    const { kind, message } = faultOf({ code });
    return { code, error: kind === 'value' ? '#VALUE!' : '#N/A', plain: message };
  });
  const read = readCellMessages().map(({ code, error, messages }) => {
    return { code, error, plain: messages[0] };
  });
  expect(read).toEqual(shown);
});

test('the build reads what a cell says of a name, a model and an address', () => {
  const said = readCellMessages().flatMap(({ messages }) => messages.slice(1));
  const expected = [
    faultOf({ code: 'unknown-model' }, { kind: 'score', model: '…' }),
    faultOf({ code: 'no-value', meant: '…' }),
    faultOf({ code: 'unreadable-reply', redirectsTo: '…' }),
  ];
  expect(said).toEqual(expect.arrayContaining(expected.map(({ message }) => message)));
});

test('a table that imports more than types is no table that the build can read', () => {
  const file = join(folder, 'cell-messages.ts');
  const table = readFileSync(CELL_MESSAGES_FILE, 'utf8');
  writeFileSync(file, `import { quotation } from './quotation';\n${table}\nquotation('');`);
  expect(() => readCellMessages(file)).toThrow('must import types alone');
});

test('docs/analysts/cell-messages.md says what the table says', () => {
  const check = ['scripts/make/cell-messages.mjs', '--check'];
  execFileSync(process.execPath, check, { cwd: root, stdio: 'pipe' });
  const page = readFileSync(join(root, 'docs/analysts/cell-messages.md'), 'utf8');
  for (const code of LOOKUP_ERROR_CODES) expect(page).toContain(`| \`${code}\``);
});
