import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import { useCallback, useRef, useState } from 'react';
import { AddForm } from './FormRow';
import type { AdministrationClient, Token } from './gateway-client';
import { ConfirmedButton } from './ConfirmedButton';
import { useLoaded } from './use-loaded';
import { ProblemBar } from './PageFrame';
import { pageQuery, PageTurner } from './Pager';
import { dayText } from './usage-text';

const useStyles = makeStyles({
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyle: 'none' },
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' },
  token: { overflowWrap: 'anywhere', fontFamily: tokens.fontFamilyMonospace },
});

interface TokenListProps {
  readonly client: AdministrationClient;
  readonly person: string;
}

/** A person's tokens. A new one is shown until the next one is made or the list is closed. */
export function TokenList({ client, person }: TokenListProps) {
  const styles = useStyles();
  const [made, setMade] = useState<string>();
  const [after, setAfter] = useState('');
  const load = useCallback(
    () => client.get<TokenPage>(`/people/${person}/tokens${pageQuery(after)}`),
    [client, person, after],
  );
  const { value, problem, run } = useLoaded(load);
  const make = async (label: string): Promise<void> => {
    const { token } = await client.post<{ token: string }>(`/people/${person}/tokens`, { label });
    setMade(token);
  };
  return (
    <>
      <ProblemBar problem={problem} />
      <AddForm label="New token: name its device" onAdd={(label) => run(() => make(label))} />
      {made !== undefined && <MadeToken token={made} />}
      <ul className={styles.list}>
        {value?.tokens.map(({ id, label, use, createdAt, revokedAt, expiresAt }) => (
          <li key={id} className={styles.row}>
            <span>{label === '' ? id : label}</span>
            <span>{dayText(createdAt)}</span>
            {use === 'administration' && <span>administration</span>}
            {expiresAt !== undefined && <span>until {dayText(expiresAt)}</span>}
            {revokedAt === undefined ? (
              <ConfirmedButton
                size="small"
                verb="Revoke"
                about={label === '' ? id : label}
                warning="Anyone who uses it is signed out immediately. You can’t restore it."
                onConfirm={() => void run(() => client.delete(`/tokens/${id}`))}
              />
            ) : (
              <span>revoked</span>
            )}
          </li>
        ))}
      </ul>
      <PageTurner after={after} next={value?.next} onTurn={setAfter} />
    </>
  );
}

interface TokenPage {
  readonly tokens: readonly Token[];
  readonly next: string | null;
}

interface MadeTokenProps {
  readonly token: string;
  /** Whether its button takes the focus, because the button that made the token has gone. */
  readonly takesFocus?: boolean;
}

/** A token that has just been made. It can be copied only now. */
export function MadeToken({ token, takesFocus = false }: MadeTokenProps) {
  const styles = useStyles();
  const [copied, setCopied] = useState<string>();
  const shown = useRef<HTMLSpanElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(token);
      setCopied(token);
    } catch {
      // Without HTTPS a page has no clipboard. With the text selected, one shortcut copies it.
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
    }
  };
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        Copy this token now. You won’t see it again.{' '}
        <span ref={shown} className={styles.token}>
          {token}
        </span>
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" autoFocus={takesFocus} onClick={() => void copy()}>
          {copied === token ? 'Copied' : 'Copy'}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
