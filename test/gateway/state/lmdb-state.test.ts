import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharedState } from '../../../src/gateway/state/shared-state';
import { openLmdbState } from '../../../src/gateway/state/lmdb-state';
import { personScope } from '../../../src/gateway/state/call-ledger';
import { describeSharedState, type StateStage } from './shared-state-suite';

describeSharedState('LMDB', openStage);

interface LmdbStage extends StateStage {
  readonly folder: string;
}

async function openStage(now: number): Promise<LmdbStage> {
  const top = mkdtempSync(join(tmpdir(), 'locus-state-'));
  let folder = join(top, 'data');
  let copies = 0;
  const open = () =>
    openLmdbState({
      folder,
      now: () => stage.now,
      calendar: stage.calendar,
      keepAnswersMs: 30 * 86_400_000,
      keepCountsMs: 400 * 86_400_000,
      patienceMs: 100,
    });
  const stage = { now } as LmdbStage & { folder: string };
  const opened: (typeof stage.state)[] = [];
  stage.folder = folder;
  stage.state = await open();
  stage.kill = async () => {
    // What a killed process leaves on the disk, seen by the next.
    opened.push(stage.state);
    const next = join(top, `copy-${(copies += 1)}`);
    cpSync(folder, next, { recursive: true, filter: (file) => !file.endsWith('.sock') });
    rmSync(join(next, 'process.lock'));
    folder = stage.folder = next;
    stage.state = await open();
  };
  stage.copy = async () => {
    await stage.state.backUp?.('copy');
  };
  stage.restore = async (what) => {
    await stage.state.close();
    for (const file of ['gateway.mdb', 'gateway.mdb-lock']) {
      rmSync(join(folder, file), { force: true });
    }
    if (what === 'copy') cpSync(join(folder, 'backups', 'copy'), folder, { recursive: true });
    stage.state = await open();
  };
  stage.close = async () => {
    for (const state of [...opened, stage.state]) await state.close();
    rmSync(top, { recursive: true, force: true });
  };
  return stage;
}

const NEVER = { now: () => 0, keepAnswersMs: 1, keepCountsMs: 1, patienceMs: 100 };

describe('the data folder', () => {
  let stage: LmdbStage;
  beforeEach(async () => (stage = await openStage(Date.UTC(2026, 0, 1))));
  afterEach(() => stage.close());

  it('is for this user alone, and for one process', async () => {
    expect(statSync(stage.folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(stage.folder, 'secret.key')).mode & 0o777).toBe(0o600);
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(stage.folder, 'process.lock'), String(process.ppid));
    const options = {
      folder: stage.folder,
      now: () => 0,
      keepAnswersMs: 1,
      keepCountsMs: 1,
      patienceMs: 100,
    };
    await expect(openLmdbState(options)).rejects.toThrow(/Another process \(\d+\) uses/);
  });

  it('holds nothing that others can read, though the folder was made before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'locus-open-'));
    chmodSync(folder, 0o755);
    const before = process.umask(0o022);
    const open = () => openLmdbState({ ...NEVER, folder });
    const first = await open();
    await first.close();
    for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o644);
    chmodSync(join(folder, 'secret.key'), 0o600);
    const state = await open();
    process.umask(before);
    const readable = readdirSync(folder).filter(
      (file) => file.startsWith('gateway.mdb') && (statSync(join(folder, file)).mode & 0o077) !== 0,
    );
    expect(readable).toEqual([]);
    await state.close();
    rmSync(folder, { recursive: true });
  });

  it('is not opened without its secret, by which it knows what was bought', async () => {
    const stage = await openStage(0);
    rmSync(join(stage.folder, 'secret.key'));
    await expect(stage.kill()).rejects.toThrow(/secret.key is missing/);
    await stage.close();
  });

  it('holds no address and no coordinates, in keys or values', async () => {
    const { answers, claims } = stage.state;
    const places = ['12.345678,77.654321', '221b baker street canary'];
    for (const place of places) {
      const key = `scope\nlookup\n${place}`;
      await answers.write([{ key, answers: [{ name: 'a', value: 1, at: 1 }] }]);
      await claims.claim(`scope\nscore\n${JSON.stringify([place, 'model'])}`, 'model');
    }
    await stage.state.close();
    const files = readdirSync(stage.folder).map((file) => readFileSync(join(stage.folder, file)));
    stage.state = await openLmdbState({
      folder: stage.folder,
      now: () => 0,
      keepAnswersMs: 1,
      keepCountsMs: 1,
      patienceMs: 100,
    });
    for (const file of files) {
      for (const part of ['12.345', '12345678', '77.65', 'baker', 'canary']) {
        expect(file.includes(part)).toBe(false);
      }
    }
  });

  it('is copied while it is in use, and the copy is whole', async () => {
    const { ledger, answers } = stage.state;
    await ledger.reserve('one', [{ person: 'asha', team: undefined }], 0);
    await ledger.settle('one', 'charged');
    await answers.write([{ key: 'k', answers: [{ name: 'a', value: 1, at: 1 }] }]);
    const copy = String(await stage.state.backUp?.('first'));
    await ledger.reserve('two', [{ person: 'asha', team: undefined }], 0);
    const restored = await openLmdbState({
      folder: copy,
      now: () => stage.now,
      keepAnswersMs: 1,
      keepCountsMs: 1,
      patienceMs: 100,
    });
    const [usage] = await restored.ledger.usages([personScope('asha')]);
    expect(usage?.day).toMatchObject({ charged: 1, booked: 1, reserved: 0 });
    expect((await restored.answers.read(['k'])).size).toBe(1);
    await restored.close();
  });
});

describe('a damaged file', () => {
  it.each<[string, (whole: Buffer) => Buffer]>([
    ['something else', () => Buffer.from('PK\u0003\u0004 this is no store'.repeat(999))],
    ['a few bytes', (whole) => whole.subarray(0, 100)],
    ['one page', (whole) => whole.subarray(0, 4096)],
    ['its first half', (whole) => whole.subarray(0, whole.length / 2)],
    ['zeros', (whole) => Buffer.alloc(whole.length)],
  ])('is said to be so before it is read, with what to do: %s', async (_what, damage) => {
    const stage = await openStage(Date.now());
    const file = join(stage.folder, 'gateway.mdb');
    try {
      const { records } = stage.state;
      const text = 'x'.repeat(1000);
      await Promise.all(
        Array.from({ length: 4000 }, (_, id) => records.put('person', `${id}`, { text })),
      );
      await stage.state.close();
      const whole = readFileSync(file);
      writeFileSync(file, damage(whole));
      const open = (): Promise<SharedState> =>
        openLmdbState({
          folder: stage.folder,
          now: Date.now,
          keepAnswersMs: 1,
          keepCountsMs: 1,
          patienceMs: 100,
        });
      await expect(open()).rejects.toThrow(
        /gateway\.mdb is damaged: .*Put back a backup of it with the secret.*backups/,
      );
      writeFileSync(file, whole);
      stage.state = await open();
      expect(await stage.state.records.load('person')).toHaveLength(4000);
    } finally {
      await stage.close();
    }
  });
});
