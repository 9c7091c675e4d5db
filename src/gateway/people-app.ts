import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono, type Context } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { ownField, parseRequestJson } from '../engine/contract/json-checks';
import {
  BULK_PATH,
  CATALOGUE_PATH,
  MAX_BULK_BYTES,
  ME_PATH,
  LOOKUP_PATH,
  SCORE_PATH_PREFIX,
} from '../engine/contract/paths';
import type { Authenticator } from './sign-in/authenticator';
import type { AdminApiOptions } from './admin-tools';
import { answerLines } from './bulk';
import type { Identity } from './directory';
import {
  FunctionCalls,
  functionKeyOf,
  functionError,
  type FunctionCallsOptions,
} from './functions/function-calls';
import { BIGQUERY, SNOWFLAKE } from './functions/engine-shapes';
import { McpEndpoint, type McpEndpointOptions } from './mcp/mcp-endpoint';
import {
  jsonReply,
  errorReply,
  taggedReply,
  textReply,
  type JsonReply,
  type ErrorReply,
  type ReplyFacts,
  requestIdOf,
  withRequestId,
} from './json-reply';
import { OriginPolicy } from './origin-policy';
import type { RateLimitFields, RateLimits } from './rate-limits';
import { Shares, type Share, type ShareLimits } from './shares';
import { STORE_DOWN, STORE_FORGOT } from './outcome-errors';
import { aboutMe } from './about-me';
import { countLines, planLines } from './cost-plan';
import { askedReply, knownReply, storedReply, type WantedReply } from './reply-writing';
import { MOST_CALL_BYTES, readBody } from './request-body';
import type { CallLedger, Payer } from './state/call-ledger';
import { StoreDown, StoreForgot } from './state/shared-state';
import type { VerificationTurns } from './sign-in/verification-queue';
import type { Backlog } from './backlog';
import { TOO_MUCH_WORK, type ProcessorTurns } from './processor-turns';
import type { PincodeRule } from '../engine/places/pincode';
import { readLookup, readScore, renewed, type Wanted } from './question-reading';
import { readTrace, type Trace } from './trace-context';

export interface PeopleAppOptions extends Pick<
  AdminApiOptions,
  'team' | 'catalogue' | 'currency' | 'attempts' | 'metrics' | 'log' | 'trustedProxies'
> {
  readonly backlog: Backlog;
  readonly processor: ProcessorTurns;
  readonly rateLimits: RateLimits;
  readonly authenticator: Authenticator;
  /** What warehouses call, and how they show who they are. */
  readonly functions: Pick<FunctionCallsOptions, 'batches' | 'answerWithinMs' | 'pollAfterMs'> & {
    readonly authenticator: Pick<Authenticator, 'identify'>;
  };
  readonly mcp: Pick<McpEndpointOptions, 'prices' | 'signIn' | 'publicUrl'>;
  readonly ledger: CallLedger;
  readonly pincodes: PincodeRule;
  readonly origins: OriginPolicy;
  /** Of those whom `attempts` blocks. */
  readonly turns: VerificationTurns;
  /** Adds the pages about their own account and about this interface. */
  addPages(app: Hono<{ Bindings: HttpBindings }>): void;
  /** The built add-in; undefined if there is no such file. */
  readonly files: (request: Request) => Promise<Response | undefined>;
}

type PeopleContext = Context<{ Bindings: HttpBindings }>;

/** A request that has been let in. */
interface Admitted {
  readonly identity: Identity;
  readonly payer: Payer;
  readonly text: string;
  readonly facts: ReplyFacts;
  /** Whether calls may have been made for it. */
  mayHaveAsked: boolean;
}

type Reply = Response | JsonReply;

/** How those who call a path show who they are, and are told that they get no answer. */
interface Door {
  readonly authenticator: Pick<Authenticator, 'identify'>;
  keyOf(this: void, incoming: IncomingMessage): string;
  errorReply(this: void, error: ErrorReply, facts: ReplyFacts): JsonReply;
}

type Handler = (c: PeopleContext, admitted: Admitted) => Promise<Reply> | Reply;

