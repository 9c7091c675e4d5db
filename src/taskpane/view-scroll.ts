import { useLayoutEffect, useRef, useState } from 'react';

import type { ViewId } from './pane-view';
import { tabId } from './PaneTabs';

/**
 * Each view as far down as a person left it, and at its top at first: they share one scroll bar.
 * What it returns is to be called before another view is shown, while this one has its height; the
 * view it is given will be at its top again.
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
