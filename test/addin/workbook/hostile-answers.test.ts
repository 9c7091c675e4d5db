import fc from 'fast-check';
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import {
  ANSWERS_NAMESPACE,
  readAnswers,
  writeAnswers,
} from '../../../src/addin/workbook/answer-parts';
import { contentOf, row, rows, SERVICE, STILL, tableFrom } from './tables';

const NOW = STILL.now();

/** A part of ours around these bytes, honestly compressed. */
function partOf(version: string, ...blocks: readonly string[]): string {
  return element(blocks.map(packed).join(' '), version);
}

function element(inside: string, version = '2'): string {
  return `<answers xmlns="${ANSWERS_NAMESPACE}" version="${version}">${inside}</answers>`;
}

describe('parts that anyone may have written', () => {
  test('are never more than damaged, whatever bytes they hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.uint8Array({ maxLength: 200 }).map((bytes) => strFromU8(bytes, true)),
          { maxLength: 5 },
        ),
        async (all) => {
          const reading = await readAnswers([partOf('2', ...all)], STILL);
          expect(reading.table.size).toBe(0);
          expect(reading.damaged).toBe(all.length === 0 ? 0 : 1);
        },
      ),
    );
  });

  test('give sound answers or none when any byte of a true one is changed', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(), fc.nat(255), async (some, place, byte) => {
        const table = tableFrom(some);
        if (table.size === 0) return;
        const bytes = strToU8(await columnsOf(table));
        bytes[place % bytes.length] = byte;
        const { table: read } = await readAnswers([partOf('2', strFromU8(bytes, true))], STILL);
        expect(read.size).toBeLessThanOrEqual(table.size);
        for (const line of contentOf(read)) {
          expect(line).toMatch(
            /^[0-9a-f]{16} (?:[a-z0-9_]*|\d{4}-\d\d-\d\d) = (?:null|-?[\d.e+-]+) at \d+ by /,
          );
        }
      }),
    );
  });

  test.each<[string, string]>([
    ['no XML', 'answers'],
    ['a document type', `<!DOCTYPE a [<!ENTITY b "bbb">]>${element('')}`],
    ['an entity', element('&amp;')],
    ['an element inside', element('<script>alert(1)</script>')],
    ['no version', `<answers xmlns="${ANSWERS_NAMESPACE}"></answers>`],
    ['version 0', element('', '0')],
    ['half a version', element('', '1.5')],
    ['text that is not base64', element('=HYPERLINK("http://evil.example")')],
    ['odd UTF-16', element('\ud800\udfff\udc00\u0000')],
    ['thousands of nested elements', element('<a>'.repeat(50_000))],
    ['more blocks than there can be', element('AAAA '.repeat(2_000))],
    ['more text than a part can have', element('A'.repeat(1_000_001))],
    ['a block that ends too soon', element(packed('\0'.repeat(500)).slice(0, -8))],
    ['nothing compressed', element(packed(''))],
  ])('are damaged by %s, and told so', async (_what, xml) => {
    const reading = await readAnswers([xml], STILL);
    expect(reading).toMatchObject({ table: NOTHING, damaged: 1, newer: 0, unread: [xml] });
  });

  test('of a later version are left alone, whatever is in them', async () => {
    const xml = element('<new/>', '3');
    expect(await readAnswers([xml], STILL)).toMatchObject({
      table: NOTHING,
      damaged: 0,
      newer: 1,
      unread: [xml],
    });
  });

  test('cost those beside them nothing', async () => {
    const table = tableFrom([row('lookup\n1', 'a', 7, NOW)]);
    const [whole = ''] = await writeAnswers(table, NOW, STILL);
    const half = whole.replace('</answers>', '\nAAAA</answers>');
    const reading = await readAnswers([element('x'), half, whole], STILL);
    expect(contentOf(reading.table)).toEqual(contentOf(table));
    expect(reading).toMatchObject({ damaged: 2, unread: [element('x'), half] });
  });

  test('that grow without end are looked into no further than a megabyte', async () => {
    const bomb = deflateSync(new Uint8Array(60_000_000), { level: 9, mem: 12 });
    const text = Buffer.from(bomb).toString('base64');
    expect(text.length).toBeLessThan(100_000);
    let slices = 0;
    let steps = 0;
    const clock = {
      ...STILL,
      elapsed: () => (steps += 100),
      schedule: (ms: number, run: () => void) => {
        slices += 1;
        return STILL.schedule(ms, run);
      },
    };
    const parts = [element(text), element(`${text}\n${text}`)];
    expect(await readAnswers(parts, clock)).toMatchObject({
      table: NOTHING,
      damaged: 2,
      unread: parts,
    });
    // One for each part and each block, at the least.
    expect(slices).toBeGreaterThanOrEqual(5);
  });

  test('of thousands of bombs are given up after a few', async () => {
    const bomb = Buffer.from(deflateSync(new Uint8Array(2_000_000))).toString('base64');
    const parts = [element(Array<string>(300).fill(bomb).join(' ')), element(bomb)];
    const reading = await readAnswers(parts, STILL);
    expect(reading).toMatchObject({ table: NOTHING, isTooMuch: true });
  });

  test('of more text than Locus writes are not all read', async () => {
    const table = tableFrom([row('lookup\n1', 'a', 7, NOW)]);
    const [whole = ''] = await writeAnswers(table, NOW, STILL);
    const parts = [whole, ...Array<string>(30).fill(element(' '.repeat(900_000)))];
    const reading = await readAnswers(parts, STILL);
    expect(reading.isTooMuch).toBe(true);
    expect(contentOf(reading.table)).toEqual(contentOf(table));
  });

  test.each<[string, object]>([
    ['a name of ours that is none', { names: ['a b'] }],
    ['a formula for a name', { names: ['=cmd()'] }],
    ['a name that is no text', { names: [{ toString: 'a' }] }],
    ['no names', { names: null }],
    ['names that are not there', { names: [] }],
    ['an address for a service', { services: [[SERVICE.id, 'https://evil.example/?', false]] }],
    ['a service of another shape', { services: [{ id: SERVICE.id }] }],
    ['as many subjects as there are numbers', { subjects: Number.MAX_SAFE_INTEGER }],
    ['half a subject', { subjects: 1.5 }],
    ['less than no subject', { subjects: -1 }],
    ['a fingerprint that is too long', { high: column(2 ** 40) }],
    ['a subject without an answer', { counts: column(0) }],
    ['more answers than it has', { counts: column(2) }],
    ['as many answers as there are numbers', { counts: column(2 ** 45) }],
    ['a number beyond all whole ones', { whole: Buffer.alloc(7, 255).toString('base64') }],
    ['a column that is too long', { whole: Buffer.alloc(8, 1).toString('base64') }],
    ['a column that is no base64', { whole: '=1+1' }],
    ['a column that is a list', { whole: [7] }],
    ['a time before all', { at: column(1) }],
    ['a value of no kind', { decimals: '?', whole: '' }],
    ['a value that is missing', { decimals: 'x', whole: '' }],
    ['a value too many', { exact: [7] }],
    ['a value that is a text', { decimals: 'x', whole: '', exact: ['7'] }],
    ['no value at all', { decimals: '', whole: '' }],
    ['lists within lists within lists', { exact: deep(500) }],
  ])('cannot hold %s', async (_what, change) => {
    const sound = JSON.parse(await sevenOf()) as object;
    const partWith = (document: object): string => partOf('2', JSON.stringify(document));
    expect((await readAnswers([partWith(sound)], STILL)).table.size).toBe(1);
    const xml = partWith({ ...sound, ...change });
    expect(await readAnswers([xml], STILL)).toMatchObject({
      table: NOTHING,
      damaged: 1,
      unread: [xml],
    });
  });

  test('take __proto__ for a name like any other', async () => {
    const table = tableFrom([
      row('lookup\n1', '__proto__', 7, NOW),
      row('lookup\n__proto__', 'constructor', 8, NOW),
    ]);
    const reading = await readAnswers(await writeAnswers(table, NOW, STILL), STILL);
    expect(contentOf(reading.table)).toEqual(contentOf(table));
    expect(({} as Record<string, unknown>)['value']).toBeUndefined();
  });

  test('cannot date an answer so that it outlasts every true one', async () => {
    const ahead = tableFrom([row('lookup\n1', 'a', 7, NOW + 10 * 86_400_000)]);
    const { table } = await readAnswers(await writeAnswers(ahead, NOW, STILL), STILL);
    expect(contentOf(table)).toEqual([expect.stringContaining(' = 7 at 0 by ')]);
  });

  test('cannot have been saved in the future', async () => {
    const table = tableFrom([row('lookup\n1', 'a', 7, NOW)]);
    const reading = await readAnswers(await writeAnswers(table, NOW * 2, STILL), STILL);
    expect(reading.savedAt).toBe(NOW);
  });
});

