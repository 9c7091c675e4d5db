import { t, translationOf, translationsByPattern } from './speech';

/**
 * A cell's message in the person's language. Functions write it in English, as
 * `what happened: what to do.`, to keep their code small; this looks up each half, apart from what
 * it quotes.
 */
export function cellText(english: string): string {
  const whole = translated(english);
  if (whole !== undefined) return whole;
  const [, what = '', advice = '', end = ''] = /^(.*): (.*?)([.?])$/.exec(english) ?? [];
  const finding = translated(what);
  if (finding === undefined) return english;
  const complete = translated(advice + end);
  if (complete !== undefined) return `${finding}: ${complete}`;
  const said = translated(advice);
  return said === undefined ? english : t('{finding}: {said}.', { finding, said });
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
