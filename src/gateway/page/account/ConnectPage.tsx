import { Body1, Button, makeStyles, Spinner, Title2 } from '@fluentui/react-components';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { PageFrame, ProblemBar } from '../PageFrame';
import { faultIn, signInOffer } from '../SignInCard';
import { MadeToken } from '../TokenList';
import { messageOf } from '../use-loaded';
import { AccountClient, type Account } from '../gateway-client';
import { readPaneRequest, type PaneLine, type PaneRequest } from './pane-line';

export interface ConnectPageProps {
  /** The page's name below `/account`, to which a sign-in returns. */
  readonly name: string;
  /** Must be the same function on each render. */
  openLine(): Promise<PaneLine | undefined>;
}

const useStyles = makeStyles({
  card: { display: 'grid', gap: '12px', maxWidth: '420px', justifyItems: 'start' },
});

/** What the page knows about the person. */
type ConnectState =
  | { readonly kind: 'looking' }
  | { readonly kind: 'stranger'; readonly provider: string | null; readonly problem?: string }
  | {
      readonly kind: 'signed-in';
      readonly account: Account;
      readonly line: PaneLine | undefined;
      /** Whether the person has just signed in at the provider in this window. */
      readonly isFresh: boolean;
    };

type ConnectStateProps<Kind extends ConnectState['kind']> = Extract<
  ConnectState,
  { kind: Kind }
> & {
  readonly name: string;
};

/**
 * The page in the window that the pane's *Sign in* opens. It lets the person sign in at the
 * company's provider, then makes a token for their device and hands it to the pane that has asked
 * for it. The pane must be on this origin or on one that the gateway allows. No address ever
 * contains the token.
 */
export function ConnectPage({ name, openLine }: ConnectPageProps) {
  const [state, setState] = useState<ConnectState>({ kind: 'looking' });
  useEffect(() => {
    let isWanted = true;
    // Office must have answered before the provider's page replaces this one.
    void openLine()
      .catch(() => undefined)
      .then((line) => stateOf(name, line))
      .then((found) => {
        if (isWanted && found !== undefined) setState(found);
      });
    return () => void (isWanted = false);
  }, [name, openLine]);
  return (
    <PageFrame>
      {state.kind === 'looking' && <Spinner label="Signing in…" />}
      {state.kind === 'stranger' && <Stranger name={name} {...state} />}
      {state.kind === 'signed-in' && <Connecting name={name} {...state} />}
    </PageFrame>
  );
}

/** Undefined if the provider's page replaces this one. */
async function stateOf(
  name: string,
  line: PaneLine | undefined,
): Promise<ConnectState | undefined> {
  const { provider, isSignedIn } = await signInOffer('/account');
  const wasAway = takeMark();
  if (isSignedIn) {
    try {
      const account = await new AccountClient().get<Account>('/me');
      return { kind: 'signed-in', account, line, isFresh: wasAway };
    } catch (error) {
      return { kind: 'stranger', provider, problem: messageOf(error) };
    }
  }
  const fault = faultIn(location.hash, '/account');
  if (fault !== undefined) return { kind: 'stranger', provider, problem: fault };
  if (wasAway) return { kind: 'stranger', provider, problem: NOT_KEPT };
  if (provider === null) return { kind: 'stranger', provider };
  // From now on, the pane may think that the window is closed.
  line?.post({ locus: 'leaving' }, location.origin);
  leave(`/account/sign-in?then=${name}`);
  return undefined;
}

const NOT_KEPT = 'This browser didn’t keep the sign-in. Allow cookies for this page and try again.';

/** Goes to the provider, and notes in this window that it has done so. */
function leave(address: string): void {
  try {
    sessionStorage.setItem(MARK, '1');
  } catch {
    // Without the note, the page asks once more before it connects.
  }
  location.replace(address);
}

function takeMark(): boolean {
  try {
    const isThere = sessionStorage.getItem(MARK) !== null;
    sessionStorage.removeItem(MARK);
    return isThere;
  } catch {
    return false;
  }
}

