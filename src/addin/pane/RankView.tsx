import { Button, Spinner } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import { CompareSection } from '../compare/CompareSection';
import { MOST_PLACES } from '../compare/comparison';
import { RowsHint } from '../enrich';
import { RankSection } from '../rank/RankSection';
import { useWholeList, type FoundList } from '../rank/use-ranking';
import { Row, Text } from './parts/layout';
import type { PaneViewProps } from './parts/pane-view';
import { PaneSection } from './parts/PaneSection';
import { PaneTabs, panelId, tabId } from './parts/PaneTabs';

/** The places of the selected list against each other. */
export function RankView({ ports, goToView, request }: PaneViewProps) {
  // A person who has begun may look at other sheets, such as that of the weights, and come back.
  const [isKept, setIsKept] = useState(false);
  const { found, words, readAgain } = useWholeList(ports, isKept);
  const block = found?.list.block;
  return (
    <>
      <PaneSection title={t('List')}>
        <Row>
          <Text>{block?.address ?? words}</Text>
          <Button size="small" onClick={readAgain}>
            {t('Refresh')}
          </Button>
          {isKept && (
            <Button size="small" onClick={() => setIsKept(false)}>
              {t('Use the selected list')}
            </Button>
          )}
        </Row>
        <RowsHint rows={undefined} below={found?.below} />
        {found === undefined && words === undefined && (
          <Spinner size="small" label={t('Reading the selection…')} />
        )}
      </PaneSection>
      {found !== undefined && (
        <RankParts
          // What was chosen for one list does not apply to another.
          key={JSON.stringify([block?.sheet, block?.row, block?.column])}
          ports={ports}
          found={found}
          goToView={goToView}
          request={request}
          onChoice={() => setIsKept(true)}
          onDone={readAgain}
        />
      )}
    </>
  );
}

type Part = 'ranking' | 'comparison';

const PARTS: readonly { readonly id: Part; readonly title: string }[] = [
  { id: 'ranking', title: t('Rank places') },
  { id: 'comparison', title: t('Compare places') },
];

interface RankPartsProps extends Pick<PaneViewProps, 'ports' | 'goToView' | 'request'> {
  readonly found: FoundList;
  /** Called when a person chooses something. */
  onChoice(): void;
  onDone(): void;
}

/** Both ways to choose among the places of one list. */
function RankParts({ ports, found, goToView, request, onChoice, onDone }: RankPartsProps) {
  const [shown, setShown] = useState<Part>('ranking');
  const [compared, setCompared] = useState<readonly number[]>(
    found.selected.length > MOST_PLACES ? [] : found.selected,
  );
  const shared = { ports, list: found.list, found: found.rows, goToView };
  const panel = (part: Part) => ({
    role: 'tabpanel',
    id: panelId(part),
    'aria-labelledby': tabId(part),
    // Both stay mounted, so that what was chosen there is kept.
    hidden: part !== shown,
  });
  return (
    <>
      <PaneTabs<Part> label={t('Rank')} views={PARTS} selected={shown} onSelect={setShown} />
      <div {...panel('ranking')}>
        <RankSection
          {...shared}
          request={request}
          onChoice={onChoice}
          onDone={onDone}
          onCompare={(rows) => {
            setCompared(rows);
            setShown('comparison');
            // The button is far below; the comparison begins at its tab.
            const tab = document.getElementById(tabId('comparison'));
            tab?.focus({ preventScroll: true });
            tab?.scrollIntoView({ block: 'center' });
          }}
        />
      </div>
      <div {...panel('comparison')}>
        <CompareSection
          {...shared}
          rows={compared}
          onChange={(rows) => {
            setCompared(rows);
            onChoice();
          }}
        />
      </div>
    </>
  );
}
