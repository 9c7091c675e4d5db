import { createFormulas } from '../../../src/addin/functions/formulas';
import { createRenewals } from '../../../src/addin/functions/renewals';
import { beginCalculation } from '../../../src/addin/functions/invocation';
import type { Activity, LookupReply, Source } from '../../../src/engine/lookup';
import { createTestHost, settled, shownRows } from '../functions/test-host';

function setUp() {
  let value: number | undefined = 111;
  const calls: (boolean | undefined)[] = [];
  const lookup = ({ names, isRenewal }: Parameters<Source['lookup']>[0]): Promise<LookupReply> => {
    calls.push(isRenewal);
    const failed = { kind: 'failed', code: 'rejected', status: 400 } as const;
    if (value === undefined) return Promise.resolve(failed);
    return Promise.resolve({
      kind: 'answered',
      values: new Map(names.map((name) => [name, value as number])),
    });
  };
  const source = { scope: () => '', refusal: () => undefined, lookup } as unknown as Source;
  const test = createTestHost(source);
  // The clock below runs to the end of everything; this one looks when it is told to.
  const looks: (() => void)[] = [];
  const schedule = (_: number, run: () => void) => (looks.push(run), () => {});
  const renewals = createRenewals({ now: () => test.clock.now(), schedule }, {
    snapshot: () => ({ waiting: 0, inFlight: 0 }),
  } as Activity);
  const formulas = createFormulas({ ...test.host, renewals });
  const cell = async (address: string): Promise<unknown> => {
    const calculation = beginCalculation({ address });
    const rows = formulas.attributes([[12]], [[77]], [['w_a']], calculation);
    return shownRows(await settled(test.clock, rows))[0]?.[0];
  };
  const look = () => looks.splice(0).forEach((run) => run());
  return {
    calls,
    renewals,
    cell,
    look,
    clock: test.clock,
    say: (next?: number) => void (value = next),
  };
}

test('a renewed cell asks again once, and every other cell gets the new value', async () => {
  const { calls, renewals, cell, say } = setUp();
  expect([await cell('S!A1'), await cell('S!A2')]).toEqual([111, 111]);
  say(222);
  expect(await cell('S!A1')).toBe(111);
  let isOver = false;
  const over = renewals.begin(["'S'!A1"]).then(() => (isOver = true));
  expect([await cell('S!A2'), isOver]).toEqual([111, false]);
  expect(await cell('S!A1')).toBe(222);
  await over;
  expect([await cell('S!A1'), await cell('S!A2')]).toEqual([222, 222]);
  expect(calls).toEqual([undefined, true]);
});

test('a value that cannot be had anew stays', async () => {
  const { renewals, cell, say } = setUp();
  await cell('S!A1');
  say(undefined);
  const over = renewals.begin(['S!A1']);
  expect(await cell('S!A1')).toBe(111);
  await over;
});

test('what could not be had anew is asked again when a person goes on, and only then', async () => {
  const { calls, renewals, cell, say } = setUp();
  await cell('S!A1');
  say(undefined);
  void renewals.begin(['S!A1']);
  await cell('S!A1');
  say(222);
  expect([await cell('S!A1'), calls.length]).toEqual([111, 2]);
  say(undefined);
  void renewals.begin(['S!A1']);
  await cell('S!A1');
  say(222);
  renewals.goOn(["'S'!A1", 'S!A2']);
  expect([await cell('S!A2'), await cell('S!A1')]).toEqual([111, 222]);
  expect(calls).toEqual([undefined, true, true, true]);
  renewals.goOn(['S!A1']);
  await cell('S!A1');
  expect(calls).toHaveLength(4);
});

test('a formula that is being typed renews nothing', async () => {
  const { calls, renewals, cell, clock } = setUp();
  await cell('S!A1');
  void renewals.begin(['S!A1']);
  const formulas = createFormulas({ ...createTestHost({} as Source).host, renewals });
  const preview = beginCalculation({ address: 'S!A1', isInValuePreview: true });
  await settled(clock, formulas.attributes([[95]], [[77]], [['w_a']], preview));
  expect(calls).toHaveLength(1);
});

test('a cell that asks for nothing, as a blank IF, is not waited for', async () => {
  const { renewals, cell, look, say } = setUp();
  await cell('S!A1');
  say(222);
  let isOver = false;
  const over = renewals.begin(['S!A1', 'S!A2']).then(() => (isOver = true));
  look();
  expect(await cell('S!A1')).toBe(222);
  look();
  expect(isOver).toBe(false);
  look();
  await over;
  expect(await cell('S!A2')).toBe(222);
});
