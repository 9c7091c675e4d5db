import fc from 'fast-check';

import { createPreferenceStore, defaultPreferences } from '../../../src/addin/device/preferences';
import { createFakeStorage } from './fake-storage';

describe('preferences', () => {
  it('start at their defaults', () => {
    expect(createPreferenceStore(createFakeStorage()).current()).toEqual({
      maxConcurrency: 6,
      deadlineMs: 60_000,
      approvalThreshold: 500,
      dailyBudget: null,
      pricePerCall: null,
      currency: '',
      dateFormat: 'YYYY-MM-DD',
      pincodes: 'india',
      shouldKeepAnswers: true,
    });
  });

  it('refuse what is out of bounds, and then change nothing', () => {
    const store = createPreferenceStore(createFakeStorage());
    const before = store.current();
    expect(
      store.save({ maxConcurrency: 21, deadlineMs: Number.NaN, approvalThreshold: 10 }),
    ).toEqual({ kind: 'faulty', names: ['maxConcurrency', 'deadlineMs'] });
    expect(store.current()).toBe(before);
  });

  it('know a budget and a price, or that there is none', () => {
    const storage = createFakeStorage();
    const store = createPreferenceStore(storage);
    store.save({ dailyBudget: 2_000, pricePerCall: 0.25, currency: '₹' });
    const kept = createPreferenceStore(storage);
    expect(kept.current()).toMatchObject({ dailyBudget: 2_000, pricePerCall: 0.25, currency: '₹' });
    kept.save({ dailyBudget: null, pricePerCall: null });
    expect(createPreferenceStore(storage).current()).toMatchObject({
      dailyBudget: null,
      pricePerCall: null,
    });
    const wrong = { dailyBudget: 0.5, pricePerCall: -1, currency: 'a\nb' };
    expect(kept.save(wrong)).toEqual({ kind: 'faulty', names: Object.keys(wrong) });
  });

  it('keep only what is theirs', () => {
    const storage = createFakeStorage();
    const extra = { maxConcurrency: 2, credential: 'k-0123' };
    createPreferenceStore(storage).save(extra);
    expect(JSON.stringify([...storage.held])).not.toContain('k-0123');
  });

  it('lose only the one that is damaged', () => {
    const stored = { version: 1, maxConcurrency: 'many', deadlineMs: 9_000, dateFormat: 'x' };
    const storage = createFakeStorage({ 'locus.preferences': JSON.stringify(stored) });
    expect(createPreferenceStore(storage).current()).toEqual({
      ...defaultPreferences,
      deadlineMs: 9_000,
    });
  });

  it('are in bounds whatever is stored', () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .record({ maxConcurrency: fc.anything(), deadlineMs: fc.double(), dateFormat: fc.string() })
        .map((record) => JSON.stringify({ version: 1, ...record }) ?? ''),
    );
    fc.assert(
      fc.property(text, (stored) => {
        const { maxConcurrency, deadlineMs } = createPreferenceStore(
          createFakeStorage({ 'locus.preferences': stored }),
        ).current();
        expect(maxConcurrency >= 1 && maxConcurrency <= 20).toBe(true);
        expect(deadlineMs >= 5_000 && deadlineMs <= 600_000).toBe(true);
      }),
    );
  });
});
