import { Button, Field, Link, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { Fragment, useState, type ReactNode } from 'react';

import { t } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';
import { Code, Fault, Stack, Text } from '../pane/parts/layout';
import type { Host } from '../spreadsheet/host';
import { CopyButton } from '../pane/parts/CopyButton';
import type { PanePorts } from '../pane/parts/pane-ports';
import { FUNCTION_NAMES } from '../spreadsheet/signatures';

/** Links to the help pages that the build ships beside the pane. */
export function HelpSection() {
  return (
    <PaneSection title={t('Help')}>
      <Stack as="ul" gap="S">
        <li>
          <Page path="help.html">{t('Get started with Locus')}</Page>
        </li>
        <li>
          <Page path="help.html#whats-new">{t('What’s new')}</Page>
        </li>
        <li>
          <Page path="help.html#messages">{t('What a cell says when it has no value')}</Page>
        </li>
        <li>
          <Page path="help.html#privacy">{t('What’s sent, and what’s kept')}</Page>
        </li>
        <li>
          <Page path="help.html#data">{t('Data and licences')}</Page>
        </li>
      </Stack>
      <Stack as="ul" gap="S" aria-label={t('Functions')}>
        {FUNCTION_NAMES.map((id) => (
          <li key={id}>
            <Page path={`help/${id}.html`}>
              <Code>{id}</Code>
            </Page>
          </li>
        ))}
      </Stack>
    </PaneSection>
  );
}

function Page({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  return (
    <Link href={path} target="_blank" rel="noreferrer">
      {children}
    </Link>
  );
}

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: tokens.spacingVerticalXS,
    columnGap: tokens.spacingHorizontalM,
    margin: 0,
  },
  keys: { margin: 0, textAlign: 'end', color: tokens.colorNeutralForeground2 },
  bundle: { fontFamily: tokens.fontFamilyMonospace },
});

const ANYWHERE = [
  [t('Move between sheet and pane'), 'F6'],
  [t('Move between tabs'), '← →'],
  [t('Open a tab'), 'Enter'],
  [t('Move between attributes'), '↑ ↓'],
  [t('Choose an attribute'), 'Enter'],
  [t('Add an attribute to favourites'), 'F'],
] as const;

const OF_HOST = {
  excel: [
    [t('Recalculate all formulas'), 'Ctrl+Alt+F9'],
    [t('Show a function’s arguments'), 'Ctrl+A'],
  ],
  workbench: [
    [t('Leave the sheet'), t('Esc, then Tab')],
    [t('Insert a sheet'), 'Shift+F11'],
    [t('Next sheet'), 'Ctrl+Alt+PgDn'],
    [t('Previous sheet'), 'Ctrl+Alt+PgUp'],
    [t('Open a file'), 'Ctrl+O'],
    [t('Save as'), 'Ctrl+S'],
  ],
} as const;

/** What the keys do, in the pane and around it. */
export function ShortcutsSection({ host }: { readonly host: Pick<Host, 'kind'> }) {
  const styles = useStyles();
  return (
    <PaneSection title={t('Keyboard shortcuts')}>
      <dl className={styles.list}>
        {[...ANYWHERE, ...OF_HOST[host.kind]].map(([what, keys]) => (
          <Fragment key={what}>
            <dt>{what}</dt>
            <dd className={styles.keys}>{keys}</dd>
          </Fragment>
        ))}
      </dl>
    </PaneSection>
  );
}

const NOT_COLLECTED = t('Couldn’t collect diagnostics. Check your network and try again.');

interface DiagnosticsSectionProps {
  readonly ports: Pick<PanePorts, 'diagnostics' | 'copyText'>;
}

/** A text for support, which a person can read before they send it. */
export function DiagnosticsSection({ ports }: DiagnosticsSectionProps) {
  const styles = useStyles();
  const [bundle, setBundle] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);

  const collect = (): void => {
    setHasFailed(false);
    ports.diagnostics().then(setBundle, () => setHasFailed(true));
  };

  return (
    <PaneSection title={t('Diagnostics')}>
      <Text tone="quiet">
        {t(
          'Collect versions, settings, counts and recent events to share with support. Your key, places and cell contents aren’t included.',
        )}
      </Text>
      <Button onClick={collect}>{t('Collect diagnostics')}</Button>
      <Fault tone="quiet">{hasFailed ? NOT_COLLECTED : undefined}</Fault>
      {bundle !== undefined && (
        <>
          <Field label={t('Diagnostics')}>
            <Textarea
              readOnly
              rows={10}
              value={bundle}
              textarea={{ className: styles.bundle, spellCheck: false }}
            />
          </Field>
          <CopyButton copy={ports.copyText} text={() => bundle}>
            {t('Copy diagnostics')}
          </CopyButton>
        </>
      )}
    </PaneSection>
  );
}
