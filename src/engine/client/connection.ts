/** The service's addresses, and the credential for them. */
export interface Connection {
  readonly addresses: ServiceAddresses;
  /** Present only for the origins for which it was entered. Never stored in a workbook. */
  readonly credential: string | undefined;
}

/** Base addresses without a trailing slash. They are https, or http on loopback. */
export interface ServiceAddresses {
  readonly attributeUrl: string;
  readonly modelUrl: string;
}

/**
 * Makes a connection that keeps its credential out of JSON, string templates, object spread and
 * most logs. The property is not enumerable, so it is read only by name.
 */
export function toConnection(
  addresses: ServiceAddresses,
  credential: string | undefined,
): Connection {
  const connection = { addresses, credential };
  Object.defineProperty(connection, 'credential', { enumerable: false });
  return Object.freeze(connection);
}

export function areSameAddresses(one: ServiceAddresses, other: ServiceAddresses): boolean {
  return one.attributeUrl === other.attributeUrl && one.modelUrl === other.modelUrl;
}

/** A key that a header can carry, or the reason why it cannot. */
type CredentialReading =
  | { readonly kind: 'credential'; readonly credential: string }
  | { readonly kind: 'faulty'; readonly reason: CredentialFault };

/**
 * Why a text is not a key:
 *
 * - `empty`: it has nothing but white space.
 * - `has-break`: it has a space, line break or control character inside, as when two things were
 *   pasted together.
 * - `not-latin`: it has a character that no header can carry, such as a curly quote.
 * - `too-long`: it has more than 4096 characters.
 */
export type CredentialFault = 'empty' | 'has-break' | 'not-latin' | 'too-long';

/** Servers commonly refuse a header above 8 kB; a longer text is not a key but a pasted page. */
const MAX_LENGTH = 4096;

/** Invisible characters that mail programs and web pages leave around copied text. */
const EDGE = /^[\s\p{Cc}\p{Cf}]$/u;

/** Reads a typed or pasted key, without the white space and line breaks around it. */
export function readCredential(text: string): CredentialReading {
  const credential = withoutEdges(text);
  if (credential === '') return { kind: 'faulty', reason: 'empty' };
  if (credential.length > MAX_LENGTH) return { kind: 'faulty', reason: 'too-long' };
  if (/[\s\p{Cc}]/u.test(credential)) return { kind: 'faulty', reason: 'has-break' };
  if (/[^\x21-\xff]/.test(credential)) return { kind: 'faulty', reason: 'not-latin' };
  return { kind: 'credential', credential };
}

/**
 * Looks at each character once. A pattern that ends in `$` would start again at every blank of a
 * pasted page.
 */
function withoutEdges(text: string): string {
  const characters = [...text];
  const isEdge = (character: string): boolean => EDGE.test(character);
  const start = characters.findIndex((character) => !isEdge(character));
  let end = characters.length;
  while (end > start && isEdge(characters[end - 1] as string)) end -= 1;
  return start === -1 ? '' : characters.slice(start, end).join('');
}
