import { Button, Field, Input, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import { aliasKey } from '../workbook/workbook-model';
import type { VariableSet } from '../workbook/workbook-settings';
import type { WorkbookStore } from '../workbook/workbook-store';
import { NoticeLine } from '../pane/parts/NoticeLine';
import { PaneSection } from '../pane/parts/PaneSection';
import { useStoreValue } from '../pane/parts/use-store-value';
import { Stack, Text } from '../pane/parts/layout';
import { MAX_ENTRIES, type SettingsEdit } from '../workbook/workbook-edits';
import { useWorkbookEdits } from '../pane/parts/use-workbook-edits';

export interface NameSetsSectionProps {
  readonly workbook: WorkbookStore;
  readonly chosen: readonly string[];
  onChoose(names: readonly string[]): void;
}

const useStyles = makeStyles({
  item: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  words: { flexGrow: 1, minWidth: 0 },
});

/** Named lists of names that travel with the workbook. */
export function NameSetsSection({ workbook, chosen, onChoose }: NameSetsSectionProps) {
  const styles = useStyles();
  const { settings, reading } = useStoreValue(workbook);
  const { variableSets: sets } = settings;
  const changes = useSetChanges(workbook);
  const [name, setName] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const same = sets.find((set) => aliasKey(set.name) === aliasKey(name));
  const canSave = name.trim() !== '' && chosen.length > 0 && !changes.isBusy;
  const isLocked = reading.kind === 'newer' || reading.kind === 'failed';

  async function save(): Promise<void> {
    if (!canSave) return;
    if (await changes.put({ name: name.trim(), names: chosen }, same)) setName('');
  }

  async function remove(set: VariableSet): Promise<void> {
    // The pressed button is gone, and the focus with it.
    if (await changes.remove(set)) form.current?.querySelector('input')?.focus();
  }

  return (
    <PaneSection title={t('Sets in this workbook')}>
      {reading.kind === 'reading' && <Spinner size="small" label={t('Reading this workbook…')} />}
      {reading.kind === 'newer' && (
        <Text>
          {t('A newer version of Locus saved this workbook’s sets. To change them, update Locus.')}
        </Text>
      )}
      {reading.kind === 'failed' && (
        <>
          <Text>
            {t('Couldn’t read this workbook’s sets. {message}', { message: reading.message })}
          </Text>
          <Button onClick={() => void workbook.read()}>{t('Read again')}</Button>
        </>
      )}
      {sets.length === 0 && reading.kind !== 'reading' && (
        <Text tone="quiet">
          {t(
            'A set is a group of attributes that you save in this workbook, for you and your colleagues.',
          )}
        </Text>
      )}
      {sets.length > 0 && (
        <Stack as="ul" gap="XXS">
          {sets.map((set) => (
            <li key={set.name} className={styles.item}>
              <span className={styles.words}>
                {set.name} (
                {t('{names, plural, one {# attribute} other {# attributes}}', {
                  names: set.names.length,
                })}
                )
              </span>
              <Button
                size="small"
                aria-label={t('Choose {name}', { name: set.name })}
                onClick={() => onChoose(set.names)}
              >
                {t('Choose')}
              </Button>
              {!isLocked && (
                <Button
                  size="small"
                  appearance="subtle"
                  icon={<Delete20Regular />}
                  aria-label={t('Remove {name}', { name: set.name })}
                  disabledFocusable={changes.isBusy}
                  onClick={() => void remove(set)}
                />
              )}
            </li>
          ))}
        </Stack>
      )}
      <NoticeLine notice={changes.notice} isBusy={changes.isBusy} />
      {!isLocked && (
        <Stack
          ref={form}
          as="form"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Field
            label={t('Save chosen attributes as')}
            {...(chosen.length === 0 && { hint: t('Choose attributes first.') })}
          >
            <Input
              value={name}
              maxLength={MAX_SET_NAME}
              onChange={(_event, { value }) => setName(value)}
            />
          </Field>
          <Button type="submit" disabledFocusable={!canSave}>
            {same === undefined ? t('Save set') : t('Replace {name}', { name: same.name })}
          </Button>
        </Stack>
      )}
    </PaneSection>
  );
}

/** The maximum length of a set's name, in characters. */
const MAX_SET_NAME = 100;

/** Changes to the workbook's sets of names, each with its notice and the way back. */
function useSetChanges(workbook: WorkbookStore) {
  const { notice, isBusy, edit, undoing } = useWorkbookEdits(workbook, FAULTS);
  return {
    notice,
    isBusy,
    /** Resolves to whether the change was made. */
    put(set: VariableSet, replaced: VariableSet | undefined) {
      const { name } = set;
      const text = t('{name} saved: {names, plural, one {# attribute} other {# attributes}}.', {
        name,
        names: set.names.length,
      });
      const put: SettingsEdit = { kind: 'put-set', set };
      if (replaced === undefined) {
        const back = undoing([{ kind: 'remove-set', name }], t('{name} removed.', { name }));
        return edit([put], text, back);
      }
      const back: SettingsEdit = { kind: 'put-set', set: replaced, replaces: name };
      const restored = t('{name} restored.', { name });
      return edit([{ ...put, replaces: replaced.name }], text, undoing([back], restored));
    },
    remove(set: VariableSet) {
      const { name } = set;
      const back = undoing([{ kind: 'put-set', set }], t('{name} restored.', { name }));
      return edit([{ kind: 'remove-set', name }], t('{name} removed.', { name }), back);
    },
  };
}

const FAULTS = {
  taken: t('Another set in this workbook now has this name.'),
  'too-many': t('A workbook can have up to {maxEntries} sets.', {
    maxEntries: String(MAX_ENTRIES),
  }),
} as const;
