import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import type { HeldPlan } from '../../engine/lookup';
import { readNumber } from '../pane/parts/typed-number';
import { approvalFault } from './held-messages';

export interface PartlyApprovedProps {
  readonly plan: HeldPlan;
  onApprove(calls: number): void;
}

const useStyles = makeStyles({
  root: { margin: 0 },
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  input: { flex: '1 1 90px', minWidth: 0 },
});

/** Approves some of the calls, and no more for now. */
export function PartlyApproved({ plan, onApprove }: PartlyApprovedProps) {
  const styles = useStyles();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  return (
    <form
      className={styles.root}
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
          <div className={styles.row}>
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
          </div>
        )}
      </Field>
    </form>
  );
}
