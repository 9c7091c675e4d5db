/**
 * On a narrow window the sheet and the pane take turns; two buttons say which is seen. The page's
 * style decides what "narrow" is, and ignores the choice where both have room. Gives what shows one.
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
