import { listText, t } from '../engine/language/speech';
import type { FileFormat } from './files/file-reading';
import type { WorkbookFiles } from './workbook-files';
import type { Spreadsheet } from './spreadsheet';
import type { KeysInFile } from '../addin/share/keys-in-file';

interface FileBarParts {
  readonly files: WorkbookFiles;
  readonly notice: FileNotice;
  /** What the file would lack for people without a key. */
  readonly results: ShownResults;
  /** Looks for API keys that the file would contain. */
  findKeys(signal: AbortSignal): Promise<KeysInFile | undefined>;
}

interface ShownResults {
  /** Whether formulas show results that the workbook does not contain. */
  areLacking(): Promise<boolean>;
  /** Goes to the place in the pane where results are saved. */
  goToSaving(): void;
}

/** Connects the page's two file buttons, their keys (Ctrl+O, Ctrl+S) and files dropped on it. */
export function connectFileBar(
  page: Document,
  { files, notice, results, findKeys }: FileBarParts,
): void {
  const choice = elementOf(page, 'file-choice') as HTMLInputElement;
  let underWay: AbortController | undefined;

  /** Handles one file at a time, and ignores requests meanwhile. */
  async function run(what: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (underWay !== undefined) return;
    const calledOff = new AbortController();
    underWay = calledOff;
    notice.progress(what, () => calledOff.abort());
    try {
      await work(calledOff.signal);
    } finally {
      underWay = undefined;
    }
  }

  const open = (file: File): Promise<void> =>
    run(t('Opening {name}…', { name: file.name }), async (signal) => {
      const opening = await files.open(file, signal);
      if (opening.kind === 'called-off') notice.clear();
      else if (opening.kind === 'failed') notice.failure(`${file.name}: ${opening.message}`);
      else {
        const without =
          opening.leftOut.length > 0
            ? t(' Left out: {list}.', { list: listText(opening.leftOut) })
            : '';
        const { notes } = opening;
        notice.success(t('{name} is open.{without}{notes}', { name: file.name, without, notes }), {
          label: t('Reopen previous workbook'),
          run: () => opening.goBack(),
        });
      }
    });

  const save = (name: string, format: FileFormat, mayHaveKeys = false): Promise<void> =>
    run(t('Saving…'), async (signal) => {
      const keys = mayHaveKeys ? undefined : await findKeys(signal);
      if (signal.aborted) return notice.clear();
      if (keys !== undefined) return askAboutKeys(keys, name, format);
      const saving = await files.save(name, format, signal);
      if (saving.kind === 'called-off') notice.clear();
      else if (saving.kind === 'failed') notice.failure(saving.message);
      else notice.success(t('{fileName} saved to your downloads.', { fileName: saving.fileName }));
    });

  function askAboutKeys(keys: KeysInFile, name: string, format: FileFormat): void {
    const remove = async (): Promise<void> => {
      const left = await keys.remove();
      if (left.length > 0) notice.failure(left.join(' '));
      else await save(name, format);
    };
    const actions = [
      { label: t('Remove the key and save'), run: () => void remove() },
      { label: t('Save with the key'), run: () => void save(name, format, true) },
    ];
    notice.question(keys.text, actions, () => undefined);
  }

  const dialog = connectSaveDialog(page, files, results, (name, format) => void save(name, format));
  const choose = (): void => choice.click();
  for (const id of ['open-file', 'save-file']) elementOf(page, id).removeAttribute('disabled');
  elementOf(page, 'open-file').addEventListener('click', choose);
  elementOf(page, 'save-file').addEventListener('click', () => dialog.show());
  choice.addEventListener('change', () => {
    const [file] = choice.files ?? [];
    if (file !== undefined) void open(file);
    // So that a person can choose the same file again.
    choice.value = '';
  });
  connectKeys(page, { o: choose, s: () => dialog.show() });
  connectDrop(page, elementOf(page, 'sheet'), (file) => void open(file));
}

function connectKeys(page: Document, actions: Readonly<Record<string, () => void>>): void {
  page.addEventListener(
    'keydown',
    (event) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const key = event.key.toLowerCase();
      const action = isCommand && Object.hasOwn(actions, key) ? actions[key] : undefined;
      if (action === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) action();
    },
    { capture: true },
  );
}

/** A file dropped outside the sheet is not opened, and does not replace this page either. */
function connectDrop(page: Document, sheet: HTMLElement, take: (file: File) => void): void {
  const hasFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes('Files') === true;
  const isOverSheet = (event: DragEvent): boolean =>
    event.target instanceof Node && sheet.contains(event.target);
  const show = (isOverPage: boolean, isOver: boolean): void => {
    page.body.classList.toggle('awaits-file', isOverPage);
    sheet.classList.toggle('takes-file', isOver);
  };
  page.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    show(true, isOverSheet(event));
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = isOverSheet(event) ? 'copy' : 'none';
  });
  page.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) show(false, false);
  });
  page.addEventListener('drop', (event) => {
    show(false, false);
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file !== undefined && isOverSheet(event)) take(file);
  });
}

/**
 * Returns an element of workbench.html.
 *
 * @throws Error if there is none with this ID.
 */
export function elementOf(page: Document, id: string): HTMLElement {
  const element = page.getElementById(id);
  if (element === null) throw new Error(`workbench.html: no element #${id}`);
  return element;
}

