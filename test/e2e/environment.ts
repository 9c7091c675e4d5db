import { TestEnvironment } from 'jest-environment-node';
import { chromium } from 'playwright-core';
import { createSampleAtlas } from '../../src/server/sample/sample-atlas';
import { loadSampleData } from '../../src/server/sample/sample-data';
import { startServer } from '../../src/server/server';

/**
 * What takes seconds to load and is the same for every suite. Jest loads an environment outside of
 * the suites' sandboxes, once in each of its processes; a suite finds this in `e2e`.
 */
export interface Outside {
  readonly chromium: typeof chromium;
  /** All sample services answer from one atlas. */
  readonly startServer: typeof startServer;
}

declare global {
  var e2e: Outside;
}

const atlas = createSampleAtlas(loadSampleData());
const outside: Outside = {
  chromium,
  startServer: (options) => startServer({ atlas, ...options }),
};

/** Jest asks for the default. */
export default class EndToEndEnvironment extends TestEnvironment {
  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    super(...given);
    this.global.e2e = outside;
  }
}
