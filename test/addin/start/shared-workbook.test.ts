import { inflateRawSync } from 'node:zlib';
import { ANSWERS_NAMESPACE, writeAnswers } from '../../../src/addin/workbook/answer-parts';
import { HandClock } from '../../engine/lookup/hand-clock';
import { valueOf } from '../../engine/lookup/recording-source';
import { row, SAMPLE, STILL, tableFrom } from '../workbook/tables';
import { openAs, USUAL } from './shared-workbook';
import type { Formula } from './shared-workbook';

const FORMULAS: Readonly<Record<string, Formula>> = {
  'S!A1': [12.5, 77.5, 'w_pop_tt,br_cafe_ct'],
  'S!A2': [12.6, 77.6, 'w_pop_tt'],
  'S!A3': ['model-1'],
};
const VALUES = {
  'S!A1': `${valueOf('12500000,77500000', 'w_pop_tt')} | ${valueOf('12500000,77500000', 'br_cafe_ct')}`,
  'S!A2': String(valueOf('12600000,77600000', 'w_pop_tt')),
  'S!A3': '7',
};
const NO_KEY = '#N/A No API key on this device: enter yours in the Locus pane.';
const DAY_MS = 86_400_000;
const SAVED = { kind: 'saved', isChanged: true, isComplete: true };

/** A workbook whose answers were saved by somebody with a key. */
async function savedWorkbook(): Promise<readonly string[]> {
  const owner = openAs({ key: 'owner-key' });
  expect(await owner.type(FORMULAS)).toEqual(VALUES);
  expect(await owner.during(owner.answers().save())).toEqual(SAVED);
  return owner.held;
}

describe('whoever saves a workbook', () => {
  test('can be told that it lacks results, until they are saved in it', async () => {
    const owner = openAs({ key: 'owner-key' });
    const lacks = () => owner.during(owner.answers().lacksShown());
    expect(await lacks()).toBe(false);
    await owner.type(FORMULAS);
    expect(await lacks()).toBe(true);
    await owner.during(owner.answers().save());
    expect(await lacks()).toBe(false);
    await owner.type({ 'S!A4': [12.7, 77.7, 'w_pop_tt'] });
    expect(await lacks()).toBe(true);
    await owner.during(owner.answers().leaveOut(true));
    expect(await lacks()).toBe(false);
  });

  test('is not told so of yesterday’s score beside today’s, nor of what came with the workbook', async () => {
    const clock = new HandClock();
    const owner = openAs({ key: 'owner-key', clock });
    await owner.type(FORMULAS);
    clock.jump(DAY_MS);
    await owner.type(FORMULAS);
    await owner.during(owner.answers().save());
    expect(await owner.during(owner.answers().lacksShown())).toBe(false);
    const colleague = openAs({ held: owner.held });
    await colleague.type(FORMULAS);
    expect(await colleague.during(colleague.answers().lacksShown())).toBe(false);
  });
});

