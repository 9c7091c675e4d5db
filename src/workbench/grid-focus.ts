import {
  DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY as BAR,
  DOCS_NORMAL_EDITOR_UNIT_ID_KEY as CELL,
  FOCUSING_UNIVER_EDITOR,
  IContextService,
} from '@univerjs/core';
import type { Injector } from '@univerjs/core';
import { IEditorBridgeService, ILayoutService } from '@univerjs/preset-sheets-core';

/** The grid among the page's stops for the Tab key. */
export interface GridFocus {
  /** To be called when the spreadsheet is there. */
  connect(injector: Injector): void;
  enter(): void;
  hasFocus(): boolean;
  /** A cell is being edited: the keys are the editor's. */
  isEditing(): boolean;
}

/**
 * In the grid Tab leads from cell to cell; after Esc it leads out. Univer's buttons hand the focus
 * back to the grid at once, which is right after a click and would be a trap for who walks by keys.
 * Created before the spreadsheet, whose own keys are listened to at the same place.
 */
export function createGridFocus(sheet: HTMLElement): GridFocus {
  const page = sheet.ownerDocument;
  let isWalking = false;
  let isLeaving = false;
  let enter = (): void => undefined;
  let isEditing = (): boolean => false;
  const listen = { capture: true };
  page.defaultView?.addEventListener(
    'keydown',
    (event) => {
      const isInGrid = page.activeElement?.id === editorId(CELL) && !isEditing();
      const isLeft = isInGrid && isLeaving && event.key === 'Tab';
      if (!MODIFIERS.has(event.key)) isLeaving = isInGrid && event.key === 'Escape';
      isWalking = event.key === 'Tab' && (isLeft || !isInGrid);
      if (!isLeft) return;
      event.stopImmediatePropagation();
      // From there on the browser finds what comes next.
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
  // Univer leaves the focus on a sheet's tab; what is typed next is meant for the sheet.
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
        // Its keys would act on the grid as long as this says that it has the focus.
        else contexts.setContextValue(FOCUSING_UNIVER_EDITOR, false);
      };
      keepStops(page, sheet);
    },
    enter() {
      isWalking = false;
      enter();
    },
    hasFocus: () => {
      const { activeElement } = page;
      return activeElement?.id === editorId(CELL) || sheet.contains(activeElement);
    },
    isEditing: () => isEditing(),
  };
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta']);
const SHEET_TAB = '[data-u-comp="slide-tab-item"]';
const GRID = 'canvas[id^="univer-sheet-main-canvas"]';
const editorId = (unitId: string): string => `__editor_${unitId}`;

/**
 * Univer puts its canvases before everything else on the page, and its hidden inputs at the end of
 * it; of all those the grid alone is a stop, in its place.
 */
function keepStops(page: Document, sheet: HTMLElement): void {
  const put = (): void => {
    for (const canvas of sheet.querySelectorAll<HTMLElement>('canvas[tabindex="1"]')) {
      canvas.tabIndex = canvas.matches(GRID) ? 0 : -1;
    }
    for (const unitId of [CELL, BAR]) {
      const editor = page.getElementById(editorId(unitId));
      if (editor === null || editor.hasAttribute('tabindex')) continue;
      editor.tabIndex = -1;
      // The bar's lies outside of all landmarks, where nothing may have a name.
      if (unitId === BAR) continue;
      editor.setAttribute('role', 'textbox');
      editor.setAttribute('aria-label', 'Cell');
      editor.setAttribute('aria-describedby', 'sheet-keys');
    }
  };
  const observer = new MutationObserver(put);
  observer.observe(page.body, { childList: true });
  observer.observe(sheet, { childList: true, subtree: true });
  put();
}
