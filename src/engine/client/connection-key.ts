import type { Connection } from './connection';
import { readCredential } from './credential';

export type ConnectionKey =
  | { readonly kind: 'credential'; readonly credential: string }
  | { readonly kind: 'no-key' | 'key-refused' };

/** A credential that no header can carry counts as refused, because no service could accept it. */
export function readKey({ credential = '' }: Connection): ConnectionKey {
  const reading = readCredential(credential);
  if (reading.kind === 'credential') return reading;
  return { kind: reading.reason === 'empty' ? 'no-key' : 'key-refused' };
}
