import { useEffect } from 'react';

import type { SignInOffer } from '../../engine/client/gateway-sign-in';
import { mayBeToken } from '../../engine/client/gateway-standing';
import type { GatewayStanding } from '../../engine/client/gateway-standing';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useLatest } from '../pane/parts/use-latest';
import type { Latest } from '../pane/parts/use-latest';
import { GatewayAccount } from './GatewayAccount';
import { SignInCard } from './SignInCard';
import type { SignInCardProps } from './SignInCard';

type StandingPorts = Pick<PanePorts, 'connection' | 'activity' | 'gatewayStanding'>;

export interface GatewaySectionProps {
  readonly ports: StandingPorts & SignInCardProps['ports'];
  /** Undefined where no gateway has said so. */
  readonly offer: SignInOffer | undefined;
  /** A test is under way, and may spend a call. */
  readonly isTesting: boolean;
  onToken(token: string): void;
}

/**
 * What a gateway adds to the connection: who the person is, or a way to sign in while their token is
 * missing or counts no longer.
 */
export function GatewaySection({ ports, offer, isTesting, onToken }: GatewaySectionProps) {
  const { result: standing, isDone, again } = useGatewayStanding(ports, isTesting);
  if (standing !== undefined) {
    const { attributeUrl } = ports.connection.current().addresses;
    return <GatewayAccount standing={standing} address={attributeUrl} refresh={again} />;
  }
  if (!isDone || offer?.provider === undefined) return null;
  return <SignInCard ports={ports} offer={offer} onToken={onToken} />;
}

/** Asks the gateway again when the connection changes, and when a run or a test is over. */
function useGatewayStanding(
  { connection, activity, gatewayStanding }: StandingPorts,
  isTesting: boolean,
): Latest<GatewayStanding | undefined> {
  const latest = useLatest(
    () => (isTesting ? undefined : gatewayStanding()),
    [gatewayStanding, isTesting],
  );
  const { again: refresh } = latest;
  useEffect(() => connection.subscribe(refresh), [connection, refresh]);
  useEffect(() => {
    let isDue = false;
    let seen = endedIn(activity);
    return activity.subscribe(() => {
      const { inFlight, waiting } = activity.snapshot();
      const isBusy = inFlight + waiting > 0;
      const ended = endedIn(activity);
      // A short run is over before anybody is notified that it goes on.
      isDue ||= isBusy || ended !== seen;
      seen = ended;
      if (isBusy || !isDue) return;
      isDue = false;
      if (mayBeToken(connection.current().credential ?? '')) refresh();
    });
  }, [activity, connection, refresh]);
  return latest;
}

function endedIn(activity: StandingPorts['activity']): number {
  const { callsSpent, callsUnanswered, failed } = activity.snapshot();
  return callsSpent + callsUnanswered + failed;
}
