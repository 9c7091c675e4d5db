import { chromium } from 'playwright-core';
import { createSampleAtlas } from '../../src/sample/sample-atlas';
import { loadSampleData } from '../../src/sample/sample-data';
import { startServer } from '../../src/sample/server';
import type { RunningServer } from '../../src/sample/server';
import type { Outside } from '../../test/e2e/environment';
import { createPorts } from '../../test/e2e/ports';
import { DIST } from '../../test/e2e/workbench-page';
import { startExcelStage } from '../../test/host/excel-stage';
import type { ExcelStage } from '../../test/host/excel-stage';

/** The built add-in, the service beside it, and a browser for which this machine is Excel. */
export interface BenchStage extends ExcelStage {
  readonly server: RunningServer;
}

export async function openBenchStage(): Promise<BenchStage> {
  // What the tests' environment gives them, and no test runner does here.
  const launch: Outside['launch'] = (options) => chromium.launch(options);
  const atlas = createSampleAtlas(loadSampleData());
  const start: typeof startServer = (options) => startServer({ atlas, ...options });
  globalThis.e2e = { launch, launchWarm: launch, startServer: start, ports: createPorts(start) };
  const server = await start({ port: 0, distDir: DIST });
  const stage = await startExcelStage();
  return {
    ...stage,
    server,
    async close() {
      await stage.close();
      await server.stop();
    },
  };
}
