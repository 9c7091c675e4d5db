import { AnswersSection } from '../answers/AnswersSection';
import { DiagnosticsSection } from '../diagnostics/DiagnosticsSection';
import { ForgetSection } from '../forget/ForgetSection';
import type { PaneViewProps } from '../pane-view';
import { PaneBoundary } from '../PaneBoundary';
import { useSavedPreferences } from '../saved-preferences';
import { SpendingSection } from '../spending/SpendingSection';
import { PreferencesSection } from '../preferences/PreferencesSection';
import { LazyShareSection } from '../share/LazyShareSection';

/** What is needed now and then. */
export function MoreView({ ports }: PaneViewProps) {
  const saved = useSavedPreferences(ports.preferences);
  return (
    <>
      <PaneBoundary>
        <LazyShareSection ports={ports} />
      </PaneBoundary>
      <PaneBoundary>
        <SpendingSection ports={ports} saved={saved} />
      </PaneBoundary>
      <PaneBoundary>
        <PreferencesSection saved={saved} />
      </PaneBoundary>
      <PaneBoundary>
        <AnswersSection ports={ports} />
      </PaneBoundary>
      <PaneBoundary>
        <DiagnosticsSection ports={ports} />
      </PaneBoundary>
      <PaneBoundary>
        <ForgetSection ports={ports} />
      </PaneBoundary>
    </>
  );
}
