import { Body1Strong, Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { Fragment, useEffect, useState } from 'react';

import { cellText } from '../../engine/language/cell-text';
import { t } from '../../engine/language/speech';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { PaneSection } from '../pane/parts/PaneSection';
import { useNoticedSteps } from '../pane/parts/use-noticed-steps';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { nameMeantBy } from '../functions/problems';
import { fixCells, fixOf, fixTitle, problemTexts } from '../problems';
import { cureOf } from './cure';
import type { CellExplanation } from './cell-explanation';

export interface ExplainSectionProps extends Pick<PaneViewProps, 'ports' | 'goToView'> {
  readonly address: string;
  onClose(): void;
}

const useStyles = makeStyles({
  facts: {
    display: 'grid',
    gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    margin: 0,
    overflowWrap: 'anywhere',
  },
  term: { color: tokens.colorNeutralForeground2 },
  text: { margin: 0, overflowWrap: 'anywhere' },
  start: { alignSelf: 'start' },
});

/** What one cell shows and why; for an error, also what to do, with a button that does it. */
export function ExplainSection({ address, ports, goToView, onClose }: ExplainSectionProps) {
  const styles = useStyles();
  const [explained, setExplained] = useState<CellExplanation>();
  const { notice, isBusy, later } = useNoticedSteps(() => setExplained(undefined));

  useEffect(() => {
    let isWanted = true;
    const look = (): void => {
      void explain(address, ports).then((found) => {
        if (isWanted) setExplained(found);
      });
    };
    look();
    // A fixed cell calculates again; read it once more to show the result.
    const stop = notice && ports.problems.subscribe(look);
    return () => {
      isWanted = false;
      stop?.();
    };
  }, [address, ports, notice]);

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
      {explained?.kind === 'failed' && <p className={styles.text}>{explained.message}</p>}
      {explained?.kind === 'nothing' && <p className={styles.text}>{NOTHING}</p>}
      {explained?.kind === 'value' && (
        <dl className={styles.facts}>
          {explained.facts.map(([term, text]) => (
            <Fragment key={term}>
              <dt className={styles.term}>{term}</dt>
              <dd className={styles.text}>{text}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {explained?.kind === 'problems' &&
        explained.problems.map((problem) => {
          const { code, message } = problem;
          const fix = fixOf(problem);
          const cure = cureOf(code);
          return (
            <Fragment key={code}>
              <Body1Strong as="h3" className={styles.text}>
                {nameMeantBy(fix) === undefined ? problemTexts[code].title : t('Unknown name')}
              </Body1Strong>
              <p className={styles.text}>{cellText(message)}</p>
              {fix !== undefined && (
                <Button
                  className={styles.start}
                  appearance="primary"
                  onClick={() => {
                    later(() => fixCells(fix, [address], { sheet: ports.host.sheet, later }));
                  }}
                >
                  {fixTitle(fix)}
                </Button>
              )}
              {cure !== undefined && (
                <Button
                  className={styles.start}
                  {...(fix === undefined && { appearance: 'primary' })}
                  onClick={() => {
                    cure.run(address, ports, goToView);
                    onClose();
                  }}
                >
                  {cure.title}
                </Button>
              )}
            </Fragment>
          );
        })}
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
