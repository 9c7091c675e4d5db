import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';

/** What Node adds to a request; absent when a test asks in-process. */
export interface SampleEnvironment {
  Bindings: {
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string } };
    readonly outgoing?: ServerResponse;
  };
}

export type SampleContext = Context<SampleEnvironment>;

/** The contract's way of saying no, as seen in practice. */
export function refuse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ status, message }, { status, headers });
}
