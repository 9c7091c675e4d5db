/** The contract states no limit; longer than this is no id that a service would give. */
const MAX_LENGTH = 255;

/**
 * What keeps a text from being a model's id, which stands in a request's path: dots survive
 * percent-encoding as steps in it, and half a surrogate pair has no encoding.
 */
export function modelIdFault(id: string): 'empty' | 'too-long' | 'unusable' | undefined {
  if (id === '') return 'empty';
  if (id.length > MAX_LENGTH) return 'too-long';
  return id === '.' || id === '..' || /\p{Surrogate}/u.test(id) ? 'unusable' : undefined;
}
