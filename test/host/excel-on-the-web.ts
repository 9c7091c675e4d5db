import type { Browser, Frame, Page } from 'playwright-core';
import { KEY_BOX } from '../e2e/workbench-page';
import { addinOrigin } from './addin-site';
import { APP_CONTEXT } from './app-context';
import { HOST_ORIGIN } from './host-page';
import { createInvocations } from './invocations';
import type { CellResult, FunctionsMetadata, Invocation, Invocations } from './invocations';
import { readRichRequest, writeRichError, writeRichReply } from './rich-request';
import type { RichRequest } from './rich-request';
import { readRequest, writeEvent, writeReply } from './wire';
import type { HostRequest } from './wire';

/** The add-in's page under Microsoft's own script, in a frame of a page that plays its host. */
export interface ExcelOnTheWeb extends Omit<Invocations, 'take'> {
  readonly page: Page;
  /** Of the add-in's page, and of the service that it asks by itself. */
  readonly origin: string;
  /** The add-in's frame as it is now: a reload makes a new one. */
  readonly frame: Frame;
  /** What a console, a policy or an uncaught error had to complain of. */
  readonly complaints: readonly string[];
  /** Everything that went to the console. */
  readonly entries: readonly string[];
  /** Every message that the add-in's page sent to its host, as it was written. */
  readonly sent: readonly string[];
  /** Addresses of all requests, in their order. */
  readonly requests: readonly string[];
  /** Settles when the functions' runtime has said that it is ready. */
  ready(): Promise<void>;
  /** Calls the functions in one message; the cells' ends, in the same order. */
  calculate(calls: readonly Invocation[]): Promise<CellResult[]>;
  /**
   * Writes the key into the pane and presses "Save and test"; says what the test found.
   *
   * @param isRemembered also on this device.
   */
  enterKey(key: string, isRemembered?: boolean): Promise<string>;
  show(): Promise<void>;
  hide(): Promise<void>;
  /** The add-in starts anew in a new frame; settles when its functions can be called. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface ExcelOptions {
  /** Origin of what serves `dist/`, and the service. */
  readonly address: string;
  /** Answers a batch of `Excel.run`; undefined is an error to the add-in. */
  readonly workbook?: (request: RichRequest) => ReadonlyMap<number, unknown> | undefined;
  /** To be done before any page is loaded. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Settles when the add-in's page is being loaded. */
export async function openExcel(browser: Browser, options: ExcelOptions): Promise<ExcelOnTheWeb> {
  const context = await browser.newContext({ viewport: { width: 800, height: 700 } });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  await options.prepare?.(page);
  const complaints: string[] = [];
  const entries: string[] = [];
  const requests: string[] = [];
  const sent: string[] = [];
  page.on('console', (entry) => {
    entries.push(entry.text());
    if (entry.type() === 'error' || entry.type() === 'warning') complaints.push(entry.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(request.url()));

  const post = (text: string): Promise<void> => page.evaluate(`fromExcel(${JSON.stringify(text)})`);
  const metadata = await fetch(`${options.address}/functions.json`);
  const invocations = createInvocations(
    (messages) => post(writeEvent('richApiMessage', { ArrayData: messages })),
    (await metadata.json()) as FunctionsMetadata,
  );
  let announceReady = (): void => undefined;
  let ready: Promise<void>;

  function answer({ _actionName, _actionType, _data }: HostRequest): unknown {
    if (_actionName === 'ContextActivationManager_getAppContextAsync') return APP_CONTEXT;
    if (_actionType !== CALL || _actionName !== 'executeMethod') return { Version: 1, Error: 0 };
    const request = readRichRequest(_data);
    if (request === undefined) return { Version: 1, Error: NOT_SUPPORTED };
    const names = request.Actions.map(({ Name }) => Name);
    if (names.includes('_SetOsfControlContainerReadyForCustomFunctions')) announceReady();
    else if (!invocations.take(request)) {
      const values = options.workbook?.(request);
      if (values === undefined) return writeRichError('NotImplemented', 'Not played here.');
      return writeRichReply(request, values);
    }
    return writeRichReply(request, new Map());
  }

  async function startAddin(): Promise<void> {
    ready = new Promise((resolve) => (announceReady = resolve));
    await page.evaluate('startAddin()');
  }

  await page.exposeFunction('toExcel', async (text: string) => {
    sent.push(text);
    const request = readRequest(text);
    if (request === undefined) return;
    const reply = writeReply(
      request,
      text.length > MOST_AT_ONCE ? TOO_MUCH.request : answer(request),
    );
    await post(reply.length > MOST_AT_ONCE ? writeReply(request, TOO_MUCH.reply) : reply);
  });
  const origin = addinOrigin(options.address);
  const addin = encodeURIComponent(`${origin}/taskpane.html`);
  await page.goto(`${HOST_ORIGIN}/workbook?addin=${addin}`);
  await startAddin();
  const display = (value: string): Promise<void> => page.evaluate(`displayAddin('${value}')`);
  const addinFrame = (): Frame => {
    const frame = page.frames().at(-1);
    if (frame === undefined || frame === page.mainFrame()) throw new Error('no frame');
    return frame;
  };
  return {
    ...invocations,
    page,
    origin,
    get frame() {
      return addinFrame();
    },
    complaints,
    entries,
    requests,
    sent,
    ready: () => ready,
    async calculate(calls) {
      const ids = await invocations.invoke(calls);
      return Promise.all(ids.map((id) => invocations.result(id)));
    },
    async enterKey(key, isRemembered = false) {
      await display('block');
      const pane = addinFrame();
      await pane.getByRole('textbox', { name: KEY_BOX }).fill(key);
      const remember = pane.getByRole('switch', { name: 'Remember on this device' });
      if ((await remember.isChecked()) !== isRemembered) await remember.dispatchEvent('click');
      await pane.getByRole('button', { name: 'Save and test' }).dispatchEvent('click');
      const status = pane.getByRole('status').filter({ hasText: TEST_ENDED });
      await status.waitFor();
      return (await status.textContent()) ?? '';
    },
    show: () => display('block'),
    hide: () => display('none'),
    async reload() {
      await startAddin();
      await ready;
    },
    close: () => context.close(),
  };
}

/** What the pane's status says of a test that has ended. */
const TEST_ENDED =
  /^(Connected|Attributes work|Can’t reach|Your key (?:works, but|is saved, but)|The (service|key)|Something)/;
/** What Excel on the web takes or gives in one message. */
const MOST_AT_ONCE = 5_000_000;
const TOO_MUCH = {
  request: writeRichError('RequestPayloadSizeLimitExceeded', 'The request is too large.'),
  reply: writeRichError('ResponsePayloadSizeLimitExceeded', 'The reply is too large.'),
};
const CALL = 0;
/** For what is waited for in a page: a busy machine is no reason to fail. */
const TIMEOUT_MS = 90_000;
/** Office's own code for a method that its host does not have. */
const NOT_SUPPORTED = 5001;
