import { Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';

import type { Preferences } from '../../settings/preferences';
import { defaultPreferences } from '../../settings/preferences';
import { NumberField } from '../NumberField';
import type { SavedPreferences } from '../saved-preferences';

const useStyles = makeStyles({
  text: { margin: 0 },
});

/** When a person is asked before calls are made, and what a call costs. */
export function SpendingFields({ saved }: { readonly saved: SavedPreferences }) {
  const styles = useStyles();
  const { current, isKept } = saved;
  const save = (change: Partial<Preferences>, outOfBounds: string): string | undefined =>
    saved.save(change) ? undefined : outOfBounds;
  return (
    <>
      <NumberField
        label="Ask me above"
        unit="calls"
        hint="At once, of all cells together."
        value={current.approvalThreshold}
        save={(value) =>
          save(
            // An emptied box asks for what we would choose.
            { approvalThreshold: value ?? defaultPreferences.approvalThreshold },
            'Enter a whole number from 1 to 1,000,000.',
          )
        }
      />
      <NumberField
        label="Budget for a day"
        unit="calls"
        hint="Leave it empty for no limit."
        value={current.dailyBudget ?? undefined}
        save={(value) =>
          save(
            { dailyBudget: value ?? null },
            'Enter a whole number from 1 to 100,000,000, or nothing for no limit.',
          )
        }
      />
      <NumberField
        label="Price of a call"
        hint="The service doesn’t report prices. Leave it empty if you don’t know."
        value={current.pricePerCall ?? undefined}
        save={(value) =>
          save(
            { pricePerCall: value ?? null },
            'Enter a number from 0 to 1,000,000, such as 0.25, or nothing.',
          )
        }
      />
      <CurrencyField
        current={current.currency}
        save={(currency) => save({ currency }, 'Enter at most 12 letters or signs.')}
      />
      <p aria-live="polite" className={styles.text}>
        {isKept ? '' : 'This device does not keep these limits: they hold until Locus is closed.'}
      </p>
    </>
  );
}

interface CurrencyFieldProps {
  readonly current: string;
  save(currency: string): string | undefined;
}

function CurrencyField({ current, save }: CurrencyFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();

  function finish(): void {
    if (typed === undefined) return;
    const found = save(typed.trim());
    setFault(found);
    if (found === undefined) setTyped(undefined);
  }

  return (
    <Field
      label="Currency"
      hint={fault === undefined ? 'As you write it: ₹, EUR. Empty means credits.' : null}
      validationState={fault === undefined ? 'none' : 'error'}
      validationMessage={fault ?? null}
    >
      <Input
        autoComplete="off"
        value={typed ?? current}
        onChange={(_event, { value }) => {
          setTyped(value);
        }}
        onBlur={finish}
        onKeyDown={({ key }) => {
          if (key === 'Enter') finish();
        }}
      />
    </Field>
  );
}
