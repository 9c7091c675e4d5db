import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

import { t } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  code: { fontFamily: tokens.fontFamilyMonospace },
});

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
  const styles = useStyles();
  return (
    <PaneSection title={t('Help')}>
      <ul className={styles.list}>
        <li>
          <Page path="help.html">{t('Get started with Locus')}</Page>
        </li>
        <li>
          <Page path="help.html#whats-new">{t('What’s new')}</Page>
        </li>
        <li>
          <Page path="help.html#messages">{t('What a cell says when it has no value')}</Page>
        </li>
      </ul>
      <ul className={styles.list} aria-label={t('Functions')}>
        {FUNCTIONS.map((id) => (
          <li key={id}>
            <Page path={`help/${id}.html`}>
              <span className={styles.code}>{id}</span>
            </Page>
          </li>
        ))}
      </ul>
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
