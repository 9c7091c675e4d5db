import type { Cells } from '../../../src/addin/spreadsheet/host';
import type { CellInput } from '../../../src/addin/spreadsheet/sheet';

/** A host's cells, with a person's hands on its workbook and an eye on what is calculated. */
export interface CellsSetup {
  readonly cells: Cells;
  /** Types into cells, from the first of `a1` on; settles when they have been calculated. */
  set(a1: string, rows: readonly (readonly CellInput[])[]): Promise<void>;
  /** The cells that have been asked to calculate since this was last called, sorted. */
  takeAsked(): Promise<string[]>;
  rename(sheet: string, name: string): Promise<void>;
  remove(sheet: string): Promise<void>;
  /** What is selected, with its sheet. */
  selected(): Promise<string | undefined>;
  close(): Promise<void>;
}

const OURS = '=LOCATTR(1,2,"w_pop_tt")';

/** @param open a workbook with these empty sheets, the first one in sight. */
export function describeCells(
  host: string,
  open: (sheets: readonly string[]) => Promise<CellsSetup>,
): void {
  describe(`the cells of ${host}`, () => {
    let setup: CellsSetup;
    let cells: Cells;

    beforeEach(async () => {
      setup = await open(['Stores', "Joe's list", 'Old']);
      cells = setup.cells;
    });
    afterEach(() => setup.close());

    const fill = async (a1: string, rows: readonly (readonly CellInput[])[]): Promise<void> => {
      await setup.set(a1, rows);
      await setup.takeAsked();
    };

    it('calculate exactly those that are named', async () => {
      await fill('A1', [
        [OURS, OURS, OURS],
        [OURS, OURS, OURS],
        [OURS, OURS, OURS],
      ]);
      const result = await cells.recalculate(['Stores!B2', 'Stores!C1', 'Stores!A3']);
      expect(result).toEqual({ count: 3, failures: [] });
      expect(await setup.takeAsked()).toEqual(['Stores!A3', 'Stores!B2', 'Stores!C1']);
    });

    it('calculate a cell once, however often it is named', async () => {
      await fill('A1', [[OURS]]);
      const result = await cells.recalculate(['Stores!A1', 'Stores!A1', 'Stores!$A$1']);
      expect(result.count).toBe(1);
      expect(await setup.takeAsked()).toEqual(['Stores!A1']);
    });

    it('pass over what is no longer a formula of ours', async () => {
      await fill('A1', [[OURS, '=1+1', 5, 'text', "'=LOCATTR(1,2,3)", '="LOCATTR(1)"', '']]);
      await cells.recalculate('ABCDEFG'.split('').map((column) => `Stores!${column}1`));
      expect(await setup.takeAsked()).toEqual(['Stores!A1']);
    });

    it('pass over sheets that are gone and addresses that are none', async () => {
      await fill('A1', [[OURS]]);
      await setup.remove('Old');
      const addresses = ['Old!A1', 'Never!A1', 'nonsense', '', 'Stores!', 'A1', 'Stores!A1'];
      expect(await cells.recalculate(addresses)).toEqual({ count: 1, failures: [] });
      expect(await setup.takeAsked()).toEqual(['Stores!A1']);
    });

    it('are found on sheets whose names need quotes', async () => {
      await fill("'Joe''s list'!B2", [[OURS]]);
      await cells.recalculate(["'Joe''s list'!B2"]);
      expect(await setup.takeAsked()).toEqual(["'Joe''s list'!B2"]);
    });

    it('are found when their sheet has got another name', async () => {
      await fill('A1', [[OURS]]);
      await setup.rename('Stores', 'Shops & more');
      await cells.recalculate(['Stores!A1']);
      expect(await setup.takeAsked()).toEqual(["'Shops & more'!A1"]);
    });

    it('are those of the sheet that has the name now', async () => {
      await fill('A1', [[OURS]]);
      await fill('Old!A1', [[OURS]]);
      await setup.rename('Stores', 'Shops');
      await setup.rename('Old', 'Stores');
      await setup.takeAsked();
      await cells.recalculate(['Stores!A1']);
      expect(await setup.takeAsked()).toEqual(['Stores!A1']);
    });

    it('do nothing when none is named', async () => {
      await fill('A1', [[OURS]]);
      expect(await cells.recalculate([])).toEqual({ count: 0, failures: [] });
      expect(await setup.takeAsked()).toEqual([]);
    });

    it('thousands of scattered ones calculate, each once', async () => {
      const rows = Array.from({ length: 3000 }, (_, row) =>
        Array.from({ length: 4 }, (__, column) => ((row + column) % 2 === 0 ? OURS : 'text')),
      );
      await fill('A1', rows);
      const wanted = rows.flatMap((line, row) =>
        line.flatMap((input, column) =>
          input === OURS && (row * 7 + column) % 3 !== 0
            ? [`Stores!${'ABCD'.charAt(column)}${row + 1}`]
            : [],
        ),
      );
      expect(await cells.recalculate(wanted)).toEqual({ count: wanted.length, failures: [] });
      expect(await setup.takeAsked()).toEqual([...wanted].sort());
    });

    it('all of ours calculate when all are asked, on every sheet', async () => {
      await fill('B2', [[OURS], ['=1+1'], [OURS]]);
      await fill("'Joe''s list'!D9", [[`=IFERROR(${OURS.slice(1)},"")`]]);
      expect(await cells.recalculateAll()).toEqual({ count: 3, failures: [] });
      expect(await setup.takeAsked()).toEqual(["'Joe''s list'!D9", 'Stores!B2', 'Stores!B4']);
    });

    it('in an empty workbook are none', async () => {
      expect(await cells.recalculateAll()).toEqual({ count: 0, failures: [] });
    });

    it('can be gone to', async () => {
      await cells.goTo("'Joe''s list'!C7");
      expect(await setup.selected()).toBe("'Joe''s list'!C7");
      await cells.goTo('Stores!B2:C3');
      expect(await setup.selected()).toBe('Stores!B2:C3');
    });

    it.each(['Never!A1', 'nonsense', ''])('that are not there cannot be gone to: "%s"', (address) =>
      expect(cells.goTo(address)).rejects.toThrow(RangeError),
    );
  });
}
