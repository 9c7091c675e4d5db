import { Button, Divider, Link } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';

import { t } from '../../engine/language/speech';
import type { SignInOffer } from '../../engine/client/gateway-sign-in';
import type { PanePorts } from '../pane/parts/pane-ports';
import { Actions, richText, Stack, Text } from '../pane/parts/layout';
import { signIn } from './sign-in';
import type { SigningIn } from './sign-in';

export interface SignInCardProps {
  readonly ports: Pick<PanePorts, 'host' | 'clock' | 'randomHex'>;
  readonly offer: SignInOffer;
  onToken(token: string): void;
}

/** Signs in at the company's provider, in a window; below it, a token can be pasted. */
export function SignInCard({ ports, offer, onToken }: SignInCardProps) {
  const { host, clock, randomHex } = ports;
  const { address, provider = '' } = offer;
  const [said, setSaid] = useState<'waiting' | 'closed' | 'blocked'>();
  const under = useRef<SigningIn>(undefined);
  useEffect(() => () => under.current?.cancel(), []);

  function begin(): void {
    const { openPage } = host;
    if (openPage === undefined) return setSaid('blocked');
    const device = deviceName(host.kind, clock.now());
    const signing = signIn({ openPage, address, device, nonce: randomHex() });
    under.current = signing;
    setSaid('waiting');
    void signing.outcome.then((outcome) => {
      if (under.current !== signing) return;
      under.current = undefined;
      if (outcome.kind !== 'signed-in') return setSaid(outcome.kind);
      setSaid(undefined);
      onToken(outcome.token);
    });
  }

  const isWaiting = said === 'waiting';
  return (
    <Stack>
      <Text>{t('Sign in with your work account at {provider}.', { provider })}</Text>
      <Actions>
        <Button appearance="primary" disabledFocusable={isWaiting} onClick={begin}>
          {t('Sign in')}
        </Button>
        {isWaiting && <Button onClick={() => under.current?.cancel()}>{t('Cancel')}</Button>}
      </Actions>
      <Text role="status" tone="quiet">
        {isWaiting && t('Finish in the window that has opened.')}
        {said === 'closed' && t('You’re not signed in yet: the window was closed.')}
        {said === 'blocked' &&
          richText(t('The window couldn’t open. Get a token from {page} and paste it here.'), {
            page: (
              <Link href={`${address}/account/`} target="_blank" rel="noopener" inline>
                {t('your account page')}
              </Link>
            ),
          })}
      </Text>
      <Divider>{t('or paste an access token')}</Divider>
    </Stack>
  );
}

/**
 * What lists call this device: `Excel on Windows, 25 Nov 2026`. In English, since administrators
 * read it too.
 */
function deviceName(kind: PanePorts['host']['kind'], now: number): string {
  const [system = ''] = SYSTEMS.exec(navigator.userAgent) ?? [];
  const program = kind === 'excel' ? 'Excel' : 'Workbench';
  const where = system === '' ? program : `${program} on ${NAMES[system] ?? system}`;
  return `${where}, ${DAY.format(now)}`;
}

const SYSTEMS = /Windows|Android|iPhone|iPad|Macintosh|CrOS|Linux/;
const NAMES: Readonly<Record<string, string>> = { Macintosh: 'Mac', CrOS: 'ChromeOS' };
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
