import { makeStyles, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { PlaceList } from './place-list';
import { DATE, leftOut } from './wanted-scores';
import type { WantedScore } from './wanted-scores';
import type { WorkbookModel } from '../spreadsheet/scoring-model';
import { ModelSelect } from '../models';
import { ColumnSelect } from './ColumnSelect';
import { Stack, Text } from '../pane/parts/layout';

export interface ScoreFieldsProps {
  /** At least one. */
  readonly models: readonly WorkbookModel[];
  /** The chosen model's alias; "" for none. */
  readonly alias: string;
  /** Undefined without a model, and if the list already has its scores. */
  readonly score: WantedScore | undefined;
  readonly list: PlaceList;
  onModel(alias: string): void;
  onVariable(alias: string, name: string, column: number | undefined): void;
}

const useStyles = makeStyles({
  variables: {
    paddingLeft: tokens.spacingHorizontalM,
    borderLeft: `${tokens.strokeWidthThick} solid ${tokens.colorNeutralStroke2}`,
  },
});

/** Which model scores the list, if any, and which columns fill its variables. */
export function ScoreFields({ models, alias, score, list, ...acts }: ScoreFieldsProps) {
  const styles = useStyles();
  const missing = score === undefined ? [] : leftOut(score);
  return (
    <>
      <ModelSelect
        label={t('Model score')}
        models={models}
        alias={alias}
        none={t('None')}
        onSelect={(next) => acts.onModel(next)}
      />
      {score !== undefined && (
        <ColumnSelect
          label={t('Date')}
          list={list}
          none={t('Today')}
          column={score.date}
          onChange={(column) => acts.onVariable(alias, DATE, column)}
        />
      )}
      {score !== undefined && score.model.variables.length > 0 && (
        <Stack
          gap="M"
          className={styles.variables}
          role="group"
          aria-label={t('Variables of {alias}', { alias })}
        >
          {score.model.variables.map(({ name, fallback }, index) => (
            <ColumnSelect
              key={name}
              label={name}
              list={list}
              none={
                fallback === undefined
                  ? t('No column')
                  : t('No column: use {fallback}', { fallback })
              }
              column={score.mapping[index]}
              onChange={(column) => acts.onVariable(alias, name, column)}
            />
          ))}
          {missing.length > 0 && (
            <Text tone="quiet">
              {t('Sent without {missing}. The model may not return a score.', {
                missing: missing.join(', '),
              })}
            </Text>
          )}
        </Stack>
      )}
    </>
  );
}
