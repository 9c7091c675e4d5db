import type { Browser } from 'playwright-core';
import type { RunningServer, ServerOptions } from '../../src/sample/server';
import { launchBrowser, onceOpen, startServer } from '../e2e/workbench-page';
import { openExcel } from './excel-on-the-web';
import type { ExcelOnTheWeb, ExcelOptions } from './excel-on-the-web';
import { hostPage } from './host-page';
import { startMicrosoftServers } from './microsoft-servers';
import type { MicrosoftServers } from './microsoft-servers';

/** A browser for which this machine is Excel on the web; several workbooks may be open in it. */
export interface ExcelStage {
  readonly browser: Browser;
  readonly microsoft: MicrosoftServers;
  /** Settles when the functions can be called. */
  open(options: ExcelOptions): Promise<ExcelOnTheWeb>;
  /** Settles when the add-in's page is being loaded, whatever becomes of it. */
  begin(options: ExcelOptions): Promise<ExcelOnTheWeb>;
  close(): Promise<void>;
}

export async function startExcelStage(): Promise<ExcelStage> {
  const microsoft = await startMicrosoftServers((url) =>
    hostPage(url.searchParams.get('addin') ?? ''),
  );
  const browser = await launchBrowser(microsoft.browserArguments);
  const begin = (options: ExcelOptions): Promise<ExcelOnTheWeb> => openExcel(browser, options);
  return {
    browser,
    microsoft,
    begin,
    async open(options) {
      const excel = await begin(options);
      await excel.ready();
      return excel;
    },
    async close() {
      await browser.close();
      await microsoft.stop();
    },
  };
}

/** The stage of the suite that calls this and a sample service, from its first test to its last. */
export function suiteStage(options: ServerOptions = {}): {
  readonly stage: ExcelStage;
  readonly server: RunningServer;
} {
  let stage: ExcelStage | undefined;
  let server: RunningServer | undefined;
  beforeAll(async () => {
    server = await startServer(options);
    stage = await startExcelStage();
  });
  afterAll(async () => {
    await stage?.close();
    await server?.stop();
  });
  return { stage: onceOpen(() => stage), server: onceOpen(() => server) };
}
