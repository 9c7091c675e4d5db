import { Button, Field, Input, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { HeldPlan } from '../../engine/lookup';
import type { PanePorts } from '../pane/parts/pane-ports';
import type { PaneViewProps } from '../pane/parts/pane-view';
import { PaneSection } from '../pane/parts/PaneSection';
import { useStoreValue } from '../pane/parts/use-store-value';
import { useApproval } from './use-approval';
import { Actions, Fault, Stack, Text } from '../pane/parts/layout';
import type { Preferences } from '../device/preferences';
import { callsPriceText } from '../pane/parts/price-text';
import { readNumber, validationOf } from '../pane/parts/NumberField';

export interface HeldSectionProps {
  readonly ports: Pick<PanePorts, 'held' | 'preferences' | 'clock'>;
  readonly goToView: PaneViewProps['goToView'];
}

const useStyles = makeStyles({
  root: {
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorStatusWarningBorder1}`,
    backgroundColor: tokens.colorStatusWarningBackground1,
  },
  input: { flex: '1 1 90px', minWidth: 0 },
});

/** The calls that need a person's approval, and the ways to give it; nothing if there are none. */
export function HeldSection({ ports, goToView }: HeldSectionProps) {
  const styles = useStyles();
  const { plan, fault, clearFault, ...approval } = useApproval(ports.held);
  const [announced, setAnnounced] = useState<string>();
  const note = useRef<HTMLParagraphElement>(null);
  const lastAnnounced = useRef<string>(undefined);

  // A new plan replaces the message that the one before was declined.
  if (plan !== undefined && announced === REFUSED) setAnnounced(undefined);

  useEffect(() => {
    // The button that was pressed may be gone, and the focus with it. But this also runs when a
    // hidden view is shown again.
    if (announced !== undefined && announced !== lastAnnounced.current) note.current?.focus();
    lastAnnounced.current = announced;
    if (announced === undefined) return undefined;
    return ports.clock.schedule(ANNOUNCED_MS, () => setAnnounced(undefined));
  }, [announced, ports.clock]);

  function approve(calls: number): void {
    setAnnounced(t('Approved: {calls, plural, one {# call} other {# calls}}.', { calls }));
    void approval.approve(calls);
  }

  if (plan === undefined && announced === undefined && fault === undefined) return null;
  return (
    <PaneSection title={t('Needs your approval')}>
      {plan !== undefined && (
        <Stack gap="M" className={styles.root}>
          <HeldText plan={plan} preferences={ports.preferences} goToView={goToView} />
          <Actions>
            <Button appearance="primary" onClick={() => approve(plan.calls)}>
              {plan.first === undefined ? t('Approve all') : FIRST_STEP[plan.first](plan.calls)}
            </Button>
            <Button
              onClick={() => {
                clearFault();
                setAnnounced(REFUSED);
                ports.held.refuse();
              }}
            >
              {t('Decline')}
            </Button>
          </Actions>
          {plan.calls > 1 && (
            <PartlyApproved plan={plan} preferences={ports.preferences} onApprove={approve} />
          )}
        </Stack>
      )}
      {announced !== undefined && (
        <Text ref={note} tabIndex={-1}>
          {announced}
        </Text>
      )}
      <Fault>{fault}</Fault>
    </PaneSection>
  );
}

interface HeldTextProps extends Pick<HeldSectionProps, 'goToView'> {
  readonly plan: HeldPlan;
  readonly preferences: PanePorts['preferences'];
}

function HeldText({ plan, preferences, goToView }: HeldTextProps) {
  const current = useStoreValue(preferences);
  return (
    <>
      <Text isStrong>{heldMessage(plan, current)}</Text>
      <Text>
        {heldReason(plan, current)}{' '}
        {current.pricePerCall === null && (
          <Link as="button" inline onClick={() => goToView('more', { part: 'spending' })}>
            {t('Set price per call')}
          </Link>
        )}
      </Text>
    </>
  );
}

const FIRST_STEP = {
  unchanged: (calls: number) =>
    t('Calculate ({calls, plural, one {# call} other {# calls}})', { calls }),
  interrupted: (calls: number) =>
    t('Go on ({calls, plural, one {# call} other {# calls}})', { calls }),
  unpriced: (calls: number) =>
    t('Calculate ({calls, plural, one {# call} other {# calls}})', { calls }),
} as const;

const REFUSED = t('Declined. To request them again, select Retry failed.');

/** Long enough to read; the cells show the rest. */
const ANNOUNCED_MS = 15_000;

interface PartlyApprovedProps {
  readonly plan: HeldPlan;
  readonly preferences: PanePorts['preferences'];
  onApprove(calls: number): void;
}

/** Approves some of the calls, and no more for now. */
function PartlyApproved({ plan, preferences, onApprove }: PartlyApprovedProps) {
  const styles = useStyles();
  const current = useStoreValue(preferences);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const wanted = readNumber(typed);
  const isPossible = wanted !== undefined && approvalFault(wanted, plan) === undefined;
  const price = isPossible ? callsPriceText(wanted, current) : undefined;
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
      <Field label={t('Calls to approve')} {...validationOf(fault)}>
        {(field) => (
          <Actions>
            <Input
              {...field}
              className={styles.input}
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(_event, { value }) => setTyped(value)}
            />
            <Button type="submit">
              {price === undefined
                ? t('Approve this many')
                : t('Approve this many, about {price}', { price })}
            </Button>
          </Actions>
        )}
      </Field>
    </form>
  );
}

/** `2,400 calls for 28,800 values (900 already known), about 240 credits.` */
function heldMessage(
  { calls, values, known, first }: HeldPlan,
  preferences: Pick<Preferences, 'pricePerCall' | 'currency'>,
): string {
  const price = callsPriceText(calls, preferences);
  return [
    first === 'interrupted'
      ? t('{values, plural, one {# value was} other {# values were}} interrupted. ', { values })
      : '',
    t(
      '{calls, plural, one {# call} other {# calls}} for {values, plural, one {# value} other {# values}}',
      { calls, values },
    ),
    known > 0 ? t(' ({known} already known)', { known }) : '',
    price === undefined ? '' : t(', about {price}', { price }),
    '.',
  ].join('');
}

/** Why a person is asked at all. */
function heldReason(
  { reason, first }: HeldPlan,
  { approvalThreshold, dailyBudget }: Pick<Preferences, 'approvalThreshold' | 'dailyBudget'>,
): string {
  if (first === 'interrupted') {
    return t('The workbook was closed before they arrived. Nothing is requested until you go on.');
  }
  if (first === 'unpriced') {
    return t('You recalculated cells. What Locus already knows is free; the rest costs this.');
  }
  if (first === 'unchanged') {
    return t('Locus asks before it uses your key in a workbook that you haven’t changed.');
  }
  if (reason === 'held') {
    return t(
      'Locus asks before making more than {approvalThreshold, plural, one {# call} other {# calls}} at once.',
      { approvalThreshold },
    );
  }
  return dailyBudget === null
    ? t('You’ve used today’s budget.')
    : t('You’ve used today’s budget of {dailyBudget, plural, one {# call} other {# calls}}.', {
        dailyBudget,
      });
}

/** What is wrong with a number of calls to approve; undefined if nothing is. */
function approvalFault(wanted: number | undefined, { calls }: HeldPlan): string | undefined {
  const isPossible = wanted !== undefined && Number.isInteger(wanted) && wanted >= 1;
  if (!isPossible) return t('Enter a whole number from 1 to {calls}.', { calls });
  return wanted > calls
    ? t('Only {calls, plural, one {# call is} other {# calls are}} waiting.', { calls })
    : undefined;
}
