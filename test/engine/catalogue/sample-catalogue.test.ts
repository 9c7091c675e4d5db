import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile } from '../../../src/engine/places/text-encoding';
import { readNames } from '../../../src/engine/catalogue/name-import';
import { CONTRACT_NAMES } from '../../../src/engine/contract/attribute-name';
import { HandClock } from '../lookup/hand-clock';

test('the sample catalogue describes each name of the sample service, and nothing is wrong with it', async () => {
  const clock = new HandClock();
  const file = readFileSync(join(__dirname, '../../../assets/sample-catalogue.csv'));
  const reading = readNames(readTextFile(file).text, { clock });
  await clock.drain();
  const { names, problems, columns } = await reading;
  expect(problems).toEqual([]);
  expect(names.map(({ name }) => name)).toEqual([...CONTRACT_NAMES]);
  expect(columns.map(({ use }) => use)).toEqual(['name', 'title', 'unit', 'description', 'other']);
  for (const { title, unit, description, others } of names) {
    expect([title, unit, description, others?.[0]?.text].every(Boolean)).toBe(true);
  }
});
