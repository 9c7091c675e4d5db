import { lazy } from '../lookup';
import type { CannotDo } from '../spreadsheet/sheet';
import type { WorkbookPorts } from './workbook';

/**
 * The ports to the open workbook, their code fetched when one of them is first used: a cell gets
 * its value without it. Where it cannot be fetched, each port says so as it says anything else.
 */
export function createLazyWorkbook(load: () => Promise<WorkbookPorts>): WorkbookPorts {
  const workbook = lazy(load);

  async function use<Result>(
    run: (ports: WorkbookPorts) => Promise<Result>,
  ): Promise<Result | CannotDo> {
    let ports: WorkbookPorts;
    try {
      ports = await workbook();
    } catch {
      return NOT_FETCHED;
    }
    return run(ports);
  }

  async function recalculate(
    addresses: readonly string[],
    run: (ports: WorkbookPorts) => ReturnType<WorkbookPorts['cells']['recalculateAll']>,
  ): ReturnType<WorkbookPorts['cells']['recalculateAll']> {
    const result = await use(run);
    if (!('kind' in result)) return result;
    return { count: 0, failures: [{ message: result.message, addresses }] };
  }

  return {
    cells: {
      recalculate: (addresses) =>
        recalculate(addresses, ({ cells }) => cells.recalculate(addresses)),
      recalculateAll: () => recalculate([], ({ cells }) => cells.recalculateAll()),
      goTo: async (address) => (await workbook()).cells.goTo(address),
    },
    sheet: {
      readSelection: (limits) => use(({ sheet }) => sheet.readSelection(limits)),
      readBlock: (address, limits) => use(({ sheet }) => sheet.readBlock(address, limits)),
      write: (block, options) => use(({ sheet }) => sheet.write(block, options)),
      undo: (written) => use(({ sheet }) => sheet.undo(written)),
      addSheet: (name, cells) => use(({ sheet }) => sheet.addSheet(name, cells)),
      formulas: () => use(({ sheet }) => sheet.formulas()),
    },
    parts: {
      read: (namespace) => use(({ parts }) => parts.read(namespace)),
      write: (namespace, texts) => use(({ parts }) => parts.write(namespace, texts)),
      remove: (namespace) => use(({ parts }) => parts.remove(namespace)),
      // An add-in lives and ends with its workbook.
      opened: () => 0,
      subscribe: () => () => undefined,
    },
  };
}

const NOT_FETCHED: CannotDo = {
  kind: 'failed',
  message: 'Part of Locus couldn’t load. Check your network and try again.',
};
