/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';

import { createFakePorts } from './fake-ports';
import type { FakePorts } from './fake-ports';
import { createFakeSheet } from '../spreadsheet/fake-sheet';
import { openPane } from './render-pane';

const KEY = 'k-0123456789abcdef';
const FORMULA = '=LOCATTR(12.9352, 77.6245, "w_pop_tt")';

const keyBox = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'API key' });
const save = () => screen.getByRole('button', { name: 'Save and test' });
const insert = () => screen.findByRole('button', { name: 'Insert a first formula' });
const currentStep = () =>
  within(screen.getByRole('list', { name: 'First steps' }))
    .getAllByRole('listitem')
    .find((item) => item.getAttribute('aria-current') === 'step')?.textContent;

async function testedPane(fake: FakePorts) {
  const opened = openPane(fake);
  await opened.user.type(keyBox(), KEY);
  await opened.user.click(save());
  await insert();
  return opened;
}

describe('the first run', () => {
  it('goes from the key through its test to a formula in the selected cell', async () => {
    const sheet = createFakeSheet({ Sales: [['Shop']] });
    const { fake, user } = openPane(createFakePorts({ sheet }));
    fake.select('Sales!B2');
    expect(currentStep()).toBe('1Your key');
    await user.type(keyBox(), KEY);
    await user.click(save());
    await user.click(await insert());
    await waitFor(() => expect(sheet.read('Sales!B2')).toEqual([[FORMULA]]));
    await screen.findByText(/^It is in Sales!B2\./);
    expect(currentStep()).toBeUndefined();
  });

  it('never writes over what a cell holds', async () => {
    const sheet = createFakeSheet({ Sales: [['Shop']] });
    const { fake, user } = await testedPane(createFakePorts({ sheet }));
    fake.select('Sales!A1');
    await user.click(await insert());
    await screen.findByText('That cell is not empty. Select another.');
    expect(sheet.read('Sales!A1')).toEqual([['Shop']]);
  });

  it('says so when no cell is selected, and when the sheet cannot be written to', async () => {
    const sheet = createFakeSheet();
    const { fake, user } = await testedPane(createFakePorts({ sheet }));
    await user.click(await insert());
    await screen.findByText('Select a cell first.');
    fake.select('Sheet1!C3');
    sheet.fail('The sheet is protected. Unprotect it first.');
    await user.click(await insert());
    await screen.findByText('The sheet is protected. Unprotect it first.');
  });

  it('begins again when the key is forgotten elsewhere, such as with everything', async () => {
    const { fake, user } = await testedPane(createFakePorts());
    await user.click(screen.getByRole('tab', { name: 'More' }));
    act(() => fake.connection.forget());
    await user.click(screen.getByRole('tab', { name: 'Home' }));
    expect(screen.queryByText(/^It works/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Insert a first formula' })).toBeNull();
    expect(screen.getByRole('status').textContent).toMatch(/^Enter your API key/);
    expect(currentStep()).toBe('1Your key');
  });

  it('says nothing of a test whose key was forgotten elsewhere meanwhile', async () => {
    const fake = createFakePorts();
    let end: () => void = () => undefined;
    fake.answerTests(
      () => new Promise((resolve) => (end = () => resolve({ kind: 'works', elapsedMs: 1 }))),
    );
    const { user } = openPane(fake);
    await user.type(keyBox(), KEY);
    await user.click(save());
    act(() => fake.connection.forget());
    await act(async () => Promise.resolve(end()));
    expect(screen.getByRole('status').textContent).toMatch(/^Enter your API key/);
    expect(save().getAttribute('aria-disabled')).not.toBe('true');
  });

  it('is over for who has a key already', () => {
    const fake = createFakePorts();
    fake.connection.save({ credential: KEY, shouldRemember: false });
    openPane(fake);
    expect(screen.queryByRole('list', { name: 'First steps' })).toBeNull();
  });
});

describe('what will be sent, and to whom', () => {
  const notice = () => screen.queryByText(/When you save a key, Locus can send/);

  it('is said before a key is saved, and not again after', async () => {
    await testedPane(createFakePorts());
    expect(notice()).toBeNull();
  });

  it('names each service once, and is said again when an address changes', async () => {
    const { user } = openPane();
    expect(notice()?.textContent).toContain('to data.example.com and model.example.com.');
    await user.type(keyBox(), KEY);
    await user.click(save());
    await waitFor(() => expect(notice()).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Advanced' }));
    const box = screen.getByRole('textbox', { name: 'Model service address' });
    await user.clear(box);
    await user.type(box, 'https://data.example.com');
    expect(notice()?.textContent).toContain('to data.example.com.');
  });
});
