import { spokenOf } from '../../../src/engine/language/languages';
import { countText, dateFormat, listText, speak, t } from '../../../src/engine/language/speech';

describe('the language that is spoken', () => {
  it.each([
    [['hi'], 'hi'],
    [['hi-IN'], 'hi'],
    [['HI_in'], 'hi'],
    [['mr-IN', 'hi-IN', 'en-IN'], 'hi'],
    [['en-GB', 'hi'], 'en'],
    [['de-DE'], 'en'],
    [['toString'], 'en'],
    [[''], 'en'],
    [[], 'en'],
  ])('of %j is %s', (wanted, language) => {
    expect(spokenOf(wanted)).toBe(language);
  });

  it('writes texts, numbers, lists and dates its way, and in English what it has no words for', () => {
    const day = Date.UTC(2026, 10, 22);
    const date = () => dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(day);
    const write = () => [t('Save'), t('New'), t('toString'), countText(1_234_567), date()];
    expect([...write(), listText(['a', 'b', 'c'])]).toEqual([
      'Save',
      'New',
      'toString',
      '1,234,567',
      '22 Nov',
      'a, b and c',
    ]);
    speak('hi', { Save: 'सहेजें', New: '' });
    expect([...write(), listText(['a', 'b', 'c'])]).toEqual([
      'सहेजें',
      'New',
      'toString',
      '12,34,567',
      '22 नव॰',
      'a, b, और c',
    ]);
    speak('en', {});
    expect(t('Save')).toBe('Save');
  });
});
