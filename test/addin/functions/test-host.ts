import type { createFormulas } from '../../../src/addin/functions/formulas';
import type { CellErrorKind } from '../../../src/engine/language/cell-messages';
import { createCellRegister } from '../../../src/addin/functions/problems';
import { createEngine } from '../../../src/engine/lookup';
import type { Source } from '../../../src/engine/lookup';
import { HandClock } from '../../engine/lookup/hand-clock';

/** What the functions need of a host. */
export type FunctionHost = Parameters<typeof createFormulas>[0];

/** This host's kind of cell error. */
export class TestCellError {
  constructor(
    readonly kind: CellErrorKind,
    readonly message: string,
  ) {}

  /** As formulas.json writes it. */
  get shown(): string {
    return `${this.kind === 'value' ? '#VALUE!' : '#N/A'} ${this.message}`;
  }
}

/** A service that answers as it is told, and fails where nothing is said. */
export function sourceOf(answers: Partial<Source>): Source {
  const none = () => Promise.reject(new Error('nobody asks for that'));
  return { scope: () => '', refusal: () => undefined, lookup: none, score: none, ...answers };
}

export interface TestHost {
  readonly host: FunctionHost;
  readonly clock: HandClock;
}

/** A host over the real engine, with a clock that tests drive by hand. */
export function createTestHost(source: Source, changes: Partial<FunctionHost> = {}): TestHost {
  const clock = new HandClock();
  const engine = createEngine({ source, clock, random: () => 0.5 });
  const host: FunctionHost = {
    engine,
    clock,
    problems: createCellRegister(),
    cellError: (kind, message) => new TestCellError(kind, message),
    modelId: (alias) => MODELS.get(alias),
    ...changes,
  };
  return { host, clock };
}

const MODELS: ReadonlyMap<string, string> = new Map([['Footfall', 'ff-2026']]);

/** What a cell shows, as formulas.json writes it. */
export function shownCell(cell: unknown): unknown {
  return cell instanceof TestCellError ? cell.shown : cell;
}

export function shownRows(rows: unknown[][]): unknown[][] {
  return rows.map((row) => row.map(shownCell));
}

/** Waits for a result while the clock goes on. */
export async function settled<T>(clock: HandClock, result: Promise<T>): Promise<T> {
  await clock.drain();
  return result;
}
