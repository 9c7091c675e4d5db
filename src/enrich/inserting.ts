import type { WorkbookModel } from '../spreadsheet/scoring-model';
import type { Sheet, WrittenBlock } from '../spreadsheet/sheet';
import type { Notice } from '../spreadsheet/notice';
import type { ScorePlace } from './score-formula';
import { scoreCells } from './score-plan';
import type { PlaceList, VariableColumns } from './score-plan';

/** Columns that are tried: a list with more columns of results beside it is read whole as a rule. */
const COLUMNS_TRIED = 50;

/**
 * Writes a column of scores into the first free column to the right of the list.
 *
 * @param tell what became of a step that the person takes later.
 */
export async function insertScores(
  sheet: Sheet,
  list: PlaceList,
  model: WorkbookModel,
  place: ScorePlace,
  mapping: VariableColumns,
  tell: (notice: Notice) => void,
): Promise<Notice> {
  const { block } = list;
  const cells = scoreCells(list, model, place, mapping);
  for (let column = 0; column < COLUMNS_TRIED; column += 1) {
    const result = await sheet.write({
      sheet: block.sheet,
      row: block.row + block.rows - cells.length,
      column: block.column + block.columns + column,
      cells,
    });
    if (result.kind === 'failed') return { tone: 'bad', text: result.message };
    if (result.kind === 'occupied') continue;
    const { written } = result;
    return {
      tone: 'good',
      text: `The scores are in ${result.address}.`,
      action: { title: 'Undo', run: () => void undo(sheet, written).then(tell) },
    };
  }
  return { tone: 'bad', text: 'The columns to the right are full. Clear one of them first.' };
}

async function undo(sheet: Sheet, written: WrittenBlock): Promise<Notice> {
  const result = await sheet.undo(written);
  if (result.kind === 'failed') return { tone: 'bad', text: result.message };
  if (result.kept === 0) return { tone: 'good', text: 'The scores are gone again.' };
  return { tone: 'good', text: `The scores are gone; ${result.kept} changed since stay.` };
}
