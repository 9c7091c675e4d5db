import type { Injector } from '@univerjs/core';
import { IEditorBridgeService, LexerTreeBuilder } from '@univerjs/preset-sheets-core';

/**
 * Univer forgets a blank at the end of a formula that is being typed, takes the caret to be behind
 * the formula then, and hides its help: after each ", " of a person who writes so.
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

/**
 * A click on Univer's help, as to unfold it, took the focus from the cell that is being edited, and
 * what was typed next was lost.
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
