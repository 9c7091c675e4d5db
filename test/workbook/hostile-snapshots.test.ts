import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { writeBlock } from '../../src/workbook/answer-block';
import { answerCount, EMPTY_TABLE } from '../../src/workbook/answer-table';
import { ANSWERS_NAMESPACE, writeAnswersPart } from '../../src/workbook/answers-part';
import { ByteWriter } from '../../src/workbook/byte-writer';
import { packed, unpacked } from '../../src/workbook/packed-text';
import { readSnapshot } from '../../src/workbook/snapshot-reading';
import { writeSnapshot } from '../../src/workbook/snapshot-writing';
import { contentOf, row, rows, SERVICE, STILL, tableFrom } from './tables';

const NOW = STILL.now();

/** A part of ours around these bytes, honestly compressed. */
function partOf(...blocks: readonly Uint8Array[]): string {
  return writeAnswersPart(blocks.map(packed), NOW);
}

function element(inside: string, version = '1'): string {
  return `<answers xmlns="${ANSWERS_NAMESPACE}" version="${version}">${inside}</answers>`;
}

describe('parts that anyone may have written', () => {
  test('are never more than damaged, whatever bytes they hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }),
        async (all) => {
          const reading = await readSnapshot([partOf(...all)], STILL);
          expect(answerCount(reading.table)).toBe(0);
          expect(reading.damaged).toHaveLength(all.length === 0 ? 0 : 1);
        },
      ),
    );
  });

  test('give sound answers or none when any byte of a true one is changed', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(), fc.nat(255), async (some, place, byte) => {
        const table = await tableFrom(some);
        if (answerCount(table) === 0) return;
        const bytes = Uint8Array.from(writeBlock(table, 0, table.high.length));
        bytes[place % bytes.length] = byte;
        const { table: read } = await readSnapshot([partOf(bytes)], STILL);
        for (const value of read.value) expect(value).not.toBe(Number.POSITIVE_INFINITY);
        for (const name of read.names) expect(name).toMatch(/^(?:[a-z0-9_]*|\d{4}-\d\d-\d\d)$/);
        for (let at = 1; at < read.high.length; at += 1) {
          const [before, here] = [at - 1, at].map(
            (subject) => (read.high[subject] as number) * 2 ** 32 + (read.low[subject] as number),
          );
          expect(before).toBeLessThanOrEqual(here as number);
        }
        expect(contentOf(read).length).toBeLessThanOrEqual(contentOf(table).length + 1);
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
    ['a block that ends too soon', element(packed(new Uint8Array(500)).slice(0, -8))],
    ['nothing compressed', element(packed(new Uint8Array(0)))],
  ])('are damaged by %s, and told so', async (_what, xml) => {
    const reading = await readSnapshot([xml], STILL);
    expect(reading).toMatchObject({ table: EMPTY_TABLE, damaged: [xml], newer: [] });
  });

  test('of a later version are left alone, whatever is in them', async () => {
    const xml = element('<new/>', '2');
    expect(await readSnapshot([xml], STILL)).toMatchObject({
      table: EMPTY_TABLE,
      damaged: [],
      newer: [xml],
    });
  });

  test('cost those beside them nothing', async () => {
    const table = await tableFrom([row('lookup\n1', 'a', 7, NOW)]);
    const [whole = ''] = await writeSnapshot(table, NOW, STILL);
    const half = whole.replace('</answers>', '\nAAAA</answers>');
    const reading = await readSnapshot([element('x'), half, whole], STILL);
    expect(contentOf(reading.table)).toEqual(contentOf(table));
    expect(reading.damaged).toEqual([element('x'), half]);
  });

  test('that grow without end are looked into no further than a megabyte', async () => {
    const bomb = deflateSync(new Uint8Array(300_000_000), { level: 9, mem: 12 });
    const text = Buffer.from(bomb).toString('base64');
    expect(text.length).toBeLessThan(500_000);
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
    expect(await readSnapshot(parts, clock)).toMatchObject({ table: EMPTY_TABLE, damaged: parts });
    // One for each part and each block, at the least.
    expect(slices).toBeGreaterThanOrEqual(5);
  });

  test('of thousands of bombs are given up after a few', async () => {
    const bomb = Buffer.from(deflateSync(new Uint8Array(2_000_000))).toString('base64');
    const parts = [element(Array<string>(300).fill(bomb).join(' ')), element(bomb)];
    const reading = await readSnapshot(parts, STILL);
    expect(reading).toMatchObject({ table: EMPTY_TABLE, isTooMuch: true });
  });

  test('of more text than Locus writes are not all read', async () => {
    const table = await tableFrom([row('lookup\n1', 'a', 7, NOW)]);
    const [whole = ''] = await writeSnapshot(table, NOW, STILL);
    const parts = [whole, ...Array<string>(30).fill(element(' '.repeat(900_000)))];
    const reading = await readSnapshot(parts, STILL);
    expect(reading.isTooMuch).toBe(true);
    expect(contentOf(reading.table)).toEqual(contentOf(table));
  });

  test.each<[string, (writer: ByteWriter) => void]>([
    ['as many names as there are numbers', (writer) => writer.count(Number.MAX_SAFE_INTEGER)],
    ['a number of ten groups', (writer) => Array.from({ length: 12 }, () => writer.byte(0xff))],
    ['a name of ours that is none', (writer) => names(writer, '__proto__', 'constructor', 'a b')],
    ['a formula for a name', (writer) => names(writer, '=cmd()')],
    ['names out of order', (writer) => names(writer, 'b', 'a')],
    ['a name twice', (writer) => names(writer, 'a', 'a')],
    ['an address for a service', (writer) => services(writer, 'https://evil.example/?')],
    [
      'as many answers as there are numbers',
      (writer) => {
        services(writer, '');
        writer.count(1);
        writer.count(2 ** 40);
      },
    ],
    [
      'no answer at all',
      (writer) => {
        services(writer, '');
        writer.count(0);
        writer.count(0);
      },
    ],
  ])('cannot hold %s', async (_what, write) => {
    const writer = new ByteWriter();
    write(writer);
    const xml = partOf(writer.written());
    expect(await readSnapshot([xml], STILL)).toMatchObject({ table: EMPTY_TABLE, damaged: [xml] });
  });

  test('take __proto__ for a name like any other', async () => {
    const table = await tableFrom([
      row('lookup\n1', '__proto__', 7, NOW),
      row('lookup\n__proto__', 'constructor', 8, NOW),
    ]);
    const reading = await readSnapshot(await writeSnapshot(table, NOW, STILL), STILL);
    expect(reading.table.names).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['value']).toBeUndefined();
  });

  test('cannot date an answer so that it outlasts every true one', async () => {
    const ahead = await tableFrom([row('lookup\n1', 'a', 7, NOW + 10 * 86_400_000)]);
    const { table } = await readSnapshot(await writeSnapshot(ahead, NOW, STILL), STILL);
    expect([...table.at]).toEqual([0]);
  });

  test('cannot have been saved in the future', async () => {
    const table = await tableFrom([row('lookup\n1', 'a', 7, NOW)]);
    const reading = await readSnapshot(await writeSnapshot(table, NOW * 2, STILL), STILL);
    expect(reading.savedAt).toBe(NOW);
  });
});

test('a text is unpacked up to its limit, and not a byte beyond', () => {
  const bytes = new Uint8Array(10_000).fill(7);
  expect(unpacked(packed(bytes), 10_000)).toEqual(bytes);
  expect(unpacked(packed(bytes), 9_999)).toBeUndefined();
});

function names(writer: ByteWriter, ...all: readonly string[]): void {
  writer.count(all.length);
  for (const name of all) writer.text(name);
}

function services(writer: ByteWriter, name: string): void {
  names(writer, 'a');
  writer.count(1);
  writer.text(SERVICE.id);
  writer.byte(0);
  writer.text(name);
}
