import { MAX_PART_BYTES } from '../../../src/addin/spreadsheet/workbook-parts';
import type { PartsReading, WorkbookParts } from '../../../src/addin/spreadsheet/workbook-parts';

export interface PartsSetup {
  readonly parts: WorkbookParts;
  /** The workbook is saved, closed and opened again; the port that comes with it. */
  reopen(): Promise<WorkbookParts>;
  close(): Promise<void>;
}

const SETTINGS = 'urn:locus:settings';
const ANSWERS = 'urn:locus:answers?a=1&b=2';

export function describeWorkbookParts(host: string, open: () => Promise<PartsSetup>): void {
  describe(`the parts in a workbook of ${host}`, () => {
    let setup: PartsSetup;
    let parts: WorkbookParts;

    beforeEach(async () => {
      setup = await open();
      parts = setup.parts;
    });
    afterEach(() => setup.close());

    it('are none at first', async () => {
      expect(await parts.read(SETTINGS)).toEqual({ kind: 'parts', parts: [] });
    });

    it('read as they were written, each namespace by itself', async () => {
      const settings = part(SETTINGS, 'Zürich &amp; <b>"日本"</b> 🙂');
      const answers = [part(ANSWERS, 'one'), part(ANSWERS, 'two')];
      expect(await parts.write(SETTINGS, [settings])).toEqual({ kind: 'written' });
      expect(await parts.write(ANSWERS, answers)).toEqual({ kind: 'written' });
      expect(textsOf(await parts.read(SETTINGS))).toEqual([settings]);
      expect(textsOf(await parts.read(ANSWERS))).toEqual([...answers].sort());
    });

    it('take the place of the older ones', async () => {
      await parts.write(SETTINGS, [part(SETTINGS, 'a'), part(SETTINGS, 'b')]);
      await parts.write(SETTINGS, [part(SETTINGS, 'c')]);
      expect(textsOf(await parts.read(SETTINGS))).toEqual([part(SETTINGS, 'c')]);
    });

    it('may be written equal to what is there', async () => {
      await parts.write(SETTINGS, [part(SETTINGS, 'a')]);
      expect(await parts.write(SETTINGS, [part(SETTINGS, 'a')])).toEqual({ kind: 'written' });
      expect(textsOf(await parts.read(SETTINGS))).toEqual([part(SETTINGS, 'a')]);
    });

    it('can be removed, also where there are none', async () => {
      await parts.write(SETTINGS, [part(SETTINGS, 'a')]);
      await parts.write(ANSWERS, [part(ANSWERS, 'b')]);
      expect(await parts.remove(SETTINGS)).toEqual({ kind: 'written' });
      expect(await parts.remove(SETTINGS)).toEqual({ kind: 'written' });
      expect(textsOf(await parts.read(SETTINGS))).toEqual([]);
      expect(textsOf(await parts.read(ANSWERS))).toEqual([part(ANSWERS, 'b')]);
    });

    it('written at the same time end as the last that was asked for', async () => {
      const writings = ['a', 'b', 'c'].map((text) => parts.write(SETTINGS, [part(SETTINGS, text)]));
      for (const result of await Promise.all(writings)) expect(result).toEqual({ kind: 'written' });
      expect(textsOf(await parts.read(SETTINGS))).toEqual([part(SETTINGS, 'c')]);
    });

    it('are in the workbook when it is opened again', async () => {
      await parts.write(SETTINGS, [part(SETTINGS, 'kept')]);
      const again = await setup.reopen();
      expect(textsOf(await again.read(SETTINGS))).toEqual([part(SETTINGS, 'kept')]);
    });

    it('may be large, up to 1 MB each', async () => {
      const large = ['x', 'y', 'z'].map((letter) =>
        part(SETTINGS, letter.repeat(MAX_PART_BYTES - 1000)),
      );
      expect(await parts.write(SETTINGS, large)).toEqual({ kind: 'written' });
      expect(textsOf(await parts.read(SETTINGS))).toEqual(large);
    });

    it.each([
      ['more than 1 MB', part(SETTINGS, 'é'.repeat(MAX_PART_BYTES / 2))],
      ['of another namespace', part(ANSWERS, 'a')],
      ['of no namespace', '<settings>a</settings>'],
      ['no XML', 'a'],
      ['empty', ''],
    ])('that are %s are refused, and the old ones stay', async (_what, text) => {
      await parts.write(SETTINGS, [part(SETTINGS, 'old')]);
      const result = await parts.write(SETTINGS, [part(SETTINGS, 'new'), text]);
      if (result.kind !== 'failed') throw new Error(result.kind);
      expect(result.message).toMatch(/^[A-Z].{10,120}\.$/);
      expect(textsOf(await parts.read(SETTINGS))).toEqual([part(SETTINGS, 'old')]);
    });

    it('are not told of after the end of a subscription', async () => {
      let told = 0;
      const unsubscribe = parts.subscribe(() => (told += 1));
      unsubscribe();
      await setup.reopen();
      expect(told).toBe(0);
    });
  });
}

function part(namespace: string, text: string): string {
  return `<settings xmlns="${namespace.replaceAll('&', '&amp;')}">${text}</settings>`;
}

function textsOf(reading: PartsReading): string[] {
  if (reading.kind !== 'parts') throw new Error(reading.message);
  return [...reading.parts].sort();
}
