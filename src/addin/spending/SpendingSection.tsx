import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';

import { dateFormat, t } from '../../engine/language/speech';
import { useLocalDay } from '../pane/parts/use-local-day';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import type { SavedPreferences } from '../pane/parts/use-saved-preferences';
import { useStoreValue } from '../pane/parts/use-store-value';
import { latestDays, dayText, sumOfDay, sumOfMonth } from '../device/spending-days';
import { SpendingChart } from './SpendingChart';
import { SpendingFields } from './SpendingFields';
import { SpendingTable } from './SpendingTable';
import { Stack, Text } from '../pane/parts/layout';
import { readAskedWorkbook, receiptRows } from '../share';

export interface SpendingSectionProps {
  readonly ports: ReceiptButtonProps['ports'] & Pick<PanePorts, 'ledger' | 'clock'>;
  readonly saved: SavedPreferences;
}

const useStyles = makeStyles({
  summary: { cursor: 'pointer', paddingBottom: tokens.spacingVerticalXS },
  // Thirty rows scroll on their own, so that what comes next stays in reach.
  table: { maxHeight: '260px', overflowY: 'auto' },
});

const DAYS_SHOWN = 30;

/** What was spent on this device, by day, and the limits that a person sets. */
export function SpendingSection({ ports, saved }: SpendingSectionProps) {
  const styles = useStyles();
  const { ledger, clock } = ports;
  const today = useLocalDay(clock);
  const days = useStoreValue(ledger);
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
        <div className={styles.table} tabIndex={0} role="group" aria-label={t('Spent by day')}>
          <SpendingTable
            caption={t('Spent by day')}
            heading={t('Day')}
            rows={[...latest].reverse().map(({ day, ...sum }) => ({ title: dayText(day), ...sum }))}
            preferences={saved.current}
          />
        </div>
      </details>
      <SpendingFields saved={saved} />
      <ReceiptButton ports={ports} />
    </PaneSection>
  );
}

interface ReceiptButtonProps {
  readonly ports: Pick<
    PanePorts,
    'host' | 'activity' | 'ledger' | 'preferences' | 'clock' | 'connection' | 'isSampleData'
  >;
}

type Making =
  | { readonly kind: 'idle' | 'working' }
  | { readonly kind: 'made' | 'failed'; readonly message: string };

/** Adds a sheet that says what this workbook asks and what it cost. */
function ReceiptButton({ ports }: ReceiptButtonProps) {
  const [making, setMaking] = useState<Making>({ kind: 'idle' });

  async function make(): Promise<void> {
    if (making.kind === 'working') return;
    setMaking({ kind: 'working' });
    setMaking(await addReceipt(ports).catch(() => NOT_MADE));
  }

  return (
    <Stack gap="XS">
      <Button disabledFocusable={making.kind === 'working'} onClick={() => void make()}>
        {making.kind === 'working' ? t('Adding the receipt…') : t('Add a receipt sheet')}
      </Button>
      {making.kind === 'made' && (
        <Text role="status" tone="quiet">
          {making.message}
        </Text>
      )}
      {making.kind === 'failed' && (
        <Text role="alert" tone="bad">
          {making.message}
        </Text>
      )}
    </Stack>
  );
}

async function addReceipt(ports: ReceiptButtonProps['ports']): Promise<Making> {
  const { host, activity, ledger, preferences, clock, connection, isSampleData } = ports;
  const { credential } = connection.current();
  const asked = await readAskedWorkbook(host.sheet, credential === undefined ? [] : [credential]);
  if (asked.kind === 'failed') return asked;
  ledger.keep();
  const rows = receiptRows({
    asked,
    snapshot: activity.snapshot(),
    days: ledger.current(),
    preferences: preferences.current(),
    today: clock.today(),
    madeAt: `${clock.today()} ${timeOfDay.format(clock.now())}`,
    isSampleData: isSampleData(),
  });
  const added = await host.sheet.addSheet(t('Locus receipt'), rows);
  if (added.kind === 'failed') return added;
  return {
    kind: 'made',
    message: t('Receipt added on the sheet “{sheet}”.', { sheet: added.sheet }),
  };
}

const timeOfDay = dateFormat({ hour: '2-digit', minute: '2-digit' });

const NOT_MADE: Making = {
  kind: 'failed',
  message: t('Couldn’t add the receipt. If you’re editing a cell, finish and try again.'),
};
