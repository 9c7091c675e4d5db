import { t } from '../../engine/language/speech';

/** Collects what a file contains but the workbench leaves out. */
export interface LeftOut {
  /**
   * Called for each element that a sheet's reader skips, and for those inside, without prefix; also
   * with what is no element of a sheet by itself: `outlineLevel`, `printTitles`, `namedStyle`,
   * `styleFilter`, `columnFormula`, `totalsFormula`, `tableStyle`, `dataTable`,
   * `workbookProtection`, and the changes of formulas.
   */
  skip(element: string): void;
  /** Returns what was left out, in words for people, each once, such as "macros". */
  words(): string[];
  /** Returns what a saved file therefore lacks. */
  lost(): string[];
}

/** @param partNames the names of the file's parts, except those that are kept whole. */
export function createLeftOut(partNames: readonly string[]): LeftOut {
  const skipped = new Set<Kind>();
  const found = (): readonly Kind[] =>
    KINDS.filter((kind) => skipped.has(kind) || partNames.some((name) => kind.part?.test(name)));
  return {
    skip(element) {
      const kind = BY_ELEMENT.get(element);
      if (kind !== undefined) skipped.add(kind);
    },
    words: () => found().map((kind) => kind.words()),
    lost: () => found().flatMap((kind) => (kind.isSavedAgain === true ? [] : kind.words())),
  };
}

interface Kind {
  words(): string;
  /** Matches the names of the parts that contain it. */
  readonly part?: RegExp;
  /**
   * The elements that it consists of in a sheet's own part; not their container, which programs
   * also write empty.
   */
  readonly elements?: readonly string[];
  /** Whether only the workbench does not show it, while a saved file has it. */
  readonly isSavedAgain?: boolean;
}

const KINDS: readonly Kind[] = [
  { words: () => t('macros'), part: /(?:^|\/)(?:vbaProject\.bin|macrosheets\/)/i },
  {
    words: () => t('charts and pictures'),
    part: /(?:^|\/)(?:charts|chartsheets|drawings\/drawing|media)/i,
    elements: ['legacyDrawingHF', 'picture'],
  },
  { words: () => t('pivot tables'), part: /(?:^|\/)pivotTables\//i },
  { words: () => t('slicers and timelines'), part: /(?:^|\/)(?:slicers|timelines)\//i },
  { words: () => t('pictures in cells and linked data types'), part: /(?:^|\/)richData\//i },
  {
    words: () => t('checkboxes in cells (their values stay)'),
    part: /(?:^|\/)featurePropertyBag\//i,
  },
  {
    words: () => t('threads of comments (their texts stay, as notes)'),
    part: /(?:^|\/)threadedComments\//i,
  },
  { words: () => t('filters of tables by colour or icon'), elements: ['styleFilter'] },
  { words: () => t('formulas that fill new rows of tables'), elements: ['columnFormula'] },
  {
    words: () => t('custom formulas in the total rows of tables (they stay in their cells)'),
    elements: ['totalsFormula'],
  },
  { words: () => t('custom table styles'), elements: ['tableStyle'] },
  { words: () => t('links to other workbooks'), part: /(?:^|\/)externalLinks\//i },
  {
    words: () => t('formulas that need other workbooks or missing tables (their values stay)'),
    elements: ['foreignFormula'],
  },
  {
    words: () =>
      t('names of tables in formulas (the cells are shown instead, and the names are saved again)'),
    elements: ['tableFormula'],
    isSavedAgain: true,
  },
  { words: () => t('what-if data tables (their values stay)'), elements: ['dataTable'] },
  { words: () => t('what-if scenarios'), elements: ['scenario'] },
  {
    words: () => t('functions that only Google Sheets has (their values stay)'),
    elements: ['googleFormula'],
  },
  {
    words: () => t('data connections'),
    part: /(?:^|\/)(?:connections\.xml|queryTables\/|model\/)/i,
  },
  { words: () => t('controls'), part: /(?:^|\/)(?:ctrlProps|activeX|embeddings)\//i },
  { words: () => t('conditional formatting'), elements: ['cfRule'] },
  { words: () => t('data validation'), elements: ['dataValidation'] },
  { words: () => t('hyperlinks'), elements: ['hyperlink'] },
  { words: () => t('some filters (filtered rows stay hidden)'), elements: ['autoFilter'] },
  { words: () => t('groups of rows or columns'), elements: ['outlineLevel'] },
  { words: () => t('print titles and print areas'), elements: ['printTitles'] },
  { words: () => t('several formats within one cell'), elements: ['rPr'] },
  { words: () => t('sheet protection'), elements: ['sheetProtection', 'protectedRange'] },
  { words: () => t('protection of the workbook’s structure'), elements: ['workbookProtection'] },
  { words: () => t('sensitivity labels'), part: /^docMetadata\/LabelInfo/i },
  { words: () => t('digital signatures'), part: /^_xmlsignatures\//i },
  { words: () => t('sparklines'), elements: ['sparkline'] },
  { words: () => t('custom views'), elements: ['customSheetView'] },
  { words: () => t('names of cell styles (their formats stay)'), elements: ['namedStyle'] },
];

const BY_ELEMENT: ReadonlyMap<string, Kind> = new Map(
  KINDS.flatMap((kind) => (kind.elements ?? []).map((element) => [element, kind])),
);
