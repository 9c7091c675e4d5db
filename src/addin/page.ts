/** A page that is hidden may be gone the next moment. */
export function whenHidden(run: () => void | Promise<void>): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void run();
  });
  // The frame that it is in may be taken away while it shows.
  window.addEventListener('pagehide', () => void run());
}
