import { BooleanNumber } from '@univerjs/core';
import { rootNamespace } from '../../addin/spreadsheet/xml-element';
import { isFormerPart } from '../../addin/spreadsheet/workbook-parts';
import { isToBeCalculated, spillsOf, partsIn, type SavedWorkbook } from '../saved-workbook';
import type { Slicer } from '../../engine/lookup';
import { namesOf, type SavedName } from './defined-names';
import { namesOfPage, pageDrawingPart, pageIn, type KeptPage } from './page-pictures';
import { namesWhatIsElsewhere, type FormulaText } from './formula-text';
import { noteDrawingPart, notesPart, notesOf } from './notes';
import { relationsPart } from './package-reading';
import { writeColourRules } from './colour-rules';
import { writeSheetPart } from './sheet-part-writing';
import {
  createStringTable,
  RELATIONS_NAMESPACE,
  SHEET_NAMESPACE,
  XML_DECLARATION,
} from './xml-writing';
import { createStyleTable } from './cell-styles';
import { attributesOf, CALCULATION } from './kept-looks';
import { propertiesOf } from './document-properties';
import { withHiddenRows } from './filters';
import { VERY_HIDDEN } from './workbook-file-reading';
import { withTableNames } from './table-names';
import type { FormulaPlace, NamedParts } from './table-references';
import { allTablesOf, isTableRange, ownFilter, tablePart, withSheets } from './tables';
import { textToFile, xmlEscaped } from '../../engine/places/workbook-text';
import { Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';

export interface WritingOptions {
  readonly formulas: FormulaText;
  readonly slice: Slicer;
  readonly activeSheetId: string | undefined;
  /** Returns a globally unique ID for a part. */
  newId(): string;
}

export type WrittenFile =
  | { readonly kind: 'file'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly message: string };

/** Writes the workbook as Excel does. */
export async function writeWorkbookFile(
  saved: SavedWorkbook,
  { formulas, slice, activeSheetId, newId }: WritingOptions,
): Promise<WrittenFile> {
  const order = saved.sheetOrder ?? [];
  const listed = order.map((id) => ({ id, name: saved.sheets?.[id]?.name ?? '' }));
  const message = namesFault(listed.map(({ name }) => name));
  if (message !== undefined) return { kind: 'failed', message };
  const parts = createPackageParts();
  const styles = createStyleTable(saved);
  const strings = createStringTable();
  const spills = spillsOf(saved);
  const notes = new Map(notesOf(saved).map((each) => [each.sheetId, each.notes]));
  parts.relate('', 'officeDocument', WORKBOOK);
  parts.relate('', 'extended-properties', 'docProps/app.xml');
  const sheets: string[] = [];
  const names = namesOf(saved).filter(({ name }) => !isTableRange(name));
  const namesTaken = new Set(names.map(({ name }) => name.toLowerCase()));
  const tables = allTablesOf(saved, namesTaken);
  const named = withSheets(saved, tables);
  const inFile: InFile = (formula, at, tableParts) => {
    const written = formulas.toFile(formula);
    if (namesWhatIsElsewhere(written)) return undefined;
    if (tableParts === undefined) return written;
    return formulas.toFile(withTableNames(formula, at, named, tableParts));
  };
  let tableCount = 0;
  let pictureCount = 0;
  for (const [place, { id, name }] of listed.entries()) {
    const onSheet = tables.get(id) ?? [];
    const own = ownFilter(saved, id, onSheet);
    if (own !== undefined) names.push(own.name);
    const filteredOut = [...onSheet, ...(own === undefined ? [] : [own])].flatMap(
      (each) => each.filteredOut,
    );
    const sheet = withHiddenRows(saved.sheets?.[id] ?? {}, filteredOut);
    const number = place + 1;
    const part = `xl/worksheets/sheet${number}.xml`;
    const noteRelation = addNotes(parts, part, number, notes.get(id) ?? []);
    const page = pageIn(sheet.custom);
    for (const each of page === undefined ? [] : namesOfPage(page, id, name)) names.push(each);
    const pictures = page?.pictures ?? [];
    const drawingRelation = addPictures(parts, part, number, pictures, pictureCount);
    pictureCount += pictures.length;
    const written = await writeSheetPart(
      {
        sheet,
        spills: spills(id),
        isActive: id === activeSheetId,
        drawingRelation,
        noteRelation,
        filter: own?.element ?? '',
        conditions: writeColourRules(saved, id),
        tableRelations: onSheet.map((table) => {
          const target = `xl/tables/table${(tableCount += 1)}.xml`;
          parts.add(target, contentType('table'), tablePart(table, tableCount));
          return parts.relate(part, 'table', target);
        }),
      },
      { styles, strings, inFile, slice },
    );
    parts.add(part, contentType('worksheet'), written);
    const relation = parts.relate(WORKBOOK, 'worksheet', part);
    const hidden = sheet.custom?.[VERY_HIDDEN] === true ? 'veryHidden' : 'hidden';
    const state = sheet.hidden === BooleanNumber.TRUE ? ` state="${hidden}"` : '';
    sheets.push(
      `<sheet name="${textToFile(name)}" sheetId="${number}"${state} r:id="${relation}"/>`,
    );
  }
  parts.relate(WORKBOOK, 'styles', 'xl/styles.xml');
  parts.add('xl/styles.xml', contentType('styles'), styles.part());
  parts.relate(WORKBOOK, 'sharedStrings', 'xl/sharedStrings.xml');
  parts.add('xl/sharedStrings.xml', contentType('sharedStrings'), strings.part());
  parts.relate(WORKBOOK, 'sheetMetadata', 'xl/metadata.xml');
  parts.add('xl/metadata.xml', contentType('sheetMetadata'), METADATA);
  addCustomParts(
    parts,
    partsIn(saved).filter((part) => !isFormerPart(part)),
    newId,
  );
  const active = Math.max(0, order.indexOf(activeSheetId ?? ''));
  parts.add(WORKBOOK, contentType('sheet.main'), [
    `${XML_DECLARATION}<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${RELATIONS_NAMESPACE}"><workbookPr/>`,
    `<bookViews><workbookView activeTab="${active}"/></bookViews>`,
    `<sheets>${sheets.join('')}</sheets>`,
    definedNames(names, order, inFile),
    `<calcPr calcId="${CALCULATED_BY}"${attributesOf(saved.custom?.[CALCULATION])}${isToBeCalculated(saved) ? ' fullCalcOnLoad="1"' : ''}/></workbook>`,
  ]);
  parts.add('docProps/app.xml', `${DOCUMENT}.extended-properties+xml`, APPLICATION);
  for (const { part, relation, contentType: type, text } of propertiesOf(saved)) {
    parts.relate('', relation, part);
    parts.add(part, type, text);
  }
  return { kind: 'file', bytes: await writePackage(parts.finish(), slice) };
}

/** A formula in the file's notation; undefined if it names what the file lacks. */
type InFile = (
  formula: string,
  at: FormulaPlace | undefined,
  parts: NamedParts | undefined,
) => string | undefined;

const WORKBOOK = 'xl/workbook.xml';
const DOCUMENT = 'application/vnd.openxmlformats-officedocument';
/**
 * The number of today's Excel, which recalculates everything in a file from an older one, and would
 * so call every Locus function.
 */
const CALCULATED_BY = 191_029;
/**
 * Names Excel, as other programs that write the format do: LibreOffice shows the saved texts of
 * formulas that it cannot calculate only in files from programs that it knows.
 */
const APPLICATION = `${XML_DECLARATION}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Microsoft Excel</Application></Properties>`;
/** What `cm="1"` on a cell refers to: its formula is a dynamic array. */
const METADATA = `${XML_DECLARATION}<metadata xmlns="${SHEET_NAMESPACE}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`;
const CUSTOM_PROPERTIES = 'http://schemas.openxmlformats.org/officeDocument/2006/customXml';
const MAX_SHEET_NAME = 31;

function contentType(kind: string): string {
  return `${DOCUMENT}.spreadsheetml.${kind}+xml`;
}

/** Excel's own rules: Excel repairs a file that breaks them, and formulas lose their sheets. */
function namesFault(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    const isUsable =
      name !== '' && name.length <= MAX_SHEET_NAME && !/[[\]:*?/\\]|^'|'$/.test(name);
    if (!isUsable) {
      return `Excel doesn’t allow a sheet named "${name}". Use 1 to ${MAX_SHEET_NAME} characters, without [ ] : * ? / \\ and without an apostrophe at either end.`;
    }
    if (seen.has(name.toLowerCase())) return `Two sheets are named "${name}". Rename one.`;
    seen.add(name.toLowerCase());
  }
  return names.length === 0 ? 'There’s no sheet to save.' : undefined;
}

