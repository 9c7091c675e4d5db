import { Button, Spinner } from '@fluentui/react-components';
import { Fragment, useEffect } from 'react';

import { cellText } from '../../engine/language/cell-text';
import { t } from '../../engine/language/speech';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { PaneSection } from '../pane/parts/PaneSection';
import { callsToAskAgain, priceUpTo } from '../pane/parts/price-text';
import { useStoreValue } from '../pane/parts/use-store-value';
import { useLatest } from '../pane/parts/use-latest';
import { useNoticedSteps } from '../pane/parts/use-noticed-steps';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { nameMeantBy } from '../functions/problems';
import { fixCells, fixOf, fixTitle, problemTexts } from '../problems';
import { cureOf } from './error-action';
import type { CellExplanation } from './cell-explanation';
import { Fact, Facts, Text, Title } from '../pane/parts/layout';

export interface ExplainSectionProps extends Pick<PaneViewProps, 'ports' | 'goToView'> {
  readonly address: string;
  onClose(): void;
}

/** What one cell shows and why; for an error, also what to do, with a button that does it. */
export function ExplainSection({ address, ports, goToView, onClose }: ExplainSectionProps) {
  const { notice, isBusy, later } = useNoticedSteps();
  const preferences = useStoreValue(ports.preferences);
  const { result, isDone, again } = useLatest(
    () => explain(address, ports),
    [address, ports, notice],
  );
  const explained = isDone ? result : undefined;
  // A fixed cell calculates again; read it once more to show the result.
  useEffect(() => notice && ports.problems.subscribe(again), [ports, notice, again]);

  return (
    <PaneSection
      title={t('About {address}', { address })}
      onEscape={onClose}
      aside={
        <Button size="small" appearance="subtle" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      {explained === undefined && <Spinner size="tiny" label={t('Reading the cell…')} />}
      {explained?.kind === 'failed' && <Text>{explained.message}</Text>}
      {explained?.kind === 'nothing' && <Text>{NOTHING}</Text>}
      {explained?.kind === 'problems' &&
        explained.problems.map((problem) => {
          const { code, message } = problem;
          const fix = fixOf(problem);
          const cure = cureOf(problem, explained.wanted);
          const isAsked = fix !== undefined || cure?.isPriced === true;
          const calls = fix === undefined ? callsToAskAgain([problem]) : problem.count;
          const price = priceUpTo(calls, preferences);
          return (
            <Fragment key={code}>
              <Title>
                {nameMeantBy(fix) === undefined ? problemTexts[code].title : t('Unknown attribute')}
              </Title>
              <Text>{cellText(message)}</Text>
              {fix !== undefined && (
                <Button
                  appearance="primary"
                  onClick={() =>
                    later(() => fixCells(fix, [address], { sheet: ports.host.sheet, price, later }))
                  }
                >
                  {fixTitle(fix)}
                </Button>
              )}
              {cure !== undefined && (
                <Button
                  {...(fix === undefined && { appearance: 'primary' })}
                  onClick={() => {
                    cure.run(address, ports, goToView, price);
                    onClose();
                  }}
                >
                  {cure.title}
                </Button>
              )}
              {isAsked && (
                <Text tone="quiet" isSmall>
                  {price.text}
                </Text>
              )}
            </Fragment>
          );
        })}
      {explained !== undefined && 'facts' in explained && explained.facts.length > 0 && (
        <Facts>
          {explained.facts.map(([term, text]) => (
            <Fact key={term} term={term}>
              {text}
            </Fact>
          ))}
        </Facts>
      )}
      <NoticeLine notice={notice} isBusy={isBusy} />
    </PaneSection>
  );
}

async function explain(
  address: string,
  ports: ExplainSectionProps['ports'],
): Promise<CellExplanation> {
  try {
    const { explainCell } = await import(
      /* webpackChunkName: "pane-explain" */ './cell-explanation'
    );
    return await explainCell(address, ports);
  } catch {
    return {
      kind: 'failed',
      message: t('Part of Locus couldn’t load. Check your network and try again.'),
    };
  }
}

const NOTHING = t(
  'This cell has no Locus formula. If its value comes from a formula in another cell, select that cell.',
);
