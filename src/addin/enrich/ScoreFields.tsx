import { Button, makeStyles, tokens } from '@fluentui/react-components';

import { listText, t } from '../../engine/language/speech';
import { Stack, Text } from '../pane/parts/layout';
import { SelectField } from '../pane/parts/SelectField';
import type { WorkbookModel } from '../spreadsheet/host';
import { ColumnSelect } from './PlaceFields';
import type { PlaceList } from './place-list';
import { DATE, leftOut, type Source, type WantedScore } from './score-choice';

const useStyles = makeStyles({
  variables: {
    paddingLeft: tokens.spacingHorizontalM,
    borderLeft: `${tokens.strokeWidthThick} solid ${tokens.colorNeutralStroke2}`,
  },
});

interface ScoreFieldsProps {
  /** At least one. */
  readonly models: readonly WorkbookModel[];
  /** The chosen model's alias; "" for none. */
  readonly alias: string;
  /** Undefined without a model, and if the list already has its scores. */
  readonly score: WantedScore | undefined;
  readonly list: PlaceList;
  onModel(alias: string): void;
  onVariable(alias: string, name: string, source: Source | undefined): void;
}

/** Which model scores the list, if any, and which columns fill its variables. */
export function ScoreFields({ models, alias, score, list, ...acts }: ScoreFieldsProps) {
  const styles = useStyles();
  const missing = score === undefined ? [] : leftOut(score);
  const withoutValue = missing.filter((wanted) =>
    score?.model.variables.some(({ name, fallback }) => name === wanted && fallback === undefined),
  );
  const note = models.find((one) => one.alias === alias)?.note ?? '';
  return (
    <>
      <SelectField
        label={t('Model score')}
        {...(note !== '' && { hint: note })}
        value={alias}
        options={[['', t('None')], ...models.map((one) => [one.alias, one.alias] as const)]}
        onChange={(next) => acts.onModel(next)}
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
          id={INPUTS}
          aria-label={t('Variables of {alias}', { alias })}
        >
          {score.model.variables.map(({ name, fallback }, index) => (
            <ColumnSelect<Source>
              key={name}
              label={name}
              list={list}
              none={t('Choose a column')}
              {...(fallback !== undefined && {
                other: ['default', t('Use {fallback} in each row', { fallback })],
              })}
              column={score.mapping[index]}
              onChange={(source) => acts.onVariable(alias, name, source)}
            />
          ))}
          {withoutValue.length > 0 && (
            <Text tone="quiet">
              {t(
                'To give all rows the same {missing}, set a default under Models and choose it here.',
                { missing: listText(withoutValue) },
              )}
            </Text>
          )}
        </Stack>
      )}
    </>
  );
}

const INPUTS = 'locus-score-inputs';

/** Why no score can be added yet, and the way to the field: in a low window, it is out of sight. */
export function UnfilledInputs({ score }: Pick<ScoreFieldsProps, 'score'>) {
  const missing = score === undefined ? [] : leftOut(score);
  const [first] = missing;
  if (first === undefined) return null;
  const show = (): void => {
    const at = score?.model.variables.findIndex(({ name }) => name === first) ?? 0;
    const field = document.getElementById(INPUTS)?.querySelectorAll('select')[at];
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  };
  return (
    <>
      <Text as="span" tone="quiet">
        {t(
          '{count, plural, one {{missing} has} other {{missing} have}} no column: choose one or a value.',
          {
            count: missing.length,
            missing: listText(missing),
          },
        )}
      </Text>
      <Button size="small" onClick={show}>
        {t('Choose for {name}', { name: first })}
      </Button>
    </>
  );
}
