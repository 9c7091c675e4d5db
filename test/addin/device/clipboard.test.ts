/** @jest-environment jsdom */
import { copyText } from '../../../src/addin/device/clipboard';

function pageThat(writeText: ((text: string) => Promise<void>) | undefined, hasCopied = true) {
  const copied: string[] = [];
  document.execCommand = () => {
    const box = document.activeElement;
    if (box instanceof HTMLTextAreaElement) copied.push(box.value);
    return hasCopied;
  };
  const navigator = writeText === undefined ? {} : { clipboard: { writeText } };
  return { page: { navigator, document }, copied };
}

test('text goes to the clipboard through the newer API if there is one', async () => {
  const written: string[] = [];
  const { page, copied } = pageThat((text) => Promise.resolve(void written.push(text)));
  expect(await copyText('a\tb', page)).toBe(true);
  expect({ written, copied }).toEqual({ written: ['a\tb'], copied: [] });
});

test.each([
  ['is not there', undefined],
  ['is refused', () => Promise.reject(new Error('NotAllowedError'))],
])('by the older way where the newer %s, leaving the page as it was', async (_, writeText) => {
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  const before = document.body.innerHTML;
  const { page, copied } = pageThat(writeText);
  expect(await copyText('a\nb', page)).toBe(true);
  expect(copied).toEqual(['a\nb']);
  expect(document.activeElement).toBe(button);
  expect(document.body.innerHTML).toBe(before);
});

test('false where neither works', async () => {
  expect(await copyText('a', pageThat(undefined, false).page)).toBe(false);
});
