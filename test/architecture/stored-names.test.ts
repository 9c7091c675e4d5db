import { join } from 'node:path';
import * as stored from '../../src/addin/device/stored-record';
import { readSourceTree } from './source-tree';

const STORED_NAME = /'(locus\.[a-z]+)'/g;

test('what is kept in storage is named in one list, so that forgetting everything finds it all', () => {
  const tree = readSourceTree(join(__dirname, '../..'), 'src');
  const elsewhere = [...tree].flatMap(([path, text]) =>
    path === 'src/addin/device/stored-record.ts'
      ? []
      : [...text.matchAll(STORED_NAME)].map(([, name]) => `${path} names ${name}`),
  );
  expect(elsewhere).toEqual([]);
  const names = [...Object.values(stored.STORED_NAMES), stored.GENERATION, stored.CLEARING];
  expect(new Set(names).size).toBe(names.length);
});
