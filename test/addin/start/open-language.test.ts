import { openLanguage } from '../../../src/addin/start/open-language';
import { speak, t } from '../../../src/engine/language/speech';
import { createLanguageChoice } from '../../../src/addin/device/language-choice';
import { HandClock } from '../../engine/lookup/hand-clock';
import { createFakeStorage } from '../device/fake-storage';

describe('the language of the pane', () => {
  afterEach(() => speak('en', {}));

  it('is Office’s, if nothing was chosen', async () => {
    const { page, open } = setUp(['hi-IN']);
    await open();
    expect([t('Save'), page.lang, page.dir]).toEqual(['सहेजें', 'hi', 'ltr']);
  });

  it('is the one that was chosen on this device, whatever Office’s is', async () => {
    const { page, choice, open, fetched } = setUp(['hi-IN']);
    choice.choose('en');
    await open();
    expect([t('Save'), page.lang, fetched]).toEqual(['Save', 'en', []]);
    choice.choose('hi');
    await open();
    expect([t('Save'), fetched]).toEqual(['सहेजें', ['hi']]);
  });

  it('follows Office again once the choice is taken back, or is one that nobody knows', async () => {
    const { choice, storage, open } = setUp(['hi']);
    choice.choose('en');
    choice.choose(undefined);
    expect(choice.current()).toBeUndefined();
    storage.write('locus.language', 'tlh');
    expect(choice.current()).toBeUndefined();
    await open();
    expect(t('Save')).toBe('सहेजें');
  });

  it('is English if the texts do not come, or not in time', async () => {
    const failing = setUp(['hi'], () => Promise.reject(new Error('offline')));
    await failing.open();
    expect([t('Save'), failing.page.lang]).toEqual(['Save', 'en']);
    const hanging = setUp(['hi'], () => new Promise(() => {}));
    const opened = hanging.open();
    await hanging.clock.advance(5_000);
    await opened;
    expect([t('Save'), hanging.page.lang]).toEqual(['Save', 'en']);
  });

  it('is fetched for nobody who reads English', async () => {
    const { open, fetched } = setUp(['en-IN', 'hi']);
    await open();
    expect(fetched).toEqual([]);
  });
});

function setUp(
  languages: readonly string[],
  fetchCatalogue = () => Promise.resolve<Record<string, string>>({ Save: 'सहेजें' }),
) {
  const storage = createFakeStorage();
  const clock = new HandClock();
  const page = { lang: 'en', dir: '' };
  const fetched: string[] = [];
  return {
    storage,
    clock,
    page,
    fetched,
    choice: createLanguageChoice(storage),
    open: () =>
      openLanguage(
        { host: { languages, storage }, clock },
        { documentElement: page } as unknown as Document,
        (language) => {
          fetched.push(language);
          return fetchCatalogue();
        },
      ),
  };
}
