import { Button, Link, Spinner } from '@fluentui/react-components';
import { useState } from 'react';

import { countText, t } from '../../engine/language/speech';
import { shortAddress } from '../enrich';
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
  const { notice, isBusy, later, tell } = useNoticedSteps();
  const [scope, setScope] = useState<RenewalScope>('column');
  const [plan, setPlan] = useState<RenewalPlan>();
  const [end, setEnd] = useState<RenewalEnd>();

  async function count(): Promise<Notice | undefined> {
    tell(undefined);
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
    if ('kind' in ended) return { tone: 'bad', text: ended.message };
    setPlan(undefined);
    setEnd(ended);
    return { tone: ended.old === 0 ? 'good' : 'bad', text: summary(ended) };
  }

  return (
    <PaneSection title={t('Renew values')}>
      <Text tone="quiet">
        {t('Locus keeps values for 30 days. Renewing them costs as much as the first time.')}
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
  const { notice, isBusy, later, write } = useNoticedSteps();
  const { sheet, cells } = ports.host;
  const { reveal } = cells;
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
        <Button
          disabledFocusable={isBusy}
          onClick={() =>
            write(
              () => end,
              reveal,
              () => writeBeforeColumns(end, { sheet, later, reveal }),
            )
          }
        >
          {t('Write as columns')}
        </Button>
      </Actions>
      <NoticeLine notice={notice} isBusy={isBusy} />
    </Stack>
  );
}

function summary({ changes, before, moved, old }: RenewalEnd): string {
  const values = before.length;
  const much = changes.filter(({ share }) => share > MUCH).length;
  const sentences = [
    changes.length > 0 &&
      t(
        '{changed} of {values, plural, one {# value} other {# values}} changed, {much} of them by more than 10%.',
        {
          changed: countText(changes.length),
          values,
          much: much === 0 ? t('none') : countText(much),
        },
      ),
    changes.length === 0 &&
      values > old &&
      t('{values, plural, one {# value is} other {# values are}} the same as before.', {
        values: values - old,
      }),
    old > 0 &&
      t('{old, plural, one {# value} other {# values}} not renewed: Home lists the cells.', {
        old,
      }),
    moved > 0 &&
      t('{moved, plural, one {# value} other {# values}} not compared: the places have changed.', {
        moved,
      }),
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

function changeText({ before: was, after: is, share }: Change): string {
  const text = `${valueText(was)} → ${is === undefined ? t('no number') : valueText(is)}`;
  if (is === undefined || !Number.isFinite(share)) return text;
  return `${text} (${is > was ? '+' : '−'}${countText(Math.round(share * 100))}%)`;
}

function renewTitle(
  { calls }: RenewalPlan,
  preferences: ReturnType<PanePorts['preferences']['current']>,
): string {
  const price = callsPriceText(calls, preferences);
  const title = t('Renew: at most {calls, plural, one {# call} other {# calls}}', { calls });
  return price === undefined ? title : `${title}, ${price}`;
}

const SCOPES: readonly (readonly [RenewalScope, string])[] = [
  ['selection', t('The selected cells')],
  ['column', t('The selected column')],
  ['sheet', t('The whole sheet')],
];
const NOTHING = t('There are no Locus values here. Select cells that have them.');
const MUCH = 0.1;
const MOST_LISTED = 100;
