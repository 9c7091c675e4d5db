import type { Injector } from '@univerjs/core';
import { LexerTreeBuilder } from '@univerjs/preset-sheets-core';

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
