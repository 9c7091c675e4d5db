import { useState } from 'react';

import { t } from '../../engine/language/speech';
import { AnswersSection, ForgetSection } from '../settings/AnswersSection';
import { DiagnosticsSection, HelpSection, ShortcutsSection } from '../settings/HelpSection';
import type { MorePart, PaneViewProps, ViewRequest } from './parts/pane-view';
import { PaneBoundary } from './parts/PaneBoundary';
import { PaneTabs, panelId, tabId } from './parts/PaneTabs';
import { PreferencesSection } from '../settings/PreferencesSection';
import { useSavedPreferences } from './parts/use-store-value';
import { LazyShareSection } from '../share/LazyShareSection';
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
  const [taken, setTaken] = useState<ViewRequest>();
  if (request !== undefined && request !== taken) {
    setTaken(request);
    if (request.part !== undefined) setShown(request.part);
  }
  const sections = {
    share: [<LazyShareSection key="share" ports={ports} />],
    spending: [<SpendingSection key="spending" ports={ports} saved={saved} />],
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
