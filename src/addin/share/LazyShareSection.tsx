import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useEffect, useState, type ComponentType } from 'react';

import { t } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';
import type { ShareSectionProps } from './ShareSection';

type Loading =
  | { readonly kind: 'loading' | 'failed' }
  | { readonly kind: 'loaded'; readonly Section: ComponentType<ShareSectionProps> };

const useStyles = makeStyles({
  note: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'start',
    rowGap: tokens.spacingVerticalS,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** The section for sharing. Its code is fetched separately: the rest of the view does not wait. */
export function LazyShareSection(props: ShareSectionProps) {
  const styles = useStyles();
  const [loading, setLoading] = useState<Loading>(LOADING);
  const isLoading = loading.kind === 'loading';

  useEffect(() => {
    if (!isLoading) return undefined;
    let isWanted = true;
    fetchSection().then(
      (Section) => isWanted && setLoading({ kind: 'loaded', Section }),
      () => isWanted && setLoading({ kind: 'failed' }),
    );
    return () => void (isWanted = false);
  }, [isLoading]);

  if (loading.kind === 'loaded') return <loading.Section {...props} />;
  return (
    <PaneSection title={t('Share this workbook')}>
      {isLoading ? (
        <Spinner size="small" label={t('Opening…')} />
      ) : (
        <div role="alert" className={styles.note}>
          <p className={styles.text}>{t('Part of Locus couldn’t load. Check your network.')}</p>
          <Button
            onClick={() => {
              setLoading(LOADING);
            }}
          >
            {t('Try again')}
          </Button>
        </div>
      )}
    </PaneSection>
  );
}

const LOADING: Loading = { kind: 'loading' };

async function fetchSection(): Promise<ComponentType<ShareSectionProps>> {
  return (await import(/* webpackChunkName: "pane-share" */ './ShareSection')).ShareSection;
}
