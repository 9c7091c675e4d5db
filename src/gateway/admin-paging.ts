import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'hono';
import { z } from 'zod';
import { AdminError, demand } from './admin-tools';
import { isBefore, type Listed } from './directory';
import { nameKey } from './name-rules';

export const PAGE = z.strictObject({
  search: z.string().max(200).optional(),
  after: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

const TOKEN_PAGE = z.strictObject({
  after: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(200),
});
const NO_SUCH_ID = new AdminError(400, 'after: nothing has this id.');

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The number of items on all pages. */
  readonly total: number;
  /** The `after` of the next page; null on the last one. */
  readonly next: string | null;
}

/**
 * Returns one page of a list, in the order of names: the items whose name contains the text
 * searched for, or whose ID it is.
 *
 * @param others further text of an item to search, such as the name of its team.
 */
export function pageOf<Item extends { readonly id: string; readonly name: string }>(
  list: readonly Listed<Item>[],
  query: Readonly<Record<string, string>>,
  others: (item: Item) => string = () => '',
): Page<Item> {
  const { search, after, limit } = demand(PAGE, query);
  const wanted = nameKey(search ?? '');
  const found = list.filter(
    ({ key, item }) =>
      key.includes(wanted) || item.id === search?.trim() || nameKey(others(item)).includes(wanted),
  );
  let from = 0;
  if (after !== undefined) {
    // An item that was renamed meanwhile, or no longer matches, still has its place in the order.
    const last = list.find(({ item }) => item.id === after);
    if (last === undefined) throw NO_SUCH_ID;
    const next = found.findIndex((each) => isBefore(last, each));
    from = next === -1 ? found.length : next;
  }
  const items = found.slice(from, from + limit).map(({ item }) => item);
  const isLast = from + limit >= found.length;
  return { items, total: found.length, next: isLast ? null : (items.at(-1)?.id ?? null) };
}

/** Returns one page of somebody's tokens, in the order in which they were made. */
export function tokenPage<Item extends { readonly id: string }>(
  tokens: readonly Item[],
  query: Readonly<Record<string, string>>,
): Pick<Page<Item>, 'items' | 'next'> {
  const { after, limit } = demand(TOKEN_PAGE, query);
  const last = after === undefined ? -1 : tokens.findIndex(({ id }) => id === after);
  if (after !== undefined && last === -1) throw NO_SUCH_ID;
  const items = tokens.slice(last + 1, last + 1 + limit);
  const isLast = last + 1 + limit >= tokens.length;
  return { items, next: isLast ? null : (items.at(-1)?.id ?? null) };
}

/** Whether a program wants the whole list, as it does without any parameter. */
export function isWhole(query: Readonly<Record<string, string>>): boolean {
  return Object.keys(query).length === 0;
}

/** Writes a reply with long lists. Their items were serialised in slices. */
export function jsonList(
  c: Context,
  facts: object,
  lists: Readonly<Record<string, readonly string[]>>,
): Response {
  const fields = Object.entries(lists).map(([name, items]) => `"${name}":[${items.join(',')}]`);
  const others = JSON.stringify(facts).slice(1, -1);
  const body = `{${[...(others === '' ? [] : [others]), ...fields].join(',')}}`;
  return c.body(body, 200, { 'content-type': 'application/json' });
}

/** Does long work in slices, because a report of 10,000 people must not hold up all answers. */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  work: (slice: readonly Item[]) => Promise<Result> | Result,
  turn: () => Promise<unknown> = nextTurn,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += MOST_AT_ONCE) {
    if (at > 0) await turn();
    results.push(await work(items.slice(at, at + MOST_AT_ONCE)));
  }
  return results;
}

/** Items in a slice. With all that is read and written for each, they take some milliseconds. */
export const MOST_AT_ONCE = 250;
