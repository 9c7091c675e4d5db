import { mergeLocales } from '@univerjs/core';
import colours from '@univerjs/preset-sheets-conditional-formatting/locales/en-US';
import sheets from '@univerjs/preset-sheets-core/locales/en-US';
import filters from '@univerjs/preset-sheets-filter/locales/en-US';
import finding from '@univerjs/preset-sheets-find-replace/locales/en-US';
import notes from '@univerjs/preset-sheets-note/locales/en-US';
import sorting from '@univerjs/preset-sheets-sort/locales/en-US';
import hindi from '../../../assets/hi.json';
import { speak } from '../../../src/engine/language/speech';
import { inPersonsLanguage } from '../../../src/workbench/univer/words';

describe('the words of the spreadsheet', () => {
  const english = mergeLocales(sheets, notes, colours, sorting, filters, finding);
  afterEach(() => speak('en', {}));

  it('stand each at a place of its own', () => {
    expect([...textsOf(inPersonsLanguage(english)).keys()]).toEqual([...textsOf(english).keys()]);
  });

  it('leave no English in the dialogs that the menus open', () => {
    speak('hi', hindi);
    const told = textsOf(inPersonsLanguage(english));
    const left = [...textsOf(english)].flatMap(([place, text]) =>
      DIALOGS.test(place) && !UNSEEN.test(place) && told.get(place) === text ? [place] : [],
    );
    expect(left).toEqual([]);
  });

  it('are in the language of the person', () => {
    speak('hi', hindi);
    expect(inPersonsLanguage(english)).toMatchObject({
      ui: { ribbon: { start: hindi.Start, more: hindi.More } },
      'sheets-ui': {
        toolbar: { bold: 'बोल्ड', textColor: { main: 'टेक्स्ट का रंग' } },
        rightClick: { clearAll: 'सब साफ़ करें' },
      },
      'find-replace': { dialog: { title: 'ढूँढें' } },
    });
  });
});

/** Finding, sorting, filtering, number formats, names, ranges, and the question before a deletion. */
const DIALOGS =
  /^(?:find-replace\.(?:dialog|replace|button)|sheets-sort-ui\.(?:dialog|error)|sheets-filter-ui\.(?:panel|date|conditions)|sheets-numfmt-ui|sheets-ui\.(?:definedName|sheetConfig\.delete)|ui\.rangeSelector|design\.(?:Confirm|ColorPicker))\b/;
/** A count whose number Univer fills in itself; a name that is part of a formula. */
const UNSEEN = /all-success$|defaultName$/;

/** All texts by their places: `ui.ribbon.start`. */
function textsOf(texts: object, place = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
      const at = place === '' ? key : `${place}.${key}`;
      if (typeof value === 'string') return [[at, value] as const];
      return typeof value === 'object' && value !== null ? [...textsOf(value, at)] : [];
    }),
  );
}
