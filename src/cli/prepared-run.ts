import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LearningNames } from '../engine/catalogue/known-names';
import { exactQuotation } from '../engine/language/quotation';
import type { PlaceColumns } from '../engine/places/place-choice';
import { columnsOf } from '../engine/places/place-row';
import { defaultFolder, openAnswerFolder, type AnswerFolder } from './answer-folder';
import { type CommandPorts, askSecret, hasPerson } from './command-ports';
import {
  allNamedColumns,
  namedColumns,
  namedEncoding,
  readWanted,
  refuseKnownTitles,
  scoreOrigin,
  wantedColumns,
  type EnrichOptions,
} from './enrich-options';
import { STANDARD } from './input-file';
import { openJournal, readJournal } from './journal';
import { readListChoice } from './list-choice';
import { openKnownNames } from './name-file';
import { STATUS_COLUMN, planOutput, type OutputColumns } from './output-columns';
import { findPlaceColumns } from './place-columns';
import { Rejections } from './key-set';
import type { Reporter } from './reporter';
import { createRowReader, type RowReader } from './row-reader';
import { openRunFolder, type RunFolder } from './output-file';
import { readConnection } from './service-connection';
import { openServiceEngine, type ServiceEngine } from './service-engine';
import { FileFault } from './table';
import { formatOf, openTable, type OpenTable } from './table-files';
import { attempt, UsageError } from './exit-code';
import { Readable } from 'node:stream';

/** Everything that a run needs, already opened. */
export interface PreparedRun {
  readonly table: OpenTable;
  readonly reader: RowReader;
  readonly columns: OutputColumns;
  readonly service: ServiceEngine;
  readonly names: LearningNames;
  readonly place: PlaceColumns;
  /** Undefined for a plan, and for an output that is not a file. */
  readonly folder: RunFolder | undefined;
}

export interface RunSetting {
  readonly options: EnrichOptions;
  readonly ports: CommandPorts;
  readonly report: Reporter;
  /** Ends the run with an error. */
  readonly halt: (error: Error) => void;
  /** Registers a function for the end of the run. The last one registered runs first. */
  readonly onClose: (close: () => unknown) => void;
}

/**
 * Opens everything that a run needs.
 *
 * @param output undefined for a plan, which writes nothing.
 * @throws FileFault or UsageError
 */
export async function prepareRun(
  path: string,
  output: string | undefined,
  { options, ports, report, halt, onClose }: RunSetting,
): Promise<PreparedRun> {
  await refuseKnownTitles(options, ports);
  const wanted = readWanted(options);
  const mayAsk = path !== STANDARD && hasPerson(ports);
  const connection = await readConnection(
    options,
    ports.environment,
    mayAsk ? () => askSecret('Key: ', ports) : undefined,
  );
  const choice = readListChoice(options, allNamedColumns(options));
  const table = await openTable(path, ports.input, choice, namedEncoding(options));
  onClose(() => table.close());
  const needsPincode = wanted.kind === 'attributes';
  const found = await findPlaceColumns(
    table,
    namedColumns(options),
    needsPincode,
    options.pincodes,
  );
  const { place, ...wording } = found;
  const reader = createRowReader(table, place, wanted, options.pincodes);
  const read = columnsOf(place).map((column) => table.columns[column] ?? '');
  const both = wantedColumns(wanted).find((name) => read.includes(name));
  if (both !== undefined) {
    throw new UsageError(`“${both}” is a column of the file’s places. Rename it first.`);
  }
  const columns = planOutput(table.columns, wantedColumns(wanted), scoreOrigin(wanted, table));
  const { place: listPlace } = table;
  const { names: places, sends } = wording;
  report({ event: 'file', name: path, found: table.found, ...listPlace, places, sends });
  if (wording.notice !== undefined) report({ event: 'notice', message: wording.notice });
  if (output !== undefined) await checkReplaced(output, options.force === true);
  const folder = output === undefined ? undefined : await openRunFolder(output);
  let hasClaims = false;
  onClose(() => folder?.release(hasClaims));
  // An unknown format is refused before anything is asked.
  if (output !== undefined && folder !== undefined && formatOf(output) !== 'geojson') {
    const { others = [] } = table.collection ?? {};
    const lost = others.map((name) => `“${exactQuotation(name, 40)}”`).join(', ');
    const message = `Only .geojson keeps what stands beside the features’ properties: ${lost}.`;
    if (others.length > 0) report({ event: 'notice', message });
  }
  const { clock } = ports;
  const answers = openAnswers({ options, ports, report, halt, onClose }, folder);
  onClose(async () => {
    hasClaims = (await answers.close()) && answers.path === folder?.answers;
  });
  const journal = folder && openJournal(folder.journal, halt);
  onClose(() => journal?.close());
  const rejections = new Rejections();
  if (folder !== undefined) {
    for await (const entries of readJournal(folder.journal, rejections))
      await answers.answers.write(entries);
  }
  const names = openKnownNames(answers.path, clock);
  onClose(() => names.flush());
  const service = await openServiceEngine({
    connection,
    folder: answers,
    journal,
    rejections,
    clock,
    maxCalls: options.maxCalls ?? Number.POSITIVE_INFINITY,
    concurrency: options.concurrency,
    asksUnknown: options.force === true,
    names,
  });
  onClose(() => service.close());
  return { table, reader, columns, service, folder, names, place };
}

/** If the default folder cannot be used, answers are kept for this run only. */
function openAnswers(
  { options: { cache }, ports, report, onClose }: RunSetting,
  folder: RunFolder | undefined,
): AnswerFolder {
  const now = (): number => ports.clock.now();
  if (typeof cache === 'string') return openAnswerFolder(cache, now);
  if (cache !== false) {
    try {
      return openAnswerFolder(defaultFolder(ports.environment, process.platform), now);
    } catch (error) {
      const why = error instanceof FileFault ? error.message : '';
      report({ event: 'notice', message: `${why} Answers are kept for this run alone.` });
    }
  }
  if (folder !== undefined) return openAnswerFolder(folder.answers, now);
  const own = mkdtempSync(join(tmpdir(), 'locus-'));
  onClose(() => rmSync(own, { recursive: true, force: true }));
  return openAnswerFolder(own, now);
}

/**
 * Replaces only an output of Locus, unless a person has allowed more.
 *
 * @throws UsageError
 */
async function checkReplaced(output: string, isForced: boolean): Promise<void> {
  if (isForced || output === STANDARD) return;
  const stats = attempt('write', output, () => statSync(output, { throwIfNoEntry: false }));
  if (stats === undefined || !stats.isFile() || stats.size === 0) return;
  if (await isOurs(output)) return;
  throw new UsageError(
    `${output} is there already, and Locus wasn’t the last to write it. Use --force to replace it.`,
  );
}

async function isOurs(path: string): Promise<boolean> {
  try {
    const table = await openTable(path, Readable.from([]));
    await table.close();
    return table.columns.includes(STATUS_COLUMN) && table.isShared !== true;
  } catch {
    return false;
  }
}
