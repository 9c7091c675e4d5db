import {
  DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY as BAR,
  DOCS_NORMAL_EDITOR_UNIT_ID_KEY as CELL,
  type Injector,
} from '@univerjs/core';
import { IEditorBridgeService, IEditorService } from '@univerjs/preset-sheets-core';

/**
 * A click on the formula bar starts an edit, and for two frames after that the editor in the cell
 * takes the focus and the caret from the bar, which would make typing there impossible. This gives
 * both back to the bar until something else is clicked or the edit ends.
 */
export function keepFocusInFormulaBar(injector: Injector, page: Document): void {
  const editors = injector.get(IEditorService);
  const edit = injector.get(IEditorBridgeService);
  let isBarClicked = false;
  page.addEventListener(
    'pointerdown',
    ({ target }) => {
      isBarClicked = target instanceof Element && target.closest(FORMULA_BAR) !== null;
    },
    { capture: true },
  );
  edit.visible$.subscribe(({ visible }) => (isBarClicked &&= visible));
  page.addEventListener('focusin', ({ target }) => {
    const isCellEditor = target instanceof Element && target.id === `__editor_${CELL}`;
    if (!isBarClicked || !isCellEditor || !edit.isVisible().visible) return;
    // Once Univer has recorded which editor has the focus.
    queueMicrotask(() => focusAtCaret(editors));
  });
}

const FORMULA_BAR = '[data-u-comp="formula-bar"]';

function focusAtCaret(editors: IEditorService): void {
  const bar = editors.getEditor(BAR);
  if (!bar) return;
  const caret = [...bar.getSelectionRanges()];
  editors.focus(BAR);
  bar.focus();
  bar.setSelectionRanges(caret);
}
