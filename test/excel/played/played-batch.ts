import { playedWorkbookObject } from './played-objects';
import type { PlayedObject } from './played-objects';
import { PlayedError } from './played-workbook';
import type { PlayedWorkbook } from './played-workbook';

/** A batch of `Excel.run` on the wire, as Microsoft's script writes it. */
export interface Batch {
  readonly Actions: readonly BatchAction[];
  readonly ObjectPaths: Readonly<Record<string, BatchPath>>;
}

interface BatchAction {
  readonly Id: number;
  readonly ActionType: number;
  readonly Name: string;
  readonly ObjectPathId: number;
  readonly QueryInfo?: { readonly Select?: readonly string[] };
  readonly ArgumentInfo?: ArgumentInfo;
}

interface BatchPath {
  readonly ObjectPathType: number;
  readonly Name: string;
  readonly ParentObjectPathId?: number;
  readonly ArgumentInfo?: ArgumentInfo;
}

export interface BatchReply {
  readonly Error: {
    readonly Code: string;
    readonly Message: string;
    readonly ActionIndex: number;
  } | null;
  readonly Results: readonly { readonly ActionId: number; readonly Value: unknown }[];
}

const PATH = {
  global: 1,
  service: 2,
  method: 3,
  property: 4,
  indexer: 5,
  reference: 6,
  nothing: 7,
} as const;
interface ArgumentInfo {
  readonly Arguments?: readonly unknown[];
  /** Arguments that are objects themselves, by their paths; 0 for one that is not. */
  readonly ReferencedObjectPathIds?: readonly number[];
}

const ACTION = { instantiate: 1, query: 2, method: 3, set: 4, trace: 5 } as const;

/** Plays batches on a workbook; what a batch kept a reference to, later ones find. */
export function createBatchPlayer(workbook: PlayedWorkbook): (batch: Batch) => BatchReply {
  const root = playedWorkbookObject(workbook);
  const kept = new Map<string, PlayedObject>();
  let references = 0;
  return ({ Actions: actions, ObjectPaths: paths }) => {
    const known = new Map<number, PlayedObject | null>();
    const resolve = (id: number): PlayedObject | null => {
      const before = known.get(id);
      if (before !== undefined) return before;
      const path = paths[id];
      if (path === undefined) throw new Error(`no object path ${id}`);
      const object = follow(path, resolve, root, kept);
      known.set(id, object);
      return object;
    };
    const results: { ActionId: number; Value: unknown }[] = [];
    for (const [index, action] of actions.entries()) {
      try {
        const isTrace = action.ActionType === ACTION.trace;
        const target = isTrace ? null : resolve(action.ObjectPathId);
        const value = act(action, target, resolve, (object) => {
          references += 1;
          kept.set(`r${references}`, object);
          return `r${references}`;
        });
        results.push({ ActionId: action.Id, Value: value });
      } catch (error) {
        if (!(error instanceof PlayedError)) throw error;
        // What stood before the failing action has been done, as in Excel.
        return {
          Error: { Code: error.code, Message: error.code, ActionIndex: index },
          Results: results,
        };
      }
    }
    return { Error: null, Results: results };
  };
}

/** Of Office, not of the workbook. */
const SERVICES: Readonly<Record<string, PlayedObject>> = {
  'Microsoft.InternalService.AddinInternalService': {
    methods: { NotifyActionHandlerReady: () => undefined },
  },
};

function follow(
  path: BatchPath,
  resolve: (id: number) => PlayedObject | null,
  root: PlayedObject,
  kept: ReadonlyMap<string, PlayedObject>,
): PlayedObject | null {
  const { ObjectPathType: type, Name: name } = path;
  if (type === PATH.global) return root;
  if (type === PATH.nothing) return null;
  if (type === PATH.service) return SERVICES[name] ?? unplayed(name);
  if (type === PATH.reference) return kept.get(name) ?? unplayed(`reference ${name}`);
  const parent = resolve(path.ParentObjectPathId ?? 0);
  if (parent === null) return null;
  if (type === PATH.property) return (parent.children?.[name] ?? unplayed(name))();
  const method = parent.methods?.[type === PATH.indexer ? 'Indexer' : name] ?? unplayed(name);
  return method(...given(path.ArgumentInfo, resolve)) as PlayedObject | null;
}

/** The arguments of a call; objects among them are written as paths. */
function given(
  { Arguments: args = [], ReferencedObjectPathIds: ids = [] }: ArgumentInfo = {},
  resolve: (id: number) => PlayedObject | null,
): never[] {
  return args.map((argument, index) => (ids[index] ? resolve(ids[index]) : argument)) as never[];
}

function act(
  { ActionType: type, Name: name, QueryInfo, ArgumentInfo }: BatchAction,
  object: PlayedObject | null,
  resolve: (id: number) => PlayedObject | null,
  keep: (object: PlayedObject) => string,
): unknown {
  if (object === null) return null;
  const args = given(ArgumentInfo, resolve);
  switch (type) {
    case ACTION.instantiate: {
      // Only ranges are addressed by a reference later; other objects by their path again.
      const isRange = object.methods?._KeepReference !== undefined;
      return { ...(isRange ? { _ReferenceId: keep(object) } : {}), ...idOf(object) };
    }
    case ACTION.query:
      return query(object, QueryInfo?.Select ?? []);
    case ACTION.method: {
      const method = object.methods?.[name] ?? unplayed(name);
      return method(...args) ?? null;
    }
    case ACTION.set: {
      const set = object.setters?.[name] ?? unplayed(`${name} =`);
      set(args[0]);
      return null;
    }
    default:
      return unplayed(`action ${type}`);
  }
}

/** `name`, or `worksheet/name`, or `items/name`; properties are asked for in lower case. */
function query(object: PlayedObject, select: readonly string[]): Record<string, unknown> {
  const { items } = object;
  if (items !== undefined) {
    const inner = select.map((name) => name.replace(/^items\//, ''));
    return { _Items: items().map((item) => ({ ...idOf(item), ...query(item, inner) })) };
  }
  const values: Record<string, unknown> = {};
  for (const name of select) {
    const [first = '', ...rest] = name.split('/');
    const key = first.charAt(0).toUpperCase() + first.slice(1);
    if (rest.length === 0) values[key] = (object.properties?.[key] ?? unplayed(key))();
    else {
      const child = (object.children?.[key] ?? unplayed(key))();
      const before = (values[key] ?? {}) as Record<string, unknown>;
      values[key] = child === null ? null : { ...before, ...query(child, [rest.join('/')]) };
    }
  }
  return values;
}

function idOf(object: PlayedObject): Record<string, unknown> {
  return object.key === undefined ? {} : { Id: object.key };
}

/** A call that the add-in has begun to make and that is not played yet: a fault of the test. */
function unplayed(what: string): never {
  throw new Error(`Excel's ${what} is not played`);
}
