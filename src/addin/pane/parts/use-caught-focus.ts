import { type RefObject, useEffect, useRef } from 'react';

/** Selectors: titled parts of the pane, the text in them that tells what was done, their titles. */
const PARTS = 'section, [role=group]';
const NOTICE = '[data-notice]:not(:empty)';
const TITLE = 'h2, h3';
const SHOWN_TAB = '[role=tab][aria-selected=true]';
const ADRIFT = 'data-adrift';

/**
 * Keeps the focus in place when its element is removed: a button along with what it fixed, or a
 * section along with the button that closed it. A browser would give the focus to the page, so that
 * a keyboard user would start over at its top, or outside the pane. Here it goes to the text that
 * tells what was done, else to the title of the part, else to the tab.
 */
export function useCaughtFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const pane = root.current;
    if (pane === null) return undefined;
    /** What last had the focus, and its ancestors: a removed element no longer knows them. */
    let path: readonly Element[] = [];
    const listening = new AbortController();
    const { signal } = listening;
    const onFocus = ({ target }: Event): void => void (path = pathOf(target));
    // If the element is still there a moment later, the person has moved the focus away.
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

/** Whether nothing that a person chose has the focus, so that it may be moved somewhere better. */
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
    if (focusOn(part.querySelector<HTMLElement>(NOTICE))) return;
    if (focusOn(part.querySelector<HTMLElement>(TITLE))) return;
  }
  focusOn(pane.querySelector<HTMLElement>(SHOWN_TAB));
}

function partAround(part: Element): Element | null {
  return part.parentElement?.closest(PARTS) ?? null;
}

/** False if the element cannot have the focus, as in a hidden view. */
function focusOn(element: HTMLElement | null): boolean {
  if (element === null) return false;
  if (element.matches(TITLE)) element.tabIndex = -1;
  element.setAttribute(ADRIFT, '');
  element.addEventListener('blur', () => element.removeAttribute(ADRIFT), { once: true });
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/**
 * Runs when the component is first drawn, but not when the view in which it stands was hidden and
 * is shown again: the person who comes back has the focus on a tab.
 */
export function useFirstDrawn(run: () => void): void {
  const wasDrawn = useRef(false);
  useEffect(() => {
    if (wasDrawn.current) return;
    wasDrawn.current = true;
    run();
  });
}
