import type { ErrorCase } from '../../src/engine/language/cell-messages';
import type { Fate } from '../gateway/faulty-service';

/** What a service does, and which message that is: of a lookup and of a score. */
export interface ServiceOutcome {
  readonly what: string;
  readonly fate: Fate;
  readonly lookup: ErrorCase;
  readonly score: ErrorCase;
}

const PAGE = '<!DOCTYPE html><p>Not what you asked for</p>';
const JSON_SAYING = (status: number): string => JSON.stringify({ status, message: 'Bad luck.' });

/** A status with no body, with a page, and with JSON. */
function status(
  code: number,
  [empty, page, json]: readonly (ErrorCase | readonly [lookup: ErrorCase, score: ErrorCase])[],
): readonly ServiceOutcome[] {
  const bodies = [
    ['no body', undefined, empty],
    ['a page', PAGE, page],
    ['JSON', JSON_SAYING(code), json],
  ] as const;
  return bodies.map(([kind, body, of]) => {
    const [lookup, score] = of === undefined || typeof of === 'string' ? [of, of] : of;
    return {
      what: `${code} with ${kind}`,
      fate: { status: code, ...(body === undefined ? {} : { body }) },
      lookup: lookup as ErrorCase,
      score: score as ErrorCase,
    };
  });
}

function reply(
  what: string,
  body: string,
  lookup: ErrorCase,
  score: ErrorCase = lookup,
): ServiceOutcome {
  return { what, fate: { status: 200, body }, lookup, score };
}

function redirect(what: string, location: string | undefined, of: ErrorCase): ServiceOutcome {
  const headers = location === undefined ? {} : { location };
  return { what, fate: { status: 302, headers }, lookup: of, score: of };
}

const BAD_REQUEST = ['rejected/attribute', 'rejected'] as const;
const NOT_THERE = ['wrong-address/status', 'unknown-model/asked'] as const;
const REFUSED = 'service-failed/refused';
const FAILED = 'service-failed/status';

export const SERVICE_OUTCOMES: readonly ServiceOutcome[] = [
  ...status(400, [BAD_REQUEST, BAD_REQUEST, 'rejected/reason']),
  ...status(401, ['key-refused', 'unreadable-reply', 'key-refused']),
  ...status(402, ['out-of-credits', 'out-of-credits', 'out-of-credits']),
  ...status(403, [REFUSED, 'unreadable-reply', 'key-refused']),
  ...status(404, [NOT_THERE, 'wrong-address/status', NOT_THERE]),
  ...status(405, ['wrong-address/status', 'wrong-address/status', 'wrong-address/status']),
  ...status(408, ['timed-out/status', 'timed-out/status', 'timed-out/status']),
  ...status(413, ['rejected/too-large', 'rejected/too-large', 'rejected/too-large']),
  ...status(418, [REFUSED, REFUSED, REFUSED]),
  ...status(429, ['throttled', 'throttled', 'throttled']),
  ...status(500, [FAILED, FAILED, FAILED]),
  ...status(502, [FAILED, FAILED, FAILED]),
  ...status(503, [FAILED, FAILED, FAILED]),
  reply('a page', PAGE, 'unreadable-reply'),
  reply('half a JSON', '{"data":{"w_pop_tt":', 'unreadable-reply'),
  reply('nothing', '', 'unreadable-reply'),
  reply('null', 'null', 'unreadable-reply'),
  reply('a list', '[]', 'unreadable-reply'),
  reply('data that is text', '{"data":"many","score":"high","status":200}', 'unreadable-reply'),
  reply('a value that is text', '{"data":{"w_pop_tt":"many"},"score":"high"}', 'unreadable-reply'),
  reply('a status alone', '{"status":200}', 'unreadable-reply', 'no-value/score'),
  reply('no value', '{"data":{"w_pop_tt":null},"score":null}', 'no-value', 'no-value/score'),
  {
    what: 'a reply that breaks off',
    fate: { status: 200, body: '{"data":', isCut: true },
    lookup: 'offline/cut',
    score: 'timed-out/cut',
  },
  {
    what: 'a connection that breaks before a byte',
    fate: 'cut',
    lookup: 'offline',
    score: 'timed-out',
  },
  { what: 'silence', fate: 'hang', lookup: 'timed-out', score: 'timed-out' },
  redirect('a redirect elsewhere', 'https://other.example/in?key=x', 'unreadable-reply/redirect'),
  redirect('a redirect to itself', '/production', 'unreadable-reply/redirect'),
  redirect('a redirect without an address', undefined, 'unreadable-reply/elsewhere'),
];

/** Where the messages come from that no reply of the service itself makes. */
export const OTHER_CASES: Partial<Record<ErrorCase, string>> = {
  'invalid-argument': 'an argument of a formula',
  'invalid-variable': 'an argument of a formula',
  'invalid-variable/written': 'an argument of a formula',
  'unknown-model': 'a question without a model, which there is none of',
  'service-failed': 'a source that throws',
  'wrong-address': 'an address to which no key may go',
  untrusted: 'a server that is not trusted, in outcomes.test.ts',
  'no-value/meant': 'the known names',
  'no-key': 'a device without a key',
  held: 'the approval of many calls',
  previewing: 'a formula that is being typed',
  cancelled: 'a person or a host',
  'offline/failing': 'a service whose replies have all failed for seconds',
  'over-budget': "this device's budget",
  'over-budget/your-day': 'a gateway',
  'over-budget/your-month': 'a gateway',
  'over-budget/shared-day': 'a gateway',
  'over-budget/shared-month': 'a gateway',
  'over-budget/gateway': 'a gateway',
  'gateway-failed': 'a gateway of another version',
  'gateway-failed/held': 'a gateway',
  'gateway-failed/out-of-credits': 'a gateway',
  'gateway-failed/shared-store-down': 'a gateway',
  'gateway-failed/store-forgot': 'a gateway',
  'gateway-failed/unknown-outcome': 'a gateway',
  'gateway-failed/unreadable-reply': 'a gateway',
  'gateway-failed/unreachable': 'a gateway',
  'gateway-failed/untrusted': 'a gateway',
  'gateway-failed/upstream-refused-key': 'a gateway',
  'gateway-failed/wrong-address': 'a gateway',
};
