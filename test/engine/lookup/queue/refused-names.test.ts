import { RefusedNames } from '../../../../src/engine/lookup/queue/accounts';

const [GOOD, BAD] = [{ name: 0 }, { name: 3 }];

describe('what the replies have shown about a name', () => {
  it('is nothing at first', () => {
    const refusedNames = new RefusedNames();
    for (const name of [0, 1, 7]) {
      expect([refusedNames.isProven(name), refusedNames.isRefusedEverywhere(name)]).toEqual([
        false,
        false,
      ]);
    }
  });

  it('is that it is good, after the service has answered a call with it', () => {
    const refusedNames = new RefusedNames();
    refusedNames.accept([GOOD]);
    expect([0, 1, 3].map((name) => refusedNames.isProven(name))).toEqual([true, false, false]);
  });

  it('is that it is bad, after two places have refused it', () => {
    const refusedNames = new RefusedNames();
    refusedNames.refuse(BAD.name);
    expect(refusedNames.isRefusedEverywhere(BAD.name)).toBe(false);
    refusedNames.refuse(BAD.name);
    expect(refusedNames.isRefusedEverywhere(BAD.name)).toBe(true);
    expect(refusedNames.isRefusedEverywhere(GOOD.name)).toBe(false);
  });

  it('is nothing bad if one refusal came before the name was accepted', () => {
    const refusedNames = new RefusedNames();
    refusedNames.refuse(BAD.name);
    refusedNames.accept([GOOD, BAD]);
    refusedNames.refuse(BAD.name);
    refusedNames.refuse(BAD.name);
    expect(refusedNames.isRefusedEverywhere(BAD.name)).toBe(false);
  });

  it('is cleared when the name is accepted after all, or when a person asks to try again', () => {
    const accepted = new RefusedNames();
    const pardoned = new RefusedNames();
    for (const refusedNames of [accepted, pardoned]) {
      refusedNames.refuse(BAD.name);
      refusedNames.refuse(BAD.name);
    }
    accepted.accept([BAD]);
    pardoned.reset();
    expect(accepted.isRefusedEverywhere(BAD.name)).toBe(false);
    expect(pardoned.isRefusedEverywhere(BAD.name)).toBe(false);
    pardoned.refuse(BAD.name);
    expect(pardoned.isRefusedEverywhere(BAD.name)).toBe(false);
  });
});
