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

  it('are its own in English, each at its place', () => {
    expect(inPersonsLanguage(english)).toEqual(english);
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
