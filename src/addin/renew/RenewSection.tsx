import { Button, Link, Spinner } from '@fluentui/react-components';
import { useState } from 'react';

import { countText, t } from '../../engine/language/speech';
import { Actions, Stack, Text } from '../pane/parts/layout';
import { valueText } from '../pane/parts/figure-text';
import { NoticeLine } from '../pane/parts/NoticeLine';
import type { PanePorts } from '../pane/parts/pane-ports';
import { PaneSection } from '../pane/parts/PaneSection';
import { callsPriceText } from '../pane/parts/price-text';
import { SelectField } from '../pane/parts/SelectField';
import { useNoticedSteps, type Notice } from '../pane/parts/use-noticed-steps';
import { writeBeforeColumns } from './before-columns';
import {
  planRenewal,
  renewValues,
  shortAddress,
  type Change,
  type RenewalEnd,
  type RenewalPlan,
  type RenewalScope,
  type RenewPorts,
} from './renewal';

export interface RenewSectionProps {
  readonly ports: RenewPorts & Pick<PanePorts, 'preferences'>;
}

/** Asks again for values that are known, and says what has changed. */
export function RenewSection({ ports }: RenewSectionProps) {
  const { notice, isBusy, later } = useNoticedSteps();
  const [scope, setScope] = useState<RenewalScope>('column');
  const [plan, setPlan] = useState<RenewalPlan>();
  const [end, setEnd] = useState<RenewalEnd>();

  async function count(): Promise<Notice | undefined> {
    setEnd(undefined);
    setPlan(undefined);
    const found = await planRenewal(scope, ports.host);
    if (found.kind === 'failed') return { tone: 'bad', text: found.message };
    if (found.formulas.length === 0) return { tone: 'bad', text: NOTHING };
    setPlan(found);
    return undefined;
  }

  async function renew(given: RenewalPlan): Promise<Notice> {
    const ended = await renewValues(given, ports);
    setPlan(undefined);
    setEnd(ended);
    return { tone: 'good', text: summary(ended) };
  }

  return (
    <PaneSection title={t('Renew values')}>
      <Text tone="quiet">
        {t(
          'Locus keeps what it knows for 30 days. To have newer values before that, request them again: each call costs as the first did.',
        )}
      </Text>
      <SelectField
        label={t('Which cells')}
        value={scope}
        options={SCOPES}
        onChange={(next) => {
          setScope(next);
          setPlan(undefined);
        }}
      />
      <Actions>
        {plan === undefined ? (
          <Button disabledFocusable={isBusy} onClick={() => later(count)}>
            {t('Show what it costs')}
          </Button>
        ) : (
          <Button
            appearance="primary"
            disabledFocusable={isBusy}
            onClick={() => later(() => renew(plan))}
          >
            {renewTitle(plan, ports.preferences.current())}
          </Button>
        )}
      </Actions>
      {isBusy && <Spinner size="tiny" label={t('Working…')} />}
      <NoticeLine notice={notice} isBusy={isBusy} />
      {end !== undefined && end.changes.length > 0 && <Changes end={end} ports={ports} />}
    </PaneSection>
  );
}

function Changes({ end, ports }: RenewSectionProps & { readonly end: RenewalEnd }) {
  const { notice, isBusy, later } = useNoticedSteps();
  const { sheet, cells } = ports.host;
  const list = async (): Promise<Notice> => {
    const rows = [
      [t('Cell'), t('Before'), t('Now'), t('Change in %')],
      ...end.changes.map(({ address, before, after, share }) => [
        shortAddress(address),
        before,
        after,
        Number.isFinite(share) ? Math.sign(after - before) * share * 100 : '',
      ]),
    ];
    const added = await sheet.addSheet(t('What changed'), rows);
    return added.kind === 'failed'
      ? { tone: 'bad', text: added.message }
      : { tone: 'good', text: t('The list is on a new sheet.') };
  };
  return (
    <Stack gap="XS">
      <Stack as="ul" gap="XS">
        {end.changes.slice(0, MOST_LISTED).map((change) => (
          <li key={change.address}>
            <Link
              as="button"
              onClick={() => void cells.goTo(change.address).catch(() => undefined)}
            >
              {shortAddress(change.address)}
            </Link>{' '}
            {changeText(change)}
          </li>
        ))}
      </Stack>
      <Actions>
        <Button disabledFocusable={isBusy} onClick={() => later(list)}>
          {t('List all on a new sheet')}
        </Button>
        <Button
          disabledFocusable={isBusy}
          onClick={() =>
            later(() => writeBeforeColumns(end, { sheet, later, reveal: cells.reveal }))
          }
        >
          {t('Write as columns')}
        </Button>
      </Actions>
      <NoticeLine notice={notice} isBusy={isBusy} />
    </Stack>
  );
}

function summary({ changes, before }: RenewalEnd): string {
  const values = before.length;
  const much = changes.filter(({ share }) => share > MUCH).length;
  const changed = t(
    '{changed} of {values, plural, one {# value} other {# values}} changed, {much} of them by more than 10%.',
    { changed: countText(changes.length), values, much: countText(much) },
  );
  return changes.length === 0
    ? t('{values, plural, one {# value is} other {# values are}} the same as before.', { values })
    : changed;
}

function changeText({ before: was, after: is, share }: Change): string {
  const [before, after] = [valueText(was), valueText(is)];
  if (!Number.isFinite(share)) return t('{before} → {after}', { before, after });
  const percent = `${is > was ? '+' : '−'}${countText(Math.round(share * 100))}%`;
  return t('{before} → {after} ({percent})', { before, after, percent });
}

function renewTitle(
  { calls }: RenewalPlan,
  preferences: ReturnType<PanePorts['preferences']['current']>,
): string {
  const price = callsPriceText(calls, preferences);
  return price === undefined
    ? t('Renew: at most {calls, plural, one {# call} other {# calls}}', { calls })
    : t('Renew: at most {calls, plural, one {# call} other {# calls}}, {price}', { calls, price });
}

const SCOPES: readonly (readonly [RenewalScope, string])[] = [
  ['selection', t('The selected cells')],
  ['column', t('The selected column')],
  ['sheet', t('The whole sheet')],
];
const NOTHING = t('There are no Locus formulas here. Select cells that have them.');
const MUCH = 0.1;
const MOST_LISTED = 20;
