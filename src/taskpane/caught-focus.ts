import { useEffect, type RefObject } from 'react';

/** Titled parts of the pane, the words in them that tell what an act did, and their titles. */
const PARTS = 'section, [role=group]';
const TOLD = '[data-told]:not(:empty)';
const TITLE = 'h2, h3';
const SHOWN_TAB = '[role=tab][aria-selected=true]';
const ADRIFT = 'data-adrift';

/**
 * What has the focus may go: a button with what it put right, a section with the button that closed
 * it. A browser then gives the focus to the page, and a person with a keyboard begins at its top, or
 * outside the pane. Here it stays where they were: at the words that tell what was done, else at the
 * title of the part, else at the tab.
 */
export function useCaughtFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const pane = root.current;
    if (pane === null) return undefined;
    /** What last had the focus, and all that it stood in: what goes can no longer be asked for it. */
    let path: readonly Element[] = [];
    const listening = new AbortController();
    const { signal } = listening;
    const onFocus = ({ target }: Event): void => void (path = pathOf(target));
    // What is left, and still there a moment later, was left by the person, who wants it no more.
    const onLeft = ({ target }: Event): void =>
      queueMicrotask(() => {
        if (path[0] === target && path[0]?.isConnected === true) path = [];
      });
    pane.addEventListener('focusin', onFocus, { signal });
    pane.addEventListener('focusout', onLeft, { signal });
    const observer = new MutationObserver(() => {
      const isLost = path[0]?.isConnected === false;
      if (!isLost || document.activeElement !== document.body) return;
      const rest = path.filter((element) => element.isConnected);
      path = [];
      catchIn(pane, rest[0] ?? pane);
    });
    observer.observe(pane, { childList: true, subtree: true });
    return () => {
      listening.abort();
      observer.disconnect();
    };
  }, [root]);
}

/** Nothing that a person chose has the focus: who knows a better place may take it there. */
export function isFocusAdrift(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.hasAttribute(ADRIFT) === true;
}

function pathOf(target: EventTarget | null): readonly Element[] {
  const path: Element[] = [];
  let element = target instanceof Element ? target : null;
  for (; element !== null; element = element.parentElement) path.push(element);
  return path;
}

function catchIn(pane: HTMLElement, from: Element): void {
  for (let part = from.closest(PARTS); part !== null; part = partAround(part)) {
    if (!pane.contains(part)) break;
    if (focusOn(part.querySelector<HTMLElement>(TOLD))) return;
    if (focusOn(part.querySelector<HTMLElement>(TITLE))) return;
  }
  focusOn(pane.querySelector<HTMLElement>(SHOWN_TAB));
}

function partAround(part: Element): Element | null {
  return part.parentElement?.closest(PARTS) ?? null;
}

/** False where it cannot have the focus, as in a view that is hidden. */
function focusOn(element: HTMLElement | null): boolean {
  if (element === null) return false;
  if (element.matches(TITLE)) element.tabIndex = -1;
  element.setAttribute(ADRIFT, '');
  element.addEventListener('blur', () => element.removeAttribute(ADRIFT), { once: true });
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
