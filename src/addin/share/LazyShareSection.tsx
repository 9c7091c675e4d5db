import { Button, Spinner } from '@fluentui/react-components';
import type { ComponentType } from 'react';

import { t } from '../../engine/language/speech';
import { PaneSection } from '../pane/parts/PaneSection';
import { useLatest } from '../pane/parts/use-latest';
import type { ShareSectionProps } from './ShareSection';
import { Stack, Text } from '../pane/parts/layout';

/** The section for sharing. Its code is fetched separately: the rest of the view does not wait. */
export function LazyShareSection(props: ShareSectionProps) {
  const { result: Section, hasFailed, again } = useLatest(fetchSection, []);
  if (Section !== undefined) return <Section {...props} />;
  return (
    <PaneSection title={t('Share this workbook')}>
      {!hasFailed ? (
        <Spinner size="small" label={t('Opening…')} />
      ) : (
        <Stack role="alert">
          <Text tone="quiet">{t('Part of Locus couldn’t load. Check your network.')}</Text>
          <Button onClick={again}>{t('Try again')}</Button>
        </Stack>
      )}
    </PaneSection>
  );
}

async function fetchSection(): Promise<ComponentType<ShareSectionProps>> {
  return (await import(/* webpackChunkName: "pane-share" */ './ShareSection')).ShareSection;
}