describe('a colleague without a key', () => {
  test('sees every known value, also in new rows and on a copied sheet, without a call', async () => {
    const colleague = openAs({ held: await savedWorkbook() });
    expect(await colleague.type(FORMULAS)).toEqual(VALUES);
    const copied = { 'S (2)!A2': FORMULAS['S!A2'], 'S!A9': FORMULAS['S!A2'] };
    expect(await colleague.type(copied as Record<string, Formula>)).toMatchObject({
      'S (2)!A2': VALUES['S!A2'],
      'S!A9': VALUES['S!A2'],
    });
    expect(colleague.source.calls).toEqual([]);
    expect(colleague.source.scores).toEqual([]);
    expect(colleague.engine.activity.snapshot()).toMatchObject({
      done: 6,
      doneByOrigin: { workbook: 6, service: 0, device: 0, memory: 0 },
      callsMade: 0,
      failed: 0,
    });
    expect(colleague.problems.list()).toEqual([]);
  });

  test('is told of a new question how to get its answer, beside the values that are known', async () => {
    const colleague = openAs({ held: await savedWorkbook() });
    const shown = await colleague.type({
      ...FORMULAS,
      'S!A4': [12.7, 77.7, 'w_pop_tt'],
      'S!A5': [12.6, 77.6, 'w_pop_tt,br_bar_ct'],
    });
    expect(shown).toEqual({ ...VALUES, 'S!A4': NO_KEY, 'S!A5': `${VALUES['S!A2']} | ${NO_KEY}` });
    expect(colleague.source.calls).toEqual([]);
  });

  test('sees them months later, and yesterday’s score, each told to be older', async () => {
    const clock = new HandClock();
    const colleague = openAs({ held: await savedWorkbook(), clock });
    clock.jump(100 * DAY_MS);
    expect(await colleague.type(FORMULAS)).toEqual(VALUES);
    expect(await colleague.type(FORMULAS)).toEqual(VALUES);
    expect(colleague.staleValues.list().map(({ address }) => address)).toEqual(
      Object.keys(FORMULAS),
    );
    expect(colleague.source.calls).toEqual([]);
  });

  test.each(['no key', 'a key', 'a key whose credits are gone'])(
    'with %s may renew: what cannot be had anew stays, and is told to be older',
    async (what) => {
      const key = what === 'no key' ? undefined : 'their own';
      const colleague = openAs({ held: await savedWorkbook(), key });
      if (what.endsWith('gone')) colleague.source.refusalCode = 'out-of-credits';
      expect(await colleague.type(FORMULAS)).toEqual(VALUES);
      const cells = Object.keys(FORMULAS);
      const shown = await colleague.renew(cells);
      const stale = colleague.staleValues.list().map(({ address }) => address);
      expect(colleague.problems.list()).toEqual([]);
      if (what !== 'a key') expect([shown, stale]).toEqual([VALUES, cells]);
      else expect(stale).toEqual([]);
      expect(colleague.source.calls.length + colleague.source.scores.length > 0).toBe(
        what === 'a key',
      );
      expect(await colleague.type(FORMULAS)).toEqual(shown);
    },
  );

  test('of a workbook that is slow to be read gets the values when it has been', async () => {
    const colleague = openAs({ held: await savedWorkbook() });
    colleague.delay(20_000);
    const first = colleague.type(FORMULAS);
    expect(await first).toEqual(VALUES);
    expect(colleague.source.calls).toEqual([]);
  });
});

test('a workbook that cannot be read while somebody types is read when they have ended', async () => {
  const colleague = openAs({ held: await savedWorkbook() });
  colleague.fail('A cell is being edited.');
  expect(await colleague.type(FORMULAS)).toMatchObject({ 'S!A2': NO_KEY });
  colleague.fail(undefined);
  await colleague.clock.advance(20_000);
  expect(await colleague.values()).toEqual(VALUES);
  expect(colleague.source.calls).toEqual([]);
});

