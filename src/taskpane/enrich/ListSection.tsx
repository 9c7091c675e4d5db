import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';

import { t } from '../../language/speech';
import { PaneSection } from '../PaneSection';
import type { ListChoice } from './list-choice';
import { PlaceFields } from './PlaceFields';

export interface ListSectionProps extends ListChoice {
  /** What is missing, in words. */
  readonly fault: string | undefined;
  readonly needsPincode: boolean;
  onLookAgain(): void;
}

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  text: { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  fault: { margin: 0, fontWeight: tokens.fontWeightSemibold },
  start: { alignSelf: 'start' },
});

/** Which list it is, and where in it the places are. */
export function ListSection({ fault, needsPincode, onLookAgain, ...chosen }: ListSectionProps) {
  const styles = useStyles();
  const { list, choice } = chosen;
  return (
    <PaneSection title={t('List')}>
      <div className={styles.row}>
        <p className={styles.text}>{list.block.address}</p>
        <Button size="small" onClick={onLookAgain}>
          {t('Refresh')}
        </Button>
      </div>
      <Checkbox
        className={styles.start}
        label={t('First row has headers')}
        checked={list.columns.hasHeader}
        onChange={(_event, { checked }) => chosen.setHeader(checked === true)}
      />
      <PlaceFields
        list={list}
        choice={choice}
        needsPincode={needsPincode}
        onChange={(next) => chosen.setChoice(next)}
      />
      {fault !== undefined && <p className={styles.fault}>{fault}</p>}
    </PaneSection>
  );
}
