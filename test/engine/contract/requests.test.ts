import * as fc from 'fast-check';
import {
  parseLookupRequest,
  writeLookupRequest,
} from '../../../src/engine/contract/lookup-request';
import type { LookupRequest } from '../../../src/engine/contract/lookup-request';
import { parseScoreRequest, writeScoreRequest } from '../../../src/engine/contract/score-request';
import { scorePath } from '../../../src/engine/contract/paths';

const koramangala = { kind: 'coordinates', lat: 12.9352, lng: 77.6245 } as const;
const office = {
  kind: 'address',
  address: '80 Feet Road "4th" 🏠\nBlock',
  pincode: '560034',
} as const;
const fifty = Array.from({ length: 50 }, (_, index) => `name_${index}`);

function valueOf<T>(checked: { kind: 'valid'; value: T } | { kind: 'invalid'; reason: string }): T {
  if (checked.kind === 'invalid') throw new Error(checked.reason);
  return checked.value;
}

function reasonOf(checked: { kind: string; reason?: string }): string | undefined {
  return checked.kind === 'invalid' ? checked.reason : undefined;
}

describe('a lookup that is sent', () => {
  it('has exactly the fields of the coordinate variant', () => {
    const body = valueOf(writeLookupRequest({ place: koramangala, names: ['w_pop_tt', 'p_a'] }));
    expect(JSON.stringify(body)).toBe('{"lat":12.9352,"lng":77.6245,"variables":"w_pop_tt,p_a"}');
  });

  it('has exactly the fields of the address variant, the address as written', () => {
    const body = valueOf(writeLookupRequest({ place: office, names: ['w_pop_tt'] }));
    expect(body).toEqual({
      address: '80 Feet Road "4th" 🏠\nBlock',
      pincode: '560034',
      variables: 'w_pop_tt',
    });
  });

  it('carries the pincode even when it is empty', () => {
    const place = { kind: 'address', address: 'Pune', pincode: '' } as const;
    expect(valueOf(writeLookupRequest({ place, names: ['a'] }))).toEqual({
      address: 'Pune',
      pincode: '',
      variables: 'a',
    });
  });

  it('may name 50 attributes, and both bounds of a coordinate are allowed', () => {
    for (const place of [
      { kind: 'coordinates', lat: 90, lng: -180 },
      { kind: 'coordinates', lat: -90, lng: 180 },
    ] as const) {
      expect(writeLookupRequest({ place, names: fifty }).kind).toBe('valid');
    }
  });

  const refusals: readonly [string, LookupRequest, RegExp][] = [
    ['no name', { place: koramangala, names: [] }, /^variables: name 1 must be/],
    [
      '51 names',
      { place: koramangala, names: [...fifty, 'more'] },
      /at most 50 names; there are 51/,
    ],
    ['a name twice', { place: koramangala, names: ['a', 'a'] }, /each attribute once/],
    ['a space in a name', { place: koramangala, names: ['a', ' b'] }, /name 2 must be/],
    ['a comma in a name', { place: koramangala, names: ['a,'] }, /name 2 must be/],
    ['upper case', { place: koramangala, names: ['W_POP'] }, /name 1 must be/],
    [
      'a latitude past the pole',
      { place: { kind: 'coordinates', lat: 90.01, lng: 0 }, names: ['a'] },
      /^lat must be a number between -90 and 90\.$/,
    ],
    [
      'a longitude past the bound',
      { place: { kind: 'coordinates', lat: 0, lng: -180.5 }, names: ['a'] },
      /^lng must be/,
    ],
    [
      'a latitude that is no number',
      { place: { kind: 'coordinates', lat: NaN, lng: 0 }, names: ['a'] },
      /^lat must be/,
    ],
    [
      'an infinite longitude',
      { place: { kind: 'coordinates', lat: 0, lng: Infinity }, names: ['a'] },
      /^lng must be/,
    ],
    [
      'an empty address',
      { place: { kind: 'address', address: ' ', pincode: '1' }, names: ['a'] },
      /^address must not be empty\.$/,
    ],
  ];
  it.each(refusals)('is refused for %s', (_what, request, reason) => {
    expect(reasonOf(writeLookupRequest(request))).toMatch(reason);
  });
});

describe('a score request that is sent', () => {
  it('has exactly the fields of the coordinate variant', () => {
    const customVariables = { rent: 12.5, format: 'kiosk' };
    const request = { key: 'k', place: koramangala, date: '2026-11-21', customVariables };
    expect(valueOf(writeScoreRequest(request))).toEqual({
      key: 'k',
      lat: 12.9352,
      lng: 77.6245,
      date: '2026-11-21',
      custom_variables: { rent: 12.5, format: 'kiosk' },
    });
  });

  it('leaves out what was not given, and the pincode, for which there is no field', () => {
    const body = valueOf(writeScoreRequest({ key: 'k', place: office, date: '' }));
    expect(Object.keys(body)).toEqual(['key', 'address']);
  });

  it('keeps custom variables that are called like parts of a prototype', () => {
    const customVariables = JSON.parse('{"__proto__":1,"constructor":"x","toString":2}') as never;
    const body = valueOf(writeScoreRequest({ key: 'k', place: koramangala, customVariables }));
    expect(JSON.stringify(body)).toContain('{"__proto__":1,"constructor":"x","toString":2}');
  });

  it('sends any date as written, up to 50 parts', () => {
    const date = fifty.join(', ');
    expect(valueOf(writeScoreRequest({ key: 'k', place: office, date })).date).toBe(date);
    const longer = writeScoreRequest({ key: 'k', place: office, date: `${date},more` });
    expect(reasonOf(longer)).toBe('date may have at most 50 parts, separated by commas.');
  });

  it.each([
    ['null', null],
    ['a list', [1]],
    ['not finite', NaN],
    ['a function', () => 1],
  ])('is refused for a custom variable that is %s', (_what, value) => {
    const customVariables = { rent: value } as never;
    expect(reasonOf(writeScoreRequest({ key: 'k', place: office, customVariables }))).toBe(
      'custom_variables must be an object of numbers, texts, true and false.',
    );
  });

  it('never repeats the key in a reason', () => {
    const customVariables = { a: null } as never;
    const checked = writeScoreRequest({ key: 'secret-1', place: office, customVariables });
    expect(JSON.stringify(checked)).not.toContain('secret-1');
    expect(reasonOf(writeScoreRequest({ key: ' ', place: office }))).toBe('key must not be empty.');
  });
});

