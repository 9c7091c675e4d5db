import { Badge, Body1Strong, Button, makeStyles, tokens } from '@fluentui/react-components';
import { Delete20Regular, Edit20Regular } from '@fluentui/react-icons';

import { t } from '../../engine/language/speech';
import type { WorkbookModel } from '../spreadsheet/scoring-model';
import { variablesText } from './model-messages';

export interface ModelItemProps {
  readonly model: WorkbookModel;
  readonly isDefault: boolean;
  readonly isLocked: boolean;
  onEdit(): void;
  onScore(): void;
  onRemove(): void;
  onMakeDefault(): void;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXXS,
    paddingBottom: tokens.spacingVerticalM,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  heading: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXS },
  title: { margin: 0, minWidth: 0, flexGrow: 1 },
  text: { margin: 0 },
  quiet: { color: tokens.colorNeutralForeground2 },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    marginTop: tokens.spacingVerticalXS,
  },
});

/** One model of the workbook, and what can be done with it. */
export function ModelItem(props: ModelItemProps) {
  const { model, isDefault, isLocked, onEdit, onScore, onRemove, onMakeDefault } = props;
  const { alias, modelId, note } = model;
  const styles = useStyles();
  const quiet = `${styles.text} ${styles.quiet}`;
  return (
    <li className={styles.root}>
      <div className={styles.heading}>
        <Body1Strong as="h3" className={styles.title}>
          {alias}
        </Body1Strong>
        {isDefault && <Badge appearance="tint">{t('Default')}</Badge>}
        {!isLocked && (
          <>
            <Button
              appearance="subtle"
              icon={<Edit20Regular />}
              aria-label={t('Change {alias}', { alias })}
              onClick={onEdit}
            />
            <Button
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label={t('Remove {alias}', { alias })}
              onClick={onRemove}
            />
          </>
        )}
      </div>
      <p className={quiet}>{t('Model ID: {modelId}', { modelId })}</p>
      {note !== '' && <p className={styles.text}>{note}</p>}
      {model.variables.length > 0 && (
        <p className={quiet}>{t('Needs {variables}', { variables: variablesText(model) })}</p>
      )}
      <div className={styles.actions}>
        <Button size="small" aria-label={t('Score a list: {alias}', { alias })} onClick={onScore}>
          {t('Score a list')}
        </Button>
        {!isDefault && !isLocked && (
          <Button
            size="small"
            aria-label={t('Make default: {alias}', { alias })}
            onClick={onMakeDefault}
          >
            {t('Make default')}
          </Button>
        )}
      </div>
    </li>
  );
}
