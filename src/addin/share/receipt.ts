import { t } from '../../engine/language/speech';
import type { ActivitySnapshot } from '../../engine/lookup';
import type { LedgerDay } from '../device/ledger';
import type { Preferences } from '../device/preferences';
import { textAsInput } from '../spreadsheet/block-writing';
import type { CellInput } from '../spreadsheet/sheet';
import type { AskedWorkbook } from './asked-workbook';
import { sumOfMonth, type SpendingSum } from '../device/ledger-sums';

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
    [t('Locus usage and cost')],
    [t('Period'), text(t('{from} to {today}', { from: `${monthOf(today)}-01`, today }))],
    [t('Prepared'), text(madeAt)],
    ...(isSampleData ? [[t('Sample data: the values come from the sample service.')]] : []),
    [],
  ];
}

function asked({ asked: { functions, places, names: all } }: ReceiptParts): Rows {
  return [
    [t('Formulas in this workbook'), t('Count')],
    ...(functions.length === 0 ? [[t('No Locus formulas')]] : functions.map((row) => [...row])),
    [t('Unique places'), places],
    [t('Different attributes'), all.length],
    [],
  ];
}

function origins({ snapshot }: ReceiptParts): Rows {
  const { service, memory, device, workbook } = snapshot.doneByOrigin;
  const heading = t('Where the answers came from, since Locus was opened');
  // Cells filled earlier hold values too: zeros would say that these came from nowhere.
  if (service + memory + device + workbook + snapshot.failed === 0) {
    return [[heading], [t('Not known for values from before Locus was opened')], []];
  }
  return [
    [heading, t('Answers')],
    [t('The service'), service],
    [t('Already known from this session'), memory],
    [t('Kept on this device'), device],
    [t('Kept in the workbook'), workbook],
    [t('Failed'), snapshot.failed],
    [],
  ];
}

/** The days and their total, which come first because an accountant looks for them. */
function costs({ days, today, preferences }: ReceiptParts): Rows {
  const total = sumOfMonth(days, today);
  const row = (title: CellInput, sum: SpendingSum): CellInput[] => [
    title,
    sum.calls,
    sum.values,
    sum.saved,
    sum.cost ?? t('not known'),
  ];
  return [
    [t('Spending on this device, in all workbooks')],
    [
      t('Date'),
      t('Calls'),
      t('Values'),
      t('Calls saved'),
      text(t('Cost ({currency})', { currency: preferences.currency.trim() || t('credits') })),
    ],
    ...days.filter(({ day }) => day.startsWith(monthOf(today))).map((each) => row(each.day, each)),
    row(t('Total'), total),
    ...(total.unanswered === undefined
      ? []
      : [[t('Calls without a reply, possibly charged, not included'), total.unanswered]]),
    [t('Calls saved cost nothing.')],
    [],
  ];
}

function monthOf(day: string): string {
  return day.slice(0, 'YYYY-MM'.length);
}

function names({ asked: { names: all } }: ReceiptParts): Rows {
  return all.length === 0 ? [] : [[t('Attributes')], ...all.map((name) => [text(name)])];
}

/** Never a formula, whatever a person has called their currency. */
function text(value: string): string {
  return textAsInput(value);
}
