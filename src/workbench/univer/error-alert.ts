import { ICommandService, type Injector } from '@univerjs/core';
import { CellAlertManagerService, SetRangeValuesMutation } from '@univerjs/preset-sheets-core';
import type { FWorkbook } from '@univerjs/sheets/facade';
import { t } from '../../engine/language/speech';
import { BUSY_TEXT, messageOf, shownCell } from '../cell-error';

/**
 * Univer shows an alert when the pointer rests on an error, with a fixed text for each kind. This
 * shows the cell's own message there, and removes it when the cell shows something else.
 */
export function explainErrors(injector: Injector, workbook: () => FWorkbook): void {
  const alerts = injector.get(CellAlertManagerService);
  const show = alerts.showAlert.bind(alerts);
  let isOutdated = (): boolean => false;
  alerts.showAlert = (alert) => {
    const { subUnitId: sheetId, row, col: column } = alert.location;
    const read = () => {
      const shown = shownCell(workbook(), injector, { sheetId, row, column });
      const title = String(shown.v ?? '');
      const message = title === BUSY_TEXT ? t('Waiting for the service.') : messageOf(shown);
      return { title, message };
    };
    const { title, message } = read();
    isOutdated = () => {
      const now = read();
      return now.title !== title || now.message !== message;
    };
    show(message === null ? alert : { ...alert, title, message });
  };
  injector.get(ICommandService).onCommandExecuted(({ id }) => {
    const isChange = id === SetRangeValuesMutation.id && alerts.currentAlert.size > 0;
    if (isChange && isOutdated()) alerts.clearAlert();
  });
}
