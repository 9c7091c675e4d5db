import { ListenerSet } from '../engine/lookup';
import {
  LifecycleService,
  LifecycleStages,
  LocaleType,
  LogLevel,
  mergeLocales,
  Univer,
  type Injector,
} from '@univerjs/core';
import { FUniver } from '@univerjs/core/facade';
import { UniverSheetsConditionalFormattingPreset } from '@univerjs/preset-sheets-conditional-formatting';
import coloursInEnglish from '@univerjs/preset-sheets-conditional-formatting/locales/en-US';
import { SheetsFilterService, UniverSheetsFilterPreset } from '@univerjs/preset-sheets-filter';
import filtersInEnglish from '@univerjs/preset-sheets-filter/locales/en-US';
import {
  IFindReplaceService,
  UniverSheetsFindReplacePreset,
} from '@univerjs/preset-sheets-find-replace';
import findingInEnglish from '@univerjs/preset-sheets-find-replace/locales/en-US';
import {
  EditingRenderController,
  IFunctionService,
  IRenderManagerService,
  LexerTreeBuilder,
  UniverSheetsCorePreset,
} from '@univerjs/preset-sheets-core';
import sheetsInEnglish from '@univerjs/preset-sheets-core/locales/en-US';
import { UniverSheetsNotePreset } from '@univerjs/preset-sheets-note';
import notesInEnglish from '@univerjs/preset-sheets-note/locales/en-US';
import { UniverSheetsSortPreset } from '@univerjs/preset-sheets-sort';
import sortingInEnglish from '@univerjs/preset-sheets-sort/locales/en-US';
import '@univerjs/preset-sheets-core/lib/index.css';
import '@univerjs/preset-sheets-filter/lib/index.css';
import '@univerjs/preset-sheets-find-replace/lib/index.css';
import '@univerjs/preset-sheets-sort/lib/index.css';
import '@univerjs/preset-sheets-conditional-formatting/lib/index.css';
import '@univerjs/preset-sheets-note/lib/index.css';
import './univer/univer.css';
import type { FWorkbook, FWorksheet } from '@univerjs/sheets/facade';
import { createAsyncFunctions, type AsyncFunctions } from './async-function';
import { createCalculation, type Calculation } from './calculation';
import { cellAddress, parseArea, type CellArea } from '../addin/spreadsheet/cell-address';
import { readFormulasAfresh, surviveBrokenFormulas, takeOneByAt } from './univer/formula-parsing';
import { callEveryListener, selectWithinSheets } from './univer/command-listeners';
import { searchContentAlone } from './univer/content-search';
import { registerCustomFunctions } from './custom-functions';
import { explainErrors } from './univer/error-alert';
import { keepFocusInFormulaBar } from './univer/grid-focus';
import {
  enterWhatIsTyped,
  keepHelpAfterBlanks,
  keepTypingBesideHelp,
  offerByPartOfName,
} from './univer/formula-help';
import { createFormulaSheet } from './formula-sheet';
import { withLocusCategory, type DescribedFunction } from './function-metadata';
import { findHiddenRowsQuickly } from './univer/hidden-rows';
import { keepAskedResults, keepEveryResult, dropLateResults } from './univer/calculated-results';
import { showPagePictures } from './univer/page-pictures';
import { paintSparingly } from './univer/painting';
import { rankFromOneReading, steadyVolatileFunctions } from './univer/function-executors';
import {
  inWholeOrder,
  isToBeCalculated,
  restoreSpills,
  type SavedWorkbook,
} from './saved-workbook';
import { steadySelectionMoves } from './univer/selection-moves';
import { keepFormulasAsTyped } from './univer/typed-formulas';
import { showTables, readTypedTables } from './univer/tables';
import { inPersonsLanguage } from './univer/words';
import { hashWideNumbers } from './univer/wide-numbers';

/** Univer with one open workbook, Locus's functions, and a watch over its calculations. */
export interface Spreadsheet {
  readonly api: FUniver;
  readonly injector: Injector;
  readonly calculation: Calculation;
  readonly asyncFunctions: AsyncFunctions;
  workbook(): FWorkbook;
  /** Replaces the open workbook. Does not recalculate the values that the new one has. */
  open(saved: SavedWorkbook): void;
  /** Calls the listener when another workbook has replaced the open one. */
  subscribeOpened(listener: () => void): () => void;
  /**
   * Returns the cells of `B2`, `B2:D9` or `Sheet!B2`; undefined for an unknown sheet or any other
   * text.
   */
  locate(a1: string): LocatedCells | undefined;
  /** Settles once the sheet has been drawn for the first time. */
  whenDrawn(): Promise<void>;
  /** Finds a sheet. As in formulas, capitals in its name don't matter. */
  sheetNamed(name: string): FWorksheet | undefined;
}

