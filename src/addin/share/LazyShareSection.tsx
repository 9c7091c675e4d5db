import { Button, Spinner } from '@fluentui/react-components';
import { useEffect, useState, type ComponentType } from 'react';

import { t } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';
import type { ShareSectionProps } from './ShareSection';
import { Stack, Text } from '../pane/parts/layout';

type Loading =
  | { readonly kind: 'loading' | 'failed' }
  | { readonly kind: 'loaded'; readonly Section: ComponentType<ShareSectionProps> };

/** The section for sharing. Its code is fetched separately: the rest of the view does not wait. */
export function LazyShareSection(props: ShareSectionProps) {
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
        <Stack role="alert">
          <Text tone="quiet">{t('Part of Locus couldn’t load. Check your network.')}</Text>
          <Button
            onClick={() => {
              setLoading(LOADING);
            }}
          >
            {t('Try again')}
          </Button>
        </Stack>
      )}
    </PaneSection>
  );
}

const LOADING: Loading = { kind: 'loading' };

async function fetchSection(): Promise<ComponentType<ShareSectionProps>> {
  return (await import(/* webpackChunkName: "pane-share" */ './ShareSection')).ShareSection;
}
