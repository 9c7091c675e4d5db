import { isFormula } from './block-writing';
import type { CellExchange, CellsRead, NewContent } from './frozen-cells';
import type { CellContent } from './sheet';

/** Rows of an exchange that a host takes at once, counted from its first. */
export interface ExchangePart {
  readonly start: number;
  readonly count: number;
}

/** A host's hands on its cells. */
export interface ExchangeSteps<Now extends CellsRead> {
  /** The cells as they are at this moment; undefined ends the exchange. */
  read(part: ExchangePart): Promise<Now | undefined>;
  /** Null leaves a cell alone. */
  write(cells: readonly (readonly NewContent[])[], part: ExchangePart, now: Now): Promise<void>;
}

/**
 * Carries an exchange out, part by part. Each part is read again right before it is written: in
 * between nothing else is asked.
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
 * A formula that fills all of the cells is in the first part. It goes first, since whatever is
 * written among the cells that it fills is in its way; it comes last, when they have made room.
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

/** @param mayBeEmptied whether the formula that filled the cells may have taken them along. */
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

/** What it shows counts too: formulas that were filled down read alike in every row. */
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
