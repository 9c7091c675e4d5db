import fc from 'fast-check';
import { readGrid } from '../../../src/addin/functions/argument-grid';
import { createFormulas } from '../../../src/addin/functions/formulas';
import { beginCalculation } from '../../../src/addin/functions/invocation';
import { readCell } from '../../../src/engine/places/cell';
import { isNoValue } from '../../../src/engine/places/blank-words';
import { writeVariables } from '../../../src/addin/functions/variables-elements';
import type { CustomVariables } from '../../../src/engine/lookup';
import { createTestHost, settled, sourceOf, TestCellError } from './test-host';

/** What LOCSCORE asks with these custom variables; undefined if it refuses them. */
async function asked(customVariables: unknown[][]): Promise<CustomVariables | undefined> {
  const sent: CustomVariables[] = [];
  const source = sourceOf({
    score(call) {
      sent.push(call.customVariables ?? {});
      return Promise.resolve({ kind: 'answered', value: 1 });
    },
  });
  const { host, clock } = createTestHost(source);
  const scored = { model: [['m']], date: null, customVariables };
  const rows = createFormulas(host).score([['MG Road']], scored, beginCalculation(null));
  const [[shown] = []] = await settled(clock, rows);
  expect(shown instanceof TestCellError).toBe(sent.length === 0);
  return sent[0];
}

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

test('what LOCVARS writes, scores read back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, async (list) => {
      const written = writeVariables(
        readGrid([list.map(([name]) => name)]),
        readGrid([list.map(([, value]) => value)]),
      );
      if ('kind' in written) throw new Error(written.fault.message);
      const text = written.at(0);
      if (text.kind !== 'read') throw new Error(text.kind);
      expect(Object.entries((await asked([[text.value]])) ?? {}).sort()).toEqual(
        list.map(([name, value]) => [name, value === 0 ? 0 : value]).sort(),
      );
    }),
  );
});

test('two rows and two columns of the same pairs are the same variables', async () => {
  await fc.assert(
    fc.asyncProperty(pairs, async (list) => {
      // Two pairs of text could be read either way.
      fc.pre(list.length !== 2 || typeof list[0]?.[1] === 'number');
      const above = [list.map(([name]) => name), list.map(([, value]) => value)];
      const beside = list.map(([name, value]) => [name, value]);
      const fromRows = await asked(above);
      expect(fromRows).toBeDefined();
      expect(await asked(beside)).toEqual(fromRows);
    }),
  );
});

test('any text at all is read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((json) => `{"a":${json}}`),
      ),
      async (text) => {
        for (const value of Object.values((await asked([[text]])) ?? {})) {
          expect(['string', 'number', 'boolean']).toContain(typeof value);
        }
      },
    ),
  );
});

test('a very long text of escapes is read without trouble', async () => {
  const json = JSON.stringify({ a: '"\\'.repeat(8_000) });
  expect(json.length).toBeLessThan(32_767);
  expect(await asked([[json]])).toEqual({ a: '"\\'.repeat(8_000) });
});
