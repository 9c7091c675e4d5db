import { useLayoutEffect, useState, type RefObject } from 'react';

export const ROW_HEIGHT = 48;
/** Extra rows at both ends, so that a fast turn of the wheel shows no gap. */
const OVERSCAN = 8;

/** Which rows of a long list to draw; all have the same height. `always` is among them. */
export function useRowsInSight(
  box: RefObject<HTMLElement | null>,
  { count, always }: { readonly count: number; readonly always: number },
): readonly number[] {
  const [{ first, shown }, setSeen] = useState({ first: 0, shown: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void => {
      const seen = {
        first: Math.floor(element.scrollTop / ROW_HEIGHT),
        shown: Math.ceil(element.clientHeight / ROW_HEIGHT) + 1,
      };
      setSeen((before) =>
        before.first === seen.first && before.shown === seen.shown ? before : seen,
      );
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [box]);

  // When a list gets shorter, the browser scrolls it back only a moment later.
  const start = Math.max(0, Math.min(first, count - shown) - OVERSCAN);
  const end = Math.min(count, first + shown + OVERSCAN);
  const rows = Array.from({ length: Math.max(0, end - start) }, (_, offset) => start + offset);
  if (always < start) return [always, ...rows];
  return always >= end && always < count ? [...rows, always] : rows;
}

/** Scrolls no further than it must. */
export function scrollToRow(box: HTMLElement | null, row: number): void {
  if (box === null) return;
  const top = row * ROW_HEIGHT;
  box.scrollTop = Math.max(top + ROW_HEIGHT - box.clientHeight, Math.min(box.scrollTop, top));
}
