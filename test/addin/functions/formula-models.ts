import { writeSettingsPart } from '../../../src/addin/workbook/workbook-store';

/** The workbook part with the table's only alias. */
export const MODELS_PART = writeSettingsPart({
  models: { footfall: { at: 1, alias: 'Footfall', modelId: 'ff-2026', note: '', variables: [] } },
});
