import { Button, Link, makeStyles, Spinner, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import { NoticeLine } from '../pane/parts/NoticeLine';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { PaneSection } from '../pane/parts/PaneSection';
import { useStoreValue } from '../pane/parts/use-store-value';
import { useAddingSteps, useAdditions } from './use-additions';
import { EnrichList } from './EnrichList';
import { useListChoice, useSelectedList } from './use-list-choice';
import { Text } from '../pane/parts/layout';

const useStyles = makeStyles({
  key: {
    margin: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
});

/** New columns beside a list of places: what they hold, what they cost, and writing them. */
export function EnrichView({ ports, goToView, request }: PaneViewProps) {
  const styles = useStyles();
  const selected = useSelectedList(ports.host);
  const { reading } = selected;
  const chosenList = useListChoice(reading, useStoreValue(ports.preferences).pincodes);
  const steps = useAddingSteps(ports, chosenList?.list.block, selected.readAgain);
  const additions = useAdditions(request, steps.moveOn);
  const model = useStoreValue(ports.workbook).settings.modelOf(additions.alias);
  const hasKey = useStoreValue(ports.connection).credential !== undefined;
  return (
    <>
      {!hasKey && (
        <p className={styles.key}>
          {t('Add an API key first, or new cells won’t get values.')}{' '}
          <Link as="button" inline onClick={() => goToView('home', { isKeyNeeded: true })}>
            {t('Add API key')}
          </Link>
        </p>
      )}
      {chosenList !== undefined ? (
        <EnrichList
          {...chosenList}
          ports={ports}
          selected={selected}
          additions={additions}
          steps={steps}
          goToView={goToView}
        />
      ) : (
        <PaneSection title={t('List')}>
          {reading === undefined ? (
            <Spinner size="small" label={t('Reading the selection…')} />
          ) : (
            <>
              <Text>
                {reading.kind === 'failed' ? reading.message : nothingSelected(model?.alias)}
              </Text>
              <Button onClick={selected.readAgain}>{t('Refresh')}</Button>
              <NoticeLine {...steps} />
            </>
          )}
        </PaneSection>
      )}
    </>
  );
}

/** @param model the alias of the model whose score is wanted. */
function nothingSelected(model: string | undefined): string {
  const select =
    model === undefined
      ? t('Select a cell in your list.')
      : t('Select a cell in your list to score its places with {model}.', { model });
  return `${select} ${NEEDS}`;
}

const NEEDS = t(
  'The list needs latitude and longitude columns, or address and pincode columns. Locus adds new columns to its right.',
);
