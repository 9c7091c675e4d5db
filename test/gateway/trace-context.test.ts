import { traceHeaders } from '../../src/gateway/call-admission';
import { readTrace, traceparentOf } from '../../src/gateway/trace-context';
import { openStage, type GatewayStage, type Reply } from './gateway-stage';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const GIVEN = `00-${TRACE}-${PARENT}-01`;

describe('a traceparent', () => {
  it.each([
    ['of today', GIVEN, '01'],
    ['whose trace is not recorded', `00-${TRACE}-${PARENT}-00`, '00'],
    ['with a random id', `00-${TRACE}-${PARENT}-03`, '03'],
    ['with flags that nobody knows', `00-${TRACE}-${PARENT}-fd`, '01'],
    ['of a later version', `01-${TRACE}-${PARENT}-01`, '01'],
    ['of a later version with more fields', `cc-${TRACE}-${PARENT}-01-what-comes`, '01'],
    ['between spaces', ` ${GIVEN}\t`, '01'],
  ])('%s is taken over, with an id of its own for the call', (_what, traceparent, flags) => {
    const trace = readTrace({ headers: { traceparent } });
    expect(trace).toEqual({ id: TRACE, flags });
    const sent = traceparentOf(trace!);
    expect(sent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-${flags}$`));
    expect(sent).not.toContain(PARENT);
    expect(readTrace({ headers: { traceparent: sent } })).toEqual(trace);
  });

  it.each([
    ['that is missing', undefined],
    ['that is empty', ''],
    ['of the version that is none', `ff-${TRACE}-${PARENT}-01`],
    ['in capitals', GIVEN.toUpperCase()],
    ['of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['with a parent of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['that is cut', GIVEN.slice(0, -1)],
    ['that is longer than its version has it', `${GIVEN}-more`],
    ['without its separator', `01-${TRACE}-${PARENT}-01more`],
    ['that comes twice', `${GIVEN}, ${GIVEN}`],
    ['of a later version that comes twice', `01-${TRACE}-${PARENT}-01-a, ${GIVEN}`],
    ['that would begin another header', `01-${TRACE}-${PARENT}-01-a\r\nx-api-key: b`],
    ['without end', `01-${TRACE}-${PARENT}-01-${'a'.repeat(5000)}`],
    ['of other letters', `00-${'g'.repeat(32)}-${PARENT}-01`],
    ['in the digits of another script', `00-${'٣'.repeat(32)}-${PARENT}-01`],
  ])('%s is as none', (_what, traceparent) => {
    expect(readTrace({ headers: { traceparent } })).toBeUndefined();
  });
});

describe('a trace goes on', () => {
  let stage: GatewayStage;
  let token: string;
  beforeEach(async () => {
    stage = await openStage();
    ({ token } = await stage.person('Asha'));
  });
  afterEach(() => stage.close());

  const post = (path: string, body: string, more: Record<string, string> = {}): Promise<Reply> =>
    stage.send(path, { method: 'POST', headers: { 'x-api-key': token, ...more }, body });
  const lookup = (lat: number, more: Record<string, string>): Promise<Reply> =>
    post('/production/v1.0/getvariablesbulk', `{"lat":${lat},"lng":1,"variables":"a"}`, more);
  const sent = (): unknown[] => stage.service.calls.map(({ headers }) => headers['traceparent']);

  it('with each call that its request makes, and with nothing else of it', async () => {
    const headers = { traceparent: GIVEN, tracestate: 'vendor=secret', baggage: 'user=Asha' };
    await lookup(1, headers);
    await post('/model/v1.0/retail', '{"lat":1,"lng":1}', headers);
    const lines = [2, 3].map((lat) => `{"id":${lat},"lat":${lat},"lng":1,"variables":["a"]}`);
    await post('/v1/bulk', lines.join('\n'), headers);
    const calls = sent().map(String);
    expect(calls).toHaveLength(4);
    expect(new Set(calls).size).toBe(4);
    for (const each of calls) expect(each).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    for (const { headers } of stage.service.calls) {
      expect(headers).not.toHaveProperty('tracestate');
      expect(headers).not.toHaveProperty('baggage');
    }
  });

  it('where a request names one: none is made, and none is made of what is not valid', async () => {
    expect((await lookup(1, {})).status).toBe(200);
    expect((await lookup(2, { traceparent: `${GIVEN}-more` })).status).toBe(200);
    expect(sent()).toEqual([undefined, undefined]);
  });
});

test('a call of several people goes on the trace of the first who still waits and has one', () => {
  const asker = (id: string | undefined, hasLeft = false): object => ({
    person: 'p',
    hasLeft,
    trace: id && { id: id.repeat(32), flags: '01' },
  });
  const askers = [asker('a', true), asker(undefined), asker('b'), asker('c')];
  expect(traceHeaders({ askers })['traceparent']).toContain(`00-${'b'.repeat(32)}-`);
  expect(traceHeaders({ askers: askers.slice(0, 2) })).toEqual({});
  expect(traceHeaders({})).toEqual({});
});
