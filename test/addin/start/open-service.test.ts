import { recoverFromOutages } from '../../../src/addin/start/open-service';
import { createCellRegister, type Problem } from '../../../src/addin/functions/problems';
import { ListenerSet } from '../../../src/engine/lookup';
import type { CallKind, LookupErrorCode } from '../../../src/engine/lookup';
import { HandClock } from '../../engine/lookup/hand-clock';

function setUp() {
  const problems = createCellRegister<Problem>();
  const asked: (readonly string[])[] = [];
  const clock = new HandClock();
  const away = new Set<CallKind>();
  const trying = new Set<CallKind>();
  let isBusy = false;
  const listeners = new ListenerSet();
  let online = (): void => undefined;
  recoverFromOutages({
    reachability: {
      mayCall: (kind) => !away.has(kind) || trying.has(kind),
      isTrying: (kind) => trying.has(kind),
      subscribe: listeners.subscribe,
    },
    problems,
    cells: {
      recalculate(addresses) {
        asked.push(addresses);
        return isBusy
          ? Promise.reject(new Error('A cell is being edited.'))
          : Promise.resolve({ count: addresses.length, failures: [] });
      },
    },
    clock,
    whenOnline: (run) => void (online = run),
  });
  const fail = (address: string, code: LookupErrorCode): void =>
    problems.report(address, [{ code, message: 'No.', count: 1 }]);
  fail('S!A1', 'offline');
  fail('S!A2', 'timed-out');
  fail('S!A3', 'offline');
  return {
    ...{ asked, problems, clock },
    fail,
    keepBusy: (is: boolean) => (isBusy = is),
    lose: (kind: CallKind) => (away.add(kind), listeners.notify()),
    attempt: (kind: CallKind, is = true) => (
      is ? trying.add(kind) : trying.delete(kind),
      listeners.notify()
    ),
    find: (kind: CallKind) => (away.delete(kind), listeners.notify()),
    online: () => online(),
  };
}

describe('after an outage', () => {
  it('cells that were never asked for are, once; those that may have been charged are not', () => {
    const { asked, lose, find } = setUp();
    lose('lookup');
    expect(asked).toEqual([]);
    find('lookup');
    find('lookup');
    expect(asked).toEqual([['S!A1', 'S!A3']]);
  });

  it('each service brings its own back, though the other is away still', () => {
    const { asked, lose, find } = setUp();
    lose('score');
    lose('lookup');
    find('lookup');
    expect(asked).toHaveLength(1);
  });

  it('a network that is back is enough, unless the service has to be looked for first', () => {
    const { asked, lose, online } = setUp();
    lose('lookup');
    online();
    expect(asked).toEqual([]);
    const other = setUp();
    other.online();
    expect(other.asked).toEqual([['S!A1', 'S!A3']]);
  });

  it('nothing is asked for where nothing failed for it', () => {
    const { asked, problems, online } = setUp();
    problems.forget(['S!A1', 'S!A3']);
    online();
    expect(asked).toEqual([]);
  });

  it('what a busy host could not ask is listed still, and asked a few times more', async () => {
    const { asked, clock, problems, keepBusy, lose, find } = setUp();
    keepBusy(true);
    lose('lookup');
    find('lookup');
    for (let times = 0; times < 20; times += 1) await clock.advance(3000);
    expect(asked).toEqual(Array.from({ length: 6 }, () => ['S!A1', 'S!A3']));
    expect(problems.list().map(({ address }) => address)).toEqual(['S!A2', 'S!A1', 'S!A3']);
    lose('score');
    keepBusy(false);
    find('score');
    await clock.advance(60_000);
    expect(asked).toHaveLength(7);
  });

  it('one cell alone tries where only a call can tell, and all are asked once it is answered', () => {
    const { asked, fail, lose, attempt, find } = setUp();
    lose('lookup');
    attempt('lookup');
    attempt('lookup', false);
    expect(asked).toEqual([['S!A1']]);
    fail('S!A1', 'offline');
    attempt('lookup', false);
    find('lookup');
    expect(asked).toEqual([['S!A1'], ['S!A3', 'S!A1']]);
  });

  it('a cell that reports late is asked too, and none twice in one outage', async () => {
    const { asked, clock, fail, lose, find } = setUp();
    lose('lookup');
    find('lookup');
    await clock.advance(1000);
    fail('S!A1', 'offline');
    fail('S!A9', 'offline');
    for (let times = 0; times < 20; times += 1) await clock.advance(3000);
    expect(asked).toEqual([['S!A1', 'S!A3'], ['S!A9']]);
  });
});
