import type { ICellData, Injector, IRange, IWorkbookData } from '@univerjs/core';
import { ICommandService } from '@univerjs/core';
import { FormulaDataModel, SetArrayFormulaDataMutation } from '@univerjs/engine-formula';
import type { ISetArrayFormulaDataMutationParams } from '@univerjs/engine-formula';
import type { FWorkbook } from '@univerjs/sheets/facade';

/**
 * Univer's own snapshot. Under `custom` it has what Univer has no place for. A workbook from
 * elsewhere may contain anything there.
 */
export type SavedWorkbook = Partial<IWorkbookData>;

/** What one of Univer's plugins stores in a workbook, as JSON. */
export type Resource = NonNullable<IWorkbookData['resources']>[number];

/** Returns data as a plugin stores it. */
export function resourceOf(name: string, data: object): Resource {
  return { name, data: JSON.stringify(data) };
}

/** Returns what a plugin has stored; undefined for nothing. */
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

/** Returns the workbook's custom parts as XML, whatever their namespaces. */
export function partsIn(saved: Customised): readonly string[] {
  return textsIn(saved, PARTS);
}

/** Returns the workbook with these custom parts in place of its own. */
export function withParts<Saved extends Customised>(saved: Saved, parts: readonly string[]) {
  return withField(saved, PARTS, parts);
}

const LEFT_OUT = 'locusLeftOut';

/**
 * Returns what the workbook lacks of the file from which it was opened, in words for people:
 * "macros".
 */
export function leftOutIn(saved: Customised): string[] {
  return textsIn(saved, LEFT_OUT);
}

/** Returns the workbook with what it lacks of its file, in words for people. */
export function withLeftOut(saved: SavedWorkbook, leftOut: readonly string[]): SavedWorkbook {
  return leftOut.length === 0 ? saved : withField(saved, LEFT_OUT, leftOut);
}

/**
 * Puts the sheets into an order with each sheet once, beginning with those that the given order
 * names. Univer fails if an order names a missing sheet, and nobody could reach a sheet that no
 * order names.
 */
export function inWholeOrder(saved: SavedWorkbook): SavedWorkbook {
  const { sheets, sheetOrder } = saved;
  if (sheets === undefined || sheetOrder === undefined) return saved;
  const named = sheetOrder.filter((id) => Object.hasOwn(sheets, id));
  return { ...saved, sheetOrder: [...new Set([...named, ...Object.keys(sheets)])] };
}

const CALCULATES = 'locusCalculates';

/**
 * Whether the file asks to be calculated when it opens. Programs that cannot calculate, such as
 * pandas, write a 0 for each result.
 */
export function isToBeCalculated({ custom }: Customised): boolean {
  return custom?.[CALCULATES] === true;
}

/** Marks a workbook whose file asks to be calculated when it opens. */
export function toBeCalculated(saved: SavedWorkbook, isAsked: boolean): SavedWorkbook {
  return isAsked ? withField(saved, CALCULATES, true) : saved;
}

/** The spilled values and the spill ranges of one sheet, by row and column. */
export interface SheetSpills {
  readonly ranges: Record<number, Record<number, IRange>>;
  /** Includes the formula's own cell. */
  readonly cells: Record<number, Record<number, ICellData>>;
}

/**
 * What a workbook keeps of its spills. Univer does not save spilled values, and would show gaps
 * until it has recalculated everything.
 */
interface SavedSpills {
  readonly ranges: ReturnType<FormulaDataModel['getArrayFormulaRange']>[string];
  readonly cells: ReturnType<FormulaDataModel['getArrayFormulaCellData']>[string];
}

/** The field under `custom` with the spilled values. */
export const SPILLS = 'locusSpills';

function savedSpills({ custom }: SavedWorkbook): Partial<SavedSpills> {
  return (custom?.[SPILLS] as Partial<SavedSpills> | null | undefined) ?? {};
}

/** Returns the spills of each sheet, by its id. */
export function spillsOf(saved: SavedWorkbook): (sheetId: string) => SheetSpills {
  const { ranges, cells } = savedSpills(saved);
  return (sheetId) => ({
    ranges: (ranges?.[sheetId] ?? {}) as SheetSpills['ranges'],
    cells: (cells?.[sheetId] ?? {}) as SheetSpills['cells'],
  });
}

/** Returns the workbook with these spilled values. */
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

/** Returns the open workbook as plain data, with its spilled values. */
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
 * Restores the spilled values. Call it once the saved workbook is open. It refills Univer's objects
 * and does not replace them, because Univer passes them to commands that run later, as when a
 * workbook closes. Such a command would put the old objects back.
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
