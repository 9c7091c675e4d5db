import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { PlaceColumns } from '../engine/places/place-choice';
import type { Question } from '../engine/lookup';
import { textBytes } from '../engine/places/escaped-bytes';
import {
  createStreamDecoder,
  encodingOfStart,
  type StreamDecoder,
} from '../engine/places/text-encoding';
import type { CommandPorts } from './command-ports';
import {
  listOf,
  readWanted,
  refuseKnownTitles,
  reportOutages,
  wantedColumns,
  type NamedPlace,
  type RunOptions,
  type WantedOptions,
} from './enrich-options';
import { EXIT, type ExitCode } from './exit-code';
import {
  memberTexts,
  MOST_LINE,
  objectIn,
  plainPart,
  type MemberText,
} from '../engine/contract/json-text';
import { cellOf } from './json-cell';
import { codeOf, outcomeOf } from './outcome-text';
import { ERROR_COLUMN, STATUS_COLUMN } from './output-columns';
import { withOneOff } from './place-command';
import type { Reporter } from './reporter';
import { createRowReader, type RowReader, type Wanted } from './row-reader';
import { valueText } from './value-text';

export interface PipeOptions extends RunOptions, NamedPlace, WantedOptions {
  readonly concurrency: number;
}

/**
 * Runs `locus pipe`. For each line of JSON that comes in, one goes out, in the same order: the line
 * unchanged, with the values, `locus_status` and `locus_error` after its own fields. The command
 * ends only when its input does, and keeps a limited number of lines in memory.
 *
 * @throws FileFault or UsageError before the first line.
 */
export async function pipeLines(
  options: PipeOptions,
  ports: CommandPorts,
  report: Reporter,
): Promise<ExitCode> {
  await refuseKnownTitles(options, ports);
  const wanted = readWanted(options);
  const read = lineReader(options, wanted);
  const names = wantedColumns(wanted);
  const { output, interrupted } = ports;
  return withOneOff(options, ports, { concurrency: options.concurrency }, async (service) => {
    const stopReporting = reportOutages(service.engine.activity, report);
    let exitCode: ExitCode = EXIT.done;
    const fail = (code: ExitCode): void => {
      if (exitCode !== EXIT.overBudget) exitCode = code;
    };

    async function answered(line: string | undefined): Promise<string> {
      const reading = read(line);
      if (reading.kind === 'skipped') return withResult(reading.members, names, [], 'skipped', '');
      if (reading.kind === 'failed') {
        fail(EXIT.someFailed);
        return withResult(reading.members, names, [], 'failed', reading.message);
      }
      const { members, questions } = reading;
      const outcomes = await Promise.all(questions.map((one) => service.engine.ask(one)));
      if (outcomes.some((each) => codeOf(each) === 'cancelled')) interrupted.throwIfAborted();
      const outcome = outcomeOf(outcomes, questions, service.isGateway);
      const { values, error } = outcome;
      if (error !== '') fail(outcome.isOverBudget ? EXIT.overBudget : EXIT.someFailed);
      return withResult(members, names, values, error === '' ? 'done' : 'failed', error);
    }

    const lines = new OrderedLines(async (text) => {
      if (!output.write(textBytes(text))) await once(output, 'drain', { signal: interrupted });
    });
    try {
      for await (const line of linesOf(ports.input, interrupted)) {
        const result = answered(line);
        // The error is thrown when its turn comes.
        result.catch(() => undefined);
        await lines.add(result, line?.length ?? 0);
      }
      await lines.end();
      interrupted.throwIfAborted();
      return exitCode;
    } catch (error) {
      interrupted.throwIfAborted();
      throw error;
    } finally {
      stopReporting();
    }
  });
}

/** Writes lines in order, each as soon as it is ready, and keeps a limited number. */
class OrderedLines {
  private readonly waiting: { readonly line: Promise<string>; readonly length: number }[] = [];
  private bufferedLength = 0;
  private writing: Promise<void> | undefined;
  private wake = (): void => {};
  private failure: { readonly error: unknown } | undefined;

  constructor(private readonly write: (text: string) => Promise<void>) {}