test('a block is read up to a million characters, and not one beyond', async () => {
  const seven = await sevenOf();
  const read = (length: number) => readAnswers([partOf('2', seven.padEnd(length))], STILL);
  expect((await read(1_000_000)).table.size).toBe(1);
  expect(await read(1_000_001)).toMatchObject({ table: NOTHING, damaged: 1 });
});

const NOTHING = { size: 0 };

/** A block with one answer, the number seven. */
function sevenOf(): Promise<string> {
  return columnsOf(tableFrom([row('lookup\n1', 'a', 7, 0)]));
}

/** What the only block of a small table's part holds. */
async function columnsOf(table: ReturnType<typeof tableFrom>): Promise<string> {
  const [part = ''] = await writeAnswers(table, NOW, STILL);
  const block = part.slice(part.indexOf('>') + 1, part.lastIndexOf('<'));
  return strFromU8(inflateSync(Buffer.from(block, 'base64')));
}

/** A text, a character a byte, as a block of a part. */
function packed(text: string): string {
  return Buffer.from(deflateSync(strToU8(text, true))).toString('base64');
}

/** A column with one number. */
function column(number: number): string {
  const bytes: number[] = [];
  for (let rest = number; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  return Buffer.from(bytes).toString('base64');
}

function deep(levels: number): unknown[] {
  let list: unknown[] = [];
  for (let level = 0; level < levels; level += 1) list = [list];
  return list;
}
