import { largest, smallest } from '../../engine/async/extremes';
import type { ReadPackage } from './package-reading';
import { XmlScanner } from './xml-scanner';

/** Reads the colour of the element just opened: `#1F4E79`, or undefined for "automatic". */
export type ColourReader = (xml: XmlScanner) => string | undefined;

/**
 * Creates a reader of colours. A colour may be an index into the workbook's theme, made lighter or
 * darker by a tint.
 */
export async function createColourReader(
  opened: ReadPackage,
  themePart: string | undefined,
): Promise<ColourReader> {
  const theme = readTheme(await opened.text(themePart));
  return (xml) => {
    const base = baseColour(xml, theme);
    const tint = Number(xml.attribute('tint') ?? 0);
    return base === undefined || !(Math.abs(tint) <= 1) ? base : tinted(base, tint);
  };
}

/** The theme lists dark before light; its indices count light before dark. */
const PLACES = [1, 0, 3, 2];
/** The palette of old workbooks from index 8 on; indices 0 to 7 repeat its start. */
const PALETTE =
  '000000FFFFFFFF000000FF000000FFFFFF00FF00FF00FFFF800000008000000080808000800080008080C0C0C0808080' +
  '9999FF993366FFFFCCCCFFFF660066FF80800066CCCCCCFF000080FF00FFFFFF0000FFFF8000808000000080800000FF' +
  '00CCFFCCFFFFCCFFCCFFFF9999CCFFFF99CCCC99FFFFCC993366FF33CCCC99CC00FFCC00FF9900FF6600666699969696' +
  '003366339966003300333300993300993366333399333333';
const PALETTE_START = 8;

function baseColour(xml: XmlScanner, theme: readonly string[]): string | undefined {
  const rgb = xml.attribute('rgb');
  if (rgb !== undefined) {
    return /^(?:[\da-f]{2})?[\da-f]{6}$/i.test(rgb) ? `#${rgb.slice(-6).toUpperCase()}` : undefined;
  }
  const place = Number(xml.attribute('theme') ?? NaN);
  if (Number.isInteger(place)) return theme[PLACES[place] ?? place];
  const index = Number(xml.attribute('indexed') ?? NaN);
  const start = (index < PALETTE_START ? index : index - PALETTE_START) * 6;
  const found = start >= 0 ? PALETTE.slice(start, start + 6) : '';
  return found.length === 6 ? `#${found}` : undefined;
}

function readTheme(text: string): string[] {
  const colours: string[] = [];
  const xml = new XmlScanner(text);
  let isInside = false;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (xml.name === 'clrScheme' && event !== 'text') isInside = event === 'open';
    if (!isInside || event !== 'open') continue;
    const value =
      xml.name === 'srgbClr'
        ? xml.attribute('val')
        : xml.name === 'sysClr'
          ? xml.attribute('lastClr')
          : undefined;
    if (value !== undefined && /^[\da-f]{6}$/i.test(value)) colours.push(`#${value.toUpperCase()}`);
  }
  return colours;
}

/** Lighter (up to 1) or darker (down to -1), with the same hue. */
function tinted(colour: string, tint: number): string {
  if (tint === 0) return colour;
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const most = largest(parts);
  const least = smallest(parts);
  const light = (most + least) / 2;
  const wanted = tint < 0 ? light * (1 + tint) : light + (1 - light) * tint;
  // To keep the saturation, each part's distance from the lightness scales with the room for it.
  const room = 1 - Math.abs(2 * light - 1);
  const scale = room === 0 ? 0 : (1 - Math.abs(2 * wanted - 1)) / room;
  const written = parts.map((part) =>
    Math.round(Math.min(1, Math.max(0, wanted + (part - light) * scale)) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${written.join('').toUpperCase()}`;
}
