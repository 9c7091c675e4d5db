import type {
  CellBlock,
  CellExchange,
  FrozenCells,
} from '../../../src/addin/spreadsheet/frozen-cells';
import type { CellInput, SheetArea } from '../../../src/addin/spreadsheet/sheet';

/** A host's cells, with a person's hands on its rows and columns; these count from zero. */
export interface FrozenCellsSetup {
  readonly cells: FrozenCells;
  set(a1: string, rows: readonly (readonly CellInput[])[]): Promise<void>;
  read(a1: string): Promise<CellInput[][]>;
  insertRows(sheet: string, row: number, count: number): Promise<void>;
  deleteRows(sheet: string, row: number, count: number): Promise<void>;
  insertColumns(sheet: string, column: number, count: number): Promise<void>;
  deleteColumns(sheet: string, column: number, count: number): Promise<void>;
  rename(sheet: string, name: string): Promise<void>;
  close(): Promise<void>;
}

const PREFIX = '_locus_frozen_';
const OURS = '=LOCATTR(A1,B1,"w_pop_tt")';

/** @param open a workbook with these empty sheets. */
export function describeFrozenCells(
  host: string,
  open: (sheets: readonly string[]) => Promise<FrozenCellsSetup>,
): void {
  describe(`what freezing needs of ${host}`, () => {
    let setup: FrozenCellsSetup;
    let cells: FrozenCells;

    beforeEach(async () => {
      setup = await open(['Stores', "Joe's list"]);
      cells = setup.cells;
    });
    afterEach(() => setup.close());

    const areaOf = (row: number, column: number, rows = 1, columns = 1): SheetArea => ({
      sheet: 'Stores',
      row,
      column,
      rows,
      columns,
    });
    const readArea = async (area: SheetArea): Promise<CellBlock> => {
      const reading = await cells.read([area]);
      if (reading.kind === 'failed') throw new Error(reading.message);
      const [block] = reading.blocks;
      if (block === undefined) throw new Error('nothing was read');
      return block;
    };
    const exchange = async (
      from: CellBlock,
      to: CellExchange['to'],
      isAllOrNone = false,
    ): Promise<void> =>
      expect(await cells.exchange({ area: from.area, from, to, isAllOrNone })).toEqual({
        kind: 'exchanged',
      });
    const anchors = async () => {
      const reading = await cells.anchors(PREFIX);
      if (reading.kind === 'failed') throw new Error(reading.message);
      return new Map(reading.areas);
    };

    it('finds formulas of ours, with what they fill', async () => {
      await setup.set('C1', [[OURS], ['=A1'], ['text']]);
      expect(await cells.formulas()).toEqual({
        kind: 'formulas',
        formulas: [
          {
            address: 'Stores!C1',
            sheet: 'Stores',
            row: 0,
            column: 2,
            rows: 1,
            columns: 1,
            formula: OURS,
          },
        ],
      });
    });

    it('reads cells as they would be typed, and what they show', async () => {
      await setup.set('A1', [
        ['007', 1.5],
        [true, ''],
        ["'=x", '=1+1'],
      ]);
      const block = await readArea(areaOf(0, 0, 3, 2));
      expect(block.inputs).toEqual([expect.arrayContaining([1.5]), [true, ''], ["'=x", '=1+1']]);
      expect(block.contents[1]).toEqual([true, null]);
      expect(block.contents[2]?.[0]).toBe('=x');
    });

    it('makes values of formulas, and formulas of values', async () => {
      const formulas = Array.from({ length: 5 }, () => [OURS]);
      await setup.set('A1', formulas);
      const area = areaOf(0, 0, 5);
      await exchange(await readArea(area), [[12.5], ['007'], ["'=x"], [''], [null]]);
      expect((await readArea(area)).contents.slice(0, 4)).toEqual([
        [12.5],
        ['007'],
        ['=x'],
        [null],
      ]);
      expect(await setup.read('A5')).toEqual([[OURS]]);
      await exchange(await readArea(area), [[OURS], [OURS], [OURS], [OURS], [null]]);
      expect(await setup.read('A1:A5')).toEqual(formulas);
    });

    it('leaves an error as an error', async () => {
      await setup.set('A1', [[OURS]]);
      await exchange(await readArea(areaOf(0, 0)), [[{ error: '#N/A' }]]);
      expect((await readArea(areaOf(0, 0))).contents).toEqual([[{ error: '#N/A' }]]);
      expect((await readArea(areaOf(0, 0))).inputs[0]?.[0]).not.toMatch(/^=/);
    });

    it('leaves a cell alone that no longer reads as expected', async () => {
      await setup.set('A1', [[OURS], [OURS], [OURS]]);
      const from = await readArea(areaOf(0, 0, 3));
      await setup.set('A2', [['mine']]);
      await exchange(from, [[1], [2], [3]]);
      expect(await setup.read('A1:A3')).toEqual([[1], ['mine'], [3]]);
    });

    it('leaves a formula alone that shows something else than it did', async () => {
      await setup.set('A1', [[OURS], [OURS], [OURS]]);
      const now = await readArea(areaOf(0, 0, 3));
      const contents = [now.contents[0] ?? [], ['another row’s'], [{ error: '#NUM!' }]];
      await exchange({ ...now, contents }, [[1], [2], [3]]);
      expect(await setup.read('A1:A3')).toEqual([[1], [OURS], [OURS]]);
    });

    describe('cells that are exchanged together or not at all', () => {
      const rows = Array.from({ length: 4_500 }, (_, row) => [row]);
      const area = areaOf(0, 0, rows.length);

      beforeEach(() => setup.set('A1', rows));

      it('all change where none has', async () => {
        const to = rows.map(([row]) => [`row ${row}`]);
        await exchange(await readArea(area), to, true);
        expect(await setup.read(`A1:A${rows.length}`)).toEqual(to);
      });

      it.each([1, rows.length])(
        'stay as they are where cell %i of them has changed',
        async (row) => {
          const from = await readArea(area);
          await setup.set(`A${row}`, [['mine']]);
          const to = rows.map((_, index) => [index === row - 1 ? null : 'new']);
          await exchange(from, to, true);
          const left = rows.map((line, index) => (index === row - 1 ? ['mine'] : line));
          expect(await setup.read(`A1:A${rows.length}`)).toEqual(left);
        },
      );
    });

    it('exchanges thousands of cells in their order', async () => {
      const count = 4_500;
      const rows = Array.from({ length: count }, (_, row) => [row]);
      await setup.set('A1', rows);
      await exchange(
        await readArea(areaOf(0, 0, count)),
        rows.map(([row]) => [`row ${row}`]),
      );
      expect(await setup.read('A1')).toEqual([['row 0']]);
      expect(await setup.read(`A${count}`)).toEqual([[`row ${count - 1}`]]);
    });

    it('says that a sheet is not there', async () => {
      const area = { ...areaOf(0, 0), sheet: 'Gone' };
      const from = { inputs: [[1]], contents: [[1]] };
      expect(await cells.read([area])).toMatchObject({ kind: 'failed' });
      expect(await cells.exchange({ area, from, to: [[2]], isAllOrNone: false })).toMatchObject({
        kind: 'failed',
      });
    });

    describe('names', () => {
      const block = `${PREFIX}a_1`;
      const cell = `${PREFIX}a_2`;
      const column = `${PREFIX}a_3`;
      const other = `${PREFIX}a_4`;

      beforeEach(async () => {
        await setup.set('A1', [['Store', 'Lat', 'Lng', '', 'w_pop']]);
        await setup.set("'Joe''s list'!A1", [['x']]);
        const anchoring = await cells.anchor([
          { name: block, area: areaOf(1, 4, 10) },
          { name: cell, area: areaOf(0, 4) },
          { name: column, area: areaOf(0, 1, 1_048_576) },
          { name: other, area: { ...areaOf(1, 0, 3, 2), sheet: "Joe's list" } },
        ]);
        expect(anchoring).toEqual({ kind: 'anchored' });
      });

      it('are where they were put', async () => {
        expect(await anchors()).toEqual(
          new Map([
            [block, areaOf(1, 4, 10)],
            [cell, areaOf(0, 4)],
            [column, areaOf(0, 1, 1_048_576)],
            [other, { ...areaOf(1, 0, 3, 2), sheet: "Joe's list" }],
          ]),
        );
      });

      it('follow rows that are inserted above and within', async () => {
        await setup.insertRows('Stores', 0, 2);
        await setup.insertRows('Stores', 5, 1);
        expect((await anchors()).get(block)).toEqual(areaOf(3, 4, 11));
        expect((await anchors()).get(cell)).toEqual(areaOf(2, 4));
        expect((await anchors()).get(other)).toMatchObject({ row: 1, rows: 3 });
      });

      it('stay where they are for rows that are inserted below', async () => {
        await setup.insertRows('Stores', 11, 3);
        expect((await anchors()).get(block)).toEqual(areaOf(1, 4, 10));
      });

      it('shrink and move up with rows that are deleted', async () => {
        await setup.deleteRows('Stores', 4, 2);
        await setup.deleteRows('Stores', 0, 1);
        expect((await anchors()).get(block)).toEqual(areaOf(0, 4, 8));
        expect((await anchors()).get(cell)).toBeUndefined();
        expect([...(await anchors()).keys()]).toContain(cell);
      });

      it('follow columns', async () => {
        await setup.insertColumns('Stores', 1, 1);
        await setup.deleteColumns('Stores', 3, 1);
        await setup.insertColumns('Stores', 0, 1);
        expect((await anchors()).get(block)).toEqual(areaOf(1, 5, 10));
        expect((await anchors()).get(column)).toEqual(areaOf(0, 3, 1_048_576));
      });

      it('follow their sheet to its new name', async () => {
        await setup.rename('Stores', "Joe's shops");
        expect((await anchors()).get(block)).toEqual({ ...areaOf(1, 4, 10), sheet: "Joe's shops" });
        expect((await anchors()).get(other)).toMatchObject({ sheet: "Joe's list" });
      });

      it('go when they are not needed any more, and only they', async () => {
        expect(await cells.release([block, `${PREFIX}unknown`])).toEqual({ kind: 'anchored' });
        expect([...(await anchors()).keys()].sort()).toEqual([cell, column, other]);
        expect(await cells.release([])).toEqual({ kind: 'anchored' });
      });

      it('are many', async () => {
        const many = Array.from({ length: 450 }, (_, row) => ({
          name: `${PREFIX}b_${row}`,
          area: areaOf(row, 7),
        }));
        await cells.anchor(many);
        const found = await anchors();
        for (const { name, area } of many) expect(found.get(name)).toEqual(area);
        await cells.release(many.map(({ name }) => name));
        expect((await anchors()).size).toBe(4);
      });
    });
  });
}
