import { Button } from '@fluentui/react-components';
import { useState } from 'react';

import { dateFormat, t } from '../../engine/language/speech';
import type { PanePorts } from '../pane/parts/pane-ports';
import { readAskedWorkbook, receiptRows } from '../share';
import { Stack, Text } from '../pane/parts/layout';

export interface ReceiptButtonProps {
  readonly ports: Pick<
    PanePorts,
    'host' | 'activity' | 'ledger' | 'preferences' | 'clock' | 'connection' | 'isSampleData'
  >;
}

type Making =
  | { readonly kind: 'idle' | 'working' }
  | { readonly kind: 'made' | 'failed'; readonly message: string };

/** Adds a sheet that says what this workbook asks and what it cost. */
export function ReceiptButton({ ports }: ReceiptButtonProps) {
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