export interface PeopleApp {
  readonly app: Hono<{ Bindings: HttpBindings }>;
  /** Answers lookups, the busiest path, without the framework; false for anything else. */
  answersAtOnce(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
}

/** What people's programs may ask: the contract, and what a gateway adds to it. */
export function createPeopleApp(options: PeopleAppOptions): PeopleApp {
  const { team, backlog, processor, authenticator, ledger, catalogue, metrics } = options;
  const app = new Hono<{ Bindings: HttpBindings }>();
  const scorePath = `${SCORE_PATH_PREFIX}:model`;
  const peoplesBodies = new Shares(BODIES_OF_PEOPLE);
  const strangersBodies = new Shares(BODIES_OF_STRANGERS);
  const front: Door = { authenticator, keyOf, errorReply };

  const lookup = route('POST', LOOKUP_PATH, MOST_CALL_BYTES, (c, given) =>
    answer(c, readLookup(parseRequestJson(given.text), options.pincodes), given),
  );
  route('POST', scorePath, MOST_CALL_BYTES, (c, given) =>
    answer(c, readScore(modelOf(c.env.incoming), parseRequestJson(given.text)), given),
  );
  route('POST', BULK_PATH, MAX_BULK_BYTES, (c, { payer, text, facts }) =>
    answerLines({ ...options, ...c.env, text, facts, payer, errorReplyFor }),
  );
  for (const [path, plan] of [
    ['/v1/known', countLines],
    ['/v1/plan', planLines],
  ] as const) {
    route('POST', path, MAX_BULK_BYTES, (_c, { payer, text, facts }) => {
      const planned = processor.compute(payer.person, (slice) =>
        plan(text, facts, { team, pincodes: options.pincodes, slice }),
      );
      return planned ?? errorReply(TOO_MUCH_WORK, facts);
    });
  }
  const functions = new FunctionCalls({ ...options, ...options.functions, errorReplyFor });
  for (const shape of [BIGQUERY, SNOWFLAKE]) {
    const door: Door = {
      authenticator: options.functions.authenticator,
      keyOf: functionKeyOf,
      errorReply: (error, facts) => functionError(shape, error, facts),
    };
    const methods = shape === SNOWFLAKE ? 'GET, POST' : 'POST';
    // It reads its body itself, which may be compressed.
    route(
      methods,
      `/v1/functions/${shape.name}`,
      0,
      ({ env }, { payer, facts }) => functions.answer(shape, { ...env, payer, facts }),
      door,
    );
  }
  const mcp = new McpEndpoint({ ...options, ...options.mcp, errorReplyFor });
  mcp.addMetadata(app);
  route('POST', '/mcp', MAX_BULK_BYTES, ({ env }, given) => mcp.answer({ ...env, ...given }), {
    authenticator,
    keyOf: functionKeyOf,
    errorReply: (error, facts) => mcp.errorReply(error, facts),
  });
  route('GET', ME_PATH, 0, async (_c, { identity, facts }) => {
    const waiting = backlog.waitingOf(identity.person.id);
    return jsonReply({ ...(await aboutMe(identity, ledger, options.currency)), waiting }, facts);
  });
  route('GET', CATALOGUE_PATH, 0, async ({ env }, { facts }) =>
    taggedReply(await catalogue.current(), env.incoming.headers['if-none-match'], facts),
  );
  app.use(withRequestId);
  options.addPages(app);
  app.get('*', async (c) => {
    const found = await options.files(c.req.raw);
    return found ?? toResponse(nothing(c.env.incoming));
  });
  app.notFound((c) => toResponse(nothing(c.env.incoming)));
  app.onError((error, c) =>
    toResponse(errorReply(errorReplyFor(error), { requestId: requestIdOf(c.env.incoming) })),
  );
  return {
    app,
    answersAtOnce(incoming, outgoing) {
      if (incoming.method !== 'POST' || incoming.url !== LOOKUP_PATH) return false;
      const c = { env: { incoming, outgoing } } as unknown as PeopleContext;
      // A lookup is never answered by a stream.
      lookup(c).then((reply) => writeReply(outgoing, reply as JsonReply), options.log.failed);
      return true;
    },
  };

  function limitsOf(
    reply: Reply,
    { identity, mayHaveAsked }: Admitted,
  ): RateLimitFields | Promise<RateLimitFields> {
    const mustRetry =
      reply instanceof Response ? reply.headers.has('retry-after') : 'retry-after' in reply.headers;
    return options.rateLimits.fieldsFor(identity, mayHaveAsked, mustRetry);
  }

  /** Says nothing of the error, which may hold the request. */
  function errorReplyFor(error: unknown): ErrorReply {
    if (error instanceof StoreForgot) return STORE_FORGOT;
    if (error instanceof StoreDown) return STORE_DOWN;
    options.log.failed(error);
    return BROKEN;
  }

  function route(
    methods: 'GET' | 'POST' | 'GET, POST',
    path: string,
    mostBytes: number,
    handle: Handler,
    door = front,
  ): (c: PeopleContext) => Promise<Reply> {
    const name = path === scorePath ? 'score' : (path.split('/').at(-1) as string);
    const allowed = methods.split(', ');
    const serve = async (c: PeopleContext): Promise<Reply> => {
      const { incoming } = c.env;
      const startedAt = performance.now();
      const requestId = requestIdOf(incoming);
      const origin = options.origins.judge(incoming);
      const facts: ReplyFacts = {
        requestId,
        cors: origin.kind === 'allowed' ? origin.headers : undefined,
      };
      const trace = readTrace(incoming);
      let admitted: Admitted | undefined;
      const respond = async (): Promise<Reply> => {
        if (origin.kind === 'foreign') return errorReply(FOREIGN, facts);
        if (incoming.method === 'OPTIONS') return preflight(incoming.headers.origin, facts);
        if (!allowed.includes(incoming.method ?? '')) return wrongMethod(methods, facts);
        const found = await admit(c, path === scorePath, mostBytes, facts, door, trace);
        if ('status' in found) return door.errorReply(found, facts);
        admitted = found;
        return handle(c, found);
      };
      const reply = await respond().catch((error: unknown) =>
        door.errorReply(errorReplyFor(error), facts),
      );
      const given = admitted as Admitted | undefined;
      if (given !== undefined) {
        const fields = limitsOf(reply, given);
        addFields(reply, fields instanceof Promise ? await fields : fields);
      }
      const ms = performance.now() - startedAt;
      metrics.answered(name, reply.status, ms);
      const person = given?.identity.person.id;
      const { status } = reply;
      options.log.answered({ requestId, route: name, status, ms, person, traceId: trace?.id });
      return reply;
    };
    app.all(path, async (c) => toResponse(await serve(c)));
    return serve;
  }

  /** Who asks, and what; or why they may not. The token of a score may be in its body. */
  async function admit(
    { env: { incoming, outgoing } }: PeopleContext,
    isScore: boolean,
    mostBytes: number,
    facts: ReplyFacts,
    door: Door,
    trace: Trace | undefined,
  ): Promise<Admitted | ErrorReply> {
    // Only where it matters: to read an address takes as long as to find an answer.
    const address = (): string => options.trustedProxies.clientOf(incoming);
    const turn = (): Promise<boolean> | true =>
      !options.attempts.isBlocked(address()) || options.turns.take(address(), outgoing);
    const identify = async (token: string): Promise<Identity | ErrorReply> => {
      const found = door.authenticator.identify(token, turn);
      const known = found instanceof Promise ? await found : found;
      if (known === 'unavailable') return NO_KEYS;
      if (known !== undefined && known !== 'retired') return known;
      // A program that still sends a token that was revoked tries no others.
      return options.attempts.failed(address(), known === undefined) ? BAD_TOKEN : TOO_MANY;
    };
    const header = door.keyOf(incoming);
    if (header === '' && !isScore) return NO_TOKEN;
    // Before the body, so that a stranger cannot make us read one.
    let identity = header === '' ? undefined : await identify(header);
    if (identity !== undefined && 'status' in identity) return identity;
    let text = '';
    if (mostBytes > MOST_CALL_BYTES && identity !== undefined) {
      const { id } = identity.person;
      const error = outgoing.destroyed ? undefined : backlog.enterBulk(id);
      if (error !== undefined) return error;
      if (!outgoing.destroyed) outgoing.once('close', () => backlog.leaveBulk(id));
    }
    if (mostBytes > 0) {
      const bodies = identity === undefined ? strangersBodies : peoplesBodies;
      const owner = identity?.person.id;
      let share: Share | undefined;
      const body = await readBody(incoming, mostBytes, options.team.clock, (bytes) => {
        share ??= bodies.open(owner ?? address());
        return share.take(bytes) === undefined ? undefined : TOO_MANY_BODIES;
      });
      share?.release();
      if (body.kind === 'error') return body.error;
      ({ text } = body);
      // Strangers have no token yet, and their turn is that of their address.
      if (text.length > MOST_READ_AT_ONCE) {
        await processor.slicesOf(identity?.person.id ?? address())();
      }
    }
    if (identity === undefined) {
      const inBody = keyIn(text);
      identity = inBody === '' ? NO_TOKEN : await identify(inBody);
      if ('status' in identity) return identity;
    }
    const { person, team } = identity;
    const payer = { person: person.id, team: team?.id, weight: team?.weight, trace };
    return { identity, payer, text, facts, mayHaveAsked: true };
  }

  async function answer(c: PeopleContext, read: Wanted, given: Admitted): Promise<JsonReply> {
    const { payer, facts } = given;
    const wanted = renewed(read, c.env.incoming.headers['x-locus-renew'] === '1');
    // Stays so for an answer from memory or the store.
    given.mayHaveAsked = false;
    const known = knownReply(wanted, team);
    if (known !== undefined || wanted.kind === 'error') {
      return wantedReply(known as WantedReply, facts);
    }
    const stored = await storedReply(wanted, team, payer);
    if (stored !== undefined) return wantedReply(stored, facts);
    given.mayHaveAsked = true;
    const values = wanted.questions.length;
    const error = backlog.enter(payer.person, values);
    if (error !== undefined) return errorReply(error, facts);
    const asking = team.begin(payer);
    const onClose = (): void => asking.leave();
    c.env.outgoing.once('close', onClose);
    // The client may have left while the store was read.
    if (c.env.outgoing.destroyed) asking.leave();
    try {
      return wantedReply(await askedReply(wanted, asking, team), facts);
    } finally {
      backlog.leave(payer.person, values);
      asking.end();
      c.env.outgoing.off('close', onClose);
    }
  }
}

function keyOf({ headers }: IncomingMessage): string {
  const given = headers['x-api-key'];
  return typeof given === 'string' ? given.trim() : '';
}

/** The token in a score's body, even if the rest of it cannot be read: the token comes first. */
function keyIn(text: string): string {
  const json = parseRequestJson(text);
  const key =
    json === undefined ? /"key"\s*:\s*"([^"\\]*)"/.exec(text)?.[1] : ownField(json, 'key');
  return typeof key === 'string' ? key.trim() : '';
}

