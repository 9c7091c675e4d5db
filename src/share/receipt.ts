import type { ActivitySnapshot } from '../lookup';
import type { LedgerDay } from '../settings/ledger';
import type { Preferences } from '../settings/preferences';
import { textAsInput } from '../spreadsheet/block-writing';
import type { CellInput } from '../spreadsheet/sheet';
import type { AskedWorkbook } from './asked-workbook';
import { sumOfMonth, type SpendingSum } from '../settings/spending-days';

export interface ReceiptParts {
  readonly asked: AskedWorkbook;
  readonly snapshot: ActivitySnapshot;
  readonly days: readonly LedgerDay[];
  readonly preferences: Pick<Preferences, 'currency' | 'pricePerCall'>;
  /** The local day, and the time as a person writes it. */
  readonly today: string;
  readonly madeAt: string;
  readonly isSampleData: boolean;
}

const COLUMNS = 5;

/**
 * The rows of a sheet that says what a workbook asks, where its values came from and what that
 * cost. It holds counts and names of attributes: no place, no address, no key.
 */
export function receiptRows(parts: ReceiptParts): readonly (readonly CellInput[])[] {
  return [...head(parts), ...costs(parts), ...asked(parts), ...origins(parts), ...names(parts)].map(
    (row) => [...row, ...new Array<CellInput>(COLUMNS - row.length).fill(null)],
  );
}

type Rows = readonly (readonly CellInput[])[];

function head({ today, madeAt, isSampleData }: ReceiptParts): Rows {
  return [
    ['Locus usage and cost'],
    ['Period', text(`${monthOf(today)}-01 to ${today}`)],
    ['Prepared', text(madeAt)],
    ...(isSampleData ? [['Sample data: the values come from the sample service.']] : []),
    [],
  ];
}

function asked({ asked: { functions, places, names: all } }: ReceiptParts): Rows {
  return [
    ['Asked in this workbook', 'Formulas'],
    ...(functions.length === 0 ? [['No formula of Locus']] : functions.map((row) => [...row])),
    ['Unique places', places],
    ['Unique names', all.length],
    [],
  ];
}

function origins({ snapshot }: ReceiptParts): Rows {
  const { service, memory, device, workbook } = snapshot.doneByOrigin;
  const heading = 'Where the answers came from, since Locus was opened';
  // Cells that were filled before hold values all the same: zeros would say that nobody gave them.
  if (service + memory + device + workbook + snapshot.failed === 0) {
    return [[heading], ['Not known for values from before Locus was opened'], []];
  }
  return [
    [heading, 'Answers'],
    ['The service', service],
    ['Already known from this session', memory],
    ['Kept on this device', device],
    ['Kept in the workbook', workbook],
    ['Without a value', snapshot.failed],
    [],
  ];
}

/** Days, and what they add up to: what an accountant looks for comes first. */
function costs({ days, today, preferences }: ReceiptParts): Rows {
  const total = sumOfMonth(days, today);
  const row = (title: CellInput, sum: SpendingSum): CellInput[] => [
    title,
    sum.calls,
    sum.values,
    sum.saved,
    sum.cost ?? 'not known',
  ];
  return [
    [
      'Date',
      'Calls',
      'Values',
      'Calls saved',
      text(`Cost (${preferences.currency.trim() || 'credits'})`),
    ],
    ...days.filter(({ day }) => day.startsWith(monthOf(today))).map((each) => row(each.day, each)),
    row('Total', total),
    ...(total.unanswered === undefined
      ? []
      : [['Calls without a reply, possibly charged, not included', total.unanswered]]),
    ['All workbooks on this device. Calls saved cost nothing.'],
    [],
  ];
}

function monthOf(day: string): string {
  return day.slice(0, 'YYYY-MM'.length);
}

function names({ asked: { names: all } }: ReceiptParts): Rows {
  return all.length === 0 ? [] : [['Names'], ...all.map((name) => [text(name)])];
}

/** Never a formula, whatever a person has called their currency. */
function text(value: string): string {
  return textAsInput(value);
}
