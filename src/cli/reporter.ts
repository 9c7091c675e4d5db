import type { Writable } from 'node:stream';
import { Presets, SingleBar, type Options, type Params } from 'cli-progress';
import { visibleJson, visibleText } from '../engine/language/visible-text';
import { countText, countedText } from '../engine/language/speech';
import type { RowCounts } from './enrichment';
import type { BadRow } from './row-reader';
import type { ListPlace, RowLeftOut } from './table';

/** Takes the events of a run. */
export type Reporter = (event: RunEvent) => void;

/** Reports to programs: each event is a line of JSON. */
export function createJsonReporter(stream: Writable): Reporter {
  return (event) => void stream.write(`${visibleJson(JSON.stringify(event))}\n`);
}

/** Reports to people who read it later: a line from time to time. */
export function createLineReporter(stream: Writable, now: () => number): Reporter {
  let reportedAt = now();
  return (event) => {
    if (event.event === 'progress' && now() - reportedAt < LINE_MS) return;
    reportedAt = now();
    stream.write(`${visibleText(eventText(event) ?? '')}\n`);
  };
}

const LINE_MS = 10_000;

/** Reports to people who watch: a progress bar. */
export function createTerminalReporter(stream: Writable): Reporter {
  let bar: SingleBar | undefined;
  const stop = (): void => {
    bar?.stop();
    bar = undefined;
  };
  return (event) => {
    if (event.event !== 'progress') {
      if (event.event === 'end') bar?.update(event.rows, { spent: spentText(event) });
      stop();
      stream.write(`${visibleText(eventText(event) ?? '')}\n`);
      return;
    }
    if (bar === undefined) {
      const options = { stream: stream as NodeJS.WritableStream, hideCursor: true, format };
      bar = new SingleBar({ ...options, barsize: 24, gracefulExit: false }, Presets.shades_classic);
      bar.start(event.total, event.rows, { spent: spentText(event) });
    }
    bar.update(event.rows, { spent: spentText(event) });
  };
}

function format(
  { barsize = 24 }: Options,
  { progress, value, total }: Params,
  { spent }: { readonly spent: string },
): string {
  const filled = Math.round(progress * barsize);
  const bar = '█'.repeat(filled) + '░'.repeat(barsize - filled);
  return `${bar} ${countText(value)} of ${countText(total)} rows  ${spent}`;
}

/** What happens in a run, for people and for programs. */
export type RunEvent =
  | ({
      readonly event: 'file';
      readonly name: string;
      readonly found: readonly string[];
      /** The columns of the places, and what they contain. */
      readonly places: Readonly<Record<string, string>>;
      /** The first place as it is sent; undefined if no row has one. */
      readonly sends: string | undefined;
    } & ListPlace)
  | ({ readonly event: 'rows' } & RowsLeftOut)
  | ({ readonly event: 'plan'; readonly rows: number } & PlannedCalls)
  | ({ readonly event: 'progress'; readonly total: number } & Progress)
  | { readonly event: 'notice'; readonly message: string }
  | {
      readonly event: 'error';
      readonly message: string;
      readonly row: number | undefined;
      readonly column: number | undefined;
    }
  | ({ readonly event: 'end'; readonly output: string; readonly exitCode: number } & Progress);

/** The rows that a run will not ask for, known before its first call. */
export interface RowsLeftOut {
  readonly rows: number;
  readonly leavesOut: Readonly<Partial<Record<WhyLeftOut, number>>>;
  /** The first few row numbers of each kind, as the file counts them. */
  readonly rowNumbers: Readonly<Partial<Record<WhyLeftOut, readonly number[]>>>;
  /** How many hidden rows are asked for like the others. */
  readonly hidden: number;
}

export type WhyLeftOut = RowLeftOut | 'noPlace' | BadRow['what'];

export interface PlannedCalls {
  readonly calls: number;
  readonly values: number;
  /** Values that are known already. */
  readonly known: number;
  /** The price of all calls; undefined if the price of one was not given. */
  readonly price?: number;
}

