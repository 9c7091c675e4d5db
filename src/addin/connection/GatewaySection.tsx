import { useEffect, useRef, useState } from 'react';
import type { SignInOffer } from '../../engine/client/gateway-sign-in';
import { mayBeToken, type AccountSummary } from '../../engine/client/account-summary';
import type { PanePorts } from '../pane/parts/pane-ports';
import { useLatest, type Latest } from '../pane/parts/use-latest';
import type { OpenPage, OpenedWindow } from '../spreadsheet/host';
import { GatewayAccount } from './GatewayAccount';
import { Button, Divider, Link } from '@fluentui/react-components';
import { t } from '../../engine/language/speech';
import { Actions, richText, Stack, Text } from '../pane/parts/layout';

type AccountPorts = Pick<PanePorts, 'connection' | 'activity' | 'accountSummary'>;

export interface GatewaySectionProps {
  readonly ports: AccountPorts & SignInCardProps['ports'];
  /** Undefined where no gateway has said so. */
  readonly offer: SignInOffer | undefined;
  /** A test is under way, and may spend a call. */
  readonly isTesting: boolean;
  onToken(token: string): void;
}

/**
 * What a gateway adds to the connection: who the person is, or a way to sign in while their token
 * is missing or counts no longer.
 */
export function GatewaySection({ ports, offer, isTesting, onToken }: GatewaySectionProps) {
  const { result: account, isDone, again } = useAccountSummary(ports, isTesting);
  if (account !== undefined) {
    const { attributeUrl } = ports.connection.current().addresses;
    return <GatewayAccount account={account} address={attributeUrl} refresh={again} />;
  }
  if (!isDone || offer?.provider === undefined) return null;
  return <SignInCard ports={ports} offer={offer} onToken={onToken} />;
}

/** Asks the gateway again when the connection changes, and when a run or a test is over. */
function useAccountSummary(
  { connection, activity, accountSummary }: AccountPorts,
  isTesting: boolean,
): Latest<AccountSummary | undefined> {
  const latest = useLatest(
    () => (isTesting ? undefined : accountSummary()),
    [accountSummary, isTesting],
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

function endedIn(activity: AccountPorts['activity']): number {
  const { callsSpent, callsUnanswered, failed } = activity.snapshot();
  return callsSpent + callsUnanswered + failed;
}

interface SignInCardProps {
  readonly ports: Pick<PanePorts, 'host' | 'clock' | 'randomHex'>;
  readonly offer: SignInOffer;
  onToken(token: string): void;
}

/** Signs in at the company's provider, in a window; below it, a token can be pasted. */
function SignInCard({ ports, offer, onToken }: SignInCardProps) {
  const { host, clock, randomHex } = ports;
  const { address, provider = '' } = offer;
  const [progress, setProgress] = useState<'waiting' | 'closed' | 'blocked'>();
  const under = useRef<SigningIn>(undefined);
  useEffect(() => () => under.current?.cancel(), []);

  function begin(): void {
    const { openPage } = host;
    if (openPage === undefined) return setProgress('blocked');
    const device = deviceName(host.kind, clock.now());
    const signing = signIn({ openPage, address, device, nonce: randomHex() });
    under.current = signing;
    setProgress('waiting');
    void signing.outcome.then((outcome) => {
      if (under.current !== signing) return;
      under.current = undefined;
      if (outcome.kind !== 'signed-in') return setProgress(outcome.kind);
      setProgress(undefined);
      onToken(outcome.token);
    });
  }

  const isWaiting = progress === 'waiting';
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
        {progress === 'closed' && t('You’re not signed in yet: the window was closed.')}
        {progress === 'blocked' &&
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

/** A token; or why there is none: the window was closed, or it never opened. */
type SignInOutcome =
  { readonly kind: 'signed-in'; readonly token: string } | { readonly kind: 'closed' | 'blocked' };

interface SigningIn {
  /** Never rejects. */
  readonly outcome: Promise<SignInOutcome>;
  cancel(): void;
}

interface SignInOptions {
  readonly openPage: OpenPage;
  /** Of the gateway. */
  readonly address: string;
  /** What lists of tokens call this device. */
  readonly device: string;
  /** Nobody can guess it. It comes back with the token, so that the answer is ours. */
  readonly nonce: string;
}

/**
 * Lets a person sign in on the gateway's page, in a window that hands over a token for this device.
 * Opens the window at once, because a browser allows that only while a button is being pressed.
 *
 * The host passes on only what the gateway's own page says in that window. With the nonce, no other
 * page can make this device use a token of its choice.
 */
export function signIn({ openPage, address, device, nonce }: SignInOptions): SigningIn {
  let resolve: (outcome: SignInOutcome) => void = () => undefined;
  const outcome = new Promise<SignInOutcome>((settle) => (resolve = settle));
  let opened: OpenedWindow | undefined;
  let isOver = false;
  const end = (ended: SignInOutcome): void => {
    isOver = true;
    opened?.close();
    resolve(ended);
  };
  const opening = openPage(address, {
    received(message) {
      const { locus, nonce: back, token } = Object(message) as Readonly<Record<string, unknown>>;
      if (locus === 'ready') opened?.send({ locus: 'connect', nonce, device });
      if (locus !== 'connected' || back !== nonce) return;
      if (typeof token === 'string' && TOKEN.test(token)) end({ kind: 'signed-in', token });
    },
    closed: () => end({ kind: 'closed' }),
  });
  void opening.then((window) => {
    opened = window;
    if (window === undefined) end({ kind: 'blocked' });
    // The person has cancelled before it was open.
    else if (isOver) window.close();
  });
  return { outcome, cancel: () => end({ kind: 'closed' }) };
}

/** A gateway's own. */
const TOKEN = /^locus_[\w-]{43}$/;
