/** A batch of `Excel.run`, or of the functions' own runtime. */
export interface RichRequest {
  readonly Actions: readonly RichAction[];
  readonly ObjectPaths: Readonly<Record<string, ObjectPath>>;
}

export interface RichAction {
  readonly Id: number;
  readonly ActionType: number;
  readonly Name: string;
  readonly ObjectPathId: number;
  readonly ArgumentInfo?: { readonly Arguments?: readonly unknown[] };
}

export interface ObjectPath {
  readonly Name: string;
  readonly ObjectPathType: number;
  readonly ParentObjectPathId?: number;
  readonly ArgumentInfo?: { readonly Arguments?: readonly unknown[] };
}

/** The body among what travels with the host's method for such requests. */
export function readRichRequest(data: unknown): RichRequest | undefined {
  const { ArrayData: parts } = data as { readonly ArrayData?: readonly unknown[] };
  const body = parts?.[BODY];
  return typeof body === 'string' ? (JSON.parse(body) as RichRequest) : undefined;
}

/** @param values of the actions that have one, by the action's id. */
export function writeRichReply(
  request: RichRequest,
  values: ReadonlyMap<number, unknown>,
): unknown {
  const results = request.Actions.map(({ Id }) => ({
    ActionId: Id,
    Value: values.get(Id) ?? null,
  }));
  return replyOf({ Error: null, Results: results });
}

/** Excel's answer while a cell is being edited, or to what it does not know. */
export function writeRichError(code: string, message: string): unknown {
  return replyOf({ Error: { Code: code, Message: message, ActionIndex: 0 }, Results: [] });
}

function replyOf(body: object): unknown {
  return { Version: 1, Error: 0, Data: [200, [], JSON.stringify(body)] };
}

const BODY = 4;
