import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { LmdbScoreClaims } from '../../src/node/lmdb-score-claims';
import { processIdentity } from '../../src/node/folder-lock';

const SCORE = 'scope\nscore\n["12,77","m"]';
let folder: string;
let root: RootDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locus-claims-'));
  root = open({ path: join(folder, 'answers.mdb') });
});
afterEach(async () => {
  await root.close();
  rmSync(folder, { recursive: true });
});

/** The claims as that process makes and sees them. */
function claimsOf(pid: number): LmdbScoreClaims {
  return new LmdbScoreClaims(root, String, () => 1, processIdentity(pid));
}

describe('a score that another process asks', () => {
  it('is waited for, whichever way it ends', async () => {
    const [own, other] = [claimsOf(process.pid), claimsOf(process.ppid)];
    for (const end of ['known', 'unknown'] as const) {
      expect(await other.claim(SCORE, 'm')).toBe('claimed');
      expect(await own.claim(SCORE, 'm')).toBe('taken');
      const over = own.whenOver(SCORE);
      await other.end(SCORE, end);
      expect(await over).toBe(end);
    }
    expect(await own.claim(SCORE, 'm')).toBe('unknown');
  });

  it('may have been charged where that process was killed', async () => {
    const { pid } = spawnSync('true');
    expect(await claimsOf(pid).claim(SCORE, 'm')).toBe('claimed');
    const own = claimsOf(process.pid);
    expect(await own.claim(SCORE, 'm')).toBe('unknown');
    expect(await own.whenOver(SCORE)).toBe('unknown');
  });
});
