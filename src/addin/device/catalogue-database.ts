import type {
  CatalogueStore,
  DescribedName,
  KeptNames,
  OtherField,
  StoreTrouble,
} from '../../engine/catalogue/catalogue-store';
import type { Clock } from '../../engine/lookup';
import type { DeviceStorage } from '../spreadsheet/host';
import { objectOf, oneOf, wholeNumber } from './json-reader';
import { createStoredRecord, GENERATION, STORED_NAMES } from './stored-record';
import {
  DatabaseConnection,
  type Databases,
  type StoreLayout,
  type Transacted,
  type Transaction,
} from './database-connection';
import { isAttributeName } from '../../engine/contract/attribute-name';
import { jsonIn } from '../../engine/contract/json-checks';

export interface CatalogueDatabaseOptions {
  readonly databases: () => Databases;
  readonly clock: Pick<Clock, 'now' | 'elapsed' | 'schedule'>;
  /** Keeps how many names were imported, so that a loss is noticed. */
  readonly storage: DeviceStorage;
}

/** Creates the store of names on this device. It opens nothing before it is used. */
export function createCatalogueDatabase(options: CatalogueDatabaseOptions): CatalogueStore {
  const { clock } = options;
  const connection = new DatabaseConnection({
    ...options,
    name: 'locus-catalogue',
    deadlineMs: 5_000,
    retryMs: 30_000,
    version: 1,
    stores: STORES,
  });
  const tally = createStoredRecord<Tally, Tally & { readonly at: number }>(
    options.storage,
    STORED_NAMES.namesTally,
    tallyReader,
  );
  return {
    async read(account) {
      const result = await connection.transact('readonly', async (transaction) => ({
        ...(await readImported(transaction)),
        learned: splitNames((await readAccount(transaction, account))?.names),
      }));
      if (!result.isDone) return { imported: [], learned: [], trouble: result.trouble };
      const { imported, learned, isDamaged } = result.value;
      const isShort = imported.length < (tally.read()?.imported ?? 0);
      return { imported, learned, ...((isDamaged || isShort) && { trouble: 'damaged' }) };
    },
    async writeImported(change) {
      const result = await connection.transact('readwrite', async (transaction) => {
        const { imported, isDamaged } = await readImported(transaction);
        const names = change({ imported, ...(isDamaged && { trouble: 'damaged' }) });
        await writeImported(transaction, names);
        return names.length;
      });
      if (result.isDone) {
        // The time changes the text, so the other windows are notified even if the number is the
        // same.
        tally.write({ version: 1, imported: result.value, at: clock.now() });
        if (result.value === 0) tally.remove();
      }
      return troubleOf(result);
    },
    async addLearned(account, names) {
      const generation = generationOf(options.storage);
      return troubleOf(
        await connection.transact('readwrite', async (transaction) => {
          // Names seen before everything was forgotten must not come back.
          if (generationOf(options.storage) !== generation) return;
          await addLearned(transaction, { account, names, at: clock.now() });
        }),
      );
    },
    async forgetLearned() {
      return troubleOf(
        await connection.transact('readwrite', async (transaction) => {
          await transaction.request(transaction.store(LEARNED).clear());
        }),
      );
    },
    subscribe: (listener) => tally.subscribe(() => listener()),
  };
}

const IMPORTED = 'imported';
const LEARNED = 'learned';
const STORES: readonly StoreLayout[] = [
  { name: IMPORTED, keyPath: 'page' },
  { name: LEARNED, keyPath: 'account' },
];

interface Tally {
  readonly version: 1;
  readonly imported: number;
}

const tallyReader = objectOf<Tally>({
  version: oneOf(1),
  imported: wholeNumber(0, Number.MAX_SAFE_INTEGER),
});

/**
 * As many as `Scope` remembers. The account that has learnt nothing for longest is dropped first.
 */
const MAX_ACCOUNTS = 8;
/** The maximum number of learned names of one account, from all windows. */
const MAX_LEARNED = 20_000;

interface AccountRecord {
  readonly account: string;
  readonly names?: unknown;
  readonly at?: unknown;
}

