import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';
import { createSampleAtlas } from '../../src/sample/sample-atlas';
import { loadSampleData } from '../../src/sample/sample-data';
import { startServer } from '../../src/sample/server';
import { createBrowserProfile } from './browser-profile';
import { createOpenPages } from './open-pages';
import type { OpenPages } from './open-pages';
import { createPorts } from './ports';
import type { Ports } from './ports';

/**
 * What takes seconds to load and is the same for every suite. Jest loads an environment outside of
 * the suites' sandboxes, once in each of its processes; a suite finds this in `e2e`.
 */
export interface Outside {
  readonly launch: OpenPages['launch'];
  /** A browser that finds what another has fetched before, where there is one such at a time. */
  readonly launchWarm: OpenPages['launch'];
  readonly ports: Ports;
  /** All sample services answer from one atlas. */
  readonly startServer: typeof startServer;
}

declare global {
  var e2e: Outside;
}

const atlas = createSampleAtlas(loadSampleData());
const profile = createBrowserProfile();
const openPages = createOpenPages();
const startSample: typeof startServer = (options) => startServer({ atlas, ...options });
const outside: Outside = {
  launch: openPages.launch,
  launchWarm: async (options) => {
    const browser = await profile.launch(options);
    return browser === undefined ? openPages.launch(options) : openPages.follow(browser);
  },
  ports: createPorts(startSample),
  startServer: startSample,
};

/** Jest asks for the default. */
export default class EndToEndEnvironment extends TestEnvironment {
  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    super(...given);
    this.global.e2e = outside;
  }

  /** A failure far away, in CI, has to be understood from its report alone. */
  async handleTestEvent(event: Circus.Event): Promise<void> {
    if (event.name !== 'test_fn_failure') return;
    const texts = await openPages.texts();
    if (texts !== '') event.test.errors.push(texts);
  }
}
