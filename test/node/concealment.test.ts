import { createHmac, randomBytes } from 'node:crypto';
import { createConcealment } from '../../src/node/concealment';

const TEXTS = [
  '',
  'a',
  'x'.repeat(55),
  'x'.repeat(64),
  'ü'.repeat(500),
  '\u0000\n',
  '\uD83D\uDE00',
];

test.each([0, 1, 32, 63, 64, 65, 200])(
  'a text is concealed as Node’s own HMAC would conceal it, with a secret of %j bytes',
  (length) => {
    const secret = randomBytes(length);
    const conceal = createConcealment(secret);
    for (const text of [...TEXTS, ...TEXTS]) {
      const expected = createHmac('sha256', secret).update(text).digest('base64url');
      expect(conceal(text)).toBe(expected);
    }
  },
);
