/** Excel accepts no longer text in a formula, but several joined ones. */
const MAX_LITERAL = 255;

/** A text as a formula writes it. */
export function writeLiteral(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The text of a single literal; undefined for anything else. */
export function readLiteral(written: string): string | undefined {
  return /^"((?:[^"]|"")*)"$/.exec(written)?.[1]?.replaceAll('""', '"');
}

/** Names as a formula writes them: `"w_pop_tt,w_pop_tt_500"`, in as many texts as needed. */
export function namesLiteral(names: readonly string[]): string {
  const text = names.join(',');
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += MAX_LITERAL) {
    parts.push(`"${text.slice(at, at + MAX_LITERAL)}"`);
  }
  return parts.join('&');
}
