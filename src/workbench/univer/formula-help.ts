import {
  DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY,
  DOCS_NORMAL_EDITOR_UNIT_ID_KEY,
  type Injector,
} from '@univerjs/core';
import {
  FunctionType,
  IDescriptionService,
  IEditorBridgeService,
  IEditorService,
  IShortcutService,
  KeyCode,
  LexerTreeBuilder,
} from '@univerjs/preset-sheets-core';
import { takeKeysFirst } from './grid-focus';

/**
 * Univer drops a space at the end of a formula that is being typed, then sees the caret beyond the
 * formula, and hides its help: after each ", " for people who type that way. This keeps the space.
 */
export function keepHelpAfterBlanks(injector: Injector): void {
  const lexer = injector.get(LexerTreeBuilder);
  const build = lexer.sequenceNodesBuilder.bind(lexer);
  lexer.sequenceNodesBuilder = (formula) => {
    const nodes = build(formula);
    if (!nodes) return nodes;
    const read = nodes.map((node) => (typeof node === 'string' ? node : node.token)).join('');
    const rest = formula.slice(read.length);
    return rest.trim() === '' ? [...nodes, ...rest] : nodes;
  };
}

/** Univer offers functions by their first letters; this makes `=SCORE` find LOCSCORE, too. */
export function offerByPartOfName(injector: Injector, names: readonly string[]): void {
  const descriptions = injector.get(IDescriptionService);
  const find = descriptions.getSearchListByNameFirstLetter.bind(descriptions);
  descriptions.getSearchListByNameFirstLetter = (typed) => {
    const found = find(typed);
    const text = typed.trim().toUpperCase();
    if (text.length < 3) return found;
    const ours = names.filter((name) => name.includes(text) && !name.startsWith(text));
    return [...found, ...ours.flatMap((name) => find(name).filter((each) => each.name === name))];
  };
}

/**
 * Univer's list of functions is 300 ms behind what is typed, and Tab and Enter took its first
 * function all the same: `=SUM(1)` became `=SLN(1)`. With this, Tab takes the first function for all
 * letters that are typed, also before the list shows it, and Enter takes one only once a person has
 * moved into the list with the arrows. As in Excel, Enter otherwise ends the formula. Call this
 * after `offerByPartOfName`.
 */
export function enterWhatIsTyped(injector: Injector): void {
  const editors = injector.get(IEditorService);
  const descriptions = injector.get(IDescriptionService);
  const shortcuts = injector.get(IShortcutService);
  const bridge = injector.get(IEditorBridgeService);
  const find = descriptions.getSearchListByNameFirstLetter.bind(descriptions);
  const register = shortcuts.registerShortcut.bind(shortcuts);
  let searched = '';
  let isEntered = false;
  descriptions.getSearchListByNameFirstLetter = (typed) => {
    searched = typed.trim().toUpperCase();
    return find(typed);
  };
  /** The formula that is being typed, with the letters around the caret. */
  const readTyped = () => {
    const editor = editors.getFocusEditor();
    const formula = textOf(editor?.getDocumentData().body?.dataStream);
    const caret = editor?.getCursorPosition() ?? 0;
    const [before = ''] = /[\p{L}\p{N}_.]*$/u.exec(formula.slice(0, caret)) ?? [];
    const [after = ''] = /^[\p{L}\p{N}_.]*/u.exec(formula.slice(caret)) ?? [];
    return { formula, caret, before, after };
  };
  const isCurrent = (): boolean => {
    const { before, after } = readTyped();
    return before !== '' && (before + after).toUpperCase() === searched;
  };
  const takeBeforeListed = (): boolean => {
    const { formula, caret, before, after } = readTyped();
    const start = formula.slice(0, caret - before.length);
    const isAtName = before !== '' && after === '' && formula.startsWith('=') && !isInQuotes(start);
    const [first] = isAtName ? find(before) : [];
    if (first === undefined) return false;
    const rest = formula.slice(caret);
    const isCalled = first.functionType !== DefinedName && first.functionType !== Table;
    const taken = `${start}${first.name}${isCalled && !rest.startsWith('(') ? '(' : ''}`;
    writeTyped(editors, { formula: taken + rest, caret: taken.length });
    return true;
  };
  takeKeysFirst(injector, ({ key, shiftKey, isComposing }) => {
    if (key === 'ArrowUp' || key === 'ArrowDown') isEntered = isCurrent();
    else if (key !== 'Enter') isEntered = false;
    const isTab = key === 'Tab' && !shiftKey && !isComposing && bridge.isVisible().visible;
    return isTab && !isCurrent() && takeBeforeListed();
  });
  shortcuts.registerShortcut = (shortcut) => {
    const { id, binding } = shortcut;
    if (!id.startsWith(FUNCTION_LIST) || binding === KeyCode.ESC) return register(shortcut);
    const takes = binding === KeyCode.ENTER ? () => isEntered && isCurrent() : isCurrent;
    return register({ ...shortcut, preconditions: takes });
  };
}

const FUNCTION_LIST = 'sheet.formula-embedding-editor.search_function.';
const { DefinedName, Table } = FunctionType;

/** Inside a text, or the name of a sheet. */
function isInQuotes(formula: string): boolean {
  return [/"/g, /'/g].some((quote) => (formula.match(quote)?.length ?? 0) % 2 === 1);
}

/** Replaces what is being typed. */
export function writeTyped(
  editors: IEditorService,
  { formula, caret }: { readonly formula: string; readonly caret: number },
): void {
  const at = { startOffset: caret, endOffset: caret, collapsed: true };
  const focused = editors.getFocusEditor()?.getEditorId();
  // The bar and the cell have an editor each, and Univer carries only what is typed across.
  for (const id of BOTH_EDITORS)
    editors.getEditor(id)?.replaceText(formula, id === focused && [at]);
}

const BOTH_EDITORS = [DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY, DOCS_NORMAL_EDITOR_UNIT_ID_KEY];

/** The text without the line end that Univer stores with it. */
export function textOf(dataStream = ''): string {
  return dataStream.replace(/\r?\n$/, '');
}

/**
 * A click on Univer's help, as to unfold it, would take the focus from the cell being edited, and
 * what a person types next would be lost.
 */
export function keepTypingBesideHelp(injector: Injector, page: Document): void {
  const edit = injector.get(IEditorBridgeService);
  page.addEventListener('mousedown', (event) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest(HELP) === null) return;
    if (edit.isVisible().visible && target.closest(FIELDS) === null) event.preventDefault();
  });
}

const HELP = '[data-u-comp="rect-popup"]';
const FIELDS = 'input, textarea, [contenteditable="true"]';
