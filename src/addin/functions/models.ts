import { modelIdFault } from '../../engine/contract/model-id';
import type { Cell } from '../../engine/places/cell';
import { read, refused, unusable } from '../../engine/places/fault';
import type { Reading } from '../../engine/places/fault';
import { quotation } from '../../engine/language/quotation';

/** A model's id: the one behind an alias of this workbook, or else the text itself. Never blank. */
export function readModel(
  cell: Cell,
  modelId: (alias: string) => string | undefined,
): Reading<string> {
  const written = readWritten(cell);
  if (written.kind !== 'read') return written;
  const id = (modelId(written.value) ?? written.value).trim();
  if (modelIdFault(id) !== undefined) {
    return refused(`"${quotation(id)}" isn't a valid model`, 'use its alias or ID');
  }
  return read(id);
}

/** An id of digits may arrive as a number. Desktop Excel passes a blank cell as 0. */
function readWritten(cell: Cell): Reading<string> {
  if (cell.kind === 'text') return read(cell.text);
  if (cell.kind === 'number' && cell.number !== 0) return read(String(cell.number));
  if (cell.kind === 'blank' || cell.kind === 'number') {
    return refused('The model is blank', 'use its alias or ID');
  }
  return unusable('The model', cell, 'use its alias or ID');
}
