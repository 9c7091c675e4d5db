import { isRecord } from '../../engine/contract/json-checks';
import { xmlEscaped } from '../../engine/places/workbook-text';
import { parseArea, quotedSheet } from '../../addin/spreadsheet/cell-address';
import { DRAWING_SPACE, nameOfPage, type PageId } from '../../addin/spreadsheet/printed-page';
import { columnLetters } from '../../engine/places/column-letters';
import type { ListedName, SavedName } from './defined-names';
import { relationsOf, targetOf, type ReadPackage } from './package-reading';
import { XmlScanner } from './xml-scanner';
import { RELATIONS_NAMESPACE, XML_DECLARATION } from './xml-writing';

/** What a sheet stores under `custom` if it is a printed page of Locus. */
export interface KeptPage {
  readonly id: PageId;
  /** The fingerprint of its cells when they were written. */
  readonly made: string;
  readonly rows: number;
  readonly columns: number;
  readonly pictures: readonly PagePicture[];
}

export interface PagePicture {
  /** The picture begins in the row's first cell, with some room above it. */
  readonly row: number;
  /** In base64. */
  readonly png: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly description: string;
}

const FIELD = 'locusPage';
const IDS: readonly PageId[] = ['ranking', 'comparison'];

/** Returns what such a sheet has under `custom`. */
export function keepingPage(page: KeptPage): Record<string, unknown> {
  return { [FIELD]: page };
}

/** Checks what is stored, because a workbook that the device has kept may contain anything. */
export function pageIn(custom: unknown): KeptPage | undefined {
  const page = isRecord(custom) ? custom[FIELD] : undefined;
  if (!isRecord(page) || !Array.isArray(page.pictures)) return undefined;
  const { made, rows, columns } = page;
  const id = IDS.find((each) => each === page.id);
  if (id === undefined || typeof made !== 'string') return undefined;
  if (!isSize(rows) || !isSize(columns)) return undefined;
  return { id, made, rows, columns, pictures: page.pictures.filter(isPicture) };
}

function isPicture(picture: unknown): picture is PagePicture {
  if (!isRecord(picture)) return false;
  const { row, png, width, height, description } = picture;
  return (
    (row === 0 || isSize(row)) &&
    isSize(width) &&
    isSize(height) &&
    typeof png === 'string' &&
    typeof description === 'string' &&
    /^[A-Za-z\d+/]+=*$/.test(png)
  );
}

const MOST = 20_000;

function isSize(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < MOST;
}

/** Returns the names by which a file recognises a page, and prints only its cells. */
export function namesOfPage(page: KeptPage, sheetId: string, sheet: string): readonly SavedName[] {
  const at = quotedSheet(sheet);
  const last = `$${columnLetters(page.columns - 1)}$${String(page.rows)}`;
  const name = { parts: undefined, isHidden: false, comment: undefined };
  return [
    { ...name, name: PRINT_AREA, formula: `${at}!$A$1:${last}`, sheetId },
    {
      ...name,
      name: nameOfPage(page.id),
      formula: `${at}!$A$1`,
      sheetId: undefined,
      isHidden: true,
      comment: page.made,
    },
  ];
}

const PRINT_AREA = '_xlnm.Print_Area';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const MAIN = 'http://schemas.openxmlformats.org/drawingml/2006/main';
/** English Metric Units: 914,400 to an inch. */
const UNITS = 9_525;

/**
 * Writes the drawing with a page's pictures.
 *
 * @param relations the relations to the pictures, in their order.
 */
export function pageDrawingPart(
  pictures: readonly PagePicture[],
  relations: readonly string[],
): string {
  const anchors = pictures.map(({ row, width, height, description }, index) => {
    const size = `cx="${Math.round(width * UNITS)}" cy="${Math.round(height * UNITS)}"`;
    return (
      `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${(DRAWING_SPACE / 2) * UNITS}</xdr:rowOff></xdr:from><xdr:ext ${size}/>` +
      `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${index + 2}" name="Picture ${index + 1}" descr="${xmlEscaped(description)}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>` +
      `<xdr:blipFill><a:blip r:embed="${relations[index] ?? ''}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
      `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`
    );
  });
  return `${XML_DECLARATION}<xdr:wsDr xmlns:xdr="${DRAWING}" xmlns:a="${MAIN}" xmlns:r="${RELATIONS_NAMESPACE}">${anchors.join('')}</xdr:wsDr>`;
}

export interface ReadPages {
  /** By the sheet's index in the workbook. */
  readonly pages: ReadonlyMap<number, KeptPage>;
  /** The names of the parts that are kept whole. */
  readonly parts: ReadonlySet<string>;
  /** The workbook's names, without those that mark a sheet as a page. */
  readonly names: readonly ListedName[];
}

/** Reads the pages of a file with their pictures. Other drawings on them are left out. */
export async function readPages(
  opened: ReadPackage,
  sheets: readonly { readonly name: string; readonly part: string | undefined }[],
  names: readonly ListedName[],
): Promise<ReadPages> {
  const pages = new Map<number, KeptPage>();
  const parts = new Set<string>();
  const known = new Set<ListedName>();
  for (const id of IDS) {
    const named = names.find(({ name, sheet }) => name === nameOfPage(id) && sheet === undefined);
    if (named === undefined) continue;
    known.add(named);
    const at = parseArea(named.formula)?.sheet;
    const place = sheets.findIndex(({ name }) => name === at);
    const printed = names.find(({ name, sheet }) => name === PRINT_AREA && sheet === place);
    const area = parseArea(printed?.formula ?? '');
    const part = sheets[place]?.part;
    if (part === undefined || printed === undefined || area === undefined) continue;
    known.add(printed);
    const [rows, columns] = [area.endRow + 1, area.endColumn + 1];
    const pictures = await picturesOf(opened, part, parts);
    pages.set(place, { id, made: named.comment ?? '', rows, columns, pictures });
  }
  return { pages, parts, names: names.filter((name) => !known.has(name)) };
}

async function picturesOf(
  opened: ReadPackage,
  part: string,
  read: Set<string>,
): Promise<PagePicture[]> {
  const drawing = targetOf(opened, await relationsOf(opened, part), 'drawing');
  if (drawing === undefined) return [];
  const relations = await relationsOf(opened, drawing);
  const pictures: PagePicture[] = [];
  let isWhole = true;
  let next = NOTHING;
  const xml = new XmlScanner(await opened.text(drawing));
  for (const element of xml.elements()) {
    if (element === 'oneCellAnchor') next = NOTHING;
    else if (element === 'row') next = { ...next, row: Number(xml.innerText()) };
    else if (element === 'cNvPr') next = { ...next, description: xml.attribute('descr') ?? '' };
    else if (element === 'ext' && xml.attribute('cx') !== undefined) {
      const side = (name: string): number => Math.round(Number(xml.attribute(name)) / UNITS);
      next = { ...next, width: side('cx'), height: side('cy') };
    } else if (element === 'blip') {
      const target = relations.find(({ id }) => id === xml.attribute('embed'))?.target;
      const png = target?.toLowerCase().endsWith('.png') ? await opened.base64(target) : '';
      const picture = { ...next, png };
      if (isPicture(picture)) pictures.push(picture);
      else isWhole = false;
      if (target !== undefined) read.add(target);
    } else if (/^(?:graphicFrame|sp|cxnSp|grpSp|twoCellAnchor)$/.test(element)) isWhole = false;
  }
  if (isWhole) read.add(drawing);
  return pictures;
}

const NOTHING = { row: 0, width: 0, height: 0, description: '' };
