/** What the ribbon and the cell's menu do. Each settles when Excel may release the button. */
export type RibbonCommands = Readonly<
  Record<
    'recalculate' | 'openHelp' | 'explainCell' | 'refreshCells' | 'convertCells',
    () => Promise<unknown>
  >
>;

/**
 * Gives Excel the commands of manifest.xml, by their ids. A click may be what starts this page, so
 * they are associated at once, and wait for the code that carries them out.
 */
export function associateRibbon(open: () => Promise<RibbonCommands>): void {
  const waiting = (id: keyof RibbonCommands) => command(async () => (await open())[id]());
  Office.actions.associate('recalculate', waiting('recalculate'));
  Office.actions.associate('openHelp', waiting('openHelp'));
  Office.actions.associate('explainCell', waiting('explainCell'));
  Office.actions.associate('refreshCells', waiting('refreshCells'));
  Office.actions.associate('convertCells', waiting('convertCells'));
}

/** The button stays pressed until the event is completed, even after a failure. */
function command(run: () => Promise<unknown>): (event: Office.AddinCommands.Event) => void {
  return (event) =>
    void run()
      .catch(() => undefined)
      .finally(() => event.completed());
}
