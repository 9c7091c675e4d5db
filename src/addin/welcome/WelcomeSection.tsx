import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { MathFormula20Regular, Star20Regular, TableAdd20Regular } from '@fluentui/react-icons';
import { useState, type ComponentType, type ReactNode } from 'react';

import { t } from '../../engine/language/speech';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { PaneSection } from '../pane/parts/PaneSection';
import { useStoreValue } from '../pane/parts/use-store-value';
import { firstModel } from './first-model';
import { FirstFormula } from './FirstFormula';
import { Stack } from '../pane/parts/layout';

export interface WelcomeSectionProps extends Pick<PaneViewProps, 'ports' | 'goToView'> {
  /** Called when the key is needed. */
  onKeyNeeded(): void;
}

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
    gap: tokens.spacingVerticalS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  card: {
    display: 'grid',
    flexGrow: 1,
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    alignItems: 'center',
    justifyContent: 'start',
    width: '100%',
    padding: tokens.spacingHorizontalM,
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
  },
  icon: { display: 'grid', color: tokens.colorBrandForeground1 },
  title: { display: 'block', fontWeight: tokens.fontWeightSemibold },
  about: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

/** Three ways to a first value, for people who have no key yet. */
export function WelcomeSection({ ports, goToView, onKeyNeeded }: WelcomeSectionProps) {
  const styles = useStyles();
  const { host, workbook, connection } = ports;
  const { credential } = useStoreValue(connection);
  const isNewcomer = credential === undefined || ports.isSampleData();
  // A key entered meanwhile does not close the section.
  const [wasNewcomer] = useState(isNewcomer);
  const [isOver, setIsOver] = useState(false);
  const [isFormula, setIsFormula] = useState(false);
  const [isScoring, setIsScoring] = useState(false);
  if (isOver || !(isNewcomer || wasNewcomer)) return null;

  async function score(): Promise<void> {
    // A second click would find that the first has added the samples, and none that it may add.
    if (isScoring) return;
    setIsScoring(true);
    const model = await firstModel(workbook, ports.isSampleData() ? host.sampleModels : []);
    setIsScoring(false);
    if (model === undefined) goToView('models');
    else goToView('enrich', { alias: model.alias });
  }

  const cards: readonly Card[] = [
    {
      title: t('Add data to this list'),
      about: t('New columns for places you already have'),
      Icon: TableAdd20Regular,
      open: () => goToView('enrich', { names: ['w_pop_tt_500'] }),
    },
    {
      title: t('Try a formula'),
      about: t('Population around a point, in one cell'),
      Icon: MathFormula20Regular,
      open: () => setIsFormula(true),
      more: isFormula && (
        <FirstFormula
          host={host}
          onInserted={() => {
            if (credential === undefined) onKeyNeeded();
          }}
        />
      ),
    },
    {
      title: t('Score places'),
      about: t('Let a model rate each place in a list'),
      Icon: Star20Regular,
      open: () => void score(),
    },
  ];
  return (
    <PaneSection
      title={t('Get started')}
      aside={
        <Button size="small" appearance="subtle" onClick={() => setIsOver(true)}>
          {t('Dismiss')}
        </Button>
      }
    >
      <ul className={styles.list}>
        {cards.map(({ title, about, Icon, open, more }) => (
          <Stack key={title} as="li">
            <Button className={styles.card} onClick={open}>
              <span className={styles.icon}>
                <Icon />
              </span>
              <span>
                <span className={styles.title}>{title}</span>
                <span className={styles.about}>{about}</span>
              </span>
            </Button>
            {more}
          </Stack>
        ))}
      </ul>
    </PaneSection>
  );
}

interface Card {
  readonly title: string;
  readonly about: string;
  readonly Icon: ComponentType;
  open(): void;
  /** What the card opens in place. */
  readonly more?: ReactNode;
}
