import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { open, type RootDatabase } from 'lmdb';
import { createConcealment, readSecret, SECRET_FILE } from '../../node/concealment';
import { holdFolder } from '../../node/folder-lock';
import { LmdbAnswers } from '../../node/lmdb-answers';
import { LmdbScoreClaims } from '../../node/lmdb-score-claims';
import { watchWrites } from './durable-writes';
import { demandWhole } from './lmdb-file';
import { LmdbLedger } from './lmdb-ledger';
import { LmdbMark } from './store-mark';
import {
  createExclusion,
  readAuditId,
  type AuditEntry,
  type SharedState,
  type StoreOptions,
} from './shared-state';

export interface LmdbStateOptions extends StoreOptions {
  /** Created if it is missing, for this user alone. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Keeps everything in one folder, for one process. It may be killed at any moment: the calls that
 * it had reserved are then booked, and the scores that it was asking are of unknown outcome.
 */
export async function openLmdbState(options: LmdbStateOptions): Promise<SharedState> {
  const { folder, now } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = await holdFolder(folder, options.patienceMs);
  if (existsSync(join(folder, DATA_FILE)) && !existsSync(join(folder, SECRET_FILE))) {
    release();
    throw new Error(
      `${SECRET_FILE} is missing in ${folder}: without it every answer would be bought again. ` +
        `Put it back from the backup that ${DATA_FILE} came from.`,
    );
  }
  try {
    demandWhole(join(folder, DATA_FILE));
  } catch (error) {
    release();
    throw error;
  }
  const root: RootDatabase = open({ path: join(folder, DATA_FILE), maxDbs: 16 });
  // The folder may have been made before, for more users than this one.
  for (const file of [DATA_FILE, `${DATA_FILE}-lock`]) chmodSync(join(folder, file), 0o600);
  const conceal = createConcealment(readSecret(folder));
  const records = root.openDB<object, [string, string]>({ name: 'records' });
  const trail = root.openDB<AuditEntry, [number, number]>({ name: 'audit' });
  const facts = root.openDB<string, string>({ name: 'facts' });
  const check = conceal('secret');
  if ((facts.get('secret') ?? check) !== check) {
    await root.close();
    release();
    throw new Error(
      `${SECRET_FILE} in ${folder} is not the one that ${DATA_FILE} was written with: put that back.`,
    );
  }
  // A full disk is read all the same.
  if (facts.get('secret') === undefined) await facts.put('secret', check);
  const mark = await LmdbMark.open(root, folder, options.onForgot);
  const ledger = new LmdbLedger(root, now, mark, options.onShareSpent, options.calendar);
  const claims = new LmdbScoreClaims(root, conceal, now);
  const answers = new LmdbAnswers(root, conceal);
  const recover = async (): Promise<void> => {
    await ledger.recover();
    await claims.recover();
  };
  const writes = await watchWrites(root, recover, options.onChange ?? (() => {}));
  return {
    ledger,
    claims,
    answers,
    get isDown() {
      return writes.isDown;
    },
    get hasForgotten() {
      return mark.hasForgotten;
    },
    confirm: async () => {
      await ledger.countTodayAsSpent();
      await claims.recover();
      await root.transaction(() => mark.confirm());
      await root.flushed;
    },
    now,
    // No other process uses the folder, but this one's requests come together, too.
    exclusively: createExclusion(),
    records: {
      load: async (kind) =>
        [...records.getRange({ start: [kind, ''], end: [kind, '\uffff'] })].map(
          ({ value }) => value,
        ),
      slices: async function* (kind) {
        let after = '';
        for (;;) {
          const range = { start: [kind, after], end: [kind, '\uffff'] };
          const slice = [
            ...records.getRange({ ...range, exclusiveStart: after !== '', limit: SLICE }),
          ];
          if (slice.length > 0) yield slice.map(({ value }) => value);
          const last = slice.at(-1);
          if (last === undefined || slice.length < SLICE) return;
          [, after] = last.key;
          await nextTurn();
        }
      },
      read: async (kind, id) => records.get([kind, id]),
      put: (kind, id, record) =>
        root.transaction(() => {
          void records.put([kind, id], record);
          mark.rise();
        }),
      remove: (kind, ids) =>
        root.transaction(() => {
          for (const id of ids) void records.remove([kind, id]);
        }),
    },
    audit: {
      append: async (entry) => {
        await root.transaction(() => {
          let number = 0;
          while (trail.doesExist([entry.at, number])) number += 1;
          void trail.put([entry.at, number], entry);
        });
      },
      latest: async (most, before = '') => {
        const from = readAuditId(before);
        // What it starts with is left out, and no entry has a number below zero.
        const start = from && { start: [from.at, from.number ?? -1] as [number, number] };
        const range = trail.getRange({
          ...{ reverse: true, limit: most, ...start, exclusiveStart: true },
        });
        return [...range].map(({ key: [at, number], value }) => ({
          id: `${at}.${number}`,
          ...value,
        }));
      },
    },
    sweep: async () => {
      await answers.sweep(now() - options.keepAnswersMs);
      await ledger.sweep(now() - options.keepCountsMs);
      for (;;) {
        const end: [number, number] = [now() - options.keepCountsMs, 0];
        const old = [...trail.getKeys({ end, limit: SLICE })];
        if (old.length === 0) return;
        await root.transaction(() => {
          for (const key of old) void trail.remove(key);
        });
      }
    },
    backUp: async (name) => {
      const to = join(folder, 'backups', name);
      mkdirSync(to, { recursive: true, mode: 0o700 });
      await root.backup(join(to, DATA_FILE), false);
      copyFileSync(join(folder, SECRET_FILE), join(to, SECRET_FILE));
      return to;
    },
    close: async () => {
      writes.stop();
      // After a failed commit it never comes.
      if (!writes.isDown) {
        await root.flushed;
        await mark.close();
      }
      await root.close();
      release();
    },
  };
}

const DATA_FILE = 'gateway.mdb';
/** Records that are read in one go, which takes a few milliseconds. */
const SLICE = 1000;