/** One page in each request, so that no turn of the browser has to read them all. */
async function readImported(
  transaction: Transaction,
): Promise<Pick<KeptNames, 'imported'> & { readonly isDamaged: boolean }> {
  const store = transaction.store(IMPORTED);
  const imported: DescribedName[] = [];
  let isDamaged = false;
  for (const key of await transaction.request(store.getAllKeys())) {
    const record: unknown = await transaction.request<unknown>(store.get(key));
    const page = unpackNames((record as { readonly names?: unknown } | undefined)?.names);
    if (page === undefined || page.damaged > 0) isDamaged = true;
    for (const described of page?.names ?? []) imported.push(described);
  }
  return { imported, isDamaged };
}

async function writeImported(
  { store, request }: Transaction,
  names: readonly DescribedName[],
): Promise<void> {
  await request(store(IMPORTED).clear());
  for (let from = 0; from < names.length; from += NAMES_PER_PAGE) {
    const page = from / NAMES_PER_PAGE;
    const text = packNames(names.slice(from, from + NAMES_PER_PAGE));
    await request(store(IMPORTED).put({ page, names: text }));
  }
}

async function readAccount(
  { store, request }: Transaction,
  account: string,
): Promise<AccountRecord | undefined> {
  return request<AccountRecord | undefined>(store(LEARNED).get(account));
}

async function addLearned(
  transaction: Transaction,
  added: { readonly account: string; readonly names: readonly string[]; readonly at: number },
): Promise<void> {
  const { store, request } = transaction;
  const { account, at } = added;
  const kept = splitNames((await readAccount(transaction, account))?.names);
  const names = [...new Set([...kept, ...added.names])].slice(0, MAX_LEARNED);
  await request(store(LEARNED).put({ account, names: joinNames(names), at }));
  if ((await request(store(LEARNED).count())) <= MAX_ACCOUNTS) return;
  const records = await request<AccountRecord[]>(store(LEARNED).getAll());
  const byAge = records.sort((a, b) => Number(a.at) - Number(b.at));
  for (const old of byAge.slice(0, -MAX_ACCOUNTS)) {
    await request(store(LEARNED).delete(old.account));
  }
}

function troubleOf(result: Transacted<unknown>): StoreTrouble | undefined {
  return result.isDone ? undefined : result.trouble;
}

/** Undefined for storage that throws, against its promise. */
function generationOf(storage: DeviceStorage): string | undefined {
  try {
    return storage.read(GENERATION);
  } catch {
    return undefined;
  }
}

/** This many names are written and read in a few milliseconds. */
const NAMES_PER_PAGE = 1_000;

/** Names as one text, which is faster to write and read than a record each. */
function packNames(names: readonly DescribedName[]): string {
  return JSON.stringify(names.map(packed));
}

/** Undefined if the text is not a page. Entries that are not names are left out and counted. */
function unpackNames(
  text: unknown,
): { readonly names: readonly DescribedName[]; readonly damaged: number } | undefined {
  if (typeof text !== 'string') return undefined;
  const rows = jsonIn(text);
  if (!Array.isArray(rows)) return undefined;
  const names = rows.map(unpacked).filter((name) => name !== undefined);
  return { names, damaged: rows.length - names.length };
}

function joinNames(names: readonly string[]): string {
  return names.join(' ');
}

/** Empty for anything but a text. Entries that are not names are left out. */
function splitNames(text: unknown): readonly string[] {
  return typeof text === 'string' ? text.split(' ').filter(isAttributeName) : [];
}

/** Name, title, unit, description, then column and text of each other field. */
type PackedName = readonly (string | null)[];

function packed({ name, title, unit, description, others = [] }: DescribedName): PackedName {
  const fields = others.flatMap(({ column, text }) => [column, text]);
  return [name, title ?? null, unit ?? null, description ?? null, ...fields];
}

function unpacked(row: unknown): DescribedName | undefined {
  if (!Array.isArray(row) || !row.every(isFieldText)) return undefined;
  const [name, title, unit, description, ...fields] = row as PackedName;
  if (typeof name !== 'string' || !isAttributeName(name)) return undefined;
  const others: OtherField[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [column, text] = [fields[index], fields[index + 1]];
    if (typeof column === 'string' && typeof text === 'string') others.push({ column, text });
  }
  return {
    name,
    ...(isFilled(title) && { title }),
    ...(isFilled(unit) && { unit }),
    ...(isFilled(description) && { description }),
    ...(others.length > 0 && { others }),
  };
}

function isFieldText(field: unknown): boolean {
  return field === null || typeof field === 'string';
}

function isFilled(text: string | null | undefined): text is string {
  return typeof text === 'string' && text !== '';
}
