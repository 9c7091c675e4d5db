import { decodeLookupReply, type DecodedLookup } from '../contract/lookup-reply';
import { writeLookupRequest } from '../contract/lookup-request';
import { LOOKUP_PATH, scorePath } from '../contract/paths';
import type { RawReply } from '../contract/reply-envelope';
import type { ReplyFailure } from '../contract/reply-failure';
import { decodeScoreReply, type DecodedScore } from '../contract/score-reply';
import { writeScoreRequest } from '../contract/score-request';
import type {
  CallKind,
  CancelSignal,
  Clock,
  LookupCall,
  ScoreCall,
  Source,
  SourceFailure,
} from '../lookup';
import { type Connection, readCredential } from './connection';
import { mayBeToken } from './account-summary';
import { readServiceAddress } from './service-address';
import { createBulkCalls, type BulkAddress } from './bulk-calls';
import { createGatewayFinder } from './gateway-finder';
import type { CallContact, WatchedReachability } from './reachability';
import { callService, type Fetch, type ServiceCall, type ServiceCallResult } from './http-call';

export interface ServiceSourceOptions {
  /** Read at each call, so that a new key or address takes effect at once. */
  readonly connection: () => Connection;
  /** Returns the text for `Source.scope`: service and account, without the credential. */
  readonly scopeOf: (kind: CallKind, connection: Connection) => string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Whether the device believes it has a network. */
  readonly online?: () => boolean;
  /** Is told how each call ended. Left out: calls leave even while the service is unreachable. */
  readonly reachability?: WatchedReachability;
  /**
   * Called with the names that a reply shows to exist, and the scope of the account. No name
   * contains the credential, even if the reply repeats it.
   */
  readonly onNames?: (scope: string, names: readonly string[]) => void;
  /** Returns more headers for a call that goes straight to the service. */
  readonly headersOf?: (call: LookupCall | ScoreCall) => Readonly<Record<string, string>>;
  /** How long one call may take. @default 30_000 */
  readonly timeoutMs?: number;
}

const DEFAULT_CALL_TIMEOUT_MS = 30_000;

/**
 * Creates a source that calls the service over HTTP. Its calls never reject. The credential travels
 * in a lookup's header or a score's body, only to the connection's own origin, and never appears in
 * a result.
 */
export function createServiceSource(options: ServiceSourceOptions): Source {
  const { clock, timeoutMs = DEFAULT_CALL_TIMEOUT_MS } = options;
  const ports = {
    fetch: (url: string, init: RequestInit) => {
      // Called as a plain function: a browser's `fetch` throws when called as a method.
      const { fetch } = options;
      return fetch(url, init);
    },
    clock,
    online: options.online,
    timeoutMs,
  };
  const finder = createGatewayFinder(ports);
  const bulk = createBulkCalls({
    ...ports,
    onNotThere: ({ address, credential }) => finder.forget(address, credential),
  });

  /** @param question the call as a gateway takes it, many in one request. */
  async function send<Reply extends DecodedLookup | DecodedScore>(
    kind: CallKind,
    to: BulkAddress,
    call: ServiceCall,
    question: object,
    signal: CancelSignal,
    decode: (reply: RawReply) => Reply,
  ): Promise<Reply | SourceFailure> {
    // Only a token can be a gateway's. With any other credential, calls leave at once.
    const isGateway = mayBeToken(to.credential) && (await finder.find(to.address, to.credential));
    const ended = options.reachability?.began(kind);
    const result = await (isGateway
      ? bulk.call(to, question, signal)
      : callService(call, ports, signal));
    const reply = settled(result, to.credential, decode);
    ended?.(...contactOf(result, reply));
    return reply;
  }

  return {
    ...(options.reachability !== undefined && { reachability: options.reachability }),
    limiter(kind) {
      const { credential = '', ...connection } = options.connection();
      return finder.limiter(kind, urlOf(kind, connection), credential);
    },
    scope: (kind) => options.scopeOf(kind, options.connection()),
    refusal: () => (readKey(options.connection()).kind === 'no-key' ? 'no-key' : undefined),
    async lookup(given, signal) {
      const { place, names } = given;
      const connection = options.connection();
      const key = readKey(connection);
      if (key.kind !== 'credential') return failed(key.kind);
      const body = writeLookupRequest({ place, names });
      if (body.kind === 'invalid') return failed('rejected');
      const address = addressOf('lookup', connection);
      if (address === undefined) return failed('wrong-address');
      const { credential } = key;
      const headers = { ...options.headersOf?.(given), 'x-api-key': credential };
      const call = { url: address + LOOKUP_PATH, headers, body: body.value };
      const asked = { ...body.value, variables: names, ...renewalOf(given) };
      const sent = place.kind === 'address' ? [place.address] : [];
      const to = { address, credential };
      const reply = await send('lookup', to, call, asked, signal, (raw) =>
        decodeLookupReply(raw, names, sent),
      );
      if (reply.kind === 'failed') return reply;
      const shown = namesShown(reply, key.credential);
      if (shown.length > 0) options.onNames?.(options.scopeOf('lookup', connection), shown);
      const { values, failures, kept } = reply;
      return {
        kind: 'answered',
        values,
        ...(failures !== undefined && {
          failures: new Map(
            [...failures].map(([name, failure]) => [name, withoutSecret(failure, credential)]),
          ),
        }),
        ...(kept !== undefined && { kept }),
      };
    },
    async score(question, signal) {
      const connection = options.connection();
      const key = readKey(connection);
      if (key.kind !== 'credential') return failed(key.kind);
      const path = scorePath(question.model);
      if (path === undefined) return failed('unknown-model');
      const body = writeScoreRequest({ ...question, key: key.credential });
      if (body.kind === 'invalid') return failed('rejected');
      const address = addressOf('score', connection);
      if (address === undefined) return failed('wrong-address');
      const { key: credential, ...wanted } = body.value;
      const headers = options.headersOf?.(question) ?? {};
      const call = { url: address + path, headers, body: body.value };
      const asked = { model: question.model, ...wanted, ...renewalOf(question) };
      const to = { address, credential };
      return send('score', to, call, asked, signal, (raw) =>
        decodeScoreReply(raw, textsSent(question)),
      );
    },
  };
}

