import { readAddress, readAddressWithPincode } from '../../../src/engine/places/addresses';
import { readCell } from '../../../src/engine/places/cell';
import { readCoordinates, readPair } from '../../../src/engine/places/coordinates';
import { readDate } from '../../../src/engine/places/dates';
import { readFullAddress } from '../../../src/engine/places/full-address';
import { readPincode } from '../../../src/engine/places/pincode';
import { parseVariables, readPairs } from '../../../src/engine/places/variables-text';
import { cellText } from '../../../src/engine/language/cell-text';
import { speak } from '../../../src/engine/language/speech';
import { readCellMessages } from '../../../webpack/cell-messages';
import hindi from '../../../assets/hi.json';

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
    expect(cellText('The service has no value for this attribute: did you mean "w_pop_tt"?')).toBe(
      'सेवा के पास इस एट्रिब्यूट का कोई मान नहीं है: क्या आपका मतलब "w_pop_tt" था?',
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

  it('is Hindi for whatever is wrong with a place, a date or a variable', () => {
    speak('hi', hindi);
    const values = [
      ...[95, 200, -181, 1_293_520, 7_762_450, 129_352_000, 776_245_000, 2026, 99_999_999, 0.5],
      ...[
        '12,9352',
        '12.9 E',
        '77.6 N',
        '12.9, 77.6',
        'xx',
        '5.6E+05',
        '56003',
        '5600341',
        '060034',
      ],
      ...[
        '56003.5',
        '5600l',
        '560034',
        '560034 560035',
        'x\ufffd',
        '2026',
        '45000',
        '',
        true,
        '#N/A',
      ],
      ...['#REF!', {}, '8-2', 'a,'.repeat(500), '12 MG Road', '{"a":[]}', '{"a":{}}', '{"a":null}'],
      ...['{"a":1e999}', '{"a":1,"a":2}', '{"":1}', '[]', '12 MG Road\nPIN 56003', 'near\u200bit'],
    ].map(readCell);
    const style = { uses1904Dates: false, format: 'YYYY-MM-DD' };
    const name = readCell('x');
    const readings = values.flatMap((cell) => [
      ...values.flatMap((other) => [
        readCoordinates(cell, other),
        readAddressWithPincode(cell, other),
        readPairs([
          [cell, other],
          [name, cell],
          [name, other],
        ]),
      ]),
      ...[readPair(cell), readFullAddress(cell), readAddress(cell), readDate(cell, style)],
      ...(cell.kind === 'text' ? [parseVariables(cell.text)] : []),
      readPincode(cell),
    ]);
    const messages = readings.flatMap((reading) =>
      reading.kind === 'fault' ? [reading.fault.message] : [],
    );
    const left = messages.filter((message) =>
      /[a-z]{3}/.test(
        cellText(message).replaceAll(/\{"floor_area": 850\}|"[^"]*"|TRUE|FALSE|JSON|null/g, ''),
      ),
    );
    const plain = left
      .map(cellText)
      .map((message) => message.replaceAll(/"[^"]*"/g, '"x"').replaceAll(/\d+/g, '1'));
    expect([...new Set(plain)]).toEqual([]);
  });

  it('keeps the example of variables, whose colon parts no message', () => {
    speak('hi', hindi);
    const reading = parseVariables('floor_area 850');
    expect(reading.kind === 'fault' && cellText(reading.fault.message)).toBe(
      'कस्टम वेरिएबल JSON ऑब्जेक्ट नहीं हैं: {"floor_area": 850} के रूप में लिखें।',
    );
  });

  it('stays English where a half of it is not known, whatever it holds', () => {
    speak('hi', hindi);
    for (const text of ['', ': .', 'Nobody knows this: correct it.', 'The service is busy: hm.']) {
      expect(cellText(text)).toBe(text);
    }
  });
});
