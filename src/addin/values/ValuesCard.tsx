import { Button, Spinner } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import { Actions, ShareCard, Text } from '../pane/parts/layout';
import { NoticeLine } from '../pane/parts/NoticeLine';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useNoticedSteps, type Notice } from '../pane/parts/use-noticed-steps';
import { cellAddress, parseArea } from '../spreadsheet/cell-address';
import { copyText } from './copy-messages';

export interface ValuesCardProps {
  readonly ports: Pick<PanePorts, 'host'>;
}

/** A copy of the sheet without formulas of ours, for colleagues without Locus. */
export function ValuesCard({ ports }: ValuesCardProps) {
  const { notice, isBusy, later } = useNoticedSteps();
  return (
    <ShareCard title={t('Convert to values')}>
      <Text tone="quiet">
        {t(
          'For somebody without Locus: a copy of this sheet with values instead of Locus formulas. Uses no calls.',
        )}
      </Text>
      <Actions>
        <Button disabledFocusable={isBusy} onClick={() => later(() => copySheet(ports.host))}>
          {t('Copy this sheet as values')}
        </Button>
      </Actions>
      {isBusy && <Spinner size="tiny" label={t('Working…')} />}
      <NoticeLine notice={notice} isBusy={isBusy} />
    </ShareCard>
  );
}

async function copySheet(host: PanePorts['host']): Promise<Notice> {
  const { selection, copyAsValues, cells } = host;
  const { sheet } = parseArea(selection.current() ?? '') ?? {};
  if (sheet === undefined) return { tone: 'bad', text: t('Select a cell of the sheet first.') };
  const copy = await copyAsValues(sheet);
  if (copy.kind !== 'copied') return { tone: 'bad', text: copyText(copy) };
  const first = cellAddress(copy.sheet, 0, 0);
  const show = (): void => void cells.goTo(first).catch(() => undefined);
  const isThere = async (): Promise<boolean> =>
    (await host.sheet.readBlock(first)).kind !== 'failed';
  return { tone: 'good', text: copyText(copy), action: { title: t('Show'), run: show, isThere } };
}
