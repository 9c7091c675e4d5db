/** Says below the bar how a file is getting on. */
export interface FileNotice {
  progress(text: string, callOff: () => void): void;
  success(text: string, action?: NoticeAction): void;
  failure(text: string): void;
  clear(): void;
}

export interface NoticeAction {
  readonly label: string;
  run(): void;
}

/** @param place is announced when it changes (`aria-live`). */
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
  return {
    clear,
    progress(text, callOff) {
      const bar = page.createElement('progress');
      bar.setAttribute('aria-label', text);
      show('under-way', text, bar, button('Cancel', callOff));
    },
    success(text, action) {
      const actions =
        action === undefined
          ? []
          : [
              button(action.label, () => {
                clear();
                action.run();
              }),
            ];
      show('done', text, ...actions, button('Close', clear));
    },
    failure: (text) => show('failed', text, button('Close', clear)),
  };
}
