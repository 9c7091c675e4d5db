import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import type { WorkbookModel } from '../../../src/addin/spreadsheet/host';
import { createFakePorts, type FakePorts, type FakePortsOptions } from '../pane/fake-ports';
import { openView } from '../pane/render-pane';
import { createFakeSheet, type FakeSheet } from '../spreadsheet/fake-sheet';

export type Rows = readonly (readonly (string | number)[])[];

/** With a place listed twice, one that is blank and one that is wrong. */
export const STORES: Rows = [
  ['Store', 'Lat', 'Lng'],
  ['One', 12.9352, 77.6245],
  ['Two', 19.076, 72.8777],
  ['Three', 12.9352, 77.6245],
  ['Four', '', ''],
  ['Five', 'somewhere', 77.1],
];

export const SHOPS_MODEL: WorkbookModel = {
  alias: 'Shops',
  modelId: 'sp',
  note: '',
  variables: [],
};

export interface ListOptions extends FakePortsOptions {
  readonly models?: readonly WorkbookModel[];
  /** The view that is opened first. */
  readonly view?: string;
}

export interface OpenedList {
  readonly fake: FakePorts;
  readonly sheet: FakeSheet;
  readonly user: UserEvent;
}

/** The pane beside a workbook with this list on a sheet called Stores. */
export async function openList(
  rows: Rows = STORES,
  { models = [], view = 'Enrich', ...options }: ListOptions = {},
): Promise<OpenedList> {
  const sheet = options.sheet ?? createFakeSheet({ Stores: rows });
  const fake = createFakePorts({ ...options, sheet });
  await fake.ports.workbook.edit(models.map((model) => ({ kind: 'put-model', model })));
  const { user } = await openView(view, fake);
  if (view === 'Enrich') {
    await screen.findByText(/^(?:Stores!A[12]|Select a cell in|Excel is busy)/);
  }
  return { fake, sheet, user };
}

export const button = (name: string) => screen.getByRole('button', { name });
export const checkbox = (name: string | RegExp) => screen.getByRole('checkbox', { name });
export const combobox = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
export const chosenColumn = (name: string) => combobox(name).selectedOptions[0]?.text;

/** What stands beside a word of the plan. */
export const figure = (term: string) =>
  screen.queryByText(term, { selector: 'dt' })?.nextElementSibling?.textContent;

export const mayAdd = () => button('Add columns').getAttribute('aria-disabled') !== 'true';

/** Nobody adds columns before their price has been counted. */
export async function addColumns(user: UserEvent): Promise<void> {
  await waitFor(() => expect(mayAdd()).toBe(true));
  await user.click(button('Add columns'));
}

export const tickPopulation = (user: UserEvent) => user.click(checkbox(/\bw_pop_tt_1000\b/));
export const tickRetail = (user: UserEvent) => user.click(checkbox(/\bp_retail_gc_np\b/));

/** Adds what has been chosen, and the population beside it. */
export async function addPopulation(user: UserEvent, at = 'D1:D6'): Promise<void> {
  await tickPopulation(user);
  await addColumns(user);
  await screen.findByText(new RegExp(`1 column added in Stores!${at}`));
}
