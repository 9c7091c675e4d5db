import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wholeLetters from '../../webpack/whole-letters.js';

const source = readFileSync(
  join(__dirname, '../../node_modules/@univerjs/engine-render/lib/es/index.js'),
  'utf8',
);

describe('Univer’s editor', () => {
  it('takes whole letters once it is built, by a function that it has', () => {
    const built = wholeLetters(source);
    expect(built.split('getFirstGrapheme(src)')).toHaveLength(2);
    expect(built).toContain('function getFirstGrapheme(text)');
    expect(built.length).toBeLessThan(source.length);
  });

  it('is not built where it cuts words in another way', () => {
    expect(() => wholeLetters('const char = src[0];')).toThrow(/in another way/);
  });
});