function addNotes(
  parts: PackageParts,
  sheetPart: string,
  number: number,
  notes: Parameters<typeof notesPart>[0],
): string | undefined {
  if (notes.length === 0) return undefined;
  const comments = `xl/comments${number}.xml`;
  const drawing = `xl/drawings/vmlDrawing${number}.vml`;
  parts.add(comments, contentType('comments'), notesPart(notes));
  parts.add(drawing, undefined, noteDrawingPart(notes));
  parts.relate(sheetPart, 'comments', comments);
  return parts.relate(sheetPart, 'vmlDrawing', drawing);
}

function addPictures(
  parts: PackageParts,
  sheetPart: string,
  number: number,
  pictures: KeptPage['pictures'],
  before: number,
): string | undefined {
  if (pictures.length === 0) return undefined;
  const drawing = `xl/drawings/drawing${number}.xml`;
  const relations = pictures.map(({ png }, index) => {
    const target = `xl/media/image${before + index + 1}.png`;
    parts.add(target, undefined, [Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]);
    return parts.relate(drawing, 'image', target);
  });
  parts.add(drawing, `${DOCUMENT}.drawing+xml`, pageDrawingPart(pictures, relations));
  return parts.relate(sheetPart, 'drawing', drawing);
}

function addCustomParts(parts: PackageParts, texts: readonly string[], newId: () => string): void {
  texts.forEach((text, index) => {
    const item = `customXml/item${index + 1}.xml`;
    const properties = `customXml/itemProps${index + 1}.xml`;
    const namespace = rootNamespace(text) ?? '';
    const schema = `<ds:schemaRefs><ds:schemaRef ds:uri="${xmlEscaped(namespace)}"/></ds:schemaRefs>`;
    // Every part is written in UTF-8, whatever its encoding was.
    parts.add(item, undefined, text.replace(/^\uFEFF?<\?xml[^>]*\?>\s*/, XML_DECLARATION));
    parts.add(
      properties,
      `${DOCUMENT}.customXmlProperties+xml`,
      `${XML_DECLARATION}<ds:datastoreItem ds:itemID="{${newId().toUpperCase()}}" xmlns:ds="${CUSTOM_PROPERTIES}">${namespace === '' ? '<ds:schemaRefs/>' : schema}</ds:datastoreItem>`,
    );
    parts.relate(WORKBOOK, 'customXml', item);
    parts.relate(item, 'customXmlProps', properties);
  });
}

