import { lazyAdmission } from '../../../src/addin/start/lazy-sharing';
import type { Admission, ProposedCall, Reservation } from '../../../src/engine/lookup';
import { HandClock } from '../../engine/lookup/hand-clock';

const call: ProposedCall = { kind: 'lookup', target: '', novelty: 'new', queued: 0, askers: [] };
const refused: Reservation = { kind: 'refused', code: 'over-budget', isForAll: true };
const refusing: Admission = { reserve: () => refused };

describe('admission, whose code is fetched when needed', () => {
  it('is waited for by the first call, and asked at once by those after it', async () => {
    const clock = new HandClock();
    let opened = 0;
    const admission = lazyAdmission(() => {
      opened += 1;
      return Promise.resolve(refusing);
    }, clock);
    expect(opened).toBe(0);
    expect(await admission.reserve(call)).toBe(refused);
    expect(admission.reserve(call)).toBe(refused);
    expect(opened).toBe(1);
  });

  it('hears what a person has decided', async () => {
    let decided = 0;
    const deciding: Admission = { ...refusing, decided: () => void (decided += 1) };
    lazyAdmission(() => Promise.resolve(deciding), new HandClock()).decided?.();
    await new Promise(setImmediate);
    expect(decided).toBe(1);
    lazyAdmission(() => Promise.reject(new Error('offline')), new HandClock()).decided?.();
  });

  it.each([
    ['does not come', () => new Promise<never>(() => {})],
    ['cannot be fetched', () => Promise.reject(new Error('offline'))],
  ])('lets calls go without where its code %s', async (_, open) => {
    const clock = new HandClock();
    const reserving = lazyAdmission(open, clock).reserve(call);
    await clock.drain();
    const reservation = await reserving;
    expect(reservation).toMatchObject({ kind: 'reserved' });
    if (reservation.kind === 'reserved') reservation.settle('free');
  });
});
