/**
 * A text that a spreadsheet takes for a formula when it opens a file: it may fetch, or run, what
 * somebody else wrote. Wide forms of the signs count too.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const GUARDED = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The text with an apostrophe before it, where it needs one to stay a text. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Takes back what `guarded` did, here or in another program. */
export function unguarded(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}
