import {
  Body1,
  Button,
  Divider,
  Field,
  Input,
  makeStyles,
  Title2,
} from '@fluentui/react-components';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import type { GatewayClient } from './gateway-client';
import { PageFrame, ProblemBar } from './PageFrame';
import { messageOf } from './use-loaded';

const useStyles = makeStyles({
  card: { display: 'grid', gap: '12px', maxWidth: '420px' },
  head: { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '8px' },
});

/** The page to which somebody signs in. */
export interface SignInDoor<Client extends GatewayClient> {
  /** The page's path, such as `/admin`. */
  readonly path: string;
  readonly title: string;
  /** Says where people get a token. */
  readonly hint: string;
  readonly label: string;
  open(token?: string): Client;
  /** Rejects if the client may not use the page. */
  check(client: Client): Promise<unknown>;
}

interface SignedInPageProps<Client extends GatewayClient> {
  /** Must be the same object on each render. */
  readonly door: SignInDoor<Client>;
  children(client: Client): ReactNode;
}

/** A page behind a sign-in, with the ways to sign in and out. */
export function SignedInPage<Client extends GatewayClient>(props: SignedInPageProps<Client>) {
  const { door, children } = props;
  const styles = useStyles();
  const [client, setClient] = useState<Client>();
  const signOut = async (): Promise<void> => {
    await client?.delete('/session').catch(() => undefined);
    setClient(undefined);
  };
  return (
    <PageFrame>
      {client === undefined ? (
        <SignInCard<Client> door={door} onSignedIn={setClient} />
      ) : (
        <>
          <div className={styles.head}>
            <Title2 as="h1">{door.title}</Title2>
            <Button onClick={() => void signOut()}>Sign out</Button>
          </div>
          {children(client)}
        </>
      )}
    </PageFrame>
  );
}

interface SignInCardProps<Client extends GatewayClient> {
  readonly door: SignInDoor<Client>;
  onSignedIn(client: Client): void;
}

/** Signs in through the company, or by a token that only this page keeps, until it is closed. */
function SignInCard<Client extends GatewayClient>({ door, onSignedIn }: SignInCardProps<Client>) {
  const { path } = door;
  const styles = useStyles();
  const [token, setToken] = useState('');
  const [provider, setProvider] = useState<string | null>(null);
  const [problem, setProblem] = useState(() => faultIn(location.hash, path));
  useEffect(() => {
    void signInOffer(path).then((offer) => {
      setProvider(offer.provider);
      // There is a session already.
      if (offer.isSignedIn) onSignedIn(door.open());
    });
  }, [door, path, onSignedIn]);
  const enterWithToken = async (): Promise<void> => {
    const client = door.open(token.trim());
    try {
      await door.check(client);
      onSignedIn(client);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void enterWithToken();
  };
  return (
    <form className={styles.card} onSubmit={onSubmit}>
      <Title2 as="h1">{door.title}</Title2>
      {provider !== null && (
        <>
          <Body1>Sign in with your work account at {provider}.</Body1>
          <Button as="a" appearance="primary" href={`${path}/sign-in`}>
            Sign in
          </Button>
          <Divider>or</Divider>
        </>
      )}
      <Body1>{door.hint}</Body1>
      <Field label={door.label}>
        <Input
          type="password"
          autoComplete="off"
          value={token}
          onChange={(_event, { value }) => setToken(value)}
        />
      </Field>
      <ProblemBar problem={problem} />
      <Button
        type="submit"
        appearance={provider === null ? 'primary' : 'secondary'}
        disabled={token.trim() === ''}
      >
        {provider === null ? 'Sign in' : 'Use the token'}
      </Button>
    </form>
  );
}

export interface SignInOffer {
  /** The host of the company's sign-in; null if there is none. */
  readonly provider: string | null;
  readonly isSignedIn: boolean;
}

/** Asks whether people can sign in at this door with a browser. Never rejects. */
export async function signInOffer(door: string): Promise<SignInOffer> {
  try {
    const headers = { 'x-locus-csrf': '1' };
    return (await (await fetch(`${door}/sign-in/offered`, { headers })).json()) as SignInOffer;
  } catch {
    return { provider: null, isSignedIn: false };
  }
}

/**
 * Puts the reason that the gateway gives behind `#sign-in=` into words; undefined if there is none.
 */
export function faultIn(hash: string, door = '/admin'): string | undefined {
  const reply = new URLSearchParams(hash.replace(/^#/, ''));
  const fault = reply.get('sign-in');
  if (fault === null) return undefined;
  const id = reply.get('id') ?? '';
  const faults = door === '/admin' ? FAULTS : { ...FAULTS, ...FAULTS_OF_PEOPLE };
  const words = Object.hasOwn(faults, fault) ? faults[fault] : undefined;
  return words?.(id) ?? 'That sign-in didn’t work. Try again.';
}

const FAULTS: Readonly<Record<string, (id: string) => string>> = {
  'provider-down': () =>
    'Your company’s sign-in can’t be reached. Try again soon, or use an administrator’s token.',
  refused: () => 'Your company’s sign-in didn’t let you in.',
  expired: () => 'That sign-in took too long, or began in another window. Try again.',
  'no-address': () =>
    'This gateway doesn’t know its own address. Its administrator needs to set LOCUS_PUBLIC_URL and LOCUS_ADMIN_PUBLIC_URL.',
  'too-often': () =>
    'You have signed in very often today. Use a browser in which you are signed in, or try again in a few hours.',
  'too-many': () => 'Too many sign-ins failed. Wait a minute and try again.',
  'not-allowed': () =>
    'You’re signed in, but you don’t administer this gateway. Ask an administrator for a role.',
  'unknown-person': (id) =>
    `You’re signed in, but nobody has added you to this gateway. Ask an administrator to add you with the ID ${id.slice(0, 255)}.`,
};

const FAULTS_OF_PEOPLE: typeof FAULTS = {
  'provider-down': () =>
    'Your company’s sign-in can’t be reached. Try again soon, or use an access token.',
  'unknown-person': (id) =>
    `You’re signed in, but nobody has added you yet. Ask your administrator to add you with the ID ${id.slice(0, 255)}.`,
};
