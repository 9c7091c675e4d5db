import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { ZodType } from 'zod';
import type { BudgetRequests } from './account/budget-requests';
import type { Alerts } from './alerts';
import type { AttemptLimiter } from './attempt-limiter';
import type { TrustedProxies } from './connections';
import type { CallPrices } from './call-admission';
import { parseRequestJson } from '../engine/contract/json-checks';
import type { Clock } from '../engine/lookup';
import type { Directory, Identity, Person, Token } from './directory';
import { readBody } from './request-body';
import { forgetSession, type Door, type SessionOptions } from './sign-in/sessions';
import type { GatewayLog } from './gateway-log';
import type { GatewayMetrics } from './gateway-metrics';
import type { NewPeople } from './new-people';
import type { SharedState } from './state/shared-state';
import type { TeamCatalogue } from './team-catalogue';
import type { ProcessorTurns, Slice } from './processor-turns';
import type { TeamEngine } from './team-engine';
import type { TokenUse } from './token-format';

export interface AdminApiOptions {
  readonly requests: BudgetRequests;
  readonly state: SharedState;
  readonly directory: Directory;
  readonly newPeople: NewPeople;
  readonly processor: ProcessorTurns;
  readonly team: TeamEngine;
  readonly attempts: AttemptLimiter;
  readonly trustedProxies: TrustedProxies;
  readonly clock: Clock;
  readonly catalogue: TeamCatalogue;
  readonly prices: CallPrices;
  readonly currency: string;
  /** Undefined if no webhook is set. */
  readonly alerts: Pick<Alerts, 'test'> | undefined;
  /** The part of the configuration that the page shows. It must not contain a secret. */
  readonly settings: Readonly<Record<string, number | string | boolean>>;
  readonly metrics: GatewayMetrics;
  readonly log: GatewayLog;
  readonly pageFolder: string;
  /** How people sign in with a browser. Undefined: only with a token. */
  readonly sessions: SessionOptions | undefined;
  readonly door: Pick<Door, 'publicUrl' | 'isTls'>;
  /** False while the gateway drains before it exits. */
  readonly isReady: () => boolean;
}

export interface AdminEnvironment {
  Bindings: HttpBindings;
  Variables: { identity: Identity; token: Token | undefined; body: unknown };
}

/** What the routes of the administration have in common. */
export interface AdminTools extends AdminApiOptions {
  readonly app: Hono<AdminEnvironment>;
  /** Records an action. Call it once the action is done. */
  audit(by: Identity, act: string, about: string, detail?: string): Promise<void>;
}

/** Refuses an administrator's request. The message is for them to read. */
export class AdminError extends Error {
  override readonly name = 'AdminError';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Replies with an AdminError. Throws any other error again. */
export function answerError(error: Error, c: Context): Response {
  if (!(error instanceof AdminError)) throw error;
  const { status, message } = error;
  return c.json({ status, message }, status as 400);
}

/**
 * Reads the body.
 *
 * @param slice is awaited before a long body is read as JSON, which takes a turn of its own.
 * @throws AdminError if it is too large or no JSON.
 */
export async function jsonBody(
  incoming: IncomingMessage,
  mostBytes: number,
  isOptional: boolean,
  slice?: Slice,
): Promise<unknown> {
  const body = await readBody(incoming, mostBytes);
  if (body.kind === 'error') throw new AdminError(body.error.status, body.error.message);
  if (body.text.length > MOST_READ_AT_ONCE) await slice?.();
  const json = body.text === '' && isOptional ? {} : parseRequestJson(body.text);
  if (json === undefined) throw new AdminError(400, 'The body must be JSON, in UTF-8.');
  return json;
}

/** Adds the route that signs out. A pasted token does not need it. */
export function addSignOut(
  { app, directory, audit }: Pick<AdminTools, 'app' | 'directory' | 'audit'>,
  use: TokenUse,
): void {
  app.delete('/session', async (c) => {
    const token = c.get('token');
    if (token?.isSession === true) {
      await directory.revoke(token, () => audit(c.get('identity'), 'signed out', token.id));
      forgetSession(c, use);
    }
    return c.json({ status: 'signed out' });
  });
}

/**
 * Writes what has changed, for the audit: `{"role":["person","administrator"]}`, with null for
 * none.
 */
export function changesOf<Item extends object>(
  before: Item,
  after: Item,
  fields: readonly (keyof Item & string)[],
): string {
  const changed = fields.filter((field) => before[field] !== after[field]);
  const pairs = changed.map((field) => [field, [before[field] ?? null, after[field] ?? null]]);
  return JSON.stringify(Object.fromEntries(pairs));
}

/**
 * Checks what was sent.
 *
 * @throws AdminError that names the field and the rule, and repeats nothing that was sent.
 */
export function demand<T>(shape: ZodType<T>, json: unknown): T {
  const result = shape.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || 'The body';
  throw new AdminError(400, `${field}: ${issue?.message ?? 'is not valid'}.`);
}

/**
 * Returns the identity of an administrator of everything.
 *
 * @throws AdminError for anybody else.
 */
export function administratorOf(c: Context<AdminEnvironment>): Identity {
  const by = c.get('identity');
  demandAdministrator(by);
  return by;
}

/**
 * @throws AdminError unless this is an administrator of everything.
 */
export function demandAdministrator({ person }: Identity): void {
  if (person.role !== 'administrator') throw NOT_YOURS;
}

/**
 * Returns the person, if this administrator may manage them.
 *
 * @throws AdminError otherwise.
 */
export function demandManagerOf(by: Identity, person: Person | undefined): Person {
  // The reply is the same for a person of another team, so that it reveals nothing about other
  // teams.
  if (person === undefined || !mayManage(by, person)) {
    throw new AdminError(404, 'There is no such person.');
  }
  return person;
}

/**
 * Whether somebody may manage a person. A team's administrator manages the people of the team, but
 * no administrator.
 */
export function mayManage({ person: by }: Identity, person: Person): boolean {
  const isOwn = by.team !== undefined && by.team === person.team;
  return by.role === 'administrator' || (isOwn && person.role !== 'administrator');
}

/** In UTF-16 units. */
const MOST_READ_AT_ONCE = 64 * 1024;
const NOT_YOURS = new AdminError(403, 'Only an administrator of everything may do this.');