/** The path's last segment; empty if it is not UTF-8, percent-encoded. */
function modelOf({ url = '' }: IncomingMessage): string {
  try {
    return decodeURIComponent((url.split('?')[0] as string).slice(SCORE_PATH_PREFIX.length));
  } catch {
    return '';
  }
}

function addFields(reply: Reply, fields: RateLimitFields): void {
  if (!(reply instanceof Response)) Object.assign(reply.headers, fields);
  else for (const [name, value] of Object.entries(fields)) reply.headers.set(name, value as string);
}

function toResponse(reply: Reply): Response {
  if (reply instanceof Response) return reply;
  const { status, headers, body } = reply;
  return new Response(body, { status, headers });
}

function writeReply(outgoing: ServerResponse, { status, headers, body }: JsonReply): void {
  if (outgoing.destroyed) return;
  outgoing.writeHead(status, headers);
  // Nearly every reply is ASCII, which Node writes in a twentieth less time as Latin-1.
  const isAscii = body?.length === Number(headers['content-length']);
  outgoing.end(body, isAscii ? 'latin1' : 'utf8');
}

function nothing(incoming: IncomingMessage): JsonReply {
  return errorReply(NOTHING, { requestId: requestIdOf(incoming) });
}

function wantedReply(reply: WantedReply, facts: ReplyFacts): JsonReply {
  return reply.kind === 'answered'
    ? textReply(reply.json, facts, 200, { 'x-locus-at': reply.at })
    : errorReply(reply.error, facts);
}

