import { completeEngineOptions } from '../../../src/engine/lookup/engine-options';
import { HandClock } from './hand-clock';
import { RecordingSource } from './recording-source';

const clock = new HandClock();
const needed = {
  ...{ source: new RecordingSource(clock), clock, random: () => 0.5 },
};

describe('the options of an engine', () => {
  it('have defaults, also for what is given as undefined', () => {
    const options = completeEngineOptions({ ...needed, windowMs: undefined as never });
    expect(options).toMatchObject({ windowMs: 25, maxWindowMs: 100, deadlineMs: 60_000 });
  });

  it.each([
    [{ deadlineMs: 0 }, 'Engine option deadlineMs must be at least 1; received 0.'],
    [{ maxConcurrency: 0 }, 'Engine option maxConcurrency must be at least 1; received 0.'],
    [{ windowMs: -1 }, 'Engine option windowMs must be at least 0; received -1.'],
    [{ freshMs: Number.NaN }, 'Engine option freshMs must be at least 0; received NaN.'],
    [{ maxAttempts: Infinity }, 'Engine option maxAttempts must be at least 1; received Infinity.'],
  ])('%j is refused in words', (wrong, message) => {
    expect(() => completeEngineOptions({ ...needed, ...wrong })).toThrow(new RangeError(message));
  });
});
