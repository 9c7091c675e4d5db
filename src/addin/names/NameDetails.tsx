import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Star20Filled, Star20Regular } from '@fluentui/react-icons';

import { t } from '../../engine/language/speech';
import type { NameOrigin } from '../../engine/catalogue/catalogue-entry';
import { kindText, topicText } from '../../engine/catalogue/name-reading';
import { readableTopic } from '../../engine/catalogue/name-reading';
import { titleOf } from '../../engine/catalogue/name-title';
import type { NameReading } from '../../engine/catalogue/name-reading';
import type { ListedName } from './use-found-names';
import { Fact, Facts, Stack, Text, Title } from '../pane/parts/layout';

export interface NameDetailsProps {
  readonly entry: ListedName;
  readonly reading: NameReading;
  readonly isFavourite: boolean;
  onFavour(): void;
}

const useStyles = makeStyles({
  root: {
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    overflowWrap: 'anywhere',
  },
  text: { whiteSpace: 'pre-line' },
});

/** All that is known of one name. */
export function NameDetails({ entry, reading, isFavourite, onFavour }: NameDetailsProps) {
  const styles = useStyles();
  const { name, description, others = [] } = entry;
  const title = titleOf(entry);
  const facts = [...factsOf(entry, reading), ...others.map(({ column, text }) => [column, text])];
  return (
    <Stack as="section" aria-label={t('About {name}', { name })} className={styles.root}>
      <Title>{title}</Title>
      {title !== name && <Text className={styles.text}>{name}</Text>}
      {description !== undefined && <Text className={styles.text}>{description}</Text>}
      <Facts>
        {facts.map(([term = '', fact], index) => (
          <Fact key={index} term={term} className={styles.text}>
            {fact}
          </Fact>
        ))}
      </Facts>
      <Button
        size="small"
        icon={isFavourite ? <Star20Filled /> : <Star20Regular />}
        aria-pressed={isFavourite}
        onClick={onFavour}
      >
        {t('Favourite')}
      </Button>
    </Stack>
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
