import { useMemo } from 'react';

import { titleOf } from '../../catalogue/name-title';
import { useOpenCatalogue } from '../names/open-catalogue';
import type { PanePorts } from '../pane-ports';

/** What people call each name; from its parts alone while the known names are on their way. */
export function useNameTitles(port: PanePorts['catalogue']): (name: string) => string {
  const [opening] = useOpenCatalogue(port);
  const entries = typeof opening === 'object' ? opening.catalogue.entries() : undefined;
  return useMemo(() => {
    const known = new Map(entries?.map((entry) => [entry.name, entry]));
    return (name) => titleOf(known.get(name) ?? { name });
  }, [entries]);
}

/** One for each name: its title, or the name where another has the same title. */
export function headersOf(names: readonly string[], title: (name: string) => string): string[] {
  const titles = names.map(title);
  return titles.map((each, at) =>
    titles.indexOf(each) === titles.lastIndexOf(each) ? each : (names[at] ?? each),
  );
}
