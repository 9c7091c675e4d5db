import * as fc from 'fast-check';
import { CONTRACT_NAMES } from '../../../src/engine/contract/attribute-name';
import { decodeLookupReply } from '../../../src/engine/contract/lookup-reply';
import { decodeScoreReply } from '../../../src/engine/contract/score-reply';
import { ANSWERED_LOOKUPS, FAILED_REPLIES } from './reply-fixtures';
import type { ReplyFixture } from './reply-fixtures';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
const MOST = 300_000;
const ODD_VALUES = [
  true,
  false,
  {},
  { value: 5 },
  [],
  [5],
  'n/a',
  '0x10',
  '1,234',
  '12,5',
  '1 234',
  '5%',
];
const ADDRESS = '3 Credit Suisse Road';

const raw = ({ httpStatus = 200, text, retryAfter }: ReplyFixture) => ({
  httpStatus,
  text,
  now: NOW,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});
const lookup = (fixture: ReplyFixture, names: readonly string[] = ['a', 'b']) =>
  decodeLookupReply(raw(fixture), names, [ADDRESS]);
const score = (fixture: ReplyFixture) => decodeScoreReply(raw(fixture), [ADDRESS]);

describe('a lookup reply', () => {
  it.each(Object.entries(ANSWERED_LOOKUPS))('is answered by %s', (_name, fixture) => {
    const [a, b] = fixture.values;
    expect(lookup(fixture)).toMatchObject({
      kind: 'answered',
      values: new Map([
        ['a', a],
        ['b', b],
      ]),
    });
  });

  it('tells a value that is no number from none, and costs no neighbour theirs', () => {
    for (const value of ODD_VALUES) {
      const text = JSON.stringify({ status: 200, data: { a: value, b: 2, c: 3 } });
      expect(lookup({ text }, ['a', 'b', 'd'])).toEqual({
        kind: 'answered',
        values: new Map([
          ['b', 2],
          ['d', null],
        ]),
        failures: new Map([['a', { kind: 'failed', code: 'unreadable-reply', status: 200 }]]),
        others: ['c'],
      });
    }
    expect(lookup({ text: '{"data":{"a":1},"status":200}' })).not.toHaveProperty('failures');
  });

  it('lists names that were not asked for, if they are spelt like names', () => {
    const data = { a: 1, c: 3, br_x_ct: null, 'Not A Name': 1, ['x'.repeat(256)]: 1, '<b>': 2 };
    expect(lookup({ text: JSON.stringify({ data, status: 200 }) })).toMatchObject({
      others: ['c', 'br_x_ct'],
    });
    expect(lookup({ text: '{"data":{"a":1},"status":200}' })).not.toHaveProperty('others');
  });

  it('lists a few hundred names that were not asked for, however many there are', () => {
    const data = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`n${index}`, 1]));
    expect(lookup({ text: JSON.stringify({ data, status: 200 }) })).toMatchObject({
      others: { length: 500 },
    });
  });

  it.each(Object.entries(FAILED_REPLIES))('fails with one code for %s', (_name, fixture) => {
    const { code, status } = fixture;
    expect(lookup(fixture)).toEqual({ kind: 'failed', code, status });
  });

  it.each([
    ['data that is null', { data: null, status: 200 }],
    ['data that is a list', { data: [1, 2], status: 200 }],
    ['data that is a text', { data: 'a', status: 200 }],
    ['a status alone', { status: 200 }],
  ])('is unreadable with %s', (_name, reply) => {
    expect(lookup({ text: JSON.stringify(reply) })).toEqual({
      kind: 'failed',
      code: 'unreadable-reply',
      status: 200,
    });
  });

  it('takes a 404 for a wrong address of the service', () => {
    expect(lookup({ httpStatus: 404, text: '{"message":"Not Found"}' })).toEqual({
      kind: 'failed',
      code: 'wrong-address',
      status: 404,
    });
  });

  it.each([404, 405, 410])(
    'takes a page with %d for a wrong address, of scores too',
    (httpStatus) => {
      const text = '<html>Not here</html>';
      const wrong = { kind: 'failed', code: 'wrong-address', status: httpStatus };
      expect([lookup({ httpStatus, text }), score({ httpStatus, text })]).toEqual([wrong, wrong]);
    },
  );

  it('reads names of a prototype as names, and only where the reply has them itself', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const text = '{"data":{"__proto__":7,"constructor":"8"},"status":200}';
    expect(lookup({ text }, names)).toEqual({
      kind: 'answered',
      values: new Map([
        ['__proto__', 7],
        ['constructor', 8],
        ['toString', null],
        ['hasOwnProperty', null],
      ]),
    });
    expect(lookup({ text: '{"__proto__":{"data":{"a":1},"status":200}}' })).toMatchObject({
      code: 'unreadable-reply',
    });
    expect({}).not.toHaveProperty('data');
  });

  it('has an entry for each of the names asked for', () => {
    const data = Object.fromEntries(CONTRACT_NAMES.map((name, index) => [name, index]));
    const reply = lookup({ text: JSON.stringify({ data, status: 200 }) }, CONTRACT_NAMES);
    expect(reply).toEqual({ kind: 'answered', values: new Map(Object.entries(data)) });
  });
});