describe('a colleague with a key', () => {
  test.each([
    ['of another account', { key: 'my-own-key' }],
    ['of another service', { key: 'my-own-key', service: 'https://elsewhere.example.org/v1' }],
  ])('%s spends on new questions alone', async (_what, options) => {
    const colleague = openAs({ held: await savedWorkbook(), ...options });
    expect(await colleague.type(FORMULAS)).toEqual(VALUES);
    expect(colleague.source.calls).toEqual([]);
    await colleague.type({ 'S!A4': [12.6, 77.6, 'w_pop_tt,br_bar_ct'] });
    expect(colleague.source.calls).toEqual(['12600000,77600000: br_bar_ct']);
  });

  test('adds the new ones to the old', async () => {
    const colleague = openAs({ held: await savedWorkbook(), key: 'my-own-key' });
    await colleague.type({ 'S!A4': [12.7, 77.7, 'w_pop_tt'] });
    expect(await colleague.during(colleague.answers().save())).toEqual(SAVED);
    const third = openAs({ held: colleague.held });
    const all = { ...FORMULAS, 'S!A4': [12.7, 77.7, 'w_pop_tt'] as const };
    expect(await third.type(all)).toMatchObject({
      ...VALUES,
      'S!A4': expect.stringMatching(/^\d/),
    });
    expect(third.answers().current()).toMatchObject({ answers: 5, subjects: 4 });
  });

  test('of a true service is not shown made-up values', async () => {
    const table = tableFrom([
      { ...row('lookup\n12600000,77600000', 'w_pop_tt', 1, STILL.now()), service: SAMPLE },
    ]);
    const held = await writeAnswers(table, STILL.now(), STILL);
    const cell = { 'S!A2': FORMULAS['S!A2'] as Formula };
    expect(await openAs({ held, key: 'my-own-key' }).type(cell)).toEqual({
      'S!A2': VALUES['S!A2'],
    });
    expect(await openAs({ held }).type(cell)).toEqual({ 'S!A2': '1' });
    expect(await openAs({ held, key: 'demo', hasSample: true }).type(cell)).toEqual({
      'S!A2': '1',
    });
  });
});

describe('what a workbook says', () => {
  test('never enters the device’s store, nor another workbook', async () => {
    const planted = tableFrom([row('lookup\n12600000,77600000', 'w_pop_tt', 666, STILL.now())]);
    const held = await writeAnswers(planted, STILL.now(), STILL);
    const victim = openAs({ held, key: 'my-own-key' });
    const cell = { 'S!A2': FORMULAS['S!A2'] as Formula };
    expect(await victim.type(cell)).toEqual({ 'S!A2': '666' });
    expect(victim.written).toEqual([]);
    victim.open([]);
    expect(await victim.type(cell)).toEqual({ 'S!A2': VALUES['S!A2'] });
    expect(await victim.during(victim.answers().save())).toEqual(SAVED);
    expect(victim.answers().current().answers).toBe(1);
    const other = openAs({ held: victim.held });
    expect(await other.type(cell)).toEqual({ 'S!A2': VALUES['S!A2'] });
  });

  test('holds neither key, account, place nor an address of one’s own', async () => {
    const owner = openAs({ key: 'ownerKey1234567', service: 'https://gateway.corp.example' });
    await owner.type({ ...FORMULAS, 'S!A4': [12.7, 77.7, 'ownerkey1234567'] });
    await owner.during(owner.answers().save());
    const plain = owner.held.map((xml) => {
      const blocks = xml.replace(/<[^>]*>/g, '').split(/\s+/);
      return (
        xml +
        blocks
          .map((block) => inflateRawSync(Buffer.from(block, 'base64')).toString('latin1'))
          .join('')
      );
    });
    for (const secret of ['ownerkey', 'gateway', 'corp', '12500000', '12.5', 'model-1', 'https']) {
      expect(plain.join('').toLowerCase()).not.toContain(secret);
    }
    expect(plain.join('')).toContain('w_pop_tt');
  });

  test('names the service that everybody uses', async () => {
    const { hostname } = new URL(USUAL);
    const reader = openAs({ held: await savedWorkbook() });
    await reader.during(reader.answers().read());
    expect(reader.answers().current().services).toMatchObject([
      { name: hostname, isSample: false },
    ]);
  });
});