function definedNames(
  names: readonly SavedName[],
  order: readonly string[],
  inFile: InFile,
): string {
  const seen = new Set<string>();
  const written = names.flatMap(({ name, formula, parts, sheetId, isHidden, comment }) => {
    const place = sheetId === undefined ? undefined : order.indexOf(sheetId);
    const key = `${place ?? ''}:${name.toLowerCase()}`;
    const text = inFile(formula, undefined, parts);
    const isUsable = NAME.test(name) && formula !== '';
    if (!isUsable || text === undefined || place === -1 || seen.has(key)) return [];
    seen.add(key);
    return [
      `<definedName name="${textToFile(name)}"` +
        (comment === undefined ? '' : ` comment="${textToFile(comment)}"`) +
        (place === undefined ? '' : ` localSheetId="${place}"`) +
        (isHidden ? ' hidden="1"' : '') +
        `>${textToFile(text)}</definedName>`,
    ];
  });
  return written.length === 0 ? '' : `<definedNames>${written.join('')}</definedNames>`;
}

/** Names that Excel accepts; others would make it repair the file. */
const NAME = /^[\p{L}_\\][\p{L}\p{N}_.\\?]{0,254}$/u;

/** Collects a package's parts with their content types and relations. */
interface PackageParts {
  /**
   * Adds a part.
   *
   * @param contentType undefined if the name's extension implies it.
   */
  add(name: string, contentType: string | undefined, text: string | PackagePart['text']): void;
  /** Adds a relation from a part (`''` is the package) to another. Returns its ID. */
  relate(from: string, kind: string, target: string): string;
  /** Returns all parts, in the order in which programs look for them. */
  finish(): PackagePart[];
}

