import type { CellInput } from '../../../src/addin/spreadsheet/sheet';
import type {
  ContentsReading,
  TextKind,
  WorkbookContents,
  WorkbookText,
} from '../../../src/addin/spreadsheet/workbook-contents';

/** What a person or another program can leave in a workbook. */
export type Planted = 'name' | 'note' | 'setting' | 'part';

export interface ContentsSetup {
  readonly contents: WorkbookContents;
  /** Types into cells; formulas have been calculated when it settles. */
  set(a1: string, rows: readonly (readonly CellInput[])[]): Promise<void>;
  /** Puts a text where there is none of its kind yet. */
  plant(kind: Planted, text: string): Promise<void>;
  close(): Promise<void>;
}

const TEXTS: Readonly<Record<Planted, { readonly text: string; readonly other: string }>> = {
  name: { text: '="one text"', other: '="another"' },
  note: { text: 'one text', other: 'another' },
  setting: { text: 'one text', other: 'another' },
  part: { text: '<a xmlns="urn:x">one text</a>', other: '<a xmlns="urn:x">another</a>' },
};

export function describeWorkbookContents(
  host: string,
  open: (sheets: readonly string[]) => Promise<ContentsSetup>,
  kinds: readonly Planted[] = ['name', 'note', 'setting', 'part'],
): void {
  describe(`all texts in a workbook of ${host}`, () => {
    let setup: ContentsSetup;
    let contents: WorkbookContents;

    beforeEach(async () => {
      setup = await open(['Stores', "Year's end"]);
      contents = setup.contents;
    });
    afterEach(() => setup.close());

    async function everything(): Promise<ContentsReading[]> {
      const survey = await contents.survey();
      if (survey.kind !== 'survey') throw new Error(survey.message);
      const readings: ContentsReading[] = [];
      for (const { id } of survey.areas) {
        for (let from: number | undefined = 0; from !== undefined;) {
          const reading: ContentsReading = await contents.read(id, from);
          readings.push(reading);
          from = reading.kind === 'failed' ? undefined : reading.next;
        }
      }
      return readings;
    }

    async function texts(kind?: TextKind): Promise<WorkbookText[]> {
      const all = (await everything()).flatMap((reading) =>
        reading.kind === 'texts' ? reading.texts : [],
      );
      return all.filter(({ place }) => kind === undefined || place.kind === kind);
    }

    async function cells(): Promise<Record<string, [value: string, formula: string]>> {
      const found: Record<string, [string, string]> = {};
      for (const reading of await everything()) {
        if (reading.kind !== 'cells') continue;
        reading.values.forEach((line, r) =>
          line.forEach((value, c) => {
            const formula = reading.formulas[r]?.[c] ?? '';
            if (value === '' && formula === '') return;
            const key = `${reading.sheet} ${reading.row + r},${reading.column + c}`;
            found[key] = [value, formula];
          }),
        );
      }
      return found;
    }

    it('can all be read', async () => {
      for (const reading of await everything()) expect(reading.kind).not.toBe('failed');
    });

    it('are those of cells, with where they stand, on every sheet', async () => {
      await setup.set('Stores!B3', [
        ['MG Road', 42, true],
        ["'=no formula", '=B3', null],
      ]);
      await setup.set("'Year''s end'!A1", [['last']]);
      const found = await cells();
      expect(found).toMatchObject({
        'Stores 2,1': ['MG Road', ''],
        'Stores 2,2': ['42', ''],
        'Stores 3,1': ['=no formula', ''],
        "Year's end 0,0": ['last', ''],
      });
      expect(found['Stores 2,3']?.[0]).toMatch(/^true$/i);
      expect(found['Stores 3,2']?.[1]).toBe('=B3');
    });

    it('are read in parts, each from any row on', async () => {
      const rows = Array.from({ length: 30 }, (_, row) => [`row ${row}`]);
      await setup.set('Stores!A1', rows);
      const survey = await contents.survey();
      const area = survey.kind === 'survey' ? survey.areas[0]?.id : undefined;
      const reading = await contents.read(area ?? '', 7);
      if (reading.kind !== 'cells') throw new Error(reading.kind);
      expect(reading).toMatchObject({ sheet: 'Stores', row: 7, column: 0 });
      expect(reading.values[0]?.[0]).toBe('row 7');
      expect(Object.keys(await cells())).toHaveLength(30);
    });

    it('are the names of sheets', async () => {
      const names = (await texts('sheet')).map(({ text }) => text);
      expect(names).toEqual(['Stores', "Year's end"]);
    });

    it('give a sheet another name', async () => {
      const [first] = await texts('sheet');
      if (first === undefined) throw new Error('no sheet');
      expect(await contents.change(first.place, 'Stores', 'Shops')).toEqual({ kind: 'changed' });
      expect((await texts('sheet')).map(({ text }) => text)).toContain('Shops');
    });

    describe.each(kinds)('a %s', (kind) => {
      const { text, other } = TEXTS[kind];
      const planted = async (): Promise<WorkbookText> => {
        await setup.plant(kind, text);
        const found = (await texts(kind)).find((candidate) => candidate.text === text);
        if (found === undefined) throw new Error(`the ${kind} is not there`);
        return found;
      };

      it('is found, with words for a person', async () => {
        const { place } = await planted();
        expect(place.label).not.toBe('');
        expect(place.repair).toBe('replace');
      });

      it('takes another text', async () => {
        const { place } = await planted();
        expect(await contents.change(place, text, other)).toEqual({ kind: 'changed' });
        const now = (await texts(kind)).map((found) => found.text);
        expect(now).toContain(other);
        expect(now).not.toContain(text);
      });

      it('is taken away', async () => {
        const { place } = await planted();
        expect(await contents.change(place, text, null)).toEqual({ kind: 'changed' });
        expect((await texts(kind)).map((found) => found.text)).not.toContain(text);
      });

      it('stays as it is where it reads otherwise by now', async () => {
        const { place } = await planted();
        expect(await contents.change(place, 'something else', null)).toEqual({ kind: 'gone' });
        expect((await texts(kind)).map((found) => found.text)).toContain(text);
      });
    });
  });
}
