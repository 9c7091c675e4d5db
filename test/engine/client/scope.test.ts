import { createHash, webcrypto } from 'node:crypto';

import { createScope } from '../../../src/engine/client/scope';
import type { ScopeOptions } from '../../../src/engine/client/scope';
import { toConnection } from '../../../src/engine/client/connection';

const KEY = 'sk-4f1d-secret';
const addresses = { attributeUrl: 'https://data.example', modelUrl: 'https://model.example' };
const mine = toConnection(addresses, KEY);
const theirs = toConnection(addresses, 'sk-other');

const scopeWith = (changes: Partial<ScopeOptions> = {}) =>
  createScope({
    digest: (bytes) => webcrypto.subtle.digest('SHA-256', bytes),
    salt: () => 'a salt',
    sessionId: 'one',
    ...changes,
  });

async function preparedTexts(changes?: Partial<ScopeOptions>, connection = mine) {
  const scope = scopeWith(changes);
  await scope.prepare(connection);
  return [scope.of('lookup', connection), scope.of('score', connection)];
}

it('is the same text for the same account in every session', async () => {
  const texts = await preparedTexts();
  await expect(preparedTexts({ sessionId: 'two' })).resolves.toEqual(texts);
  expect(texts[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(texts[0]).not.toBe(texts[1]);
});

it('is another text for another key, address or device', async () => {
  const texts = await Promise.all([
    preparedTexts(),
    preparedTexts({ salt: () => 'another salt' }),
    preparedTexts({}, theirs),
    preparedTexts({}, toConnection(addresses, undefined)),
    preparedTexts({}, toConnection({ ...addresses, attributeUrl: 'https://x.example' }, KEY)),
  ]);
  expect(new Set(texts.map(([lookup]) => lookup)).size).toBe(5);
});

it('is one text where both operations are at one address', async () => {
  const [lookup, score] = await preparedTexts(
    {},
    toConnection({ attributeUrl: 'https://x.example', modelUrl: 'https://x.example' }, KEY),
  );
  expect(lookup).toBe(score);
});

it('cannot be had from the key without the salt', async () => {
  const texts = await preparedTexts();
  for (const text of [KEY, `${addresses.attributeUrl}${KEY}`]) {
    const hash = createHash('sha256').update(text).digest('hex');
    expect(texts.join()).not.toContain(hash.slice(0, 16));
  }
  expect(texts.join()).not.toContain(KEY);
});

it('is good for one session alone until it is prepared, and then for all', async () => {
  const scope = scopeWith();
  const early = scope.of('lookup', mine);
  expect(early).toBe('session-one-1');
  expect(scope.of('lookup', mine)).toBe(early);
  expect(scope.of('lookup', theirs)).not.toBe(early);
  await scope.prepare(mine);
  expect([scope.of('lookup', mine)]).toEqual((await preparedTexts()).slice(0, 1));
});

it.each([
  ['rejects', () => Promise.reject(new Error('insecure'))],
  [
    'is missing',
    () => {
      throw new TypeError('crypto.subtle is undefined');
    },
  ],
])('works on where the digest %s', async (_what, digest) => {
  const scope = scopeWith({ digest });
  await scope.prepare(mine);
  const text = scope.of('lookup', mine);
  expect(text).toMatch(/^session-one-/);
  expect(scope.of('lookup', mine)).toBe(text);
  expect(scope.of('lookup', theirs)).not.toBe(text);
});

it('knows a key again after going to another one and back', async () => {
  const scope = scopeWith();
  await scope.prepare(mine);
  const text = scope.of('score', mine);
  await scope.prepare(theirs);
  expect(scope.of('score', mine)).toBe(text);
});

it('keeps no more than a few accounts in mind', async () => {
  const scope = scopeWith();
  const first = scope.of('lookup', mine);
  for (let index = 0; index < 20; index += 1)
    scope.of('lookup', toConnection(addresses, `k${index}`));
  expect(scope.of('lookup', mine)).not.toBe(first);
});
