import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useState, type ComponentType } from 'react';

import { t } from '../../engine/language/speech';
import type { FetchedView, PaneView, PaneViewProps } from './parts/pane-view';
import { panelId, tabId } from './parts/PaneTabs';
import { Stack, Text } from './parts/layout';

export interface PanePanelProps extends PaneViewProps {
  readonly view: PaneView;
}

type Loading = 'loading' | 'failed' | { readonly Content: ComponentType<PaneViewProps> };

const useStyles = makeStyles({
  note: { alignItems: 'start', padding: tokens.spacingHorizontalL },
});

/** The panel of one view: a spinner while its code loads, an error if that fails, or the view. */
export function PanePanel({ view, ...props }: PanePanelProps) {
  return (
    <div role="tabpanel" id={panelId(view.id)} aria-labelledby={tabId(view.id)}>
      {'Content' in view ? <view.Content {...props} /> : <FetchedContent view={view} {...props} />}
    </div>
  );
}

function FetchedContent({ view, ...props }: PaneViewProps & { readonly view: FetchedView }) {
  const styles = useStyles();
  const [loading, tryAgain] = useContent(view);
  if (loading === 'loading') {
    return (
      <Stack gap="M" className={styles.note}>
        <Spinner size="small" label={t('Opening…')} />
      </Stack>
    );
  }
  if (loading === 'failed') {
    return (
      <Stack gap="M" role="alert" className={styles.note}>
        <Text>{t('This view couldn’t load. Check your network connection.')}</Text>
        <Button onClick={tryAgain}>{t('Try again')}</Button>
      </Stack>
    );
  }
  return <loading.Content {...props} />;
}

function useContent(view: FetchedView): [Loading, () => void] {
  const [loading, setLoading] = useState<Loading>('loading');
  const fetchContent = useCallback(() => {
    let isWanted = true;
    view.load().then(
      (Content) => isWanted && setLoading({ Content }),
      () => isWanted && setLoading('failed'),
    );
    return () => void (isWanted = false);
  }, [view]);
  useEffect(fetchContent, [fetchContent]);
  return [
    loading,
    () => {
      setLoading('loading');
      fetchContent();
    },
  ];
}
