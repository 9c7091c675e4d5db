import { SetSelectionsOperation, SetWorksheetActiveOperation } from '@univerjs/preset-sheets-core';
import { cellAddress } from '../addin/spreadsheet/cell-address';
import { t } from '../engine/language/speech';
import type { Spreadsheet } from './spreadsheet';
import type { GridFocus } from './univer/grid-focus';
import type { WorkbookObject } from './workbook-object';

/** A cell as the workbench shows it. */
interface SpokenCell {
  readonly address: string;
  /** The sheet's name, if the person came from another sheet. */
  readonly sheet?: string;
  readonly shown: string;
  readonly message: string | null;
  readonly formula: string;
}

/**
 * Tells a screen reader what the current cell shows, because Univer draws cells on a canvas. It
 * also names the grid after the cell, for a person who comes back to it.
 */
export function sayCells(
  { api, calculation, workbook }: Spreadsheet,
  cells: Pick<WorkbookObject, 'get' | 'formulas' | 'message'>,
  grid: Pick<GridFocus, 'takesKeys' | 'nameCell'>,
  live: HTMLElement,
): void {
  let sheetBefore: string | undefined;
  let addressBefore: string | undefined;

  function look(): void {
    const sheet = workbook().getActiveSheet();
    const cell = sheet.getSelection()?.getCurrentCell();
    if (!cell) return;
    const { actualRow: row, actualColumn: column } = cell;
    const name = sheet.getSheetName();
    const full = cellAddress(name, row, column);
    const spoken = {
      address: cellAddress(undefined, row, column),
      shown: cells.get(full)[0]?.[0] ?? '',
      message: cells.message(full),
      formula: cells.formulas(full)[0]?.[0] ?? '',
    };
    grid.nameCell(cellSpeech(spoken));
    const isOtherSheet = sheetBefore !== undefined && sheetBefore !== name;
    const isElsewhere = addressBefore !== full;
    [sheetBefore, addressBefore] = [name, full];
    if (!isElsewhere || !grid.takesKeys()) return;
    live.textContent = cellSpeech(isOtherSheet ? { ...spoken, sheet: name } : spoken);
  }

  api.addEvent(api.Event.CommandExecuted, ({ id }) => {
    if (id === SetSelectionsOperation.id || id === SetWorksheetActiveOperation.id) look();
  });
  calculation.subscribe({ onQuiet: look });
  look();
}

/** The most important part comes first, because a person may move on before the end. */
function cellSpeech({ address, sheet, shown, message, formula }: SpokenCell): string {
  const parts = [
    address,
    shown === '' ? t('blank') : shown,
    ...(message === null ? [] : [message]),
    ...(formula === '' ? [] : [t('formula {formula}', { formula })]),
    ...(sheet === undefined ? [] : [t('sheet {name}', { name: sheet })]),
  ];
  return parts.join(', ');
}
