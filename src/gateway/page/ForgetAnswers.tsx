import { Field, Input, makeStyles, Subtitle2, Text } from '@fluentui/react-components';
import { useState } from 'react';
import { ConfirmedButton } from './ConfirmedButton';
import type { AdministrationClient } from './gateway-client';
import type { Run } from './use-loaded';

const useStyles = makeStyles({
  section: { display: 'grid', gap: '8px', justifyItems: 'start' },
  field: { width: '100%', maxWidth: '480px' },
});

interface ForgetAnswersProps {
  readonly client: AdministrationClient;
  readonly run: Run;
}

/** Forgets answers that are known to be out of date, so that they are asked for again. */
export function ForgetAnswers({ client, run }: ForgetAnswersProps) {
  const styles = useStyles();
  const [names, setNames] = useState('');
  const [models, setModels] = useState('');
  const [before, setBefore] = useState('');
  const forgetting = {
    ...(listOf(names).length > 0 && { names: listOf(names) }),
    ...(listOf(models).length > 0 && { models: listOf(models) }),
    ...(before !== '' && { before }),
  };
  const forget = async (): Promise<void> => {
    const done =
      'Forgotten. When somebody asks for these values again, the gateway asks the service.';
    if (!(await run(() => client.post('/answers/forget', forgetting), done))) return;
    setNames('');
    setModels('');
    setBefore('');
  };
  return (
    <section className={styles.section} aria-label="Kept answers">
      <Subtitle2 as="h2">Kept answers</Subtitle2>
      <Text>
        When the provider has changed values, have the old ones forgotten. Leave both lists empty to
        forget everything.
      </Text>
      <Field label="Attributes" hint="Separated by commas" className={styles.field}>
        <Input
          aria-label="Attributes to forget"
          value={names}
          onChange={(_event, { value }) => setNames(value)}
        />
      </Field>
      <Field label="Models" hint="Their IDs, separated by commas" className={styles.field}>
        <Input
          aria-label="Models to forget"
          value={models}
          onChange={(_event, { value }) => setModels(value)}
        />
      </Field>
      <Field label="Fetched before" hint="Empty: until now">
        <Input
          type="date"
          // Otherwise the browser's calendar symbol is black even in dark mode.
          input={{ style: { colorScheme: 'light dark' } }}
          value={before}
          onChange={(_event, { value }) => setBefore(value)}
        />
      </Field>
      <ConfirmedButton
        verb="Forget"
        about={aboutOf(forgetting)}
        warning="They can’t be restored. Each one that people ask for again is a call, at its price."
        onConfirm={() => void forget()}
      />
    </section>
  );
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

interface Forgetting {
  readonly names?: readonly string[];
  readonly models?: readonly string[];
  readonly before?: string;
}

/** `the answers of w_a, flood from before 2026-11-28`. */
function aboutOf({ names = [], models = [], before }: Forgetting): string {
  const all = [...names, ...models];
  const which = all.length === 0 ? 'all answers' : `the answers of ${all.join(', ')}`;
  return before === undefined ? which : `${which} from before ${before}`;
}
