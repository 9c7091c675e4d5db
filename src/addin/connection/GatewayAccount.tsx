import { Button, Link, ProgressBar } from '@fluentui/react-components';

import { dateFormat, t } from '../../engine/language/speech';
import type { AccountSummary, PeriodBudget } from '../../engine/client/account-summary';
import { Actions, richText, Stack, Text } from '../pane/parts/layout';
import { priceText } from '../pane/parts/price-text';

interface GatewayAccountProps {
  readonly account: AccountSummary;
  /** Of the gateway. */
  readonly address: string;
  refresh(): void;
}

/** Who the person is to the gateway, and what is left of their budget. */
export function GatewayAccount({ account, address, refresh }: GatewayAccountProps) {
  const { day, month, currency } = account;
  return (
    <Stack as="section" isBoxed aria-label={t('Your account')}>
      <Text>
        {richText(t('Signed in as {name}'), { name: <strong>{nameOf(account)}</strong> })}
      </Text>
      {(day.isNearlySpent || month.isNearlySpent) && (
        <Text role="status" tone="warning">
          {warningText(account)}
        </Text>
      )}
      <Period title={t('Today')} period={day} currency={currency} />
      <Period title={t('This month')} period={month} currency={currency} />
      <Actions>
        <Button onClick={refresh}>{t('Refresh')}</Button>
        <Link href={`${address}/account/`} target="_blank" rel="noopener">
          {t('Ask for more, or manage devices')}
        </Link>
      </Actions>
    </Stack>
  );
}

interface PeriodProps {
  readonly title: string;
  readonly period: PeriodBudget;
  readonly currency: string;
}

/** A bar for each limit that is set, in calls or in price. */
function Period({ title, period, currency }: PeriodProps) {
  const { isNearlySpent, price } = period;
  const limited = [period, price].filter(({ limit }) => limit !== undefined);
  return (
    <div>
      <Text>{periodText(title, period, currency)}</Text>
      {limited.map((allowance) => (
        <ProgressBar
          key={allowance === price ? 'money' : 'calls'}
          aria-label={
            allowance === price
              ? t('{title}: share of the budget spent', { title })
              : t('{title}: share of the calls used', { title })
          }
          value={Math.min(allowance.used, allowance.limit ?? 0)}
          max={allowance.limit || 1}
          color={isNearlySpent ? 'warning' : 'brand'}
        />
      ))}
    </div>
  );
}

function nameOf({ person, team }: AccountSummary): string {
  return team === undefined ? person : `${person} (${team})`;
}

function warningText({ day, month }: AccountSummary): string {
  const [today, thisMonth] = [usageOf(day), usageOf(month)];
  if (today !== undefined && today === thisMonth) return USED[today].both;
  const texts = [today && USED[today].day, thisMonth && USED[thisMonth].month];
  // What is used up stops work, so it comes first.
  if (thisMonth === 'all') texts.reverse();
  return texts.filter((text) => text !== undefined).join(' ');
}

/** How far a budget is used; undefined if most of it is left. */
function usageOf({ isNearlySpent, left, price }: PeriodBudget): keyof typeof USED | undefined {
  if (!isNearlySpent) return undefined;
  return left === 0 || price.left === 0 ? 'all' : 'most';
}

const USED = {
  all: {
    day: t('You’ve used up today’s budget.'),
    month: t('You’ve used up this month’s budget.'),
    both: t('You’ve used up today’s and this month’s budget.'),
  },
  most: {
    day: t('You’ve used most of today’s budget.'),
    month: t('You’ve used most of this month’s budget.'),
    both: t('You’ve used most of today’s and this month’s budget.'),
  },
} as const;

function periodText(title: string, period: PeriodBudget, currency: string): string {
  const { limit, used, left, resetsAt, price } = period;
  const money = (amount: number): string => priceText(amount, { currency });
  const calls =
    limit === undefined
      ? [t('{used, plural, one {# call} other {# calls}} used', { used })]
      : [
          t('{used} of {limit, plural, one {# call} other {# calls}} used', { used, limit }),
          t('{left} left', { left: left ?? Math.max(0, limit - used) }),
        ];
  const spent =
    price.limit === undefined
      ? price.used > 0
        ? [t('{money} spent', { money: money(price.used) })]
        : []
      : [
          t('{spent} of {limit} spent', { spent: money(price.used), limit: money(price.limit) }),
          t('{left} left', { left: money(price.left ?? Math.max(0, price.limit - price.used)) }),
        ];
  const isLimited = limit !== undefined || price.limit !== undefined;
  const resets =
    isLimited && resetsAt !== undefined ? [t('resets {when}', { when: whenText(resetsAt) })] : [];
  const parts = [...calls, ...spent, ...resets].join(', ');
  return isLimited
    ? t('{title}: {parts}.', { title, parts })
    : t('{title}: {parts}. No limit.', { title, parts });
}

function whenText(time: number): string {
  return dateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(time);
}
