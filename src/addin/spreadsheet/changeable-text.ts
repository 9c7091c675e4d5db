import type { ContentsReading, TextPlace, WorkbookText } from './workbook-contents';

/** A text of a workbook outside its cells' own, as a host reads it, with a way to change it. */
export interface ChangeableText extends WorkbookText {
  /** Null removes what holds the text. */
  put(text: string | null): void;
}

/** What the place does not say has its usual value; `value` may be anything but text. */
export function changeableText(
  place: Partial<TextPlace> & Pick<TextPlace, 'kind' | 'id' | 'label'>,
  value: unknown,
  put: (text: string | null) => void,
): ChangeableText {
  return {
    place: { field: 'text', address: undefined, repair: 'replace', ...place },
    text: asText(value),
    put,
  };
}

/** A setting or property, whose name may itself be what is looked for. */
export function keyedTexts(
  place: Parameters<typeof changeableText>[0],
  value: unknown,
  put: (text: string) => void,
  remove: () => void,
): ChangeableText[] {
  const isText = typeof value === 'string';
  return [
    changeableText({ ...place, field: 'key', repair: 'remove' }, place.label, remove),
    changeableText({ ...place, repair: isText ? 'replace' : 'remove' }, value, (text) => {
      if (text === null || !isText) remove();
      else put(text);
    }),
  ];
}

/** Plain data, without the ways to change it. */
export function textsReading(texts: readonly ChangeableText[]): ContentsReading {
  const plain = texts.map(({ place, text }) => ({ place, text }));
  return { kind: 'texts', texts: plain, next: undefined };
}

/** The text that still stands at a place; undefined if it is gone, or another by now. */
export function currentText(
  texts: readonly ChangeableText[],
  { kind, id, field }: TextPlace,
  before: string,
): ChangeableText | undefined {
  return texts.find(
    ({ place, text }) =>
      place.kind === kind && place.id === id && place.field === field && text === before,
  );
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
