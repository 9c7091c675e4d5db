import { t } from '../engine/language/speech';

/** Shows the progress and outcome of work on a file, below the bar. */
export interface FileNotice {
  progress(text: string, callOff: () => void): void;
  success(text: string, ...actions: readonly NoticeAction[]): void;
  failure(text: string): void;
  /** Shows this unless another notice is shown. */
  hint(text: string, ...actions: readonly NoticeAction[]): void;
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
  const success = (text: string, actions: readonly NoticeAction[]): void => {
    const buttons = actions.map(({ label, run }) =>
      button(label, () => {
        clear();
        run();
      }),
    );
    show('done', text, ...buttons, button(t('Close'), clear));
  };
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
  };
}
