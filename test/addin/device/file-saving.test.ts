/** @jest-environment jsdom */
import { saveFile } from '../../../src/addin/device/file-saving';

function playedPage() {
  const acts: string[] = [];
  const later: (() => void)[] = [];
  document.addEventListener('click', (event) => {
    event.preventDefault();
    const { download, href } = event.target as HTMLAnchorElement;
    acts.push(`click ${download} ${href}`);
  });
  const page = {
    document,
    URL: {
      createObjectURL: (blob: Blob) => `blob:${String(blob.size)}`,
      revokeObjectURL: (address: string) => void acts.push(`revoke ${address}`),
    },
    setTimeout: (run: () => void) => later.push(run),
  };
  return { page, acts, later };
}

test('a text is offered under its name, and given up some time after', () => {
  const { page, acts, later } = playedPage();
  expect(saveFile('names.csv', 'name\r\n', page)).toBe(true);
  expect(acts).toEqual(['click names.csv blob:6']);
  expect(document.querySelector('a')).toBeNull();
  for (const run of later) run();
  expect(acts.at(-1)).toBe('revoke blob:6');
});

test('a page that cannot says so', () => {
  const { page } = playedPage();
  const refusing = { ...page.URL, createObjectURL: () => notAllowed() };
  expect(saveFile('names.csv', 'name', { ...page, URL: refusing })).toBe(false);
});

function notAllowed(): never {
  throw new TypeError('not allowed');
}
