import { LocaleType, type IWorksheetData } from '@univerjs/core';
import type { IConditionFormattingRule } from '@univerjs/preset-sheets-conditional-formatting';
import { t } from '../../engine/language/speech';
import { toBeCalculated, withLeftOut, withSpills, withParts } from '../saved-workbook';
import type { SavedWorkbook, SheetSpills } from '../saved-workbook';
import type { Slicer } from '../../engine/lookup';
import { richText, readSheetPart, type SheetContext } from './sheet-part-reading';
import { colourRuleResource, type SheetColourRules } from './colour-rules';
import { createColourReader, type ColourReader } from './colours';
import { namesFromFile, type ListedName } from './defined-names';
import { asSet, type SheetFilter } from './filters';
import { createFormulaReading, type FormulaText } from './formula-text';
import { createLeftOut, type LeftOut } from './left-out';
import { keepingPage, readPages } from './page-pictures';
import { CALCULATION, keptAttributes, OF_CALCULATION } from './kept-looks';
import { noteResource, readNotes, type SheetNotes } from './notes';
import { relationsOf, targetOf, type ReadPackage, type Relation } from './package-reading';
import { createAllowance, createSheetBuilder } from './sheet-builder';
import { readStyles, type ReadStyles } from './cell-styles';
import { readProperties } from './document-properties';
import { createTableReferences, readTablePart, type Table } from './table-references';
import { hasButtons, overlaps, withTables } from './tables';
import { damaged, tooLarge, UnreadableFile } from './unreadable-file';
import { XmlScanner } from './xml-scanner';
import { textFromFile } from '../../engine/places/workbook-text';

export interface ReadWorkbook {
  readonly saved: SavedWorkbook;
  /** The sheet that was active. */
  readonly activeSheetId: string | undefined;
  /** What the file contains but the workbench leaves out, in words: "macros". */
  readonly leftOut: readonly string[];
}

export interface ReadingOptions {
  readonly formulas: FormulaText;
  readonly slice: Slicer;
}

/** Univer needs some hundred megabytes for this many. */
const MAX_CELLS = 1_000_000;
/** A cell takes three. Excel writes no empty ones, but files made to keep a page busy do. */
const MAX_ELEMENTS = 20_000_000;
const MAX_SHEETS = 1_000;
/** Twice `MAX_CELLS`: a workbook that fits needs no more texts. */
const MAX_STRINGS = 2_000_000;

/**
 * Reads the workbook in a package.
 *
 * @throws UnreadableFile
 */
export async function readWorkbookFile(
  opened: ReadPackage,
  name: string,
  { formulas, slice }: ReadingOptions,
): Promise<ReadWorkbook> {
  const outermost = await relationsOf(opened, '');
  const main = targetOf(opened, outermost, 'officeDocument');
  if (main === undefined) throw notAWorkbook();
  const relations = await relationsOf(opened, main);
  const workbook = readWorkbookPart(await opened.text(main));
  if (workbook === undefined) throw notAWorkbook();
  if (workbook.sheets.length > MAX_SHEETS) throw tooLarge(t('it has too many sheets'));
  const colourOf = await createColourReader(opened, targetOf(opened, relations, 'theme'));
  const sheetParts = workbook.sheets.map((listed) => partOf(opened, relations, listed));
  const listed = workbook.sheets.map(({ name }, place) => ({ name, part: sheetParts[place] }));
  const { pages, parts: kept, names: otherNames } = await readPages(opened, listed, workbook.names);
  const empty = await emptyDrawings(opened);
  const others = opened.names.filter((part) => !kept.has(part) && !empty.includes(part));
  const leftOut = createLeftOut(others);
  const styles = await stylesOf(opened, relations, colourOf, leftOut);
  if (workbook.isProtected) leftOut.skip('workbookProtection');
  if (otherNames.some(({ name }) => PRINT_NAME.test(name))) leftOut.skip('printTitles');
  /** By position in the workbook's list, which also has sheets without cells. */
  const ids = sheetParts.map((part, place) => part && `sheet${String(place + 1)}`);
  const tables = await tablesOf(opened, sheetParts, workbook.sheets, leftOut);
  const references = createTableReferences(tables);
  const reading = createFormulaReading(formulas, references, leftOut);
  const names = namesFromFile(otherNames, ids, reading, reading.lose);
  const context: Omit<SheetContext, 'sheetId' | 'sheetName' | 'colourRules'> = {
    strings: await stringsOf(opened, relations, { slice, leftOut }),
    styles,
    formulas: reading,
    is1904: workbook.is1904,
    colourOf,
    slice,
    elements: createAllowance(MAX_ELEMENTS, t('elements in its sheets')),
    leftOut,
    filters: [],
  };
  const allowance = createAllowance(MAX_CELLS, t('filled cells'));
  const sheets: Record<string, Partial<IWorksheetData>> = {};
  const spills: (SheetSpills & { sheetId: string })[] = [];
  const notes: SheetNotes[] = [];
  const colourRules: SheetColourRules[] = [];
  for (const [place, listed] of workbook.sheets.entries()) {
    const [part, sheetId] = [sheetParts[place], ids[place]];
    if (part === undefined || sheetId === undefined) continue;
    const builder = createSheetBuilder(sheetId, listed.name, allowance);
    builder.sheet.hidden = listed.isHidden ? 1 : 0;
    if (listed.isVeryHidden) builder.sheet.custom = { [VERY_HIDDEN]: true };
    const text = await opened.text(part);
    const rules: IConditionFormattingRule[] = [];
    const sheetName = listed.name;
    await readSheetPart(text, builder, { ...context, sheetId, sheetName, colourRules: rules });
    const page = pages.get(place);
    if (page !== undefined)
      builder.sheet.custom = { ...builder.sheet.custom, ...keepingPage(page) };
    const built = builder.finish();
    sheets[sheetId] = built.sheet;
    colourRules.push({ sheetId, rules, cells: built.sheet.cellData ?? {} });
    spills.push({ sheetId, ...built.spills });
    notes.push({ sheetId, notes: await readNotes(opened, part, allowance, slice) });
  }
  const sheetOrder = ids.filter((id) => id !== undefined);
  if (sheetOrder.length === 0) throw new UnreadableFile(t('This file has no worksheets.'));
  showOne(sheets, sheetOrder);
  const saved: SavedWorkbook = {
    id: 'opened',
    name,
    locale: LocaleType.EN_US,
    styles: styles.styles,
    defaultStyle: styles.base,
    sheetOrder,
    sheets,
    custom: {
      ...names.custom,
      ...workbook.calculation,
      ...(await readProperties(opened, outermost)),
    },
    resources: [names.resource, noteResource(notes), colourRuleResource(colourRules)],
  };
  const parts = await customPartsOf(opened, relations);
  const filters = ownFilters(context.filters, sheets, tables, leftOut);
  return {
    saved: toBeCalculated(
      withLeftOut(
        withTables(withParts(withSpills(saved, spills), parts), tables, filters),
        leftOut.lost(),
      ),
      workbook.isToBeCalculated,
    ),
    activeSheetId: ids[workbook.activeSheet],
    leftOut: leftOut.words(),
  };
}

