import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCatalogue } from '../engine/catalogue/catalogue';
import type {
  CatalogueStore,
  DescribedName,
  StoreTrouble,
} from '../engine/catalogue/catalogue-store';
import { createKnownNames, type LearningNames } from '../engine/catalogue/known-names';
import { ownField, parseJson } from '../engine/contract/json-checks';
import type { Clock } from '../engine/lookup';

/** The names known on this computer: the contract's, imported ones, and those seen in replies. */
export function openKnownNames(folder: string, clock: Clock): LearningNames {
  const store = createNameFile(join(folder, 'names.json'));
  return createKnownNames({
    clock,
    open: () => Promise.resolve(createCatalogue({ clock, store })),
  });
}

interface KeptFile {
  readonly imported: readonly DescribedName[];
  readonly learned: Readonly<Record<string, readonly string[]>>;
}

/** Keeps names in a JSON file. Reading with an empty account returns the names of all accounts. */
function createNameFile(path: string): CatalogueStore {
  const read = (): KeptFile => {
    try {
      const json = parseJson(readFileSync(path, 'utf8'));
      return {
        imported: (ownField(json, 'imported') ?? []) as KeptFile['imported'],
        learned: (ownField(json, 'learned') ?? {}) as KeptFile['learned'],
      };
    } catch {
      return { imported: [], learned: {} };
    }
  };
  const write = (file: KeptFile): Promise<StoreTrouble | undefined> => {
    try {
      writeFileSync(`${path}.new`, JSON.stringify(file), { mode: 0o600 });
      renameSync(`${path}.new`, path);
      return Promise.resolve(undefined);
    } catch {
      return Promise.resolve('full');
    }
  };
  return {
    read(account) {
      const { imported, learned } = read();
      const names = account === '' ? Object.values(learned).flat() : (learned[account] ?? []);
      return Promise.resolve({ imported, learned: [...new Set(names)] });
    },
    writeImported(change) {
      const file = read();
      return write({ ...file, imported: change({ imported: file.imported }) });
    },
    addLearned(account, names) {
      const file = read();
      const all = [...new Set([...(file.learned[account] ?? []), ...names])];
      return write({ ...file, learned: { ...file.learned, [account]: all } });
    },
    forgetLearned: () => write({ ...read(), learned: {} }),
    subscribe: () => {},
  };
}
