import { mkdtempSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal, readJournal } from '../../src/cli/journal';

const NONE_REJECTED = { add: () => undefined } as never;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'locus-journal-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A disk with room for so many bytes: it takes what fits without an error, and then has one. */
function smallDisk(room: { bytes: number }) {
  return (file: number, data: Uint8Array | string, at = 0): number => {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    const fits = Math.min(room.bytes, bytes.length - at);
    if (fits === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    room.bytes -= fits;
    return writeSync(file, bytes, at, fits);
  };
}

async function keysIn(path: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const entries of readJournal(path, NONE_REJECTED))
    keys.push(...entries.map(({ key }) => key));
  return keys;
}

it('says when a disk took only a part of a line, and loses no line after it', async () => {
  const path = join(folder, 'journal');
  const room = { bytes: 30 };
  const faults: string[] = [];
  const onTrouble = (fault: Error): number => faults.push(fault.message);
  const journal = openJournal(path, onTrouble, smallDisk(room) as typeof writeSync);
  const answers = [{ name: 'a', value: 1, at: 1 }];
  journal.add('first', answers);
  journal.add('torn', answers);
  expect(faults).toEqual([expect.stringContaining('the disk is full')]);
  journal.add('still full', answers);
  room.bytes = 1000;
  journal.add('after', answers);
  journal.add('last\u2028of all', answers);
  journal.close();
  expect(faults).toHaveLength(2);
  expect(await keysIn(path)).toEqual(['first', 'after', 'last\u2028of all']);
});
