import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';

import type { HeldPlan } from '../../lookup';
import { readNumber } from '../NumberField';
import { approvalFault } from './held-words';

export interface PartlyApprovedProps {
  readonly plan: HeldPlan;
  onApprove(calls: number): void;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'start',
    gap: tokens.spacingHorizontalS,
    margin: 0,
  },
  field: { flex: '1 1 120px', minWidth: 0 },
  // Beside the box, not beside the words above it.
  button: { marginTop: '26px' },
});

/** So many of the calls, and no more for now. */
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
        className={styles.field}
        label="Calls to approve"
        validationState={fault === undefined ? 'none' : 'error'}
        validationMessage={fault ?? null}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(_event, { value }) => {
            setTyped(value);
          }}
        />
      </Field>
      <Button type="submit" className={styles.button}>
        Approve this much
      </Button>
    </form>
  );
}
