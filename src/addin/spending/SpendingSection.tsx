import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { nice } from 'd3-array';
import { useEffect, useState } from 'react';
import { dateFormat, t, countText } from '../../engine/language/speech';
import { NoticeLine } from '../pane/parts/NoticeLine';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { Scrolling } from '../pane/parts/Scrolling';
import { bad, useNoticedSteps, type Notice } from '../pane/parts/use-noticed-steps';
import { useStoreValue, type SavedPreferences } from '../pane/parts/use-store-value';
import {
  dayText,
  latestDays,
  type LedgerDay,
  type SpendingSum,
  sumOfDay,
  sumOfMonth,
} from '../device/ledger';
import { Stack, Text } from '../pane/parts/layout';
import { isStillThere } from '../enrich';
import { readAskedWorkbook, receiptSheet } from '../share';
import { cellAddress } from '../spreadsheet/cell-address';
import type { CannotDo } from '../spreadsheet/sheet';
import { defaultPreferences, type Preferences } from '../device/preferences';
import { priceText } from '../pane/parts/price-text';
import { NumberField, TypedField } from '../pane/parts/NumberField';
import type { Clock } from '../../engine/lookup';

export interface SpendingSectionProps {
  readonly ports: ReceiptButtonProps['ports'];
  readonly saved: SavedPreferences;
}