export interface LocatedCells {
  readonly sheet: FWorksheet;
  /** May be beyond the sheet's present end. */
  readonly area: CellArea;
}

export interface SpreadsheetOptions {
  readonly container: HTMLElement;
  readonly isDark: boolean;
  readonly functions: readonly DescribedFunction[];
}

/**
 * Starts Univer with a workbook, registers Locus's functions, and corrects what Univer does
 * otherwise than Excel.
 */
export function createSpreadsheet(options: SpreadsheetOptions, first: SavedWorkbook): Spreadsheet {
  const univer = createUniver(options);
  const api = FUniver.newAPI(univer);
  let opened = 0;
  // Univer keeps a closed workbook's dependencies by its id, so every workbook gets a new id.
  const create = (saved: SavedWorkbook) =>
    api.createWorkbook({ ...inWholeOrder(saved), id: `workbook-${(opened += 1)}` });
  showPagePictures(() => {
    const render = univer
      .__getInjector()
      .get(IRenderManagerService)
      .getRenderById(workbook.getId());
    render?.mainComponent?.makeForceDirty();
  });
  let workbook = create(first);
  const listeners = new ListenerSet();
  hashWideNumbers();
  // The formula plugins start with the first workbook, so only now can functions be registered;
  // its formulas are calculated after this.
  const injector = univer.__getInjector();
  readFormulasAfresh(injector.get(LexerTreeBuilder));
  surviveBrokenFormulas(injector);
  takeOneByAt(injector);
  callEveryListener(injector, reportError);
  selectWithinSheets(injector, () => workbook);
  keepEveryResult(injector);
  readTypedTables(injector, () => workbook);
  showTables(injector, () => workbook);
  findHiddenRowsQuickly(injector, injector.get(SheetsFilterService));
  const calculation = createCalculation(injector);
  const asyncFunctions = createAsyncFunctions({
    address: (cell) =>
      cellAddress(workbook.getSheetBySheetId(cell.sheetId)?.getSheetName(), cell.row, cell.column),
    onReady: (cell) => calculation.request([cell]),
  });
  registerCustomFunctions(injector, options.functions, asyncFunctions);
  steadyVolatileFunctions(injector.get(IFunctionService), calculation);
  rankFromOneReading(injector.get(IFunctionService), calculation);
  keepInStep(calculation, asyncFunctions, () => workbook);
  const functionIds = options.functions.map(({ id }) => id);
  const keptResults = keepAskedResults(injector, () => {
    const formulas = createFormulaSheet(workbook);
    return (cell) => {
      const sheet = workbook.getSheetBySheetId(cell.sheetId)?.getSheet();
      const hasResult = (sheet?.getCellRaw(cell.row, cell.column)?.v ?? null) !== null;
      return hasResult && formulas.calls(cell, functionIds);
    };
  });
  dropLateResults(injector, keptResults.isOpening);
  askAgainOnEnter(api, calculation, asyncFunctions);
  explainErrors(injector, () => workbook);
  keepHelpAfterBlanks(injector);
  keepTypingBesideHelp(injector, options.container.ownerDocument);
  offerByPartOfName(injector, functionIds);
  enterWhatIsTyped(injector);
  searchContentAlone(injector.get(IFindReplaceService), injector, () => workbook);
  steadySelectionMoves(api, () => workbook);
  keepFocusInFormulaBar(injector, options.container.ownerDocument);
  const drawn = injector.get(LifecycleService).onStage(LifecycleStages.Rendered);
  // Univer's editor exists only then.
  const whenDrawn = drawn.then(() => keepFormulasAsTyped(injector.get(EditingRenderController)));
  paintSparingly(injector.get(IRenderManagerService), calculation, options.container.ownerDocument);
  return {
    api,
    injector,
    calculation,
    asyncFunctions,
    workbook: () => workbook,
    open(saved) {
      asyncFunctions.sweep(() => false);
      api.disposeUnit(workbook.getId());
      keptResults.begin();
      const changes = calculation.collectChanges();
      const calculated = (): void => {
        keptResults.end();
        changes.announceAgain();
      };
      workbook = create(saved);
      restoreSpills(workbook, saved, injector);
      const ordinary = isToBeCalculated(saved)
        ? createFormulaSheet(workbook).ordinary(functionIds)
        : [];
      if (ordinary.length === 0) calculated();
      else calculation.request(ordinary, calculated);
      listeners.notify();
    },
    subscribeOpened(listener) {
      return listeners.subscribe(listener);
    },
    whenDrawn: () => whenDrawn,
    sheetNamed: (name) => sheetNamed(workbook, name),
    locate(a1) {
      const area = parseArea(a1);
      if (area === undefined) return undefined;
      const sheet = sheetNamed(workbook, area.sheet);
      return sheet && { sheet, area };
    },
  };
}

