import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import type { HeldPlan } from '../../engine/lookup';
import { readNumber } from '../pane/parts/typed-number';
import { approvalFault } from './held-messages';
import { Actions } from '../pane/parts/layout';

export interface PartlyApprovedProps {
  readonly plan: HeldPlan;
  onApprove(calls: number): void;
}

const useStyles = makeStyles({
  input: { flex: '1 1 90px', minWidth: 0 },
});

/** Approves some of the calls, and no more for now. */
export function PartlyApproved({ plan, onApprove }: PartlyApprovedProps) {
  const styles = useStyles();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const calls = readNumber(typed);
        const found = approvalFault(calls, plan);
        setFault(found);
        if (found !== undefined || calls === undefined) return;
        setTyped('');
        onApprove(calls);
      }}
    >
      <Field
        label={t('Calls to approve')}
        validationState={fault === undefined ? 'none' : 'error'}
        validationMessage={fault ?? null}
      >
        {(field) => (
          <Actions>
            <Input
              {...field}
              className={styles.input}
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(_event, { value }) => {
                setTyped(value);
              }}
            />
            <Button type="submit">{t('Approve this many')}</Button>
          </Actions>
        )}
      </Field>
    </form>
  );
}
