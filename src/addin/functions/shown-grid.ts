import type { Element } from './elements';
import type { Fault } from '../../engine/language/cell-fault';
import { refused } from '../../engine/places/fault';
import type { CellError } from '../spreadsheet/host';
import type { CellErrorKind } from '../../engine/language/cell-messages';
import type { Size } from './grid';
import type { Problem } from './problems';
import type { CellReport } from './reports';
import type { StaleValue } from './stale-values';

/** What a host accepts as a cell: never null, NaN or undefined. */
export type Shown = number | string | CellError;

export type MakeCellError = (kind: CellErrorKind, message: string) => CellError;

/** What a formula shows as its answers arrive, and what to report about it. */
export class ShownGrid {
  private readonly rows: Shown[][];
  private readonly columns: number;
  private stale: StaleValue | undefined;
  /** Created with the first error: most formulas have none. */
  private faults: Faults | undefined;

  constructor(
    private readonly cellError: MakeCellError,
    { rows, columns }: Size,
  ) {
    this.rows = new Array<Shown[]>(rows);
    this.columns = columns;
  }

  show(position: number, shown: Element | number): void {
    const { columns, rows } = this;
    const row = (rows[Math.floor(position / columns)] ??= new Array<Shown>(columns).fill(''));
    row[position % columns] = this.shownCell(shown);
  }

  /** One of the values is stale: the service gave it at this time, in epoch milliseconds. */
  isStale(at: number): void {
    const { count = 0, oldestAt = at } = this.stale ?? {};
    this.stale = { count: count + 1, oldestAt: Math.min(oldestAt, at) };
  }

  /**
   * The rows, or one error where they are longer than that as JSON: the error that all of them
   * show, if it is one. A hundred of the longest texts are never too long.
   */
  within(longest: number): Shown[][] {
    const { rows, columns } = this;
    const isShort = longest === Infinity || rows.length * columns < 100;
    if (isShort || JSON.stringify(rows).length <= longest) return rows;
    const [shown = '', other] = new Set(rows.flat());
    return [[other === undefined ? shown : this.shownCell(TOO_LONG)]];
  }

  told(): CellReport {
    return { problems: this.faults?.problems() ?? NO_PROBLEMS, stale: this.stale };
  }

  private shownCell(shown: Element | number): Shown {
    if (typeof shown === 'number') return shown;
    switch (shown.kind) {
      case 'text':
        return shown.text;
      case 'fault':
        return (this.faults ??= new Faults(this.cellError)).errorOf(shown.fault);
      default:
        return '';
    }
  }
}

export const TOO_LONG = refused(
  'The result is too large for Excel on the web',
  'use fewer rows or names in one formula',
);

const NO_PROBLEMS: readonly Problem[] = [];

/** The errors of one formula, and how often each code occurs. */
class Faults {
  private readonly counts = new Map<string, { fault: Fault; count: number }>();
  private readonly errors = new Map<string, CellError>();

  constructor(private readonly cellError: MakeCellError) {}

  errorOf(fault: Fault): CellError {
    const counted = this.counts.get(fault.code);
    if (counted === undefined) this.counts.set(fault.code, { fault, count: 1 });
    else counted.count += 1;
    // Equal faults in a column share one object.
    const key = `${fault.kind} ${fault.message}`;
    const error = this.errors.get(key) ?? this.cellError(fault.kind, fault.message);
    this.errors.set(key, error);
    return error;
  }

  problems(): readonly Problem[] {
    return [...this.counts.values()].map(({ fault: { code, message }, count }) => ({
      code,
      message,
      count,
    }));
  }
}
