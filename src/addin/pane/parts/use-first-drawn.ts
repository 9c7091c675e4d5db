import { useEffect, useRef } from 'react';

/**
 * Runs when the component is first drawn, but not when the view in which it stands was hidden and
 * is shown again: the person who comes back has the focus on a tab.
 */
export function useFirstDrawn(run: () => void): void {
  const wasDrawn = useRef(false);
  useEffect(() => {
    if (wasDrawn.current) return;
    wasDrawn.current = true;
    run();
  });
}
