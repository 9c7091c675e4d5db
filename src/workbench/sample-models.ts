import type { WorkbookModel } from '../addin/spreadsheet/host';

/** What the sample service can score; docs/developers/sample-service.md says how. */
export const SAMPLE_MODELS: readonly WorkbookModel[] = [
  {
    alias: 'Store potential',
    modelId: 'store-potential',
    note: 'Sample: 0 to 100, based on people and shops nearby.',
    variables: [],
  },
  {
    alias: 'Delivery demand',
    modelId: 'delivery-demand',
    note: 'Sample: deliveries per day.',
    variables: [],
  },
  {
    alias: 'Branch revenue',
    modelId: 'branch-revenue',
    note: 'Sample: rupees per month. The format is kiosk, store or flagship.',
    variables: [
      { name: 'floor_area', kind: 'number', fallback: 120 },
      { name: 'format', kind: 'text', fallback: 'store' },
    ],
  },
];
