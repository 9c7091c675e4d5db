import { useLayoutEffect, useRef, useState } from 'react';

import type { ViewId } from './parts/pane-view';
import { tabId } from './parts/PaneTabs';

/**
 * Keeps each view scrolled to where a person left it, and at its top at first: all views share one
 * scroll bar. Call the returned function before another view is shown, while this one has its
 * height; the view passed to it starts at its top again.
 */
export function useViewScroll(shown: ViewId): (anew: ViewId | undefined) => void {
  const tops = useRef(new Map<ViewId, number>());
  const [turn, setTurn] = useState(0);

  useLayoutEffect(() => {
    scrollerOf(shown).scrollTop = tops.current.get(shown) ?? 0;
  }, [shown, turn]);

  return (anew) => {
    tops.current.set(shown, scrollerOf(shown).scrollTop);
    if (anew === undefined) return;
    tops.current.delete(anew);
    setTurn((before) => before + 1);
  };
}

/** In Excel the page itself scrolls; elsewhere the pane may be a part of a page. */
function scrollerOf(view: ViewId): HTMLElement {
  for (let at = document.getElementById(tabId(view)); at !== null; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.documentElement;
}
