import type { CellContent } from '../../engine/places/cell';
import { readGrid } from '../functions/argument-grid';
import { variablesElements } from '../functions/variables-elements';
import { formulaTokens, readLiteral } from '../spreadsheet/formula-tokens';
import { ownName } from '../spreadsheet/locus-calls';

/** Row by row; one value is a single row. */
type Values = readonly (readonly CellContent[])[];

/**
 * What an argument of a call holds, if it is cells, a number, a text, texts joined by `&`, or
 * LOCVARS of these. Undefined for whatever else the spreadsheet calculates.
 *
 * @param cellsAt what the cells of a reference show; undefined if they were not read.
 */
export function argumentValues(
  argument: string,
  cellsAt: (reference: string) => Values | undefined,
): Values | undefined {
  const tokens = formulaTokens(argument).filter(({ kind }) => kind !== 'space');
  if (tokens.length === 0) return [['']];
  let at = 0;
  const take = (text: string): boolean => {
    const isNext = tokens[at]?.text === text;
    if (isNext) at += 1;
    return isNext;
  };

  function joined(): Values | undefined {
    let values = operand();
    while (values !== undefined && take('&')) {
      const next = operand();
      const texts = [values, next].map(single);
      if (texts.includes(undefined)) return undefined;
      values = [[texts.join('')]];
    }
    return values;
  }

  function operand(): Values | undefined {
    const isNegative = take('-');
    const token = tokens[at];
    at += 1;
    if (token === undefined) return undefined;
    const { kind, text } = token;
    if (kind === 'number') return [[isNegative ? -Number(text) : Number(text)]];
    if (isNegative) return undefined;
    if (kind === 'text') return [[readLiteral(text) ?? '']];
    if (kind === 'reference') return cellsAt(text);
    if (kind === 'sheet') return cellsAt(text + (tokens[at++]?.text ?? ''));
    if (kind === 'function' && ownName(text) === 'LOCVARS') return variables();
    return undefined;
  }

  function variables(): Values | undefined {
    if (!take('(')) return undefined;
    const names = joined();
    const values = names && take(',') ? joined() : undefined;
    if (values === undefined || !take(')')) return undefined;
    const { rows, columns, element } = variablesElements(readGrid(names), readGrid(values));
    return Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (__, column) => {
        const one = element(row * columns + column);
        return one.kind === 'text' ? one.text : null;
      }),
    );
  }

  const values = joined();
  return at === tokens.length ? values : undefined;
}

/** As `&` writes it; undefined for several values, and for an error. */
function single(values: Values | undefined): string | undefined {
  const content = values?.length === 1 && values[0]?.length === 1 ? values[0][0] : undefined;
  if (content === undefined || (typeof content === 'object' && content !== null)) return undefined;
  if (typeof content === 'boolean') return content ? 'TRUE' : 'FALSE';
  return content === null ? '' : String(content);
}
