import {
  Body1,
  Button,
  Divider,
  Field,
  Input,
  makeStyles,
  Title2,
} from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { AdministrationClient } from './administration-client';
import { ProblemBar } from './ProblemBar';
import { messageOf } from './use-loaded';

const useStyles = makeStyles({
  card: { display: 'grid', gap: '12px', maxWidth: '420px' },
});

/**
 * Signs an administrator in: by the company's sign-in where there is one, or by a token, which only
 * this page keeps, until it closes.
 */
export function SignInCard({ onSignedIn }: { onSignedIn(client: AdministrationClient): void }) {
  const styles = useStyles();
  const [token, setToken] = useState('');
  const [provider, setProvider] = useState<string | null>(null);
  const [problem, setProblem] = useState(() => faultIn(location.hash));
  useEffect(() => {
    void offered().then((offer) => {
      setProvider(offer.provider);
      // Whoever has signed in before need not again.
      if (offer.isSignedIn) onSignedIn(new AdministrationClient());
    });
  }, [onSignedIn]);
  const enterWithToken = async (): Promise<void> => {
    const client = new AdministrationClient(token.trim());
    try {
      await client.get('/session');
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
      <Title2 as="h1">Locus gateway</Title2>
      {provider !== null && (
        <>
          <Body1>Sign in with your work account at {provider}.</Body1>
          <Button as="a" appearance="primary" href="/admin/sign-in">
            Sign in
          </Button>
          <Divider>or</Divider>
        </>
      )}
      <Body1>The gateway printed the first administrator’s token when it first started.</Body1>
      <Field label="Administrator’s token">
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

interface Offer {
  /** The host of the company's sign-in; null if there is none. */
  readonly provider: string | null;
  readonly isSignedIn: boolean;
}

async function offered(): Promise<Offer> {
  try {
    const headers = { 'x-locus-csrf': '1' };
    return (await (await fetch('/admin/sign-in/offered', { headers })).json()) as Offer;
  } catch {
    return { provider: null, isSignedIn: false };
  }
}

/** What the gateway says behind `#sign-in=`, in words. */
export function faultIn(hash: string): string | undefined {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  const fault = said.get('sign-in');
  if (fault === null) return undefined;
  const id = said.get('id') ?? '';
  const words = Object.hasOwn(FAULTS, fault) ? FAULTS[fault] : undefined;
  return words?.(id) ?? 'That sign-in didn’t work. Try again.';
}

const FAULTS: Readonly<Record<string, (id: string) => string>> = {
  'provider-down': () =>
    'Your company’s sign-in can’t be reached. Try again soon, or use an administrator’s token.',
  refused: () => 'Your company’s sign-in didn’t let you in.',
  expired: () => 'That sign-in took too long, or began in another window. Try again.',
  'too-many': () => 'Too many sign-ins failed. Wait a minute and try again.',
  'not-allowed': () =>
    'You’re signed in, but you don’t administer this gateway. Ask an administrator for a role.',
  'unknown-person': (id) =>
    `You’re signed in, but nobody has added you to this gateway. Ask an administrator to add you with the ID ${id.slice(0, 255)}.`,
};