export interface Progress extends RowCounts {
  readonly calls: number;
  /** Calls saved, compared with one call for every value. */
  readonly saved: number;
  readonly price?: number;
  readonly secondsLeft?: number;
}

/** Writes an event for people. */
function eventText(event: RunEvent): string | undefined {
  switch (event.event) {
    case 'file': {
      const places = Object.entries(event.places).map(([role, column]) => `${role} “${column}”`);
      const sends = event.sends === undefined ? '' : `; sends: ${event.sends}`;
      return `${event.name}: ${[...event.found, ...placeTexts(event), ...places].join(', ')}${sends}`;
    }
    case 'rows':
      return leftOutText(event);
    case 'plan':
      return planText(event);
    case 'progress':
      return `${countText(event.rows)} of ${countedText(event.total, 'row')}, ${spentText(event)}`;
    case 'notice':
    case 'error':
      return event.message;
    case 'end': {
      const { rows, done, failed, skipped } = event;
      const counts = `${countText(done)} done + ${countText(failed)} failed + ${countText(skipped)} skipped`;
      return `${event.output}: ${countedText(rows, 'row')} = ${counts}; ${spentText(event)}`;
    }
  }
}

function placeTexts({ sheet, range, headerRow, beside }: ListPlace): readonly string[] {
  const header =
    headerRow === 'none' ? 'no header' : `the header in row ${countText(headerRow ?? 1)}`;
  const where = range === undefined ? header : `${range} with ${header}`;
  return [
    ...(sheet === undefined ? [] : [`sheet “${sheet}”`]),
    ...(headerRow === undefined ? [] : [where]),
    ...(beside === undefined ? [] : [`without the list beside it, --range ${beside}`]),
  ];
}

/** Undefined if every row is asked for. */
export function leftOutText({ leavesOut, rowNumbers, hidden }: RowsLeftOut): string | undefined {
  const parts = LEFT_OUT.flatMap(([kind, noun]) => {
    const count = leavesOut[kind] ?? 0;
    if (count === 0) return [];
    const numbers = rowNumbers[kind] ?? [];
    const isNumbered = kind !== 'noPlace' && kind !== 'hidden' && numbers.length === count;
    const which = isNumbered ? ` (row ${numbers.map(countText).join(', ')})` : '';
    const [one, rest = ''] = noun;
    return [countedText(count, one) + rest + which];
  });
  const lines = [
    ...(parts.length === 0 ? [] : [`Leaves out ${parts.join(', ')}.`]),
    ...(hidden === 0
      ? []
      : [`Asks for ${countedText(hidden, 'hidden row')} too; --visible-only leaves them out.`]),
  ];
  return lines.length === 0 ? undefined : lines.join(' ');
}

/** What is counted, and what follows it. */
const LEFT_OUT = [
  ['hidden', ['hidden row']],
  ['total', ['total']],
  ['header', ['repeated header']],
  ['remark', ['remark']],
  ['shape', ['shape', ' other than a single point']],
  ['noPlace', ['row', ' without a place']],
  ['fault', ['row', ' with a place that can’t be used']],
  ['dateFault', ['row', ' with a date that can’t be used']],
  ['variableFault', ['row', ' with variables that can’t be used']],
] as const;

/** Says what a plan costs: `30 calls for 60 values (0 known already), about 15.00`. */
export function planText({ calls, values, known, price }: PlannedCalls): string {
  const what = `${countedText(calls, 'call')} for ${countedText(values, 'value')}`;
  return `${what} (${countText(known)} known already)${priceText(price)}`;
}

function spentText({ calls, saved, price, secondsLeft }: Progress): string {
  const left = secondsLeft === undefined ? '' : `, ${durationText(secondsLeft)} left`;
  return `${countedText(calls, 'call')} (${countText(saved)} saved)${priceText(price)}${left}`;
}

function priceText(price: number | undefined): string {
  return price === undefined ? '' : `, about ${price.toFixed(2)}`;
}

function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}