/** A field of a gateway's lines, which the service itself does not know. */
function renewalOf({ isRenewal }: LookupCall | ScoreCall): { readonly renew?: true } {
  return isRenewal === true ? { renew: true } : {};
}

/** Undefined if the address is not safe to send a credential to. */
function addressOf(kind: CallKind, connection: Connection): string | undefined {
  const reading = readServiceAddress(urlOf(kind, connection));
  return reading.kind === 'address' ? reading.url : undefined;
}

function urlOf(kind: CallKind, { addresses }: Pick<Connection, 'addresses'>): string {
  return kind === 'lookup' ? addresses.attributeUrl : addresses.modelUrl;
}

function settled<Reply extends DecodedLookup | DecodedScore>(
  result: ServiceCallResult,
  credential: string,
  decode: (reply: RawReply) => Reply,
): Reply | SourceFailure {
  if (result.kind !== 'replied') return { ...failed(result.kind), isUnsent: result.isUnsent };
  const reply = decode(result.reply);
  if (reply.kind !== 'failed') return reply;
  // What arrived before the cut may be a whole answer, or enough to tell the failure.
  return result.isCut && reply.code === 'unreadable-reply'
    ? { kind: 'failed', code: 'offline', status: reply.status }
    : withoutSecret(reply, credential);
}

/** The server that redirects may have put the credential into the name of the host. */
function withoutSecret(failure: ReplyFailure, credential: string): SourceFailure {
  const { kind, code, status, redirectsTo = '', reason = '' } = failure;
  const isTelling = redirectsTo.includes(credential.toLowerCase()) || repeats(reason, credential);
  return isTelling ? { kind, code, status } : failure;
}

/** A service may repeat the credential in what it says, also in part. */
function repeats(text: string, credential: string): boolean {
  const [reply, secret] = [text.toLowerCase(), credential.toLowerCase()];
  return [secret, secret.slice(0, 8), secret.slice(-8)].some((part) => reply.includes(part));
}

/** Names with a value, and names that were not asked for. */
function namesShown(
  { values, others = [] }: Extract<DecodedLookup, { readonly kind: 'answered' }>,
  credential: string,
): readonly string[] {
  const names = [...others];
  for (const [name, value] of values) if (value !== null) names.push(name);
  const secret = credential.toLowerCase();
  return names.filter((name) => !name.includes(secret));
}

/** The request's texts, which a service's message may repeat. */
function textsSent({ place, model, date, customVariables }: ScoreCall): readonly string[] {
  return [
    model,
    place.kind === 'address' ? place.address : '',
    date ?? '',
    ...Object.entries(customVariables ?? {}).flatMap(([name, value]) => [name, String(value)]),
  ];
}

/** Marks the call as unsent, unless the caller overrides that. */
function failed(code: SourceFailure['code']): SourceFailure {
  return { kind: 'failed', code, isUnsent: true };
}

function contactOf(
  result: ServiceCallResult,
  reply: DecodedLookup | DecodedScore | SourceFailure,
): [CallContact, status?: number] {
  if (result.kind === 'replied') {
    const status = reply.kind === 'failed' ? (reply.status ?? 0) : 0;
    return status >= 500 ? ['failing', status] : ['replied'];
  }
  if (result.kind === 'timed-out') return ['unknown'];
  // Something is there, and no probe can tell when it will be trusted.
  if (result.kind === 'untrusted') return ['replied'];
  return [result.isUnsent === true ? 'unsent' : 'silent'];
}

type ConnectionKey =
  | { readonly kind: 'credential'; readonly credential: string }
  | { readonly kind: 'no-key' | 'key-refused' };

/** A credential that no header can carry counts as refused, because no service could accept it. */
function readKey({ credential = '' }: Connection): ConnectionKey {
  const reading = readCredential(credential);
  if (reading.kind === 'credential') return reading;
  return { kind: reading.reason === 'empty' ? 'no-key' : 'key-refused' };
}
