/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';

import { connectFileBar, createFileNotice } from '../../src/workbench/file-bar';
import type { KeysInFile } from '../../src/addin/share/keys-in-file';
import type { WorkbookFiles } from '../../src/workbench/workbook-files';

// jsdom has no dialogs.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
};

const NOTE = 'People without an API key see results only if they’re saved in the workbook.';

function open(
  areLacking: () => Promise<boolean>,
  keys: KeysInFile[] = [],
  lost: readonly string[] = [],
) {
  document.documentElement.innerHTML = readFileSync('src/workbench/workbench.html', 'utf8');
  const acts: string[] = [];
  const files: WorkbookFiles = {
    open: () => Promise.resolve({ kind: 'called-off' }),
    reopen: () => Promise.resolve({ kind: 'reopened' }),
    resume: () => ({ kind: 'reopened' }),
    openSample: () => undefined,
    lost: () => lost,
    name: (format) => (format === 'csv' ? 'Stores' : 'Sales'),
    save(name, format) {
      acts.push(`save ${name}.${format}`);
      return Promise.resolve({ kind: 'saved', fileName: `${name}.${format}` });
    },
  };
  const act = (): undefined => undefined;
  let answer = (label: string): void => void acts.push(`nobody asked, so not ${label}`);
  connectFileBar(document, {
    files,
    notice: {
      ...{ progress: act, success: act, hint: act, clear: act },
      failure: (text) => void acts.push(text),
      question(text, actions, onCancel) {
        acts.push(text);
        const all = [...actions, { label: 'Cancel', run: onCancel }];
        answer = (label) => all.find((action) => action.label === label)?.run();
      },
    },
    findKeys: () => Promise.resolve(keys.shift()),
    results: { areLacking, goToSaving: () => void acts.push('go to saving') },
  });
  const element = (selector: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`no ${selector}`);
    return found;
  };
  return {
    acts,
    answer: (label: string) => answer(label),
    /** Saves, and waits until something comes of it. */
    async save() {
      element('#save-file').click();
      element('#save-dialog form').dispatchEvent(new Event('submit', { cancelable: true }));
      await settled();
    },
    isOpen: () => document.querySelector('dialog')?.open === true,
    press: (selector: string) => element(selector).click(),
    /** What the dialog says of the file that was opened, if anything. */
    lost: () => (element('#save-lost').hidden ? undefined : element('#save-lost').textContent),
    /** What the dialog says of results, if anything. */
    async note() {
      await new Promise((resolve) => setTimeout(resolve));
      const note = element('#save-note');
      return note.hidden ? undefined : note.querySelector('span')?.textContent;
    },
  };
}

describe('saving a file', () => {
  it('says what the file will not have, unless it is a text file', () => {
    const { press, lost } = open(() => Promise.resolve(false), [], ['macros', 'pivot tables']);
    press('#save-file');
    expect(lost()).toBe(
      'The file won’t have what the workbench couldn’t open: macros and pivot tables.',
    );
    press('input[value=csv]');
    expect(lost()).toBeUndefined();
    const all = open(() => Promise.resolve(false));
    all.press('#save-file');
    expect(all.lost()).toBeUndefined();
  });

  it('says who would not see the results, where the workbook lacks them', async () => {
    const { press, note } = open(() => Promise.resolve(true));
    press('#save-file');
    expect(await note()).toBe(NOTE);
  });

  it('says nothing where it has them, or nobody can tell', async () => {
    for (const areLacking of [() => Promise.resolve(false), () => Promise.reject(new Error())]) {
      const { press, note } = open(areLacking);
      press('#save-file');
      expect(await note()).toBeUndefined();
    }
  });

  it('says nothing of a text file, which has all values', async () => {
    const { press, note } = open(() => Promise.resolve(true));
    press('#save-file');
    press('input[value=csv]');
    expect(await note()).toBeUndefined();
    press('input[value=xlsx]');
    expect(await note()).toBe(NOTE);
  });

  it('leads to where results are saved, and saves no file meanwhile', async () => {
    const { press, note, acts, isOpen } = open(() => Promise.resolve(true));
    press('#save-file');
    await note();
    press('#save-results');
    expect(acts).toEqual(['go to saving']);
    expect(isOpen()).toBe(false);
  });

  it('forgets what it said before when it is opened again', async () => {
    let areLacking = true;
    const { press, note } = open(() => Promise.resolve(areLacking));
    press('#save-file');
    expect(await note()).toBe(NOTE);
    press('[data-cancel]');
    areLacking = false;
    press('#save-file');
    expect(await note()).toBeUndefined();
  });
});

describe('a file that would contain the key', () => {
  const none = () => Promise.resolve(false);
  const KEYS = 'The file would contain your API key: Cell Stores!B2.';
  const found = (left: readonly string[] = []) => ({
    text: KEYS,
    remove: () => Promise.resolve(left),
  });

  it('is not saved before a person has said so', async () => {
    const { save, answer, acts } = open(none, [found()]);
    await save();
    expect(acts).toEqual([KEYS]);
    answer('Cancel');
    await settled();
    expect(acts).toEqual([KEYS]);
  });

  it('is saved with it if a person says so', async () => {
    const { save, answer, acts } = open(none, [found()]);
    await save();
    answer('Save with the key');
    await settled();
    expect(acts).toEqual([KEYS, 'save Sales.xlsx']);
  });

  it('is saved without it once it is removed, and looked at again', async () => {
    const { save, answer, acts } = open(none, [found(), found()]);
    await save();
    answer('Remove the key and save');
    await settled();
    expect(acts).toEqual([KEYS, KEYS]);
    answer('Remove the key and save');
    await settled();
    expect(acts).toEqual([KEYS, KEYS, 'save Sales.xlsx']);
  });

  it('is not saved where the key cannot be removed', async () => {
    const { save, answer, acts } = open(none, [found(['The sheet is protected.'])]);
    await save();
    answer('Remove the key and save');
    await settled();
    expect(acts).toEqual([KEYS, 'The sheet is protected.']);
  });

  it('is any other file, where none is found', async () => {
    const { save, acts } = open(none);
    await save();
    expect(acts).toEqual(['save Sales.xlsx']);
  });
});

/** Everything that waits for a promise has gone on. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('a question before something that cannot be undone', () => {
  it('does it only if that is chosen, and Enter does no harm', () => {
    document.body.innerHTML = '<div id="notice" hidden></div>';
    const place = document.querySelector('#notice') as HTMLElement;
    const acts: string[] = [];
    const ask = (): void =>
      createFileNotice(place).question(
        'Delete all?',
        [{ label: 'Delete', run: () => void acts.push('deleted') }],
        () => void acts.push('kept'),
      );
    ask();
    expect(document.activeElement?.textContent).toBe('Cancel');
    (document.activeElement as HTMLElement).click();
    expect([place.hidden, acts]).toEqual([true, ['kept']]);
    ask();
    place.querySelector('button')?.click();
    expect([place.hidden, acts]).toEqual([true, ['kept', 'deleted']]);
  });
});
