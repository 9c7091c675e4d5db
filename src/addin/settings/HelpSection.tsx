import { Link } from '@fluentui/react-components';
import type { ReactNode } from 'react';

import { t } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';
import { Code, Stack } from '../pane/parts/layout';

const FUNCTIONS = [
  'LOCATTR',
  'LOCATTR_ADDRESS',
  'LOCSCORE',
  'LOCSCORE_COORDS',
  'LOCVARS',
  'LOCCATALOG',
] as const;

/** Links to the help pages that the build ships beside the pane. */
export function HelpSection() {
  return (
    <PaneSection title={t('Help')}>
      <Stack as="ul" gap="XS">
        <li>
          <Page path="help.html">{t('Get started with Locus')}</Page>
        </li>
        <li>
          <Page path="help.html#whats-new">{t('What’s new')}</Page>
        </li>
        <li>
          <Page path="help.html#messages">{t('What a cell says when it has no value')}</Page>
        </li>
      </Stack>
      <Stack as="ul" gap="XS" aria-label={t('Functions')}>
        {FUNCTIONS.map((id) => (
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
