import {
  BooleanNumber,
  BorderStyleTypes,
  HorizontalAlign,
  VerticalAlign,
  WrapStrategy,
} from '@univerjs/core';
import type { IBorderData, IStyleData, IColorStyle, Nullable } from '@univerjs/core';
import type { ColourReader } from './colours';
import {
  AFTER_NAME,
  attributesOf,
  BEFORE_SIZE,
  isPattern,
  isValid,
  type KeptLooks,
} from './kept-looks';
import type { LeftOut } from './left-out';
import { isDateFormat } from '../../engine/places/dates';
import { formatOf, builtInNumber, FIRST_OWN_FORMAT } from './number-formats';
import { XmlScanner } from './xml-scanner';
import type { SavedWorkbook } from '../saved-workbook';
import { xmlEscaped } from '../../engine/places/workbook-text';
import { SHEET_NAMESPACE, XML_DECLARATION } from './xml-writing';

/** The styles of a workbook's cells. */
export interface ReadStyles {
  /** By the IDs that cells refer to. */
  readonly styles: Record<string, IStyleData>;
  /** The style of cells that have no other. */
  readonly base: IStyleData;
  /**
   * Returns the ID of a cell's style number; undefined if that style is only the base. In a file
   * only this style counts for the cell, but in Univer the styles of its row and column, `under`
   * it, show through.
   */
  idOf(number: number, ...under: readonly number[]): string | undefined;
  isDate(number: number): boolean;
}

type Style = IStyleData & { readonly kept?: KeptLooks };
type Looks = Partial<Style>;

/**
 * Reads the styles. A cell's style is a number, which refers to a font, a fill, a border and a
 * format by their numbers.
 */
export function readStyles(
  text: string,
  colourOf: ColourReader,
  { skip }: Pick<LeftOut, 'skip'>,
): ReadStyles {
  const formats = new Map<number, string>();
  const fonts: Looks[] = [];
  const fills: Looks[] = [];
  const borders: Looks[] = [];
  const cells: Looks[] = [];
  const xml = new XmlScanner(text);
  const readers: Record<string, (() => void) | undefined> = {
    numFmt: () =>
      void formats.set(Number(xml.attribute('numFmtId')), xml.attribute('formatCode') ?? ''),
    font: () => void fonts.push(readFont(xml, colourOf)),
    fill: () => void fills.push(readFill(xml, colourOf)),
    border: () => void borders.push(readBorder(xml, colourOf)),
    xf: () => {
      const part = (list: readonly Looks[], name: string) => list[Number(xml.attribute(name) ?? 0)];
      const number = Number(xml.attribute('numFmtId') ?? 0);
      const pattern = formatOf(number, formats.get(number));
      const isPlain = pattern === undefined || /^general$/i.test(pattern);
      const quoted = xml.isTrue('quotePrefix') ? { kept: { quotePrefix: true } } : {};
      if (Number(xml.attribute('xfId') ?? 0) > 0) skip('namedStyle');
      const looks = [
        part(fonts, 'fontId'),
        part(fills, 'fillId'),
        part(borders, 'borderId'),
        quoted,
        readAlignment(xml),
      ];
      const kept = Object.assign({}, ...looks.map((each) => each?.kept)) as KeptLooks;
      cells.push({
        ...(Object.assign({}, ...looks) as Looks),
        ...(!isPlain && { n: { pattern } }),
        ...(Object.keys(kept).length > 0 && { kept }),
      });
    },
  };
  const sections = new Map([
    ['numFmts', 'numFmt'],
    ['fonts', 'font'],
    ['fills', 'fill'],
    ['borders', 'border'],
    ['cellXfs', 'xf'],
  ]);
  let section: string | undefined;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'text') continue;
    if (event === 'open' && xml.name === section) readers[section]?.();
    else if (sections.has(xml.name))
      section = event === 'open' ? sections.get(xml.name) : undefined;
    else if (event === 'open' && xml.name !== 'styleSheet') xml.within();
  }
  return withIds(cells, fonts[0] ?? {});
}