/** The drawings without anything in them: LibreOffice writes one for each sheet with notes. */
async function emptyDrawings(opened: ReadPackage): Promise<string[]> {
  const empty: string[] = [];
  for (const part of opened.names.filter((name) => DRAWING.test(name))) {
    if (!(await opened.text(part)).includes('Anchor')) empty.push(part);
  }
  return empty;
}

const DRAWING = /(?:^|\/)drawings\/drawing[^/]*\.xml$/i;

/** What Excel repeats on each printed page, and the only cells that it prints. */
const PRINT_NAME = /^_xlnm\.Print_/i;

const notAWorkbook = (): UnreadableFile =>
  new UnreadableFile(t('This is a ZIP file, not an Excel workbook.'));

function partOf(
  opened: ReadPackage,
  relations: readonly Relation[],
  { relationId }: ListedSheet,
): string | undefined {
  const relation = relations.find(({ id }) => id === relationId);
  if (relation === undefined) throw damaged();
  // A chart sheet has no cells.
  if (relation.kind !== 'worksheet') return undefined;
  if (!opened.has(relation.target)) throw damaged();
  return relation.target;
}

async function tablesOf(
  opened: ReadPackage,
  parts: readonly (string | undefined)[],
  sheets: readonly ListedSheet[],
  { skip }: LeftOut,
): Promise<Table[]> {
  const tables: Table[] = [];
  for (const [place, { name }] of sheets.entries()) {
    const part = parts[place];
    const relations = part === undefined ? [] : await relationsOf(opened, part);
    for (const { kind, target } of relations) {
      const text = await opened.text(kind === 'table' ? target : undefined);
      const table = readTablePart(text, name);
      if (table === undefined) continue;
      tables.push(table);
      if (/[<:](?:color|icon)Filter\b/.test(text)) skip('styleFilter');
      if (text.includes('calculatedColumnFormula')) skip('columnFormula');
      if (text.includes('totalsRowFormula')) skip('totalsFormula');
    }
  }
  return tables;
}

/** The buttons that a sheet can have, no longer than the sheet; the others are left out. */
function ownFilters(
  filters: readonly SheetFilter[],
  sheets: Readonly<Record<string, Partial<IWorksheetData>>>,
  tables: readonly Table[],
  { skip }: LeftOut,
): SheetFilter[] {
  return filters.flatMap(({ sheetId, area, columns }) => {
    const { name, rowCount = 0, columnCount = 0 } = sheets[sheetId] ?? {};
    const isFree = !tables.some(
      (table) => table.sheet === name && (hasButtons(table) || overlaps(table.area, area)),
    );
    const isThere = area.startRow < rowCount && area.endColumn < columnCount;
    const isWhole = columns.length === 0 || asSet(columns, area).length > 0;
    if (!isFree || !isThere || !isWhole) skip('autoFilter');
    if (!isFree || !isThere) return [];
    return [{ sheetId, columns, area: { ...area, endRow: Math.min(area.endRow, rowCount - 1) } }];
  });
}

