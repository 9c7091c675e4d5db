/** Gathers what a file holds and the workbench has no place for. */
export interface LeftOut {
  /** Told of each element that the reader of a sheet skips, and of those within, without prefix. */
  skip(element: string): void;
  /** For a person, each once: "macros". */
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
      ).map(({ words }) => words),
  };
}

interface Kind {
  readonly words: string;
  /** What the names of parts that hold it have in them. */
  readonly part?: RegExp;
  /**
   * What it is made of in a sheet's own part. Not what it stands in, which programs also write
   * with nothing inside.
   */
  readonly elements?: readonly string[];
}

const KINDS: readonly Kind[] = [
  { words: 'macros', part: /(?:^|\/)(?:vbaProject\.bin|macrosheets\/)/i },
  { words: 'charts and pictures', part: /(?:^|\/)(?:charts|chartsheets|drawings\/drawing|media)/i },
  { words: 'pivot tables', part: /(?:^|\/)pivotTables\//i },
  { words: 'table formatting', part: /(?:^|\/)tables\//i },
  { words: 'links to other workbooks', part: /(?:^|\/)externalLinks\//i },
  { words: 'data connections', part: /(?:^|\/)(?:connections\.xml|queryTables\/|model\/)/i },
  { words: 'controls', part: /(?:^|\/)(?:ctrlProps|activeX|embeddings)\//i },
  { words: 'conditional formatting', elements: ['cfRule'] },
  { words: 'data validation', elements: ['dataValidation'] },
  { words: 'hyperlinks', elements: ['hyperlink'] },
  { words: 'filters', elements: ['autoFilter'] },
  { words: 'sheet protection', elements: ['sheetProtection', 'protectedRange'] },
  { words: 'sparklines', elements: ['sparkline'] },
  {
    words: 'headers and footers',
    elements: ['odd', 'even', 'first'].flatMap((page) => [`${page}Header`, `${page}Footer`]),
  },
];

const BY_ELEMENT: ReadonlyMap<string, Kind> = new Map(
  KINDS.flatMap((kind) => (kind.elements ?? []).map((element) => [element, kind])),
);