function createPackageParts(): PackageParts {
  const parts: PackagePart[] = [];
  const types = new Map<string, string>();
  const relations = new Map<string, { id: string; kind: string; target: string }[]>();
  return {
    add(name, contentType, text) {
      parts.push({ name, text: typeof text === 'string' ? [text] : text });
      if (contentType !== undefined) types.set(name, contentType);
    },
    relate(from, kind, target) {
      const list = relations.get(from) ?? [];
      relations.set(from, list);
      const id = `rId${list.length + 1}`;
      list.push({ id, kind, target });
      return id;
    },
    finish() {
      const related = [...relations].map(([from, list]) => ({
        name: relationsPart(from),
        text: [relationsText(from, list)],
      }));
      return [{ name: '[Content_Types].xml', text: [contentTypes(types)] }, ...related, ...parts];
    },
  };
}

const TYPES_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/content-types';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
/** Content types that a name's extension implies. */
const DEFAULTS = [
  ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
  ['xml', 'application/xml'],
  ['vml', 'application/vnd.openxmlformats-officedocument.vmlDrawing'],
  ['png', 'image/png'],
] as const;

function contentTypes(types: ReadonlyMap<string, string>): string {
  const defaults = DEFAULTS.map(
    ([ending, type]) => `<Default Extension="${ending}" ContentType="${type}"/>`,
  );
  const overrides = [...types].map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`,
  );
  return `${XML_DECLARATION}<Types xmlns="${TYPES_NAMESPACE}">${defaults.join('')}${overrides.join('')}</Types>`;
}

function relationsText(
  from: string,
  list: readonly { id: string; kind: string; target: string }[],
): string {
  const written = list.map(
    ({ id, kind, target }) =>
      `<Relationship Id="${id}" Type="${typeOf(kind)}" Target="${xmlEscaped(pathBetween(from, target))}"/>`,
  );
  return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONS}">${written.join('')}</Relationships>`;
}

/** A kind with a slash is already the full type of another standard. */
function typeOf(kind: string): string {
  return kind.includes('/') ? kind : `${RELATIONS_NAMESPACE}/${kind}`;
}

/** `xl/workbook.xml` to `customXml/item1.xml` is `../customXml/item1.xml`. */
function pathBetween(from: string, target: string): string {
  const here = from.split('/').slice(0, -1);
  const there = target.split('/');
  while (here.length > 0 && here[0] === there[0]) {
    here.shift();
    there.shift();
  }
  return [...here.map(() => '..'), ...there].join('/');
}

/** A part of a package, with its text, or its bytes, in the pieces it was made in. */
export interface PackagePart {
  readonly name: string;
  readonly text: readonly (string | Uint8Array)[];
}

/** A zip file of these parts, in this order. Equal parts give equal bytes. */
async function writePackage(
  parts: readonly PackagePart[],
  slice: Slicer,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), OPTIONS);
  for (const { name, text } of parts) await writer.add(name, { readable: encoded(text, slice) });
  return writer.close();
}

/** Writes sizes before each part, where the oldest readers look for them. */
const OPTIONS = {
  useWebWorkers: false,
  dataDescriptor: false,
  extendedTimestamp: false,
  // The earliest date that zip files allow: a workbook need not reveal when it was saved.
  lastModDate: new Date(1980, 0, 1),
};

function encoded(text: PackagePart['text'], slice: Slicer): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = text[next];
        next += 1;
        if (piece === undefined) return controller.close();
        controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
        await slice();
      },
    },
    { highWaterMark: 0 },
  );
}