async function stylesOf(
  opened: ReadPackage,
  relations: readonly Relation[],
  colourOf: ColourReader,
  leftOut: LeftOut,
): Promise<ReadStyles> {
  const text = await opened.text(targetOf(opened, relations, 'styles'));
  // Not their container, which programs also write empty.
  if (/<(?:\w+:)?tableStyle\s/.test(text)) leftOut.skip('tableStyle');
  return readStyles(text, colourOf, leftOut);
}

async function stringsOf(
  opened: ReadPackage,
  relations: readonly Relation[],
  { slice, leftOut }: Pick<SheetContext, 'slice' | 'leftOut'>,
): Promise<string[]> {
  const strings: string[] = [];
  const xml = new XmlScanner(await opened.text(targetOf(opened, relations, 'sharedStrings')));
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    const pause = slice();
    if (pause !== undefined) await pause;
    xml.rest();
    if (event !== 'open' || xml.name !== 'si') continue;
    if (strings.length >= MAX_STRINGS) throw tooLarge(t('it has too much text'));
    strings.push(richText(xml, leftOut));
  }
  return strings;
}

async function customPartsOf(
  opened: ReadPackage,
  relations: readonly Relation[],
): Promise<string[]> {
  const parts: string[] = [];
  for (const { kind, target } of relations) {
    if (kind === 'customXml' && opened.has(target)) parts.push(await opened.text(target));
  }
  return parts;
}

/** A workbook whose sheets are all hidden is damaged, and Univer could not show it. */
function showOne(
  sheets: Readonly<Record<string, Partial<IWorksheetData>>>,
  order: readonly string[],
): void {
  if (order.some((id) => sheets[id]?.hidden === 0)) return;
  const first = sheets[order[0] ?? ''];
  if (first !== undefined) first.hidden = 0;
}

/** What a workbook says about itself as a whole. */
export interface WorkbookPart {
  readonly sheets: readonly ListedSheet[];
  readonly names: readonly ListedName[];
  /** The index of the active sheet. */
  readonly activeSheet: number;
  readonly is1904: boolean;
  readonly isToBeCalculated: boolean;
  /** How else it is calculated, for `custom`. */
  readonly calculation: Readonly<Record<string, unknown>> | undefined;
  readonly isProtected: boolean;
}

export interface ListedSheet {
  readonly name: string;
  readonly relationId: string;
  readonly isHidden: boolean;
  /** Whether Excel does not offer to show it again. */
  readonly isVeryHidden: boolean;
}

/** The field under `custom` of such a sheet. */
export const VERY_HIDDEN = 'locusVeryHidden';

/** Undefined if the part is not a workbook. */
function readWorkbookPart(text: string): WorkbookPart | undefined {
  const sheets: ListedSheet[] = [];
  const names: ListedName[] = [];
  let activeSheet = 0;
  let is1904 = false;
  let isToBeCalculated = false;
  let calculation: WorkbookPart['calculation'];
  let isProtected = false;
  let isWorkbook = false;
  const xml = new XmlScanner(text);
  for (const element of xml.elements()) {
    if (element === 'workbook') isWorkbook = true;
    else if (element === 'workbookPr') is1904 = xml.isTrue('date1904');
    else if (element === 'calcPr') {
      isToBeCalculated = xml.isTrue('fullCalcOnLoad');
      calculation = keptAttributes(CALCULATION, xml, OF_CALCULATION);
    } else if (element === 'workbookProtection') {
      isProtected = xml.isTrue('lockStructure') || xml.isTrue('lockWindows');
    } else if (element === 'workbookView') activeSheet = Number(xml.attribute('activeTab') ?? 0);
    else if (element === 'sheet') {
      sheets.push({
        name: textFromFile(xml.attribute('name') ?? ''),
        relationId: xml.attribute('id') ?? '',
        isHidden: (xml.attribute('state') ?? 'visible') !== 'visible',
        isVeryHidden: xml.attribute('state') === 'veryHidden',
      });
    } else if (element === 'definedName') names.push(readName(xml));
    else if (element === 'extLst') xml.within();
  }
  if (!isWorkbook) return undefined;
  return { sheets, names, activeSheet, is1904, isToBeCalculated, calculation, isProtected };
}

function readName(xml: XmlScanner): ListedName {
  const sheet = xml.attribute('localSheetId');
  const comment = xml.attribute('comment');
  return {
    name: textFromFile(xml.attribute('name') ?? ''),
    sheet: sheet === undefined ? undefined : Number(sheet),
    isHidden: xml.isTrue('hidden'),
    comment: comment === undefined ? undefined : textFromFile(comment),
    formula: textFromFile(xml.innerText()),
  };
}
