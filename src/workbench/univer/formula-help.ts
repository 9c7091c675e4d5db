import type { Injector } from '@univerjs/core';
import {
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
 * Univer's list of functions stays for 300 ms after it has been typed past, and Enter took its first
 * function all the same: `=SUM(1)` became `=SLN(1)`. With this, Tab takes a function only behind the
 * letters that the list is for, and Enter only once a person has moved into the list with the
 * arrows. As in Excel, Enter otherwise ends the formula. Call this after `offerByPartOfName`.
 */
export function enterWhatIsTyped(injector: Injector): void {
  const editors = injector.get(IEditorService);
  const descriptions = injector.get(IDescriptionService);
  const shortcuts = injector.get(IShortcutService);
  const find = descriptions.getSearchListByNameFirstLetter.bind(descriptions);
  const register = shortcuts.registerShortcut.bind(shortcuts);
  let searched = '';
  let isEntered = false;
  descriptions.getSearchListByNameFirstLetter = (typed) => {
    searched = typed.trim().toUpperCase();
    return find(typed);
  };
  const isCurrent = (): boolean => {
    const editor = editors.getFocusEditor();
    const text = editor?.getDocumentData().body?.dataStream ?? '';
    const caret = editor?.getCursorPosition() ?? 0;
    const [before = ''] = /[\p{L}\p{N}_.]*$/u.exec(text.slice(0, caret)) ?? [];
    const [after = ''] = /^[\p{L}\p{N}_.]*/u.exec(text.slice(caret)) ?? [];
    return before !== '' && (before + after).toUpperCase() === searched;
  };
  takeKeysFirst(injector, ({ key }) => {
    if (key === 'ArrowUp' || key === 'ArrowDown') isEntered = isCurrent();
    else if (key !== 'Enter') isEntered = false;
    return false;
  });
  shortcuts.registerShortcut = (shortcut) => {
    const { id, binding } = shortcut;
    if (!id.startsWith(FUNCTION_LIST) || binding === KeyCode.ESC) return register(shortcut);
    const takes = binding === KeyCode.ENTER ? () => isEntered && isCurrent() : isCurrent;
    return register({ ...shortcut, preconditions: takes });
  };
}

const FUNCTION_LIST = 'sheet.formula-embedding-editor.search_function.';

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
