import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';

import { t } from '../../engine/language/speech';
import type { FetchedView, PaneView, PaneViewProps } from './parts/pane-view';
import { useLatest } from './parts/use-latest';
import { panelId, tabId } from './parts/PaneTabs';
import { Stack, Text } from './parts/layout';

export interface PanePanelProps extends PaneViewProps {
  readonly view: PaneView;
}

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
  const { result: Content, hasFailed, again } = useLatest(() => view.load(), [view]);
  if (Content !== undefined) return <Content {...props} />;
  if (!hasFailed) {
    return (
      <Stack gap="M" className={styles.note}>
        <Spinner size="small" label={t('Opening…')} />
      </Stack>
    );
  }
  return (
    <Stack gap="M" role="alert" className={styles.note}>
      <Text>{t('This view couldn’t load. Check your network connection.')}</Text>
      <Button onClick={again}>{t('Try again')}</Button>
    </Stack>
  );
}
