import { guarded, unguarded } from '../../../src/engine/catalogue/formula-guard';

it.each(['=HYPERLINK("http://evil")', '+1', '-1', '@SUM(1)', '＝1+1', "'=1", '\t=1'])(
  'a text that a spreadsheet reads as a formula gets an apostrophe: %s',
  (text) => {
    expect([guarded(text), unguarded(guarded(text))]).toEqual([`'${text}`, text]);
  },
);
