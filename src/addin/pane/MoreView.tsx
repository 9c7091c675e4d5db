import { Button, Spinner } from '@fluentui/react-components';
import { type FunctionComponent, useState } from 'react';
import { t } from '../../engine/language/speech';
import { AnswersSection, ForgetSection } from '../settings/AnswersSection';
import { DiagnosticsSection, HelpSection, ShortcutsSection } from '../settings/HelpSection';
import type { ShareSectionProps } from '../share/ShareSection';
import { Stack, Text } from './parts/layout';
import type { MorePart, PaneViewProps, ViewRequest } from './parts/pane-view';
import { PaneBoundary, PaneSection } from './parts/PaneSection';
import { PaneTabs, panelId, tabId } from './parts/PaneTabs';
import { PreferencesSection } from '../settings/PreferencesSection';
import { useLatest } from './parts/use-latest';
import { useSavedPreferences } from './parts/use-store-value';
import type { RenewSectionProps } from '../renew/RenewSection';
import { SpendingSection } from '../spending/SpendingSection';

const PARTS: readonly { readonly id: MorePart; readonly title: string }[] = [
  { id: 'share', title: t('Share') },
  { id: 'spending', title: t('Spending') },
  { id: 'settings', title: t('Settings') },
  { id: 'help', title: t('Help') },
];

/** What is needed now and then, in four parts. */
export function MoreView({ ports, request }: PaneViewProps) {
  const saved = useSavedPreferences(ports.preferences);
  const [shown, setShown] = useState<MorePart>('share');
  const [handled, setHandled] = useState<ViewRequest>();
  if (request !== undefined && request !== handled) {
    setHandled(request);
    if (request.part !== undefined) setShown(request.part);
  }
  const sections = {
    share: [
      <LazySection key="share" title={t('Share this workbook')} fetch={fetchShare} ports={ports} />,
    ],
    spending: [
      <SpendingSection key="spending" ports={ports} saved={saved} />,
      <LazySection key="renew" title={t('Renew values')} fetch={fetchRenew} ports={ports} />,
    ],
    settings: [
      <PreferencesSection key="preferences" ports={ports} saved={saved} />,
      <AnswersSection key="answers" ports={ports} />,
      <ForgetSection key="forget" ports={ports} />,
    ],
    help: [
      <HelpSection key="help" />,
      <ShortcutsSection key="shortcuts" host={ports.host} />,
      <DiagnosticsSection key="diagnostics" ports={ports} />,
    ],
  };
  return (
    <>
      <PaneTabs<MorePart> label={t('More')} views={PARTS} selected={shown} onSelect={setShown} />
      {PARTS.map(({ id }) => (
        // Every part stays mounted, so that what was typed there is kept.
        <div
          key={id}
          role="tabpanel"
          id={panelId(id)}
          aria-labelledby={tabId(id)}
          hidden={id !== shown}
        >
          {sections[id].map((section) => (
            <PaneBoundary key={section.key}>{section}</PaneBoundary>
          ))}
        </div>
      ))}
    </>
  );
}

interface LazySectionProps {
  readonly title: string;
  fetch(this: void): Promise<FunctionComponent<Pick<PaneViewProps, 'ports'>>>;
  readonly ports: PaneViewProps['ports'];
}

/** A section whose code is fetched separately: the rest of the view does not wait. */
function LazySection({ title, fetch, ports }: LazySectionProps) {
  const { result: Section, hasFailed, again } = useLatest(fetch, [fetch]);
  if (Section !== undefined) return <Section ports={ports} />;
  return (
    <PaneSection title={title}>
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

async function fetchShare(): Promise<FunctionComponent<ShareSectionProps>> {
  return (await import(/* webpackChunkName: "pane-share" */ '../share/ShareSection')).ShareSection;
}

async function fetchRenew(): Promise<FunctionComponent<RenewSectionProps>> {
  return (await import(/* webpackChunkName: "pane-renew" */ '../renew/RenewSection')).RenewSection;
}