describe('a score reply', () => {
  it.each([
    ['the bare form', '{"score":0.73,"status":200}', 0.73],
    ['the bare form without a status', '{"score":0.73}', 0.73],
    ['the wrapped form', '{"status":200,"body":{"score":-4,"status":200}}', -4],
    ['a body that is a text', '{"statusCode":200,"body":"{\\"score\\":\\"0.5\\"}"}', 0.5],
    ['a score of zero', '{"score":0,"status":200}', 0],
    ['a null', '{"score":null,"status":200}', null],
    ['a null without a status', '{"score":null}', null],
    ['a status without a score', '{"status":200}', null],
    ['a wrapped status without a score', '{"statusCode":200,"body":{"status":200}}', null],
    ['a score that is not finite', '{"score":Infinity,"status":200}', null],
    ['a score that is an empty text', '{"score":"","status":200}', null],
  ])('is answered by %s', (_name, text, value) => {
    expect(score({ text })).toEqual({ kind: 'answered', value });
  });

  it('that is no number is unreadable', () => {
    for (const value of ODD_VALUES) {
      const text = JSON.stringify({ status: 200, score: value });
      expect(score({ text })).toEqual({ kind: 'failed', code: 'unreadable-reply', status: 200 });
    }
  });

  it.each(Object.entries(FAILED_REPLIES))('fails with one code for %s', (_name, fixture) => {
    const { code, status } = fixture;
    expect(score(fixture)).toEqual({ kind: 'failed', code, status });
  });

  it('takes a 404 for an unknown model', () => {
    for (const fixture of [{ httpStatus: 404, text: '' }, { text: '{"status":404}' }]) {
      expect(score(fixture)).toEqual({ kind: 'failed', code: 'unknown-model', status: 404 });
    }
  });

  it('believes a failing HTTP status if the body states success without a score', () => {
    expect(score({ httpStatus: 500, text: '{"status":200}' })).toMatchObject({ status: 500 });
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['7', 7000],
    [' 120 ', 120_000],
    ['1.5', 1500],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Saturday, 21-Nov-26 12:00:30 GMT', 30_000],
    ['Sat Nov 21 12:00:30 2026', 30_000],
    ['Fri, 20 Nov 2026 12:00:00 GMT', 0],
    ['-5', 0],
    ['.5', 500],
    ['0.0004', 0],
    ['1e3', MOST],
    ['299.5', 299_500],
    ['301', MOST],
    ['3600', MOST],
    ['-0.5', 0],
    [`${NOW / 1000 + 30}`, 30_000],
    [`${NOW / 1000 + 30}.25`, 30_250],
    [`${NOW + 45_000}`, 45_000],
    [`${NOW / 1000 - 9}`, 0],
    [`${NOW - 9000}`, 0],
    [`5, ${NOW + 60_000}`, 60_000],
    ['2147483647', MOST],
    [`${NOW * 1000}`, MOST],
    ['Saturday, 21-Nov-26 12:04:30 GMT, 2', 270_000],
    ['Sat Nov 21 15:00:30 2026', MOST],
    ['120, 120', 120_000],
    ['5, , 30,7', 30_000],
    ['soon, 5', 5000],
    ['Sat, 21 Nov 2026 12:00:30 GMT, 90', 90_000],
    ['Sat, 21 Nov 2026 12:00:30 GMT, Sat, 21 Nov 2026 12:00:10 GMT', 30_000],
    ['1e9', 0],
    ['99999999999', MOST],
    ['9'.repeat(400), MOST],
    ['Fri, 31 Dec 9999 23:59:59 GMT', MOST],
    ['Fri Dec 31 23:59:59 9999', MOST],
  ])('%j is %d ms', (retryAfter, retryAfterMs) => {
    const fixture = { httpStatus: 429, text: '', retryAfter };
    const expected = { kind: 'failed', code: 'throttled', status: 429, retryAfterMs };
    expect(lookup(fixture)).toEqual(expected);
    expect(score(fixture)).toEqual(expected);
  });

  it.each([
    '',
    ' , ',
    'soon',
    'in 5 minutes',
    '5s',
    '0x10',
    'Infinity',
    '-',
    'Sat, 99 Nov 2026 12:00:30 GMT',
  ])('%j says nothing', (retryAfter) => {
    expect(lookup({ httpStatus: 429, text: '', retryAfter })).toEqual({
      kind: 'failed',
      code: 'throttled',
      status: 429,
    });
  });

  it('is read even if the 429 is wrapped in a 200', () => {
    expect(score({ text: '{"status":429}', retryAfter: '3' })).toMatchObject({
      retryAfterMs: 3000,
    });
  });
});

