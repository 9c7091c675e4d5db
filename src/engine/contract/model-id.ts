import { isWhole } from './request-fields';

/** The contract states no limit, but no service would give a longer id. */
const MAX_LENGTH = 255;

/**
 * Why a text cannot be a model's id. The id is one segment of a request's path, and whatever stands
 * before the service may decode it once more: `a/b`, `..`, `a%2Fb`, `a%252Fb` and a full-width
 * `a／b` could all lead to another path. A broken character is not what somebody wrote.
 */
export function modelIdFault(id: string): 'empty' | 'too-long' | 'unusable' | undefined {
  if (id === '') return 'empty';
  if (id.length > MAX_LENGTH) return 'too-long';
  const plain = id.normalize('NFKC');
  return id === '.' || ODD.test(plain) || ODD.test(id) || !isWhole(id) ? 'unusable' : undefined;
}

/** Separators, steps up, an encoding of anything, and what nobody sees. */
const ODD =
  /[/\\]|\.\.|%[\da-f]{2}|%u[\da-f]{4}|[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/iu;