function withIds(cells: readonly Looks[], base: Looks): ReadStyles {
  const styles: Record<string, IStyleData> = {};
  const differing = cells.map((looks) => withoutBase(looks, base));
  differing.forEach((looks, number) => {
    if (Object.keys(looks).length > 0) styles[`x${number}`] = looks;
  });
  return {
    styles,
    base,
    idOf(number, ...under) {
      const others = under.filter((each) => each !== number && differing[each] !== undefined);
      const id = `x${[number, ...others].join('_')}`;
      if (Object.hasOwn(styles, id)) return id;
      const own = differing[number] ?? {};
      const through = others
        .flatMap((each) => Object.keys(differing[each] ?? {}))
        .filter((key) => !Object.hasOwn(own, key));
      if (through.length === 0)
        return Object.hasOwn(styles, `x${number}`) ? `x${number}` : undefined;
      const stopped = through.map((key) => [key, base[key as keyof Looks] ?? null]);
      styles[id] = { ...own, ...(Object.fromEntries(stopped) as Looks) };
      return id;
    },
    isDate: (number) => isDateFormat(cells[number]?.n?.pattern ?? ''),
  };
}

function withoutBase(looks: Looks, base: Looks): Looks {
  const entries = Object.entries(looks).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(base[key as keyof Looks]),
  );
  return Object.fromEntries(entries);
}

function readFont(xml: XmlScanner, colourOf: ColourReader): Looks {
  const font: { -readonly [Key in keyof Looks]: Looks[Key] } = {};
  const kept: Record<string, string> = {};
  const isOn = (): boolean => !['0', 'false', 'none'].includes(xml.attribute('val') ?? '1');
  xml.within((name) => {
    const value = xml.attribute('val') ?? '';
    if (name === 'b' && isOn()) font.bl = BooleanNumber.TRUE;
    else if (name === 'i' && isOn()) font.it = BooleanNumber.TRUE;
    else if (name === 'u' && isOn()) font.ul = { s: BooleanNumber.TRUE };
    else if (name === 'strike' && isOn()) font.st = { s: BooleanNumber.TRUE };
    else if (name === 'sz' && Number(value) > 0) font.fs = Number(value);
    else if (name === 'name' && value !== '') font.ff = value;
    else if (name === 'color') {
      const rgb = colourOf(xml);
      if (rgb !== undefined && rgb !== '#000000') font.cl = { rgb };
    }
    if (isValid(name, value)) kept[name] = value;
  });
  return Object.keys(kept).length === 0 ? font : { ...font, kept: { font: kept } };
}

/** A pattern shows the colour behind it, a gradient the one that it begins with. */
function readFill(xml: XmlScanner, colourOf: ColourReader): Looks {
  const text = xml.copy(() => {
    const rgb = /color$/i.test(xml.name) ? colourOf(xml) : undefined;
    return rgb === undefined ? undefined : [['rgb', `FF${rgb.slice(1)}`]];
  });
  const fill = new XmlScanner(text);
  let pattern: string | undefined;
  const colours: Record<string, string | undefined> = {};
  for (const name of fill.elements()) {
    if (name === 'patternFill') pattern = fill.attribute('patternType');
    if (/color$/i.test(name)) colours[name] ??= colourOf(fill);
  }
  const isGradient = text.includes('<gradientFill');
  if (!isGradient && !isPattern(pattern)) return {};
  const shown = isGradient
    ? colours['color']
    : colours[pattern === 'solid' ? 'fgColor' : 'bgColor'];
  return {
    ...(shown !== undefined && { bg: { rgb: shown } }),
    ...(pattern !== 'solid' && { kept: { fill: { xml: text, shown } } }),
  };
}

function readBorder(xml: XmlScanner, colourOf: ColourReader): Looks {
  const border: IBorderData = {};
  const ways = ['diagonalUp', 'diagonalDown'].filter((way) => xml.isTrue(way));
  let diagonal: string | undefined;
  let side: 'l' | 'r' | 't' | 'b' | undefined;
  xml.within((name) => {
    const line = xml.attribute('style') ?? '';
    if (name === 'diagonal' && valueOf(BORDER_STYLES, line) !== undefined) {
      diagonal = `style="${line}"`;
    }
    if (name !== 'color') {
      side = valueOf(SIDES, name);
      const s = valueOf(BORDER_STYLES, xml.attribute('style'));
      if (side !== undefined && s !== undefined) border[side] = { s, cl: { rgb: '#000000' } };
      return;
    }
    const drawn = side === undefined ? undefined : border[side];
    const rgb = colourOf(xml);
    if (drawn && rgb !== undefined) drawn.cl = { rgb };
    if (side === undefined && diagonal !== undefined && rgb !== undefined) {
      diagonal += `><color rgb="FF${rgb.slice(1)}"/></diagonal`;
    }
  });
  return {
    ...(Object.keys(border).length > 0 && { bd: border }),
    ...(diagonal !== undefined &&
      ways.length > 0 && {
        kept: {
          diagonal: {
            xml: diagonal.includes('>') ? `<diagonal ${diagonal}>` : `<diagonal ${diagonal}/>`,
            ways: ways.map((way) => ` ${way}="1"`).join(''),
          },
        },
      }),
  };
}

