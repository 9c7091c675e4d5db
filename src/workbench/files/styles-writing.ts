import {
  BooleanNumber,
  HorizontalAlign,
  VerticalAlign,
  WrapStrategy,
  type IBorderData,
  type IColorStyle,
  type IStyleData,
  type Nullable,
} from '@univerjs/core';
import type { SavedWorkbook } from '../saved-workbook';
import { BORDER_STYLES } from './styles-reading';
import { builtInNumber, FIRST_OWN_FORMAT } from './number-formats';
import { xmlEscaped } from '../../engine/places/workbook-text';
import { SHEET_NAMESPACE, XML_DECLARATION } from './xml-names';

type StyleReference = Nullable<IStyleData | string>;

/** The styles of a workbook's cells, each once. */
export interface StyleTable {
  /** The number of the combined style: later references override earlier ones. */
  numberOf(...references: readonly StyleReference[]): number;
  /** The part that describes them all. Call it last. */
  part(): string;
}

export function createStyleTable(saved: SavedWorkbook): StyleTable {
  const formats = createList();
  const fonts = createList();
  const fills = createList();
  const borders = createList();
  const cells = createList();
  const numbers = new Map<string, number>();

  const resolve = (reference: StyleReference): IStyleData =>
    (typeof reference === 'string' ? saved.styles?.[reference] : reference) ?? {};
  const base: IStyleData = { ...DEFAULT_FONT, ...resolve(saved.defaultStyle) };

  function add(style: IStyleData): number {
    const font = fonts.add(fontOf(style));
    const fill = fills.add(fillOf(style));
    const border = borders.add(borderOf(style.bd));
    const format = formatNumber(style.n?.pattern);
    const alignment = alignmentOf(style);
    return cells.add(
      `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"` +
        flag('applyNumberFormat', format) +
        flag('applyFont', font) +
        flag('applyFill', fill) +
        flag('applyBorder', border) +
        (alignment === '' ? '/>' : ` applyAlignment="1">${alignment}</xf>`),
    );
  }

  function formatNumber(pattern: string | undefined): number {
    if (pattern === undefined || pattern === '' || /^general$/i.test(pattern)) return 0;
    return builtInNumber(pattern) ?? FIRST_OWN_FORMAT + formats.add(pattern);
  }

  // Every workbook has these first.
  fills.add(NO_FILL);
  fills.add('<fill><patternFill patternType="gray125"/></fill>');
  add(base);

  return {
    numberOf(...references) {
      const key = references
        .map((each) => (typeof each === 'string' ? `:${each}` : each ? JSON.stringify(each) : ''))
        .join('\n');
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const number = add(
        references.map(resolve).reduce((under, over) => ({ ...under, ...over }), base),
      );
      numbers.set(key, number);
      return number;
    },
    part: () =>
      `${XML_DECLARATION}<styleSheet xmlns="${SHEET_NAMESPACE}">` +
      section(
        'numFmts',
        formats.items.map(
          (pattern, index) =>
            `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${xmlEscaped(pattern)}"/>`,
        ),
      ) +
      section('fonts', fonts.items) +
      section('fills', fills.items) +
      section('borders', borders.items) +
      section('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']) +
      section('cellXfs', cells.items) +
      section('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']) +
      '</styleSheet>',
  };
}

/** The font of a new workbook in Excel. */
const DEFAULT_FONT: IStyleData = { ff: 'Calibri', fs: 11 };
const NO_FILL = '<fill><patternFill patternType="none"/></fill>';

function createList() {
  const places = new Map<string, number>();
  return {
    get items(): readonly string[] {
      return [...places.keys()];
    },
    add(item: string): number {
      const place = places.get(item) ?? places.size;
      places.set(item, place);
      return place;
    },
  };
}

function section(name: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `<${name} count="${items.length}">${items.join('')}</${name}>`;
}

function flag(name: string, number: number): string {
  return number === 0 ? '' : ` ${name}="1"`;
}

function fontOf({ bl, it, st, ul, fs, cl, ff }: IStyleData): string {
  const colour = colourOf(cl);
  return [
    '<font>',
    bl === BooleanNumber.TRUE ? '<b/>' : '',
    it === BooleanNumber.TRUE ? '<i/>' : '',
    st?.s === BooleanNumber.TRUE ? '<strike/>' : '',
    ul?.s === BooleanNumber.TRUE ? '<u/>' : '',
    `<sz val="${fs ?? DEFAULT_FONT.fs}"/>`,
    colour === undefined ? '' : `<color rgb="${colour}"/>`,
    `<name val="${xmlEscaped(ff ?? DEFAULT_FONT.ff ?? '')}"/>`,
    '</font>',
  ].join('');
}

function fillOf({ bg }: IStyleData): string {
  const colour = colourOf(bg);
  return colour === undefined
    ? NO_FILL
    : `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`;
}

const SIDES = [
  ['left', 'l'],
  ['right', 'r'],
  ['top', 't'],
  ['bottom', 'b'],
] as const;

function borderOf(border: Nullable<IBorderData>): string {
  const sides = SIDES.map(([name, key]) => {
    const side = border?.[key];
    const style = BORDER_STYLES.find((each) => each.style === side?.s)?.name;
    if (style === undefined) return `<${name}/>`;
    return `<${name} style="${style}"><color rgb="${colourOf(side?.cl) ?? 'FF000000'}"/></${name}>`;
  });
  return `<border>${sides.join('')}<diagonal/></border>`;
}

const HORIZONTAL: ReadonlyMap<unknown, string> = new Map([
  [HorizontalAlign.LEFT, 'left'],
  [HorizontalAlign.CENTER, 'center'],
  [HorizontalAlign.RIGHT, 'right'],
  [HorizontalAlign.JUSTIFIED, 'justify'],
  [HorizontalAlign.BOTH, 'justify'],
  [HorizontalAlign.DISTRIBUTED, 'distributed'],
]);
const VERTICAL: ReadonlyMap<unknown, string> = new Map([
  [VerticalAlign.TOP, 'top'],
  [VerticalAlign.MIDDLE, 'center'],
]);

function alignmentOf({ ht, vt, tb }: IStyleData): string {
  const horizontal = HORIZONTAL.get(ht);
  const vertical = VERTICAL.get(vt);
  const written =
    (horizontal === undefined ? '' : ` horizontal="${horizontal}"`) +
    (vertical === undefined ? '' : ` vertical="${vertical}"`) +
    (tb === WrapStrategy.WRAP ? ' wrapText="1"' : '');
  return written === '' ? '' : `<alignment${written}/>`;
}

/** The colour as a file writes it, opaque: `FF1F4E79`. */
export function colourOf(colour: Nullable<IColorStyle>): string | undefined {
  const rgb = colour?.rgb?.trim() ?? '';
  const [, short] = /^#([\da-f]{3})$/i.exec(rgb) ?? [];
  if (short !== undefined)
    return `FF${[...short].map((sign) => sign + sign).join('')}`.toUpperCase();
  const [, long] = /^#([\da-f]{6})(?:[\da-f]{2})?$/i.exec(rgb) ?? [];
  if (long !== undefined) return `FF${long}`.toUpperCase();
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/i.exec(rgb)?.slice(1);
  if (parts === undefined) return undefined;
  const written = parts.map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0'));
  return `FF${written.join('')}`.toUpperCase();
}
