import { partsFault, type WorkbookParts } from '../addin/spreadsheet/workbook-parts';
import { rootNamespace } from '../addin/spreadsheet/xml-element';
import { partsIn, withParts } from './saved-workbook';
import type { Spreadsheet } from './spreadsheet';

/**
 * Keeps custom parts in the open workbook's own data, so that they are saved and loaded with it.
 */
export function createWorkbookParts(
  spreadsheet: Spreadsheet,
  onWrite: () => void = () => undefined,
): WorkbookParts {
  let opened = 0;
  spreadsheet.subscribeOpened(() => (opened += 1));
  const model = () => spreadsheet.workbook().getWorkbook();
  const metadata = () => ({ custom: model().getCustomMetadata() ?? {} });
  const isOf = (namespace: string) => (part: string) => rootNamespace(part) === namespace;
  const write: WorkbookParts['write'] = (namespace, parts) => {
    const message = partsFault(namespace, parts);
    if (message !== undefined) return Promise.resolve({ kind: 'failed', message });
    const others = partsIn(metadata()).filter((part) => !isOf(namespace)(part));
    model().setCustomMetadata(withParts(metadata(), [...others, ...parts]).custom);
    onWrite();
    return Promise.resolve({ kind: 'written' });
  };
  return {
    read: (namespace) =>
      Promise.resolve({ kind: 'parts', parts: partsIn(metadata()).filter(isOf(namespace)) }),
    write,
    remove: (namespace) => write(namespace, []),
    opened: () => opened,
    subscribe: (listener) => spreadsheet.subscribeOpened(listener),
  };
}
