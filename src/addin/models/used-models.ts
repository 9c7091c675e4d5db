import { parseArea, formatArea } from '../spreadsheet/cell-address';
import { readLiteral } from '../spreadsheet/formula-tokens';
import { locusCalls } from '../spreadsheet/locus-calls';
import type { Sheet } from '../spreadsheet/sheet';
import { argumentOf } from '../spreadsheet/signatures';
import { aliasKey } from '../workbook/workbook-model';

/** A model that formulas ask, as they name it: by an alias of the workbook, or by the service's id. */
export interface UsedModel {
  readonly name: string;
  /** How many formulas ask it. */
  readonly formulas: number;
}

/** More would be a list of places, and not of models. */
const MOST_CELLS = 50;

/** The models that the workbook's formulas ask, those that most of them ask first. */
export async function usedModels(
  sheet: Pick<Sheet, 'formulas' | 'readBlock'>,
): Promise<readonly UsedModel[]> {
  const reading = await sheet.formulas();
  if (reading.kind === 'failed') return [];
  const written = new Map<string, number>();
  for (const located of reading.formulas) {
    const asked = new Set(
      locusCalls(located.formula).flatMap((call) => {
        const model = argumentOf(call, 'model');
        if (model === undefined) return [];
        const area = parseArea(model);
        if (area === undefined) return [model];
        return [formatArea({ ...area, sheet: area.sheet ?? located.sheet })];
      }),
    );
    for (const model of asked) written.set(model, (written.get(model) ?? 0) + 1);
  }
  const used = new Map<string, UsedModel>();
  let cells = 0;
  for (const [model, formulas] of written) {
    const isCells = parseArea(model) !== undefined;
    if (isCells && (cells += 1) > MOST_CELLS) continue;
    const names = isCells ? await namesAt(model, sheet) : [readLiteral(model) ?? ''];
    for (const name of new Set(names.map((each) => each.trim()))) {
      if (name === '') continue;
      const { name: first, formulas: others } = used.get(aliasKey(name)) ?? { name, formulas: 0 };
      used.set(aliasKey(name), { name: first, formulas: others + formulas });
    }
  }
  return [...used.values()].sort((one, other) => other.formulas - one.formulas);
}

async function namesAt(address: string, sheet: Pick<Sheet, 'readBlock'>): Promise<string[]> {
  const reading = await sheet.readBlock(address, { rows: MOST_CELLS });
  if (reading.kind !== 'block') return [];
  return reading.block.values.flat().flatMap((cell) => (typeof cell === 'string' ? [cell] : []));
}
