/** What parts of these names hold, and the workbench has no place for. */
const KINDS: readonly { readonly words: string; readonly part: RegExp }[] = [
  { words: 'macros', part: /(?:^|\/)(?:vbaProject\.bin|macrosheets\/)/i },
  { words: 'charts and pictures', part: /(?:^|\/)(?:charts|chartsheets|drawings\/drawing|media)/i },
  { words: 'pivot tables', part: /(?:^|\/)pivotTables\//i },
  { words: 'table formats', part: /(?:^|\/)tables\//i },
  { words: 'links to other workbooks', part: /(?:^|\/)externalLinks\//i },
  { words: 'data connections', part: /(?:^|\/)(?:connections\.xml|queryTables\/|model\/)/i },
  { words: 'controls', part: /(?:^|\/)(?:ctrlProps|activeX|embeddings)\//i },
];

export function leftOutOf(partNames: readonly string[]): string[] {
  return KINDS.filter(({ part }) => partNames.some((name) => part.test(name))).map(
    ({ words }) => words,
  );
}
