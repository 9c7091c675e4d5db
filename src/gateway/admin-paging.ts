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
  /** How many there are on all pages. */
  readonly total: number;
  /** Where the next page begins, as `after`; null on the last. */
  readonly next: string | null;
}

/**
 * One page of a list, in order of the names: those whose name holds the text searched for, or whose
 * id it is.
 *
 * @param others what else is searched for an item, such as the name of its team.
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
    // An item that was renamed meanwhile, or no longer matches, still has a place in the order.
    const last = list.find(({ item }) => item.id === after);
    if (last === undefined) throw NO_SUCH_ID;
    const next = found.findIndex((each) => isBefore(last, each));
    from = next === -1 ? found.length : next;
  }
  const items = found.slice(from, from + limit).map(({ item }) => item);
  const isLast = from + limit >= found.length;
  return { items, total: found.length, next: isLast ? null : (items.at(-1)?.id ?? null) };
}

/** One page of somebody's tokens, in the order in which they were made. */
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

/** Without any parameter, a list is whole: a program may want that. */
export function isWhole(query: Readonly<Record<string, string>>): boolean {
  return Object.keys(query).length === 0;
}

/** A reply with long lists, whose items have been serialised slice by slice. */
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

/** Does a long work slice by slice: a report of 10,000 people must not hold up all answers. */
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

/** Takes some milliseconds, with all that is read and written for each. */
export const MOST_AT_ONCE = 250;
