import { RejectedNames } from '../../../../src/engine/lookup/queue/accounts';

const [GOOD, BAD] = [{ name: 0 }, { name: 3 }];

describe('what the replies have shown about a name', () => {
  it('is nothing at first', () => {
    const rejectedNames = new RejectedNames();
    for (const name of [0, 1, 7]) {
      expect([rejectedNames.isProven(name), rejectedNames.isRejectedEverywhere(name)]).toEqual([
        false,
        false,
      ]);
    }
  });

  it('is that it is good, after the service has answered a call with it', () => {
    const rejectedNames = new RejectedNames();
    rejectedNames.accept([GOOD]);
    expect([0, 1, 3].map((name) => rejectedNames.isProven(name))).toEqual([true, false, false]);
  });

  it('is that it is bad, after two places have rejected it', () => {
    const rejectedNames = new RejectedNames();
    rejectedNames.reject(BAD.name);
    expect(rejectedNames.isRejectedEverywhere(BAD.name)).toBe(false);
    rejectedNames.reject(BAD.name);
    expect(rejectedNames.isRejectedEverywhere(BAD.name)).toBe(true);
    expect(rejectedNames.isRejectedEverywhere(GOOD.name)).toBe(false);
  });

  it('is nothing bad if one rejection came before the name was accepted', () => {
    const rejectedNames = new RejectedNames();
    rejectedNames.reject(BAD.name);
    rejectedNames.accept([GOOD, BAD]);
    rejectedNames.reject(BAD.name);
    rejectedNames.reject(BAD.name);
    expect(rejectedNames.isRejectedEverywhere(BAD.name)).toBe(false);
  });

  it('is cleared when the name is accepted after all, or when a person asks to try again', () => {
    const accepted = new RejectedNames();
    const pardoned = new RejectedNames();
    for (const rejectedNames of [accepted, pardoned]) {
      rejectedNames.reject(BAD.name);
      rejectedNames.reject(BAD.name);
    }
    accepted.accept([BAD]);
    pardoned.reset();
    expect(accepted.isRejectedEverywhere(BAD.name)).toBe(false);
    expect(pardoned.isRejectedEverywhere(BAD.name)).toBe(false);
    pardoned.reject(BAD.name);
    expect(pardoned.isRejectedEverywhere(BAD.name)).toBe(false);
  });
});
