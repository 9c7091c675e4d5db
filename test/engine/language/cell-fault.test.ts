import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { SpentBudget } from '../../../src/engine/contract/spent-budget';
import { MESSAGE_LIMIT, faultOf } from '../../../src/engine/language/cell-fault';
import { CELL_MESSAGES, sentence } from '../../../src/engine/language/cell-messages';
import { LOOKUP_ERROR_CODES } from '../../../src/engine/lookup';
import type { LookupError } from '../../../src/engine/lookup';
import { readFormulaTable } from '../../addin/functions/formula-table';

const VALUE_CODES = [
  'invalid-argument',
  'invalid-variable',
  'unknown-model',
  'key-refused',
  'rejected',
];

/** The first words of a message's advice. */
const ACTIONS = [
  'add',
  'approve',
  'ask',
  'check',
  'enter',
  'press',
  'raise',
  'select',
  'shorten',
  'use',
  'wait',
];

const anyText = fc.string({ unit: 'grapheme', maxLength: 40_000 });
const anyError = fc.record(
  {
    code: fc.constantFrom(...LOOKUP_ERROR_CODES),
    ...{ written: anyText, meant: anyText, reason: anyText, redirectsTo: anyText },
    status: fc.integer({ min: 100, max: 999 }),
  },
  { requiredKeys: ['code'] },
) as fc.Arbitrary<LookupError>;
const anyQuestion = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant('attribute' as const), name: anyText }),
    fc.record({ kind: fc.constant('score' as const), model: anyText }),
  ),
  { nil: undefined },
);

describe.each(LOOKUP_ERROR_CODES)('the cell of %s', (code) => {
  test('asks for a change as #VALUE!, or waits as #N/A', () => {
    const expected = VALUE_CODES.includes(code) ? 'value' : 'not-available';
    expect(faultOf({ code }).kind).toBe(expected);
  });

  test('names no address, no host and nothing that could be a key', () => {
    const { message } = faultOf({ code, status: 502 });
    expect(message).not.toMatch(/https?:|www\.|@|\/\/|\{|\}|\$/);
    for (const word of message.split(/[^\p{L}\p{N}]+/u))
      expect(word).toMatch(/^(\p{L}{0,13}|\d{1,3})$/u);
  });
});

test.each(Object.entries(CELL_MESSAGES))(
  '%s says what happened, then what to do',
  (_of, message) => {
    const [, finding, advice, end] = /^(.*?): (.*)(.)$/.exec(sentence(message, ['x', 'y'])) ?? [];
    expect(finding).toMatch(/^["A-Z][^:.?]{10,}$/);
    expect(advice).toMatch(new RegExp(`^(?:${ACTIONS.join('|')}),? [^:.?]{8,}$|^did you mean `));
    expect(end).toBe(advice?.startsWith('did') === true ? '?' : '.');
  },
);

test.each<[SpentBudget, RegExp]>([
  [
    { of: 'person', period: 'day', unit: 'calls', limit: 200, resetsAt: '2026-11-26T00:00:00Z' },
    /^Your budget of 200 calls for today is used up: wait until it resets at \d{1,2}:\d\d( [AaPp][Mm])?\.$/,
  ],
  [
    { of: 'person', period: 'day', unit: 'calls', limit: 1, resetsAt: '2026-11-26T00:00:00Z' },
    /^Your budget of 1 call for today/,
  ],
  [
    { of: 'team', period: 'month', unit: 'price', limit: 12.5, resetsAt: '2026-12-01T00:00:00Z' },
    /^The budget of 12\.5 that you share is used up for this month: .* resets at .*(Dec|Nov).*:\d\d.*\.$/,
  ],
  [
    { of: 'account', period: 'day', unit: 'calls', limit: 1e9, resetsAt: '2026-11-26T00:00:00Z' },
    /^The budget of [\d,]+ calls that you share is used up for today/,
  ],
])('a spent budget %j says how much it was, and until when', (budget, message) => {
  const said = faultOf({ code: 'over-budget', status: 402, budget }).message;
  expect(said).toMatch(message);
  expect(said.length).toBeLessThan(MESSAGE_LIMIT);
});

test('the pane has what the messages send people to', () => {
  const pane = sourceOf('src/addin');
  expect(pane).toContain('Retry failed');
  const said = Object.values(CELL_MESSAGES).map((message) => sentence(message, ['x', 'y']));
  for (const message of said.filter((text) => text.includes('press')))
    expect(message).toMatch(/press (Retry failed|Enter)/);
});

test('every message in the table of formulas says what to do, and is as short', () => {
  const shown = readFormulaTable().rows.flatMap(({ shows }) => [shows].flat(2).map(String));
  const messages = shown.flatMap((text) => /^#(?:VALUE!|N\/A) (.*)$/s.exec(text)?.[1] ?? []);
  expect(messages.length).toBeGreaterThan(100);
  for (const message of messages) {
    expect(message).toMatch(/^[^\n]{8,}: [a-z][^\n]{5,}[.?]$/);
    expect(message.length).toBeLessThan(MESSAGE_LIMIT);
  }
});

test('no message is as long as 120 characters, whatever it is about', () => {
  fc.assert(
    fc.property(anyError, anyQuestion, (error, asked) => {
      const { message } = faultOf(error, asked);
      expect(message.length).toBeLessThan(MESSAGE_LIMIT);
      expect(message).toMatch(/^[^\p{Cc}]+$/u);
      expect(message).not.toMatch(/\p{Surrogate}/u);
    }),
  );
});

test('whatever else an error carries is not said', () => {
  const secret = fc.string({ minLength: 12, maxLength: 60 }).map((text) => `§${text}§`);
  fc.assert(
    fc.property(anyError, secret, (error, key) => {
      const carrying = { ...error, key, message: key, url: `https://x/?key=${key}`, cause: key };
      expect(faultOf(carrying)).toEqual(faultOf(error));
    }),
  );
});

test('a long name is cut, and the advice stays whole', () => {
  const { message } = faultOf(
    { code: 'unknown-model' },
    { kind: 'score', model: `m${'o'.repeat(500)}del` },
  );
  expect(message).toMatch(
    /^The service has no model "mo+…": check the ID, or its alias in the Locus pane\.$/,
  );
});

test('an error about nothing but line breaks has the plain message', () => {
  expect(faultOf({ code: 'rejected', reason: '\n\r\t' })).toEqual(faultOf({ code: 'rejected' }));
});

test('a status is told where it helps', () => {
  expect(faultOf({ code: 'service-failed', status: 502 }).message).toContain('status 502');
  expect(faultOf({ code: 'key-refused', status: 401 }).message).not.toContain('401');
});

function sourceOf(folder: string): string {
  const root = join(__dirname, '../../..', folder);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
}

test('a rejection says what the service says, and whatever that is, stays one line', () => {
  const reason = 'custom_variables: format must be kiosk, store or flagship.';
  expect(faultOf({ code: 'rejected', status: 400, reason }).message).toBe(
    'The service says "custom_variables, format must be kiosk, store or flagship": check the formula.',
  );
});
