import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';

import { t } from '../../engine/language/speech';
import { useLocalDay } from '../pane/parts/use-local-day';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import type { SavedPreferences } from '../pane/parts/use-saved-preferences';
import { useStoreValue } from '../pane/parts/use-store-value';
import { ReceiptButton, type ReceiptButtonProps } from './ReceiptButton';
import { latestDays, dayText, sumOfDay, sumOfMonth } from '../device/spending-days';
import { SpendingChart } from './SpendingChart';
import { SpendingFields } from './SpendingFields';
import { SpendingTable } from './SpendingTable';
import { Text } from '../pane/parts/layout';

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
