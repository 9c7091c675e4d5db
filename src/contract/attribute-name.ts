/** No length is stated; longer than this is no name that a service would give. */
const MAX_LENGTH = 255;

/** Whether a text is spelt as attribute names are: lower-case words joined by underscores (2.3). */
export function isAttributeName(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[a-z0-9_]+$/.test(text);
}