describe('a request that is received', () => {
  it('is read back as it was sent', () => {
    const lookup = { place: office, names: fifty };
    expect(valueOf(parseLookupRequest(valueOf(writeLookupRequest(lookup))))).toEqual(lookup);
    const score = { key: 'k', place: koramangala, date: 'May', customVariables: { rent: 1 } };
    expect(valueOf(parseScoreRequest(valueOf(writeScoreRequest(score))))).toEqual(score);
  });

  it('may have fields that the contract does not name, and null for what is left out', () => {
    const body = { key: 'k', address: 'Pune', lat: null, date: null, custom_variables: null, x: 1 };
    expect(valueOf(parseScoreRequest(body))).toEqual({
      key: 'k',
      place: { kind: 'address', address: 'Pune', pincode: '' },
    });
  });

  it('counts a repeated name once', () => {
    const read = valueOf(parseLookupRequest({ lat: 0, lng: 0, variables: 'b,a,b' }));
    expect(read.names).toEqual(['b', 'a']);
  });

  it.each([
    [null, 'The body must be a JSON object, in UTF-8.'],
    [[], 'The body must be a JSON object, in UTF-8.'],
    ['text', 'The body must be a JSON object, in UTF-8.'],
    [{}, 'Send lat and lng, or address.'],
    [{ lat: 1, lng: 2, address: 'x' }, 'Send either lat and lng, or address, but not both.'],
    [{ lat: '1', lng: 2, variables: 'a' }, 'lat must be a number between -90 and 90.'],
    [{ lat: 1, variables: 'a' }, 'lng must be a number between -180 and 180.'],
    [{ lat: 1, lng: 2 }, 'variables must be a text: names separated by commas.'],
    [{ address: 7, variables: 'a' }, 'address must be a text.'],
    [{ address: 'x', pincode: 560034, variables: 'a' }, 'pincode must be a text.'],
    [
      { lat: 1, lng: 2, variables: 'a, b' },
      'variables: name 2 must be lower-case letters, digits and underscores, without spaces.',
    ],
  ])('lookup %j is refused with a reason', (body, reason) => {
    expect(reasonOf(parseLookupRequest(body))).toBe(reason);
  });

  it.each([
    [{ lat: 1, lng: 2 }, 'key must be a text.'],
    [{ key: '', lat: 1, lng: 2 }, 'key must not be empty.'],
    [{ key: 'k', lat: 91, lng: 2 }, 'lat must be a number between -90 and 90.'],
    [{ key: 'k', address: '' }, 'address must not be empty.'],
    [{ key: 'k', address: 'x', date: 5 }, 'date must be a text.'],
    [
      { key: 'k', address: 'x', custom_variables: [1] },
      'custom_variables must be an object of numbers, texts, true and false.',
    ],
  ])('score request %j is refused with a reason', (body, reason) => {
    expect(reasonOf(parseScoreRequest(body))).toBe(reason);
  });

  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        expect(['valid', 'invalid']).toContain(parseLookupRequest(body).kind);
        expect(['valid', 'invalid']).toContain(parseScoreRequest(body).kind);
      }),
    );
  });
});

describe('the path of a model', () => {
  it('keeps a plain identifier as it is', () => {
    expect(scorePath('model-7_b.2')).toBe('/model/v1.0/model-7_b.2');
  });

  it.each(['', '.', '..', '../x', '..\\x', 'a/b', '%2e', '%2F', 'a／b', 'a\0', '\ud800'])(
    'does not exist for %j',
    (model) => {
      expect(scorePath(model)).toBeUndefined();
    },
  );

  it.each(['a?b=c', 'a#b', 'a b', 'दुकान', '🏠', ';x', '@h'])('is one segment for %j', (model) => {
    const url = new URL(`https://service.example${scorePath(model) ?? ''}`);
    expect(url.pathname.split('/')).toHaveLength(4);
    expect(decodeURIComponent(url.pathname.split('/')[3] ?? '')).toBe(model);
    expect(url.search + url.hash).toBe('');
  });

  it('never leaves its segment, whatever the identifier', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (model) => {
        const path = scorePath(model);
        if (path === undefined) return;
        const url = new URL(`https://service.example${path}`);
        expect(url.href).toBe(`https://service.example${path}`);
        expect(decodeURIComponent(url.pathname)).toBe(`/model/v1.0/${model}`);
      }),
    );
  });
});
