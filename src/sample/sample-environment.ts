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

/** Returns an error in the form that services behind the contract have been seen to write. */
export function errorResponse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ status, message }, { status, headers });
}
