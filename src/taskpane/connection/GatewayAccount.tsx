import { Button, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useState } from 'react';

import { mayBeToken } from '../../settings/gateway-standing';
import type { GatewayStanding, PeriodStanding } from '../../settings/gateway-standing';
import { countedText, countText } from '../../spreadsheet/count-text';
import { CopyButton } from '../CopyButton';
import type { PanePorts } from '../pane-ports';

export interface GatewayAccountProps {
  readonly ports: Pick<PanePorts, 'connection' | 'activity' | 'gatewayStanding' | 'copyText'>;
  /** A test is under way, and may spend a call. */
  readonly isTesting: boolean;
}

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    overflowWrap: 'anywhere',
  },
  text: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** Behind a gateway: who one is, and what is left of one's budget. Else nothing at all. */
export function GatewayAccount({ ports, isTesting }: GatewayAccountProps) {
  const styles = useStyles();
  const [standing, refresh] = useGatewayStanding(ports, isTesting);
  if (standing === undefined) return null;
  const { day, month } = standing;
  return (
    <section className={styles.root} aria-label="Your account">
      <p className={styles.text}>
        Signed in as <strong>{nameOf(standing)}</strong>
      </p>
      <Period title="Today" period={day} />
      <Period title="This month" period={month} />
      <div className={styles.actions}>
        <CopyButton copy={ports.copyText} text={() => requestText(standing)}>
          Copy a request for more
        </CopyButton>
        <Button appearance="subtle" onClick={refresh}>
          Refresh
        </Button>
      </div>
    </section>
  );
}

function Period({ title, period }: { readonly title: string; readonly period: PeriodStanding }) {
  const styles = useStyles();
  const { limit, left } = period;
  const isScarce = limit !== undefined && (left ?? limit) < limit / SCARCE;
  return (
    <div>
      <p className={styles.text}>{periodText(title, period)}</p>
      {limit !== undefined && (
        <ProgressBar
          aria-label={`${title}: used of the budget`}
          value={Math.min(period.used, limit)}
          max={Math.max(1, limit)}
          color={isScarce ? 'warning' : 'brand'}
        />
      )}
    </div>
  );
}

/** A budget of which less than one in five is left is shown as scarce. */
const SCARCE = 5;

/** Asked anew when the connection changes, and when a run is over. */
function useGatewayStanding(
  { connection, activity, gatewayStanding }: GatewayAccountProps['ports'],
  isTesting: boolean,
): [GatewayStanding | undefined, () => void] {
  const [standing, setStanding] = useState<GatewayStanding>();
  const refresh = useCallback(() => {
    void gatewayStanding().then(setStanding);
  }, [gatewayStanding]);
  useEffect(() => connection.subscribe(refresh), [connection, refresh]);
  useEffect(() => {
    if (!isTesting) refresh();
  }, [isTesting, refresh]);
  useEffect(() => {
    let wasBusy = false;
    return activity.subscribe(() => {
      const { inFlight, waiting } = activity.snapshot();
      const isBusy = inFlight + waiting > 0;
      if (wasBusy && !isBusy && mayBeToken(connection.current().credential ?? '')) refresh();
      wasBusy = isBusy;
    });
  }, [activity, connection, refresh]);
  return [standing, refresh];
}

function nameOf({ person, team }: GatewayStanding): string {
  return team === undefined ? person : `${person} (${team})`;
}

function periodText(title: string, { limit, used, left, resetsAt }: PeriodStanding): string {
  if (limit === undefined) return `${title}: ${countedText(used, 'call')} used. No limit.`;
  const parts = [
    `${title}: ${countText(used)} of ${countedText(limit, 'call')} used`,
    `${countText(left ?? Math.max(0, limit - used))} left`,
    ...(resetsAt === undefined ? [] : [`resets ${whenText(resetsAt)}`]),
  ];
  return `${parts.join(', ')}.`;
}

function whenText(time: number): string {
  return new Intl.DateTimeFormat('en', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(time);
}

function requestText(standing: GatewayStanding): string {
  return [
    `${nameOf(standing)} needs a larger Locus budget.`,
    periodText('Today', standing.day),
    periodText('This month', standing.month),
  ].join('\n');
}
