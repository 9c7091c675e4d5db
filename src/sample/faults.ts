/** What goes wrong with one reply, on request: see docs/developers/sample-service.md. */
export interface Faults {
  /** Answers with this status, and does and charges nothing. */
  readonly status?: number;
  readonly delayMs?: number;
  readonly retryAfter?: RetryAfter;
  /** `before`: no bytes, nothing charged. `body`: headers and half of a charged body. */
  readonly cut?: 'before' | 'body';
  readonly wrapper?: 'object' | 'string';
  /** The status inside a reply whose own status is 200. */
  readonly wrappedError?: number;
  readonly values?: ValueFault;
  readonly body?: 'html' | 'empty' | 'half';
  readonly rejectUnknown?: boolean;
  readonly outOfCredits?: boolean;
}

export interface RetryAfter {
  readonly seconds: number;
  readonly as: 'seconds' | 'date';
}

/** What happens to the values of a good answer. */
export type ValueFault = 'strings' | 'inf' | 'nan' | 'null' | 'missing' | 'extra';

export type ParsedFaults =
  | { readonly kind: 'valid'; readonly faults: Faults }
  | { readonly kind: 'invalid'; readonly reason: string };

const LONGEST_DELAY_MS = 600_000;
const LONGEST_RETRY_S = 86_400;
const MOST_FAULTS = 20;

/** Faults by name; some take a value, as in `status=429`. */
const FAULTS: Readonly<Record<string, (value: string) => Faults | undefined>> = {
  status: (value) => ifNumber(value, 400, 599, (status) => ({ status })),
  delay: (value) => ifNumber(value, 0, LONGEST_DELAY_MS, (delayMs) => ({ delayMs })),
  'retry-after': (value) =>
    ifNumber(value, 0, LONGEST_RETRY_S, (seconds) => ({ retryAfter: { seconds, as: 'seconds' } })),
  'retry-after-date': (value) =>
    ifNumber(value, 0, LONGEST_RETRY_S, (seconds) => ({ retryAfter: { seconds, as: 'date' } })),
  cut: (value) => {
    if (value === '' || value === 'before') return { cut: 'before' };
    return value === 'body' ? { cut: 'body' } : undefined;
  },
  'wrapped-error': (value) =>
    ifNumber(value || '401', 400, 599, (wrappedError) => ({ wrappedError })),
  wrapped: alone({ wrapper: 'object' }),
  'wrapped-string': alone({ wrapper: 'string' }),
  html: alone({ body: 'html' }),
  empty: alone({ body: 'empty' }),
  half: alone({ body: 'half' }),
  strings: alone({ values: 'strings' }),
  inf: alone({ values: 'inf' }),
  nan: alone({ values: 'nan' }),
  null: alone({ values: 'null' }),
  missing: alone({ values: 'missing' }),
  extra: alone({ values: 'extra' }),
  'reject-unknown': alone({ rejectUnknown: true }),
  'out-of-credits': alone({ outOfCredits: true }),
};

/** Reads `status=429,retry-after=2,wrapped`. An empty text means no faults. */
export function parseFaults(text: string): ParsedFaults {
  const written = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
  if (written.length > MOST_FAULTS) return { kind: 'invalid', reason: 'Too many faults.' };
  let faults: Faults = {};
  for (const [index, part] of written.entries()) {
    const [name = '', ...value] = part.split('=');
    const read = Object.hasOwn(FAULTS, name) ? FAULTS[name] : undefined;
    const fault = read?.(value.join('=').trim());
    // Does not repeat what was sent, which may be anything.
    if (!fault) return { kind: 'invalid', reason: `Fault ${index + 1} is not a known one.` };
    faults = { ...faults, ...fault };
  }
  return { kind: 'valid', faults };
}

function alone(faults: Faults): (value: string) => Faults | undefined {
  return (value) => (value === '' ? faults : undefined);
}

function ifNumber(
  text: string,
  least: number,
  most: number,
  toFaults: (number: number) => Faults,
): Faults | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return number >= least && number <= most ? toFaults(number) : undefined;
}
