import { useMemo } from 'react';

import type { DescribedName } from '../../engine/catalogue/catalogue-entry';
import { titleOf } from '../../engine/catalogue/name-title';
import { useOpenCatalogue } from '../names';
import type { PanePorts } from '../pane/parts/pane-ports';

/** What is known about each name; until the known names have loaded, the name alone. */
export function useDescribedNames(port: PanePorts['catalogue']): (name: string) => DescribedName {
  const { result: catalogue } = useOpenCatalogue(port);
  const entries = catalogue?.entries();
  return useMemo(() => {
    const known = new Map(entries?.map((entry) => [entry.name, entry]));
    return (name) => known.get(name) ?? { name };
  }, [entries]);
}

/** One for each name: its title, or the name itself if another has the same title. */
export function headersOf(names: readonly DescribedName[]): string[] {
  const titles = names.map(titleOf);
  return titles.map((each, at) =>
    titles.indexOf(each) === titles.lastIndexOf(each) ? each : (names[at]?.name ?? each),
  );
}
