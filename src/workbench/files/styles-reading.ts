import {
  BooleanNumber,
  BorderStyleTypes,
  HorizontalAlign,
  type IBorderData,
  type IStyleData,
  VerticalAlign,
  WrapStrategy,
} from '@univerjs/core';
import type { ColourReader } from './colours';
import { isDateFormat } from '../../engine/places/dates';
import { formatOf } from './number-formats';
import { XmlScanner } from './xml-scanner';

/** The styles of a workbook's cells. */
export interface ReadStyles {
  /** By the ids that cells refer to. */
  readonly styles: Record<string, IStyleData>;
  /** The style of cells that specify nothing else. */
  readonly base: IStyleData;
  /** The id for a cell's style number; undefined if that style is just the base. */
  idOf(number: number): string | undefined;
  isDate(number: number): boolean;
}

type Looks = Partial<IStyleData>;

/** A cell's style is a number, which refers to a font, a fill, a border and a format by theirs. */
export function readStyles(text: string, colourOf: ColourReader): ReadStyles {
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
      cells.push({
        ...part(fonts, 'fontId'),
        ...part(fills, 'fillId'),
        ...part(borders, 'borderId'),
        ...(!isPlain && { n: { pattern } }),
        ...readAlignment(xml),
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
    else if (event === 'open' && xml.name !== 'styleSheet') xml.skip();
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
    idOf: (number) => (Object.hasOwn(styles, `x${number}`) ? `x${number}` : undefined),
    isDate: (number) => isDateFormat(cells[number]?.n?.pattern ?? ''),
  };
}

function withoutBase(looks: Looks, base: Looks): Looks {
  const entries = Object.entries(looks).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(base[key as keyof Looks]),
  );
  return Object.fromEntries(entries);
}

/** Calls back for each element inside the one just opened, at any depth. */
function within(xml: XmlScanner, visit: (name: string) => void): void {
  for (let depth = 1; depth > 0;) {
    const event = xml.next();
    if (event === 'end') return;
    if (event === 'open') {
      depth += 1;
      visit(xml.name);
    } else if (event === 'close') depth -= 1;
  }
}

function readFont(xml: XmlScanner, colourOf: ColourReader): Looks {
  const font: Looks = {};
  const isOn = (): boolean => !['0', 'false', 'none'].includes(xml.attribute('val') ?? '1');
  within(xml, (name) => {
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
  });
  return font;
}

function readFill(xml: XmlScanner, colourOf: ColourReader): Looks {
  let isSolid = false;
  let rgb: string | undefined;
  within(xml, (name) => {
    if (name === 'patternFill') isSolid = xml.attribute('patternType') === 'solid';
    else if (name === 'fgColor' && isSolid) rgb = colourOf(xml);
  });
  return rgb === undefined ? {} : { bg: { rgb } };
}

const SIDES: Readonly<Record<string, 'l' | 'r' | 't' | 'b'>> = {
  left: 'l',
  start: 'l',
  right: 'r',
  end: 'r',
  top: 't',
  bottom: 'b',
};

function readBorder(xml: XmlScanner, colourOf: ColourReader): Looks {
  const border: IBorderData = {};
  let side: 'l' | 'r' | 't' | 'b' | undefined;
  within(xml, (name) => {
    if (name !== 'color') {
      side = Object.hasOwn(SIDES, name) ? SIDES[name] : undefined;
      const s = BORDER_STYLES.find((each) => each.name === xml.attribute('style'))?.style;
      if (side !== undefined && s !== undefined) border[side] = { s, cl: { rgb: '#000000' } };
      return;
    }
    const drawn = side === undefined ? undefined : border[side];
    const rgb = colourOf(xml);
    if (drawn && rgb !== undefined) drawn.cl = { rgb };
  });
  return Object.keys(border).length > 0 ? { bd: border } : {};
}

const HORIZONTAL: ReadonlyMap<string | undefined, HorizontalAlign> = new Map([
  ['left', HorizontalAlign.LEFT],
  ['center', HorizontalAlign.CENTER],
  ['right', HorizontalAlign.RIGHT],
  ['justify', HorizontalAlign.JUSTIFIED],
  ['distributed', HorizontalAlign.DISTRIBUTED],
]);
const VERTICAL: ReadonlyMap<string | undefined, VerticalAlign> = new Map([
  ['top', VerticalAlign.TOP],
  ['center', VerticalAlign.MIDDLE],
]);

function readAlignment(xml: XmlScanner): Looks {
  const looks: Looks = {};
  within(xml, (name) => {
    if (name !== 'alignment') return;
    const horizontal = HORIZONTAL.get(xml.attribute('horizontal'));
    const vertical = VERTICAL.get(xml.attribute('vertical'));
    if (horizontal !== undefined) looks.ht = horizontal;
    if (vertical !== undefined) looks.vt = vertical;
    if (['1', 'true'].includes(xml.attribute('wrapText') ?? '')) looks.tb = WrapStrategy.WRAP;
  });
  return looks;
}

/** The names of line styles in a file, and Univer's styles. */
export const BORDER_STYLES: readonly { readonly name: string; readonly style: BorderStyleTypes }[] =
  [
    { name: 'thin', style: BorderStyleTypes.THIN },
    { name: 'hair', style: BorderStyleTypes.HAIR },
    { name: 'dotted', style: BorderStyleTypes.DOTTED },
    { name: 'dashed', style: BorderStyleTypes.DASHED },
    { name: 'dashDot', style: BorderStyleTypes.DASH_DOT },
    { name: 'dashDotDot', style: BorderStyleTypes.DASH_DOT_DOT },
    { name: 'double', style: BorderStyleTypes.DOUBLE },
    { name: 'medium', style: BorderStyleTypes.MEDIUM },
    { name: 'mediumDashed', style: BorderStyleTypes.MEDIUM_DASHED },
    { name: 'mediumDashDot', style: BorderStyleTypes.MEDIUM_DASH_DOT },
    { name: 'mediumDashDotDot', style: BorderStyleTypes.MEDIUM_DASH_DOT_DOT },
    { name: 'slantDashDot', style: BorderStyleTypes.SLANT_DASH_DOT },
    { name: 'thick', style: BorderStyleTypes.THICK },
  ];
