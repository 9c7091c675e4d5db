import {
  Button,
  Field,
  makeStyles,
  Select,
  Subtitle2,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { saveText } from './administration-client';
import type { AdministrationClient, Usage } from './administration-client';
import { ProblemBar } from './ProblemBar';
import { useLoaded } from './use-loaded';
import { breakdownCsv, breakdownOf, GROUPINGS, hasPrices, moneyText } from './usage-text';
import type { Grouping } from './usage-text';

const useStyles = makeStyles({
  view: { display: 'grid', gap: '8px' },
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'end' },
  name: { overflowWrap: 'anywhere' },
  bar: { height: '4px', backgroundColor: tokens.colorBrandBackground, forcedColorAdjust: 'none' },
});

/** A month's calls by person, team or model, the most first. */
export function UsageBreakdown({ client }: { readonly client: AdministrationClient }) {
  const styles = useStyles();
  const [months] = useState(() => latestMonths(new Date()));
  const [month, setMonth] = useState(months[0] as string);
  const [grouping, setGrouping] = useState<Grouping>('people');
  const load = useCallback(() => client.get<Usage>(`/usage?month=${month}`), [client, month]);
  const { value, problem } = useLoaded(load);
  const rows = value === undefined ? [] : breakdownOf(value, grouping);
  const most = rows[0]?.booked ?? 1;
  const isPriced = value !== undefined && hasPrices(value.prices);
  const title = GROUPINGS[grouping];
  return (
    <section className={styles.view} aria-label="Usage by month">
      <Subtitle2 as="h2">By month</Subtitle2>
      <ProblemBar problem={problem} />
      <div className={styles.row}>
        <Field label="Month">
          <Select value={month} onChange={(_event, chosen) => setMonth(chosen.value)}>
            {months.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Field>
        <Field label="By">
          <Select
            value={grouping}
            onChange={(_event, chosen) => setGrouping(chosen.value as Grouping)}
          >
            {Object.entries(GROUPINGS).map(([each, name]) => (
              <option key={each} value={each}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          disabled={value === undefined}
          onClick={() =>
            value !== undefined &&
            saveText(`usage-${month}-${grouping}.csv`, breakdownCsv(value, grouping))
          }
        >
          Save this table as CSV
        </Button>
      </div>
      {rows.length === 0 ? (
        <Text>No calls in {month}.</Text>
      ) : (
        <Table aria-label={`Calls by ${title.toLowerCase()}, ${month}`} size="small">
          <TableHeader>
            <TableRow>
              <TableHeaderCell>{title}</TableHeaderCell>
              <TableHeaderCell>Calls</TableHeaderCell>
              {isPriced && <TableHeaderCell>Price</TableHeaderCell>}
            </TableRow>
          </TableHeader>
          <TableBody>
            {rows.slice(0, MOST_ROWS).map(({ id, name, booked, price, isDeleted }) => (
              <TableRow key={id}>
                <TableCell className={styles.name}>
                  {name}
                  {isDeleted && ' (deleted)'}
                  <div className={styles.bar} style={{ width: `${(booked / most) * 100}%` }} />
                </TableCell>
                <TableCell>{booked.toLocaleString()}</TableCell>
                {isPriced && <TableCell>{moneyText(price, value.prices)}</TableCell>}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {rows.length > MOST_ROWS && (
        <Text>{(rows.length - MOST_ROWS).toLocaleString()} more are in the CSV.</Text>
      )}
    </section>
  );
}

/** `2026-11`, `2026-10` and so on, in UTC, as budgets count. */
function latestMonths(today: Date): readonly string[] {
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1))
      .toISOString()
      .slice(0, 7),
  );
}

const MOST_ROWS = 20;
