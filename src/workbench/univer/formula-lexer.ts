import type { LexerTreeBuilder } from '@univerjs/engine-formula';

/**
 * Univer reads whatever is typed as if it were a formula, `see [1` too, and begins the next one
 * with the square brackets that are still open: `=SUM(1,2)` was #VALUE! until the page was loaded
 * again. With this, every formula is read afresh.
 */
export function readFormulasAfresh(lexer: LexerTreeBuilder): LexerTreeBuilder {
  const reset = lexer['_resetTemp'].bind(lexer);
  lexer['_resetTemp'] = () => {
    reset();
    lexer['_squareBracketState'] = 0;
    lexer['_tableBracketState'] = false;
  };
  return lexer;
}
