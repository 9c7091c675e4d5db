/** @jest-environment jsdom */
import { createPictures, type PicturePage } from '../../../src/addin/device/pictures';

const PNG = btoa('the bytes of a PNG');
const picture = { width: 300, height: 200, draw: () => undefined };

/** jsdom has neither a canvas nor a clipboard for pictures. */
function playedPage(canvas: Partial<HTMLCanvasElement> = {}) {
  const acts: string[] = [];
  const made = {
    getContext: () => ({ scale: (by: number) => void acts.push(`scaled by ${String(by)}`) }),
    toDataURL: () => `data:image/png;base64,${PNG}`,
    ...canvas,
  } as unknown as HTMLCanvasElement;
  const page: PicturePage = {
    document: new Proxy(document, {
      get: (target, name) =>
        name === 'createElement'
          ? (tag: string) => (tag === 'canvas' ? made : target.createElement(tag))
          : (Reflect.get(target, name) as unknown),
    }),
    URL: {
      createObjectURL: (blob: Blob) => `blob:${blob.type}:${String(blob.size)}`,
      revokeObjectURL: () => undefined,
    },
    setTimeout: () => undefined,
    navigator: {},
  };
  return { page, made, acts };
}

function withClipboard(write: (items: ClipboardItems) => Promise<void>): PicturePage {
  const Item = class {
    constructor(readonly files: Record<string, Blob>) {}
  } as unknown as typeof ClipboardItem;
  return { ...playedPage().page, navigator: { clipboard: { write } }, ClipboardItem: Item };
}

test('a picture is drawn with two pixels for each, so that it is sharp on paper', () => {
  const { page, made, acts } = playedPage();
  expect(createPictures(page).png(picture)).toBe(PNG);
  expect([made.width, made.height, acts]).toEqual([600, 400, ['scaled by 2']]);
});

test.each([
  ['has no canvas to draw on', { getContext: () => null }],
  ['cannot hold so large a picture', { toDataURL: () => 'data:,' }],
])('a page that %s has no picture', (_, canvas) => {
  expect(createPictures(playedPage(canvas).page).png(picture)).toBeUndefined();
});

test('a picture goes to the clipboard as a PNG', async () => {
  const written: unknown[] = [];
  const page = withClipboard((items) => Promise.resolve(void written.push(...items)));
  expect(await createPictures(page).copy(PNG)).toBe(true);
  expect(written).toMatchObject([{ files: { 'image/png': { type: 'image/png', size: 18 } } }]);
});

test('a page that may not copy, or has no clipboard for pictures, says so', async () => {
  const refused = withClipboard(() => Promise.reject(new Error('NotAllowedError')));
  expect(await createPictures(refused).copy(PNG)).toBe(false);
  expect(await createPictures(playedPage().page).copy(PNG)).toBe(false);
});

test('a picture is offered as a file', () => {
  const offered: string[] = [];
  document.addEventListener('click', (event) => {
    event.preventDefault();
    const { download, href } = event.target as HTMLAnchorElement;
    offered.push(`${download} ${href}`);
  });
  expect(createPictures(playedPage().page).save('map.png', PNG)).toBe(true);
  expect(offered).toEqual(['map.png blob:image/png:18']);
});
