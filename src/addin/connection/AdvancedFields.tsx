import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { ChevronDown20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { useId } from 'react';

import { t } from '../../engine/language/speech';
import type { ServiceAddresses } from '../../engine/client/connection';
import type { ConnectionForm } from './use-connection-form';
import { Stack, Text } from '../pane/parts/layout';

export interface AdvancedFieldsProps {
  readonly form: ConnectionForm;
  readonly isOpen: boolean;
  onToggle(isOpen: boolean): void;
}

const FIELDS: readonly (readonly [keyof ServiceAddresses, string])[] = [
  ['attributeUrl', t('Attribute service address')],
  ['modelUrl', t('Model service address')],
];

const useStyles = makeStyles({
  toggle: { alignSelf: 'start', paddingLeft: 0, minWidth: 0 },
});

/** The service's addresses: collapsed, because most people use those they are given. */
export function AdvancedFields({ form, isOpen, onToggle }: AdvancedFieldsProps) {
  const styles = useStyles();
  const id = useId();
  return (
    <>
      <Button
        className={styles.toggle}
        appearance="transparent"
        icon={isOpen ? <ChevronDown20Regular /> : <ChevronRight20Regular />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          onToggle(!isOpen);
        }}
      >
        {t('Advanced')}
      </Button>
      {isOpen && (
        <Stack id={id} gap="M">
          {FIELDS.map(([field, label]) => (
            <Field
              key={field}
              label={label}
              validationState={form.fieldErrors[field] === undefined ? 'none' : 'error'}
              validationMessage={form.fieldErrors[field] ?? null}
            >
              <Input
                name={field}
                value={form.addresses[field]}
                inputMode="url"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                onChange={(_event, { value }) => {
                  form.setAddress(field, value);
                }}
              />
            </Field>
          ))}
          <Text tone="quiet" isSmall>
            {t(
              'A key works only with the addresses it was entered for. If you change an address, enter the key again.',
            )}
          </Text>
        </Stack>
      )}
    </>
  );
}
