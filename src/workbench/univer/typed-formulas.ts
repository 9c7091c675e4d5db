import type { IDocumentData } from '@univerjs/core';
import { sequenceNodeType, type ISequenceNode } from '@univerjs/engine-formula';
import type { EditingRenderController } from '@univerjs/sheets-ui';
import { formulaTokens, type TokenKind } from '../../addin/spreadsheet/formula-tokens';

/**
 * Univer shortens each number of a formula as it is entered, 0.50 to 0.5, and then cuts what
 * follows at places that have moved: `=IF(A1>0.50,"yes","no")` became `=IF(A1>0.5,""ye",""n")`.
 * With this, a formula is kept as it was typed, but for the capitals of functions, references and
 * truth values, and for the brackets that a person left open, as in Excel. Univer counts those
 * wrongly, too: `=-$A:$C` got one.
 */
export function keepFormulasAsTyped(editing: EditingRenderController): void {
  const lexer = Object.create(
    editing['_lexerTreeBuilder'],
  ) as (typeof editing)['_lexerTreeBuilder'];
  lexer.sequenceNodesBuilder = capitalNodes;
  lexer.checkIfAddBracket = openBrackets;
  Object.assign(editing, { _lexerTreeBuilder: lexer });
  const submit = editing['_submitEdit'].bind(editing);
  editing['_submitEdit'] = (snapshot: IDocumentData, isForAll?: boolean) =>
    submit(withoutInnerEnds(snapshot), isForAll);
}

/**
 * What is typed behind the end of Univer's document has that end before it, which nobody sees in
 * the formula bar: `"pop"` was stored with a line break in it. A line break that a person types is
 * another character.
 */
function withoutInnerEnds(snapshot: IDocumentData): IDocumentData {
  const { body } = snapshot;
  if (!body || !INNER_END.test(body.dataStream)) return snapshot;
  return { ...snapshot, body: { ...body, dataStream: body.dataStream.replaceAll(INNER_ENDS, '') } };
}

const INNER_END = /\r\n[^]/;
const INNER_ENDS = /\r\n(?=[^])/g;

/** What is written in capitals, as Univer's nodes; everything else as it is. */
function capitalNodes(formula: string): (ISequenceNode | string)[] {
  let end = 0;
  return formulaTokens(formula).map(({ kind, text }) => {
    const start = end;
    end += text.length;
    const nodeType = isTruthValue(kind, text) ? sequenceNodeType.NORMAL : CAPITALS.get(kind);
    if (nodeType === undefined) return text;
    // Univer counts from behind the `=`, to the last letter.
    return { nodeType, token: text.toUpperCase(), startIndex: start - 1, endIndex: end - 2 };
  });
}

/** How many brackets a person left open at the end; a text that does not end holds what follows. */
function openBrackets(formula: string): number {
  let open = 0;
  for (const { kind, text } of formulaTokens(formula)) {
    if (kind === 'unknown') return 0;
    if (text === '(') open += 1;
    else if (text === ')') open -= 1;
    if (open < 0) return 0;
  }
  return open;
}

const CAPITALS: ReadonlyMap<TokenKind, sequenceNodeType> = new Map([
  ['function', sequenceNodeType.FUNCTION],
  ['reference', sequenceNodeType.REFERENCE],
]);

function isTruthValue(kind: TokenKind, text: string): boolean {
  return kind === 'name' && /^(?:true|false)$/i.test(text);
}
