import { useEffect, useEffectEvent, useState } from 'react';

import { ActivitySection } from '../activity/ActivitySection';
import { ConnectionSection } from '../connection/ConnectionSection';
import { ExplainSection } from '../explain/ExplainSection';
import { HeldSection } from '../activity/HeldSection';
import type { PaneViewProps, ViewRequest } from './parts/pane-view';
import { PaneBoundary } from './parts/PaneBoundary';
import { ProblemsSection } from '../problems/ProblemsSection';
import { useLatest } from './parts/use-latest';
import { useStoreValue } from './parts/use-store-value';
import { WelcomeSection } from '../welcome/WelcomeSection';

/** What a person sees first: what waits for them, ways to begin, the key, activity and problems. */
export function HomeView({ ports, board, request, goToView }: PaneViewProps) {
  const [timesNeeded, setTimesNeeded] = useState(0);
  const [taken, setTaken] = useState<ViewRequest>();
  const [cell, setCell] = useState<string>();
  // Once a cell is explained, so is each that a person selects, until the explanation is closed.
  const follow = useEffectEvent((selected: string | undefined) => {
    if (cell !== undefined && selected !== undefined) setCell(selected);
  });
  const { selection } = ports.host;
  useEffect(() => selection.subscribe(follow), [selection]);
  // Part of the key: asked about again, a cell is explained as it is now.
  const [timesAsked, setTimesAsked] = useState(0);
  // Once a key works, activity and problems come first; nothing moves while one is typed.
  const [hadKey] = useState(() => ports.connection.current().credential !== undefined);
  const needKey = (): void => setTimesNeeded((times) => times + 1);
  if (request !== undefined && request !== taken) {
    setTaken(request);
    if (request.isKeyNeeded === true) needKey();
    setCell(request.cell);
    setTimesAsked((times) => times + 1);
  }
  const { credential, addresses } = useStoreValue(ports.connection);
  const hasKey = credential !== undefined;
  const { attributeUrl } = addresses;
  const { result: offered } = useLatest(() => ports.signInOffer(), [attributeUrl, hasKey]);
  // What the gateway before said is not what this one says.
  const offer = offered?.address === attributeUrl ? offered : undefined;
  const connectionSection = (
    <ConnectionSection ports={ports} timesNeeded={timesNeeded} offer={offer} />
  );
  return (
    <PaneBoundary>
      {cell !== undefined && (
        <ExplainSection
          key={`${cell} ${timesAsked}`}
          address={cell}
          ports={ports}
          goToView={goToView}
          onClose={() => setCell(undefined)}
        />
      )}
      <HeldSection ports={ports} goToView={goToView} />
      <WelcomeSection
        ports={ports}
        goToView={goToView}
        onKeyNeeded={needKey}
        // Behind a gateway, people sign in first.
        isLater={offer !== undefined && !hasKey}
      />
      {!hadKey && connectionSection}
      <ActivitySection ports={ports} board={board} />
      <ProblemsSection board={board} ports={ports} goToView={goToView} />
      {hadKey && connectionSection}
    </PaneBoundary>
  );
}
