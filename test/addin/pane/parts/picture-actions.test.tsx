/** @jest-environment jsdom */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { PictureActions } from '../../../../src/addin/pane/parts/PictureActions';
import type { InsertPicture, SheetPicture } from '../../../../src/addin/spreadsheet/host';
import { renderUnstyled } from '../render-pane';

const beside = { sheet: 'Stores', row: 0, column: 0, rows: 5, columns: 2 };

function open({
  mayCopy = true,
  maySave = true,
  canDraw = true,
  insert = undefined as InsertPicture | undefined,
} = {}) {
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

test('a picture is copied', async () => {
  const { acts, press } = open();
  await press('Copy picture');
  await screen.findByText('Picture copied. Paste it where you need it.');
  expect(acts).toEqual(['copy PNG']);
});

test('where copying is blocked, it is saved instead, and that is said', async () => {
  const { acts, press } = open({ mayCopy: false });
  await press('Copy picture');
  await screen.findByText('Copying is blocked here, so the picture was saved as Stores.png.');
  expect(acts).toEqual(['copy PNG', 'save Stores.png PNG']);
});

test('it is saved where a person asks for that', async () => {
  const { acts, press } = open();
  await press('Save picture');
  await screen.findByText('Picture saved as Stores.png.');
  expect(acts).toEqual(['save Stores.png PNG']);
});

test.each([
  ['Copy picture', 'Couldn’t copy the picture.'],
  ['Save picture', 'Couldn’t save the picture.'],
])('%s says so if nothing works', async (button, words) => {
  const { press } = open({ mayCopy: false, maySave: false });
  await press(button);
  await screen.findByText(words);
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

test('a page that cannot draw says so', async () => {
  const { press } = open({ canDraw: false });
  await press('Copy picture');
  await screen.findByText('Couldn’t draw the picture.');
});
