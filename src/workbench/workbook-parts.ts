import { partsFault, rootNamespace, type WorkbookParts } from '../addin/spreadsheet/workbook-parts';
import type { SavedWorkbook } from './saved-workbook';
import type { Spreadsheet } from './spreadsheet';

/** Where a saved workbook keeps its parts, under `custom`: a list of XML texts. */
const FIELD = 'locusParts';

/** The parts of a saved workbook, whatever their namespaces. */
export function partsIn(saved: SavedWorkbook): readonly string[] {
  return textsOf(saved.custom?.[FIELD]);
}

export function withParts(saved: SavedWorkbook, parts: readonly string[]): SavedWorkbook {
  return { ...saved, custom: { ...saved.custom, [FIELD]: [...parts] } };
}

/** Parts in the open workbook's own data, so that they are saved and loaded with it. */
export function createWorkbookParts(
  spreadsheet: Spreadsheet,
  onWrite: () => void = () => undefined,
): WorkbookParts {
  let opened = 0;
  spreadsheet.subscribeOpened(() => (opened += 1));
  const held = (): string[] =>
    textsOf(spreadsheet.workbook().getWorkbook().getCustomMetadata()?.[FIELD]);
  const write: WorkbookParts['write'] = (namespace, parts) => {
    const message = partsFault(namespace, parts);
    if (message !== undefined) return Promise.resolve({ kind: 'failed', message });
    const workbook = spreadsheet.workbook().getWorkbook();
    const others = held().filter((part) => rootNamespace(part) !== namespace);
    workbook.setCustomMetadata({
      ...workbook.getCustomMetadata(),
      [FIELD]: [...others, ...parts],
    });
    onWrite();
    return Promise.resolve({ kind: 'written' });
  };
  return {
    read: (namespace) =>
      Promise.resolve({
        kind: 'parts',
        parts: held().filter((part) => rootNamespace(part) === namespace),
      }),
    write,
    remove: (namespace) => write(namespace, []),
    opened: () => opened,
    subscribe: (listener) => spreadsheet.subscribeOpened(listener),
  };
}

/** A workbook from elsewhere may hold anything there. */
function textsOf(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((part) => typeof part === 'string') : [];
}
