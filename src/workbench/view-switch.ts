/**
 * On a narrow window, two buttons switch between the sheet and the pane. The page's style sheet
 * decides what "narrow" is, and ignores the choice where both have room. Returns a function that
 * shows one of them.
 */
export function connectViewSwitch(page: Document): (view: 'sheet' | 'pane') => void {
  const buttons = [...page.querySelectorAll<HTMLButtonElement>('button[data-view]')];
  const show = (view: string) => {
    page.body.dataset.view = view;
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(button.dataset.view === view));
    }
  };
  for (const button of buttons) {
    button.addEventListener('click', () => show(button.dataset.view ?? 'sheet'));
  }
  show('sheet');
  return show;
}
