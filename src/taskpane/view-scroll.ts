import { useLayoutEffect, useRef } from 'react';

import type { ViewId } from './pane-view';
import { tabId } from './PaneTabs';

/**
 * Each view as far down as a person left it, and at its top at first: they share one scroll bar.
 * What it returns is to be called before another view is shown, while this one has its height.
 */
export function useViewScroll(shown: ViewId): () => void {
  const tops = useRef(new Map<ViewId, number>());

  useLayoutEffect(() => {
    scrollerOf(shown).scrollTop = tops.current.get(shown) ?? 0;
  }, [shown]);

  return () => {
    tops.current.set(shown, scrollerOf(shown).scrollTop);
  };
}

/** In Excel the page itself scrolls; elsewhere the pane may be a part of a page. */
function scrollerOf(view: ViewId): HTMLElement {
  for (let at = document.getElementById(tabId(view)); at !== null; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.documentElement;
}
