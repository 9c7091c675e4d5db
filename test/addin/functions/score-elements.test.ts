import fc from 'fast-check';
import { readCustomVariables } from '../../../src/addin/functions/score-elements';
import { readGrid } from '../../../src/addin/functions/argument-grid';
import { readCell } from '../../../src/engine/places/cell';
import { isNoValue } from '../../../src/engine/places/blank-words';
import { writeVariables } from '../../../src/addin/functions/variables-elements';

const names = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map(asRead)
  .filter((name) => name !== '' && !/^[#{]/.test(name) && !name.includes(','));
const texts = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .map(asRead)
  .filter((text) => !isNoValue(text) && !/^[#{]/.test(text));
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
const pairs = fc.uniqueArray(fc.tuple(names, fc.oneof(texts, numbers)), {
  selector: ([name]) => name,
  minLength: 1,
  maxLength: 8,
});

/** The text without marks that nobody sees. */
function asRead(text: string): string {
  const cell = readCell(text);
  return cell.kind === 'text' ? cell.text : '';
}

test('what LOCVARS writes, scores read back as it was', () => {
  fc.assert(
    fc.property(pairs, (list) => {
      const written = writeVariables(
        readGrid([list.map(([name]) => name)]),
        readGrid([list.map(([, value]) => value)]),
      );
      if ('kind' in written) throw new Error(written.fault.message);
      const text = written.at(0);
      if (text.kind !== 'read') throw new Error(text.kind);
      const read = readCustomVariables(readGrid([[text.value]])).at(0);
      expect(read.kind).toBe('read');
      if (read.kind !== 'read') return;
      expect(Object.entries(read.value).sort()).toEqual(
        list.map(([name, value]) => [name, value === 0 ? 0 : value]).sort(),
      );
    }),
  );
});

test('two rows and two columns of the same pairs are the same variables', () => {
  fc.assert(
    fc.property(pairs, (list) => {
      // Two pairs of text could be read either way: see readCustomVariables.
      fc.pre(list.length !== 2 || typeof list[0]?.[1] === 'number');
      const above = [list.map(([name]) => name), list.map(([, value]) => value)];
      const beside = list.map(([name, value]) => [name, value]);
      const fromRows = readCustomVariables(readGrid(above)).at(0);
      expect(readCustomVariables(readGrid(beside)).at(0)).toEqual(fromRows);
    }),
  );
});

test('any text at all is read or refused', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((json) => `{"a":${json}}`),
      ),
      (text) => {
        const read = readCustomVariables(readGrid([[text]])).at(0);
        expect(['read', 'blank', 'fault']).toContain(read.kind);
        if (read.kind !== 'read') return;
        for (const value of Object.values(read.value)) {
          expect(['string', 'number', 'boolean']).toContain(typeof value);
        }
      },
    ),
  );
});

test('a very long text of escapes is read without trouble', () => {
  const json = JSON.stringify({ a: '"\\'.repeat(8_000) });
  expect(json.length).toBeLessThan(32_767);
  expect(readCustomVariables(readGrid([[json]])).at(0).kind).toBe('read');
});
