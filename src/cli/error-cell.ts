/**
 * The text of `locus_error`: `a, b: text` is about those columns, `All 3 names: text` about the
 * last three, and a bare text about the last one or the whole row.
 */
export function errorCell(
  text: string,
  asked: readonly string[],
  wanted: readonly string[],
  standing: string,
): string {
  if (standing !== '') return `${standing} ${listed(asked, text)}`;
  if (asked.length < wanted.length) return listed(asked, text);
  return wanted.length === 1 ? text : `All ${wanted.length} names: ${text}`;
}

/**
 * The part of an error that is about columns other than those wanted; "" if there is none.
 *
 * @param columns the file's columns, up to the last one of the run that wrote the error.
 */
export function standingError(
  error: string,
  columns: readonly string[],
  wanted: readonly string[],
): string {
  return failuresOf(error, columns)
    .flatMap(({ names, text }) => {
      const others = names.filter((name) => !wanted.includes(name));
      return others.length === 0 ? [] : [listed(others, text)];
    })
    .join(' ');
}

function listed(names: readonly string[], text: string): string {
  return `${names.join(', ')}: ${text}`;
}

interface Failure {
  readonly names: readonly string[];
  readonly text: string;
}

function failuresOf(error: string, columns: readonly string[]): readonly Failure[] {
  if (error === '') return [];
  const [whole, count = '1', rest = error] = /^All (\d+) names: (.*)$/s.exec(error) ?? [];
  const heads =
    whole === undefined
      ? [...error.matchAll(/(?<=^|\. )([a-z0-9_]+(?:, [a-z0-9_]+)*): /g)].map((match) => ({
          names: (match[1] ?? '').split(', '),
          start: match.index,
          end: match.index + match[0].length,
        }))
      : [];
  const known = heads.filter(({ names }) => names.every((name) => columns.includes(name)));
  if (known.length === 0) return [{ names: columns.slice(-Number(count)), text: rest }];
  return known.map(({ names, end }, index) => ({
    names,
    text: error.slice(end, known[index + 1]?.start).trim(),
  }));
}