function readAlignment(xml: XmlScanner): Looks {
  const looks: { -readonly [Key in keyof Looks]: Looks[Key] } = {};
  let kept: KeptLooks = {};
  xml.within((name) => {
    const own = Object.fromEntries(xml.ownAttributes());
    if (name === 'protection') kept = { ...kept, protection: own };
    if (name !== 'alignment') return;
    const horizontal = valueOf(HORIZONTAL, xml.attribute('horizontal'));
    const vertical = valueOf(VERTICAL, xml.attribute('vertical'));
    if (horizontal !== undefined) looks.ht = horizontal;
    if (vertical !== undefined) looks.vt = vertical;
    if (['1', 'true'].includes(xml.attribute('wrapText') ?? '')) looks.tb = WrapStrategy.WRAP;
    const turned = Number(xml.attribute('textRotation') ?? 0);
    if (turned === STACKED) looks.tr = { a: 0, v: BooleanNumber.TRUE };
    else if (turned > 0 && turned <= 180) looks.tr = { a: turned > 90 ? turned - 90 : -turned };
    const indent = Number(xml.attribute('indent') ?? 0);
    if (indent > 0) looks.pd = { [sideOf(looks)]: indent * INDENT };
    const shown = ['wrapText', 'textRotation', 'indent'];
    if (horizontal !== undefined) shown.push('horizontal');
    if (vertical !== undefined) shown.push('vertical');
    const more = Object.entries(own).filter(
      ([key, value]) => !shown.includes(key) && isValid(key, value),
    );
    if (more.length > 0) kept = { ...kept, alignment: Object.fromEntries(more) };
  });
  return Object.keys(kept).length === 0 ? looks : { ...looks, kept };
}

/** The number that a file has for letters one below the other. */
const STACKED = 255;
/** A step of an indent in pixels: three spaces, in Excel's usual font. */
const INDENT = 9;

function sideOf({ ht }: Looks): 'l' | 'r' {
  return ht === HorizontalAlign.RIGHT ? 'r' : 'l';
}

/** Names in a file, and what Univer calls the same. */
type Names<Value> = readonly (readonly [name: string, value: Value])[];

function valueOf<Value>(names: Names<Value>, name: string | undefined): Value | undefined {
  return names.find(([each]) => each === name)?.[1];
}

function nameOf(names: Names<unknown>, value: unknown): string | undefined {
  return names.find(([, each]) => each === value)?.[0];
}

const SIDES = [
  ['left', 'l'],
  ['right', 'r'],
  ['top', 't'],
  ['bottom', 'b'],
  ['start', 'l'],
  ['end', 'r'],
] as const;
const HORIZONTAL: Names<HorizontalAlign> = [
  ['left', HorizontalAlign.LEFT],
  ['center', HorizontalAlign.CENTER],
  ['right', HorizontalAlign.RIGHT],
  ['justify', HorizontalAlign.JUSTIFIED],
  ['justify', HorizontalAlign.BOTH],
  ['distributed', HorizontalAlign.DISTRIBUTED],
];
const VERTICAL: Names<VerticalAlign> = [
  ['top', VerticalAlign.TOP],
  ['center', VerticalAlign.MIDDLE],
];
const BORDER_STYLES: Names<BorderStyleTypes> = [
  ['thin', BorderStyleTypes.THIN],
  ['hair', BorderStyleTypes.HAIR],
  ['dotted', BorderStyleTypes.DOTTED],
  ['dashed', BorderStyleTypes.DASHED],
  ['dashDot', BorderStyleTypes.DASH_DOT],
  ['dashDotDot', BorderStyleTypes.DASH_DOT_DOT],
  ['double', BorderStyleTypes.DOUBLE],
  ['medium', BorderStyleTypes.MEDIUM],
  ['mediumDashed', BorderStyleTypes.MEDIUM_DASHED],
  ['mediumDashDot', BorderStyleTypes.MEDIUM_DASH_DOT],
  ['mediumDashDotDot', BorderStyleTypes.MEDIUM_DASH_DOT_DOT],
  ['slantDashDot', BorderStyleTypes.SLANT_DASH_DOT],
  ['thick', BorderStyleTypes.THICK],
];

type StyleReference = Nullable<IStyleData | string>;

/** Collects the styles of a workbook's cells, each once. */
export interface StyleTable {
  /** Returns the number of the combined style. Later references override earlier ones. */
  numberOf(...references: readonly StyleReference[]): number;
  /** Returns the part that describes all of them. Call it last. */
  part(): string;
}

