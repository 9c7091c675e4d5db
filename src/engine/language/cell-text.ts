import { t, translationOf, translationsByPattern } from './speech';

/**
 * A cell's message in the person's language. Functions write it in English, as
 * `what happened: what to do.`, to keep their code small; this looks up each half, apart from what
 * it quotes.
 */
export function cellText(english: string): string {
  const whole = translated(english);
  if (whole !== undefined) return whole;
  const [, text = '', end = ''] = /^(.*)([.?])$/.exec(english) ?? [];
  const parts = text.split(': ');
  // From the last one on: a colon may also be part of what is said, as in `{"floor_area": 850}`.
  for (let at = parts.length - 1; at > 0; at -= 1) {
    const finding = translated(parts.slice(0, at).join(': '));
    if (finding === undefined) continue;
    const advice = parts.slice(at).join(': ');
    const said = translated(advice);
    if (said !== undefined) return t('{finding}: {said}.', { finding, said });
    const complete = translated(advice + end);
    if (complete !== undefined) return `${finding}: ${complete}`;
  }
  return english;
}

function translated(text: string): string | undefined {
  const known = translationOf(text);
  if (known !== undefined) return known;
  for (const [pattern, message] of translationsByPattern()) {
    const quoted = pattern.exec(text);
    if (quoted === null) continue;
    return message.replace(/\{(\d)\}/g, (_, at: string) => {
      const quote = quoted[Number(at)] ?? '';
      // What a person wrote stays as it is; a label, `The pincode "12"`, is said in turn.
      return text.includes(`"${quote}"`) ? quote : (translated(quote) ?? quote);
    });
  }
  return undefined;
}
