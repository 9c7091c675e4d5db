/**
 * A text that a spreadsheet would read as a formula when it opens a file: the formula could fetch
 * or run what somebody else wrote. Full-width forms of the signs count too.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const GUARDED = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Returns the text, with an apostrophe in front if a spreadsheet would read it as a formula. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Undoes `guarded`, whether we or another program applied it. */
export function unguarded(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}
