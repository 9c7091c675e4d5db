/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { MapWindow } from '../../../src/addin/map/MapWindow';
import type { OpenedWindow, SheetPicture, WindowEvents } from '../../../src/addin/spreadsheet/host';
import { createFakePorts } from '../pane/fake-ports';
import { openView, renderUnstyled } from '../pane/render-pane';
import { createFakeSheet } from '../spreadsheet/fake-sheet';

// jsdom neither measures nor draws, and has no dialogs.
HTMLCanvasElement.prototype.getContext = () => null;
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = () => undefined;

const LIST = [
  ['Shop', 'lat', 'lng', 'people'],
  ['Koramangala', 12.9352, 77.6245, 82426],
  ['Bandra', 19.0596, 72.8295, 112864],
];

/** A host with windows: what is sent crosses as text, and the page in the window is drawn beside. */
async function openMap({ isBlocked = false } = {}) {
  const sheet = createFakeSheet({ Sales: LIST, Other: LIST.slice(0, 2) });
  sheet.select('Sales!A1');
  const fake = createFakePorts({ sheet, held: {} });
  const inserted: SheetPicture[] = [];
  const sent: string[] = [];
  let events: WindowEvents | undefined;
  let opened = 0;
  const listeners = new Set<(message: unknown) => void>();
  const own: OpenedWindow = {
    send(message) {
      sent.push(JSON.stringify(message));
      const copy: unknown = JSON.parse(sent.at(-1) ?? '');
      listeners.forEach((listener) => listener(copy));
    },
    close: () => void fake.acts.push('close window'),
  };
  Object.assign(fake.ports.host, {
    openWindow(given: WindowEvents) {
      opened += 1;
      events = given;
      return Promise.resolve(isBlocked ? undefined : own);
    },
    insertPicture(picture: SheetPicture) {
      inserted.push(picture);
      return Promise.resolve({ kind: 'inserted', address: 'Sales!F1' });
    },
  });
  const { user } = await openView('Map', fake);
  await screen.findByText(/^2 places from Sales/);
  await user.click(screen.getByRole('button', { name: 'Open large map' }));

  function drawPage() {
    const ports = {
      mapData: () => Promise.reject(new Error('no map in tests')),
      pictures: fake.ports.pictures,
      send: (message: object) => events?.received(JSON.parse(JSON.stringify(message)) as unknown),
      subscribe(listener: (message: unknown) => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    const { container } = renderUnstyled(<MapWindow ports={ports} />);
    return within(container);
  }
  return {
    fake,
    user,
    sheet,
    inserted,
    sent,
    drawPage,
    opened: () => opened,
    /** Anybody says something to the page in the window, and to the pane. */
    forge: (message: unknown) =>
      act(() => {
        listeners.forEach((listener) => listener(message));
        events?.received(message);
      }),
    close: () => act(() => events?.closed()),
  };
}

describe('the large map in a window of its own', () => {
  it('shows what the pane shows, and each follows the other', async () => {
    const { user, drawPage } = await openMap();
    const page = drawPage();
    await page.findByText('2 places from Sales!A1:D3.');
    await user.selectOptions(page.getByRole('combobox', { name: 'Place' }), 'Bandra: 112,864');
    expect(screen.getAllByText('Bandra: people 112,864')).toHaveLength(2);
    await user.click(screen.getAllByRole('button', { name: 'Previous' })[0] as HTMLElement);
    await page.findByText('Koramangala: people 82,426');
  });

  it('shows another list as soon as a person turns to it', async () => {
    const { fake, sheet, drawPage } = await openMap();
    const page = drawPage();
    await page.findByText('2 places from Sales!A1:D3.');
    sheet.select('Other!A1');
    act(() => fake.select('Other!A1'));
    await page.findByText('1 place from Other!A1:D2.');
  });

  it('goes to a row and puts its picture on the sheet by way of the pane', async () => {
    const { fake, user, inserted, drawPage } = await openMap();
    const page = drawPage();
    await user.click(await page.findByRole('button', { name: 'Next' }));
    await user.click(page.getByRole('button', { name: 'Go to row 2' }));
    expect(fake.acts).toEqual(['go to Sales!A2']);
    await user.click(page.getByRole('button', { name: 'Insert picture into the sheet' }));
    await page.findByText('Picture inserted at Sales!F1.');
    expect(inserted).toMatchObject([
      { png: 'png of 1120×700', beside: { sheet: 'Sales', row: 0, column: 0, columns: 4 } },
    ]);
  });

  it('closes by Esc, and one is open at a time', async () => {
    const { fake, user, drawPage, opened } = await openMap();
    const page = drawPage();
    await page.findByText('2 places from Sales!A1:D3.');
    await user.click(screen.getByRole('button', { name: 'Open large map' }));
    expect(opened()).toBe(1);
    act(() => page.getByRole('combobox', { name: 'Place' }).focus());
    await userEvent.keyboard('{Escape}');
    expect(fake.acts).toEqual(['close window']);
    expect(screen.queryByText('The large map is open in a window of its own.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open large map' }));
    expect(opened()).toBe(2);
  });

  it('can be opened again when a person has closed it', async () => {
    const { user, close, opened } = await openMap();
    await screen.findByText('The large map is open in a window of its own.');
    close();
    await user.click(screen.getByRole('button', { name: 'Open large map' }));
    expect(opened()).toBe(2);
  });

  it('opens over the pane where the window is blocked', async () => {
    await openMap({ isBlocked: true });
    await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy());
  });

  it('never gets the key', async () => {
    const { fake, sent, drawPage } = await openMap();
    const key = { credential: 'sk-secret-7f3d', shouldRemember: true };
    act(() => void fake.connection.save({ ...fake.connection.current(), ...key }));
    await drawPage().findByText('2 places from Sales!A1:D3.');
    expect(sent.join('')).not.toContain('sk-secret-7f3d');
    expect(sent.length).toBeGreaterThan(0);
  });

  it('passes over a message that neither end knows', async () => {
    const { fake, drawPage, forge } = await openMap();
    const page = drawPage();
    await page.findByText('2 places from Sales!A1:D3.');
    const unknown = [undefined, 'ready', { kind: 'pay' }, { kind: 'show', language: 'xx' }];
    unknown.forEach(forge);
    page.getByText('2 places from Sales!A1:D3.');
    expect(fake.acts).toEqual([]);
  });
});
