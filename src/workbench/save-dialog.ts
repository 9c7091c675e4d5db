import type { FileFormat } from './files/file-reading';

/** Asks for a file's name and format. */
export interface SaveDialog {
  show(name: string): void;
}

export function connectSaveDialog(
  page: Document,
  save: (name: string, format: FileFormat) => void,
): SaveDialog {
  const dialog = page.querySelector<HTMLDialogElement>('#save-dialog');
  const form = dialog?.querySelector('form');
  const name = dialog?.querySelector<HTMLInputElement>('input[name=name]');
  if (!dialog || !form || !name) throw new Error('workbench.html: no #save-dialog');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close();
    const format = new FormData(form).get('format') === 'csv' ? 'csv' : 'xlsx';
    save(name.value, format);
  });
  dialog.querySelector('[data-cancel]')?.addEventListener('click', () => dialog.close());
  return {
    show(proposed) {
      if (dialog.open) return;
      // CSV loses formulas and the other sheets, so a person must choose it each time.
      form.reset();
      name.value = proposed;
      dialog.showModal();
      name.select();
    },
  };
}
