import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons';

import { t } from '../../engine/language/speech';
import type { ModelRefusal, VariableDraft } from '../workbook/workbook-model';
import { said } from './field-fault';
import { refusalMessage } from './model-messages';
import { Stack } from '../pane/parts/layout';

export interface VariableFieldsProps {
  readonly index: number;
  readonly variable: VariableDraft;
  readonly refusals: readonly ModelRefusal[];
  onChange(change: Partial<VariableDraft>): void;
  onRemove(): void;
}

const useStyles = makeStyles({
  // Aligned at the top, since errors appear below a field; the button stays beside the box.
  line: { display: 'flex', columnGap: tokens.spacingHorizontalS, alignItems: 'start' },
  remove: { marginTop: '26px' },
  grow: { flex: '1 1 0', minWidth: 0 },
});

/** One of the model's own variables. */
export function VariableFields(props: VariableFieldsProps) {
  const { index, variable, refusals, onChange, onRemove } = props;
  const styles = useStyles();
  const fault = (part: 'name' | 'fallback'): string | undefined => {
    const refusal = refusals.find(
      (one) => one.field === 'variable' && one.index === index && one.part === part,
    );
    return refusal && refusalMessage(refusal);
  };
  return (
    <Stack isBoxed role="group" aria-label={t('Variable {index}', { index: index + 1 })}>
      <div className={styles.line}>
        <Field className={styles.grow} label={t('Variable name')} {...said(fault('name'))}>
          <Input
            value={variable.name}
            autoComplete="off"
            spellCheck={false}
            onChange={(_event, { value }) => onChange({ name: value })}
          />
        </Field>
        <Button
          className={styles.remove}
          appearance="subtle"
          icon={<Delete20Regular />}
          aria-label={t('Remove variable {name}', { name: variable.name.trim() || index + 1 })}
          onClick={onRemove}
        />
      </div>
      <div className={styles.line}>
        <Field className={styles.grow} label={t('Kind')}>
          <Select
            value={variable.kind}
            onChange={(_event, { value }) =>
              onChange({ kind: value === 'text' ? 'text' : 'number' })
            }
          >
            <option value="number">{t('Number')}</option>
            <option value="text">{t('Text')}</option>
          </Select>
        </Field>
        <Field className={styles.grow} label={t('Default')} {...said(fault('fallback'))}>
          <Input
            value={variable.fallback}
            inputMode={variable.kind === 'number' ? 'decimal' : 'text'}
            placeholder={t('None')}
            autoComplete="off"
            onChange={(_event, { value }) => onChange({ fallback: value })}
          />
        </Field>
      </div>
    </Stack>
  );
}