describe('hostile replies', () => {
  const status = fc.integer({ min: 100, max: 599 });
  const wrapped = fc.letrec<{ reply: unknown }>((tie) => ({
    reply: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue(),
      fc.record(
        {
          status: fc.oneof(status, fc.jsonValue()),
          statusCode: fc.oneof(status, fc.jsonValue()),
          body: fc.oneof(
            tie('reply'),
            tie('reply').map((reply) => JSON.stringify(reply)),
          ),
          data: fc.oneof(fc.dictionary(fc.constantFrom('a', 'b'), fc.jsonValue()), fc.jsonValue()),
          score: fc.jsonValue(),
          message: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    ),
  })).reply;

  it('never throw, and end as finite numbers, nulls or one code', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      wrapped.map((reply) => JSON.stringify(reply)),
    );
    fc.assert(
      fc.property(text, status, fc.option(fc.string()), (body, httpStatus, retryAfter) => {
        const reply = { httpStatus, text: body, retryAfter, now: NOW };
        const looked = decodeLookupReply(reply, ['a', 'b']);
        if (looked.kind === 'answered') {
          const { values, failures = new Map<string, never>() } = looked;
          expect([...values.keys(), ...failures.keys()].sort()).toEqual(['a', 'b']);
          for (const value of looked.values.values()) {
            expect(value === null || Number.isFinite(value)).toBe(true);
          }
        } else {
          expect(typeof looked.status).toBe('number');
          if (looked.retryAfterMs !== undefined) {
            expect(looked.retryAfterMs).toBeGreaterThanOrEqual(0);
            expect(looked.retryAfterMs).toBeLessThanOrEqual(MOST);
          }
        }
        const scored = decodeScoreReply(reply);
        if (scored.kind === 'answered') {
          expect(scored.value === null || Number.isFinite(scored.value)).toBe(true);
        } else expect(typeof scored.status).toBe('number');
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['a status', { body: { status: { toString: '' } } }],
    ['a day of a budget', { budget: { resetsAt: { toString: '' } } }],
  ])('are read though %s cannot be made a text', (_what, reply) => {
    const text = JSON.stringify(reply);
    for (const httpStatus of [200, 402, 403, 429]) {
      expect(() => lookup({ httpStatus, text })).not.toThrow();
      expect(() => score({ httpStatus, text })).not.toThrow();
    }
  });

  it('leave none of their text in a result but why a request was rejected', () => {
    const secret = 'sk-4f1d-secret';
    fc.assert(
      fc.property(wrapped, status, fc.constantFrom('', 'credits '), (reply, httpStatus, word) => {
        const text = JSON.stringify({ message: word + secret, [secret]: secret, body: reply });
        const results = [
          lookup({ httpStatus, text, retryAfter: secret }),
          score({ httpStatus, text: text + secret }),
          score({ httpStatus, text }),
        ];
        const told = JSON.stringify(results, (key, value: unknown) => {
          // Whoever keeps it drops one that repeats the credential.
          if (key === 'reason') return undefined;
          return value instanceof Map ? [...(value as Map<string, number>)] : value;
        });
        expect(told).not.toContain(secret);
      }),
    );
  });

  it.each([
    ['brackets', '['.repeat(1_000_000)],
    ['objects', '{"body":'.repeat(200_000)],
    ['escaped quotes', '"\\"'.repeat(500_000)],
    [
      'credits without end',
      JSON.stringify({ status: 403, message: 'no credits is '.repeat(90_000) }),
    ],
    [
      'blanks after credits',
      JSON.stringify({ status: 403, message: `credits${' '.repeat(1_000_000)}x` }),
    ],
    ['many messages', JSON.stringify({ status: 403, errors: Array(100_000).fill('no credit') })],
    ['tags', '<'.repeat(1_000_000)],
    ['signs', '+'.repeat(1_000_000)],
    ['digits', JSON.stringify({ data: { a: `${'1'.repeat(1_000_000)}x` }, score: 'x' })],
    ['whole nesting', '{"body":'.repeat(2000) + '1' + '}'.repeat(2000)],
  ])('cost no more than their length: %s', (_name, text) => {
    expect(['answered', 'failed']).toContain(lookup({ text }).kind);
    expect(['answered', 'failed']).toContain(score({ httpStatus: 500, text }).kind);
  });
});
