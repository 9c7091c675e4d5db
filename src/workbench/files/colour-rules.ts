import type { IRange } from '@univerjs/core';
import type {
  CFRuleType,
  CFValueType,
  IConditionFormattingRule,
} from '@univerjs/preset-sheets-conditional-formatting';
import { formatArea, MAX_COLUMNS, MAX_ROWS, parseArea } from '../../addin/spreadsheet/cell-address';
import { resourceIn, resourceOf, type Resource, type SavedWorkbook } from '../saved-workbook';
import type { ColourReader } from './colours';
import type { LeftOut } from './left-out';
import type { Allowance } from './sheet-builder';
import { colourOf } from './cell-styles';
import type { XmlScanner } from './xml-scanner';

/** Cells that are coloured by their values, with colour scales or bars. */
export interface SheetColourRules {
  readonly sheetId: string;
  readonly rules: readonly IConditionFormattingRule[];
  /** By row and column. */
  readonly cells: Readonly<Record<number, Readonly<Record<number, unknown>>>>;
}

export interface ColourRuleContext {
  readonly colourOf: ColourReader;
  readonly elements: Allowance;
  readonly leftOut: Pick<LeftOut, 'skip'>;
}

/** Univer's names, which are also the file format's. */
const RESOURCE = 'SHEET_CONDITIONAL_FORMATTING_PLUGIN';
const SCALE = 'colorScale' as CFRuleType.colorScale;
const BAR = 'dataBar' as CFRuleType.dataBar;

/** Cells under rules; a cell under several counts once for each. */
const MOST_COLOURED = 2_000_000;

/** Reads these rules among those just opened. Reports other rules to `leftOut`. */
export function readColourRules(
  xml: XmlScanner,
  { colourOf: readColour, elements, leftOut }: ColourRuleContext,
): IConditionFormattingRule[] {
  const ranges = rangesOf(xml.attribute('sqref') ?? '', elements);
  const rules: IConditionFormattingRule[] = [];
  let read: ReadRule = { type: '', shows: true, points: [], colours: [] };
  for (let event = xml.next(), depth = 1; event !== 'end'; event = xml.next()) {
    if (event === 'text') continue;
    depth += event === 'open' ? 1 : -1;
    if (depth === 0) break;
    if (event === 'open') {
      elements.take();
      if (xml.name === 'cfRule') {
        read = { type: xml.attribute('type') ?? '', shows: true, points: [], colours: [] };
      } else if (xml.name === 'dataBar') {
        read.shows = xml.isTrue('showValue', true);
      } else if (xml.name === 'cfvo') {
        read.points.push({ type: xml.attribute('type') ?? '', value: xml.attribute('val') });
      } else if (xml.name === 'color') read.colours.push(readColour(xml) ?? '');
    } else if (xml.name === 'cfRule') {
      const rule = ranges.length > 0 ? ruleOf(read) : undefined;
      if (rule === undefined) leftOut.skip('cfRule');
      else rules.push({ cfId: '', ranges, stopIfTrue: false, rule });
    }
  }
  return rules;
}

/**
 * Returns the rules as a Univer snapshot stores them, limited to filled cells: Univer looks at each
 * cell of a range, and a whole column has a million.
 */
export function colourRuleResource(sheets: readonly SheetColourRules[]): Resource {
  const data: Record<string, IConditionFormattingRule[]> = {};
  let left = MOST_COLOURED;
  for (const { sheetId, rules, cells } of sheets) {
    if (rules.length === 0) continue;
    const used = usedArea(cells);
    const kept = rules.map(({ ranges, ...rule }, index) => {
      const within = ranges.flatMap((range) => {
        const common = commonOf(range, used);
        left -= common === undefined ? 0 : cellsIn(common);
        return common === undefined || left < 0 ? [] : [common];
      });
      return { ...rule, ranges: within, cfId: `read-${index}` };
    });
    data[sheetId] = kept.filter(({ ranges }) => ranges.length > 0);
  }
  return resourceOf(RESOURCE, data);
}

/** Writes the elements of those of a sheet's rules that Excel has too. */
export function writeColourRules(saved: SavedWorkbook, sheetId: string): string {
  const sheets = resourceIn<Record<string, readonly IConditionFormattingRule[]>>(saved, RESOURCE);
  return (sheets?.[sheetId] ?? [])
    .map(({ ranges, rule }, index) => {
      const areas = ranges.map((range) => formatArea({ ...range, sheet: undefined })).join(' ');
      const content = contentOf(rule);
      return content === undefined || areas === ''
        ? ''
        : `<conditionalFormatting sqref="${areas}"><cfRule type="${rule.type}" priority="${index + 1}">${content}</cfRule></conditionalFormatting>`;
    })
    .join('');
}

