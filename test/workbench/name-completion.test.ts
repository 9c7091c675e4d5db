/** @jest-environment jsdom */
import type { Injector } from '@univerjs/core';
import {
  IEditorBridgeService,
  IEditorService,
  IShortcutService,
} from '@univerjs/preset-sheets-core';
import { completeNames } from '../../src/workbench/name-completion';

// jsdom scrolls nothing.
Element.prototype.scrollIntoView = () => undefined;

/** A cell that is being edited: the caret stands at `|`. */
function edit(marked: string) {
  const caret = marked.indexOf('|');
  const state = { text: marked.replace('|', ''), caret };
  const editor = {
    getDocumentData: () => ({ body: { dataStream: `${state.text}\r\n` } }),
    getCursorPosition: () => state.caret,
    getBoundingClientRect: () => ({ top: 0, bottom: 0, left: 0 }),
    getEditorId: () => '__INTERNAL_EDITOR__DOCS_NORMAL',
    replaceText(text: string, selections: false | readonly { startOffset: number }[]) {
      state.text = text;
      if (selections !== false) state.caret = selections[0]?.startOffset ?? 0;
    },
  };
  const shortcuts = { dispatch: (_event: KeyboardEvent): void => undefined };
  const services = new Map<unknown, object>([
    [IEditorService, { getFocusEditor: () => editor, getEditor: () => editor }],
    [IEditorBridgeService, { isVisible: () => ({ visible: true }), visible$: { subscribe() {} } }],
    [IShortcutService, shortcuts],
  ]);
  const page = document.implementation.createHTMLDocument();
  const asked: string[] = [];
  completeNames(
    { get: (service: unknown) => services.get(service) } as unknown as Injector,
    page,
    (search) => {
      asked.push(search);
      return Promise.resolve([{ name: 'w_pop_tt_500', about: 'People' }]);
    },
  );
  return {
    asked,
    /** A letter has been typed, and the names are there. */
    async typed() {
      page.dispatchEvent(new KeyboardEvent('keyup', { key: 'w' }));
      await new Promise((resolve) => setTimeout(resolve));
    },
    tab: () => shortcuts.dispatch(new KeyboardEvent('keydown', { key: 'Tab' })),
    now: () => `${state.text.slice(0, state.caret)}|${state.text.slice(state.caret)}`,
  };
}

describe('names are offered', () => {
  it.each([
    ['=LOCATTR(A1,B1,"w_po|', 'w_po'],
    ['=LOCATTR(A1,B1,"|', ''],
    ['=locattr(A1, B1, "a, w_p|op_tt,c")', 'w_p'],
    ['=LOCATTR_ADDRESS("12, Main Road (east)",B1,"w|', 'w'],
    ['=LOCATTR({1,2},MAX(1,2),"w|', 'w'],
    ['=IFERROR(LOCATTR(A1,B1,"people near|"', 'people near'],
    ['=_xldudf_LOCATTR(A1,B1,"w|', 'w'],
  ])('in %s', async (marked, search) => {
    const { asked, typed } = edit(marked);
    await typed();
    expect(asked).toEqual([search]);
  });

  it.each([
    'LOCATTR(A1,B1,"w|',
    '=LOCATTR(A1,"B1|',
    '=LOCATTR(A1,B1,"w"|',
    '=LOCATTR(A1,B1,w|',
    '=LOCATTR(A1,B1,UPPER("w|',
    '=LOCSCORE("m|',
    '=SUM(A1,B1,"w|',
    '="=LOCATTR(A1,B1,""w|',
    '|=LOCATTR(A1,B1,"w',
  ])('but not in %s', async (marked) => {
    const { asked, typed } = edit(marked);
    await typed();
    expect(asked).toEqual([]);
  });

  it('and the one that is taken is written in its place, with what stands around it', async () => {
    const { typed, tab, now } = edit('=LOCATTR(A1,B1,"a, w_p|op_tt,c")');
    await typed();
    tab();
    expect(now()).toBe('=LOCATTR(A1,B1,"a, w_pop_tt_500|,c")');
  });
});
