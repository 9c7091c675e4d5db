import { t } from '../../engine/language/speech';
import type { ActivitySnapshot } from '../../engine/lookup';
import { type LedgerDay, type SpendingSum, sumOfMonth } from '../device/ledger';
import type { Preferences } from '../device/preferences';
import { textAsInput } from '../spreadsheet/block-writing';
import type { CellInput, SheetLook } from '../spreadsheet/sheet';
import { priceFormat } from '../pane/parts/price-text';
import type { AskedWorkbook } from './asked-workbook';

export interface ReceiptParts {
  readonly asked: AskedWorkbook;
  readonly snapshot: ActivitySnapshot;
  readonly days: readonly LedgerDay[];
  /** Spent for this workbook since it was opened. */
  readonly ofWorkbook: SpendingSum;
  readonly preferences: Pick<Preferences, 'currency' | 'pricePerCall'>;
  /** The local day, and the time as a person writes it. */
  readonly today: string;
  readonly madeAt: string;
  readonly isSampleData: boolean;
}

/** A new sheet: what stands in it, and how it looks. */
export interface ReceiptSheet extends Required<SheetLook> {
  readonly cells: readonly (readonly CellInput[])[];
}

const COLUMNS = 5;

/**
 * A sheet that says what a workbook asks, where its values came from and what that cost. It holds
 * counts and names of attributes: no place, no address, no key.
 */
export function receiptSheet(parts: ReceiptParts): ReceiptSheet {
  const lines = [...head(parts), ...costs(parts), ...asked(parts), ...origins(parts)];
  const rows = [...lines, ...names(parts)];
  const { preferences, days, today, ofWorkbook } = parts;
  const shown = [...days.filter(isOfMonth(today)), sumOfMonth(days, today), ofWorkbook];
  const known = shown.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  return {
    cells: rows.map(({ cells }) => [
      ...cells,
      ...new Array<CellInput>(COLUMNS - cells.length).fill(null),
    ]),
    headings: rows.flatMap(({ isHeading }, row) => (isHeading ? [row] : [])),
    formats: [undefined, COUNT, COUNT, COUNT, priceFormat(known, preferences)],
  };
}

const COUNT = '#,##0';

interface Row {
  readonly cells: readonly CellInput[];
  readonly isHeading: boolean;
}

type Rows = readonly Row[];

function heading(...cells: readonly CellInput[]): Row {
  return { cells, isHeading: true };
}

function row(...cells: readonly CellInput[]): Row {
  return { cells, isHeading: false };
}

function head({ today, madeAt, isSampleData }: ReceiptParts): Rows {
  return [
    heading(t('Locus usage and cost')),
    row(t('Period'), text(t('{from} to {today}', { from: `${monthOf(today)}-01`, today }))),
    row(t('Prepared'), text(madeAt)),
    ...(isSampleData ? [row(t('Sample data: the values come from the sample service.'))] : []),
    row(),
  ];
}

function asked({ asked: { functions, places, names: all } }: ReceiptParts): Rows {
  return [
    heading(t('Formulas in this workbook'), t('Count')),
    ...(functions.length === 0
      ? [row(t('No Locus formulas'))]
      : functions.map((each) => row(...each))),
    row(t('Unique places'), places),
    row(t('Different attributes'), all.length),
    row(),
  ];
}

function origins({ snapshot }: ReceiptParts): Rows {
  const { service, gateway, memory, device, workbook } = snapshot.doneByOrigin;
  const title = t('Where the answers came from, since Locus was opened');
  // Cells filled earlier hold values too: zeros would say that these came from nowhere.
  if (service + gateway + memory + device + workbook + snapshot.failed === 0) {
    return [heading(title), row(t('Not known for values from before Locus was opened')), row()];
  }
  return [
    heading(title, t('Answers')),
    row(t('The service'), service),
    row(t('Your team’s gateway, without a call'), gateway),
    row(t('Already known from this session'), memory),
    row(t('Kept on this device'), device),
    row(t('Kept in the workbook'), workbook),
    row(t('Failed'), snapshot.failed),
    row(),
  ];
}

/** The days and their total, which come first because an accountant looks for them. */
function costs({ days, ofWorkbook, today, preferences }: ReceiptParts): Rows {
  const total = sumOfMonth(days, today);
  const sum = (title: CellInput, { calls, values, saved, cost }: SpendingSum): Row =>
    row(title, calls, values, saved, cost ?? t('not known'));
  return [
    heading(t('Spending on this device, in all workbooks')),
    heading(
      t('Date'),
      t('Calls'),
      t('Values'),
      t('Calls saved'),
      text(t('Cost ({currency})', { currency: preferences.currency.trim() || t('credits') })),
    ),
    ...days.filter(isOfMonth(today)).map((each) => sum(each.day, each)),
    sum(t('Total'), total),
    ...(total.unanswered === undefined
      ? []
      : [row(t('Calls without a reply, possibly charged, not included'), total.unanswered)]),
    sum(t('This workbook, since it was opened'), ofWorkbook),
    row(t('Calls saved cost nothing.')),
    row(),
  ];
}

function isOfMonth(today: string): (day: LedgerDay) => boolean {
  return ({ day }) => day.startsWith(monthOf(today));
}

function monthOf(day: string): string {
  return day.slice(0, 'YYYY-MM'.length);
}

function names({ asked: { names: all } }: ReceiptParts): Rows {
  return all.length === 0 ? [] : [heading(t('Attributes')), ...all.map((name) => row(text(name)))];
}

/** Never a formula, whatever a person has called their currency. */
function text(value: string): string {
  return textAsInput(value);
}
