import { isWhole } from './request-fields';

/** The contract states no limit, but no service would give a longer id. */
const MAX_LENGTH = 255;

/**
 * Why a text cannot be a model's id. The id is part of a request's path: dots act as steps in a
 * path even when percent-encoded, and a broken character is not what somebody wrote.
 */
export function modelIdFault(id: string): 'empty' | 'too-long' | 'unusable' | undefined {
  if (id === '') return 'empty';
  if (id.length > MAX_LENGTH) return 'too-long';
  return id === '.' || id === '..' || !isWhole(id) ? 'unusable' : undefined;
}
