import { partsFault } from '../../../src/addin/spreadsheet/workbook-parts';
import { rootNamespace } from '../../../src/addin/spreadsheet/xml-element';
import type { WorkbookParts } from '../../../src/addin/spreadsheet/workbook-parts';

export interface FakeWorkbookParts {
  readonly parts: WorkbookParts;
  /** XML texts as they stand in the workbook, to look at and to tamper with. */
  readonly held: string[];
  /** Another workbook takes the place of the open one, with these parts in it. */
  open(held: readonly string[]): void;
  /** Everything fails with this message from now on; undefined ends that. */
  fail(message: string | undefined): void;
}

/** A workbook's parts in memory. */
export function createFakeWorkbookParts(first: readonly string[] = []): FakeWorkbookParts {
  const held = [...first];
  const listeners = new Set<() => void>();
  let failure: string | undefined;
  let opened = 0;
  const replace = (namespace: string, parts: readonly string[]): void => {
    const others = held.filter((part) => rootNamespace(part) !== namespace);
    held.splice(0, held.length, ...others, ...parts);
  };
  const write: WorkbookParts['write'] = (namespace, parts) => {
    const message = failure ?? partsFault(namespace, parts);
    if (message !== undefined) return Promise.resolve({ kind: 'failed', message });
    replace(namespace, parts);
    return Promise.resolve({ kind: 'written' });
  };
  return {
    held,
    open(parts) {
      held.splice(0, held.length, ...parts);
      opened += 1;
      for (const listener of [...listeners]) listener();
    },
    fail: (message) => void (failure = message),
    parts: {
      read: (namespace) =>
        Promise.resolve(
          failure === undefined
            ? { kind: 'parts', parts: held.filter((part) => rootNamespace(part) === namespace) }
            : { kind: 'failed', message: failure },
        ),
      write,
      remove: (namespace) => write(namespace, []),
      opened: () => opened,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };
}
