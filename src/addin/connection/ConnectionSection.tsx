import { Button, makeStyles, Spinner, Switch, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';

import { t } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';
import { AdvancedFields } from './AdvancedFields';
import { ConnectionStatus } from './ConnectionStatus';
import { GatewayAccount } from './GatewayAccount';
import type { GatewayAccountProps } from './GatewayAccount';
import { KeyField } from './KeyField';
import { SendingNotice } from './SendingNotice';
import {
  useConnectionForm,
  type ConnectionField,
  type ConnectionFormPorts,
} from './use-connection-form';
import { Actions, Stack, Text } from '../pane/parts/layout';

export interface ConnectionSectionProps {
  readonly ports: ConnectionFormPorts & GatewayAccountProps['ports'];
  /** Counts up whenever the key is needed; the key's box then takes the focus. */
  readonly timesNeeded: number;
}

const useStyles = makeStyles({
  remember: { marginLeft: `calc(-1 * ${tokens.spacingHorizontalS})`, alignSelf: 'start' },
});

/** The key, the addresses it is for, and a test that says how it went. */
export function ConnectionSection({ ports, timesNeeded }: ConnectionSectionProps) {
  const styles = useStyles();
  const form = useConnectionForm(ports);
  const [isAdvancedOpen, setIsAdvancedOpen] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const keyRef = useRef<HTMLInputElement>(null);
  const timesShown = useRef(0);

  useEffect(() => {
    // This also runs when a hidden view is shown again.
    if (timesNeeded === timesShown.current) return;
    timesShown.current = timesNeeded;
    keyRef.current?.focus();
  }, [timesNeeded]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (form.isTesting) return;
    const { isKeyTaken, badFields } = form.saveAndTest(keyRef.current?.value ?? '');
    if (isKeyTaken) clearKey();
    const [bad] = badFields;
    if (bad !== undefined) pointAt(bad);
  }

  function clearKey(): void {
    if (keyRef.current !== null) keyRef.current.value = '';
  }

  function pointAt(field: ConnectionField): void {
    if (field === 'credential') return keyRef.current?.focus();
    // The box must be on the page before it can take the focus.
    flushSync(() => {
      setIsAdvancedOpen(true);
    });
    formRef.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus();
  }

  return (
    <PaneSection title={t('Connection')}>
      <Stack ref={formRef} as="form" onSubmit={submit} noValidate>
        <KeyField inputRef={keyRef} hasKey={form.hasKey} error={form.fieldErrors.credential} />
        <Switch
          className={styles.remember}
          label={t('Remember on this device')}
          checked={form.shouldRemember}
          onChange={(_event, { checked }) => {
            form.setShouldRemember(checked);
          }}
        />
        {form.shouldRemember && (
          <Text tone="quiet" isSmall>
            {t(
              'Stored unencrypted in this browser until you turn this off or clear all data. Turn it off on a shared computer.',
            )}
          </Text>
        )}
        <AdvancedFields form={form} isOpen={isAdvancedOpen} onToggle={setIsAdvancedOpen} />
        {(!form.hasKey || form.isGoingElsewhere) && <SendingNotice addresses={form.addresses} />}
        <Actions>
          <Button
            type="submit"
            appearance="primary"
            disabledFocusable={form.isTesting}
            icon={form.isTesting ? <Spinner size="extra-tiny" aria-hidden /> : null}
          >
            {t('Save and test')}
          </Button>
          {form.hasKey && (
            <Button
              appearance="subtle"
              onClick={() => {
                form.forget();
                clearKey();
                keyRef.current?.focus();
              }}
            >
              {t('Remove key')}
            </Button>
          )}
        </Actions>
        <ConnectionStatus words={form.status} />
      </Stack>
      <GatewayAccount ports={ports} isTesting={form.isTesting} />
    </PaneSection>
  );
}
