import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { MapWindow, type MapWindowPorts } from '../map/MapWindow';

export type { MapWindowPorts } from '../map/MapWindow';

/** Draws a map into the page of a window of its own. */
export function renderMapWindow(element: HTMLElement, ports: MapWindowPorts): void {
  createRoot(element).render(
    <StrictMode>
      <MapWindow ports={ports} />
    </StrictMode>,
  );
}
