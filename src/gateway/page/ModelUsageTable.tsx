import {
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
} from '@fluentui/react-components';
import type { UsageDay } from './administration-client';

/** Scores by model over all of the days, the most used first; nothing if there are none. */
export function ModelUsageTable({ days }: { readonly days: readonly UsageDay[] }) {
  const byModel = new Map<string, number>();
  for (const { model, booked } of days.flatMap(({ models = [] }) => models)) {
    byModel.set(model, (byModel.get(model) ?? 0) + booked);
  }
  if (byModel.size === 0) return undefined;
  const rows = [...byModel].sort(([, one], [, other]) => other - one);
  return (
    <Table aria-label={`Scores by model in ${days.length} days`} size="small">
      <TableHeader>
        <TableRow>
          <TableHeaderCell>Model</TableHeaderCell>
          <TableHeaderCell>Scores in {days.length} days</TableHeaderCell>
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map(([model, scores]) => (
          <TableRow key={model}>
            <TableCell style={{ overflowWrap: 'anywhere' }}>{model}</TableCell>
            <TableCell>{scores.toLocaleString()}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
