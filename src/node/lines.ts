/**
 * The lines of a stream of text. Node's readline ends a line at U+2028 from Node 24 on, which stands
 * in the middle of JSON's.
 */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const [first = '', ...others] = text.split(LINE_END);
    rest += first;
    for (const line of others) {
      yield rest;
      rest = line;
    }
  }
  if (rest !== '') yield rest;
}

/** Where a part of the text ends between the two, there is an empty line more. */
const LINE_END = /\r\n|\n|\r/;
