import {
  Body1,
  Button,
  Field,
  Input,
  makeStyles,
  Subtitle2,
  Textarea,
} from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import { callsText } from '../usage-text';
import type { Run } from '../use-loaded';
import type { Account, AccountClient, BudgetRequest } from './account-client';

const useStyles = makeStyles({
  section: { display: 'grid', gap: '8px', justifyItems: 'start' },
  form: { display: 'grid', gap: '8px', width: '100%', justifyItems: 'start' },
  row: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  wide: { width: '100%', maxWidth: '480px' },
  field: { width: '130px' },
  input: { minWidth: '0' },
  message: { overflowWrap: 'anywhere' },
});

interface RequestFormProps {
  readonly client: AccountClient;
  readonly account: Account;
  readonly run: Run;
}

/** Asks the administrators for a larger budget, and says what became of it. */
export function RequestForm({ client, account: { request }, run }: RequestFormProps) {
  const styles = useStyles();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles.section} aria-label="More budget">
      {request?.status === 'open' ? (
        <>
          <Body1 className={styles.message}>{openText(request)}</Body1>
          <Button
            onClick={() => void run(() => client.delete('/request'), 'Your request is withdrawn.')}
          >
            Withdraw it
          </Button>
        </>
      ) : (
        <>
          {request !== null && <Body1>{decidedText(request)}</Body1>}
          {isOpen ? (
            <Asking
              onCancel={() => setIsOpen(false)}
              onAsk={(request) =>
                void run(async () => {
                  await client.post('/request', request);
                  setIsOpen(false);
                }, 'Your administrators can see your request.')
              }
            />
          ) : (
            <Button onClick={() => setIsOpen(true)}>Ask for more</Button>
          )}
        </>
      )}
    </section>
  );
}

interface AskingProps {
  onAsk(request: object): void;
  onCancel(): void;
}

function Asking({ onAsk, onCancel }: AskingProps) {
  const styles = useStyles();
  const [message, setMessage] = useState('');
  const [calls, setCalls] = useState<Readonly<Record<string, string>>>({});
  const given = FIELDS.flatMap(({ field }) => {
    const text = calls[field]?.trim() ?? '';
    return text === '' ? [] : [[field, text] as const];
  });
  const isValid = message.trim() !== '' && given.every(([, text]) => /^\d+$/.test(text));
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const request = given.map(([field, text]) => [field, Number(text)] as const);
    onAsk({ message: message.trim(), ...Object.fromEntries(request) });
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Subtitle2 as="h2">Ask for more</Subtitle2>
      <Field label="What do you need it for?" className={styles.wide}>
        <Textarea
          autoFocus
          maxLength={2000}
          value={message}
          onChange={(_event, { value }) => setMessage(value)}
        />
      </Field>
      <div className={styles.row}>
        {FIELDS.map(({ field, title }) => (
          <Field key={field} label={title} className={styles.field}>
            <Input
              className={styles.input}
              inputMode="numeric"
              placeholder="optional"
              value={calls[field] ?? ''}
              onChange={(_event, { value }) => setCalls({ ...calls, [field]: value })}
            />
          </Field>
        ))}
      </div>
      <div className={styles.row}>
        <Button type="submit" appearance="primary" disabled={!isValid}>
          Send
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

const FIELDS = [
  { field: 'callsPerDay', title: 'Calls a day' },
  { field: 'callsPerMonth', title: 'Calls a month' },
] as const;

function openText({ at, message, callsPerDay, callsPerMonth }: BudgetRequest): string {
  const wanted = [
    ...(callsPerDay === undefined ? [] : [`${callsText(callsPerDay)} a day`]),
    ...(callsPerMonth === undefined ? [] : [`${callsText(callsPerMonth)} a month`]),
  ];
  const what = wanted.length === 0 ? 'more' : wanted.join(', ');
  return `On ${dayText(at)} you asked for ${what}: “${message}” Your administrators haven’t decided yet.`;
}

function decidedText({ status, at, decidedAt = at }: BudgetRequest): string {
  const what = { approved: 'approved', declined: 'declined', withdrawn: 'withdrawn', open: '' };
  return `Your last request was ${what[status]} on ${dayText(decidedAt)}.`;
}

function dayText(time: number): string {
  return new Date(time).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}
