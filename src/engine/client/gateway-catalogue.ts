import { isAttributeName } from '../contract/attribute-name';
import type { CatalogueEntry, DescribedName, OtherField } from '../catalogue/catalogue-store';
import { isRecord, ownField, parseJson } from '../contract/json-checks';
import { CATALOGUE_PATH, modelIdFault } from '../contract/paths';
import { withAbort, readReplyBody, CAREFULLY } from './http-call';
import type { GatewayFinderPorts } from './gateway-finder';

/** What a gateway lists for everyone. */
export interface GatewayCatalogue {
  readonly names: readonly DescribedName[];
  readonly models: readonly ListedModel[];
  /** The ETag. If it is sent next time, the gateway can say that nothing has changed. */
  readonly tag: string | undefined;
}

export interface ListedModel {
  readonly id: string;
  readonly name: string;
  readonly note: string;
}

/**
 * Asks a gateway for its catalogue. Never rejects.
 *
 * @param known the gateway's previous catalogue. It is returned again if nothing has changed.
 */
export function askCatalogue(
  address: string,
  credential: string,
  { fetch, clock }: GatewayFinderPorts,
  known?: GatewayCatalogue,
): Promise<GatewayCatalogue | undefined> {
  const asked = async (signal: AbortSignal): Promise<GatewayCatalogue | undefined> => {
    try {
      const tag = known?.tag;
      const headers = {
        'x-api-key': credential,
        ...(tag === undefined ? {} : { 'if-none-match': tag }),
      };
      const response = await fetch(address + CATALOGUE_PATH, { ...CAREFULLY, headers, signal });
      if (response.status === 304) return known;
      if (!response.ok) return undefined;
      const json = parseJson((await readReplyBody(response)).text);
      // Half a list is none: with its tag, the gateway would not send the whole of it again.
      if (!isRecord(json)) return undefined;
      return { ...readCatalogue(json), tag: response.headers.get('etag') ?? undefined };
    } catch {
      return undefined;
    }
  };
  return withAbort(asked, { clock, timeoutMs: TIMEOUT_MS, otherwise: undefined });
}

/** Generous, because no cell waits for the catalogue. */
const TIMEOUT_MS = 20_000;

function readCatalogue(json: unknown): Omit<GatewayCatalogue, 'tag'> {
  return {
    names: listOf(json, 'names').flatMap(nameOf).slice(0, MOST_NAMES),
    models: listOf(json, 'models').flatMap(modelOf).slice(0, MOST_MODELS),
  };
}

function nameOf(json: unknown): readonly DescribedName[] {
  const name = ownField(json, 'name');
  if (typeof name !== 'string' || !isAttributeName(name)) return [];
  const fields: Partial<Record<DescriptionField, string>> = {};
  for (const field of DESCRIPTION_FIELDS) {
    const text = textOf(ownField(json, field));
    if (text !== '') fields[field] = text;
  }
  const others = listOf(json, 'others').flatMap((other): readonly OtherField[] => {
    const [column, text] = [textOf(ownField(other, 'column')), textOf(ownField(other, 'text'))];
    return column === '' || text === '' ? [] : [{ column, text }];
  });
  return [{ name, ...fields, ...(others.length > 0 && { others }) }];
}

function modelOf(json: unknown): readonly ListedModel[] {
  const [id, name] = [textOf(ownField(json, 'id')), textOf(ownField(json, 'name'))];
  if (modelIdFault(id) !== undefined || name === '') return [];
  return [{ id, name, note: textOf(ownField(json, 'note')) }];
}

function listOf(json: unknown, field: string): readonly unknown[] {
  const list = isRecord(json) ? ownField(json, field) : undefined;
  return Array.isArray(list) ? list : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : '';
}

type DescriptionField = Extract<keyof CatalogueEntry, 'title' | 'unit' | 'description'>;
const DESCRIPTION_FIELDS: readonly DescriptionField[] = ['title', 'unit', 'description'];
const MAX_TEXT = 5000;
const MOST_NAMES = 100_000;
const MOST_MODELS = 500;
