import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { createBatchPlayer } from './played-batch';
import type { Batch, BatchReply } from './played-batch';
import { PlayedUndoGroup } from './played-undo-group';
import { PlayedWorkbook } from './played-workbook';

/** Microsoft's own script with a workbook behind it that is played. */
export interface PlayedExcel {
  /** Opens another workbook, with these sheets; undoes `failWhen` and `withApi`. */
  open(sheets?: readonly string[]): PlayedWorkbook;
  /** The newest requirement set of `ExcelApi` that this Excel claims to have, on the desktop. */
  withApi(version: string): void;
  /** A person gives a sheet another name. */
  rename(sheet: string, name: string): void;
  /** The code with which Excel refuses such a batch, or undefined. */
  failWhen(refuse: (batch: Batch) => string | undefined): void;
  /** Batches so far, without those that only release references. */
  batches(): number;
  /** Groups of undo that Excel has made. */
  groups(): number;
  /** Length of the longest batch and of the longest reply, as text. */
  largest(): { readonly request: number; readonly reply: number };
}

interface Session {
  _resolveRequestUrlAndHeaderInfo(): Promise<object>;
  _createRequestExecutorOrNull(): object;
  getEventRegistration(id: string): object;
}

interface OfficeScript {
  readonly Excel: typeof Excel;
  readonly OfficeExtension: {
    readonly SessionBase: { new (): Session; _overrideSession?: Session };
    readonly GenericEventRegistration: { getGenericEventRegistration(id: string): object };
    _testSetRichApiMessageReadyImpl(ready: () => Promise<void>): void;
    _testTriggerRichApiMessageEvent(message: object): void;
  };
  Office: object;
}

type Run = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Runs Microsoft's script for Excel on the web and makes its `Excel` and `Office` global, as in an
 * add-in's page. Everything between the add-in and the wire is then the real thing. A test fails in
 * which something was called that is not played: the add-in makes a failure of that.
 */
export function startPlayedExcel(): PlayedExcel {
  const script = runScript();
  let workbook = new PlayedWorkbook();
  let play = createBatchPlayer(workbook);
  let refuse: (batch: Batch) => string | undefined = () => undefined;
  /** Undefined on the web. */
  let desktop: string | undefined;
  let count = 0;
  let largest = { request: 0, reply: 0 };
  let groups = 0;
  let group: PlayedUndoGroup | undefined;
  const faults: unknown[] = [];

  /** A copy each way, as of anything that crosses a wire. */
  function answer(sent: string): object {
    const batch = JSON.parse(sent) as Batch;
    const isRelease = batch.Actions.some(({ Name }) => Name === '_RemoveReference');
    if (!isRelease) count += 1;
    if (workbook.faults.lostUndo && !isSetSupported('ExcelApi', '1.19')) workbook.undoSteps = 0;
    const code = isRelease ? undefined : (refuse(batch) ?? group?.refuse(batch));
    const reply: BatchReply =
      code === undefined
        ? play(batch)
        : { Error: { Code: code, Message: code, ActionIndex: 0 }, Results: [] };
    const text = JSON.stringify(reply);
    largest = {
      request: Math.max(largest.request, sent.length),
      reply: Math.max(largest.reply, text.length),
    };
    const body: unknown = JSON.parse(text);
    return { HttpStatusCode: 200, ErrorCode: null, ErrorMessage: null, Headers: {}, Body: body };
  }

  const { SessionBase, GenericEventRegistration } = script.OfficeExtension;
  const session = new SessionBase();
  session.getEventRegistration = (id) => GenericEventRegistration.getGenericEventRegistration(id);
  script.OfficeExtension._testSetRichApiMessageReadyImpl(() => Promise.resolve());
  session._resolveRequestUrlAndHeaderInfo = () => Promise.resolve({ url: 'played:', headers: {} });
  session._createRequestExecutorOrNull = () => ({
    executeAsync: async (_data: unknown, _flags: number, { Body }: { Body: object }) => {
      try {
        return await Promise.resolve(answer(JSON.stringify(Body)));
      } catch (fault) {
        faults.push(fault);
        throw fault;
      }
    },
  });
  SessionBase._overrideSession = session;
  const isSetSupported = (set: string, wanted = '1.1'): boolean =>
    set === 'ExcelApi'
      ? Number(wanted.split('.')[1]) <= Number((desktop ?? LATEST).split('.')[1])
      : set === 'ExcelApiOnline' && desktop === undefined;
  const run = script.Excel.run as Run;
  // This version of Microsoft's script does not know the option, so it is taken from it here.
  const runInGroup: Run = async (...args) => {
    const { mergeUndoGroup } = args[0] as Excel.RunOptions;
    const isGroup = mergeUndoGroup === true && isSetSupported('ExcelApi', '1.20');
    if (!isGroup || !workbook.faults.undoGroups) return run(...args);
    group = new PlayedUndoGroup(desktop === undefined);
    try {
      const result = await run(...args);
      groups += 1;
      return result;
    } finally {
      group = undefined;
    }
  };
  script.Excel.run = runInGroup as typeof Excel.run;
  // The script itself asks this before each call that not every Excel has.
  script.Office = { context: { requirements: { isSetSupported } } };
  Object.assign(globalThis, { Excel: script.Excel, Office: script.Office });
  afterEach(() => {
    const [fault] = faults.splice(0);
    if (fault !== undefined) throw fault as Error;
  });
  return {
    open(sheets) {
      workbook = new PlayedWorkbook(sheets);
      play = createBatchPlayer(workbook);
      refuse = () => undefined;
      desktop = undefined;
      count = 0;
      largest = { request: 0, reply: 0 };
      return workbook;
    },
    withApi: (wanted) => void (desktop = wanted),
    rename(name, nameAfter) {
      const sheet = workbook.sheetNamed(name);
      if (sheet === undefined) throw new Error(`there is no sheet ${name}`);
      sheet.name = nameAfter;
      const event = { nameBefore: name, nameAfter, worksheetId: sheet.id, source: 'Local' };
      script.OfficeExtension._testTriggerRichApiMessageEvent({
        entries: [{ ...NAME_CHANGED, message: JSON.stringify(event) }],
      });
    },
    failWhen: (next) => void (refuse = next),
    batches: () => count,
    groups: () => groups,
    largest: () => largest,
  };
}

/** What the add-in gives where Excel has failed it, for a reason in these words. */
export const failedFor = (words: RegExp) => ({
  kind: 'failed' as const,
  message: expect.stringMatching(words) as string,
});

const LATEST = '1.20';
/** How Excel's message about a sheet's new name begins. */
const NAME_CHANGED = { messageCategory: 65_536, messageType: 25, targetId: 'Workbook' };

function runScript(): OfficeScript {
  const { resolve } = createRequire(__filename);
  const path = resolve('@microsoft/office-js/dist/excel-web-16.00.debug.js');
  const page: Record<string, unknown> = {
    setTimeout,
    clearTimeout,
    console,
    performance,
    URL,
    navigator: { userAgent: 'node' },
    location: { href: 'https://example.com/', search: '', protocol: 'https:' },
    document: {
      cookie: '',
      getElementsByTagName: () => [],
      createElement: () => ({}),
      addEventListener: () => undefined,
    },
    addEventListener: () => undefined,
  };
  page.window = page;
  page.self = page;
  runInContext(readFileSync(path, 'utf8'), createContext(page));
  return page as unknown as OfficeScript;
}
