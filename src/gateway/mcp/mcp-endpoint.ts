import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
} from '@modelcontextprotocol/server';
import type { Hono } from 'hono';
import { errorReply, type JsonReply, type ErrorReply, type ReplyFacts } from '../json-reply';
import type { OriginPolicy } from '../origin-policy';
import { acceptable, BOTH_KINDS, repairRequest } from './lenient-exchange';
import { ListedNames } from './listed-names';
import { createToolServer, type ToolsOptions } from './tools';
import { UnapprovedCalls } from './unapproved-calls';
import type { TeamCatalogue } from '../team-catalogue';

export interface McpEndpointOptions extends Omit<
  ToolsOptions,
  'payer' | 'identity' | 'names' | 'unapproved'
> {
  readonly catalogue: TeamCatalogue;
  readonly origins: OriginPolicy;
  /** Where programs get tokens for people. Undefined: only tokens of this gateway are valid. */
  readonly signIn: { readonly issuer: string; readonly scopes: readonly string[] } | undefined;
  readonly publicUrl: () => string;
}

export interface McpCall extends Pick<ToolsOptions, 'identity' | 'payer'> {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly text: string;
  readonly facts: ReplyFacts;
}

/** `/mcp`: tools for language models over Streamable HTTP. It keeps no state between requests. */
export class McpEndpoint {
  private readonly names: ListedNames;
  private readonly unapproved: UnapprovedCalls;

  constructor(private readonly options: McpEndpointOptions) {
    const { clock } = options.team;
    this.names = new ListedNames(options.catalogue, clock);
    this.unapproved = new UnapprovedCalls(clock.elapsed);
  }

  /** Adds the document that tells a program where to get a token for its user. */
  addMetadata(app: Hono<{ Bindings: HttpBindings }>): void {
    const { signIn } = this.options;
    if (signIn === undefined) return;
    // Programs that do not know the tools' path ask without it.
    for (const path of ['', '/mcp']) {
      app.get(`/.well-known/oauth-protected-resource${path}`, (c) => {
        c.header('access-control-allow-origin', '*');
        c.header('cache-control', 'no-store');
        return c.json({
          resource: this.resource,
          resource_name: 'Locus',
          authorization_servers: [signIn.issuer],
          scopes_supported: signIn.scopes,
          bearer_methods_supported: ['header'],
        });
      });
    }
  }

  /** Writes an error that also says how to sign in. */
  errorReply(error: ErrorReply, facts: ReplyFacts): JsonReply {
    const reply = errorReply(error, facts);
    if (error.status !== 401) return reply;
    const url = getOAuthProtectedResourceMetadataUrl(new URL(this.resource));
    const where = this.options.signIn === undefined ? '' : `, resource_metadata="${url}"`;
    const headers = { ...reply.headers, 'www-authenticate': `Bearer realm="Locus"${where}` };
    return { ...reply, headers };
  }

  async answer(call: McpCall): Promise<Response | JsonReply> {
    const { incoming, outgoing, text, facts, identity, payer } = call;
    if (!this.options.origins.isTrusted(incoming)) return errorReply(REBOUND, facts);
    if (holdsMoreValues(text, MOST_VALUES)) return errorReply(TOO_MANY_VALUES, facts);
    const server = (): ReturnType<typeof createToolServer> =>
      createToolServer({
        ...this.options,
        names: this.names,
        unapproved: this.unapproved,
        identity,
        payer,
      });
    const handler = createMcpHandler(server, {
      // The tools never change, so no client has to wait for news.
      maxSubscriptions: 0,
      onerror: () => {},
    });
    const leaving = new AbortController();
    const onClose = (): void => leaving.abort();
    outgoing.once('close', onClose);
    const request = new Request(this.resource, {
      method: 'POST',
      headers: headersOf(incoming),
      body: repairRequest(text),
      signal: leaving.signal,
    });
    const reply = await acceptable(await handler.fetch(request), incoming.headers.accept ?? '');
    const headers = new Headers(reply.headers);
    const own = { 'x-request-id': facts.requestId, 'x-content-type-options': 'nosniff' };
    for (const [name, value] of Object.entries({ ...own, ...facts.cors })) headers.set(name, value);
    headers.set('cache-control', 'no-store');
    return new Response(reply.body, { status: reply.status, headers });
  }

  private get resource(): string {
    return `${this.options.publicUrl().replace(/\/$/, '')}/mcp`;
  }
}

/** The headers that the protocol reads, which never include the token. */
function headersOf({ headers }: IncomingMessage): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('mcp-') && typeof value === 'string') kept.set(name, value);
  }
  kept.set('accept', BOTH_KINDS);
  kept.set('content-type', 'application/json');
  return kept;
}

/** Counts commas and brackets outside texts. A JSON text never has more values than these. */
function holdsMoreValues(text: string, most: number): boolean {
  let values = 0;
  for (let at = 0; at < text.length && values <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) values += 1;
    else if (code === QUOTE) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1) {
        if (text.charCodeAt(at) === BACKSLASH) at += 1;
      }
    }
  }
  return values > most;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
/**
 * The protocol's library parses and checks a request in one go. 5,000 places have 15,000 values.
 */
const MOST_VALUES = 20_000;
const TOO_MANY_VALUES: ErrorReply = {
  status: 413,
  message: `A request may have at most ${MOST_VALUES} values in JSON. Ask in parts.`,
};
const REBOUND: ErrorReply = {
  status: 403,
  message: 'Pages of this origin may not call this gateway.',
};
