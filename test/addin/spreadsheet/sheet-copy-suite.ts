import type { CellInput } from '../../../src/addin/spreadsheet/sheet';
import type { CopyAsValues } from '../../../src/addin/spreadsheet/sheet-copy';

export interface CopyingHost {
  readonly copyAsValues: CopyAsValues;
  /** Every LOCATTR shows 7. */
  set(a1: string, rows: readonly (readonly CellInput[])[]): Promise<void>;
  read(a1: string): Promise<readonly (readonly CellInput[])[]>;
  names(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const OURS = '=LOCATTR(A2,B2,"w_pop_tt")';

/** What a copy of a sheet as values is, in any host. */
export function describeCopyAsValues(
  name: string,
  open: (sheets: readonly string[]) => Promise<CopyingHost>,
): void {
  describe(`a copy of a sheet as values in ${name}`, () => {
    let host: CopyingHost;
    const use = async (...sheets: string[]): Promise<void> => {
      host = await open(sheets);
    };
    afterEach(() => host.close());

    it('has values for formulas that call Locus, alone or within more, and the other formulas', async () => {
      await use('Stores', 'Towns');
      const cells = [
        [12.5, OURS, '=SUM(B1:B1)'],
        ["'0012", '=ROUND(LOCATTR(A2,B2,"x")*1,1)', 'text'],
      ];
      await host.set('Stores!A1', cells);
      expect(await host.copyAsValues('Stores')).toEqual({
        kind: 'copied',
        sheet: 'Stores (values)',
        formulas: 2,
        errors: 0,
      });
      expect(await host.names()).toEqual(['Stores', 'Stores (values)', 'Towns']);
      const kept = [cells[0], ['0012', ...(cells[1] ?? []).slice(1)]];
      expect(await host.read('Stores!A1:C2')).toEqual(kept);
      const copied = await host.read("'Stores (values)'!A1:C2");
      expect(copied).toEqual([
        [12.5, 7, '=SUM(B1:B1)'],
        ['0012', 7, 'text'],
      ]);
    });

    it('has ten thousand values', async () => {
      await use('Stores');
      const rows = Array.from({ length: 10_000 }, () => [OURS]);
      await host.set('Stores!C1', rows);
      expect(await host.copyAsValues('Stores')).toMatchObject({ formulas: 10_000 });
      const copied = await host.read("'Stores (values)'!C1:C10000");
      expect(copied.every(([value]) => value === 7)).toBe(true);
      expect(await host.read('Stores!C1:C10000')).toEqual(rows);
    });

    it('has a name of its own, however long and however often it is made', async () => {
      const long = 'A sheet whose name is as long a';
      await use(long);
      await host.set('A1', [[OURS]]);
      await host.copyAsValues(long);
      await host.copyAsValues(long);
      expect(await host.names()).toEqual([
        long,
        'A sheet whose name (values) (2)',
        'A sheet whose name (values)',
      ]);
    });

    it('is not made of a sheet without such formulas', async () => {
      await use('Stores', 'Towns');
      await host.set('Stores!A1', [[OURS]]);
      await host.set('Towns!A1', [['=1+1']]);
      expect(await host.copyAsValues('Towns')).toEqual({ kind: 'nothing' });
      expect(await host.names()).toEqual(['Stores', 'Towns']);
    });
  });
}
