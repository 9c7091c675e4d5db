import { Button } from '@fluentui/react-components';
import { DocumentOnePage20Regular } from '@fluentui/react-icons';

import { t } from '../../engine/language/speech';
import type { PlaceList } from '../enrich';
import { NoticeLine } from '../pane/parts/NoticeLine';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useNoticedSteps, type Notice } from '../pane/parts/use-noticed-steps';
import { cellAddress } from '../spreadsheet/cell-address';
import type { PageMaking } from '../spreadsheet/printed-page';
import { undoAddedSheet } from './added-sheet';
import { meetingPage, type FormatOf, type MeetingContent } from './meeting-page';

export interface MeetingPageActionProps {
  readonly ports: PanePorts;
  readonly list: PlaceList;
  readonly isReady: boolean;
  /** Called when a person presses the button. */
  content(formatOf: FormatOf): MeetingContent;
}

/** Makes a sheet that prints on one page of A4, and shows it. */
export function MeetingPageAction({ ports, list, isReady, content }: MeetingPageActionProps) {
  const steps = useNoticedSteps();
  const { sheet, makePage, cells } = ports.host;

  async function make(): Promise<Notice> {
    try {
      const page = await meetingPage(content(await formatsOf(list, sheet)), list, ports);
      const making = await makePage(page);
      if (making.kind === 'failed') return { tone: 'bad', text: making.message };
      await cells.goTo(cellAddress(making.sheet, 0, 0)).catch(() => undefined);
      const text = madeText(making);
      // The earlier page is gone, and no undo of this one brings it back.
      if (making.earlier === 'replaced') return { tone: 'good', text };
      return { tone: 'good', text, action: undoAddedSheet(making.written, sheet, steps.later) };
    } catch {
      const text = t('Part of Locus couldn’t load. Check your network and try again.');
      return { tone: 'bad', text };
    }
  }

  return (
    <>
      <Button
        icon={<DocumentOnePage20Regular />}
        disabledFocusable={!isReady || steps.isBusy}
        onClick={() => {
          if (isReady) steps.later(make);
        }}
      >
        {t('Make a page for a meeting')}
      </Button>
      <NoticeLine notice={steps.notice} isBusy={steps.isBusy} />
    </>
  );
}

/** Enough to know how a column's numbers are written. */
const ROWS_READ = 50;

async function formatsOf(
  { block }: PlaceList,
  sheet: PanePorts['host']['sheet'],
): Promise<FormatOf> {
  const reading = await sheet.readBlock(block.address, { rows: ROWS_READ, hasFormats: true });
  const formats = reading.kind === 'block' ? reading.block.formats : undefined;
  return (column) => formats?.[column];
}

function madeText({ sheet: name, earlier }: Extract<PageMaking, { kind: 'made' }>): string {
  switch (earlier) {
    case 'none':
      return t('Made the sheet “{name}”, which prints on one A4 page.', { name });
    case 'replaced':
      return t('Made the sheet “{name}” again.', { name });
    case 'kept':
      return t('Made the sheet “{name}”. The earlier page stays, because it was changed by hand.', {
        name,
      });
  }
}
