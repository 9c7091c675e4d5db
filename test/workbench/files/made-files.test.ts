import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leftOutIn } from '../../../src/workbench/saved-workbook';
import features from './features/features.json';
import { readWhole, write } from './file-steps';
import { judge } from './package-judge';

/** Some of what features/make.py makes, so that no Python is needed. */
const FOLDER = join(__dirname, 'features/made');

test.each(readdirSync(FOLDER))(
  '%s says the same once it has been opened and saved',
  async (name) => {
    const bytes = readFileSync(join(FOLDER, name));
    const { saved, activeSheetId } = await readWhole(bytes, name);
    const again = await write(saved, activeSheetId);
    const before = judge(bytes);
    const what = features[name.replace('.xlsx', '') as keyof typeof features];
    expect(Object.keys(before.sheets[0]?.cells ?? {}).length).toBeGreaterThan(4);
    // What is lost is said before a person saves.
    expect(leftOutIn(saved)).toEqual(what === 'kept' ? [] : [what]);
    if (what === 'kept') expect(judge(again)).toEqual(before);
    else expect(judge(again)).not.toEqual(before);
  },
);
