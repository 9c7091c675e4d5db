'use strict';
const { gzipSync } = require('node:zlib');

const NAMES = Array.from({ length: 50 }, (_, index) => `n_${index}`);
/** Names of 16 kB, which a request's address may just hold. */
const LONG_NAMES = Array.from({ length: 200 }, (_, index) => `n_${index}_${'x'.repeat(60)}`);

const repeated = (text, count) => Array(Math.floor(count)).fill(text).join(',');
const filled = (text, bytes) => text.repeat(Math.floor(bytes / text.length));
const place = (seed) => ({ lat: 1 + (seed % 80_000) / 1000, lng: 60 + (seed % 30) });
const once = (make) => {
  let body;
  return (seed) => (body ??= make(seed));
};
const sent = (make) => ({ make: once(() => ({ body: Buffer.from(make()) })) });
const fresh = (make) => ({ make: (seed) => ({ body: Buffer.from(make(seed)) }) });

exports.tollBodies = (scale = 1) => {
  const MEGABYTE = scale * 1024 * 1024;
  const most = (count) => Math.ceil(scale * count);
  const lines = {
    'most items': fresh((seed) => questions(seed, most(1000))),
    'most items, strangers': { ...fresh((seed) => questions(seed, most(1000))), isStranger: true },
    'most items, with a budget': { ...fresh((seed) => questions(seed, most(1000))), isPaid: true },
    'one line of objects': sent(() => `{"id":1,"x":[${repeated('{}', MEGABYTE / 3 - 10)}]}`),
    'lines of objects': sent(() =>
      filled(`{"id":1,"x":[${repeated('{}', most(20_000))}]}\n`, MEGABYTE),
    ),
    deepest: sent(() => filled('[', MEGABYTE)),
    'empty lines': sent(() => filled('\n', MEGABYTE)),
    'long addresses': sent(() => filled(addressLine(900), MEGABYTE)),
    'without end': { ...sent(() => filled('\n', 16 * 1024)), isNeverEnding: true },
    'letter by letter': { ...sent(() => filled('\n', most(60_000))), isInLetters: true },
    cancelled: { ...fresh((seed) => questions(seed, most(1000))), isCancelled: true },
  };

  const batch = (make, headers = {}) => ({
    make: once(() => ({
      query: '?by=coordinates&names=a',
      headers: { 'content-encoding': 'gzip', ...headers },
      body: gzipSync(make()),
    })),
  });
  const rowsOf = (rows) => `{"calls":[${rows}],"data":[${rows}]}`;
  const batches = {
    'objects, packed': batch(() => `{"calls":[[1,2],[${repeated('{}', most(3_400_000))}]]}`),
    'data of objects, packed': batch(() => `{"data":[[1,2],[${repeated('{}', most(3_400_000))}]]}`),
    'objects beside the rows': batch(
      () => `{"calls":[],"data":[],"x":[${repeated('{}', most(3_400_000))}]}`,
    ),
    deepest: batch(() => `{"calls":[${filled('[', 9 * MEGABYTE)}`),
    'most rows': batch(() => `{"calls":[${manyRows(most(10_000))}]}`),
    'most numbered rows': batch(() => `{"data":[${manyRows(most(10_000), true)}]}`),
    'largest rows': batch(() => `{"calls":[${largeRows(most(10_000))}]}`),
    'most rows and names': {
      make: once(() => ({
        query: `?by=coordinates&names=${LONG_NAMES.join(',')}`,
        headers: { 'content-encoding': 'gzip' },
        body: gzipSync(`{"calls":[${manyRows(most(10_000))}]}`),
      })),
    },
    'most rows and names, with a budget': {
      make: once(() => ({
        query: `?by=coordinates&names=${LONG_NAMES.join(',')}`,
        headers: { 'content-encoding': 'gzip' },
        body: gzipSync(`{"calls":[${repeated('[1,2]', most(10_000))}]}`),
      })),
      isPaid: true,
    },
    polls: {
      make: (seed) => ({
        query: `?by=coordinates&names=a&x=${'x'.repeat(12 * 1024)}`,
        headers: { 'sf-external-function-query-batch-id': `batch-${seed}` },
        body: Buffer.from('{"calls":[["no","place"]],"data":[[0,"no","place"]]}'),
      }),
    },
    'without end': { ...sent(() => filled('{"calls":[[1,2],', 16 * 1024)), isNeverEnding: true },
    cancelled: { ...batch(() => rowsOf(manyRows(most(2000)))), isCancelled: true },
    strangers: { ...batch(() => rowsOf(manyRows(most(10_000)))), isStranger: true },
  };

  const rpc = (name, args) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    });
  const places = (seed, count) => Array.from({ length: count }, (_, index) => place(seed + index));
  const tools = {
    'plan, most places': fresh((seed) =>
      rpc('plan', { places: places(seed, most(5000)), names: NAMES.slice(0, 10) }),
    ),
    'plan, most names': fresh((seed) =>
      rpc('plan', { places: places(seed, most(250)), names: manyNames() }),
    ),
    'attributes, most places': fresh((seed) =>
      rpc('attributes', {
        places: places(seed, most(5000)),
        names: NAMES.slice(0, 10),
        approved_calls: 1e6,
      }),
    ),
    'attributes, known': {
      ...sent(() =>
        rpc('attributes', {
          places: Array(most(5000)).fill({ lat: 1, lng: 2 }),
          names: ['a', 'b'],
        }),
      ),
    },
    'scores, most places': fresh((seed) =>
      rpc('scores', { places: places(seed, most(5000)), model: 'retail', approved_calls: 1e6 }),
    ),
    find_attributes: sent(() => rpc('find_attributes', { query: 'population '.repeat(45) })),
    my_budget: sent(() => rpc('my_budget', {})),
    'many calls in one': fresh(
      (seed) => `[${repeated(rpc('plan', { places: places(seed, most(500)), names: ['a'] }), 40)}]`,
    ),
    'most messages': sent(
      () => `[${repeated('{"jsonrpc":"2.0","id":1,"method":"ping"}', most(20_000))}]`,
    ),
    objects: sent(
      () =>
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"plan","arguments":{"places":[${repeated('{}', most(340_000))}]}}}`,
    ),
    'objects of nothing': sent(() => `{"x":[${repeated('{}', most(349_000))}]}`),
    deepest: sent(() => filled('[', MEGABYTE)),
    cancelled: {
      ...fresh((seed) => rpc('plan', { places: places(seed, most(5000)), names: ['a'] })),
      isCancelled: true,
    },
    strangers: {
      ...sent(() => rpc('plan', { places: places(0, most(5000)), names: ['a'] })),
      isStranger: true,
    },
  };

  const call = {
    'most names': fresh((seed) => JSON.stringify({ ...place(seed), variables: NAMES.join() })),
    objects: sent(() => `{"lat":1,"lng":2,"x":[${repeated('{}', most(20_000))}]}`),
    deepest: sent(() => filled('[', 63 * 1024)),
    'without end': { ...sent(() => filled(' ', 16 * 1024)), isNeverEnding: true },
    'letter by letter': { ...sent(() => filled(' ', most(60_000))), isInLetters: true },
    strangers: {
      ...fresh((seed) => JSON.stringify({ ...place(seed), key: 'locus_wrong' })),
      isStranger: true,
    },
  };

  const json = {
    objects: sent(() => `{"name":"x","x":[${repeated('{}', most(5000))}]}`),
  };

  const nothing = {
    'again and again': sent(() => ''),
  };

  const ofPeople = (sign, count) => ({
    ...sent(() => JSON.stringify({ csv: `name\n${sign.repeat(most(count))}` })),
    isAdministrators: true,
  });
  const people = {
    ...json,
    quotes: ofPeople('"', 2_000_000),
    'quotes within': ofPeople('"a"b', 600_000),
    'quotes over lines': ofPeople('"a"b\n', 500_000),
    commas: ofPeople(',', 4_000_000),
    'empty lines': ofPeople('\n', 2_000_000),
  };

  const asCsv = { make: once(() => ({ query: '?format=csv', body: Buffer.from('') })) };
  const trail = {
    ...nothing,
    'as CSV': { ...asCsv, isAdministrators: true },
    'as CSV, read slowly': { ...asCsv, isAdministrators: true, isReadSlowly: true },
  };

  return { lines, batches, tools, call, json, nothing, people, trail };
};

function questions(seed, count) {
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify({ id: index, ...place(seed * count + index), variables: NAMES }),
  ).join('\n');
}

function addressLine(length) {
  return `${JSON.stringify({ id: 1, address: filled('12/3, ', length), variables: ['a'] })}\n`;
}

function manyRows(count, isNumbered = false) {
  return Array.from({ length: count }, (_, index) => {
    const { lat, lng } = place(index);
    return isNumbered ? `[${index},${lat},${lng}]` : `[${lat},${lng}]`;
  }).join(',');
}

function largeRows(count) {
  return repeated(JSON.stringify([filled('1 MG Road, ', 980), '560034']), count);
}

function manyNames() {
  return Array.from({ length: 200 }, (_, index) => `name_${index}`);
}
