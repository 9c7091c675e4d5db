import type { ContentsReading, TextPlace, WorkbookText } from './workbook-contents';

/** A text of a workbook that is not in a cell, and a way to change it. */
export interface ChangeableText extends WorkbookText {
  /** Replaces the text. Null removes what holds it. */
  put(text: string | null): void;
}

/** Fills in what the place leaves out. `value` may be something other than a text. */
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

/** Returns the texts of a setting or property. Its name may itself hold what is looked for. */
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

/** Returns the texts as plain data, without the ways to change them. */
export function textsReading(texts: readonly ChangeableText[]): ContentsReading {
  const plain = texts.map(({ place, text }) => ({ place, text }));
  return { kind: 'texts', texts: plain, next: undefined };
}

/** Returns the text at a place; undefined if it is gone or has changed. */
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
