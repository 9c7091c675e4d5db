import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';

import { t } from '../../engine/language/speech';
import type { Preferences } from '../device/preferences';
import { defaultPreferences } from '../device/preferences';
import { NumberField } from '../pane/parts/NumberField';
import type { SavedPreferences } from '../pane/parts/use-saved-preferences';
import { Text } from '../pane/parts/layout';

/** When a person is asked before calls are made, and what a call costs. */
export function SpendingFields({ saved }: { readonly saved: SavedPreferences }) {
  const { current, isKept } = saved;
  const save = (change: Partial<Preferences>, outOfBounds: string): string | undefined =>
    saved.save(change) ? undefined : outOfBounds;
  return (
    <>
      <NumberField
        label={t('Ask for approval above')}
        unit={t('calls')}
        hint={t('Calls at once, across all cells.')}
        value={current.approvalThreshold}
        save={(value) =>
          save(
            // An empty box asks for the default.
            { approvalThreshold: value ?? defaultPreferences.approvalThreshold },
            t('Enter a whole number from 1 to 1,000,000.'),
          )
        }
      />
      <NumberField
        label={t('Daily budget')}
        unit={t('calls')}
        hint={t('Leave blank for no limit.')}
        value={current.dailyBudget ?? undefined}
        save={(value) =>
          save(
            { dailyBudget: value ?? null },
            t('Enter a whole number from 1 to 100,000,000, or leave blank for no limit.'),
          )
        }
      />
      <NumberField
        label={t('Price per call')}
        hint={t('The service doesn’t report prices. Leave blank if you don’t know.')}
        value={current.pricePerCall ?? undefined}
        save={(value) =>
          save(
            { pricePerCall: value ?? null },
            t('Enter a number from 0 to 1,000,000, such as 0.25, or leave blank.'),
          )
        }
      />
      <CurrencyField
        current={current.currency}
        save={(currency) => save({ currency }, t('Use up to 12 characters.'))}
      />
      <Text aria-live="polite">
        {isKept ? '' : t('This device can’t save these limits. They last until you close Locus.')}
      </Text>
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
      label={t('Currency')}
      hint={fault === undefined ? t('For example, ₹ or EUR. Leave blank for credits.') : null}
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
