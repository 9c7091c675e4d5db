import { writeSettingsPart } from '../../src/workbook/workbook-part';

/** The part of a workbook that gives the table's one alias. */
export const MODELS_PART = writeSettingsPart({
  models: { footfall: { at: 1, alias: 'Footfall', modelId: 'ff-2026', note: '', variables: [] } },
});
