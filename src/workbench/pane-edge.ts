import { t } from '../engine/language/speech';
import { elementOf } from './file-bar';

/** In pixels: the pane's tabs fit this side by side. */
const LEAST = 320;
const LEAST_SHEET = 280;
const STEP = 16;

/**
 * Lets a person drag the edge of the pane, with the mouse or the arrow keys, and hide the pane with
 * a button. Returns a function that shows it again.
 */
export function connectPaneEdge(page: Document): () => void {
  const edge = elementOf(page, 'pane-edge');
  const pane = elementOf(page, 'pane');
  const button = elementOf(page, 'pane-button');

  function setWidth(wanted: number): void {
    const most = Math.max(LEAST, page.documentElement.clientWidth - LEAST_SHEET);
    const width = Math.round(Math.max(LEAST, wanted));
    // The style sheet leaves room for the sheet, also when the window becomes wider or narrower.
    page.body.style.setProperty('--pane-width', `${width}px`);
    edge.setAttribute('aria-valuemin', String(LEAST));
    edge.setAttribute('aria-valuemax', String(most));
    edge.setAttribute('aria-valuenow', String(Math.min(most, width)));
  }

  function setOpen(isOpen: boolean): void {
    page.body.classList.toggle('without-pane', !isOpen);
    button.textContent = isOpen ? t('Hide pane') : t('Show pane');
    button.setAttribute('aria-expanded', String(isOpen));
  }

  edge.addEventListener('pointerdown', (event) => {
    // Otherwise the browser would select text of the pane.
    event.preventDefault();
    edge.setPointerCapture(event.pointerId);
  });
  edge.addEventListener('pointermove', ({ pointerId, clientX }) => {
    if (edge.hasPointerCapture(pointerId)) setWidth(page.documentElement.clientWidth - clientX);
  });
  edge.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowLeft' ? STEP : event.key === 'ArrowRight' ? -STEP : 0;
    if (by === 0) return;
    event.preventDefault();
    setWidth(pane.getBoundingClientRect().width + by);
  });
  button.addEventListener('click', () => setOpen(page.body.classList.contains('without-pane')));
  setWidth(350);
  setOpen(true);
  return () => setOpen(true);
}
