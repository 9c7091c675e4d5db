import type { ICellData, Injector, IRange, IWorkbookData } from '@univerjs/core';
import { ICommandService } from '@univerjs/core';
import { FormulaDataModel, SetArrayFormulaDataMutation } from '@univerjs/engine-formula';
import type { ISetArrayFormulaDataMutationParams } from '@univerjs/engine-formula';
import type { FWorkbook } from '@univerjs/sheets/facade';

/**
 * Univer's own snapshot with, under `custom`, what Univer has no place for. A workbook from elsewhere
 * may hold anything there.
 */
export type SavedWorkbook = Partial<IWorkbookData>;

/** What one of Univer's plugins keeps in a workbook, as JSON. */
export type Resource = NonNullable<IWorkbookData['resources']>[number];

export function resourceOf(name: string, data: object): Resource {
  return { name, data: JSON.stringify(data) };
}

/** What a plugin keeps; undefined for nothing. */
export function resourceIn<Data>({ resources }: SavedWorkbook, plugin: string): Data | undefined {
  const data = resources?.find(({ name }) => name === plugin)?.data;
  return data === undefined || data === '' ? undefined : (JSON.parse(data) as Data);
}

type Customised = Pick<SavedWorkbook, 'custom'>;

function withField<Saved extends Customised>(saved: Saved, name: string, value: unknown) {
  return { ...saved, custom: { ...saved.custom, [name]: value } };
}

function textsIn({ custom }: Customised, name: string): string[] {
  const kept: unknown = custom?.[name];
  return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : [];
}

const PARTS = 'locusParts';

/** The workbook's parts as XML, whatever their namespaces. */
export function partsIn(saved: Customised): readonly string[] {
  return textsIn(saved, PARTS);
}

export function withParts<Saved extends Customised>(saved: Saved, parts: readonly string[]) {
  return withField(saved, PARTS, parts);
}

const LEFT_OUT = 'locusLeftOut';

/** What the workbench left out of a file that still holds it, in words for people: "macros". */
export function leftOutIn(saved: Customised): string[] {
  return textsIn(saved, LEFT_OUT);
}

export function withLeftOut(saved: SavedWorkbook, leftOut: readonly string[]): SavedWorkbook {
  return leftOut.length === 0 ? saved : withField(saved, LEFT_OUT, leftOut);
}

/**
 * Each sheet once, those first that the order names. Univer fails where an order names a sheet that
 * is not there, and a sheet that no order names could never be reached.
 */
export function inWholeOrder(saved: SavedWorkbook): SavedWorkbook {
  const { sheets, sheetOrder } = saved;
  if (sheets === undefined || sheetOrder === undefined) return saved;
  const named = sheetOrder.filter((id) => Object.hasOwn(sheets, id));
  return { ...saved, sheetOrder: [...new Set([...named, ...Object.keys(sheets)])] };
}

const CALCULATES = 'locusCalculates';

/**
 * Whether the file asks to be calculated as it opens: programs that cannot calculate, such as pandas,
 * write a 0 for each result.
 */
export function isToBeCalculated({ custom }: Customised): boolean {
  return custom?.[CALCULATES] === true;
}

export function toBeCalculated(saved: SavedWorkbook, isAsked: boolean): SavedWorkbook {
  return isAsked ? withField(saved, CALCULATES, true) : saved;
}

/** The spilled values and the spill ranges of one sheet, by row and column. */
export interface SheetSpills {
  readonly ranges: Record<number, Record<number, IRange>>;
  /** The formula's own cell included. */
  readonly cells: Record<number, Record<number, ICellData>>;
}

/** Univer leaves spilled values out, and would show gaps until it recalculates everything. */
interface SavedSpills {
  readonly ranges: ReturnType<FormulaDataModel['getArrayFormulaRange']>[string];
  readonly cells: ReturnType<FormulaDataModel['getArrayFormulaCellData']>[string];
}

export const SPILLS = 'locusSpills';

function savedSpills({ custom }: SavedWorkbook): Partial<SavedSpills> {
  return (custom?.[SPILLS] as Partial<SavedSpills> | null | undefined) ?? {};
}

/** The spills by sheet id. */
export function spillsOf(saved: SavedWorkbook): (sheetId: string) => SheetSpills {
  const { ranges, cells } = savedSpills(saved);
  return (sheetId) => ({
    ranges: (ranges?.[sheetId] ?? {}) as SheetSpills['ranges'],
    cells: (cells?.[sheetId] ?? {}) as SheetSpills['cells'],
  });
}

export function withSpills(
  saved: SavedWorkbook,
  spills: readonly (SheetSpills & { readonly sheetId: string })[],
): SavedWorkbook {
  const kept: SavedSpills = {
    ranges: Object.fromEntries(spills.map(({ sheetId, ranges }) => [sheetId, ranges])),
    cells: Object.fromEntries(spills.map(({ sheetId, cells }) => [sheetId, cells])),
  };
  return withField(saved, SPILLS, kept);
}

export function saveWorkbook(workbook: FWorkbook, injector: Injector): SavedWorkbook {
  const formulas = injector.get(FormulaDataModel);
  const spills: SavedSpills = {
    ranges: formulas.getArrayFormulaRange()[workbook.getId()],
    cells: formulas.getArrayFormulaCellData()[workbook.getId()],
  };
  // A plain copy, so that nothing saved changes with the open workbook.
  return JSON.parse(JSON.stringify(withField(workbook.save(), SPILLS, spills))) as SavedWorkbook;
}

/**
 * Call once the saved workbook is open. Refills Univer's objects rather than replacing them: Univer
 * passes them to commands that run later, as when a workbook closes, and such a command would put
 * the old objects back in place of new ones.
 */
export function restoreSpills(workbook: FWorkbook, saved: SavedWorkbook, injector: Injector): void {
  const { ranges = {}, cells = {} } = savedSpills(saved);
  const formulas = injector.get(FormulaDataModel);
  const id = workbook.getId();
  const params: ISetArrayFormulaDataMutationParams = {
    arrayFormulaRange: holdingOnly(formulas.getArrayFormulaRange(), id, ranges ?? {}),
    arrayFormulaCellData: holdingOnly(formulas.getArrayFormulaCellData(), id, cells ?? {}),
    arrayFormulaEmbedded: {},
  };
  injector
    .get(ICommandService)
    .syncExecuteCommand(SetArrayFormulaDataMutation.id, params, { onlyLocal: true });
}

function holdingOnly<ByUnit extends object>(
  byUnit: ByUnit,
  id: string,
  value: NonNullable<ByUnit[keyof ByUnit]>,
): ByUnit {
  for (const other of Object.keys(byUnit)) Reflect.deleteProperty(byUnit, other);
  return Object.assign(byUnit, { [id]: value });
}
