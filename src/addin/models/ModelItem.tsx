import { Badge, Button, makeStyles, tokens } from '@fluentui/react-components';
import { Delete20Regular, Edit20Regular } from '@fluentui/react-icons';

import { t } from '../../engine/language/speech';
import type { WorkbookModel } from '../spreadsheet/scoring-model';
import { variablesText } from './model-messages';
import { Actions, Heading, Stack, Text, Title } from '../pane/parts/layout';

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
  root: { paddingBottom: tokens.spacingVerticalXS, overflowWrap: 'anywhere' },
  title: { minWidth: 0, flexGrow: 1 },
  actions: { marginTop: tokens.spacingVerticalXS },
});

/** One model of the workbook, and what can be done with it. */
export function ModelItem(props: ModelItemProps) {
  const { model, isDefault, isLocked, onEdit, onScore, onRemove, onMakeDefault } = props;
  const { alias, modelId, note } = model;
  const styles = useStyles();
  return (
    <Stack as="li" gap="XXS" className={styles.root}>
      <Heading>
        <Title className={styles.title}>{alias}</Title>
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
      </Heading>
      <Text tone="quiet">{t('Model ID: {modelId}', { modelId })}</Text>
      {note !== '' && <Text>{note}</Text>}
      {model.variables.length > 0 && (
        <Text tone="quiet">{t('Needs {variables}', { variables: variablesText(model) })}</Text>
      )}
      <Actions className={styles.actions}>
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
      </Actions>
    </Stack>
  );
}
