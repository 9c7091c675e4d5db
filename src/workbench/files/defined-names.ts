import type { IDefinedNamesServiceParam } from '@univerjs/preset-sheets-core';
import { formulaTokens } from '../../addin/spreadsheet/formula-tokens';
import { resourceIn, resourceOf, type Resource, type SavedWorkbook } from '../saved-workbook';
import { isRecord } from '../../engine/contract/json-checks';
import type { FormulaReading } from './formula-text';
import { keepingParts, keptParts, type NamedParts } from './table-references';

interface DefinedName {
  readonly name: string;
  /** Without the `=`. */
  readonly formula: string;
  readonly isHidden: boolean;
  readonly comment: string | undefined;
}

/** A name in a file, with the index of the only sheet in which it is valid, if there is one. */
export interface ListedName extends DefinedName {
  readonly sheet: number | undefined;
}

/** A name in an open workbook, with the only sheet in which it is valid, if there is one. */
export interface SavedName extends DefinedName {
  readonly sheetId: string | undefined;
  readonly parts: NamedParts | undefined;
}

/** Where Univer keeps a workbook's names, as JSON. */
const RESOURCE = 'SHEET_DEFINED_NAME_PLUGIN';
/** Univer's scope of a name that is valid in every sheet. */
const EVERYWHERE = 'AllDefaultWorkbook';
/** Names that Excel makes itself, for print areas or filters. They mean nothing here. */
const BUILT_IN = /^_xlnm\./i;
/**
 * Where a workbook keeps, under `custom`, the tables that a name's formula named, by the name's id.
 */
const TABLE_PARTS = 'locusNamesOfTables';
/** What a name contains if it is more than a reference to cells. */
const CALCULATES = /[(*/^&<>=+{]/;
/** People do not make more. */
const MOST_NAMES = 20_000;

/**
 * Converts the names of a file to Univer's, and reports those for which it has no place.
 *
 * @param ids the sheets' IDs in the workbook's order; undefined for a sheet without cells.
 * @param lose called for each name that cannot stay.
 */
export function namesFromFile(
  names: readonly ListedName[],
  ids: readonly (string | undefined)[],
  formulas: Pick<FormulaReading, 'fromFile'>,
  lose: FormulaReading['lose'] = () => undefined,
): { readonly resource: Resource; readonly custom: Record<string, unknown> } {
  const kept: [string, IDefinedNamesServiceParam][] = [];
  const tableParts: Record<string, unknown> = {};
  for (const { name, formula, sheet, isHidden, comment } of names.slice(0, MOST_NAMES)) {
    const localSheetId = sheet === undefined ? EVERYWHERE : ids[sheet];
    if (BUILT_IN.test(name) || name === '' || formula === '' || localSheetId === undefined)
      continue;
    const { text, parts } = formulas.fromFile(formula) ?? {};
    if (!text) {
      lose(name);
      continue;
    }
    const id = `name${String(kept.length + 1)}`;
    if (parts !== undefined) tableParts[id] = keepingParts(parts);
    const isReference = !formulaTokens(text).some(
      ({ kind, text: part }) => kind === 'text' || (kind === 'operator' && CALCULATES.test(part)),
    );
    kept.push([
      id,
      {
        id,
        name,
        formulaOrRefString: isReference ? text : `=${text}`,
        localSheetId,
        ...(isHidden && { hidden: true }),
        ...(comment !== undefined && { comment }),
      },
    ]);
  }
  return {
    resource: resourceOf(RESOURCE, Object.fromEntries(kept)),
    custom: Object.keys(tableParts).length === 0 ? {} : { [TABLE_PARTS]: tableParts },
  };
}

/** Adds names that nobody sees to the resource of names. Any other resource stays as it is. */
export function withHiddenNames(
  resource: Resource,
  names: readonly { readonly name: string; readonly formula: string }[],
): Resource {
  if (resource.name !== RESOURCE) return resource;
  const all = JSON.parse(resource.data) as Record<string, IDefinedNamesServiceParam>;
  for (const { name, formula } of names) {
    all[name] = {
      id: name,
      name,
      formulaOrRefString: formula,
      localSheetId: EVERYWHERE,
      hidden: true,
    };
  }
  return resourceOf(RESOURCE, all);
}

/** Makes a resource of names as Univer has them in an open workbook. */
export function resourceOfNames(names: Readonly<Record<string, unknown>>): Resource {
  return resourceOf(RESOURCE, names);
}

/** Returns the names of an open workbook. */
export function namesOf(saved: SavedWorkbook): SavedName[] {
  const names = resourceIn<Record<string, IDefinedNamesServiceParam>>(saved, RESOURCE) ?? {};
  const tableParts: unknown = saved.custom?.[TABLE_PARTS];
  return Object.values(names).map(
    ({ id, name, formulaOrRefString, localSheetId, hidden, comment }) => ({
      name,
      formula: formulaOrRefString.replace(/^=/, ''),
      parts: isRecord(tableParts) ? keptParts(tableParts[id]) : undefined,
      sheetId: localSheetId === undefined || localSheetId === EVERYWHERE ? undefined : localSheetId,
      isHidden: hidden === true,
      comment: comment === '' ? undefined : comment,
    }),
  );
}
