/** A part of the page that F6 leads to. */
export interface PageRegion {
  readonly id: string;
  hasFocus(): boolean;
  /** Shows the region if another one hides it, and focuses one of its elements. */
  enter(): void;
}

/**
 * F6 cycles through the regions and Shift+F6 goes back, as in Excel; a link with `data-skip-to`
 * leads to the region of that id. On return to a region, the focus is where the person left it.
 */
export function connectRegions(
  page: Document,
  regions: readonly PageRegion[],
  isBusy: () => boolean,
): void {
  for (const link of page.querySelectorAll<HTMLElement>('[data-skip-to]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      regions.find(({ id }) => id === link.dataset.skipTo)?.enter();
    });
  }
  page.defaultView?.addEventListener(
    'keydown',
    (event) => {
      const hasCommand = event.ctrlKey || event.altKey || event.metaKey;
      if (event.key !== 'F6' || hasCommand || isBusy()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const now = regions.findIndex((region) => region.hasFocus());
      const next = event.shiftKey ? Math.max(now, 0) - 1 : now + 1;
      regions.at(next % regions.length)?.enter();
    },
    { capture: true },
  );
}

/** A region of ordinary elements; `first` selects the one to focus if none has been so far. */
export function createRegion(element: HTMLElement, first: string, show: () => void): PageRegion {
  let last: HTMLElement | undefined;
  element.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target;
  });
  return {
    id: element.id,
    hasFocus: () => element.contains(element.ownerDocument.activeElement),
    enter() {
      show();
      const isThere = last !== undefined && element.contains(last) && last.checkVisibility();
      (isThere ? last : element.querySelector<HTMLElement>(first))?.focus();
    },
  };
}

/**
 * On a narrow window, two buttons switch between the sheet and the pane. The page's style sheet
 * decides what "narrow" is, and ignores the choice where both have room. Returns a function that
 * shows one of them.
 */
export function connectViewSwitch(page: Document): (view: 'sheet' | 'pane') => void {
  const buttons = [...page.querySelectorAll<HTMLButtonElement>('button[data-view]')];
  const show = (view: string) => {
    page.body.dataset.view = view;
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(button.dataset.view === view));
    }
  };
  for (const button of buttons) {
    button.addEventListener('click', () => show(button.dataset.view ?? 'sheet'));
  }
  show('sheet');
  return show;
}
