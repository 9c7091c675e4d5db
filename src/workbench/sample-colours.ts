import type { IRange } from '@univerjs/core';
import {
  CFRuleType,
  CFValueType,
  SHEET_CONDITIONAL_FORMATTING_PLUGIN,
} from '@univerjs/preset-sheets-conditional-formatting';
import type { IConditionFormattingRule } from '@univerjs/preset-sheets-conditional-formatting';

/** How a column's cells are coloured by their values: a shade, or a bar as long as the value. */
export interface ColumnColour {
  readonly sheetId: string;
  readonly column: number;
  /** Zero-based, both included. */
  readonly startRow: number;
  readonly endRow: number;
  readonly kind: 'shade' | 'bar';
}

/** Conditional formats as a Univer snapshot stores them. */
export function colourResource(colours: readonly ColumnColour[]): { name: string; data: string } {
  const rules: Record<string, IConditionFormattingRule[]> = {};
  for (const colour of colours) (rules[colour.sheetId] ??= []).push(toRule(colour));
  return { name: SHEET_CONDITIONAL_FORMATTING_PLUGIN, data: JSON.stringify(rules) };
}

const LOWEST = '#FFFFFF';
const HIGHEST = '#9CCDB4';
const BAR = '#A7CBEE';
const BAR_BELOW_ZERO = '#F2B8B5';

function toRule({ column, startRow, endRow, kind }: ColumnColour): IConditionFormattingRule {
  const range: IRange = { startRow, endRow, startColumn: column, endColumn: column };
  return { cfId: `${kind}-${column}`, ranges: [range], stopIfTrue: false, rule: RULES[kind] };
}

const RULES: Readonly<Record<ColumnColour['kind'], IConditionFormattingRule['rule']>> = {
  shade: {
    type: CFRuleType.colorScale,
    config: [
      { index: 0, color: LOWEST, value: { type: CFValueType.min } },
      { index: 1, color: HIGHEST, value: { type: CFValueType.max } },
    ],
  },
  bar: {
    type: CFRuleType.dataBar,
    isShowValue: true,
    config: {
      min: { type: CFValueType.num, value: 0 },
      max: { type: CFValueType.max },
      isGradient: false,
      positiveColor: BAR,
      nativeColor: BAR_BELOW_ZERO,
    },
  },
};
