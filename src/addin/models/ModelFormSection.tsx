import { Button, Field, Input, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';

import { t } from '../../engine/language/speech';
import {
  readModelDraft,
  toModelDraft,
  type ModelDraft,
  type ModelFault,
  type VariableDraft,
} from '../workbook/workbook-model';
import type { WorkbookModel } from '../spreadsheet/host';
import { useFirstDrawn } from '../pane/parts/use-caught-focus';
import { PaneSection } from '../pane/parts/PaneSection';
import { validationOf } from '../pane/parts/NumberField';
import { SelectField } from '../pane/parts/SelectField';
import type { Notice } from '../pane/parts/use-noticed-steps';
import { idHint, faultMessage } from './model-messages';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { Actions, Stack, Text } from '../pane/parts/layout';

export interface ModelFormSectionProps {
  /** The model to change; undefined for a new one. */
  readonly model: WorkbookModel | undefined;
  /** What is known of a new one. */
  readonly known?: WorkbookModel | undefined;
  readonly others: readonly WorkbookModel[];
  /** Why it was not saved. */
  readonly notice: Notice | undefined;
  readonly isSaving: boolean;
  onSave(model: WorkbookModel): void;
  /** Called when a person changes what the notice was about. */
  onChange(): void;
  onCancel(): void;
}

/** Adds a model to the workbook, or changes one. */
export function ModelFormSection(props: ModelFormSectionProps) {
  const { model, known, others, notice, isSaving, onSave, onChange, onCancel } = props;
  const form = useModelForm(model ?? known, others);
  const { draft, faults } = form;
  const formRef = useRef<HTMLFormElement>(null);
  const fault = (field: ModelFault['field']): string | undefined => {
    const found = faults.find((one) => one.field === field);
    return found && faultMessage(found);
  };
  const hint = idHint(draft.modelId);

  useFirstDrawn(() => focusOn(formRef.current, 'input'));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isSaving) return;
    let read: WorkbookModel | undefined;
    // Invalid fields must be marked before the focus can go to the first.
    flushSync(() => (read = form.read()));
    if (read === undefined) focusOn(formRef.current, '[aria-invalid="true"]');
    else onSave(read);
  }

  return (
    <PaneSection
      title={model === undefined ? t('Add a model') : t('Change {alias}', { alias: model.alias })}
    >
      <Stack ref={formRef} as="form" gap="M" onSubmit={submit} onChange={onChange} noValidate>
        <Field
          label={t('Name in formulas')}
          hint={
            model === undefined
              ? t('A short name (alias) of your choice, such as Shops.')
              : t('Formulas that use it are updated too.')
          }
          required
          {...validationOf(fault('alias'))}
        >
          <Input
            value={draft.alias}
            autoComplete="off"
            onChange={(_event, { value }) => form.change({ alias: value })}
          />
        </Field>
        <Field
          label={t('Model ID')}
          hint={hint ?? t('As shown in the service.')}
          required
          {...validationOf(fault('modelId'))}
        >
          <Input
            value={draft.modelId}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(_event, { value }) => form.change({ modelId: value })}
          />
        </Field>
        <Field label={t('Note')} {...validationOf(fault('note'))}>
          <Textarea
            value={draft.note}
            resize="vertical"
            onChange={(_event, { value }) => form.change({ note: value })}
          />
        </Field>
        <Text tone="quiet">
          {t('Custom variables: what the model needs besides the place, such as floor area.')}
        </Text>
        {draft.variables.map((variable, index) => (
          <VariableFields
            key={index}
            index={index}
            variable={variable}
            faults={faults}
            onChange={(change) => form.changeVariable(index, change)}
            onRemove={() => {
              onChange();
              flushSync(() => form.removeVariable(index));
              focusOn(formRef.current, '[data-add-variable]');
            }}
          />
        ))}
        {fault('variables') !== undefined && <p role="alert">{fault('variables')}</p>}
        <Button
          icon={<Add20Regular />}
          data-add-variable=""
          onClick={() => {
            onChange();
            flushSync(() => form.addVariable());
            focusOn(
              formRef.current,
              `[aria-label="${t('Variable {index}', { index: draft.variables.length + 1 })}"] input`,
            );
          }}
        >
          {t('Add a variable')}
        </Button>
        <NoticeLine notice={notice} isBusy={isSaving} />
        <Actions>
          <Button
            type="submit"
            // While a question is open, answering it is the next step.
            appearance={notice?.isQuestion === true ? 'secondary' : 'primary'}
            disabledFocusable={isSaving}
          >
            {model === undefined ? t('Add model') : t('Save changes')}
          </Button>
          <Button onClick={onCancel}>{t('Back')}</Button>
        </Actions>
      </Stack>
    </PaneSection>
  );
}

function focusOn(form: HTMLFormElement | null, selector: string): void {
  form?.querySelector<HTMLElement>(selector)?.focus();
}

const EMPTY: ModelDraft = { alias: '', modelId: '', note: '', variables: [] };

/** A model while a person types it. @param others the models whose aliases are taken. */
function useModelForm(first: WorkbookModel | undefined, others: readonly WorkbookModel[]) {
  const [draft, setDraft] = useState(() => (first === undefined ? EMPTY : toModelDraft(first)));
  const [hasTried, setHasTried] = useState(false);
  const reading = readModelDraft(draft, others);

  function setVariables(change: (before: readonly VariableDraft[]) => VariableDraft[]): void {
    setDraft((before) => ({ ...before, variables: change(before.variables) }));
  }

  return {
    draft,
    /** What is wrong; empty until a person has tried to save. */
    faults: hasTried && reading.kind === 'faulty' ? reading.faults : [],
    change: (change: Partial<Omit<ModelDraft, 'variables'>>) =>
      setDraft((before) => ({ ...before, ...change })),
    changeVariable: (index: number, change: Partial<VariableDraft>) =>
      setVariables((before) =>
        before.map((variable, at) => (at === index ? { ...variable, ...change } : variable)),
      ),
    addVariable: () =>
      setVariables((before) => [...before, { name: '', kind: 'number', fallback: '' }]),
    removeVariable: (index: number) =>
      setVariables((before) => before.filter((_, at) => at !== index)),
    /** The model; undefined if anything is wrong, and the faults show from now on. */
    read(): WorkbookModel | undefined {
      setHasTried(true);
      return reading.kind === 'model' ? reading.model : undefined;
    },
  };
}

interface VariableFieldsProps {
  readonly index: number;
  readonly variable: VariableDraft;
  readonly faults: readonly ModelFault[];
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
function VariableFields(props: VariableFieldsProps) {
  const { index, variable, faults, onChange, onRemove } = props;
  const styles = useStyles();
  const fault = (part: 'name' | 'fallback'): string | undefined => {
    const found = faults.find(
      (one) => one.field === 'variable' && one.index === index && one.part === part,
    );
    return found && faultMessage(found);
  };
  return (
    <Stack isBoxed role="group" aria-label={t('Variable {index}', { index: index + 1 })}>
      <div className={styles.line}>
        <Field className={styles.grow} label={t('Variable name')} {...validationOf(fault('name'))}>
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
        <SelectField<VariableDraft['kind']>
          className={styles.grow}
          label={t('Kind')}
          value={variable.kind}
          options={[
            ['number', t('Number')],
            ['text', t('Text')],
          ]}
          onChange={(kind) => onChange({ kind })}
        />
        <Field className={styles.grow} label={t('Default')} {...validationOf(fault('fallback'))}>
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
