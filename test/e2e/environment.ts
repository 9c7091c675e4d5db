import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';
import { createSampleAtlas } from '../../src/server/sample/sample-atlas';
import { loadSampleData } from '../../src/server/sample/sample-data';
import { startServer } from '../../src/server/server';
import { createOpenPages } from './open-pages';
import type { OpenPages } from './open-pages';

/**
 * What takes seconds to load and is the same for every suite. Jest loads an environment outside of
 * the suites' sandboxes, once in each of its processes; a suite finds this in `e2e`.
 */
export interface Outside {
  readonly launch: OpenPages['launch'];
  /** All sample services answer from one atlas. */
  readonly startServer: typeof startServer;
}

declare global {
  var e2e: Outside;
}

const atlas = createSampleAtlas(loadSampleData());
const openPages = createOpenPages();
const outside: Outside = {
  launch: openPages.launch,
  startServer: (options) => startServer({ atlas, ...options }),
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
