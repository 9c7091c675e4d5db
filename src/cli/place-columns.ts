import { readColumns } from '../places/column-roles';
import type { ColumnRole } from '../places/column-roles';
import { choiceFault, completeColumns } from '../places/place-choice';
import type { PlaceColumns } from '../places/place-choice';
import type { Table, TableRow } from './table';
import { UsageError } from './usage-error';
import { toCellContent } from './value-text';

/** The columns that hold the places, by name or number. If none is named, they are detected. */
export type NamedColumns = Readonly<Partial<Record<ColumnRole, string>>>;

/** @throws UsageError */
export async function findPlaceColumns(
  table: Table,
  named: NamedColumns,
  needsPincode: boolean,
): Promise<PlaceColumns> {
  const given = Object.entries(named).map(
    ([role, column]) => [role, columnOf(table.columns, column)] as const,
  );
  const roles =
    given.length > 0
      ? Object.fromEntries(given)
      : readColumns({
          values: [headerOf(table), ...(await headOf(table))].map((row) => row.map(toCellContent)),
          table: { isHeaderFirst: true },
        }).roles;
  const hasCoordinates = roles.latitude !== undefined || roles.longitude !== undefined;
  const hasAddress = roles.address !== undefined || roles.pincode !== undefined;
  if (!hasCoordinates && !hasAddress) {
    const columns = table.columns.map((column) => `“${column}”`).join(', ');
    throw new UsageError(
      `No column looks like a place. Name them: --lat and --lng, or --address and --pincode. The columns are ${columns}.`,
    );
  }
  const choice = { kind: hasCoordinates ? 'coordinates' : 'address', roles } as const;
  const complete = completeColumns(choice, needsPincode);
  const fault = choiceFault(choice, needsPincode);
  if (complete === undefined || fault !== undefined) throw new UsageError(fault ?? '');
  return complete;
}

/** Without a header the columns have names, but these say nothing of what they hold. */
function headerOf({ columns, place }: Pick<Table, 'columns' | 'place'>): readonly string[] {
  return place?.headerRow === 'none' ? columns.map(() => '') : columns;
}

/** @throws UsageError */
export function columnOf(columns: readonly string[], named: string): number {
  const exact = columns.indexOf(named);
  if (exact !== -1) return exact;
  const plain = named.trim().toLowerCase();
  const alike = columns.findIndex((column) => column.toLowerCase() === plain);
  if (alike !== -1) return alike;
  const number = /^\d+$/.test(plain) ? Number(plain) : 0;
  if (number >= 1 && number <= columns.length) return number - 1;
  const list = columns.map((column) => `“${column}”`).join(', ');
  throw new UsageError(`There is no column “${named}”. The columns are ${list}.`);
}

/** Enough rows to see what a column holds. */
async function headOf(table: Table): Promise<readonly TableRow[]> {
  const head: TableRow[] = [];
  for await (const rows of table.rows()) {
    head.push(...rows.slice(0, HEAD_ROWS - head.length));
    if (head.length >= HEAD_ROWS) break;
  }
  return head;
}

const HEAD_ROWS = 1000;
