import { Button, Spinner } from '@fluentui/react-components';

import { fingerprint } from '../../engine/async/fingerprint';
import { t } from '../../engine/language/speech';
import { Actions, ShareCard, Text } from '../pane/parts/layout';
import { NoticeLine } from '../pane/parts/NoticeLine';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useNoticedSteps, type Notice } from '../pane/parts/use-noticed-steps';
import { cellAddress, parseArea, wholeSheet } from '../spreadsheet/cell-address';
import { copyText } from './copy-messages';

export interface ValuesCardProps {
  readonly ports: Pick<PanePorts, 'host'>;
}

/** A copy of the sheet without formulas of ours, for colleagues without Locus. */
export function ValuesCard({ ports }: ValuesCardProps) {
  const { notice, isBusy, write } = useNoticedSteps();
  const { host } = ports;
  return (
    <ShareCard title={t('Convert to values')}>
      <Text tone="quiet">
        {t(
          'For somebody without Locus: a copy of this sheet with values instead of Locus formulas. Uses no calls.',
        )}
      </Text>
      <Actions>
        <Button
          disabledFocusable={isBusy}
          onClick={() =>
            write(
              () => shownIn(host),
              (address) => goTo(address, host),
              () => copySheet(host),
            )
          }
        >
          {t('Copy this sheet as values')}
        </Button>
      </Actions>
      {isBusy && <Spinner size="tiny" label={t('Working…')} />}
      <NoticeLine notice={notice} isBusy={isBusy} />
    </ShareCard>
  );
}

type Host = PanePorts['host'];

const selectedSheet = ({ selection }: Host) => parseArea(selection.current() ?? '')?.sheet;

/** What a copy would show: the same as long as nothing changes. */
async function shownIn(host: Host): Promise<unknown> {
  const sheet = selectedSheet(host);
  const reading = sheet && (await host.sheet.readBlock(wholeSheet(sheet)));
  return fingerprint(JSON.stringify([sheet, reading]));
}

function goTo(address: string, { cells }: Host): void {
  cells.goTo(address).catch(() => undefined);
}

async function copySheet(host: Host): Promise<Notice> {
  const sheet = selectedSheet(host);
  if (sheet === undefined) return { tone: 'bad', text: t('Select a cell of the sheet first.') };
  const copy = await host.copyAsValues(sheet);
  if (copy.kind !== 'copied') return { tone: 'bad', text: copyText(copy) };
  const address = cellAddress(copy.sheet, 0, 0);
  const isThere = async (): Promise<boolean> =>
    (await host.sheet.readBlock(address)).kind !== 'failed';
  const action = { title: t('Show'), run: () => goTo(address, host), isThere };
  return { tone: 'good', text: copyText(copy), address, action };
}
