/** Runs when the page is hidden, since it may be gone the next moment. */
export function whenHidden(run: () => void | Promise<void>): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void run();
  });
  // A host may remove the page's frame while the page is visible.
  window.addEventListener('pagehide', () => void run());
}

/** What scripts/make/map.mjs made, as JSON, from beside this page. */
export async function fetchMapData(part: string): Promise<unknown> {
  return (await fetch(`assets/${part}.json`)).json();
}