const MARK = 'locus-signing-in';

function Stranger({ name, provider, problem }: ConnectStateProps<'stranger'>) {
  return (
    <Card title="Sign in to Locus">
      <ProblemBar problem={problem} />
      {provider === null ? (
        <Body1>
          This gateway has no sign-in. Close this window, and paste an access token into the Locus
          pane.
        </Body1>
      ) : (
        <Button appearance="primary" onClick={() => leave(`/account/sign-in?then=${name}`)}>
          Try again
        </Button>
      )}
    </Card>
  );
}

/** Waits until the pane asks, then hands it a token. */
function Connecting({ name, account, line, isFresh }: ConnectStateProps<'signed-in'>) {
  const [asked, setAsked] = useState<PaneRequest & { readonly origin: string }>();
  const [isSilent, setIsSilent] = useState(line === undefined);
  const [isConnected, setIsConnected] = useState(false);
  const [token, setToken] = useState<string>();
  const [problem, setProblem] = useState<string>();

  const make = async (device: string): Promise<string> => {
    const made = await new AccountClient().post<{ token: string }>('/tokens', { label: device });
    return made.token;
  };
  const connect = async ({ nonce, device, origin }: NonNullable<typeof asked>): Promise<void> => {
    try {
      line?.post({ locus: 'connected', nonce, token: await make(device) }, origin);
      setIsConnected(true);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const hear = useEffectEvent((message: unknown, origin: string) => {
    const request = readPaneRequest(message);
    if (request === undefined || asked !== undefined || !allowed(account).includes(origin)) return;
    const next = { ...request, origin };
    setAsked(next);
    // A person who has just signed in for a pane of this origin need not confirm again.
    if (isFresh && origin === location.origin) void connect(next);
  });
  useEffect(() => {
    const stop = line?.subscribe(hear);
    for (const origin of allowed(account)) line?.post({ locus: 'ready' }, origin);
    const waiting = setTimeout(() => setIsSilent(true), SILENCE_MS);
    return () => {
      stop?.();
      clearTimeout(waiting);
    };
  }, [line, account]);

  const who = account.team === null ? account.person : `${account.person}, ${account.team}`;
  if (token !== undefined) {
    return (
      <Card title="Signed in">
        <Body1>Paste this token into the Locus pane, as the access token.</Body1>
        <MadeToken token={token} />
      </Card>
    );
  }
  if (isConnected) {
    return (
      <Card title="Connected">
        <Body1>{who}. You can close this window.</Body1>
      </Card>
    );
  }
  if (asked === undefined && !isSilent) return <Spinner label="Connecting…" />;
  const retry = <ProblemBar problem={problem} />;
  if (asked === undefined) {
    return (
      <Card title="Signed in">
        {retry}
        <Body1>
          {who}. The Locus pane doesn’t answer. Make a token here, and paste it there instead.
        </Body1>
        <Button
          appearance="primary"
          onClick={() =>
            void make('Pasted into the pane').then(setToken, (error: unknown) =>
              setProblem(messageOf(error)),
            )
          }
        >
          Make a token
        </Button>
      </Card>
    );
  }
  const where = asked.origin === location.origin ? '' : ` at ${new URL(asked.origin).host}`;
  return (
    <Card title={`Connect Locus${where}?`}>
      {retry}
      <Body1>
        {asked.device} will use the budget of {who}.
      </Body1>
      <Button appearance="primary" onClick={() => void connect(asked)}>
        Connect
      </Button>
      <Button
        onClick={() =>
          void new AccountClient()
            .delete('/session')
            .catch(() => undefined)
            .then(() => leave(`/account/sign-in?then=${name}&again=1`))
        }
      >
        Use another account
      </Button>
    </Card>
  );
}

/** The origins of panes that may get a token. */
function allowed({ origins }: Account): readonly string[] {
  return [...new Set([location.origin, ...origins])];
}

const SILENCE_MS = 8000;

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={useStyles().card}>
      <Title2 as="h1">{title}</Title2>
      {children}
    </div>
  );
}
