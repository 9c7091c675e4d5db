import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import type { BudgetWarning, Prices } from './administration-client';
import { moneyText } from './usage-text';

interface BudgetWarningsProps {
  readonly warnings: readonly BudgetWarning[];
  readonly prices: Prices;
}

/** The limits of a budget that are nearly spent, a line each. */
export function BudgetWarnings({ warnings, prices }: BudgetWarningsProps) {
  const amount = ({ unit }: BudgetWarning, of: number): string =>
    unit === 'calls' ? of.toLocaleString() : moneyText(of, prices);
  return warnings.map((warning) => {
    const { period, unit, used, limit } = warning;
    return (
      <MessageBar
        key={`${period} ${unit}`}
        intent={used < limit ? 'warning' : 'error'}
        layout="multiline"
      >
        <MessageBarBody>
          {used < limit ? 'Budget nearly spent' : 'Budget spent'}: {amount(warning, used)} of{' '}
          {amount(warning, limit)} {unit === 'calls' && 'calls '}
          {period === 'day' ? 'today' : 'this month'}
        </MessageBarBody>
      </MessageBar>
    );
  });
}