function preflight(origin: string | undefined, facts: ReplyFacts): Response {
  const allowed = facts.cors === undefined ? {} : OriginPolicy.preflight(origin as string);
  return new Response(null, { status: 204, headers: allowed });
}

function wrongMethod(method: string, facts: ReplyFacts): JsonReply {
  const message = `This path takes ${method} alone.`;
  return jsonReply({ status: 405, message }, facts, 405, { allow: `${method}, OPTIONS` });
}

/** In characters; to parse more takes a good part of a slice. A usual call has one thousand. */
const MOST_READ_AT_ONCE = 8 * 1024;
/** Bytes of bodies of which more is to come. */
const BODIES_OF_PEOPLE: ShareLimits = { mostOfPerson: 16 * 1024 * 1024, most: 64 * 1024 * 1024 };
/** By address, of those whose token is in the body. */
const BODIES_OF_STRANGERS: ShareLimits = { mostOfPerson: 256 * 1024, most: 4 * 1024 * 1024 };
const TOO_MANY_BODIES: ErrorReply = {
  status: 429,
  reason: 'too-much-waiting',
  message: 'Too many of your requests are still arriving. Send this one again in a few seconds.',
  retryAfterSeconds: 2,
};
const NOTHING: ErrorReply = { status: 404, message: 'There is nothing here.' };
const BROKEN: ErrorReply = { status: 500, message: 'The gateway has failed.' };
const FOREIGN: ErrorReply = {
  status: 403,
  message: 'Pages of this origin may not call this gateway.',
};
const NO_TOKEN: ErrorReply = { status: 401, message: 'Send your access token as the key.' };
const BAD_TOKEN: ErrorReply = { status: 401, message: 'This token is not valid here.' };
const NO_KEYS: ErrorReply = {
  status: 503,
  message: 'The gateway cannot check sign-ins just now. Try again in a minute.',
  retryAfterSeconds: 30,
};
const TOO_MANY: ErrorReply = {
  status: 429,
  message: 'Too many invalid tokens. Try again in a minute.',
  retryAfterSeconds: 60,
};
