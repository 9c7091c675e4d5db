import { Body1Strong, Button, makeStyles, tokens } from '@fluentui/react-components';
import { Star20Filled, Star20Regular } from '@fluentui/react-icons';

import { t } from '../../engine/language/speech';
import type { NameOrigin } from '../../engine/catalogue/catalogue-entry';
import { kindText, topicText } from '../../engine/catalogue/name-reading';
import { readableTopic } from '../../engine/catalogue/name-reading';
import { titleOf } from '../../engine/catalogue/name-title';
import type { NameReading } from '../../engine/catalogue/name-reading';
import type { ListedName } from './use-found-names';

export interface NameDetailsProps {
  readonly entry: ListedName;
  readonly reading: NameReading;
  readonly isFavourite: boolean;
  onFavour(): void;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    overflowWrap: 'anywhere',
    minWidth: 0,
  },
  heading: { margin: 0 },
  text: { margin: 0, whiteSpace: 'pre-line' },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'fit-content(40%) 1fr',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    margin: 0,
  },
  term: { color: tokens.colorNeutralForeground2 },
  fact: { margin: 0, whiteSpace: 'pre-line' },
  start: { alignSelf: 'start' },
});

/** All that is known of one name. */
export function NameDetails({ entry, reading, isFavourite, onFavour }: NameDetailsProps) {
  const styles = useStyles();
  const { name, description, others = [] } = entry;
  const title = titleOf(entry);
  const facts = [...factsOf(entry, reading), ...others.map(({ column, text }) => [column, text])];
  return (
    <section aria-label={t('About {name}', { name })} className={styles.root}>
      <Body1Strong as="h3" className={styles.heading}>
        {title}
      </Body1Strong>
      {title !== name && <p className={styles.text}>{name}</p>}
      {description !== undefined && <p className={styles.text}>{description}</p>}
      <dl className={styles.facts}>
        {facts.map(([term, fact], index) => (
          <div key={index} style={{ display: 'contents' }}>
            <dt className={styles.term}>{term}</dt>
            <dd className={styles.fact}>{fact}</dd>
          </div>
        ))}
      </dl>
      <Button
        className={styles.start}
        size="small"
        icon={isFavourite ? <Star20Filled /> : <Star20Regular />}
        aria-pressed={isFavourite}
        onClick={onFavour}
      >
        {t('Favourite')}
      </Button>
    </section>
  );
}

function factsOf({ unit, origin }: ListedName, reading: NameReading): [string, string][] {
  const { theme, measure, radiusM, area } = reading;
  const topic = readableTopic(reading);
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t('Theme'), theme === undefined ? undefined : kindText(theme)],
    [t('Topic'), topic === '' ? undefined : topicText(topic)],
    [t('Measure'), measure === undefined ? undefined : kindText(measure)],
    [t('Radius'), radiusM === undefined ? undefined : t('{radius} m', { radius: radiusM })],
    [t('Area'), area === undefined ? undefined : kindText(area)],
    [t('Unit'), unit],
    [t('Source'), origin === undefined ? t('Not in a list') : ORIGINS[origin]],
  ];
  return facts.flatMap(([term, fact]) => (fact === undefined ? [] : [[term, fact]]));
}

const ORIGINS: Readonly<Record<NameOrigin, string>> = {
  contract: t('Built in'),
  imported: t('Imported list'),
  team: t('Your team’s list'),
  learned: t('A service reply'),
};
