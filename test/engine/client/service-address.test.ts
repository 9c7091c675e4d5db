import fc from 'fast-check';

import { readServiceAddress } from '../../../src/engine/client/service-address';

describe('a service address', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['  https://api.example.com/ \n', 'https://api.example.com'],
    ['https://API.Example.COM:443/stage//', 'https://api.example.com/stage'],
    ['https://api.example.com:8443/a/b', 'https://api.example.com:8443/a/b'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['http://127.8.9.10:81/x', 'http://127.8.9.10:81/x'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
    ['https://[2001:db8::1]/', 'https://[2001:db8::1]'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ])('is read: %j', (typed, url) => {
    expect(readServiceAddress(typed)).toMatchObject({ kind: 'address', url });
  });

  it('shows an international name in the form that tells look-alikes apart', () => {
    // The first letter is Cyrillic.
    expect(readServiceAddress('https://\u0430pi.example.com')).toMatchObject({
      url: 'https://xn--pi-6kc.example.com',
    });
  });

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['api.example.com', 'malformed'],
    ['api.example.com:8443', 'malformed'],
    ['//api.example.com', 'malformed'],
    ['https:api.example.com', 'malformed'],
    ['https:///api.example.com', 'malformed'],
    ['https://', 'malformed'],
    ['https://a b.example.com', 'malformed'],
    ['https://api.exam\nple.com', 'malformed'],
    ['https://api.example.com\\@evil.example', 'malformed'],
    ['https://api\u200b.example.com', 'malformed'],
    ['https://[::1', 'malformed'],
    ['https://127.0.0.256', 'malformed'],
    [`https://api.example.com/${'a'.repeat(3000)}`, 'malformed'],
    ['http://api.example.com', 'not-https'],
    ['http://localhost.evil.example', 'not-https'],
    ['http://127.0.0.1.evil.example', 'not-https'],
    ['http://localhost.', 'not-https'],
    ['http://0.0.0.0', 'not-https'],
    ['http://192.168.0.1', 'not-https'],
    ['http://[::ffff:127.0.0.1]', 'not-https'],
    ['http://[::2]', 'not-https'],
    ['javascript:alert(1)', 'not-https'],
    ['data:text/plain,x', 'not-https'],
    ['file:///etc/passwd', 'not-https'],
    ['ws://localhost:3000', 'not-https'],
    ['https://user@api.example.com', 'has-user'],
    ['https://user:pass@api.example.com', 'has-user'],
    ['https://@api.example.com', 'has-user'],
    ['https://api.example.com@evil.example', 'has-user'],
    ['https://api.example.com/?stage=1', 'has-query'],
    ['https://api.example.com?', 'has-query'],
    ['https://api.example.com/#', 'has-fragment'],
  ])('is refused: %j is %s', (typed, reason) => {
    expect(readServiceAddress(typed)).toEqual({ kind: 'faulty', reason });
  });

  it('is never anything but https, or http on this machine, whatever is typed', () => {
    const pieces = fc.constantFrom(
      ...[
        'https://',
        'http://',
        'HTTP:',
        '//',
        '\\',
        '@',
        ':',
        '/',
        '?',
        '#',
        '%2e',
        '..',
        '127.0.0.1',
      ],
      ...[
        'localhost',
        '[::1]',
        'evil.example',
        '0x7f.1',
        '２',
        '。',
        ' ',
        '\t',
        'javascript:',
        '3000',
      ],
    );
    const typed = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.webUrl(),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const reading = readServiceAddress(text);
        if (reading.kind === 'faulty') return;
        const url = new URL(reading.url);
        expect(url.origin).toBe(reading.origin);
        expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', '']);
        expect(reading.url.endsWith('/')).toBe(false);
        expect(
          url.protocol === 'https:' || /^(localhost|\[::1\]|127\.[\d.]+)$/.test(url.hostname),
        ).toBe(true);
        // Reading what was read changes nothing.
        expect(readServiceAddress(reading.url)).toEqual(reading);
      }),
      { numRuns: 2000 },
    );
  });
});
