import { isFormula } from './block-writing';
import type { CellExchange, CellsRead, NewContent } from './frozen-cells';
import type { CellContent } from '../../engine/places/cell';

/** Rows of an exchange that a host handles at once, counted from the exchange's first row. */
export interface ExchangePart {
  readonly start: number;
  readonly count: number;
}

/** How a host reads and writes its cells. */
export interface ExchangeSteps<Now extends CellsRead> {
  /** The cells as they are now; undefined ends the exchange. */
  read(part: ExchangePart): Promise<Now | undefined>;
  /** Null leaves a cell alone. */
  write(cells: readonly (readonly NewContent[])[], part: ExchangePart, now: Now): Promise<void>;
}

/**
 * Carries out an exchange, part by part. Each part is read again right before it is written, with
 * no other request to the host in between.
 */
export async function exchangeInParts<Now extends CellsRead>(
  exchange: CellExchange,
  parts: readonly ExchangePart[],
  { read, write }: ExchangeSteps<Now>,
): Promise<void> {
  const [first, ...others] = exchange.isAllOrNone ? inWritingOrder(exchange, parts) : parts;
  if (first === undefined) return;
  if (exchange.isAllOrNone) {
    for (const part of others) {
      const now = await read(part);
      if (now === undefined || !isAsRead(exchange, part, now)) return;
    }
  }
  for (const part of [first, ...others]) {
    if (!isWanted(exchange, part)) continue;
    const now = await read(part);
    if (now === undefined) return;
    const isFirst = part === first;
    if (exchange.isAllOrNone && isFirst && !isAsRead(exchange, part, now)) return;
    await write(exchangedCells(exchange, part, now, exchange.isAllOrNone && !isFirst), part, now);
  }
}

/**
 * A formula that fills all of the cells is in the first part. It is taken out first, since anything
 * written to the cells that it fills would block it, and put in last, when they have made room.
 */
function inWritingOrder(
  { to }: CellExchange,
  parts: readonly ExchangePart[],
): readonly ExchangePart[] {
  return isFormula(to[0]?.[0]) ? [...parts].reverse() : parts;
}

function isWanted({ to }: CellExchange, { start, count }: ExchangePart): boolean {
  return to.slice(start, start + count).some((line) => line.some((content) => content !== null));
}

function isAsRead(exchange: CellExchange, { start }: ExchangePart, now: CellsRead): boolean {
  return now.inputs.every((line, row) =>
    line.every((_, column) => isCellAsRead(exchange, start, now, row, column)),
  );
}

/** @param mayBeEmptied whether taking out the formula may have emptied the cells it filled. */
function exchangedCells(
  exchange: CellExchange,
  { start, count }: ExchangePart,
  now: CellsRead,
  mayBeEmptied: boolean,
): NewContent[][] {
  return exchange.to.slice(start, start + count).map((line, row) =>
    line.map((content, column) => {
      const isEmptied = mayBeEmptied && now.inputs[row]?.[column] === '';
      return isEmptied || isCellAsRead(exchange, start, now, row, column) ? content : null;
    }),
  );
}

/** The shown value counts too: formulas that were filled down read alike in every row. */
function isCellAsRead(
  { from }: CellExchange,
  start: number,
  now: CellsRead,
  row: number,
  column: number,
): boolean {
  if (now.inputs[row]?.[column] !== from.inputs[start + row]?.[column]) return false;
  const shown = now.contents[row]?.[column];
  return isSameContent(shown, from.contents[start + row]?.[column]);
}

function isSameContent(one: CellContent | undefined, other: CellContent | undefined): boolean {
  if (typeof one !== 'object' || one === null) return one === other;
  return typeof other === 'object' && other?.error === one.error;
}
