import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateNames } from '../../webpack/private-names';

describe('names that a minimizer may shorten', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locus-names-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function namesOf(...files: string[]): string[] {
    files.forEach((text, index) => writeFileSync(join(folder, `${index}.ts`), text));
    return privateNames(folder);
  }

  it('are those of private members that only their class uses, by `this`', () => {
    const members = 'private readonly callsAt = 1; private get nextAt() { return this.callsAt; }';
    expect(namesOf(`class A { ${members} }`, '')).toEqual(['callsAt', 'nextAt']);
  });

  it.each([
    ['another file has', 'class A { private callsAt = 1; }', 'const stored = { callsAt: 1 };'],
    ['the same file uses otherwise', 'class A { private callsAt = 1; }; ({ callsAt: 2 });', ''],
    ['are those of another thing', 'class A { private callsAt = 1; is(a) { a.callsAt } }', ''],
    ['are public', 'class A { callsAt = 1; }', ''],
    ['are one word', 'class A { private calling = 1; }', ''],
  ])('are none that %s', (_, one, other) => {
    expect(namesOf(one, other)).toEqual([]);
  });
});
