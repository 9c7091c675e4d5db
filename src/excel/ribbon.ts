import type { RibbonCommands } from './ribbon-commands';

/** Gives the commands of manifest.xml, by their ids, to Excel. */
export function associateRibbon(
  recalculateAll: () => Promise<void>,
  fetchCommands: () => Promise<RibbonCommands>,
): void {
  const fetched = (name: keyof RibbonCommands) =>
    command(async () => (await fetchCommands())[name]());
  Office.actions.associate('recalculate', command(recalculateAll));
  Office.actions.associate('openHelp', fetched('openHelp'));
  Office.actions.associate('explainCell', fetched('explainCell'));
  Office.actions.associate('refreshCells', fetched('refreshCells'));
  Office.actions.associate('convertCells', fetched('convertCells'));
}

/** The button stays pressed until the event is completed, even after a failure. */
function command(run: () => Promise<void>): (event: Office.AddinCommands.Event) => void {
  return (event) =>
    void run()
      .catch(() => undefined)
      .finally(() => event.completed());
}
