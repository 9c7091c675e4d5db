import type { Injector } from '@univerjs/core';
import { CellAlertManagerService } from '@univerjs/preset-sheets-core';
import type { FWorkbook } from '@univerjs/sheets/facade';
import { t } from '../language/speech';
import { BUSY_TEXT } from './cell-error';
import { messageOf } from './messages';
import { shownCell } from './shown-cell';

/**
 * Univer shows an alert where the pointer rests on an error, with a text of its own for each kind;
 * this puts the cell's own message there.
 */
export function explainErrors(injector: Injector, workbook: () => FWorkbook): void {
  const alerts = injector.get(CellAlertManagerService);
  const show = alerts.showAlert.bind(alerts);
  alerts.showAlert = (alert) => {
    const { subUnitId, row, col } = alert.location;
    const shown = shownCell(workbook(), injector, { sheetId: subUnitId, row, column: col });
    const text = String(shown.v ?? '');
    const message = text === BUSY_TEXT ? t('Waiting for the service.') : messageOf(shown);
    show(message === null ? alert : { ...alert, title: text, message });
  };
}
