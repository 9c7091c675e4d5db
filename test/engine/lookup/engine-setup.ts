import { coordinatePlace, createEngine } from '../../../src/engine/lookup';
import type { AttributeQuestion, Engine, EngineOptions, Outcome } from '../../../src/engine/lookup';
import { HandClock } from './hand-clock';
import { RecordingSource } from './recording-source';

export interface Setup {
  readonly clock: HandClock;
  readonly source: RecordingSource;
  readonly engine: Engine;
}

/** An engine on a clock driven by hand, whose random numbers are always 0.5. */
export function setUp(options: Partial<EngineOptions> = {}, clock = new HandClock()): Setup {
  const source = new RecordingSource(clock);
  const engine = createEngine({ source, clock, random: () => 0.5, ...options });
  return { clock, source, engine };
}

/** The n-th place of a sheet, and one of its attributes. */
export function attribute(row: number, name: string): AttributeQuestion {
  return { kind: 'attribute', place: coordinatePlace(10 + row / 1000, 77), name };
}

export function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `name_${index}`);
}

/** The outcome of an asking, as a cell would show it. */
export function shown(outcome: Outcome): number | string {
  if (outcome.kind === 'found') return outcome.isStale ? `stale ${outcome.value}` : outcome.value;
  return outcome.kind === 'missing' ? 'no-value' : outcome.error.code;
}

/** The outcome of an asking; a cell that is still busy fails the test at once. */
export function outcomeOf(asked: Promise<Outcome>): Promise<Outcome> {
  return unlessBusy(asked);
}

/** What cells show at the end; a cell that is still busy fails the test at once. */
export async function ended(asked: readonly Promise<Outcome>[]): Promise<(number | string)[]> {
  return (await unlessBusy(Promise.all(asked))).map(shown);
}

function unlessBusy<T>(asked: Promise<T>): Promise<T> {
  const busy = new Promise<never>((_, reject) =>
    setImmediate(() => reject(new Error('A cell is still busy.'))),
  );
  return Promise.race([asked, busy]);
}
