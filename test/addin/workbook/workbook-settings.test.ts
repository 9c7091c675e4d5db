import * as fc from 'fast-check';
import { mergeWorkbookSettings } from '../../../src/addin/workbook/workbook-settings';

type Settings = Parameters<typeof mergeWorkbookSettings>[0];

const name = fc.constantFrom('a', 'b', 'at', '__proto__', 'constructor');
const stamp = fc.constantFrom(0, 1, 2, -1, 1.5, 1e300, 'soon');
const leaf = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', 'y', null, true));
const fields = fc.array(fc.tuple(name, fc.oneof(leaf, fc.array(leaf, { maxLength: 2 }))));
const entry = fc.oneof(
  leaf,
  fields.map(toObject),
  fc.tuple(fields, stamp).map(([all, at]) => toObject([...all, ['at', at]])),
);
const section = fc.oneof(entry, fc.array(fc.tuple(name, entry), { maxLength: 4 }).map(toObject));
const settings = fc
  .array(fc.tuple(fc.oneof(name, fc.constantFrom('models', 'frozen')), section), { maxLength: 5 })
  .map(toObject);

function toObject(all: readonly (readonly [string, unknown])[]): Settings {
  return Object.fromEntries(all) as Settings;
}

describe('two copies of the settings', () => {
  it('become the same in either order', () => {
    fc.assert(
      fc.property(settings, settings, (one, other) => {
        const merged = mergeWorkbookSettings(one, other);
        expect(mergeWorkbookSettings(other, one)).toEqual(merged);
      }),
      { numRuns: 500 },
    );
  });

  it('become the same with a third, whichever two meet first', () => {
    fc.assert(
      fc.property(settings, settings, settings, (one, other, third) => {
        const left = mergeWorkbookSettings(mergeWorkbookSettings(one, other), third);
        const right = mergeWorkbookSettings(one, mergeWorkbookSettings(other, third));
        expect(left).toEqual(right);
      }),
      { numRuns: 1_000 },
    );
  });

  it('change nothing when they have met before', () => {
    fc.assert(
      fc.property(settings, settings, (one, other) => {
        const merged = mergeWorkbookSettings(one, other);
        expect(mergeWorkbookSettings(merged, merged)).toEqual(merged);
        expect(mergeWorkbookSettings(merged, one)).toEqual(merged);
      }),
    );
  });

  it('keep every entry that either has, and of two the later', () => {
    const one = {
      models: { shops: { at: 5, alias: 'Shops' }, cafes: { at: 2, removed: true } },
      later: { kept: { at: 1, x: 1 } },
    };
    const other = {
      models: { shops: { at: 4, alias: 'shops' }, cafes: { at: 1 }, banks: { at: 1 } },
    };
    expect(mergeWorkbookSettings(one, other)).toEqual({
      models: {
        shops: { at: 5, alias: 'Shops' },
        cafes: { at: 2, removed: true },
        banks: { at: 1 },
      },
      later: { kept: { at: 1, x: 1 } },
    });
  });
});
