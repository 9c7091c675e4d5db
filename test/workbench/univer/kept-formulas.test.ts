import {
  ConfigService,
  ContextService,
  ICommandService,
  IUndoRedoService,
  IUniverInstanceService,
  LocaleService,
  LocaleType,
} from '@univerjs/core';
import { IFunctionService, LexerTreeBuilder, type IFunctionInfo } from '@univerjs/engine-formula';
import {
  SheetInterceptorService,
  SheetsSelectionsService,
  UniverSheetsPlugin,
} from '@univerjs/sheets';
import { EditingRenderController } from '@univerjs/sheets-ui';
import fc from 'fast-check';
import { BehaviorSubject, EMPTY } from 'rxjs';
import { keepFormulasAsTyped } from '../../../src/workbench/univer/typed-formulas';
import { TYPED_FORMULAS, typedFormula } from '../formula-grammar';
import { openUniver } from './open-univer';

type Parts = ConstructorParameters<typeof EditingRenderController>;

/** What Univer does once a person has pressed Enter, without a page around it. */
function createEditing() {
  const { injector, sheet } = openUniver({}, UniverSheetsPlugin);
  const locales = injector.get(LocaleService);
  locales.load({ [LocaleType.EN_US]: {} });
  locales.setLocale(LocaleType.EN_US);
  const functions = ['SUM', 'IF'].map((functionName) => ({ functionName }));
  injector.get(IFunctionService).registerDescriptions(...(functions as IFunctionInfo[]));
  const at = { unitId: 'w', sheetId: 's', row: 0, column: 0 };
  const bridge = {
    getEditCellState: () => at,
    getCurrentEditorId: () => null,
    currentEditCellState$: EMPTY,
    visible$: EMPTY,
  };
  const noPage = { focus$: new BehaviorSubject(false), getRenderById: () => null };
  const parts = [
    injector.get(IUndoRedoService),
    new ContextService(),
    noPage,
    bridge,
    noPage,
    injector.get(LexerTreeBuilder),
    injector.get(IFunctionService),
    noPage,
    injector.get(ICommandService),
    locales,
    noPage,
    injector.get(IUniverInstanceService),
    injector.get(SheetInterceptorService),
    noPage,
    injector.get(SheetsSelectionsService),
    new ConfigService(),
  ] as unknown as Parts;
  const editing = new EditingRenderController(...parts);
  keepFormulasAsTyped(editing);
  return {
    async enter(text: string): Promise<unknown> {
      const snapshot = { body: { dataStream: `${text}\r\n` } };
      await editing.submitCellData({ getSnapshot: () => snapshot } as Parameters<
        typeof editing.submitCellData
      >[0]);
      return sheet.getCellRaw(0, 0)?.f;
    },
    dispose: () => editing.dispose(),
  };
}

describe('a formula that has been typed', () => {
  let editing: ReturnType<typeof createEditing>;
  beforeAll(() => void (editing = createEditing()));
  afterAll(() => editing.dispose());

  test.each(TYPED_FORMULAS)('is kept: %s', async (typed) => {
    expect(await editing.enter(typed)).toBe(typed);
  });

  test('is kept, whatever its numbers look like', async () => {
    await fc.assert(
      fc.asyncProperty(typedFormula, async (typed) => {
        expect(await editing.enter(typed)).toBe(typed);
      }),
      { numRuns: 1_000 },
    );
  });

  test('has no line break that the formula bar does not show', async () => {
    expect(await editing.enter('=LEN("pop\r\n")')).toBe('=LEN("pop")');
    expect(await editing.enter('=LEN("a\rb")\r\n')).toBe('=LEN("a\rb")');
  });

  test.each([
    ['=sum(a1:$b$2,sheet1!c3)+.50', '=SUM(A1:$B$2,sheet1!C3)+.50'],
    ['=If(true,"a1 true",1.50)', '=IF(TRUE,"a1 true",1.50)'],
    ["='my a1'!b2+rate_a1&0.50", "='my a1'!B2+rate_a1&0.50"],
    ['=not_known(a1)', '=not_known(A1)'],
    ['=SUM(1.50', '=SUM(1.50)'],
    ['=IF(A1="(",SUM((1.50', '=IF(A1="(",SUM((1.50)))'],
    ['=-$A:$C', '=-$A:$C'],
    ['=SUM("1.50', '=SUM("1.50'],
    ['=1.50)', '=1.50)'],
  ])('gets capitals and closing brackets, as in Excel: %s', async (typed, kept) => {
    expect(await editing.enter(typed)).toBe(kept);
  });
});
