import type {
  BlockReading,
  CellInput,
  Sheet,
  SheetBlock,
  WriteResult,
} from '../../../src/addin/spreadsheet/sheet';

/** A host's sheet, with a person's hands on its workbook. */
export interface SheetSetup {
  readonly sheet: Sheet;
  /** Types into cells, from the first of `a1` on. */
  set(a1: string, rows: readonly (readonly CellInput[])[]): Promise<void>;
  /** What cells hold as it would be typed; "" is nothing. */
  read(a1: string): Promise<CellInput[][]>;
  select(a1: string): Promise<void>;
  /** Settles when the formula in this cell shows this error, which it is the right one for. */
  show(a1: string, error: string): Promise<void>;
  names(): Promise<string[]>;
  rename(sheet: string, name: string): Promise<void>;
  close(): Promise<void>;
}

const STORES: CellInput[][] = [
  ['Store', 'Lat', 'Lng', 'Pincode'],
  ['One', 12.9352, 77.6245, "'560034"],
  ['Two', 12.9, '', "'005600"],
  ['Three', 12.8, 77.5, true],
];
const STORES_READ = [
  ['Store', 'Lat', 'Lng', 'Pincode'],
  ['One', 12.9352, 77.6245, '560034'],
  ['Two', 12.9, null, '005600'],
  ['Three', 12.8, 77.5, true],
];

