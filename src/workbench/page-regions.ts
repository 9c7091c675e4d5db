/** A part of the page that F6 leads to. */
export interface PageRegion {
  readonly id: string;
  hasFocus(): boolean;
  /** Focuses what the region has for the keyboard, and shows it where it takes turns. */
  enter(): void;
}

/**
 * F6 goes round the regions and Shift+F6 back, as in Excel; a link with `data-skip-to` leads to the
 * region of that id. Where a person was in a region, they are again when they come back.
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

/** A region of ordinary elements; `first` finds the one that is focused where none has been. */
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