/** Creates a table in which style 0 is the workbook's default. */
export function createStyleTable(saved: SavedWorkbook): StyleTable {
  const formats = createList();
  const fonts = createList();
  const fills = createList();
  const borders = createList();
  const cells = createList();
  const numbers = new Map<string, number>();

  const resolve = (reference: StyleReference): Style =>
    (typeof reference === 'string' ? saved.styles?.[reference] : reference) ?? {};
  const base: Style = { ...DEFAULT_FONT, ...resolve(saved.defaultStyle) };

  function add(style: Style): number {
    const protection = attributesOf(style.kept?.protection);
    const font = fonts.add(fontOf(style));
    const fill = fills.add(fillOf(style));
    const border = borders.add(borderOf(style));
    const format = formatNumber(style.n?.pattern);
    const alignment = alignmentOf(style);
    return cells.add(
      `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"` +
        flag('applyNumberFormat', format) +
        flag('applyFont', font) +
        flag('applyFill', fill) +
        flag('applyBorder', border) +
        (style.kept?.quotePrefix === true ? ' quotePrefix="1"' : '') +
        (alignment === '' ? '' : ' applyAlignment="1"') +
        (protection === '' ? '' : ' applyProtection="1"') +
        `>${alignment}${protection === '' ? '' : `<protection${protection}/>`}</xf>`,
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

function fontOf({ bl, it, st, ul, fs, cl, ff, kept }: Style): string {
  const colour = colourOf(cl);
  const of = (name: string): string | undefined => kept?.font?.[name];
  const element = (name: string): string => {
    const value = of(name);
    if (!isValid(name, value)) return '';
    return value === '' ? `<${name}/>` : `<${name} val="${value}"/>`;
  };
  return [
    '<font>',
    bl === BooleanNumber.TRUE ? '<b/>' : '',
    it === BooleanNumber.TRUE ? '<i/>' : '',
    st?.s === BooleanNumber.TRUE ? '<strike/>' : '',
    ...BEFORE_SIZE.map(element),
    ul?.s === BooleanNumber.TRUE ? element('u') || '<u/>' : '',
    element('vertAlign'),
    `<sz val="${fs ?? DEFAULT_FONT.fs}"/>`,
    colour === undefined ? '' : `<color rgb="${colour}"/>`,
    `<name val="${xmlEscaped(ff ?? DEFAULT_FONT.ff ?? '')}"/>`,
    ...AFTER_NAME.map(element),
    '</font>',
  ].join('');
}

function fillOf({ bg, kept }: Style): string {
  const colour = colourOf(bg);
  // Unless a person has chosen another colour since.
  if (kept?.fill && colour === colourOf({ rgb: kept.fill.shown ?? '' })) return kept.fill.xml;
  return colour === undefined
    ? NO_FILL
    : `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`;
}

function borderOf({ bd: border, kept }: Style): string {
  const { xml = '<diagonal/>', ways = '' } = kept?.diagonal ?? {};
  const sides = SIDES.slice(0, 4).map(([name, key]) => {
    const side = border?.[key];
    const style = nameOf(BORDER_STYLES, side?.s);
    if (style === undefined) return `<${name}/>`;
    return `<${name} style="${style}"><color rgb="${colourOf(side?.cl) ?? 'FF000000'}"/></${name}>`;
  });
  return `<border${ways}>${sides.join('')}${xml}</border>`;
}

function alignmentOf(style: Style): string {
  const { ht, vt, tb, tr, pd, kept } = style;
  const turned = tr?.v === BooleanNumber.TRUE ? STACKED : tr ? (tr.a > 0 ? 90 + tr.a : -tr.a) : 0;
  const indent = Math.round((pd?.[sideOf(style)] ?? 0) / INDENT);
  const horizontal = nameOf(HORIZONTAL, ht);
  const vertical = nameOf(VERTICAL, vt);
  const written =
    (horizontal === undefined ? '' : ` horizontal="${horizontal}"`) +
    (vertical === undefined ? '' : ` vertical="${vertical}"`) +
    (turned === 0 ? '' : ` textRotation="${turned}"`) +
    (tb === WrapStrategy.WRAP ? ' wrapText="1"' : '') +
    (indent === 0 ? '' : ` indent="${indent}"`);
  // Unless a person has set another one since.
  const more = Object.entries(kept?.alignment ?? {}).filter(
    ([name]) => !written.includes(` ${name}=`),
  );
  const all = written + attributesOf(Object.fromEntries(more));
  return all === '' ? '' : `<alignment${all}/>`;
}

/** Returns a colour as a file writes it, opaque: `FF1F4E79`. */
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
