/** A line is one answer, of 50 values at most; anything longer is something else. */
const MAX_LINE = 1_000_000;

/**
 * Reads a reply's body as UTF-8 and passes on each non-empty line as it arrives, including a last
 * line without a line break: if it was cut off, it is not valid JSON. Rejects if the connection
 * breaks or a line is too long.
 */
export async function eachLine(response: Response, take: (line: string) => void): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let rest = '';
  const takeLines = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') take(line);
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    takeLines(decoder.decode(value, { stream: true }));
    if (rest.length > MAX_LINE) {
      reader.cancel().catch(() => {});
      throw new Error('A line of the reply is too long.');
    }
  }
  takeLines(`${decoder.decode()}\n`);
}
