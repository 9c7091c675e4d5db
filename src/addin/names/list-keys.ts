/** Where a key takes a person in a list; undefined for a key that takes them nowhere. */
export function indexAfterKey(
  key: string,
  { index, count, page }: { readonly index: number; readonly count: number; readonly page: number },
): number | undefined {
  const next = MOVES[key]?.(index, page, count);
  return next === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, next));
}

const MOVES: Readonly<Record<string, (index: number, page: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index, page) => index + page,
  PageUp: (index, page) => index - page,
  Home: () => 0,
  End: (_index, _page, count) => count - 1,
};
