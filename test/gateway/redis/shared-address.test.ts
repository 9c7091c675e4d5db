import { parseSharedAddress } from '../../../src/gateway/redis/shared-address';

describe('the address of a shared store', () => {
  it.each([
    ['redis://cache', 'server', ['cache:6379'], 0],
    ['valkeys://cache:7000/3', 'server', ['cache:7000'], 3],
    ['redis://[::1]:6380/', 'server', ['::1:6380'], 0],
    ['redis+sentinel://a,b:7/main/2', 'sentinel', ['a:26379', 'b:7'], 2],
    ['rediss+cluster://a:1,b', 'cluster', ['a:1', 'b:6379'], 0],
  ])('is read: %s', (text, kind, hosts, database) => {
    const address = parseSharedAddress(text, undefined);
    expect(address).toMatchObject({ kind, database, isTls: /^(rediss|valkeys)/.test(text) });
    expect(address?.hosts.map(({ host, port }) => `${host}:${port}`)).toEqual(hosts);
  });

  it('takes a password from beside it, or out of it, and never shows it', () => {
    const own = parseSharedAddress('redis://me:p%40ss:word@cache:1', undefined);
    expect(own).toMatchObject({ username: 'me', password: 'p@ss:word', shown: 'cache:1' });
    expect(parseSharedAddress('redis://:old@cache', 'new')).toMatchObject({
      username: undefined,
      password: 'new',
    });
  });

  it.each([
    'cache:6379',
    'http://cache',
    'redis://',
    'redis://a,b',
    'redis://a/x',
    'redis://a/1/2',
    'redis://a:x',
    'redis://,',
    'redis+sentinel://a',
    'redis+cluster://a/1',
    'redis://a?b',
  ])('is refused: %s', (text) => {
    expect(parseSharedAddress(text, undefined)).toBeUndefined();
  });
});