  /** Resolves when the next line may come. */
  async add(line: Promise<string>, length: number): Promise<void> {
    this.waiting.push({ line, length });
    this.bufferedLength += length;
    this.writing ??= this.writeAll();
    while (this.isFull && this.failure === undefined) {
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    this.throwFailure();
  }

  async end(): Promise<void> {
    await this.writing;
    this.throwFailure();
  }

  private get isFull(): boolean {
    return this.waiting.length >= MOST_LINES || this.bufferedLength >= MOST_BUFFERED;
  }

  private async writeAll(): Promise<void> {
    try {
      for (let first = this.waiting[0]; first !== undefined; first = this.waiting[0]) {
        await this.write(await first.line);
        this.waiting.shift();
        this.bufferedLength -= first.length;
        this.wake();
      }
    } catch (error) {
      this.failure = { error };
    }
    this.writing = undefined;
    this.wake();
  }

  private throwFailure(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }
}

/** As many as two requests to a gateway, or some seconds of calls to a service. */
const MOST_LINES = 2_000;
/** In UTF-16 units. */
const MOST_BUFFERED = 16_000_000;

/** Yields lines without their ends, and undefined for one that is too long. Skips empty lines. */
async function* linesOf(
  input: Readable,
  interrupted: AbortSignal,
): AsyncGenerator<string | undefined> {
  let decoder: StreamDecoder | undefined;
  const stop = (): void => void input.destroy();
  interrupted.addEventListener('abort', stop, { once: true });
  let rest = '';
  let isTooLong = false;
  const take = (text: string): string[] => {
    const [first = '', ...others] = text.split('\n');
    rest += first;
    if (others.length === 0) {
      // A line that is refused is not kept.
      if (rest.length > MOST_LINE) [rest, isTooLong] = ['', true];
      return [];
    }
    const whole = [rest, ...others.slice(0, -1)];
    rest = others.at(-1) ?? '';
    return whole;
  };
  try {
    for await (const chunk of input) {
      const bytes = Buffer.from(chunk as Buffer | string);
      const isStart = decoder === undefined;
      decoder ??= createStreamDecoder(encodingOfStart(bytes));
      const text = decoder.decode(
        isStart ? bytes.subarray(encodingOfStart(bytes).markLength) : bytes,
        false,
      );
      for (const line of take(text)) {
        const object = plainPart(line);
        if (isTooLong || line.length > MOST_LINE) yield undefined;
        else if (object !== '') yield object;
        isTooLong = false;
      }
    }
    rest += decoder?.decode(new Uint8Array(0), true) ?? '';
    if (isTooLong) yield undefined;
    else if (plainPart(rest) !== '') yield plainPart(rest);
  } catch (error) {
    interrupted.throwIfAborted();
    throw error;
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
}

type LineReading = { readonly members: readonly MemberText[] } & (
  | { readonly kind: 'skipped' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ask'; readonly questions: readonly Question[] }
);

/** Reads a line like the row of a file with its fields. */
function lineReader(
  options: PipeOptions,
  wanted: Wanted,
): (line: string | undefined) => LineReading {
  const { lat = 'lat', lng = 'lng', address = 'address', pincode = 'pincode' } = options;
  const places = [lat, lng, address, pincode];
  const dates = options.date === undefined ? [] : [options.date];
  const columns = [...new Set([...places, ...dates, ...listOf(options.variables)])];
  const at = (name: string): number => columns.indexOf(name);
  const readerOf = (place: PlaceColumns): RowReader =>
    createRowReader({ columns }, place, wanted, options.pincodes);
  const [apart, within] =
    wanted.kind === 'score' ? (['end', 'end'] as const) : (['apart', 'within'] as const);
  const part = { kind: 'address', parts: [at(address)] } as const;
  const byCoordinates = readerOf({ kind: 'coordinates', latitude: at(lat), longitude: at(lng) });
  const byPincode = readerOf({ ...part, pincode: at(pincode), pincodeGoes: apart });
  const byAddress = readerOf({ ...part, pincode: undefined, pincodeGoes: within });
  return (line) => {
    if (line === undefined) return { kind: 'failed', members: [], message: TOO_LONG };
    if (objectIn(line) === undefined) return { kind: 'failed', members: [], message: NO_OBJECT };
    const members = memberTexts(line);
    // As JSON.parse() does, the last of several counts.
    const fields = new Map(members.map(({ name, value }) => [name, value]));
    const field = (name: string): unknown => {
      const value = fields.get(name);
      return value === undefined ? undefined : cellOf(value);
    };
    const isFilled = (name: string): boolean => valueText(field(name)).trim() !== '';
    const reader =
      isFilled(lat) || isFilled(lng) ? byCoordinates : isFilled(pincode) ? byPincode : byAddress;
    const reading = reader(columns.map(field));
    if (reading.kind === 'blank') return { kind: 'skipped', members };
    if (reading.kind === 'bad') return { kind: 'failed', members, message: reading.message };
    return { kind: 'ask', members, questions: reading.questions() };
  };
}

const NO_OBJECT = 'The line isn’t an object of JSON, such as {"lat":12.9352,"lng":77.6245}.';
const TOO_LONG = `The line is longer than ${MOST_LINE.toLocaleString('en')} characters.`;

/** Writes the line with the results after its fields, which stay as they were. */
function withResult(
  members: readonly MemberText[],
  names: readonly string[],
  values: readonly (number | null)[],
  status: string,
  error: string,
): string {
  const results: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])),
    [STATUS_COLUMN]: status,
    [ERROR_COLUMN]: error,
  };
  const kept = members.flatMap(({ name, text }) => (Object.hasOwn(results, name) ? [] : [text]));
  const own = Object.entries(results).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `{${[...kept, ...own].join(',')}}\n`;
}
