import type { Activity } from '../engine/lookup';
import { defaultFolder } from './answer-folder';
import type { CommandPorts } from './command-ports';
import { openKnownNames } from './name-file';
import type { Reporter } from './reporter';
import type { TitleIndex } from '../engine/catalogue/title-index';
import { isAttributeName } from '../engine/contract/attribute-name';
import { readPastedNames, splitNames } from '../engine/places/pasted-names';
import { modelIdFault } from '../engine/contract/paths';
import { encodingNamed, type TextEncoding } from '../engine/places/text-encoding';
import type { PincodeRule } from '../engine/places/pincode';
import { SCORE_COLUMN } from './output-columns';
import { columnOf, type NamedColumns } from './named-columns';
import { variableColumns, type Wanted } from './row-reader';
import type { ListOptions } from './list-choice';
import type { ConnectionOptions } from './service-connection';
import type { Table } from './table';
import { UsageError } from './exit-code';

/** The options of every command that may make calls. */
export interface RunOptions extends ConnectionOptions {
  /** The path of the folder; false for none. */
  readonly cache?: string | boolean;
  readonly force?: boolean;
  readonly maxCalls?: number;
}

/** The parts of a place, or the columns or fields that contain them. */
export interface NamedPlace {
  readonly lat?: string;
  readonly lng?: string;
  readonly address?: string;
  readonly pincode?: string;
  readonly pincodes?: PincodeRule;
}

export interface WantedOptions {
  readonly names?: string;
  readonly model?: string;
  readonly date?: string;
  readonly variables?: string;
}

/** The options as given on the command line. */
export interface EnrichOptions extends RunOptions, NamedPlace, WantedOptions, ListOptions {
  readonly output?: string;
  readonly pair?: string;
  /** The encoding of a text file, as a person names it. */
  readonly encoding?: string;
  readonly plan?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly concurrency: number;
  /** The price of one call. */
  readonly price?: number;
}

/**
 * Reads what is wanted.
 *
 * @throws UsageError
 */
export function readWanted({ names, model, date, variables }: WantedOptions): Wanted {
  if ((names === undefined) === (model === undefined)) {
    throw new UsageError(
      'Say what you want: --names a,b,c for attributes, or --model ID for scores.',
    );
  }
  if (model !== undefined) {
    if (modelIdFault(model) !== undefined) throw new UsageError(`“${model}” isn’t a model’s ID.`);
    return { kind: 'score', model, date, variables: listOf(variables) };
  }
  if (date !== undefined || variables !== undefined) {
    throw new UsageError('--date and --variables go with --model.');
  }
  const { names: list, invalid } = readPastedNames(names ?? '');
  const [wrong] = invalid;
  if (wrong !== undefined) {
    throw new UsageError(
      `“${wrong}” isn’t a name. Names have only a-z, 0-9 and _, separated by commas.`,
    );
  }
  if (list.length === 0)
    throw new UsageError('There are no names. Write --names w_pop_tt,p_retail_gc_np.');
  return { kind: 'attributes', names: list };
}

/**
 * Refuses titles of attributes that are known on this computer.
 *
 * @throws UsageError
 */
export async function refuseKnownTitles(
  options: Pick<EnrichOptions, 'cache' | 'names'>,
  { environment, clock }: CommandPorts,
): Promise<void> {
  const { cache, names } = options;
  if (names === undefined) return;
  const folder = typeof cache === 'string' ? cache : defaultFolder(environment, process.platform);
  const titles = await openKnownNames(folder, clock).titles();
  if (titles !== undefined) refuseTitles(options, titles);
}

/**
 * People see titles, but calls need names, and a wrong guess would cost money.
 *
 * @throws UsageError if `--names` has the title of a known attribute, or nearly one.
 */
function refuseTitles({ names = '' }: Pick<EnrichOptions, 'names'>, titles: TitleIndex): void {
  const [whole] = titles.named(names);
  for (const part of whole === undefined ? splitNames(names) : [names]) {
    if (titles.isName(part)) continue;
    const meant = titles.named(part);
    const nearly = isAttributeName(part.toLowerCase()) ? [] : titles.nearly(part);
    const [name] = [...meant, ...nearly];
    if (name === undefined) continue;
    throw new UsageError(
      meant.length > 0
        ? `“${part}” is the title of ${meant.join(' and of ')}. Write the name: --names ${name}.`
        : `“${part}” isn’t a name. Did you mean ${name}?`,
    );
  }
}

/**
 * Returns the encoding that a person names; undefined if they name none.
 *
 * @throws UsageError
 */
export function namedEncoding({ encoding }: EnrichOptions): TextEncoding | undefined {
  if (encoding === undefined) return undefined;
  try {
    return encodingNamed(encoding);
  } catch {
    throw new UsageError(
      `“${encoding}” isn’t an encoding. Write utf-8, windows-1252 or shift_jis.`,
    );
  }
}

export function namedColumns({ lat, lng, pair, address, pincode }: EnrichOptions): NamedColumns {
  return {
    ...(lat !== undefined && { latitude: lat }),
    ...(lng !== undefined && { longitude: lng }),
    ...(pair !== undefined && { pair }),
    ...(address !== undefined && { address }),
    ...(pincode !== undefined && { pincode }),
  };
}

/** Returns every column that the command names, by name or number. */
export function allNamedColumns(options: EnrichOptions): readonly string[] {
  const { date, variables } = options;
  const others = [...(date === undefined ? [] : [date]), ...listOf(variables)];
  return [...Object.values(namedColumns(options)), ...others];
}

/** Returns the names of the columns for the values. */
export function wantedColumns(wanted: Wanted): readonly string[] {
  return wanted.kind === 'attributes' ? wanted.names : [SCORE_COLUMN];
}

/**
 * Returns what a run's scores depend on, as its rows record it: the model, the date and the
 * variables.
 */
export function scoreOrigin(
  wanted: Wanted,
  table: Pick<Table, 'columns' | 'place'>,
): string | undefined {
  if (wanted.kind === 'attributes') return undefined;
  const { model, date } = wanted;
  const { columns } = table;
  const dated = date === undefined ? [] : [`date: ${columns[columnOf(columns, date)] ?? ''}`];
  const variables = variableColumns(table, wanted.variables).map(([name]) => name);
  const own = variables.length === 0 ? [] : [`variables: ${variables.sort().join(', ')}`];
  return [model, ...dated, ...own].join('; ');
}

/** Splits a list at its commas, and leaves out empty parts. */
export function listOf(text = ''): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

/** Says why nothing moves, and when it does again. Returns a function that stops it. */
export function reportOutages(activity: Activity, report: Reporter): () => void {
  let isReported = false;
  return activity.subscribe(({ isUnreachable, failingStatus }) => {
    if (isUnreachable === isReported) return;
    isReported = isUnreachable;
    const what =
      failingStatus === undefined
        ? 'The service can’t be reached.'
        : `The service isn’t working (status ${failingStatus}).`;
    const message = isUnreachable
      ? `${what} Trying again every few seconds; nothing is lost.`
      : 'The service works again.';
    report({ event: 'notice', message });
  });
}
