/** The contract states no limit, but no service would give a longer name. */
const MAX_LENGTH = 255;

/**
 * Whether a text has the form of an attribute name: lower-case words joined by underscores (2.3).
 */
export function isAttributeName(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[a-z0-9_]+$/.test(text);
}
