/**
 * Draws the pane once it is shown. Excel starts this page hidden when the first function
 * calculates, so the pane's code is fetched only once the page is on screen. Observing that works
 * in every version of Excel.
 *
 * The code may not arrive, because the machine is offline, or a deployment has removed the files of
 * this page's build. taskpane.html contains the texts for that, since nothing else can be fetched
 * then. Drawing is tried again after a while, and whenever the pane is shown, the connection
 * returns, or a person asks.
 *
 * @param later runs something after a while.
 */
export function drawPaneWhenShown(
  draw: (root: HTMLElement) => Promise<void>,
  later: (run: () => void) => void,
): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('no #root');
  // taskpane.html shows what belongs to this state. Office has answered, so its first message goes.
  const show = (state: 'waiting' | 'drawing' | 'failed'): void => {
    root.dataset['pane'] = state;
  };
  const attempt = (): void => {
    if (root.dataset['pane'] === 'drawing') return;
    show('drawing');
    draw(root).then(stop, (error: { readonly request?: unknown }) => {
      show('failed');
      // The observer reports nothing if the pane was hidden and shown within a moment.
      later(retry);
      // webpack says which script it asked for.
      const which = root.querySelector('[data-which]');
      if (which !== null) which.textContent = String(error.request ?? 'pane');
    });
  };
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) attempt();
  });
  const retry = (): void => {
    if (root.dataset['pane'] === 'failed') attempt();
  };
  const stop = (): void => {
    observer.disconnect();
    window.removeEventListener('online', retry);
  };
  show('waiting');
  root.querySelector('button')?.addEventListener('click', retry);
  window.addEventListener('online', retry);
  observer.observe(root);
}
