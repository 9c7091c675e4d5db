import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';

/** What Node adds to a request; missing in an in-process test. */
export interface SampleEnvironment {
  Bindings: {
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string } };
    readonly outgoing?: ServerResponse;
  };
}

export type SampleContext = Context<SampleEnvironment>;

/** An error in the contract's form, as seen in practice. */
export function errorResponse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ status, message }, { status, headers });
}
