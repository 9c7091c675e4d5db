import type { Injector } from '@univerjs/core';
import {
  IDescriptionService,
  IEditorBridgeService,
  LexerTreeBuilder,
} from '@univerjs/preset-sheets-core';

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