function createUniver({ container, isDark }: SpreadsheetOptions): Univer {
  const univer = new Univer({
    locale: LocaleType.EN_US,
    locales: {
      [LocaleType.EN_US]: inPersonsLanguage(
        mergeLocales(
          withLocusCategory(sheetsInEnglish),
          notesInEnglish,
          coloursInEnglish,
          sortingInEnglish,
          filtersInEnglish,
          findingInEnglish,
        ),
      ),
    },
    logLevel: LogLevel.ERROR,
    darkMode: isDark,
  });
  // No `workerURL`: in a worker the functions would be copied as text and lose what they close
  // over.
  const presets = [
    UniverSheetsCorePreset({ container, ...WITHOUT_TEXT_MARKS }),
    UniverSheetsNotePreset(),
    UniverSheetsConditionalFormattingPreset(),
    UniverSheetsSortPreset(),
    UniverSheetsFilterPreset(),
    UniverSheetsFindReplacePreset(),
  ];
  for (const plugin of presets.flatMap((preset) => preset.plugins)) {
    if (Array.isArray(plugin)) univer.registerPlugin(plugin[0], plugin[1]);
    else univer.registerPlugin(plugin);
  }
  return univer;
}

/** A pincode is text that looks like a number, as it should be: no corner marks, no warnings. */
const WITHOUT_TEXT_MARKS = {
  disableTextFormatAlert: true,
  disableTextFormatMark: true,
  sheets: { disableForceStringAlert: true, disableForceStringMark: true },
};

function keepInStep(
  calculation: Calculation,
  asyncFunctions: AsyncFunctions,
  workbook: () => FWorkbook,
): void {
  let hasChanged = false;
  calculation.subscribe({
    onChange() {
      hasChanged = true;
      asyncFunctions.beginRound();
    },
    onStart: () => asyncFunctions.calculationStarted(),
    onEnd(isComplete) {
      asyncFunctions.calculationEnded(isComplete);
      if (hasChanged && isComplete) {
        hasChanged = false;
        const formulas = createFormulaSheet(workbook());
        asyncFunctions.sweep((cell, functionId) => formulas.calls(cell, [functionId]));
      }
      calculation.request(asyncFunctions.ready());
    },
  });
}

/** Enter in a cell's formula asks again, even if the formula has not changed. */
function askAgainOnEnter(
  api: FUniver,
  calculation: Calculation,
  asyncFunctions: AsyncFunctions,
): void {
  api.addEvent(api.Event.SheetEditEnded, ({ workbook, worksheet, row, column, isConfirm }) => {
    if (!isConfirm) return;
    const cell = { unitId: workbook.getId(), sheetId: worksheet.getSheetId(), row, column };
    asyncFunctions.forget([cell]);
    if (worksheet.getRange(row, column).getFormula() !== '') calculation.request([cell]);
  });
}

/** Sheet names are case-insensitive, as in formulas. */
function sheetNamed(workbook: FWorkbook, name: string | undefined): FWorksheet | undefined {
  if (name === undefined) return workbook.getActiveSheet();
  const wanted = name.toLowerCase();
  const sheets = workbook.getWorkbook().getSheets();
  const found = sheets.find((sheet) => sheet.getName().toLowerCase() === wanted);
  return (found && workbook.getSheetBySheetId(found.getSheetId())) ?? undefined;
}
