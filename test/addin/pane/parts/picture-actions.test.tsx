/** @jest-environment jsdom */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { PictureActions } from '../../../../src/addin/pane/parts/PictureActions';
import type { InsertPicture, SheetPicture } from '../../../../src/addin/spreadsheet/host';
import { renderUnstyled } from '../render-pane';

const beside = { sheet: 'Stores', row: 0, column: 0, rows: 5, columns: 2 };

interface Opening {
  readonly mayCopy?: boolean;
  readonly maySave?: boolean;
  readonly canDraw?: boolean;
  readonly insert?: InsertPicture;
}

function open({ mayCopy = true, maySave = true, canDraw = true, insert }: Opening = {}) {
  const acts: string[] = [];
  renderUnstyled(
    <PictureActions
      pictures={{
        png: () => (canDraw ? 'PNG' : undefined),
        copy: (png) => Promise.resolve(acts.push(`copy ${png}`) > 0 && mayCopy),
        save: (name, png) => acts.push(`save ${name} ${png}`) > 0 && maySave,
      }}
      insert={insert}
      name="Stores"
      description="A map of 5 places"
      beside={beside}
      picture={() => ({ width: 800, height: 400, draw: () => undefined })}
    />,
  );
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  return { acts, press };
}

test.each<[button: string, words: string, acts: readonly string[], opening: Opening]>([
  ['Copy', 'Picture copied. Paste it where you need it.', ['copy PNG'], {}],
  ['Save', 'Picture saved as Stores.png.', ['save Stores.png PNG'], {}],
  [
    'Copy',
    'Copying is blocked here, so the picture was saved as Stores.png.',
    ['copy PNG', 'save Stores.png PNG'],
    { mayCopy: false },
  ],
  [
    'Copy',
    'Couldn’t copy the picture.',
    ['copy PNG', 'save Stores.png PNG'],
    { mayCopy: false, maySave: false },
  ],
  ['Save', 'Couldn’t save the picture.', ['save Stores.png PNG'], { maySave: false }],
  ['Copy', 'Couldn’t draw the picture.', [], { canDraw: false }],
])('%s picture: %s', async (button, words, done, opening) => {
  const { acts, press } = open(opening);
  await press(`${button} picture`);
  await screen.findByText(words);
  expect(acts).toEqual(done);
});

test('it is put beside the list, with what it shows in words', async () => {
  const inserted: SheetPicture[] = [];
  const insert: InsertPicture = (picture) => {
    inserted.push(picture);
    return Promise.resolve({ kind: 'inserted', address: 'Stores!D1' });
  };
  const { press } = open({ insert });
  await press('Insert picture into the sheet');
  await screen.findByText('Picture inserted at Stores!D1.');
  const size = { width: 800, height: 400 };
  expect(inserted).toEqual([{ png: 'PNG', ...size, description: 'A map of 5 places', beside }]);
});

test('why it could not be put there is said', async () => {
  const { press } = open({
    insert: () => Promise.resolve({ kind: 'failed', message: 'The sheet is protected.' }),
  });
  await press('Insert picture into the sheet');
  await screen.findByText('The sheet is protected.');
});

test('a host that cannot hold pictures offers to copy and save alone', () => {
  open();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Copy picture',
    'Save picture',
  ]);
});
