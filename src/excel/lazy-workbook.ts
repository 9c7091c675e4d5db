import { lazy } from '../engine/lookup';
import type { CannotDo } from '../addin/spreadsheet/sheet';
import type { WorkbookPorts } from './workbook';

/**
 * The ports to the open workbook. Their code is fetched when one of them is first used, because a
 * cell gets its value without it. If the fetch fails, each port reports it like any other failure.
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

  /** The methods of a port, each of which fetches the code first. */
  function forwarded<Port extends 'sheet' | 'parts', Name extends keyof WorkbookPorts[Port]>(
    port: Port,
    names: readonly Name[],
  ): Pick<WorkbookPorts[Port], Name> {
    const methods = names.map((name) => [
      name,
      (...args: unknown[]) => use((ports) => (ports[port] as Record<Name, Method>)[name](...args)),
    ]);
    return Object.fromEntries(methods) as Pick<WorkbookPorts[Port], Name>;
  }

  return {
    cells: {
      recalculate: (addresses) =>
        recalculate(addresses, ({ cells }) => cells.recalculate(addresses)),
      recalculateAll: () => recalculate([], ({ cells }) => cells.recalculateAll()),
      goTo: async (address) => (await workbook()).cells.goTo(address),
    },
    sheet: forwarded('sheet', [
      'readSelection',
      'readBlock',
      'hiddenRows',
      'write',
      'undo',
      'addSheet',
      'formulas',
      'failing',
    ]),
    parts: {
      ...forwarded('parts', ['read', 'write', 'remove']),
      // An add-in lives and ends with its workbook.
      opened: () => 0,
      subscribe: () => () => undefined,
    },
  };
}

type Method = (...args: unknown[]) => Promise<unknown>;

const NOT_FETCHED: CannotDo = {
  kind: 'failed',
  message: 'Part of Locus couldn’t load. Check your network and try again.',
};
