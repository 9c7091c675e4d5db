import { t } from '../../language/speech';

/** Collects what a file holds but the workbench leaves out. */
export interface LeftOut {
  /** Called for each element that a sheet's reader skips, and for those inside, without prefix. */
  skip(element: string): void;
  /** For people to read, each once, such as "macros". */
  words(): string[];
}

export function createLeftOut(partNames: readonly string[]): LeftOut {
  const skipped = new Set<Kind>();
  return {
    skip(element) {
      const kind = BY_ELEMENT.get(element);
      if (kind !== undefined) skipped.add(kind);
    },
    words: () =>
      KINDS.filter(
        (kind) => skipped.has(kind) || partNames.some((name) => kind.part?.test(name)),
      ).map((kind) => kind.words()),
  };
}

interface Kind {
  words(): string;
  /** Matches the names of parts that hold it. */
  readonly part?: RegExp;
  /**
   * The elements that it consists of in a sheet's own part; not their container, which programs
   * also write empty.
   */
  readonly elements?: readonly string[];
}

const KINDS: readonly Kind[] = [
  { words: () => t('macros'), part: /(?:^|\/)(?:vbaProject\.bin|macrosheets\/)/i },
  {
    words: () => t('charts and pictures'),
    part: /(?:^|\/)(?:charts|chartsheets|drawings\/drawing|media)/i,
  },
  { words: () => t('pivot tables'), part: /(?:^|\/)pivotTables\//i },
  { words: () => t('table formatting'), part: /(?:^|\/)tables\//i },
  { words: () => t('links to other workbooks'), part: /(?:^|\/)externalLinks\//i },
  {
    words: () => t('data connections'),
    part: /(?:^|\/)(?:connections\.xml|queryTables\/|model\/)/i,
  },
  { words: () => t('controls'), part: /(?:^|\/)(?:ctrlProps|activeX|embeddings)\//i },
  { words: () => t('conditional formatting'), elements: ['cfRule'] },
  { words: () => t('data validation'), elements: ['dataValidation'] },
  { words: () => t('hyperlinks'), elements: ['hyperlink'] },
  { words: () => t('filters'), elements: ['autoFilter'] },
  { words: () => t('sheet protection'), elements: ['sheetProtection', 'protectedRange'] },
  { words: () => t('sparklines'), elements: ['sparkline'] },
  {
    words: () => t('headers and footers'),
    elements: ['odd', 'even', 'first'].flatMap((page) => [`${page}Header`, `${page}Footer`]),
  },
];

const BY_ELEMENT: ReadonlyMap<string, Kind> = new Map(
  KINDS.flatMap((kind) => (kind.elements ?? []).map((element) => [element, kind])),
);
