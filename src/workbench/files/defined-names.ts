import type { IWorkbookData } from '@univerjs/core';
import type { IDefinedNamesServiceParam } from '@univerjs/preset-sheets-core';
import { formulaTokens } from '../../addin/spreadsheet/formula-tokens';
import type { SavedWorkbook } from '../saved-workbook';
import type { FormulaReading } from './formula-reading';
import type { ListedName } from './workbook-part-reading';

type Resource = NonNullable<IWorkbookData['resources']>[number];

/** A name, and the only sheet in which it is valid, if not in all. */
export interface SavedName {
  readonly name: string;
  /** Without the `=`. */
  readonly formula: string;
  readonly sheetId: string | undefined;
  readonly isHidden: boolean;
  readonly comment: string | undefined;
}

/** Where Univer keeps a workbook's names, as JSON. */
const RESOURCE = 'SHEET_DEFINED_NAME_PLUGIN';
/** Univer's scope of a name that is valid in every sheet. */
const EVERYWHERE = 'AllDefaultWorkbook';
/** Names that Excel makes itself, for print areas or filters. They mean nothing here. */
const BUILT_IN = /^_xlnm\./i;
/** What a name contains if it is more than a reference to cells. */
const CALCULATES = /[(*/^&<>=+{]/;
/** No person makes more. */
const MOST_NAMES = 20_000;

/**
 * @param ids the sheets' ids in the workbook's order; undefined for a sheet without cells.
 * @param lose called for each name that cannot stay.
 */
export function nameResource(
  names: readonly ListedName[],
  ids: readonly (string | undefined)[],
  formulas: Pick<FormulaReading, 'fromFile'>,
  lose: FormulaReading['lose'] = () => undefined,
): Resource {
  const kept: [string, IDefinedNamesServiceParam][] = [];
  for (const { name, formula, sheet, isHidden, comment } of names.slice(0, MOST_NAMES)) {
    const localSheetId = sheet === undefined ? EVERYWHERE : ids[sheet];
    if (BUILT_IN.test(name) || name === '' || formula === '' || localSheetId === undefined)
      continue;
    const text = formulas.fromFile(formula);
    if (!text) {
      lose(name);
      continue;
    }
    const id = `name${String(kept.length + 1)}`;
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
  return { name: RESOURCE, data: JSON.stringify(Object.fromEntries(kept)) };
}

/** The resource of names with more of them, which no person sees; any other resource as it is. */
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
  return { ...resource, data: JSON.stringify(all) };
}

/** A resource of names as Univer has them in an open workbook. */
export function resourceOfNames(names: Readonly<Record<string, unknown>>): Resource {
  return { name: RESOURCE, data: JSON.stringify(names) };
}

export function namesOf(saved: SavedWorkbook): SavedName[] {
  const data = saved.resources?.find(({ name }) => name === RESOURCE)?.data;
  if (data === undefined || data === '') return [];
  const names = Object.values(JSON.parse(data) as Record<string, IDefinedNamesServiceParam>);
  return names.map(({ name, formulaOrRefString, localSheetId, hidden, comment }) => ({
    name,
    formula: formulaOrRefString.replace(/^=/, ''),
    sheetId: localSheetId === undefined || localSheetId === EVERYWHERE ? undefined : localSheetId,
    isHidden: hidden === true,
    comment: comment === '' ? undefined : comment,
  }));
}
