import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord, parseJson } from '../engine/contract/json-checks';
import type { PlaceColumns } from '../engine/places/place-choice';
import type { Outcome } from '../engine/lookup';
import { defaultFolder, openAnswerFolder } from './answer-folder';
import type { CommandPorts } from './command-ports';
import { readWanted, refuseKnownTitles, reportOutages, wantedColumns } from './enrich-options';
import type { NamedPlace, RunOptions } from './enrich-options';
import { EXIT, type ExitCode, UsageError } from './exit-code';
import { codeOf, isOverBudget, textOf } from './outcome-text';
import { STATUS_COLUMN, ERROR_COLUMN } from './output-columns';
import { createLineReporter } from './reporter';
import { createRowReader, type Wanted } from './row-reader';
import { readConnection } from './service-connection';
import { openServiceEngine } from './service-engine';
import type { ServiceEngine, ServiceEngineOptions } from './service-engine';

interface PlaceOptions extends RunOptions, NamedPlace {
  readonly json?: boolean;
}

export interface ScoreOptions extends PlaceOptions {
  readonly date?: string;
  /** A JSON object, as text. */
  readonly variables?: string;
}

export interface LookupOptions extends PlaceOptions {
  readonly names?: string;
}

/**
 * Runs `locus score`, which prints the score that a row with these cells would get.
 *
 * @throws FileFault or UsageError
 */
export async function scorePlace(
  model: string,
  options: ScoreOptions,
  ports: CommandPorts,
): Promise<ExitCode> {
  const { variables } = options;
  if (variables !== undefined && !isRecord(parseJson(variables))) {
    throw new UsageError('Write the model’s own variables like {"floor_area": 850}.');
  }
  const own = variables === undefined ? {} : { variables: 'variables' };
  return answerPlace(readWanted({ model, date: 'date', ...own }), options, ports);
}

/**
 * Runs `locus lookup`, which prints attributes of one place.
 *
 * @throws FileFault or UsageError
 */
export async function lookupPlace(options: LookupOptions, ports: CommandPorts): Promise<ExitCode> {
  await refuseKnownTitles(options, ports);
  if (options.names === undefined) {
    throw new UsageError('Say what you want: --names w_pop_tt,p_retail_gc_np.');
  }
  return answerPlace(readWanted({ names: options.names }), options, ports);
}

async function answerPlace(
  wanted: Wanted,
  options: ScoreOptions,
  ports: CommandPorts,
): Promise<ExitCode> {
  const { lat, lng, address, pincode, date, variables, json } = options;
  const columns = ['lat', 'lng', 'address', 'pincode', 'date', 'variables'];
  const isScore = wanted.kind === 'score';
  const place: PlaceColumns =
    address === undefined && pincode === undefined
      ? { kind: 'coordinates', latitude: 0, longitude: 1 }
      : {
          kind: 'address',
          parts: [2],
          pincode: pincode === undefined ? undefined : 3,
          pincodeGoes: isScore ? 'end' : pincode === undefined ? 'within' : 'apart',
        };
  const reader = createRowReader({ columns, isText: true }, place, wanted, options.pincodes);
  const reading = reader([lat, lng, address, pincode, date, variables]);
  if (reading.kind === 'blank') {
    const where = isScore ? '--address' : '--address and --pincode';
    throw new UsageError(`Say where: --lat and --lng, or ${where}.`);
  }
  if (reading.kind === 'bad') throw new UsageError(reading.message);
  const names = wantedColumns(wanted);
  const once = { concurrency: 1, deadlineMs: DEADLINE_MS };
  return withOneOff(options, ports, once, async (service) => {
    reportOutages(service.engine.activity, createLineReporter(ports.messages, ports.clock.now));
    const outcomes = await Promise.all(reading.questions().map((one) => service.engine.ask(one)));
    if (outcomes.some((each) => codeOf(each) === 'cancelled')) ports.interrupted.throwIfAborted();
    const failures = outcomes.flatMap((outcome) =>
      outcome.kind === 'failed' || outcome.kind === 'refused'
        ? [textOf(outcome, isScore, service.isGateway, 'place')]
        : [],
    );
    const error = [...new Set(failures)].join(' ');
    if (json === true) {
      const values = Object.fromEntries(names.map((name, at) => [name, valueOf(outcomes[at])]));
      const status = { [STATUS_COLUMN]: error === '' ? 'done' : 'failed', [ERROR_COLUMN]: error };
      ports.output.write(`${JSON.stringify({ ...values, ...status })}\n`);
    } else {
      for (const [at, name] of names.entries()) {
        const value = valueOf(outcomes[at]);
        const label = names.length === 1 ? '' : `${name}\t`;
        if (value !== null) ports.output.write(`${label}${value}\n`);
        else if (outcomes[at]?.kind === 'missing') {
          const what = isScore ? 'The model has no score' : `There is no ${name}`;
          ports.messages.write(`${what} here.\n`);
        }
      }
      if (error !== '') ports.messages.write(`${error}\n`);
    }
    if (outcomes.some(isOverBudget)) return EXIT.overBudget;
    return outcomes.every(({ kind }) => kind === 'found') ? EXIT.done : EXIT.someFailed;
  });
}

/** Shorter than a run's deadline, because a person waits. */
const DEADLINE_MS = 45_000;

function valueOf(outcome: Outcome | undefined): number | null {
  return outcome?.kind === 'found' ? outcome.value : null;
}

/** Opens the service and the kept answers, and closes them at the end. */
export async function withOneOff<Result>(
  { cache, force, maxCalls, ...options }: RunOptions,
  { environment, clock, interrupted }: CommandPorts,
  engine: Pick<ServiceEngineOptions, 'concurrency' | 'deadlineMs'>,
  run: (service: ServiceEngine) => Promise<Result>,
): Promise<Result> {
  const connection = await readConnection(options, environment, undefined);
  const own = cache === false ? mkdtempSync(join(tmpdir(), 'locus-')) : undefined;
  const path = typeof cache === 'string' ? cache : defaultFolder(environment, process.platform);
  const folder = openAnswerFolder(own ?? path, () => clock.now());
  const alive = setInterval(() => {}, 1000);
  let service: ServiceEngine | undefined;
  try {
    service = await openServiceEngine({
      ...{ connection, folder, journal: undefined, clock, ...engine },
      maxCalls: maxCalls ?? Number.POSITIVE_INFINITY,
      asksUnknown: force === true,
    });
    const opened = service;
    interrupted.addEventListener('abort', () => opened.engine.cancelWaiting());
    return await run(opened);
  } finally {
    clearInterval(alive);
    await service?.close();
    await folder.close();
    if (own !== undefined) rmSync(own, { recursive: true, force: true });
  }
}
