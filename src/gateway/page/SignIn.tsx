import { Button, Field, Input, makeStyles, Title2, Body1 } from '@fluentui/react-components';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { AdministrationClient } from './administration-client';
import { messageOf } from './use-loaded';
import { ProblemBar } from './ProblemBar';

const useStyles = makeStyles({
  form: { display: 'grid', gap: '12px', maxWidth: '420px' },
});

/** Asks for an administrator's token and tries it. Only this page keeps it, until it closes. */
export function SignIn({ onSignedIn }: { onSignedIn(client: AdministrationClient): void }) {
  const styles = useStyles();
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string>();
  const signIn = async (): Promise<void> => {
    const client = new AdministrationClient(token.trim());
    try {
      await client.get('/teams');
      onSignedIn(client);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void signIn();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Title2 as="h1">Locus gateway</Title2>
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
      <Button type="submit" appearance="primary" disabled={token.trim() === ''}>
        Sign in
      </Button>
    </form>
  );
}
