import { Badge, Body1, Card, makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { AddForm } from '../AddForm';
import { ConfirmedButton } from '../ConfirmedButton';
import { ProblemBar } from '../ProblemBar';
import { MadeToken } from '../TokenList';
import { useLoaded } from '../use-loaded';
import type { AccountClient, OwnToken } from './account-client';

const useStyles = makeStyles({
  section: { display: 'grid', gap: '8px' },
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyle: 'none' },
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
  label: { overflowWrap: 'anywhere' },
  facts: { color: tokens.colorNeutralForeground3 },
});

interface OwnTokensProps {
  readonly client: AccountClient;
  /** Signed in at the company: a token alone makes no other. */
  readonly canMake: boolean;
}

/** The devices and programs that somebody is signed in with. */
export function OwnTokens({ client, canMake }: OwnTokensProps) {
  const styles = useStyles();
  const [made, setMade] = useState<string>();
  const load = useCallback(() => client.get<{ tokens: readonly OwnToken[] }>('/tokens'), [client]);
  const { value, problem, notice, run } = useLoaded(load);
  const make = async (label: string): Promise<void> => {
    const { token } = await client.post<{ token: string }>('/tokens', { label });
    setMade(token);
  };
  return (
    <section className={styles.section} aria-labelledby="tokens">
      <Subtitle2 as="h2" id="tokens">
        Devices and tokens
      </Subtitle2>
      <ProblemBar problem={problem} notice={notice} />
      {canMake ? (
        <AddForm
          label="New token: what is it for?"
          onAdd={(label) => void run(() => make(label))}
        />
      ) : (
        <Body1>To make a token, sign in with your work account.</Body1>
      )}
      {made !== undefined && <MadeToken token={made} />}
      <ul className={styles.list}>
        {value?.tokens.map((token) => {
          const name = token.label === '' ? token.id : token.label;
          return (
            <li key={token.id}>
              <Card>
                <div className={styles.row}>
                  <span className={styles.label}>{name}</span>
                  {token.isThis && <Badge appearance="outline">this page</Badge>}
                </div>
                <span className={styles.facts}>{factsOf(token)}</span>
                {!token.isThis && (
                  <ConfirmedButton
                    size="small"
                    verb="Revoke"
                    about={name}
                    warning="Whatever uses it is signed out at once."
                    onConfirm={() =>
                      void run(() => client.delete(`/tokens/${token.id}`), `${name} is revoked.`)
                    }
                  />
                )}
              </Card>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** `Made 26 Nov 2026, last used 27 Nov 2026, expires 24 Feb 2027` */
function factsOf({ createdAt, lastUsed, expiresAt }: OwnToken): string {
  return [
    `Made ${dayText(createdAt)}`,
    lastUsed === null ? 'not used yet' : `last used ${dayText(lastUsed)}`,
    ...(expiresAt === undefined ? [] : [`expires ${dayText(expiresAt)}`]),
  ].join(', ');
}

function dayText(time: number | string): string {
  const form = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return new Date(time).toLocaleDateString(undefined, form);
}