/** A value on the scale, as the format writes it. */
interface Point {
  readonly type: string;
  readonly value: string | undefined;
}

type Rule = IConditionFormattingRule['rule'];

interface ReadRule {
  readonly type: string;
  shows: boolean;
  readonly points: Point[];
  readonly colours: string[];
}

function ruleOf({ type, shows, points, colours }: ReadRule): Rule | undefined {
  const values = points.flatMap((point) => valueOf(point) ?? []);
  if (values.length < points.length || colours.includes('')) return undefined;
  const [min, max] = values;
  const [colour = ''] = colours;
  if (type === 'dataBar' && min && max && values.length === 2 && colours.length === 1) {
    const looks = { isGradient: false, positiveColor: colour, nativeColor: BELOW_ZERO };
    return { type: BAR, isShowValue: shows, config: { min, max, ...looks } };
  }
  const isScale = type === 'colorScale' && (values.length === 2 || values.length === 3);
  if (!isScale || colours.length !== values.length) return undefined;
  const config = values.map((value, index) => ({ index, color: colours[index] ?? '', value }));
  return { type: SCALE, config };
}

/** The colour of a bar below zero; the format has one only in an extension. */
const BELOW_ZERO = '#F2B8B5';

interface Value {
  readonly type: CFValueType;
  readonly value?: number;
}

function valueOf({ type, value }: Point): Value | undefined {
  if (type === 'min' || type === 'max') return { type: type as CFValueType };
  const number = Number(value ?? NaN);
  if (value?.trim() === '' || !Number.isFinite(number)) return undefined;
  return type === 'num' || type === 'percent' || type === 'percentile'
    ? { type: type as CFValueType, value: number }
    : undefined;
}

function contentOf(rule: Rule): string | undefined {
  if (rule.type === BAR && 'min' in rule.config) {
    const { min, max, positiveColor } = rule.config;
    const points = [min, max].map(pointElement);
    const colour = colourOf({ rgb: positiveColor });
    if (points.includes(undefined) || colour === undefined) return undefined;
    const shows = 'isShowValue' in rule && !rule.isShowValue ? ' showValue="0"' : '';
    return `<dataBar${shows}>${points.join('')}<color rgb="${colour}"/></dataBar>`;
  }
  if (rule.type !== SCALE || !Array.isArray(rule.config)) return undefined;
  const steps = rule.config as readonly { readonly color: string; readonly value: Value }[];
  const points = steps.map(({ value }) => pointElement(value));
  const colours = steps.map(({ color }) => colourOf({ rgb: color }));
  if ([...points, ...colours].includes(undefined)) return undefined;
  return `<colorScale>${points.join('')}${colours.map((rgb) => `<color rgb="${rgb}"/>`).join('')}</colorScale>`;
}

function pointElement({ type, value }: { type: CFValueType; value?: number | string }) {
  const read = valueOf({ type, value: value === undefined ? undefined : String(value) });
  if (read === undefined) return undefined;
  return read.value === undefined
    ? `<cfvo type="${read.type}"/>`
    : `<cfvo type="${read.type}" val="${read.value}"/>`;
}

function rangesOf(sqref: string, elements: Allowance): IRange[] {
  return sqref.split(/\s+/).flatMap((text) => {
    elements.take();
    const area = parseArea(text);
    if (area === undefined || area.endRow >= MAX_ROWS || area.endColumn >= MAX_COLUMNS) return [];
    const { startRow, endRow, startColumn, endColumn } = area;
    return [{ startRow, endRow, startColumn, endColumn }];
  });
}

function usedArea(cells: SheetColourRules['cells']): IRange {
  let endColumn = -1;
  let endRow = -1;
  for (const [row, line] of Object.entries(cells)) {
    endRow = Math.max(endRow, Number(row));
    for (const column in line) endColumn = Math.max(endColumn, Number(column));
  }
  return { startRow: 0, endRow, startColumn: 0, endColumn };
}

function commonOf(one: IRange, other: IRange): IRange | undefined {
  const common = {
    startRow: Math.max(one.startRow, other.startRow),
    endRow: Math.min(one.endRow, other.endRow),
    startColumn: Math.max(one.startColumn, other.startColumn),
    endColumn: Math.min(one.endColumn, other.endColumn),
  };
  return cellsIn(common) > 0 ? common : undefined;
}

function cellsIn({ startRow, endRow, startColumn, endColumn }: IRange): number {
  return Math.max(0, endRow - startRow + 1) * Math.max(0, endColumn - startColumn + 1);
}