describe('answers that nobody needs', () => {
  test('leave the code that reads them where it is', async () => {
    const owner = openAs({ key: 'owner-key' });
    await owner.type({ 'S!A2': FORMULAS['S!A2'] as Formula });
    expect(owner.opens()).toBe(1);
    const again = await owner.type({ 'S!A3': FORMULAS['S!A2'] as Formula });
    expect(again['S!A3']).toBe(VALUES['S!A2']);
    expect(owner.opens()).toBe(1);
  });

  test('are dropped when all has been calculated', async () => {
    const owner = openAs({ key: 'owner-key', held: await savedWorkbook() });
    await owner.type(FORMULAS);
    await owner.type({ 'S!B1': [13, 78, 'a'] });
    await owner.during(owner.answers().save());
    expect(owner.answers().current()).toMatchObject({ answers: 5, isAll: false });
    owner.delete('S!A1');
    owner.delete('S!B1');
    expect(await owner.during(owner.answers().calculateAndSave())).toEqual(SAVED);
    expect(owner.answers().current()).toMatchObject({ answers: 2, isAll: true });
    const colleague = openAs({ held: owner.held });
    expect(await colleague.type(FORMULAS)).toMatchObject({
      'S!A2': VALUES['S!A2'],
      'S!A3': VALUES['S!A3'],
    });
    // What comes after that may not be among them.
    await owner.type({ 'S!B2': [14, 78, 'a'] });
    await owner.during(owner.answers().read());
    expect(owner.answers().current().isAll).toBe(false);
  });

  test('stay where a formula could not be calculated', async () => {
    const owner = openAs({ key: 'owner-key', held: await savedWorkbook() });
    await owner.type({ 'S!A2': FORMULAS['S!A2'] as Formula, 'P!A1': FORMULAS['S!A1'] as Formula });
    owner.break('P!A1');
    expect(await owner.during(owner.answers().calculateAndSave())).toEqual({
      kind: 'saved',
      isChanged: false,
      isComplete: false,
    });
    expect(owner.answers().current().answers).toBe(4);
  });

  test('stay where nothing calculates when told to', async () => {
    const owner = openAs({ key: 'owner-key', held: await savedWorkbook() });
    expect(await owner.during(owner.answers().calculateAndSave())).toMatchObject({
      isComplete: false,
    });
    expect(owner.answers().current().answers).toBe(4);
  });

  test('that failed to be asked again keep their old answer', async () => {
    const owner = openAs({ key: undefined, held: await savedWorkbook() });
    await owner.type({ ...FORMULAS, 'S!A4': [12.7, 77.7, 'w_pop_tt'] });
    expect(await owner.during(owner.answers().calculateAndSave())).toMatchObject({ kind: 'saved' });
    expect(owner.answers().current().answers).toBe(4);
  });
});

