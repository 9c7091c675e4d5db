import { MAX_KEPT_CONTENT, type KeptWorkbook } from '../../src/workbench/kept-workbooks';
import { createWorkbookKeeper, type KeepingFailure } from '../../src/workbench/workbook-keeper';
import { HandClock } from '../engine/lookup/hand-clock';

function createSetting() {
  const clock = new HandClock();
  const written: (KeptWorkbook & { readonly content: string })[] = [];
  const failures: KeepingFailure[] = [];
  const setting = {
    name: 'Shops',
    content: 'text',
    canWrite: true,
    writingMs: 0,
    ids: 0,
    claimedElsewhere: [''],
  };
  const keeper = createWorkbookKeeper({
    clock,
    kept: {
      write(workbook, content) {
        if (setting.canWrite) written.push({ ...workbook, content });
        return Promise.resolve(setting.canWrite);
      },
    },
    claim: (id) => Promise.resolve(!setting.claimedElsewhere.includes(id)),
    newId: () => `id-${(setting.ids += 1)}`,
    name: () => setting.name,
    content() {
      clock.sleep(setting.writingMs);
      return setting.content;
    },
    holdsKey: (text) => text.includes('the-key'),
    onFailed: (reason) => failures.push(reason),
  });
  return { clock, keeper, written, failures, setting };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('keeping the open workbook', () => {
  it('waits for a pause in the work, and keeps it all the same where there is none', async () => {
    const { clock, keeper, written } = createSetting();
    keeper.changed();
    await clock.advance(1_999);
    expect(written).toEqual([]);
    await clock.advance(1);
    expect(written).toHaveLength(1);
    for (let second = 0; second < 30; second += 1) {
      keeper.changed();
      await clock.advance(1_000);
    }
    expect(written).toHaveLength(2);
  });

  it('keeps nothing that nobody has worked on', async () => {
    const { clock, keeper, written } = createSetting();
    keeper.calculated();
    await clock.advance(60_000);
    expect(written).toEqual([]);
    expect(keeper.hasUnsavedWork()).toBe(false);
    // Opened from a file: it is kept, but the file has it all.
    keeper.opened({ isWork: true });
    await clock.advance(2_000);
    expect(written).toHaveLength(1);
    expect(keeper.hasUnsavedWork()).toBe(false);
  });

  it('keeps a workbook that another window keeps apart from that', async () => {
    const { clock, keeper, written, setting } = createSetting();
    setting.claimedElsewhere.push('theirs');
    keeper.opened({ isWork: true, keptId: 'theirs' });
    await settled();
    keeper.changed();
    await clock.advance(2_000);
    expect(written.map(({ id }) => id)).toEqual(['id-2']);
  });

  it('keeps what was deleted again only once it changes', async () => {
    const { clock, keeper, written } = createSetting();
    keeper.opened({ isWork: true, keptId: 'old' });
    keeper.forgotten();
    keeper.calculated();
    await clock.advance(60_000);
    expect(written).toEqual([]);
    keeper.changed();
    await clock.advance(2_000);
    expect(written).toHaveLength(1);
  });

  it('keeps values that come after the work', async () => {
    const { clock, keeper, written, setting } = createSetting();
    keeper.changed();
    await clock.advance(2_000);
    setting.content = 'with values';
    keeper.calculated();
    await clock.advance(2_000);
    expect(written.map(({ content }) => content)).toEqual(['text', 'with values']);
  });

  it('says what is in no file: changes until they are saved, and a workbook that was kept', () => {
    const { keeper } = createSetting();
    keeper.changed();
    expect(keeper.hasUnsavedWork()).toBe(true);
    keeper.saved();
    expect(keeper.hasUnsavedWork()).toBe(false);
    keeper.opened({ isWork: true, keptId: 'old' });
    expect(keeper.hasUnsavedWork()).toBe(true);
  });

  it('keeps it under the name that it was saved by', async () => {
    const { clock, keeper, written, setting } = createSetting();
    keeper.changed();
    await clock.advance(2_000);
    setting.name = 'For a colleague';
    keeper.saved();
    await clock.advance(2_000);
    expect(written.map(({ name }) => name)).toEqual(['Shops', 'For a colleague']);
    expect(keeper.hasUnsavedWork()).toBe(false);
  });

  it('goes on under the id of a workbook that was kept, and never over another', async () => {
    const { clock, keeper, written } = createSetting();
    keeper.changed();
    // Another is opened: what waits is kept first.
    await keeper.flush();
    keeper.opened({ isWork: true, keptId: 'old' });
    keeper.changed();
    await clock.advance(2_000);
    keeper.opened({ isWork: true });
    await clock.advance(2_000);
    expect(written.map(({ id }) => id)).toEqual(['id-1', 'old', 'id-2']);
    await keeper.flush();
    expect(written).toHaveLength(3);
  });

  it('goes on with the workbook that a person goes back to, and what of it is in no file', async () => {
    const { clock, keeper, written } = createSetting();
    keeper.changed();
    const opening = keeper.openNow();
    await keeper.flush();
    keeper.opened({ isWork: true });
    expect(keeper.hasUnsavedWork()).toBe(false);
    keeper.opened(opening);
    expect(keeper.hasUnsavedWork()).toBe(true);
    await clock.advance(2_000);
    expect(written.map(({ id }) => id)).toEqual(['id-1', 'id-1']);
    keeper.saved();
    const saved = keeper.openNow();
    keeper.opened({ isWork: true });
    keeper.opened(saved);
    expect(keeper.hasUnsavedWork()).toBe(false);
  });

  it('rests after a workbook that takes long to write', async () => {
    const { clock, keeper, written, setting } = createSetting();
    setting.writingMs = 500;
    keeper.changed();
    await clock.advance(2_000);
    expect(written).toHaveLength(1);
    keeper.changed();
    await clock.advance(9_000);
    expect(written).toHaveLength(1);
    await clock.advance(2_000);
    expect(written).toHaveLength(2);
  });

  it.each([
    ['holds-key', { content: '{"v":"the-key"}' }],
    ['too-large', { content: 'x'.repeat(MAX_KEPT_CONTENT + 1) }],
    ['storage', { canWrite: false }],
  ])('says once what it cannot keep: %s', async (reason, cause) => {
    const { clock, keeper, written, failures, setting } = createSetting();
    Object.assign(setting, cause);
    for (let time = 0; time < 2; time += 1) {
      keeper.changed();
      await clock.advance(2_000);
      await settled();
    }
    expect(written).toEqual([]);
    expect(failures).toEqual([reason]);
    expect(keeper.hasUnsavedWork()).toBe(true);
  });
});
