import { createForgettableStorage } from '../../../src/addin/device/forgettable-storage';
import { createSavingConsent } from '../../../src/addin/device/saving-consent';
import { createFakeStorage, throwingStorage } from './fake-storage';

function open(storage = createFakeStorage(), name = 'm') {
  let count = 0;
  return { storage, consent: createSavingConsent(storage, () => `${name}${(count += 1)}`) };
}

describe('the agreement that a workbook saves answers by itself', () => {
  it('comes from this device only, not from what a workbook says', () => {
    const { storage, consent } = open();
    for (const marks of ['', ' ', 'm1', 'true', '__proto__', 'x '.repeat(100_000)]) {
      expect(consent.isGiven(marks)).toBe(false);
    }
    const marks = consent.give('');
    expect(consent.isGiven(marks)).toBe(true);
    expect(consent.isGiven(`other ${marks}`)).toBe(true);
    expect(open(storage).consent.isGiven(marks)).toBe(true);
    expect(open().consent.isGiven(marks)).toBe(false);
  });

  it('of one person leaves that of another, up to ten of them', () => {
    const [one, other] = [open(undefined, 'a').consent, open(undefined, 'b').consent];
    let marks = other.give(one.give(''));
    expect([one.isGiven(marks), other.isGiven(marks)]).toEqual([true, true]);
    for (let each = 0; each < 9; each += 1) marks = other.give(marks);
    expect(marks.split(' ')).toHaveLength(10);
    expect([one.isGiven(marks), other.isGiven(marks)]).toEqual([false, true]);
  });

  it('is forgotten with what the device keeps', () => {
    const storage = createForgettableStorage(createFakeStorage());
    const consent = createSavingConsent(storage, () => 'm');
    const marks = consent.give('');
    expect(consent.isGiven(marks)).toBe(true);
    storage.forgetAll('next');
    expect(consent.isGiven(marks)).toBe(false);
  });

  it('holds for the session where the device keeps nothing', () => {
    const consent = createSavingConsent(throwingStorage, () => 'm');
    const marks = consent.give('');
    expect(consent.isGiven(marks)).toBe(true);
    expect(createSavingConsent(throwingStorage, () => 'm').isGiven(marks)).toBe(false);
  });
});
