import type { SignInOffer } from '../../engine/client/gateway-sign-in';
import { GatewayAccount } from './GatewayAccount';
import type { GatewayAccountProps } from './GatewayAccount';
import { SignInCard } from './SignInCard';
import type { SignInCardProps } from './SignInCard';

export interface GatewaySectionProps extends GatewayAccountProps {
  readonly ports: GatewayAccountProps['ports'] & SignInCardProps['ports'];
  /** Undefined while a key is in use and not refused. */
  readonly offer: SignInOffer | undefined;
  onToken(token: string): void;
}

/** What a gateway adds to the connection: a way to sign in, or who one is to it. */
export function GatewaySection({ ports, offer, isTesting, onToken }: GatewaySectionProps) {
  return (
    <>
      {offer?.provider !== undefined && (
        <SignInCard ports={ports} offer={offer} isBusy={isTesting} onToken={onToken} />
      )}
      <GatewayAccount ports={ports} isTesting={isTesting} />
    </>
  );
}