describe('a workbook that wants its answers', () => {
  test('left out loses them, and gets none until it wants them again', async () => {
    const owner = openAs({ key: 'owner-key', held: await savedWorkbook() });
    await owner.type(FORMULAS);
    const { answers } = owner;
    expect(await owner.during(answers().leaveOut(true))).toEqual(SAVED);
    expect(owner.held.filter((xml) => xml.includes(ANSWERS_NAMESPACE))).toEqual([]);
    expect(answers().current()).toMatchObject({ isLeftOut: true, answers: 0 });
    expect(await owner.during(answers().save())).toEqual({ kind: 'not-saved', reason: 'left-out' });
    expect(await owner.during(answers().calculateAndSave())).toMatchObject({ reason: 'left-out' });
    expect(await openAs({ held: owner.held }).type(FORMULAS)).toMatchObject({ 'S!A2': NO_KEY });
    await owner.during(answers().leaveOut(false));
    await owner.during(answers().save());
    expect(answers().current()).toMatchObject({ isLeftOut: false, answers: 0 });
  });

  test('saved by themselves gets them when nothing new has come for a while, and not before', async () => {
    const owner = openAs({ key: 'owner-key' });
    await owner.type({ 'S!A2': FORMULAS['S!A2'] as Formula });
    await owner.clock.advance(100_000);
    expect(owner.held).toEqual([]);
    expect(await owner.during(owner.answers().saveAutomatically(true))).toEqual(SAVED);
    expect(owner.answers().current().savesAutomatically).toBe(true);
    await owner.type({ 'S!A1': FORMULAS['S!A1'] as Formula });
    expect(owner.answers().current()).toMatchObject({ answers: 3, trouble: undefined });
    const before = [...owner.held];
    await owner.type({ 'S!A5': FORMULAS['S!A1'] as Formula });
    await owner.clock.advance(100_000);
    expect(owner.held).toEqual(before);
  });

  test('are not saved by themselves for a colleague who has not been asked', async () => {
    const owner = openAs({ key: 'owner-key' });
    await owner.during(owner.answers().saveAutomatically(true));
    const colleague = openAs({ held: owner.held, key: 'my-own-key' });
    const answers = colleague.answers();
    await colleague.during(answers.read());
    expect(answers.current()).toMatchObject({ savesAutomatically: false, wantsToSave: true });
    const before = [...colleague.held];
    await colleague.type(FORMULAS);
    await colleague.clock.advance(100_000);
    expect(colleague.held).toEqual(before);
    expect(await colleague.during(answers.saveAutomatically(true))).toEqual(SAVED);
    expect(answers.current()).toMatchObject({ savesAutomatically: true, wantsToSave: false });
    await colleague.type({ 'S!A9': [13, 78, 'a'] });
    expect(answers.current().answers).toBeGreaterThan(0);
    // And the owner still saves, who had agreed before.
    owner.open(colleague.held);
    await owner.during(owner.answers().read());
    expect(owner.answers().current()).toMatchObject({ savesAutomatically: true });
    await owner.during(owner.answers().saveAutomatically(false));
    expect(owner.answers().current()).toMatchObject({
      savesAutomatically: false,
      wantsToSave: false,
    });
  });

  test('saved by themselves is tried again where it could not be written', async () => {
    const owner = openAs({ key: 'owner-key' });
    await owner.during(owner.answers().saveAutomatically(true));
    owner.fail('A cell is being edited.');
    await owner.type(FORMULAS);
    expect(owner.answers().current().trouble).toEqual({
      kind: 'failed',
      message: 'A cell is being edited.',
    });
    owner.fail(undefined);
    await owner.clock.advance(60_000);
    expect(owner.answers().current()).toMatchObject({ answers: 4, trouble: undefined });
  });
});

describe('a workbook full of tricks', () => {
  test.each<[string, string]>([
    ['is no snapshot', 'nonsense'],
    ['is a heap of empty blocks', 'AAAA '.repeat(30)],
    ['is a script', '&lt;script&gt;fetch("https://evil.example")&lt;/script&gt;'],
  ])('whose part %s costs no cell its value, and is told', async (_what, inside) => {
    const held = [`<answers xmlns="${ANSWERS_NAMESPACE}" version="1">${inside}</answers>`];
    const victim = openAs({ held, key: 'my-own-key' });
    expect(await victim.type(FORMULAS)).toEqual(VALUES);
    expect(victim.answers().current()).toMatchObject({ damaged: 1, answers: 0 });
    expect(await victim.during(victim.answers().save())).toEqual(SAVED);
    expect(victim.held).toEqual(expect.arrayContaining(held));
  });
});

test('a workbook that is opened while another is calculated gets nothing of it', async () => {
  const owner = openAs({ key: 'owner-key' });
  await owner.type(FORMULAS);
  const saving = owner.answers().calculateAndSave();
  await owner.clock.advance(100);
  owner.open([]);
  expect(await owner.during(saving)).toEqual({ kind: 'not-saved', reason: 'another-workbook' });
  expect(owner.held).toEqual([]);
});

test('a workbook that is opened as another one’s answers are to go out keeps its own', async () => {
  const other = await savedWorkbook();
  const owner = openAs({ key: 'owner-key' });
  await owner.type(FORMULAS);
  const saving = owner.answers().save();
  const leaving = owner.answers().leaveOut(true);
  owner.open(other);
  const refused = { kind: 'not-saved', reason: 'another-workbook' };
  expect(await owner.during(saving)).toEqual(refused);
  expect((await owner.during(leaving)).kind).toBe('not-saved');
  expect(owner.held).toEqual(other);
});
