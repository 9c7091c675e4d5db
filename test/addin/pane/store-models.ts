import type { WorkbookModel } from '../../../src/addin/spreadsheet/host';

export const revenue: WorkbookModel = {
  alias: 'Revenue',
  modelId: 'branch-revenue',
  note: 'of 2026',
  variables: [
    { name: 'floor_area', kind: 'number', fallback: 120 },
    { name: 'format', kind: 'text' },
  ],
};
export const shops: WorkbookModel = { alias: 'Shops', modelId: 'sp', note: '', variables: [] };

/** A list that has what these models want. */
export const STORES = [
  ['Address', 'floor_area', 'format'],
  ['MG Road 1, Bengaluru', 100, 'store'],
  ['Park Street 2, Kolkata', 200, 'kiosk'],
];
