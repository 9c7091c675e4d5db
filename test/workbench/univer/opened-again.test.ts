import { IUniverInstanceService, UniverInstanceType } from '@univerjs/core';
import type { IWorkbookData, Workbook } from '@univerjs/core';
import { IDefinedNamesService, LexerTreeBuilder } from '@univerjs/engine-formula';
import { readFormulasAfresh } from '../../../src/workbench/univer/formula-parsing';
import { calculateAll, cellsOf, openUniver } from './open-univer';

/** What Univer keeps of a formula by its text, and what each is in the second workbook. */
const FORMULAS: readonly (readonly [formula: string, shown: unknown])[] = [
  ['=LET(a,A1,a+1)', 2],
  ['=LET(a,A1,b,a*2,a+b+A2)', 5],
  ['=LET(a,SUM(A1:A3),LET(b,a+A1,a*b))', 42],
  ['=LAMBDA(x,x+A1)(A2)', 3],
  ['=SUM(MAP(A1:A3,LAMBDA(each,each*A1)))', 6],
  ['=rate*2', 6],
  ['=SUM(several)+A1', 6],
  ['=IFERROR(here+1,-1)', -1],
  ['=LET(a,rate,a+A1)', 4],
  // These two add to the cells of their last range, which the next one reads.
  ['=LOOKUP(A2,A1:A3,A2:A2)', 3],
  ['=SUM(A2:A2)', 2],
  ['=SUMIF(A1:A3,">1",A3:A3)', 0],
  ['=SUM(A3:A3)', 3],
  ['=IF(A1>9,"large","small")&A1', 'small1'],
  ['=INDEX(A1:A3,2)+OFFSET(A1,2,0)', 5],
];

interface Content {
  readonly numbers: readonly number[];
  readonly names: Readonly<Record<string, string>>;
}

const FIRST: Content = {
  numbers: [10, 20, 30],
  names: { rate: 'Sheet1!$A$1', several: 'Sheet1!$A$1:$A$2', here: 'Sheet1!$A$1' },
};
const SECOND: Content = {
  numbers: [1, 2, 3],
  names: { rate: 'Sheet1!$A$3', several: 'Sheet1!$A$2:$A$3' },
};

/** A tab, in which one workbook is opened after another. */
function openTab() {
  const { injector } = openUniver({});
  readFormulasAfresh(injector.get(LexerTreeBuilder));
  const instances = injector.get(IUniverInstanceService);
  const names = injector.get(IDefinedNamesService);
  let opened = 'w';
  return {
    async show({ numbers, names: named }: Content): Promise<unknown[]> {
      instances.disposeUnit(opened);
      opened = `${opened}x`;
      instances.createUnit<IWorkbookData, Workbook>(UniverInstanceType.UNIVER_SHEET, {
        id: opened,
        sheetOrder: ['s'],
        sheets: {
          s: {
            id: 's',
            name: 'Sheet1',
            cellData: cellsOf(
              FORMULAS.map(([f], row) => {
                const v = numbers[row];
                return [v === undefined ? {} : { v, t: 2 }, { f }];
              }),
            ),
          },
        },
      });
      instances.setCurrentUnitForType(opened);
      names.registerDefinedNames(
        opened,
        Object.fromEntries(
          Object.entries(named).map(([name, formulaOrRefString]) => [
            name,
            { id: name, name, formulaOrRefString, localSheetId: 'AllDefaultWorkbook' },
          ]),
        ),
      );
      const sheet = (await calculateAll(injector))[opened]?.['s'];
      return FORMULAS.map(([formula], row) => [formula, sheet?.[row]?.[1]?.v]);
    },
  };
}

test('a workbook shows what it holds, whatever the tab has had open before', async () => {
  const tab = openTab();
  await tab.show(FIRST);
  expect(await tab.show(SECOND)).toEqual(FORMULAS);
  await tab.show(FIRST);
  expect(await tab.show(SECOND)).toEqual(FORMULAS);
});
