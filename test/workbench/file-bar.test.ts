/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';

import { connectFileBar, createFileNotice } from '../../src/workbench/file-bar';
import type { WorkbookFiles } from '../../src/workbench/workbook-files';

// jsdom has no dialogs.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
};

const NOTE = 'People without an API key see results only if they’re saved in the workbook.';

function open(areLacking: () => Promise<boolean>) {
  document.documentElement.innerHTML = readFileSync('src/workbench/workbench.html', 'utf8');
  const acts: string[] = [];
  const files: WorkbookFiles = {
    open: () => Promise.resolve({ kind: 'called-off' }),
    reopen: () => Promise.resolve({ kind: 'reopened' }),
    resume: () => ({ kind: 'reopened' }),
    openSample: () => undefined,
    name: (format) => (format === 'csv' ? 'Stores' : 'Sales'),
    save(name, format) {
      acts.push(`save ${name}.${format}`);
      return Promise.resolve({ kind: 'saved', fileName: `${name}.${format}` });
    },
  };
  const act = (): undefined => undefined;
  connectFileBar(document, {
    files,
    notice: { progress: act, success: act, failure: act, hint: act, question: act, clear: act },
    results: { areLacking, goToSaving: () => void acts.push('go to saving') },
  });
  const element = (selector: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`no ${selector}`);
    return found;
  };
  return {
    acts,
    isOpen: () => document.querySelector('dialog')?.open === true,
    press: (selector: string) => element(selector).click(),
    /** What the dialog says of results, if anything. */
    async note() {
      await new Promise((resolve) => setTimeout(resolve));
      const note = element('#save-note');
      return note.hidden ? undefined : note.querySelector('span')?.textContent;
    },
  };
}

describe('saving a file', () => {
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

describe('a question before something that cannot be undone', () => {
  it('does it only if that is chosen, and Enter does no harm', () => {
    document.body.innerHTML = '<div id="notice" hidden></div>';
    const place = document.querySelector('#notice') as HTMLElement;
    const acts: string[] = [];
    const ask = (): void =>
      createFileNotice(place).question(
        'Delete all?',
        { label: 'Delete', run: () => void acts.push('deleted') },
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
