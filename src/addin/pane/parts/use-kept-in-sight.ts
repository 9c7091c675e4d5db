import { useEffect, useRef, type RefObject } from 'react';

/** What a person does when they have seen it, or look for something else. */
const ACTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Scrolls the element into view whenever `told` changes, and keeps it there until the person does
 * something: what is above it may still grow, as a plan does while it is remade.
 */
export function useKeptInSight(root: RefObject<HTMLElement | null>, told: unknown): void {
  const last = useRef<unknown>(undefined);
  useEffect(() => {
    const element = root.current;
    // This also runs when a hidden view is shown again, with nothing new to tell.
    if (told === last.current) return undefined;
    last.current = told;
    if (told === undefined || element === null) return undefined;

    const show = (): void => element.scrollIntoView({ block: 'nearest' });
    show();
    const observer = new ResizeObserver(show);
    observer.observe(element.closest('[role=tabpanel]') ?? element);
    const listening = new AbortController();
    const letGo = (): void => {
      observer.disconnect();
      listening.abort();
    };
    for (const act of ACTS) {
      document.addEventListener(act, letGo, { capture: true, signal: listening.signal });
    }
    return letGo;
  }, [root, told]);
}
