import { askEngine, askLoop } from './page/bulk';
import { burst } from './page/burst';
import { fillDevice, fillPlain, readPages, readPlain, reopen } from './page/reopening';

/** What scripts/bench/page.mjs drives, in a real browser. */
Object.assign(globalThis, {
  bench: { askEngine, askLoop, burst, fillDevice, fillPlain, readPages, readPlain, reopen },
});
