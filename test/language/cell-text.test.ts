import { cellText } from '../../src/language/cell-text';
import { speak } from '../../src/language/speech';
import { readCellMessages } from '../../webpack/cell-messages';
import hindi from '../../assets/hi.json';

describe('what a cell says', () => {
  afterEach(() => speak('en', {}));

  it('is said as it is in English', () => {
    const english = 'The service has no model "a.b": check the ID, or its alias in the Locus pane.';
    expect(cellText(english)).toBe(english);
  });

  it('is Hindi for every code, with what it quotes as it was', () => {
    speak('hi', hindi);
    const english = readCellMessages().flatMap(({ messages }) => messages);
    const left = english
      .map((message) => message.replaceAll('…', '(x)'))
      .filter((message) => !message.startsWith('(x)'))
      .filter((message) => /[a-z]{4}/.test(cellText(message).replaceAll(/Locus|Enter/g, '')));
    expect(left).toEqual([]);
    expect(
      cellText('The service has no model "a.b": check the ID, or its alias in the Locus pane.'),
    ).toBe('सेवा में "a.b" मॉडल नहीं है: ID, या Locus पैनल में उसका नाम देखें।');
    expect(cellText('The service has no value with this name: did you mean "w_pop_tt"?')).toBe(
      'सेवा के पास इस नाम का कोई मान नहीं है: क्या आपका मतलब "w_pop_tt" था?',
    );
  });

  it('is Hindi for a wrong argument', () => {
    speak('hi', hindi);
    expect(cellText('Latitude 95 is outside -90 to 90: correct it.')).toBe(
      'अक्षांश 95 सीमा -90 से 90 के बाहर है: उसे ठीक करें।',
    );
    expect(
      cellText('The pincode is blank: enter an address and a pincode, or leave both blank.'),
    ).toBe('पिनकोड खाली है: पता और पिनकोड दोनों डालें, या दोनों खाली छोड़ें।');
  });

  it('stays English where a half of it is not known, whatever it holds', () => {
    speak('hi', hindi);
    for (const text of ['', ': .', 'Nobody knows this: correct it.', 'The service is busy: hm.']) {
      expect(cellText(text)).toBe(text);
    }
  });
});
