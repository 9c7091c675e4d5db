import { Verdicts } from '../../../src/lookup/cache/refused-names';

const [GOOD, BAD] = [{ name: 0 }, { name: 3 }];

describe('what is known of a name', () => {
  it('is nothing at first', () => {
    const verdicts = new Verdicts();
    for (const name of [0, 1, 7]) {
      expect([verdicts.isProven(name), verdicts.isCondemned(name)]).toEqual([false, false]);
    }
  });

  it('is that it is good once the service has answered a call with it', () => {
    const verdicts = new Verdicts();
    verdicts.accept([GOOD]);
    expect([0, 1, 3].map((name) => verdicts.isProven(name))).toEqual([true, false, false]);
  });

  it('is that it is bad once it was refused at two places', () => {
    const verdicts = new Verdicts();
    verdicts.refuse(BAD.name);
    expect(verdicts.isCondemned(BAD.name)).toBe(false);
    verdicts.refuse(BAD.name);
    expect(verdicts.isCondemned(BAD.name)).toBe(true);
    expect(verdicts.isCondemned(GOOD.name)).toBe(false);
  });

  it('is nothing bad for having been refused once here and once before it was accepted', () => {
    const verdicts = new Verdicts();
    verdicts.refuse(BAD.name);
    verdicts.accept([GOOD, BAD]);
    verdicts.refuse(BAD.name);
    verdicts.refuse(BAD.name);
    expect(verdicts.isCondemned(BAD.name)).toBe(false);
  });

  it('is forgiven when it is accepted after all, or when a person wants it tried again', () => {
    const accepted = new Verdicts();
    const pardoned = new Verdicts();
    for (const verdicts of [accepted, pardoned]) {
      verdicts.refuse(BAD.name);
      verdicts.refuse(BAD.name);
    }
    accepted.accept([BAD]);
    pardoned.pardon();
    expect(accepted.isCondemned(BAD.name)).toBe(false);
    expect(pardoned.isCondemned(BAD.name)).toBe(false);
    pardoned.refuse(BAD.name);
    expect(pardoned.isCondemned(BAD.name)).toBe(false);
  });
});
