import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { LmdbAnswers } from '../../src/node/lmdb-answers';

it('remembers all values of a place, and of 40,000 invented names only the latest', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'locus-answers-'));
  const root = open({ path: join(folder, 'data.mdb'), maxDbs: 2 });
  const answers = new LmdbAnswers(root, (text) => text);
  const known = Array.from({ length: 3000 }, (_, at) => ({ name: `n${at}`, value: at, at: 1 }));
  await answers.write([{ key: 'place', answers: known }]);
  for (let round = 0; round < 8; round += 1) {
    const invented = Array.from({ length: 5000 }, (_, at) => ({
      ...{ name: `x${round}_${at}`, value: null, at: 2 + round },
    }));
    await answers.write([{ key: 'place', answers: invented }]);
  }
  const found = (await answers.read(['place'])).get('place') ?? [];
  expect(found.filter(({ value }) => value !== null)).toEqual(known);
  const empty = found.filter(({ value }) => value === null);
  expect(empty).toHaveLength(4000);
  expect(new Set(empty.map(({ at }) => at))).toEqual(new Set([9]));
  await root.close();
  rmSync(folder, { recursive: true });
});