/** Asks for a file's name and format. */
interface SaveDialog {
  show(): void;
}

function connectSaveDialog(
  page: Document,
  files: Pick<WorkbookFiles, 'name' | 'lost'>,
  results: ShownResults,
  save: (name: string, format: FileFormat) => void,
): SaveDialog {
  const dialog = page.querySelector<HTMLDialogElement>('#save-dialog');
  const form = dialog?.querySelector('form');
  const name = dialog?.querySelector<HTMLInputElement>('input[name=name]');
  if (!dialog || !form || !name) throw new Error('workbench.html: no #save-dialog');
  const format = (): FileFormat => (new FormData(form).get('format') === 'csv' ? 'csv' : 'xlsx');
  const note = elementOf(page, 'save-note');
  const lost = elementOf(page, 'save-lost');
  let proposal = '';
  let propose = (): void => undefined;
  let areLacking = false;
  /** Counts how often the dialog was shown. An earlier answer is about another workbook. */
  let times = 0;
  // A text file has every value, and no formula that would ask for it again.
  const showNote = (): void => {
    note.hidden = !areLacking || format() === 'csv';
    const without = files.lost();
    lost.hidden = without.length === 0 || format() === 'csv';
    lost.textContent = t('The file won’t have what the workbench couldn’t open: {list}.', {
      list: listText(without),
    });
  };
  const lookForResults = async (): Promise<void> => {
    const asked = (times += 1);
    areLacking = false;
    showNote();
    const found = await results.areLacking().catch(() => false);
    if (asked !== times) return;
    areLacking = found;
    showNote();
  };
  elementOf(page, 'save-results').addEventListener('click', () => {
    dialog.close();
    results.goToSaving();
  });
  form.addEventListener('change', () => {
    showNote();
    // Unless a person has given it another name.
    if (name.value === proposal) propose();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close();
    save(name.value, format());
  });
  dialog.querySelector('[data-cancel]')?.addEventListener('click', () => dialog.close());
  return {
    show() {
      if (dialog.open) return;
      // CSV loses formulas and the other sheets, so a person must choose it each time.
      form.reset();
      propose = () => {
        proposal = files.name(format());
        name.value = proposal;
      };
      propose();
      void lookForResults();
      dialog.showModal();
      name.select();
    },
  };
}

/** Shows the open workbook's name in the page's bar and as its title. */
export function showWorkbookName(
  page: Document,
  place: HTMLElement,
  spreadsheet: Spreadsheet,
): void {
  let unsubscribe = (): void => undefined;
  const follow = (): void => {
    unsubscribe();
    const watching = spreadsheet
      .workbook()
      .getWorkbook()
      .name$.subscribe((name) => {
        place.textContent = name;
        place.title = name;
        page.title = `${name} — ${TITLE}`;
      });
    unsubscribe = () => watching.unsubscribe();
  };
  follow();
  spreadsheet.subscribeOpened(follow);
}

const TITLE = 'Locus workbench';

/** Shows the progress and outcome of work on a file, below the bar. */
export interface FileNotice {
  progress(text: string, callOff: () => void): void;
  success(text: string, ...actions: readonly NoticeAction[]): void;
  failure(text: string): void;
  /** Shows a hint, unless another notice is shown. */
  hint(text: string, ...actions: readonly NoticeAction[]): void;
  /** Asks before something that cannot be undone. The focus is on the button that does nothing. */
  question(text: string, actions: readonly NoticeAction[], onCancel: () => void): void;
  clear(): void;
}

export interface NoticeAction {
  readonly label: string;
  run(): void;
}

/** @param place an element that is announced when it changes (`aria-live`). */
export function createFileNotice(place: HTMLElement): FileNotice {
  const page = place.ownerDocument;
  const clear = (): void => {
    place.replaceChildren();
    place.hidden = true;
  };
  const show = (look: string, text: string, ...more: readonly HTMLElement[]): void => {
    const words = page.createElement('p');
    words.textContent = text;
    place.className = `notice ${look}`;
    place.replaceChildren(words, ...more);
    place.hidden = false;
  };
  const button = (label: string, run: () => void): HTMLElement => {
    const element = page.createElement('button');
    element.type = 'button';
    element.textContent = label;
    element.addEventListener('click', run);
    return element;
  };
  const choices = (actions: readonly NoticeAction[]): readonly HTMLElement[] =>
    actions.map(({ label, run }) =>
      button(label, () => {
        clear();
        run();
      }),
    );
  const success = (text: string, actions: readonly NoticeAction[]): void =>
    show('done', text, ...choices(actions), button(t('Close'), clear));
  return {
    clear,
    progress(text, callOff) {
      const bar = page.createElement('progress');
      bar.setAttribute('aria-label', text);
      show('under-way', text, bar, button(t('Cancel'), callOff));
    },
    success: (text, ...actions) => success(text, actions),
    failure: (text) => show('failed', text, button(t('Close'), clear)),
    hint(text, ...actions) {
      if (place.hidden) success(text, actions);
    },
    question(text, actions, onCancel) {
      const cancel = button(t('Cancel'), () => {
        clear();
        onCancel();
      });
      show('failed', text, ...choices(actions), cancel);
      cancel.focus();
    },
  };
}
