import {
  DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY as BAR,
  DOCS_NORMAL_EDITOR_UNIT_ID_KEY as CELL,
  FOCUSING_UNIVER_EDITOR,
  IContextService,
  type Injector,
} from '@univerjs/core';
import {
  IEditorBridgeService,
  ILayoutService,
  IEditorService,
  IShortcutService,
} from '@univerjs/preset-sheets-core';
import { t } from '../../engine/language/speech';

/** The grid as one of the page's Tab stops. */
export interface GridFocus {
  /** Call once the spreadsheet exists. */
  connect(injector: Injector): void;
  enter(): void;
  hasFocus(): boolean;
  /** Keys are for the grid: it has the focus, none of its buttons does, and no cell is edited. */
  takesKeys(): boolean;
  /** A cell is being edited, so keys belong to the editor. */
  isEditing(): boolean;
  /** What a screen reader says of the cell whose keys are taken here. */
  nameCell(name: string): void;
}

/**
 * In the grid, Tab moves from cell to cell; after Esc it moves out. Univer's buttons return the
 * focus to the grid at once, which is right after a click but would trap people who use the
 * keyboard. Create this before the spreadsheet, which listens for its keys on the same object.
 */
export function createGridFocus(sheet: HTMLElement): GridFocus {
  const page = sheet.ownerDocument;
  let isWalking = false;
  let isLeaving = false;
  let cellName = t('Cell');
  let enter = (): void => undefined;
  let isEditing = (): boolean => false;
  const takesKeys = (): boolean => page.activeElement?.id === editorId(CELL) && !isEditing();
  const listen = { capture: true };
  page.defaultView?.addEventListener(
    'keydown',
    (event) => {
      const isInGrid = takesKeys();
      const isLeft = isInGrid && isLeaving && event.key === 'Tab';
      if (!MODIFIERS.has(event.key)) isLeaving = isInGrid && event.key === 'Escape';
      isWalking = event.key === 'Tab' && (isLeft || !isInGrid);
      if (!isLeft) return;
      event.stopImmediatePropagation();
      // From there the browser finds the next stop.
      sheet.querySelector<HTMLElement>(GRID)?.focus();
    },
    listen,
  );
  page.addEventListener('pointerdown', () => (isWalking = isLeaving = false), listen);
  page.addEventListener('focusin', ({ target, relatedTarget }) => {
    const isFromEditor = relatedTarget instanceof Element && relatedTarget.id === editorId(CELL);
    if (!(target instanceof Element) || !target.matches(GRID) || isFromEditor) return;
    isWalking = false;
    enter();
  });
  // Univer leaves the focus on a sheet's tab, but what a person types next is meant for the sheet.
  sheet.addEventListener('click', ({ target }) => {
    const tab = target instanceof Element ? target.closest(SHEET_TAB) : null;
    const isRenaming = tab?.querySelector('[contenteditable="true"]') !== null;
    if (!isRenaming) enter();
  });
  return {
    connect(injector) {
      const layout = injector.get(ILayoutService);
      const contexts = injector.get(IContextService);
      const edit = injector.get(IEditorBridgeService);
      enter = layout.focus.bind(layout);
      isEditing = () => edit.isVisible().visible;
      layout.focus = () => {
        if (!isWalking) enter();
        // While this is true, Univer's keys act on the grid.
        else contexts.setContextValue(FOCUSING_UNIVER_EDITOR, false);
      };
      keepStops(page, sheet, () => cellName);
    },
    enter() {
      isWalking = false;
      enter();
    },
    hasFocus: () => {
      const { activeElement } = page;
      return activeElement?.id === editorId(CELL) || sheet.contains(activeElement);
    },
    takesKeys,
    isEditing: () => isEditing(),
    nameCell(name) {
      cellName = name;
      page.getElementById(editorId(CELL))?.setAttribute('aria-label', name);
    },
  };
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta']);
const SHEET_TAB = '[data-u-comp="slide-tab-item"]';
const GRID = 'canvas[id^="univer-sheet-main-canvas"]';
const editorId = (unitId: string): string => `__editor_${unitId}`;

/**
 * Univer puts its canvases before everything else in the Tab order, and its hidden inputs at the
 * end. This leaves only the grid as a stop, where it belongs in the page.
 */
function keepStops(page: Document, sheet: HTMLElement, cellName: () => string): void {
  const put = (): void => {
    for (const canvas of sheet.querySelectorAll<HTMLElement>('canvas[tabindex="1"]')) {
      canvas.tabIndex = canvas.matches(GRID) ? 0 : -1;
    }
    for (const unitId of [CELL, BAR]) {
      const editor = page.getElementById(editorId(unitId));
      if (editor === null || editor.hasAttribute('tabindex')) continue;
      editor.tabIndex = -1;
      // The bar's editor is outside all landmarks, where nothing may have a name.
      if (unitId === BAR) continue;
      editor.setAttribute('role', 'textbox');
      editor.setAttribute('aria-label', cellName());
      editor.setAttribute('aria-describedby', 'sheet-keys');
    }
  };
  const observer = new MutationObserver(put);
  observer.observe(page.body, { childList: true });
  observer.observe(sheet, { childList: true, subtree: true });
  put();
}

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

/** Univer gets keys before the page does. With this, it gets only those that are not taken. */
export function takeKeysFirst(injector: Injector, takes: (event: KeyboardEvent) => boolean): void {
  const shortcuts = injector.get(IShortcutService);
  const dispatch = shortcuts.dispatch.bind(shortcuts);
  shortcuts.dispatch = (event) => {
    if (!takes(event)) return dispatch(event);
    event.preventDefault();
    event.stopImmediatePropagation();
    return undefined;
  };
}
