import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import type { BudgetWarning } from './administration-client';

/** What of a budget is nearly spent, a line for each of its periods. */
export function BudgetWarnings({ warnings }: { readonly warnings: readonly BudgetWarning[] }) {
  return warnings.map(({ period, used, limit }) => (
    <MessageBar key={period} intent={used < limit ? 'warning' : 'error'} layout="multiline">
      <MessageBarBody>
        {used < limit ? 'Budget nearly spent' : 'Budget spent'}: {used.toLocaleString()} of{' '}
        {limit.toLocaleString()} calls {period === 'day' ? 'today' : 'this month'}
      </MessageBarBody>
    </MessageBar>
  ));
}
