import type { ObjectPath, RichAction, RichRequest } from './rich-request';

/** The cells of a workbook with one sheet, as far as the add-in's batches touch them. */
export interface PlayedWorkbook {
  /** Values of a batch's actions, by their ids; undefined for a batch that is not played. */
  answer(request: RichRequest): ReadonlyMap<number, unknown> | undefined;
  /** The formula that a cell holds, by its address: `Sheet1!A1`. */
  write(address: string, formula: string): void;
  /** Addresses of cells marked to be calculated again since this was last called. */
  takeDirty(): string[];
  /** Settles when so many are marked. */
  whenDirty(count: number): Promise<void>;
}

const SHEET = 'Sheet1';
const INSTANTIATE = 1;
const QUERY = 2;
const CALL = 3;

/** A path that leads to what `_KeepReference` kept; its name is the reference. */
const KEPT = 6;

export function createWorkbook(): PlayedWorkbook {
  const formulas = new Map<string, string>();
  let dirty: string[] = [];
  let awaited: { readonly count: number; readonly resolve: () => void } | undefined;

  function markDirty(address: string): void {
    dirty.push(address);
    if (awaited !== undefined && dirty.length >= awaited.count) awaited.resolve();
  }

  /** The properties of what a path leads to; a missing sheet is null, as Excel has it. */
  function propertiesOf(path: ObjectPath): Record<string, unknown> | null {
    const [argument] = path.ArgumentInfo?.Arguments ?? [];
    const cell = cellOf(path);
    if (cell !== undefined) {
      return {
        _ReferenceId: cell,
        Address: `${SHEET}!${cell}`,
        Formulas: [[formulas.get(`${SHEET}!${cell}`) ?? '']],
      };
    }
    if (path.Name !== 'GetItemOrNullObject') return {};
    return argument === SHEET ? { Id: SHEET, Name: SHEET } : null;
  }

  function valueOf({ ActionType, Name }: RichAction, path: ObjectPath): unknown {
    switch (ActionType) {
      case INSTANTIATE:
      case QUERY:
        return propertiesOf(path);
      case CALL:
        if (Name === 'SetDirty') markDirty(`${SHEET}!${cellOf(path)}`);
        return null;
      default:
        return undefined;
    }
  }

  return {
    answer({ Actions: actions, ObjectPaths: paths }) {
      const values = new Map<number, unknown>();
      for (const action of actions) {
        const path = paths[action.ObjectPathId];
        const value = path === undefined ? undefined : valueOf(action, path);
        if (value === undefined) return undefined;
        values.set(action.Id, value);
      }
      return values;
    },
    write: (address, formula) => void formulas.set(address, formula),
    takeDirty() {
      const taken = dirty;
      dirty = [];
      return taken;
    },
    whenDirty(count) {
      if (dirty.length >= count) return Promise.resolve();
      return new Promise((resolve) => (awaited = { count, resolve }));
    },
  };
}

/** The one cell that a path leads to, if it leads to one. */
function cellOf({
  Name: name,
  ObjectPathType: type,
  ArgumentInfo,
}: ObjectPath): string | undefined {
  if (type === KEPT) return name;
  if (name === 'GetSelectedRange') return 'A1';
  return name === 'GetRange' ? String(ArgumentInfo?.Arguments?.[0]) : undefined;
}
