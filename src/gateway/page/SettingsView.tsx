import { Button, Table, TableBody, TableCell, TableRow, Text } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import type { AdministrationClient, Prices } from './gateway-client';
import { messageOf, useLoaded } from './use-loaded';
import { ProblemBar, Row } from './PageFrame';
import { moneyText } from './usage-text';

export interface Settings {
  readonly attributeUrl: string;
  readonly modelUrl: string;
  readonly publicUrl: string;
  readonly origins: string;
  readonly signIn: string;
  /** The format of the webhook's messages; "" if there is none. */
  readonly alerts: string;
  /** The time zone of budgets and counts, by its IANA name. */
  readonly timeZone: string;
  readonly upstreamConcurrency: number;
  readonly keepAnswersDays: number;
  readonly staleDays: number;
  readonly keepCountsDays: number;
  readonly prices: Prices;
}

/** Shows how the gateway is configured. The page cannot change it. */
export function SettingsView({ client }: { readonly client: AdministrationClient }) {
  const load = useCallback(() => client.get<Settings>('/settings'), [client]);
  const { value, problem } = useLoaded(load);
  return (
    <div style={{ display: 'grid', gap: '12px' }}>
      <ProblemBar problem={problem} />
      {value !== undefined && (
        <Table aria-label="Settings" size="small">
          <TableBody>
            {rowsOf(value).map(([name, text]) => (
              <TableRow key={name}>
                <TableCell>{name}</TableCell>
                <TableCell style={{ overflowWrap: 'anywhere' }}>{text}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {value !== undefined && value.alerts !== '' && <TestAlert client={client} />}
      <Text>Change these in gateway.config.json or the environment, then restart the gateway.</Text>
    </div>
  );
}

function TestAlert({ client }: { readonly client: AdministrationClient }) {
  const [announced, setAnnounced] = useState<string>();
  const send = async (): Promise<void> => {
    setAnnounced(undefined);
    setAnnounced(await client.post('/alerts/test').then(() => 'Test alert sent.', messageOf));
  };
  return (
    <Row>
      <Button onClick={() => void send()}>Send a test alert</Button>
      <Text role="status">{announced}</Text>
    </Row>
  );
}

const ALERTS: Readonly<Record<string, string | undefined>> = {
  json: 'To a webhook',
  slack: 'To Slack',
  teams: 'To Teams',
};

function rowsOf(settings: Settings): readonly (readonly [string, string])[] {
  const { prices, staleDays } = settings;
  return [
    ['Attribute service', settings.attributeUrl],
    ['Model service', settings.modelUrl],
    ['Address for people', settings.publicUrl],
    ['Other origins', settings.origins || 'None'],
    ['Company sign-in', settings.signIn || 'Off'],
    ['Alerts', ALERTS[settings.alerts] ?? 'Off'],
    ['Time zone of budgets', settings.timeZone],
    ['Calls at once', String(settings.upstreamConcurrency)],
    ['Answers count as new for', daysText(settings.keepAnswersDays)],
    [
      'Older answers are shown while new ones are fetched',
      staleDays === 0 ? 'Off' : `For ${daysText(staleDays)} more`,
    ],
    ['Counts are kept for', daysText(settings.keepCountsDays)],
    ['Price of a lookup', moneyText(prices.lookup, prices)],
    ['Price of a score', moneyText(prices.score, prices)],
    ...prices.models.map(
      ({ model, price }) => [`Price of a score of ${model}`, moneyText(price, prices)] as const,
    ),
  ];
}

function daysText(days: number): string {
  return `${days.toLocaleString()} ${days === 1 ? 'day' : 'days'}`;
}
