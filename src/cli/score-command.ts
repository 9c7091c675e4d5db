import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '../engine/contract/checked';
import { parseJson } from '../engine/contract/json-text';
import { modelIdFault } from '../engine/contract/model-id';
import { defaultFolder, openAnswerFolder } from './answer-folder';
import type { CommandPorts } from './command-ports';
import { EXIT } from './exit-code';
import type { ExitCode } from './exit-code';
import { codeOf, isOverBudget, textOf } from './outcome-text';
import { createRowReader } from './row-reader';
import { readConnection } from './service-connection';
import type { ConnectionOptions } from './service-connection';
import { openServiceEngine } from './service-engine';
import { UsageError } from './usage-error';

export interface ScoreOptions extends ConnectionOptions {
  readonly lat?: string;
  readonly lng?: string;
  readonly address?: string;
  readonly date?: string;
  /** JSON text. */
  readonly variables?: string;
  readonly cache?: string | boolean;
  readonly force?: boolean;
}

/**
 * `locus score`: prints the score that a file's row with these cells would get.
 *
 * @throws FileFault or UsageError
 */
export async function scorePlace(
  model: string,
  options: ScoreOptions,
  { environment, clock, output, messages, interrupted }: CommandPorts,
): Promise<ExitCode> {
  const { address, date, variables, cache } = options;
  if (variables !== undefined && !isRecord(parseJson(variables))) {
    throw new UsageError('Write the model’s own variables like {"floor_area": 850}.');
  }
  if (modelIdFault(model) !== undefined) throw new UsageError(`“${model}” isn’t a model’s ID.`);
  const columns = ['lat', 'lng', 'address', 'date', 'variables'];
  const place =
    address === undefined
      ? ({ kind: 'coordinates', latitude: 0, longitude: 1 } as const)
      : ({ kind: 'address', parts: [2], pincode: undefined, pincodeGoes: 'end' } as const);
  const reader = createRowReader({ columns, isText: true }, place, {
    ...{ kind: 'score', model, date: 'date' },
    variables: variables === undefined ? [] : ['variables'],
  });
  const reading = reader([options.lat, options.lng, address, date, variables]);
  if (reading.kind === 'blank') throw new UsageError('Say where: --lat and --lng, or --address.');
  if (reading.kind === 'bad') throw new UsageError(reading.message);
  const connection = await readConnection(options, environment, undefined);
  const own = cache === false ? mkdtempSync(join(tmpdir(), 'locus-')) : undefined;
  const path = typeof cache === 'string' ? cache : defaultFolder(environment, process.platform);
  const folder = openAnswerFolder(own ?? path, () => clock.now());
  const alive = setInterval(() => {}, 1000);
  let close: (() => Promise<unknown>) | undefined;
  try {
    const service = await openServiceEngine({
      ...{ connection, folder, journal: undefined, clock, concurrency: 1 },
      ...{ maxCalls: Number.POSITIVE_INFINITY, asksUnknown: options.force === true },
    });
    close = () => service.close();
    interrupted.addEventListener('abort', () => service.engine.cancelWaiting());
    const [question] = reading.questions();
    if (question === undefined) return EXIT.usage;
    const outcome = await service.engine.ask(question);
    if (codeOf(outcome) === 'cancelled') interrupted.throwIfAborted();
    if (outcome.kind === 'found') output.write(`${outcome.value}\n`);
    else if (outcome.kind === 'missing') messages.write('The model has no score here.\n');
    else messages.write(`${textOf(outcome, true, service.isGateway)}\n`);
    if (isOverBudget(outcome)) return EXIT.overBudget;
    return outcome.kind === 'found' ? EXIT.done : EXIT.someFailed;
  } finally {
    clearInterval(alive);
    await close?.();
    await folder.close();
    if (own !== undefined) rmSync(own, { recursive: true, force: true });
  }
}
