/** A worksheet as it is now. */
export interface NamedSheet {
  readonly id: string;
  readonly name: string;
}

/** Finds worksheets by current or former names. */
export interface SheetNames {
  /**
   * Returns a function that finds a sheet by its name, regardless of case; undefined if it is gone.
   */
  lookUp(context: Excel.RequestContext): Promise<(name: string) => NamedSheet | undefined>;
}

/**
 * Finds sheets, and remembers their former names. A cell's address dates from its last calculation,
 * and renaming a sheet calculates nothing. Excel on the web reports a new name, and so do others
 * from ExcelApi 1.17 on.
 */
export function createSheetNames(): SheetNames {
  const formerIds = new Map<string, string>();
  void listen((name, id) => void formerIds.set(name.toLowerCase(), id));
  return {
    async lookUp(context) {
      const { worksheets } = context.workbook;
      worksheets.load('items/id,items/name');
      await context.sync();
      const byName = new Map(
        worksheets.items.map(({ id, name }) => [name.toLowerCase(), { id, name }]),
      );
      const byId = new Map(worksheets.items.map(({ id, name }) => [id, { id, name }]));
      return (name) =>
        byName.get(name.toLowerCase()) ?? byId.get(formerIds.get(name.toLowerCase()) ?? '');
    },
  };
}

async function listen(onRenamed: (formerName: string, id: string) => void): Promise<void> {
  const { requirements } = Office.context;
  const isSupported =
    requirements.isSetSupported('ExcelApi', '1.17') ||
    requirements.isSetSupported('ExcelApiOnline', '1.1');
  if (!isSupported) return;
  try {
    await Excel.run(async (context) => {
      context.workbook.worksheets.onNameChanged.add((event) => {
        onRenamed(event.nameBefore, event.worksheetId);
        return Promise.resolve();
      });
      await context.sync();
    });
  } catch {
    // Without the event, cells of a renamed sheet are skipped until they are calculated again.
  }
}
