import { IResourceManagerService, UniverInstanceType } from '@univerjs/core';
import type { FWorkbook } from '@univerjs/sheets/facade';
import { formatArea } from '../addin/spreadsheet/cell-address';
import type { TextPlace, WorkbookText } from '../addin/spreadsheet/workbook-contents';
import { rootNamespace } from '../addin/spreadsheet/workbook-parts';
import { SPILLS_FIELD } from './saved-spills';
import type { Spreadsheet } from './spreadsheet';
import { partsIn, withParts } from './workbook-parts';

/** A text of a workbook other than a cell's own, with a way to change it. */
export interface ChangeableText extends WorkbookText {
  /** Null removes what holds the text. */
  put(text: string | null): void;
}

export function textsOf(spreadsheet: Spreadsheet): ChangeableText[] {
  const workbook = spreadsheet.workbook();
  const all = [
    ...sheetNames(workbook),
    ...names(workbook),
    ...notes(workbook),
    ...settings(workbook),
    ...parts(workbook),
    ...otherData(spreadsheet),
  ];
  return all.map((one) => ({ ...one, text: asText(one.text) }));
}

/** A workbook from elsewhere may hold anything where texts should be. */
function asText(held: unknown): string {
  return typeof held === 'string' ? held : (JSON.stringify(held) ?? '');
}

function placeOf(place: Partial<TextPlace> & Pick<TextPlace, 'kind' | 'id' | 'label'>): TextPlace {
  return { field: 'text', address: undefined, repair: 'replace', ...place };
}

function sheetNames(workbook: FWorkbook): ChangeableText[] {
  return workbook.getSheets().map((sheet) => ({
    place: placeOf({
      kind: 'sheet',
      id: sheet.getSheetId(),
      field: 'name',
      label: sheet.isSheetHidden() ? `${sheet.getSheetName()} (hidden)` : sheet.getSheetName(),
    }),
    text: sheet.getSheetName(),
    put: (text) => void sheet.setName(text ?? 'Sheet'),
  }));
}

function names(workbook: FWorkbook): ChangeableText[] {
  return workbook.getDefinedNames().flatMap((name) => {
    const label = name.getName();
    const id = `${name.getLocalSheetId() ?? ''}!${label}`;
    const texts: [field: string, text: string, put: (text: string) => void][] = [
      ['formula', name.getFormulaOrRefString(), (text) => name.setRef(text)],
      ['comment', name.getComment() ?? '', (text) => name.setComment(text)],
    ];
    const own: ChangeableText = {
      place: placeOf({ kind: 'name', id, field: 'name', label, repair: 'remove' }),
      text: label,
      put: () => name.delete(),
    };
    return [
      own,
      ...texts.map(([field, text, put]): ChangeableText => ({
        place: placeOf({ kind: 'name', id, field, label }),
        text,
        put: (next) => putName(name, field, next, put),
      })),
    ];
  });
}

type DefinedName = ReturnType<FWorkbook['getDefinedNames']>[number];

function putName(
  name: DefinedName,
  field: string,
  text: string | null,
  put: (text: string) => void,
): void {
  if (text !== null) put(text);
  else if (field === 'comment') put('');
  else name.delete();
}

function notes(workbook: FWorkbook): ChangeableText[] {
  return workbook.getSheets().flatMap((sheet) =>
    sheet.getNotes().map((note): ChangeableText => {
      const { row, col: column } = note;
      const area = { startRow: row, startColumn: column, endRow: row, endColumn: column };
      const address = formatArea({ ...area, sheet: sheet.getSheetName() });
      return {
        place: placeOf({
          kind: 'note',
          id: `${sheet.getSheetId()}!${note.id}`,
          label: address,
          address,
        }),
        text: note.note,
        put(text) {
          const range = sheet.getRange(row, column);
          if (text === null) range.deleteNote();
          else range.createOrUpdateNote({ ...note, note: text });
        },
      };
    }),
  );
}

/** Whatever a workbook keeps under `custom`, as Excel keeps a document's settings. */
function settings(workbook: FWorkbook): ChangeableText[] {
  const own = settingsIn('', workbook.getWorkbook().getCustomMetadata() ?? {}, (custom) => {
    workbook.getWorkbook().setCustomMetadata(custom);
  });
  const ofSheets = workbook.getSheets().flatMap((sheet) =>
    settingsIn(sheet.getSheetId(), sheet.getCustomMetadata() ?? {}, (custom) => {
      sheet.setCustomMetadata(custom);
    }),
  );
  return [...own, ...ofSheets];
}

function settingsIn(
  owner: string,
  custom: Readonly<Record<string, unknown>>,
  keep: (custom: Record<string, unknown>) => void,
): ChangeableText[] {
  return Object.entries(custom).flatMap(([name, value]): ChangeableText[] => {
    if (
      owner === '' &&
      (name === SPILLS_FIELD || partsIn({ custom: { [name]: value } }).length > 0)
    ) {
      return [];
    }
    const remove = (): void => {
      keep(Object.fromEntries(Object.entries(custom).filter(([other]) => other !== name)));
    };
    const place = placeOf({ kind: 'setting', id: `${owner}!${name}`, label: name });
    const isText = typeof value === 'string';
    return [
      { place: { ...place, field: 'key', repair: 'remove' }, text: name, put: remove },
      {
        place: isText ? place : { ...place, repair: 'remove' },
        text: isText ? value : (JSON.stringify(value) ?? ''),
        put(text) {
          if (text === null || !isText) remove();
          else keep({ ...custom, [name]: text });
        },
      },
    ];
  });
}

function parts(workbook: FWorkbook): ChangeableText[] {
  const model = workbook.getWorkbook();
  const held = partsIn({ custom: model.getCustomMetadata() ?? {} });
  return held.map((xml, index) => ({
    place: placeOf({ kind: 'part', id: `${index}`, label: rootNamespace(xml) ?? `${index + 1}` }),
    text: xml,
    put(text) {
      const rest = held.flatMap((part, at) =>
        at !== index ? [part] : text === null ? [] : [text],
      );
      const { custom } = withParts({ custom: model.getCustomMetadata() ?? {} }, rest);
      model.setCustomMetadata(custom ?? {});
    },
  }));
}

/** Names and notes are read on their own. */
const KNOWN_RESOURCES = new Set(['SHEET_DEFINED_NAME_PLUGIN', 'SHEET_NOTE_PLUGIN']);

/** The title and, read-only, what Univer's other plugins store: colours by rule, number formats. */
function otherData({ injector, workbook }: Spreadsheet): ChangeableText[] {
  const resources = injector
    .get(IResourceManagerService)
    .getResources(workbook().getId(), UniverInstanceType.UNIVER_SHEET);
  const { name, styles } = workbook().getWorkbook().getSnapshot();
  const texts: [label: string, text: string][] = [
    ...resources
      .filter((resource) => !KNOWN_RESOURCES.has(resource.name))
      .map((resource): [string, string] => [resource.name, resource.data]),
    ['styles', JSON.stringify(styles)],
  ];
  const title: ChangeableText = {
    place: placeOf({ kind: 'property', id: 'name', label: 'Title' }),
    text: name,
    put: (text) => void workbook().setName(text ?? ''),
  };
  return [
    title,
    ...texts.map(([label, text]): ChangeableText => ({
      place: placeOf({ kind: 'other', id: label, label, repair: 'none' }),
      text,
      put: () => undefined,
    })),
  ];
}