/** @param open a workbook with these empty sheets, the first one in sight and A1 selected. */
export function describeSheet(
  host: string,
  open: (sheets: readonly string[]) => Promise<SheetSetup>,
): void {
  describe(`the sheet of ${host}`, () => {
    let setup: SheetSetup;
    let sheet: Sheet;

    beforeEach(async () => {
      setup = await open(['Stores', "Joe's list"]);
      sheet = setup.sheet;
    });
    afterEach(() => setup.close());

    const writeAt = (
      row: number,
      column: number,
      cells: readonly (readonly CellInput[])[],
      more: { shouldOverwrite?: boolean; spill?: { rows: number; columns: number } } = {},
    ): Promise<WriteResult> => {
      const { spill, ...options } = more;
      const block = { sheet: 'Stores', row, column, cells };
      return sheet.write(spill === undefined ? block : { ...block, spill }, options);
    };

    describe('reading', () => {
      it('takes the filled region around a single selected cell', async () => {
        await setup.set('B2', STORES);
        await setup.set('G20', [['elsewhere']]);
        await setup.select('C4');
        const block = blockOf(await sheet.readSelection());
        expect(block).toMatchObject({ sheet: 'Stores', row: 1, column: 1, rows: 4, columns: 4 });
        expect(block.address).toBe('Stores!B2:E5');
        expect(block.values).toEqual(STORES_READ);
        expect(block.table).toBeUndefined();
      });

      it('tells how each column shows its numbers, if that is asked', async () => {
        const cells = [
          ['Rent', 'Share', 'Note'],
          [50_000, 0.5, 'none'],
        ];
        const formats = ['"₹"#,##0', '0.0%', undefined];
        await sheet.write({ sheet: 'Stores', row: 0, column: 0, cells, formats });
        await setup.select('A1');
        const block = blockOf(await sheet.readSelection({ hasFormats: true }));
        expect(block.formats).toEqual(['"₹"#,##0', '0.0%', 'General']);
        expect(blockOf(await sheet.readSelection()).formats).toBeUndefined();
      });

      it('tells how each cell shows its number, if that is asked', async () => {
        const formats = ['0.0000"°S"', undefined];
        const cells = [
          [33.92, 18.42],
          [33.93, 18.43],
        ];
        await sheet.write({ sheet: 'Stores', row: 0, column: 0, cells, formats });
        const block = blockOf(await sheet.readBlock('Stores!A1:B2', { hasCellFormats: true }));
        expect(block.cellFormats).toEqual([
          ['0.0000"°S"', 'General'],
          ['0.0000"°S"', 'General'],
        ]);
        expect(block.formats).toBeUndefined();
      });

      it('takes a selected range as it is', async () => {
        await setup.set('A1', STORES);
        await setup.select('B2:C3');
        const block = blockOf(await sheet.readSelection());
        expect(block.address).toBe('Stores!B2:C3');
        expect(block.values).toEqual([
          [12.9352, 77.6245],
          [12.9, null],
        ]);
      });

      it('takes what is around a selected range, if that is asked', async () => {
        await setup.set('B3', STORES);
        await setup.select('C5:D6');
        const block = blockOf(await sheet.readSelection({ isAround: true }));
        expect(block.address).toBe('Stores!B3:E6');
      });

      it('ends whole columns where the content ends', async () => {
        await setup.set('A1', STORES);
        await setup.set('D9', [['further down, in another column']]);
        await setup.select('A:B');
        const block = blockOf(await sheet.readSelection());
        expect(block).toMatchObject({ row: 0, column: 0, rows: 4, columns: 2 });
      });

      it('ends whole rows where the content ends', async () => {
        await setup.set('A1', STORES);
        const block = blockOf(await sheet.readBlock('Stores!2:1048576'));
        expect(block).toMatchObject({ row: 1, column: 0, rows: 3, columns: 4 });
      });

      it('reads no more rows than wanted, and tells how many there are', async () => {
        await setup.set('A1', STORES);
        await setup.select('A1');
        const block = blockOf(await sheet.readSelection({ rows: 2 }));
        expect(block).toMatchObject({ rows: 4, address: 'Stores!A1:D4' });
        expect(block.values).toEqual(STORES_READ.slice(0, 2));
      });

      it('finds nothing on an empty sheet, nor beyond the content', async () => {
        expect(await sheet.readSelection()).toEqual({ kind: 'nothing' });
        await setup.set('A1', STORES);
        expect(await sheet.readBlock('Stores!F10:G20')).toEqual({ kind: 'nothing' });
      });

      it('reads a sheet whose name needs quotes', async () => {
        await setup.set("'Joe''s list'!B1", [['x'], [1]]);
        const block = blockOf(await sheet.readBlock("'Joe''s list'!B1:B2"));
        expect(block).toMatchObject({ sheet: "Joe's list", address: "'Joe''s list'!B1:B2" });
      });

      it('names its sheets in their order', async () => {
        expect(await sheet.sheetNames()).toEqual(await setup.names());
      });

      it.each(['Nowhere!A1', 'Stores!', 'ABCD1', ''])('says that there is no "%s"', async (a1) => {
        expect(await sheet.readBlock(a1)).toMatchObject({ kind: 'failed' });
      });

      it('tells a text that looks like a formula from a formula', async () => {
        await setup.set('A1', [["'=1+1", "'plain", "'-5"]]);
        const block = blockOf(await sheet.readBlock('Stores!A1:C1'));
        expect(block.values).toEqual([['=1+1', 'plain', '-5']]);
      });
    });

    describe('writing', () => {
      it('writes text as text, numbers, truth values and formulas, and leaves null alone', async () => {
        await setup.set('C3', [['keep']]);
        const cells = [
          ['007', '1/2', 'TRUE', '@x', '+1', '-1'],
          [1.5, true, null, '=A1', "'=A1", ''],
        ];
        const result = await writeAt(1, 0, cells);
        expect(result).toMatchObject({ kind: 'written', address: 'Stores!A2:F3' });
        const [texts, others] = blockOf(await sheet.readBlock('Stores!A2:F3')).values;
        expect(texts).toEqual(['007', '1/2', 'TRUE', '@x', '+1', '-1']);
        expect(others?.slice(0, 3)).toEqual([1.5, true, 'keep']);
        expect(await setup.read('D3:F3')).toEqual([['=A1', "'=A1", '']]);
      });

      it('writes nothing where a cell holds something, and names it', async () => {
        await setup.set('B3', [['mine']]);
        const result = await writeAt(0, 1, [['a'], ['b'], ['c']]);
        expect(result).toEqual({ kind: 'occupied', addresses: ['Stores!B3'], count: 1 });
        expect(await setup.read('B1:B3')).toEqual([[''], [''], ['mine']]);
      });

      it('takes a cell with an empty text for one that holds something', async () => {
        await setup.set('B2', [['=""']]);
        expect(await writeAt(0, 1, [['a'], ['b']])).toMatchObject({ kind: 'occupied', count: 1 });
      });

      it('looks at all that the formulas will fill', async () => {
        await setup.set('D4', [[0]]);
        const spill = { rows: 4, columns: 3 };
        expect(await writeAt(0, 1, [['=A1']], { spill })).toEqual({
          kind: 'occupied',
          addresses: ['Stores!D4'],
          count: 1,
        });
        expect(await writeAt(0, 1, [['=A1']], { spill: { rows: 3, columns: 3 } })).toMatchObject({
          kind: 'written',
        });
      });

      it('names the first twenty of many, and counts them all', async () => {
        await setup.set(
          'A1',
          Array.from({ length: 30 }, (_, row) => [row]),
        );
        const result = await writeAt(
          0,
          0,
          Array.from({ length: 30 }, () => ['new']),
        );
        if (result.kind !== 'occupied') throw new Error(result.kind);
        expect(result.count).toBe(30);
        expect(result.addresses).toHaveLength(20);
        expect(result.addresses[19]).toBe('Stores!A20');
      });

      it('overwrites when asked to, and can put everything back', async () => {
        await setup.set('A1', [['old', '=B9', "'=x", 5]]);
        const written = await writeAt(0, 0, [['new', 'new', 'new', null, 'new']], {
          shouldOverwrite: true,
        });
        expect(await setup.read('A1:E1')).toEqual([['new', 'new', 'new', 5, 'new']]);
        expect(await undo(written)).toEqual({ kind: 'undone', restored: 4, kept: 0 });
        expect(await setup.read('A1:E1')).toEqual([['old', '=B9', "'=x", 5, '']]);
      });

      it('writes beyond what the sheet has shown so far', async () => {
        expect(await writeAt(1999, 99, [['far']])).toMatchObject({ kind: 'written' });
        expect(await setup.read('CV2000')).toEqual([['far']]);
      });

      it('writes 25,000 rows whole, in their order', async () => {
        const cells = Array.from({ length: 25_000 }, (_, row) => [row, `row ${row}`]);
        expect(await writeAt(0, 0, cells)).toMatchObject({
          kind: 'written',
          address: 'Stores!A1:B25000',
        });
        for (const row of [1, 10_000, 10_001, 20_001, 25_000]) {
          expect(await setup.read(`A${row}:B${row}`)).toEqual([[row - 1, `row ${row - 1}`]]);
        }
      });

      it.each([
        ['no rows', 0, 0, []],
        ['empty rows', 0, 0, [[], []]],
        ['rows of unequal length', 0, 0, [['a', 'b'], ['c']]],
        ['rows beyond the last', 1_048_575, 0, [['a'], ['b']]],
        ['columns beyond the last', 0, 16_383, [['a', 'b']]],
        ['a text beyond what a cell holds', 0, 0, [['x'.repeat(32_768)]]],
        ['a formula beyond what a cell holds', 0, 0, [[`=${'1+'.repeat(5000)}1`]]],
      ])('refuses %s, and says why', async (_what, row, column, cells) => {
        const result = await writeAt(row, column, cells);
        if (result.kind !== 'failed') throw new Error(result.kind);
        expect(result.message).toMatch(/^[A-Z].{10,120}\.$/);
      });

      it('refuses a sheet that is not there', async () => {
        const block = { sheet: 'Gone', row: 0, column: 0, cells: [['a']] };
        expect(await sheet.write(block)).toMatchObject({ kind: 'failed' });
      });
    });

    describe('taking back', () => {
      it('empties what was written, and nothing else', async () => {
        await setup.set('A1', STORES);
        const written = await writeAt(0, 4, [['Head'], ['=B2'], [null], ['=B4']]);
        expect(await undo(written)).toEqual({ kind: 'undone', restored: 3, kept: 0 });
        expect(await setup.read('E1:E4')).toEqual([[''], [''], [''], ['']]);
        expect(blockOf(await sheet.readBlock('Stores!A1:D4')).values).toEqual(STORES_READ);
      });

      it('is foreseen without changing anything', async () => {
        const written = await writeAt(0, 0, [['a'], ['b'], ['=C1']]);
        if (written.kind !== 'written') throw new Error(written.kind);
        await setup.set('A2', [['mine']]);
        const foreseen = await sheet.foreseeUndo(written.written);
        expect(foreseen).toEqual({ kind: 'undone', restored: 2, kept: 1 });
        expect(await setup.read('A1:A3')).toEqual([['a'], ['mine'], ['=C1']]);
        expect(await undo(written)).toEqual(foreseen);
      });

      it('finds its sheet under another name', async () => {
        const written = await writeAt(0, 0, [['a']]);
        await setup.rename('Stores', 'Shops & more');
        expect(await undo(written)).toEqual({ kind: 'undone', restored: 1, kept: 0 });
        expect(await setup.read("'Shops & more'!A1")).toEqual([['']]);
      });

      it('does nothing twice', async () => {
        const written = await writeAt(0, 0, [['a']]);
        await undo(written);
        expect(await undo(written)).toEqual({ kind: 'undone', restored: 0, kept: 0 });
      });

      it('counts cells that are blank again already as taken back, with others', async () => {
        const written = await writeAt(0, 0, [['a'], ['b'], ['c']]);
        await setup.set('A1', [[''], ['b'], ['mine']]);
        expect(await undo(written)).toEqual({ kind: 'undone', restored: 2, kept: 1 });
        expect(await setup.read('A1:A3')).toEqual([[''], [''], ['mine']]);
      });

      it('leaves formulas that inserted rows have moved below, and counts them', async () => {
        const written = await writeAt(0, 0, [
          ['a', 'b'],
          ['=$C2', '=D2+E$1'],
          ['=$C3', '=D3+E$1'],
        ]);
        // A person inserts two rows above the last, and writes something of their own below.
        await setup.set('A3', [
          ['', ''],
          ['', ''],
          ['=$C5', '=D5+E$1'],
          ['=$C2', '=D6'],
        ]);
        expect(await undo(written)).toEqual({ kind: 'undone', restored: 6, kept: 2 });
        expect(await setup.read('A1:B6')).toEqual([
          ['', ''],
          ['', ''],
          ['', ''],
          ['', ''],
          ['=$C5', '=D5+E$1'],
          ['=$C2', '=D6'],
        ]);
      });

      it('does not count formulas that a person has filled down below', async () => {
        const written = await writeAt(0, 0, [['a'], ['=C2'], ['=C3']]);
        await setup.set('A4', [['=C4']]);
        expect(await undo(written)).toEqual({ kind: 'undone', restored: 3, kept: 0 });
        expect(await setup.read('A4')).toEqual([['=C4']]);
      });

      it('says of columns that were moved that nothing was taken back', async () => {
        const written = await writeAt(0, 0, [['a'], ['=C1']]);
        await setup.set('A1', [
          ['', 'a'],
          ['', '=D1'],
        ]);
        expect(await undo(written)).toEqual({ kind: 'undone', restored: 0, kept: 0 });
        expect(await setup.read('B1:B2')).toEqual([['a'], ['=D1']]);
      });

      it('takes back what was written in several parts', async () => {
        const cells = Array.from({ length: 12_000 }, (_, row) => [`=B${row + 1}`]);
        const written = await writeAt(0, 0, cells);
        expect(await undo(written)).toEqual({ kind: 'undone', restored: 12_000, kept: 0 });
        expect(await setup.read('A12000')).toEqual([['']]);
      });
    });

    describe('a new sheet', () => {
      it('has a name of its own, and what it was given', async () => {
        const cells = [
          ['Calls', 12],
          ['When', "'2026-01-02"],
        ];
        expect(await sheet.addSheet('Receipt', cells)).toMatchObject({
          kind: 'added',
          sheet: 'Receipt',
        });
        expect(await sheet.addSheet('receipt', cells)).toMatchObject({
          kind: 'added',
          sheet: 'receipt (2)',
        });
        expect(await setup.names()).toEqual(['Stores', "Joe's list", 'Receipt', 'receipt (2)']);
        expect(blockOf(await sheet.readBlock('Receipt!A1:B2')).values).toEqual([
          ['Calls', 12],
          ['When', '2026-01-02'],
        ]);
      });

      it('has the number formats that its columns were given', async () => {
        const cells = [
          ['Calls', 'Cost'],
          [1_600, 315],
        ];
        const formats = ['#,##0', '"₹"#,##0.00'];
        await sheet.addSheet('Receipt', cells, { formats, headings: [0] });
        const reading = await sheet.readBlock('Receipt!A1:B2', { hasFormats: true });
        expect(blockOf(reading)).toMatchObject({ formats, values: cells });
      });

      it('may be empty', async () => {
        const added = { kind: 'added', sheet: 'Empty' };
        expect(await sheet.addSheet('Empty', [])).toMatchObject(added);
      });

      it('is taken away again, with its formulas', async () => {
        const added = await sheet.addSheet('Weights', [
          ['Rent', 2],
          ['=Stores!A1'],
          ['x', '', '=B1'],
        ]);
        if (added.kind !== 'added') throw new Error(added.message);
        expect(await sheet.removeSheet(added.written)).toMatchObject({ kept: 0 });
        expect(await setup.names()).toEqual(['Stores', "Joe's list"]);
        expect(await sheet.removeSheet(added.written)).toMatchObject({ kind: 'failed' });
        const foreseen = { kind: 'undone', restored: 0, kept: 0 };
        expect(await sheet.foreseeUndo(added.written)).toEqual(foreseen);
      });

      it.each([
        ['a cell was changed', 'Weights!B1', 3],
        ['something was added', 'Weights!D9', 'mine'],
        ['a cell was emptied', 'Weights!A1', ''],
      ])('stays where %s since', async (_, at, typed) => {
        const added = await sheet.addSheet('Weights', [['Rent', 2]]);
        if (added.kind !== 'added') throw new Error(added.message);
        await setup.set(at, [[typed]]);
        expect(await sheet.removeSheet(added.written)).toEqual({
          kind: 'undone',
          restored: 0,
          kept: 1,
        });
        expect(await setup.names()).toContain('Weights');
      });
    });

    it('finds every formula of ours, on every sheet, and no other', async () => {
      const ours = '=LOCATTR(A1,B1,"w_pop_tt")';
      await setup.set('C1', [[ours], ['=A1'], ['="LOCATTR("'], ["'=LOCATTR(1,2,3)"]]);
      await setup.set("'Joe''s list'!B2", [['=IFERROR(LOCVARS(A1,A2),"")']]);
      const reading = await sheet.formulas();
      if (reading.kind !== 'formulas') throw new Error(reading.message);
      expect(reading.formulas).toEqual([
        { address: 'Stores!C1', sheet: 'Stores', row: 0, column: 2, formula: ours },
        {
          address: "'Joe''s list'!B2",
          sheet: "Joe's list",
          row: 1,
          column: 1,
          formula: '=IFERROR(LOCVARS(A1,A2),"")',
        },
      ]);
    });

    it('finds the formulas that show an error, and of those none that is known', async () => {
      await setup.set('A1', [['=LOCATR(1,2,"w_pop_tt")'], ['=1+1'], ["'#NAME?"]]);
      await setup.set("'Joe''s list'!B2", [['=1/0'], ['=NOSUCH(1)']]);
      await setup.show('Stores!A1', '#NAME?');
      await setup.show("'Joe''s list'!B2", '#DIV/0!');
      await setup.show("'Joe''s list'!B3", '#NAME?');
      const reading = await sheet.failing(["'Joe''s list'!B3", 'Stores!B9', 'Gone!A1']);
      expect(reading).toEqual({
        kind: 'failing',
        withoutError: ['Stores!B9', 'Gone!A1'],
        formulas: [
          {
            address: 'Stores!A1',
            sheet: 'Stores',
            row: 0,
            column: 0,
            formula: '=LOCATR(1,2,"w_pop_tt")',
            error: '#NAME?',
          },
          {
            address: "'Joe''s list'!B2",
            sheet: "Joe's list",
            row: 1,
            column: 1,
            formula: '=1/0',
            error: '#DIV/0!',
          },
        ],
      });
    });

    function undo(result: WriteResult): ReturnType<Sheet['undo']> {
      if (result.kind !== 'written') throw new Error(JSON.stringify(result));
      return sheet.undo(result.written);
    }
  });
}

function blockOf(reading: BlockReading): SheetBlock {
  if (reading.kind !== 'block') throw new Error(JSON.stringify(reading));
  return reading.block;
}