const useStyles = makeStyles({
  summary: { cursor: 'pointer', paddingBottom: tokens.spacingVerticalXS },
  // Thirty rows scroll on their own, so that what comes next stays in reach.
  table: { maxHeight: '260px', overflowY: 'auto' },
  spendingTableTable: {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  caption: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
  head: {
    padding: `${tokens.spacingVerticalXS} 0 ${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    textAlign: 'end',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground2,
    verticalAlign: 'bottom',
  },
  cell: {
    padding: `${tokens.spacingVerticalXS} 0 ${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    // A number is never broken: a title gives way.
    whiteSpace: 'nowrap',
  },
  title: {
    paddingLeft: 0,
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
});

const DAYS_SHOWN = 30;

/** What was spent on this device, by day, and the limits that a person sets. */
export function SpendingSection({ ports, saved }: SpendingSectionProps) {
  const styles = useStyles();
  const { ledger, clock } = ports;
  const today = useLocalDay(clock);
  const days = useStoreValue(ledger);
  const ofWorkbook = useStoreValue(ports.workbookSpending);
  useEffect(() => {
    // Another window may have counted since this one last looked.
    ledger.keep();
  }, [ledger]);
  const month = sumOfMonth(days, today);
  const { unanswered = 0 } = month;
  const latest = latestDays(days, today, DAYS_SHOWN);
  return (
    <PaneSection title={t('Spending')}>
      <SpendingTable
        caption={t('Spent on this device')}
        heading={t('On this device')}
        rows={[
          { title: t('Today'), ...sumOfDay(days, today) },
          { title: t('This month'), ...month },
          { title: t('This workbook, since it was opened'), ...ofWorkbook },
        ]}
        preferences={saved.current}
      />
      {unanswered > 0 && (
        <Text tone="quiet" isSmall>
          {t(
            'Not counted: {unanswered, plural, one {# call} other {# calls}} this month got no reply and may have been charged.',
            { unanswered },
          )}
        </Text>
      )}
      {!ledger.isKept() && (
        <Text tone="quiet" isSmall>
          {t('This device can’t save these figures. They last until you close Locus.')}
        </Text>
      )}
      <SpendingChart days={latest} />
      <details>
        <summary className={styles.summary}>
          {t('The last {daysShown} days as a table', { daysShown: DAYS_SHOWN })}
        </summary>
        <Scrolling>
          <div className={styles.table} tabIndex={0} role="group" aria-label={t('Spent by day')}>
            <SpendingTable
              caption={t('Spent by day')}
              heading={t('Day')}
              rows={[...latest]
                .reverse()
                .map(({ day, ...sum }) => ({ title: dayText(day), ...sum }))}
              preferences={saved.current}
            />
          </div>
        </Scrolling>
      </details>
      <SpendingFields saved={saved} />
      <ReceiptButton ports={ports} />
    </PaneSection>
  );
}

interface ReceiptButtonProps {
  readonly ports: Pick<
    PanePorts,
    | 'host'
    | 'activity'
    | 'ledger'
    | 'workbookSpending'
    | 'preferences'
    | 'clock'
    | 'connection'
    | 'isSampleData'
  >;
}

/** Adds a sheet that says what this workbook asks and what it cost. */
function ReceiptButton({ ports }: ReceiptButtonProps) {
  const { notice, isBusy, write } = useNoticedSteps();
  const { sheet, cells } = ports.host;
  return (
    <Stack gap="XS">
      <Button
        disabledFocusable={isBusy}
        onClick={() => {
          let made: Receipt = { kind: 'failed', message: NOT_MADE };
          write(
            async () => JSON.stringify((made = await makeReceipt(ports).catch(() => made))),
            (address) => void cells.goTo(address).catch(() => undefined),
            () => addReceipt(made, sheet),
          );
        }}
      >
        {isBusy ? t('Adding the receipt…') : t('Add a receipt sheet')}
      </Button>
      <NoticeLine notice={notice} isBusy={isBusy} />
    </Stack>
  );
}

type Receipt = ReturnType<typeof receiptSheet> | CannotDo;

async function makeReceipt(ports: ReceiptButtonProps['ports']): Promise<Receipt> {
  const { host, activity, ledger, preferences, clock, connection, isSampleData } = ports;
  const { credential } = connection.current();
  const asked = await readAskedWorkbook(host.sheet, credential === undefined ? [] : [credential]);
  if (asked.kind === 'failed') return asked;
  ledger.keep();
  return receiptSheet({
    asked,
    snapshot: activity.snapshot(),
    days: ledger.current(),
    ofWorkbook: ports.workbookSpending.current(),
    preferences: preferences.current(),
    today: clock.today(),
    madeAt: `${clock.today()} ${timeOfDay.format(clock.now())}`,
    isSampleData: isSampleData(),
  });
}

async function addReceipt(made: Receipt, sheet: PanePorts['host']['sheet']): Promise<Notice> {
  if ('kind' in made) return bad(made.message);
  const { cells, ...look } = made;
  const added = await sheet.addSheet(t('Locus receipt'), cells, look);
  if (added.kind === 'failed') return bad(added.message);
  return {
    tone: 'good',
    text: t('Receipt added on the sheet “{sheet}”.', { sheet: added.sheet }),
    address: cellAddress(added.sheet, 0, 0),
    isThere: () => isStillThere([added.written], sheet),
  };
}

const timeOfDay = dateFormat({ hour: '2-digit', minute: '2-digit' });

const NOT_MADE = t('Couldn’t add the receipt. If you’re editing a cell, finish and try again.');

interface SpendingTableProps {
  readonly caption: string;
  /** What each row is: `Day`. */
  readonly heading: string;
  readonly rows: readonly (SpendingSum & { readonly title: string })[];
  readonly preferences: Pick<Preferences, 'currency'>;
}

/** Calls, values, calls saved and the price, a row for each title; no price while none is known. */
function SpendingTable({ caption, heading, rows, preferences }: SpendingTableProps) {
  const styles = useStyles();
  const hasPrice = rows.some(({ cost }) => cost !== undefined);
  return (
    <table className={styles.spendingTableTable}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={mergeClasses(styles.head, styles.title)}>
            {heading}
          </th>
          {[t('Calls'), t('Values'), t('Calls saved'), ...(hasPrice ? [t('Cost')] : [])].map(
            (title) => (
              <th key={title} scope="col" className={styles.head}>
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, calls, values, saved, cost }) => (
          <tr key={title}>
            <th scope="row" className={mergeClasses(styles.cell, styles.title)}>
              {title}
            </th>
            <td className={styles.cell}>{countText(calls)}</td>
            <td className={styles.cell}>{countText(values)}</td>
            <td className={styles.cell}>{countText(saved)}</td>
            {hasPrice && (
              <td className={styles.cell}>
                {cost === undefined ? '' : priceText(cost, preferences)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** When a person is asked before calls are made, and what a call costs. */
function SpendingFields({ saved }: { readonly saved: SavedPreferences }) {
  const { current, isKept } = saved;
  const save = (change: Partial<Preferences>, outOfBounds: string): string | undefined =>
    saved.save(change) ? undefined : outOfBounds;
  return (
    <>
      <NumberField
        label={t('Ask for approval above')}
        unit={t('calls')}
        hint={t('Calls at once, across all cells.')}
        value={current.approvalThreshold}
        save={(value) =>
          save(
            // An empty box asks for the default.
            { approvalThreshold: value ?? defaultPreferences.approvalThreshold },
            t('Enter a whole number from 1 to 1,000,000.'),
          )
        }
      />
      <NumberField
        label={t('Daily budget')}
        unit={t('calls')}
        hint={t('Leave blank for no limit.')}
        value={current.dailyBudget ?? undefined}
        save={(value) =>
          save(
            { dailyBudget: value ?? null },
            t('Enter a whole number from 1 to 100,000,000, or leave blank for no limit.'),
          )
        }
      />
      <NumberField
        label={t('Price per call')}
        hint={t('The service doesn’t report prices. Leave blank if you don’t know.')}
        value={current.pricePerCall ?? undefined}
        save={(value) =>
          save(
            { pricePerCall: value ?? null },
            t('Enter a number from 0 to 1,000,000, such as 0.25, or leave blank.'),
          )
        }
      />
      <TypedField
        label={t('Currency')}
        hint={t('For example, ₹ or EUR. Leave blank for credits.')}
        value={current.currency}
        save={(typed) => save({ currency: typed.trim() }, t('Use up to 12 characters.'))}
      />
      <Text aria-live="polite">
        {isKept ? '' : t('This device can’t save these limits. They last until you close Locus.')}
      </Text>
    </>
  );
}

/** The local day, `YYYY-MM-DD`. The component redraws when the day is over. */
function useLocalDay(clock: Pick<Clock, 'now' | 'today' | 'schedule'>): string {
  const today = clock.today();
  const [, drawAgain] = useState(today);
  useEffect(
    () => clock.schedule(msUntilTomorrow(clock.now()), () => drawAgain(clock.today())),
    [clock, today],
  );
  return today;
}

/** A second more, since timers may fire early. */
function msUntilTomorrow(now: number): number {
  const tomorrow = new Date(now);
  tomorrow.setHours(24, 0, 1, 0);
  return tomorrow.getTime() - now;
}

interface SpendingChartProps {
  /** Oldest first. */
  readonly days: readonly LedgerDay[];
}

const useChartStyles = makeStyles({
  root: { display: 'block', width: '100%', height: 'auto', overflow: 'visible' },
  bar: { fill: tokens.colorBrandBackground },
  line: { stroke: tokens.colorNeutralStroke2 },
  text: { fill: tokens.colorNeutralForeground2, fontSize: '11px', fontFamily: 'inherit' },
});

/** In the drawing's own units, close to pixels in the narrowest pane. */
const WIDTH = 288;
const HEIGHT = 96;
const TOP = 16;
const BOTTOM = 80;
/** On either side of a bar, as a fraction of its slot. */
const GAP = 0.1;

/** The calls of each day as bars. A label and the table below say the same in words. */
function SpendingChart({ days }: SpendingChartProps) {
  const styles = useChartStyles();
  const most = days.reduce((top, day) => (day.calls > top.calls ? day : top), NO_CALLS);
  const step = WIDTH / days.length;
  const [, top] = nice(0, Math.max(1, most.calls), 2);
  const y = (calls: number): number => BOTTOM - ((BOTTOM - TOP) * calls) / top;
  const first = days[0];
  const last = days.at(-1);
  return (
    <svg
      role="img"
      aria-label={chartText(days, most)}
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      className={styles.root}
    >
      <line className={styles.line} x1={0} x2={WIDTH} y1={y(top)} y2={y(top)} />
      <line className={styles.line} x1={0} x2={WIDTH} y1={BOTTOM} y2={BOTTOM} />
      {most.calls > 0 && (
        <text className={styles.text} x={0} y={y(top) - 4}>
          {countText(top)}
        </text>
      )}
      {days
        .map(({ day, calls }, index) => ({ day, calls, x: index * step }))
        .filter(({ calls }) => calls > 0)
        .map(({ day, calls, x }) => (
          <rect
            key={day}
            className={styles.bar}
            x={x + step * GAP}
            width={step * (1 - 2 * GAP)}
            // A single call among thousands must still be visible.
            y={Math.min(y(calls), BOTTOM - 1)}
            height={Math.max(1, BOTTOM - y(calls))}
          >
            <title>{`${dayText(day)}: ${t('{calls, plural, one {# call} other {# calls}}', { calls })}`}</title>
          </rect>
        ))}
      {first !== undefined && (
        <text className={styles.text} x={0} y={HEIGHT - 2}>
          {dayText(first.day)}
        </text>
      )}
      {last !== undefined && (
        <text className={styles.text} x={WIDTH} y={HEIGHT - 2} textAnchor="end">
          {dayText(last.day)}
        </text>
      )}
    </svg>
  );
}

const NO_CALLS = { day: '', calls: 0 };

function chartText(days: readonly LedgerDay[], most: Pick<LedgerDay, 'day' | 'calls'>): string {
  const title = t('Calls per day, last {days} days', { days: days.length });
  if (most.calls === 0) return t('{title}: none.', { title });
  return t('{title}: at most {calls}, on {day}.', {
    title,
    calls: most.calls,
    day: dayText(most.day),
  });
}
